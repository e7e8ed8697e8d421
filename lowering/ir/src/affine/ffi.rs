// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Affine maps and expressions through MLIR's C API.

use crate::{Attribute, Op};
use melior::ir::{AffineExpr, AffineMap, AttributeLike};
use mlir_sys::{
    MlirAffineExpr, mlirAffineBinaryOpExprGetLHS, mlirAffineBinaryOpExprGetRHS,
    mlirAffineConstantExprGetValue, mlirAffineDimExprGetPosition, mlirAffineExprIsAAdd,
    mlirAffineExprIsAConstant, mlirAffineExprIsADim, mlirAffineExprIsAMul, mlirAffineMapAttrGet,
    mlirAffineMapAttrGetValue, mlirArrayAttrGetElement, mlirArrayAttrGetNumElements,
    mlirAttributeIsAAffineMap, mlirAttributeIsAArray, mlirLinalgGetIndexingMapsAttribute,
};

/// Returns an affine map as an attribute.
pub fn affine_map_attribute(map: AffineMap<'_>) -> Attribute<'_> {
    // SAFETY: an `AffineMap` is valid as long as its context, in which the attribute lives, too.
    unsafe { Attribute::from_raw(mlirAffineMapAttrGet(map.to_raw())) }
}

/// Returns the map of an affine map attribute, or `None` for other attributes.
pub fn affine_map_of(attribute: Attribute<'_>) -> Option<AffineMap<'_>> {
    // SAFETY: an `Attribute` is valid as long as its context, and the map is read only if
    // `mlirAttributeIsAAffineMap` holds.
    unsafe {
        mlir_sys::mlirAttributeIsAAffineMap(attribute.to_raw())
            .then(|| AffineMap::from_raw(mlir_sys::mlirAffineMapAttrGetValue(attribute.to_raw())))
    }
}

/// Returns the position of a dimension expression, or `None` for other expressions.
pub fn dim_position(expression: melior::ir::AffineExpr) -> Option<usize> {
    // SAFETY: an `AffineExpr` is valid as long as its context, and the position is read only if
    // `mlirAffineExprIsADim` holds.
    unsafe {
        mlir_sys::mlirAffineExprIsADim(expression.to_raw())
            .then(|| mlir_sys::mlirAffineDimExprGetPosition(expression.to_raw()) as usize)
    }
}

/// Returns the indexing maps of a linalg operation, one for each operand. Returns `None` for other
/// operations.
pub fn indexing_maps<'a>(op: Op<'a>) -> Option<Vec<AffineMap<'a>>> {
    // SAFETY: `op` is valid. The attribute is null unless `op` is a linalg operation, which is
    // tested here. Elements and maps are read only after the matching `mlirAttributeIsA` test.
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

/// Returns the coefficients of the dimensions `0..dims` in a linear expression, and its constant
/// term. Returns `None` if the expression is not linear, if it has another dimension or a symbol,
/// or if a number overflows.
pub fn linear(expression: AffineExpr, dims: usize) -> Option<(Vec<i64>, i64)> {
    let mut sum = (vec![0; dims], 0);
    // SAFETY: an `AffineExpr` is valid as long as its context.
    unsafe { add_linear(expression.to_raw(), 1, &mut sum)? };
    Some(sum)
}

/// Adds `factor` times the expression to `sum`, which has the coefficients and the constant term.
/// Returns `None` in the same cases as [`linear`].
///
/// # Safety
/// `expression` must be valid.
unsafe fn add_linear(
    expression: MlirAffineExpr,
    factor: i64,
    sum: &mut (Vec<i64>, i64),
) -> Option<()> {
    // SAFETY: the caller guarantees that `expression` is valid, and so are its operands. Each
    // part is read only after the test for the kind of expression that has it.
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
        // MLIR canonicalizes affine products: a constant factor is on the right.
        if !mlirAffineExprIsAConstant(rhs) {
            return None;
        }
        add_linear(lhs, factor.checked_mul(mlirAffineConstantExprGetValue(rhs))?, sum)
    }
}
