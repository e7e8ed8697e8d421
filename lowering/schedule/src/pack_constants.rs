// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-pack-constants`: stores the weights of contractions in the order in which kernels read
//! them.
//!
//! The kernel of a contraction reads the right operand panel by panel. A panel consists of the
//! columns of a register tile, for the whole depth. In a row-major matrix, the rows of a panel are
//! far apart, so each task would first copy the panel, in every run. If the right operand is a
//! constant, this pass stores the panels contiguously at compile time, and
//! [`contraction_to_loops`](crate::contraction_to_loops) reads them in place. The original constant
//! is erased if it has no other uses.
//!
//! The loop over columns is split into a loop over panels and a loop over the columns of a panel:
//!
//! ```mlir
//! %w = memref.get_global @w : memref<64x96xf32>
//! linalg.generic {.. (m, n, k) -> (k, n) ..} ins(%a, %w : ..) outs(%c : memref<49x96xf32>)
//! // becomes, for panels of 48 columns
//! %w = memref.get_global @w_panels_48 : memref<2x64x48xf32>
//! %c2 = memref.expand_shape %c [[0], [1, 2]] : memref<49x96xf32> into memref<49x2x48xf32>
//! linalg.generic {.. (m, p, n, k) -> (p, k, n) ..} ins(%a, %w : ..) outs(%c2 : ..)
//! ```

use crate::contraction_to_loops::{Machine, Panels};
use crate::machine_options::{INDEXED_ADDRESSES, REGISTERS, VECTOR_BITS};
use crate::split_dimension::{split_dimension, strides};
use hloom_ir::linalg::generic::Generic;
use hloom_ir::linalg::structured::Structured;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Value};
use melior::ir::attribute::{FlatSymbolRefAttribute, TypeAttribute};
use melior::ir::block::BlockArgument;
use melior::ir::operation::OperationLike;
use melior::ir::{AffineExpr, AffineMap, BlockLike, ValueLike};
use std::collections::{HashMap, HashSet};

/// The pass `hloom-pack-constants`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-pack-constants",
    description: "store constant operands of contractions in the order in which kernels read them",
    anchor: "builtin.module",
    level: Level::Target,
    options: &[VECTOR_BITS, REGISTERS, INDEXED_ADDRESSES],
    dialects: &["arith", "memref"],
    run,
};

fn run<'a>(
    context: &'a Context,
    module: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let machine = Machine {
        vector_bits: options.number("vector-bits", module)?,
        registers: options.number("registers", module)?,
        indexed_addresses: options.flag("indexed-addresses", module)?,
        threads: 1,
        // Narrow elements are converted, so that their panels are not packed here.
        dots: Vec::new(),
    };
    let ops = ir::walk(module);
    let globals: HashMap<_, _> = ops
        .iter()
        .filter(|op| ir::op_name(**op) == "memref.global")
        .filter_map(|op| Some((ir::symbol_name(*op)?, *op)))
        .collect();
    if globals.is_empty() {
        return Ok(());
    }
    let mut packed = HashMap::new();
    let mut replaced = HashSet::new();
    // Collect before rewriting: erasing a contraction also erases the operations of its body.
    let contractions: Vec<_> = ops
        .iter()
        .filter(|op| ir::results(**op).is_empty())
        .filter_map(|op| Weights::of(context, *op, &machine))
        .collect();
    for weights in contractions {
        let Some(global) = globals.get(&weights.name) else { continue };
        let key = (weights.name.clone(), weights.panels.width);
        let name = match packed.get(&key) {
            Some(name) => Some(String::clone(name)),
            None => weights.store(context, *global, &globals),
        };
        let Some(name) = name else { continue };
        weights.rewrite(context, &name);
        packed.insert(key, name);
        replaced.insert(weights.name);
    }
    let names = ir::walk(module).into_iter().filter_map(global_name);
    let used: HashSet<_> = names.collect();
    for name in replaced.difference(&used) {
        ir::erase(globals[name]);
    }
    Ok(())
}

/// A contraction whose right operand is a constant, or a range of columns of a constant.
struct Weights<'a> {
    generic: Structured<'a>,
    panels: Panels,
    /// The `memref.get_global` through which the contraction reads the constant.
    get: Op<'a>,
    /// The symbol name of the constant.
    name: String,
    /// The shape of the constant. The columns are the last dimension.
    shape: Vec<i64>,
    /// The number of columns of the constant that the contraction uses.
    columns: i64,
    first_column: Column<'a>,
}

/// The index of the first column of the constant that a contraction uses. It is a multiple of the
/// panel width.
enum Column<'a> {
    Static(i64),
    Dynamic(Value<'a>),
}

impl<'a> Weights<'a> {
    fn of(context: &'a Context, op: Op<'a>, machine: &Machine) -> Option<Self> {
        let generic = Structured::of(op)?;
        let right = |operand: usize| {
            let value = ir::operands(op)[operand];
            let source = ir::defining_op(value)?;
            let view = ir::op_name(source) == "memref.subview";
            let source = if view { ir::defining_op(ir::operands(source)[0])? } else { source };
            Some((value, source, global_name(source)?))
        };
        // Before the schedule, which is costly.
        (0..generic.inputs).find_map(right)?;
        let panels = Panels::of(context, op, machine)?;
        let (value, get, name) = right(panels.operand)?;
        let shape = ir::shape_of(ir::results(get)[0]);
        let view = ir::defining_op(value).filter(|view| *view != get);
        let (first_column, columns) = match view {
            Some(view) => column_range(view, &shape, panels.width)?,
            None => (Column::Static(0), *shape.last()?),
        };
        let weights = Self { generic, panels, get, name, shape, columns, first_column };
        let whole = weights.shape.last() == Some(&panels.width);
        (!whole && weights.is_supported()).then_some(weights)
    }

    /// Returns true if the number of columns is a multiple of the panel width, the column loop
    /// indexes only the last dimension of the right operand and one dimension of the output, and
    /// the output has static strides.
    fn is_supported(&self) -> bool {
        let column = self.panels.column;
        let maps = &self.generic.maps;
        let places = |map: &AffineMap| -> Option<Vec<usize>> {
            let uses = |index: &usize| {
                let linear = map.result(*index).ok().and_then(|it| ir::linear(it, map.dim_count()));
                linear.is_none_or(|(steps, _)| steps[column] != 0)
            };
            let places: Vec<_> = (0..map.result_count()).filter(uses).collect();
            let alone =
                |index: &usize| map.result(*index).ok().and_then(ir::dim_position) == Some(column);
            places.iter().all(alone).then_some(places)
        };
        let right = places(&maps[self.panels.operand]);
        let output = ir::operands(self.generic.op)[self.generic.inputs];
        self.columns % self.panels.width == 0
            && self.shape.last().is_some_and(|columns| columns % self.panels.width == 0)
            && right.is_some_and(|places| places == [self.shape.len() - 1])
            && places(&maps[1 - self.panels.operand]).is_some_and(|places| places.is_empty())
            && places(&maps[2]).is_some_and(|places| places.len() == 1)
            && strides(output).is_some()
    }

    /// Adds a constant before `global` that contains the elements of `global` in panels. Returns
    /// the name of the new constant, or `None` if the elements of `global` are unknown or all
    /// equal.
    fn store(
        &self,
        context: &'a Context,
        global: Op<'a>,
        globals: &HashMap<String, Op<'a>>,
    ) -> Option<String> {
        global.attribute("constant").ok()?;
        let value = global.attribute("initial_value").ok()?;
        let element = ir::element_of(ir::results(self.get)[0].r#type());
        let bytes = usize::try_from(ir::element_width(element).div_ceil(8)).ok()?;
        let (data, splat) = ir::dense_data(value, bytes)?;
        if splat {
            return None;
        }
        let [columns, width] = [*self.shape.last()?, self.panels.width];
        let data = in_panels(&data, columns as usize * bytes, width as usize * bytes);
        let shape = self.packed_shape(columns);
        let value = ir::dense_from_data(ir::tensor(&shape, element), &data, bytes)?;
        let mut name = format!("{}_panels_{width}", self.name);
        while globals.contains_key(&name) {
            name.push('_');
        }
        Builder::before(context, global)
            .op("memref.global")
            .attrs_of(global, &["sym_name", "type", "initial_value"])
            .attr("sym_name", ir::string_attr(context, &name))
            .attr("type", TypeAttribute::new(ir::memref(&shape, element)).into())
            .attr("initial_value", value)
            .build();
        Some(name)
    }

    /// Returns the shape of a constant of `columns` columns that is stored in panels. The
    /// dimensions are the panels, the dimensions of the original constant except the columns, and
    /// the columns of a panel.
    fn packed_shape(&self, columns: i64) -> Vec<i64> {
        let width = self.panels.width;
        let mut shape = vec![columns / width];
        shape.extend(&self.shape[..self.shape.len() - 1]);
        shape.push(width);
        shape
    }

    /// Replaces the contraction by a contraction that reads the panels in the constant `name`.
    fn rewrite(&self, context: &'a Context, name: &str) {
        let op = self.generic.op;
        let builder = Builder::before(context, op);
        let operands = ir::operands(op);
        let (column, right) = (self.panels.column, self.panels.operand);
        let mut parallel = self.generic.parallel.clone();
        parallel.insert(column, true);
        let maps: Vec<_> =
            self.generic.maps.iter().map(|map| split_loop(context, map, column)).collect();

        let mut inputs = operands[..2].to_vec();
        inputs[right] = self.panels(context, builder, name);
        let place = (0..maps[2].len()).find(|index| maps[2][*index] == Index::Columns);
        let output = split_dimension(builder, operands[2], place.unwrap_or(0), self.panels.width);
        let map = |indices: &[Index<'a>], is_right: bool| {
            let panel = AffineExpr::dim(context, column);
            let inner = AffineExpr::dim(context, column + 1);
            let mut results = if is_right { vec![panel] } else { Vec::new() };
            for index in indices {
                match index {
                    Index::Other(expression) => results.push(*expression),
                    Index::Columns if is_right => results.push(inner),
                    Index::Columns => results.extend([panel, inner]),
                }
            }
            AffineMap::new(context, parallel.len(), 0, &results)
        };
        Generic::new(builder, &parallel)
            .input(inputs[0], map(&maps[0], right == 0))
            .input(inputs[1], map(&maps[1], right == 1))
            .output(output, map(&maps[2], false))
            .build(|builder, arguments| self.generic.clone_body(builder, arguments));
        let view = ir::defining_op(operands[right]).filter(|view| *view != self.get);
        ir::erase(op);
        view.map(ir::erase_unused);
        ir::erase_unused(self.get);
    }

    /// Builds the view of the panels that the contraction reads.
    fn panels(&self, context: &'a Context, builder: Builder<'a>, name: &str) -> Value<'a> {
        let element = ir::element_of(ir::results(self.get)[0].r#type());
        let all = *self.shape.last().unwrap_or(&0);
        let [shape, sizes] = [all, self.columns].map(|columns| self.packed_shape(columns));
        let ty = ir::memref(&shape, element);
        let packed = Builder::before(context, self.get)
            .op("memref.get_global")
            .attr("name", ir::flat_symbol_attr(context, name))
            .result(ty)
            .value();
        if self.columns == all {
            return packed;
        }
        let Some((strides, _)) = strides(packed) else { return packed };
        let width = self.panels.width;
        let mut operands = vec![packed];
        let (first, offset) = match self.first_column {
            Column::Static(column) => (column / width, column / width * strides[0]),
            Column::Dynamic(column) => {
                operands.push(builder.binary("arith.divui", column, builder.index(width)));
                (Shaped::DYNAMIC, Shaped::DYNAMIC)
            }
        };
        let mut offsets = vec![0; sizes.len()];
        offsets[0] = first;
        builder
            .op("memref.subview")
            .operands(&operands)
            .segments(&[1, operands.len() as i32 - 1, 0, 0])
            .attr("static_offsets", ir::dense_i64_attr(context, &offsets))
            .attr("static_sizes", ir::dense_i64_attr(context, &sizes))
            .attr("static_strides", ir::dense_i64_attr(context, &vec![1; sizes.len()]))
            .result(ir::strided_memref(context, &sizes, element, &strides, offset))
            .value()
    }
}

/// An index of an indexing map whose column loop is split into two loops.
#[derive(PartialEq)]
enum Index<'a> {
    /// The counter of the original column loop.
    Columns,
    Other(AffineExpr<'a>),
}

/// Returns the indices of a map, in which the loops after `column` are renumbered to make room for
/// the additional loop.
fn split_loop<'a>(context: &'a Context, map: &AffineMap<'a>, column: usize) -> Vec<Index<'a>> {
    let index = |index: usize| {
        let result = map.result(index).ok()?;
        let (steps, constant) = ir::linear(result, map.dim_count())?;
        if steps[column] != 0 {
            return Some(Index::Columns);
        }
        let terms = steps.iter().enumerate().filter(|(_, step)| **step != 0);
        let terms = terms.map(|(dim, step)| {
            let dim = AffineExpr::dim(context, dim + usize::from(dim > column));
            if *step == 1 { dim } else { dim * AffineExpr::constant(context, *step) }
        });
        let sum = terms.reduce(|sum, term| sum + term);
        let constant =
            (constant != 0 || sum.is_none()).then(|| AffineExpr::constant(context, constant));
        Some(Index::Other(match (sum, constant) {
            (Some(sum), Some(constant)) => sum + constant,
            (sum, constant) => sum.or(constant)?,
        }))
    };
    (0..map.result_count()).filter_map(index).collect()
}

/// Returns the range of columns that a view of a constant of the given shape selects. The view must
/// cover all other dimensions entirely. Returns `None` for other views, or if the first column or
/// the number of columns may not be a multiple of `width`.
fn column_range<'a>(view: Op<'a>, shape: &[i64], width: i64) -> Option<(Column<'a>, i64)> {
    let [offsets, sizes, strides] = ["static_offsets", "static_sizes", "static_strides"]
        .map(|name| view.attribute(name).ok().and_then(ir::i64_array));
    let (offsets, sizes) = (offsets?, sizes?);
    let last = shape.len() - 1;
    let whole = offsets[..last].iter().all(|offset| *offset == 0) && sizes[..last] == shape[..last];
    if !whole
        || strides?.iter().any(|stride| *stride != 1)
        || ir::shape_of(ir::results(view)[0]) != sizes
        || sizes[last] % width != 0
    {
        return None;
    }
    if offsets[last] != Shaped::DYNAMIC {
        return (offsets[last] % width == 0)
            .then_some((Column::Static(offsets[last]), sizes[last]));
    }
    let column = *ir::operands(view).get(1)?;
    is_multiple(column, width).then_some((Column::Dynamic(column), sizes[last]))
}

/// Returns true if a value is an induction variable of an `scf.forall` that is always a multiple of
/// `number`.
fn is_multiple(value: Value, number: i64) -> bool {
    let Ok(variable) = BlockArgument::try_from(value) else { return false };
    let Some(nest) = variable.owner().parent_operation() else { return false };
    let multiple = |name: &str| {
        let numbers = nest.attribute(name).ok().and_then(ir::i64_array);
        let number_of = numbers.and_then(|all| all.get(variable.argument_number()).copied());
        number_of.is_some_and(|it| it != Shaped::DYNAMIC && it % number == 0)
    };
    ir::op_name(nest) == "scf.forall" && multiple("staticLowerBound") && multiple("staticStep")
}

/// Returns the name of the constant that a `memref.get_global` reads, or `None` for other
/// operations.
fn global_name(op: Op) -> Option<String> {
    if ir::op_name(op) != "memref.get_global" {
        return None;
    }
    let name = FlatSymbolRefAttribute::try_from(op.attribute("name").ok()?).ok()?;
    Some(name.value().to_owned())
}

/// Returns the bytes of a row-major matrix rearranged in panels. `row` is the size in bytes of a
/// row of the matrix, and `width` is the size in bytes of a row of a panel.
fn in_panels(data: &[u8], row: usize, width: usize) -> Vec<u8> {
    let mut packed = Vec::with_capacity(data.len());
    for first in (0..row).step_by(width) {
        for row in data.chunks_exact(row) {
            packed.extend_from_slice(&row[first..first + width]);
        }
    }
    packed
}

#[cfg(test)]
mod tests {
    use super::in_panels;

    #[test]
    fn panels_follow_each_other() {
        assert_eq!(in_panels(&[0, 1, 2, 3, 10, 11, 12, 13], 4, 2), [0, 1, 10, 11, 2, 3, 12, 13]);
    }
}
