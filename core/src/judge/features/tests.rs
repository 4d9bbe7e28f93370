//! The features of small pages, module by module.

use crate::judge::features::tokens::tests::tokens_of;
use crate::judge::features::{
    Analysis, Features, SLOTS, Weights, add_context, feature_list, page_feature_list, summarize,
};
use crate::parse::columns::Table;
use crate::parse::encoding::Input;
use crate::parse::source::Source;
use crate::parse::tree::{Limits, parse};

fn page(html: &str) -> Table {
    let source = Source::from(html.to_owned());
    let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else {
        panic!("{html} is a page")
    };
    table
}

fn column<'f>(features: &'f Features, name: &str) -> &'f [f32] {
    let is_of_page = features.n_columns() == page_feature_list().len();
    let list = if is_of_page { page_feature_list() } else { feature_list() };
    let at = list.iter().position(|known| known.name == name);
    features.column(at.unwrap_or_else(|| panic!("no feature {name:?}")))
}

#[track_caller]
fn assert_column(features: &Features, name: &str, want: &[f32]) {
    let values = column(features, name);
    let is_close = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-6;
    let are_close = values.len() == want.len() && values.iter().zip(want).all(is_close);
    assert!(are_close, "{name}: {values:?}, expected {want:?}");
}

/// Checks the values of some features, one for each unit.
#[track_caller]
fn check(html: &str, wanted: &[(&str, &[f32])]) {
    let table = page(html);
    let analysis = Analysis::new(&table, None);
    for (name, want) in wanted {
        assert_column(&analysis.features, name, want);
    }
}

/// Checks features for the second forest, from the chances of the first.
#[track_caller]
fn check_context(html: &str, p: &[f32], wanted: &[(&str, &[f32])]) {
    let table = page(html);
    let mut analysis = Analysis::new(&table, None);
    add_context(&mut analysis, p);
    for (name, want) in wanted {
        assert_column(&analysis.features, name, want);
    }
}

#[test]
fn units_are_blocks_with_words() {
    let html = "<title>t</title><p>a<p>!<p><img><select><option>o</select><textarea>x</textarea>\
                <script>s</script><p hidden>b";
    check(html, &[("words", &[1.0, 1.0]), ("hidden", &[0.0, 5.0])]);
    check("", &[("words", &[])]);
    check(
        "<div>a b<video>c</video><audio><p>d</p></audio><object>e f g",
        &[("words", &[2.0, 3.0])],
    );
}

#[test]
fn texts() {
    check(
        "<p>Hello, WORLD! It costs $5…",
        &[
            ("words", &[5.0]),
            ("sentences", &[2.0]),
            ("sentence length", &[2.5]),
            ("commas", &[1.0]),
            ("money", &[1.0]),
            ("digits", &[1.0 / 18.0]),
            ("capitals", &[7.0 / 17.0]),
            ("capitalised", &[0.6]),
            ("shouted", &[0.2]),
            ("ellipsis", &[1.0]),
            ("begins", &[3.0]),
            ("ends", &[-1.0]),
            ("longest word", &[5.0]),
        ],
    );
    check("<p>so.<p>so:<p>5<p>a,", &[("ends", &[5.0, 3.0, 1.0, 2.0])]);
    // A unit continues after a link and a line break.
    check(
        "<p>one <a href=x>two</a><br>three.",
        &[("words", &[3.0]), ("link words", &[1.0 / 3.0]), ("lines", &[2.0]), ("ends", &[5.0])],
    );
}

#[test]
fn texts_compared_with_the_page() {
    check(
        "<p>a b<p>c<p>A  b!<p>ab",
        &[
            ("same text", &[2.0, 1.0, 2.0, 1.0]),
            ("same before", &[0.0, 0.0, 1.0, 0.0]),
            ("unique", &[0.0, 1.0, 0.0, 1.0]),
            ("common", &[3f32.ln(), 2f32.ln(), 3f32.ln(), 2f32.ln()]),
        ],
    );
}

#[test]
fn titles() {
    // A word that a unit has twice covers the title once.
    let body = "<h1>Blue Whale</h1><p>A whale is blue, a whale.";
    let wanted: [(&str, &[f32]); 3] = [
        ("in title", &[1.0, 0.5]),
        ("title covered", &[2.0 / 3.0, 2.0 / 3.0]),
        ("title match", &[2.0 / 3.0, 1.0 / 3.0]),
    ];
    for head in [
        "<title>Blue whale facts</title>",
        "<title> </title><meta property=og:title content='Blue whale&#32;facts'>",
        "<meta content='Blue whale facts' name=Twitter:Title>",
        "<meta name=og:title content=' '><meta name=og:title content='blue-whale: facts'>",
        "<title>blue whale facts</title><meta property=og:title content=other>",
    ] {
        check(&format!("{head}{body}"), &wanted);
    }
    check(body, &[("title match", &[0.0, 0.0]), ("page title words", &[0.0, 0.0])]);
    check(
        "<meta name=description content='a whale'><p>Whale<p>so a",
        &[("in description", &[1.0, 0.5])],
    );
    check("<title>漢字</title><p>漢字か", &[("in title", &[2.0 / 3.0])]);
    // The heading that matches the title best, not the first one.
    check(
        "<title>one two</title><h1>Site</h1><h2>One two</h2><p>a",
        &[("from title", &[-1.0, 0.0, 1.0]), ("text from title", &[-0.25, 0.0, 0.5])],
    );
    check("<h2>a</h2><h1>b</h1>", &[("from title", &[-1.0, 0.0])]);
    check("<p>a", &[("from title", &[-2.0])]);
}

#[test]
fn elements_and_their_ancestors() {
    check(
        "<nav><ul><li><a href=x>a</a></ul></nav><div role=Main><h2><b>b</b></h2><iframe></iframe>c\
         <div aria-hidden=true itemprop=articlebody><p>d",
        &[
            ("element", &[8.0, 29.0, 13.0, 31.0]),
            ("inner element", &[1.0, 7.0, 6.0, 10.0]),
            ("heading", &[0.0, 2.0, 0.0, 0.0]),
            ("depth", &[4.0, 3.0, 2.0, 4.0]),
            ("in nav", &[1.0, 0.0, 0.0, 0.0]),
            ("in list", &[1.0, 0.0, 0.0, 0.0]),
            ("in link", &[1.0, 0.0, 0.0, 0.0]),
            ("in main", &[0.0, 1.0, 1.0, 1.0]),
            ("in bold", &[0.0, 1.0, 0.0, 0.0]),
            // The third unit begins with the frame.
            ("in iframe", &[0.0, 0.0, 1.0, 0.0]),
            ("in aria-hidden", &[0.0, 0.0, 0.0, 1.0]),
            ("in article body", &[0.0, 0.0, 0.0, 1.0]),
        ],
    );
}

#[test]
fn a_container_has_more_units_than_the_one_inside() {
    check(
        "<div><section><div><p>a b</p></div><p><a href=x>c</a></p></section><p>d e f</p></div>",
        &[
            ("words 1", &[3.0, 3.0, 6.0]),
            ("link words 1", &[1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0]),
            ("units 1", &[2.0, 2.0, 3.0]),
            ("words 2", &[6.0, 6.0, 6.0]),
            ("words 5", &[6.0, 6.0, 6.0]),
            ("paragraphs 1", &[1.0, 1.0, 1.0]),
            ("levels", &[2.0, 2.0, 1.0]),
            ("half", &[1.0, 1.0, 0.0]),
        ],
    );
    let deep = format!("{}a", "<div>a".repeat(100));
    let table = page(&deep);
    let analysis = Analysis::new(&table, None);
    assert_eq!(column(&analysis.features, "levels").last(), Some(&40.0));
    assert_eq!(column(&analysis.features, "half").last(), Some(&30.0));
}

#[test]
fn most_text_is_where_it_outweighs_links() {
    let text = "a b c d e f g h i j";
    check(
        &format!("<nav>{text} {text}</nav><div><p>{text}</p><p>{text}</p></div><p>k</p>"),
        &[
            ("in best", &[0.0, 1.0, 1.0, 0.0]),
            ("from best", &[-0.25, 0.0, 0.0, 0.25]),
            ("steps to best", &[1.0, 1.0, 1.0, 1.0]),
            ("place in best", &[-0.5, 0.0, 0.5, 1.0]),
            ("best share", &[20.0 / 41.0; 4]),
        ],
    );
    // If all elements with units have a negative balance, the last element without units is the
    // best.
    check("<p>a</p><br><p>b</p>", &[("in best", &[0.0, 0.0]), ("from best", &[-0.5, 0.5])]);
    check("<p>a</p><p>b c d</p>", &[("in best", &[0.0, 1.0])]);
}

#[test]
fn groups_of_items() {
    check(
        "<ul><li class=a1>x<li class=a22>y <b>z</b><li class=a>w<li class=b>v</ul><p>q",
        &[
            ("items", &[3.0, 3.0, 3.0, 0.0, 0.0]),
            ("item words", &[4.0 / 3.0, 4.0 / 3.0, 4.0 / 3.0, 0.0, 0.0]),
            ("item units", &[1.0, 1.0, 1.0, 0.0, 0.0]),
            ("own item words", &[1.0, 2.0, 1.0, 0.0, 0.0]),
            ("item number", &[0.0, 1.0, 2.0, 0.0, 0.0]),
            ("item depth", &[0.0, 0.0, 0.0, -1.0, -1.0]),
            ("group share", &[4.0 / 6.0, 4.0 / 6.0, 4.0 / 6.0, 0.0, 0.0]),
            ("largest group", &[3.0, 3.0, 3.0, 1.0, 1.0]),
            ("alike", &[3.0, 3.0, 3.0, 1.0, 1.0]),
            ("alike words", &[4.0 / 3.0, 4.0 / 3.0, 4.0 / 3.0, 1.0, 1.0]),
        ],
    );
    // An element without words is not an item. Places can be alike below different parents.
    check(
        "<div><p>a<p><img></div><div><p>b<p>c</div><div><i>d</i></div>",
        &[
            ("items", &[3.0, 3.0, 3.0, 3.0]),
            ("item units", &[4.0 / 3.0; 4]),
            ("item number", &[0.0, 1.0, 1.0, 2.0]),
            ("item depth", &[1.0, 1.0, 1.0, 0.0]),
            ("largest group", &[3.0, 3.0, 3.0, 3.0]),
            ("alike", &[3.0, 3.0, 3.0, 1.0]),
        ],
    );
}

#[test]
fn items_of_listings() {
    // Kinds are split by a class that most items have, not by one that a few have.
    check(
        "<h1>t</h1><p>a b c d e f</p><div class='x a1'><img><p>a b c</div>\
         <div class='x first'><img><p><a href=x>a</a> b c</div><div class='x'><img><p>c</div>\
         <div class='x'><img><p>it costs $5 or so…</div><div class=y>q</div>",
        &[
            ("outer items", &[-1.0, -1.0, 4.0, 4.0, 4.0, 4.0, -1.0]),
            (
                "outer link share",
                &[-1.0, -1.0, 1.0 / 12.0, 1.0 / 12.0, 1.0 / 12.0, 1.0 / 12.0, -1.0],
            ),
            (
                "outer plain share",
                &[-1.0, -1.0, 11.0 / 19.0, 11.0 / 19.0, 11.0 / 19.0, 11.0 / 19.0, -1.0],
            ),
            ("outer begins", &[-1.0, -1.0, 0.35, 0.35, 0.35, 0.35, -1.0]),
            (
                "outer free before",
                &[-1.0, -1.0, 6.0 / 19.0, 6.0 / 19.0, 6.0 / 19.0, 6.0 / 19.0, -1.0],
            ),
            ("outer median plain", &[-1.0, -1.0, 3.0, 3.0, 3.0, 3.0, -1.0]),
            ("outer free beside item", &[-1.0, -1.0, 1.75, 1.75, 1.75, 1.75, -1.0]),
            ("outer image", &[-1.0, -1.0, 1.0, 1.0, 1.0, 1.0, -1.0]),
            ("outer price", &[-1.0, -1.0, 0.25, 0.25, 0.25, 0.25, -1.0]),
            ("outer ellipsis", &[-1.0, -1.0, 0.25, 0.25, 0.25, 0.25, -1.0]),
            ("outer dated", &[-1.0, -1.0, 0.0, 0.0, 0.0, 0.0, -1.0]),
        ],
    );
    // The outermost regular group counts. Two numbers and a `time` are both dates.
    let item = "<li><time>x</time><ul><li>1.2<li>b<li>c</ul>";
    let table = page(&format!("<ul>{}</ul>", item.repeat(4)));
    let analysis = Analysis::new(&table, None);
    assert_column(&analysis.features, "outer items", &[4.0; 16]);
    assert_column(&analysis.features, "outer dated", &[1.0; 16]);
}

#[test]
fn words_that_most_units_of_a_place_share() {
    check(
        "<div><p>by a</p><p>by b</p><p>by c</p></div><h2>x</h2>",
        &[("place template all", &[0.5, 0.5, 0.5, -1.0])],
    );
}

#[test]
fn items_of_hostile_pages() {
    let n = 50_000;
    let mut many = String::new();
    for i in 0..n {
        let letters: String = i.to_string().bytes().map(|byte| (byte + 49) as char).collect();
        many.push_str(&format!(
            "<div class='{letters} x'>a<img><x-{letters}>b</x-{letters}></div>"
        ));
    }
    let deep = format!("{}{}", "<div><b class=a>a".repeat(n), "</b><img>b<br><br>".repeat(n));
    let long = format!("<p class='{}'>a", "x ".repeat(n)).repeat(3);
    for html in [many, deep, long] {
        let table = page(&html);
        let analysis = Analysis::new(&table, None);
        assert!(analysis.features.columns().all(|column| column.iter().all(|x| x.is_finite())));
    }
}

#[test]
fn names_near_and_far() {
    let (mut near, mut far) = (vec![0.0; SLOTS], vec![0.0; SLOTS]);
    for (name, of_near, of_far) in [("story", 2.0, 5.0), ("sidebar", -1.0, -3.0)] {
        near[tokens_of(name)[0]] = of_near;
        far[tokens_of(name)[0]] = of_far;
    }
    let table = page(
        "<div class='story x'><div id=sidebar><div><div class='story'><p>a</p>\
         <p class=sidebar id=story>b</p><img class=story>c",
    );
    let analysis = Analysis::new(&table, Weights::new(&near, &far));
    for (name, want) in [
        // Near elements are the parent of the first text or medium, and two more ancestors.
        ("own name", [0.0, 1.0, 2.0]),
        ("near names", [2.0, 3.0, 1.0]),
        ("names", [4.0, 5.0, 6.0]),
        ("worst name", [-3.0, -3.0, 0.0]),
        ("best name", [5.0, 5.0, 5.0]),
    ] {
        assert_column(&analysis.features, name, &want);
    }
    assert!(Weights::new(&near[1..], &far).is_none());
}

#[test]
fn units_before_and_after() {
    check(
        "<h2>t</h2><p>a b</p><p><a href=x>c</a></p>",
        &[
            ("words before", &[-1.0, 1.0, 2.0]),
            ("words behind", &[2.0, 1.0, -1.0]),
            ("link words behind", &[0.0, 1.0, -1.0]),
            ("heading before", &[-1.0, 2.0, 0.0]),
            ("alike before", &[-1.0, 0.0, 1.0]),
            ("alike behind", &[0.0, 1.0, -1.0]),
            ("link words in 5 behind", &[1.0 / 3.0, 1.0, 0.0]),
            ("words passed", &[0.0, 0.25, 0.75]),
            ("number from end", &[2.0, 1.0, 0.0]),
            ("of longest", &[0.5, 1.0, 0.5]),
        ],
    );
}

#[test]
fn headings_and_their_sections() {
    check(
        "<p>a</p><h2>b</h2><p>c d</p><div><h3><span>e</span></h3></div><p>f</p>",
        &[
            ("under heading", &[-1.0, 0.0, 1.0, 0.0, 1.0]),
            ("heading level", &[0.0, 2.0, 2.0, 3.0, 3.0]),
            ("heading words", &[0.0, 1.0, 1.0, 1.0, 1.0]),
            ("to heading", &[1.0, 2.0, 1.0, 2.0, 1.0]),
            ("section words", &[1.0, 3.0, 3.0, 2.0, 2.0]),
            ("section units", &[1.0, 2.0, 2.0, 2.0, 2.0]),
        ],
    );
}

#[test]
fn targets_of_links() {
    let body = "<p>Blue whale<p><a href=/b/blue-whale-facts/more-of-it>more of it</a>\
                <p><a href='red-fox?x#y'>fox</a><a href=mailto:x>";
    for head in [
        "<link rel=canonical href=https://www.a.example/b/blue-whale-facts.html>",
        "<meta property=og:url content=http://A.example/b/blue%2Dwhale-facts/index.php>",
    ] {
        check(
            &format!("{head}{body}").replace("%2D", "-"),
            &[
                ("page depth", &[2.0; 3]),
                ("page slug", &[3.0; 3]),
                ("says slug", &[2.0 / 3.0, 0.0, 0.0]),
                ("link box words", &[6.0, 3.0, 1.0]),
            ],
        );
    }
    let (four, two) = (4f32.ln(), 2f32.ln());
    check(
        &format!("<link href=https://a.example/b/blue-whale-facts rel=canonical>{body}"),
        &[
            ("link steps 3", &[4.5; 3]),
            ("link length 3", &[(four + two) / 2.0; 3]),
            ("links below 3", &[0.5; 3]),
            ("link folder 2", &[0.0; 3]),
            // The first unit has no link, so the nearest one counts.
            ("alike link steps", &[14.0 / 3.0; 3]),
            ("alike link slug", &[8.0 / 3.0; 3]),
            ("alike link length", &[(2.0 * four + two) / 3.0; 3]),
            ("slug beside page's", &[8.0 / 3.0 + 5.0, 7.5, 7.5]),
        ],
    );
    check(
        "<p>a<p><a href=/b>b</a><a href=/c>c</a>",
        &[
            ("page depth", &[-1.0; 2]),
            ("link steps 3", &[-1.0; 2]),
            ("link folder 2", &[two; 2]),
            ("slug beside page's", &[-1.0; 2]),
        ],
    );
    check("<p>a", &[("link box words", &[-1.0]), ("alike link length", &[-1.0])]);
}

#[test]
fn many_long_links_take_linear_time() {
    let long = "../a%".repeat(1000);
    let html = format!(
        "<link rel=canonical href='http://a/{long}'>{}{}{}",
        format!("<table><tr><td><a href='{long}'>a").repeat(500),
        "</table>".repeat(500),
        "<p><a href=?a>b</a>".repeat(50_000),
    );
    let table = page(&html);
    let analysis = Analysis::new(&table, None);
    for name in ["link folder 2", "alike link steps", "slug beside page's"] {
        let is_sound = |value: &f32| value.is_finite() && *value >= -1.0;
        assert!(column(&analysis.features, name).iter().all(is_sound), "{name}");
    }
}

#[test]
fn features_of_the_page() {
    check(
        "<meta property=og:type content=' Article '><script type='application/LD+json'>\
         {\"@type\": \"NewsArticle\", \"a\": {\"@type\" : \"Offer\"}}</script>\
         <div itemtype=https://schema.org/Product><p>a b<p hidden>c</p><noscript>d</noscript>",
        &[
            ("page units", &[3.0; 3]),
            ("page words", &[2.0; 3]),
            ("page hidden", &[0.5; 3]),
            ("page noscript", &[0.25; 3]),
            ("page kind", &[2.0; 3]),
            ("schema article", &[1.0; 3]),
            ("schema offer", &[1.0; 3]),
            ("schema product", &[1.0; 3]),
            ("schema thread", &[0.0; 3]),
        ],
    );
}

#[test]
fn features_for_the_second_forest() {
    check_context(
        "<h2>t</h2><p>a b</p><h2>u</h2><p>c</p>",
        &[0.5, 0.9, 0.2, 0.1],
        &[
            ("first look", &[0.5, 0.9, 0.2, 0.1]),
            ("first look before", &[-0.1, 0.5, 0.9, 0.2]),
            ("first look 3 behind", &[0.1, -0.1, -0.1, -0.1]),
            ("first look in 6 before", &[0.0, 0.5, 2.3 / 3.0, 2.5 / 4.0]),
            ("first look at 1", &[0.52; 4]),
            ("first look alike", &[0.35, 1.9 / 3.0, 0.35, 1.9 / 3.0]),
            ("first look alike, others", &[0.2, 0.1, 0.5, 0.9]),
            ("first look at section", &[0.9, 0.9, 0.1, 0.1]),
            ("first look at heading", &[0.5, 0.5, 0.2, 0.2]),
            ("content before", &[-1.0, -1.0, 1.0, 2.0]),
            ("content behind", &[1.0, -1.0, -1.0, -1.0]),
            ("from first content", &[-0.2, 0.0, 0.4, 0.6]),
            ("expected words", &[2.6; 4]),
            ("best look", &[0.9; 4]),
            ("rank", &[0.25, 0.0, 0.5, 0.75]),
            ("words better", &[2.0 / 2.6, 0.0, 3.0 / 2.6, 4.0 / 2.6]),
        ],
    );
}

#[test]
fn a_section_ends_at_a_heading_of_its_level() {
    check_context(
        "<p>a<h2>b</h2><p>c<h3>d</h3><p>e<h2>f</h2>",
        &[0.9, 0.1, 0.2, 0.4, 0.6, 0.8],
        &[
            // The section of the second heading contains the third; the last one is empty.
            ("first look at section", &[-0.1, 0.4, 0.4, 0.6, 0.6, 0.0]),
            ("first look at heading", &[-0.1, 0.1, 0.1, 0.4, 0.4, 0.8]),
        ],
    );
}

#[test]
fn on_a_tie_the_first_unit_ranks_higher() {
    let p = [0.5, -0.0, 0.5, 0.0, -1.0];
    check_context("<p>a<p>b<p>c<p>d<p>e", &p, &[("rank", &[0.0, 0.6, 0.2, 0.4, 0.8])]);
}

#[test]
fn the_summary_of_a_choice() {
    let table = page("<h2>t</h2><p>a b</p><h2>u</h2><p>c</p>");
    let mut analysis = Analysis::new(&table, None);
    let p = [0.5, 0.9, 0.2, 0.1];
    add_context(&mut analysis, &p);
    let keep = [false, true, false, true];
    let row = summarize(&analysis, &p, &keep, &[true, true, false, false]);
    for (name, want) in [
        ("expected F1", 2.0 * 1.9 / (3.0 + 2.6)),
        ("lowest", 0.1),
        ("next", 0.5),
        ("gap", -0.4),
        ("beside likeliest", 1.0),
        ("kept words", 3.0),
        ("kept blocks", 2.0),
        ("kept share", 0.6),
        ("kept probability", 1.9 / 3.0),
        ("left out", 0.7 / 2.6),
        ("kept runs", 2.0),
        ("kept places", 1.0),
        ("first kept", 0.25),
        ("last kept", 0.75),
        ("chosen words", 5.0 / 3.0),
        ("chosen in paragraph", 1.0),
        ("chosen headings", 0.0),
        ("page units", 4.0),
    ] {
        assert_column(&row, name, &[want]);
    }
}

#[test]
fn twins() {
    let text = "one two three four five six seven eight nine ten ".repeat(2);
    let html = format!(
        "<div><section><p>{text}<p>more</section></div><p>{text}a<div hidden><p>{text}<p>more</div>"
    );
    check(
        &html,
        &[
            ("twin words", &[21.0, 21.0, 0.0, 21.0, 21.0]),
            ("twin before", &[0.0, 0.0, 0.0, 2.0, 2.0]),
            ("twin hidden", &[2.0, 2.0, 0.0, 1.0, 1.0]),
        ],
    );
    // A short text, and an only child of its parent, have no twin.
    let none: &[(&str, &[f32])] = &[("twin words", &[0.0, 0.0])];
    check("<p>one two<p>one two", none);
    check(&format!("<div><div><p>{text}</div></div>{text}b"), none);
}

#[test]
fn boxes_with_controls_images_and_headings() {
    let html = "<div><p>a b<p>c<img><img width=1 height=1></div>\
                <section><h2><a href=/x>d</a></h2><form><input type=hidden><input><p>e</form>\
                </section>";
    check(
        html,
        &[
            ("image box share", &[0.6, 0.2, 1.0, 1.0]),
            ("image box rate", &[1.0 / 3.0, 1.0, 0.2, 0.2]),
            ("control box share", &[1.0, 1.0, 0.4, 0.2]),
            ("control box rate", &[0.2, 0.2, 0.5, 1.0]),
            ("heading box words", &[5.0, 5.0, 1.0, 2.0]),
            ("linked heading box steps", &[2.0, 2.0, 0.0, 1.0]),
            ("elements 2", &[2.6; 4]),
            ("fields 3", &[0.2; 4]),
        ],
    );
}

#[test]
fn classes_that_hide() {
    for (classes, want) in [
        ("a", 0.0),
        ("a md:hidden", 1.0),
        ("Hidden-XS", 2.0),
        ("hidden lg:block", 2.0),
        ("d-none d-md-flex", 2.0),
        ("sr-only", 3.0),
        ("menu-wide is-hidden", 4.0),
        ("hidden-xs u-hide-lg", 4.0),
        ("overflow-hidden", 0.0),
    ] {
        check(&format!("<div class='{classes}'><p>a</div>"), &[("class hidden", &[want])]);
    }
    check(
        "<p>a<div class=hide><p>b<p class=hide>c</div><div hidden><p>d</div>\
         <x-y><x-z role=dialog><p>e<div aria-modal=true>f",
        &[
            ("unseen share", &[-1.0, 1.0 / 3.0, 1.0 / 3.0, -1.0, -1.0, -1.0]),
            ("custom", &[0.0, 0.0, 0.0, 0.0, 2.0, 2.0]),
        ],
    );
}

#[test]
fn boxes_of_hostile_pages() {
    let deep = "<div aria-expanded><object><h2><a href='#'>".repeat(400);
    let classes = "hidden ".repeat(100_000);
    let wide = "<button><h2>a</h2></button><img>".repeat(20_000);
    let table = page(&format!("{deep}<p class='{classes}'>b</p>{wide}"));
    let analysis = Analysis::new(&table, None);
    assert_eq!(column(&analysis.features, "class hidden")[0], 4.0);
    assert_eq!(column(&analysis.features, "image box share")[0], 1.0);
}
