// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Python with JAX: the peer, and where the goldens come from.

use crate::progress::Progress;
use crate::project::Project;
use crate::{process, setup};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The variable that names a Python to use instead, and by which tests find ours.
pub const VARIABLE: &str = "HLOOM_PYTHON";

/// The versions of JAX, and of what is used beside it.
pub const REQUIREMENTS: &str = "goldens/requirements.txt";

/// The options of `cargo ci goldens`.
#[derive(Debug, Args)]
pub struct GoldensOptions {
    /// Export only this one; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,

    /// Export the large ones, which are not in the repository, to this folder
    #[arg(long, value_name = "DIR")]
    large: Option<PathBuf>,
}

/// `cargo ci goldens`.
///
/// # Errors
/// If Python cannot be set up or the exporter fails.
pub fn goldens(project: &Project, options: &GoldensOptions) -> Result<()> {
    setup::run(project)?;
    export(project, &options.only, options.large.as_deref())
}

/// Exports the goldens of some names, or all; the large ones, to a folder, if one is given.
///
/// # Errors
/// If Python cannot be set up or the exporter fails.
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

/// A Python that has JAX: the one the environment names, or that of a virtual environment.
///
/// # Errors
/// If the environment cannot be made, or the Python named lacks JAX.
pub fn interpreter(project: &Project) -> Result<PathBuf> {
    if let Some(named) = env::var_os(VARIABLE).filter(|value| !value.is_empty()) {
        let python = PathBuf::from(named);
        let mut command = project.command(&python);
        command.args(["-c", "import importlib.util as u, sys; sys.exit(not u.find_spec('jax'))"]);
        process::run(&mut command).with_context(|| {
            format!("{VARIABLE} is {}, which has no JAX: see {REQUIREMENTS}", python.display())
        })?;
        return Ok(python);
    }
    environment(project, "target/venv", REQUIREMENTS)
}

/// The Python of a virtual environment in a folder of the checkout, which is made when it is
/// missing or its requirements have changed.
///
/// # Errors
/// If it cannot be made.
pub fn environment(project: &Project, folder: &str, requirements: &str) -> Result<PathBuf> {
    let folder = project.root.join(folder);
    let python = folder.join("bin/python");
    let requirements = project.root.join(requirements);
    if !is_current(&folder, &requirements)? {
        make(project, &folder, &requirements)
            .with_context(|| format!("cannot make {}", folder.display()))?;
    }
    Ok(python)
}

/// Whether the environment was made from these requirements.
fn is_current(folder: &Path, requirements: &Path) -> Result<bool> {
    let wanted = fs::read_to_string(requirements)
        .with_context(|| format!("cannot read {}", requirements.display()))?;
    let made = fs::read_to_string(record(folder)).is_ok_and(|text| text == wanted);
    Ok(made && folder.join("bin/python").exists())
}

fn make(project: &Project, folder: &Path, requirements: &Path) -> Result<()> {
    let log = project.scratch()?.join("python.log");
    let mut progress = Progress::new(format!("making {}", folder.display()));
    let report = |line: &str, progress: &mut Progress| progress.report(None, line.trim());
    let mut command = project.command(system_python()?);
    command.args(["-m", "venv", "--clear"]).arg(folder);
    process::run_with_progress(&command, &log, &mut progress, report)?;
    let mut progress = Progress::new("downloading Python packages");
    let mut command = project.command(folder.join("bin/python"));
    command.args(["-m", "pip", "install", "--no-input", "--disable-pip-version-check"]);
    command.args(["--progress-bar", "off", "--retries", "5", "--requirement"]).arg(requirements);
    process::run_with_progress(&command, &log, &mut progress, report)?;
    // Written last: what was interrupted is made again.
    fs::copy(requirements, record(folder))?;
    Ok(())
}

/// Debian's Python, which `python3-venv` belongs to, before any other.
fn system_python() -> Result<PathBuf> {
    let debian = PathBuf::from("/usr/bin/python3");
    if debian.exists() {
        return Ok(debian);
    }
    match crate::project::on_path("python3") {
        Some(python) => Ok(python),
        None => bail!("there is no python3"),
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
