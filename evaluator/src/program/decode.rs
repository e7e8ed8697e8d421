// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Decoding of MLIR modules into programs for evaluation.
//!
//! Each SSA value of a function is assigned a slot. The decoder collects the operations that cannot
//! be evaluated, so that one attempt reports all of them.

use super::decoder::Decoder;
use super::function::{Function, Program};
use super::operation::{Node, Operand, Operation, Region, Slot};
use crate::error::located;
use crate::{Error, Type, ffi, ops};
use hloom_dialects::Op;
use hloom_dialects::diagnostic::render_location;
use hloom_dialects::op_view::{OpView, RegionView, read_text};
use melior::ir::attribute::FlatSymbolRefAttribute;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::{BlockLike, Module, RegionLike, RegionRef, Value, ValueLike};
use std::collections::{HashMap, HashSet};

/// The state of decoding one function: the slots of its values, and the collected diagnostics.
#[derive(Debug, Default)]
pub struct FunctionDecoder {
    slots: HashMap<usize, Slot>,
    refusals: Vec<String>,
}

impl Program {
    /// Decodes a verified module.
    ///
    /// # Errors
    /// Returns [`Error::Program`] with a diagnostic for each operation that cannot be evaluated.
    pub fn decode(module: &Module) -> Result<Self, Error> {
        functions(module)
    }
}

/// Decodes every function of a module.
fn functions(module: &Module) -> Result<Program, Error> {
    let mut program = Program::default();
    let mut refusals = Vec::new();
    let operations =
        std::iter::successors(module.body().first_operation(), |op| op.next_in_block());
    for op in operations.filter(|op| name_of(op) == "func.func") {
        let mut decoder = FunctionDecoder::default();
        match decoder.function(&op) {
            Ok(Some(function)) => {
                program.functions.insert(function.name.clone(), function);
            }
            Ok(None) => {}
            Err(error) => refusals.push(located(&render_location(op.location()), &error)),
        }
        refusals.append(&mut decoder.refusals);
    }
    if refusals.is_empty() { Ok(program) } else { Err(Error::Program(refusals.join("\n"))) }
}

impl FunctionDecoder {
    /// Decodes a function; returns `None` for a declaration.
    fn function(&mut self, op: &OperationRef) -> Result<Option<Function>, Error> {
        let region: RegionRef = op.region(0).map_err(|error| Error::Internal(error.to_string()))?;
        let Some(block) = region.first_block() else { return Ok(None) };
        if block.next_in_region().is_some() {
            return Err(Error::invalid("expected a function of one block, found several"));
        }
        let name = op.attribute("sym_name").ok();
        let name = name.and_then(read_text);
        let types = |values: &mut dyn Iterator<Item = Value>| {
            values.map(|value| Type::read(value.r#type())).collect::<Result<Vec<_>, _>>()
        };
        let arguments = (0..block.argument_count()).filter_map(|index| block.argument(index).ok());
        let arguments = types(&mut arguments.map(Into::into))?;
        let results = match block.terminator() {
            Some(end) => types(&mut end.operands())?,
            None => Vec::new(),
        };
        let body = self.blocks(std::iter::once(block))?;
        Ok(Some(Function {
            name: name.unwrap_or_default().to_owned(),
            location: render_location(op.location()),
            arguments,
            results,
            body,
            slots: self.slots.len(),
        }))
    }

    /// Decodes a single operation.
    ///
    /// # Errors
    /// Fails if the operation cannot be evaluated.
    pub fn single(&mut self, op: &OpView) -> Result<Box<dyn Operation>, Error> {
        let operation = ops::decode(op, self)?;
        match std::mem::take(&mut self.refusals).into_iter().next() {
            Some(refusal) => Err(Error::Program(refusal)),
            None => Ok(operation),
        }
    }

    /// Returns the number of slots that the function uses so far.
    pub fn slots(&self) -> usize {
        self.slots.len()
    }

    fn blocks<'c: 'a, 'a>(
        &mut self,
        mut blocks: impl Iterator<Item = melior::ir::BlockRef<'c, 'a>>,
    ) -> Result<Region, Error> {
        let Some(block) = blocks.next() else {
            return Ok(Region { arguments: Vec::new(), nodes: Vec::new(), results: Vec::new() });
        };
        if blocks.next().is_some() {
            return Err(Error::invalid("expected a region of one block, found several"));
        }
        let arguments = (0..block.argument_count())
            .filter_map(|index| block.argument(index).ok())
            .map(|argument| self.slot(argument.into()))
            .collect();
        let mut nodes = Vec::new();
        let mut results = Vec::new();
        for op in std::iter::successors(block.first_operation(), |op| op.next_in_block()) {
            let name = name_of(&op);
            let hlo = Op::from_name(&name);
            if name == "func.return" || matches!(hlo, Some(Op::StablehloReturn | Op::SdyReturn)) {
                results = op.operands().map(|value| self.slot(value)).collect();
                continue;
            }
            match self.node(&op) {
                Ok(node) => nodes.push(node),
                Err(error) => self.refusals.push(located(&render_location(op.location()), &error)),
            }
        }
        let mut region = Region { arguments, nodes, results };
        release(&mut region);
        Ok(region)
    }

    fn node(&mut self, op: &OperationRef) -> Result<Node, Error> {
        let name = name_of(op);
        let operands =
            op.operands().map(|value| Operand { slot: self.slot(value), last: false }).collect();
        let result_types =
            op.results().map(|result| Type::read(result.r#type())).collect::<Result<_, _>>()?;
        let results = op.results().map(|result| self.slot(result.into())).collect();
        let operation = self.operation(&name, op)?;
        let location = render_location(op.location());
        Ok(Node { name, location, operands, results, result_types, operation })
    }

    fn operation(&mut self, name: &str, op: &OperationRef) -> Result<Box<dyn Operation>, Error> {
        if matches!(name, "func.call" | "call") {
            let callee = op.attribute("callee").ok();
            let callee = callee.and_then(|it| FlatSymbolRefAttribute::try_from(it).ok());
            let callee = callee.ok_or_else(|| Error::invalid("`func.call` has no callee"))?;
            return Ok(ops::call(callee.value()));
        }
        let view = OpView::from_operation(*op).ok_or_else(|| {
            Error::invalid(format!("the evaluator does not support operation `{name}`"))
        })?;
        ops::decode(&view, self)
    }

    fn slot(&mut self, value: Value) -> Slot {
        let next = self.slots.len();
        *self.slots.entry(ffi::identity(value)).or_insert(next)
    }

    /// Allocates a slot for a value that is not in the program. The keys of these slots count down
    /// from `usize::MAX`. No MLIR object has such an address.
    fn free_slot(&mut self) -> Slot {
        let next = self.slots.len();
        self.slots.insert(usize::MAX - next, next);
        next
    }
}

impl Decoder for FunctionDecoder {
    fn region(&mut self, region: &RegionView) -> Result<Region, Error> {
        self.blocks(region.blocks())
    }

    fn calling(&mut self, function: &str, arguments: usize, results: &[Type]) -> Region {
        let mut slots = |count| -> Vec<_> { (0..count).map(|_| self.free_slot()).collect() };
        let (arguments, results, types) = (slots(arguments), slots(results.len()), results);
        let operands = arguments.iter().map(|slot| Operand { slot: *slot, last: false });
        let node = Node {
            name: "func.call".to_owned(),
            location: String::new(),
            operands: operands.collect(),
            results: results.clone(),
            result_types: types.to_vec(),
            operation: ops::call(function),
        };
        Region { arguments, nodes: vec![node], results }
    }
}

/// Marks the last uses of the values that a region defines, so that the values can be moved. Uses
/// of values in nested regions and uses of values that are defined outside the region are not
/// marked, because a region may run any number of times.
fn release(region: &mut Region) {
    let own: HashSet<Slot> = region.defined().collect();
    let mut used: HashSet<Slot> = region.results.iter().copied().collect();
    for node in region.nodes.iter_mut().rev() {
        used.extend(node.operation.regions().into_iter().flat_map(Region::uses));
        // An operation that takes a value twice moves it from the last position only.
        for operand in node.operands.iter_mut().rev() {
            operand.last = used.insert(operand.slot) && own.contains(&operand.slot);
        }
    }
}

/// Returns the name of an operation.
fn name_of(op: &OperationRef) -> String {
    op.name().as_string_ref().as_str().unwrap_or_default().to_owned()
}
