// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci wheel`: builds the Python wheels `hloom` and `jax-hloom`, installs them, and tries them.
//!
//! The wheel `hloom` contains the Python package and one shared library, which links LLVM, MLIR and
//! C++'s library statically, so users need not install LLVM. The library is a Python module and the
//! PJRT plugin. It runs on systems with glibc 2.28 and later ([`old_glibc`]).
//! The wheel `jax-hloom` contains only Python code, and finds the library in `hloom`. Programs without
//! Python can also load the library, as a PJRT plugin ([`weaken`]).

mod old_glibc;
mod paths;
mod weaken;

pub use old_glibc::{Linker, MINOR, tag};

use crate::dist::{Documents, licenses};
use crate::project::Project;
use crate::{process, python, setup};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};

/// The options of `cargo ci wheel`.
#[derive(Debug, Args)]
pub struct Options {
    /// Python for which the wheels are installed [default: a new environment in target/wheel/venv]
    #[arg(long, value_name = "PYTHON")]
    install: Option<PathBuf>,
}

/// The maximum size of a wheel in bytes. PyPI accepts 100 MB, and jaxlib has 85 MB.
pub const MOST_BYTES: u64 = 64_000_000;

/// A C program that fails unless it can load a library for PJRT's C interface, without Python.
const HOST: &str = r#"
#include <dlfcn.h>
#include <stdio.h>

int main(int count, char **arguments) {
  int modes[] = {RTLD_LAZY, RTLD_NOW};
  for (int i = 0; i < 2; ++i) {
    void *library = dlopen(arguments[1], modes[i] | RTLD_LOCAL);
    void *(*api)(void) = library ? (void *(*)(void))dlsym(library, "GetPjrtApi") : NULL;
    if (!api || !api()) {
      fprintf(stderr, "%s\n", dlerror());
      return 1;
    }
    dlclose(library);
  }
}
"#;

/// A Python program that fails unless JAX and hloom find the library and compute correct results.
const TRIAL: &str = "
import hloom, jax, jax.numpy as jnp, numpy as np
x = jnp.arange(6.0).reshape(2, 3)
assert jax.devices()[0].platform == 'hloom', jax.devices()
assert (jax.jit(jnp.matmul)(x, x.T) == jnp.array([[5.0, 14.0], [14.0, 50.0]])).all()
q, r = jnp.linalg.qr(x @ x.T)
assert jnp.allclose(q @ r, x @ x.T)
product = hloom.compile(jax.jit(jnp.matmul).lower(x, x.T))
assert np.array_equal(product(np.asarray(x), np.asarray(x).T), [[5, 14], [14, 50]])
libraries = {line.split()[-1] for line in open('/proc/self/maps') if 'hloom' in line}
assert libraries == {str(hloom.library_path())}, libraries
print(f'JAX {jax.__version__} runs on {jax.devices()}')
";

/// Runs `cargo ci wheel`.
///
/// # Errors
///
/// Fails if a wheel cannot be built or installed or is larger than [`MOST_BYTES`], if the library
/// needs other libraries than [`Linker::check`] allows, or if the trial or a test of the package
/// fails.
pub fn task(project: &Project, options: &Options) -> Result<()> {
    setup::run(project)?;
    let linker = Linker::new(project)?;
    let library = library(project, &linker)?;
    let documents = Documents::write(project, &linker)?;
    let wheels = wheels(project, &linker, &library, &documents)?;
    let folder = project.target().join("wheel");
    let python = match &options.install {
        // The commands below run in another folder.
        Some(python) if python.components().count() > 1 => std::path::absolute(python)?,
        Some(python) => python.clone(),
        None => python::environment(project, "target/wheel/venv", python::REQUIREMENTS)?,
    };
    let mut command = project.command(&python);
    command.args(["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps"]);
    process::run(command.args(&wheels))?;
    // Run in another folder, so that Python does not find packages in the checkout.
    let in_folder = |arguments: &[&str]| {
        let mut command = project.command(&python);
        command.args(arguments).current_dir(&folder).env("JAX_PLATFORMS", "hloom");
        for name in ["PYTHONPATH", "HLOOM_LIBRARY", "HLOOM_PJRT_LIBRARY"] {
            command.env_remove(name);
        }
        command
    };
    process::run(&mut in_folder(&["-c", TRIAL]))?;
    for script in scripts(project)? {
        let name = script.file_name().unwrap_or_default().to_string_lossy();
        println!("running {name}");
        let mut command = in_folder(&[&script.to_string_lossy()]);
        if name != JAX_BACKEND {
            command.env_remove("JAX_PLATFORMS");
        }
        process::run(&mut command)?;
    }
    for wheel in &wheels {
        println!("{} ({:.1} MB)", wheel.display(), fs::metadata(wheel)?.len() as f64 / 1e6);
    }
    Ok(())
}

/// Builds the library with LLVM and MLIR linked statically, and checks that a C program can load it.
///
/// # Errors
///
/// Fails if the library cannot be built or loaded.
pub fn library(project: &Project, linker: &Linker) -> Result<PathBuf> {
    println!("building the library with LLVM and MLIR (several minutes the first time)");
    let built = linker
        .build(project, &["--package", "hloom-python", "--lib"], "libhloom_python.so")
        .context("cannot build the library of the wheel")?;
    // A copy, so that cargo does not take the change for one of its own output.
    let library = project.target().join("wheel/libhloom.so");
    fs::copy(built, &library)?;
    weaken::python_symbols(&library)?;
    check_host(project, &library)?;
    Ok(library)
}

/// Builds the wheels `hloom` and `jax-hloom`, and returns their paths.
///
/// # Errors
///
/// Fails if a wheel cannot be built or is larger than [`MOST_BYTES`], or if the library needs a newer
/// system than the wheel's tag says.
pub fn wheels(
    project: &Project,
    linker: &Linker,
    library: &Path,
    documents: &Documents,
) -> Result<[PathBuf; 2]> {
    let wheels = [
        pack(project, "bindings/python", "hloom", Some(library), documents)?,
        pack(project, "bindings/jax", "jax-hloom", None, documents)?,
    ];
    linker.compress(project, &wheels[0])?;
    linker.check(project, &wheels[0])?;
    for wheel in &wheels {
        let bytes = fs::metadata(wheel)?.len();
        if bytes > MOST_BYTES {
            let found = bytes as f64 / 1e6;
            let most = MOST_BYTES as f64 / 1e6;
            bail!("{}: expected at most {most} MB, found {found:.1} MB", wheel.display());
        }
    }
    Ok(wheels)
}

/// Checks that a C program can load the library.
fn check_host(project: &Project, library: &Path) -> Result<()> {
    let folder = project.scratch()?;
    let (source, program) = (folder.join("host.c"), folder.join("host"));
    fs::write(&source, HOST)?;
    let mut compiler = project.command(project.llvm_tool("clang"));
    process::run(compiler.arg(&source).arg("-ldl").arg("-o").arg(&program))?;
    process::run(project.command(&program).arg(library))
        .context("a C program cannot load the library of the wheel")
}

/// The script of the tests that runs JAX on hloom.
const JAX_BACKEND: &str = "jax_backend.py";

/// Returns the paths of the tests of the package `hloom`, which are scripts.
fn scripts(project: &Project) -> Result<Vec<PathBuf>> {
    let folder = project.root.join("bindings/python/tests");
    let files = fs::read_dir(&folder).with_context(|| format!("{}", folder.display()))?;
    let paths = files.map(|file| Ok(file?.path()));
    let mut scripts: Vec<PathBuf> = paths.collect::<Result<_>>()?;
    // `checks.py` has the functions that the tests share.
    let is_test = |path: &PathBuf| {
        path.extension().is_some_and(|it| it == "py") && !path.ends_with("checks.py")
    };
    scripts.retain(is_test);
    scripts.sort();
    Ok(scripts)
}

/// Builds a wheel, and returns its path. `package` is the folder of the Python package, and `name`
/// that of its wheel. Only a wheel with the library has components of other projects.
fn pack(
    project: &Project,
    package: &str,
    name: &str,
    library: Option<&Path>,
    documents: &Documents,
) -> Result<PathBuf> {
    // A copy, because build backends take licenses only from the folder of the package.
    let copy = project.target().join("wheel/packages").join(name);
    let folder = project.target().join("wheel/dist").join(name);
    for folder in [&copy, &folder] {
        if folder.exists() {
            fs::remove_dir_all(folder)
                .with_context(|| format!("cannot empty {}", folder.display()))?;
        }
    }
    copy_folder(&project.root.join(package), &copy)?;
    let files = if library.is_some() { &licenses::FILES[..] } else { &licenses::FILES[..1] };
    for file in files {
        fs::copy(documents.license(file), copy.join(file))?;
    }
    let bill = format!("{name}.cdx.json");
    fs::copy(documents.bill(name), copy.join(&bill))?;
    add_bill(&copy.join("pyproject.toml"), &bill)?;
    let mut command = project.command(python::interpreter(project)?);
    command.args(["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"]).arg(&folder);
    command.arg(&copy).env("HLOOM_WHEEL_PLATFORM", tag());
    command.env("SOURCE_DATE_EPOCH", documents.epoch.to_string());
    if let Some(library) = library {
        command.env("HLOOM_LIBRARY", library);
    }
    process::run(&mut command)?;
    let mut files = fs::read_dir(&folder)?.map(|file| Ok(file?.path()));
    files.next().unwrap_or_else(|| bail!("`pip wheel` wrote no wheel to {}", folder.display()))
}

/// Adds a bill of materials to the metadata of a wheel (PEP 770). The checkout of the package, which
/// can be installed directly, has none.
fn add_bill(manifest: &Path, bill: &str) -> Result<()> {
    let text = fs::read_to_string(manifest).with_context(|| format!("{}", manifest.display()))?;
    const TABLE: &str = "[tool.hatch.build.targets.wheel]\n";
    let Some((before, after)) = text.split_once(TABLE) else {
        bail!("{}: expected the table {TABLE}", manifest.display());
    };
    fs::write(manifest, format!("{before}{TABLE}sbom-files = [\"{bill}\"]\n{after}"))
        .with_context(|| format!("cannot write {}", manifest.display()))
}

/// Copies a folder, except what Python caches.
fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot list {}", from.display()))? {
        let entry = entry?;
        let (path, copy) = (entry.path(), to.join(entry.file_name()));
        if !entry.file_type()?.is_dir() {
            fs::copy(&path, copy).with_context(|| format!("cannot copy {}", path.display()))?;
        } else if entry.file_name() != "__pycache__" {
            copy_folder(&path, &copy)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_name_the_bill_of_materials() {
        let root = Project::find().unwrap().root;
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("pyproject.toml");
        for package in ["python", "jax"] {
            fs::copy(root.join("bindings").join(package).join("pyproject.toml"), &copy).unwrap();
            add_bill(&copy, "a.json").unwrap();
            let manifest: toml::Table =
                fs::read_to_string(&copy).unwrap().parse().expect("a manifest");
            let wheel = &manifest["tool"]["hatch"]["build"]["targets"]["wheel"];
            assert_eq!(wheel["sbom-files"][0].as_str(), Some("a.json"));
        }
        fs::write(&copy, "").unwrap();
        assert!(add_bill(&copy, "a.json").is_err());
    }

    #[test]
    fn folders_are_copied_without_caches() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        for name in ["a.py", "b/c.py", "b/__pycache__/c.pyc"] {
            fs::create_dir_all(from.join(name).parent().unwrap()).unwrap();
            fs::write(from.join(name), name).unwrap();
        }
        copy_folder(&from, &to).unwrap();
        assert_eq!(fs::read_to_string(to.join("b/c.py")).unwrap(), "b/c.py");
        assert!(to.join("a.py").exists() && !to.join("b/__pycache__").exists());
    }
}
