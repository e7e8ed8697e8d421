// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads the ODS records of the dialects into plain data for the generators.
//!
//! The `tblgen` crate parses the `.td` files. The structs here keep only the fields that the
//! generated code depends on.

use std::{collections::BTreeMap, error::Error, fs, path::Path};
use tblgen::{Record, RecordKeeper, TableGenParser, TypedInit};

/// The source folder of a dialect.
pub struct Folder {
    /// The folder's name, which is the dialect's namespace, such as `stablehlo`.
    pub name: String,
    /// The prefix of the dialect's file names, such as `Stablehlo`.
    pub prefix: String,
    /// Whether the dialect defines enums, in `<Prefix>Enums.td`.
    pub has_enums: bool,
}

/// The ODS records of a dialect. The fields `name`, `prefix` and `has_enums` are the same as in its
/// [`Folder`].
pub struct Dialect {
    pub name: String,
    pub prefix: String,
    pub has_enums: bool,
    /// The dialect's C++ namespace without leading colons: `hloom::stablehlo`.
    pub namespace: String,
    pub class: String,
    pub ops: Vec<Op>,
    pub attributes: Vec<Attribute>,
    pub enums: Vec<Enum>,
    pub has_types: bool,
}

/// The ODS record of an operation.
pub struct Op {
    /// The name of the operation with its namespace: `stablehlo.add`.
    pub name: String,
    /// The C++ class of the operation: `AddOp`.
    pub class: String,
    pub summary: String,
    /// The family of the operation, such as `Elementwise`.
    pub family: String,
    pub transcendental: bool,
    pub expanded: bool,
    /// The name of the corresponding HLO opcode, such as `count-leading-zeros`. `None` if the ODS
    /// record has no field `opcode` or the field is empty.
    pub opcode: Option<String>,
    pub operands: Vec<String>,
    pub attributes: Vec<OpAttribute>,
    pub results: Vec<String>,
    pub regions: Vec<String>,
    pub pure: bool,
    /// Whether the side effects of the operation are the side effects of the operations in its
    /// regions.
    pub effects_of_regions: bool,
    pub has_verifier: bool,
    /// Whether the C++ class declares `inferReturnTypes`, so that the generated forwarders define
    /// it.
    pub infers: bool,
    /// Whether the C++ class declares `verifySymbolUses`, so that the generated forwarders define
    /// it.
    pub uses_symbols: bool,
}

/// An attribute that the ODS record of an operation declares.
pub struct OpAttribute {
    pub name: String,
    /// The C++ class of the attribute, without a namespace: `DenseI64ArrayAttr`.
    pub storage: String,
    pub is_optional: bool,
}

/// The ODS record of an attribute or a type. The attribute of an enum has one parameter, the enum
/// case.
///
/// The attribute of an enum has one parameter, the value.
pub struct Attribute {
    /// Whether the record defines a type rather than an attribute. The generated code wraps types
    /// in a `TypeAttr`.
    pub is_type: bool,
    /// The C++ class of the attribute or type: `ScatterDimensionNumbersAttr`.
    pub class: String,
    pub summary: String,
    /// The mnemonic of the attribute or type in MLIR assembly: `scatter`.
    pub mnemonic: String,
    pub parameters: Vec<Parameter>,
    /// The code in MLIR bytecode, or `None` if the attribute is written as text.
    pub bytecode_code: Option<i64>,
    /// Whether the C++ class of the attribute or type verifies its parameters (`genVerifyDecl`).
    pub is_verified: bool,
}

impl Attribute {
    /// Returns the name of the Rust struct: the C++ class without `Attr` or `Type`.
    pub fn rust_name(&self) -> &str {
        let suffix = if self.is_type { "Type" } else { "Attr" };
        self.class.strip_suffix(suffix).unwrap_or(&self.class)
    }
}

/// A parameter of an attribute or of a type.
pub struct Parameter {
    pub name: String,
    /// The C++ type of the parameter without leading colons or spaces: `llvm::ArrayRef<int64_t>`.
    pub cpp_type: String,
    /// Whether the parameter of the attribute or type may be absent.
    pub is_optional: bool,
}

/// The ODS record of an enum.
pub struct Enum {
    /// The C++ name of the enum: `Precision`.
    pub name: String,
    pub namespace: String,
    pub summary: String,
    /// The spelling in assembly and the integer value of each enum case.
    pub cases: Vec<(String, i64)>,
}

/// Returns the dialects' folders, sorted by name.
///
/// # Errors
/// Returns an error if the root folder cannot be read.
pub fn find_dialects(root: &Path) -> Result<Vec<Folder>, Box<dyn Error>> {
    let mut folders = BTreeMap::new();
    for entry in fs::read_dir(root)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let mut letters = name.chars();
        let Some(first) = letters.next() else { continue };
        let prefix = first.to_uppercase().chain(letters).collect::<String>();
        if entry.path().join(format!("{prefix}Ops.td")).is_file() {
            let has_enums = entry.path().join(format!("{prefix}Enums.td")).is_file();
            folders.insert(name.clone(), Folder { name, prefix, has_enums });
        }
    }
    Ok(folders.into_values().collect())
}

/// Parses the ODS files of a dialect.
///
/// # Errors
/// Returns an error that names the `.td` file if it does not parse.
pub fn load(
    root: &Path,
    include: &Path,
    folder: &Folder,
) -> Result<RecordKeeper<'static>, Box<dyn Error>> {
    let file = format!("{}/{}Ops.td", folder.name, folder.prefix);
    TableGenParser::new()
        .add_include_directory(&root.display().to_string())
        .add_include_directory(&include.display().to_string())
        .add_source(&format!("include \"{file}\""))?
        .parse()
        .map_err(|error| format!("{file}: {error}").into())
}

/// Collects the records of the dialect in `folder`.
///
/// # Errors
/// Returns an error if there is no dialect with the folder's name, or if a record lacks a field.
pub fn read_dialect(folder: &Folder, keeper: &RecordKeeper) -> Result<Dialect, Box<dyn Error>> {
    let dialect = keeper
        .all_derived_definitions("Dialect")
        .find(|dialect| dialect.str_value("name") == Ok(&folder.name))
        .ok_or_else(|| format!("{0}: expected a `Dialect` record named `{0}`", folder.name))?;
    let ours = |record: Record| {
        let field = if record.subclass_of("Op") { "opDialect" } else { "dialect" };
        record.def_value(field).is_ok_and(|owner| owner.name() == dialect.name())
    };
    let namespace = plain(dialect.str_value("cppNamespace")?);

    let mut ops = Vec::new();
    for record in keeper.all_derived_definitions("Op").filter(|record| ours(*record)) {
        ops.push(read_op(&folder.name, record)?);
    }
    ops.sort_by(|one: &Op, other| one.name.cmp(&other.name));

    let mut attributes = Vec::new();
    for record in
        keeper.all_derived_definitions_if_defined("AttrDef").filter(|record| ours(*record))
    {
        attributes.push(read_attribute(record)?);
    }
    for record in keeper.all_derived_definitions_if_defined("TypeDef").filter(|one| ours(*one)) {
        attributes.push(read_attribute(record)?);
    }
    attributes.sort_by(|one: &Attribute, other| one.class.cmp(&other.class));

    let mut enums = Vec::new();
    for record in keeper.all_derived_definitions_if_defined("EnumInfo") {
        let enum_ = read_enum(record)?;
        if enum_.namespace == namespace {
            enums.push(enum_);
        }
    }
    enums.sort_by(|one: &Enum, other| one.name.cmp(&other.name));

    Ok(Dialect {
        name: folder.name.clone(),
        prefix: folder.prefix.clone(),
        has_enums: folder.has_enums,
        class: format!("{}Dialect", folder.prefix),
        has_types: keeper.all_derived_definitions_if_defined("TypeDef").any(ours),
        namespace,
        ops,
        attributes,
        enums,
    })
}

fn read_op(dialect: &str, record: Record) -> Result<Op, Box<dyn Error>> {
    let name = record.name()?;
    let mut op = Op {
        name: format!("{dialect}.{}", record.str_value("opName")?),
        // mlir-tblgen takes the part after the first underscore as the class name.
        class: name.split_once('_').map_or(name, |(_, class)| class).to_owned(),
        summary: text(record, "summary"),
        family: record.string_value("family").map_err(|_| format!("{name}: no family"))?,
        transcendental: record.bit_value("transcendental")?,
        // Only the classes of StableHLO and CHLO have the following two fields.
        expanded: record.bit_value("expanded").unwrap_or(false),
        opcode: record.string_value("opcode").ok().filter(|opcode| !opcode.is_empty()),
        operands: Vec::new(),
        attributes: Vec::new(),
        results: names(record, "results")?,
        regions: names(record, "regions")?,
        pure: false,
        effects_of_regions: false,
        has_verifier: record.bit_value("hasVerifier")?,
        infers: false,
        uses_symbols: false,
    };
    for (name, value) in record.dag_value("arguments")?.args() {
        let mut kind = Record::try_from(value)?;
        if kind.subclass_of("OpVariable") {
            kind = kind.def_value("constraint")?;
        }
        let name = name.unwrap_or_default().to_owned();
        if kind.subclass_of("TypeConstraint") {
            op.operands.push(name);
            continue;
        }
        let storage = text(kind, "storageType");
        let storage = storage.rsplit("::").next().unwrap_or_default().to_owned();
        let has_default = !text(kind, "defaultValue").is_empty();
        let is_optional = kind.bit_value("isOptional")? || has_default;
        op.attributes.push(OpAttribute { name, storage, is_optional });
    }
    let mut traits = record.list_of_defs_value("traits")?;
    while let Some(one) = traits.pop() {
        if one.subclass_of("TraitList") {
            traits.extend(one.list_of_defs_value("traits")?);
        }
        op.pure |= one.name() == Ok("NoMemoryEffect");
        op.effects_of_regions |= one.name() == Ok("RecursiveMemoryEffects");
        let interface = one.str_value("cppInterfaceName").unwrap_or_default();
        let declared = one.subclass_of("DeclareInterfaceMethods");
        op.infers |= declared && interface == "InferTypeOpInterface";
        op.uses_symbols |= declared
            && interface == "SymbolUserOpInterface"
            && !text(record, "extraClassDefinition").contains("verifySymbolUses");
    }
    Ok(op)
}

fn read_attribute(record: Record) -> Result<Attribute, Box<dyn Error>> {
    let mut parameters = Vec::new();
    for (index, (name, value)) in record.dag_value("parameters")?.args().enumerate() {
        let mut is_optional = false;
        let cpp_type = match value {
            TypedInit::Def(_) => {
                let parameter = Record::try_from(value)?;
                is_optional = !text(parameter, "defaultValue").is_empty();
                plain(parameter.str_value("cppType")?)
            }
            other => plain(&String::try_from(other)?),
        };
        let name = name.map_or_else(|| format!("parameter{index}"), str::to_owned);
        parameters.push(Parameter { name, cpp_type, is_optional });
    }
    let is_type = record.subclass_of("TypeDef");
    let class = record.str_value(if is_type { "cppType" } else { "storageType" })?;
    Ok(Attribute {
        is_type,
        class: plain(class).rsplit("::").next().unwrap_or_default().to_owned(),
        summary: text(record, "summary"),
        mnemonic: text(record, "mnemonic"),
        parameters,
        bytecode_code: record.int_value("bytecodeCode").ok(),
        is_verified: record.bit_value("genVerifyDecl")?,
    })
}

fn read_enum(record: Record) -> Result<Enum, Box<dyn Error>> {
    let mut cases = Vec::new();
    for case in record.list_of_defs_value("enumerants")? {
        cases.push((case.str_value("str")?.to_owned(), case.int_value("value")?));
    }
    Ok(Enum {
        name: record.str_value("className")?.to_owned(),
        namespace: plain(record.str_value("cppNamespace")?),
        summary: text(record, "summary"),
        cases,
    })
}

fn names(record: Record, field: &str) -> Result<Vec<String>, Box<dyn Error>> {
    Ok(record
        .dag_value(field)?
        .args()
        .map(|(name, _)| name.unwrap_or_default().to_owned())
        .collect())
}

fn text(record: Record, field: &str) -> String {
    let text = record.string_value(field).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Removes leading colons and all spaces from a C++ name.
fn plain(name: &str) -> String {
    name.replace(' ', "").replace("<::", "<").trim_start_matches("::").to_owned()
}

/// Returns, for consecutive lists of the given lengths, the position of each list's first element
/// in the concatenation of all lists.
pub fn first_positions(lengths: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut next = 0;
    lengths
        .map(|length| {
            next += length;
            next - length
        })
        .collect()
}

/// Converts `snake_case` or `UPPER_CASE` to `PascalCase`; keeps the inner case of mixed names.
pub fn pascal(name: &str) -> String {
    let keep = name.contains(char::is_lowercase) && name.contains(char::is_uppercase);
    name.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| {
            let (first, rest) = word.split_at(1);
            let rest = if keep { rest.to_owned() } else { rest.to_lowercase() };
            first.to_uppercase() + &rest
        })
        .collect()
}

/// Converts `lowerCamel` to `snake_case`; appends an underscore to Rust keywords.
pub fn snake(name: &str) -> String {
    let mut result = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !result.is_empty() {
            result.push('_');
        }
        result.extend(letter.to_lowercase());
    }
    match result.as_str() {
        "type" | "loop" | "match" | "ref" | "in" => format!("{result}_"),
        _ => result,
    }
}
