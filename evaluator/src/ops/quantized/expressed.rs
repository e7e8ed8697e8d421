// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! An operation on the types that those of a quantized one express.

use crate::Error;
use hloom_dialects::op_view::OpView;
use hloom_dialects::shape::TensorType;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Block, BlockLike, Type, Value};

/// A copy of an operation that stands alone, in a block whose arguments are its
/// operands.
pub struct Expressed<'c> {
    block: Block<'c>,
}

impl<'c> Expressed<'c> {
    /// The copy of an operation without regions.
    ///
    /// # Errors
    /// If MLIR does not make it.
    pub fn new(op: &OpView<'c, '_>) -> Result<Self, Error> {
        let operands: Vec<_> = op.operand_types().into_iter().map(expressed).collect();
        let arguments: Vec<_> = operands.iter().map(|ty| (*ty, op.location())).collect();
        let block = Block::new(&arguments);
        let operands = (0..operands.len()).filter_map(|index| block.argument(index).ok());
        let operands: Vec<Value> = operands.map(Value::from).collect();
        let results: Vec<_> = op.result_types().into_iter().map(expressed).collect();
        let operation = op.operation();
        // Floats are compared as floats, whatever was compared before.
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

    /// The copy.
    ///
    /// # Errors
    /// Never, if it was made.
    pub fn view(&self) -> Result<OpView<'c, '_>, Error> {
        let copy = self.block.first_operation().and_then(OpView::from_operation);
        copy.ok_or_else(|| Error::Internal("a copy of an operation is lost".to_owned()))
    }
}

/// The type that a quantized tensor's expresses; others as they are.
fn expressed(ty: Type) -> Type {
    let tensor = TensorType::from_type(ty);
    let found = tensor.and_then(|it| Some(it.with_element(it.quantized()?.expressed).ty()));
    found.unwrap_or(ty)
}
