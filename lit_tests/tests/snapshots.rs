// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What the cpu pipeline makes of telling programs at every level. The machine
//! is a fixed one, so that snapshots are the same everywhere.

use hloom_codegen::{LlvmPipeline, PipelineOptions};
use hloom_llvm::Machine;
use hloom_lowering::pipeline::{self, Level};
use hloom_lowering::registry::Registry;
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;
use std::path::Path;

/// Lowers `programs/<name>.mlir` level by level and compares each with its snapshot.
fn check(name: &str) {
    Registry::global();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("programs/{name}.mlir"));
    let source = std::fs::read_to_string(&path).expect("the program is there");
    let context = hloom_dialects::Context::new();
    let mut module = hloom_dialects::parse_module(&context, source, &format!("{name}.mlir"))
        .unwrap_or_else(|error| panic!("{error}"));
    let machine = Machine::new("x86_64", 64, |name| ["avx", "fma", "f16c"].contains(&name));
    let cpu = LlvmPipeline::new(
        "cpu",
        "for tests",
        PipelineOptions { machine, threads: 2, c_function: false },
    );
    for level in Level::ALL {
        let manager = PassManager::new(&context);
        manager.enable_verifier(true);
        let text = pipeline::text(&cpu, level, level);
        parse_pass_pipeline(manager.as_operation_pass_manager(), &text)
            .expect("the pipeline parses");
        manager.run(&mut module).unwrap_or_else(|_| panic!("{name} does not reach level {level}"));
        let printed = module.as_operation().to_string();
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("{name}@{level}"), printed);
        });
        // A level's IR can be read again.
        hloom_dialects::parse_module(&context, &printed, &format!("{name}@{level}"))
            .unwrap_or_else(|error| panic!("{error}"));
    }
}

macro_rules! programs {
    ($($name:ident),* $(,)?) => {
        $(#[test] fn $name() { check(stringify!($name)); })*
    };
}

programs! {
    add, broadcast_bias, softmax, matmul, matmul_bias_relu, batched_matmul, convolution_padded,
    reduce_columns, gather_rows, while_counter, sort_pairs, complex_multiply, bf16_sum,
}
