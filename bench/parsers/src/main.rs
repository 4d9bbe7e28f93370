//! Time parsers on pages: one request per line of standard input, one JSON line per answer.
//!
//! A request is a comma-separated list of parsers, a tab, and the path of a page. The parsers run in
//! that order. The answer has, in the same order, the CPU nanoseconds from bytes in memory to the
//! finished and released result, and the number of rows. It also has the peak memory of the process
//! so far. The caller chooses rounds and order, and computes sums.
#![forbid(unsafe_code)]

mod columns;
mod nothing;

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::io::{self, BufRead, Write};
use std::sync::Arc;

use cpu_time::ProcessTime;
use html5ever::ParseOpts;
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::{TreeBuilderOpts, TreeSink};
use pagecore_core::{Input, Limits, Source, decode};
use typed_arena::Arena;

/// Parses bytes, drops the result, and returns its number of rows.
type Parse = fn(Source) -> Result<usize, Box<dyn Error>>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut answers = io::stdout().lock();
    for request in io::stdin().lock().lines() {
        let request = request?;
        let (names, path) =
            request.split_once('\t').ok_or("a request must be PARSERS, a tab, and PATH")?;
        let bytes: Arc<Vec<u8>> = Arc::new(fs::read(path)?);
        let (mut cpu_ns, mut rows) = (Vec::new(), Vec::new());
        for name in names.split(',').filter(|name| !name.is_empty()) {
            let parse = find_parser(name)?;
            let source = Source::new(bytes.clone());
            let start = ProcessTime::now();
            let n_rows = parse(source)?;
            cpu_ns.push(start.elapsed().as_nanos());
            rows.push(n_rows);
        }
        let peak = peak_bytes().map_or_else(|| "null".to_owned(), |bytes| bytes.to_string());
        writeln!(
            answers,
            "{{\"cpu_ns\": {cpu_ns:?}, \"rows\": {rows:?}, \"peak_bytes\": {peak}}}"
        )?;
        answers.flush()?;
    }
    Ok(())
}

fn find_parser(name: &str) -> Result<Parse, String> {
    match name {
        "pagecore" => Ok(parse_by_pagecore),
        "columns" => Ok(parse_to_columns),
        "nothing" => Ok(parse_to_nothing),
        _ => Err(format!("unknown parser {name:?}: expected pagecore, columns or nothing")),
    }
}

/// Runs our parser, as `pagecore.parse` calls it.
fn parse_by_pagecore(source: Source) -> Result<usize, Box<dyn Error>> {
    let table = pagecore_core::parse(source, Input::Bytes(None), None, &Limits::default())
        .map_err(|_| "only a fragment can fail")?;
    // The counts are lazy. The sink for html5ever computes them too.
    black_box(table.counts());
    Ok(black_box(&table).len())
}

/// Runs html5ever with the sink that writes columns.
fn parse_to_columns(source: Source) -> Result<usize, Box<dyn Error>> {
    let names = Arena::new();
    let n_bytes = source.bytes().len();
    let columns = run_html5ever(source, columns::Sink::new(&names, n_bytes))?;
    Ok(black_box(&columns).len())
}

/// Runs html5ever with a sink that stores only what html5ever reads back: the minimum cost of any
/// sink. It creates no rows.
fn parse_to_nothing(source: Source) -> Result<usize, Box<dyn Error>> {
    let names = Arena::new();
    black_box(run_html5ever(source, nothing::Sink::new(&names))?);
    Ok(0)
}

/// Decodes a page like our parser, so that both parse the same text, and runs html5ever.
fn run_html5ever<S: TreeSink>(source: Source, sink: S) -> Result<S::Output, Box<dyn Error>> {
    let decoded = decode(source.bytes(), Input::Bytes(None));
    let text = StrTendril::from(&*decoded.text);
    Ok(html5ever::parse_document(sink, without_scripting()).one(text))
}

/// Options that parse the content of `noscript` as elements, like our parser.
fn without_scripting() -> ParseOpts {
    ParseOpts {
        tree_builder: TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() },
        ..ParseOpts::default()
    }
}

/// The peak memory of this process, if the system reports it.
fn peak_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}
