// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The buffers that the operations of a block will use, estimated before bufferization.
//!
//! A result shares the buffer of its destination, and a view shares the buffer of its operand.
//! Every other tensor has its own buffer. Arguments, results and constants of the function are not
//! in the arena, so their sizes count as 0.

use super::allocation_size::byte_size_of;
use super::least_memory::Program;
use hloom_ir::facts::aliases;
use hloom_ir::linalg::destination::destination;
use hloom_ir::{self as ir, Block, Op, Shaped, Value};
use melior::ir::ValueLike;
use std::collections::{HashMap, HashSet};

/// The operations of a block without its terminator, and their buffers.
pub struct BlockMemory<'a> {
    /// The operations of the block without its terminator, in order.
    pub ops: Vec<Op<'a>>,
    /// The dependences between the operations, and the buffers that they use.
    pub program: Program,
    /// For each buffer, the indices of the operations that write it, in order. A view does not
    /// count as a write.
    pub writers: Vec<Vec<usize>>,
    /// For each buffer, the indices of the operations that use it, including views. Each entry also
    /// has the value through which the operation uses the buffer.
    pub uses: Vec<Vec<(usize, Value<'a>)>>,
    /// The index of each value's buffer in `program`, by the address of the value.
    buffers: HashMap<usize, usize>,
    /// The index of each operation in `ops`, by the address of the operation.
    numbers: HashMap<usize, usize>,
}

impl<'a> BlockMemory<'a> {
    /// Estimates the buffers of `block`, the body of `function`.
    pub fn of(function: Op<'a>, block: Block<'a>) -> Self {
        let mut ops = ir::ops(block);
        let end = ops.pop();
        let mut buffers = Buffers::default();
        ir::args(block).into_iter().for_each(|argument| buffers.add_free(argument));
        for op in &ops {
            buffers.add_results(*op);
        }
        let results = end.map(ir::operands).unwrap_or_default();
        let aliases = aliases(function);
        for (number, result) in results.iter().enumerate() {
            buffers.free(*result);
            let taken = aliases.iter().find(|(taker, _)| *taker == number);
            let argument = taken.and_then(|(_, it)| ir::args(block).get(*it).copied());
            if let Some(argument) = argument {
                buffers.join(*result, argument);
            }
        }
        Self::with(ops, buffers)
    }

    fn with(ops: Vec<Op<'a>>, known: Buffers) -> Self {
        let buffers =
            known.of_value.iter().map(|(value, number)| (*value, known.root(*number))).collect();
        let mut memory = Self {
            writers: vec![Vec::new(); known.sizes.len()],
            uses: vec![Vec::new(); known.sizes.len()],
            numbers: ops
                .iter()
                .enumerate()
                .map(|(number, op)| (ir::address(*op), number))
                .collect(),
            program: Program { sizes: known.sizes, ..Program::default() },
            ops,
            buffers,
        };
        memory.connect();
        memory
    }

    /// Returns the index of a value's buffer, or `None` if the value is not a tensor or memref of
    /// this block.
    pub fn buffer(&self, value: Value) -> Option<usize> {
        self.buffers.get(&ir::value_address(value)).copied()
    }

    /// Returns the index of the operation that computes a value, or `None` if no operation of the
    /// block computes it.
    pub fn definer(&self, value: Value) -> Option<usize> {
        self.numbers.get(&ir::address(ir::defining_op(value)?)).copied()
    }

    /// Finds the dependences between the operations, and the writers and users of each buffer.
    fn connect(&mut self) {
        let mut readers: Vec<Vec<usize>> = vec![Vec::new(); self.writers.len()];
        let mut last_effect = None;
        for (number, op) in self.ops.clone().into_iter().enumerate() {
            let used = used_values(op);
            let mut after: HashSet<usize> =
                used.iter().filter_map(|value| self.definer(*value)).collect();
            for value in &used {
                if let Some(buffer) = self.buffer(*value) {
                    self.uses[buffer].push((number, *value));
                }
            }
            let mut written: Vec<_> = if is_view(op) {
                Vec::new()
            } else {
                ir::results(op).into_iter().filter_map(|it| self.buffer(it)).collect()
            };
            written.sort_unstable();
            written.dedup();
            let results = ir::results(op);
            let mut touched: Vec<_> =
                used.iter().chain(&results).filter_map(|value| self.buffer(*value)).collect();
            touched.sort_unstable();
            touched.dedup();
            for buffer in &touched {
                after.extend(self.writers[*buffer].last());
                if written.contains(buffer) {
                    after.extend(readers[*buffer].drain(..));
                    self.writers[*buffer].push(number);
                } else {
                    readers[*buffer].push(number);
                }
            }
            if has_effects(op) {
                after.extend(last_effect.replace(number));
            }
            after.remove(&number);
            let mut after: Vec<_> = after.into_iter().collect();
            after.sort_unstable();
            self.program.after.push(after);
            // An empty tensor and a view use no memory before somebody else does.
            let is_free = is_view(op) || matches!(ir::op_name(op), "tensor.empty" | "memref.alloc");
            self.program.touches.push(if is_free { Vec::new() } else { touched });
        }
    }
}

/// Disjoint sets of values that share a buffer.
#[derive(Default)]
struct Buffers {
    /// The index of each value in `parents`, by the address of the value.
    of_value: HashMap<usize, usize>,
    /// For each value, the index of another value of the same set, or its own index if it is the
    /// root of the set.
    parents: Vec<usize>,
    /// The size of each set's buffer in bytes, at the index of the root of the set.
    sizes: Vec<u64>,
}

impl Buffers {
    fn add(&mut self, value: Value, size: u64) {
        self.of_value.insert(ir::value_address(value), self.parents.len());
        self.parents.push(self.parents.len());
        self.sizes.push(size);
    }

    fn add_free(&mut self, value: Value) {
        if Shaped::of(value.r#type()).is_some() {
            self.add(value, 0);
        }
    }

    fn add_results(&mut self, op: Op) {
        for (number, result) in ir::results(op).into_iter().enumerate() {
            if Shaped::of(result.r#type()).is_none() {
                continue;
            }
            // The memory of an empty tensor is that of the result computed in it.
            let is_free = matches!(ir::op_name(op), "arith.constant" | "tensor.empty");
            let size = if is_free { 0 } else { byte_size_of(result.r#type()).unwrap_or(0) };
            self.add(result, size);
            let shared = if is_view(op) { Some(0) } else { destination(op, number) };
            let shared = shared.and_then(|position| ir::operands(op).get(position).copied());
            // Bufferization copies arguments and constants before it writes to them.
            let is_ours = |value: &Value| {
                is_view(op)
                    || ir::defining_op(*value).is_some_and(|it| ir::op_name(it) != "arith.constant")
            };
            if let Some(shared) = shared.filter(is_ours) {
                // The results that share an empty tensor have different buffers.
                let is_empty =
                    ir::defining_op(shared).is_some_and(|it| ir::op_name(it) == "tensor.empty");
                if !is_empty {
                    self.join(result, shared);
                }
            }
        }
    }

    fn free(&mut self, value: Value) {
        if let Some(number) = self.of_value.get(&ir::value_address(value)) {
            let root = self.root(*number);
            self.sizes[root] = 0;
        }
    }

    /// Makes two values share a buffer, which has the size of the buffer of `with`.
    fn join(&mut self, value: Value, with: Value) {
        let number = |value: Value| self.of_value.get(&ir::value_address(value)).copied();
        let (Some(one), Some(other)) = (number(value), number(with)) else { return };
        let (one, other) = (self.root(one), self.root(other));
        self.parents[one] = other;
    }

    fn root(&self, number: usize) -> usize {
        let mut root = number;
        while self.parents[root] != root {
            root = self.parents[root];
        }
        root
    }
}

/// Returns the operands of an operation and of all operations nested in its regions. The operands
/// may include values that are defined inside these regions.
fn used_values<'a>(op: Op<'a>) -> Vec<Value<'a>> {
    ir::walk(op).into_iter().flat_map(ir::operands).collect()
}

/// Returns true if the first result of an operation shares the memory of its first operand.
pub fn is_view(op: Op) -> bool {
    let name = ir::op_name(op);
    ir::is_view(op)
        || matches!(
            name,
            "tensor.cast"
                | "tensor.collapse_shape"
                | "tensor.expand_shape"
                | "tensor.extract_slice"
                | "bufferization.to_tensor"
                | "bufferization.to_buffer"
        )
}

/// Returns true if an operation, or an operation inside it, may have a side effect. Operations with
/// side effects keep their order.
pub fn has_effects(op: Op) -> bool {
    ir::walk(op).into_iter().any(|it| {
        let name = ir::op_name(it);
        let dialect = ir::dialect(it);
        !matches!(dialect, "arith" | "math" | "complex" | "linalg" | "tensor" | "affine" | "scf")
            && name != "bufferization.alloc_tensor"
    })
}
