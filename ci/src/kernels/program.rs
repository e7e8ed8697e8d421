// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The programs whose kernels are assembled.

use crate::goldens;
use crate::pack::benchmarks;
use crate::project::Project;
use crate::python;
use anyhow::{Result, bail};
use std::path::PathBuf;

/// The name and the file of a program.
#[derive(Clone, Debug)]
pub struct Program {
    pub name: String,
    pub file: PathBuf,
}

/// Returns the goldens and the benchmark programs that `names` selects, or all programs if `names`
/// is empty. If a benchmark program is selected, JAX exports the benchmark programs.
///
/// # Errors
///
/// Fails if there is no program with a given name, if the goldens cannot be listed, or if the
/// benchmark programs cannot be exported.
pub fn find(project: &Project, names: &[String]) -> Result<Vec<Program>> {
    let goldens = goldens::find(project)?.into_iter();
    let mut programs: Vec<_> =
        goldens.map(|it| Program { file: it.program(), name: it.name }).collect();
    let is_golden = |name: &String| programs.iter().any(|it| it.name == *name);
    if names.is_empty() || !names.iter().all(is_golden) {
        let folder = project.scratch()?.join("kernels");
        let exported = benchmarks::export(project, &python::interpreter(project)?, &folder)?;
        programs.extend(
            exported.into_iter().map(|it| Program {
                file: folder.join(format!("{}.mlir", it.name)),
                name: it.name,
            }),
        );
    }
    if let Some(name) = names.iter().find(|name| programs.iter().all(|it| it.name != **name)) {
        bail!(
            "--only {name}: expected the name of a golden or of a program in ci/pack/programs.py"
        );
    }
    programs.retain(|program| names.is_empty() || names.contains(&program.name));
    Ok(programs)
}
