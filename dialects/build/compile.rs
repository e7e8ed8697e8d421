// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles the handwritten and the generated C++ of the dialects.

use crate::records::Dialect;
use hloom_build_glue::objects;
use std::{
    collections::hash_map::DefaultHasher,
    error::Error,
    fmt::Write,
    fs,
    hash::{Hash, Hasher},
    path::{Path, PathBuf},
};

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
/// A translation unit whose inputs have not changed keeps its object file, because the generated
/// classes take long to compile.
///
/// # Errors
/// Returns an error if a file cannot be read or written, or if the compiler fails.
pub fn compile(
    root: &Path,
    include: &Path,
    out: &Path,
    dialects: &[Dialect],
) -> Result<(), Box<dyn Error>> {
    let shared = files(&root.join("forward"), &["h"])?;
    let headers: Vec<PathBuf> =
        dialects.iter().map(|dialect| root.join(&dialect.name).join("Dialect.h")).collect();
    let mut units = Vec::new();
    units.push(Unit::new("Forward", files(&root.join("forward"), &["cpp"])?, &shared));
    let mut registration = [&shared[..], &headers].concat();
    for dialect in dialects {
        // The headers include these.
        registration.extend(files(&root.join(&dialect.name), &["h"])?);
        registration.extend(files(&out.join(&dialect.name), &["inc"])?);
    }
    units.push(Unit::new("Registration", vec![out.join("Registration.cpp")], &registration));
    for dialect in dialects {
        let name = &dialect.name;
        let folder = root.join(name);
        let mut inputs = shared.clone();
        inputs.extend(files(&folder, &["h"])?);
        inputs.extend(files(&out.join(name), &["inc"])?);
        let main = folder.join("Dialect.cpp");
        // One unit for all files but `Dialect.cpp`, so that the headers are read once.
        let mut rest = files(&folder, &["cpp"])?;
        rest.retain(|file| *file != main);
        for generated in ["AttrGlue.cpp", "Bytecode.cpp", "Forwarders.cpp"] {
            rest.push(out.join(name).join(generated));
        }
        units.push(Unit::new(&format!("{name}Dialect"), vec![main], &inputs));
        units.push(Unit::new(&format!("{name}Rest"), rest, &inputs));
    }

    let mut stale = hloom_build_glue::compiler();
    stale
        .extra_warnings(false)
        .include(root)
        // System headers, so that generated code causes no warnings.
        .flag("-isystem")
        .flag(out.to_str().ok_or("the output folder is not UTF-8")?)
        .debug(false);
    // The objects are the same for every build that includes the same files: those of other
    // workspaces, such as plugins, take them from the target folder.
    // Not `to_command`: it has the whole environment.
    let tool = stale.get_compiler();
    let flags = format!("{:?} {:?}", tool.path(), tool.args());
    let flags = flags.replace(&out.display().to_string(), "");
    let folder = objects::folder()?;
    let mut library = cc::Build::new();
    library.cpp(true);
    let flags = format!("{flags} {}", installation(include)?);
    let mut objects = Vec::new();
    let mut built = Vec::new();
    for unit in &units {
        let object = folder.join(format!("{}-{}.o", unit.name, unit.key(&flags, out)?));
        library.object(&object);
        objects.push(object.clone());
        if !object.is_file() {
            let source = out.join(format!("{}.unit.cpp", unit.name));
            fs::write(&source, unit.source())?;
            stale.file(source);
            built.push(object);
        }
    }
    if !built.is_empty() {
        for (made, object) in stale.try_compile_intermediates()?.into_iter().zip(built) {
            fs::rename(made, object)?;
        }
    }
    library.try_compile("hloom_dialects_cpp")?;
    Ok(objects::delete_others(&folder, &objects)?)
}

/// Returns a text that differs between installations of LLVM in the same folder.
fn installation(include: &Path) -> Result<String, Box<dyn Error>> {
    let version = include.join("llvm/Config/llvm-config.h");
    println!("cargo:rerun-if-changed={}", version.display());
    Ok(fs::read_to_string(&version).map_err(|error| format!("{}: {error}", version.display()))?)
}

/// A translation unit: C++ files that are compiled together.
struct Unit {
    name: String,
    files: Vec<PathBuf>,
    inputs: Vec<PathBuf>,
}

impl Unit {
    fn new(name: &str, files: Vec<PathBuf>, headers: &[PathBuf]) -> Self {
        let inputs = files.iter().chain(headers).cloned().collect();
        Self { name: name.to_owned(), files, inputs }
    }

    /// Returns a C++ file that includes all files of the unit.
    fn source(&self) -> String {
        self.files.iter().map(|file| format!("#include \"{}\"\n", file.display())).collect()
    }

    /// Returns a hash of everything that the object file depends on.
    ///
    /// That is the content of its files and headers, and the compiler flags, but not the path of the
    /// output folder `out`.
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
