// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Branches, loops, tuples, tokens and calls.

use crate::operation::Operation;
use crate::operation::Values::{Any, These};
use crate::types::{ALL, PLAIN};

pub fn operations() -> Vec<Operation> {
    let mut all = vec![
        Operation::new("stablehlo.if", ALL)
            .takes("tensor<i1>", These(&[1]))
            .takes("$V", Any)
            .takes("$V", Any)
            .gives(
                "%r = \"stablehlo.if\"(%a) ({\n    stablehlo.return %b : $V\n  }, {\n    \
                 stablehlo.return %c : $V\n  }) : (tensor<i1>) -> $V",
                &["$V"],
            ),
        Operation::new("stablehlo.case", ALL)
            .takes("tensor<i32>", These(&[1]))
            .takes("$V", Any)
            .takes("$V", Any)
            .gives(
                "%r = \"stablehlo.case\"(%a) ({\n    stablehlo.return %b : $V\n  }, {\n    \
                 stablehlo.return %c : $V\n  }) : (tensor<i32>) -> $V",
                &["$V"],
            ),
        Operation::new("stablehlo.while", ALL)
            .takes("tensor<i32>", These(&[-3]))
            .takes("$V", Any)
            .takes("$V", Any)
            .gives(
                "%n = stablehlo.constant dense<0> : tensor<i32>\n  %u = stablehlo.constant \
                 dense<1> : tensor<i32>\n  %s:3 = stablehlo.while(%i = %a, %x = %b, %y = %c) : \
                 tensor<i32>, $V, $V cond {\n    %p = stablehlo.compare LT, %i, %n : \
                 (tensor<i32>, tensor<i32>) -> tensor<i1>\n    stablehlo.return %p : \
                 tensor<i1>\n  } do {\n    %j = stablehlo.add %i, %u : tensor<i32>\n    \
                 stablehlo.return %j, %y, %x : tensor<i32>, $V, $V\n  }\n  %r = \
                 stablehlo.optimization_barrier %s#1 : $V",
                &["$V"],
            ),
        Operation::new("stablehlo.composite", ALL)
            .takes("$V", Any)
            .with(
                "func.func private @inner(%a: $V) -> $V {\n  %r = stablehlo.reverse %a, dims = \
                 [0] : $V\n  return %r : $V\n}",
            )
            .gives(
                "%r = stablehlo.composite \"a.b\" %a {decomposition = @inner} : ($V) -> $V",
                &["$V"],
            ),
        Operation::new("stablehlo.tuple", ALL).takes("$V", Any).takes("$V", Any).gives(
            "%t = stablehlo.tuple %a, %b : tuple<$V, $V>\n  %r = \
                 stablehlo.get_tuple_element %t[1] : (tuple<$V, $V>) -> $V",
            &["$V"],
        ),
        Operation::new("stablehlo.after_all", &[&["f32"]]).takes("$V", Any).gives(
            "%t = stablehlo.create_token : !stablehlo.token\n  %u = stablehlo.after_all %t, \
                 %t : !stablehlo.token\n  %r = stablehlo.negate %a : $V",
            &["$V"],
        ),
    ];
    all.push(
        Operation::new("stablehlo.custom_call", PLAIN)
            .takes("$V", Any)
            .gives("%r = stablehlo.custom_call @Sharding(%a) : ($V) -> $V", &["$V"]),
    );
    all
}
