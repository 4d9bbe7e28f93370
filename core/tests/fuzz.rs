//! The checks of the fuzz targets without libFuzzer: on the pages of the tests, and on mutations of them.
//!
//! `make smoke` runs the last test, for some time, on seeds from the corpora.

#[path = "fuzz/checks.rs"]
mod checks;

use std::env;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use checks::{CHECKS, Check};

/// The smallest inputs of each kind, and those that once failed.
const INPUTS: [(&str, &[u8]); 7] = [
    ("parse", b"<table> </"),
    ("extract", b"<p>a<svg><p>b<math><annotation>x</table>"),
    ("model", b"PGCORE-M\x01\0\0\0\0\0\0\0"),
    ("cut", b"<p>\0p\0\0\0<p>a</p"),
    ("json", b"{'a': [1,, }"),
    ("url", b"http://[::1/\n//\\"),
    ("metadata", b"\xff31.12.99999"),
];

const N_MUTATIONS: usize = 3;

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
    let mut files = list_files(&folder);
    files.retain(|file| file.extension().is_some_and(|extension| extension == "html"));
    assert!(!files.is_empty());
    let mut random = Random(28);
    for file in files {
        let page = fs::read(&file).expect("it is read");
        for (name, check) in CHECKS {
            check_or_write(name, check, &page);
            for _ in 0..N_MUTATIONS {
                check_or_write(name, check, &random.mutate(&page));
            }
        }
    }
}

/// Takes the seeds in `FUZZ_SEEDS`, a folder of each target, for `FUZZ_SECONDS` in all.
#[test]
#[ignore = "takes as long as it is told"]
fn checks_hold_for_mutated_seeds() {
    let read = |name| env::var(name).unwrap_or_else(|_| panic!("{name} is missing"));
    let seconds: f64 = read("FUZZ_SECONDS").parse().expect("a number of seconds");
    let seeds = PathBuf::from(read("FUZZ_SEEDS"));
    let mut random = Random(read("FUZZ_SEED").parse::<u64>().expect("a number") | 1);
    for (name, check) in CHECKS {
        let files = list_files(&seeds.join(name));
        assert!(!files.is_empty(), "no seed for {name}");
        let deadline = Instant::now() + Duration::from_secs_f64(seconds / CHECKS.len() as f64);
        let mut n_inputs = 0;
        while Instant::now() < deadline {
            let seed = fs::read(&files[random.below(files.len())]).expect("it is read");
            check_or_write(name, check, &random.mutate(&seed));
            n_inputs += 1;
        }
        println!("core {name}: {n_inputs} inputs");
    }
}

fn list_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("it is read").path()).collect();
    files.sort();
    files
}

/// Checks an input. One that fails is written, as small as halving makes it, into a file.
fn check_or_write(name: &str, check: Check, input: &[u8]) {
    let fails = |input: &[u8]| catch_unwind(|| check(input)).is_err();
    if fails(input) {
        let folder = env::var("FUZZ_FINDINGS").map_or_else(|_| env::temp_dir(), PathBuf::from);
        let file = folder.join(format!("{name}-failure"));
        let written =
            fs::create_dir_all(&folder).and_then(|()| fs::write(&file, shrink(input, fails)));
        panic!("{name} fails for {}: {written:?}", file.display());
    }
}

/// Drops parts of an input, from halves to single bytes, as long as it still fails.
fn shrink(input: &[u8], fails: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let mut input = input.to_vec();
    let mut size = input.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        while at < input.len() {
            let end = (at + size).min(input.len());
            let shorter = [&input[..at], &input[end..]].concat();
            if fails(&shorter) {
                input = shorter;
            } else {
                at = end;
            }
        }
        size /= 2;
    }
    input
}

#[test]
fn shrinks_to_what_is_needed() {
    let input: Vec<u8> = (0..=255).cycle().take(999).collect();
    assert_eq!(shrink(&input, |part| part.contains(&7) && part.contains(&9)), [7, 9]);
    assert_eq!(shrink(&input, |part| part == input), input);
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
