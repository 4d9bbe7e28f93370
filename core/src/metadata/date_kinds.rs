//! Detect from the words beside a date whether it is the date of publication, of a change, or
//! of something else.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::metadata::words;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Published,
    Changed,
    /// Not a date of the page: when a forum user joined, or a firm was founded.
    Other,
}

/// Words before or after the date of publication, by language.
const PUBLISHED: &[(&str, &[&str])] = &[
    ("en", &["published", "posted", "created", "first published", "originally published"]),
    (
        "de",
        &["veröffentlicht", "erstellt", "erschienen", "publiziert", "ursprünglich veröffentlicht"],
    ),
    ("fr", &["publié", "publiée", "créé", "paru"]),
    ("es", &["publicado", "publicada", "creado"]),
    ("pt", &["publicado", "publicada", "criado"]),
    ("it", &["pubblicato", "pubblicata", "creato"]),
    ("nl", &["gepubliceerd", "geplaatst"]),
    ("sv", &["publicerad", "publicerat", "publicerades"]),
    ("no", &["publisert"]),
    ("da", &["publiceret", "offentliggjort"]),
    ("fi", &["julkaistu"]),
    ("pl", &["opublikowano", "opublikowany", "dodano", "utworzono"]),
    ("cs", &["publikováno", "zveřejněno"]),
    ("ru", &["опубликовано", "опубликована", "опубликован"]),
    ("uk", &["опубліковано"]),
    ("el", &["δημοσιεύτηκε", "δημοσίευση"]),
    ("tr", &["yayınlandı", "yayınlanma", "oluşturulma"]),
    ("id", &["diterbitkan", "dipublikasikan"]),
    ("vi", &["đăng", "xuất bản"]),
    ("ar", &["نشر", "نشرت"]),
    ("zh", &["发布", "發布", "发表", "發表"]),
    ("ja", &["公開", "投稿", "掲載"]),
    ("ko", &["등록", "게시", "입력"]),
];

/// Words before or after the date of a change, by language.
const CHANGED: &[(&str, &[&str])] = &[
    ("en", &["updated", "update", "modified", "revised", "edited", "reviewed", "changed"]),
    ("en", &["last updated", "last modified", "last revised", "last edited", "last reviewed"]),
    ("de", &["aktualisiert", "geändert", "bearbeitet", "überarbeitet", "zuletzt aktualisiert"]),
    ("de", &["zuletzt geändert", "letzte änderung", "letzte aktualisierung"]),
    ("fr", &["mis à jour", "mise à jour", "modifié", "modifiée", "actualisé", "actualisée"]),
    ("fr", &["dernière mise à jour"]),
    ("es", &["actualizado", "actualizada", "actualización", "última actualización", "modificado"]),
    ("pt", &["atualizado", "atualizada", "atualização", "última atualização"]),
    ("it", &["aggiornato", "aggiornata", "aggiornamento", "ultimo aggiornamento", "modificato"]),
    ("nl", &["bijgewerkt", "gewijzigd", "laatst bijgewerkt"]),
    ("sv", &["uppdaterad", "uppdaterat", "uppdaterades", "senast uppdaterad"]),
    ("no", &["oppdatert", "sist oppdatert"]),
    ("da", &["opdateret", "sidst opdateret"]),
    ("fi", &["päivitetty"]),
    ("pl", &["zaktualizowano", "aktualizacja", "zmieniono"]),
    ("cs", &["aktualizováno", "aktualizace", "upraveno"]),
    ("ru", &["обновлено", "обновлена", "изменено"]),
    ("uk", &["оновлено"]),
    ("el", &["ενημερώθηκε", "ενημέρωση"]),
    ("tr", &["güncellendi", "güncelleme", "güncellenme"]),
    ("id", &["diperbarui"]),
    ("vi", &["cập nhật"]),
    ("ar", &["تحديث"]),
    ("zh", &["更新", "修改"]),
    ("ja", &["更新", "改定"]),
    ("ko", &["수정", "업데이트"]),
];

/// Words before dates that are not dates of the page, by language.
const OTHER: &[(&str, &[&str])] = &[
    ("en", &["joined", "join date", "member since", "registered", "last seen", "last visit"]),
    ("en", &["last active", "last activity", "founded"]),
    ("de", &["registriert", "registriert seit", "dabei seit", "mitglied seit", "beigetreten"]),
    ("de", &["beitritt", "angemeldet seit", "zuletzt online"]),
    ("fr", &["inscription", "inscrit", "inscrit le", "membre depuis", "date d inscription"]),
    ("es", &["registrado", "miembro desde", "se unió", "fecha de ingreso", "ingreso"]),
    ("pt", &["registrado", "membro desde", "data de registro"]),
    ("it", &["iscritto", "iscritto il", "membro dal", "registrato"]),
    ("nl", &["geregistreerd", "lid sinds", "lid geworden op"]),
    ("sv", &["medlem sedan", "blev medlem", "reg datum", "gick med"]),
    ("no", &["ble med", "medlem siden", "registrert"]),
    ("da", &["tilmeldt", "medlem siden"]),
    ("fi", &["liittynyt", "rekisteröitynyt"]),
    ("pl", &["dołączył", "dołączyła", "rejestracja", "data rejestracji"]),
    ("cs", &["registrován", "registrovaný", "založen"]),
    ("tr", &["kayıt", "kayıt tarihi", "katılım"]),
    ("id", &["bergabung", "terdaftar"]),
    ("vi", &["gia nhập", "ngày tham gia", "tham gia"]),
    ("ru", &["регистрация", "зарегистрирован", "зарегистрирована", "на форуме с"]),
    ("uk", &["реєстрація", "зареєстрований"]),
    ("el", &["εγγραφή", "μέλος από"]),
    ("zh", &["注册时间", "註冊時間", "注册日期", "最后登录", "註冊"]),
    ("ja", &["登録日", "参加日"]),
    ("ko", &["가입일", "가입"]),
];

/// All phrases by their first word.
static PHRASES: LazyLock<HashMap<&str, Vec<(&str, Kind)>>> = LazyLock::new(|| {
    let mut phrases: HashMap<&str, Vec<(&str, Kind)>> = HashMap::new();
    for (phrase, kind) in all_phrases() {
        let first = phrase.split(' ').next().unwrap_or_default();
        phrases.entry(first).or_default().push((phrase, kind));
    }
    phrases
});

fn all_phrases() -> impl Iterator<Item = (&'static str, Kind)> {
    let with_kind = |table: &'static [(&str, &[&'static str])], kind: Kind| {
        table.iter().flat_map(move |(_, phrases)| phrases.iter().map(move |phrase| (*phrase, kind)))
    };
    let own = with_kind(PUBLISHED, Kind::Published).chain(with_kind(CHANGED, Kind::Changed));
    own.chain(with_kind(OTHER, Kind::Other))
}

/// The kind of the date beside a key, by the last phrase in the key. Also returns whether the key
/// begins with such a phrase.
pub(crate) fn detect_kind(key: &str) -> Option<(Kind, bool)> {
    let mut last: Option<(usize, Kind)> = None;
    let mut begins = false;
    let mut take = |start: usize, phrase: &str, kind: Kind| {
        begins |= start == 0;
        let end = start + phrase.len();
        if last.is_none_or(|(last_end, _)| last_end < end) {
            last = Some((end, kind));
        }
    };
    let mut start = 0;
    for word in key.split(' ') {
        for (phrase, kind) in PHRASES.get(word).into_iter().flatten() {
            if words::is_prefix(phrase, &key[start..]) {
                take(start, phrase, *kind);
            }
        }
        start += word.len() + 1;
    }
    // Words of Chinese, Japanese and Korean have no blanks around them.
    let is_wide = |c: char| c >= '\u{2e80}';
    if !key.is_ascii() && key.contains(is_wide) {
        for (phrase, kind) in all_phrases().filter(|(phrase, _)| phrase.starts_with(is_wide)) {
            key.match_indices(phrase).for_each(|(start, _)| take(start, phrase, kind));
        }
    }
    last.map(|(_, kind)| (kind, begins))
}

/// Whether a lower-case word is a phrase for publication or change.
pub(crate) fn is_kind_word(word: &str) -> bool {
    PHRASES.get(word).is_some_and(|phrases| phrases.iter().any(|(phrase, _)| *phrase == word))
}

#[cfg(test)]
mod tests {
    use super::{Kind, detect_kind};

    #[test]
    fn the_last_phrase_counts() {
        assert_eq!(detect_kind("published"), Some((Kind::Published, true)));
        assert_eq!(detect_kind("by ann lee updated on"), Some((Kind::Changed, false)));
        assert_eq!(detect_kind("mis à jour le"), Some((Kind::Changed, true)));
        assert_eq!(detect_kind("最終更新日"), Some((Kind::Changed, false)));
        assert_eq!(detect_kind("the fair opens on"), None);
        assert_eq!(detect_kind("joined"), Some((Kind::Other, true)));
        assert_eq!(detect_kind("unpublished"), None);
    }
}
