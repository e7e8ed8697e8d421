// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Snapshots of representative programs at every level of the cpu pipeline, and the generated pages
//! of the documentation.

mod lowered;
mod reference;

use lowered::lowered;
use std::path::Path;

/// Lowers `programs/<name>.mlir` level by level and compares each level with its snapshot.
fn check(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("programs/{name}.mlir"));
    let source = std::fs::read_to_string(&path).expect("the program is there");
    for (level, printed) in lowered(name, &source) {
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("{name}@{level}"), printed);
        });
        // The IR of every level must parse again.
        let context = hloom_dialects::Context::new();
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
