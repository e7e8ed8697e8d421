// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits the loops of a structured operation, one thread for each tile of the results.

use super::nest::Nest;
use super::tile::Tile;
use hloom_ir::{self as ir, Builder, Context, Forall, Value};
use melior::ir::{AffineMap, TypeLike, ValueLike};
use std::collections::HashMap;

/// One of the elements that a thread computes.
struct Element<'a> {
    /// Its number in the tile along each dimension.
    numbers: Vec<i64>,
    /// Its index along each dimension, within the sizes.
    indices: Vec<Value<'a>>,
    /// Whether the thread stores it; `None` if it always does.
    is_stored: Option<Value<'a>>,
}

impl<'a> Nest<'a> {
    /// Emits the loops before the operation. `start` has the value with which each output begins, if it
    /// is not the one in memory.
    pub fn emit(&self, context: &'a Context, start: &[Option<Value<'a>>]) {
        let builder = Builder::before(context, self.generic.op);
        let tile = Tile::choose(self);
        let dims = self.dims(true);
        let threads = dims.iter().map(|dim| tile.threads(*dim, self.sizes[*dim]));
        let mut threads: Vec<_> = threads.collect();
        if threads.is_empty() {
            threads.push(1);
        }
        Forall::build(builder, &threads, |end, variables| {
            let at = Builder::before(context, end).at(builder.location());
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
        });
    }

    /// Emits the old values of the outputs of all elements.
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

    /// Emits the stores of the outputs of all elements.
    fn store_all(&self, at: Builder<'a>, elements: &[Element<'a>], values: &[Value<'a>]) {
        let outputs = self.generic.maps.len() - self.generic.inputs;
        for (element, values) in elements.iter().zip(values.chunks(outputs)) {
            self.store(at, element, values);
        }
    }

    /// Emits the indices of an element. `indices` are those of the thread.
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

    /// Emits the loops of the dimensions `dims`, and the bodies inside of them. Returns the new values
    /// of the outputs, those of the first element first.
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

    /// Emits the body for each element. Loads an element once if several results use it.
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

    /// Emits the body of the operation for one element. Returns the new values of the outputs.
    fn body(
        &self,
        at: Builder<'a>,
        indices: &[Value<'a>],
        arguments: &[Value<'a>],
    ) -> Vec<Value<'a>> {
        let Some(body) = self.generic.body() else { return Vec::new() };
        let mut values: HashMap<usize, Value<'a>> = HashMap::new();
        let pairs = ir::args(body).into_iter().zip(arguments);
        values.extend(pairs.map(|(old, new)| (ir::value_address(old), *new)));
        for op in self.generic.body_ops() {
            if let Some(dim) = ir::integer(op, "dim").filter(|_| ir::op_name(op) == "linalg.index")
            {
                values.insert(ir::value_address(ir::results(op)[0]), indices[dim as usize]);
                continue;
            }
            let copy = at.copy(op);
            for inner in ir::walk(copy) {
                for (position, operand) in ir::operands(inner).into_iter().enumerate() {
                    if let Some(new) = values.get(&ir::value_address(operand)) {
                        ir::set_operand(inner, position, *new);
                    }
                }
            }
            let results = ir::results(op).into_iter().map(ir::value_address);
            values.extend(results.zip(ir::results(copy)));
        }
        let yielded = ir::ops(body).pop().map(ir::operands).unwrap_or_default();
        let new =
            |value: Value<'a>| values.get(&ir::value_address(value)).copied().unwrap_or(value);
        yielded.into_iter().map(new).collect()
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

    /// Emits the stores of an element's results.
    fn store(&self, at: Builder<'a>, element: &Element<'a>, values: &[Value<'a>]) {
        let emit = |at: Builder<'a>| {
            for (number, value) in values.iter().enumerate() {
                let operand = self.generic.inputs + number;
                let mut operands = vec![*value, ir::operands(self.generic.op)[operand]];
                operands.extend(self.position(at, operand, &element.indices));
                at.op("memref.store").operands(&operands).build();
            }
        };
        let Some(condition) = element.is_stored else { return emit(at) };
        let then = at.region(&[], |inside, _| {
            emit(inside);
            inside.op("scf.yield").build();
        });
        // The region of the other branch has no block.
        let otherwise = melior::ir::Region::new();
        at.op("scf.if").operands(&[condition]).region(then).region(otherwise).build();
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
