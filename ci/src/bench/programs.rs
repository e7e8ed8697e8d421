// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The benchmark programs, which `ci/bench/export.py` lists and exports.

use crate::process;
use crate::project::Project;
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// The script that lists and exports the programs.
const EXPORTER: &str = "ci/bench/export.py";

/// A benchmark program, as `export.py --list` prints it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub name: String,
    pub group: String,
    pub summary: String,
}

/// The fields of a program's `program.json` that the benchmark reads.
#[derive(Debug, Deserialize)]
pub struct Description {
    pub compulsory_bytes: f64,
}

/// Returns all programs in the order of their groups.
///
/// # Errors
///
/// Fails if the exporter fails.
pub fn list(project: &Project, python: &Path) -> Result<Vec<Program>> {
    let text = process::output(project.command(python).args([EXPORTER, "--list"]))?;
    text.lines()
        .map(|line| {
            parse(line).context("expected a benchmark program's name, group and summary on a line")
        })
        .collect()
}

/// Returns the programs whose name or group is in `only`, or all programs if `only` is empty.
///
/// # Errors
///
/// Fails if a name is unknown.
pub fn choose<'a>(all: &'a [Program], only: &[String]) -> Result<Vec<&'a Program>> {
    let is_named =
        |program: &Program, name: &String| program.name == *name || program.group == *name;
    for name in only {
        if !all.iter().any(|program| is_named(program, name)) {
            bail!("--only {name}: expected a program or group of `cargo ci bench --list`");
        }
    }
    let is_chosen =
        |program: &&Program| only.is_empty() || only.iter().any(|name| is_named(program, name));
    Ok(all.iter().filter(is_chosen).collect())
}

/// Exports a program to a subfolder of `folder`, unless the subfolder already contains the current
/// program. Returns the subfolder and the description of the program.
///
/// # Errors
///
/// Fails if the exporter fails, or if the description cannot be read.
pub fn export(
    project: &Project,
    python: &Path,
    folder: &Path,
    name: &str,
) -> Result<(PathBuf, Description)> {
    let mut command = project.command(python);
    command.args([EXPORTER, "--only", name, "--write"]).arg(folder);
    process::run(&mut command)?;
    let folder = folder.join(name);
    let file = folder.join("program.json");
    let text =
        fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let description = serde_json::from_str(&text).with_context(|| {
        format!("{}: expected a benchmark program described in JSON", file.display())
    })?;
    Ok((folder, description))
}

/// Returns the files `in0.npy`, `in1.npy`, ... of a program's folder.
pub fn inputs(folder: &Path) -> Vec<PathBuf> {
    let files = (0..).map(|number| folder.join(format!("in{number}.npy")));
    files.take_while(|file| file.is_file()).collect()
}

fn parse(line: &str) -> Option<Program> {
    let mut fields = line.split('\t').map(str::to_owned);
    Some(Program { name: fields.next()?, group: fields.next()?, summary: fields.next()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_chosen_by_name_or_group() {
        let lines =
            ["sort\tsorting\tSorts.", "top_k\tsorting\tSelects.", "gemm\tdots\tMultiplies."];
        let all: Vec<_> = lines.iter().map(|line| parse(line).unwrap()).collect();
        let names = |only: &[&str]| {
            let only: Vec<_> = only.iter().map(|name| (*name).to_owned()).collect();
            let chosen = choose(&all, &only)?;
            anyhow::Ok(chosen.into_iter().map(|program| program.name.as_str()).collect::<Vec<_>>())
        };
        assert_eq!(names(&[]).unwrap(), ["sort", "top_k", "gemm"]);
        assert_eq!(names(&["gemm", "sort"]).unwrap(), ["sort", "gemm"]);
        assert_eq!(names(&["sorting"]).unwrap(), ["sort", "top_k"]);
        assert!(names(&["fft"]).is_err());
    }

    #[test]
    fn inputs_are_numbered_without_gaps() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["in0.npy", "in1.npy", "in3.npy", "out0.npy"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        assert_eq!(inputs(folder.path()).len(), 2);
    }
}
