//! Compare the URLs of two images.

/// Whether two URLs are versions of one image. They may differ in the query, in the end of the file
/// name (`ice.jpg`, `ice-400.jpg`), or in one part of it that is not a number (`ice-wide.jpg`,
/// `ice-narrow.jpg`).
pub(super) fn are_versions(a: &str, b: &str) -> bool {
    let path = |url: &'_ str| url.split(['?', '#']).next().unwrap_or_default().to_owned();
    let (a, b) = (path(a), path(b));
    let (first_folder, first) = a.rsplit_once('/').unwrap_or(("", &a));
    let (second_folder, second) = b.rsplit_once('/').unwrap_or(("", &b));
    let parts = |name: &'_ str| -> Vec<String> {
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        stem.split(['-', '_', '@', '.']).map(str::to_owned).collect()
    };
    // Without a file name, the query alone may select the image.
    let are_files = first.contains('.') && second.contains('.');
    let (first, second) = (parts(first), parts(second));
    if !are_files
        || first_folder != second_folder
        || !first.concat().contains(char::is_alphanumeric)
    {
        return false;
    }
    if first.len() != second.len() {
        return first.starts_with(&second) || second.starts_with(&first);
    }
    let differences = || first.iter().zip(&second).filter(|(a, b)| a != b);
    let has_digit = |part: &String| part.contains(|c: char| c.is_ascii_digit());
    let is_one_difference = differences().count() < 2.min(first.len());
    is_one_difference && !differences().any(|(a, b)| has_digit(a) || has_digit(b))
}

#[cfg(test)]
mod tests {
    use super::are_versions;

    #[test]
    fn versions_differ_in_one_part_of_the_file_name() {
        for (a, b, want) in [
            ("/i/ice.jpg", "/i/ice-400.jpg", true),
            ("/i/ice.jpg?w=400", "/i/ice.jpg?w=800", true),
            ("/i/ice-wide.jpg", "/i/ice-narrow.webp", true),
            ("/i/ice-1.jpg", "/i/ice-2.jpg", false),
            ("/i/image?url=ice.jpg", "/i/image?url=sea.jpg", false),
            ("/i/ice.jpg", "/i/sea.jpg", false),
            ("/i/1/ice.jpg", "/i/2/ice.jpg", false),
            ("ice.jpg", "sea.jpg", false),
        ] {
            assert_eq!(are_versions(a, b), want, "{a} {b}");
        }
    }
}
