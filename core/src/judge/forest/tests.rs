//! Forests: small ones by hand, and generated ones against the definition.

use super::{Forest, Pair, Parts};

/// One tree that tests whether feature 0 is above 0.5 and feature 1 above -1.
fn small() -> Parts {
    Parts {
        n_features: 2,
        bias: vec![10.0],
        depths: vec![2],
        features: vec![0, 1],
        borders: vec![0.5, -1.0],
        leaves: vec![1.0, 2.0, 3.0, 4.0],
        weights: vec![1.0, 1.0, 1.0, 1.0],
    }
}

fn predict(parts: Parts, columns: &[&[f32]]) -> Vec<f32> {
    Forest::new(parts).unwrap().predict(columns).unwrap()
}

#[test]
fn a_level_sets_its_bit_above_its_border() {
    let columns: [&[f32]; 2] = [&[0.0, 1.0, 0.0, 1.0], &[-2.0, -2.0, 0.0, 0.0]];
    assert_eq!(predict(small(), &columns), [11.0, 12.0, 13.0, 14.0]);
}

#[test]
fn a_value_on_the_border_is_not_above_it() {
    let next = 0.5f32.next_up();
    let columns: [&[f32]; 2] = [&[0.5, next], &[-1.0, -1.0]];
    assert_eq!(predict(small(), &columns), [11.0, 12.0]);
}

#[test]
fn nan_counts_as_the_lowest() {
    let columns: [&[f32]; 2] =
        [&[f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY], &[f32::NAN; 4]];
    assert_eq!(predict(small(), &columns), [11.0, 11.0, 12.0, 11.0]);
}

#[test]
fn a_tree_without_levels_is_one_leaf() {
    let parts = Parts {
        n_features: 1,
        bias: vec![1.0],
        depths: vec![0, 0],
        leaves: vec![2.0, 3.0],
        weights: vec![1.0, 1.0],
        ..Parts::default()
    };
    assert_eq!(predict(parts, &[&[0.0; 3]]), [6.0; 3]);
}

#[test]
fn outputs_of_a_row_are_adjacent() {
    let parts =
        Parts { bias: vec![10.0, 20.0], leaves: (1..=8).map(|x| x as f32).collect(), ..small() };
    let columns: [&[f32]; 2] = [&[1.0, 0.0], &[-2.0, 0.0]];
    assert_eq!(predict(parts, &columns), [13.0, 24.0, 15.0, 26.0]);
}

#[test]
fn zeros_of_both_signs_are_one_border() {
    let parts = Parts { features: vec![0, 0], borders: vec![0.0, -0.0], ..small() };
    let columns: [&[f32]; 2] = [&[0.0, -0.0, 1.0, -1.0], &[0.0; 4]];
    assert_eq!(predict(parts, &columns), [11.0, 11.0, 14.0, 11.0]);
}

#[test]
fn no_rows_and_no_trees() {
    assert_eq!(predict(small(), &[&[], &[]]), [0.0; 0]);
    let parts = Parts { n_features: 1, bias: vec![1.0, 2.0], ..Parts::default() };
    assert_eq!(predict(parts, &[&[0.0, 0.0]]), [1.0, 2.0, 1.0, 2.0]);
}

/// Pseudo-random numbers that are the same on every machine.
pub(crate) struct Random(pub u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    /// From -1 to 1, in steps, so that values can equal borders.
    fn number(&mut self) -> f32 {
        self.below(401) as f32 / 200.0 - 1.0
    }
}

pub(crate) fn generated(n_features: usize, depths: Vec<u8>, n_outputs: usize, seed: u64) -> Parts {
    let mut random = Random(seed);
    let n_levels = depths.iter().map(|depth| usize::from(*depth)).sum::<usize>();
    let n_leaves: usize = depths.iter().map(|depth| 1 << depth).sum();
    let mut numbers = |n| -> Vec<f32> { (0..n).map(|_| random.number()).collect() };
    let (bias, leaves) = (numbers(n_outputs), numbers(n_leaves * n_outputs));
    let borders = numbers(n_levels).iter().map(|x| (x * 60.0).round() / 60.0).collect();
    let weights = (0..n_leaves).map(|_| random.below(5) as f32).collect();
    let features = (0..n_levels).map(|_| random.below(n_features) as u16).collect();
    Parts { n_features, bias, depths, features, borders, leaves, weights }
}

fn rows(n_features: usize, n_rows: usize, seed: u64) -> Vec<Vec<f32>> {
    let mut random = Random(seed);
    let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0];
    let mut value = || match random.below(20) {
        0 => odd[random.below(4)],
        1..6 => (random.number() * 60.0).round() / 60.0,
        _ => random.number(),
    };
    (0..n_features).map(|_| (0..n_rows).map(|_| value()).collect()).collect()
}

/// The definition: every row walks every tree.
fn by_definition(parts: &Parts, columns: &[Vec<f32>]) -> Vec<f32> {
    let row = |at: usize| columns.iter().map(|column| column[at]).collect::<Vec<f32>>();
    (0..columns[0].len()).flat_map(|at| row_by_definition(parts, &row(at))).collect()
}

fn row_by_definition(parts: &Parts, row: &[f32]) -> Vec<f32> {
    let n_outputs = parts.bias.len();
    let mut sums = vec![0.0; n_outputs];
    let (mut level, mut first) = (0, 0);
    for depth in &parts.depths {
        let mut leaf = first;
        for bit in 0..*depth {
            let value = row[usize::from(parts.features[level])];
            leaf += usize::from(value > parts.borders[level]) << bit;
            level += 1;
        }
        for (output, sum) in sums.iter_mut().enumerate() {
            *sum += f64::from(parts.leaves[leaf * n_outputs + output]);
        }
        first += 1 << depth;
    }
    sums.iter().zip(&parts.bias).map(|(sum, bias)| (sum + f64::from(*bias)) as f32).collect()
}

#[test]
fn agrees_with_definition() {
    for seed in 0..60 {
        let mut random = Random(seed);
        let (n_features, n_outputs) = (1 + random.below(9), 1 + random.below(3));
        let depths = (0..random.below(12)).map(|_| random.below(9) as u8).collect();
        let parts = generated(n_features, depths, n_outputs, seed);
        let n_rows = [0, 1, 15, 16, 17, 255, 256, 257, 600][random.below(9)];
        let columns = rows(n_features, n_rows, seed);
        let forest = Forest::new(parts.clone()).unwrap();
        assert_eq!(forest.predict(&columns).unwrap(), by_definition(&parts, &columns));
    }
}

#[test]
fn a_row_does_not_depend_on_the_others() {
    let parts = generated(7, vec![6; 40], 1, 1);
    let columns = rows(7, 400, 1);
    let forest = Forest::new(parts).unwrap();
    let together = forest.predict(&columns).unwrap();
    for row in [0, 5, 16, 255, 256, 399] {
        let alone: Vec<&[f32]> = columns.iter().map(|column| &column[row..=row]).collect();
        assert_eq!(forest.predict(&alone).unwrap()[0].to_bits(), together[row].to_bits());
    }
}

#[test]
fn a_pair_agrees_with_both_alone() {
    for seed in 0..40 {
        let mut random = Random(seed);
        let (n_first, n_more) = (1 + random.below(9), random.below(5));
        let depths = |random: &mut Random| {
            (0..1 + random.below(9)).map(|_| 1 + random.below(8) as u8).collect::<Vec<u8>>()
        };
        let parts = [
            generated(n_first, depths(&mut random), 1, seed),
            generated(n_first + n_more, depths(&mut random), 1 + random.below(2), seed + 1),
        ];
        let [first, second] = parts.map(|parts| Forest::new(parts).unwrap());
        let n_rows = [0, 1, 16, 17, 256, 257, 600][random.below(7)];
        let columns = rows(n_first + n_more, n_rows, seed);
        let pair = Pair::new(&first, &second).unwrap();
        let (outputs, binned) = pair.predict_first(&first, &columns[..n_first]).unwrap();
        assert_eq!(outputs, first.predict(&columns[..n_first]).unwrap());
        let outputs = pair.predict_second(&second, &columns, binned).unwrap();
        assert_eq!(outputs, second.predict(&columns).unwrap());
    }
}

#[test]
fn a_pair_of_too_many_borders_is_none() {
    let borders = |first: usize| (first..first + 200).map(|x| x as f32).collect::<Vec<f32>>();
    let forest = |borders: Vec<f32>| {
        let parts = Parts {
            depths: vec![1; 200],
            features: vec![1; 200],
            borders,
            leaves: vec![0.0; 400],
            weights: vec![0.0; 400],
            ..small()
        };
        Forest::new(parts).unwrap()
    };
    assert!(Pair::new(&forest(borders(0)), &forest(borders(54))).is_some());
    assert!(Pair::new(&forest(borders(0)), &forest(borders(55))).is_none());
}

#[test]
fn the_second_forest_refuses_other_rows() {
    let forest = Forest::new(small()).unwrap();
    let pair = Pair::new(&forest, &forest).unwrap();
    let (_, binned) = pair.predict_first(&forest, &[[1.0], [2.0]]).unwrap();
    let error = pair.predict_second(&forest, &[[1.0, 2.0], [2.0, 3.0]], binned).unwrap_err();
    assert_eq!(error, "2 rows, but the first forest had 1");
}

#[test]
fn wrong_parts_are_refused() {
    let refused = |parts: Parts, because: &str| {
        let error = Forest::new(parts).unwrap_err();
        assert!(error.contains(because), "{error}");
    };
    refused(Parts { n_features: 0, ..small() }, "0 features");
    refused(Parts { n_features: 70_000, ..small() }, "70000 features");
    refused(Parts { bias: vec![], ..small() }, "0 outputs");
    refused(Parts { bias: vec![0.0; 257], ..small() }, "257 outputs");
    refused(Parts { depths: vec![9], ..small() }, "depth 9");
    refused(
        Parts { depths: vec![1], ..small() },
        "2 features of levels: expected 1, as its trees have",
    );
    refused(Parts { borders: vec![0.5], ..small() }, "1 borders");
    refused(
        Parts { leaves: vec![0.0; 5], ..small() },
        "5 outputs of leaves: expected 4, as its trees have",
    );
    refused(Parts { weights: vec![1.0; 3], ..small() }, "3 weights");
    refused(Parts { features: vec![0, 2], ..small() }, "feature 2, but the forest has 2 features");
    refused(Parts { bias: vec![f32::NAN], ..small() }, "a bias of NaN");
    refused(Parts { borders: vec![0.0, f32::INFINITY], ..small() }, "a border of inf");
    refused(Parts { leaves: vec![f32::NAN; 4], ..small() }, "a leaf of NaN");
    refused(Parts { weights: vec![-1.0; 4], ..small() }, "weight of -1");
    let many = Parts {
        depths: vec![1; 255],
        features: vec![1; 255],
        borders: (0..255).map(|x| x as f32).collect(),
        leaves: vec![0.0; 510],
        weights: vec![0.0; 510],
        ..small()
    };
    refused(many, "255 borders of feature 1");
}

#[test]
fn any_number_of_borders_is_counted_alike() {
    for n in (1..=70).chain([127, 128, 129, 200, 253, 254]) {
        let borders: Vec<f32> = (0..n).map(|x| x as f32 - 30.5).collect();
        // Each tree adds 1 above its border, so that the sum is the number of borders.
        let parts = Parts {
            n_features: 1,
            bias: vec![0.0],
            depths: vec![1; n],
            features: vec![0; n],
            borders: borders.clone(),
            leaves: [0.0, 1.0].repeat(n),
            weights: vec![1.0; 2 * n],
        };
        let mut values = vec![f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN];
        values.extend(borders.iter().flat_map(|x| [*x, x.next_up(), x.next_down()]));
        let above = |value: &f32| borders.iter().filter(|border| *value > **border).count() as f32;
        let counts: Vec<f32> = values.iter().map(above).collect();
        assert_eq!(predict(parts.clone(), &[&values]), counts, "{n} borders");
        for value in &values[..8] {
            assert_eq!(predict(parts.clone(), &[&[*value; 40]]), [above(value); 40]);
        }
    }
}

#[test]
fn wrong_columns_are_refused() {
    let forest = Forest::new(small()).unwrap();
    let refused = |columns: &[&[f32]], because: &str| {
        let error = forest.predict(columns).unwrap_err();
        assert!(error.contains(because), "{error}");
    };
    refused(&[&[1.0]], "1 columns for a forest of 2 features");
    refused(&[&[1.0], &[1.0, 2.0]], "column 1 has 2 rows");
}

#[test]
fn contributions_by_hand() {
    // Leaves 1 to 4 weigh 1, 1, 2 and 0.
    let forest = Forest::new(Parts { weights: vec![1.0, 1.0, 2.0, 0.0], ..small() }).unwrap();
    let columns: [&[f32]; 2] = [&[0.0, 1.0, 0.0, 1.0], &[-2.0, -2.0, 0.0, 0.0]];
    let explained = forest.contributions(&columns, &[0, 1, 3]).unwrap();
    // All: (1 + 2 + 6) / 4. First bit 0: (1 + 6) / 3; first bit 1: 2.
    let (all, zero, one) = (2.25, 7.0 / 3.0, 2.0);
    assert_eq!(explained.base, [10.0 + all]);
    let expected = [zero - all, 1.0 - zero, one - all, 2.0 - one, one - all, 4.0 - one];
    for (value, expected) in explained.values.iter().zip(expected) {
        assert!((value - expected).abs() < 1e-6, "{value} {expected}");
    }
    assert_eq!(explained.values.len(), 6);
    let error = forest.contributions(&columns, &[4]).unwrap_err();
    assert_eq!(error, "row 4: the columns have 4 rows");
}

#[test]
fn both_sides_are_equally_likely_without_training_rows() {
    let forest = Forest::new(Parts { weights: vec![0.0; 4], ..small() }).unwrap();
    let explained = forest.contributions(&[[1.0], [0.0]], &[0]).unwrap();
    assert_eq!((explained.base, explained.values), (vec![12.5], vec![0.5, 1.0]));
}

#[test]
fn contributions_add_up_to_the_outputs() {
    for seed in 0..40 {
        let mut random = Random(seed);
        let (n_features, n_outputs) = (1 + random.below(9), 1 + random.below(3));
        let depths = (0..random.below(12)).map(|_| random.below(9) as u8).collect();
        let forest = Forest::new(generated(n_features, depths, n_outputs, seed)).unwrap();
        let columns = rows(n_features, 20, seed);
        let chosen = [19, 0, 7, 7];
        let outputs = forest.predict(&columns).unwrap();
        let explained = forest.contributions(&columns, &chosen).unwrap();
        for (row, values) in chosen.iter().zip(explained.values.chunks(n_features * n_outputs)) {
            for output in 0..n_outputs {
                let moved: f32 = values.iter().skip(output).step_by(n_outputs).sum();
                let sum = explained.base[output] + moved;
                assert!((sum - outputs[row * n_outputs + output]).abs() < 1e-5);
            }
        }
    }
}
