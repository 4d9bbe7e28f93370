//! Describe the targets of links: those of a unit or near it, of its containers, and of similar
//! items.

use xxhash_rust::xxh3::xxh3_64;

use crate::judge::features::Features;
use crate::judge::features::addresses::{OnSite, Site, Target, TargetReader};
use crate::judge::features::attributes::Attributes;
use crate::judge::features::elements::NONE;
use crate::judge::features::feature::Feature;
use crate::judge::features::groups::Groups;
use crate::judge::features::numbers::Numbers;
use crate::judge::features::paths::trim_url;
use crate::judge::features::texts::{LOGARITHMS, Texts};
use crate::judge::features::tree::Tree;
use crate::parse::columns::Table;

const NO_ADDRESS: &str = "the page declares no URL with words";
const NO_LINKS_3: &str = "no links are in the third container around it";
const NO_LINKS_ALIKE: &str = "no links are in the same kind of place";

/// The most words of a link to count.
const MAX_WORDS: i32 = 24;
/// The most rows of a link to read.
const MAX_ROWS: usize = 32;

pub(crate) fn describe<'t>(
    table: &'t Table,
    tree: &Tree,
    texts: &Texts,
    groups: &Groups,
    attributes: &Attributes<'_>,
    site: &Site<'t>,
    features: &mut Features,
) {
    add_page_url(site, texts, features);
    let links = Links::new(table, attributes, site);
    let nearest = NearestLinks::new(table, tree, groups, &links);
    add_containers(table, tree, site, &links, &nearest, features);
    let mut places = vec![[Mean::default(); 4]; groups.places.len()];
    for (u, block) in features.blocks.iter().enumerate() {
        let sum = nearest.sum_unit(table, tree, &links, u, *block as usize);
        let means = &mut places[groups.place[u] as usize];
        means[0].add(sum.steps(site));
        means[1].add(sum.slug());
        means[2].add(sum.folder());
        means[3].add(sum.words());
    }
    add_places(groups, &places, features);
    features.add(
        Feature::number(
            "slug beside page's",
            "how long the URLs that items like its own link to are, compared with the page's",
        )
        .with_added(8)
        .or_absent(-1.0, "items like its own lead nowhere"),
        |u| {
            let Some(own) = site.n_words() else { return -1.0 };
            let slug = match nearest.of_element[tree.levels[u][0] as usize].group {
                NONE => -1.0,
                group => nearest.groups[group as usize].value(),
            };
            let slug = if slug < 0.0 { places[groups.place[u] as usize][1].value() } else { slug };
            if slug < 0.0 { -1.0 } else { (slug - own as f32).clamp(-8.0, 8.0) + 8.0 }
        },
    );
}

/// Adds the features of the page's own URL.
fn add_page_url(site: &Site<'_>, texts: &Texts, features: &mut Features) {
    let depth = site.depth().map_or(-1.0, |depth| depth.min(8) as f32);
    features.add(
        Feature::number("page depth", "how many folders deep the page is in its site")
            .or_absent(-1.0, NO_ADDRESS),
        |_| depth,
    );
    let slug = site.n_words().map_or(-1.0, |n_words| n_words as f32);
    features.add(
        Feature::number("page slug", "how many words the page's URL has")
            .or_absent(-1.0, NO_ADDRESS),
        |_| slug,
    );
    features.add(
        Feature::share("says slug", "the share of the words in the page's URL that it repeats")
            .or_absent(-1.0, NO_ADDRESS),
        |u| texts.slug_match(u),
    );
}

/// Adds the features of the links in containers.
fn add_containers(
    table: &Table,
    tree: &Tree,
    site: &Site<'_>,
    links: &Links,
    nearest: &NearestLinks,
    features: &mut Features,
) {
    features.add(
        Feature::number("link box words", "the words of the nearest container with a link")
            .or_absent(-1.0, "no link is near"),
        |u| {
            let container = nearest.of_element[tree.levels[u][0] as usize].container;
            tree.total.get(container as usize).map_or(-1.0, |total| total.words as f32)
        },
    );
    let mut of_level_2 = -1.0;
    let mut last = NONE;
    let level_2 = tree.levels.iter().map(|levels| {
        if levels[2] != last {
            last = levels[2];
            of_level_2 = links.sum_element(table, tree, last).folder();
        }
        of_level_2
    });
    let level_2: Vec<f32> = level_2.collect();
    features.add_from(
        Feature::number(
            "link folder 2",
            "how many links in the second container around it lead to the same folder",
        )
        .as_logarithm(0)
        .or_absent(-1.0, "no links are in the second container around it"),
        &level_2,
        |value| *value,
    );
    let is_deep = site.depth().is_some_and(|depth| depth > 0);
    let mut of_level_3 = [-1.0; 3];
    let mut last = NONE;
    let level_3 = tree.levels.iter().map(|levels| {
        // Most units are in the container of the unit before.
        if levels[3] != last {
            last = levels[3];
            let (start, end) = links.range(table, tree, last);
            let sum = links.sum_between(start, end);
            let below = if is_deep { mean(sum.below, (end - start) as f32) } else { -1.0 };
            of_level_3 = [sum.steps(site), sum.words(), below];
        }
        of_level_3
    });
    let level_3: Vec<[f32; 3]> = level_3.collect();
    features.add_rows(
        &[
            Feature::number(
                "link steps 3",
                "how much deeper links in the third container around it lead",
            )
            .with_added(4)
            .or_absent(-1.0, NO_LINKS_3),
            Feature::number(
                "link length 3",
                "the words of a link in the third container around it",
            )
            .as_logarithm(1)
            .or_absent(-1.0, NO_LINKS_3),
            Feature::share(
                "links below 3",
                "the share of links in the third container around it that lead below the page",
            )
            .or_absent(-1.0, NO_LINKS_3),
        ],
        &level_3,
    );
}

/// Adds the features of the links in the same kind of place: the means of steps, words of the URL,
/// targets in the same folder, and words of the link.
fn add_places(groups: &Groups, places: &[[Mean; 4]], features: &mut Features) {
    for (at, feature) in [
        (
            0,
            Feature::number(
                "alike link steps",
                "how much deeper links in the same kind of place lead",
            )
            .with_added(4)
            .or_absent(-1.0, NO_LINKS_ALIKE),
        ),
        (
            1,
            Feature::number(
                "alike link slug",
                "the words in the URLs that the same kind of place links to",
            )
            .or_absent(-1.0, NO_LINKS_ALIKE),
        ),
        (
            2,
            Feature::number(
                "alike link folder",
                "how many links in the same kind of place lead to the same folder",
            )
            .as_logarithm(0)
            .or_absent(-1.0, NO_LINKS_ALIKE),
        ),
        (
            3,
            Feature::number("alike link length", "the words of links in the same kind of place")
                .as_logarithm(1)
                .or_absent(-1.0, NO_LINKS_ALIKE),
        ),
    ] {
        features.add_from(feature, &groups.place, |place| places[*place as usize][at].value());
    }
}

/// A mean of known values; -1 if there is none.
#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f32,
    n: f32,
}

impl Mean {
    fn add(&mut self, value: f32) {
        if value >= 0.0 {
            self.sum += value;
            self.n += 1.0;
        }
    }

    fn value(self) -> f32 {
        mean(self.sum, self.n)
    }
}

fn mean(sum: f32, n: f32) -> f32 {
    if n > 0.0 { sum / n } else { -1.0 }
}

/// Sums over links.
#[derive(Clone, Copy, Default)]
struct Sum {
    /// The number of links to another page, of those to the same site, and of links with words.
    to_pages: f32,
    on_site: f32,
    with_words: f32,
    /// Sums over the links to the same site.
    steps: f32,
    slug: f32,
    below: f32,
    /// Sums of logarithms: of the number of targets in the same folder, and of the number of words.
    folder: f32,
    words: f32,
}

impl Sum {
    fn minus(&self, other: &Self) -> Self {
        Self {
            to_pages: self.to_pages - other.to_pages,
            on_site: self.on_site - other.on_site,
            with_words: self.with_words - other.with_words,
            steps: self.steps - other.steps,
            slug: self.slug - other.slug,
            below: self.below - other.below,
            folder: self.folder - other.folder,
            words: self.words - other.words,
        }
    }

    fn steps(&self, site: &Site<'_>) -> f32 {
        if site.is_known() { mean(self.steps, self.on_site) } else { -1.0 }
    }

    fn slug(&self) -> f32 {
        mean(self.slug, self.on_site)
    }

    fn folder(&self) -> f32 {
        mean(self.folder, self.to_pages)
    }

    fn words(&self) -> f32 {
        mean(self.words, self.with_words)
    }
}

/// The links of a page in document order.
struct Links {
    rows: Vec<u32>,
    /// The number of links before each row, and of all.
    before: Vec<u32>,
    /// The sums over the links before each link, and over all.
    sums: Vec<Sum>,
}

impl Links {
    fn new<'t>(table: &'t Table, attributes: &Attributes<'_>, site: &Site<'t>) -> Self {
        let n = attributes.links.len();
        let mut links: Vec<(u32, u32)> = Vec::with_capacity(n);
        let mut numbers = Numbers::new(n);
        let mut targets: Vec<Target> = Vec::with_capacity(n);
        let source = table.source.bytes();
        let mut reader = TargetReader::new(site);
        for [row, start, stop] in &attributes.links {
            let href = trim_url(&source[*start as usize..*stop as usize]);
            let target = numbers.number_of(xxh3_64(href));
            if target as usize == targets.len() {
                targets.push(reader.read(href));
            }
            if !matches!(targets[target as usize], Target::Nowhere) {
                links.push((*row as u32, target));
            }
        }
        sort_links(&mut links);
        let n_links = links.len();
        for (clone, original) in &table.clones {
            let at = links[..n_links].binary_search_by_key(&(*original as u32), |(row, _)| *row);
            if let Ok(at) = at {
                links.push((*clone as u32, links[at].1));
            }
        }
        sort_links(&mut links);
        let folders = count_folders(&targets);
        let mut sums = Vec::with_capacity(links.len() + 1);
        let words = &table.counts().words;
        let mut before = vec![0; table.len() + 1];
        let mut sum = Sum::default();
        sums.push(sum);
        let mut next_row = 0;
        for (at, (row, target)) in links.iter().enumerate() {
            before[next_row..=*row as usize].fill(at as u32);
            next_row = *row as usize + 1;
            if let Target::Other { on_site, .. } = targets[*target as usize] {
                sum.to_pages += 1.0;
                sum.folder += folders[*target as usize];
                if let Some(OnSite { steps, words: slug, is_below }) = on_site {
                    sum.on_site += 1.0;
                    sum.steps += f32::from(steps);
                    sum.slug += f32::from(slug);
                    sum.below += f32::from(u8::from(is_below));
                }
            }
            let n_words = count_link_words(table, words, *row as usize);
            sum.with_words += f32::from(u8::from(n_words > 0));
            sum.words += LOGARITHMS[n_words as usize];
            sums.push(sum);
        }
        before[next_row..].fill(links.len() as u32);
        Self { rows: links.into_iter().map(|(row, _)| row).collect(), before, sums }
    }

    fn sum_between(&self, start: u32, end: u32) -> Sum {
        self.sums[end as usize].minus(&self.sums[start as usize])
    }

    /// The range of the links of an element.
    fn range(&self, table: &Table, tree: &Tree, element: u32) -> (u32, u32) {
        let row = tree.elements.all[element as usize].row as usize;
        (self.before[row], self.before[table.end[row] as usize])
    }

    fn sum_element(&self, table: &Table, tree: &Tree, element: u32) -> Sum {
        let (start, end) = self.range(table, tree, element);
        self.sum_between(start, end)
    }
}

/// Sorts links by row. They nearly always are, except for those that the parser moved.
fn sort_links(links: &mut [(u32, u32)]) {
    if !links.is_sorted() {
        links.sort_unstable();
    }
}

/// Computes for each target the logarithm of the number of targets in its folder.
fn count_folders(targets: &[Target]) -> Vec<f32> {
    let mut numbers = Numbers::new(targets.len());
    let mut counts: Vec<f32> = Vec::with_capacity(targets.len());
    let folder_of = |target: &Target| match target {
        Target::Other { folder, .. } => {
            let number = numbers.number_of(*folder) as usize;
            if number == counts.len() {
                counts.push(0.0);
            }
            counts[number] += 1.0;
            number
        }
        _ => 0,
    };
    let folders: Vec<usize> = targets.iter().map(folder_of).collect();
    counts.iter_mut().for_each(|count| *count = count.ln());
    folders.into_iter().map(|number| counts.get(number).copied().unwrap_or(0.0)).collect()
}

/// Counts the words of a link, up to a limit.
fn count_link_words(table: &Table, words: &[i32], row: usize) -> i32 {
    let end = (table.end[row] as usize).min(row + MAX_ROWS);
    words[row + 1..end].iter().sum::<i32>().min(MAX_WORDS)
}

/// The nearest links around each element.
struct NearestLinks {
    of_element: Vec<Nearest>,
    /// The mean number of words in the URLs that the items of each group link to.
    groups: Vec<Mean>,
}

#[derive(Clone, Copy)]
struct Nearest {
    /// The nearest link at or around the element.
    link: u32,
    /// The nearest element at or around it that contains a link.
    container: u32,
    /// The group of the nearest item that contains a link.
    group: u32,
}

impl NearestLinks {
    fn new(table: &Table, tree: &Tree, groups: &Groups, links: &Links) -> Self {
        let mut of_element: Vec<Nearest> = Vec::with_capacity(tree.elements.len());
        let mut slugs = vec![Mean::default(); groups.all.len()];
        for (at, element) in tree.elements.all.iter().enumerate() {
            let row = element.row as usize;
            let none = Nearest { link: NONE, container: NONE, group: NONE };
            let mut nearest = of_element.get(element.parent as usize).copied().unwrap_or(none);
            let (start, end) = links.range(table, tree, at as u32);
            if end > start {
                nearest.container = at as u32;
                if links.before[row + 1] > start {
                    nearest.link = start;
                }
                if let Some(group) = groups.group_of(at) {
                    nearest.group = group;
                    let slug = &mut slugs[group as usize];
                    let sum = links.sum_between(start, end);
                    slug.sum += sum.slug;
                    slug.n += sum.on_site;
                }
            }
            of_element.push(nearest);
        }
        Self { of_element, groups: slugs }
    }

    /// Sums up the links of a unit, including the link that it begins in. A unit without links has
    /// those of the nearest link in the nearest container with one.
    fn sum_unit(
        &self,
        table: &Table,
        tree: &Tree,
        links: &Links,
        unit: usize,
        block: usize,
    ) -> Sum {
        let blocks = table.blocks();
        let (first, last) = (blocks.first[block] as usize, blocks.last[block] as usize);
        let (start, end) = (links.before[first], links.before[last + 1]);
        let link = self.of_element[tree.elements.innermost[unit] as usize].link;
        if link != NONE {
            return links.sum_between(link, end.max(link + 1));
        }
        if end > start {
            return links.sum_between(start, end);
        }
        let container = self.of_element[tree.levels[unit][0] as usize].container;
        if container == NONE {
            return Sum::default();
        }
        let (container_start, container_end) = links.range(table, tree, container);
        let row_of = |link: u32| links.rows[link as usize] as usize;
        let is_before = start > container_start
            && (start >= container_end
                || table.start[first] - table.stop[row_of(start - 1)]
                    <= table.start[row_of(start)] - table.stop[last]);
        let nearest = if is_before { start - 1 } else { start };
        links.sum_between(nearest, nearest + 1)
    }
}
