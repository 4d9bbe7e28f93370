//! Join URLs by the WHATWG rules.

use url::Url;

/// Resolves a reference against a base URL; `None` where the standard reports a failure.
pub fn join(base: Option<&str>, reference: &str) -> Option<String> {
    if is_plain(reference) {
        return Some(reference.to_owned());
    }
    let base = base.and_then(|base| Url::parse(base).ok());
    Url::options().base_url(base.as_ref()).parse(reference).ok().map(String::from)
}

/// Whether an address is absolute and already normalised by the URL standard. Most addresses that
/// pages declare are, and need no parsing.
fn is_plain(address: &str) -> bool {
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
    let Some((host, path)) = rest.and_then(|rest| rest.split_once('/')) else { return false };
    let is_host = |byte: u8| byte.is_ascii_lowercase() || matches!(byte, b'.' | b'-');
    let is_path = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.?=&".contains(&byte);
    host.starts_with(|c: char| c.is_ascii_lowercase())
        && host.bytes().all(is_host)
        && !host.contains("--")
        && !host.contains("..")
        && path.bytes().all(is_path)
        && !path.starts_with('.')
        && !path.contains("/.")
}

#[cfg(test)]
mod tests {
    use super::{is_plain, join};

    #[test]
    fn references_are_resolved() {
        for (base, reference, want) in [
            (Some("https://a.example/b/c?d"), "e", Some("https://a.example/b/e")),
            (Some("https://a.example/b/c?d"), " //f.example\\g ", Some("https://f.example/g")),
            (
                Some("https://a.example/"),
                "HTTP://B.example:80/../x y",
                Some("http://b.example/x%20y"),
            ),
            (None, "x", None),
            (None, "https://ä.example", Some("https://xn--4ca.example/")),
            (Some("no url"), "mailto:a@b.example", Some("mailto:a@b.example")),
        ] {
            assert_eq!(join(base, reference).as_deref(), want, "{base:?} {reference:?}");
        }
    }

    #[test]
    fn plain_addresses_do_not_change() {
        for address in ["https://a.example/", "http://www.a-b.example/c/d.html?e=f&g=/h"] {
            assert!(is_plain(address), "{address}");
            assert_eq!(join(None, address).as_deref(), Some(address));
        }
        for address in [
            "https://a.example",
            "https://A.example/",
            "https://xn--4ca.example/",
            "https://1.2.3/",
            "https://a.example:80/",
            "https://a.example/b/../c",
            "https://a.example/./c",
            "https://a.example/b c",
            "https://a.example/ä",
            "ftp://a.example/",
            "/b",
        ] {
            assert!(!is_plain(address), "{address}");
        }
    }
}
