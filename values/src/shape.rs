// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The element type and the dimensions of a tensor.

use crate::ElementType;
use std::fmt::{self, Display};
use std::str::FromStr;

/// A static tensor type. [`Display`] gives MLIR's spelling, `tensor<2x3xf32>`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Shape {
    /// The type of the tensor's elements.
    pub element_type: ElementType,
    /// The sizes of the dimensions, outermost first; empty for a scalar.
    pub dims: Vec<usize>,
}

impl Shape {
    /// Creates a tensor type from its element type and dimensions.
    pub fn new(element_type: ElementType, dims: impl Into<Vec<usize>>) -> Self {
        Self { element_type, dims: dims.into() }
    }

    /// Creates a tensor type of rank 0.
    pub fn scalar(element_type: ElementType) -> Self {
        Self::new(element_type, [])
    }

    /// Returns the number of dimensions of the tensor.
    pub fn rank(&self) -> usize {
        self.dims.len()
    }

    /// Returns the number of elements, or `None` if it overflows `usize`.
    pub fn element_count(&self) -> Option<usize> {
        if self.dims.contains(&0) {
            return Some(0);
        }
        self.dims.iter().try_fold(1_usize, |count, dim| count.checked_mul(*dim))
    }

    /// Returns the number of bytes of a dense row-major array of this type, or `None` if it
    /// exceeds `isize::MAX`, the maximum size of a Rust object.
    pub fn byte_size(&self) -> Option<usize> {
        let bytes = self.element_count()?.checked_mul(self.element_type.byte_width())?;
        isize::try_from(bytes).is_ok().then_some(bytes)
    }

    /// Returns the multi-dimensional index of the element at position `linear` in row-major
    /// order.
    pub fn index_of(&self, mut linear: usize) -> Vec<usize> {
        let mut index = vec![0; self.rank()];
        for (position, dim) in index.iter_mut().zip(&self.dims).rev() {
            *position = linear % (*dim).max(1);
            linear /= (*dim).max(1);
        }
        index
    }

    /// Returns the row-major position of the element at `index`, or `None` if the index is out
    /// of bounds or has another rank.
    pub fn linear(&self, index: &[usize]) -> Option<usize> {
        let within = index.len() == self.rank();
        let within = within && index.iter().zip(&self.dims).all(|(position, dim)| position < dim);
        let step = |linear: usize, (position, dim): (&usize, &usize)| linear * dim + position;
        within.then(|| index.iter().zip(&self.dims).fold(0, step))
    }

    /// Calls `function` with every index in row-major order until it fails.
    ///
    /// # Errors
    /// Returns the first error of `function`.
    pub fn try_for_each_index<E>(
        &self,
        mut function: impl FnMut(&[usize]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut index = vec![0; self.rank()];
        for _ in 0..self.element_count().unwrap_or(0) {
            function(&index)?;
            for (position, dim) in index.iter_mut().zip(&self.dims).rev() {
                *position += 1;
                if *position < *dim {
                    break;
                }
                *position = 0;
            }
        }
        Ok(())
    }
}

impl Display for Shape {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("tensor<")?;
        for dim in &self.dims {
            write!(formatter, "{dim}x")?;
        }
        write!(formatter, "{}>", self.element_type)
    }
}

/// The reason why a string is not a static tensor type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a static tensor type, found `{text}`: {reason}")]
pub struct ParseShapeError {
    text: String,
    reason: String,
}

impl FromStr for Shape {
    type Err = ParseShapeError;

    /// Parses MLIR's spelling of a static tensor type without an encoding attribute.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fail = |reason: &str| ParseShapeError { text: text.to_owned(), reason: reason.into() };
        let mut rest = text
            .trim()
            .strip_prefix("tensor<")
            .and_then(|rest| rest.strip_suffix('>'))
            .ok_or_else(|| fail("expected `tensor<...>`"))?;
        let mut dims = Vec::new();
        while rest.starts_with(|first: char| first.is_ascii_digit() || first == '?' || first == '*')
        {
            let (dim, after) =
                rest.split_once('x').ok_or_else(|| fail("expected an element type at the end"))?;
            match dim {
                "?" => return Err(fail("a dimension is dynamic")),
                "*" => return Err(fail("the tensor is unranked")),
                _ => dims.push(dim.parse().map_err(|_| {
                    fail(&format!("expected the size of a dimension, found `{dim}`"))
                })?),
            }
            rest = after;
        }
        let element_type = rest.parse().map_err(|error| fail(&format!("{error}")))?;
        let shape = Self { element_type, dims };
        shape.byte_size().ok_or_else(|| fail("the tensor is larger than the address space"))?;
        Ok(shape)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_read_back() {
        for text in ["tensor<f32>", "tensor<2x3xbf16>", "tensor<0x7xcomplex<f64>>", "tensor<1xui4>"]
        {
            let shape: Shape = text.parse().expect("a static tensor type");
            assert_eq!(shape.to_string(), text);
        }
    }

    #[test]
    fn refusals_say_why() {
        let refusal = |text: &str| match text.parse::<Shape>() {
            Ok(shape) => shape.to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(
            refusal("tensor<?xf32>"),
            "expected a static tensor type, found `tensor<?xf32>`: a dimension is dynamic"
        );
        assert!(refusal("f32").ends_with("expected `tensor<...>`"));
        assert!(refusal("tensor<2xindex>").ends_with("not an element type of StableHLO tensors"));
        assert!(refusal("tensor<9999999999x9999999999xf32>").ends_with("address space"));
    }

    #[test]
    fn sizes() {
        let shape = Shape::new(ElementType::F32, [2, 3, 4]);
        assert_eq!(shape.element_count(), Some(24));
        assert_eq!(shape.byte_size(), Some(96));
        assert_eq!(shape.index_of(23), [1, 2, 3]);
        assert_eq!(shape.index_of(5), [0, 1, 1]);
        assert_eq!(Shape::scalar(ElementType::Pred).element_count(), Some(1));
        assert_eq!(Shape::new(ElementType::F32, [usize::MAX, 2]).element_count(), None);
        assert_eq!(Shape::new(ElementType::F32, [usize::MAX, 0, 2]).byte_size(), Some(0));
    }
}
