//! Time the steps of the default extractor: `cargo run --release --example decide MODEL PAGE…`
//!
//! Prints the microseconds per page of each step, as the minimum of several rounds.

use std::time::Instant;

use pagecore_core::features::{Analysis, Weights, summarize};
use pagecore_core::{Input, Limits, Model, Source, Table, correct_choice, parse, select};

const ROUNDS: usize = 7;
const STEPS: [&str; 7] =
    ["parse", "counts, blocks", "features", "two forests", "selection", "page", "text"];

fn main() -> Result<(), String> {
    let mut files = std::env::args().skip(1);
    let read = |file: String| std::fs::read(&file).map_err(|error| format!("{file}: {error}"));
    let model = Model::read(&read(files.next().ok_or("usage: decide MODEL PAGE…")?)?)?;
    let pages: Vec<Vec<u8>> = files.map(read).collect::<Result<_, _>>()?;
    let array = |name| model.array(name).ok_or("the model has no names");
    let names = Weights::new(array("near names")?, array("far names")?);
    let mut least = vec![[u128::MAX; STEPS.len()]; pages.len()];
    for _ in 0..ROUNDS {
        for (page, least) in pages.iter().zip(&mut least) {
            for (least, now) in least.iter_mut().zip(time_steps(page, &model, names)?) {
                *least = (*least).min(now);
            }
        }
    }
    let n = pages.len() as f64;
    let mut all = 0.0;
    for (at, step) in STEPS.iter().enumerate() {
        let micros = least.iter().map(|page| page[at]).sum::<u128>() as f64 / 1000.0 / n;
        all += micros;
        println!("{step:16}{micros:9.1} µs");
    }
    println!("{:16}{all:9.1} µs", "all");
    Ok(())
}

/// The nanoseconds of each step on one page.
fn time_steps(
    page: &[u8],
    model: &Model,
    names: Option<Weights<'_>>,
) -> Result<[u128; STEPS.len()], String> {
    let mut marks = vec![Instant::now()];
    let source = Source::new(std::sync::Arc::new(page.to_vec()));
    marks[0] = Instant::now();
    let table: Table = parse(source, Input::Bytes(None), None, &Limits::default())
        .map_err(|_| "no page".to_owned())?;
    marks.push(Instant::now());
    table.blocks();
    marks.push(Instant::now());
    let mut analysis = Analysis::new(&table, names);
    marks.push(Instant::now());
    let probability = model.predict_blocks(&mut analysis)?;
    marks.push(Instant::now());
    let (mut keep, expected) = select(&probability, &analysis.words(), 1.0);
    let corrections = correct_choice(&analysis, &probability, &mut keep);
    marks.push(Instant::now());
    std::hint::black_box(summarize(&analysis, &probability, &keep, &keep));
    marks.push(Instant::now());
    let mut decision = pagecore_core::Decision {
        blocks: analysis.features.blocks,
        probability,
        keep,
        copies: corrections.copies,
        inside: corrections.inside,
        restored: corrections.restored,
        others: corrections.others,
        states: corrections.states,
        listings: corrections.listings,
        expected,
        summary: Vec::new(),
        confidence: expected,
    };
    let rows: Vec<bool> = decision.find_rows(&table).into_iter().map(|row| row != 0).collect();
    std::hint::black_box(table.plain_text(&rows, &Default::default()));
    marks.push(Instant::now());
    let mut spent = [0; STEPS.len()];
    for (at, pair) in marks.windows(2).enumerate() {
        spent[at] = (pair[1] - pair[0]).as_nanos();
    }
    Ok(spent)
}
