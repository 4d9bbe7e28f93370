//! Find where sentences begin: the boundaries of Unicode (UAX #29), less those after abbreviations,
//! initials, ordinals and quoted sentences that their own sentence continues.

use unicode_segmentation::UnicodeSegmentation;

/// Words that end with a full stop inside a sentence, in lower case and without that stop.
#[rustfmt::skip]
const ABBREVIATIONS: &[&str] = &[
    // English
    "adm", "al", "approx", "apr", "assn", "aug", "ave", "blvd", "brig", "bros", "capt", "cf", "cmdr",
    "col", "comdr", "corp", "cpl", "dec", "dept", "dr", "ed", "eds", "esp", "est", "etc", "feb", "fig",
    "figs", "fr", "ft", "gen", "gov", "hon", "inc", "jan", "jr", "jul", "jun", "lt", "ltd", "maj", "mar",
    "messrs", "mr", "mrs", "ms", "mt", "no", "nos", "nov", "oct", "op", "p", "pp", "pres", "prof", "pt",
    "rep", "rev", "sec", "sen", "sep", "sept", "sgt", "sr", "st", "supt", "univ", "vol", "vols", "vs",
    // German
    "abb", "abs", "abt", "allg", "anm", "art", "aufl", "bd", "bde", "bes", "bzgl", "bzw", "ca", "chr",
    "dez", "dipl", "evtl", "ggf", "hl", "hr", "hrsg", "inkl", "insb", "jh", "jhdt", "kap", "lfd", "mio",
    "mrd", "mind", "nr", "okt", "rd", "resp", "sog", "str", "tel", "u", "usw", "vgl", "zzgl",
    // French, Spanish, Italian, Portuguese
    "av", "cap", "chap", "cie", "dra", "ed", "éd", "env", "etc", "ex", "exc", "fasc", "lic", "m", "mlle",
    "mm", "mme", "núm", "núms", "pag", "pág", "págs", "prof", "profª", "sig", "sra", "srta", "sta", "sto",
    "ud", "uds", "vd", "vds",
    // Dutch, Danish, Norwegian, Swedish
    "bijv", "bl", "blz", "ca", "dhr", "dvs", "enz", "ev", "evt", "fx", "jf", "kl", "mevr", "mht", "mvh",
    "nl", "osv", "pga", "ref", "resp", "tlf", "vedr",
    // Polish, Czech, Slovak, Turkish
    "al", "arch", "atd", "dok", "doc", "hab", "im", "inż", "ing", "itd", "itp", "k", "kap", "mgr", "mjr",
    "mld", "mln", "npor", "np", "obr", "os", "pl", "pol", "por", "prof", "r", "red", "rozdz", "rtm", "str",
    "św", "tj", "tys", "ul", "vs", "wg", "zob", "zł", "dr", "bkz", "sn", "şti", "vb", "yrd",
    // Russian, Ukrainian
    "акад", "обл", "вид", "вул", "г", "гг", "гл", "гр", "др", "им", "ім", "и", "изд", "кв", "корп", "м",
    "млн", "млрд", "напр", "обр", "пл", "пр", "просп", "проф", "р", "рис", "рр", "руб", "с", "св", "см",
    "ст", "стр", "т", "тел", "тис", "тыс", "ул", "чел",
    // Greek
    "αρ", "βλ", "δηλ", "κ", "κα", "λ.χ", "π.χ", "σελ",
    // English and French titles, places and companies
    "bd", "cie", "dist", "div", "ext", "gal", "hwy", "mlles", "mmes", "mssrs", "pvt", "pty", "rept", "sqn",
    "ste", "viz", "janv", "févr", "juil", "déc",
    // Spanish, Italian and Portuguese addresses and titles
    "admón", "apdo", "avda", "avv", "cía", "dcha", "depto", "dott", "dpto", "ej", "engº", "exma", "exmo",
    "geom", "gral", "ilmo", "izq", "lcdo", "ldo", "mons", "pagg", "pza", "sigg", "sres", "tfno",
    // Vietnamese, Indonesian, Turkish
    "bs", "cad", "doç", "drs", "gs", "hj", "hz", "jl", "kab", "kec", "mah", "pgs", "sok", "ths", "tp", "ts",
    // Hindi, Marathi, Nepali
    "प्रो", "क्र", "स्व", "श्री", "एड", "अ‍ॅड", "कि.मी", "से.मी", "मि.मी",
];

/// Words of one sign that end sentences in languages where such words are mostly abbreviations:
/// forms of *to be*, *to do* and *to go* in Hindi, Nepali, Marathi and Gujarati.
#[rustfmt::skip]
const SHORT_VERBS: &[&str] = &[
    "है", "हैं", "हूँ", "हूं", "हो", "था", "थी", "थे", "थीं", "दे", "दो", "दी", "ले", "लो", "ली", "लें", "दें", "जा",
    "गा", "गी", "गे", "की", "का", "के", "को", "से", "में", "छ", "छन्", "ना", "न", "છે", "છો", "છું", "હા", "ના",
];

/// The most characters between two words that may contain the end of a sentence. Unicode's rules look
/// ahead from each of them, which takes quadratic time.
const MAX_MARKS: usize = 32;
/// The longest quotation that is not cut, in bytes.
const MAX_QUOTATION: usize = 600;
/// The bytes before the end of a sentence that are checked for an abbreviation.
const MAX_CHECKED: usize = 200;

/// The offsets at which sentences of a text begin, without that of the first one. A sentence has the
/// white space after it.
pub(super) fn find_sentences(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut start = 0;
    for (stop, next_start) in find_long_marks(text) {
        let mut last = start;
        let mut has_letter = false;
        let mut quotation = Quotation::default();
        for (part_start, part) in text[start..stop].split_sentence_bound_indices() {
            let part_start = start + part_start;
            let at = part_start - count_opening(&text[last..part_start]);
            let is_quoted = quotation.holds(&text[last..at], at);
            quotation.read(&text[at..part_start + part.len() - count_opening(part)], at);
            let checked = last.max(floor_char(text, at.saturating_sub(MAX_CHECKED)));
            // A number or mark of a list belongs to what follows.
            if has_letter && !is_quoted && ends_sentence(&text[checked..at], &text[at..]) {
                starts.push(at);
                last = at;
                has_letter = false;
            }
            has_letter |= part.contains(char::is_alphabetic);
            find_clauses(part, part_start, &mut starts, &mut last);
        }
        start = next_start;
    }
    let mut brackets = find_brackets(text).into_iter().peekable();
    starts.retain(|start| {
        while brackets.next_if(|(_, end)| end < start).is_some() {}
        brackets.peek().is_none_or(|(open, _)| start <= open)
    });
    starts
}

/// The places of brackets and of their ends, outside of others. Sentences in brackets belong to the
/// one around them. Brackets that are far apart are not a pair.
fn find_brackets(text: &str) -> Vec<(usize, usize)> {
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' => open.push((at, ')')),
            '（' => open.push((at, '）')),
            '[' => open.push((at, ']')),
            ')' | '）' | ']' => {
                if let Some((start, _)) = open.pop_if(|(_, close)| *close == c)
                    && at - start <= MAX_QUOTATION
                {
                    while pairs.pop_if(|(inner, _)| *inner > start).is_some() {}
                    pairs.push((start, at));
                }
            }
            _ => {}
        }
    }
    pairs
}

/// A quotation in Chinese or Japanese. A sentence does not end inside it, but goes on after it.
#[derive(Default)]
struct Quotation {
    depth: usize,
    start: usize,
}

impl Quotation {
    /// Counts the quotation marks of a text that begins at an offset.
    fn read(&mut self, text: &str, start: usize) {
        for (at, c) in text.char_indices() {
            match c {
                '「' | '『' | '“' => {
                    if self.depth == 0 {
                        self.start = start + at;
                    }
                    self.depth += 1;
                }
                '」' | '』' | '”' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
    }

    /// Whether a boundary after some text is inside the quotation. One that is too long was not
    /// closed.
    fn holds(&self, before: &str, at: usize) -> bool {
        self.depth > 0 && at - self.start <= MAX_QUOTATION && before.ends_with(['。', '！', '？'])
    }
}

/// The bytes of opening brackets and quotation marks directly after the end of a sentence. They belong
/// to the next one; Unicode takes them for closing marks, and has its boundary after them.
fn count_opening(sentence: &str) -> usize {
    let mut rest = sentence;
    for _ in 0..MAX_MARKS {
        rest = match rest.char_indices().next_back() {
            Some((at, '(' | '（' | '「' | '『' | '【' | '《' | '〈' | '〔')) => &rest[..at],
            // In many languages the same marks close a quotation.
            Some((at, '“' | '‘')) if rest[..at].ends_with(['。', '！', '？', '”', '’']) => {
                &rest[..at]
            }
            _ => break,
        };
    }
    sentence.len() - rest.len()
}

/// The start of the character at an offset.
fn floor_char(text: &str, offset: usize) -> usize {
    (0..=offset).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The long runs of marks and white space, each with its end, and the end of the text.
fn find_long_marks(text: &str) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let (mut start, mut n_marks) = (0, 0);
    for (at, c) in text.char_indices() {
        if !c.is_alphanumeric() {
            n_marks += 1;
            continue;
        }
        if n_marks > MAX_MARKS {
            runs.push((start, at));
        }
        (start, n_marks) = (at + c.len_utf8(), 0);
    }
    let stop = if n_marks > MAX_MARKS { start } else { text.len() };
    runs.push((stop, text.len()));
    runs
}

/// Thai and Lao have no full stop; there, a blank ends a sentence or a clause.
fn find_clauses(part: &str, start: usize, starts: &mut Vec<usize>, last: &mut usize) {
    let is_unmarked = |c: char| matches!(c, '\u{e01}'..='\u{e4e}' | '\u{e81}'..='\u{eff}');
    let mut before = ' ';
    let mut is_after_blank = false;
    for (at, c) in part.char_indices() {
        if c == ' ' {
            is_after_blank = is_unmarked(before);
            continue;
        }
        if std::mem::take(&mut is_after_blank) && is_unmarked(c) {
            starts.push(start + at);
            *last = start + at;
        }
        before = c;
    }
}

/// Whether a sentence ends between two texts, where Unicode has a boundary.
fn ends_sentence(before: &str, after: &str) -> bool {
    let text = before.trim_end();
    let is_mark = |c: char| !c.is_alphanumeric();
    let next = after.chars().take(MAX_MARKS).find(|c| !is_opening(*c));
    // Names with an exclamation mark, and what follows a quoted sentence.
    if next.is_some_and(char::is_lowercase) {
        return false;
    }
    let is_quoted = text.ends_with(['」', '』', '）', '”', '’']);
    if is_quoted && next.is_some_and(|c| ('\u{3040}'..='\u{309f}').contains(&c)) {
        return false;
    }
    // A number of a note: `end.[1]`.
    if before.ends_with('[') {
        return false;
    }
    if before.ends_with(['\n', '\u{2029}']) {
        return true;
    }
    // A mark that begins a name: `.NET Core`.
    if text.len() == before.len() && begins_word(text, after) {
        return false;
    }
    let stopped = text.trim_end_matches([')', ']', '"', '\'', '”', '’', '»']);
    let Some(unstopped) = stopped.strip_suffix('.') else { return true };
    if unstopped.ends_with('.') {
        return true;
    }
    let start = unstopped.rfind(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | '/'));
    let word = unstopped[start.map_or(0, |at| at + 1)..].trim_start_matches(is_mark);
    let is_doubled_pair = is_doubled(word)
        && (is_doubled(first_word(after))
            || is_doubled(last_word(&unstopped[..unstopped.len() - word.len()])));
    !(is_initial(word)
        || is_ordinal(word)
        || is_abbreviation(word)
        || is_doubled_pair
        || word.chars().next_back().is_some_and(has_other_stop))
}

/// Whether the mark at the end of a text stands right before a word, after a blank or at the start.
fn begins_word(text: &str, after: &str) -> bool {
    let mut chars = text.chars().rev();
    let is_stop = chars.next().is_some_and(|c| matches!(c, '.' | '!'));
    let is_apart = chars.next().is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '[' | '/'));
    is_stop && is_apart && after.starts_with(char::is_alphanumeric)
}

/// Whether a word is a capital twice, as Spanish abbreviates plurals: `EE. UU.`, `FF. AA.`
fn is_doubled(word: &str) -> bool {
    let mut chars = word.chars();
    match (chars.next(), chars.next(), chars.next()) {
        (Some(first), Some(second), None) => first == second && first.is_uppercase(),
        _ => false,
    }
}

/// The first word of a text, without its full stop.
fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    text.find(|c: char| !c.is_alphanumeric()).map_or(text, |end| &text[..end])
}

/// The last word of a text, without its full stop.
fn last_word(text: &str) -> &str {
    let text = text.trim_end();
    let Some(text) = text.strip_suffix('.') else { return "" };
    text.rfind(|c: char| !c.is_alphanumeric()).map_or(text, |at| {
        let len = text[at..].chars().next().map_or(1, char::len_utf8);
        &text[at + len..]
    })
}

/// Whether a letter is of a script whose sentences end with another mark than a full stop: Armenian,
/// Bengali, Thai, Lao, Tibetan, Burmese, Ethiopic, Khmer. A full stop there abbreviates.
fn has_other_stop(c: char) -> bool {
    matches!(
        c,
        '\u{531}'..='\u{587}'
            | '\u{980}'..='\u{9fe}'
            | '\u{e01}'..='\u{e4e}'
            | '\u{e81}'..='\u{edf}'
            | '\u{f40}'..='\u{fbc}'
            | '\u{1000}'..='\u{109f}'
            | '\u{1200}'..='\u{135f}'
            | '\u{1780}'..='\u{17d3}'
    )
}

fn is_opening(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '"' | '\'' | '(' | '[' | '“' | '‘' | '«' | '»' | '„' | '—' | '–')
}

/// Whether a word is a letter, or letters with stops between them: `J`, `U.S`, `z.B`. A letter may
/// have signs: `डॉ`.
fn is_initial(word: &str) -> bool {
    if word.is_empty() || word.len() > MAX_CHECKED || SHORT_VERBS.contains(&word) {
        return false;
    }
    let is_letter =
        |part: &str| part.starts_with(char::is_alphabetic) && part.graphemes(true).nth(1).is_none();
    word.split('.').all(is_letter) || is_dotted(word)
}

/// Whether a word is an abbreviation of several words: `t.ex`, `fr.o.m`, `B.Sc`, but not `x.com`.
fn is_dotted(word: &str) -> bool {
    let parts = || word.split('.');
    let is_short = |part: &str| {
        (1..=4).contains(&part.chars().count()) && part.chars().all(char::is_alphabetic)
    };
    let last = parts().next_back().unwrap_or("");
    parts().count() > 1
        && parts().all(is_short)
        && parts().any(|part| part.chars().count() == 1)
        && !["com", "org", "net", "io", "co", "me", "tv", "de"].contains(&last)
}

/// Whether a word is a number of one or two digits, which is an ordinal in many languages.
fn is_ordinal(word: &str) -> bool {
    matches!(word.len(), 1 | 2) && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_abbreviation(word: &str) -> bool {
    // Longer words are none.
    if word.len() > 24 {
        return false;
    }
    ABBREVIATIONS.contains(&word.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::find_sentences;

    /// Sentences are separated by a bar.
    fn check(marked: &str) {
        let text = marked.replace('|', "");
        let mut starts = find_sentences(&text);
        starts.insert(0, 0);
        starts.push(text.len());
        let sentences: Vec<&str> = starts.windows(2).map(|ends| &text[ends[0]..ends[1]]).collect();
        assert_eq!(sentences.join("|"), marked);
    }

    #[test]
    fn sentences_end_at_their_marks() {
        check("One. |Two! |Three? |Four");
        check("It costs 3.50 today. |Version 2.0.1 is out.");
        check("He said: “Go!” |She went. |(So they say.) |Well.");
        check("これは文です。|次の文です！|本当？|はい");
        check("यह वाक्य है। |दूसरा वाक्य।");
        check("هل هذا سؤال؟ |نعم.");
        check("یہ جملہ ہے۔ |دوسرا۔");
        check("ประโยคแรก |ประโยคที่สอง");
        check("Line one\n|Line two");
        check("");
        // An opening mark belongs to what it opens.
        check("甲。|“乙。”|丙。|「丁！」|【戊】己。|（庚）");
        check("“甲。”|“乙。”");
        check("市長は「工事は終わった。春に開く。」と述べた。|終わり。");
        check("他说：“甲。乙。丙。”|丁。");
        check("A note follows.|(See there.) |Done.[1] Yes.");
        check("Er rief: „Geh.“ |Dann ging er.");
    }

    #[test]
    fn sentences_continue_after_other_stops() {
        check("Dr. J. K. Smith of the U.S. Army met Mr. Jones. |They talked.");
        check("See Fig. 3 A and No. 7 B, e.g. Apples (cf. Pears). |Done.");
        check("Am 3. Oktober bzw. Montag, z.B. Berlin. |Dann nicht.");
        check("M. Dupont et Mme. Martin. |Fin.");
        check("Это ул. Ленина, т. Иванов. |Да.");
        check("“Why?” he asked. |Yahoo! is a name.");
        check("「行くよ。」と彼は言った。|終わり。");
        check("1. First point. |2. Second point.");
        check("a line that\nwraps. |Next");
        check(&format!("One. |Two.{}Three. |Four", ")".repeat(40)));
        check("We use .NET Core and ASP.NET here. |Then we stop.");
        check("Add the .Net runtime (.NET 8). |Done.");
        check("Vive en EE. UU. Desde Navarra, las FF. AA. Españolas. |Fin.");
        check("It was World War II. |Then came peace.");
        check("Er sagt z. B. Berlin, p. ej. Madrid, t.ex. Lund, fr.o.m. Maj, B.Sc. Meier. |Aus.");
        check("See x.com. |Then go.");
        check("Ở TP. Hồ Chí Minh, Jl. Sudirman, Doç. Dr. Kaya. |Sonra.");
    }

    #[test]
    fn stops_of_other_scripts_abbreviate() {
        check("यह डॉ. शर्मा और प्रो. वर्मा हैं। |पं. नेहरू ए. पी. जे. से मिले।");
        check("वह घर पर है. |दूसरा वाक्य था. |तीसरा.");
        check("તે અહીં છે. |બીજું વાક્ય.");
        check("ডা. রহমান এসেছেন। |মো. আলী।");
        check("அவர் மு. க. ஸ்டாலின் ஆவார். |அடுத்தது.");
        check("Ես 1990 թ. Երևանում եմ։ |Այո։");
    }
}
