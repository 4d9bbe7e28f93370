//! Find the captions of images. A caption is written with its image, like its alternative text, even
//! if a method did not choose it. It is a `figcaption`, or an element that a class calls a caption.

use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// The longest caption, in bytes. A longer one is a text of its own.
const MAX_BYTES: usize = 1200;
/// Ancestors of a caption that may be its figure.
const MAX_ABOVE: usize = 6;
/// The most rows of a figure that is not a `figure`.
const MAX_ROWS: usize = 200;
/// The most bytes of other texts in such a figure, such as the name of a photographer.
const MAX_OUTSIDE: usize = 120;
/// Ends of the names of captions, without hyphens and underscores: `wp-caption-text`,
/// `thumbcaption`, `imageCaption`.
const ENDS: [&str; 12] = [
    "caption",
    "captions",
    "captiontext",
    "captiontitle",
    "captioncontent",
    "captionbody",
    "captiondd",
    "captionwrapper",
    "captioncontainer",
    "captioninner",
    "bildunterschrift",
    "legende",
];
/// Names of other elements that end so: titles of tables and code, subtitles of films.
const OTHERS: [&str; 5] = ["table", "code", "video", "audio", "closed"];

impl Table {
    /// Finds the rows of captions that are not in a mask, but whose image is.
    pub(super) fn find_captions(&self, keep: &[bool]) -> Vec<usize> {
        let mut rows = Vec::new();
        let captions = self.list_captions(keep);
        if captions.is_empty() {
            return rows;
        }
        let is_image = |row: &usize| self.tag[*row] == tag::IMG && keep[*row];
        let images: Vec<usize> = (0..self.len()).filter(is_image).collect();
        let has_image = |figure: usize| {
            let next = images.partition_point(|image| *image < figure);
            images.get(next).is_some_and(|image| *image < self.end[figure] as usize)
        };
        let mut last_end = 0;
        for caption in captions {
            // A caption inside another is a part of it.
            if caption < last_end {
                continue;
            }
            let figure = if self.tag[caption] == tag::FIGCAPTION {
                self.find_figure(caption).filter(|figure| has_image(*figure))
            } else {
                self.find_frame_of_images(caption, &has_image)
            };
            // An element around an image is a figure, whatever its class says.
            if self.tag[caption] == tag::FIGCAPTION || !has_image(caption) {
                last_end = self.end[caption] as usize;
            }
            if let Some(figure) = figure {
                self.add_caption(caption, figure, &mut rows);
            }
        }
        rows
    }

    /// Lists the visible captions that are not in a mask, in order.
    fn list_captions(&self, keep: &[bool]) -> Vec<usize> {
        let is_left_out = |row: &usize| !keep[*row] && self.hidden[*row] == 0;
        let is_figcaption = |row: &usize| self.tag[*row] == tag::FIGCAPTION;
        let mut captions: Vec<usize> = Vec::new();
        if self.tag.contains(&tag::FIGCAPTION) {
            captions.extend((0..self.len()).filter(is_figcaption).filter(is_left_out));
        }
        for [row, name, start, stop] in &self.attributes.entries {
            let row = *row as usize;
            if *name == i32::from(attr::CLASS)
                && is_left_out(&row)
                && !is_figcaption(&row)
                && self
                    .source
                    .slice(*start as usize..*stop as usize)
                    .split_ascii_whitespace()
                    .any(is_named)
            {
                captions.push(row);
            }
        }
        captions.sort_unstable();
        captions
    }

    /// Finds the nearest `figure` around a caption.
    fn find_figure(&self, caption: usize) -> Option<usize> {
        let parent = |row: &usize| usize::try_from(self.parent[*row]).ok();
        let mut around = std::iter::successors(parent(&caption), parent).take(MAX_ABOVE);
        around.find(|row| self.tag[*row] == tag::FIGURE)
    }

    /// Finds the smallest element around a caption with an image, if there is hardly any other text in it.
    fn find_frame_of_images(
        &self,
        caption: usize,
        has_image: &impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let parent = |row: &usize| usize::try_from(self.parent[*row]).ok();
        let end = self.end[caption] as usize;
        let frame = std::iter::successors(parent(&caption), parent)
            .take(MAX_ABOVE)
            .find(|row| has_image(*row))?;
        let around = frame..self.end[frame] as usize;
        let outside = (around.start..caption).chain(end..around.end.min(around.start + MAX_ROWS));
        let n_bytes: usize = outside
            .filter(|row| self.hidden[*row] == 0)
            .map(|row| self.text_of(row).trim().len())
            .sum();
        let is_figure = !matches!(self.tag[frame], tag::BODY | tag::HTML)
            && !has_image(caption)
            && around.len() <= MAX_ROWS
            && n_bytes <= MAX_OUTSIDE;
        is_figure.then_some(frame)
    }

    /// Adds the visible rows of a caption and the elements between it and its figure.
    fn add_caption(&self, caption: usize, figure: usize, rows: &mut Vec<usize>) {
        let inside = caption..self.end[caption] as usize;
        let is_shown = |row: &usize| self.hidden[*row] == 0;
        let shown = || inside.clone().filter(is_shown);
        let n_bytes: usize = shown().map(|row| self.text_of(row).trim().len()).sum();
        if n_bytes == 0 || n_bytes > MAX_BYTES {
            return;
        }
        let mut above = self.parent[caption] as usize;
        while above != figure {
            rows.push(above);
            above = self.parent[above] as usize;
        }
        rows.extend(shown());
    }

    /// Whether a list of definitions is a figure, as WordPress wrote it: its term is an image.
    pub(super) fn is_figure_list(&self, list: usize) -> bool {
        let rows = list + 1..self.end[list] as usize;
        if rows.len() > MAX_ROWS {
            return false;
        }
        let mut n_terms = 0;
        for row in rows.clone().filter(|row| self.tag[*row] == tag::DT) {
            n_terms += 1;
            let inside = row + 1..self.end[row] as usize;
            let has_text = inside.clone().any(|row| !self.text_of(row).trim().is_empty());
            if has_text || !inside.into_iter().any(|row| self.tag[row] == tag::IMG) {
                return false;
            }
        }
        n_terms == 1
    }
}

/// Whether a class names a caption of an image.
fn is_named(class: &str) -> bool {
    if !(7..=64).contains(&class.len()) {
        return false;
    }
    let name: String =
        class.chars().filter(|c| !matches!(c, '-' | '_')).map(|c| c.to_ascii_lowercase()).collect();
    // `wp-caption` is the element around the image and the caption.
    name != "wpcaption"
        && ENDS.iter().any(|end| name.ends_with(end))
        && !OTHERS.iter().any(|other| name.starts_with(other))
}

#[cfg(test)]
mod tests {
    use super::is_named;

    #[test]
    fn classes_name_captions() {
        for class in [
            "caption",
            "thumbcaption",
            "wp-caption-text",
            "image-caption",
            "media_caption",
            "imageCaption",
            "article__caption",
            "Bildunterschrift",
            "gallery-caption",
        ] {
            assert!(is_named(class), "{class}");
        }
        for class in ["wp-caption", "captioned", "table-caption", "code-caption", "description"] {
            assert!(!is_named(class), "{class}");
        }
    }
}
