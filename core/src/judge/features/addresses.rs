//! Find the target of a link relative to the page, by the bytes of its URL.

use memchr::memchr3;
use xxhash_rust::xxh3::xxh3_64;

use crate::judge::features::declared::Declared;
use crate::judge::features::paths::{
    ParsedPath, Path, Relation, read_words, relate_hosts, split_absolute, trim_url,
};

/// The page's own URL, with which links are compared.
#[derive(Default)]
pub(crate) struct Site<'t> {
    /// `None` if the page declares no URL.
    own: Option<OwnUrl<'t>>,
    /// The folder that relative links start from.
    folder: Path,
}

struct OwnUrl<'t> {
    host: &'t [u8],
    /// The URL after the host.
    path: &'t [u8],
    /// The number of parts of the path, and their hash.
    len: usize,
    hash: u64,
    query: &'t [u8],
    /// The words of the path that name the page, and their number.
    n_words: usize,
    words: String,
}

/// The target of a link.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    /// Not a page: a mail address or a telephone number.
    Nowhere,
    /// A place in the page itself, or a script.
    Itself,
    /// Another page: the hash of its host and folder, and more if it is on the same site.
    Other { folder: u64, on_site: Option<OnSite> },
}

/// A target on the same site.
#[derive(Clone, Copy)]
pub(crate) struct OnSite {
    /// How much deeper than the page it is, from 0 to 8; 4 is the depth of the page.
    pub(crate) steps: u8,
    /// The number of words in its URL that name it.
    pub(crate) words: u8,
    /// Whether it is below the page.
    pub(crate) is_below: bool,
}

impl<'t> Site<'t> {
    /// Reads the site from the URLs that a page declares. The URL it was loaded from is ignored, so
    /// that the same page always has the same features.
    pub(crate) fn new(declared: &'t Declared) -> Self {
        let urls = [&declared.canonical[..], &declared.url];
        let split = |url: &'t str| split_absolute(trim_url(url.as_bytes()));
        let Some((host, rest)) = urls.into_iter().find_map(split) else {
            return Self::default();
        };
        let parsed = ParsedPath::new(rest, &Path::default(), 0);
        let (words, n_words) = parsed.slug();
        let own = OwnUrl {
            host,
            path: rest,
            len: parsed.len,
            hash: parsed.hash,
            query: parsed.query,
            n_words,
            words: read_words(words),
        };
        let base = trim_url(declared.base.as_bytes());
        let base = split_absolute(base)
            .map_or(base, |(_, rest)| if rest.is_empty() { b"/" } else { rest });
        let is_rooted = base.first() == Some(&b'/');
        Self { own: Some(own), folder: Path::of_folder(if is_rooted { base } else { rest }) }
    }

    pub(crate) fn is_known(&self) -> bool {
        self.own.is_some()
    }

    /// The number of parts of the page's path, if its URL is known.
    pub(crate) fn depth(&self) -> Option<usize> {
        self.own.as_ref().map(|own| own.len)
    }

    /// The page's own URL after its host.
    pub(crate) fn path(&self) -> Option<&'t [u8]> {
        self.own.as_ref().map(|own| own.path)
    }

    /// Whether a host may belong to the site: it is the page's own or related to it, or the page's
    /// own is not known.
    pub(crate) fn may_have_host(&self, host: &[u8]) -> bool {
        self.own.as_ref().is_none_or(|own| relate_hosts(host, Some(own.host)) != Relation::Other)
    }

    /// The number of words that name the page in its URL.
    pub(crate) fn n_words(&self) -> Option<usize> {
        self.own.as_ref().map(|own| own.n_words)
    }

    /// The words that name the page in its URL. Empty if there is only one: that names a kind of
    /// page.
    pub(crate) fn words(&self) -> &str {
        self.own.as_ref().filter(|own| own.n_words > 1).map_or("", |own| &own.words)
    }

    /// The target of a link to the same site.
    fn target_on_site(&self, parsed: &ParsedPath<'_>, folder: u64) -> Target {
        let (mut steps, mut is_below) = (0, false);
        if let Some(own) = &self.own {
            let has_prefix = parsed.prefix_hash == Some(own.hash);
            let has_same_query = parsed.query.is_empty() || parsed.query == own.query;
            if has_prefix && parsed.len == own.len && has_same_query {
                return Target::Itself;
            }
            is_below = has_prefix && own.len > 0;
            steps = (parsed.len + 4).saturating_sub(own.len).min(8) as u8;
        }
        let words = parsed.slug().1 as u8;
        Target::Other { folder, on_site: Some(OnSite { steps, words, is_below }) }
    }
}

/// Reads the targets of links. Most links have the same host as the link before.
pub(crate) struct TargetReader<'s, 't> {
    site: &'s Site<'t>,
    /// The last URL up to its path.
    origin: &'t [u8],
    /// The relation of its host to the page's, and the hash of the host.
    relation: Relation,
    host: u64,
}

impl<'s, 't> TargetReader<'s, 't> {
    pub(crate) fn new(site: &'s Site<'t>) -> Self {
        Self { site, origin: b"", relation: Relation::Other, host: 0 }
    }

    /// Reads the target of a trimmed URL.
    pub(crate) fn read(&mut self, href: &'t [u8]) -> Target {
        let site = self.site;
        let own_len = site.own.as_ref().map_or(0, |own| own.len);
        let has_last_origin =
            href.starts_with(self.origin) && href.get(self.origin.len()) == Some(&b'/');
        let path = if has_last_origin && !self.origin.is_empty() {
            &href[self.origin.len()..]
        } else if let Some((host, path)) = split_absolute(href) {
            self.origin = &href[..href.len() - path.len()];
            self.relation = relate_hosts(host, site.own.as_ref().map(|own| own.host));
            self.host = if self.relation == Relation::Same { 0 } else { xxh3_64(host) };
            path
        } else {
            return self.read_relative(href, own_len);
        };
        let parsed = ParsedPath::new(path, &Path::default(), own_len);
        let folder = parsed.folder() ^ self.host;
        match self.relation {
            Relation::Other => Target::Other { folder, on_site: None },
            Relation::Same | Relation::Subdomain => site.target_on_site(&parsed, folder),
        }
    }

    fn read_relative(&self, href: &[u8], own_len: usize) -> Target {
        let site = self.site;
        match href.first() {
            None => return Target::Itself,
            Some(b'/') => {
                let parsed = ParsedPath::new(href, &Path::default(), own_len);
                return site.target_on_site(&parsed, parsed.folder());
            }
            Some(_) => {}
        }
        if let Some(at) = memchr3(b':', b'/', b'?', href).filter(|at| href[*at] == b':') {
            let is_script = href[..at].eq_ignore_ascii_case(b"javascript");
            return if is_script { Target::Itself } else { Target::Nowhere };
        }
        let mut parsed = ParsedPath::new(href, &site.folder, own_len);
        if let Some(own) = site.own.as_ref().filter(|_| href[0] == b'?') {
            (parsed.len, parsed.hash) = (own.len, own.hash);
            parsed.prefix_hash = Some(own.hash);
        }
        site.target_on_site(&parsed, parsed.folder())
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
        let target = |canonical: &str, base: &str, href: &str| {
            let declared = declared(canonical, base);
            let site = Site::new(&declared);
            match TargetReader::new(&site).read(href.as_bytes()) {
                Target::Itself => "itself",
                Target::Other { on_site: Some(target), .. } if target.is_below => "below",
                Target::Other { .. } => "beside",
                Target::Nowhere => "nowhere",
            }
        };
        let page = "https://a.example/a/b/";
        assert_eq!(target(page, "", "c/d"), "below");
        assert_eq!(target(page, "", "../c/d"), "beside");
        assert_eq!(target(page, "", "../b/d"), "below");
        assert_eq!(target(page, "", "../b"), "itself");
        // The extension of a file is not part of its name; that of a folder is.
        assert_eq!(target("https://a.example/a.html", "", "/a"), "itself");
        assert_eq!(target("https://a.example/node.js/", "", "/node/x"), "beside");
        // A base without a path means the root.
        assert_eq!(target(page, "https://a.example", "c"), "beside");
        assert_eq!(target(page, "https://a.example", "a/b/c"), "below");
    }
}
