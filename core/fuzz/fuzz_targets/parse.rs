//! Any bytes parse into a valid table, as a page or a fragment, and reading it never panics.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use pagecore_core::{Input, Limits, Source, parse};

fuzz_target!(|bytes: &[u8]| {
    for fragment in [None, Some("td"), Some("select"), Some("svg path"), Some("template")] {
        let source = Source::new(Arc::new(bytes.to_vec()));
        let Ok(table) = parse(source, Input::Bytes(None), fragment, &Limits::default()) else {
            unreachable!("these are names of elements");
        };
        for row in 0..table.len() {
            let (parent, end) = (table.parent[row], table.end[row] as usize);
            assert!(parent < row as i32 && row < end && end <= table.len());
            assert!(parent < 0 || end <= table.end[parent as usize] as usize);
        }
        table.blocks();
        table.plain_text(&vec![true; table.len()], &Default::default());
        table.xpath(table.len() - 1);
        assert!(table.digest("shape").is_ok_and(|digest| digest.len() == table.len()));
    }
});
