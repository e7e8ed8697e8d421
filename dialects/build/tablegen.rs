// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs `mlir-tblgen`, which generates the C++ classes of the dialects from their ODS.

use crate::records::Dialect;
use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The `mlir-tblgen` executable, its include folders and its output folder.
pub struct Tablegen<'a> {
    tool: PathBuf,
    root: &'a Path,
    include: &'a Path,
    out: &'a Path,
}

impl<'a> Tablegen<'a> {
    /// Finds `mlir-tblgen` in the `bin` folder next to the MLIR headers. Otherwise, uses
    /// `mlir-tblgen-22` on the `PATH`.
    pub fn new(root: &'a Path, include: &'a Path, out: &'a Path) -> Self {
        let beside = include.with_file_name("bin").join("mlir-tblgen");
        let tool = if beside.is_file() { beside } else { "mlir-tblgen-22".into() };
        Self { tool, root, include, out }
    }

    /// Generates the C++ classes of a dialect into `<out>/<dialect>/`.
    ///
    /// # Errors
    /// Returns an error if the tool cannot be run or fails.
    pub fn run(&self, dialect: &Dialect) -> Result<(), Box<dyn Error>> {
        let name = &dialect.name;
        let owner = format!("-dialect={name}");
        self.both(dialect, "Ops", "Dialect", "dialect", &owner)?;
        if dialect.has_enums {
            self.both(dialect, "Enums", "Enums", "enum", "")?;
        }
        if !dialect.attributes.is_empty() {
            self.both(dialect, "Ops", "Attrs", "attrdef", &format!("-attrdefs-dialect={name}"))?;
        }
        if dialect.has_types {
            self.both(dialect, "Ops", "Types", "typedef", &format!("-typedefs-dialect={name}"))?;
        }
        self.both(dialect, "Ops", "Ops", "op", &owner)
    }

    /// Generates one file of declarations and one file of definitions for a kind of C++ classes,
    /// such as the classes of ops.
    fn both(
        &self,
        dialect: &Dialect,
        source: &str,
        target: &str,
        kind: &str,
        filter: &str,
    ) -> Result<(), Box<dyn Error>> {
        let (name, prefix) = (&dialect.name, &dialect.prefix);
        for (what, extension) in [("decls", "h"), ("defs", "cpp")] {
            let target = self.out.join(name).join(format!("{prefix}{target}.{extension}.inc"));
            let mut command = Command::new(&self.tool);
            command
                .arg(format!("-gen-{kind}-{what}"))
                .args(Some(filter).filter(|filter| !filter.is_empty()))
                .arg("-I")
                .arg(self.root)
                .arg("-I")
                .arg(self.include)
                .arg("-o")
                .arg(&target)
                .arg(self.root.join(name).join(format!("{prefix}{source}.td")));
            let status = command
                .status()
                .map_err(|error| format!("cannot run {}: {error}", self.tool.display()))?;
            if !status.success() {
                return Err(format!("{command:?} failed: {status}").into());
            }
            name_types(&target)?;
        }
        Ok(())
    }
}

/// Makes the generated classes derive their TypeIDs from their names instead of from addresses.
///
/// A plugin has its own copy of the classes. Both copies work on the same operations, so their
/// TypeIDs must be equal.
fn name_types(target: &Path) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(target)?;
    let named = text
        .replace("MLIR_DECLARE_EXPLICIT_TYPE_ID(", "MLIR_DECLARE_EXPLICIT_FALLBACK_TYPE_ID(")
        .replace("MLIR_DEFINE_EXPLICIT_TYPE_ID(", "MLIR_DEFINE_EXPLICIT_FALLBACK_TYPE_ID(");
    Ok(fs::write(target, named)?)
}
