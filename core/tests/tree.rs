//! Trees as one-liners: a page, and the tree it is parsed into.

use pagecore_core::{Input, Limits, Source, Table, names::tag, parse};

fn table(html: &str) -> Table {
    table_within(html, &Limits::default())
}

fn table_within(html: &str, limits: &Limits) -> Table {
    let source = Source::from(html.to_owned());
    parse(source, Input::Text, None, limits).expect("no fragment was asked for")
}

/// A table as `html(head body(p(a)))`: names, and texts with their blanks as underscores.
fn write_tree(table: &Table) -> String {
    let mut out = String::new();
    let mut open: Vec<usize> = Vec::new();
    for row in 0..table.len() {
        while open.last().is_some_and(|last| table.end[*last] as usize <= row) {
            let last = open.pop().expect("there is one");
            out.push_str(if table.end[last] as usize > last + 1 { ")" } else { "" });
        }
        match out.chars().last() {
            None | Some('(') => {}
            _ => out.push(' '),
        }
        if table.tag[row] == tag::TEXT {
            out.push_str(&table.text_of(row).replace([' ', '\n'], "_"));
        } else {
            out.push_str(&table.tag_name(table.tag[row]).expect("every number has a name"));
            out.push_str(if table.end[row] as usize > row + 1 { "(" } else { "" });
        }
        open.push(row);
    }
    while let Some(last) = open.pop() {
        out.push_str(if table.end[last] as usize > last + 1 { ")" } else { "" });
    }
    out
}

/// Checks the body of a page.
fn check(html: &str, body: &str) {
    let tree = write_tree(&table(html));
    assert_eq!(tree, format!("html(head body({body}))"), "{html:?}");
}

#[test]
fn missing_end_tags_are_implied() {
    check("<p>a<p>b", "p(a) p(b)");
    check("<ul><li>a<li>b</ul>c", "ul(li(a) li(b)) c");
    check("<dl><dt>a<dd>b<dt>c", "dl(dt(a) dd(b) dt(c))");
    check("<p>a<div>b</div>c", "p(a) div(b) c");
    check("<h1>a<h2>b", "h1(a) h2(b)");
    check("a</p>b", "a p b");
    check("<select><option>a<option>b</select>", "select(option(a) option(b))");
}

#[test]
fn empty_elements_of_xhtml_end_with_their_tag() {
    let declaration = "<?xml version='1.0'?>";
    let root = "<html xmlns='http://www.w3.org/1999/xhtml'>";
    for name in ["script", "style", "title", "noframes"] {
        let page = format!("{root}<head><{name}/></head><body><p>a</p></body></html>");
        let tree = write_tree(&table(&format!("{declaration}{page}")));
        assert_eq!(tree, format!("html(head({name}) body(p(a)))"));
        assert!(!write_tree(&table(&page)).contains("p(a)"), "{name} in HTML");
        let page = page.replace("<head>", "");
        let tree = write_tree(&table(&format!("{declaration}{page}")));
        assert_eq!(tree, format!("html(head({name}) body(p(a)))"));
    }
    for (html, body) in [
        ("<p>a<textarea/>b<iframe src='x'/>c</p>", "p(a textarea b iframe c)"),
        ("<p><i class='x'/>a</p><p>b</p>", "p(i a) p(b)"),
        ("<a id='x'/><div/><h2>a</h2><span/>b", "a div h2(a) span b"),
        ("<b><object/>a</b>b", "b(object a) b"),
        ("<table><tr><td/><td>a</td></tr></table>b", "table(tbody(tr(td td(a)))) b"),
        ("<p><![CDATA[a <b>]]></p>", "p(a_<b>)"),
        ("<br/><svg><g/></svg>a", "br svg(svg_g) a"),
    ] {
        let page = format!("{declaration}{root}<head></head><body>{html}</body></html>");
        let tree = write_tree(&table(&page)).replace("svg g", "svg_g").replace("svg svg", "svg");
        assert_eq!(tree, format!("html(head body({body}))"), "{html:?}");
    }
    check("<p>a<![CDATA[b]]>c", "p(a c)");
    check("<p><i/>a</p>b", "p(i(a)) i(b)");
}

#[test]
fn misnested_formatting_is_split() {
    check("<b>a<i>b</b>c</i>", "b(a i(b)) i(c)");
    check("<b>a<p>b</b>c", "b(a) p(b(b) c)");
    check("<p><b>a<p>b", "p(b(a)) p(b(b))");
    check("<a>a<a>b", "a(a) a(b)");
    check("<a>a<div>b<a>c", "a(a) div(a(b) a(c))");
    check("<b><b><b><b>a<p>b", "b(b(b(b(a p(b)))))");
}

#[test]
fn misplaced_content_of_a_table_goes_before_it() {
    check("<table>a<tr><td>b", "a table(tbody(tr(td(b))))");
    check("<table><td>a</table>b", "table(tbody(tr(td(a)))) b");
    check("x<table>a<td>b</td>c", "xac table(tbody(tr(td(b))))");
    check("<table><p>a<tr><td>b", "p(a) table(tbody(tr(td(b))))");
    check("<table> <tr> <td>a", "table(_ tbody(tr(_ td(a))))");
    check("<table> </", "_</ table");
    check("<table> </>x</> ", "_x_ table");
    check("<table> </> </>", "table(__)");
}

#[test]
fn texts_are_decoded_and_merged() {
    check("a&amp;b&#33;&nbsp", "a&b!\u{a0}");
    check("<pre>\n\na</pre>", "pre(_a)");
    check("<textarea>\n<p>&lt;</textarea>", "textarea(<p><)");
    check("a\r\nb\rc", "a_b_c");
    check("a<!--b-->c", "a c");
    check("a</x>b", "ab");
    check("a\0b<svg>\0", "ab svg svg(\u{fffd})");
    check("1 < 2 <3", "1_<_2_<3");
}

#[test]
fn svg_and_math_are_nested() {
    check("<svg><title>a</title><g/>b", "svg svg(svg title(a) svg g b)");
    check("<svg><desc><p>a</p></desc>b", "svg svg(svg desc(p(a)) b)");
    check("<math><mi>a</mi><mi>b", "math math(math mi(a) math mi(b))");
    check("<math><mi>a<p>b</mi>c", "math math(math mi(a p(bc)))");
    check("<svg><div>a", "svg svg div(a)");
    check("<svg><![CDATA[a<b]]>", "svg svg(a<b)");
}

#[test]
fn raw_content_is_not_markup() {
    check("<body><script>a<b</script>c", "script() c");
    check("<body><style>a</style><xmp><b></xmp>", "style() xmp(<b>)");
    check("<body><noscript><p>a</noscript>", "noscript(p(a))");
    check("<body><script><!--<script></script>--></script>a", "script() a");
    check("<body><template><td>a</template>b", "template(td(a)) b");
}

#[test]
fn a_page_in_several_encodings() {
    let html = "<meta charset=CHARSET><p>Größe, Øl, façade</p>";
    let decoded = |charset: &str| {
        let encoding = encoding_rs::Encoding::for_label(charset.as_bytes()).expect("known");
        let text = html.replace("CHARSET", charset);
        let bytes = encoding.encode(&text).0.into_owned();
        let source = Source::new(std::sync::Arc::new(bytes));
        let table = parse(source, Input::Bytes(None), None, &Limits::default()).expect("whole");
        (table.text.clone(), table.encoding.clone())
    };
    for charset in ["utf-8", "windows-1252", "iso-8859-15", "macintosh"] {
        assert_eq!(decoded(charset), ("Größe, Øl, façade".to_owned(), charset.to_owned()));
    }
}

#[test]
fn frames_in_noscript_that_close_themselves_are_empty() {
    check("<body><noscript><iframe src=x /></noscript><p>a", "noscript(iframe) p(a)");
    check("<body><noscript><div><iframe/></div></noscript>a", "noscript(div(iframe)) a");
    // The head's noscript ends before the frame.
    let tree = write_tree(&table("<noscript><iframe/></noscript><p>a"));
    assert_eq!(tree, "html(head(noscript) body(iframe p(a)))");
    // A frame that is not self-closing or not in noscript follows the standard.
    check("<body><noscript><iframe>b</noscript>a", "noscript(iframe(b</noscript>a))");
    check("<body><iframe/><p>a", "iframe(<p>a)");
}

/// Checks the body with at most eight open elements: `html`, `body`, four `div` that the test
/// leaves out, and two more.
fn check_deep(html: &str, body: &str, n_moved: i64) {
    let limits = Limits { max_depth: 8, ..Limits::default() };
    let table = table_within(&format!("{}{html}", "<div>".repeat(4)), &limits);
    assert_eq!(
        write_tree(&table),
        format!("html(head body(div(div(div(div({body}))))))"),
        "{html:?}"
    );
    let deep = table.warnings.iter().filter(|warning| warning.code == "limit-depth");
    assert_eq!(deep.map(|warning| warning.count).sum::<i64>(), n_moved, "{html:?}");
}

#[test]
fn elements_too_deep_become_siblings() {
    check_deep("<ul><li>a", "ul(li(a))", 0);
    check_deep("<ul><li>a<br>b<img>", "ul(li(a br b img))", 0);
    check_deep("<ul><li>a<p>b</p>c", "ul(li(a) p(b) c)", 1);
}

#[test]
fn formatting_too_deep_is_not_reopened() {
    check_deep("<p><b>a<p>b", "p(b(a)) p(b(b))", 0);
    check_deep("<p><b><i>a<p>b", "p(b i(a)) p(b(b))", 2);
    check_deep("<p><b>a</p><ul><li>b</ul>c", "p(b(a)) ul(li(b)) b(c)", 1);
}

#[test]
fn forms_that_end_below_others_count_as_levels() {
    check_deep("<form><ul></form>a", "form(ul(a))", 0);
    check_deep("<form><ul></form><li>a", "form(ul li(a))", 1);
    check_deep("<form><ul></form><li>a<br>b</ul>c", "form(ul li(a br b)) c", 1);
    check_deep("<form><ul></form>a<li>b</li>c<br>d</ul>e", "form(ul(a) li(b) c br d) e", 1);
    // The text of a script stays inside, and the text after it stays outside.
    check_deep("<form><ul></form><li><script>a</script>b", "form(ul(li) script() b)", 2);
}

#[test]
fn tables_around_links_count_as_levels() {
    // Each link closes the previous one, which is in the previous table.
    let html = "<b><table><a>x</table>".repeat(100);
    let limits = Limits { max_depth: 8, ..Limits::default() };
    let table = table_within(&html, &limits);
    assert_eq!(table.depth().iter().max(), Some(&8));
    assert_eq!(write_tree(&table).matches('x').count(), 100);
}
