// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Pass rates by operation and by element type, which the names of StableHLO's programs contain:
//! `stablehlo/testdata/add_float32_20_20_float32_20_20.mlir`.

use crate::table::{Align, Table};
use std::collections::{BTreeMap, BTreeSet};

/// The element type that is recorded for a program whose name contains no element type. Each
/// program in `tests/interpret` has several types.
const SEVERAL: &str = "several";

/// The element types in the names of programs, without their numbers of bits.
const TYPES: [&str; 6] = ["bfloat", "bool", "complex", "float", "int", "uint"];

/// Numbers of failed and passed programs, by operation and by element type.
#[derive(Debug, Default)]
pub struct Rates {
    ops: BTreeMap<String, [u32; 2]>,
    types: BTreeMap<String, [u32; 2]>,
}

impl Rates {
    /// Counts a program that passed or failed.
    pub fn add(&mut self, name: &str, passed: bool) {
        let (op, types) = subject(name);
        let count = |counts: &mut [u32; 2]| counts[usize::from(passed)] += 1;
        count(self.ops.entry(op).or_default());
        types.into_iter().for_each(|ty| count(self.types.entry(ty).or_default()));
    }

    /// Renders the tables of operations and of element types.
    pub fn render(&self) -> String {
        let table = |what: &str, counts: &BTreeMap<String, [u32; 2]>| {
            let mut table = Table::new(&[
                (what, Align::Left),
                ("passed", Align::Right),
                ("failed", Align::Right),
                ("rate", Align::Right),
            ]);
            for (name, [failed, passed]) in counts {
                let rate = 100.0 * f64::from(*passed) / f64::from(passed + failed);
                let numbers = [passed.to_string(), failed.to_string(), format!("{rate:.1}%")];
                table.row([&[name.clone()][..], &numbers].concat());
            }
            table.render()
        };
        format!("{}\n{}", table("operation", &self.ops), table("element type", &self.types))
    }
}

/// Returns the operation and the element types in the name of a program.
fn subject(name: &str) -> (String, BTreeSet<String>) {
    let file = name.rsplit('/').next().unwrap_or(name);
    let stem = file.strip_suffix(".mlir").unwrap_or(file);
    let words: Vec<_> = stem.split('_').collect();
    let is_type = |word: &str| {
        let kind = word.trim_end_matches(|it: char| it.is_ascii_digit());
        TYPES.contains(&kind) && (kind == "bool" || kind.len() < word.len())
    };
    let first = words.iter().position(|word| is_type(word));
    let op = words[..first.unwrap_or(words.len())].join("_");
    // The formats of small floats have a word of their own: `float8_e4m3fn`.
    let of_type = |index: usize| match words.get(index + 1) {
        Some(format) if words[index] == "float8" => format!("float8_{format}"),
        _ => words[index].to_owned(),
    };
    let types = (0..words.len()).filter(|index| is_type(words[*index])).map(of_type);
    let types: BTreeSet<_> = types.collect();
    let types = if types.is_empty() { [SEVERAL.to_owned()].into() } else { types };
    (op, types)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_operation_and_types() {
        let of = |name: &str| {
            let (op, types) = subject(name);
            format!("{op}: {}", types.into_iter().collect::<Vec<_>>().join(" "))
        };
        let add = "stablehlo/testdata/add_float32_20_20_float32_20_20.mlir";
        assert_eq!(of(add), "add: float32");
        assert_eq!(of("a/select_n_bool_2_int8_2.mlir"), "select_n: bool int8");
        assert_eq!(of("a/cosh_complex64_20_20_chlo.mlir"), "cosh: complex64");
        assert_eq!(of("a/convert_float8_e4m3fn_3.mlir"), "convert: float8_e4m3fn");
        assert_eq!(of("stablehlo/tests/interpret/is_finite.mlir"), "is_finite: several");
    }

    #[test]
    fn rates_are_of_passed_and_failed_programs() {
        let mut rates = Rates::default();
        rates.add("add_int8_2.mlir", true);
        rates.add("add_int8_3.mlir", false);
        let text = rates.render();
        let row = text.lines().find(|line| line.starts_with("add")).unwrap_or_default();
        assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["add", "1", "1", "50.0%"]);
    }
}
