// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-split-scans`: splits long prefix scans into scans of chunks that can run in parallel.
//!
//! A prefix scan is a `reduce_window` whose windows contain all elements up to, or from, an element
//! along one dimension, such as a running sum, product or maximum. It is lowered to a sequential
//! loop for each row along this dimension, so that a scan with few rows uses few threads. This pass
//! divides the rows into chunks. It scans each chunk, then scans the totals of the chunks, and
//! combines the total of all previous chunks with each element of a chunk:
//!
//! ```mlir
//! scan(%x) : n   ->   %chunks = reshape(pad(%x)) : count x length
//!                     %inside = scan(%chunks) along length
//!                     %totals = slice(%inside)[0:count-1, length-1]
//!                     %before = scan(pad(%totals)) : count
//!                     slice(reshape(add(broadcast(%before), %inside)))
//! ```
//!
//! If the scan of totals is still long, it is split in the same way. This is the algorithm of
//! Blelloch, "Prefix sums and their applications" (CMU-CS-90-190, 1990), for more elements than
//! processors. XLA's `ReduceWindowRewriter` splits scans in this way.
//!
//! A scan is split if its body is a single operation that is known to be associative, and if its
//! initial value may be applied once per chunk, because it is a neutral constant or the operation
//! is idempotent. The specification would allow any initial value (section "reduce"), but programs
//! expect it to be applied only once in each result. Sums and products of floats are rounded in
//! another order.

use crate::build::Hlo;
use crate::elements::{Format, Number};
use crate::simplify::{Combiner, splat};
use hloom_dialects::op::Op as Kind;
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::window::{Scan, Window};
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Value};
use melior::ir::ValueLike;

/// The pass `hlo-split-scans`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-split-scans",
    description: "split long prefix scans into scans of chunks that can run in parallel",
    anchor: "",
    level: Level::Hlo,
    options: &[PassOption {
        name: "lines",
        description: "number of rows that keep the device busy; scans with at least this number of \
        rows are not split",
        default: "65536",
    }],
    dialects: &["stablehlo"],
    run,
};

/// The minimum number of elements of a row for which a scan is split. For shorter scans, a loop is
/// faster than several kernels.
const MIN_LENGTH: i64 = 256;

/// The smallest length of a chunk of a scan, in elements.
const MIN_CHUNK: i64 = 16;

/// The largest length of a chunk in elements, which is the number of steps that one thread
/// executes.
const MAX_CHUNK: i64 = 256;

/// The attributes of a scan that depend on the shape of its operand: its window and its sharding.
const ATTRIBUTES_OF_SHAPES: [&str; 7] = [
    "window_dimensions",
    "window_strides",
    "base_dilations",
    "window_dilations",
    "padding",
    "mhlo.sharding",
    "sdy.sharding",
];

fn run<'a>(context: &'a Context, root: Op<'a>, options: &OptionValues) -> Result<(), Failure<'a>> {
    let lines = options.number("lines", root)?;
    // In reverse order: the operations in the body of a scan are erased with it.
    for op in ir::walk(root).into_iter().rev() {
        if let Some(new) = split(context, op, lines) {
            ir::replace(op, [new]);
        }
    }
    Ok(())
}

/// Builds the split scan before `op` and returns its result. Returns `None` if `op` is not a scan
/// that can be split, or if splitting is not profitable.
fn split<'a>(context: &'a Context, op: Op<'a>, lines: i64) -> Option<Value<'a>> {
    ir::hlo_op(op).filter(|kind| *kind == Kind::StablehloReduceWindow)?;
    let [x, init] = ir::operands(op)[..] else { return None };
    let [result] = ir::results(op)[..] else { return None };
    let ty = x.r#type();
    let Shaped { shape, element } = Shaped::of(ty).filter(Shaped::is_static)?;
    // A type with an encoding, such as bounds of dynamic sizes, differs from the plain type. A
    // quantized type has no format.
    let is_plain = ir::tensor(&shape, element) == ty && Format::of(element).is_some();
    if !is_plain || result.r#type() != ty || init.r#type() != ir::tensor(&[], element) {
        return None;
    }
    let combiner = Combiner::of(op, element).filter(|combiner| may_repeat(*combiner, init))?;
    let Scan { dim, reverse } = Scan::of(&Window::of(op, shape.len()).ok()?, &shape)?;
    let length = chunk_length(&shape, dim, lines)?;
    let hlo = Hlo { at: Builder::before(context, op) };
    let parts = Parts { hlo, op, init, combiner, reverse, lines };
    Some(parts.chunks(x, dim, length))
}

/// Returns true if `combiner` is associative, and additional occurrences of `init` among the
/// elements of a scan with this initial value do not change its results.
fn may_repeat(combiner: Combiner, init: Value) -> bool {
    let Combiner::Binary(kind) = combiner else { return false };
    match kind {
        Kind::StablehloAnd
        | Kind::StablehloMaximum
        | Kind::StablehloMinimum
        | Kind::StablehloOr => true,
        Kind::StablehloAdd | Kind::StablehloXor => splat(init).is_some_and(Number::is_zero),
        Kind::StablehloMultiply => {
            splat(init).is_some_and(|number| number.is_one() || number == Number::Complex(1.0, 0.0))
        }
        _ => false,
    }
}

/// Returns the chunk length for the scan of a tensor of `shape` along `dim`. Returns `None` if the
/// scan is short, has at least `enough` rows, or has no elements.
///
/// The chunk length is near the square root of the row length, so that the number of chunks is
/// close to the chunk length. Among the lengths near the square root, a divisor of the row length
/// is preferred, because it needs no padding.
fn chunk_length(shape: &[i64], dim: usize, enough: i64) -> Option<i64> {
    let size = shape[dim];
    // A tensor with padding has less than twice the elements.
    let twice = shape.iter().try_fold(2_i64, |product, size| product.checked_mul(*size))?;
    if size < MIN_LENGTH || !(1..enough).contains(&(twice / 2 / size)) {
        return None;
    }
    let root = (1_i64 << size.ilog2().div_ceil(2)).clamp(MIN_CHUNK, MAX_CHUNK);
    let near = (root / 2).max(MIN_CHUNK)..=(2 * root).min(MAX_CHUNK);
    let divisors = near.filter(|length| size % length == 0);
    divisors.min_by_key(|length| (length - root).abs()).or(Some(root))
}

/// A builder of the operations that replace a scan.
struct Parts<'a> {
    /// A builder that inserts before the scan, with the location of the scan.
    hlo: Hlo<'a>,
    /// The scan that is split.
    op: Op<'a>,
    init: Value<'a>,
    combiner: Combiner,
    /// Whether the scan starts at the last element.
    reverse: bool,
    /// A scan is not split if it has at least this number of independent rows along its dimension.
    lines: i64,
}

impl<'a> Parts<'a> {
    /// Builds the scan of `x` along `dim`, in chunks if this is profitable.
    fn scan(&self, x: Value<'a>, dim: usize) -> Value<'a> {
        match chunk_length(&ir::shape_of(x), dim, self.lines) {
            Some(length) => self.chunks(x, dim, length),
            None => self.whole(x, dim),
        }
    }

    /// Builds the scan of `x` along `dim` as a single `reduce_window`.
    fn whole(&self, x: Value<'a>, dim: usize) -> Value<'a> {
        let at = &self.hlo.at;
        let window = Scan { dim, reverse: self.reverse }.window(&ir::shape_of(x));
        at.op(ir::op_name(self.op))
            .operands(&[x, self.init])
            .attrs_of(self.op, &ATTRIBUTES_OF_SHAPES)
            .attr("window_dimensions", ir::dense_i64_attr(at.context(), &window.sizes))
            .attr("padding", ir::padding_attr(at.context(), &window.padding))
            .result(x.r#type())
            .region(ir::copy_region(self.op))
            .value()
    }

    /// Builds the scan of `x` along `dim` in chunks of `length` elements.
    fn chunks(&self, x: Value<'a>, dim: usize, length: i64) -> Value<'a> {
        let hlo = self.hlo;
        let shape = ir::shape_of(x);
        let count = (shape[dim] + length - 1) / length;
        let missing = count * length - shape[dim];
        // The padding is where the scan ends, so that no result depends on it.
        let padded = self.pad(x, dim, missing, !self.reverse);
        let padded_shape = ir::shape_of(padded);
        let mut chunked = shape.clone();
        chunked[dim] = count;
        chunked.insert(dim + 1, length);
        let inside = self.whole(hlo.reshape(padded, &chunked), dim + 1);

        // The totals of all chunks but the last one, and the initial value before the first one.
        let (mut starts, mut limits) = (vec![0; chunked.len()], chunked.clone());
        if self.reverse {
            (starts[dim], limits[dim + 1]) = (1, 1);
        } else {
            (limits[dim], starts[dim + 1]) = (count - 1, length - 1);
        }
        let totals = hlo.slice(inside, &starts, &limits, &vec![1; chunked.len()]);
        let mut flat = shape.clone();
        flat[dim] = count - 1;
        let totals = self.pad(hlo.reshape(totals, &flat), dim, 1, self.reverse);
        let before = self.scan(totals, dim);

        let others: Vec<_> =
            (0..chunked.len()).filter(|at| *at != dim + 1).map(|at| at as i64).collect();
        let before = hlo.broadcast(before, &others, &chunked);
        let (first, second) = if self.reverse { (inside, before) } else { (before, inside) };
        let combined = hlo.reshape(self.combiner.combine(hlo, first, second), &padded_shape);
        let (mut starts, mut limits) = (vec![0; shape.len()], padded_shape);
        if self.reverse {
            starts[dim] = missing;
        } else {
            limits[dim] -= missing;
        }
        hlo.slice(combined, &starts, &limits, &vec![1; shape.len()])
    }

    /// Adds `count` initial values to `x` along `dim`, after the elements if `after` is true,
    /// otherwise before them.
    fn pad(&self, x: Value<'a>, dim: usize, count: i64, after: bool) -> Value<'a> {
        if count == 0 {
            return x;
        }
        let none = vec![0; ir::shape_of(x).len()];
        let mut edge = none.clone();
        edge[dim] = count;
        let (low, high) = if after { (&none, &edge) } else { (&edge, &none) };
        self.hlo.pad(x, self.init, low, high, &none)
    }
}

#[cfg(test)]
mod tests {
    use super::chunk_length;

    #[test]
    fn chunks_are_about_as_many_as_their_elements() {
        let length = |size| chunk_length(&[size], 0, 2);
        assert_eq!(length(255), None);
        assert_eq!(length(256), Some(16));
        assert_eq!(length(1024), Some(32));
        // No divisor: the power of two near the square root.
        assert_eq!(length(1001), Some(32));
        assert_eq!(length(1000), Some(25));
        assert_eq!(length(1 << 20), Some(256));
        assert_eq!(length(i64::MAX), None);
    }

    #[test]
    fn scans_of_many_lines_stay_whole() {
        assert_eq!(chunk_length(&[8, 1024], 1, 9), Some(32));
        assert_eq!(chunk_length(&[8, 1024], 1, 8), None);
        assert_eq!(chunk_length(&[1024, 2, 4], 0, 8), None);
        assert_eq!(chunk_length(&[0, 1024], 1, 8), None);
    }
}
