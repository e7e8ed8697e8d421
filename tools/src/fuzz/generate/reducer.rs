// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random bodies of reductions, whose operations are associative and commutative up to rounding.

use super::elementwise::{compared, is_complex, is_float, is_integer, product};
use super::generator::Generator;
use super::need::Need;
use crate::fuzz::data::Kind;
use crate::fuzz::facts::Facts;
use crate::fuzz::program::{Region, ValueId};
use hloom_compiler::{ElementType, Shape};
use hloom_values::ElementClass;

/// The body of a reduction, with the initial values and the facts of the results.
pub struct Reducer {
    /// The region that is the body of the reduction.
    pub region: Region,
    /// Scalar initial value for each input of the reduction.
    pub inits: Vec<ValueId>,
    /// Facts about each result of the reduction.
    pub facts: Vec<Facts>,
}

/// Returns the facts of a reduction that combines `count` elements with the initial value `base` by
/// the operation `name`.
///
/// Returns `None` if the result has no useful bound.
pub fn combined(
    name: &str,
    base: &Facts,
    element: &Facts,
    count: usize,
    element_type: ElementType,
) -> Option<Facts> {
    let float = is_float(element_type) || is_complex(element_type);
    match name {
        _ if !float && matches!(name, "maximum" | "minimum") => Some(base.merged(element)),
        _ if !float => Some(Facts::of_type(element_type)),
        "maximum" | "minimum" => {
            let facts = base.merged(element).without_bits();
            (!is_complex(element_type)).then_some(facts)
        }
        "add" => {
            let times = count as f64;
            let facts = Facts {
                low: base.low + times * element.low.min(0.0),
                high: base.high + times * element.high.max(0.0),
                absolute: base.error() + times * element.error(),
                relative: 0.0,
                step: if base.step * element.step == 0.0 {
                    0.0
                } else {
                    base.step.min(element.step)
                },
                bits: false,
            };
            facts.is_bounded().then(|| facts.rounded(element_type, times + 1.0))
        }
        "multiply" => {
            if count > 12 || !element.is_bounded() || !base.is_bounded() {
                return None;
            }
            // Some results combine fewer elements than others.
            let (mut product_so_far, mut all) = (*base, *base);
            for _ in 0..count {
                product_so_far = product(&product_so_far, element, element_type);
                all = all.merged(&product_so_far);
            }
            let most = all.magnitude();
            Some(Facts { low: -most, high: most, ..all })
        }
        _ => None,
    }
}

/// Returns the names of the operations that can reduce elements of a type. A name that occurs
/// several times is chosen more often.
pub fn names(element_type: ElementType) -> &'static [&'static str] {
    match element_type.class() {
        ElementClass::Boolean => &["and", "or", "xor", "add", "maximum", "minimum", "multiply"],
        ElementClass::Complex => &["add", "add", "multiply"],
        ElementClass::Float => &["add", "add", "add", "maximum", "minimum", "multiply"],
        _ => &["add", "add", "maximum", "minimum", "multiply", "and", "or", "xor"],
    }
}

/// Emits the body of a reduction, with one operation for the two arguments of each input.
pub fn body(generator: &mut Generator, types: &[ElementType], names: &[&str]) -> Option<Region> {
    let half: Vec<_> = types.iter().map(|ty| (Shape::scalar(*ty), Facts::of_type(*ty))).collect();
    let arguments = [half.clone(), half].concat();
    let swap = generator.random().chance(0.2);
    generator.region(true, &arguments, |generator, arguments| {
        let mut results = Vec::new();
        for (index, (ty, name)) in types.iter().zip(names).enumerate() {
            let mut pair = [arguments[index], arguments[types.len() + index]];
            if swap {
                pair.reverse();
            }
            results.push(combination(generator, name, pair, *ty)?);
        }
        Some(results)
    })
}

/// Emits the operation `name` on two elements. In a few cases, emits an `if` whose branches apply
/// the operation to the elements in different orders.
fn combination(
    generator: &mut Generator,
    name: &str,
    [one, other]: [ValueId; 2],
    ty: ElementType,
) -> Option<ValueId> {
    // The facts inside the body do not matter: those of the whole reduction are known.
    let (shape, facts) = (Shape::scalar(ty), Facts::of_type(ty));
    let name = format!("stablehlo.{name}");
    if is_complex(ty) || !generator.random().chance(0.05) {
        return generator.one(&name, &[one, other], "", shape, facts);
    }
    let truth = (Shape::scalar(ElementType::Pred), Facts::of_type(ElementType::Pred));
    let less = compared("LT", kind(ty));
    let less = generator.one("stablehlo.compare", &[one, other], less, truth.0, truth.1)?;
    let mut branches = Vec::new();
    for pair in [[one, other], [other, one]] {
        branches.push(generator.region(false, &[], |generator, _| {
            Some(vec![generator.one(&name, &pair, "", shape.clone(), facts)?])
        })?);
    }
    generator.op_with("stablehlo.if", &[less], "", &[(shape, facts)], branches)?.pop()
}

/// Returns the comparison type of `stablehlo.compare` for an element type that is not complex.
fn kind(ty: ElementType) -> &'static str {
    match ty.class() {
        ElementClass::Float => "FLOAT",
        ElementClass::Signed => "SIGNED",
        _ => "UNSIGNED",
    }
}

/// Returns an initial value for a reduction by the operation `name`. The reduction's result does
/// not depend on how many times the value is combined.
fn identity(generator: &mut Generator, name: &str, ty: ElementType) -> Option<ValueId> {
    let shape = Shape::scalar(ty);
    let (low, high) = ty.integer_range().unwrap_or((0, 1));
    match name {
        "add" | "xor" => Some(generator.scalar(ty, 0)),
        "or" if generator.random().chance(0.5) => Some(generator.scalar(ty, 0)),
        "multiply" => Some(generator.scalar(ty, 1)),
        "and" if is_integer(ty) => {
            let ones = if low < 0 { -1 } else { high as i64 };
            Some(generator.constant(shape, Kind::Explicit(vec![ones])))
        }
        "and" => Some(generator.scalar(ty, 1)),
        // Maximum and minimum accept any initial value.
        _ => generator.operand(&shape, Need::ANY),
    }
}

/// Emits the body of a reduction that combines `count` elements of each input.
pub fn reducer(generator: &mut Generator, inputs: &[ValueId], count: usize) -> Option<Reducer> {
    let types: Vec<_> = inputs.iter().map(|id| generator.shape(*id).element_type).collect();
    if let [key, index] = types[..]
        && is_integer(index)
        && !is_complex(key)
        && generator.facts(inputs[0]).is_exact()
        && generator.facts(inputs[0]).is_bounded()
        && generator.random().chance(0.6)
    {
        return extremum_with_place(generator, inputs, key, index);
    }
    let mut chosen = Vec::new();
    let (mut inits, mut facts) = (Vec::new(), Vec::new());
    for (input, ty) in inputs.iter().zip(&types) {
        let name = *generator.random().pick(names(*ty));
        let init = identity(generator, name, *ty)?;
        let (base, element) = (generator.facts(init), generator.facts(*input));
        facts.push(combined(name, &base, &element, count, *ty)?);
        inits.push(init);
        chosen.push(name);
    }
    Some(Reducer { region: body(generator, &types, &chosen)?, inits, facts })
}

/// Emits the body of an argmax or argmin, which computes the largest or smallest element and its
/// lowest index.
fn extremum_with_place(
    generator: &mut Generator,
    inputs: &[ValueId],
    key: ElementType,
    index: ElementType,
) -> Option<Reducer> {
    let bounded = Need { exact: true, ..Need::MODERATE };
    let first = generator.operand(&Shape::scalar(key), bounded)?;
    let second = generator.operand(&Shape::scalar(index), Need::ANY)?;
    let direction = if generator.random().chance(0.5) { "GT" } else { "LT" };
    let facts = [generator.facts(inputs[0]), generator.facts(inputs[1])];
    let facts = [
        facts[0].merged(&generator.facts(first)).without_bits(),
        facts[1].merged(&generator.facts(second)),
    ];
    let types = [key, index, key, index];
    let arguments: Vec<_> =
        types.iter().map(|ty| (Shape::scalar(*ty), Facts::of_type(*ty))).collect();
    let region = generator.region(true, &arguments, |generator, arguments| {
        let [value, place, value_2, place_2] = arguments else { return None };
        let truth = (Shape::scalar(ElementType::Pred), Facts::of_type(ElementType::Pred));
        let mut test = |name: &str, operands: &[ValueId], attributes: String| {
            generator.one(name, operands, attributes, truth.0.clone(), truth.1)
        };
        let compare = "stablehlo.compare";
        let wins = test(compare, &[*value, *value_2], compared(direction, kind(key)))?;
        let equal = test(compare, &[*value, *value_2], compared("EQ", kind(key)))?;
        let before = test(compare, &[*place, *place_2], compared("LT", kind(index)))?;
        let tie = test("stablehlo.and", &[equal, before], String::new())?;
        let chosen = test("stablehlo.or", &[wins, tie], String::new())?;
        let mut results = Vec::new();
        for (one, other, ty) in [(value, value_2, key), (place, place_2, index)] {
            let (shape, facts) = (Shape::scalar(ty), Facts::of_type(ty));
            let operands = [chosen, *one, *other];
            results.push(generator.one("stablehlo.select", &operands, "", shape, facts)?);
        }
        Some(results)
    })?;
    Some(Reducer { region, inits: vec![first, second], facts: facts.to_vec() })
}
