// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Copies of quantized operations on the expressed types.

use crate::Error;
use hloom_dialects::op_view::OpView;
use hloom_dialects::shape::TensorType;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Block, BlockLike, Type, Value};

/// A standalone copy of an operation, in a block whose arguments are its operands.
pub struct Expressed<'c> {
    block: Block<'c>,
}

impl<'c> Expressed<'c> {
    /// Copies an operation without regions.
    ///
    /// # Errors
    /// Returns [`Error::Internal`] if MLIR cannot build the copy.
    pub fn new(op: &OpView<'c, '_>) -> Result<Self, Error> {
        let operands: Vec<_> = op.operand_types().into_iter().map(expressed).collect();
        let arguments: Vec<_> = operands.iter().map(|ty| (*ty, op.location())).collect();
        let block = Block::new(&arguments);
        let operands = (0..operands.len()).filter_map(|index| block.argument(index).ok());
        let operands: Vec<Value> = operands.map(Value::from).collect();
        let results: Vec<_> = op.result_types().into_iter().map(expressed).collect();
        let operation = op.operation();
        // The copy compares floats, whatever type of comparison the original states.
        let attributes = operation
            .attributes()
            .filter(|(name, _)| name.as_string_ref().as_str() != Ok("compare_type"));
        let copy = OperationBuilder::new(op.op().name(), op.location())
            .add_operands(&operands)
            .add_attributes(&attributes.collect::<Vec<_>>())
            .add_results(&results)
            .build()
            .map_err(|error| Error::Internal(format!("`{}`: {error}", op.op())))?;
        block.append_operation(copy);
        Ok(Self { block })
    }

    /// Returns the copied operation.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Internal`] if the block is empty. [`Expressed::new`] never creates an empty
    /// block.
    pub fn view(&self) -> Result<OpView<'c, '_>, Error> {
        let copy = self.block.first_operation().and_then(OpView::from_operation);
        copy.ok_or_else(|| {
            Error::Internal("the copy of an operation on expressed types is missing".to_owned())
        })
    }
}

/// Returns the expressed type of a quantized tensor type, and other types unchanged.
fn expressed(ty: Type) -> Type {
    let tensor = TensorType::from_type(ty);
    let found = tensor.and_then(|it| Some(it.with_element(it.quantized()?.expressed).ty()));
    found.unwrap_or(ty)
}
