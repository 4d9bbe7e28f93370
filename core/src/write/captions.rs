//! Find the captions of images. A caption is written with its image, like its alternative text, even
//! if a method did not choose it.

use crate::parse::columns::Table;
use crate::parse::names::tag;

/// The longest caption, in bytes. A longer one is a text of its own.
const MAX_BYTES: usize = 1200;
/// Ancestors of a caption that may be its figure.
const MAX_ABOVE: usize = 6;

impl Table {
    /// Finds the rows of captions that are not in a mask, but whose image is.
    pub(super) fn find_captions(&self, keep: &[bool]) -> Vec<usize> {
        let is_caption = |row: &usize| {
            self.tag[*row] == tag::FIGCAPTION && !keep[*row] && self.hidden[*row] == 0
        };
        let mut rows = Vec::new();
        // Most pages have no caption.
        if !self.tag.contains(&tag::FIGCAPTION) {
            return rows;
        }
        let captions: Vec<usize> = (0..self.len()).filter(is_caption).collect();
        if captions.is_empty() {
            return rows;
        }
        let is_image = |row: &usize| self.tag[*row] == tag::IMG && keep[*row];
        let images: Vec<usize> = (0..self.len()).filter(is_image).collect();
        let mut last_end = 0;
        for caption in captions {
            // A caption inside another is a part of it.
            if caption < last_end {
                continue;
            }
            last_end = self.end[caption] as usize;
            let has_image = self.find_figure(caption).is_some_and(|figure| {
                let next = images.partition_point(|image| *image < figure);
                images.get(next).is_some_and(|image| *image < self.end[figure] as usize)
            });
            if has_image {
                self.add_caption(caption, &mut rows);
            }
        }
        rows
    }

    /// Finds the nearest `figure` around a caption.
    fn find_figure(&self, caption: usize) -> Option<usize> {
        let parent = |row: &usize| usize::try_from(self.parent[*row]).ok();
        let mut around = std::iter::successors(parent(&caption), parent).take(MAX_ABOVE);
        around.find(|row| self.tag[*row] == tag::FIGURE)
    }

    /// Adds the visible rows of a caption and the elements between it and its figure.
    fn add_caption(&self, caption: usize, rows: &mut Vec<usize>) {
        let inside = caption..self.end[caption] as usize;
        let is_shown = |row: &usize| self.hidden[*row] == 0;
        let shown = || inside.clone().filter(is_shown);
        let n_bytes: usize = shown().map(|row| self.text_of(row).trim().len()).sum();
        if n_bytes == 0 || n_bytes > MAX_BYTES {
            return;
        }
        let mut above = self.parent[caption] as usize;
        while self.tag[above] != tag::FIGURE {
            rows.push(above);
            above = self.parent[above] as usize;
        }
        rows.extend(shown());
    }
}
