// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Constraints of the chlo and check ops, one test for each op.

mod support;
use support::{accepts, refuses};

#[test]
fn broadcasts_follow_numpy() {
    let add = |lhs: &str, rhs: &str, to: &str| {
        format!("chlo.broadcast_add %a, %b : ({lhs}, {rhs}) -> {to}")
    };
    for (lhs, rhs, to) in [
        ("tensor<2x1xf32>", "tensor<3xf32>", "tensor<2x3xf32>"),
        ("tensor<f32>", "tensor<2x3xf32>", "tensor<2x3xf32>"),
        ("tensor<?xf32>", "tensor<3xf32>", "tensor<3xf32>"),
        ("tensor<*xf32>", "tensor<3xf32>", "tensor<*xf32>"),
    ] {
        accepts(&format!("%a: {lhs}, %b: {rhs}"), &add(lhs, rhs, to));
    }
    let (lhs, rhs) = ("tensor<2xf32>", "tensor<3xf32>");
    refuses(
        &format!("%a: {lhs}, %b: {rhs}"),
        &add(lhs, rhs, rhs),
        "shapes do not broadcast: tensor<2xf32> and tensor<3xf32> (broadcast_add_shapes)",
    );
}

#[test]
fn broadcasts_follow_their_dimensions() {
    let add = |dimensions: &str, to: &str| {
        format!(
            "chlo.broadcast_add %a, %b {{broadcast_dimensions = array<i64: {dimensions}>}} : (tensor<2xf32>, tensor<2x3xf32>) -> {to}"
        )
    };
    let arguments = "%a: tensor<2xf32>, %b: tensor<2x3xf32>";
    accepts(arguments, &add("0", "tensor<2x3xf32>"));
    refuses(
        arguments,
        &add("1", "tensor<2x3xf32>"),
        "shapes do not broadcast: tensor<2xf32> and tensor<2x3xf32> (broadcast_add_shapes)",
    );
    refuses(
        arguments,
        &add("2", "tensor<2x3xf32>"),
        "broadcast_dimensions must ascend within [0, 2), found [2] (broadcast_add_broadcast_dimensions)",
    );
}

#[test]
fn compare_and_complex_have_their_own_elements() {
    accepts(
        "%a: tensor<2x3xf32>, %b: tensor<3xf32>",
        "%0 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
         %1 = chlo.broadcast_complex %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xcomplex<f32>>",
    );
}

#[test]
fn constant_like_repeats_a_number() {
    let like = |value: &str, element: &str| {
        format!(
            "%0 = \"chlo.constant_like\"(%a) {{value = {value}}} : (tensor<2xf32>) -> tensor<2x{element}>"
        )
    };
    for (value, element) in [
        ("1.5 : f32", "f32"),
        ("true", "i1"),
        ("2 : ui8", "ui8"),
        ("#complex.number<:f32 1.0, -2.0>", "complex<f32>"),
    ] {
        accepts("%a: tensor<2xf32>", &like(value, element));
    }
    for (value, element) in [
        ("\"text\" : complex<f32>", "complex<f32>"),
        ("\"text\" : f32", "f32"),
        ("\"text\" : i8", "i8"),
    ] {
        let message = format!(
            "value must be an integer, a float or a complex number, found {value} (constant_like_value)"
        );
        refuses("%a: tensor<2xf32>", &like(value, element), &message);
    }
}

#[test]
fn top_k() {
    let top = |k: i64, to: &str| {
        format!("chlo.top_k(%a, k = {k}) : tensor<4x8xf32> -> (tensor<{to}xf32>, tensor<{to}xi32>)")
    };
    accepts("%a: tensor<4x8xf32>", &top(3, "4x3"));
    refuses(
        "%a: tensor<4x8xf32>",
        &top(9, "4x9"),
        "k must not be negative or exceed the last dimension of tensor<4x8xf32>, found 9 (top_k_k)",
    );
    refuses(
        "%a: tensor<4x8xf32>",
        &top(3, "4x4"),
        "result 0 has type tensor<4x4xf32>, expected tensor<4x3xf32> (top_k_results)",
    );
}

#[test]
fn ragged_dot_has_three_modes() {
    let dot = |ragged: i64, group: &str, rhs: &str, to: &str| {
        format!(
            r#""chlo.ragged_dot"(%l, %r, %g) {{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [{batch}], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [{contract}], lhs_ragged_dimensions = [{ragged}]{group}>}} : (tensor<2x11x5xf32>, {rhs}, tensor<3xi64>) -> {to}"#,
            batch = usize::from(!group.is_empty()),
            contract = 1 + usize::from(!group.is_empty()),
        )
    };
    let arguments = |rhs: &str| format!("%l: tensor<2x11x5xf32>, %r: {rhs}, %g: tensor<3xi64>");
    let grouped = "tensor<3x2x5x7xf32>";
    let plain = "tensor<2x5x7xf32>";
    let group = ", rhs_group_dimensions = [0]";
    accepts(&arguments(grouped), &dot(1, group, grouped, "tensor<2x11x7xf32>"));
    accepts(&arguments(plain), &dot(2, "", plain, "tensor<3x2x11x7xf32>"));
    accepts(&arguments(plain), &dot(0, "", plain, "tensor<2x11x7xf32>"));
    refuses(
        &arguments(plain),
        &dot(1, "", plain, "tensor<2x11x7xf32>"),
        "rhs must have 1 group dimensions where the ragged dimension of lhs is neither batching nor contracting, found 0 (ragged_dot_rhs_group_dimensions)",
    );
    refuses(
        &arguments(grouped),
        &dot(2, group, grouped, "tensor<3x2x11x7xf32>"),
        "rhs must have 0 group dimensions where the ragged dimension of lhs is contracting, found 1 (ragged_dot_rhs_group_dimensions)",
    );
}

#[test]
fn scan() {
    let scan = |argument: &str, to: &str| {
        format!(
            "%0:2 = chlo.scan (%a) inits (%c) dimension=0 {{
             ^bb0(%x: {argument}, %y: tensor<3xf32>):
               stablehlo.return %y, %y : tensor<3xf32>, tensor<3xf32>
             }} : (tensor<4x3xf32>, tensor<3xf32>) -> ({to}, tensor<3xf32>)"
        )
    };
    let arguments = "%a: tensor<4x3xf32>, %c: tensor<3xf32>";
    accepts(arguments, &scan("tensor<3xf32>", "tensor<4x3xf32>"));
    refuses(
        arguments,
        &scan("tensor<4xf32>", "tensor<4x3xf32>"),
        "argument 0 of body must have type tensor<3xf32>, found tensor<4xf32> (scan_body)",
    );
    refuses(
        arguments,
        &scan("tensor<3xf32>", "tensor<5x3xf32>"),
        "result 0 has type tensor<5x3xf32>, expected tensor<4x3xf32> (scan_results)",
    );
}

#[test]
fn checks() {
    accepts(
        "%a: tensor<2xf32>",
        "check.expect_eq %a, %a : tensor<2xf32>
         check.expect_eq_const %a, dense<1.0> : tensor<2xf32>
         check.expect_almost_eq %a, %a, tolerance = 1.0e-3 : tensor<2xf32>
         check.expect_almost_eq_const %a, dense<1.0> : tensor<2xf32>
         check.expect_close %a, %a, max_ulp_difference = 3, min_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>",
    );
    refuses(
        "%a: tensor<2xi32>",
        "check.expect_almost_eq %a, %a : tensor<2xi32>",
        "operands must hold floats or complex numbers, found tensor<2xi32> (expect_almost_eq_i1)",
    );
    refuses(
        "%a: tensor<2xf32>",
        "check.expect_close %a, %a, max_ulp_difference = 1, min_ulp_difference = 2 : tensor<2xf32>, tensor<2xf32>",
        "min_ulp_difference must not exceed max_ulp_difference, found 2 and 1 (expect_close_bounds)",
    );
}
