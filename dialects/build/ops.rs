// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Generates the `Op` enum and the table of properties of each op.

use crate::records::{Dialect, OpAttribute, first_positions, pascal};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Returns, for each dialect, the number of its first op in the common numbering of all dialects'
/// ops.
pub fn numbers(dialects: &[Dialect]) -> Vec<usize> {
    first_positions(dialects.iter().map(|dialect| dialect.ops.len()))
}

/// Returns the text of the Rust file that `src/op.rs` includes: the `Op` enum and the table of its
/// properties.
///
/// Ops are sorted by name, so that `Op::from_name` can use binary search.
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
    let families: BTreeSet<_> = ops.iter().map(|(_, op)| op.family.as_str()).collect();
    code.push_str(
        "];\n\n/// A family of operations.\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n\
         pub enum Family {\n",
    );
    for family in families {
        writeln!(code, "    /// Operations of the family {family}.\n    {family},").unwrap();
    }
    writeln!(code, "}}\n\npub(crate) static FACTS: [Facts; {}] = [", ops.len()).unwrap();
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
            "    Facts {{ name: {:?}, dialect: {:?}, summary: {:?}, family: Family::{}, \
             transcendental: {}, expanded: {}, opcode: {:?}, operands: &{:?}, \
             attributes: &[{}], results: &{:?}, regions: &{:?}, pure: {}, effects_of_regions: {}, \
             has_verifier: {}, \
             infers: {} }},",
            op.name,
            dialect.name,
            op.summary,
            op.family,
            op.transcendental,
            op.expanded,
            op.opcode,
            op.operands,
            attributes.join(", "),
            op.results,
            op.regions,
            op.pure,
            op.effects_of_regions,
            op.has_verifier,
            op.infers,
        )
        .unwrap();
    }
    code + "];\n"
}
