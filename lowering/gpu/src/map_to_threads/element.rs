// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits the computation of a single result element: loads, the body of the operation, and stores.

use super::loops::only_if;
use super::nest::Nest;
use hloom_ir::{self as ir, Builder, Type, Value};
use melior::ir::{AffineMap, TypeLike, ValueLike};
use std::collections::HashMap;

/// One of the result elements that a thread computes.
pub struct Element<'a> {
    /// The position of the element in the thread's tile, along each dimension of the loop nest.
    pub numbers: Vec<i64>,
    /// The index of the element along each dimension of the loop nest, which is below the size of
    /// the dimension.
    pub indices: Vec<Value<'a>>,
    /// Whether the thread stores the element; `None` if the thread always stores it.
    pub is_stored: Option<Value<'a>>,
}

impl<'a> Nest<'a> {
    /// Emits the body of the operation with the given loop indices and block arguments. Returns the
    /// new values of the outputs.
    pub fn body(
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

    /// Emits the load of an operand's element at the given loop indices. Returns an operand that is
    /// not a memref unchanged.
    pub fn load(&self, at: Builder<'a>, operand: usize, indices: &[Value<'a>]) -> Value<'a> {
        let value = ir::operands(self.generic.op)[operand];
        if !value.r#type().is_mem_ref() {
            return value;
        }
        let mut operands = vec![value];
        operands.extend(self.position(at, operand, indices));
        at.simple("memref.load", &operands, ir::element_of(value.r#type()))
    }

    /// Emits the load of a vector of adjacent elements of an operand. The address of the vector is
    /// a multiple of `alignment` bytes.
    pub fn load_vector(
        &self,
        at: Builder<'a>,
        operand: usize,
        indices: &[Value<'a>],
        vector: Type<'a>,
        alignment: i64,
    ) -> Value<'a> {
        let mut operands = vec![ir::operands(self.generic.op)[operand]];
        operands.extend(self.position(at, operand, indices));
        let load = at.op("vector.load").operands(&operands);
        load.attr("alignment", ir::i64_attr(at.context(), alignment)).result(vector).value()
    }

    /// Emits the stores of an element's values to the outputs, under the condition that the thread
    /// stores the element.
    pub fn store(&self, at: Builder<'a>, element: &Element<'a>, values: &[Value<'a>]) {
        only_if(at, element.is_stored, |at| self.store_at(at, &element.indices, values));
    }

    /// Emits the stores of the values to the outputs at the given loop indices.
    pub fn store_at(&self, at: Builder<'a>, indices: &[Value<'a>], values: &[Value<'a>]) {
        for (number, value) in values.iter().enumerate() {
            let operand = self.generic.inputs + number;
            let mut operands = vec![*value, ir::operands(self.generic.op)[operand]];
            operands.extend(self.position(at, operand, indices));
            at.op("memref.store").operands(&operands).build();
        }
    }

    /// Emits the indices of an operand's element from the given loop indices.
    pub fn position(
        &self,
        at: Builder<'a>,
        operand: usize,
        indices: &[Value<'a>],
    ) -> Vec<Value<'a>> {
        let map = &self.generic.maps[operand];
        let index = |position: usize| {
            let expression =
                map.result(position).expect("the position must be below the number of results");
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
