// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Rates of random programs with matching results, by operation and by element type.
//!
//! A program counts for every operation and every element type in it, so a failing program lowers
//! the rates of all its operations and element types. The operation or element type that causes
//! failures usually has the lowest rate, but rates of rare failures differ only a little.

use super::case::Outcome;
use crate::table::Table;
use hloom_values::ElementType;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display};

/// Numbers of random programs with each outcome, by operation and by element type.
#[derive(Default)]
pub struct Rates {
    ops: BTreeMap<String, Counts>,
    types: BTreeMap<&'static str, Counts>,
}

/// Numbers of random programs by outcome.
#[derive(Clone, Copy, Default)]
struct Counts {
    programs: usize,
    same: usize,
    refused: usize,
}

impl Counts {
    fn add(&mut self, outcome: &Outcome) {
        self.programs += 1;
        self.same += usize::from(matches!(outcome, Outcome::Same));
        self.refused += usize::from(matches!(outcome, Outcome::Refused(_)));
    }
}

impl Rates {
    /// Counts a program and its outcome for each of its operations, and for each element type in
    /// its text.
    pub fn add(&mut self, ops: impl Iterator<Item = String>, text: &str, outcome: &Outcome) {
        for op in ops {
            self.ops.entry(op).or_default().add(outcome);
        }
        for ty in types(text) {
            self.types.entry(ty).or_default().add(outcome);
        }
    }
}

/// Returns the element types of the tensor types in the MLIR text of a program.
fn types(text: &str) -> BTreeSet<&'static str> {
    let tensors = text.split("tensor<").skip(1).filter_map(|rest| {
        let ty = rest.trim_start_matches(|it: char| it.is_ascii_digit() || it == 'x');
        let end = ty.find(['>', ','])?;
        let end = if ty.starts_with("complex<") { end + 1 } else { end };
        ty[..end].parse::<ElementType>().ok().map(ElementType::name)
    });
    tensors.collect()
}

impl Display for Rates {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let rows = |of: &[(&str, Counts)], what: &str| {
            let mut table = Table::new(&["programs", "same", "refused", "failed", "rate", what]);
            for (name, Counts { programs, same, refused }) in of {
                let rate = 100.0 * *same as f64 / *programs as f64;
                let mut row = [*programs, *same, *refused, programs - same - refused]
                    .map(|count| count.to_string())
                    .to_vec();
                row.extend([format!("{rate:.2}%"), (*name).to_owned()]);
                table.row(row);
            }
            table.render()
        };
        let ops: Vec<_> = self.ops.iter().map(|(name, it)| (name.as_str(), *it)).collect();
        let types: Vec<_> = self.types.iter().map(|(name, it)| (*name, *it)).collect();
        write!(formatter, "{}{}", rows(&ops, "operation"), rows(&types, "element type"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_count_for_their_operations_and_types() {
        let text = "tensor<2x3xf32>, tensor<complex<f32>>, tensor<4xcomplex<f64>> tensor<i1> \
                    tensor<2xui4, #stablehlo.bounds<3>> tensor<1x!quant.uniform<i8:f32, 1.0>>";
        let found: Vec<_> = types(text).into_iter().collect();
        assert_eq!(found, ["complex<f32>", "complex<f64>", "f32", "i1", "ui4"]);
        let mut rates = Rates::default();
        let ops = || ["add".to_owned(), "sort".to_owned()].into_iter();
        rates.add(ops(), "tensor<i8>", &Outcome::Same);
        rates.add(ops().take(1), "tensor<i8>", &Outcome::Refused(Vec::new()));
        rates.add(ops().take(1), "tensor<f32>", &Outcome::Invalid(String::new()));
        let table = rates.to_string();
        let row = |name: &str| {
            let row = table.lines().find(|line| line.ends_with(&format!("  {name}")));
            row.unwrap_or_default().split_whitespace().take(5).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(row("add"), "3 1 1 1 33.33%");
        assert_eq!(row("sort"), "1 1 0 0 100.00%");
        assert_eq!(row("i8"), "2 1 1 0 50.00%");
        assert_eq!(row("f32"), "1 0 0 1 0.00%");
    }
}
