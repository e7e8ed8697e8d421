// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits the loops of a structured operation, one thread for each tile of the results.

use super::contraction::Contraction;
use super::element::Element;
use super::loops::{on_device, on_threads};
use super::matrix_product::MatrixProduct;
use super::nest::Nest;
use super::product::Product;
use super::shared::{Machine, Place};
use super::tile::Tile;
use super::together::Together;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Builder, Context, Op, Value};
use melior::ir::ValueLike;
use std::collections::HashMap;

impl<'a> Nest<'a> {
    /// Emits the loops of this operation, before the operation. `start` contains the initial value
    /// of each output, or `None` if it is in memory. Returns the later operations that the loops
    /// also compute.
    ///
    /// # Errors
    /// Fails if the shared memory of a block is too small.
    pub fn emit(
        &self,
        context: &'a Context,
        start: &[Option<Value<'a>>],
        place: &mut Place<'_, 'a>,
    ) -> Result<Vec<Op<'a>>, Failure<'a>> {
        let builder = Builder::before(context, self.generic.op);
        let tile = match place {
            Place::Device(machine) => {
                let start = start.first().copied().flatten();
                if let Some(included) = self.emit_product(context, *machine, start) {
                    return Ok(included);
                }
                Tile::choose(self)
            }
            Place::Block(memory) => {
                let together = Together::of(self);
                if let Some(together) = together
                    && let Some(parts) = together.memory(memory)
                {
                    together.emit(context, parts, start.first().copied().flatten());
                    return Ok(Vec::new());
                }
                Tile::in_block(self)
            }
        };
        let dims = self.dims(true);
        let threads = dims.iter().map(|dim| tile.threads(*dim, self.sizes[*dim]));
        let mut threads: Vec<_> = threads.collect();
        if threads.is_empty() {
            threads.push(1);
        }
        let body = |at: Builder<'a>, variables: &[Value<'a>]| {
            let mut indices = vec![at.index(0); self.sizes.len()];
            for (dim, variable) in dims.iter().zip(variables) {
                indices[*dim] = *variable;
            }
            let mut elements: Vec<_> = tile
                .elements()
                .into_iter()
                .map(|numbers| self.element(at, &tile, numbers, &indices))
                .collect();
            if self.accumulates_in_memory() {
                self.reduce(context, at, &self.dims(false), &mut elements, &[]);
                return;
            }
            let old = self.old(at, &elements, start);
            let new = self.reduce(context, at, &self.dims(false), &mut elements, &old);
            self.store_all(at, &elements, &new);
        };
        match place {
            Place::Device(_) => {
                on_device(builder, &threads, body);
            }
            Place::Block(_) => on_threads(builder, &threads, body),
        }
        Ok(Vec::new())
    }

    /// Emits a matrix product in which each thread block computes a tile of the result. `start` is the
    /// initial value of the output, or `None` if it is in memory. Returns the later operations that
    /// the product also computes. Returns `None` and emits nothing for other operations, and if there
    /// are too few tiles for a GPU.
    fn emit_product(
        &self,
        context: &'a Context,
        machine: Machine,
        start: Option<Value<'a>>,
    ) -> Option<Vec<Op<'a>>> {
        let dims = Contraction::of(self)?;
        let included = dims.epilogue.iter().map(|epilogue| epilogue.nest.generic.op).collect();
        match MatrixProduct::of(&dims, machine.matrix_units, machine.shared_bytes) {
            Some(product) => product.emit(context, start),
            None => Product::of(&dims, machine.shared_bytes)?.emit(context, start),
        }
        Some(included)
    }

    /// Returns the initial values of the outputs for all elements, one element after the other.
    /// Emits loads of those that `start` does not contain.
    fn old(
        &self,
        at: Builder<'a>,
        elements: &[Element<'a>],
        start: &[Option<Value<'a>>],
    ) -> Vec<Value<'a>> {
        let mut values = Vec::new();
        for element in elements {
            for operand in self.generic.inputs..self.generic.maps.len() {
                let start = start.get(operand - self.generic.inputs).copied().flatten();
                let load = || self.load(at, operand, &element.indices);
                values.push(start.unwrap_or_else(load));
            }
        }
        values
    }

    /// Emits the stores of the outputs of all elements. `values` contains the values of one element
    /// after the other.
    fn store_all(&self, at: Builder<'a>, elements: &[Element<'a>], values: &[Value<'a>]) {
        let outputs = self.generic.maps.len() - self.generic.inputs;
        for (element, values) in elements.iter().zip(values.chunks(outputs)) {
            self.store(at, element, values);
        }
    }

    /// Emits the loop indices of the element at the position `numbers` in its tile. `indices` are
    /// the loop indices of the thread.
    fn element(
        &self,
        at: Builder<'a>,
        tile: &Tile,
        numbers: Vec<i64>,
        indices: &[Value<'a>],
    ) -> Element<'a> {
        let mut element = Element { numbers, indices: indices.to_vec(), is_stored: None };
        for (dim, number) in element.numbers.iter().enumerate() {
            if let Some(count) = tile.adjacent(dim) {
                let first = at.binary("arith.muli", indices[dim], at.index(count));
                element.indices[dim] = at.binary("arith.addi", first, at.index(*number));
                continue;
            }
            if *number == 0 {
                continue;
            }
            let threads = tile.threads(dim, self.sizes[dim]);
            let offset = at.index(number * threads);
            let index = at.binary("arith.addi", indices[dim], offset);
            element.indices[dim] = index;
            if (number + 1) * threads > self.sizes[dim] {
                let size = at.index(self.sizes[dim]);
                let is_inside = at.cmpi("ult", index, size);
                let last = at.index(self.sizes[dim] - 1);
                element.indices[dim] = at.binary("arith.minui", index, last);
                element.is_stored = Some(match element.is_stored {
                    Some(other) => at.binary("arith.andi", other, is_inside),
                    None => is_inside,
                });
            }
        }
        element
    }

    /// Emits sequential loops over the dimensions `dims` around the bodies of all elements. `old`
    /// contains the values of the outputs before the loops. Returns the values after the loops, one
    /// element after the other, or none if the outputs are accumulated in memory.
    fn reduce(
        &self,
        context: &'a Context,
        at: Builder<'a>,
        dims: &[usize],
        elements: &mut [Element<'a>],
        old: &[Value<'a>],
    ) -> Vec<Value<'a>> {
        let Some((dim, inner)) = dims.split_first() else {
            if !self.accumulates_in_memory() {
                return self.bodies(at, elements, old);
            }
            let new = self.bodies(at, elements, &self.old(at, elements, &[]));
            self.store_all(at, elements, &new);
            return Vec::new();
        };
        let types: Vec<_> = old.iter().map(|value| value.r#type()).collect();
        let arguments = [&[ir::index(context)], &types[..]].concat();
        let region = at.region(&arguments, |builder, arguments| {
            for element in &mut *elements {
                element.indices[*dim] = arguments[0];
            }
            let new = self.reduce(context, builder, inner, elements, &arguments[1..]);
            builder.op("scf.yield").operands(&new).build();
        });
        let bounds = [at.index(0), at.index(self.sizes[*dim]), at.index(1)];
        let nest = at.op("scf.for").operands(&bounds).operands(old).results(&types).region(region);
        ir::results(nest.build())
    }

    /// Emits the body for each element, and returns the new values of the outputs. If several
    /// result elements use the same input element, it is loaded once.
    fn bodies(
        &self,
        at: Builder<'a>,
        elements: &[Element<'a>],
        old: &[Value<'a>],
    ) -> Vec<Value<'a>> {
        let outputs = self.generic.maps.len() - self.generic.inputs;
        let used: Vec<_> = self.generic.maps.iter().map(|map| self.dims_of(map)).collect();
        let mut loaded = HashMap::new();
        let mut results = Vec::new();
        for (element, old) in elements.iter().zip(old.chunks(outputs)) {
            let mut arguments = Vec::new();
            for (operand, dims) in used.iter().enumerate().take(self.generic.inputs) {
                let numbers: Vec<_> = dims.iter().map(|dim| element.numbers[*dim]).collect();
                let load = || self.load(at, operand, &element.indices);
                arguments.push(*loaded.entry((operand, numbers)).or_insert_with(load));
            }
            arguments.extend(old);
            results.extend(self.body(at, &element.indices, &arguments));
        }
        results
    }
}
