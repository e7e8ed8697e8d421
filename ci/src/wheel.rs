// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The wheel `jax-hloom`: the PJRT plugin in one library that needs no LLVM, and its package.

use crate::project::Project;
use crate::{process, python, setup};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};

/// The options of `cargo ci wheel`.
#[derive(Debug, Args)]
pub struct Options {
    /// Install it for this Python [default: an environment of its own in target/wheel]
    #[arg(long, value_name = "PYTHON")]
    install: Option<PathBuf>,
}

/// The libraries of the system that the plugin may need: every Linux that JAX is for has them.
const SYSTEM: [&str; 8] = [
    "ld-linux-x86-64.so.2",
    "ld-linux-aarch64.so.1",
    "libc.so.6",
    "libgcc_s.so.1",
    "libm.so.6",
    "libstdc++.so.6",
    "libz.so.1",
    "libzstd.so.1",
];

/// What shows that JAX finds the wheel, and runs on it.
const TRIAL: &str = "
import jax, jax.numpy as jnp
x = jnp.arange(6.0).reshape(2, 3)
assert jax.devices()[0].platform == 'hloom', jax.devices()
assert (jax.jit(jnp.matmul)(x, x.T) == jnp.array([[5.0, 14.0], [14.0, 50.0]])).all()
q, r = jnp.linalg.qr(x @ x.T)
assert jnp.allclose(q @ r, x @ x.T)
print(f'JAX {jax.__version__} runs on {jax.devices()}')
";

/// `cargo ci wheel`.
///
/// # Errors
/// If it cannot be built, needs more of the system than it may, or does not run.
pub fn task(project: &Project, options: &Options) -> Result<()> {
    setup::run(project)?;
    let library = library(project)?;
    check_needs(project, &library)?;
    let folder = project.target().join("wheel");
    let wheel = pack(project, &library, &folder.join("dist"))?;
    let python = match &options.install {
        Some(python) => python.clone(),
        None => python::environment(project, "target/wheel/venv", python::REQUIREMENTS)?,
    };
    let mut command = project.command(&python);
    command.args(["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps"]);
    process::run(command.arg(&wheel))?;
    // From elsewhere, so that nothing of the checkout is found.
    let mut command = project.command(&python);
    command.args(["-c", TRIAL]).current_dir(&folder).env("JAX_PLATFORMS", "hloom");
    process::run(command.env_remove("PYTHONPATH").env_remove("HLOOM_PJRT_LIBRARY"))?;
    println!("{}", wheel.display());
    Ok(())
}

/// Builds the library with LLVM and MLIR in it.
fn library(project: &Project) -> Result<PathBuf> {
    println!("building the plugin with LLVM and MLIR in it (some minutes the first time)");
    let folder = project.target().join("wheel/build");
    let lld = project.llvm.join("bin");
    let flags = [
        format!("-Clink-arg=-B{}", lld.display()),
        "-Clink-arg=-fuse-ld=lld".to_owned(),
        "-Clink-arg=-Wl,--as-needed,--gc-sections".to_owned(),
        "-Cstrip=symbols".to_owned(),
    ];
    let mut command = project.cargo(&["build", "--release", "--locked", "--lib"]);
    command.args(["--package", "hloom-pjrt"]);
    command.env("MLIR_SYS_LINK_SHARED", "0").env("CARGO_TARGET_DIR", &folder);
    command.env("RUSTFLAGS", flags.join(" "));
    process::run(&mut command).context("the plugin cannot be built")?;
    Ok(folder.join("release/libhloom_pjrt.so"))
}

/// Refuses a library that needs others than the system's.
fn check_needs(project: &Project, library: &Path) -> Result<()> {
    let mut command = project.command(project.llvm_tool("llvm-readelf"));
    let dynamic = process::output(command.arg("--needed-libs").arg(library))?;
    let needed = dynamic.lines().map(str::trim).filter(|line| line.contains(".so"));
    let foreign: Vec<_> = needed.filter(|name| !SYSTEM.contains(name)).collect();
    if foreign.is_empty() {
        return Ok(());
    }
    bail!("{} needs {}, which systems may lack", library.display(), foreign.join(", "));
}

/// Makes the wheel.
fn pack(project: &Project, library: &Path, folder: &Path) -> Result<PathBuf> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    let mut command = project.command(python::interpreter(project)?);
    command.args(["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"]).arg(folder);
    command.arg(project.root.join("compiler/python")).env("HLOOM_PJRT_LIBRARY", library);
    process::run(&mut command)?;
    let mut files = fs::read_dir(folder)?.map(|file| Ok(file?.path()));
    files.next().unwrap_or_else(|| bail!("pip has made no wheel"))
}
