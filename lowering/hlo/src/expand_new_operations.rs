// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-expand-new-operations`: expands operations that an older version of StableHLO lacks.
//!
//! - `tan` (1.4.0) becomes a quotient of sine and cosine.
//! - Batching dimensions of `gather` and `scatter` (1.1.0) become indices that `iota` counts.
//!
//! ```mlir
//! gather(x, indices) batching [0] x [1]   ->   gather(x, concatenate(iota dim = 1, indices))
//! ```
//!
//! A portable artifact of an older version cannot hold these operations otherwise. The expansion
//! costs speed, so `hlo-translate --serialize` does not run it. This is stablehlo-opt's pass
//! `stablehlo-compatibility-expander`.

use crate::build::{Hlo, element_of};
use hloom_dialects::op::Op as Kind;
use hloom_ir::attributes::{gather_dims, scatter_dims};
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Value};
use melior::ir::operation::OperationLike;

/// The pass `hlo-expand-new-operations`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-expand-new-operations",
    description: "expand operations that an older version of StableHLO lacks",
    anchor: "",
    level: Level::Hlo,
    options: &[PassOption {
        name: "target",
        description: "version of StableHLO: x.y.z",
        default: "0.9.0",
    }],
    dialects: &["stablehlo"],
    run,
};

fn run<'a>(context: &'a Context, root: Op<'a>, options: &OptionValues) -> Result<(), Failure<'a>> {
    let text = options.text("target");
    let parts: Option<Vec<u32>> =
        text.split('.').map(|part| part.parse().ok().filter(|_| !part.starts_with('+'))).collect();
    let Some(&[major, minor, _]) = parts.as_deref() else {
        let message =
            format!("option `target`: expected a StableHLO version x.y.z, found `{text}`");
        return Err(Failure::at(root, message));
    };
    let is_before = |other: (u32, u32)| (major, minor) < other;
    for op in ir::walk(root) {
        let Some(kind) = ir::hlo_op(op) else { continue };
        let hlo = Hlo { at: Builder::before(context, op) };
        match kind {
            Kind::StablehloTan if is_before((1, 4)) => {
                let x = ir::operands(op)[0];
                ir::replace(op, [tan(hlo, x)]);
            }
            Kind::StablehloGather if is_before((1, 1)) => {
                gather(context, hlo, op);
            }
            Kind::StablehloScatter if is_before((1, 1)) => {
                scatter(context, hlo, op);
            }
            _ => {}
        }
    }
    Ok(())
}

/// Builds `tan(x) = sine(x) / cosine(x)`, and for complex numbers
/// `tan(a + bi) = (tan(a) + i tanh(b)) / (1 - i tan(a) tanh(b))`.
fn tan<'a>(hlo: Hlo<'a>, x: Value<'a>) -> Value<'a> {
    if ir::is_complex(element_of(x)).is_none() {
        let sine = hlo.unary("sine", x);
        return hlo.binary("divide", sine, hlo.unary("cosine", x));
    }
    let (tangent, hyperbolic) = (tan(hlo, hlo.real(x)), hlo.unary("tanh", hlo.imag(x)));
    let numerator = hlo.complex(tangent, hyperbolic);
    let one = hlo.float(1.0, melior::ir::ValueLike::r#type(&tangent));
    let product = hlo.unary("negate", hlo.binary("multiply", tangent, hyperbolic));
    hlo.binary("divide", numerator, hlo.complex(one, product))
}

/// Indices of a gather or scatter, with those of the batching dimensions in front.
struct Indices<'a> {
    value: Value<'a>,
    index_vector: usize,
    /// The operand dimension of each element of an index vector.
    map: Vec<usize>,
    /// Whether the indices are sorted if the indices without the batching dimensions are sorted.
    stays_sorted: bool,
}

/// Puts the indices of batching dimensions in front of `indices`. `batching` has pairs of a
/// batching dimension of the operand and the corresponding batching dimension of `indices`.
fn with_batching<'a>(
    hlo: Hlo<'a>,
    indices: Value<'a>,
    index_vector: usize,
    batching: &[(usize, usize)],
    map: &[usize],
) -> Indices<'a> {
    let context = hlo.at.context();
    let mut shape = ir::shape_of(indices);
    let mut indices = indices;
    if index_vector == shape.len() {
        shape.push(1);
        indices = hlo.reshape(indices, &shape);
    }
    let largest = batching.iter().map(|(_, dim)| shape[*dim]).max().unwrap_or_default();
    let element = element_of(indices);
    let width = ir::element_width(element);
    let bits = if ir::is_unsigned(element) { width } else { width - 1 };
    // `index` has no unsigned form, and 63 bits hold every size.
    if bits < 63 && largest > (1_i64 << bits) - 1 {
        let wide = if largest > i64::from(i32::MAX) { 64 } else { 32 };
        indices = hlo.convert(indices, ir::int(context, wide));
    }
    shape[index_vector] = 1;
    let column = ir::tensor(&shape, element_of(indices));
    let mut parts: Vec<_> = batching.iter().map(|(_, dim)| hlo.iota(*dim, column)).collect();
    parts.push(indices);
    let map: Vec<_> = batching.iter().map(|(dim, _)| *dim).chain(map.iter().copied()).collect();
    let stays_sorted = map.is_sorted() && batching.iter().is_sorted_by_key(|(_, dim)| *dim);
    Indices { value: hlo.concatenate(&parts, index_vector), index_vector, map, stays_sorted }
}

/// Returns the union of two lists of dimensions, sorted.
fn union(one: &[usize], other: &[usize]) -> Vec<usize> {
    let mut all = [one, other].concat();
    all.sort_unstable();
    all
}

/// Formats the fields of an attribute of dimensions; empty lists are left out.
fn fields(lists: &[(&str, &[usize])], index_vector: usize) -> String {
    let lists = lists.iter().filter(|(_, dims)| !dims.is_empty());
    let mut fields: Vec<_> = lists.map(|(name, dims)| format!("{name} = {dims:?}")).collect();
    fields.push(format!("index_vector_dim = {index_vector}"));
    fields.join(", ")
}

fn gather<'a>(context: &'a Context, hlo: Hlo<'a>, op: Op<'a>) -> Option<()> {
    let dims = gather_dims(op).ok()?;
    if dims.operand_batching.is_empty() {
        return None;
    }
    let [x, indices] = ir::operands(op)[..] else { return None };
    let batching: Vec<_> = dims
        .operand_batching
        .iter()
        .copied()
        .zip(dims.start_indices_batching.iter().copied())
        .collect();
    let new = with_batching(hlo, indices, dims.index_vector, &batching, &dims.start_index_map);
    let collapsed = union(&dims.collapsed_slice, &dims.operand_batching);
    let lists = [
        ("offset_dims", &dims.offset[..]),
        ("collapsed_slice_dims", &collapsed),
        ("start_index_map", &new.map),
    ];
    let numbers = format!("#stablehlo.gather<{}>", fields(&lists, new.index_vector));
    let gather = hlo
        .at
        .op("stablehlo.gather")
        .operands(&[x, new.value])
        .attrs_of(op, &["dimension_numbers", "indices_are_sorted"])
        .attr("dimension_numbers", ir::parse_attribute(context, &numbers))
        .attr("indices_are_sorted", sorted(context, op, new.stays_sorted))
        .result(melior::ir::ValueLike::r#type(&ir::results(op)[0]))
        .value();
    ir::replace(op, [gather]);
    Some(())
}

fn scatter<'a>(context: &'a Context, hlo: Hlo<'a>, op: Op<'a>) -> Option<()> {
    let dims = scatter_dims(op).ok()?;
    if dims.input_batching.is_empty() {
        return None;
    }
    let position = ir::results(op).len();
    let indices = *ir::operands(op).get(position)?;
    let batching: Vec<_> = dims
        .input_batching
        .iter()
        .copied()
        .zip(dims.scatter_indices_batching.iter().copied())
        .collect();
    let map = &dims.scatter_dims_to_operand;
    let new = with_batching(hlo, indices, dims.index_vector, &batching, map);
    let inserted = union(&dims.inserted_window, &dims.input_batching);
    let lists = [
        ("update_window_dims", &dims.update_window[..]),
        ("inserted_window_dims", &inserted),
        ("scatter_dims_to_operand_dims", &new.map),
    ];
    let numbers = format!("#stablehlo.scatter<{}>", fields(&lists, new.index_vector));
    ir::set_operand(op, position, new.value);
    ir::set_attribute(op, "scatter_dimension_numbers", ir::parse_attribute(context, &numbers));
    ir::set_attribute(op, "indices_are_sorted", sorted(context, op, new.stays_sorted));
    Some(())
}

/// Returns the attribute `indices_are_sorted` of the expanded operation.
fn sorted<'a>(context: &'a Context, op: Op<'a>, stays: bool) -> ir::Attribute<'a> {
    let was = op.attribute("indices_are_sorted").ok();
    ir::bool_attr(context, stays && was.is_some_and(|it| it.to_string() == "true"))
}
