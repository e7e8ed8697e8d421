// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Finds the manual values and operations of a program.
//!
//! Each device executes manual operations on its own values; the partitioner leaves them unchanged.
//! Manual values and operations are those between `@SPMDFullToShardShape` and
//! `@SPMDShardToFullShape`, collectives of partitions, and operations with a manual annotation.
//! Collectives of replicas are not manual: all partitions of a replica take part in the same way.

use super::markers::{Marker, marker, says_manual};
use hloom_dialects::op::{Family, Op as Kind};
use hloom_dialects::op_view::OpView;
use hloom_evaluator::{Groups, Strategy};
use hloom_ir::{self as ir, Block, Op, Value};
use hloom_ir::{address, value_address};
use std::collections::HashSet;

/// The manual values and operations of a function, by their addresses.
#[derive(Debug, Default)]
pub struct Manual {
    values: HashSet<usize>,
    operations: HashSet<usize>,
}

impl Manual {
    /// Finds the manual values and operations in a block.
    pub fn of(block: Block) -> Self {
        let mut manual = Self::default();
        manual.mark(block);
        manual
    }

    /// Returns true if `value` is manual: each device has its own value.
    pub fn has_value(&self, value: Value) -> bool {
        self.values.contains(&value_address(value))
    }

    /// Returns true if `op` is manual: each device executes it unchanged.
    pub fn has_operation(&self, op: Op) -> bool {
        self.operations.contains(&address(op))
    }

    /// Adds the manual values and operations in a block.
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

    /// Adds a control flow operation with its contents if it has a manual operand, or if a region
    /// returns a manual value. Otherwise adds only the manual values and operations in its regions.
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

/// Returns true if an operation has regions that are partitioned like the function.
pub fn is_structured(op: Op) -> bool {
    matches!(ir::hlo_op(op), Some(Kind::StablehloWhile | Kind::StablehloCase | Kind::StablehloIf))
}

/// Returns true if the result of an operation depends on the partition, even if its operands do not.
fn tells_devices_apart(op: Op) -> bool {
    let collective = ir::hlo_op(op).is_some_and(|kind| {
        kind.family() == Family::Collective && !is_of_replicas(op)
            || matches!(kind, Kind::StablehloAsyncStart | Kind::StablehloAsyncDone)
    });
    collective || says_manual(op)
}

/// Returns true for `replica_id` and for collectives in which the same partitions of several replicas
/// take part.
pub fn is_of_replicas(op: Op) -> bool {
    match ir::hlo_op(op) {
        Some(Kind::StablehloReplicaId) => true,
        Some(Kind::StablehloPartitionId) | None => false,
        Some(kind) if kind.family() == Family::Collective => OpView::from_operation(op)
            .and_then(|view| Groups::of_operation(&view).ok())
            .is_some_and(|groups| groups.strategy() == Strategy::CrossReplica),
        Some(_) => false,
    }
}
