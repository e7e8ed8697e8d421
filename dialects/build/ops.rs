// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Generates the `Op` enum and what is known of each op.

use crate::records::{Dialect, OpAttribute, first_positions, pascal};
use std::fmt::Write;

/// The number of each dialect's first op.
pub fn numbers(dialects: &[Dialect]) -> Vec<usize> {
    first_positions(dialects.iter().map(|dialect| dialect.ops.len()))
}

/// The Rust file, included by `src/op.rs`. Ops stand in the order of their names,
/// so that a name is found by binary search.
pub fn generate(dialects: &[Dialect]) -> String {
    let ops: Vec<_> = dialects
        .iter()
        .flat_map(|dialect| dialect.ops.iter().map(move |op| (dialect, op)))
        .collect();
    let mut code = String::from(
        "/// An operation of one of the dialects.\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n\
         #[repr(u32)]\n\
         pub enum Op {\n",
    );
    let variant = |name: &str| {
        let (dialect, mnemonic) = name.split_once('.').unwrap();
        format!("{}{}", pascal(dialect), pascal(mnemonic))
    };
    for (_, op) in &ops {
        writeln!(code, "    /// `{}`: {}.\n    {},", op.name, op.summary, variant(&op.name))
            .unwrap();
    }
    writeln!(
        code,
        "}}\n\n/// Every op, in the order of the enum.\npub const OPS: [Op; {}] = [",
        ops.len()
    )
    .unwrap();
    for (_, op) in &ops {
        writeln!(code, "    Op::{},", variant(&op.name)).unwrap();
    }
    writeln!(code, "];\n\npub(crate) static FACTS: [Facts; {}] = [", ops.len()).unwrap();
    for (dialect, op) in &ops {
        let attribute = |it: &OpAttribute| {
            let OpAttribute { name, storage, is_optional } = it;
            format!(
                "AttributeFacts {{ name: {name:?}, storage: {storage:?}, \
                 is_optional: {is_optional} }}"
            )
        };
        let attributes: Vec<_> = op.attributes.iter().map(attribute).collect();
        writeln!(
            code,
            "    Facts {{ name: {:?}, dialect: {:?}, summary: {:?}, operands: &{:?}, \
             attributes: &[{}], results: &{:?}, regions: &{:?}, pure: {}, has_verifier: {}, \
             infers: {} }},",
            op.name,
            dialect.name,
            op.summary,
            op.operands,
            attributes.join(", "),
            op.results,
            op.regions,
            op.pure,
            op.has_verifier,
            op.infers,
        )
        .unwrap();
    }
    code + "];\n"
}
