// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Constraints of branches, loops and calls, one test for each op.

mod support;
use hloom_dialects::{Context, parse_module};
use support::{accepts, refuses};

#[test]
fn if_c1_to_c3() {
    let branches = |first: &str, second: &str, results: &str| {
        format!(
            r#"%r = "stablehlo.if"(%p) ({{ {first} }}, {{ {second} }}) : (tensor<i1>) -> {results}"#
        )
    };
    let arguments = "%p: tensor<i1>, %a: tensor<2xf32>, %b: tensor<3xf32>";
    let one = r#""stablehlo.return"(%a) : (tensor<2xf32>) -> ()"#;
    let other = r#""stablehlo.return"(%b) : (tensor<3xf32>) -> ()"#;
    accepts(arguments, &branches(one, one, "tensor<2xf32>"));
    refuses(
        arguments,
        &branches(&format!("^bb0(%x: tensor<f32>): {one}"), one, "tensor<2xf32>"),
        "branch 0 must have no arguments, found (tensor<f32>) (if_c1)",
    );
    refuses(
        arguments,
        &branches(one, other, "tensor<2xf32>"),
        "branches must return the same types, found (tensor<2xf32>) and (tensor<3xf32>) in branch 1 (if_c2)",
    );
    refuses(
        arguments,
        &branches(one, one, "tensor<3xf32>"),
        "result has type tensor<3xf32>, expected tensor<2xf32> (if_c3)",
    );
}

#[test]
fn case_c2_to_c4() {
    let arguments = "%i: tensor<i32>, %a: tensor<2xf32>, %b: tensor<3xf32>";
    let case = |returned: [&str; 2], results: &str| {
        let [one, other] = returned.map(|value| {
            let ty = if value == "%a" { "tensor<2xf32>" } else { "tensor<3xf32>" };
            format!(r#"{{ "stablehlo.return"({value}) : ({ty}) -> () }}"#)
        });
        format!(r#"%r = "stablehlo.case"(%i) ({one}, {other}) : (tensor<i32>) -> {results}"#)
    };
    accepts(arguments, &case(["%a", "%a"], "tensor<2xf32>"));
    refuses(
        arguments,
        &case(["%a", "%b"], "tensor<2xf32>"),
        "branches must return the same types, found (tensor<2xf32>) and (tensor<3xf32>) in branch 1 (case_c3)",
    );
    refuses(
        arguments,
        &case(["%b", "%b"], "tensor<2xf32>"),
        "result has type tensor<2xf32>, expected tensor<3xf32> (case_c4)",
    );
}

#[test]
fn while_c1_to_c3() {
    let loop_ = |argument: &str, condition: &str, next: &str, result: &str| {
        format!(
            r#"%r = "stablehlo.while"(%a) ({{
                 ^bb0(%x: {argument}): "stablehlo.return"({condition}) -> ()
               }}, {{
                 ^bb0(%x: tensor<2xf32>): "stablehlo.return"({next}) -> ()
               }}) : (tensor<2xf32>) -> {result}"#
        )
    };
    let arguments = "%a: tensor<2xf32>, %p: tensor<i1>, %b: tensor<3xf32>";
    let (ty, condition, next) = ("tensor<2xf32>", "%p) : (tensor<i1>", "%x) : (tensor<2xf32>");
    accepts(arguments, &loop_(ty, condition, next, ty));
    refuses(
        arguments,
        &loop_("tensor<3xf32>", condition, next, ty),
        "arguments of cond must have the types of the operands (tensor<2xf32>), found (tensor<3xf32>) (while_c1)",
    );
    refuses(
        arguments,
        &loop_(ty, "%a) : (tensor<2xf32>", next, ty),
        "cond must return one tensor<i1>, found (tensor<2xf32>) (while_c1)",
    );
    refuses(
        arguments,
        &loop_(ty, condition, "%b) : (tensor<3xf32>", ty),
        "body must return the types of the operands (tensor<2xf32>), found (tensor<3xf32>) (while_c2)",
    );
    refuses(
        arguments,
        &loop_(ty, condition, next, "tensor<3xf32>"),
        "result has type tensor<3xf32>, expected tensor<2xf32> (while_c3)",
    );
}

#[test]
fn composite_c1_to_c4() {
    let context = Context::new();
    let check = |composite: &str| {
        let source = format!(
            "func.func private @impl(%x: tensor<2xf32>) -> tensor<2xf32> {{ return %x : tensor<2xf32> }}
             func.func @test(%a: tensor<2xf32>, %b: tensor<3xf32>) {{ {composite} return }}"
        );
        parse_module(&context, source, "test.mlir").map(|_| ()).map_err(|error| {
            assert_eq!(error.diagnostics.len(), 1, "{error}");
            error.diagnostics[0].message.clone()
        })
    };
    let composite = |name: &str, impl_: &str, operand: &str, ty: &str, result: &str| {
        format!(
            r#"%r = "stablehlo.composite"({operand}) {{name = "{name}", decomposition = @{impl_}}} : ({ty}) -> {result}"#
        )
    };
    let (two, three) = ("tensor<2xf32>", "tensor<3xf32>");
    assert_eq!(check(&composite("my.op", "impl", "%a", two, two)), Ok(()));
    for (name, impl_, operand, ty, result, message) in [
        (
            "op",
            "impl",
            "%a",
            two,
            two,
            "name must be that of an op with its namespace, found \"op\" (composite_c1)",
        ),
        (
            "my.op",
            "none",
            "%a",
            two,
            two,
            "decomposition @none must be a function of this module (composite_c2)",
        ),
        (
            "my.op",
            "impl",
            "%b",
            three,
            two,
            "operands must have the types of those of @impl, (tensor<2xf32>), found (tensor<3xf32>) (composite_c3)",
        ),
        (
            "my.op",
            "impl",
            "%a",
            two,
            three,
            "results must have the types of those of @impl, (tensor<2xf32>), found (tensor<3xf32>) (composite_c4)",
        ),
    ] {
        let found = check(&composite(name, impl_, operand, ty, result)).unwrap_err();
        assert_eq!(found, format!("'stablehlo.composite' op {message}"));
    }
}

#[test]
fn custom_calls() {
    let call = |attributes: &str| {
        format!(
            r#"%r = "stablehlo.custom_call"(%a) {{call_target_name = "f"{attributes}}} : (tensor<2x3xf32>) -> tensor<2x3xf32>"#
        )
    };
    let argument = "%a: tensor<2x3xf32>";
    let layouts = |operand: &str, result: &str| {
        format!(
            ", operand_layouts = [dense<{operand}> : tensor<2xindex>], result_layouts = [{result}]"
        )
    };
    accepts(argument, &call(""));
    accepts(argument, &call(&layouts("[0, 1]", "dense<[1, 0]> : tensor<2xindex>")));
    accepts(argument, &call(", api_version = 4 : i32, backend_config = {x = 1 : i32}"));
    refuses(
        argument,
        &call(", operand_layouts = [dense<[0, 1]> : tensor<2xindex>]"),
        "layouts must be given for both operands and results or for neither (custom_call_layouts)",
    );
    refuses(
        argument,
        &call(&layouts("[0, 2]", "dense<[1, 0]> : tensor<2xindex>")),
        "layout of operand 0 of type tensor<2x3xf32> must be a permutation of [0, 2), found dense<[0, 2]> : tensor<2xindex> (custom_call_layouts)",
    );
    refuses(
        argument,
        &call(&layouts("[0, 1]", "")),
        "there must be as many result layouts as results, found 0 and 1 (custom_call_layouts)",
    );
    refuses(
        argument,
        &call(r#", api_version = 4 : i32, backend_config = "x""#),
        "backend_config must be a dictionary for api_version API_VERSION_TYPED_FFI, found \"x\" (custom_call_i4)",
    );
    let alias = |output: &str, operand: i64| {
        format!(
            ", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [{output}], operand_index = {operand}, operand_tuple_indices = []>]"
        )
    };
    accepts(argument, &call(&alias("", 0)));
    refuses(
        argument,
        &call(&alias("", 1)),
        "operand_index must be in [0, 1), found 1 (custom_call_i7)",
    );
    refuses(
        argument,
        &call(&alias("0", 0)),
        "output_tuple_indices [0] are out of bounds (custom_call_i7)",
    );
}
