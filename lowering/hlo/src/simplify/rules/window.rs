// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rule for `reduce_window`.

use crate::build::element_of;
use crate::simplify::matching::Match;
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::window::{Scan, Window};
use hloom_ir::{self as ir, Value};

pub const RULES: &[(Kind, Rule)] = &[(Kind::StablehloReduceWindow, window_of_all_before_or_after)];

/// Average number of windows per element above which the rewrite saves work.
const OVERLAP: i64 = 4;

/// The three sections of a `reduce_window` result along a dimension, from first to last.
struct Parts {
    /// Number of copies in the first section, and the position in the running reduction that is
    /// copied. If the position is `None`, the initial value is copied.
    first: (i64, Option<i64>),
    /// Start and length of the section that is copied from the running reduction.
    running: (i64, i64),
    /// The same numbers as in `first`, for the last section.
    last: (i64, Option<i64>),
}

/// `reduce_window(x)` = sections of a running reduction, if all windows begin at or before the
/// first element, or all end at or after the last element. The windows of a running reduction
/// contain all elements up to, or from, each element. The lowering recognizes them as a prefix
/// scan.
fn window_of_all_before_or_after<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let count = ir::results(found.op).len();
    let shape = ir::shape_of(found.operand(0)?);
    let window = Window::of(found.op, shape.len()).ok()?;
    let dim = window.only_wide_dimension()?;
    let (size, out, width) = (shape[dim], found.shape[dim], window.sizes[dim]);
    let (low, _) = window.padding[dim];
    let running_already = Scan::of(&window, &shape).is_some();
    if running_already || size == 0 || out.checked_mul(width)? / OVERLAP <= size {
        return None;
    }
    let (reverse, parts) = if out - 1 <= low {
        // Result i reduces the first i + width - low elements.
        let none = (low - width + 1).clamp(0, out);
        let start = none + width - low - 1;
        let running = (size - start).clamp(0, out - none);
        let last = (out - none - running, Some(size - 1));
        (false, Parts { first: (none, None), running: (start, running), last })
    } else if width - low >= size {
        // Result i reduces the elements from i - low on.
        let all = (low + 1).clamp(0, out);
        let start = all - low;
        let running = (size - start).clamp(0, out - all);
        let last = (out - all - running, None);
        (true, Parts { first: (all, Some(0)), running: (start, running), last })
    } else {
        return None;
    };

    let context = found.hlo.at.context();
    let op = ir::clone_before(found.op, found.op);
    let window = Scan { dim, reverse }.window(&shape);
    ir::set_attribute(op, "window_dimensions", ir::dense_i64_attr(context, &window.sizes));
    ir::set_attribute(op, "padding", ir::padding_attr(context, &window.padding));
    let results = ir::results(op).into_iter().enumerate().map(|(index, running)| {
        ir::set_type(running, ir::tensor(&shape, element_of(running)));
        let init = found.operand(count + index)?;
        Some(parts.of(found, running, init, dim))
    });
    results.collect()
}

impl Parts {
    fn of<'a>(
        &self,
        found: &Match<'a>,
        running: Value<'a>,
        init: Value<'a>,
        dim: usize,
    ) -> Value<'a> {
        let hlo = found.hlo;
        let shape = ir::shape_of(running);
        let element = element_of(running);
        let slice = |start: i64, length: i64| {
            let (mut starts, mut limits) = (vec![0; shape.len()], shape.clone());
            (starts[dim], limits[dim]) = (start, start + length);
            hlo.slice(running, &starts, &limits, &vec![1; shape.len()])
        };
        let same = |(length, from): (i64, Option<i64>)| {
            let mut shape = shape.clone();
            shape[dim] = length;
            let Some(position) = from else {
                let init =
                    if element_of(init) == element { init } else { hlo.convert(init, element) };
                return hlo.broadcast(init, &[], &shape);
            };
            let mut flat = shape.clone();
            flat.remove(dim);
            let others: Vec<_> = (0..shape.len() as i64).filter(|it| *it != dim as i64).collect();
            hlo.broadcast(hlo.reshape(slice(position, 1), &flat), &others, &shape)
        };
        let (start, length) = self.running;
        let mut parts = Vec::new();
        if self.first.0 > 0 {
            parts.push(same(self.first));
        }
        if length > 0 {
            parts.push(slice(start, length));
        }
        if self.last.0 > 0 {
            parts.push(same(self.last));
        }
        match parts[..] {
            [only] => only,
            _ => hlo.concatenate(&parts, dim),
        }
    }
}
