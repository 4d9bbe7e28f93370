//! URLs joined by the WHATWG rules.

use url::Url;

/// The URL a reference leads to from a base; nothing where the standard fails.
pub fn join(base: Option<&str>, reference: &str) -> Option<String> {
    let base = base.and_then(|base| Url::parse(base).ok());
    Url::options().base_url(base.as_ref()).parse(reference).ok().map(String::from)
}

#[cfg(test)]
mod tests {
    use super::join;

    #[test]
    fn joins() {
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
}
