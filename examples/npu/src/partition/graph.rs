// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The graph of an entry function's operations and values.

use super::classify::{has_effect, is_for_device};
use hloom_compiler::Error;
use hloom_compiler::mlir;
use hloom_lowering::ir::{self, Context, Op, Value};
use melior::ir::ValueLike;
use melior::ir::block::BlockArgument;
use melior::ir::operation::{OperationLike, OperationResult};

/// Attribute with the number of an operation.
pub const NUMBER: &str = "npu.number";

/// A value of the entry function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ValueId {
    Argument(usize),
    /// A result: the number of the operation, and the index of the result.
    Result(usize, usize),
}

/// An operation.
#[derive(Debug)]
pub struct Node {
    pub name: String,
    /// The location in the source and the operation, as a message to the user.
    pub place: String,
    pub for_device: bool,
    /// Whether it is a constant, which is copied to each use.
    pub constant: bool,
    pub effect: bool,
    pub inputs: Vec<ValueId>,
    /// Size of each result in bytes.
    pub sizes: Vec<usize>,
}

/// The graph of an entry function.
#[derive(Debug)]
pub struct Graph {
    pub nodes: Vec<Node>,
    /// The values that the function returns.
    pub results: Vec<ValueId>,
}

impl Graph {
    /// Builds the graph of a function; numbers its operations in the process.
    ///
    /// # Errors
    /// Fails if a value is not a tensor of static shape.
    pub fn of<'a>(context: &'a Context, entry: Op<'a>) -> Result<Graph, Error> {
        let block = ir::regions(entry).into_iter().flat_map(ir::blocks).next();
        let block = block.ok_or_else(|| Error::Internal("a function has no body".to_owned()))?;
        let mut ops = ir::ops(block);
        let last = ops.pop().filter(|op| ir::op_name(*op) == "func.return");
        let last = last.ok_or_else(|| Error::Internal("a function does not return".to_owned()))?;
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
        let nodes = ops.iter().map(|op| {
            let mut inputs: Vec<ValueId> =
                ir::walk(*op).into_iter().flat_map(ir::operands).filter_map(id).collect();
            inputs.sort_unstable();
            inputs.dedup();
            let name = ir::op_name(*op).to_owned();
            let size =
                |value: Value| mlir::shape(value.r#type()).ok().and_then(|shape| shape.byte_size());
            let sizes = ir::results(*op).into_iter().map(size).collect::<Option<Vec<_>>>();
            let place = mlir::located(op.location(), &format!("`{name}` must run on the host"));
            Ok(Node {
                for_device: is_for_device(*op),
                constant: name == "stablehlo.constant",
                effect: has_effect(*op),
                inputs,
                sizes: sizes.ok_or_else(|| Error::unsupported(crate::NAME, &place))?,
                name,
                place,
            })
        });
        let nodes = nodes.collect::<Result<_, Error>>()?;
        let results: Option<Vec<_>> = ir::operands(last).into_iter().map(id).collect();
        let results = results.ok_or_else(|| {
            Error::Internal("a result is not a value of the entry function".to_owned())
        })?;
        Ok(Graph { nodes, results })
    }

    /// Returns true if the function returns a result of an operation. Such a constant must be
    /// computed.
    pub fn is_returned(&self, number: usize) -> bool {
        self.results.iter().any(|result| matches!(result, ValueId::Result(at, _) if *at == number))
    }
}
