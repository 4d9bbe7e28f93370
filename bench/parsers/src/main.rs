//! Times parsers on pages: a request per line of standard input, a JSON line for each.
//!
//! A request is the names of parsers with commas between them, a tab, and the path of a page; the
//! parsers run in that order. The answer has, in the same order, the CPU nanoseconds from bytes in
//! memory to the finished result and its release, and the rows made; beside them the most memory
//! that the process has held so far. Rounds, order and sums are the caller's.
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

/// From bytes to a result that is thrown away; gives the number of its rows.
type Parse = fn(Source) -> Result<usize, Box<dyn Error>>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut answers = io::stdout().lock();
    for request in io::stdin().lock().lines() {
        let request = request?;
        let (names, path) = request.split_once('\t').ok_or("a request needs a tab")?;
        let bytes: Arc<Vec<u8>> = Arc::new(fs::read(path)?);
        let (mut cpu_ns, mut rows) = (Vec::new(), Vec::new());
        for name in names.split(',').filter(|name| !name.is_empty()) {
            let parse = parser(name)?;
            let source = Source::new(bytes.clone());
            let start = ProcessTime::now();
            let made = parse(source)?;
            cpu_ns.push(start.elapsed().as_nanos());
            rows.push(made);
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

fn parser(name: &str) -> Result<Parse, String> {
    match name {
        "pagecore" => Ok(pagecore),
        "columns" => Ok(html5ever_to_columns),
        "nothing" => Ok(html5ever_to_nothing),
        _ => Err(format!("no parser is called {name:?}; there are pagecore, columns, nothing")),
    }
}

/// Ours, as `pagecore.parse` calls it.
fn pagecore(source: Source) -> Result<usize, Box<dyn Error>> {
    let table = pagecore_core::parse(source, Input::Bytes(None), None, &Limits::default())
        .map_err(|_| "no fragment was asked for")?;
    // The counts are made when asked for, and the sink beside makes them too.
    black_box(table.counts());
    Ok(black_box(&table).len())
}

/// html5ever with the sink that writes columns.
fn html5ever_to_columns(source: Source) -> Result<usize, Box<dyn Error>> {
    let names = Arena::new();
    let n_bytes = source.bytes().len();
    let columns = html5ever(source, columns::Sink::new(&names, n_bytes))?;
    Ok(black_box(&columns).len())
}

/// html5ever with a sink that keeps only what it is asked back: the least that any sink costs. It
/// makes no rows.
fn html5ever_to_nothing(source: Source) -> Result<usize, Box<dyn Error>> {
    let names = Arena::new();
    black_box(html5ever(source, nothing::Sink::new(&names))?);
    Ok(0)
}

/// Decodes as ours does, so that the parsers get the same text.
fn html5ever<S: TreeSink>(source: Source, sink: S) -> Result<S::Output, Box<dyn Error>> {
    let decoded = decode(source.bytes(), Input::Bytes(None));
    let text = StrTendril::from(&*decoded.text);
    Ok(html5ever::parse_document(sink, without_scripting()).one(text))
}

/// The content of `noscript` is elements, as it is in our tables.
fn without_scripting() -> ParseOpts {
    ParseOpts {
        tree_builder: TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() },
        ..ParseOpts::default()
    }
}

/// The most memory this process has held, where the system tells.
fn peak_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}
