// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-map-to-threads`: turns the structured operations of the host program into `scf.forall`
//! loops, with one thread of a GPU for each element of the result.
//!
//! Before: `linalg.generic` with iterators `[parallel, reduction]` on `memref<64x32xf32>`
//! After:  `scf.forall (%i) in (64) { %sum = scf.for %k = 0 to 32 iter_args(..) {..}; store %sum }`
//!
//! A reduction keeps its results in registers. Threads of successive numbers compute elements of the
//! last parallel dimension, so that they access memory next to each other where the operands have
//! this order.

use crate::host;
use hloom_ir::linalg::structured::Structured;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Forall, Op, Shaped, Value};
use melior::ir::{AffineMap, TypeLike, ValueLike};

/// The pass `hloom-map-to-threads`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-map-to-threads",
    description: "compute the elements of structured operations by one GPU thread each",
    anchor: "func.func",
    level: Level::Buffers,
    options: &[],
    dialects: &["affine", "arith", "memref", "scf"],
    run,
};

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    if ir::facts::is_body(function) {
        return Ok(());
    }
    for op in host::blocks(function).into_iter().flat_map(ir::ops) {
        if ir::op_name(op).starts_with("linalg.") {
            let nest = Nest::of(op).ok_or_else(|| {
                let name = ir::op_name(op);
                Failure::at(op, format!("`{name}`: expected `linalg.generic` of static shape"))
            })?;
            nest.emit(context);
            ir::erase(op);
        }
    }
    Ok(())
}

/// A `linalg.generic` on memrefs, with the sizes of its dimensions.
struct Nest<'a> {
    generic: Structured<'a>,
    sizes: Vec<i64>,
}

impl<'a> Nest<'a> {
    fn of(op: Op<'a>) -> Option<Self> {
        let generic = Structured::of(op)?;
        let mut sizes = vec![None; generic.parallel.len()];
        for (map, operand) in generic.maps.iter().zip(ir::operands(op)) {
            let Some(shaped) = Shaped::of(operand.r#type()) else { continue };
            if !shaped.is_static() {
                return None;
            }
            for (position, size) in shaped.shape.into_iter().enumerate() {
                if let Some(dim) = ir::dim_position(map.result(position).ok()?) {
                    sizes[dim] = Some(size);
                }
            }
        }
        Some(Self { generic, sizes: sizes.into_iter().collect::<Option<_>>()? })
    }

    /// Returns the dimensions that are parallel, or those that are not, in order.
    fn dims(&self, parallel: bool) -> Vec<usize> {
        let dims = 0..self.sizes.len();
        dims.filter(|dim| self.generic.parallel[*dim] == parallel).collect()
    }

    /// Emits the loops before the operation, whose body they take.
    fn emit(self, context: &'a Context) {
        let builder = Builder::before(context, self.generic.op);
        let dims = self.dims(true);
        let mut sizes: Vec<_> = dims.iter().map(|dim| self.sizes[*dim]).collect();
        if sizes.is_empty() {
            sizes.push(1);
        }
        Forall::build(builder, &sizes, |end, variables| {
            let mut indices = vec![builder.index(0); self.sizes.len()];
            for (dim, variable) in dims.iter().zip(variables) {
                indices[*dim] = *variable;
            }
            let at = Builder::before(context, end).at(builder.location());
            let outputs = self.generic.inputs..self.generic.maps.len();
            let old: Vec<_> =
                outputs.clone().map(|operand| self.load(at, operand, &indices)).collect();
            let new = self.reduce(context, at, &self.dims(false), &mut indices, &old);
            for (operand, value) in outputs.zip(new) {
                let mut operands = vec![value, ir::operands(self.generic.op)[operand]];
                operands.extend(self.position(at, operand, &indices));
                at.op("memref.store").operands(&operands).build();
            }
        });
    }

    /// Emits the loops of the dimensions `dims`, and the body inside of them. Returns the new values
    /// of the outputs.
    fn reduce(
        &self,
        context: &'a Context,
        at: Builder<'a>,
        dims: &[usize],
        indices: &mut Vec<Value<'a>>,
        old: &[Value<'a>],
    ) -> Vec<Value<'a>> {
        let Some((dim, inner)) = dims.split_first() else { return self.body(at, indices, old) };
        let types: Vec<_> = old.iter().map(|value| value.r#type()).collect();
        let arguments = [&[ir::index(context)], &types[..]].concat();
        let region = at.region(&arguments, |builder, arguments| {
            indices[*dim] = arguments[0];
            let new = self.reduce(context, builder, inner, indices, &arguments[1..]);
            builder.op("scf.yield").operands(&new).build();
        });
        let bounds = [at.index(0), at.index(self.sizes[*dim]), at.index(1)];
        let nest = at.op("scf.for").operands(&bounds).operands(old).results(&types).region(region);
        ir::results(nest.build())
    }

    /// Emits the body at an iteration.
    fn body(&self, at: Builder<'a>, indices: &[Value<'a>], old: &[Value<'a>]) -> Vec<Value<'a>> {
        let mut arguments: Vec<_> =
            (0..self.generic.inputs).map(|operand| self.load(at, operand, indices)).collect();
        arguments.extend(old);
        let end = at.op("scf.yield").build();
        let Some(body) = self.generic.body() else { return Vec::new() };
        for op in ir::walk(self.generic.op) {
            if ir::op_name(op) == "linalg.index"
                && let Some(dim) = ir::integer(op, "dim")
            {
                ir::replace(op, [indices[dim as usize]]);
            }
        }
        let new = ir::inline_block_before(body, &arguments, end);
        ir::erase(end);
        new
    }

    /// Emits the load of an operand's element.
    fn load(&self, at: Builder<'a>, operand: usize, indices: &[Value<'a>]) -> Value<'a> {
        let value = ir::operands(self.generic.op)[operand];
        if !value.r#type().is_mem_ref() {
            return value;
        }
        let mut operands = vec![value];
        operands.extend(self.position(at, operand, indices));
        at.simple("memref.load", &operands, ir::element_of(value.r#type()))
    }

    /// Emits the indices of an operand's element.
    fn position(&self, at: Builder<'a>, operand: usize, indices: &[Value<'a>]) -> Vec<Value<'a>> {
        let map = &self.generic.maps[operand];
        let index = |position: usize| {
            let expression = map.result(position).expect("the map has a result a dimension");
            match ir::dim_position(expression) {
                Some(dim) => indices[dim],
                None => {
                    let context = at.context();
                    let single = AffineMap::new(context, indices.len(), 0, &[expression]);
                    at.op("affine.apply")
                        .operands(indices)
                        .attr("map", ir::affine_map_attr(single))
                        .result(ir::index(context))
                        .value()
                }
            }
        };
        (0..map.result_count()).map(index).collect()
    }
}
