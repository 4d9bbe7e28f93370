//! Print the table of a page: `cargo run --release --example trace page.html`.

use std::sync::Arc;

use pagecore_core::{Input, Limits, Source, names::tag, parse};

fn main() {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: trace PAGE");
        std::process::exit(2);
    };
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{path}: {error}");
            std::process::exit(2);
        }
    };
    let source = Source::new(Arc::new(bytes));
    let Ok(table) = parse(source, Input::Bytes(None), None, &Limits::default()) else {
        unreachable!("only a fragment can fail");
    };
    println!("{} from {}, {} rows", table.encoding, table.encoding_from, table.len());
    for row in 0..table.len() {
        let indent = "  ".repeat(table.depth()[row] as usize);
        let name = table.tag_name(table.tag[row]).unwrap_or_default();
        let shown = match table.tag[row] {
            tag::TEXT => format!("{:?}", table.text_of(row)),
            _ => table.attributes_of(row).iter().map(|(k, v)| format!(" {k}={v:?}")).collect(),
        };
        let span = format!("{}..{}", table.start[row], table.stop[row]);
        println!("{row:>6} {span:>15} {} {indent}{name}{shown}", table.hidden[row]);
    }
    for warning in &table.warnings {
        let (code, message) = (warning.code, &warning.message);
        println!("{code} at {} ({}×): {message}", warning.offset, warning.count);
    }
}
