//! Cut the content of a page out of its source by rules, with string search and without parsing.
//!
//! A rule is an opening tag. It says whether the elements with this tag are content or noise, or that
//! content ends there. The search counts start and end tags of their name, from the opening tag on,
//! until they balance. A place in the source belongs to the innermost element that a rule matches.

use std::ops::Range;

use memchr::{memchr, memmem};

use crate::parse::tags::{
    Mark, Marks, RAW, comment_len, find_value, is_name, is_same_list, raw_len, tag_len,
};
use crate::table::counts::words_of;

/// What the elements of a rule are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Content,
    /// Noise inside content.
    Noise,
    /// The beginning of noise that goes on to the end of the content around it.
    End,
}

impl Kind {
    /// The kind of a name, as wrappers have it.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "content" => Some(Self::Content),
            "noise" => Some(Self::Noise),
            "end" => Some(Self::End),
            _ => None,
        }
    }
}

/// An opening tag, and what the elements with it are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule<'r> {
    /// The tag as written in the source, `<div id="main">`, and possibly text after it. A rule
    /// without id and class matches only this; another matches any tag with its values.
    pub literal: &'r str,
    /// The element's name.
    pub tag: &'r str,
    /// The values of its attributes; an empty one is not compared.
    pub id: &'r str,
    pub class: &'r str,
    pub kind: Kind,
    /// Which of the elements that match it is meant, from 1 on; 0 for all. Elements of a rule for
    /// noise count only inside content.
    pub at: usize,
}

impl Rule<'_> {
    /// Whether its elements are content.
    pub fn is_content(&self) -> bool {
        self.kind == Kind::Content
    }
}

/// An element: its source, from the opening tag to the end tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// The number of its name, or of the rule that it matches.
    pub number: usize,
    pub source: Range<usize>,
    /// The offset after its opening tag.
    pub open_stop: usize,
}

/// A piece of the source, and the number of the rule that decides about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub rule: usize,
    pub source: Range<usize>,
}

/// The pieces of a source that rules decide about, in order. Returns `None` if the pieces that are
/// content have fewer than `least_words` words, or if there are none.
pub fn cut(source: &str, rules: &[Rule<'_>], least_words: usize) -> Option<Vec<Piece>> {
    let pieces = decide(&find_matches(source.as_bytes(), rules), rules);
    let (mut words, mut has_content) = (0, false);
    for piece in pieces.iter().filter(|piece| rules[piece.rule].is_content()) {
        has_content = true;
        words += count_words(&source[piece.source.clone()], least_words - words);
        if words >= least_words {
            break;
        }
    }
    (has_content && words >= least_words).then_some(pieces)
}

/// All elements of a source with these names whose tags balance, in the order of their opening tags.
pub fn find_elements(source: &str, names: &[&str]) -> Vec<Element> {
    let names: Vec<&[u8]> = names.iter().map(|name| name.as_bytes()).collect();
    let mut scan = Scan::new(names.len());
    for mark in Marks::new(source.as_bytes(), &names) {
        let number = mark.name;
        if scan.pass(source.as_bytes(), &mark, || Some(number)).is_none() {
            break;
        }
    }
    scan.finish()
}

/// The elements that match a rule; the first rule that matches counts.
fn find_matches(bytes: &[u8], rules: &[Rule<'_>]) -> Vec<Element> {
    let mut names: Vec<&[u8]> = Vec::new();
    // The rules of each name.
    let mut by_name: Vec<Vec<(usize, Matcher<'_>)>> = Vec::new();
    for (number, rule) in rules.iter().enumerate() {
        let name = rule.tag.as_bytes();
        let at = names.iter().position(|known| *known == name).unwrap_or_else(|| {
            names.push(name);
            by_name.push(Vec::new());
            names.len() - 1
        });
        by_name[at].push((number, Matcher::new(rule)));
    }
    // The search ends early once every rule for content has the element that it means.
    let content = || rules.iter().filter(|rule| rule.is_content());
    let ends_early = content().all(|rule| rule.at > 0);
    let mut n_missing = content().count();
    let mut n_opened = vec![0_usize; rules.len()];
    let mut scan = Scan::new(names.len());
    for mark in Marks::new(bytes, &names) {
        let (tag, rest) = (&bytes[mark.at..mark.stop], &bytes[mark.at..]);
        let matching = || {
            let of_name = by_name[mark.name].iter();
            of_name.filter(|(_, rule)| rule.matches(tag, rest)).map(|(number, _)| *number).next()
        };
        let Some(change) = scan.pass(bytes, &mark, matching) else { break };
        match change {
            Change::Opened(rule) => n_opened[rule] += 1,
            Change::Closed(rule) if ends_early => {
                let is_meant = rules[rule].is_content() && n_opened[rule] == rules[rule].at;
                n_missing -= usize::from(is_meant && n_missing > 0);
                if n_missing == 0 && scan.n_open == 0 {
                    break;
                }
            }
            _ => {}
        }
    }
    scan.finish()
}

/// What a tag did to the elements that a scan follows.
enum Change {
    Opened(usize),
    Closed(usize),
    Nothing,
}

/// The elements of a source while its tags are read.
struct Scan {
    elements: Vec<Element>,
    /// For each name, the depth of its start and end tags.
    depths: Vec<i64>,
    /// For each name, the open elements: their depth, and their number in `elements`.
    open: Vec<Vec<(i64, usize)>>,
    n_open: usize,
}

impl Scan {
    fn new(n_names: usize) -> Self {
        let open = vec![Vec::new(); n_names];
        Self { elements: Vec::new(), depths: vec![0; n_names], open, n_open: 0 }
    }

    /// Reads a tag. Returns `None` if the source ends inside it.
    #[inline]
    fn pass(
        &mut self,
        bytes: &[u8],
        mark: &Mark,
        matching: impl FnOnce() -> Option<usize>,
    ) -> Option<Change> {
        let depth = &mut self.depths[mark.name];
        if !mark.is_end {
            *depth += 1;
            let Some(number) = matching() else { return Some(Change::Nothing) };
            self.open[mark.name].push((*depth, self.elements.len()));
            self.n_open += 1;
            // The element has no end yet.
            let source = mark.at..mark.at;
            self.elements.push(Element { number, source, open_stop: mark.stop });
            return Some(Change::Opened(number));
        }
        *depth -= 1;
        let Some((_, at)) = self.open[mark.name].pop_if(|(opened, _)| *opened == *depth + 1) else {
            return Some(Change::Nothing);
        };
        let element = &mut self.elements[at];
        element.source.end = mark.stop + memchr(b'>', &bytes[mark.stop..])? + 1;
        self.n_open -= 1;
        Some(Change::Closed(element.number))
    }

    /// The elements that have an end.
    fn finish(mut self) -> Vec<Element> {
        self.elements.retain(|element| !element.source.is_empty());
        self.elements
    }
}

/// Decides about the source of all elements that match a rule: the innermost element counts.
fn decide(elements: &[Element], rules: &[Rule<'_>]) -> Vec<Piece> {
    let mut pieces = Pieces::default();
    let mut counts = vec![0_usize; rules.len()];
    for element in elements {
        let (number, rule) = (element.number, &rules[element.number]);
        pieces.close(element.source.start);
        let is_inside = pieces.rule().is_some_and(|around| rules[around].is_content());
        if !rule.is_content() && !is_inside {
            continue;
        }
        counts[number] += 1;
        if (rule.at == 0 || rule.at == counts[number]) && rule.is_content() != is_inside {
            let source = &element.source;
            let end = if rule.kind == Kind::End { usize::MAX } else { source.end };
            pieces.open(source.start..end, number);
        }
    }
    pieces.close(usize::MAX);
    pieces.all
}

/// The pieces of a source, and the elements around the current place: their ends and rules.
#[derive(Default)]
struct Pieces {
    all: Vec<Piece>,
    around: Vec<(usize, usize)>,
    at: usize,
}

impl Pieces {
    /// The rule that decides about the current place.
    fn rule(&self) -> Option<usize> {
        self.around.last().map(|(_, rule)| *rule)
    }

    /// Goes to the beginning of an element, which the rule decides about.
    fn open(&mut self, source: Range<usize>, rule: usize) {
        self.go_to(source.start);
        // Tags may overlap: what is inside an element ends at the latest where that does.
        let end = self.around.last().map_or(source.end, |(end, _)| source.end.min(*end));
        self.around.push((end, rule));
    }

    /// Closes the elements that end at or before a place.
    fn close(&mut self, place: usize) {
        while let Some((end, _)) = self.around.last().copied().filter(|(end, _)| *end <= place) {
            self.go_to(end);
            self.around.pop();
        }
    }

    fn go_to(&mut self, place: usize) {
        if let Some(rule) = self.rule()
            && self.at < place
        {
            self.all.push(Piece { rule, source: self.at..place });
        }
        self.at = place;
    }
}

/// A rule, with what is searched for in an opening tag before its attributes are read.
struct Matcher<'r> {
    rule: &'r Rule<'r>,
    value: memmem::Finder<'r>,
}

impl<'r> Matcher<'r> {
    fn new(rule: &'r Rule<'r>) -> Self {
        let first_class = rule.class.split_ascii_whitespace().next().unwrap_or_default();
        let value = if rule.id.is_empty() { first_class } else { rule.id };
        Self { rule, value: memmem::Finder::new(value) }
    }

    /// Whether the rule matches an opening tag, at the beginning of the rest of the source.
    #[inline]
    fn matches(&self, tag: &[u8], rest: &[u8]) -> bool {
        let Rule { literal, id, class, .. } = *self.rule;
        if id.is_empty() && class.is_empty() {
            return !literal.is_empty() && rest.starts_with(literal.as_bytes());
        }
        tag == literal.as_bytes()
            || (self.value.find(tag).is_some()
                && (id.is_empty() || find_value(tag, b"id") == Some(id.as_bytes()))
                && (class.is_empty()
                    || find_value(tag, b"class").is_some_and(|list| is_same_list(list, class))))
    }
}

/// The number of words of a piece of source outside its tags; counting stops at `enough`.
fn count_words(piece: &str, enough: usize) -> usize {
    let bytes = piece.as_bytes();
    let (mut at, mut words) = (0, 0);
    while at < bytes.len() && words < enough {
        let open = memchr(b'<', &bytes[at..]).map_or(bytes.len(), |len| at + len);
        words += words_of(&piece[at..open]);
        if open == bytes.len() {
            break;
        }
        let rest = &bytes[open + 1..];
        at = open + 1;
        if rest.starts_with(b"!--") {
            at += comment_len(rest);
        } else if let Some(raw) = RAW.iter().find(|raw| is_name(rest, raw)) {
            at += raw_len(rest, raw);
        } else if rest
            .first()
            .is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'/' | b'!' | b'?'))
        {
            at = open + tag_len(&bytes[open..]);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rule for all `div` with this literal tag, id and class.
    fn rule<'r>(literal: &'r str, id: &'r str, class: &'r str) -> Rule<'r> {
        Rule { literal, tag: "div", id, class, kind: Kind::Content, at: 0 }
    }

    fn noise<'r>(tag: &'r str, literal: &'r str, class: &'r str) -> Rule<'r> {
        Rule { literal, tag, id: "", class, kind: Kind::Noise, at: 0 }
    }

    /// The pieces that are content, separated by a bar.
    fn cut_out(source: &str, rules: &[Rule<'_>]) -> Option<String> {
        let pieces = cut(source, rules, 0)?;
        let content = pieces.into_iter().filter(|piece| rules[piece.rule].is_content());
        Some(content.map(|piece| &source[piece.source]).collect::<Vec<_>>().join("|"))
    }

    fn cut_one(source: &str, rule: &Rule<'_>) -> Option<String> {
        cut_out(source, std::slice::from_ref(rule))
    }

    #[test]
    fn tags_are_counted_until_they_balance() {
        let source = "<div>a</div><div id=m>b<div>c</div><DIV\n>d</dIv>e</div >f</div>";
        let piece = Some("<div id=m>b<div>c</div><DIV\n>d</dIv>e</div >".to_owned());
        assert_eq!(cut_one(source, &rule("<div id=m>", "", "")), piece);
        assert_eq!(cut_one(source, &rule("", "m", "")), piece);
        assert_eq!(cut_one("<div id=m>b<div>c</div>", &rule("<div id=m>", "", "")), None);
        assert_eq!(cut_one("</div></div><div id=m>b</div>", &rule("", "m", "")).unwrap().len(), 17);
        assert_eq!(cut_one("<p id=m>b</p>", &rule("<p id=m>", "", "")), None);
    }

    #[test]
    fn all_elements_of_all_rules_are_cut_in_order() {
        let source = "<div class=a>1</div>x<p id=m>2</p>y<div class=a>3<div class=a>4</div></div>";
        let rules = [Rule { tag: "p", ..rule("", "m", "") }, rule("", "", "a")];
        let all = "<div class=a>1</div>|<p id=m>2</p>|<div class=a>3<div class=a>4</div></div>";
        assert_eq!(cut_out(source, &rules).as_deref(), Some(all));
        let at = |at| Rule { at, ..rule("", "", "a") };
        assert_eq!(cut_one(source, &at(1)).as_deref(), Some("<div class=a>1</div>"));
        assert_eq!(cut_one(source, &at(3)).as_deref(), Some("<div class=a>4</div>"));
        assert_eq!(cut_one(source, &at(4)), None);
    }

    #[test]
    fn the_innermost_element_decides() {
        let source = "<div class=a>1<p>2<div class=a>3</div>4</p>5<p>6</p></div><p>7</p>";
        let rules = [rule("", "", "a"), noise("p", "<p>", "")];
        let content = "<div class=a>1|<div class=a>3</div>|5|</div>";
        assert_eq!(cut_out(source, &rules).as_deref(), Some(content));
        // The second paragraph inside content is the third of the source.
        let source = "<p>0</p><div class=a>1<p>2</p>3<p>4</p></div>";
        let rules = [rule("", "", "a"), Rule { at: 2, ..noise("p", "<p>", "") }];
        assert_eq!(cut_out(source, &rules).as_deref(), Some("<div class=a>1<p>2</p>3|</div>"));
    }

    #[test]
    fn content_ends_at_a_tag_with_a_text() {
        let end = Rule { kind: Kind::End, ..noise("h3", "<h3>More", "") };
        let rules = [rule("", "", "a"), end];
        let source = "<h3>More</h3><div class=a>1<h3>2</h3>3<h3>More</h3>4<p>5</p></div>6";
        assert_eq!(cut_out(source, &rules).as_deref(), Some("<div class=a>1<h3>2</h3>3"));
        // What is content inside of it is cut again.
        let source = "<div class=a>1<h3>More</h3>2<div class=a>3</div>4</div>";
        assert_eq!(cut_out(source, &rules).as_deref(), Some("<div class=a>1|<div class=a>3</div>"));
    }

    #[test]
    fn overlapping_elements_end_with_the_one_around_them() {
        let source = "<div class=a>1<p>2</div>3</p>4";
        let rules = [rule("", "", "a"), noise("p", "<p>", "")];
        assert_eq!(cut_out(source, &rules).as_deref(), Some("<div class=a>1"));
        let pieces = cut(source, &rules, 0).unwrap();
        assert_eq!(&source[pieces[1].source.clone()], "<p>2</div>");
    }

    #[test]
    fn the_search_ends_only_when_all_that_is_meant_is_closed() {
        let first = Rule { at: 1, ..rule("", "", "a") };
        let last = Rule { tag: "p", at: 2, ..rule("", "", "b") };
        let source = "<p class=b>1<p class=b>2</p><div class=a>3</div></p><p class=b>4</p>";
        let content = "<p class=b>2</p>|<div class=a>3</div>";
        assert_eq!(cut_out(source, &[first.clone(), last.clone()]).as_deref(), Some(content));
        // The first `p` has no end, so the second that has one is the third.
        let source = "<p class=b>1<p class=b>2</p><div class=a>3</div><p class=b>4</p>";
        let content = "<div class=a>3</div>|<p class=b>4</p>";
        assert_eq!(cut_out(source, &[first, last]).as_deref(), Some(content));
    }

    #[test]
    fn longer_names_do_not_match() {
        let source = "<div id=m><divider></divider></divide>a</div>";
        assert_eq!(cut_one(source, &rule("", "m", "")).as_deref(), Some(source));
        let source = "<divider id=m>a</divider><div id=m>b</div>";
        assert_eq!(cut_one(source, &rule("", "m", "")).as_deref(), Some("<div id=m>b</div>"));
    }

    #[test]
    fn empty_elements_of_xhtml_have_no_content() {
        let begin =
            "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><script src='a'/>";
        let source = format!("{begin}<div id=\"m\"><div class=\"x\"/>b</div>c");
        let piece = Some("<div id=\"m\"><div class=\"x\"/>b</div>".to_owned());
        assert_eq!(cut_one(&source, &rule("", "m", "")), piece);
        assert_eq!(cut_one(&source[21..], &rule("", "m", "")), None);
    }

    #[test]
    fn scripts_and_comments_are_skipped() {
        let source = "<!-- <div id=m>no</div> --><script>'<div id=m>no</div>'</script>\
                      <div id=m><script>a('</div>')</SCRIPT ><!--</div>--><!--><style></div></style>b</div>";
        let begin = source.rfind("<div id=m>").expect("it is there");
        let piece = Some(source[begin..].to_owned());
        assert_eq!(cut_one(source, &rule("<div id=m>", "", "")), piece);
        assert_eq!(cut_one("<div id=m><script></div>", &rule("", "m", "")), None);
        assert_eq!(cut_one("<div id=m><!-- </div>", &rule("", "m", "")), None);
    }

    #[test]
    fn a_rule_without_values_is_literal() {
        let source = "<div class=c>a</div><div class=\"c\">b</div>";
        assert_eq!(
            cut_one(source, &rule("<div class=\"c\">", "", "")).as_deref(),
            Some("<div class=\"c\">b</div>")
        );
        let both = "<div class=c>a</div>|<div class=\"c\">b</div>";
        assert_eq!(cut_one(source, &rule("<div class='c'>", "", "c")).as_deref(), Some(both));
        assert_eq!(cut_one(source, &rule("<div class='c'>", "", "")), None);
    }

    #[test]
    fn attributes_are_read_in_all_spellings() {
        let fits = |tag: &str| cut_one(&format!("{tag}</div>"), &rule("", "m", "a b")).is_some();
        assert!(fits("<div id=m class='a b'>"));
        assert!(fits("<DIV CLASS=\"a  b \" data-x='>' hidden id = m >"));
        assert!(fits("<div id=m class='a\nb'/>"));
        assert!(!fits("<div id=m class='a b c'>"));
        assert!(!fits("<div data-id=m class='a b'>"));
        assert!(!fits("<div id=n id=m class='a b'>"));
        assert!(!fits("<div title='id=m class=a b'>"));
    }

    #[test]
    fn quoted_values_hold_no_tags() {
        let source = "<div id=m><div title='</div>'>a</div>b</div>";
        assert_eq!(cut_one(source, &rule("", "m", "")).as_deref(), Some(source));
    }

    #[test]
    fn pieces_with_few_words_do_not_match() {
        let source = "<div id=m title='one two three'>four<script>five six</script> <b>seven</b> \
                      <!-- eight -->n&lt;</div>";
        let fits = |source: &str, least| cut(source, &[rule("", "m", "")], least).is_some();
        assert!(fits(source, 3));
        assert!(!fits(source, 5));
        assert!(!fits("<div id=m></div>", 1));
        assert!(fits("<div id=m></div>", 0));
        // Words of all pieces count.
        assert!(fits("<div id=m>one</div> two <div id=m>three</div>", 2));
        assert!(!fits("<div id=m>one</div> two <div id=m>three</div>", 3));
    }

    #[test]
    fn elements_are_listed_with_their_tags() {
        let source = "<div a>1<p>2</p><P b>3</div></p ></div>";
        let elements = find_elements(source, &["p", "div"]);
        let texts: Vec<_> = elements
            .iter()
            .map(|element| (element.number, &source[element.source.clone()], element.open_stop))
            .collect();
        assert_eq!(
            texts,
            [
                (1, "<div a>1<p>2</p><P b>3</div>", 7),
                (0, "<p>2</p>", 11),
                (0, "<P b>3</div></p >", 21)
            ]
        );
    }

    #[test]
    fn unfinished_sources_match_nothing() {
        for source in
            ["", "<", "<div", "<div id", "<div id=", "<div id='m", "<div id=m", "</div", "<!--"]
        {
            assert_eq!(cut(source, &[rule("<div id=m>", "m", "c")], 0), None);
            assert_eq!(find_elements(source, &["div"]), []);
        }
    }
}
