// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Constraints of the elementwise ops, one test for each op.

mod support;
use support::{accepts, refuses};

#[test]
fn unary_c1() {
    accepts(
        "%a: tensor<2x?xf32>",
        r#""stablehlo.cosine"(%a) : (tensor<2x?xf32>) -> tensor<2x3xf32>"#,
    );
    refuses(
        "%a: tensor<2xf32>",
        r#""stablehlo.cosine"(%a) : (tensor<2xf32>) -> tensor<3xf32>"#,
        "result has type tensor<3xf32>, expected tensor<2xf32> (cosine_c1)",
    );
    refuses(
        "%a: tensor<2xf32>",
        r#""stablehlo.negate"(%a) : (tensor<2xf32>) -> tensor<2xf64>"#,
        "result has type tensor<2xf64>, expected tensor<2xf32> (negate_c1)",
    );
}

#[test]
fn binary_c1() {
    accepts(
        "%a: tensor<2x?xi32>, %b: tensor<?x3xi32>",
        r#""stablehlo.multiply"(%a, %b) : (tensor<2x?xi32>, tensor<?x3xi32>) -> tensor<2x3xi32>"#,
    );
    refuses(
        "%a: tensor<2xf32>, %b: tensor<3xf32>",
        r#""stablehlo.add"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>"#,
        "operands must have the same shape, found tensor<2xf32> and tensor<3xf32> (add_c1)",
    );
    refuses(
        "%a: tensor<2xf32>, %b: tensor<2xf16>",
        r#""stablehlo.divide"(%a, %b) : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>"#,
        "operands must have the same element type, found tensor<2xf32> and tensor<2xf16> (divide_c1)",
    );
    refuses(
        "%a: tensor<2xi1>, %b: tensor<2xi1>",
        r#""stablehlo.and"(%a, %b) : (tensor<2xi1>, tensor<2xi1>) -> tensor<2x1xi1>"#,
        "result has type tensor<2x1xi1>, expected tensor<2xi1> (and_c1)",
    );
}

#[test]
fn bounds() {
    let bounded = "tensor<?xf32, #stablehlo.bounds<4>>";
    accepts(
        &format!("%a: {bounded}, %b: tensor<?xf32>"),
        &format!(r#""stablehlo.add"(%a, %b) : ({bounded}, tensor<?xf32>) -> {bounded}"#),
    );
    refuses(
        &format!("%a: {bounded}, %b: tensor<5xf32>"),
        &format!(r#""stablehlo.add"(%a, %b) : ({bounded}, tensor<5xf32>) -> tensor<5xf32>"#),
        "operands must have the same shape, found tensor<?xf32, #stablehlo.bounds<4>> and tensor<5xf32> (add_c1)",
    );
}

#[test]
fn add_quantized() {
    let tensor = "tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>";
    let other = "tensor<2x!quant.uniform<i8:f32, 3.000000e+00>>";
    accepts(
        &format!("%a: {tensor}, %b: {other}"),
        &format!(r#""stablehlo.add"(%a, %b) : ({tensor}, {other}) -> {tensor}"#),
    );
    refuses(
        &format!("%a: {tensor}, %b: {tensor}"),
        &format!(r#""stablehlo.add"(%a, %b) : ({tensor}, {tensor}) -> tensor<2xf32>"#),
        &format!(
            "operands and result must all be quantized or none, found {tensor}, {tensor} and tensor<2xf32> (add_c2)"
        ),
    );
}

#[test]
fn abs_and_parts_of_complex_numbers() {
    for op in ["abs", "real", "imag"] {
        accepts(
            "%a: tensor<2xcomplex<f32>>",
            &format!(r#""stablehlo.{op}"(%a) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>"#),
        );
        refuses(
            "%a: tensor<2xcomplex<f32>>",
            &format!(r#""stablehlo.{op}"(%a) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>"#),
            &format!("result has type tensor<2xf64>, expected tensor<2xf32> ({op}_c2)"),
        );
    }
    accepts(
        "%a: tensor<2xf32>",
        r#""stablehlo.complex"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>"#,
    );
    refuses(
        "%a: tensor<2xf32>",
        r#""stablehlo.complex"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f64>>"#,
        "result has type tensor<2xcomplex<f64>>, expected tensor<2xcomplex<f32>> (complex_c3)",
    );
}

#[test]
fn clamp_c1_to_c4() {
    accepts(
        "%m: tensor<f32>, %a: tensor<2xf32>",
        r#""stablehlo.clamp"(%m, %a, %a) : (tensor<f32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>"#,
    );
    refuses(
        "%m: tensor<1xf32>, %a: tensor<2xf32>",
        r#""stablehlo.clamp"(%m, %a, %a) : (tensor<1xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>"#,
        "min must be a scalar or have the shape of the operand, found tensor<1xf32> and tensor<2xf32> (clamp_c1)",
    );
    refuses(
        "%m: tensor<f64>, %a: tensor<2xf32>",
        r#""stablehlo.clamp"(%a, %a, %m) : (tensor<2xf32>, tensor<2xf32>, tensor<f64>) -> tensor<2xf32>"#,
        "operands must have the same element type, found tensor<2xf32> and tensor<f64> (clamp_c3)",
    );
    refuses(
        "%a: tensor<2xf32>",
        r#""stablehlo.clamp"(%a, %a, %a) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>"#,
        "result has type tensor<3xf32>, expected tensor<2xf32> (clamp_c4)",
    );
}

#[test]
fn compare_c1_c2() {
    let compare = |attributes: &str, ty: &str, result: &str| {
        format!(
            r#""stablehlo.compare"(%a, %a) {{comparison_direction = #stablehlo<comparison_direction EQ>{attributes}}} : ({ty}, {ty}) -> {result}"#
        )
    };
    accepts("%a: tensor<2xi32>", &compare("", "tensor<2xi32>", "tensor<2xi1>"));
    accepts(
        "%a: tensor<2xf32>",
        &compare(
            ", compare_type = #stablehlo<comparison_type TOTALORDER>",
            "tensor<2xf32>",
            "tensor<2xi1>",
        ),
    );
    refuses(
        "%a: tensor<2xi32>",
        &compare("", "tensor<2xi32>", "tensor<3xi1>"),
        "result has type tensor<3xi1>, expected tensor<2xi1> (compare_c2)",
    );
    // StableHLO's own verifier accepts this `compare_type` too. It is refused where the comparison
    // is computed.
    accepts(
        "%a: tensor<2xui32>",
        &compare(
            ", compare_type = #stablehlo<comparison_type SIGNED>",
            "tensor<2xui32>",
            "tensor<2xi1>",
        ),
    );
}

#[test]
fn select_c1_c2() {
    accepts(
        "%p: tensor<i1>, %a: tensor<2xf32>",
        r#""stablehlo.select"(%p, %a, %a) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>"#,
    );
    refuses(
        "%p: tensor<3xi1>, %a: tensor<2xf32>",
        r#""stablehlo.select"(%p, %a, %a) : (tensor<3xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>"#,
        "pred must be a scalar or have the shape of on_true, found tensor<3xi1> and tensor<2xf32> (select_c1)",
    );
    refuses(
        "%p: tensor<i1>, %a: tensor<2xf32>, %b: tensor<3xf32>",
        r#""stablehlo.select"(%p, %a, %b) : (tensor<i1>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>"#,
        "operands must have the same shape, found tensor<2xf32> and tensor<3xf32> (select_c2)",
    );
}

#[test]
fn bitcast_convert_c1_c2() {
    let cast =
        |from: &str, to: &str| format!(r#""stablehlo.bitcast_convert"(%a) : ({from}) -> {to}"#);
    let shapes = |from: &str, to: &str| {
        format!(
            "shapes must be the same except for an innermost dimension with the parts of the wider \
             element, found {from} and {to} (bitcast_convert_c1)"
        )
    };
    for (from, to) in [
        ("tensor<2xf32>", "tensor<2xi32>"),
        ("tensor<2xf64>", "tensor<2x2xi32>"),
        ("tensor<3x4xi8>", "tensor<3xui32>"),
        ("tensor<?x2xf32>", "tensor<?xf64>"),
    ] {
        accepts(&format!("%a: {from}"), &cast(from, to));
    }
    for (from, to) in [
        ("tensor<2xf32>", "tensor<3xi32>"),
        ("tensor<2xf64>", "tensor<2x3xi32>"),
        ("tensor<f32>", "tensor<f64>"),
    ] {
        refuses(&format!("%a: {from}"), &cast(from, to), &shapes(from, to));
    }
    refuses(
        "%a: tensor<2xcomplex<f32>>",
        &cast("tensor<2xcomplex<f32>>", "tensor<2xf64>"),
        "cannot convert between real and complex elements, found tensor<2xcomplex<f32>> and tensor<2xf64> (bitcast_convert_c2)",
    );
}

#[test]
fn convert_c1() {
    accepts("%a: tensor<2xf32>", r#""stablehlo.convert"(%a) : (tensor<2xf32>) -> tensor<2xi8>"#);
    refuses(
        "%a: tensor<2xf32>",
        r#""stablehlo.convert"(%a) : (tensor<2xf32>) -> tensor<3xi8>"#,
        "operand and result must have the same shape, found tensor<2xf32> and tensor<3xi8> (convert_c1)",
    );
}

#[test]
fn chlo_elementwise() {
    accepts("%a: tensor<*xf32>", "chlo.erf %a : tensor<*xf32> -> tensor<*xf32>");
    refuses(
        "%a: tensor<2xf32>",
        r#""chlo.erf"(%a) : (tensor<2xf32>) -> tensor<2xf64>"#,
        "result has type tensor<2xf64>, expected tensor<2xf32> (erf_c1)",
    );
    accepts("%a: tensor<2xf32>", "chlo.is_inf %a : tensor<2xf32> -> tensor<2xi1>");
}
