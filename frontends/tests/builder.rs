// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compares programs of `hloom-builder`, which does not use MLIR, with MLIR's parser and hloom's
//! verifiers.

#[path = "../../bindings/builder/tests/every_operation/programs.rs"]
mod programs;

use hloom_builder::{ElementType, Program, Result, Shape, Value, Version};
use hloom_dialects::Context;
use hloom_dialects::diagnostic::render_location;
use hloom_dialects::module::parse_module;
use hloom_frontends::portable::import;
use melior::ir::BlockLike;
use melior::ir::operation::OperationLike;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn texts_and_artifacts_are_the_same_programs() {
    for (name, program) in programs::programs() {
        let context = Context::new();
        let text = program.to_text();
        let parsed = parse_module(&context, &text, name);
        let parsed = parsed.unwrap_or_else(|error| panic!("{error}\n{text}"));
        let artifact = program.to_bytes(Version::CURRENT).expect("the current version");
        let imported = import(&context, &artifact, name);
        let imported = imported.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(parsed.as_operation().to_string(), imported.as_operation().to_string());
    }
}

#[test]
fn operations_of_artifacts_have_positions_in_rust_programs() {
    let (name, program) = programs::programs().remove(0);
    let context = Context::new();
    let artifact = program.to_bytes(Version::CURRENT).expect("the current version");
    let imported = import(&context, &artifact, name).expect("valid");
    let body = imported.body().first_operation().expect("a function");
    let location = render_location(body.location());
    assert!(location.contains("programs.rs:"), "{location}");
}

type Unary = for<'p> fn(Value<'p>) -> Result<Value<'p>>;
type Binary = for<'p> fn(Value<'p>, Value<'p>) -> Result<Value<'p>>;

const UNARY: [(&str, Unary); 26] = [
    ("abs", |x| x.abs()),
    ("cbrt", |x| x.cbrt()),
    ("ceil", |x| x.ceil()),
    ("cosine", |x| x.cosine()),
    ("count_leading_zeros", |x| x.count_leading_zeros()),
    ("exponential", |x| x.exponential()),
    ("exponential_minus_one", |x| x.exponential_minus_one()),
    ("floor", |x| x.floor()),
    ("imag", |x| x.imag()),
    ("is_finite", |x| x.is_finite()),
    ("log", |x| x.log()),
    ("log_plus_one", |x| x.log_plus_one()),
    ("logistic", |x| x.logistic()),
    ("negate", |x| x.negate()),
    ("not", |x| x.not()),
    ("popcnt", |x| x.popcnt()),
    ("real", |x| x.real()),
    ("round_nearest_afz", |x| x.round_nearest_afz()),
    ("round_nearest_even", |x| x.round_nearest_even()),
    ("rsqrt", |x| x.rsqrt()),
    ("sign", |x| x.sign()),
    ("sine", |x| x.sine()),
    ("sqrt", |x| x.sqrt()),
    ("tan", |x| x.tan()),
    ("tanh", |x| x.tanh()),
    ("cholesky", |x| x.cholesky(false)),
];

const BINARY: [(&str, Binary); 16] = [
    ("add", |x, y| x.add(y)),
    ("and", |x, y| x.and(y)),
    ("atan2", |x, y| x.atan2(y)),
    ("complex", |x, y| x.complex(y)),
    ("divide", |x, y| x.divide(y)),
    ("maximum", |x, y| x.maximum(y)),
    ("minimum", |x, y| x.minimum(y)),
    ("multiply", |x, y| x.multiply(y)),
    ("or", |x, y| x.or(y)),
    ("power", |x, y| x.power(y)),
    ("remainder", |x, y| x.remainder(y)),
    ("shift_left", |x, y| x.shift_left(y)),
    ("shift_right_arithmetic", |x, y| x.shift_right_arithmetic(y)),
    ("shift_right_logical", |x, y| x.shift_right_logical(y)),
    ("subtract", |x, y| x.subtract(y)),
    ("xor", |x, y| x.xor(y)),
];

/// Returns true if the verifiers accept an operation on operands of one type.
fn is_valid(
    context: &Context,
    name: &str,
    operands: usize,
    operand: &Shape,
    result: &Shape,
) -> bool {
    let types = vec![operand.to_string(); operands].join(", ");
    let arguments = ["%a", "%a"][..operands].join(", ");
    let text = format!(
        "func.func @main(%a: {operand}) -> {result} {{\n  \
           %0 = \"stablehlo.{name}\"({arguments}) : ({types}) -> {result}\n  \
           return %0 : {result}\n}}\n"
    );
    parse_module(context, text, name).is_ok()
}

/// Compares the verdicts of the builder and of the verifiers on an operation for every element
/// type.
fn compare(name: &str, operands: usize, build: impl for<'p> Fn(Value<'p>) -> Result<Value<'p>>) {
    let context = Context::new();
    for ty in ElementType::ALL {
        let shape = Shape::new(ty, [2, 2]);
        let program = Program::new();
        let mut result = shape.clone();
        let built = program.function("main", [&shape], |[x]| {
            let value = build(x)?;
            result = value.shape().expect("a tensor");
            Ok(value)
        });
        // Results of these types differ from the operand only for complex numbers.
        if built.is_err() && name == "complex" {
            result = Shape::new(ElementType::complex(ty).unwrap_or(ElementType::C64), [2, 2]);
        }
        if built.is_err() && name == "is_finite" {
            result = Shape::new(ElementType::Pred, [2, 2]);
        }
        let verdict = is_valid(&context, name, operands, &shape, &result);
        assert_eq!(built.is_ok(), verdict, "`{name}` on {shape}: {built:?}");
    }
}

#[test]
fn elementwise_operations_accept_the_same_element_types() {
    for (name, build) in UNARY {
        compare(name, 1, build);
    }
    for (name, build) in BINARY {
        compare(name, 2, |x| build(x, x));
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

/// Returns all words of the form `(slice_c3)` in the files of a folder.
fn constraints(folder: &Path, into: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            constraints(&path, into);
            continue;
        }
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for part in text.split(['(', '"']).skip(1) {
            let word: String =
                part.chars().take_while(|it| it.is_ascii_alphanumeric() || *it == '_').collect();
            let number = word.rsplit_once("_c").map(|(_, number)| number);
            if number.is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit())) {
                into.insert(word);
            }
        }
    }
}

/// Constraints without their full names in the verifiers and their tests. The tests name the
/// constraints of other operations of the same families, except for `rng_bit_generator_c2`, which
/// the code that computes the bits checks.
const OTHERS: [&str; 5] =
    ["batch_norm_training_c2", "clamp_c2", "compare_c1", "multiply_c1", "rng_bit_generator_c2"];

#[test]
fn the_verifiers_have_the_constraints_of_the_builder() {
    let (mut ours, mut theirs) = (BTreeSet::new(), BTreeSet::new());
    constraints(&root().join("bindings/builder/tests/snapshots"), &mut ours);
    constraints(&root().join("dialects/tests"), &mut theirs);
    constraints(&root().join("dialects/src/verify"), &mut theirs);
    assert!(ours.len() > 120, "{}", ours.len());
    let unknown: Vec<_> = ours.difference(&theirs).collect();
    assert_eq!(unknown, OTHERS);
}
