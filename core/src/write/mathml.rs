//! Convert MathML without a TeX source to TeX, or to a line of plain text without commands.
//! Characters such as Greek letters stay as they are, which renderers of TeX accept.

use super::tex::clean_tex;
use crate::parse::columns::Table;
use crate::parse::names::{math, tag};

/// The largest formula: rows, levels, and bytes of its text without white space. A larger one is
/// written as text.
const MAX_ROWS: usize = 2000;
const MAX_LEVELS: usize = 48;
const MAX_BYTES: usize = 8192;

/// Names that TeX has commands for.
const FUNCTIONS: [&str; 28] = [
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "det", "dim",
    "exp", "gcd", "hom", "inf", "ker", "lg", "lim", "ln", "log", "max", "min", "sec", "sin",
    "sinh", "sup", "tan",
];
/// Accents over a base.
const ACCENTS: [(&str, &str); 14] = [
    ("^", "\\hat"),
    ("ˆ", "\\hat"),
    ("~", "\\tilde"),
    ("˜", "\\tilde"),
    ("¯", "\\bar"),
    ("‾", "\\overline"),
    ("―", "\\overline"),
    ("_", "\\overline"),
    ("→", "\\vec"),
    ("⃗", "\\vec"),
    ("˙", "\\dot"),
    (".", "\\dot"),
    ("¨", "\\ddot"),
    ("⏞", "\\overbrace"),
];

/// Values of `mathvariant` that TeX has commands for.
const VARIANTS: [(&str, &str); 4] = [
    ("bold", "\\mathbf"),
    ("double-struck", "\\mathbb"),
    ("fraktur", "\\mathfrak"),
    ("script", "\\mathcal"),
];

/// The TeX of a `math` element, or its plain text; `None` if it is empty or too large.
pub(super) fn convert(table: &Table, element: usize, is_plain: bool) -> Option<String> {
    let end = table.end[element] as usize;
    if end - element > MAX_ROWS {
        return None;
    }
    // A formula may contain others, so that a text is counted once for each of these levels.
    if count_levels(table, element)? > MAX_LEVELS {
        return None;
    }
    let words = (element..end).flat_map(|row| table.text_of(row).split_whitespace());
    if words.map(str::len).sum::<usize>() > MAX_BYTES {
        return None;
    }
    // Rows in reverse, so that the parts of an element are there before it.
    let mut parts: Vec<Vec<String>> = vec![Vec::new(); end - element];
    for row in (element..end).rev() {
        let own = std::mem::take(&mut parts[row - element]);
        let own: Vec<String> = own.into_iter().rev().collect();
        let plain = if is_plain { write_plain(table, row, &own) } else { None };
        let part = plain.unwrap_or_else(|| write_element(table, row, own));
        if row == element {
            let line = part.split_whitespace().collect::<Vec<_>>().join(" ");
            let text = if is_plain { line } else { clean_tex(&part) };
            return (!text.trim().is_empty()).then_some(text);
        }
        let parent = table.parent[row] as usize;
        if table.tag[row] != tag::TEXT || !part.trim().is_empty() {
            parts[parent - element].push(part);
        }
    }
    None
}

/// The most levels below an element; `None` if a row is not below it.
fn count_levels(table: &Table, element: usize) -> Option<usize> {
    let end = table.end[element] as usize;
    let mut depth = vec![0usize; end - element];
    for row in element + 1..end {
        let parent = usize::try_from(table.parent[row]).ok()?.checked_sub(element)?;
        depth[row - element] = depth[parent] + 1;
    }
    depth.into_iter().max()
}

/// The plain text of an element that has a command in TeX.
fn write_plain(table: &Table, row: usize, parts: &[String]) -> Option<String> {
    let part = |at: usize| parts.get(at).map_or("", |part| part.trim());
    let whole = |at: usize| {
        let part = part(at);
        let is_one = part.chars().all(char::is_alphanumeric);
        if is_one { part.to_owned() } else { format!("({part})") }
    };
    Some(match table.tag[row] {
        tag::TEXT => read_text(table, row),
        math::MI | math::MN | math::MS => parts.concat().trim().to_owned(),
        math::MTEXT => parts.concat(),
        math::MO => match parts.concat().trim() {
            "\u{2061}" => String::from(" "),
            "\u{2062}" | "\u{2063}" | "\u{2064}" => String::new(),
            operator => format!(" {operator} "),
        },
        math::MSPACE => String::from(" "),
        math::MFRAC => format!("{}/{}", whole(0), whole(1)),
        math::MSQRT => format!("√({})", join(parts).trim()),
        math::MROOT => format!("{}^(1/{})", whole(0), whole(1)),
        math::MSUP => format!("{}^{}", whole(0), whole(1)),
        math::MSUB => format!("{}_{}", whole(0), whole(1)),
        math::MSUBSUP | math::MUNDEROVER => format!("{}_{}^{} ", part(0), whole(1), whole(2)),
        math::MUNDER => format!("{}_{} ", part(0), whole(1)),
        math::MOVER => format!("{}{}", part(0), part(1)),
        math::MTABLE => parts.join("; "),
        math::MTR | math::MLABELEDTR => parts.join(", "),
        _ => return None,
    })
}

/// The TeX of an element with its parts.
fn write_element(table: &Table, row: usize, parts: Vec<String>) -> String {
    let part = |at: usize| parts.get(at).map_or("", String::as_str);
    match table.tag[row] {
        tag::TEXT if is_token(table, row) => read_text(table, row),
        tag::TEXT => escape(read_text(table, row).trim()),
        math::MI => write_variant(table, row, write_name(parts.concat().trim())),
        math::MN => write_variant(table, row, escape(parts.concat().trim())),
        math::MO => write_operator(parts.concat().trim()),
        math::MTEXT | math::MS => write_text(&parts.concat()),
        math::MSPACE => String::from("\\ "),
        math::MSUP => format!("{}^{}", group_base(part(0)), group(part(1))),
        math::MSUB => format!("{}_{}", group_base(part(0)), group(part(1))),
        math::MSUBSUP => {
            format!("{}_{}^{}", group_base(part(0)), group(part(1)), group(part(2)))
        }
        math::MUNDEROVER => {
            format!("{}_{}^{} ", group_base(part(0)), group(part(1)), group(part(2)))
        }
        math::MUNDER if takes_limits(part(0)) => {
            format!("{}_{} ", group_base(part(0)), group(part(1)))
        }
        math::MUNDER => format!("\\underset{{{}}}{{{}}}", part(1).trim(), part(0).trim()),
        math::MOVER if takes_limits(part(0)) => {
            format!("{}^{}", group_base(part(0)), group(part(1)))
        }
        math::MOVER => {
            let accent = ACCENTS.iter().find(|(mark, _)| *mark == part(1).trim());
            match accent {
                Some((_, command)) => format!("{command}{{{}}}", part(0).trim()),
                None => format!("\\overset{{{}}}{{{}}}", part(1).trim(), part(0).trim()),
            }
        }
        math::MFRAC => {
            let is_flat = table.get(row, "linethickness").is_some_and(|size| {
                size.trim().trim_end_matches(char::is_alphabetic).parse() == Ok(0.0)
            });
            let (above, below) = (part(0).trim(), part(1).trim());
            if is_flat {
                format!("{{{above} \\atop {below}}}")
            } else {
                format!("\\frac{{{above}}}{{{below}}}")
            }
        }
        math::MSQRT => format!("\\sqrt{{{}}}", join(&parts).trim()),
        math::MROOT => format!("\\sqrt[{}]{{{}}}", part(1).trim(), part(0).trim()),
        math::MFENCED => write_fenced(table, row, &parts),
        math::MTABLE => format!("\\begin{{matrix}} {} \\end{{matrix}}", parts.join(" \\\\ ")),
        math::MTR | math::MLABELEDTR => parts.join(" & "),
        // The first part is the formula; others are the same in other languages.
        math::SEMANTICS | math::MACTION => part(0).to_owned(),
        math::MMULTISCRIPTS => match parts.len() {
            3.. => format!("{}_{}^{}", group_base(part(0)), group(part(1)), group(part(2))),
            _ => part(0).to_owned(),
        },
        math::ANNOTATION
        | math::ANNOTATION_XML
        | math::MPHANTOM
        | math::MPRESCRIPTS
        | math::NONE => String::new(),
        _ => join(&parts),
    }
}

/// A text, with each run of white space as one blank.
fn read_text(table: &Table, row: usize) -> String {
    let text = table.text_of(row);
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let before = if text.starts_with(char::is_whitespace) { " " } else { "" };
    let after = if text.ends_with(char::is_whitespace) && !words.is_empty() { " " } else { "" };
    [before, &words, after].concat()
}

/// A name or number in the letters that its element asks for, such as ℝ.
fn write_variant(table: &Table, row: usize, name: String) -> String {
    let variant = table.get(row, "mathvariant").unwrap_or_default();
    let command = VARIANTS.iter().find(|(variant_name, _)| *variant_name == variant.trim());
    match command {
        Some((_, command)) if !name.is_empty() => format!("{command}{{{name}}}"),
        _ => name,
    }
}

/// Joins parts. Blanks mean nothing in TeX, and separate names and numbers for the reader.
fn join(parts: &[String]) -> String {
    let mut out = String::new();
    for part in parts {
        if out.ends_with(char::is_alphanumeric) && part.starts_with(char::is_alphanumeric) {
            out.push(' ');
        }
        out.push_str(part);
    }
    out
}

/// Whether a text is the content of a name, number, operator or text.
fn is_token(table: &Table, row: usize) -> bool {
    let parent = table.tag[table.parent[row] as usize];
    matches!(parent, math::MI | math::MN | math::MO | math::MTEXT | math::MS)
}

/// The name of a variable or function.
fn write_name(name: &str) -> String {
    let is_function = FUNCTIONS.contains(&name);
    match name.chars().count() {
        0 => String::new(),
        1 => escape(name),
        _ if is_function => format!("\\{name} "),
        _ => format!("\\mathrm{{{}}}", escape(name)),
    }
}

fn write_operator(operator: &str) -> String {
    let is_relation = |c: char| {
        matches!(
            c,
            '=' | '<'
                | '>'
                | '+'
                | '×'
                | '±'
                | '∈'
                | '→'
                | '⇒'
                | '↔'
                | '⇔'
                | '∀'
                | '∃'
                | '∧'
                | '∨'
        ) || ('≠'..='⊿').contains(&c)
    };
    match operator {
        // Signs of functions, products and separators, which are not visible.
        "\u{2061}" | "\u{2062}" | "\u{2063}" | "\u{2064}" => String::new(),
        "−" | "-" => String::from(" - "),
        "," | ";" => format!("{operator} "),
        "‖" | "∥" => String::from("\\|"),
        "⟨" | "〈" => String::from("\\langle "),
        "⟩" | "〉" => String::from("\\rangle "),
        _ if FUNCTIONS.contains(&operator) => format!("\\{operator} "),
        _ if operator.chars().count() == 1 && operator.chars().all(is_relation) => {
            format!(" {operator} ")
        }
        _ if operator.chars().count() > 1 && operator.chars().all(|c| c.is_ascii_alphabetic()) => {
            format!("\\operatorname{{{operator}}} ")
        }
        _ => escape(operator),
    }
}

fn write_text(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let before = if text.starts_with(char::is_whitespace) { " " } else { "" };
    let after = if text.ends_with(char::is_whitespace) { " " } else { "" };
    if words.is_empty() {
        return String::from("\\ ");
    }
    format!("\\text{{{before}{}{after}}}", escape(&words))
}

fn write_fenced(table: &Table, row: usize, parts: &[String]) -> String {
    let read = |name: &str, default: &str| {
        let value = table.get(row, name).unwrap_or_else(|| default.to_owned());
        escape(value.trim())
    };
    let separators = read("separators", ",");
    let separator = separators.chars().next().map_or(String::new(), |c| format!("{c} "));
    format!("{}{}{}", read("open", "("), parts.join(&separator), read("close", ")"))
}

/// Puts braces around a script of more than one character.
fn group(part: &str) -> String {
    let part = part.trim();
    if part.chars().count() == 1 { part.to_owned() } else { format!("{{{part}}}") }
}

/// Puts braces around a base that is not one character, command or group.
fn group_base(part: &str) -> String {
    let part = part.trim();
    let is_command = part.starts_with('\\') && part[1..].bytes().all(|b| b.is_ascii_alphabetic());
    if part.chars().count() == 1 || is_command { part.to_owned() } else { format!("{{{part}}}") }
}

/// Whether an operator has its limits below and above it.
fn takes_limits(base: &str) -> bool {
    let base = base.trim();
    matches!(base, "∑" | "∏" | "∐" | "∫" | "∮" | "⋃" | "⋂" | "⋁" | "⋀")
        || ["\\lim", "\\max", "\\min", "\\sup", "\\inf", "\\det", "\\gcd"].contains(&base)
}

/// Escapes the characters that TeX reads as commands.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\backslash "),
            '{' | '}' | '%' | '&' | '#' | '_' | '$' => out.extend(['\\', c]),
            '^' => out.push_str("\\wedge "),
            '\u{2061}'..='\u{2064}' => {}
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::convert;
    use crate::parse::encoding::Input;
    use crate::parse::names::math;
    use crate::parse::source::Source;
    use crate::parse::tree::{Limits, parse};

    fn check(mathml: &str, want: Option<&str>) {
        let source = Source::from(format!("<p><math>{mathml}</math>"));
        let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
        let Some(row) = table.tag.iter().position(|tag| *tag == math::MATH) else { panic!() };
        assert_eq!(convert(&table, row, false).as_deref(), want, "{mathml}");
    }

    #[test]
    fn indentation_does_not_make_a_formula_too_large() {
        let indent = format!("\n{}", " ".repeat(400));
        let cells = |text: &str| format!("<mtr><mtd>{indent}<mi>{text}</mi>{indent}</mtd></mtr>");
        let rows: String = (0..16).map(|_| cells(&format!("{indent}a{indent}"))).collect();
        let want = ["a"; 16].join(" \\\\ ");
        check(
            &format!("<mtable>{indent}{rows}</mtable>"),
            Some(&format!("\\begin{{matrix}} {want} \\end{{matrix}}")),
        );
        check(&format!("<mrow>a{indent}{indent}b</mrow>"), Some("a b"));
        check(&format!("<mi>{}</mi>", "a".repeat(8193)), None);
    }

    #[test]
    fn plain_text_has_no_commands() {
        for (mathml, want) in [
            ("<mfrac><mn>1</mn><mrow><mi>a</mi><mi>b</mi></mrow></mfrac>", "1/(a b)"),
            ("<mi>sin</mi><mo>\u{2061}</mo><mi>α</mi>", "sin α"),
            ("<msqrt><mi>x</mi></msqrt>", "√(x)"),
            ("<mtext>if </mtext><msup><mi>x</mi><mn>2</mn></msup>", "if x^2"),
        ] {
            let source = Source::from(format!("<p><math>{mathml}</math>"));
            let Ok(table) = parse(source, Input::Text, None, &Limits::default()) else { panic!() };
            let Some(row) = table.tag.iter().position(|tag| *tag == math::MATH) else { panic!() };
            assert_eq!(convert(&table, row, true).as_deref(), Some(want), "{mathml}");
        }
    }

    #[test]
    fn formulas_are_readable_tex() {
        for (mathml, want) in [
            ("<msup><mi>x</mi><mn>2</mn></msup>", "x^2"),
            ("<msup><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>10</mn></msup>", "{a + b}^{10}"),
            ("<mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup>", "E = m c^2"),
            ("<mfrac><mn>1</mn><mi>n</mi></mfrac>", "\\frac{1}{n}"),
            ("<mi>sin</mi><mo>\u{2061}</mo><mi>α</mi>", "\\sin α"),
            ("<msqrt><mi>x</mi><mo>-</mo><mn>1</mn></msqrt>", "\\sqrt{x - 1}"),
            ("<mroot><mi>x</mi><mn>3</mn></mroot>", "\\sqrt[3]{x}"),
            ("<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>i</mi>", "∑_i^n i"),
            ("<mover><mi>x</mi><mo>¯</mo></mover>", "\\bar{x}"),
            ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a, b)"),
            ("<mtext>if </mtext><mi>x</mi>", "\\text{if }x"),
            ("<mi>rate</mi>", "\\mathrm{rate}"),
            (
                "<mtable><mtr><mtd>1</mtd><mtd>2</mtd></mtr><mtr><mtd>3</mtd><mtd>4</mtd></mtr></mtable>",
                "\\begin{matrix} 1 & 2 \\\\ 3 & 4 \\end{matrix}",
            ),
        ] {
            check(mathml, Some(want));
        }
        check("", None);
        check("<mi mathvariant=double-struck>R</mi>", Some("\\mathbb{R}"));
        check(&"<mrow>".repeat(100), None);
        check(&format!("{}<mi>x</mi>", "<mrow>".repeat(100)), None);
    }
}
