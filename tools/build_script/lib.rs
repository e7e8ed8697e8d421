// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Links a StableHLO program to a program in Rust, for whatever target that is built for.
//!
//! In `build.rs`:
//!
//! ```no_run
//! hloom_build::Model::new("classifier.mlir").build();
//! ```
//!
//! and where it is used, without `std` if need be:
//!
//! ```ignore
//! mod classifier {
//!     include!(concat!(env!("OUT_DIR"), "/classifier.rs"));
//! }
//!
//! static mut ARENA: classifier::Arena = classifier::Arena::new();
//! classifier::run(&images, &mut logits, arena);
//! ```
//!
//! The tool `hlo-compile` does the work. It is the one that the variable HLO_COMPILE names,
//! else the one on the PATH.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, exit};

/// A program to link.
#[derive(Clone, Debug)]
pub struct Model {
    program: PathBuf,
    name: Option<String>,
    arguments: Vec<OsString>,
}

impl Model {
    /// The program in a file; relative to the package's folder.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), name: None, arguments: Vec::new() }
    }

    /// The name of the module's file and of the function, instead of that of the file.
    #[must_use]
    pub fn name(self, name: &str) -> Self {
        Self { name: Some(name.to_owned()), ..self }
    }

    /// LLVM's name of the CPU, instead of the least that the target has.
    #[must_use]
    pub fn cpu(self, cpu: &str) -> Self {
        self.argument("--cpu").argument(cpu)
    }

    /// LLVM's target features, `+v,-c`.
    #[must_use]
    pub fn features(self, features: &str) -> Self {
        self.argument(format!("--features={features}"))
    }

    /// Any other argument for `hlo-compile`.
    #[must_use]
    pub fn argument(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Compiles and links the program; ends the build if it cannot.
    pub fn build(&self) {
        if let Err(reason) = self.try_build() {
            eprintln!("error: {reason}");
            exit(1);
        }
    }

    /// Compiles and links the program.
    ///
    /// # Errors
    /// If this is no build script, if there is no `hlo-compile`, and what it says.
    pub fn try_build(&self) -> Result<(), String> {
        let variable = |name: &str| {
            env::var(name).map_err(|_| format!("{name} is not set: this is for build scripts"))
        };
        let out = PathBuf::from(variable("OUT_DIR")?);
        let (target, features) = llvm_target(&variable("TARGET")?);
        let stem = self.program.file_stem().unwrap_or_default().to_string_lossy();
        let name = self.name.clone().unwrap_or_else(|| stem.into_owned());
        let tool = env::var_os("HLO_COMPILE").unwrap_or_else(|| "hlo-compile".into());
        let mut command = Command::new(&tool);
        command.arg(&self.program).args(["--target", &target, "--emit", "static-lib"]);
        command.args(["--name", &name]).arg("-o").arg(out.join(format!("lib{name}.a")));
        command.arg("--rust").arg(out.join(format!("{name}.rs")));
        if !features.is_empty() && !self.arguments.iter().any(is_features) {
            command.arg(format!("--features={features}"));
        }
        let output = command.args(&self.arguments).output().map_err(|error| {
            let tool = tool.to_string_lossy();
            format!("{tool}: {error}; install hloom's tools, or set HLO_COMPILE to the path of it")
        })?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(said.trim_end().trim_start_matches("error: ").to_owned());
        }
        println!("cargo:rerun-if-changed={}", self.program.display());
        println!("cargo:rerun-if-env-changed=HLO_COMPILE");
        println!("cargo:rustc-link-search=native={}", out.display());
        println!("cargo:rustc-link-lib=static={name}");
        Ok(())
    }
}

fn is_features(argument: &OsString) -> bool {
    argument.to_string_lossy().starts_with("--features")
}

/// LLVM's triple and features for a target of Rust, which has the extensions of RISC-V in the
/// triple.
fn llvm_target(target: &str) -> (String, String) {
    let (architecture, rest) = target.split_once('-').unwrap_or((target, ""));
    for width in ["riscv32", "riscv64"] {
        let Some(extensions) = architecture.strip_prefix(width) else { continue };
        let extensions = extensions.replace('g', "imafd").replace(['e', 'i'], "");
        let features: Vec<_> = extensions.chars().map(|letter| format!("+{letter}")).collect();
        return (format!("{width}-{rest}"), features.join(","));
    }
    (target.to_owned(), String::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_of_riscv_are_features() {
        let target = |target: &str| llvm_target(target);
        assert_eq!(
            target("riscv64gc-unknown-linux-gnu"),
            ("riscv64-unknown-linux-gnu".to_owned(), "+m,+a,+f,+d,+c".to_owned())
        );
        assert_eq!(target("riscv32imc-unknown-none-elf").1, "+m,+c");
        assert_eq!(target("x86_64-unknown-linux-gnu").0, "x86_64-unknown-linux-gnu");
    }
}
