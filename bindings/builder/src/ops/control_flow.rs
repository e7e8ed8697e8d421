// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Branches, loops and optimization barriers.

use super::region::is_predicate;
use crate::emit::{Emit, ensure};
use crate::error::Result;
use crate::program::Program;
use crate::types::{Type, Types, is_boolean};
use crate::value::{Value, Values};
use hloom_values::{ElementType, Shape};

fn verify_selector(emit: &Emit<'_, '_>, expected: ElementType) -> Result<()> {
    let shape = emit.shape(0)?;
    ensure!(emit, shape.rank() == 0, "i1", "the operand must be a scalar, found {shape}");
    ensure!(
        emit,
        shape.element_type == expected,
        "i1",
        "the operand must be a tensor<{expected}>, found {shape}"
    );
    Ok(())
}

/// Checks that the branch with the number `index` returns values of the same types as the first
/// branch.
fn verify_branch(
    emit: &Emit<'_, '_>,
    index: usize,
    first: &[Type],
    found: &[Type],
    constraint: &str,
) -> Result<()> {
    let (expected, actual) = (Types(first), Types(found));
    ensure!(
        emit,
        first == found,
        constraint,
        "branches must return the same types, found ({expected}) and ({actual}) in branch {index}"
    );
    Ok(())
}

impl<'p> Value<'p> {
    /// Runs `true_branch` if `self`, a boolean scalar, is true, and `false_branch` otherwise. The
    /// branches may use values of the enclosing function and must return the same types.
    ///
    /// # Errors
    /// Returns the errors of the branches. Also fails if the operand or the branches violate a
    /// constraint of `if`.
    #[track_caller]
    pub fn if_else<V: Values<'p>, W: Values<'p>>(
        self,
        true_branch: impl FnOnce() -> Result<V>,
        false_branch: impl FnOnce() -> Result<W>,
    ) -> Result<Vec<Self>> {
        let mut emit = Emit::new("stablehlo.if", &[self])?;
        verify_selector(&emit, ElementType::Pred)?;
        let types = emit.region(&[], |_| Ok(true_branch()?.into_vec()))?;
        let others = emit.region(&[], |_| Ok(false_branch()?.into_vec()))?;
        verify_branch(&emit, 1, &types, &others, "c2")?;
        emit.finish(&types)
    }

    /// Runs the branch with the number `self`, an `i32` scalar, or the last branch if there is no
    /// branch with this number. `branch` receives the number of each of the `count` branches and
    /// builds it.
    ///
    /// # Errors
    /// Returns the error of `branch`. Also fails if the operand or the branches violate a
    /// constraint of `case`.
    #[track_caller]
    pub fn case<V: Values<'p>>(
        self,
        count: usize,
        mut branch: impl FnMut(usize) -> Result<V>,
    ) -> Result<Vec<Self>> {
        let mut emit = Emit::new("stablehlo.case", &[self])?;
        verify_selector(&emit, ElementType::S32)?;
        ensure!(emit, count > 0, "c1", "has no branches");
        let types = emit.region(&[], |_| Ok(branch(0)?.into_vec()))?;
        for index in 1..count {
            let found = emit.region(&[], |_| Ok(branch(index)?.into_vec()))?;
            verify_branch(&emit, index, &types, &found, "c3")?;
        }
        emit.finish(&types)
    }
}

impl Program {
    /// Runs `body` as long as `cond` returns true.
    ///
    /// Both closures receive the loop-carried values, which are `inits` before the first iteration.
    /// `body` returns the values for the next iteration, which have the same types. The results are
    /// the values after the last iteration.
    ///
    /// # Errors
    /// Returns the errors of the closures. Also fails if the types that they return violate a
    /// constraint of `while`.
    #[track_caller]
    pub fn while_loop<'p, V: Values<'p>>(
        &'p self,
        inits: &[Value<'p>],
        cond: impl FnOnce(&[Value<'p>]) -> Result<Value<'p>>,
        body: impl FnOnce(&[Value<'p>]) -> Result<V>,
    ) -> Result<Vec<Value<'p>>> {
        let mut emit = Emit::start(self, "stablehlo.while").operands(inits)?;
        let types: Vec<_> = inits.iter().map(|init| init.ty()).collect();
        let condition = emit.region(&types, |values| Ok(vec![cond(values)?]))?;
        ensure!(
            emit,
            is_predicate(&condition),
            "c1",
            "cond must return one tensor<i1>, found ({})",
            Types(&condition)
        );
        let next = emit.region(&types, |values| Ok(body(values)?.into_vec()))?;
        ensure!(
            emit,
            next == types,
            "c2",
            "body must return the types of the operands ({}), found ({})",
            Types(&types),
            Types(&next)
        );
        emit.finish(&types)
    }

    /// Runs `body` for each index from 0 to `count`, exclusive. `body` receives the index, an `i32`
    /// scalar, and the loop-carried values, which are `inits` in the first iteration. It returns
    /// the values for the next iteration.
    ///
    /// # Errors
    /// Returns the error of `body`. Also fails if the types that it returns violate a constraint of
    /// `while`.
    #[track_caller]
    pub fn for_loop<'p, V: Values<'p>>(
        &'p self,
        count: i32,
        inits: &[Value<'p>],
        body: impl FnOnce(Value<'p>, &[Value<'p>]) -> Result<V>,
    ) -> Result<Vec<Value<'p>>> {
        let index = self.full(0, Shape::scalar(ElementType::S32))?;
        let all: Vec<_> = std::iter::once(index).chain(inits.iter().copied()).collect();
        let mut results = self.while_loop(
            &all,
            |values| values[0].less(count),
            |values| {
                let mut next = body(values[0], &values[1..])?.into_vec();
                next.insert(0, values[0].add(1)?);
                Ok(next)
            },
        )?;
        results.remove(0);
        Ok(results)
    }

    /// Returns the operands unchanged, and keeps the compiler from moving operations across this
    /// operation.
    ///
    /// # Errors
    /// Fails if an operand is not a value of the function that is being built.
    #[track_caller]
    pub fn optimization_barrier<'p>(&'p self, operands: &[Value<'p>]) -> Result<Vec<Value<'p>>> {
        let emit = Emit::start(self, "stablehlo.optimization_barrier").operands(operands)?;
        let types: Vec<_> = operands.iter().map(|operand| operand.ty()).collect();
        emit.finish(&types)
    }
}

impl<'p> Value<'p> {
    /// Returns whether all booleans along `dimensions` are true.
    ///
    /// # Errors
    /// Fails if the operand does not hold booleans, or violates a constraint of `reduce`.
    #[track_caller]
    pub fn reduce_and(self, dimensions: impl AsRef<[usize]>) -> Result<Self> {
        let emit = Emit::new("stablehlo.reduce", &[self])?;
        emit.elements(0, "booleans", is_boolean)?;
        self.reduce(true, dimensions, |one, other| one.and(other))
    }
}
