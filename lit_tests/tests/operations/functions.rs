// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Mathematical functions of floats and complex numbers.
//!
//! Floats cover all values. Complex arguments stay in a moderate range.

use crate::operation::Values::{Any, Within};
use crate::operation::{Near, Operation};
use crate::types::{COMPLEX, QUANTIZED, SCALE, SMALL, Types, WIDE};

const FUNCTIONS: &[&str] = &[
    "cbrt",
    "cosine",
    "exponential",
    "exponential_minus_one",
    "log",
    "log_plus_one",
    "logistic",
    "rsqrt",
    "sine",
    "sqrt",
    "tan",
    "tanh",
];

pub fn operations() -> Vec<Operation> {
    let real: &[Types] = &[SMALL, SCALE, WIDE, QUANTIZED];
    let function = |name: &str, types: &[Types]| {
        Operation::new(format!("stablehlo.{name}"), types)
            .gives(format!("%r = stablehlo.{name} %a : $V"), &["$V"])
            .near(Near::Function)
    };
    let mut all = Vec::new();
    for name in FUNCTIONS {
        all.push(function(name, real).takes("$V", Any));
        all.push(function(name, &[COMPLEX]).variant("complex").takes("$V", Within(-3.0, 3.0)));
    }
    for name in ["atan2", "power"] {
        let pair = |types: &[Types]| {
            Operation::new(format!("stablehlo.{name}"), types)
                .gives(format!("%r = stablehlo.{name} %a, %b : $V"), &["$V"])
                .near(Near::Function)
        };
        let floats = pair(real).variant("floats");
        all.push(floats.takes("$V", Any).takes("$V", Any));
        let complex = pair(&[COMPLEX]).variant("complex");
        all.push(complex.takes("$V", Within(0.5, 3.0)).takes("$V", Within(0.5, 3.0)));
    }
    all
}
