#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pagecore_fuzz::check_extract(bytes));
