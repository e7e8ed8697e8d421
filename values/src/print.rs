// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Readable printing of literals in the style of NumPy.
//!
//! Dimensions are nested brackets, and columns are aligned. Only the edges of large tensors
//! are printed.

use crate::{ElementClass, ElementType, Literal, Scalar};
use std::fmt::{self, Display};

/// The largest number of elements that a tensor may have to be printed in full.
const WHOLE: usize = 1000;
/// The number of elements printed at either edge of an abridged dimension.
const EDGE: usize = 3;
/// The maximum number of digits after the decimal point of a float.
const DIGITS: usize = 8;
/// The number of columns after which a line wraps.
const LINE: usize = 100;

impl Display for Literal {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let separator = if self.shape().rank() > 1 { '\n' } else { ' ' };
        write!(formatter, "{}{separator}", self.shape())?;
        let printer = Printer::new(self);
        formatter.write_str(&printer.text(0, 0, self.element_count()))
    }
}

struct Printer<'a> {
    literal: &'a Literal,
    abridged: bool,
    notation: Notation,
    width: usize,
}

impl<'a> Printer<'a> {
    fn new(literal: &'a Literal) -> Self {
        let mut printer = Self {
            literal,
            abridged: literal.element_count() > WHOLE || literal.element_count() == 0,
            notation: Notation::Shortest,
            width: 0,
        };
        let mut shown = Vec::new();
        printer.collect(0, 0, literal.element_count(), &mut shown);
        printer.notation = Notation::of(&shown, literal.shape().element_type);
        let lengths = shown.iter().map(|value| printer.element(*value).len());
        printer.width = lengths.max().unwrap_or(0);
        printer
    }

    /// Returns the indices to print in a dimension of `size` elements; `None` stands for `...`.
    fn positions(&self, size: usize) -> impl Iterator<Item = Option<usize>> + use<> {
        let gap = self.abridged && size > 2 * EDGE;
        let (head, tail) = if gap { (EDGE, size - EDGE) } else { (size, size) };
        let middle = gap.then_some(None);
        (0..head).map(Some).chain(middle).chain((tail..size).map(Some))
    }

    fn collect(&self, dim: usize, begin: usize, count: usize, shown: &mut Vec<Scalar>) {
        let Some(size) = self.literal.shape().dims.get(dim) else {
            shown.extend(self.literal.get(begin));
            return;
        };
        let stride = count / (*size).max(1);
        for position in self.positions(*size).flatten() {
            self.collect(dim + 1, begin + position * stride, stride, shown);
        }
    }

    fn text(&self, dim: usize, begin: usize, count: usize) -> String {
        let dims = &self.literal.shape().dims;
        let Some(size) = dims.get(dim) else {
            let value = self.literal.get(begin).map(|value| self.element(value));
            return format!("{:>1$}", value.unwrap_or_default(), self.width);
        };
        let stride = count / (*size).max(1);
        let parts = self.positions(*size).map(|position| match position {
            Some(position) => self.text(dim + 1, begin + position * stride, stride),
            None => "...".to_owned(),
        });
        let indent = " ".repeat(dim + 1);
        if dim + 1 < dims.len() {
            // One line break for each bracket that closes, as in NumPy.
            let breaks = "\n".repeat(dims.len() - dim - 1);
            let parts: Vec<_> = parts.collect();
            return format!("[{}]", parts.join(&format!("{breaks}{indent}")));
        }
        let mut text = String::from("[");
        let mut column = dim + 1;
        for (index, part) in parts.enumerate() {
            if index > 0 && column + 1 + part.len() > LINE {
                text.push('\n');
                text.push_str(&indent);
                column = dim + 1;
            } else if index > 0 {
                text.push(' ');
                column += 1;
            }
            column += part.len();
            text.push_str(&part);
        }
        text.push(']');
        text
    }

    fn element(&self, value: Scalar) -> String {
        let element_type = self.literal.shape().element_type;
        match (value, self.notation) {
            (Scalar::Float(value), notation) => notation.format(value, element_type),
            (Scalar::Complex(real, imaginary), notation) => {
                let part = element_type.part();
                let imaginary = notation.format(imaginary, part);
                let plus = if imaginary.starts_with('-') { "" } else { "+" };
                format!("{}{plus}{imaginary}j", notation.format(real, part))
            }
            (value, _) => value.display(element_type).to_string(),
        }
    }
}

/// Notation of all floats of a tensor, chosen so that their decimal points are aligned.
#[derive(Clone, Copy)]
enum Notation {
    /// Each float has the fewest digits that distinguish it from other floats.
    Shortest,
    /// Each float has this number of digits after the decimal point.
    Fixed(usize),
    /// Each float has this number of digits after the decimal point, and an exponent.
    Scientific(usize),
}

impl Notation {
    fn of(shown: &[Scalar], element_type: ElementType) -> Self {
        if !matches!(element_type.class(), ElementClass::Float | ElementClass::Complex) {
            return Self::Shortest;
        }
        let parts = shown.iter().flat_map(|value| match value {
            Scalar::Complex(real, imaginary) => vec![*real, *imaginary],
            other => vec![other.parts().0],
        });
        let finite: Vec<_> = parts.filter(|value| value.is_finite()).collect();
        let sizes = || finite.iter().map(|value| value.abs()).filter(|size| *size > 0.0);
        let (least, most) = (sizes().fold(f64::INFINITY, f64::min), sizes().fold(0.0, f64::max));
        let scientific = most >= 1e8 || least < 1e-4 || most / least > 1e3 && most >= 1e4;
        let part = element_type.part();
        let digits = finite.iter().map(|value| {
            let text = crate::scalar::shortest(part, *value);
            let exact = text.parse::<f64>().unwrap_or(*value);
            let text = if scientific { format!("{exact:e}") } else { format!("{exact}") };
            let mantissa = text.split('e').next().unwrap_or("");
            mantissa.split_once('.').map_or(0, |(_, digits)| digits.len())
        });
        let digits = digits.max().unwrap_or(0).clamp(1, DIGITS);
        if scientific { Self::Scientific(digits) } else { Self::Fixed(digits) }
    }

    fn format(self, value: f64, element_type: ElementType) -> String {
        let shortest = crate::scalar::shortest(element_type, value);
        if !value.is_finite() {
            return shortest;
        }
        // Round to the shortest text first: further digits are not significant in the type.
        let value = shortest.parse().unwrap_or(value);
        match self {
            Self::Shortest => shortest,
            Self::Fixed(digits) => format!("{value:.digits$}"),
            Self::Scientific(digits) => format!("{value:.digits$e}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{ElementType, Literal, Shape};

    #[test]
    fn scalars_and_vectors() {
        assert_eq!(Literal::scalar(1.5_f32).expect("one").to_string(), "tensor<f32> 1.5");
        let vector = Literal::from_slice(&[1_i32, -20, 300], [3]).expect("three");
        assert_eq!(vector.to_string(), "tensor<3xi32> [  1 -20 300]");
        let vector = Literal::from_slice(&[0.1_f32, 2.0, -1.25], [3]).expect("three");
        assert_eq!(vector.to_string(), "tensor<3xf32> [ 0.10  2.00 -1.25]");
        let flags = Literal::from_bools(&[true, false], [2]).expect("two");
        assert_eq!(flags.to_string(), "tensor<2xi1> [ true false]");
        let empty = Literal::zeros(Shape::new(ElementType::F32, [0])).expect("empty");
        assert_eq!(empty.to_string(), "tensor<0xf32> []");
    }

    #[test]
    fn extremes() {
        let values = [1e-9_f32, 1.0, f32::NAN, f32::NEG_INFINITY];
        let vector = Literal::from_slice(&values, [4]).expect("four");
        assert_eq!(vector.to_string(), "tensor<4xf32> [1.0e-9  1.0e0    nan   -inf]");
        let half = Literal::from_slice(&[half::f16::from_f32(0.1)], [1]).expect("one");
        assert_eq!(half.to_string(), "tensor<1xf16> [0.1]");
        let complex = [num_complex::Complex::new(1.0_f32, -0.5)];
        let complex = Literal::from_slice(&complex, [1]).expect("one");
        assert_eq!(complex.to_string(), "tensor<1xcomplex<f32>> [1.0-0.5j]");
    }

    #[test]
    fn nesting_and_abridging() {
        let values: Vec<_> = (0..8).collect();
        let cube = Literal::from_slice::<i64>(&values, [2, 2, 2]).expect("eight");
        assert_eq!(cube.to_string(), "tensor<2x2x2xi64>\n[[[0 1]\n  [2 3]]\n\n [[4 5]\n  [6 7]]]");
        let values: Vec<_> = (0..10_000).collect();
        let long = Literal::from_slice::<i32>(&values, [100, 100]).expect("many");
        let text = long.to_string();
        assert!(text.starts_with("tensor<100x100xi32>\n[[   0    1    2 ...   97   98   99]\n"));
        assert!(text.ends_with("\n [9900 9901 9902 ... 9997 9998 9999]]"));
        assert!(text.contains("]\n ...\n ["));
    }
}
