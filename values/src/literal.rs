// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Dense tensors on the host, the single representation of inputs, outputs and constants.

use crate::{AlignedBytes, Distribution, Element, ElementType, Error, Scalar, Shape, random};

/// A dense tensor: a shape and its elements in row-major order.
///
/// Each element takes [`ElementType::byte_width`] bytes in the host's byte order. The buffer is
/// aligned to [`ALIGNMENT`](crate::ALIGNMENT) bytes. [`Display`](std::fmt::Display) prints
/// the tensor readably and abridges large ones.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(into = "Stored", try_from = "Stored")]
pub struct Literal {
    shape: Shape,
    bytes: AlignedBytes,
}

/// The serialized form of a literal: its shape and its bytes.
#[derive(serde::Serialize, serde::Deserialize)]
struct Stored {
    shape: Shape,
    bytes: Vec<u8>,
}

impl From<Literal> for Stored {
    fn from(literal: Literal) -> Self {
        Self { bytes: literal.bytes.to_vec(), shape: literal.shape }
    }
}

impl TryFrom<Stored> for Literal {
    type Error = Error;

    fn try_from(stored: Stored) -> Result<Self, Error> {
        Self::from_bytes(stored.shape, &stored.bytes)
    }
}

impl Literal {
    /// Creates a tensor whose bytes are all zero: false for `i1`, the all-zero encoding for
    /// floats.
    ///
    /// # Errors
    /// Fails if the shape is larger than the address space, or if the allocation fails.
    pub fn zeros(shape: Shape) -> Result<Self, Error> {
        let bytes = byte_size(&shape)?;
        let bytes = AlignedBytes::try_zeroed(bytes).ok_or_else(|| out_of_memory(&shape, bytes))?;
        Ok(Self { shape, bytes })
    }

    /// Creates a tensor from its elements in row-major order.
    ///
    /// # Errors
    /// Fails if the length of `elements` is not the product of `dims`, or if the allocation
    /// fails.
    pub fn from_slice<T: Element>(
        elements: &[T],
        dims: impl Into<Vec<usize>>,
    ) -> Result<Self, Error> {
        let shape = Shape::new(T::TYPE, dims);
        if shape.element_count() != Some(elements.len()) {
            let count = elements.len();
            return Err(Error::invalid(format!(
                "expected the number of elements of {shape}, found {count} elements"
            )));
        }
        Self::from_bytes(shape, bytemuck::cast_slice(elements))
    }

    /// Creates a tensor of booleans from its elements in row-major order.
    ///
    /// # Errors
    /// Fails if the length of `elements` is not the product of `dims`, or if the allocation
    /// fails.
    pub fn from_bools(elements: &[bool], dims: impl Into<Vec<usize>>) -> Result<Self, Error> {
        let bytes: Vec<_> = elements.iter().copied().map(u8::from).collect();
        Self::from_bytes(Shape::new(ElementType::Pred, dims), &bytes)
    }

    /// Creates a tensor of rank 0.
    ///
    /// # Errors
    /// Fails if the allocation fails.
    pub fn scalar<T: Element>(element: T) -> Result<Self, Error> {
        Self::from_slice(&[element], [])
    }

    /// Creates a tensor from the bytes of its elements in the host's byte order.
    ///
    /// # Errors
    /// Fails if the length of `bytes` is not the shape's size in bytes, or if the allocation
    /// fails.
    pub fn from_bytes(shape: Shape, bytes: &[u8]) -> Result<Self, Error> {
        let size = byte_size(&shape)?;
        if bytes.len() != size {
            let given = bytes.len();
            return Err(Error::invalid(format!(
                "expected {size} bytes for {shape}, found {given}"
            )));
        }
        let bytes = AlignedBytes::try_copy_of(bytes).ok_or_else(|| out_of_memory(&shape, size))?;
        Ok(Self { shape, bytes })
    }

    /// Creates a tensor that takes over an aligned buffer without copying it.
    ///
    /// # Errors
    /// Fails if the length of `bytes` is not the shape's size in bytes.
    pub fn from_aligned_bytes(shape: Shape, bytes: AlignedBytes) -> Result<Self, Error> {
        let size = byte_size(&shape)?;
        if bytes.len() != size {
            let given = bytes.len();
            return Err(Error::invalid(format!(
                "expected {size} bytes for {shape}, found {given}"
            )));
        }
        Ok(Self { shape, bytes })
    }

    /// Creates a tensor whose elements all have the same value, converted to the element type.
    ///
    /// Integers saturate; floats round to nearest even.
    ///
    /// # Errors
    /// Fails if the shape is larger than the address space, or if the allocation fails.
    pub fn splat(shape: Shape, value: Scalar) -> Result<Self, Error> {
        let mut literal = Self::zeros(shape)?;
        let element_type = literal.shape.element_type;
        for element in literal.bytes.chunks_exact_mut(element_type.byte_width()) {
            value.write(element_type, element);
        }
        Ok(literal)
    }

    /// Creates a tensor of small random elements.
    ///
    /// The elements depend only on the seed, the shape and the element type; they are equal on
    /// every machine and in every version. Floats, and the real and imaginary parts of complex
    /// numbers, are uniformly distributed in [-1, 1), rounded to the type. Signed integers are
    /// uniformly distributed in -8 to 7 and unsigned integers in 0 to 15, or in the range of the
    /// type if it is narrower. `f8E8M0FNU`, which has no sign, has values in [1/2, 1].
    ///
    /// # Errors
    /// Fails if the shape is larger than the address space, or if the allocation fails.
    pub fn random(shape: Shape, seed: u64) -> Result<Self, Error> {
        let mut literal = Self::zeros(shape)?;
        random::fill(literal.shape.element_type, &mut literal.bytes, seed);
        Ok(literal)
    }

    /// Creates a tensor of random elements with the given distribution.
    ///
    /// The elements depend only on the seed, the shape, the element type and the distribution.
    ///
    /// # Errors
    /// Fails if an integer type has no number in the interval, if the interval exceeds the range of
    /// a floating-point type, if the shape is larger than the address space, or if the allocation
    /// fails.
    pub fn random_from(shape: Shape, seed: u64, distribution: Distribution) -> Result<Self, Error> {
        let mut literal = Self::zeros(shape)?;
        random::fill_from(literal.shape.element_type, &mut literal.bytes, seed, distribution)?;
        Ok(literal)
    }

    /// Creates a tensor whose element at each index is the result of `function`, converted as
    /// in [`Literal::splat`].
    ///
    /// # Errors
    /// Returns the first error of `function`. Also fails if the shape is larger than the address
    /// space, or if the allocation fails.
    pub fn generate<E: From<Error>>(
        shape: Shape,
        mut function: impl FnMut(&[usize]) -> Result<Scalar, E>,
    ) -> Result<Self, E> {
        let mut literal = Self::zeros(shape.clone())?;
        let width = shape.element_type.byte_width();
        let mut elements = literal.bytes.chunks_exact_mut(width);
        shape.try_for_each_index(|index| {
            if let Some(element) = elements.next() {
                function(index)?.write(shape.element_type, element);
            }
            Ok::<(), E>(())
        })?;
        Ok(literal)
    }

    /// Creates a tensor of dimensions `dims` from this tensor's elements.
    ///
    /// `place` maps each index of the result to the index of this tensor's element.
    ///
    /// # Errors
    /// Fails if `place` returns `None` or an index out of bounds, or if the allocation fails.
    pub fn rearranged(
        &self,
        dims: &[usize],
        place: impl FnMut(&[usize]) -> Option<Vec<usize>>,
    ) -> Result<Self, Error> {
        self.picked(dims, None, place)
    }

    /// Creates a tensor as in [`Literal::rearranged`], but uses the element `other` where `place`
    /// returns `None` or an index out of bounds.
    ///
    /// # Errors
    /// Fails if `other` is used and is not a single element of the same width, or if the allocation
    /// fails.
    pub fn rearranged_or(
        &self,
        dims: &[usize],
        other: &Self,
        place: impl FnMut(&[usize]) -> Option<Vec<usize>>,
    ) -> Result<Self, Error> {
        self.picked(dims, Some(other.bytes()), place)
    }

    fn picked(
        &self,
        dims: &[usize],
        other: Option<&[u8]>,
        mut place: impl FnMut(&[usize]) -> Option<Vec<usize>>,
    ) -> Result<Self, Error> {
        let shape = Shape::new(self.shape.element_type, dims);
        let mut result = Self::zeros(shape.clone())?;
        let width = shape.element_type.byte_width();
        let mut elements = result.bytes.chunks_exact_mut(width);
        shape.try_for_each_index(|index| {
            let linear = place(index).and_then(|index| self.shape.linear(&index));
            let from = linear.map(|linear| &self.bytes[linear * width..][..width]).or(other);
            match (elements.next(), from) {
                (Some(element), Some(from)) if from.len() == width => element.copy_from_slice(from),
                _ => {
                    return Err(Error::Internal(format!(
                        "result index {index:?} maps to no element of a `{}`",
                        self.shape
                    )));
                }
            }
            Ok(())
        })?;
        Ok(result)
    }

    /// Returns the tensor's shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the number of elements of the tensor.
    pub fn element_count(&self) -> usize {
        self.bytes.len() / self.shape.element_type.byte_width()
    }

    /// Returns the bytes of the elements in the host's byte order.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the mutable bytes of the elements in the host's byte order.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// Returns the buffer of the elements without copying it.
    pub fn into_bytes(self) -> AlignedBytes {
        self.bytes
    }

    /// Returns the elements, or `None` if `T` does not represent the element type.
    pub fn as_slice<T: Element>(&self) -> Option<&[T]> {
        (T::TYPE == self.shape.element_type).then(|| bytemuck::cast_slice(&self.bytes))
    }

    /// Returns the mutable elements, or `None` if `T` does not represent the element type.
    pub fn as_mut_slice<T: Element>(&mut self) -> Option<&mut [T]> {
        (T::TYPE == self.shape.element_type).then(|| bytemuck::cast_slice_mut(&mut self.bytes))
    }

    /// Returns the element at a position in row-major order, or `None` if the position is out of
    /// bounds.
    pub fn get(&self, linear: usize) -> Option<Scalar> {
        let element_type = self.shape.element_type;
        let width = element_type.byte_width();
        let begin = linear.checked_mul(width)?;
        let bytes = self.bytes.get(begin..begin.checked_add(width)?)?;
        Some(Scalar::read(element_type, bytes))
    }

    /// Sets the element at a position in row-major order, converted to the element type.
    ///
    /// Returns false if the position is out of bounds.
    pub fn set(&mut self, linear: usize, value: Scalar) -> bool {
        let element_type = self.shape.element_type;
        match self.bytes.chunks_exact_mut(element_type.byte_width()).nth(linear) {
            Some(element) => {
                value.write(element_type, element);
                true
            }
            None => false,
        }
    }

    /// Returns the element at an index, or `None` if the index is out of bounds or has another
    /// rank.
    pub fn at(&self, index: &[usize]) -> Option<Scalar> {
        self.get(self.shape.linear(index)?)
    }

    /// Returns an iterator over the elements in row-major order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Scalar> + DoubleEndedIterator + '_ {
        let element_type = self.shape.element_type;
        self.bytes
            .chunks_exact(element_type.byte_width())
            .map(move |element| Scalar::read(element_type, element))
    }

    /// Reinterprets the elements with other dimensions; returns `None` if the number of elements
    /// differs.
    pub fn reshape(self, dims: impl Into<Vec<usize>>) -> Option<Self> {
        let shape = Shape::new(self.shape.element_type, dims);
        let same = shape.element_count() == Some(self.element_count());
        same.then_some(Self { shape, bytes: self.bytes })
    }

    /// Reinterprets the bytes as elements of another type; returns `None` if the byte widths
    /// differ.
    pub fn bitcast(self, element_type: ElementType) -> Option<Self> {
        let same = element_type.byte_width() == self.shape.element_type.byte_width();
        same.then(|| Self { shape: Shape::new(element_type, self.shape.dims), bytes: self.bytes })
    }
}

fn byte_size(shape: &Shape) -> Result<usize, Error> {
    shape
        .byte_size()
        .ok_or_else(|| Error::invalid(format!("{shape} is larger than the address space")))
}

fn out_of_memory(shape: &Shape, bytes: usize) -> Error {
    Error::OutOfMemory { bytes, what: shape.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ALIGNMENT;

    #[test]
    fn slices_go_in_and_come_out() {
        let literal = Literal::from_slice(&[1.0_f32, 2.0, 3.0, 4.0], [2, 2]).expect("four");
        assert_eq!(literal.shape().to_string(), "tensor<2x2xf32>");
        assert_eq!(literal.as_slice::<f32>(), Some(&[1.0, 2.0, 3.0, 4.0][..]));
        assert_eq!(literal.as_slice::<i32>(), None);
        assert_eq!(literal.get(3), Some(Scalar::Float(4.0)));
        assert_eq!(literal.get(4), None);
        assert_eq!(literal.iter().next_back(), Some(Scalar::Float(4.0)));
        assert_eq!(literal.bytes().as_ptr() as usize % ALIGNMENT, 0);
        let reshaped = literal.reshape([4]).and_then(|literal| literal.bitcast(ElementType::S32));
        let bits = reshaped.expect("same size");
        assert_eq!(bits.get(0), Some(Scalar::Signed(0x3f80_0000)));
        assert!(bits.reshape([5]).is_none());
    }

    #[test]
    fn wrong_sizes_are_refused() {
        let refusal = Literal::from_slice(&[1_i32], [2]).expect_err("too few");
        assert_eq!(
            refusal.to_string(),
            "expected the number of elements of tensor<2xi32>, found 1 elements"
        );
        let huge = Shape::new(ElementType::F32, [usize::MAX, usize::MAX]);
        assert!(Literal::zeros(huge).is_err());
        let large = Shape::new(ElementType::S8, [isize::MAX as usize]);
        assert!(matches!(Literal::zeros(large), Err(Error::OutOfMemory { .. })));
    }

    #[test]
    fn splats() {
        let shape = Shape::new(ElementType::Bf16, [3]);
        let literal = Literal::splat(shape, Scalar::Float(1.5)).expect("small");
        assert!(literal.iter().all(|value| value == Scalar::Float(1.5)));
        let flags = Literal::from_bools(&[true, false], [2]).expect("two");
        assert_eq!(flags.bytes(), [1, 0]);
        assert_eq!(Literal::scalar(7_u8).expect("one").get(0), Some(Scalar::Unsigned(7)));
    }
}
