// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `docs/levels.md`: one program at every level, with the contract of each level.

use super::check;
use crate::lowered::{cpu, lowered};
use hloom_lowering::verify_level::contract;
use std::fmt::Write;

/// A matrix product with a bias and an activation.
const PROGRAM: &str =
    "func.func @main(%x: tensor<256x128xf32>, %w: tensor<128x64xf32>, %b: tensor<64xf32>)
    -> tensor<256x64xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<256x128xf32>, tensor<128x64xf32>) -> tensor<256x64xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<64xf32>) -> tensor<256x64xf32>
  %2 = stablehlo.add %0, %1 : tensor<256x64xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<256x64xf32>
  %3 = stablehlo.maximum %2, %zero : tensor<256x64xf32>
  return %3 : tensor<256x64xf32>
}
";

/// Longest text of a level that the page shows, in lines.
const MAX_LINES: usize = 70;

#[test]
fn levels_page_is_current() {
    let mut page = String::from(
        "# Levels\n\nA program is lowered through five levels. The IR of each level is valid MLIR that can \
         be printed, parsed again,\nand lowered from there. `hlo-opt --pipeline=cpu --stop-after=LEVEL` \
         prints a level, and `hlo-run --dump-dir DIR`\nwrites all of them.\n\nThis page is generated: it \
         shows one program at every level of the cpu pipeline, for two threads and vectors\nof 256 bits, \
         and the contract of each level, which the pass `hloom-verify-level` checks. \
         [Attributes between\npasses](facts.md) explains the `hloom.*` attributes, and \
         [Passes](passes.md) lists the passes of each level.\n\n## The program\n\n```mlir\n",
    );
    page.push_str(PROGRAM);
    page.push_str("```\n");
    for (level, printed) in lowered("levels", PROGRAM, &cpu()) {
        let contract = contract(level);
        write!(page, "\n## `{level}`\n\n{}\n\nChecked at the end of the level:\n\n", contract.form)
            .expect("a string grows");
        for check in contract.checks() {
            writeln!(page, "- {}", check.sentence()).expect("a string grows");
        }
        let names = |names: &[&str]| {
            names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        };
        let (dialects, ops) = (contract.absent_dialects(), contract.absent_ops());
        if !dialects.is_empty() {
            writeln!(page, "- No operation of the dialects {} remains.", names(&dialects))
                .expect("a string grows");
        }
        if !ops.is_empty() {
            let ops = names(&ops).replace(", ", " or ");
            writeln!(page, "- No {ops} remains.").expect("a string grows");
        }
        page.push_str("\nAlso, but not checked:\n\n");
        for fact in contract.unchecked {
            writeln!(page, "- {fact}").expect("a string grows");
        }
        let lines: Vec<_> = printed.trim_end().lines().collect();
        let shown = lines[..lines.len().min(MAX_LINES)].join("\n");
        write!(page, "\n```mlir\n{shown}\n```\n").expect("a string grows");
        if lines.len() > MAX_LINES {
            writeln!(page, "\n({} more lines)", lines.len() - MAX_LINES).expect("a string grows");
        }
    }
    check("levels.md", &page);
}
