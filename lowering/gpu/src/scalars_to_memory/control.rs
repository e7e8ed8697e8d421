// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Removes scalars from the operands and results of the host program's control flow.

use super::{Scalars, Store, is_scalar};
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Block, Builder, Op, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The scalar operands and results of a control flow operation.
pub struct Carried<'a> {
    /// The scalar operands that must be stored in memory before the operation.
    pub stores: Vec<Store<'a>>,
    /// For each result of the operation, the memory that replaces it if it is a scalar, or `None`
    /// if it is a memref.
    results: Vec<Option<Value<'a>>>,
}

impl<'a> Scalars<'a> {
    /// Moves the operations in the regions of `op` to kernels. The scalars that its blocks take as
    /// arguments or yield are in memory afterwards.
    pub fn control(&mut self, op: Op<'a>) -> Result<Carried<'a>, Failure<'a>> {
        match ir::op_name(op) {
            "scf.while" => self.while_loop(op),
            "scf.for" => self.counted_loop(op),
            _ => self.branches(op),
        }
    }

    /// Replaces `op` by an operation without scalar operands and results. Loads from memory replace
    /// the scalar results.
    pub fn rebuild(&mut self, op: Op<'a>, carried: &Carried<'a>) {
        let fixed = match ir::op_name(op) {
            "scf.for" => 3,
            "scf.while" => 0,
            _ => op.operand_count(),
        };
        let operands = ir::operands(op).into_iter().enumerate();
        let operands: Vec<_> = operands
            .filter(|(position, value)| *position < fixed || !is_scalar(*value))
            .map(|(_, value)| value)
            .collect();
        let results = ir::results(op).into_iter().zip(&carried.results);
        let (memrefs, scalars): (Vec<_>, Vec<_>) =
            results.partition(|(_, memory)| memory.is_none());
        let types: Vec<_> = memrefs.iter().map(|(result, _)| result.r#type()).collect();
        let builder = Builder::before(self.context, op);
        let mut new = builder.op(ir::op_name(op)).operands(&operands).attrs_of(op, &[]);
        for region in 0..op.region_count() {
            new = new.region(ir::take_region(op, region));
        }
        let new = new.results(&types).build();
        for ((old, _), result) in memrefs.into_iter().zip(ir::results(new)) {
            ir::replace_all_uses(old, result);
        }
        for (result, memory) in scalars {
            if let Some(memory) = memory.filter(|_| ir::has_uses(result)) {
                let load = self.load(builder, memory);
                ir::replace_all_uses(result, load);
            }
        }
        ir::erase(op);
    }

    fn branches(&mut self, op: Op<'a>) -> Result<Carried<'a>, Failure<'a>> {
        let results = self.memory_of(&ir::results(op));
        for region in ir::regions(op) {
            let blocks = ir::blocks(region);
            if blocks.len() > 1 {
                let name = ir::op_name(op);
                let count = blocks.len();
                let message = format!("`{name}`: expected regions of one block, found {count}");
                return Err(Failure::at(op, message));
            }
            for block in blocks {
                self.block(block, &stores(0, &results))?;
                keep_memrefs(self, block, 0);
            }
        }
        Ok(Carried { stores: Vec::new(), results })
    }

    fn counted_loop(&mut self, op: Op<'a>) -> Result<Carried<'a>, Failure<'a>> {
        let operands = ir::operands(op);
        let (bounds, inits) = operands.split_at(3);
        let is_constant = |value: &Value<'a>| {
            ir::defining_op(*value).is_some_and(|op| ir::op_name(op) == "arith.constant")
        };
        if !bounds.iter().all(is_constant) {
            let message = "`scf.for`: expected constant bounds of a loop with kernels, copies or \
                           runtime calls, found a bound computed at run time";
            return Err(Failure::at(op, message));
        }
        let results = self.memory_of(inits);
        let mut before = stores(bounds.len(), &results);
        for block in ir::regions(op).into_iter().flat_map(ir::blocks) {
            self.replace_arguments(block, 1, &results);
            let mut last = stores(0, &results);
            let variable = ir::args(block)[0];
            if let Some(end) = terminator(block).filter(|_| ir::has_uses(variable)) {
                let memory = self.allocate(variable.r#type());
                let current = self.load_argument(block, variable, memory);
                let builder = Builder::before(self.context, end);
                let next = builder.binary("arith.addi", current, bounds[2]);
                let operands = [ir::operands(end), vec![next]].concat();
                builder.op("scf.yield").operands(&operands).build();
                ir::erase(end);
                last.push((operands.len() - 1, memory));
                before.push((0, memory));
            }
            self.block(block, &last)?;
            keep_memrefs(self, block, 0);
        }
        Ok(Carried { stores: before, results })
    }

    fn while_loop(&mut self, op: Op<'a>) -> Result<Carried<'a>, Failure<'a>> {
        let inits = ir::operands(op);
        let carried = self.memory_of(&inits);
        let blocks: Vec<_> = ir::regions(op).into_iter().flat_map(ir::blocks).collect();
        let [before, after] = blocks[..] else {
            return Err(Failure::at(
                op,
                "internal error: `scf.while` does not have one block in each of its two regions",
            ));
        };
        let arguments = self.replace_arguments(before, 0, &carried);
        let forwarded = terminator(before).map(ir::operands).unwrap_or_default();
        let forwarded = forwarded.get(1..).unwrap_or_default();
        // An argument that is passed on unchanged keeps its memory.
        let unchanged = |value: &Value<'a>| {
            let position = arguments.iter().position(|argument| *argument == Some(*value))?;
            carried[position]
        };
        let kept: Vec<_> = forwarded.iter().map(unchanged).collect();
        let results: Vec<_> = self
            .memory_of(&ir::results(op))
            .into_iter()
            .zip(&kept)
            .map(|(own, kept)| kept.or(own))
            .collect();
        let mut last = stores(1, &results);
        last.retain(|(_, memory)| !kept.contains(&Some(*memory)));
        self.block(before, &last)?;
        keep_memrefs(self, before, 1);
        self.replace_arguments(after, 0, &results);
        self.block(after, &stores(0, &carried))?;
        keep_memrefs(self, after, 0);
        Ok(Carried { stores: stores(0, &carried), results })
    }

    /// Allocates memory for each of the values that is a scalar. The entry of a memref is `None`.
    fn memory_of(&self, values: &[Value<'a>]) -> Vec<Option<Value<'a>>> {
        values
            .iter()
            .map(|value| is_scalar(*value).then(|| self.allocate(value.r#type())))
            .collect()
    }

    /// Replaces arguments of a block by loads at its start, and erases them. `memory[i]` is the
    /// memory of argument number `first + i`, or `None` if the argument stays. Returns the loads.
    fn replace_arguments(
        &mut self,
        block: Block<'a>,
        first: usize,
        memory: &[Option<Value<'a>>],
    ) -> Vec<Option<Value<'a>>> {
        let arguments = ir::args(block);
        let mut loads = Vec::new();
        for (argument, memory) in arguments[first..].iter().zip(memory) {
            loads.push(memory.map(|memory| self.load_argument(block, *argument, memory)));
        }
        for (position, _) in memory.iter().enumerate().rev().filter(|(_, it)| it.is_some()) {
            ir::erase_argument(block, first + position);
        }
        loads
    }

    /// Replaces the uses of a block argument by a load from `memory` at the start of the block.
    /// Returns the load.
    fn load_argument(
        &mut self,
        block: Block<'a>,
        argument: Value<'a>,
        memory: Value<'a>,
    ) -> Value<'a> {
        let load = self.load(Builder::before(self.context, ir::ops(block)[0]), memory);
        ir::replace_all_uses(argument, load);
        load
    }
}

/// Returns the stores of the operands of an operation. `memory[i]` is the memory for operand number
/// `first + i`, or `None` if the operand is not stored.
fn stores<'a>(first: usize, memory: &[Option<Value<'a>>]) -> Vec<Store<'a>> {
    let numbered = memory.iter().enumerate();
    numbered.filter_map(|(position, memory)| Some((first + position, (*memory)?))).collect()
}

fn terminator<'a>(block: Block<'a>) -> Option<Op<'a>> {
    ir::ops(block).pop()
}

/// Removes the scalars from the operands of a block's terminator, except from the first `fixed`
/// operands.
fn keep_memrefs<'a>(scalars: &Scalars<'a>, block: Block<'a>, fixed: usize) {
    let Some(end) = terminator(block) else { return };
    let operands = ir::operands(end).into_iter().enumerate();
    let kept: Vec<_> = operands
        .filter(|(position, value)| *position < fixed || !is_scalar(*value))
        .map(|(_, value)| value)
        .collect();
    let builder = Builder::before(scalars.context, end);
    builder.op(ir::op_name(end)).operands(&kept).build();
    ir::erase(end);
}
