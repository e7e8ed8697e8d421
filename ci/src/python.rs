// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Sets up Python with JAX, and runs `cargo ci goldens`.
//!
//! Benchmarks and tests compare hloom with JAX, which also exports the golden programs.

use crate::progress::Progress;
use crate::project::Project;
use crate::{process, setup};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The environment variable that names a Python interpreter with JAX. Users set it to use their own
/// interpreter; tests read it to find the interpreter that `cargo ci` uses.
pub const VARIABLE: &str = "HLOOM_PYTHON";

/// The file with the required versions of JAX and of the other Python packages.
pub const REQUIREMENTS: &str = "goldens/requirements.txt";

/// The options of `cargo ci goldens`.
#[derive(Debug, Args)]
pub struct GoldensOptions {
    /// Export only the golden with this name; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,

    /// Export the large goldens, which are not part of the repository, to this folder
    #[arg(long, value_name = "DIR")]
    large: Option<PathBuf>,
}

/// Runs `cargo ci goldens`.
///
/// # Errors
///
/// Fails if the setup or the exporter fails.
pub fn goldens(project: &Project, options: &GoldensOptions) -> Result<()> {
    setup::run(project)?;
    export(project, &options.only, options.large.as_deref())
}

/// Exports the goldens in `only`, or all goldens if `only` is empty. If `large` is a folder,
/// exports the large goldens to it instead.
///
/// # Errors
///
/// Fails if Python cannot be set up, or if the exporter fails.
pub fn export(project: &Project, only: &[String], large: Option<&Path>) -> Result<()> {
    let mut command = project.command(interpreter(project)?);
    command.arg("goldens/export.py");
    for name in only {
        command.args(["--only", name]);
    }
    if let Some(folder) = large {
        command.arg("--large").arg(std::path::absolute(folder)?);
    }
    process::run(&mut command)
}

/// Returns a Python interpreter with JAX: the interpreter that [`VARIABLE`] names or, if the
/// variable is not set, the interpreter of the virtual environment `target/venv`.
///
/// # Errors
///
/// Fails if the named interpreter has no JAX, or if the virtual environment cannot be created.
pub fn interpreter(project: &Project) -> Result<PathBuf> {
    if let Some(named) = env::var_os(VARIABLE).filter(|value| !value.is_empty()) {
        let python = PathBuf::from(named);
        let mut command = project.command(&python);
        command.args(["-c", "import importlib.util as u, sys; sys.exit(not u.find_spec('jax'))"]);
        process::run(&mut command).with_context(|| {
            format!("{VARIABLE}: {} has no JAX; install {REQUIREMENTS}", python.display())
        })?;
        return Ok(python);
    }
    environment(project, "target/venv", REQUIREMENTS)
}

/// Returns the Python interpreter of the virtual environment in `folder`. The environment is
/// created if it is missing or its requirements have changed. Paths are relative to the checkout.
///
/// # Errors
///
/// Fails if the environment cannot be created, or if the requirements cannot be read.
pub fn environment(project: &Project, folder: &str, requirements: &str) -> Result<PathBuf> {
    environment_of(project, None, folder, requirements)
}

/// Returns the interpreter of an [`environment`] that is created with the interpreter `base`, or
/// with the system's Python if `base` is `None`.
///
/// # Errors
///
/// Fails under the same conditions as [`environment`].
pub fn environment_of(
    project: &Project,
    base: Option<PathBuf>,
    folder: &str,
    requirements: &str,
) -> Result<PathBuf> {
    let folder = project.root.join(folder);
    let python = folder.join("bin/python");
    let requirements = project.root.join(requirements);
    if !is_current(&folder, &requirements)? {
        make(project, base, &folder, &requirements)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    Ok(python)
}

/// Returns true if the virtual environment in a folder was created from these requirements.
fn is_current(folder: &Path, requirements: &Path) -> Result<bool> {
    let wanted = fs::read_to_string(requirements)
        .with_context(|| format!("cannot read {}", requirements.display()))?;
    let made = fs::read_to_string(record(folder)).is_ok_and(|text| text == wanted);
    Ok(made && folder.join("bin/python").exists())
}

fn make(
    project: &Project,
    base: Option<PathBuf>,
    folder: &Path,
    requirements: &Path,
) -> Result<()> {
    let log = project.scratch()?.join("python.log");
    let mut progress = Progress::new(format!("creating {}", folder.display()));
    let report = |line: &str, progress: &mut Progress| progress.report(None, line.trim());
    let mut command = project.command(base.map_or_else(system_python, Ok)?);
    command.args(["-m", "venv", "--clear"]).arg(folder);
    process::run_with_progress(&command, &log, &mut progress, report)?;
    let mut progress = Progress::new("downloading Python packages");
    let mut command = project.command(folder.join("bin/python"));
    command.args(["-m", "pip", "install", "--no-input", "--disable-pip-version-check"]);
    command.args(["--progress-bar", "off", "--retries", "5", "--requirement"]).arg(requirements);
    process::run_with_progress(&command, &log, &mut progress, report)?;
    // Write the record last, so that an interrupted environment is created again.
    fs::copy(requirements, record(folder))?;
    Ok(())
}

/// Returns Debian's Python, to which the package `python3-venv` belongs, or otherwise the Python on
/// the PATH.
fn system_python() -> Result<PathBuf> {
    let debian = PathBuf::from("/usr/bin/python3");
    if debian.exists() {
        return Ok(debian);
    }
    match crate::project::on_path("python3") {
        Some(python) => Ok(python),
        None => bail!("`python3` is not on the PATH; install Python 3"),
    }
}

fn record(folder: &Path) -> PathBuf {
    folder.join("made-from.txt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_requirements_make_it_anew() {
        let folder = tempfile::tempdir().unwrap();
        let requirements = folder.path().join("requirements.txt");
        fs::write(&requirements, "jax==1\n").unwrap();
        let environment = folder.path().join("venv");
        assert!(!is_current(&environment, &requirements).unwrap());
        fs::create_dir_all(environment.join("bin")).unwrap();
        fs::write(environment.join("bin/python"), "").unwrap();
        fs::copy(&requirements, record(&environment)).unwrap();
        assert!(is_current(&environment, &requirements).unwrap());
        fs::write(&requirements, "jax==2\n").unwrap();
        assert!(!is_current(&environment, &requirements).unwrap());
    }
}
