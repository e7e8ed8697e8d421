// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Generates the methods of the C++ op classes that forward to Rust.
//!
//! The methods are `verify`, `verifySymbolUses` and `inferReturnTypes`. Each passes the number of
//! its op in Rust's `Op` enum.

use crate::records::Dialect;
use std::fmt::Write;

/// Returns the C++ file with a dialect's forwarding methods.
///
/// `first_op` is the number of the dialect's first op.
pub fn generate(dialect: &Dialect, first_op: usize) -> String {
    let mut code = format!("#include \"{}/Dialect.h\"\n\n", dialect.name);
    writeln!(code, "namespace {} {{", dialect.namespace).unwrap();
    for (number, op) in (first_op..).zip(&dialect.ops) {
        let class = &op.class;
        if op.has_verifier {
            writeln!(
                code,
                "llvm::LogicalResult {class}::verify() {{\n  \
                   return hloom::verifyInRust({number}, getOperation());\n}}"
            )
            .unwrap();
        }
        if op.uses_symbols {
            writeln!(
                code,
                "llvm::LogicalResult {class}::verifySymbolUses(mlir::SymbolTableCollection &) {{\n  \
                   return hloom::verifySymbolsInRust({number}, getOperation());\n}}"
            )
            .unwrap();
        }
        if op.infers {
            writeln!(
                code,
                "llvm::LogicalResult {class}::inferReturnTypes(\n    \
                   mlir::MLIRContext *context, std::optional<mlir::Location> location,\n    \
                   mlir::ValueRange operands, mlir::DictionaryAttr attributes,\n    \
                   mlir::OpaqueProperties properties, mlir::RegionRange regions,\n    \
                   llvm::SmallVectorImpl<mlir::Type> &results) {{\n  \
                   return hloom::inferInRust({number}, context, location, operands, attributes,\n      \
                   hloom::propertiesOf<{class}>(context, properties), regions, results);\n}}"
            )
            .unwrap();
        }
    }
    code + "}\n"
}
