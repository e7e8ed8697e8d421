// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs mlir-tblgen.

use crate::records::Dialect;
use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// mlir-tblgen and its include folders.
pub struct Tablegen<'a> {
    tool: PathBuf,
    root: &'a Path,
    include: &'a Path,
    out: &'a Path,
}

impl<'a> Tablegen<'a> {
    /// Finds the tool next to the headers, else on the path.
    pub fn new(root: &'a Path, include: &'a Path, out: &'a Path) -> Self {
        let beside = include.with_file_name("bin").join("mlir-tblgen");
        let tool = if beside.is_file() { beside } else { "mlir-tblgen-22".into() };
        Self { tool, root, include, out }
    }

    /// Generates the classes of a dialect into `<out>/<dialect>/`.
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

    /// Declarations and definitions of one kind.
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

/// Lets classes be known by their names, not by addresses: a plugin has its own copy of
/// them, and its copy and the tool's work on each other's operations.
fn name_types(target: &Path) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(target)?;
    let named = text
        .replace("MLIR_DECLARE_EXPLICIT_TYPE_ID(", "MLIR_DECLARE_EXPLICIT_FALLBACK_TYPE_ID(")
        .replace("MLIR_DEFINE_EXPLICIT_TYPE_ID(", "MLIR_DEFINE_EXPLICIT_FALLBACK_TYPE_ID(");
    Ok(fs::write(target, named)?)
}
