// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The arguments of a run.

use crate::error::Error;
use hloom_values::{Element, ElementType, Literal, Shape};

/// An argument of a run: a literal, or a slice of elements in row-major order. A slice gets its
/// shape from the program. This crate passes slices to the plugin without a copy of its own.
#[derive(Clone, Copy, Debug)]
pub struct Argument<'a>(Kind<'a>);

#[derive(Clone, Copy, Debug)]
enum Kind<'a> {
    Literal(&'a Literal),
    Elements { ty: ElementType, bytes: &'a [u8] },
}

impl<'a> From<&'a Literal> for Argument<'a> {
    fn from(literal: &'a Literal) -> Self {
        Self(Kind::Literal(literal))
    }
}

impl<'a, T: Element> From<&'a [T]> for Argument<'a> {
    fn from(elements: &'a [T]) -> Self {
        Self(Kind::Elements { ty: T::TYPE, bytes: T::bytes_of(elements) })
    }
}

impl<'a, T: Element> From<&'a Vec<T>> for Argument<'a> {
    fn from(elements: &'a Vec<T>) -> Self {
        elements.as_slice().into()
    }
}

impl<'a, T: Element, const N: usize> From<&'a [T; N]> for Argument<'a> {
    fn from(elements: &'a [T; N]) -> Self {
        elements.as_slice().into()
    }
}

impl<'a> Argument<'a> {
    /// Returns the shape and the bytes of the argument. `index` is its position among the
    /// arguments. `expected` is the type of the parameter, if it is known.
    ///
    /// # Errors
    /// Fails if the argument does not have the expected type, or if the argument is a slice and the
    /// type is not known.
    pub(crate) fn tensor(
        self,
        index: usize,
        expected: Option<&Shape>,
    ) -> Result<(Shape, &'a [u8]), Error> {
        let refused = |found: String| {
            let expected = expected.map_or_else(|| "a literal".to_owned(), Shape::to_string);
            Error::Argument(format!("argument {index}: expected {expected}, found {found}"))
        };
        match (self.0, expected) {
            (Kind::Literal(literal), None) => Ok((literal.shape().clone(), literal.bytes())),
            (Kind::Literal(literal), Some(shape)) if literal.shape() == shape => {
                Ok((shape.clone(), literal.bytes()))
            }
            (Kind::Literal(literal), Some(_)) => Err(refused(literal.shape().to_string())),
            (Kind::Elements { ty, bytes }, Some(shape))
                if ty == shape.element_type && shape.byte_size() == Some(bytes.len()) =>
            {
                Ok((shape.clone(), bytes))
            }
            (Kind::Elements { ty, bytes }, _) => {
                let count = bytes.len() / ty.byte_width();
                Err(refused(format!("a slice of {count} elements of {ty}")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_have_the_shape_of_the_program() {
        let shape = Shape::new(ElementType::F32, [2, 2]);
        let argument = Argument::from(&[1.0_f32, 2.0, 3.0, 4.0]);
        let (found, bytes) = argument.tensor(0, Some(&shape)).expect("it fits");
        assert_eq!((found, bytes.len()), (shape.clone(), 16));
        let refusal = |argument: Argument, shape| {
            argument.tensor(1, shape).expect_err("it does not fit").to_string()
        };
        assert_eq!(
            refusal(Argument::from(&[1.0_f32, 2.0]), Some(&shape)),
            "argument 1: expected tensor<2x2xf32>, found a slice of 2 elements of f32"
        );
        assert_eq!(
            refusal(Argument::from(&vec![1_i64; 4]), Some(&shape)),
            "argument 1: expected tensor<2x2xf32>, found a slice of 4 elements of i64"
        );
        assert_eq!(
            refusal(Argument::from(&[1.0_f32]), None),
            "argument 1: expected a literal, found a slice of 1 elements of f32"
        );
        let literal = Literal::from_slice(&[1.0_f32; 4], [4]).expect("four");
        assert_eq!(
            refusal(Argument::from(&literal), Some(&shape)),
            "argument 1: expected tensor<2x2xf32>, found tensor<4xf32>"
        );
    }
}
