//! What the words beside a date say that it is: the day of publication, or that of a change.

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Published,
    Changed,
}

/// Words before or behind the day of publication, by language.
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

/// Words before or behind the day of a change, by language.
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

/// What a key says of a date; of several words the last counts. And whether it begins so.
pub(crate) fn told(key: &str) -> Option<(Kind, bool)> {
    let kinds = [(PUBLISHED, Kind::Published), (CHANGED, Kind::Changed)];
    let mut last: Option<(usize, usize, Kind)> = None;
    let mut begins = false;
    for (table, kind) in kinds {
        for phrase in table.iter().flat_map(|(_, phrases)| *phrases) {
            for start in places(phrase, key) {
                begins |= start == 0;
                let place = (start + phrase.len(), start, kind);
                if last.is_none_or(|last| (last.0, last.1) < (place.0, place.1)) {
                    last = Some(place);
                }
            }
        }
    }
    last.map(|(_, _, kind)| (kind, begins))
}

/// Whether a word, in lower case, says when something was published or changed.
pub(crate) fn is_word(word: &str) -> bool {
    [PUBLISHED, CHANGED].iter().any(|table| table.iter().any(|(_, words)| words.contains(&word)))
}

/// Where a phrase stands in a key, as whole words; those of Chinese, Japanese and Korean also
/// stand in longer ones.
fn places<'k>(phrase: &'static str, key: &'k str) -> impl Iterator<Item = usize> + 'k {
    let is_wide = phrase.starts_with(|c: char| c >= '\u{2e80}');
    key.match_indices(phrase).map(|(at, _)| at).filter(move |at| {
        let is_edge = |byte: Option<&u8>| matches!(byte, None | Some(b' '));
        let bytes = key.as_bytes();
        let before = at.checked_sub(1).and_then(|at| bytes.get(at));
        is_wide || (is_edge(before) && is_edge(bytes.get(at + phrase.len())))
    })
}

#[cfg(test)]
mod tests {
    use super::{Kind, told};

    #[test]
    fn the_last_word_counts() {
        assert_eq!(told("published"), Some((Kind::Published, true)));
        assert_eq!(told("by ann lee updated on"), Some((Kind::Changed, false)));
        assert_eq!(told("mis à jour le"), Some((Kind::Changed, true)));
        assert_eq!(told("最終更新日"), Some((Kind::Changed, false)));
        assert_eq!(told("the fair opens on"), None);
        assert_eq!(told("unpublished"), None);
    }
}
