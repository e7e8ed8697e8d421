// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Loops over tiles of equal shape, even if the tile size does not divide the extent.
//!
//! If the tile size does not divide the extent of a dimension, the last tile begins earlier, and
//! recomputes elements of the previous tile. The last tile inserts only the elements that the
//! previous tile does not, so that no two iterations write the same element. The inserted slice is
//! then the only tensor whose shape is not static:
//!
//! ```mlir
//! scf.forall (%t) in (2) shared_outs(%out = %empty) -> (tensor<13x16xf32>) {
//!   %begin = arith.muli %t, %c7 : index
//!   %first = arith.minui %begin, %c6 : index
//!   %skipped = arith.subi %begin, %first : index
//!   %own = arith.subi %c7, %skipped : index
//!   // %tile : tensor<7x16xf32>, of the rows from %first on
//!   %part = tensor.extract_slice %tile[%skipped, 0] [%own, 16] [1, 1]
//!   scf.forall.in_parallel {
//!     tensor.parallel_insert_slice %part into %out[%begin, 0] [%own, 16] [1, 1]
//!   }
//! }
//! ```

use super::ffi;
use crate::rounding::ceil;
use hloom_ir::linalg::generic::empty;
use hloom_ir::linalg::slices::{Offset, extract_part, parallel_insert_slice};
use hloom_ir::linalg::structured::Structured;
use hloom_ir::{self as ir, Builder, Context, Forall, Op, Value};
use melior::ir::ValueLike;

/// A tile of the iteration space of an operation.
#[derive(Clone)]
pub struct Tile<'a> {
    /// The operation before which the tile is computed.
    pub next: Op<'a>,
    /// The first iteration of the tile in each loop of the operation.
    pub offsets: Vec<Value<'a>>,
    /// The number of iterations of the tile in each loop of the operation.
    pub sizes: Vec<i64>,
}

/// The iterations of one loop of an operation that belong to a tile.
struct Part<'a> {
    /// The first iteration of the loop that the tile computes.
    first: Value<'a>,
    /// The number of iterations of the loop that the tile computes.
    size: i64,
    /// The first iteration whose results are inserted into the output, and the number of these
    /// iterations.
    inserted: [Offset<'a>; 2],
    /// The number of iterations of the tile before the first one whose results are inserted.
    skipped: Offset<'a>,
}

/// Emits the loop over the tiles of the operation `root` before it, and replaces its single result.
/// There is a tile size for each loop of the operation, or 0 if the loop is not tiled. `compute`
/// emits the result of a tile.
///
/// Returns `None` if an index of the result is not a single loop, or if `compute` returns `None`.
pub fn emit<'a>(
    context: &'a Context,
    root: &Structured<'a>,
    sizes: &[i64],
    compute: impl FnOnce(&Tile<'a>) -> Option<Value<'a>>,
) -> Option<Op<'a>> {
    let extents = root.extents()?;
    let [result] = ir::results(root.op)[..] else { return None };
    let dims = ir::projected_dims(&root.maps[root.inputs])?;
    let looped: Vec<_> = (0..sizes.len()).filter(|dim| sizes[*dim] > 0).collect();
    let count = |dim: &usize| ceil(extents[*dim], sizes[*dim]);
    let counts: Vec<_> = looped.iter().map(count).collect();
    let builder = Builder::before(context, root.op);
    let output = empty(builder, result.r#type());
    let mut body = None;
    let nest = Forall::build_on_tensors(builder, &counts, &[output], |end, arguments| {
        body = Some((end, arguments.to_vec()));
    });
    let (end, arguments) = body?;
    let (variables, shared) = arguments.split_at(looped.len());
    let at = Builder::before(context, end).at(builder.location());
    let mut parts: Vec<_> = extents.iter().map(|extent| Part::whole(at, *extent)).collect();
    for (dim, variable) in looped.iter().zip(variables) {
        parts[*dim] = Part::of(at, *variable, sizes[*dim], extents[*dim]);
    }
    let tile = Tile {
        next: end,
        offsets: parts.iter().map(|part| part.first).collect(),
        sizes: parts.iter().map(|part| part.size).collect(),
    };
    let mut value = compute(&tile)?;
    let own = |of: fn(&Part<'a>) -> Offset<'a>| -> Vec<_> {
        dims.iter().map(|dim| of(&parts[*dim])).collect()
    };
    let [begins, numbers] = [own(|part| part.inserted[0]), own(|part| part.inserted[1])];
    if numbers.iter().any(|number| matches!(number, Offset::Dynamic(_))) {
        value = extract_part(at, value, &own(|part| part.skipped), &numbers);
    }
    let inserts = ir::regions(end).into_iter().flat_map(ir::blocks).next()?;
    let inserts = Builder::at_end(context, inserts, builder.location());
    parallel_insert_slice(inserts, value, shared[0], &begins, &numbers);
    ir::replace_all_uses(result, ir::results(nest)[0]);
    Some(nest)
}

impl<'a> Part<'a> {
    /// Returns the part that contains all iterations of a loop, for a loop that is not tiled.
    fn whole(at: Builder<'a>, extent: i64) -> Self {
        let inserted = [Offset::Static(0), Offset::Static(extent)];
        Self { first: at.index(0), size: extent, inserted, skipped: Offset::Static(0) }
    }

    /// Emits the part of a loop of `extent` iterations for tile number `number`, where tiles have
    /// `size` iterations.
    fn of(at: Builder<'a>, number: Value<'a>, size: i64, extent: i64) -> Self {
        let length = at.index(size);
        let begin = if size == 1 { number } else { at.binary("arith.muli", number, length) };
        if extent % size == 0 {
            let inserted = [Offset::Dynamic(begin), Offset::Static(size)];
            return Self { first: begin, size, inserted, skipped: Offset::Static(0) };
        }
        let first = at.binary("arith.minui", begin, at.index(extent - size));
        let skipped = at.binary("arith.subi", begin, first);
        let own = at.binary("arith.subi", length, skipped);
        let inserted = [Offset::Dynamic(begin), Offset::Dynamic(own)];
        Self { first, size, inserted, skipped: Offset::Dynamic(skipped) }
    }
}

/// Fuses the producers of the slices that an operation reads, and recursively their producers, if
/// `fuse` accepts them.
pub fn fuse_producers<'a>(op: Op<'a>, fuse: impl Fn(Op<'a>) -> bool) {
    let mut pending = vec![op];
    while let Some(op) = pending.pop() {
        for position in 0..ir::operands(op).len() {
            let slice = ir::defining_op(ir::operands(op)[position])
                .filter(|slice| ir::op_name(*slice) == "tensor.extract_slice");
            let Some(slice) = slice else { continue };
            if ir::defining_op(ir::operands(slice)[0]).is_some_and(&fuse) {
                pending.extend(ffi::fuse_producer(slice));
            }
        }
    }
}
