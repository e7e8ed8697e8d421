// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Maintains the table of test coverage, `docs/op-coverage.md`: element types by operation and
//! platform.
//!
//! Platforms write a line for each operation that a test runs. This module collects the lines and
//! renders or checks the table.

use crate::project::Project;
use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The environment variable with the folder to which platforms write the operations that they run.
pub const VARIABLE: &str = "HLOOM_COVERAGE";

const TABLE: &str = "docs/op-coverage.md";
const DIALECTS: [&str; 2] = ["stablehlo", "chlo"];
const PLATFORMS: [&str; 2] = ["cpu", "interpreter"];

const HEADER: &str = "\
# Test coverage of operations

The table lists, for each operation, the element types that it has in the programs of the tests:
goldens, lit tests, the tests of every operation on every type, and random programs.

The element type is that of the first result, with these exceptions. It is that of the first
operand for operations without results, and for operations whose result type is fixed or follows
from the operand's: comparisons, `is_finite` and similar tests, `real`, `imag`, `abs`, `complex`,
`get_dimension_size` and `uniform_dequantize`. For `rng_bit_generator` it is that of the bits.

If a platform has no entry for a type, it rejects the type or no test uses it;
`lit_tests/tests/operations` lists the rejected types. `cargo ci coverage` writes this file, and
`cargo ci test` fails if it is stale.

| operation | cpu | interpreter |
|---|---|---|
";

/// Empties the folder in which tests record the operations that they run, and returns its path.
///
/// # Errors
///
/// Fails if the folder cannot be removed or created.
pub fn begin(project: &Project) -> Result<PathBuf> {
    let folder = folder(project)?;
    fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    self::folder(project)
}

/// Returns the folder in which tests record the operations that they run. Creates the folder if it
/// is missing.
///
/// # Errors
///
/// Fails if the folder cannot be created.
pub fn folder(project: &Project) -> Result<PathBuf> {
    let folder = project.scratch()?.join("coverage");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(folder)
}

/// Writes the table of the operations that ran.
///
/// # Errors
///
/// Fails if no operation ran, if a file cannot be read, or if the table cannot be written.
pub fn write(project: &Project) -> Result<()> {
    let file = project.root.join(TABLE);
    fs::write(&file, table(project)?).with_context(|| format!("cannot write {}", file.display()))
}

/// Checks that the table lists exactly the operations that ran.
///
/// # Errors
///
/// Fails if the table is stale, if no operation ran, or if a file cannot be read.
pub fn check(project: &Project) -> Result<()> {
    let file = project.root.join(TABLE);
    let held = fs::read_to_string(&file).unwrap_or_default();
    let ran = table(project)?;
    let stale = ran.lines().zip(held.lines()).find(|(one, other)| one != other);
    match stale {
        None if ran == held => Ok(()),
        _ => {
            let (ran, held) = stale.unwrap_or_default();
            bail!("{TABLE} is stale; run `cargo ci coverage`\n  ran:   {ran}\n  found: {held}")
        }
    }
}

fn table(project: &Project) -> Result<String> {
    let mut ran = Ran::default();
    let folder = folder(project)?;
    for entry in fs::read_dir(&folder)? {
        ran.add(&fs::read_to_string(entry?.path())?);
    }
    if ran.0.is_empty() {
        bail!("the tests recorded no operations in folder {}", folder.display());
    }
    let mut operations = BTreeSet::new();
    for dialect in DIALECTS {
        operations.extend(declared(&project.root.join("dialects").join(dialect), dialect)?);
    }
    Ok(ran.render(&operations))
}

/// Returns the names of the operations that the ODS files of a dialect declare.
fn declared(folder: &Path, dialect: &str) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_ods = path.to_string_lossy().ends_with("Ops.td");
        if !is_ods {
            continue;
        }
        for line in fs::read_to_string(&path)?.lines() {
            let name = line.split_once("Op<\"").and_then(|(_, rest)| rest.split_once('"'));
            if let Some((name, _)) =
                name.filter(|_| line.trim_start().starts_with([':', 'd', 'S', 'C']))
            {
                names.push(format!("{dialect}.{name}"));
            }
        }
    }
    Ok(names)
}

/// The element types with which tests ran each operation, by operation and platform.
#[derive(Debug, Default)]
struct Ran(BTreeMap<(String, String), BTreeSet<String>>);

impl Ran {
    /// Adds the lines that a process wrote: platform, operation and type, separated by tabs.
    fn add(&mut self, text: &str) {
        for line in text.lines() {
            if let [platform, operation, ty] = line.split('\t').collect::<Vec<_>>()[..] {
                let key = (operation.to_owned(), platform.to_owned());
                self.0.entry(key).or_default().insert(ty.to_owned());
            }
        }
    }

    fn render(&self, operations: &BTreeSet<String>) -> String {
        let mut text = HEADER.to_owned();
        for operation in operations {
            let cell = |platform: &str| {
                let types = self.0.get(&(operation.clone(), platform.to_owned()));
                let mut types: Vec<_> = types.into_iter().flatten().map(String::as_str).collect();
                types.sort_by_key(|ty| order(ty));
                types.into_iter().map(cell_text).collect::<Vec<_>>().join(" ")
            };
            let [cpu, interpreter] = PLATFORMS.map(cell);
            // Writing to a string cannot fail.
            let _ = writeln!(text, "| `{operation}` | {cpu} | {interpreter} |");
        }
        text
    }
}

/// Returns the Markdown of an element type. Markdown interprets `<f32>` outside code as HTML.
fn cell_text(ty: &str) -> String {
    if ty.contains('<') { format!("`{ty}`") } else { ty.to_owned() }
}

/// Returns the sort key of an element type: first by kind (booleans, integers, floats, complex
/// numbers), then by width.
fn order(ty: &str) -> (usize, usize, String) {
    let kinds = ["i1", "i", "ui", "f", "bf", "complex"];
    let stem = ty.trim_end_matches(|it: char| it.is_ascii_digit() || it == '>');
    let kind = if ty == "i1" {
        0
    } else {
        kinds.iter().rposition(|it| stem.starts_with(it)).unwrap_or(kinds.len())
    };
    let digits: String =
        ty.chars().skip_while(|it| !it.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    (kind, digits.parse().unwrap_or(0), ty.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_are_code() {
        let mut ran = Ran::default();
        ran.add("cpu\tchlo.acos\tcomplex<f32>\ncpu\tchlo.acos\tf32\n");
        let text = ran.render(&["chlo.acos".to_owned()].into());
        assert!(text.ends_with("| `chlo.acos` | f32 `complex<f32>` |  |\n"), "{text}");
    }

    #[test]
    fn types_are_sorted_by_kind_and_width() {
        let mut ran = Ran::default();
        ran.add("cpu\tstablehlo.add\tf32\ncpu\tstablehlo.add\ti8\ncpu\tstablehlo.add\ti32\n");
        ran.add("cpu\tstablehlo.add\ti1\ncpu\tstablehlo.add\tf8E5M2\ninterpreter\tother\tf32\n");
        let operations = ["stablehlo.add", "stablehlo.tan"].map(str::to_owned).into();
        let rows = "| `stablehlo.add` | i1 i8 i32 f8E5M2 f32 |  |\n| `stablehlo.tan` |  |  |\n";
        assert!(ran.render(&operations).ends_with(rows), "{}", ran.render(&operations));
    }
}
