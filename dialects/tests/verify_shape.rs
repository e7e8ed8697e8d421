// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Constraints of the data movement ops, one test for each op.

mod support;
use support::{accepts, refuses};

#[test]
fn broadcast_in_dim_c1_to_c6() {
    let broadcast = |dimensions: &str, from: &str, to: &str| {
        format!(
            r#""stablehlo.broadcast_in_dim"(%a) {{broadcast_dimensions = array<i64{dimensions}>}} : ({from}) -> {to}"#
        )
    };
    let from = "tensor<1x3xf32>";
    let argument = &format!("%a: {from}");
    accepts(argument, &broadcast(": 2, 1", from, "tensor<5x3x7xf32>"));
    accepts("%a: tensor<f32>", &broadcast("", "tensor<f32>", "tensor<5xf32>"));
    for (dimensions, to, message) in [
        (
            ": 0, 1",
            "tensor<1x3xf64>",
            "operand and result must have the same element type, found tensor<1x3xf32> and tensor<1x3xf64> (broadcast_in_dim_c1)",
        ),
        (
            ": 1",
            "tensor<1x3xf32>",
            "broadcast_dimensions must have one entry for each of 2 dimensions of tensor<1x3xf32>, found 1 (broadcast_in_dim_c2)",
        ),
        (
            ": 0, 2",
            "tensor<1x3xf32>",
            "broadcast_dimensions must be in [0, 2), found 2 (broadcast_in_dim_c3)",
        ),
        (
            ": -1, 1",
            "tensor<1x3xf32>",
            "broadcast_dimensions must be in [0, 2), found -1 (broadcast_in_dim_c3)",
        ),
        (
            ": 1, 1",
            "tensor<1x3xf32>",
            "broadcast_dimensions must be unique, found 1 twice (broadcast_in_dim_c4)",
        ),
        (
            ": 0, 1",
            "tensor<2x4xf32>",
            "dimension 1 of tensor<1x3xf32> must have size 1 or the size of dimension 1 of \
             tensor<2x4xf32> (broadcast_in_dim_c5)",
        ),
    ] {
        refuses(argument, &broadcast(dimensions, from, to), message);
    }
    let axis = "tensor<2x!quant.uniform<i8:f32:0, {1.000000e-01:-30,5.000000e-01:-20}>>";
    let moved = "tensor<3x2x!quant.uniform<i8:f32:1, {1.000000e-01:-30,5.000000e-01:-20}>>";
    let wrong =
        "tensor<3x2x!quant.uniform<i8:f32:0, {1.000000e-01:-30,5.000000e-01:-20,2.000000e-01}>>";
    accepts(&format!("%a: {axis}"), &broadcast(": 1", axis, moved));
    refuses(
        &format!("%a: {axis}"),
        &broadcast(": 1", axis, wrong),
        &format!(
            "quantization dimensions do not agree in {axis} and {wrong} (broadcast_in_dim_c6)"
        ),
    );
}

#[test]
fn concatenate_c1_to_c6() {
    let concatenate = |dimension: i64, types: [&str; 2], to: &str| {
        let [one, other] = types;
        format!(
            r#""stablehlo.concatenate"(%a, %b) {{dimension = {dimension} : i64}} : ({one}, {other}) -> {to}"#
        )
    };
    let cases = |types: [&str; 2], dimension, to: &str, message: Option<&str>| {
        let arguments = format!("%a: {}, %b: {}", types[0], types[1]);
        match message {
            None => accepts(&arguments, &concatenate(dimension, types, to)),
            Some(message) => refuses(&arguments, &concatenate(dimension, types, to), message),
        }
    };
    cases(["tensor<2x3xf32>", "tensor<4x3xf32>"], 0, "tensor<6x3xf32>", None);
    cases(["tensor<2x?xf32>", "tensor<?x3xf32>"], 0, "tensor<?x3xf32>", None);
    cases(
        ["tensor<2xf32>", "tensor<2xi32>"],
        0,
        "tensor<4xf32>",
        Some(
            "inputs must have the same element type, found tensor<2xf32> and tensor<2xi32> (concatenate_c1)",
        ),
    );
    cases(
        ["tensor<2x3xf32>", "tensor<2x4xf32>"],
        0,
        "tensor<4x3xf32>",
        Some(
            "inputs must have the same shape except in dimension 0, found tensor<2x3xf32> and \
             tensor<2x4xf32> (concatenate_c2)",
        ),
    );
    cases(
        ["tensor<2xf32>", "tensor<2xf32>"],
        1,
        "tensor<4xf32>",
        Some("dimension must be in [0, 1), found 1 (concatenate_c4)"),
    );
    cases(
        ["tensor<2xf32>", "tensor<3xf32>"],
        0,
        "tensor<4xf32>",
        Some("result has type tensor<4xf32>, expected tensor<5xf32> (concatenate_c6)"),
    );
}

#[test]
fn constant_c1() {
    accepts(
        "",
        r#"%0 = "stablehlo.constant"() {value = dense<1> : tensor<2xi8>} : () -> tensor<2xi8>"#,
    );
    accepts(
        "",
        r#"%0 = "stablehlo.constant"() {value = dense<1> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>"#,
    );
    refuses(
        "",
        r#"%0 = "stablehlo.constant"() {value = dense<1> : tensor<2xi8>} : () -> tensor<3xi8>"#,
        "value and output must have the same type, found tensor<2xi8> and tensor<3xi8> (constant_c1)",
    );
}

#[test]
fn iota_c1() {
    accepts("", r#"%0 = "stablehlo.iota"() {iota_dimension = 1 : i64} : () -> tensor<2x3xi32>"#);
    refuses(
        "",
        r#"%0 = "stablehlo.iota"() {iota_dimension = 2 : i64} : () -> tensor<2x3xi32>"#,
        "iota_dimension must be in [0, 2), found 2 (iota_c1)",
    );
    refuses(
        "",
        r#"%0 = "stablehlo.iota"() {iota_dimension = 0 : i64} : () -> tensor<i32>"#,
        "output must have a dimension to count along, found tensor<i32> (iota_c1)",
    );
}

#[test]
fn pad_c1_to_c4() {
    let pad = |low: &str, high: &str, interior: &str, value: &str, to: &str| {
        format!(
            r#""stablehlo.pad"(%a, %v) {{edge_padding_low = array<i64: {low}>, edge_padding_high = array<i64: {high}>, interior_padding = array<i64: {interior}>}} : (tensor<2x3xf32>, {value}) -> {to}"#
        )
    };
    let arguments = "%a: tensor<2x3xf32>, %v: tensor<f32>";
    accepts(arguments, &pad("0, 1", "2, -1", "1, 0", "tensor<f32>", "tensor<5x3xf32>"));
    refuses(
        "%a: tensor<2x3xf32>, %v: tensor<f64>",
        &pad("0, 1", "2, -1", "1, 0", "tensor<f64>", "tensor<5x3xf32>"),
        "operand and padding_value must have the same element type, found tensor<2x3xf32> and tensor<f64> (pad_c1)",
    );
    refuses(
        arguments,
        &pad("0", "2, -1", "1, 0", "tensor<f32>", "tensor<5x3xf32>"),
        "edge_padding_low must have one entry for each of 2 dimensions of tensor<2x3xf32>, found 1 (pad_c2)",
    );
    refuses(
        arguments,
        &pad("0, 1", "2, -1", "-1, 0", "tensor<f32>", "tensor<5x3xf32>"),
        "interior_padding must not be negative, found -1 (pad_c3)",
    );
    refuses(
        arguments,
        &pad("0, 0", "0, -9", "0, 0", "tensor<f32>", "tensor<2x3xf32>"),
        "padding gives dimension 1 of tensor<2x3xf32> a negative or too large size (pad_c4)",
    );
    refuses(
        arguments,
        &pad("0, 0", "0, 0", "9223372036854775807, 0", "tensor<f32>", "tensor<2x3xf32>"),
        "padding gives dimension 0 of tensor<2x3xf32> a negative or too large size (pad_c4)",
    );
    refuses(
        arguments,
        &pad("0, 1", "2, -1", "1, 0", "tensor<f32>", "tensor<5x4xf32>"),
        "result has type tensor<5x4xf32>, expected tensor<5x3xf32> (pad_c4)",
    );
}

#[test]
fn reshape_c1_c2() {
    let reshape = |from: &str, to: &str| format!(r#""stablehlo.reshape"(%a) : ({from}) -> {to}"#);
    accepts("%a: tensor<2x3xf32>", &reshape("tensor<2x3xf32>", "tensor<6x1xf32>"));
    accepts("%a: tensor<?x3xf32>", &reshape("tensor<?x3xf32>", "tensor<6xf32>"));
    refuses(
        "%a: tensor<2x3xf32>",
        &reshape("tensor<2x3xf32>", "tensor<6xi32>"),
        "operand and result must have the same element type, found tensor<2x3xf32> and tensor<6xi32> (reshape_c1)",
    );
    refuses(
        "%a: tensor<2x3xf32>",
        &reshape("tensor<2x3xf32>", "tensor<5xf32>"),
        "operand and result must have the same number of elements, found tensor<2x3xf32> and tensor<5xf32> (reshape_c2)",
    );
}

#[test]
fn reverse_c1_to_c3() {
    let reverse = |dimensions: &str, to: &str| {
        format!(
            r#""stablehlo.reverse"(%a) {{dimensions = array<i64: {dimensions}>}} : (tensor<2x3xf32>) -> {to}"#
        )
    };
    let argument = "%a: tensor<2x3xf32>";
    accepts(argument, &reverse("1, 0", "tensor<2x3xf32>"));
    refuses(
        argument,
        &reverse("1", "tensor<2x4xf32>"),
        "result has type tensor<2x4xf32>, expected tensor<2x3xf32> (reverse_c1)",
    );
    refuses(
        argument,
        &reverse("0, 0", "tensor<2x3xf32>"),
        "dimensions must be unique, found 0 twice (reverse_c2)",
    );
    refuses(
        argument,
        &reverse("-1", "tensor<2x3xf32>"),
        "dimensions must be in [0, 2), found -1 (reverse_c3)",
    );
}

#[test]
fn slice_c1_to_c5() {
    let slice = |start: &str, limit: &str, strides: &str, to: &str| {
        format!(
            r#""stablehlo.slice"(%a) {{start_indices = array<i64: {start}>, limit_indices = array<i64: {limit}>, strides = array<i64: {strides}>}} : (tensor<5xf32>) -> {to}"#
        )
    };
    let argument = "%a: tensor<5xf32>";
    accepts(argument, &slice("1", "5", "3", "tensor<2xf32>"));
    accepts(argument, &slice("5", "5", "1", "tensor<0xf32>"));
    for (start, limit, strides, to, message) in [
        (
            "1",
            "5",
            "3",
            "tensor<2xf64>",
            "result has type tensor<2xf64>, expected tensor<2xf32> (slice_c5)",
        ),
        (
            "1, 1",
            "5",
            "3",
            "tensor<2xf32>",
            "start_indices must have one entry for each of 1 dimensions of tensor<5xf32>, found 2 (slice_c2)",
        ),
        (
            "1",
            "6",
            "3",
            "tensor<2xf32>",
            "[1:6] must lie within dimension 0 of tensor<5xf32> (slice_c3)",
        ),
        (
            "-1",
            "5",
            "3",
            "tensor<2xf32>",
            "[-1:5] must lie within dimension 0 of tensor<5xf32> (slice_c3)",
        ),
        (
            "4",
            "3",
            "3",
            "tensor<2xf32>",
            "[4:3] must lie within dimension 0 of tensor<5xf32> (slice_c3)",
        ),
        (
            "1",
            "5",
            "0",
            "tensor<2xf32>",
            "stride must be positive, found 0 in dimension 0 (slice_c4)",
        ),
        (
            "1",
            "5",
            "3",
            "tensor<1xf32>",
            "result has type tensor<1xf32>, expected tensor<2xf32> (slice_c5)",
        ),
    ] {
        refuses(argument, &slice(start, limit, strides, to), message);
    }
}

#[test]
fn transpose_c1_to_c4() {
    let transpose = |permutation: &str, from: &str, to: &str| {
        format!(
            r#""stablehlo.transpose"(%a) {{permutation = array<i64: {permutation}>}} : ({from}) -> {to}"#
        )
    };
    let from = "tensor<2x3x4xf32>";
    let argument = &format!("%a: {from}");
    accepts(argument, &transpose("2, 0, 1", from, "tensor<4x2x3xf32>"));
    refuses(
        argument,
        &transpose("2, 0, 1", from, "tensor<4x2x3xf64>"),
        "operand and result must have the same element type, found tensor<2x3x4xf32> and tensor<4x2x3xf64> (transpose_c1)",
    );
    refuses(
        argument,
        &transpose("2, 2, 1", from, "tensor<4x2x3xf32>"),
        "permutation must list each of the 3 dimensions of tensor<2x3x4xf32> once, found [2, 2, 1] (transpose_c2)",
    );
    refuses(
        argument,
        &transpose("2, 0, 1", from, "tensor<4x3x2xf32>"),
        "result has type tensor<4x3x2xf32>, expected tensor<4x2x3xf32> (transpose_c3)",
    );
    let axis = "tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e-01:-30,5.000000e-01:-20}>>";
    let moved = "tensor<3x2x!quant.uniform<i8:f32:1, {1.000000e-01:-30,5.000000e-01:-20}>>";
    accepts(&format!("%a: {axis}"), &transpose("1, 0", axis, moved));
}

#[test]
fn tuples_and_sizes() {
    let tuple = "tuple<tensor<2xf32>, tensor<i1>>";
    accepts(
        "%a: tensor<2xf32>, %b: tensor<i1>",
        &format!(
            r#"%t = "stablehlo.tuple"(%a, %b) : (tensor<2xf32>, tensor<i1>) -> {tuple}
               %e = "stablehlo.get_tuple_element"(%t) {{index = 1 : i32}} : ({tuple}) -> tensor<i1>"#
        ),
    );
    refuses(
        &format!("%t: {tuple}"),
        &format!(
            r#""stablehlo.get_tuple_element"(%t) {{index = 2 : i32}} : ({tuple}) -> tensor<i1>"#
        ),
        "index must be in [0, 2), found 2 (get_tuple_element_c1)",
    );
    refuses(
        &format!("%t: {tuple}"),
        &format!(
            r#""stablehlo.get_tuple_element"(%t) {{index = 0 : i32}} : ({tuple}) -> tensor<i1>"#
        ),
        "result has type tensor<i1>, expected tensor<2xf32> (get_tuple_element_c2)",
    );
    refuses(
        "%a: tensor<2xf32>",
        r#""stablehlo.get_dimension_size"(%a) {dimension = 1 : i64} : (tensor<2xf32>) -> tensor<i32>"#,
        "dimension must be in [0, 1), found 1 (get_dimension_size_c1)",
    );
}
