// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The operations of all dialects as one enum, generated from their ODS records.

use std::fmt;

/// The properties of an op in its ODS record.
#[derive(Debug)]
pub struct Facts {
    /// The name of the op with its namespace, such as `stablehlo.add`.
    pub name: &'static str,
    /// The namespace of the op, such as `stablehlo`.
    pub dialect: &'static str,
    /// The one-line summary of the op.
    pub summary: &'static str,
    /// The family of operations to which the op belongs.
    pub family: Family,
    /// Whether XLA's cost analysis counts the computation of an element of the result as an
    /// evaluation of a transcendental function.
    pub transcendental: bool,
    /// Whether a pass at level `hlo` replaces this elementwise op by other ops, so that the
    /// conversion to linalg has no code for it. Always false for ops that are not elementwise.
    pub expanded: bool,
    /// The name of the HLO opcode that corresponds to the op, such as `count-leading-zeros`. Most
    /// names are derived from the op's name, so HLO may lack an opcode with this name.
    pub opcode: Option<&'static str>,
    /// The names of the op's operands; a variadic operand has one name.
    pub operands: &'static [&'static str],
    /// The inherent attributes that the op's ODS record declares.
    pub attributes: &'static [AttributeFacts],
    /// The names of the op's results; a variadic result has one name.
    pub results: &'static [&'static str],
    /// The names of the op's regions.
    pub regions: &'static [&'static str],
    /// Whether the ODS record declares that the op has no memory effects (`NoMemoryEffect`).
    pub pure: bool,
    /// Whether the side effects of the op are the side effects of the ops in its regions.
    pub effects_of_regions: bool,
    /// Whether [`verify`](mod@crate::verify) contains a verifier for the op.
    pub has_verifier: bool,
    /// Whether [`verify`](mod@crate::verify) infers the result types of the op.
    pub infers: bool,
}

/// The properties of an op's attribute in the ODS record.
#[derive(Debug)]
pub struct AttributeFacts {
    /// The name of the attribute, such as `dimensions`.
    pub name: &'static str,
    /// The C++ class of the attribute: `DenseI64ArrayAttr`.
    pub storage: &'static str,
    /// Whether the op may lack the attribute.
    pub is_optional: bool,
}

include!(concat!(env!("OUT_DIR"), "/ops.rs"));

impl Op {
    /// Returns the op with the given full name, such as `stablehlo.add`, or `None` if there is no
    /// such op.
    pub fn from_name(name: &str) -> Option<Self> {
        FACTS.binary_search_by(|facts| facts.name.cmp(name)).ok().map(|index| OPS[index])
    }

    /// Returns the op with the number that the generated C++ passes, or `None` for other numbers.
    pub(crate) fn from_number(number: u32) -> Option<Self> {
        OPS.get(number as usize).copied()
    }

    /// Returns the properties in the op's ODS record.
    pub fn facts(self) -> &'static Facts {
        &FACTS[self as usize]
    }

    /// Returns the family of operations to which the op belongs. Verifiers, the evaluator and the
    /// lowerings have a module for each family.
    pub fn family(self) -> Family {
        self.facts().family
    }

    /// Returns the name of the op with its namespace, such as `stablehlo.add`.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// Returns the name of the op without its namespace, such as `add`.
    pub fn mnemonic(self) -> &'static str {
        &self.name()[self.facts().dialect.len() + 1..]
    }

    /// Returns true if the op belongs to StableHLO or CHLO.
    pub fn is_hlo(self) -> bool {
        matches!(self.facts().dialect, "stablehlo" | "chlo")
    }

    /// Returns true if the op has regions.
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
        assert!(Op::ChloDigamma.facts().expanded && !Op::ChloErf.facts().expanded);
        assert!(Op::StablehloReduce.facts().effects_of_regions);
        assert_eq!(Op::StablehloIsFinite.facts().opcode, Some("is-finite"));
        assert_eq!(Op::StablehloOptimizationBarrier.facts().opcode, Some("opt-barrier"));
        assert_eq!(Op::StablehloBroadcast.facts().opcode, None);
        assert_eq!(Op::SdyReturn.facts().opcode, None);
    }
}
