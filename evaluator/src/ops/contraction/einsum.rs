// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Einstein notation, such as `ab,bc->ac`. A letter represents one dimension, and `...` represents
//! any number of dimensions, which are aligned at the last dimension.

use super::labels::{Labels, contract};
use crate::Error;
use hloom_values::{ElementType, Literal};

/// A parsed einsum: the terms of the operands and of the result.
#[derive(Clone, Debug)]
pub struct Equation {
    operands: Vec<Term>,
    result: Term,
}

/// One term of an einsum: the letters before the ellipsis, and the letters after it if there is an
/// ellipsis.
#[derive(Clone, Debug)]
struct Term {
    before: Vec<char>,
    after: Option<Vec<char>>,
}

impl Term {
    fn parse(text: &str) -> Self {
        let letters = |text: &str| text.chars().filter(|it| !it.is_whitespace()).collect();
        match text.split_once("...") {
            Some((before, after)) => Self { before: letters(before), after: Some(letters(after)) },
            None => Self { before: letters(text), after: None },
        }
    }

    /// Returns the number of dimensions that the ellipsis represents in a tensor of the given rank.
    fn hidden(&self, rank: usize) -> Result<usize, Error> {
        let named = self.before.len() + self.after.as_ref().map_or(0, Vec::len);
        match rank.checked_sub(named) {
            Some(hidden) if hidden == 0 || self.after.is_some() => Ok(hidden),
            _ => Err(Error::invalid(format!(
                "expected an einsum term for {rank} dimensions, found {named} letters"
            ))),
        }
    }

    /// Returns the names of all dimensions of a term. The ellipsis represents `hidden` dimensions.
    fn names(&self, hidden: usize) -> Vec<Name> {
        let named = |letters: &[char]| letters.iter().copied().map(Name::Letter).collect();
        let mut names: Vec<_> = named(&self.before);
        if let Some(after) = &self.after {
            names.extend((0..hidden).rev().map(Name::Hidden));
            names.extend::<Vec<_>>(named(after));
        }
        names
    }
}

/// The name of a dimension in an einsum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Letter(char),
    /// A dimension that an ellipsis represents. The last of these dimensions has the number 0.
    Hidden(usize),
}

impl Equation {
    /// Parses `operand,operand->result`.
    ///
    /// # Errors
    /// Fails if there is no `->`.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let (operands, result) = text.split_once("->").ok_or_else(|| {
            Error::invalid(format!(
                "expected an einsum equation `operands->result`, found `{text}`"
            ))
        })?;
        let operands = operands.split(',').map(Term::parse).collect();
        Ok(Self { operands, result: Term::parse(result) })
    }

    /// Evaluates the einsum of two tensors. An operand without a term must be a scalar.
    ///
    /// # Errors
    /// Fails if terms and dimensions do not match.
    pub fn evaluate(
        &self,
        lhs: &Literal,
        rhs: &Literal,
        element_type: ElementType,
    ) -> Result<Literal, Error> {
        let mut hidden = 0;
        let mut names = [Vec::new(), Vec::new()];
        for ((term, operand), names) in self.operands.iter().zip([lhs, rhs]).zip(&mut names) {
            let count = term.hidden(operand.shape().rank())?;
            hidden = hidden.max(count);
            *names = term.names(count);
        }
        let mut known: Vec<Name> = Vec::new();
        let mut labels = |names: &[Name]| -> Vec<usize> {
            let label = |name: &Name| {
                known.iter().position(|it| it == name).unwrap_or_else(|| {
                    known.push(*name);
                    known.len() - 1
                })
            };
            names.iter().map(label).collect()
        };
        let (lhs_labels, rhs_labels) = (labels(&names[0]), labels(&names[1]));
        let result = labels(&self.result.names(hidden));
        let unknown = result.iter().any(|it| !lhs_labels.contains(it) && !rhs_labels.contains(it));
        if unknown || (1..result.len()).any(|index| result[..index].contains(&result[index])) {
            return Err(Error::invalid(
                "expected the letters of an einsum's result to be distinct letters of its operands",
            ));
        }
        let labels = Labels { lhs: lhs_labels, rhs: rhs_labels, result };
        contract(lhs, rhs, &labels, element_type)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn einsum(text: &str, lhs: &Literal, rhs: &Literal) -> Vec<i32> {
        let result = Equation::parse(text).and_then(|it| it.evaluate(lhs, rhs, ElementType::S32));
        result.expect("fits").as_slice().expect("i32").to_vec()
    }

    #[test]
    fn letters_and_ellipses() {
        // Expected values from numpy.einsum.
        let matrix = Literal::from_slice(&[1_i32, 2, 3, 4], [2, 2]).expect("four");
        let vector = Literal::from_slice(&[10_i32, 20], [2]).expect("two");
        assert_eq!(einsum("ab,bc->ac", &matrix, &matrix), [7, 10, 15, 22]);
        assert_eq!(einsum("ab,b->ba", &matrix, &vector), [10, 30, 40, 80]);
        assert_eq!(einsum("aa,b->b", &matrix, &vector), [50, 100]);
        assert_eq!(einsum("...a,a->...", &matrix, &vector), [50, 110]);
        assert_eq!(einsum("...a,...->a...", &matrix, &vector), [10, 60, 20, 80]);
        assert_eq!(einsum("...,...->...", &matrix, &vector), [10, 40, 30, 80]);
        let one = Literal::scalar(1_i32).expect("one");
        assert_eq!(einsum("ab->ba", &matrix, &one), [1, 3, 2, 4]);
        assert_eq!(einsum("ab->", &matrix, &one), [10]);
        assert_eq!(einsum("aa->a", &matrix, &one), [1, 4]);
    }

    #[test]
    fn refusals() {
        let matrix = Literal::from_slice(&[1_i32, 2, 3, 4], [2, 2]).expect("four");
        for text in ["a,ab->b", "ab,ab->c", "ab,ab->aa"] {
            let equation = Equation::parse(text).expect("an arrow");
            assert!(equation.evaluate(&matrix, &matrix, ElementType::S32).is_err(), "{text}");
        }
        assert!(Equation::parse("ab,bc").is_err());
    }
}
