// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The two tables of `cargo ci kernels`: resources by program and chip, and kernels with a stack.

use super::kernel::{Code, Kernel};
use super::listing::Form;
use crate::table::Align;

/// The format of the table with the resources of the kernels of each program on each chip.
pub const RESOURCES: Form = Form {
    file: "goldens/kernels.txt",
    comment: "\
# Kernels of the goldens and of the benchmark programs in ci/pack/programs.py on GPUs, as `cargo ci
# kernels --accept` writes them: their number, the most registers of a thread (on AMD's GPUs, vector
# registers), the most shared memory of a block in bytes, the number of kernels that spill registers
# or use a stack (kernel_spills.txt), and of the assembler's warnings.
",
    columns: &[
        ("program", Align::Left),
        ("chip", Align::Left),
        ("kernels", Align::Right),
        ("registers", Align::Right),
        ("shared", Align::Right),
        ("spilling", Align::Right),
        ("warnings", Align::Right),
    ],
};

/// The format of the table of the kernels that spill registers or use a stack.
pub const SPILLS: Form = Form {
    file: "goldens/kernel_spills.txt",
    comment: "\
# Kernels of kernels.txt that spill registers or use a stack, in bytes of a thread. `cargo ci kernels`
# fails if another kernel does, or if one needs more bytes; `--accept` writes the list.
",
    columns: &[
        ("program", Align::Left),
        ("chip", Align::Left),
        ("kernel", Align::Left),
        ("stack", Align::Right),
        ("spilled", Align::Right),
    ],
};

/// Returns the line of a program in [`RESOURCES`].
pub fn resources(code: &Code) -> Vec<String> {
    let most = |of: fn(&Kernel) -> u64| code.kernels.iter().map(of).max().unwrap_or(0);
    let spilling = code.kernels.iter().filter(|kernel| kernel.uses_stack()).count();
    vec![
        code.kernels.len().to_string(),
        most(|kernel| kernel.registers).to_string(),
        most(|kernel| kernel.shared).to_string(),
        spilling.to_string(),
        code.warnings.len().to_string(),
    ]
}

/// Returns the lines of a program in [`SPILLS`].
pub fn spills(code: &Code) -> Vec<Vec<String>> {
    let kernels = code.kernels.iter().filter(|kernel| kernel.uses_stack());
    let line = |kernel: &Kernel| {
        vec![kernel.name.clone(), kernel.stack.to_string(), kernel.spilled.to_string()]
    };
    kernels.map(line).collect()
}

/// Returns the lines of `found` that are missing in `listed`, or that have more bytes than in
/// `listed`. Both lists contain lines of [`SPILLS`].
pub fn new_spills<'a>(listed: &[Vec<String>], found: &'a [Vec<String>]) -> Vec<&'a Vec<String>> {
    let bytes = |line: &[String]| {
        line[1..].iter().map(|number| number.parse::<u64>().unwrap_or(0)).collect::<Vec<_>>()
    };
    let is_listed = |line: &&Vec<String>| {
        listed.iter().filter(|known| known[0] == line[0]).any(|known| {
            bytes(known).into_iter().zip(bytes(line)).all(|(known, found)| found <= known)
        })
    };
    found.iter().filter(|line| !is_listed(line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &str, stack: u64, spilled: u64) -> Vec<String> {
        vec![name.to_owned(), stack.to_string(), spilled.to_string()]
    }

    #[test]
    fn the_most_of_each_resource_is_listed() {
        let kernel = |registers, shared, stack| Kernel {
            name: format!("kernel_{registers}"),
            registers,
            shared,
            stack,
            spilled: 0,
        };
        let kernels = vec![kernel(16, 1024, 0), kernel(32, 0, 8)];
        let code = Code { kernels, warnings: vec!["slow".to_owned()] };
        assert_eq!(resources(&code), ["2", "32", "1024", "1", "1"]);
        assert_eq!(spills(&code), [line("kernel_32", 8, 0)]);
        assert_eq!(resources(&Code::default()), ["0", "0", "0", "0", "0"]);
    }

    #[test]
    fn kernels_that_are_not_listed_are_new() {
        let listed = [line("a", 16, 8), line("b", 16, 0)];
        let found = [line("a", 16, 12), line("b", 8, 0), line("c", 4, 4)];
        assert_eq!(new_spills(&listed, &found), [&found[0], &found[2]]);
        assert!(new_spills(&listed, &listed).is_empty());
    }
}
