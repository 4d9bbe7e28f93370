//! Which vector instructions the processor has.

use std::sync::LazyLock;

use fearless_simd::Level;

/// The best that there are here. `dispatch!` compiles its work for each level and chooses when it
/// runs; all levels do the same operations on the same numbers, so that results are equal to the
/// bit.
pub(crate) fn level() -> Level {
    static LEVEL: LazyLock<Level> = LazyLock::new(Level::new);
    *LEVEL
}
