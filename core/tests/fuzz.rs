//! The checks of `core/fuzz` without libFuzzer: on the pages of the tests, and on mutations of them.

#[path = "../fuzz/checks.rs"]
mod checks;

use std::path::Path;

use checks::CHECKS;

/// Inputs that once failed a check, and the smallest of each kind.
const INPUTS: [(&str, &[u8]); 7] = [
    ("parse", b"<table> </"),
    ("extract", b"<p>a<svg><p>b<math><annotation>x</table>"),
    ("model", b"PGCORE-M\x01\0\0\0\0\0\0\0"),
    ("cut", b"<p>\0p\0\0\0<p>a</p"),
    ("json", b"{'a': [1,, }"),
    ("url", b"http://[::1/\n//\\"),
    ("metadata", b"\xff31.12.99999"),
];

const N_MUTATIONS: usize = 6;

#[test]
fn checks_hold_for_known_inputs() {
    for (name, check) in CHECKS {
        let inputs: Vec<_> = INPUTS.iter().filter(|(target, _)| *target == name).collect();
        assert!(!inputs.is_empty(), "no input for {name}");
        for (_, input) in inputs {
            check(input);
        }
    }
}

#[test]
fn checks_hold_for_mutated_pages() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/pages");
    let mut files: Vec<_> = folder
        .read_dir()
        .expect("it exists")
        .map(|entry| entry.expect("it is read").path())
        .collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "html"));
    files.sort();
    assert!(!files.is_empty());
    let mut random = Random(28);
    for file in files {
        let page = std::fs::read(&file).expect("it is read");
        for n in 0..N_MUTATIONS {
            let mutation = if n == 0 { page.clone() } else { random.mutate(&page) };
            for (name, check) in CHECKS {
                let result = std::panic::catch_unwind(|| check(&mutation));
                assert!(result.is_ok(), "{name}: mutation {n} of {}", file.display());
            }
        }
    }
}

/// Pseudo-random numbers by xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }

    /// Copies, cuts, repeats and changes some bytes.
    fn mutate(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut out = bytes.to_vec();
        for _ in 0..=self.below(8) {
            let start = self.below(out.len());
            let stop = (start + self.below(200)).min(out.len());
            let piece = out[start..stop].to_vec();
            let at = self.below(out.len());
            match self.below(5) {
                0 => drop(out.splice(at..at, piece)),
                1 => drop(out.splice(at..at, piece.repeat(20))),
                2 => drop(out.drain(start..stop)),
                3 => out.truncate(at),
                _ => {
                    if let Some(byte) = out.get_mut(at) {
                        *byte = b"<>\"'&=/\0\xff {}[]"[self.below(14)];
                    }
                }
            }
        }
        out
    }
}
