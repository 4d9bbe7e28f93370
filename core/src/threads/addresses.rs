//! What the address of a link says, as flags: a profile, a post, an anchor in the page, an address
//! that the server looks up.

use crate::parse::columns::Table;

const PROFILE: i64 = 1;
const PERMALINK: i64 = 2;
const FRAGMENT: i64 = 4;
const REDIRECT: i64 = 8;

/// Words of the addresses of profiles.
const PROFILE_WORDS: [&str; 25] = [
    "profile",
    "profiles",
    "profil",
    "viewprofile",
    "member",
    "members",
    "memberlist",
    "user",
    "users",
    "user_info",
    "personal_pages",
    "author",
    "authors",
    "people",
    "mitglied",
    "mitglieder",
    "membre",
    "membres",
    "usuario",
    "usuarios",
    "utente",
    "utenti",
    "benutzer",
    "gebruiker",
    "gebruikers",
];
/// Parts of the addresses of actions, such as replying or searching.
const ACTIONS: [&str; 18] = [
    "quote",
    "reply",
    "report",
    "edit",
    "delete",
    "login",
    "register",
    "share",
    "mailto:",
    "javascript:",
    "search",
    "logout",
    "facebook.",
    "twitter.",
    "whatsapp",
    "pinterest",
    "timeline",
    "revisions",
];
const REDIRECTS: [&str; 7] = ["do=", "goto", "find", "comment=", "post=", "pid=", "id="];
/// The most characters between the sign of a fragment and its number.
const MAX_PREFIX: usize = 16;

impl Table {
    /// The flags of each row's `href`; 0 without it.
    pub fn address_flags(&self) -> Vec<i64> {
        let (ids, values) = self.attr("href");
        let flags: Vec<i64> = values.iter().map(|value| read_address(value)).collect();
        ids.iter().map(|id| usize::try_from(*id).map_or(0, |id| flags[id])).collect()
    }
}

/// The flags of an address.
pub fn read_address(value: &str) -> i64 {
    let lowered = value.to_ascii_lowercase();
    let mut flags = if lowered.starts_with('#') { FRAGMENT } else { 0 };
    let is_profile = names_profile(&lowered);
    let is_permalink = names_post(&lowered);
    if !(is_profile || is_permalink) || ACTIONS.iter().any(|action| lowered.contains(action)) {
        return flags;
    }
    if is_profile {
        flags |= PROFILE;
    }
    if is_permalink {
        flags |= PERMALINK;
        let after = lowered.split_once('?').map_or("", |(_, after)| after);
        let (query, fragment) = after.split_once('#').unwrap_or((after, ""));
        if fragment.is_empty() && begins_word(query, &REDIRECTS, |_| true) {
            flags |= REDIRECT;
        }
    }
    flags
}

fn names_profile(address: &str) -> bool {
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_lowercase());
    address.starts_with("u/")
        || address.contains("/u/")
        || address.contains("/@")
        || address.contains("/~")
        || begins_word(address, &PROFILE_WORDS, ends)
}

/// Whether one of the words begins where no letter is before it, and what follows passes a test.
fn begins_word(text: &str, words: &[&str], test: impl Fn(&str) -> bool) -> bool {
    let bytes = text.as_bytes();
    let is_start = |at: usize| at == 0 || !bytes[at - 1].is_ascii_lowercase();
    let begins = |at: usize| words.iter().any(|word| word.as_bytes()[0] == bytes[at]);
    (0..bytes.len()).filter(|at| is_start(*at) && begins(*at)).any(|at| {
        let rest = &text[at..];
        words.iter().any(|word| rest.strip_prefix(word).is_some_and(&test))
    })
}

/// Whether an address has the number of a post.
fn names_post(address: &str) -> bool {
    if !address.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    ends_in_anchor(address)
        || after_each(address, "post", |rest| {
            let rest = rest.strip_prefix('s').unwrap_or(rest);
            rest.strip_prefix(['-', '/', '=']).is_some_and(begins_with_digit)
        })
        || ["p=", "pid=", "msg=", "comment=", "answer="].iter().any(|key| {
            address.match_indices(key).any(|(at, _)| {
                let before = address[..at].chars().next_back();
                !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
                    && begins_with_digit(&address[at + key.len()..])
            })
        })
        || ["/comment", "/answer", "/a", "/review"].iter().any(|part| {
            after_each(address, part, |rest| {
                let rest = rest.strip_prefix('s').unwrap_or(rest);
                rest.strip_prefix('/').is_some_and(begins_with_digit)
            })
        })
}

fn after_each(text: &str, part: &str, test: impl Fn(&str) -> bool) -> bool {
    text.match_indices(part).any(|(at, _)| test(&text[at + part.len()..]))
}

fn begins_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether an address ends in a fragment with a number: `#post12`.
fn ends_in_anchor(address: &str) -> bool {
    let address = address.strip_suffix('\n').unwrap_or(address);
    let prefix = address.trim_end_matches(|c: char| c.is_ascii_digit());
    prefix.len() < address.len()
        && prefix
            .chars()
            .rev()
            .take(MAX_PREFIX + 1)
            .take_while(|c| !c.is_ascii_digit())
            .any(|c| c == '#')
}

#[cfg(test)]
mod tests {
    use super::{FRAGMENT, PERMALINK, PROFILE, REDIRECT, read_address};

    #[test]
    fn addresses_say_what_they_lead_to() {
        let check =
            |address: &str, flags: i64| assert_eq!(read_address(address), flags, "{address}");
        check("/members/ada.7/", PROFILE);
        check("/remember/7", 0);
        check("#post12", FRAGMENT | PERMALINK);
        check("#a1b2", FRAGMENT);
        check("/t/1#a-very-long-name-of-it-12", 0);
        check("/viewtopic.php?p=12", PERMALINK);
        check("/t?do=findcomment&comment=12", PERMALINK | REDIRECT);
        check("/posting?mode=reply&p=12", 0);
        check("https://x.example/@ada", PROFILE);
        check("//x.example/~ada", PROFILE);
        check("", 0);
    }
}
