// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Generates the C++ that reads and writes the dialects' attributes and types in MLIR bytecode.
//!
//! Only records with a `BytecodeCode` (`forward/Bytecode.td`) have a binary encoding; MLIR writes
//! all others as text. `forward/Bytecode.h` defines the encoding of each parameter type.

use crate::{
    attributes::upper_camel,
    records::{Attribute, Dialect, Parameter},
};
use std::fmt::Write;

/// Returns the C++ file that defines a dialect's `addBytecode`, or an empty string if the dialect
/// has no attributes or types.
pub fn generate(dialect: &Dialect) -> String {
    if dialect.attributes.is_empty() {
        return String::new();
    }
    let Dialect { name, namespace, .. } = dialect;
    let mut code = format!(
        "#include \"forward/Bytecode.h\"\n#include \"{name}/Dialect.h\"\n\n\
         namespace {namespace} {{\n"
    );
    for (kind, is_type) in [("Attribute", false), ("Type", true)] {
        let mut reads = String::new();
        let mut writes = String::new();
        for attribute in dialect.attributes.iter().filter(|one| one.is_type == is_type) {
            let Some(number) = attribute.bytecode_code else { continue };
            let Attribute { class, is_verified, .. } = attribute;
            let mut types = String::new();
            let mut getters = String::new();
            for parameter in &attribute.parameters {
                let cpp_type = encoded(parameter);
                let getter = upper_camel(&parameter.name);
                write!(types, ", {cpp_type}").unwrap();
                write!(getters, ", {cpp_type}(it.get{getter}())").unwrap();
            }
            writeln!(
                reads,
                "  case {number}:\n    return hloom::readParameters<{class}, {is_verified}{types}>(reader);"
            )
            .unwrap();
            writeln!(
                writes,
                "  if (auto it = llvm::dyn_cast<{class}>(value)) {{\n    \
                 hloom::writeParameters(writer, it.getContext(), {number}{getters});\n    \
                 return mlir::success();\n  }}"
            )
            .unwrap();
        }
        let lower = kind.to_lowercase();
        write!(
            code,
            "static mlir::{kind} read{kind}(hloom::BytecodeReader &reader) {{\n  \
             uint64_t code;\n  if (mlir::failed(reader.readVarInt(code)))\n    return {{}};\n  \
             switch (code) {{\n{reads}  }}\n  \
             reader.emitError() << \"unknown {lower} code \" << code << \" in bytecode of `{name}`\";\n  \
             return {{}};\n}}\n\
             static mlir::LogicalResult write{kind}([[maybe_unused]] mlir::{kind} value, \
             [[maybe_unused]] hloom::BytecodeWriter &writer) {{\n{writes}  \
             return mlir::failure();\n}}\n"
        )
        .unwrap();
    }
    code + &format!(
        "void addBytecode({} &dialect) {{\n  \
         dialect.addInterface<hloom::Bytecode>(readAttribute, writeAttribute, readType, writeType);\n\
         }}\n}} // namespace\n",
        dialect.class
    )
}

/// Returns the argument of the C++ template `Encoding` for a parameter: its C++ type, or a
/// `std::optional` of this type if the parameter is optional and not a list.
fn encoded(parameter: &Parameter) -> String {
    let Parameter { cpp_type, is_optional, .. } = parameter;
    // An optional list is encoded as a list: an absent one is empty.
    if *is_optional && !cpp_type.contains("ArrayRef") {
        format!("std::optional<{cpp_type}>")
    } else {
        cpp_type.clone()
    }
}
