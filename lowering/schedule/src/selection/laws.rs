// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Checks the laws by which a reduction that selects elements may be split.
//!
//! A selection depends only on the order of the elements of each part. Three elements have at most
//! three ranks, so a law for three tuples holds for all tuples if it holds for tuples of three
//! ranks and NaN. The number of these tuples is small, so this module tests all of them.

use super::program::{MOST_PARTS, Program, Rank};

/// Maximum number of different tuples on which the laws of a combination are tested.
const MOST_TUPLES: usize = 16;
/// The ranks that elements have in the tests. Integers have no NaN, and parts that are not compared
/// have one rank.
static RANKS: [Rank; 4] = [Some(0), Some(1), Some(2), None];
/// The position in [`RANKS`] of the last rank before NaN.
const LAST: usize = 2;

/// A tuple of elements, represented by their ranks.
#[derive(Clone, Copy, Debug)]
struct Tuple {
    /// For each part, the position in [`RANKS`] of the rank of its element.
    ranks: [usize; MOST_PARTS],
    /// For each part, the number of the original tuple from which its element was selected.
    origins: [u8; MOST_PARTS],
}

/// The results of a selection program for all pairs of tuples.
pub struct Laws {
    /// The possible ranks of the elements of each part of a tuple.
    domains: Vec<&'static [Rank]>,
    /// For each part, whether elements of equal rank are identical. Floats of equal rank may
    /// differ, because zeros have signs and NaNs have payloads. Elements of parts that are not
    /// compared may also differ.
    exact: Vec<bool>,
    /// The number of different tuples, which are numbered from 0.
    count: usize,
    /// For each pair of an old and a new tuple, and for each part, whether the part is selected
    /// from the new tuple.
    is_new: Vec<Vec<bool>>,
}

impl Laws {
    /// Runs a program for all pairs of tuples. `floats` states for each part whether its elements
    /// are floats. Returns `None` if there are too many tuples.
    pub fn of(program: &Program, floats: &[bool]) -> Option<Self> {
        let domain = |(part, is_float): (usize, &bool)| match (program.compares(part), *is_float) {
            (true, true) => &RANKS[..],
            (true, false) => &RANKS[..=LAST],
            (false, _) => &RANKS[..1],
        };
        let domains: Vec<_> = floats.iter().enumerate().map(domain).collect();
        let exact = |(part, is_float): (usize, &bool)| program.compares(part) && !is_float;
        let exact = floats.iter().enumerate().map(exact).collect();
        let count: usize = domains.iter().map(|ranks| ranks.len()).product();
        if count > MOST_TUPLES {
            return None;
        }
        let mut laws = Self { domains, exact, count, is_new: Vec::new() };
        let tuples: Vec<_> =
            (0..count).map(|number| laws.tuple(number, 0).ranks.map(|rank| RANKS[rank])).collect();
        laws.is_new =
            tuples.iter().flat_map(|old| tuples.iter().map(|new| program.run(old, new))).collect();
        Some(laws)
    }

    /// Returns true if the combination of tuples is associative: for any three tuples, both orders
    /// of evaluation have the same result.
    pub fn is_associative(&self) -> bool {
        let tuples = |origin: u8| (0..self.count).map(move |number| self.tuple(number, origin));
        tuples(0).all(|first| {
            tuples(1).all(|second| {
                let left = self.combine(first, second);
                tuples(2).all(|third| {
                    let right = self.combine(second, third);
                    self.are_same(self.combine(left, third), self.combine(first, right))
                })
            })
        })
    }

    /// Returns a neutral tuple, which leaves every old tuple unchanged and whose parts are extreme
    /// values. The returned list contains true for a part that has the largest value, and false for
    /// a part that has the smallest value. Returns `None` if there is no such tuple.
    ///
    /// In an associative reduction, such a tuple may then be inserted anywhere except at the start.
    pub fn neutral(&self) -> Option<Vec<bool>> {
        let parts = self.domains.len();
        let mut candidates = (0..1 << parts).map(|bits: usize| {
            let is_last = |part: usize| (bits >> part) & 1 == 1;
            (0..parts).map(is_last).collect::<Vec<_>>()
        });
        let is_neutral = |is_last: &Vec<bool>| {
            let mut ranks = [0; MOST_PARTS];
            for (part, is_last) in is_last.iter().enumerate() {
                ranks[part] = if *is_last { LAST.min(self.domains[part].len() - 1) } else { 0 };
            }
            let new = Tuple { ranks, origins: [1; MOST_PARTS] };
            (0..self.count).map(|number| self.tuple(number, 0)).all(|old| {
                let result = self.combine(old, new);
                // There is one first and one last value, so that an equal one is the same.
                (0..parts).all(|part| {
                    let is_extreme = self.domains[part].len() > 1 && old.ranks[part] == ranks[part];
                    result.origins[part] == 0 || is_extreme
                })
            })
        };
        candidates.find(is_neutral)
    }

    /// Returns the tuple with the given number, which is below `count`. All of its parts have the
    /// origin `origin`.
    fn tuple(&self, mut number: usize, origin: u8) -> Tuple {
        let mut ranks = [0; MOST_PARTS];
        for (rank, domain) in ranks.iter_mut().zip(&self.domains) {
            *rank = number % domain.len();
            number /= domain.len();
        }
        Tuple { ranks, origins: [origin; MOST_PARTS] }
    }

    /// Returns the number of a tuple, as the inverse of [`Laws::tuple`].
    fn number(&self, tuple: Tuple) -> usize {
        let parts = tuple.ranks.iter().zip(&self.domains);
        parts.rev().fold(0, |number, (rank, domain)| number * domain.len() + rank)
    }

    /// Returns the result of the selection program for an old and a new tuple.
    fn combine(&self, old: Tuple, new: Tuple) -> Tuple {
        let mut result = old;
        let is_new = &self.is_new[self.number(old) * self.count + self.number(new)];
        for (part, is_new) in is_new.iter().enumerate() {
            if *is_new {
                result.ranks[part] = new.ranks[part];
                result.origins[part] = new.origins[part];
            }
        }
        result
    }

    /// Returns true if all parts of two tuples are identical elements.
    fn are_same(&self, one: Tuple, other: Tuple) -> bool {
        self.exact.iter().enumerate().all(|(part, is_exact)| {
            one.ranks[part] == other.ranks[part]
                && (*is_exact || one.origins[part] == other.origins[part])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Laws;
    use crate::selection::program::{Orders, Program, Step, Term};

    const VALUES: [Term; 2] = [Term::Old(0), Term::New(0)];
    const PLACES: [Term; 2] = [Term::Old(1), Term::New(1)];

    fn compare(program: &mut Program, orders: u8, terms: [Term; 2]) -> Option<Term> {
        program.push(Step::Compare(Orders(orders), terms))
    }

    fn select(program: &mut Program, condition: Term, [yes, no]: [Term; 2]) -> Option<Term> {
        program.push(Step::Select([condition, yes, no]))
    }

    /// Argmax as JAX writes it: NaN goes first, then the greatest value, then the lowest place.
    fn argmax_of_jax() -> Option<Program> {
        let mut program = Program::default();
        let greater = compare(&mut program, Orders::GREATER, VALUES)?;
        let unequal = Orders::GREATER | Orders::LESS | Orders::UNORDERED;
        let is_nan = compare(&mut program, unequal, [VALUES[0], VALUES[0]])?;
        let wins = program.push(Step::Or([greater, is_nan]))?;
        let equal = compare(&mut program, Orders::EQUAL, VALUES)?;
        let before = compare(&mut program, Orders::LESS, PLACES)?;
        let tie = program.push(Step::And([equal, before]))?;
        let goes_first = program.push(Step::Or([wins, tie]))?;
        let value = select(&mut program, wins, VALUES)?;
        let place = select(&mut program, goes_first, PLACES)?;
        program.finish(vec![value, place])
    }

    /// Argmin as XLA's clients write it. A NaN is replaced by the next element.
    fn argmin_of_xla() -> Option<Program> {
        let mut program = Program::default();
        let wins = compare(&mut program, Orders::LESS | Orders::EQUAL, VALUES)?;
        let value = select(&mut program, wins, VALUES)?;
        let place = select(&mut program, wins, PLACES)?;
        let equal = compare(&mut program, Orders::EQUAL, VALUES)?;
        let before = compare(&mut program, Orders::LESS, PLACES)?;
        let least = select(&mut program, before, PLACES)?;
        let place = select(&mut program, equal, [least, place])?;
        program.finish(vec![value, place])
    }

    /// Argmax as tosa's lowering writes it, with the place first: the first element stays unless it
    /// is less, or unless only the other one is NaN.
    fn argmax_of_tosa() -> Option<Program> {
        let mut program = Program::default();
        let (places, values) = (VALUES, PLACES);
        let greater = Orders::GREATER | Orders::UNORDERED;
        let wins = compare(&mut program, greater, [values[1], values[0]])?;
        let ordered = Orders::LESS | Orders::EQUAL | Orders::GREATER;
        let is_number = compare(&mut program, ordered, [values[0], values[0]])?;
        let wins = program.push(Step::And([wins, is_number]))?;
        let place = select(&mut program, wins, [places[1], places[0]])?;
        let value = select(&mut program, wins, [values[1], values[0]])?;
        program.finish(vec![place, value])
    }

    fn laws(program: Option<Program>, floats: [bool; 2]) -> Option<Laws> {
        Laws::of(&program?, &floats)
    }

    #[test]
    fn argmax_of_jax_may_be_split() {
        for floats in [[true, false], [false, false]] {
            let laws = laws(argmax_of_jax(), floats);
            assert_eq!(laws.as_ref().map(Laws::is_associative), Some(true));
            // The least value and the greatest place.
            assert_eq!(laws.and_then(|laws| laws.neutral()), Some(vec![false, true]));
        }
    }

    #[test]
    fn argmin_of_xla_may_be_split_without_nan() {
        let floats = laws(argmin_of_xla(), [true, false]);
        assert_eq!(floats.as_ref().map(Laws::is_associative), Some(false));
        let integers = laws(argmin_of_xla(), [false, false]);
        assert_eq!(integers.as_ref().map(Laws::is_associative), Some(true));
        assert_eq!(integers.and_then(|laws| laws.neutral()), Some(vec![true, true]));
    }

    #[test]
    fn argmax_of_tosa_may_be_split() {
        let laws = laws(argmax_of_tosa(), [false, true]);
        assert_eq!(laws.as_ref().map(Laws::is_associative), Some(true));
        // The place of a least value does not matter.
        assert_eq!(laws.and_then(|laws| laws.neutral()), Some(vec![false, false]));
    }

    #[test]
    fn the_last_element_has_no_neutral_one() {
        let program = Program::default().finish(vec![Term::New(0)]);
        let laws = program.and_then(|program| Laws::of(&program, &[true]));
        assert_eq!(laws.as_ref().map(Laws::is_associative), Some(true));
        assert_eq!(laws.and_then(|laws| laws.neutral()), None);
    }

    #[test]
    fn parts_do_not_mix() {
        let mut program = Program::default();
        assert_eq!(compare(&mut program, Orders::EQUAL, [Term::Old(0), Term::New(1)]), None);
        assert_eq!(select(&mut program, Term::Old(0), VALUES), None);
        assert_eq!(program.push(Step::And([Term::Truth(true), Term::Old(0)])), None);
    }
}
