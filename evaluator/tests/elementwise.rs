// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of elementwise operations and CHLO within programs. The tests of their values are beside
//! the operations.

use hloom_dialects::{Context, parse_module};
use hloom_evaluator::attribute::parse_literal;
use hloom_evaluator::{Error, Literal, Program, Value};

/// Returns the results of `@main` with this signature and these operations.
fn evaluate(signature: &str, body: &str, arguments: &[&str]) -> Result<Vec<Literal>, Error> {
    let source = format!("func.func @main{signature} {{\n{body}\n}}");
    let context = Context::new();
    let module = parse_module(&context, source, "program.mlir").expect("a valid program");
    let arguments = arguments.iter().map(|text| parse_literal(text).map(Value::from));
    let arguments = arguments.collect::<Result<_, _>>()?;
    let results = Program::decode(&module)?.evaluate("main", arguments)?;
    results.into_iter().map(Value::into_tensor).collect()
}

#[track_caller]
fn check(signature: &str, body: &str, arguments: &[&str], expected: &[&str]) {
    let results = evaluate(signature, body, arguments).expect("a result");
    let expected = expected.iter().map(|text| parse_literal(text).expect("a literal"));
    assert_eq!(results, expected.collect::<Vec<_>>());
}

#[test]
fn sizes_are_those_of_the_operands() {
    let signature = "(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32>";
    let body = "%0 = stablehlo.add %a, %b : tensor<?xf32>
        return %0 : tensor<?xf32>";
    let two = "dense<[1.0, 2.0]> : tensor<2xf32>";
    check(signature, body, &[two, two], &["dense<[2.0, 4.0]> : tensor<2xf32>"]);
    let refusal = evaluate(signature, body, &[two, "dense<1.0> : tensor<3xf32>"]);
    let refusal = refusal.expect_err("other sizes").to_string();
    let wanted = "operands must have the same shape, found tensor<2xf32> and tensor<3xf32>";
    assert!(refusal.ends_with(wanted), "{refusal}");
}

#[test]
fn attributes_are_read() {
    check(
        "(%a: tensor<4xi32>) -> (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>, tensor<4x2xui16>)",
        "%zero = stablehlo.constant dense<0> : tensor<i32>
        %ten = stablehlo.constant dense<10> : tensor<i32>
        %0 = stablehlo.clamp %zero, %a, %ten
            : (tensor<i32>, tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
        %1 = stablehlo.compare NE, %a, %0, SIGNED
            : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
        %yes = stablehlo.constant dense<true> : tensor<i1>
        %2 = stablehlo.select %yes, %0, %a : tensor<i1>, tensor<4xi32>
        %3 = stablehlo.bitcast_convert %a : (tensor<4xi32>) -> tensor<4x2xui16>
        return %1, %0, %2, %3
            : tensor<4xi1>, tensor<4xi32>, tensor<4xi32>, tensor<4x2xui16>",
        &["dense<[-1, 5, 65536, 10]> : tensor<4xi32>"],
        &[
            "dense<[true, false, true, false]> : tensor<4xi1>",
            "dense<[0, 5, 10, 10]> : tensor<4xi32>",
            "dense<[0, 5, 10, 10]> : tensor<4xi32>",
            "dense<[[65535, 65535], [5, 0], [0, 1], [10, 0]]> : tensor<4x2xui16>",
        ],
    );
    check(
        "(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xi1>)",
        "%0 = stablehlo.reduce_precision %a, format = e8m7 : tensor<2xf32>
        %1 = stablehlo.compare EQ, %a, %a, TOTALORDER
            : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
        return %0, %1 : tensor<2xf32>, tensor<2xi1>",
        &["dense<[1.001, 0x7FC00000]> : tensor<2xf32>"],
        &["dense<[1.0, 0x7FC00000]> : tensor<2xf32>", "dense<true> : tensor<2xi1>"],
    );
}

#[test]
fn constants_of_chlo() {
    check(
        "(%a: tensor<?xf32>, %b: tensor<?xcomplex<f64>>)
            -> (tensor<2xi8>, tensor<?xf32>, tensor<?xcomplex<f64>>)",
        r#"%0 = chlo.constant dense<[1, -2]> : tensor<2xi8>
        %1 = "chlo.constant_like"(%a) {value = 1.5 : f32} : (tensor<?xf32>) -> tensor<?xf32>
        %2 = "chlo.constant_like"(%b) {value = #complex.number<:f64 1.5, -2.0>}
            : (tensor<?xcomplex<f64>>) -> tensor<?xcomplex<f64>>
        return %0, %1, %2 : tensor<2xi8>, tensor<?xf32>, tensor<?xcomplex<f64>>"#,
        &["dense<0.0> : tensor<3xf32>", "dense<(0.0, 0.0)> : tensor<1xcomplex<f64>>"],
        &[
            "dense<[1, -2]> : tensor<2xi8>",
            "dense<1.5> : tensor<3xf32>",
            "dense<(1.5, -2.0)> : tensor<1xcomplex<f64>>",
        ],
    );
}

#[test]
fn broadcasts() {
    check(
        "(%a: tensor<?xi32>, %b: tensor<?x?xi32>)
            -> (tensor<?x?xi32>, tensor<?x?xi1>, tensor<?x?xi32>)",
        r#"%0 = chlo.broadcast_subtract %a, %b {broadcast_dimensions = array<i64: 0>}
            : (tensor<?xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
        %1 = "chlo.broadcast_compare"(%b, %a) {
            comparison_direction = #chlo<comparison_direction GT>}
            : (tensor<?x?xi32>, tensor<?xi32>) -> tensor<?x?xi1>
        %2 = chlo.broadcast_select %1, %a, %b
            : (tensor<?x?xi1>, tensor<?xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
        return %0, %1, %2 : tensor<?x?xi32>, tensor<?x?xi1>, tensor<?x?xi32>"#,
        &["dense<[10, 2]> : tensor<2xi32>", "dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>"],
        &[
            "dense<[[9, 8], [-1, -2]]> : tensor<2x2xi32>",
            "dense<[[false, false], [false, true]]> : tensor<2x2xi1>",
            "dense<[[1, 2], [3, 2]]> : tensor<2x2xi32>",
        ],
    );
}

#[test]
fn scans() {
    check(
        "(%a: tensor<2x3xi32>, %b: tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)",
        "%0:2 = chlo.scan(%a) inits(%b) dimension=1 attributes {is_reverse = true} {
        ^bb0(%c: tensor<2xi32>, %d: tensor<2xi32>):
          %1 = stablehlo.add %c, %d : tensor<2xi32>
          stablehlo.return %1, %1 : tensor<2xi32>, tensor<2xi32>
        } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
        return %0#0, %0#1 : tensor<2x3xi32>, tensor<2xi32>",
        &["dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>", "dense<[0, 10]> : tensor<2xi32>"],
        &["dense<[[6, 5, 3], [25, 21, 16]]> : tensor<2x3xi32>", "dense<[6, 25]> : tensor<2xi32>"],
    );
}

#[test]
fn ragged_products() {
    // A contracting ragged dimension: every group of the three columns has its own product.
    check(
        "(%a: tensor<2x3xi32>, %b: tensor<3x1xi32>, %c: tensor<2xi64>) -> tensor<2x2x1xi32>",
        r#"%0 = "chlo.ragged_dot"(%a, %b, %c) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
            lhs_batching_dimensions = [], rhs_batching_dimensions = [],
            lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0],
            lhs_ragged_dimensions = [1], rhs_group_dimensions = []>}
            : (tensor<2x3xi32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<2x2x1xi32>
        return %0 : tensor<2x2x1xi32>"#,
        &[
            "dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>",
            "dense<[[1], [10], [100]]> : tensor<3x1xi32>",
            "dense<[1, 2]> : tensor<2xi64>",
        ],
        &["dense<[[[1], [4]], [[320], [650]]]> : tensor<2x2x1xi32>"],
    );
    // A free ragged dimension: the result is zero past the last group.
    check(
        "(%a: tensor<3x1xi32>, %b: tensor<2x1x1xi32>, %c: tensor<2xi64>) -> tensor<3x1xi32>",
        r#"%0 = "chlo.ragged_dot"(%a, %b, %c) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
            lhs_batching_dimensions = [], rhs_batching_dimensions = [],
            lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1],
            lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}
            : (tensor<3x1xi32>, tensor<2x1x1xi32>, tensor<2xi64>) -> tensor<3x1xi32>
        return %0 : tensor<3x1xi32>"#,
        &[
            "dense<[[1], [2], [3]]> : tensor<3x1xi32>",
            "dense<[[[10]], [[100]]]> : tensor<2x1x1xi32>",
            "dense<[1, 1]> : tensor<2xi64>",
        ],
        &["dense<[[10], [200], [0]]> : tensor<3x1xi32>"],
    );
}
