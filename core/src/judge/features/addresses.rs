//! Addresses: where a link leads from the page, by the bytes of its address alone.

use memchr::memchr3;
use xxhash_rust::xxh3::xxh3_64;

use crate::judge::features::declared::Declared;
use crate::judge::features::paths::{Kin, Path, Read, absolute, kin, shortened, words_in};

/// The page's own address, to which links are held.
#[derive(Default)]
pub(crate) struct Site<'t> {
    /// Nothing where no address is known.
    own: Option<Own<'t>>,
    /// The folder that links without a host start from.
    folder: Path,
}

struct Own<'t> {
    host: &'t [u8],
    /// What is behind the host.
    path: &'t [u8],
    /// How many parts its path has, and their hash.
    len: usize,
    hash: u64,
    query: &'t [u8],
    /// How many words name the page, and these.
    n_words: usize,
    words: String,
}

/// Where a link leads.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    /// To no page: an address for mail, a telephone.
    Nowhere,
    /// To a place of the page itself, or to what a script does.
    Itself,
    /// To another page: the hash of host and folder, and more of one of the same site.
    Other { folder: u64, here: Option<Here> },
}

/// What is known of a link to the same site.
#[derive(Clone, Copy)]
pub(crate) struct Here {
    /// How much deeper than the page it leads, from 0 to 8; 4 is as deep.
    pub(crate) steps: u8,
    /// The words that name its target.
    pub(crate) words: u8,
    /// Whether its target is below the page.
    pub(crate) is_below: bool,
}

impl<'t> Site<'t> {
    /// The site of a page by what it says of itself. The address that it came from is not asked,
    /// so that a page is judged alike whoever hands it over.
    pub(crate) fn new(declared: &'t Declared) -> Self {
        let known = [&declared.canonical[..], &declared.url];
        let parts = |url: &'t str| absolute(shortened(url.as_bytes()));
        let Some((host, rest)) = known.into_iter().find_map(parts) else {
            return Self::default();
        };
        let read = Read::new(rest, &Path::default(), 0);
        let (words, n_words) = read.speaking();
        let own = Own {
            host,
            path: rest,
            len: read.len,
            hash: read.hash,
            query: read.query,
            n_words,
            words: words_in(words),
        };
        let base = shortened(declared.base.as_bytes());
        let base =
            absolute(base).map_or(base, |(_, rest)| if rest.is_empty() { b"/" } else { rest });
        let is_rooted = base.first() == Some(&b'/');
        Self { own: Some(own), folder: Path::of_folder(if is_rooted { base } else { rest }) }
    }

    pub(crate) fn is_known(&self) -> bool {
        self.own.is_some()
    }

    /// How many folders deep the page is, or nothing where that is not known.
    pub(crate) fn depth(&self) -> Option<usize> {
        self.own.as_ref().map(|own| own.len)
    }

    /// The page's own address behind its host.
    pub(crate) fn path(&self) -> Option<&'t [u8]> {
        self.own.as_ref().map(|own| own.path)
    }

    /// Whether a host is the page's own or a part of it, as far as that is known.
    pub(crate) fn may_have(&self, host: &[u8]) -> bool {
        self.own.as_ref().is_none_or(|own| kin(host, Some(own.host)) != Kin::Other)
    }

    /// How many words name the page in its address.
    pub(crate) fn n_words(&self) -> Option<usize> {
        self.own.as_ref().map(|own| own.n_words)
    }

    /// These words; nothing where there is one alone, which is rather a kind of page.
    pub(crate) fn words(&self) -> &str {
        self.own.as_ref().filter(|own| own.n_words > 1).map_or("", |own| &own.words)
    }

    /// Where a link to the site leads.
    fn here(&self, read: &Read<'_>, folder: u64) -> Target {
        let (mut steps, mut is_below) = (0, false);
        if let Some(own) = &self.own {
            let is_under = read.under == Some(own.hash);
            if is_under && read.len == own.len && (read.query.is_empty() || read.query == own.query)
            {
                return Target::Itself;
            }
            is_below = is_under && own.len > 0;
            steps = (read.len + 4).saturating_sub(own.len).min(8) as u8;
        }
        let words = read.speaking().1 as u8;
        Target::Other { folder, here: Some(Here { steps, words, is_below }) }
    }
}

/// Reads addresses of links. Most have the host of the one before.
pub(crate) struct Reader<'s, 't> {
    site: &'s Site<'t>,
    /// The last address up to its path, how its host is related to the page's, and its hash.
    origin: &'t [u8],
    kin: Kin,
    host: u64,
}

impl<'s, 't> Reader<'s, 't> {
    pub(crate) fn new(site: &'s Site<'t>) -> Self {
        Self { site, origin: b"", kin: Kin::Other, host: 0 }
    }

    /// Where a shortened address leads.
    pub(crate) fn target(&mut self, href: &'t [u8]) -> Target {
        let site = self.site;
        let own_len = site.own.as_ref().map_or(0, |own| own.len);
        let is_there = href.starts_with(self.origin) && href.get(self.origin.len()) == Some(&b'/');
        let path = if is_there && !self.origin.is_empty() {
            &href[self.origin.len()..]
        } else if let Some((host, path)) = absolute(href) {
            self.origin = &href[..href.len() - path.len()];
            self.kin = kin(host, site.own.as_ref().map(|own| own.host));
            self.host = if self.kin == Kin::Same { 0 } else { xxh3_64(host) };
            path
        } else {
            return self.relative(href, own_len);
        };
        let read = Read::new(path, &Path::default(), own_len);
        let folder = read.folder() ^ self.host;
        match self.kin {
            Kin::Other => Target::Other { folder, here: None },
            Kin::Same | Kin::Near => site.here(&read, folder),
        }
    }

    fn relative(&self, href: &[u8], own_len: usize) -> Target {
        let site = self.site;
        match href.first() {
            None => return Target::Itself,
            Some(b'/') => {
                let read = Read::new(href, &Path::default(), own_len);
                return site.here(&read, read.folder());
            }
            Some(_) => {}
        }
        if let Some(at) = memchr3(b':', b'/', b'?', href).filter(|at| href[*at] == b':') {
            let is_script = href[..at].eq_ignore_ascii_case(b"javascript");
            return if is_script { Target::Itself } else { Target::Nowhere };
        }
        let mut read = Read::new(href, &site.folder, own_len);
        if let Some(own) = site.own.as_ref().filter(|_| href[0] == b'?') {
            (read.len, read.hash, read.under) = (own.len, own.hash, Some(own.hash));
        }
        site.here(&read, read.folder())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_of_relative_links() {
        let declared = |canonical: &str, base: &str| Declared {
            title: String::new(),
            description: String::new(),
            canonical: canonical.to_owned(),
            url: String::new(),
            base: base.to_owned(),
            kind: String::new(),
            types: 0,
        };
        let of = |canonical: &str, base: &str, href: &str| {
            let declared = declared(canonical, base);
            let site = Site::new(&declared);
            match Reader::new(&site).target(href.as_bytes()) {
                Target::Itself => "itself",
                Target::Other { here: Some(here), .. } if here.is_below => "below",
                Target::Other { .. } => "beside",
                Target::Nowhere => "nowhere",
            }
        };
        let page = "https://a.example/a/b/";
        assert_eq!(of(page, "", "c/d"), "below");
        assert_eq!(of(page, "", "../c/d"), "beside");
        assert_eq!(of(page, "", "../b/d"), "below");
        assert_eq!(of(page, "", "../b"), "itself");
        // The ending of a file is no part of its name, that of a folder is.
        assert_eq!(of("https://a.example/a.html", "", "/a"), "itself");
        assert_eq!(of("https://a.example/node.js/", "", "/node/x"), "beside");
        // A base without a path is the root.
        assert_eq!(of(page, "https://a.example", "c"), "beside");
        assert_eq!(of(page, "https://a.example", "a/b/c"), "below");
    }
}
