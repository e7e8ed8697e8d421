// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Snapshots of representative programs at every level of the pipelines, and the generated pages of
//! the documentation.

mod lowered;
mod reference;

use hloom_lowering::pipeline::{Level, LoweringPipeline};
use lowered::{cpu, lowered};
use std::path::Path;

/// Lowers `programs/<name>.mlir` level by level and compares each level from `first` on with its
/// snapshot, whose name begins with `title`.
fn check(name: &str, title: &str, pipeline: &dyn LoweringPipeline, first: Level) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("programs/{name}.mlir"));
    let source = std::fs::read_to_string(&path).expect("the program is there");
    let levels = lowered(name, &source, pipeline).into_iter();
    for (level, printed) in levels.filter(|(level, _)| *level >= first) {
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("{title}@{level}"), printed);
        });
        // The IR of every level must parse again.
        let context = hloom_dialects::Context::new();
        hloom_dialects::parse_module(&context, &printed, &format!("{name}@{level}"))
            .unwrap_or_else(|error| panic!("{error}"));
    }
}

macro_rules! programs {
    ($($name:ident),* $(,)?) => {
        $(#[test] fn $name() { check(stringify!($name), stringify!($name), &cpu(), Level::Hlo); })*
    };
}

programs! {
    add, broadcast_bias, softmax, matmul, matmul_bias_relu, batched_matmul, convolution_padded,
    reduce_columns, gather_rows, while_counter, sort_pairs, complex_multiply, bf16_sum,
}

/// Checks a program on a pipeline of a GPU. Before level `loops` it is that of the cpu.
fn check_on_gpu(name: &str, pipeline: &str) {
    hloom_backends::register().unwrap_or_else(|error| panic!("{error}"));
    let registered = hloom_lowering::registry().pipeline(pipeline);
    let registered = registered.unwrap_or_else(|error| panic!("{error}"));
    check(name, &format!("{pipeline}_{name}"), registered, Level::Loops);
}

macro_rules! gpu_programs {
    ($($name:ident),* $(,)?) => {
        mod cuda {
            $(#[test] fn $name() { super::check_on_gpu(stringify!($name), "cuda"); })*
        }
        mod rocm {
            $(#[test] fn $name() { super::check_on_gpu(stringify!($name), "rocm"); })*
        }
        mod simt {
            $(#[test] fn $name() { super::check_on_gpu(stringify!($name), "simt"); })*
        }
        mod vulkan {
            $(#[test] fn $name() { super::check_on_gpu(stringify!($name), "vulkan"); })*
        }
    };
}

gpu_programs! { add, softmax, matmul_bias_relu, while_counter, sort_pairs, bf16_sum }
