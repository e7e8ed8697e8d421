// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The graph of an entry function's operations and values.

use super::effects::has_effect;
use hloom_compiler::Error;
use hloom_compiler::mlir;
use hloom_dialects::op::Op as Kind;
use hloom_ir::{self as ir, Context, Op, Value};
use melior::ir::ValueLike;
use melior::ir::block::BlockArgument;
use melior::ir::operation::{OperationLike, OperationResult};

/// Temporary attribute that holds the number of an operation while the graph is built.
const NUMBER: &str = "device.number";

/// A value of the entry function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ValueId {
    /// The argument of the entry function with this index.
    Argument(usize),
    /// The result of an operation: the number of the operation, and the index of the result.
    Result(usize, usize),
}

/// An operation. Its number is its index in [`Graph::nodes`].
#[derive(Debug)]
pub struct Node {
    /// Name of the operation, such as `stablehlo.sort`.
    pub name: String,
    /// A diagnostic at the location of the operation, which states that the operation must run on
    /// the host.
    pub place: String,
    /// Whether the device supports the operation.
    pub for_device: bool,
    /// Whether the operation is a constant.
    pub constant: bool,
    /// Whether the operation has an [effect](super::has_effect), whose order is observable.
    pub effect: bool,
    /// The values that the operation and its regions use, without duplicates.
    pub inputs: Vec<ValueId>,
    /// Size of each result of the operation in bytes.
    pub sizes: Vec<usize>,
}

/// The graph of an entry function.
#[derive(Debug)]
pub struct Graph {
    /// The operations in program order, without the return.
    pub nodes: Vec<Node>,
    /// The values that the function returns.
    pub results: Vec<ValueId>,
}

impl Graph {
    /// Builds the graph of a function. `takes` returns true for the operations that the device
    /// supports.
    ///
    /// # Errors
    /// Fails if a result of an operation is not a tensor of static shape; the error lists all such
    /// operations.
    pub fn of<'a>(
        context: &'a Context,
        entry: Op<'a>,
        takes: impl Fn(Op) -> bool,
    ) -> Result<Graph, Error> {
        let block = ir::regions(entry).into_iter().flat_map(ir::blocks).next();
        let block = block.ok_or_else(|| {
            Error::Internal("the entry function to divide has no body".to_owned())
        })?;
        let mut ops = ir::ops(block);
        let last = ops.pop().filter(|op| ir::op_name(*op) == "func.return");
        let last = last.ok_or_else(|| {
            Error::Internal(
                "the entry function to divide does not end with `func.return`".to_owned(),
            )
        })?;
        for (number, op) in ops.iter().enumerate() {
            ir::set_attribute(*op, NUMBER, ir::i64_attr(context, number as i64));
        }
        let arguments = ir::args(block);
        let id = |value: Value<'a>| -> Option<ValueId> {
            if let Ok(result) = OperationResult::try_from(value) {
                let owner = result.owner();
                let number = usize::try_from(ir::integer(owner, NUMBER)?).ok()?;
                return Some(ValueId::Result(number, result.result_number()));
            }
            let argument = BlockArgument::try_from(value).ok()?;
            let number = argument.argument_number();
            (arguments.get(number) == Some(&value)).then_some(ValueId::Argument(number))
        };
        let mut refused = Vec::new();
        let mut nodes = Vec::with_capacity(ops.len());
        for op in &ops {
            let mut inputs: Vec<ValueId> =
                ir::walk(*op).into_iter().flat_map(ir::operands).filter_map(id).collect();
            inputs.sort_unstable();
            inputs.dedup();
            let name = ir::op_name(*op).to_owned();
            let size =
                |value: Value| mlir::shape(value.r#type()).ok().and_then(|shape| shape.byte_size());
            let sizes = ir::results(*op).into_iter().map(size).collect::<Option<Vec<_>>>();
            let sizes = sizes.unwrap_or_else(|| {
                let other = ir::results(*op).into_iter().find(|value| size(*value).is_none());
                let ty = other.map(|value| value.r#type().to_string()).unwrap_or_default();
                let message = format!(
                    "`{name}`: expected a tensor of static shape that fits into memory as result, found `{ty}`"
                );
                refused.push(mlir::located(op.location(), &message));
                Vec::new()
            });
            let place = mlir::located(op.location(), &format!("`{name}` must run on the host"));
            nodes.push(Node {
                for_device: takes(*op),
                constant: ir::hlo_op(*op) == Some(Kind::StablehloConstant),
                effect: has_effect(*op),
                inputs,
                sizes,
                name,
                place,
            });
        }
        let results: Option<Vec<_>> = ir::operands(last).into_iter().map(id).collect();
        let results = results.ok_or_else(|| {
            Error::Internal(
                "the entry function returns a value that its body does not define".to_owned(),
            )
        })?;
        ops.iter().for_each(|op| ir::remove_attribute(*op, NUMBER));
        if refused.is_empty() {
            Ok(Graph { nodes, results })
        } else {
            Err(Error::Program(refused.join("\n")))
        }
    }

    /// Returns true if an operation is a constant that is copied to each use instead of being
    /// computed once. A constant that the function returns is not copied.
    pub fn is_copied(&self, number: usize) -> bool {
        self.nodes[number].constant && !self.is_returned(number)
    }

    /// Returns true if the entry function returns a result of operation `number`.
    fn is_returned(&self, number: usize) -> bool {
        self.results.iter().any(|result| matches!(result, ValueId::Result(at, _) if *at == number))
    }
}
