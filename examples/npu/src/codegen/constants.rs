// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The constant tensors of a kernel, which are stored in one buffer.

use super::error::CodegenError;
use hloom_compiler::mlir::literal_of_attribute;
use hloom_lowering::ir::{self, Op};
use melior::ir::attribute::FlatSymbolRefAttribute;
use melior::ir::operation::OperationLike;
use std::collections::BTreeMap;

/// The constants of a kernel, in one buffer.
#[derive(Debug, Default)]
pub struct Constants {
    pub bytes: Vec<u8>,
    known: BTreeMap<String, i64>,
}

impl Constants {
    /// Returns the byte offset in the buffer of the constant that a `memref.get_global` names. Adds
    /// the constant to the buffer if it is new.
    ///
    /// # Errors
    /// Fails if the global has no known value.
    pub fn global(&mut self, op: Op) -> Result<i64, CodegenError> {
        let missing =
            || CodegenError("`memref.get_global`: expected a global with a value".to_owned());
        let name = op.attribute("name").map_err(|_| missing())?;
        let name = FlatSymbolRefAttribute::try_from(name).map_err(|_| missing())?;
        let name = name.value();
        if let Some(offset) = self.known.get(name) {
            return Ok(*offset);
        }
        let module = ir::enclosing(op, "builtin.module").ok_or_else(missing)?;
        let global = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
        let mut global = global.filter(|op| ir::op_name(*op) == "memref.global");
        let global = global.find(|op| ir::symbol_name(*op).as_deref() == Some(name));
        let value = global.ok_or_else(missing)?.attribute("initial_value");
        let literal = literal_of_attribute(value.map_err(|_| missing())?);
        let literal = literal.map_err(|error| CodegenError(error.to_string()))?;
        let offset = self.bytes.len().next_multiple_of(64);
        self.bytes.resize(offset, 0);
        self.bytes.extend(literal.bytes());
        self.known.insert(name.to_owned(), offset as i64);
        Ok(offset as i64)
    }
}
