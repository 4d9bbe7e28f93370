//! What must hold for any bytes: one function for each way into the core. Each panics if it does not.
//!
//! The targets in `core/fuzz` run them on inputs that libFuzzer makes, and `core/tests/fuzz.rs` on
//! seeds and simple mutations of them.

use std::sync::{Arc, LazyLock};

use pagecore_core::{
    Input, Limits, Model, Rule, RuleKind, Source, Table, TeiHeader, WriteOptions, cut, decode,
    detect_language, find_elements, join_url, json, names, parse, tag_len, tag_value,
};
use xxhash_rust::xxh3::xxh3_128;

/// Checks an input; panics if something does not hold.
pub type Check = fn(&[u8]);

/// The checks by the names of their fuzz targets.
pub const CHECKS: [(&str, Check); 7] = [
    ("parse", check_parse),
    ("extract", check_extract),
    ("model", check_model),
    ("cut", check_cut),
    ("json", check_json),
    ("url", check_url),
    ("metadata", check_metadata),
];

static MODEL: LazyLock<Model> = LazyLock::new(|| {
    let file = include_bytes!("../../../src/pagecore/models/default.model");
    Model::read(file).expect("the model of the package is valid")
});

/// Small enough to be reached by a small input.
const TIGHT: Limits =
    Limits { max_bytes: 3000, max_rows: 40, max_attribute: 30, max_depth: 8, max_formatting: 3 };

/// Any bytes parse into a valid table, as a page or a fragment, within any limits.
pub fn check_parse(bytes: &[u8]) {
    for fragment in [None, Some("td"), Some("select"), Some("svg path"), Some("template")] {
        check_table(&parse_bytes(bytes, fragment, &Limits::default()), &Limits::default());
    }
    check_table(&parse_bytes(bytes, None, &TIGHT), &TIGHT);
}

/// Any page can be judged and written in every format, twice with the same result. What is written
/// can be read back.
pub fn check_extract(bytes: &[u8]) {
    let first = write_all(bytes);
    let second = write_all(bytes);
    assert!(first == second, "two runs differ");
}

/// Any model file is refused, or is a valid model. The checksum is made right, so that mutations
/// reach the rest of the file.
pub fn check_model(bytes: &[u8]) {
    let _ = Model::read(bytes);
    let body = bytes.get(..bytes.len().saturating_sub(16)).unwrap_or_default();
    let file = [body, &xxh3_128(body).to_le_bytes()].concat();
    let Ok(model) = Model::read(&file) else { return };
    let written = model.write();
    let again = Model::read(&written).expect("what was written can be read");
    assert!(again.write() == written);
    for name in model.forest_names() {
        let forest = model.forest(name).expect("it is listed");
        let numbers = [0.0, f32::NAN, f32::INFINITY, -1e30];
        let columns = vec![numbers; forest.n_features()];
        let outputs = forest.predict(&columns).expect("it has the right columns");
        assert!(outputs.len() == numbers.len() * forest.n_outputs());
        forest.contributions(&columns, &[0, 3]).expect("these rows exist");
    }
    let table = parse_bytes(b"<h1>A title</h1><p>Some words of text.</p>", None, &TIGHT);
    if let Ok(mut decision) = model.decide(&table, 1.0) {
        let _ = model.page_types(&table, &decision);
        decision.find_rows(&table);
    }
}

/// Any rule is searched in any source, beside one for noise: the literal, tag, id and class,
/// separated by NUL, then the source. The pieces are in order and do not overlap.
pub fn check_cut(bytes: &[u8]) {
    let text = decode(bytes, Input::Bytes(None)).text;
    let parts: Vec<&str> = text.splitn(5, '\0').collect();
    let [literal, tag, id, class, source] = parts[..] else { return };
    let tag = if tag.is_empty() { "div" } else { tag };
    for (least_words, at) in [(0, 0), (3, 0), (0, 1), (0, 2)] {
        let content = Rule { literal, tag, id, class, kind: RuleKind::Content, at };
        let noise = Rule { literal: "<p>", tag: "p", id: "", class, kind: RuleKind::Noise, at };
        let end = Rule { literal: "", tag, id: "", class: "end", kind: RuleKind::End, at };
        let mut stop = 0;
        for piece in cut(source, &[content, noise, end], least_words).unwrap_or_default() {
            assert!(stop <= piece.source.start && !source[piece.source.clone()].is_empty());
            stop = piece.source.end;
        }
    }
    for element in find_elements(source, &[tag, "p"]) {
        assert!(source[element.source.start..element.open_stop].starts_with('<'));
        assert!(source[element.source].ends_with('>'));
    }
    for at in source.match_indices('<').map(|(at, _)| at).take(50) {
        let tag = &source[at..][..tag_len(&source.as_bytes()[at..])];
        let _ = (tag_value(tag, "class"), tag_value(tag, id));
    }
}

/// Any text has JSON values, each with its members after it. A strict reader's values are among them.
pub fn check_json(bytes: &[u8]) {
    let text = decode(bytes, Input::Bytes(None)).text;
    let values = json::read(&text);
    let mut n_values = 0;
    for value in values.all() {
        n_values += 1;
        assert!(value.members().all(|member| member.number() > value.number()));
        let _ = (value.name(), value.value());
    }
    assert!(values.roots().all(|root| root.number() < n_values));
    let is_sound = serde_json::from_str::<serde_json::Value>(&text)
        .is_ok_and(|value| value.is_object() || value.is_array());
    for is_whole in [false, true] {
        let found = json::find(&text, is_whole);
        assert!(found.is_some() || !is_sound, "valid JSON is refused");
        assert!(found.is_none_or(|values| values.roots().count() == 1));
    }
}

/// Any two lines are a base URL and a reference. A URL that was joined is absolute and stays as it is.
pub fn check_url(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (base, reference) = text.split_once('\n').unwrap_or(("", &text));
    for base in [None, Some(base), Some("https://site.example/a/b?c#d")] {
        let Some(url) = join_url(base, reference) else { continue };
        assert!(url.is_ascii() && url.contains(':') && !url.contains(['\r', '\n', '\t']));
        assert_eq!(join_url(None, &url).as_deref(), Some(&*url));
    }
    let page = format!("<base href='{base}'><a href='{reference}'>a</a><img src='{reference}'>");
    let table = parse_bytes(page.as_bytes(), None, &Limits::default());
    for url in [None, Some(base)] {
        let keep = vec![true; table.len()];
        check_written(&table, &keep, &WriteOptions::new(url, true, true, true));
    }
}

/// Any text can be a date, a name or a title, wherever a page has one.
pub fn check_metadata(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let value = serde_json::to_string(&text).expect("a text is JSON");
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    let page = format!(
        r#"<html lang="{escaped}"><title>{escaped} | Site</title>
        <meta property="article:published_time" content="{escaped}">
        <meta name="author" content="{escaped}"><meta property="og:title" content="{escaped}">
        <script type="application/ld+json">{{"@type": "NewsArticle", "headline": {value},
        "dateModified": {value}, "author": [{{"name": {value}}}, {value}]}}</script>
        <article><h1>{escaped}</h1><p class="byline">By <a rel="author">{escaped}</a>
        <time datetime="{escaped}">{escaped}</time></p><p>Published: {escaped}</p></article>"#
    );
    for page in [page.as_bytes(), bytes] {
        let table = parse_bytes(page, None, &Limits::default());
        for url in [None, Some("https://site.example/2024/05/06/story"), Some(&*text)] {
            read_metadata(&table, url);
        }
    }
    detect_language(&text, &[]);
}

fn parse_bytes(bytes: &[u8], fragment: Option<&str>, limits: &Limits) -> Table {
    let source = Source::new(Arc::new(bytes.to_vec()));
    match parse(source, Input::Bytes(None), fragment, limits) {
        Ok(table) => table,
        Err(_) => unreachable!("these are names of elements"),
    }
}

/// Checks the invariants of `docs/data-model.md`, and that every reading of the table works.
fn check_table(table: &Table, limits: &Limits) {
    let n = table.len();
    assert!(0 < n && n <= limits.max_rows);
    let source = std::str::from_utf8(table.source.bytes()).expect("the source is UTF-8");
    let is_place = |start: i32, stop: i32, text: &str| {
        0 <= start && start <= stop && text.get(start as usize..stop as usize).is_some()
    };
    for row in 0..n {
        let (parent, end) = (table.parent[row], table.end[row] as usize);
        assert!(parent < row as i32 && row < end && end <= n);
        assert!((parent < 0) == (row == 0));
        assert!(parent < 0 || end <= table.end[parent as usize] as usize);
        assert!(parent < 0 || table.depth()[row] == table.depth()[parent as usize] + 1);
        assert!(table.depth()[row] as usize <= limits.max_depth);
        assert!(is_place(table.start[row], table.stop[row], source));
        assert!(is_place(table.text_start[row], table.text_stop[row], &table.text));
        assert!(table.tag_name(table.tag[row]).is_some());
        assert!(table.tag[row] != names::tag::TEXT || end == row + 1);
    }
    let columns = [&table.hidden, &table.joined];
    assert!(columns.iter().all(|column| column.len() == n));
    let counts = table.counts();
    for row in 0..n {
        assert!(counts.words[row] <= counts.chars[row]);
        assert!(counts.punctuation[row] <= counts.chars[row]);
    }
    for [row, _, start, stop] in &table.attributes.entries {
        assert!((0..n as i32).contains(row) && is_place(*start, *stop, source));
        assert!((stop - start) as usize <= limits.max_attribute);
    }
    for warning in &table.warnings {
        assert!((-1..n as i32).contains(&warning.row) && warning.offset <= source.len() as i32);
        assert!(warning.count >= 0);
    }
    let blocks = table.blocks();
    for block in 0..blocks.len() {
        let (first, last) = (blocks.first[block], blocks.last[block]);
        assert!(0 <= first && first <= last && last < n as i32);
    }
    let all = vec![true; n];
    for kind in ["text", "tag", "shape", "attr:class"] {
        assert!(table.digest(kind).is_ok_and(|digest| digest.len() == n));
    }
    let starts: Vec<i64> =
        [0].into_iter().chain(source.match_indices('\n').map(|at| at.0 as i64 + 1)).collect();
    table.line_pieces(&starts, &all);
    table.terms(&all);
    table.xpaths(&(0..n.min(100)).collect::<Vec<_>>());
    table.block_lines();
    assert!(table.data_tables().len() == n && table.comments().len() == n);
    for row in 0..n.min(100) {
        table.attributes_of(row);
    }
    table.links(&all, Some("https://site.example/"));
    table.plain_text(&all, &WriteOptions::default());
}

/// All outputs for a page.
fn write_all(bytes: &[u8]) -> Vec<String> {
    let url = Some("https://site.example/a/b");
    let table = parse_bytes(bytes, None, &Limits::default());
    let mut decision = MODEL.decide(&table, 1.0).expect("the model can decide");
    assert!((0.0..=1.0).contains(&decision.confidence));
    let types = MODEL.page_types(&table, &decision).expect("the model has types");
    let chosen: Vec<bool> = decision.find_rows(&table).into_iter().map(|row| row != 0).collect();
    for row in 1..table.len() {
        assert!(!chosen[row] || chosen[table.parent[row] as usize], "the choice is closed upward");
    }
    let mut outputs = check_written(&table, &chosen, &WriteOptions::new(url, true, true, true));
    outputs.extend(check_written(&table, &vec![true; table.len()], &WriteOptions::default()));
    outputs.extend(read_metadata(&table, url));
    outputs.push(format!("{types:?} {:?} {:?}", decision.probability, table.images(&chosen, url)));
    outputs
}

/// Writes rows in every format, and reads back what was written.
fn check_written(table: &Table, keep: &[bool], options: &WriteOptions<'_>) -> Vec<String> {
    let text = table.plain_text(keep, options);
    let markdown = table.markdown(keep, options);
    let html = table.html(keep, options);
    check_html(&html);
    let language = detect_language(&text, &["en"]).map(|(code, _)| code);
    let header =
        TeiHeader { title: &text, authors: &[], date: Some(&text), url: options.url, language };
    let tei = header.document(&[table.tei(keep, options)]);
    if let Err(error) = roxmltree::Document::parse(&tei) {
        panic!("TEI is not well-formed: {error}");
    }
    let json = format!("[{}]", table.blocks_json(keep, 0, false));
    let blocks: serde_json::Value = serde_json::from_str(&json).expect("the blocks are JSON");
    let n_blocks = table.written_blocks(keep, &WriteOptions::default()).len();
    assert!(blocks.as_array().is_some_and(|blocks| blocks.len() == n_blocks));
    vec![text, markdown, html, tei, json]
}

/// Checks that HTML has no script, no style, no handler of events and no unsafe address.
fn check_html(html: &str) {
    const UNSAFE: [&str; 10] =
        ["script", "style", "iframe", "object", "embed", "form", "input", "base", "meta", "link"];
    let table = parse_bytes(html.as_bytes(), Some("div"), &Limits::default());
    for row in 1..table.len() {
        let name = table.tag_name(table.tag[row]).expect("every number has a name");
        assert!(!UNSAFE.contains(&&*name), "<{name}> in HTML");
        for (name, value) in table.attributes_of(row) {
            assert!(!name.starts_with("on") && name != "style", "{name}= in HTML");
            if matches!(&*name, "href" | "src" | "cite" | "poster" | "srcset") {
                check_address(&value);
            }
        }
    }
}

fn check_address(address: &str) {
    let url: String = address.chars().filter(|c| *c > ' ').collect::<String>().to_ascii_lowercase();
    let is_unsafe = ["javascript:", "vbscript:", "data:text", "file:"];
    assert!(!is_unsafe.iter().any(|scheme| url.starts_with(scheme)), "{address:?} in HTML");
}

/// The metadata as texts; every field has a value and a row of the page.
fn read_metadata(table: &Table, url: Option<&str>) -> Vec<String> {
    let fields = table.metadata(url);
    for field in &fields {
        assert!((-1..table.len() as i32).contains(&field.row));
        assert!(!field.values.is_empty() && !field.source.is_empty());
        if matches!(field.name, "published" | "modified") {
            let digits = field.values[0].bytes().take(10).filter(u8::is_ascii_digit).count();
            assert!(digits == 8, "{} {:?}", field.name, field.values);
        }
    }
    fields.iter().map(|field| format!("{field:?}")).collect()
}
