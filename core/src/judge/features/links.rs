//! Where links lead: those of a unit or the nearest, of containers, and of items like its own.

use xxhash_rust::xxh3::xxh3_64;

use crate::judge::features::Features;
use crate::judge::features::addresses::{Here, Reader, Site, Target};
use crate::judge::features::attributes::Attributes;
use crate::judge::features::elements::NONE;
use crate::judge::features::feature::Feature;
use crate::judge::features::groups::Groups;
use crate::judge::features::numbers::Numbers;
use crate::judge::features::paths::shortened;
use crate::judge::features::texts::{LOGARITHMS, Texts};
use crate::judge::features::tree::Tree;
use crate::parse::columns::Table;

const NO_ADDRESS: &str = "that the page's address tells nothing";
const NO_LINKS_3: &str = "that no links are in the third container around it";
const NO_LINKS_ALIKE: &str = "that no links are in the same kind of place";

/// Words of a link's text that are counted, and rows of it that are looked at.
const MOST_WORDS: i32 = 24;
const MOST_ROWS: usize = 32;

pub(crate) fn describe<'t>(
    table: &'t Table,
    tree: &Tree,
    texts: &Texts,
    groups: &Groups,
    attributes: &Attributes<'_>,
    site: &Site<'t>,
    features: &mut Features,
) {
    let depth = site.depth().map_or(-1.0, |depth| depth.min(8) as f32);
    features.add(
        Feature::number("page depth", "how many folders deep the page is in its site")
            .or_absent(-1.0, NO_ADDRESS),
        |_| depth,
    );
    let slug = site.n_words().map_or(-1.0, |n_words| n_words as f32);
    features.add(
        Feature::number("page slug", "how many words the page's address has")
            .or_absent(-1.0, NO_ADDRESS),
        |_| slug,
    );
    features.add(
        Feature::share("says slug", "the share of the words of the page's address that it says")
            .or_absent(-1.0, NO_ADDRESS),
        |u| texts.slug_said(u),
    );
    let links = Links::new(table, attributes, site);
    let around = Around::new(table, tree, groups, &links);
    features.add(
        Feature::number("link box words", "the words of the nearest container with a link")
            .or_absent(-1.0, "that no link is near"),
        |u| {
            let container = around.of[tree.levels[u][0] as usize].container;
            tree.total.get(container as usize).map_or(-1.0, |total| total.words as f32)
        },
    );
    let mut of_level_2 = -1.0;
    let mut last = NONE;
    let level_2 = tree.levels.iter().map(|levels| {
        if levels[2] != last {
            last = levels[2];
            of_level_2 = links.of(table, tree, last).folder();
        }
        of_level_2
    });
    let level_2: Vec<f32> = level_2.collect();
    features.add_of(
        Feature::number(
            "link folder 2",
            "how many targets share a folder, of links in the second container around it",
        )
        .as_logarithm(0)
        .or_absent(-1.0, "that no links are in the second container around it"),
        &level_2,
        |value| *value,
    );
    let is_deep = site.depth().is_some_and(|depth| depth > 0);
    let mut of_level_3 = [-1.0; 3];
    let mut last = NONE;
    let level_3 = tree.levels.iter().map(|levels| {
        // Most stand in the container of the one before.
        if levels[3] != last {
            last = levels[3];
            let (from, to) = links.range(table, tree, last);
            let sum = links.between(from, to);
            let below = if is_deep { mean(sum.below, (to - from) as f32) } else { -1.0 };
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
    let mut places = vec![[Mean::default(); 4]; groups.places.len()];
    for (u, block) in features.blocks.iter().enumerate() {
        let sum = around.own(table, tree, &links, u, *block as usize);
        let means = &mut places[groups.place[u] as usize];
        means[0].add(sum.steps(site));
        means[1].add(sum.slug());
        means[2].add(sum.folder());
        means[3].add(sum.words());
    }
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
                "the words in addresses that the same kind of place links to",
            )
            .or_absent(-1.0, NO_LINKS_ALIKE),
        ),
        (
            2,
            Feature::number(
                "alike link folder",
                "how many targets share a folder, of links in the same kind of place",
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
        features.add_of(feature, &groups.place, |place| places[*place as usize][at].value());
    }
    features.add(
        Feature::number(
            "slug beside page's",
            "how long the addresses that items like its own link to are beside the page's",
        )
        .with_added(8)
        .or_absent(-1.0, "that items like its own lead nowhere"),
        |u| {
            let Some(own) = site.n_words() else { return -1.0 };
            let slug = match around.of[tree.levels[u][0] as usize].group {
                NONE => -1.0,
                group => around.groups[group as usize].value(),
            };
            let slug = if slug < 0.0 { places[groups.place[u] as usize][1].value() } else { slug };
            if slug < 0.0 { -1.0 } else { (slug - own as f32).clamp(-8.0, 8.0) + 8.0 }
        },
    );
}

/// A mean of what is known; -1 of nothing.
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

/// What links add up to.
#[derive(Clone, Copy, Default)]
struct Sum {
    /// Those that lead to another page, those of them to the same site, those with words.
    leading: f32,
    here: f32,
    speaking: f32,
    /// Over those to the same site.
    steps: f32,
    slug: f32,
    below: f32,
    /// Logarithms: of the targets in the target's folder, and of words.
    folder: f32,
    words: f32,
}

impl Sum {
    fn less(&self, other: &Self) -> Self {
        Self {
            leading: self.leading - other.leading,
            here: self.here - other.here,
            speaking: self.speaking - other.speaking,
            steps: self.steps - other.steps,
            slug: self.slug - other.slug,
            below: self.below - other.below,
            folder: self.folder - other.folder,
            words: self.words - other.words,
        }
    }

    fn steps(&self, site: &Site<'_>) -> f32 {
        if site.is_known() { mean(self.steps, self.here) } else { -1.0 }
    }

    fn slug(&self) -> f32 {
        mean(self.slug, self.here)
    }

    fn folder(&self) -> f32 {
        mean(self.folder, self.leading)
    }

    fn words(&self) -> f32 {
        mean(self.words, self.speaking)
    }
}

/// The links of a page in document order.
struct Links {
    rows: Vec<u32>,
    /// For every row how many links are before it, and behind them how many there are.
    before: Vec<u32>,
    /// What the links before each add up to, and all.
    sums: Vec<Sum>,
}

impl Links {
    fn new<'t>(table: &'t Table, attributes: &Attributes<'_>, site: &Site<'t>) -> Self {
        let n = attributes.links.len();
        let mut links: Vec<(u32, u32)> = Vec::with_capacity(n);
        let mut numbers = Numbers::new(n);
        let mut targets: Vec<Target> = Vec::with_capacity(n);
        let source = table.source.bytes();
        let mut reader = Reader::new(site);
        for [row, start, stop] in &attributes.links {
            let href = shortened(&source[*start as usize..*stop as usize]);
            let target = numbers.number(xxh3_64(href));
            if target as usize == targets.len() {
                targets.push(reader.target(href));
            }
            if !matches!(targets[target as usize], Target::Nowhere) {
                links.push((*row as u32, target));
            }
        }
        sort(&mut links);
        let n_links = links.len();
        for (clone, of) in &table.clones {
            let at = links[..n_links].binary_search_by_key(&(*of as u32), |(row, _)| *row);
            if let Ok(at) = at {
                links.push((*clone as u32, links[at].1));
            }
        }
        sort(&mut links);
        let folders = folders(&targets);
        let mut sums = Vec::with_capacity(links.len() + 1);
        let words = &table.counts().words;
        let mut before = vec![0; table.len() + 1];
        let mut sum = Sum::default();
        sums.push(sum);
        let mut from = 0;
        for (at, (row, target)) in links.iter().enumerate() {
            before[from..=*row as usize].fill(at as u32);
            from = *row as usize + 1;
            if let Target::Other { here, .. } = targets[*target as usize] {
                sum.leading += 1.0;
                sum.folder += folders[*target as usize];
                if let Some(Here { steps, words: slug, is_below }) = here {
                    sum.here += 1.0;
                    sum.steps += f32::from(steps);
                    sum.slug += f32::from(slug);
                    sum.below += f32::from(u8::from(is_below));
                }
            }
            let n_words = n_words(table, words, *row as usize);
            sum.speaking += f32::from(u8::from(n_words > 0));
            sum.words += LOGARITHMS[n_words as usize];
            sums.push(sum);
        }
        before[from..].fill(links.len() as u32);
        Self { rows: links.into_iter().map(|(row, _)| row).collect(), before, sums }
    }

    fn between(&self, from: u32, to: u32) -> Sum {
        self.sums[to as usize].less(&self.sums[from as usize])
    }

    /// The links of an element.
    fn range(&self, table: &Table, tree: &Tree, element: u32) -> (u32, u32) {
        let row = tree.elements.all[element as usize].row as usize;
        (self.before[row], self.before[table.end[row] as usize])
    }

    fn of(&self, table: &Table, tree: &Tree, element: u32) -> Sum {
        let (from, to) = self.range(table, tree, element);
        self.between(from, to)
    }
}

/// Links are nearly always in order: only what the parser moved is not.
fn sort(links: &mut [(u32, u32)]) {
    if !links.is_sorted() {
        links.sort_unstable();
    }
}

/// For every target the logarithm of how many share its folder.
fn folders(targets: &[Target]) -> Vec<f32> {
    let mut numbers = Numbers::new(targets.len());
    let mut counts: Vec<f32> = Vec::with_capacity(targets.len());
    let folder_of = |target: &Target| match target {
        Target::Other { folder, .. } => {
            let number = numbers.number(*folder) as usize;
            if number == counts.len() {
                counts.push(0.0);
            }
            counts[number] += 1.0;
            number
        }
        _ => 0,
    };
    let of: Vec<usize> = targets.iter().map(folder_of).collect();
    counts.iter_mut().for_each(|count| *count = count.ln());
    of.into_iter().map(|number| counts.get(number).copied().unwrap_or(0.0)).collect()
}

/// The words of a link, of a long one the first.
fn n_words(table: &Table, words: &[i32], row: usize) -> i32 {
    let end = (table.end[row] as usize).min(row + MOST_ROWS);
    words[row + 1..end].iter().sum::<i32>().min(MOST_WORDS)
}

/// What is found outward of every element.
struct Around {
    of: Vec<Found>,
    /// The words in addresses that the items of every group link to.
    groups: Vec<Mean>,
}

#[derive(Clone, Copy)]
struct Found {
    /// The number of the nearest link around it, or that it is.
    link: u32,
    /// The nearest element with a link.
    container: u32,
    /// The group of the nearest item with a link.
    group: u32,
}

impl Around {
    fn new(table: &Table, tree: &Tree, groups: &Groups, links: &Links) -> Self {
        let mut of: Vec<Found> = Vec::with_capacity(tree.elements.len());
        let mut slugs = vec![Mean::default(); groups.all.len()];
        for (at, element) in tree.elements.all.iter().enumerate() {
            let row = element.row as usize;
            let nothing = Found { link: NONE, container: NONE, group: NONE };
            let mut found = of.get(element.parent as usize).copied().unwrap_or(nothing);
            let (from, to) = links.range(table, tree, at as u32);
            if to > from {
                found.container = at as u32;
                if links.before[row + 1] > from {
                    found.link = from;
                }
                if let Some(group) = groups.of(at) {
                    found.group = group;
                    let slug = &mut slugs[group as usize];
                    let (from, to) = (&links.sums[from as usize], &links.sums[to as usize]);
                    slug.sum += to.slug - from.slug;
                    slug.n += to.here - from.here;
                }
            }
            of.push(found);
        }
        Self { of, groups: slugs }
    }

    /// The links of a unit, the one that it begins in among them, else the nearest of the nearest container.
    fn own(&self, table: &Table, tree: &Tree, links: &Links, unit: usize, block: usize) -> Sum {
        let blocks = table.blocks();
        let (first, last) = (blocks.first[block] as usize, blocks.last[block] as usize);
        let (from, to) = (links.before[first], links.before[last + 1]);
        let link = self.of[tree.elements.innermost[unit] as usize].link;
        if link != NONE {
            return links.between(link, to.max(link + 1));
        }
        if to > from {
            return links.between(from, to);
        }
        let container = self.of[tree.levels[unit][0] as usize].container;
        if container == NONE {
            return Sum::default();
        }
        let (start, end) = links.range(table, tree, container);
        let row_of = |link: u32| links.rows[link as usize] as usize;
        let is_before = from > start
            && (from >= end
                || table.start[first] - table.stop[row_of(from - 1)]
                    <= table.start[row_of(from)] - table.stop[last]);
        let nearest = if is_before { from - 1 } else { from };
        links.between(nearest, nearest + 1)
    }
}
