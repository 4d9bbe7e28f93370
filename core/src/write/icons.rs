//! Recognise images that are not content: placeholders of lazily loaded images, loaders, and icons
//! of networks to share a page on.

use crate::parse::columns::Table;
use crate::parse::names::{attr, tag};

/// Ancestors of an icon that may be its link.
const MAX_ABOVE: usize = 3;
/// The largest declared width or height of an icon, in pixels.
const MAX_ICON: u32 = 64;
/// The longest address that is compared with names.
const MAX_ADDRESS: usize = 2048;

/// Names of files that are placeholders or loaders, without their extension.
const PLACEHOLDERS: [&str; 24] = [
    "1x1",
    "ajax-loader",
    "blank",
    "clear",
    "clearpixel",
    "dot",
    "lazy-load",
    "lazy-placeholder",
    "lazyload",
    "loader",
    "loading",
    "loading-icon",
    "pixel",
    "placeholder",
    "placeholder-image",
    "preloader",
    "px",
    "spacer",
    "spin",
    "spinner",
    "tracking-pixel",
    "trans",
    "transparent",
    "transparent-pixel",
];
/// Words that only names of placeholders and loaders have, if the other words are those below.
const LOADER_WORDS: [&str; 9] = [
    "blank",
    "lazyload",
    "loader",
    "loading",
    "placeholder",
    "preloader",
    "spacer",
    "spinner",
    "transparent",
];
/// What else the name of a placeholder may contain, besides its size.
const FILLER_WORDS: [&str; 24] = [
    "ajax",
    "animated",
    "big",
    "black",
    "blue",
    "circle",
    "dark",
    "default",
    "gif",
    "gray",
    "grey",
    "icon",
    "image",
    "img",
    "large",
    "lazy",
    "light",
    "medium",
    "pixel",
    "small",
    "square",
    "thumb",
    "thumbnail",
    "white",
];
const NETWORKS: [&str; 22] = [
    "bluesky",
    "email",
    "facebook",
    "fb",
    "flipboard",
    "instagram",
    "line",
    "linkedin",
    "mail",
    "mastodon",
    "messenger",
    "pinterest",
    "pocket",
    "print",
    "reddit",
    "rss",
    "share",
    "telegram",
    "threads",
    "twitter",
    "whatsapp",
    "x",
];
/// What else the name of an icon's file may contain.
const ICON_WORDS: [&str; 20] = [
    "black", "blue", "btn", "button", "circle", "color", "dark", "filled", "grey", "ic", "icn",
    "ico", "icon", "light", "logo", "round", "share", "social", "square", "white",
];
/// Parts of addresses that share a page.
const SHARES: [&str; 15] = [
    "facebook.com/sharer",
    "facebook.com/share",
    "facebook.com/dialog",
    "twitter.com/intent",
    "twitter.com/share",
    "x.com/intent",
    "linkedin.com/sharearticle",
    "linkedin.com/sharing",
    "pinterest.com/pin/create",
    "reddit.com/submit",
    "t.me/share",
    "telegram.me/share",
    "api.whatsapp.com/send",
    "whatsapp://send",
    "mailto:?",
];

/// Whether an address is that of a placeholder or loader.
pub(super) fn is_placeholder(address: &str) -> bool {
    address.len() <= MAX_ADDRESS
        && find_stem(address).is_some_and(|stem| {
            PLACEHOLDERS.binary_search(&stem.replace('_', "-").as_str()).is_ok()
                || has_loader_words(&stem)
        })
}

/// Whether the words of a name are those of a placeholder or loader: `loading-spinner-32x32`.
fn has_loader_words(stem: &str) -> bool {
    let mut is_loader = false;
    split_words(stem).all(|word| {
        let is_own = LOADER_WORDS.binary_search(&word).is_ok();
        is_loader |= is_own;
        is_own || is_size(word) || FILLER_WORDS.binary_search(&word).is_ok()
    }) && is_loader
}

fn split_words(stem: &str) -> impl Iterator<Item = &str> {
    stem.split(['-', '_', '.', '@']).filter(|word| !word.is_empty())
}

/// Whether a word is a size: `32`, `2x`, `16x9`.
fn is_size(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'x')
}

/// Whether an image is the icon of a link to share the page.
pub(super) fn is_share_icon(table: &Table, image: usize) -> bool {
    let parent = |row: &usize| usize::try_from(table.parent[*row]).ok();
    let mut around = std::iter::successors(parent(&image), parent).take(MAX_ABOVE);
    let target =
        around.find(|row| table.tag[*row] == tag::A).and_then(|link| table.value(link, attr::HREF));
    let target = target.as_deref().unwrap_or("");
    if is_share_address(target) {
        return true;
    }
    let source = table.value(image, attr::SRC);
    let Some(stem) = source.as_deref().filter(|s| s.len() <= MAX_ADDRESS).and_then(find_stem)
    else {
        return false;
    };
    let Some(network) = find_network(&stem) else { return false };
    is_small(table, image) || find_host(target).is_some_and(|host| host.contains(network))
}

fn is_share_address(target: &str) -> bool {
    let n_bytes = target.len().min(80);
    let start = (n_bytes..=target.len()).find(|at| target.is_char_boundary(*at)).unwrap_or(0);
    let start = target[..start].to_ascii_lowercase();
    SHARES.iter().any(|share| start.contains(share))
}

/// The network whose icon a file is, by its name: `facebook`, `icon-facebook-white`.
fn find_network(stem: &str) -> Option<&'static str> {
    let mut network = None;
    for word in split_words(stem) {
        match NETWORKS.binary_search(&word) {
            Ok(at) if !is_size(word) || word == "x" => network = Some(NETWORKS[at]),
            _ if is_size(word) || ICON_WORDS.contains(&word) => {}
            _ => return None,
        }
    }
    network
}

/// Whether an image declares the size of an icon.
fn is_small(table: &Table, image: usize) -> bool {
    [attr::WIDTH, attr::HEIGHT].into_iter().any(|name| {
        let size = table.value(image, name);
        size.is_some_and(|size| {
            size.trim().trim_end_matches("px").parse::<u32>().is_ok_and(|size| size <= MAX_ICON)
        })
    })
}

/// The name of the file of an address, in lower case and without its extension.
fn find_stem(address: &str) -> Option<String> {
    let path = address.split(['?', '#']).next()?;
    let name = path.rsplit('/').next()?;
    let (stem, kind) = name.rsplit_once('.')?;
    let is_image = ["gif", "jpg", "jpeg", "png", "svg", "webp", "avif"]
        .iter()
        .any(|image| kind.eq_ignore_ascii_case(image));
    (is_image && stem.len() <= 60).then(|| stem.to_ascii_lowercase())
}

fn find_host(address: &str) -> Option<&str> {
    address.split_once("//")?.1.split(['/', '?', '#']).next()
}

#[cfg(test)]
mod tests {
    use super::{
        FILLER_WORDS, LOADER_WORDS, NETWORKS, PLACEHOLDERS, find_network, is_placeholder,
        is_share_address,
    };

    #[test]
    fn placeholders_and_icons_are_recognised_by_name() {
        assert!(PLACEHOLDERS.is_sorted() && NETWORKS.is_sorted());
        assert!(LOADER_WORDS.is_sorted() && FILLER_WORDS.is_sorted());
        for (address, want) in [
            ("https://a.example/blank.gif", true),
            ("/img/loading.svg?v=2", true),
            ("/img/Lazy_Placeholder.png", true),
            ("/img/loading-spinner_32x32.gif", true),
            ("/img/img.placeholder@2x.png", true),
            ("/img/blank-verse.jpg", false),
            ("/img/loading-the-ferry.jpg", false),
            ("/img/black-square.jpg", false),
            ("/loading", false),
        ] {
            assert_eq!(is_placeholder(address), want, "{address}");
        }
        for (stem, want) in [
            ("facebook", Some("facebook")),
            ("icon-twitter-white@2x", Some("twitter")),
            ("share_32x32", Some("share")),
            ("facebook-offices-in-dublin", None),
            ("icon", None),
        ] {
            assert_eq!(find_network(stem), want, "{stem}");
        }
        assert!(is_share_address("https://www.facebook.com/sharer/sharer.php?u=x"));
        assert!(!is_share_address("https://www.facebook.com/pagecore"));
    }
}
