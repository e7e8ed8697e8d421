// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! From MLIR to programs that can be evaluated.

use super::{Function, Node, Operand, Operation, Program, Region, Slot};
use crate::{Error, Type, ffi, ops};
use hloom_dialects::diagnostic::render_location;
use hloom_dialects::op_view::{OpView, RegionView, read_text};
use melior::ir::attribute::FlatSymbolRefAttribute;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::{BlockLike, Module, RegionLike, RegionRef, Value, ValueLike};
use std::collections::{HashMap, HashSet};

/// Knows the values of the function that is read, and what is wrong with it.
#[derive(Debug, Default)]
pub struct Decoder {
    slots: HashMap<usize, Slot>,
    refusals: Vec<String>,
}

/// Every function of a module.
pub fn module(module: &Module) -> Result<Program, Error> {
    let mut program = Program::default();
    let mut refusals = Vec::new();
    let operations =
        std::iter::successors(module.body().first_operation(), |op| op.next_in_block());
    for op in operations.filter(|op| name_of(op) == "func.func") {
        let mut decoder = Decoder::default();
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

impl Decoder {
    /// A function; nothing for one that is only declared.
    fn function(&mut self, op: &OperationRef) -> Result<Option<Function>, Error> {
        let region: RegionRef = op.region(0).map_err(|error| Error::Internal(error.to_string()))?;
        let Some(block) = region.first_block() else { return Ok(None) };
        if block.next_in_region().is_some() {
            return Err(Error::invalid("a function with branches between blocks"));
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

    /// What one operation does.
    ///
    /// # Errors
    /// If it cannot be evaluated.
    pub fn single(&mut self, op: &OpView) -> Result<Box<dyn Operation>, Error> {
        let operation = ops::decode(op, self)?;
        match std::mem::take(&mut self.refusals).into_iter().next() {
            Some(refusal) => Err(Error::Program(refusal)),
            None => Ok(operation),
        }
    }

    /// How many values there are.
    pub fn slots(&self) -> usize {
        self.slots.len()
    }

    /// A region of an operation, which may use the values around it.
    ///
    /// # Errors
    /// If it is more than one block. What is wrong with single operations is kept.
    pub fn region(&mut self, region: &RegionView) -> Result<Region, Error> {
        self.blocks(region.blocks())
    }

    /// A region that calls a function with its arguments.
    pub fn calling(&mut self, function: &str, arguments: usize, results: &[Type]) -> Region {
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

    fn blocks<'c: 'a, 'a>(
        &mut self,
        mut blocks: impl Iterator<Item = melior::ir::BlockRef<'c, 'a>>,
    ) -> Result<Region, Error> {
        let Some(block) = blocks.next() else {
            return Ok(Region { arguments: Vec::new(), nodes: Vec::new(), results: Vec::new() });
        };
        if blocks.next().is_some() {
            return Err(Error::invalid("a region with branches between blocks"));
        }
        let arguments = (0..block.argument_count())
            .filter_map(|index| block.argument(index).ok())
            .map(|argument| self.slot(argument.into()))
            .collect();
        let mut nodes = Vec::new();
        let mut results = Vec::new();
        for op in std::iter::successors(block.first_operation(), |op| op.next_in_block()) {
            if matches!(&*name_of(&op), "func.return" | "stablehlo.return" | "sdy.return") {
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
            let callee = callee.ok_or_else(|| Error::invalid("a call of nothing"))?;
            return Ok(ops::call(callee.value()));
        }
        let view = OpView::from_operation(*op)
            .ok_or_else(|| Error::invalid(format!("`{name}` cannot be evaluated")))?;
        ops::decode(&view, self)
    }

    fn slot(&mut self, value: Value) -> Slot {
        let next = self.slots.len();
        *self.slots.entry(ffi::identity(value)).or_insert(next)
    }

    /// A slot for what is no value of the program; none of those lives at such an address.
    fn free_slot(&mut self) -> Slot {
        let next = self.slots.len();
        self.slots.insert(usize::MAX - next, next);
        next
    }
}

/// Marks the last uses of the values that a region defines. Values that regions in it use
/// stay, and so do those from around it: a region may run any number of times.
fn release(region: &mut Region) {
    let own: HashSet<Slot> = region.defined().collect();
    let mut used: HashSet<Slot> = region.results.iter().copied().collect();
    for node in region.nodes.iter_mut().rev() {
        used.extend(node.operation.regions().into_iter().flat_map(Region::uses));
        // The same value twice is moved once, from the last place.
        for operand in node.operands.iter_mut().rev() {
            operand.last = used.insert(operand.slot) && own.contains(&operand.slot);
        }
    }
}

/// The name of an operation.
fn name_of(op: &OperationRef) -> String {
    op.name().as_string_ref().as_str().unwrap_or_default().to_owned()
}

/// An error with its place, as MLIR's diagnostics are written.
pub fn located(location: &str, error: &Error) -> String {
    match (error, location) {
        (Error::Program(located), _) => located.clone(),
        (error, "") => format!("error: {error}"),
        (error, place) => format!("{place}: error: {error}"),
    }
}
