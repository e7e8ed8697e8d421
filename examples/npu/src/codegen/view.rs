// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Views of memory: location, sizes and strides.

use super::element::Element;
use super::linear::Linear;
use super::nest::Access;
use hloom_lowering::ir::{self, Op, Shaped};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// A strided view of elements in a kernel argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub argument: usize,
    /// Offset of the first element in the kernel argument, in bytes.
    pub offset: i64,
    /// Terms of the offset that are known only at run time. Each is a scratchpad word, given by its
    /// address, times a number of bytes.
    pub dynamic: Vec<(u32, i64)>,
    pub sizes: Vec<i64>,
    /// Stride in bytes in each dimension of the view.
    pub strides: Vec<i64>,
    pub element: Element,
}

/// Returns the strides, in bytes, of a dense row-major array of elements of `bytes` bytes.
fn contiguous(sizes: &[i64], bytes: i64) -> Vec<i64> {
    let mut strides = vec![bytes; sizes.len()];
    for dim in (1..sizes.len()).rev() {
        strides[dim - 1] = strides[dim] * sizes[dim].max(1);
    }
    strides
}

impl View {
    /// Returns the dense row-major view of a shaped type at a byte offset of a kernel argument.
    /// Returns `None` if the type is not supported.
    pub fn whole(argument: usize, offset: i64, ty: ir::Type) -> Option<View> {
        let shaped = Shaped::of(ty).filter(Shaped::is_static)?;
        let element = Element::of(shaped.element)?;
        let strides = contiguous(&shaped.shape, element.bytes()?);
        Some(View { argument, offset, dynamic: vec![], sizes: shaped.shape, strides, element })
    }

    /// Returns the access to the element at indices that are linear functions of `dims` loop
    /// indices. Returns `None` if an address overflows or the number of indices differs from the
    /// rank.
    pub fn access(&self, dims: usize, indices: &[Linear]) -> Option<Access> {
        let mut place = Linear::constant(dims, self.offset);
        for (index, stride) in indices.iter().zip(&self.strides) {
            place = place.combined(1, index, *stride)?;
        }
        (indices.len() == self.strides.len()).then(|| Access {
            argument: self.argument,
            offset: place.constant,
            dynamic: self.dynamic.clone(),
            strides: place.factors,
            format: self.element.format(),
        })
    }

    /// Returns the view of a `memref.subview`, or `None` if sizes or strides are dynamic or an
    /// offset is unknown. `word` returns a dynamic offset as a constant or a scratchpad word.
    pub fn subview(
        &self,
        op: Op,
        word: &mut dyn FnMut(ir::Value) -> Option<Known>,
    ) -> Option<View> {
        let list = |name: &str| op.attribute(name).ok().and_then(ir::i64_array);
        let (offsets, sizes, steps) =
            (list("static_offsets")?, list("static_sizes")?, list("static_strides")?);
        if sizes.iter().chain(&steps).any(|number| *number == Shaped::DYNAMIC) {
            return None;
        }
        let mut given = ir::operands(op).into_iter().skip(1);
        let mut view = View { sizes: vec![], strides: vec![], ..self.clone() };
        for (offset, stride) in offsets.iter().zip(&self.strides) {
            if *offset != Shaped::DYNAMIC {
                view.offset += offset * stride;
                continue;
            }
            match word(given.next()?)? {
                Known::Constant(at) => view.offset += at * stride,
                Known::Word(word) => view.dynamic.push((word, *stride)),
            }
        }
        // The result type may drop dimensions of size one.
        let shape = ir::shape_of(ir::results(op)[0]);
        for (dim, size) in sizes.iter().enumerate() {
            if shape.get(view.sizes.len()) == Some(size) {
                view.sizes.push(*size);
                view.strides.push(self.strides[dim] * steps[dim]);
            } else if *size != 1 {
                return None;
            }
        }
        (view.sizes == shape).then_some(view)
    }

    /// Returns a view of the same elements with another shape, or `None` if no strides describe
    /// such a view.
    pub fn reshaped(&self, shape: Vec<i64>) -> Option<View> {
        if shape.contains(&0) {
            let strides = contiguous(&shape, self.element.bytes()?);
            return Some(View { sizes: shape, strides, ..self.clone() });
        }
        // Runs of dimensions that can be merged, without dimensions of size one.
        let mut runs: Vec<(i64, i64)> = Vec::new();
        for (size, stride) in self.sizes.iter().zip(&self.strides).filter(|(size, _)| **size != 1) {
            match runs.last_mut() {
                Some(last) if last.1 == size * stride => *last = (last.0 * size, *stride),
                _ => runs.push((*size, *stride)),
            }
        }
        let mut strides = vec![0; shape.len()];
        let mut runs = runs.into_iter().rev();
        let mut run = runs.next();
        for (dim, size) in shape.iter().enumerate().rev().filter(|(_, size)| **size != 1) {
            let (left, stride) = run.filter(|(left, _)| left % size == 0)?;
            strides[dim] = stride;
            run = if left == *size { runs.next() } else { Some((left / size, stride * size)) };
        }
        run.is_none().then(|| View { sizes: shape, strides, ..self.clone() })
    }
}

/// An index: a constant, or the address of a scratchpad word that contains the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    Constant(i64),
    Word(u32),
}

/// Returns the source dimension of each result dimension of a `memref.transpose`.
pub fn permutation(op: Op) -> Option<Vec<usize>> {
    let map = op.attribute("permutation").ok()?.to_string();
    let results = super::linear::parse_map(&map)?;
    let one = |linear: Linear| linear.factors.iter().position(|factor| *factor == 1);
    results.into_iter().map(one).collect()
}

/// Returns the type of an operation's first result, or `None` if it has no results.
pub fn result_type<'a>(op: Op<'a>) -> Option<ir::Type<'a>> {
    ir::results(op).first().map(|result| result.r#type())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(sizes: &[i64], strides: &[i64]) -> View {
        View {
            argument: 0,
            offset: 8,
            dynamic: vec![],
            sizes: sizes.to_vec(),
            strides: strides.to_vec(),
            element: Element::F32,
        }
    }

    #[test]
    fn shapes_change_where_memory_allows() {
        let whole = view(&[2, 3, 4], &[48, 16, 4]);
        assert_eq!(whole.reshaped(vec![6, 4]), Some(view(&[6, 4], &[16, 4])));
        assert_eq!(whole.reshaped(vec![24]), Some(view(&[24], &[4])));
        assert_eq!(view(&[24], &[4]).reshaped(vec![2, 12]), Some(view(&[2, 12], &[48, 4])));
        let part = view(&[2, 2, 4], &[48, 16, 4]);
        assert_eq!(part.reshaped(vec![2, 8]), Some(view(&[2, 8], &[48, 4])));
        assert_eq!(part.reshaped(vec![16]), None);
        assert_eq!(part.reshaped(vec![4, 4]), None);
        assert_eq!(part.reshaped(vec![2, 1, 8]), Some(view(&[2, 1, 8], &[48, 0, 4])));
        assert_eq!(view(&[], &[]).reshaped(vec![1, 1]), Some(view(&[1, 1], &[0, 0])));
        assert_eq!(view(&[1], &[4]).reshaped(vec![]), Some(view(&[], &[])));
    }
}
