// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What is asked of MLIR's C API directly: indexing maps and affine expressions.

use crate::ir::Op;
use melior::ir::{AffineExpr, AffineMap};
use mlir_sys::{
    MlirAffineExpr, mlirAffineBinaryOpExprGetLHS, mlirAffineBinaryOpExprGetRHS,
    mlirAffineConstantExprGetValue, mlirAffineDimExprGetPosition, mlirAffineExprIsAAdd,
    mlirAffineExprIsAConstant, mlirAffineExprIsADim, mlirAffineExprIsAMul,
    mlirAffineMapAttrGetValue, mlirArrayAttrGetElement, mlirArrayAttrGetNumElements,
    mlirAttributeIsAAffineMap, mlirAttributeIsAArray, mlirLinalgGetIndexingMapsAttribute,
};

/// The indexing maps of a linalg operation, one an operand; none for other operations.
pub fn indexing_maps<'a>(op: Op<'a>) -> Option<Vec<AffineMap<'a>>> {
    // SAFETY: `op` is valid; the answer is null unless it is a linalg operation,
    // and each part is read only of the kind of attribute that has it.
    unsafe {
        let array = mlirLinalgGetIndexingMapsAttribute(op.to_raw());
        if array.ptr.is_null() || !mlirAttributeIsAArray(array) {
            return None;
        }
        (0..mlirArrayAttrGetNumElements(array))
            .map(|index| {
                let map = mlirArrayAttrGetElement(array, index);
                mlirAttributeIsAAffineMap(map)
                    .then(|| AffineMap::from_raw(mlirAffineMapAttrGetValue(map)))
            })
            .collect()
    }
}

/// The coefficients of `dims` dimensions in a linear expression, and its
/// constant; none where it is not linear.
pub fn linear(expression: AffineExpr, dims: usize) -> Option<(Vec<i64>, i64)> {
    let mut sum = (vec![0; dims], 0);
    // SAFETY: the expression is valid.
    unsafe { add_linear(expression.to_raw(), 1, &mut sum)? };
    Some(sum)
}

/// Adds `factor` times the expression to `sum`.
///
/// # Safety
/// `expression` must be valid.
unsafe fn add_linear(
    expression: MlirAffineExpr,
    factor: i64,
    sum: &mut (Vec<i64>, i64),
) -> Option<()> {
    // SAFETY: by the contract, and each part asked for is one the kind has.
    unsafe {
        if mlirAffineExprIsADim(expression) {
            let coefficient = sum.0.get_mut(mlirAffineDimExprGetPosition(expression) as usize)?;
            *coefficient = coefficient.checked_add(factor)?;
            return Some(());
        }
        if mlirAffineExprIsAConstant(expression) {
            let constant = factor.checked_mul(mlirAffineConstantExprGetValue(expression))?;
            sum.1 = sum.1.checked_add(constant)?;
            return Some(());
        }
        let (add, multiply) = (mlirAffineExprIsAAdd(expression), mlirAffineExprIsAMul(expression));
        if !add && !multiply {
            return None;
        }
        let lhs = mlirAffineBinaryOpExprGetLHS(expression);
        let rhs = mlirAffineBinaryOpExprGetRHS(expression);
        if add {
            add_linear(lhs, factor, sum)?;
            return add_linear(rhs, factor, sum);
        }
        // Affine products have their constant on the right.
        if !mlirAffineExprIsAConstant(rhs) {
            return None;
        }
        add_linear(lhs, factor.checked_mul(mlirAffineConstantExprGetValue(rhs))?, sum)
    }
}
