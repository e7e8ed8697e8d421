// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles a StableHLO program in a build script and links it into a Rust program.
//!
//! The program is compiled for the target that Cargo builds for. In `build.rs`:
//!
//! ```no_run
//! hloom_build::Model::new("classifier.mlir").build();
//! ```
//!
//! The crate includes the generated module, which does not use `std`:
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
//! The tool `hlo-compile` compiles the program. The environment variable HLO_COMPILE contains its
//! path. If the variable is not set, `hlo-compile` is searched for on the PATH.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, exit};

/// A StableHLO program to compile and link.
#[derive(Clone, Debug)]
pub struct Model {
    program: PathBuf,
    name: Option<String>,
    arguments: Vec<OsString>,
}

impl Model {
    /// Creates a model from a program file. A relative path is relative to the package's folder.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), name: None, arguments: Vec::new() }
    }

    /// Sets the name of the generated module's file and of the C function.
    ///
    /// The default is the name of the program's file without its extension.
    #[must_use]
    pub fn name(self, name: &str) -> Self {
        Self { name: Some(name.to_owned()), ..self }
    }

    /// Sets the CPU by its LLVM name. The default is the target's baseline CPU.
    #[must_use]
    pub fn cpu(self, cpu: &str) -> Self {
        self.argument("--cpu").argument(cpu)
    }

    /// Sets LLVM target features, for example `+v,-c`.
    #[must_use]
    pub fn features(self, features: &str) -> Self {
        self.argument(format!("--features={features}"))
    }

    /// Adds an argument to the command line of `hlo-compile`.
    #[must_use]
    pub fn argument(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Compiles and links the program. On failure, prints the error and exits with status 1.
    pub fn build(&self) {
        if let Err(reason) = self.try_build() {
            eprintln!("error: {reason}");
            exit(1);
        }
    }

    /// Compiles and links the program.
    ///
    /// # Errors
    /// Fails outside a build script, if `hlo-compile` cannot be run, or if it rejects the program.
    pub fn try_build(&self) -> Result<(), String> {
        let variable = |name: &str| {
            env::var(name)
                .map_err(|_| format!("{name} is not set; call this function from a build script"))
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
            format!("{tool}: {error}; install hloom's tools, or set HLO_COMPILE to the path of hlo-compile")
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

/// Converts a Rust target triple to an LLVM triple and a list of LLVM target features.
///
/// Rust encodes RISC-V extensions in the architecture, for example `riscv64gc`. LLVM represents
/// extensions as features. An exception is `a23`, the profile RVA23, which LLVM represents by the
/// feature `rva23u64`. Targets without extensions in their name, such as `riscv64-linux-android`,
/// have at least the extensions `gc`.
fn llvm_target(target: &str) -> (String, String) {
    let (architecture, rest) = target.split_once('-').unwrap_or((target, ""));
    for width in ["riscv32", "riscv64"] {
        let Some(extensions) = architecture.strip_prefix(width) else { continue };
        let extensions = match extensions {
            "a23" => return (format!("{width}-{rest}"), "+rva23u64".to_owned()),
            "" => "gc",
            extensions => extensions,
        };
        let extensions = extensions.replace('g', "imafd").replace('i', "");
        let features: Vec<_> = extensions.chars().map(|letter| format!("+{letter}")).collect();
        return (format!("{width}-{rest}"), features.join(","));
    }
    (target.to_owned(), String::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_of_riscv_is_a_feature() {
        let expected = ("riscv64-unknown-linux-gnu".to_owned(), "+rva23u64".to_owned());
        assert_eq!(llvm_target("riscv64a23-unknown-linux-gnu"), expected);
    }

    #[test]
    fn extensions_of_riscv_are_features() {
        let target = |target: &str| llvm_target(target);
        assert_eq!(
            target("riscv64gc-unknown-linux-gnu"),
            ("riscv64-unknown-linux-gnu".to_owned(), "+m,+a,+f,+d,+c".to_owned())
        );
        assert_eq!(target("riscv32imc-unknown-none-elf").1, "+m,+c");
        assert_eq!(target("riscv32e-unknown-none-elf").1, "+e");
        assert_eq!(target("riscv32emc-unknown-none-elf").1, "+e,+m,+c");
        assert_eq!(target("riscv64im-unknown-none-elf").1, "+m");
        assert_eq!(
            target("riscv64-linux-android"),
            ("riscv64-linux-android".to_owned(), "+m,+a,+f,+d,+c".to_owned())
        );
        assert_eq!(target("x86_64-unknown-linux-gnu").0, "x86_64-unknown-linux-gnu");
    }
}
