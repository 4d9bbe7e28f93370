//! Extracts pages to text, for instruction counts: `cargo run --release --example extract -- TIMES
//! MODEL PAGE…`
//!
//! Prints the number of characters. `python -m bench --section features` runs it under valgrind.

use std::sync::Arc;

use pagecore_core::{Input, Limits, Model, Source, parse};

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().ok_or("usage: extract TIMES MODEL PAGE…");
    let times: usize = next()?.parse().map_err(|_| "TIMES must be a number")?;
    let read = |file: String| std::fs::read(&file).map_err(|error| format!("{file}: {error}"));
    let model = Model::read(&read(next()?)?)?;
    let pages: Vec<Arc<Vec<u8>>> =
        arguments.map(|file| read(file).map(Arc::new)).collect::<Result<_, _>>()?;
    let mut n_chars = 0;
    for page in pages.iter().cycle().take(times * pages.len()) {
        let source = Source::new(page.clone());
        let table = parse(source, Input::Bytes(None), None, &Limits::default())
            .map_err(|_| "no page".to_owned())?;
        // Otherwise the first feature that asks for them would have their cost.
        table.blocks();
        let mut decision = model.decide(&table, 1.0)?;
        let rows: Vec<bool> = decision.find_rows(&table).into_iter().map(|row| row != 0).collect();
        n_chars += table.plain_text(&rows, &Default::default()).chars().count();
    }
    println!("{n_chars}");
    Ok(())
}
