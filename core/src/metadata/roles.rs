//! Recognise roles and picture credits, which stand beside the names of authors.

use crate::metadata::author_words::prefix_len;

/// Labels of the source of a picture, by language. A colon or a word such as "by" follows them.
const CREDITS: &[(&str, &[&str])] = &[
    ("en", &["photo", "photos", "photo credit", "photography", "image", "images", "image credit"]),
    ("en", &["picture", "pictures", "illustration", "illustrations", "graphic", "graphics"]),
    ("de", &["foto", "fotos", "bild", "bilder", "grafik"]),
    ("fr", &["crédit photo", "crédits photo", "photographie"]),
    ("es", &["fotografía", "imagen", "imágenes"]),
    ("pt", &["fotografia", "imagem", "imagens"]),
    ("it", &["immagine", "immagini"]),
    ("nl", &["beeld"]),
    ("pl", &["zdjęcie", "zdjęcia"]),
    ("ru", &["фото", "фотография", "фотографии", "изображение"]),
    ("el", &["φωτογραφία", "φωτό"]),
    ("ja", &["写真", "撮影"]),
    ("zh", &["图", "圖", "图片", "圖片", "摄影", "攝影"]),
    ("ko", &["사진"]),
];
/// Words between such a label and a name.
const AFTER_CREDITS: [&str; 8] = ["by ", "von ", "par ", "por ", "di ", "av ", "af ", "door "];
/// Roles after a name, by language.
const ROLES: &[(&str, &[&str])] = &[
    ("en", &["editor", "correspondent", "reporter", "writer", "columnist", "journalist"]),
    ("en", &["contributor", "producer", "director", "manager", "analyst", "attorney"]),
    ("en", &["president", "professor", "founder", "cofounder", "ceo", "cto", "cfo", "coo", "vp"]),
    ("en", &["officer", "chairman", "chairwoman", "representative", "coordinator", "lecturer"]),
    ("en", &["researcher", "consultant", "specialist", "strategist", "engineer", "scientist"]),
    ("en", &["developer", "photographer", "economist", "adviser", "advisor", "secretary"]),
    (
        "en",
        &[
            "author",
            "blogger",
            "critic",
            "dietitian",
            "educator",
            "horticulturalist",
            "expert",
            "fellow",
            "host",
        ],
    ),
    ("en", &["intern", "lawyer", "meteorologist", "nutritionist", "owner", "physician"]),
    ("en", &["psychologist", "teacher", "therapist", "veterinarian", "videographer"]),
    ("de", &["redakteur", "redakteurin", "korrespondent", "korrespondentin", "reporterin"]),
    ("de", &["geschäftsführer", "geschäftsführerin", "leiter", "leiterin", "professorin"]),
    ("fr", &["rédacteur", "rédactrice", "correspondant", "correspondante", "journaliste"]),
    ("fr", &["envoyé", "envoyée", "chroniqueur", "chroniqueuse"]),
    ("fr", &["directeur", "directrice", "professeur", "professeure", "président", "présidente"]),
    ("es", &["redactor", "redactora", "corresponsal", "periodista", "editora"]),
    ("es", &["enviado", "enviada", "reportero", "reportera"]),
    ("es", &["directora", "profesor", "profesora", "presidente", "presidenta"]),
    ("pt", &["redator", "redatora", "correspondente", "jornalista", "repórter", "diretor"]),
    ("it", &["redattore", "redattrice", "corrispondente", "giornalista", "inviato", "inviata"]),
    ("it", &["direttore", "direttrice", "professore", "professoressa"]),
    ("nl", &["redacteur", "verslaggever", "correspondente"]),
    ("sv", &["redaktör", "korrespondent", "skribent"]),
    ("pl", &["redaktor", "korespondent", "dziennikarz", "dziennikarka"]),
];
/// News agencies. Their names follow those of authors.
const AGENCIES: [&str; 31] = [
    "afp",
    "agencies",
    "anp",
    "ansa",
    "ap",
    "apa",
    "ats",
    "bbc",
    "belga",
    "bloomberg",
    "cna",
    "cnn",
    "ctk",
    "dpa",
    "efe",
    "epd",
    "kna",
    "lusa",
    "ntb",
    "pa",
    "pap",
    "pti",
    "reuters",
    "ritzau",
    "sda",
    "sid",
    "stt",
    "tass",
    "tt",
    "upi",
    "xinhua",
];
/// Words in the names of organisations.
const ORGANISATIONS: [&str; 32] = [
    "agency",
    "association",
    "bureau",
    "center",
    "centre",
    "chronicle",
    "club",
    "daily",
    "desk",
    "editorial",
    "editors",
    "foundation",
    "gazette",
    "group",
    "herald",
    "inc",
    "institute",
    "journal",
    "llc",
    "magazine",
    "media",
    "network",
    "news",
    "newspapers",
    "observer",
    "press",
    "society",
    "staff",
    "times",
    "team",
    "tribune",
    "university",
];
/// Words that may stand with a role, in several languages.
const RANKS: [&str; 24] = [
    "assistant",
    "associate",
    "chief",
    "co",
    "contributing",
    "deputy",
    "executive",
    "former",
    "freelance",
    "general",
    "guest",
    "head",
    "in",
    "junior",
    "lead",
    "managing",
    "of",
    "principal",
    "senior",
    "staff",
    "vice",
    "chef",
    "leitender",
    "stellvertretender",
];
/// Prepositions inside a role that no name has: "Engineer on the ferry line".
const PREPOSITIONS: [&str; 11] =
    ["of", "at", "for", "to", "on", "für", "bei", "beim", "chez", "pour", "voor"];

/// Whether a text after a name is a role: "Science Editor", "Head of Tides".
pub(crate) fn is_role(text: &str) -> bool {
    let has_preposition = || text.split(' ').skip(1).any(|word| PREPOSITIONS.contains(&word));
    text.contains(' ') && (text.split([' ', '-']).any(is_role_word) || has_preposition())
}

/// Whether a text after a name begins with a role: "Manager, Harbour and Ferries".
pub(crate) fn begins_with_role(text: &str) -> bool {
    let first = text.split(',').next().unwrap_or_default().trim();
    is_role_word(first) || is_role(first)
}

/// Whether a text after a name is a news agency: "dpa".
pub(crate) fn is_agency(text: &str) -> bool {
    let parts = text.split(['/', '-', ' ']).map(|part| part.trim_matches(['(', ')']));
    parts.map(str::to_lowercase).all(|part| AGENCIES.contains(&part.as_str()))
}

/// Whether a text after a name is an organisation: "The Courier", "Associated Press".
pub(crate) fn is_organisation(text: &str) -> bool {
    let mut words = text.split(' ').map(str::to_lowercase);
    words.clone().next().is_some_and(|first| first == "the")
        || words.any(|word| ORGANISATIONS.contains(&word.as_str()))
}

fn is_role_word(word: &str) -> bool {
    let word = word.to_lowercase();
    ROLES.iter().any(|(_, roles)| roles.contains(&word.as_str()))
}

/// Whether a text is only a role: "Senior Analyst".
pub(crate) fn is_only_role(text: &str) -> bool {
    let is_rank = |word: &str| RANKS.contains(&word.to_lowercase().as_str());
    // A single word may be the name of an account.
    let has_several = text.contains([' ', '-']);
    has_several
        && text.split([' ', '-']).all(|word| is_rank(word) || is_role_word(word))
        && text.split([' ', '-']).any(is_role_word)
}

/// Whether a text names the source of a picture: "Photo: Ann Lee", "Photo by Ann Lee".
pub(crate) fn is_credit(text: &str) -> bool {
    let Some(first) = text.chars().next().and_then(|c| c.to_lowercase().next()) else {
        return false;
    };
    let is_label = |label: &str| {
        let end = label.starts_with(first).then(|| prefix_len(text, label)).flatten();
        end.is_some_and(|end| {
            let rest = text[end..].trim_start();
            // "Photo – Ann Lee", but not "Photo-Journalist".
            let is_apart = text[end..].starts_with(' ') && rest.starts_with(['-', '–', '—', '©']);
            let is_by = || AFTER_CREDITS.iter().any(|word| rest.starts_with(word));
            is_apart || rest.starts_with([':', '：']) || is_by()
        })
    };
    CREDITS.iter().flat_map(|(_, labels)| *labels).any(|label| is_label(label))
}
