//! Character classes for counting: word character, punctuation, white space, unspaced script.

use wide::i8x16;

/// Letters, marks, numbers and the underscore.
pub(crate) const WORD: u8 = 1;
/// The general categories P*, without the underscore.
pub(crate) const PUNCTUATION: u8 = 2;
/// Unicode white space, including the no-break space.
pub(crate) const SPACE: u8 = 4;
/// A word character of a script that is written without spaces.
pub(crate) const UNSPACED: u8 = 8;

include!(concat!(env!("OUT_DIR"), "/classes.rs"));

/// The class bits of a character.
pub(crate) fn class(c: char) -> u8 {
    let code = c as usize;
    PAGES[INDEX[code >> 8] as usize][code & 255]
}

/// The class bits of an ASCII byte.
pub(crate) fn ascii_class(byte: u8) -> u8 {
    PAGES[0][byte as usize]
}

/// Bytes that are classified together.
pub(crate) const LANE: usize = 16;

/// The bytes from `at` on, padded with zeros after the last. They may include bytes that
/// follow the text in its buffer. The caller ignores those, which is faster than copying the text.
#[inline]
pub(crate) fn lane_at<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes[at..].first_chunk().copied().unwrap_or_else(|| {
        let mut padded = [0; N];
        padded[..bytes.len() - at].copy_from_slice(&bytes[at..]);
        padded
    })
}

/// The position of the first of some bytes. Most are near: one or two vectors find them before a
/// search by `find`, which does the same for any distance, would have started.
#[inline(always)]
pub(crate) fn find_near<const N: usize>(
    wanted: [u8; N],
    bytes: &[u8],
    find: impl Fn(&[u8]) -> Option<usize>,
) -> Option<usize> {
    for at in [0, LANE] {
        let Some(lane) = bytes.get(at..).and_then(<[u8]>::first_chunk::<LANE>) else { break };
        let lane = i8x16::new(bytemuck::cast(*lane));
        let is = |byte: u8| lane.simd_eq(i8x16::splat(byte as i8));
        let marks = wanted.into_iter().fold(i8x16::ZERO, |marks, byte| marks | is(byte));
        let marks = marks.to_bitmask();
        if marks != 0 {
            return Some(at + marks.trailing_zeros() as usize);
        }
    }
    find(bytes)
}

/// Whether HTML counts a byte as white space.
pub(crate) fn is_html_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0C)
}

/// Whether a character is an invisible hint for line breaking.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_some_characters() {
        for (c, want) in [
            ('a', WORD),
            ('_', WORD),
            ('7', WORD),
            ('é', WORD),
            ('\u{0301}', WORD),
            ('.', PUNCTUATION),
            ('。', PUNCTUATION),
            ('¿', PUNCTUATION),
            ('$', 0),
            (' ', SPACE),
            ('\u{a0}', SPACE),
            ('\u{3000}', SPACE),
            ('漢', WORD | UNSPACED),
            ('か', WORD | UNSPACED),
            ('ท', WORD | UNSPACED),
            ('한', WORD),
            ('\u{10FFFF}', 0),
        ] {
            assert_eq!(class(c), want, "{c:?}");
        }
    }
}
