//! Read the bylines of Chinese, Japanese and Korean newspapers, which name the role of a reporter
//! before or after the name.

/// Roles after a name: "김철수 기자", "山田太郎 記者".
const AFTER: [&str; 8] =
    ["기자", "특파원", "논설위원", "記者", "记者", "特派員", "編集委員", "论说委员"];
/// Roles before a name: "本报记者 王小明".
const BEFORE: [&str; 3] = ["记者", "記者", "通讯员"];
/// Words before a role that are not a name: "本报记者".
const NOT_NAMES: [&str; 13] = [
    "本报",
    "本報",
    "本刊",
    "本社",
    "本紙",
    "本网",
    "本網",
    "社会部",
    "政治部",
    "수습",
    "인턴",
    "전문",
    "시민",
];
/// Characters before a role, such as the name of an agency: "新华社记者".
const MAX_BEFORE: usize = 8;

/// The names in a byline with the role of a reporter; `None` if the text is not such a byline.
pub(crate) fn find_reporter(text: &str) -> Option<&str> {
    // An address may follow: "김철수 기자 kim@news.example".
    let is_address = |word: &str| word.contains('@');
    let end = text.find(|c: char| c.is_ascii_alphanumeric());
    let text = match end {
        Some(at) if text[at..].split(' ').any(is_address) => &text[..at],
        _ => text,
    };
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    if text.is_ascii() {
        return None;
    }
    let after = AFTER.iter().find_map(|role| text.strip_suffix(role)).map(str::trim_end);
    if let Some(name) = after.filter(|name| is_name(name)) {
        return Some(name);
    }
    BEFORE.iter().find_map(|role| {
        let (before, rest) = text.split_once(role)?;
        let names = rest.trim_start_matches([' ', '　', ':', '：', '|', '/']);
        let is_apart = names.len() < rest.len() && before.chars().count() <= MAX_BEFORE;
        let is_list = names.split([' ', '　', '、']).all(is_name);
        (is_apart && is_list && before.chars().all(is_wide)).then_some(names)
    })
}

/// Whether a text is a name of two to five Chinese or Korean characters.
fn is_name(text: &str) -> bool {
    (2..=5).contains(&text.chars().count())
        && text.chars().all(is_wide)
        && !NOT_NAMES.iter().any(|word| text.ends_with(word))
        && !text.ends_with(['社', '报', '報', '网', '網', '紙', '台', '部'])
}

fn is_wide(c: char) -> bool {
    c >= '\u{2e80}' && c.is_alphabetic()
}

#[cfg(test)]
mod tests {
    use super::find_reporter;

    #[test]
    fn roles_before_and_after_names() {
        assert_eq!(find_reporter("김철수 기자"), Some("김철수"));
        assert_eq!(find_reporter("김철수 기자 kim@news.example"), Some("김철수"));
        assert_eq!(find_reporter("山田太郎記者"), Some("山田太郎"));
        assert_eq!(find_reporter("本报记者 王小明"), Some("王小明"));
        assert_eq!(find_reporter("新华社记者：王小明"), Some("王小明"));
        for text in ["本报记者", "기자", "记者从会议上获悉", "Ann Lee", "수습 기자"]
        {
            assert_eq!(find_reporter(text), None, "{text}");
        }
    }
}
