// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random sorts by one or two keys.

use super::elementwise::{compared, is_complex};
use super::generator::{Emit, Generator};
use super::need::Need;
use crate::fuzz::facts::Facts;
use crate::fuzz::program::{Region, ValueId};
use hloom_compiler::{ElementType, Shape};
use hloom_values::ElementClass;

pub const EMITTERS: &[(Emit, u32)] = &[(sort, 1)];

fn sort(generator: &mut Generator) -> Option<()> {
    let total = generator.random().chance(0.4);
    // Only the total order defines the position of NaN.
    let bounded = Need { exact: true, ..Need::MODERATE };
    let need = if total { Need::BITS } else { bounded };
    let first = generator.any(need, |shape| shape.rank() >= 1, |ty| !is_complex(ty))?;
    let shape = generator.shape(first);
    let mut inputs = vec![first];
    let mut keys = 1;
    if generator.random().chance(0.5) {
        let two_keys = generator.random().chance(0.5);
        let types = |ty: ElementType| !two_keys || !is_complex(ty);
        let element_type = generator.element_type(types)?;
        let need = if two_keys { need } else { Need::ANY };
        inputs.push(generator.operand(&Shape::new(element_type, shape.dims.clone()), need)?);
        keys += usize::from(two_keys);
    }
    let types: Vec<_> = inputs.iter().map(|id| generator.shape(*id).element_type).collect();
    let comparator = comparator(generator, &types, keys, total)?;
    // If a payload could tell equal keys apart, the sort must be stable.
    let stable = keys < inputs.len() || generator.random().chance(0.7);
    let dimension = generator.random().below(shape.rank()) as i64;
    let negative = generator.random().chance(0.2);
    let dimension = if negative { dimension - shape.rank() as i64 } else { dimension };
    let attributes = format!("dimension = {dimension} : i64, is_stable = {stable}");
    let results: Vec<_> = inputs
        .iter()
        .map(|id| (generator.shape(*id), generator.facts(*id)))
        .map(|(shape, facts)| (shape, if stable || total { facts } else { facts.without_bits() }))
        .collect();
    let regions = vec![comparator];
    generator.op_with("stablehlo.sort", &inputs, attributes, &results, regions).map(drop)
}

/// Emits a sort comparator, which compares the first keys and, if there are two keys and the first
/// ones are equal, the second keys.
fn comparator(
    generator: &mut Generator,
    types: &[ElementType],
    keys: usize,
    total: bool,
) -> Option<Region> {
    let arguments: Vec<_> = types
        .iter()
        .flat_map(|ty| {
            [(Shape::scalar(*ty), Facts::of_type(*ty)), (Shape::scalar(*ty), Facts::of_type(*ty))]
        })
        .collect();
    let descending = generator.random().chance(0.4);
    let mirrored = generator.random().chance(0.2);
    let kind = |ty: ElementType| match ty.class() {
        ElementClass::Float if total => "TOTALORDER",
        ElementClass::Float => "FLOAT",
        ElementClass::Signed => "SIGNED",
        _ => "UNSIGNED",
    };
    let truth = (Shape::scalar(ElementType::Pred), Facts::of_type(ElementType::Pred));
    generator.region(true, &arguments, |generator, arguments| {
        let mut test = |name: &str, operands: &[ValueId], attributes: String| {
            generator.one(name, operands, attributes, truth.0.clone(), truth.1)
        };
        let mut before = |key: usize| {
            let (mut one, mut other) = (arguments[2 * key], arguments[2 * key + 1]);
            let mut direction = if descending { "GT" } else { "LT" };
            if mirrored {
                (one, other) = (other, one);
                direction = if descending { "LT" } else { "GT" };
            }
            let kind = kind(types[key]);
            let less = test("stablehlo.compare", &[one, other], compared(direction, kind))?;
            if keys == 1 {
                return Some((less, less));
            }
            let equal = test("stablehlo.compare", &[one, other], compared("EQ", kind))?;
            Some((less, equal))
        };
        let (first, equal) = before(0)?;
        if keys == 1 {
            return Some(vec![first]);
        }
        let (second, _) = before(1)?;
        let tie = test("stablehlo.and", &[equal, second], String::new())?;
        Some(vec![test("stablehlo.or", &[first, tie], String::new())?])
    })
}
