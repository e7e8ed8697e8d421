// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Links the library of the wheel for old Linux systems.
//!
//! A library that is linked on Debian 12 needs its glibc, 2.36. So rustc calls `ci/wheel/link.py`, which
//! calls zig's linker for glibc [`MINOR`] (Debian 10, RHEL 8). `ci/wheel/glibc.c` has the functions that
//! LLVM takes from a newer glibc. auditwheel finds the version that a wheel needs.

use super::paths::Replacements;
use crate::project::Project;
use crate::{process, python};
use anyhow::{Context, Result, bail};
use std::env::consts::ARCH;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The minor version of the oldest supported glibc 2, as in `ci/wheel/link.py`.
pub const MINOR: u32 = 28;

/// The linker for old systems.
pub struct Linker {
    /// A Python interpreter with zig, auditwheel and libdeflate.
    python: PathBuf,
    /// The program that rustc calls.
    program: PathBuf,
    /// The compiled file `ci/wheel/glibc.c`.
    glibc: PathBuf,
}

/// Returns the tag of wheels for the supported systems (PEP 600).
pub fn tag() -> String {
    format!("manylinux_2_{MINOR}_{ARCH}")
}

impl Linker {
    /// Downloads zig, auditwheel and libdeflate from PyPI, and prepares them in `target/wheel`.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be downloaded, or if `ci/wheel/glibc.c` cannot be compiled.
    pub fn new(project: &Project) -> Result<Self> {
        let python = python::environment(project, "target/wheel/zig", "ci/wheel/requirements.txt")?;
        let folder = project.target().join("wheel");
        fs::create_dir_all(&folder)?;
        let (program, glibc) = (folder.join("zig-cc"), folder.join("glibc.o"));
        let script = project.root.join("ci/wheel/link.py");
        let text =
            format!("#!/bin/sh\nexec '{}' '{}' \"$@\"\n", python.display(), script.display());
        fs::write(&program, text).with_context(|| format!("{}", program.display()))?;
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755))?;
        let linker = Self { python, program, glibc };
        let mut compile = linker.compiler(project);
        compile.args(["-O2", "-fPIC", "-c", "ci/wheel/glibc.c", "-o"]).arg(&linker.glibc);
        process::run(&mut compile)?;
        Ok(linker)
    }

    /// Returns a compiler of C whose programs run with glibc [`MINOR`].
    pub fn compiler(&self, project: &Project) -> Command {
        let mut compiler = project.command(&self.python);
        compiler.args(["-m", "ziglang", "cc", "-target"]);
        compiler.arg(format!("{ARCH}-linux-gnu.2.{MINOR}"));
        compiler
    }

    /// Builds a program or a library in release mode, with LLVM and MLIR linked statically.
    /// `selection` are arguments of cargo. Returns the path of the built `file`.
    ///
    /// # Errors
    ///
    /// Fails if cargo fails, or if the file contains a path of this machine.
    pub fn build(&self, project: &Project, selection: &[&str], file: &str) -> Result<PathBuf> {
        let folder = project.target().join("wheel/build");
        let target = format!("{ARCH}-unknown-linux-gnu");
        let replacements = Replacements::find(project, &folder)?;
        let mut flags = vec![
            "-Clink-arg=-Wl,--as-needed,--gc-sections".to_owned(),
            "-Cstrip=symbols".to_owned(),
        ];
        flags.extend(replacements.for_rustc());
        let outputs = folder.join(&target).join("release");
        remove_builds(&outputs.join("deps"), file)?;
        let mut command = project.cargo(&["build", "--release", "--locked"]);
        // With a target, the flags do not apply to build scripts.
        command.args(selection).args(["--target", &target]);
        command.env("MLIR_SYS_LINK_SHARED", "0").env("CARGO_TARGET_DIR", &folder);
        // Unlike RUSTFLAGS, this variable can have paths with spaces.
        command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
        // Paths in rustc's options would change the names of symbols.
        let target = target.replace('-', "_");
        command.env(format!("CARGO_TARGET_{}_LINKER", target.to_uppercase()), &self.program);
        command.env("HLOOM_GLIBC", &self.glibc);
        command
            .env(format!("CXXFLAGS_{target}"), replacements.for_clang())
            .env("CC_SHELL_ESCAPED_FLAGS", "1");
        // `link.py` finds libraries by this program, and links the object file.
        command.env("HLOOM_CLANG", project.llvm_tool("clang++"));
        process::run(&mut command)?;
        let built = outputs.join(file);
        if let Some(path) = replacements.in_file(&fs::read(&built)?) {
            bail!(
                "{}: expected no path of this machine, found {}",
                built.display(),
                path.display()
            );
        }
        Ok(built)
    }

    /// Returns the folder of zig and its version.
    ///
    /// # Errors
    ///
    /// Fails if zig is not installed.
    pub fn zig(&self, project: &Project) -> Result<(PathBuf, String)> {
        let program = "import importlib.metadata, ziglang\n\
                       print(ziglang.__path__[0])\n\
                       print(importlib.metadata.version('ziglang'))";
        let printed = process::output(project.command(&self.python).args(["-c", program]))?;
        let (folder, version) = printed.trim_end().split_once('\n').context("zig is missing")?;
        Ok((PathBuf::from(folder), version.to_owned()))
    }

    /// Compresses a wheel more than pip does.
    ///
    /// # Errors
    ///
    /// Fails if the wheel cannot be read or written.
    pub fn compress(&self, project: &Project, wheel: &Path) -> Result<()> {
        let mut command = project.command(&self.python);
        process::run(command.arg("ci/wheel/compress.py").arg(wheel))
    }

    /// Checks that the library in a wheel needs no newer glibc and no libraries that a supported
    /// system may lack (PEP 600).
    ///
    /// # Errors
    ///
    /// Fails if auditwheel finds no tag for the wheel, or the tag of a newer system.
    pub fn check(&self, project: &Project, wheel: &Path) -> Result<()> {
        let mut command = project.command(&self.python);
        let report = process::output(command.args(["-m", "auditwheel", "show"]).arg(wheel))?;
        match minor_version(&report) {
            Some(minor) if minor <= MINOR => Ok(()),
            _ => bail!("{}: expected a wheel for {}, found\n{report}", wheel.display(), tag()),
        }
    }
}

/// Removes earlier builds of `file`, which cargo would keep if only the linker has changed.
fn remove_builds(folder: &Path, file: &str) -> Result<()> {
    let (stem, _) = file.split_once('.').unwrap_or((file, ""));
    let is_build = |name: &str| {
        name.strip_prefix(stem).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.']))
    };
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let entry = entry?;
        if is_build(&entry.file_name().to_string_lossy()) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Returns the minor version of the oldest glibc 2 with which a wheel runs, according to a report of
/// auditwheel.
fn minor_version(report: &str) -> Option<u32> {
    // The name of the wheel, which has no quotation marks, contains a tag, too.
    let tag = report.split_once("\"manylinux_2_")?.1;
    tag.split('_').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_of_auditwheel() {
        let report = "x-manylinux_2_28_x86_64.whl is consistent with\n\
                      the following platform tag: \"manylinux_2_27_x86_64\".";
        assert_eq!(minor_version(report), Some(27));
        assert_eq!(minor_version("platform tag: \"linux_x86_64\"."), None);
    }

    #[test]
    fn the_linker_expands_response_files() {
        let folder = tempfile::tempdir().unwrap();
        let [outer, inner] = ["outer", "inner"].map(|name| folder.path().join(name));
        fs::write(&outer, format!("a\\ b\n@{}\n-lc\n", inner.display())).unwrap();
        fs::write(&inner, "c\\\\d\\\\\n").unwrap();
        let program = "import sys; sys.path.insert(0, 'ci/wheel'); import link\n\
                       print(*map(link.quote, link.expand(sys.argv[1:])))";
        let project = Project::find().unwrap();
        let mut python = project.command("python3");
        python.args(["-B", "-c", program, "first"]).arg(format!("@{}", outer.display()));
        let printed = process::output(&mut python).unwrap();
        assert_eq!(printed.trim_end(), r#""first" "a b" "c\d\\" "-lc""#);
    }

    #[test]
    fn the_linker_links_for_the_same_glibc() {
        let script = include_str!("../../wheel/link.py");
        assert!(script.contains(&format!("GLIBC = \"2.{MINOR}\"")));
    }
}
