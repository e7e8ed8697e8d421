// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The operations of the dialects as one enum, generated from their ODS records.

use std::fmt;

/// What the ODS records say about an op.
#[derive(Debug)]
pub struct Facts {
    /// The name with its namespace: `stablehlo.add`.
    pub name: &'static str,
    /// The namespace: `stablehlo`.
    pub dialect: &'static str,
    /// One line about what it does.
    pub summary: &'static str,
    /// Names of the operands, a variadic one as one name.
    pub operands: &'static [&'static str],
    /// The inherent attributes.
    pub attributes: &'static [AttributeFacts],
    /// Names of the results, a variadic one as one name.
    pub results: &'static [&'static str],
    /// Names of the regions.
    pub regions: &'static [&'static str],
    /// Whether it has no side effects whatever its operands are.
    pub pure: bool,
    /// Whether its verifier is in [`verify`](mod@crate::verify).
    pub has_verifier: bool,
    /// Whether its result types are inferred there.
    pub infers: bool,
}

/// What the ODS records say about an attribute of an op.
#[derive(Debug)]
pub struct AttributeFacts {
    /// The name.
    pub name: &'static str,
    /// MLIR's class of its values: `DenseI64ArrayAttr`.
    pub storage: &'static str,
    /// Whether an op may go without it.
    pub is_optional: bool,
}

include!(concat!(env!("OUT_DIR"), "/ops.rs"));

impl Op {
    /// The op of a name with its namespace.
    pub fn from_name(name: &str) -> Option<Self> {
        FACTS.binary_search_by(|facts| facts.name.cmp(name)).ok().map(|index| OPS[index])
    }

    /// The op of a number the generated C++ passes.
    pub(crate) fn from_number(number: u32) -> Option<Self> {
        OPS.get(number as usize).copied()
    }

    /// What the ODS records say about it.
    pub fn facts(self) -> &'static Facts {
        &FACTS[self as usize]
    }

    /// The name with its namespace: `stablehlo.add`.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The name without its namespace: `add`.
    pub fn mnemonic(self) -> &'static str {
        &self.name()[self.facts().dialect.len() + 1..]
    }

    /// Whether it has regions.
    pub fn has_regions(self) -> bool {
        !self.facts().regions.is_empty()
    }
}

impl fmt::Display for Op {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_found() {
        assert!(FACTS.is_sorted_by(|one, other| one.name < other.name));
        for op in OPS {
            assert_eq!(Op::from_name(op.name()), Some(op));
            assert_eq!(Op::from_number(op as u32), Some(op));
        }
        assert_eq!(Op::from_name("chlo.nothing"), None);
        assert_eq!(Op::from_number(u32::MAX), None);
    }

    #[test]
    fn facts_follow_the_ods() {
        let facts = Op::ChloTopK.facts();
        assert_eq!(Op::ChloTopK.mnemonic(), "top_k");
        assert_eq!(facts.operands, ["operand"]);
        let names: Vec<_> = facts.attributes.iter().map(|it| (it.name, it.storage)).collect();
        assert_eq!(names, [("k", "IntegerAttr"), ("is_stable", "BoolAttr")]);
        assert_eq!(facts.results, ["values", "indices"]);
        assert!(facts.pure && facts.infers && facts.has_verifier);
        assert!(Op::ChloScan.has_regions() && !Op::ChloScan.facts().pure);
        assert!(!Op::CheckExpectEq.facts().pure);
    }
}
