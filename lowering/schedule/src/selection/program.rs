// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The comparisons with which a body selects parts of an old or a new tuple.

use std::cmp::Ordering;

/// Maximum number of elements of a tuple that a reduction selects.
pub const MOST_PARTS: usize = 4;

/// The position of an element in ascending order. Equal elements have the same rank, and NaN has no
/// rank (`None`).
pub type Rank = Option<u8>;

/// The set of orders of two elements for which a comparison is true, as a combination of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orders(pub u8);

impl Orders {
    pub const EQUAL: u8 = 1;
    pub const GREATER: u8 = 2;
    pub const LESS: u8 = 4;
    /// The bit for two elements of which at least one is NaN.
    pub const UNORDERED: u8 = 8;

    /// Returns true if the comparison is true for two elements of the given ranks.
    fn hold(self, lhs: Rank, rhs: Rank) -> bool {
        let outcome = match (lhs, rhs) {
            (Some(lhs), Some(rhs)) => match lhs.cmp(&rhs) {
                Ordering::Less => Self::LESS,
                Ordering::Equal => Self::EQUAL,
                Ordering::Greater => Self::GREATER,
            },
            _ => Self::UNORDERED,
        };
        self.0 & outcome != 0
    }
}

/// An operand of a step: an element of a tuple, or a truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// The element of the old tuple that is the part with this number.
    Old(usize),
    /// The element of the new tuple that is the part with this number.
    New(usize),
    /// A constant truth value.
    Truth(bool),
    /// The result of the program's step with this number.
    Step(usize),
}

/// An operation of a selection program on terms.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// Returns true if the order of two elements is in the set of orders.
    Compare(Orders, [Term; 2]),
    And([Term; 2]),
    Or([Term; 2]),
    Xor([Term; 2]),
    /// Selects the second term if the first term is true, otherwise the third term.
    Select([Term; 3]),
}

/// A computation that selects each part of the result from an old or a new tuple.
#[derive(Debug, Default)]
pub struct Program {
    steps: Vec<Step>,
    /// For each step, the part to which its result belongs; `None` for truth values.
    parts: Vec<Option<usize>>,
    /// For each part, whether its elements are compared.
    compared: [bool; MOST_PARTS],
    results: Vec<Term>,
}

impl Program {
    /// Adds a step and returns its result. Returns `None` if the step combines elements of
    /// different parts, or elements and truth values.
    pub fn push(&mut self, step: Step) -> Option<Term> {
        let part = match step {
            Step::Compare(_, [lhs, rhs]) => {
                let part = self.part(lhs)?;
                (self.part(rhs) == Some(part)).then_some(())?;
                self.compared[part] = true;
                None
            }
            Step::And(terms) | Step::Or(terms) | Step::Xor(terms) => {
                terms.iter().all(|term| self.part(*term).is_none()).then_some(())?;
                None
            }
            Step::Select([condition, yes, no]) => {
                let part = self.part(yes);
                (self.part(condition).is_none() && self.part(no) == part).then_some(())?;
                part
            }
        };
        self.steps.push(step);
        self.parts.push(part);
        Some(Term::Step(self.steps.len() - 1))
    }

    /// Sets the results. Returns `None` unless each is an element of the part at its position.
    pub fn finish(self, results: Vec<Term>) -> Option<Self> {
        let fits = results.iter().enumerate().all(|(part, term)| self.part(*term) == Some(part));
        fits.then_some(Self { results, ..self })
    }

    /// Returns the part to which a term belongs, or `None` for truth values.
    pub fn part(&self, term: Term) -> Option<usize> {
        match term {
            Term::Old(part) | Term::New(part) => Some(part),
            Term::Truth(_) => None,
            Term::Step(number) => self.parts[number],
        }
    }

    /// Returns true if the program compares elements of a part.
    pub fn compares(&self, part: usize) -> bool {
        self.compared[part]
    }

    /// Runs the program for an old and a new tuple with elements of the given ranks. Returns, for
    /// each part, whether its result is the element of the new tuple.
    pub fn run(&self, old: &[Rank], new: &[Rank]) -> Vec<bool> {
        // The truth values, and whether each element is the new one.
        let mut values: Vec<bool> = Vec::new();
        for step in &self.steps {
            let value = |term: Term| value(&values, term);
            let rank = |term: Term| {
                let ranks = if value(term) { new } else { old };
                self.part(term).and_then(|part| ranks[part])
            };
            let result = match *step {
                Step::Compare(orders, [lhs, rhs]) => orders.hold(rank(lhs), rank(rhs)),
                Step::And([lhs, rhs]) => value(lhs) && value(rhs),
                Step::Or([lhs, rhs]) => value(lhs) || value(rhs),
                Step::Xor([lhs, rhs]) => value(lhs) != value(rhs),
                Step::Select([condition, yes, no]) => {
                    value(if value(condition) { yes } else { no })
                }
            };
            values.push(result);
        }
        self.results.iter().map(|term| value(&values, *term)).collect()
    }
}

/// Returns the truth value of a term; for a term that is an element, whether it is an element of
/// the new tuple. `values` contains the values of the steps.
fn value(values: &[bool], term: Term) -> bool {
    match term {
        Term::Old(_) => false,
        Term::New(_) => true,
        Term::Truth(value) => value,
        Term::Step(number) => values[number],
    }
}
