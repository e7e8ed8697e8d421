// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reductions that select elements by comparing them, such as argmax.
//!
//! The body of such a reduction computes each result with `arith.select` from the old value and a
//! new element. JAX's argmax has two results, a value and a position:
//!
//! ```text
//! wins = old > new || old is NaN
//! value = select(wins, old, new)
//! place = select(wins || (old == new && old place < new place), old place, new place)
//! ```
//!
//! The combination of two tuples is often associative, but rarely commutative: for example, argmax
//! keeps the first of two NaNs. Parts of such a reduction must therefore be contiguous and combined
//! in order.

mod laws;
mod program;

use hloom_ir::linalg::combiner::Neutral;
use hloom_ir::linalg::structured::Structured;
use hloom_ir::renaming::Renaming;
use hloom_ir::{self as ir, Builder, Op, Type, Value};
use laws::Laws;
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use program::{MOST_PARTS, Orders, Program, Step, Term};
use std::collections::{HashMap, HashSet};

/// The associative combination of the old values with new elements in a reduction.
pub struct Selection<'a> {
    /// The operations of the body that select the results from old values and new elements.
    ops: Vec<Op<'a>>,
    old: Vec<Value<'a>>,
    new: Vec<Value<'a>>,
    results: Vec<Value<'a>>,
    neutral: Vec<Neutral>,
}

impl<'a> Selection<'a> {
    /// Reads the body of a reduction. Returns `None` if the body is not known to select elements by
    /// an associative combination, or if no tuple of extreme values is a right neutral element.
    pub fn of(generic: &Structured<'a>) -> Option<Self> {
        let body = generic.body()?;
        let old = ir::args(body).get(generic.inputs..)?.to_vec();
        let results = ir::operands(ir::ops(body).pop()?);
        if old.len() != results.len() || old.is_empty() || old.len() > MOST_PARTS {
            return None;
        }
        let elements: Vec<_> = old.iter().map(|value| value.r#type()).collect();
        if !elements.iter().all(|element| has_order(*element)) {
            return None;
        }
        let dependent = dependent_on(&old, &generic.body_ops());
        let new = old.iter().zip(&results);
        let new = new.map(|(old, result)| new_element(*result, *old, &dependent));
        let new = new.collect::<Option<Vec<_>>>()?;
        if (1..new.len()).any(|part| new[..part].contains(&new[part])) {
            return None;
        }
        let ops = needed(&generic.body_ops(), &results, &new);
        let mut reader = Reader::of(&old, &new);
        ops.iter().try_for_each(|op| reader.read(*op))?;
        let signed = reader.signed;
        let terms = results.iter().map(|result| term(&reader.terms, *result));
        let program = reader.program.finish(terms.collect::<Option<_>>()?)?;
        let floats: Vec<_> = elements.iter().map(|element| ir::is_float(*element)).collect();
        let laws = Laws::of(&program, &floats).filter(Laws::is_associative)?;
        let neutral = laws.neutral()?.into_iter().enumerate().map(|(part, is_last)| {
            Neutral::extreme(elements[part], signed[part].unwrap_or(true), is_last)
        });
        let neutral = neutral.collect();
        Some(Self { ops, old, new, results, neutral })
    }

    /// Emits neutral values: combining an old value with them as new elements does not change the
    /// old value.
    pub fn neutral(&self, builder: Builder<'a>) -> Vec<Value<'a>> {
        let neutral = self.neutral.iter().zip(&self.old);
        neutral.map(|(neutral, old)| neutral.emit(builder, old.r#type())).collect()
    }

    /// Emits the combination of old values with the values that follow them.
    pub fn combine(
        &self,
        builder: Builder<'a>,
        old: &[Value<'a>],
        new: &[Value<'a>],
    ) -> Vec<Value<'a>> {
        let from = [&self.old[..], &self.new[..]].concat();
        let mut renaming = Renaming::new(&from, &[old, new].concat());
        for op in &self.ops {
            renaming.clone_op(builder, *op);
        }
        self.results.iter().map(|result| renaming.of(*result)).collect()
    }
}

/// Returns true for floats, and for integers of at most 64 bits.
fn has_order(element: Type) -> bool {
    let is_integer = ir::is_integer(element) || ir::is_index(element);
    ir::is_float(element) || (is_integer && ir::element_width(element) <= 64)
}

/// Returns the addresses of the values `old` and of the values that `ops` compute from them.
fn dependent_on<'a>(old: &[Value<'a>], ops: &[Op<'a>]) -> HashSet<usize> {
    let mut found: HashSet<_> = old.iter().copied().map(ir::value_address).collect();
    for op in ops {
        if ir::operands(*op).into_iter().any(|it| found.contains(&ir::value_address(it))) {
            found.extend(ir::results(*op).into_iter().map(ir::value_address));
        }
    }
    found
}

/// Returns the element of which the body selects either this element or the value `old` as
/// `result`. Returns `None` if there is no unique element, or if it is in `dependent`, the
/// addresses of all values that depend on old values.
fn new_element<'a>(
    result: Value<'a>,
    old: Value<'a>,
    dependent: &HashSet<usize>,
) -> Option<Value<'a>> {
    let mut found: Option<Value<'a>> = None;
    let mut seen = HashSet::new();
    let mut pending = vec![result];
    while let Some(value) = pending.pop() {
        if value == old || !seen.insert(ir::value_address(value)) {
            continue;
        }
        if !dependent.contains(&ir::value_address(value)) {
            if found.is_some_and(|found| found != value) {
                return None;
            }
            found = Some(value);
            continue;
        }
        let op = ir::defining_op(value)?;
        let operands = ir::operands(op);
        match ir::op_name(op) {
            "arith.select" => pending.extend(&operands[1..]),
            name if extreme(name).is_some() => pending.extend(operands),
            _ => return None,
        }
    }
    found
}

/// Returns the operations in `ops` that compute `results` from the values `given`, in order.
fn needed<'a>(ops: &[Op<'a>], results: &[Value<'a>], given: &[Value<'a>]) -> Vec<Op<'a>> {
    let addresses = |values: &[Value<'a>]| -> HashSet<usize> {
        values.iter().copied().map(ir::value_address).collect()
    };
    let given = addresses(given);
    let mut used = addresses(results);
    let mut found = Vec::new();
    for op in ops.iter().rev() {
        let mut addresses = ir::results(*op).into_iter().map(ir::value_address);
        if addresses.any(|address| used.contains(&address) && !given.contains(&address)) {
            used.extend(ir::operands(*op).into_iter().map(ir::value_address));
            found.push(*op);
        }
    }
    found.reverse();
    found
}

/// A translator of the operations of a reduction's body to the steps of a [`Program`].
struct Reader {
    program: Program,
    /// The terms that represent values of the body, by the address of the value.
    terms: HashMap<usize, Term>,
    /// For each part, true if its integers are compared as signed integers, and false if they are
    /// compared as unsigned integers; `None` if they are not compared.
    signed: Vec<Option<bool>>,
}

impl Reader {
    fn of<'a>(old: &[Value<'a>], new: &[Value<'a>]) -> Self {
        let numbered = |values: &[Value<'a>], term: fn(usize) -> Term| -> Vec<_> {
            let addresses = values.iter().copied().map(ir::value_address);
            addresses.enumerate().map(|(part, address)| (address, term(part))).collect()
        };
        let terms = [numbered(old, Term::Old), numbered(new, Term::New)].concat();
        Self {
            program: Program::default(),
            terms: terms.into_iter().collect(),
            signed: vec![None; old.len()],
        }
    }

    /// Adds the steps that an operation represents to the program. Returns `None` if the operation
    /// is not a comparison or selection of elements.
    fn read(&mut self, op: Op) -> Option<()> {
        // Flags such as `ninf` exclude the neutral values.
        let flags = op.attribute("fastmath").map(|flags| flags.to_string());
        if flags.is_ok_and(|flags| flags != "#arith.fastmath<none>") {
            return None;
        }
        let name = ir::op_name(op);
        if name == "arith.constant" {
            return Some(());
        }
        let operands = ir::operands(op).into_iter().map(|operand| term(&self.terms, operand));
        let operands = operands.collect::<Option<Vec<_>>>()?;
        let step = match (name, &operands[..]) {
            ("arith.cmpf", &[lhs, rhs]) => {
                let predicate = usize::try_from(ir::integer(op, "predicate")?).ok()?;
                Step::Compare(*FLOAT_PREDICATES.get(predicate)?, [lhs, rhs])
            }
            ("arith.cmpi", &[lhs, rhs]) => {
                let predicate = usize::try_from(ir::integer(op, "predicate")?).ok()?;
                let (orders, is_signed) = *INTEGER_PREDICATES.get(predicate)?;
                if let Some(is_signed) = is_signed {
                    self.set_signed(lhs, is_signed)?;
                }
                Step::Compare(orders, [lhs, rhs])
            }
            ("arith.andi", &[lhs, rhs]) => Step::And([lhs, rhs]),
            ("arith.ori", &[lhs, rhs]) => Step::Or([lhs, rhs]),
            ("arith.xori", &[lhs, rhs]) => Step::Xor([lhs, rhs]),
            ("arith.select", &[condition, yes, no]) => Step::Select([condition, yes, no]),
            (name, &[lhs, rhs]) => {
                let (orders, is_signed) = extreme(name)?;
                self.set_signed(lhs, is_signed)?;
                let is_left = self.program.push(Step::Compare(orders, [lhs, rhs]))?;
                Step::Select([is_left, lhs, rhs])
            }
            _ => return None,
        };
        let result = self.program.push(step)?;
        self.terms.insert(ir::value_address(*ir::results(op).first()?), result);
        Some(())
    }

    /// Records that the elements of the part of `element` are compared as signed integers if
    /// `is_signed` is true, or else as unsigned integers. Returns `None` if they are compared in
    /// both ways.
    fn set_signed(&mut self, element: Term, is_signed: bool) -> Option<()> {
        let known = &mut self.signed[self.program.part(element)?];
        (*known.get_or_insert(is_signed) == is_signed).then_some(())
    }
}

/// The orders for which each predicate of `arith.cmpf` holds, indexed by predicate number.
const FLOAT_PREDICATES: [Orders; 16] = {
    const E: u8 = Orders::EQUAL;
    const G: u8 = Orders::GREATER;
    const L: u8 = Orders::LESS;
    const U: u8 = Orders::UNORDERED;
    [
        Orders(0),
        Orders(E),
        Orders(G),
        Orders(G | E),
        Orders(L),
        Orders(L | E),
        Orders(L | G),
        Orders(L | G | E),
        Orders(U | E),
        Orders(U | G),
        Orders(U | G | E),
        Orders(U | L),
        Orders(U | L | E),
        Orders(U | L | G),
        Orders(U),
        Orders(U | L | G | E),
    ]
};

/// For each predicate of `arith.cmpi`, indexed by predicate number: the orders for which the
/// predicate holds, and the signedness of the compared integers. The signedness is true for signed
/// integers, false for unsigned integers, and `None` if it is irrelevant.
const INTEGER_PREDICATES: [(Orders, Option<bool>); 10] = {
    const E: u8 = Orders::EQUAL;
    const G: u8 = Orders::GREATER;
    const L: u8 = Orders::LESS;
    [
        (Orders(E), None),
        (Orders(L | G), None),
        (Orders(L), Some(true)),
        (Orders(L | E), Some(true)),
        (Orders(G), Some(true)),
        (Orders(G | E), Some(true)),
        (Orders(L), Some(false)),
        (Orders(L | E), Some(false)),
        (Orders(G), Some(false)),
        (Orders(G | E), Some(false)),
    ]
};

/// Returns the orders of the operands for which an operation returns its left operand, and whether
/// the operation compares signed integers. Returns `None` for operations other than maxima and
/// minima of integers.
fn extreme(name: &str) -> Option<(Orders, bool)> {
    Some(match name {
        "arith.minsi" => (Orders(Orders::LESS | Orders::EQUAL), true),
        "arith.maxsi" => (Orders(Orders::GREATER | Orders::EQUAL), true),
        "arith.minui" => (Orders(Orders::LESS | Orders::EQUAL), false),
        "arith.maxui" => (Orders(Orders::GREATER | Orders::EQUAL), false),
        _ => return None,
    })
}

/// Returns the term that represents a value: a known term or a constant truth value. Returns `None`
/// for other values.
fn term(terms: &HashMap<usize, Term>, value: Value) -> Option<Term> {
    let known = terms.get(&ir::value_address(value)).copied();
    let constant = || {
        let op = ir::defining_op(value).filter(|op| ir::op_name(*op) == "arith.constant")?;
        match op.attribute("value").ok()?.to_string().as_str() {
            "true" => Some(Term::Truth(true)),
            "false" => Some(Term::Truth(false)),
            _ => None,
        }
    };
    known.or_else(constant)
}
