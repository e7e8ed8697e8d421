// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles C++ files into a static library whose object files are shared between builds.
//!
//! Cargo runs a build script again for every wrapper of rustc (`cargo clippy`) and for every
//! workspace that uses the crate (plugins). Parsing MLIR's headers takes seconds, so all files of a
//! unit are compiled together, and a unit with unchanged inputs keeps its object file.

use crate::llvm;
use crate::objects;
use std::collections::hash_map::DefaultHasher;
use std::error::Error;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Returns the text of LLVM's configuration header, which identifies the version of LLVM. Different
/// versions may be installed in the same folder over time.
///
/// # Errors
///
/// Returns an error if the header cannot be read.
fn version() -> Result<String, Box<dyn Error>> {
    let header = llvm().join("include/llvm/Config/llvm-config.h");
    println!("cargo:rerun-if-changed={}", header.display());
    Ok(fs::read_to_string(&header).map_err(|error| format!("{}: {error}", header.display()))?)
}

/// A translation unit: C++ files that are compiled together.
pub struct Unit {
    name: String,
    files: Vec<PathBuf>,
    inputs: Vec<PathBuf>,
}

impl Unit {
    /// Creates a unit of C++ files that include some of `headers`. After a change of a file or a
    /// header, [`compile`] compiles the unit again.
    pub fn new(name: &str, files: Vec<PathBuf>, headers: &[PathBuf]) -> Self {
        let inputs = files.iter().chain(headers).cloned().collect();
        Self { name: name.to_owned(), files, inputs }
    }

    /// Returns the text of a C++ file that includes all files of the unit.
    fn source(&self) -> String {
        self.files.iter().map(|file| format!("#include \"{}\"\n", file.display())).collect()
    }

    /// Returns a hash of the inputs of the object file: `flags`, and the paths and contents of the
    /// unit's files and headers. The paths do not include the output folder `out`.
    fn key(&self, flags: &str, out: &Path) -> Result<String, Box<dyn Error>> {
        let mut hasher = DefaultHasher::new();
        flags.hash(&mut hasher);
        for file in &self.inputs {
            file.strip_prefix(out).unwrap_or(file).hash(&mut hasher);
            fs::read(file)
                .map_err(|error| format!("{}: {error}", file.display()))?
                .hash(&mut hasher);
        }
        Ok(format!("{:016x}", hasher.finish()))
    }
}

/// Compiles units into a static library, which the crate of the build script links.
///
/// # Errors
///
/// Returns an error if a file cannot be read or written, or if the compiler fails.
pub fn compile(
    library: &str,
    mut compiler: cc::Build,
    units: &[Unit],
) -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    // Not `to_command`: it has the whole environment.
    let tool = compiler.get_compiler();
    let flags = format!("{:?} {:?}", tool.path(), tool.args());
    let flags = flags.replace(&out.display().to_string(), "");
    let flags = format!("{flags} {}", version()?);
    let folder = objects::folder(library)?;
    let mut archive = cc::Build::new();
    archive.cpp(true);
    let mut objects = Vec::new();
    let mut built = Vec::new();
    for unit in units {
        let object = folder.join(format!("{}-{}.o", unit.name, unit.key(&flags, &out)?));
        archive.object(&object);
        objects.push(object.clone());
        if !object.is_file() {
            let source = out.join(format!("{}.unit.cpp", unit.name));
            fs::write(&source, unit.source())?;
            compiler.file(source);
            built.push(object);
        }
    }
    if !built.is_empty() {
        for (made, object) in compiler.try_compile_intermediates()?.into_iter().zip(built) {
            fs::rename(made, object)?;
        }
    }
    archive.try_compile(library)?;
    Ok(objects::delete_others(&folder, &objects)?)
}
