// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compares the constraints of `hloom-builder` with those of hloom's verifiers on operations with
//! random attributes, most of which are invalid.
//!
//! Both must accept an operation with the same result type, or refuse it with the same constraint.

use hloom_builder::types::{f32, i64};
use hloom_builder::{
    Convolution, ConvolutionDimensionNumbers, DotDimensionNumbers, Error, GatherDimensionNumbers,
    Program, Result, Shape, Value, Window,
};
use hloom_dialects::Context;
use hloom_dialects::module::parse_module;

/// A generator of pseudorandom numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }

    /// Returns a list of at most `most` numbers below `limit`.
    fn list(&mut self, most: usize, limit: usize) -> Vec<usize> {
        (0..self.below(most + 1)).map(|_| self.below(limit)).collect()
    }

    /// Returns the given number, or rarely another one below `limit`.
    fn near(&mut self, number: usize, limit: usize) -> usize {
        if self.below(6) == 0 { self.below(limit) } else { number }
    }

    /// Returns the given list with rare changes.
    fn near_list(&mut self, list: &[usize], limit: usize) -> Vec<usize> {
        if self.below(12) == 0 {
            return self.list(list.len() + 1, limit);
        }
        list.iter().map(|number| self.near(*number, limit)).collect()
    }
}

/// The outcome of an operation: its result type, or the violated constraint.
#[derive(Debug, PartialEq)]
enum Outcome {
    Result(Shape),
    Violation(String),
}

fn of_builder<const N: usize>(
    types: &[Shape; N],
    build: impl for<'p> FnOnce([Value<'p>; N]) -> Result<Value<'p>>,
) -> Outcome {
    let mut result = None;
    let built = Program::new().function("main", types.clone(), |values| {
        let value = build(values)?;
        result = value.shape();
        Ok(value)
    });
    match built {
        Ok(()) => Outcome::Result(result.expect("a tensor")),
        Err(Error::Constraint { constraint, .. }) => Outcome::Violation(constraint),
        Err(error) => panic!("expected a constraint, found {error}"),
    }
}

/// Returns the verdict of the verifiers. The declared result is a scalar, for which they state the
/// type or the shape that they expect.
fn of_verifier(context: &Context, types: &[Shape], operation: &str, attributes: &str) -> Outcome {
    let names: Vec<_> = (0..types.len()).map(|index| format!("%a{index}")).collect();
    let arguments: Vec<_> =
        names.iter().zip(types).map(|(name, ty)| format!("{name}: {ty}")).collect();
    let inputs: Vec<_> = types.iter().map(Shape::to_string).collect();
    let verdict = |result: &str| {
        let text = format!(
            "func.func @main({}) {{\n  \
               %0 = \"stablehlo.{operation}\"({}) {{{attributes}}} : ({}) -> {result}\n  \
               return\n\
             }}\n",
            arguments.join(", "),
            names.join(", "),
            inputs.join(", ")
        );
        parse_module(context, &text, "random")
            .map(drop)
            .map_err(|error| error.diagnostics[0].message.clone())
    };
    let Err(message) = verdict("tensor<7x7x77xf32>") else {
        panic!("no operation of these tests has this result");
    };
    // `expected tensor<2x3xf32>` or `expected the shape [2, 3]`.
    if let Some((_, expected)) =
        message.split_once("has type").and_then(|it| it.1.split_once("expected "))
    {
        let expected = expected.split(" (").next().unwrap_or_default();
        let shape = match expected.strip_prefix("the shape [").and_then(|it| it.strip_suffix(']')) {
            Some(dims) => {
                let dims = dims.split(", ").filter(|dim| !dim.is_empty());
                f32(dims.map(|dim| dim.parse().expect("a size")).collect::<Vec<usize>>())
            }
            None => expected.parse().unwrap_or_else(|_| panic!("expected a type: {message}")),
        };
        verdict(&shape.to_string()).expect("it has the expected type");
        return Outcome::Result(shape);
    }
    let constraint = message.rsplit_once('(').map(|(_, rest)| rest).unwrap_or_default();
    Outcome::Violation(constraint.split(')').next().unwrap_or_default().to_owned())
}

/// Counts the outcomes, to show that the comparison is about both kinds.
#[derive(Default)]
struct Counts {
    valid: usize,
    violations: std::collections::BTreeSet<String>,
}

impl Counts {
    fn add(&mut self, ours: Outcome, theirs: &Outcome, attributes: &str) {
        assert_eq!(ours, *theirs, "{attributes}");
        match ours {
            Outcome::Result(_) => self.valid += 1,
            Outcome::Violation(constraint) => {
                self.violations.insert(constraint);
            }
        }
    }

    fn check(&self, valid: usize, violations: usize) {
        let found = self.violations.len();
        assert!(self.valid >= valid && found >= violations, "{} {:?}", self.valid, self.violations);
    }
}

fn array(values: &[usize]) -> String {
    let values: Vec<_> = values.iter().map(usize::to_string).collect();
    if values.is_empty() {
        "array<i64>".to_owned()
    } else {
        format!("array<i64: {}>", values.join(", "))
    }
}

#[test]
fn slices() {
    let (context, mut random, mut counts) = (Context::new(), Random(1), Counts::default());
    let types = [f32([4, 5])];
    for _ in 0..400 {
        let starts = random.near_list(&[1, 0], 6);
        let limits = random.near_list(&[3, 5], 7);
        let strides = random.near_list(&[1, 2], 4);
        let attributes = format!(
            "start_indices = {}, limit_indices = {}, strides = {}",
            array(&starts),
            array(&limits),
            array(&strides)
        );
        let theirs = of_verifier(&context, &types, "slice", &attributes);
        let ours = of_builder(&types, |[x]| x.slice(starts, limits, strides));
        counts.add(ours, &theirs, &attributes);
    }
    counts.check(50, 3);
}

#[test]
fn products() {
    let (context, mut random, mut counts) = (Context::new(), Random(2), Counts::default());
    let types = [f32([2, 3, 4]), f32([2, 4, 3])];
    for _ in 0..1000 {
        let numbers = DotDimensionNumbers {
            lhs_batching_dimensions: random.near_list(&[0], 4),
            rhs_batching_dimensions: random.near_list(&[0], 4),
            lhs_contracting_dimensions: random.near_list(&[2], 4),
            rhs_contracting_dimensions: random.near_list(&[1], 4),
        };
        let attributes = format!(
            "dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = {:?}, \
             rhs_batching_dimensions = {:?}, lhs_contracting_dimensions = {:?}, \
             rhs_contracting_dimensions = {:?}>",
            numbers.lhs_batching_dimensions,
            numbers.rhs_batching_dimensions,
            numbers.lhs_contracting_dimensions,
            numbers.rhs_contracting_dimensions
        );
        let theirs = of_verifier(&context, &types, "dot_general", &attributes);
        let ours = of_builder(&types, |[x, y]| x.dot_general(y, &numbers));
        counts.add(ours, &theirs, &attributes);
    }
    counts.check(100, 9);
}

#[test]
fn gathers() {
    let (context, mut random, mut counts) = (Context::new(), Random(3), Counts::default());
    let types = [f32([3, 4, 2]), i64([3, 5, 2])];
    for _ in 0..4000 {
        let numbers = GatherDimensionNumbers {
            offset_dims: random.near_list(&[1], 4),
            collapsed_slice_dims: random.near_list(&[1], 4),
            operand_batching_dims: random.near_list(&[0], 4),
            start_indices_batching_dims: random.near_list(&[0], 4),
            start_index_map: random.near_list(&[1, 2], 4),
            index_vector_dim: random.near(2, 5),
        };
        let sizes = random.near_list(&[1, 1, 2], 4);
        let attributes = format!(
            "dimension_numbers = #stablehlo.gather<offset_dims = {:?}, \
             collapsed_slice_dims = {:?}, operand_batching_dims = {:?}, \
             start_indices_batching_dims = {:?}, start_index_map = {:?}, \
             index_vector_dim = {}>, slice_sizes = {}",
            numbers.offset_dims,
            numbers.collapsed_slice_dims,
            numbers.operand_batching_dims,
            numbers.start_indices_batching_dims,
            numbers.start_index_map,
            numbers.index_vector_dim,
            array(&sizes)
        );
        let theirs = of_verifier(&context, &types, "gather", &attributes);
        let ours = of_builder(&types, |[x, indices]| x.gather(indices, &numbers, sizes, false));
        counts.add(ours, &theirs, &attributes);
    }
    counts.check(200, 16);
}

#[test]
fn convolutions() {
    let (context, mut random, mut counts) = (Context::new(), Random(4), Counts::default());
    let types = [f32([2, 8, 4]), f32([3, 2, 6])];
    for _ in 0..3000 {
        let window = Window::default()
            .strides(random.near_list(&[1], 4))
            .base_dilations(random.near_list(&[1], 3))
            .window_dilations(random.near_list(&[1], 3))
            .padding([(random.below(4) as i64 - 2, -(random.below(10) as i64))]);
        let mut ours =
            Convolution::new(ConvolutionDimensionNumbers::features_last(1)).window(window);
        ours.feature_group_count = random.near(2, 5);
        ours.batch_group_count = random.near(1, 5);
        let (low, high) = ours.window.padding[0];
        let attributes = format!(
            "dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, window_strides = \
             {}, lhs_dilation = {}, rhs_dilation = {}, padding = dense<[[{low}, {high}]]> : \
             tensor<1x2xi64>, feature_group_count = {} : i64, batch_group_count = {} : i64",
            array(&ours.window.strides),
            array(&ours.window.base_dilations),
            array(&ours.window.window_dilations),
            ours.feature_group_count,
            ours.batch_group_count,
        );
        let theirs = of_verifier(&context, &types, "convolution", &attributes);
        let ours = of_builder(&types, |[x, kernel]| x.convolution(kernel, &ours));
        counts.add(ours, &theirs, &attributes);
    }
    counts.check(100, 8);
}
