// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builders of `linalg.generic`, of splat tensors and of affine maps.

use crate::{self as ir, Builder, Context, Shaped, Type, Value};
use melior::ir::{AffineExpr, AffineMap, Region, TypeLike, ValueLike};

/// A builder of a `linalg.generic`. The maps number the iteration dimensions in the order in which
/// [`Generic::new`] lists them.
pub struct Generic<'a> {
    builder: Builder<'a>,
    parallel: Vec<bool>,
    inputs: Vec<Value<'a>>,
    outputs: Vec<Value<'a>>,
    maps: Vec<AffineMap<'a>>,
}

impl<'a> Generic<'a> {
    /// Starts an operation with the given iteration dimensions: `true` for a parallel dimension,
    /// `false` for a reduction.
    pub fn new(builder: Builder<'a>, parallel: &[bool]) -> Self {
        Self {
            builder,
            parallel: parallel.to_vec(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            maps: Vec::new(),
        }
    }

    /// Adds an input. All inputs must be added before the first output, because the maps follow the
    /// order of the calls.
    pub fn input(mut self, value: Value<'a>, map: AffineMap<'a>) -> Self {
        self.inputs.push(value);
        self.maps.push(map);
        self
    }

    /// Adds an output. It is the destination, and the body receives its elements as old values.
    pub fn output(mut self, value: Value<'a>, map: AffineMap<'a>) -> Self {
        self.outputs.push(value);
        self.maps.push(map);
        self
    }

    /// Builds the operation and returns its results, one for each output that is a tensor.
    ///
    /// `body` receives the elements of the inputs and outputs and returns the new elements of the
    /// outputs. If an operand has a dimension of size 0, no operation is built and the outputs are
    /// returned.
    pub fn build(
        self,
        body: impl FnOnce(Builder<'a>, &[Value<'a>]) -> Vec<Value<'a>>,
    ) -> Vec<Value<'a>> {
        let operands = self.inputs.iter().chain(&self.outputs);
        let mut shapes = operands.filter_map(|value| Shaped::of(value.r#type()));
        if shapes.any(|shaped| shaped.shape.contains(&0)) {
            // A loop has no iterations, so the outputs keep their values.
            return self.outputs;
        }
        let context = self.builder.context();
        let elements: Vec<_> = self
            .inputs
            .iter()
            .chain(&self.outputs)
            .map(|value| ir::element_of(value.r#type()))
            .collect();
        let region: Region<'a> = self.builder.region(&elements, |builder, arguments| {
            let results = body(builder, arguments);
            builder.op("linalg.yield").operands(&results).build();
        });
        let maps: Vec<_> = self.maps.iter().map(|map| ir::affine_map_attr(*map)).collect();
        // An output memref is written in place; an output tensor has a new result.
        let types = self.outputs.iter().map(|value| value.r#type());
        let results: Vec<_> = types.filter(|ty| ty.is_tensor()).collect();
        let op = self
            .builder
            .op("linalg.generic")
            .operands(&self.inputs)
            .operands(&self.outputs)
            .attr("indexing_maps", ir::array_attr(context, &maps))
            .attr("iterator_types", ir::iterator_types(context, &self.parallel))
            .segments(&[self.inputs.len() as i32, self.outputs.len() as i32])
            .results(&results)
            .region(region)
            .build();
        ir::results(op)
    }
}

/// Creates a `tensor.empty` of a static tensor type.
pub fn empty<'a>(builder: Builder<'a>, ty: Type<'a>) -> Value<'a> {
    builder.op("tensor.empty").result(ty).value()
}

/// Creates a tensor of type `ty` with every element equal to the scalar `element`.
pub fn splat_tensor<'a>(builder: Builder<'a>, element: Value<'a>, ty: Type<'a>) -> Value<'a> {
    let destination = empty(builder, ty);
    let scalar = element.r#type();
    let region = builder.region(&[scalar, scalar], |builder, arguments| {
        builder.op("linalg.yield").operands(&arguments[..1]).build();
    });
    builder
        .op("linalg.fill")
        .operands(&[element, destination])
        .segments(&[1, 1])
        .result(ty)
        .region(region)
        .value()
}

/// Builds a `linalg.index` of loop number `dim`.
pub fn linalg_index<'a>(builder: Builder<'a>, dim: i64) -> Value<'a> {
    let context = builder.context();
    let dim = ir::i64_attr(context, dim);
    builder.op("linalg.index").attr("dim", dim).result(ir::index(context)).value()
}

/// Returns the identity map `(d0, ..., dN) -> (d0, ..., dN)` of `rank` dimensions.
pub fn identity_map(context: &Context, rank: usize) -> AffineMap<'_> {
    AffineMap::multi_dim_identity(context, rank)
}

/// Returns the map `(d0, ..., dN) -> (dA, dB, ...)` from `rank` dimensions to `dims`.
pub fn map_of_dims<'a>(context: &'a Context, rank: usize, dims: &[usize]) -> AffineMap<'a> {
    let results: Vec<_> = dims.iter().map(|dim| AffineExpr::dim(context, *dim)).collect();
    AffineMap::new(context, rank, 0, &results)
}
