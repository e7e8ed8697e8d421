// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles the handwritten and the generated C++ of the dialects.

use crate::records::Dialect;
use hloom_build_glue::units::{self, Unit};
use std::{
    error::Error,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

/// Maximum number of ops of a dialect that shares a translation unit with other dialects.
const LARGE_DIALECT: usize = 20;

/// Returns the text of `Registration.cpp`, a C++ file that registers the dialects.
///
/// The file also defines `hloomAttrParts` and `hloomAttrMake`, which read and build attributes.
/// Each takes the number of an attribute's kind and calls the generated function of its dialect.
pub fn registration(dialects: &[Dialect]) -> String {
    let mut includes = String::new();
    let mut declarations = String::new();
    let mut inserts = String::new();
    let mut apart = String::new();
    let mut make = String::new();
    let mut end = 0;
    for dialect in dialects {
        let name = &dialect.name;
        end += dialect.attributes.len();
        writeln!(includes, "#include \"{name}/Dialect.h\"").unwrap();
        writeln!(inserts, "  registry.insert<{}::{}>();", dialect.namespace, dialect.class)
            .unwrap();
        if dialect.attributes.is_empty() {
            continue;
        }
        writeln!(
            declarations,
            "mlir::Attribute {name}AttrParts(unsigned, mlir::Attribute);\n\
             mlir::Attribute {name}AttrMake(unsigned, mlir::MLIRContext *, \
             llvm::ArrayRef<mlir::Attribute>);"
        )
        .unwrap();
        writeln!(apart, "  if (number < {end})\n    return wrap(hloom::{name}AttrParts(number, unwrap(attribute)));").unwrap();
        writeln!(make, "  if (number < {end})\n    return wrap(hloom::{name}AttrMake(number, unwrap(context), parts));").unwrap();
    }
    format!(
        "{includes}\
         #include \"mlir-c/IR.h\"\n#include \"mlir/CAPI/IR.h\"\n\
         #include \"mlir/Dialect/Quant/IR/Quant.h\"\n\n\
         namespace hloom {{\n{declarations}}}\n\n\
         extern \"C\" void hloomRegisterAllDialects(MlirDialectRegistry raw) {{\n  \
         mlir::DialectRegistry &registry = *unwrap(raw);\n  \
         registry.insert<mlir::quant::QuantDialect>();\n{inserts}}}\n\n\
         extern \"C\" MlirAttribute hloomAttrParts(uint32_t number, MlirAttribute attribute) {{\n\
         {apart}  return wrap(mlir::Attribute());\n}}\n\n\
         extern \"C\" MlirAttribute hloomAttrMake(uint32_t number, MlirContext context, \
         intptr_t count, const MlirAttribute *raw) {{\n  \
         llvm::SmallVector<mlir::Attribute> parts;\n  \
         for (intptr_t i = 0; i < count; ++i)\n    parts.push_back(unwrap(raw[i]));\n\
         {make}  return wrap(mlir::Attribute());\n}}\n"
    )
}

/// Compiles all C++ into one static library.
///
/// # Errors
/// Returns an error if a file cannot be read or written, or if the compiler fails.
pub fn compile(root: &Path, out: &Path, dialects: &[Dialect]) -> Result<(), Box<dyn Error>> {
    let shared = files(&root.join("forward"), &["h"])?;
    // MLIR's headers take seconds to read, so what compiles quickly is one unit.
    let mut small = files(&root.join("forward"), &["cpp"])?;
    small.push(out.join("Registration.cpp"));
    let mut small_inputs = Vec::new();
    let mut units = Vec::new();
    for dialect in dialects {
        let name = &dialect.name;
        let folder = root.join(name);
        let mut inputs = shared.clone();
        inputs.extend(files(&folder, &["h"])?);
        inputs.extend(files(&out.join(name), &["inc"])?);
        let classes = folder.join("Dialect.cpp");
        let mut rest = files(&folder, &["cpp"])?;
        rest.retain(|file| *file != classes);
        for generated in ["AttrGlue.cpp", "Bytecode.cpp", "Forwarders.cpp"] {
            rest.push(out.join(name).join(generated));
        }
        // Registration.cpp includes the headers of every dialect.
        small_inputs.extend_from_slice(&inputs);
        if dialect.ops.len() > LARGE_DIALECT {
            units.push(Unit::new(&format!("{name}Dialect"), vec![classes], &inputs));
            units.push(Unit::new(&format!("{name}Rest"), rest, &inputs));
        } else {
            small.push(classes);
            small.append(&mut rest);
        }
    }
    units.push(Unit::new("Small", small, &small_inputs));

    let mut compiler = hloom_build_glue::compiler();
    compiler
        .extra_warnings(false)
        .include(root)
        // System headers, so that generated code causes no warnings.
        .flag("-isystem")
        .flag(out.to_str().ok_or("the output folder is not UTF-8")?);
    units::compile("hloom_dialects_cpp", compiler, &units)
}

fn files(folder: &Path, extensions: &[&str]) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        if extension.is_some_and(|extension| extensions.contains(&extension)) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
