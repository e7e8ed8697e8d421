// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Generates Rust structs and enums for the dialects' attributes, types and enums.
//!
//! The generated C++ converts each attribute to and from an array of builtin attributes, one for
//! each parameter. The generated Rust reads and builds that array. A type passes through the C++
//! wrapped in a `TypeAttr`.

use crate::records::{Attribute, Dialect, Enum, first_positions, pascal, snake};
use std::fmt::Write;

/// Returns, for each dialect, the number of its first attribute in the common numbering of all
/// dialects' attributes.
pub fn numbers(dialects: &[Dialect]) -> Vec<usize> {
    first_positions(dialects.iter().map(|dialect| dialect.attributes.len()))
}

/// Returns the text of the C++ file that converts a dialect's attributes to and from arrays of
/// their parameters.
pub fn generate_glue(dialect: &Dialect, first: usize) -> String {
    let name = &dialect.name;
    let mut apart = String::new();
    let mut make = String::new();
    for (number, attribute) in (first..).zip(&dialect.attributes) {
        let class = format!("{}::{}", dialect.namespace, attribute.class);
        let mut getters = String::new();
        let mut reads = String::new();
        let mut values = String::new();
        for (index, parameter) in attribute.parameters.iter().enumerate() {
            let cpp_type = &parameter.cpp_type;
            let getter = upper_camel(&parameter.name);
            write!(getters, ", static_cast<{cpp_type}>(it.get{getter}())").unwrap();
            writeln!(
                reads,
                "    hloom::Part<{cpp_type}>::Storage value{index}{{}};\n    \
                 if (!hloom::Part<{cpp_type}>::read(parts[{index}], value{index}))\n      return {{}};"
            )
            .unwrap();
            write!(values, ", value{index}").unwrap();
        }
        let (subject, result) = if attribute.is_type {
            (
                "hloom::typeOf(attribute)",
                format!("mlir::TypeAttr::get({class}::get(context{values}))"),
            )
        } else {
            ("attribute", format!("{class}::get(context{values})"))
        };
        writeln!(
            apart,
            "  case {number}:\n    if (auto it = llvm::dyn_cast_if_present<{class}>({subject}))\n      \
             return hloom::makeParts(context{getters});\n    return {{}};"
        )
        .unwrap();
        writeln!(
            make,
            "  case {number}: {{\n    if (parts.size() != {count})\n      return {{}};\n{reads}    \
             return {result};\n  }}",
            count = attribute.parameters.len(),
        )
        .unwrap();
    }
    format!(
        "#include \"forward/AttrParts.h\"\n#include \"{name}/Dialect.h\"\n\n\
         namespace hloom {{\n\
         mlir::Attribute {name}AttrParts(unsigned number, mlir::Attribute attribute) {{\n  \
         [[maybe_unused]] mlir::MLIRContext *context = attribute.getContext();\n  \
         switch (number) {{\n{apart}  }}\n  return {{}};\n}}\n\n\
         mlir::Attribute {name}AttrMake(unsigned number, mlir::MLIRContext *context, \
         llvm::ArrayRef<mlir::Attribute> parts) {{\n  \
         switch (number) {{\n{make}  }}\n  return {{}};\n}}\n}} // namespace hloom\n"
    )
}

/// Returns the text of the Rust file that `src/attributes.rs` includes: the attributes, types and
/// enums of all dialects.
pub fn generate_rust(dialects: &[Dialect]) -> String {
    let mut code = String::new();
    for (dialect, first) in dialects.iter().zip(numbers(dialects)) {
        writeln!(
            code,
            "/// Attributes and enums of the {0} dialect.\npub mod {0} {{\n    \
             #[allow(unused_imports)]\n    use super::*;\n",
            dialect.name
        )
        .unwrap();
        for enum_ in &dialect.enums {
            let attribute = dialect
                .attributes
                .iter()
                .position(|attribute| value_type(attribute).is_some_and(|name| name == enum_.name));
            write_enum(&mut code, enum_, attribute.map(|index| first + index));
        }
        for (number, attribute) in (first..).zip(&dialect.attributes) {
            let is_enum =
                dialect.enums.iter().any(|one| value_type(attribute) == Some(one.name.as_str()));
            if !is_enum {
                write_struct(&mut code, dialect, attribute, number);
            }
        }
        code += "}\n\n";
    }
    code
}

/// Returns the C++ type of an attribute's only parameter, without its namespace.
///
/// Returns `None` if the attribute does not have exactly one parameter.
fn value_type(attribute: &Attribute) -> Option<&str> {
    match attribute.parameters.as_slice() {
        [one] => one.cpp_type.rsplit("::").next(),
        _ => None,
    }
}

fn write_enum(code: &mut String, enum_: &Enum, attribute: Option<usize>) {
    let name = &enum_.name;
    let mut variants = String::new();
    let mut arms = [const { String::new() }; 4];
    for (spelling, value) in &enum_.cases {
        let variant = variant(spelling);
        writeln!(variants, "        /// `{spelling}`\n        {variant} = {value},").unwrap();
        writeln!(arms[0], "                {value} => Self::{variant},").unwrap();
        writeln!(arms[1], "                {spelling:?} => Self::{variant},").unwrap();
        writeln!(arms[2], "                Self::{variant} => {spelling:?},").unwrap();
        write!(arms[3], "{}{spelling}", if arms[3].is_empty() { "" } else { ", " }).unwrap();
    }
    let summary = &enum_.summary;
    let [values, spellings, texts, list] = arms;
    write!(
        code,
        "    /// {summary}\n    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\n    \
         #[repr(i64)]\n    pub enum {name} {{\n{variants}    }}\n
    impl {name} {{
        /// Returns the enum case with the given integer value, or `None` if there is no such case.
        pub fn from_value(value: i64) -> Option<Self> {{
            Some(match value {{
{values}                _ => return None,
            }})
        }}
        /// Returns the spelling of the enum case in MLIR assembly.
        pub fn as_str(self) -> &'static str {{
            match self {{
{texts}            }}
        }}
    }}

    impl std::fmt::Display for {name} {{
        fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {{
            formatter.write_str(self.as_str())
        }}
    }}

    impl std::str::FromStr for {name} {{
        type Err = UnknownCase;
        fn from_str(text: &str) -> Result<Self, UnknownCase> {{
            Ok(match text {{
{spellings}                _ => return Err(UnknownCase {{ name: {name:?}, text: text.to_owned(), cases: {list:?} }}),
            }})
        }}
    }}

    impl<'c> Field<'c> for {name} {{
        fn read(part: Attribute<'c>) -> Option<Self> {{ Self::from_value(i64::read(part)?) }}
        fn make(&self, context: &'c Context) -> Attribute<'c> {{ (*self as i64).make(context) }}
    }}
"
    )
    .unwrap();
    // An enum without its own attribute is stored in an integer attribute.
    let (read, make) = match attribute {
        Some(number) => (
            format!("Self::read(*parts({number}, attribute)?.first()?)"),
            format!("make({number}, context, &[self.make(context)])"),
        ),
        None => (
            "Self::from_value(read_integer(attribute)?)".to_owned(),
            "IntegerAttribute::new(IntegerType::new(context, 32).into(), *self as i64).into()"
                .to_owned(),
        ),
    };
    write!(
        code,
        "
    impl<'c> FromAttribute<'c> for {name} {{
        fn from_attribute(attribute: Attribute<'c>) -> Option<Self> {{
            {read}
        }}
    }}

    impl {name} {{
        /// Returns the enum case that an attribute contains, or `None` if the attribute has another
        /// kind.
        pub fn from_attribute(attribute: Attribute<'_>) -> Option<Self> {{
            FromAttribute::from_attribute(attribute)
        }}
        /// Returns the attribute that contains this enum case.
        pub fn to_attribute<'c>(&self, context: &'c Context) -> Attribute<'c> {{
            {make}
        }}
    }}\n\n"
    )
    .unwrap();
}

fn write_struct(code: &mut String, dialect: &Dialect, attribute: &Attribute, number: usize) {
    let name = attribute.rust_name();
    let mut fields = String::new();
    let mut reads = String::new();
    let mut makes = String::new();
    let mut borrows = false;
    for parameter in &attribute.parameters {
        let (ty, borrowing) = rust_type(dialect, &parameter.cpp_type);
        borrows |= borrowing;
        let field = snake(&parameter.name);
        let text = field.trim_end_matches('_').replace('_', " ");
        writeln!(fields, "        /// The {text}.\n        pub {field}: {ty},").unwrap();
        writeln!(reads, "                {field}: Field::read(parts.next()?)?,").unwrap();
        writeln!(makes, "                self.{field}.make(context),").unwrap();
    }
    let (generics, read_lifetime, make_generics) =
        if borrows { ("<'c>", "'c", "") } else { ("", "'_", "<'c>") };
    let Attribute { summary, mnemonic, .. } = attribute;
    let namespace = &dialect.name;
    let sigil = if attribute.is_type { "!" } else { "#" };
    write!(
        code,
        "    /// `{sigil}{namespace}.{mnemonic}`: {summary}
    #[derive(Clone, Debug, PartialEq)]
    pub struct {name}{generics} {{\n{fields}    }}

    impl<'c> FromAttribute<'c> for {name}{generics} {{
        fn from_attribute(attribute: Attribute<'c>) -> Option<Self> {{
            #[allow(unused_mut, unused_variables)]
            let mut parts = parts({number}, attribute)?.into_iter();
            Some(Self {{\n{reads}            }})
        }}
    }}\n\n"
    )
    .unwrap();
    let parts = format!("&[\n{makes}            ]");
    if attribute.is_type {
        let made = format!("make({number}, context, {parts})");
        write!(
            code,
            "    impl{generics} {name}{generics} {{
        /// Returns the parameters of an MLIR type, or `None` if the type has another kind.
        pub fn from_type(ty: Type<{read_lifetime}>) -> Option<Self> {{
            FromAttribute::from_attribute(TypeAttribute::new(ty).into())
        }}
        /// Creates the MLIR type with these parameters.
        pub fn to_type{make_generics}(&self, context: &'c Context) -> Type<'c> {{
            type_of({made})
        }}
    }}\n\n"
        )
        .unwrap();
    } else {
        let checked = format!("ffi::make_attribute({number}, context, {parts})");
        write!(
            code,
            "    impl{generics} {name}{generics} {{
        /// Returns the parameters of an MLIR attribute, or `None` if the attribute has another
        /// kind.
        pub fn from_attribute(attribute: Attribute<{read_lifetime}>) -> Option<Self> {{
            FromAttribute::from_attribute(attribute)
        }}
        /// Creates the MLIR attribute with these parameters.
        ///
        /// # Panics
        /// Panics if a parameter is an attribute or a type of a kind that ODS does not permit.
        pub fn to_attribute{make_generics}(&self, context: &'c Context) -> Attribute<'c> {{
            self.checked(context).expect(\"every parameter must be of the kind that ODS declares\")
        }}
        /// Creates the MLIR attribute with these parameters, and reports an invalid parameter
        /// without a panic.
        ///
        /// Returns `None` if a parameter is an attribute or a type of a kind that ODS does not
        /// permit.
        pub fn checked{make_generics}(&self, context: &'c Context) -> Option<Attribute<'c>> {{
            {checked}
        }}
    }}\n\n"
        )
        .unwrap();
    }
}

/// Returns the Rust type of a parameter, and whether it borrows from the context.
fn rust_type(dialect: &Dialect, cpp_type: &str) -> (String, bool) {
    let inside = |outer: &str| {
        [outer, &format!("llvm::{outer}"), &format!("std::{outer}"), &format!("mlir::{outer}")]
            .iter()
            .find_map(|outer| cpp_type.strip_prefix(&format!("{outer}<"))?.strip_suffix('>'))
            .map(str::to_owned)
    };
    if let Some(element) = inside("ArrayRef").or(inside("SmallVector")) {
        let (element, borrows) = rust_type(dialect, &element);
        // The elements of a list are never absent, so they need no `Option`.
        let element = element
            .strip_prefix("Option<")
            .and_then(|one| one.strip_suffix('>'))
            .unwrap_or(&element);
        return (format!("Vec<{element}>"), borrows);
    }
    if let Some(element) = inside("optional") {
        let (element, borrows) = rust_type(dialect, &element);
        return (format!("Option<{element}>"), borrows);
    }
    let last = cpp_type.rsplit("::").next().unwrap_or(cpp_type);
    match last {
        "bool" => ("bool".into(), false),
        "int" | "unsigned" | "int64_t" | "uint64_t" | "int32_t" | "uint32_t" | "size_t" => {
            ("i64".into(), false)
        }
        "StringRef" | "string" => ("String".into(), false),
        "Type" => ("Option<Type<'c>>".into(), true),
        _ if dialect.enums.iter().any(|one| one.name == last) => (last.into(), false),
        _ if last.ends_with("Type") => ("Option<Type<'c>>".into(), true),
        _ => ("Option<Attribute<'c>>".into(), true),
    }
}

/// Returns the Rust name of an enum case, such as `Default` for `DEFAULT`.
///
/// Adds a leading underscore to a case that begins with a digit.
fn variant(spelling: &str) -> String {
    let name = pascal(spelling);
    if name.starts_with(|first: char| first.is_ascii_digit()) { format!("_{name}") } else { name }
}

/// Returns the name of an ODS parameter in upper camel case, as in the name of its C++ getter.
pub fn upper_camel(name: &str) -> String {
    name.split('_')
        .map(|word| {
            let mut letters = word.chars();
            letters
                .next()
                .map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
        })
        .collect()
}
