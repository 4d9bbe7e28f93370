//! Time a forest: `cargo run --release --example forest [ROWS TREES DEPTH FEATURES]`.
//!
//! The forest is random: its levels test random features, with borders as dense as after training.
//! One third of the features are real numbers, one third small counts, one third constants.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use pagecore_core::Model;
use pagecore_core::forest::{Forest, Parts};

fn main() {
    let sizes: Vec<usize> = std::env::args().skip(1).flat_map(|number| number.parse()).collect();
    let [n_rows, n_trees, depth, n_features] = sizes[..] else {
        return measure(323, 500, 6, 200);
    };
    measure(n_rows, n_trees, depth, n_features);
}

fn measure(n_rows: usize, n_trees: usize, depth: usize, n_features: usize) {
    let mut random = Random(1);
    let columns: Vec<Vec<f32>> =
        (0..n_features).map(|at| (0..n_rows).map(|_| random.value(at)).collect()).collect();
    let features: Vec<u16> =
        (0..n_trees * depth).map(|_| random.below(n_features) as u16).collect();
    let n_leaves = n_trees << depth;
    let parts = Parts {
        n_features,
        bias: vec![0.0],
        depths: vec![depth as u8; n_trees],
        borders: features.iter().map(|at| random.value(usize::from(*at))).collect(),
        features,
        leaves: (0..n_leaves).map(|_| random.value(0)).collect(),
        weights: (0..n_leaves).map(|_| random.below(1000) as f32).collect(),
    };
    // With every tree twice, the trees cost double and the binning costs the same.
    let twice = Forest::new(Parts {
        depths: parts.depths.repeat(2),
        features: parts.features.repeat(2),
        borders: parts.borders.repeat(2),
        leaves: parts.leaves.repeat(2),
        weights: parts.weights.repeat(2),
        ..parts.clone()
    });
    let (forest, twice) = (Forest::new(parts).expect("right"), twice.expect("right"));
    let once_s = shortest(|| drop(black_box(forest.predict(black_box(&columns)))));
    let twice_s = shortest(|| drop(black_box(twice.predict(black_box(&columns)))));
    let (trees_s, bins_s) = (twice_s - once_s, 2.0 * once_s - twice_s);
    let per_tree = |seconds: f64| seconds * 1e9 / (n_rows * n_trees) as f64;
    println!("{n_rows} rows, {n_trees} trees of depth {depth}, {n_features} features");
    println!("predict {:8.1} µs: {:.3} ns a row and tree", once_s * 1e6, per_tree(once_s));
    println!("  trees {:8.1} µs: {:.3} ns a row and tree", trees_s * 1e6, per_tree(trees_s));
    let per_value = bins_s * 1e9 / (n_rows * n_features) as f64;
    println!("  bins  {:8.1} µs: {per_value:.3} ns per value", bins_s * 1e6);
    let forests = [("blocks".to_owned(), forest)];
    let metadata = r#"{"features": ""}"#.to_owned();
    let file = Model::new(metadata, forests.into(), BTreeMap::new()).expect("a model").write();
    let seconds = shortest(|| drop(black_box(Model::read(black_box(&file)))));
    println!("read    {:8.1} µs: {} bytes", seconds * 1e6, file.len());
}

/// The shortest of many runs, in seconds.
fn shortest(mut run: impl FnMut()) -> f64 {
    let mut shortest = f64::INFINITY;
    let began = Instant::now();
    while began.elapsed().as_secs_f64() < 1.0 {
        let began = Instant::now();
        run();
        shortest = shortest.min(began.elapsed().as_secs_f64());
    }
    shortest
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn value(&mut self, feature: usize) -> f32 {
        match feature % 3 {
            0 => self.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0,
            1 => self.below(12) as f32,
            _ => feature as f32,
        }
    }
}
