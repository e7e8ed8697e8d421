// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The LAPACK routines of programs that JAX exported for its CPU.
//!
//! LAPACK takes matrices in column-major order. The layouts of the call state this order. The
//! operands and results here are therefore the same tensors in row-major order. A call with other
//! layouts would pass transposed matrices and is refused.

use super::call::CustomCall;
use super::registry::CustomCallRegistry;
use super::setting::Setting;
use crate::{Error, Literal, Shape, Type};
use hloom_lapack::{Call, Routine, routines};

/// Registers all LAPACK routines.
pub(super) fn register(registry: &mut CustomCallRegistry) {
    for (name, routine) in routines() {
        registry.register(name, move |call, operands| run(call, routine, operands));
    }
}

fn run(call: &CustomCall, routine: Routine, operands: &[Literal]) -> Result<Vec<Literal>, Error> {
    let results: Option<Vec<_>> = call.results.iter().map(static_shape).collect();
    let results = results.ok_or_else(|| {
        Error::invalid(format!("`@{}`: expected results of static shapes", call.target))
    })?;
    let ranks = |shapes: &mut dyn Iterator<Item = &Shape>| shapes.map(Shape::rank).collect();
    let operand_ranks: Vec<usize> = ranks(&mut operands.iter().map(Literal::shape));
    let matrix = operand_ranks.iter().max().copied().unwrap_or(0);
    expect_layouts(call, "operand_layouts", &operand_ranks, matrix)?;
    expect_layouts(call, "result_layouts", &ranks(&mut results.iter()), matrix)?;
    let setting = |name: &str| match call.setting(name)? {
        Setting::Integer(value, _) => Some(*value),
        Setting::Bool(value) => Some(i64::from(*value)),
        _ => None,
    };
    let call = Call { target: &call.target, operands, results: &results, setting: &setting };
    Ok(routine(&call)?)
}

fn static_shape(ty: &Type) -> Option<Shape> {
    let Type::Tensor(spec) = ty else { return None };
    let dims: Option<Vec<_>> = spec.dims.iter().copied().collect();
    Some(Shape::new(spec.element.storage, dims?))
}

/// Fails unless the values of rank `matrix` are batches of column-major matrices, and all other
/// values are row-major.
fn expect_layouts(
    call: &CustomCall,
    name: &str,
    ranks: &[usize],
    matrix: usize,
) -> Result<(), Error> {
    let layouts = match call.attributes.get(name) {
        Some(Setting::List(layouts)) => layouts.as_slice(),
        _ => &[],
    };
    for (index, rank) in ranks.iter().copied().enumerate().filter(|(_, rank)| *rank > 1) {
        let mut expected: Vec<_> = (0..rank as i64).rev().collect();
        if rank == matrix {
            expected.swap(0, 1);
        }
        let found: Option<Vec<_>> = match layouts.get(index) {
            Some(Setting::List(dims)) => dims.iter().map(integer).collect(),
            _ => None,
        };
        if found.as_ref() != Some(&expected) {
            let found = found.map_or("none".to_owned(), |found| format!("{found:?}"));
            let target = &call.target;
            return Err(Error::invalid(format!(
                "`@{target}`: `{name}` {index}: expected layout {expected:?}, found {found}"
            )));
        }
    }
    Ok(())
}

fn integer(setting: &Setting) -> Option<i64> {
    match setting {
        Setting::Integer(value, _) => Some(*value),
        _ => None,
    }
}
