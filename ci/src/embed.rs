// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builds and runs `examples/embed`, a project outside of the workspace that uses the compiler as a
//! library, without the settings of the workspace.

use crate::process;
use crate::project::Project;
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;
use std::{env, fs, iter};

/// The variable that makes mlir-sys link MLIR as a shared library.
const SHARED: &str = "MLIR_SYS_LINK_SHARED";

/// Builds and runs the project with a static and with a shared MLIR. Only the `PATH` names LLVM.
///
/// # Errors
///
/// Fails if the project cannot be built, or prints a wrong result.
pub fn check(project: &Project) -> Result<()> {
    // Outside of the checkout, so that Cargo finds no configuration.
    let folder = tempfile::tempdir()?;
    copy(project, folder.path())?;
    let settings = settings(&project.root)?;
    // mlir-sys keeps its choice when the variable changes, so that each build has a folder.
    for (target, shared) in [("embed-static", None), ("embed-shared", Some("1"))] {
        let mut command = project.cargo(&["run", "--quiet", "--offline"]);
        command.current_dir(folder.path()).env("CARGO_TARGET_DIR", project.target().join(target));
        without(&mut command, &settings);
        let path = env::var_os("PATH").unwrap_or_default();
        let path = iter::once(project.llvm.join("bin")).chain(env::split_paths(&path));
        command.env("PATH", env::join_paths(path)?);
        if let Some(value) = shared {
            command.env(SHARED, value);
        }
        let printed = process::output(&mut command)?;
        if !printed.contains("[0.0 2.0 0.0 4.0]") {
            bail!("{target}: expected the program to print 0.0 2.0 0.0 4.0, found {printed}");
        }
    }
    Ok(())
}

/// Copies the project to a folder, with the versions of the workspace's lock file, which are
/// downloaded already.
fn copy(project: &Project, folder: &Path) -> Result<()> {
    let example = project.root.join("examples/embed");
    fs::create_dir(folder.join("src"))?;
    for file in ["build.rs", "src/main.rs"] {
        fs::copy(example.join(file), folder.join(file)).with_context(|| file.to_owned())?;
    }
    let manifest = fs::read_to_string(example.join("Cargo.toml"))?;
    let manifest = manifest.replace("../..", &project.root.to_string_lossy());
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::copy(project.root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    Ok(())
}

/// Returns the names of the variables in `.cargo/config.toml`, which `cargo ci` inherits.
fn settings(root: &Path) -> Result<Vec<String>> {
    let file = root.join(".cargo/config.toml");
    let config = fs::read_to_string(&file)?.parse::<toml::Table>();
    let config = config.with_context(|| format!("{}", file.display()))?;
    let variables = config.get("env").and_then(toml::Value::as_table);
    let variables = variables.with_context(|| format!("{}: no table env", file.display()))?;
    Ok(variables.keys().cloned().collect())
}

/// Removes variables from the environment of a command.
fn without(command: &mut Command, variables: &[String]) {
    for name in variables {
        command.env_remove(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_project_is_copied_without_settings() {
        let project = Project::find().unwrap();
        let folder = tempfile::tempdir().unwrap();
        copy(&project, folder.path()).unwrap();
        let manifest = fs::read_to_string(folder.path().join("Cargo.toml")).unwrap();
        assert!(!manifest.contains("../.."), "{manifest}");
        assert!(manifest.contains(&*project.root.to_string_lossy()), "{manifest}");
        let settings = settings(&project.root).unwrap();
        for name in ["MLIR_SYS_220_PREFIX", "LIBCLANG_PATH", SHARED] {
            assert!(settings.iter().any(|known| known == name), "{name}");
        }
        let mut command = Command::new("true");
        without(&mut command, &settings);
        assert!(command.get_envs().any(|(name, value)| name == SHARED && value.is_none()));
    }
}
