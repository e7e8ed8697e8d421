// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Rewrites scatters to the bounds semantics of XLA's backends.
//!
//! The StableHLO specification of `scatter` applies the in-bounds part of a window that is partly
//! out of bounds. XLA's backends skip such a window entirely. Programs written for XLA rely on this
//! behavior, for example JAX programs with `GatherScatterMode.FILL_OR_DROP`.

use super::import::make;
use crate::ffi;
use hloom_dialects::attributes::stablehlo::{ComparisonDirection, ScatterDimensionNumbers};
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use hloom_dialects::shape::TensorType;
use melior::Context;
use melior::ir::operation::{OperationBuilder, OperationLike, OperationMutLike};
use melior::ir::r#type::IntegerType;
use melior::ir::{
    Attribute, BlockLike, BlockRef, Identifier, Module, OperationRef, RegionLike, Type, Value,
};

/// In every scatter with static shapes, moves windows that are partly out of bounds entirely out of
/// bounds.
///
/// Returns true if a scatter was changed. The module must be valid, and remains valid.
pub fn leave_out_partial_windows(context: &Context, module: &Module) -> bool {
    let mut scatters = Vec::new();
    find_scatters(module.body(), &mut scatters);
    let mut has_any = false;
    for view in scatters {
        if let Some(windows) = Windows::of(&view)
            && let Some(moved) = windows.moved(context, &view)
        {
            ffi::mutable(view.operation()).set_operand(view.result_count(), moved);
            has_any = true;
        }
    }
    has_any
}

fn find_scatters<'c: 'a, 'a>(block: BlockRef<'c, 'a>, found: &mut Vec<OpView<'c, 'a>>) {
    let mut next = block.first_operation();
    while let Some(operation) = next {
        for region in operation.regions() {
            let blocks = std::iter::successors(region.first_block(), |it| it.next_in_region());
            blocks.for_each(|block| find_scatters(block, found));
        }
        let view = OpView::from_operation(operation);
        found.extend(view.filter(|view| view.op() == Op::StablehloScatter));
        next = operation.next_in_block();
    }
}

/// The valid start positions of a scatter's windows.
struct Windows {
    /// The dimension of the indices that contains the index vector. It equals the rank of the
    /// indices if each index is a scalar.
    vector: usize,
    /// For each component of the index vector, the last position at which a window is in bounds.
    last: Vec<i64>,
    /// For each component of the index vector, a position at which every window is out of bounds.
    outside: Vec<i64>,
}

impl Windows {
    /// Returns the window positions of a scatter, or `None` if no window can be partly out of
    /// bounds or a shape is dynamic.
    fn of(view: &OpView) -> Option<Self> {
        let numbers: ScatterDimensionNumbers = view.typed("scatter_dimension_numbers").ok()?;
        let count = view.result_count();
        let into = view.tensor(0).ok()?.static_dims()?;
        let updates = view.tensor(count + 1).ok()?.static_dims()?;
        let dropped = |dim: &i64| {
            numbers.inserted_window_dims.contains(dim) || numbers.input_batching_dims.contains(dim)
        };
        let mut sizes = vec![1; into.len()];
        let kept = (0..into.len()).filter(|dim| !dropped(&(*dim as i64)));
        for (dim, update) in kept.zip(&numbers.update_window_dims) {
            sizes[dim] = updates[usize::try_from(*update).ok()?];
        }
        let dims = numbers.scatter_dims_to_operand_dims.iter().map(|dim| usize::try_from(*dim));
        let dims: Vec<usize> = dims.collect::<Result<_, _>>().ok()?;
        if dims.iter().all(|dim| sizes[*dim] <= 1) {
            return None;
        }
        Some(Self {
            vector: usize::try_from(numbers.index_vector_dim).ok()?,
            last: dims.iter().map(|dim| into[*dim] - sizes[*dim]).collect(),
            outside: dims.iter().map(|dim| into[*dim]).collect(),
        })
    }

    /// Returns new scatter indices. Each component for which a window is partly or entirely out of
    /// bounds is replaced by a component for which the window is entirely out of bounds.
    fn moved<'c: 'a, 'a>(
        &self,
        context: &'c Context,
        view: &OpView<'c, 'a>,
    ) -> Option<Value<'c, 'a>> {
        let indices = view.operand(view.result_count()).ok()?;
        let dims: Vec<_> = view.tensor(view.result_count()).ok()?.dims().to_vec();
        let i64 = IntegerType::new(context, 64).into();
        let places = TensorType::new(i64, &dims).ty();
        let truths = TensorType::new(IntegerType::new(context, 1).into(), &dims).ty();
        let at = Before { context, operation: view.operation() };
        // The index type may be too narrow for an out-of-bounds position, so compute in 64 bits.
        let start = at.op("stablehlo.convert", &[indices], places, &[])?;
        let parts = |values: &[i64]| {
            let (sizes, along) = match self.vector < dims.len() {
                true => (vec![values.len() as i64], vec![self.vector as i64]),
                false => (Vec::new(), Vec::new()),
            };
            let value = make::tensor(context, &sizes, i64, values.iter().copied()).ok()?;
            let sizes: Vec<_> = sizes.into_iter().map(Some).collect();
            let ty = TensorType::new(i64, &sizes).ty();
            let constant = at.op("stablehlo.constant", &[], ty, &[("value", value)])?;
            let along = [("broadcast_dimensions", make::integers(context, &along))];
            at.op("stablehlo.broadcast_in_dim", &[constant], places, &along)
        };
        let compare = |other, direction: ComparisonDirection| {
            let direction = [("comparison_direction", direction.to_attribute(context))];
            at.op("stablehlo.compare", &[start, other], truths, &direction)
        };
        let after = compare(parts(&vec![0; self.last.len()])?, ComparisonDirection::Ge)?;
        let before = compare(parts(&self.last)?, ComparisonDirection::Le)?;
        let inside = at.op("stablehlo.and", &[after, before], truths, &[])?;
        let outside = parts(&self.outside)?;
        at.op("stablehlo.select", &[inside, start, outside], places, &[])
    }
}

/// The insertion point of new operations, which precedes an operation.
struct Before<'c, 'a> {
    context: &'c Context,
    operation: OperationRef<'c, 'a>,
}

impl<'c: 'a, 'a> Before<'c, 'a> {
    /// Inserts an operation and returns its only result.
    fn op(
        &self,
        name: &str,
        operands: &[Value<'c, 'a>],
        result: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Option<Value<'c, 'a>> {
        let named = |(name, value): &(&str, _)| (Identifier::new(self.context, name), *value);
        let attributes: Vec<_> = attributes.iter().map(named).collect();
        let built = OperationBuilder::new(name, self.operation.location())
            .add_operands(operands)
            .add_results(&[result])
            .add_attributes(&attributes)
            .build();
        let placed = self.operation.block()?.insert_operation_before(self.operation, built.ok()?);
        Some(placed.result(0).ok()?.into())
    }
}
