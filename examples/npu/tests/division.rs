// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of programs that the device supports only in part.

mod common;

use common::{check, compiled, difference, main_of, npu, plan, program};
use hloom_compiler::interface::{CompileOptions, Compiler, Platform};
use hloom_compiler::{ErrorKind, Literal, Program};
use hloom_npu::NpuPlatform;
use std::path::Path;

const SORTED_BETWEEN: &str =
    "func.func @main(%a: tensor<4x9xf32>) -> (tensor<4x9xf32>, tensor<4x9xf32>) {
    %0 = stablehlo.tanh %a : tensor<4x9xf32>
    %1 = \"stablehlo.sort\"(%0) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %less = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %less : tensor<i1>
    }) {dimension = 1 : i64, is_stable = true} : (tensor<4x9xf32>) -> tensor<4x9xf32>
    %2 = stablehlo.multiply %1, %0 : tensor<4x9xf32>
    return %2, %1 : tensor<4x9xf32>, tensor<4x9xf32>
}";

#[test]
fn a_sort_is_the_hosts() {
    let program = program(SORTED_BETWEEN);
    check(&program, &["stablehlo.sort"]);
    let plan = plan(&program);
    let places: Vec<_> = plan.parts.iter().map(|part| part.is_on_device()).collect();
    assert_eq!(places, [true, false, true]);
    // Only values that the other side needs are passed between the parts.
    assert_eq!((plan.parts[1].inputs.len(), plan.parts[1].outputs.len()), (1, 1));
}

#[test]
fn a_loop_is_the_hosts_with_all_that_it_reads() {
    let text = "func.func @main(%a: tensor<3xf32>, %n: tensor<i32>) -> tensor<3xf32> {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %scale = stablehlo.negate %a : tensor<3xf32>
        %r:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<3xf32>
        cond {
            %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %more : tensor<i1>
        } do {
            %next = stablehlo.add %i, %one : tensor<i32>
            %y = stablehlo.subtract %x, %scale : tensor<3xf32>
            stablehlo.return %next, %y : tensor<i32>, tensor<3xf32>
        }
        %s = stablehlo.add %r#1, %scale : tensor<3xf32>
        return %s : tensor<3xf32>
    }";
    let program = program(text);
    assert_eq!(plan(&program).operations(false), ["stablehlo.while"]);
    let inputs = [
        Literal::from_slice(&[1.0_f32, -2.0, 0.5], [3]).expect("three"),
        Literal::scalar(5_i32).expect("one"),
    ];
    assert_eq!(difference(&program, &inputs), None);
}

#[test]
fn wide_types_are_the_hosts() {
    let body = "%1 = stablehlo.convert %0 : (tensor<8xf32>) -> tensor<8xf64>
        %2 = stablehlo.sine %1 : tensor<8xf64>
        %3 = stablehlo.convert %2 : (tensor<8xf64>) -> tensor<8xf32>
        %4 = stablehlo.add %3, %0 : tensor<8xf32>";
    let host = ["stablehlo.convert", "stablehlo.sine", "stablehlo.convert"];
    check(&main_of(&["tensor<8xf32>"], body, "%4", "tensor<8xf32>"), &host);
}

#[test]
fn arguments_and_results_may_be_the_same() {
    let body = "%2 = stablehlo.add %0, %1 : tensor<4xf32>";
    let results = ["tensor<4xf32>"; 4].join(", ");
    let both = ["tensor<4xf32>"; 2];
    check(&main_of(&both, body, "%1, %2, %1, %2", &results), &[]);
}

#[test]
fn half_bytes_go_to_the_host_and_back() {
    let body = "%1 = stablehlo.add %0, %0 : tensor<16xi4>
        %2 = stablehlo.convert %1 : (tensor<16xi4>) -> tensor<16xi32>";
    let program = main_of(&["tensor<16xi4>"], body, "%1, %2", "tensor<16xi4>, tensor<16xi32>");
    assert_eq!(difference(&program, &common::arguments(&program)), None);
}

#[test]
fn without_a_host_the_rest_is_refused_where_it_is() {
    npu();
    let alone = NpuPlatform::new(None);
    let compiler = alone.compiler();
    let refused = compiler.compile(&program(SORTED_BETWEEN), &CompileOptions::default());
    let error = refused.err().expect("nobody sorts");
    assert_eq!(error.kind(), ErrorKind::User);
    let text = error.to_string();
    assert!(text.starts_with("test.mlir:3:10: error: `stablehlo.sort`"), "{text}");
    let fine =
        main_of(&["tensor<2xf32>"], "%1 = stablehlo.abs %0 : tensor<2xf32>", "%1", "tensor<2xf32>");
    assert!(compiler.compile(&fine, &CompileOptions::default()).is_ok());
}

#[test]
fn what_is_wrong_with_a_program_is_said() {
    let wrong = program(
        "func.func @main(%a: tensor<2xf32>) -> tensor<3xf32> { return %a : tensor<2xf32> }",
    );
    let error = compiled(&wrong, "npu").err().expect("the types differ").to_string();
    assert!(error.starts_with("test.mlir:1:"), "{error}");
}

#[test]
fn executables_are_kept_as_bytes() {
    let program = program(SORTED_BETWEEN);
    let compiler = npu().npu_compiler();
    let executable = compiler.compile(&program, &CompileOptions::default()).expect("compiles");
    let bytes = executable.serialize().expect("serializes");
    let again = compiler.load(&bytes).expect("loads");
    assert_eq!(again.serialize().as_ref(), Ok(&bytes));
    assert_eq!(again.signature().arguments, executable.signature().arguments);
    let memory = again.memory_analysis();
    assert!(memory.code_bytes > 0 && memory.arena_bytes >= 144, "{memory:?}");
    assert!(compiler.load(&bytes[..bytes.len() - 1]).is_err());
}

#[test]
fn what_is_refused_only_together_is_cut() {
    npu();
    let goldens = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../goldens");
    let path = goldens.join("convolutions/conv_gradient/program.mlir");
    let program = Program::from_file(path).expect("a golden");
    let plan = plan(&program);
    assert!(plan.operations(false).is_empty());
    assert!(plan.parts.len() > 1);
    assert_eq!(difference(&program, &common::arguments(&program)), None);
}

/// Functions must keep their names although the outlined entry is called `main`.
#[test]
fn another_function_may_be_called_main() {
    let text = "module {
        func.func private @main(%a: tensor<3xf32>) -> tensor<3xf32> {
            %b = stablehlo.negate %a : tensor<3xf32>
            return %b : tensor<3xf32>
        }
        func.func @forward(%a: tensor<3xf32>, %n: tensor<i32>) -> tensor<3xf32> {
            %c = stablehlo.tanh %a : tensor<3xf32>
            %r:2 = stablehlo.while(%i = %n, %x = %c) : tensor<i32>, tensor<3xf32>
            cond {
                %zero = stablehlo.constant dense<0> : tensor<i32>
                %more = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
                stablehlo.return %more : tensor<i1>
            } do {
                %one = stablehlo.constant dense<1> : tensor<i32>
                %next = stablehlo.subtract %i, %one : tensor<i32>
                %y = func.call @main(%x) : (tensor<3xf32>) -> tensor<3xf32>
                stablehlo.return %next, %y : tensor<i32>, tensor<3xf32>
            }
            %s = stablehlo.add %r#1, %c : tensor<3xf32>
            return %s : tensor<3xf32>
        }
    }";
    let program = program(text).with_entry("forward");
    let inputs = [
        Literal::from_slice(&[1.0_f32, -2.0, 0.5], [3]).expect("three"),
        Literal::scalar(5_i32).expect("one"),
    ];
    assert_eq!(plan(&program).reason, None);
    assert_eq!(difference(&program, &inputs), None);
}
