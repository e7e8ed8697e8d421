// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compares the kernels of a run with the tables in the repository.

use super::chips;
use super::kernel::Code;
use super::listing::{Form, Key, Lines};
use super::tables::{self, RESOURCES, SPILLS};
use anyhow::{Context, Result};
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// The tables in the repository, updated with the lines of a run, and the counts of the run.
#[derive(Debug, Default)]
pub struct Findings {
    resources: Lines,
    spills: Lines,
    cases: usize,
    most_registers: u64,
    spilling: usize,
    warnings: usize,
    /// The number of kernels that were assembled.
    pub kernels: usize,
    /// The number of kernels that spill registers or use a stack and are not in the table.
    pub new: usize,
    /// The number of pairs of a program and a chip that could not be compiled or assembled.
    pub failed: usize,
}

impl Findings {
    /// Reads the tables.
    ///
    /// # Errors
    ///
    /// Fails if a table cannot be read.
    pub fn read(root: &Path) -> Result<Self> {
        let (resources, spills) = (RESOURCES.read(root)?, SPILLS.read(root)?);
        Ok(Self { resources, spills, ..Self::default() })
    }

    /// Removes all lines except the lines of the given programs and chips.
    pub fn retain(&mut self, keys: &HashSet<Key>) {
        self.resources.retain(|key, _| keys.contains(key));
        self.spills.retain(|key, _| keys.contains(key));
    }

    /// Replaces the lines of a program and a chip, and prints failures, new spills and warnings.
    pub fn add(&mut self, key: Key, outcome: Result<Code>) {
        let title = format!("{} {}", key.0, key.1);
        self.cases += 1;
        let code = match outcome {
            Ok(code) => code,
            Err(error) => {
                println!("{title}: {error:#}");
                self.failed += 1;
                return;
            }
        };
        let found = tables::spills(&code);
        let listed = self.spills.remove(&key).unwrap_or_default();
        for line in tables::new_spills(&listed, &found) {
            let [kernel, stack, spilled] = &line[..] else { continue };
            println!("{title} {kernel}: uses {stack} bytes of stack and spills {spilled} bytes");
            self.new += 1;
        }
        for warning in &code.warnings {
            println!("{title}: {warning}");
        }
        self.kernels += code.kernels.len();
        let registers = code.kernels.iter().map(|kernel| kernel.registers).max();
        self.most_registers = self.most_registers.max(registers.unwrap_or(0));
        self.spilling += found.len();
        self.warnings += code.warnings.len();
        self.resources.insert(key.clone(), vec![tables::resources(&code)]);
        if !found.is_empty() {
            self.spills.insert(key, found);
        }
    }

    /// Writes the tables if `accept` is true. Prints the tables that differ from those in the
    /// repository.
    ///
    /// # Errors
    ///
    /// Fails if a table cannot be written.
    pub fn write(&self, root: &Path, accept: bool) -> Result<()> {
        for (form, lines) in [(&RESOURCES, &self.resources), (&SPILLS, &self.spills)] {
            let Form { file, .. } = form;
            let (path, text) = (root.join(file), form.render(lines, &chips::names()));
            if fs::read_to_string(&path).is_ok_and(|old| old == text) {
                continue;
            }
            if accept {
                fs::write(&path, text).with_context(|| format!("cannot write {file}"))?;
                println!("{file}: written");
            } else {
                println!(
                    "{file}: differs from the table of this run; `cargo ci kernels --accept` \
                     updates it"
                );
            }
        }
        Ok(())
    }

    /// Returns the last line of the output, which contains the counts of the run.
    pub fn summary(&self) -> String {
        let Self { cases, failed, kernels, spilling, new, most_registers, warnings, .. } = self;
        format!(
            "{cases} programs and chips, {failed} not assembled; {kernels} kernels, {spilling} spill or \
             use a stack, {new} of them not as listed; at most {most_registers} registers; {warnings} \
             warnings"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::kernel::Kernel;

    fn key(name: &str) -> Key {
        (name.to_owned(), "sm_80".to_owned())
    }

    fn code(stack: u64) -> Code {
        let name = "main_kernel_0".to_owned();
        let kernel = Kernel { name, registers: 64, stack, ..Kernel::default() };
        Code { kernels: vec![kernel], warnings: Vec::new() }
    }

    #[test]
    fn only_spills_that_are_not_listed_are_new() {
        let mut findings = Findings::default();
        findings.add(key("a"), Ok(code(0)));
        assert_eq!((findings.spilling, findings.new), (0, 0));
        findings.add(key("a"), Ok(code(16)));
        assert_eq!((findings.spilling, findings.new), (1, 1));
        findings.add(key("a"), Ok(code(8)));
        findings.add(key("b"), Err(anyhow::anyhow!("wrong")));
        assert_eq!((findings.spilling, findings.new, findings.failed), (2, 1, 1));
        assert_eq!(findings.spills[&key("a")], [["main_kernel_0", "8", "0"]]);
        findings.add(key("a"), Ok(code(0)));
        assert!(findings.spills.is_empty());
        assert_eq!(findings.resources.len(), 1);
        let expected = "5 programs and chips, 1 not assembled; 4 kernels, 2 spill or use a stack, 1 of \
                        them not as listed; at most 64 registers; 0 warnings";
        assert_eq!(findings.summary(), expected);
    }

    #[test]
    fn tables_are_written_on_request() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("goldens")).unwrap();
        let mut findings = Findings::read(folder.path()).unwrap();
        for name in ["a", "b"] {
            findings.add(key(name), Ok(code(16)));
        }
        findings.write(folder.path(), false).unwrap();
        assert!(Findings::read(folder.path()).unwrap().spills.is_empty());
        findings.write(folder.path(), true).unwrap();
        let mut read = Findings::read(folder.path()).unwrap();
        assert_eq!((&read.resources, &read.spills), (&findings.resources, &findings.spills));
        read.add(key("a"), Ok(code(16)));
        assert_eq!((read.spilling, read.new), (1, 0));
        read.retain(&HashSet::from([key("a")]));
        assert_eq!((read.resources.len(), read.spills.len()), (1, 1));
    }
}
