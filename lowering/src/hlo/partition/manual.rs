// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What of a program is manual: computed by each device of its own part, as it stands.
//! That is what is made of a part, up to where the parts become a whole again.

use super::markers::{Marker, marker, says_manual};
use crate::hlo::ffi::{address, value_address};
use crate::ir::{self, Block, Op, Value};
use std::collections::HashSet;

/// Values and operations that are manual.
#[derive(Debug, Default)]
pub struct Manual {
    values: HashSet<usize>,
    operations: HashSet<usize>,
}

impl Manual {
    /// What is manual in a block.
    pub fn of(block: Block) -> Self {
        let mut manual = Self::default();
        manual.mark(block);
        manual
    }

    /// Whether devices have values of their own.
    pub fn has_value(&self, value: Value) -> bool {
        self.values.contains(&value_address(value))
    }

    /// Whether each device does it as it stands.
    pub fn has_operation(&self, op: Op) -> bool {
        self.operations.contains(&address(op))
    }

    fn mark(&mut self, block: Block) {
        for op in ir::ops(block) {
            match marker(op) {
                Some(Marker::FullToShard) => self.add_results(op),
                Some(Marker::ShardToFull) => {}
                _ if is_structured(op) => self.mark_structured(op),
                _ => {
                    let mut inside = ir::walk(op).into_iter().flat_map(ir::operands);
                    if inside.any(|value| self.has_value(value)) || tells_devices_apart(op) {
                        self.operations.insert(address(op));
                        self.add_results(op);
                    }
                }
            }
        }
    }

    /// Control flow is manual where what it is given is, and where what it makes becomes so.
    fn mark_structured(&mut self, op: Op) {
        let blocks: Vec<_> = ir::regions(op).into_iter().flat_map(ir::blocks).collect();
        if !ir::operands(op).into_iter().any(|value| self.has_value(value)) {
            blocks.iter().for_each(|block| self.mark(*block));
            let ends = blocks.iter().filter_map(|block| ir::ops(*block).pop());
            let mut returned = ends.flat_map(ir::operands);
            if !returned.any(|value| self.has_value(value)) {
                return;
            }
        }
        for inner in ir::walk(op) {
            self.operations.insert(address(inner));
            self.add_results(inner);
            for block in ir::regions(inner).into_iter().flat_map(ir::blocks) {
                self.values.extend(ir::args(block).into_iter().map(value_address));
            }
        }
    }

    fn add_results(&mut self, op: Op) {
        self.values.extend(ir::results(op).into_iter().map(value_address));
    }
}

/// Whether an operation has regions that are partitioned like the function.
pub fn is_structured(op: Op) -> bool {
    matches!(ir::op_name(op), "stablehlo.while" | "stablehlo.case" | "stablehlo.if")
}

/// Whether an operation depends on the device by itself.
fn tells_devices_apart(op: Op) -> bool {
    let collective = matches!(
        ir::op_name(op),
        "stablehlo.all_gather"
            | "stablehlo.all_reduce"
            | "stablehlo.all_to_all"
            | "stablehlo.collective_broadcast"
            | "stablehlo.collective_permute"
            | "stablehlo.collective_reduce"
            | "stablehlo.cross-replica-sum"
            | "stablehlo.partition_id"
            | "stablehlo.reduce_scatter"
            | "stablehlo.replica_id"
            | "stablehlo.async_start"
            | "stablehlo.async_done"
    );
    collective || says_manual(op)
}
