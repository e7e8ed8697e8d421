// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Products of matrices one of whose dimensions is divided into groups (`chlo.ragged_dot`).

use crate::Error;
use crate::ops::arithmetic::{Bilinear, Ring, in_ring};
use crate::ops::attributes::to_sizes;
use crate::ops::on_tensors::{on_tensors, one};
use crate::program::Operation;
use hloom_dialects::attributes::chlo::RaggedDotDimensionNumbers;
use hloom_dialects::op_view::OpView;
use hloom_values::{Literal, Scalar, Shape};

/// The roles of the dimensions of the left and the right operand.
#[derive(Debug)]
struct Roles {
    lhs_batching: Vec<usize>,
    rhs_batching: Vec<usize>,
    lhs_contracting: Vec<usize>,
    rhs_contracting: Vec<usize>,
    ragged: usize,
    group: Option<usize>,
}

/// Decodes `chlo.ragged_dot`.
///
/// # Errors
/// Fails if an attribute, a type or a region of the operation cannot be decoded.
pub fn decode(op: &OpView) -> Result<Box<dyn Operation>, Error> {
    let numbers: RaggedDotDimensionNumbers = op.typed("ragged_dot_dimension_numbers")?;
    let ragged = to_sizes(&numbers.lhs_ragged_dimensions)?;
    let roles = Roles {
        lhs_batching: to_sizes(&numbers.lhs_batching_dimensions)?,
        rhs_batching: to_sizes(&numbers.rhs_batching_dimensions)?,
        lhs_contracting: to_sizes(&numbers.lhs_contracting_dimensions)?,
        rhs_contracting: to_sizes(&numbers.rhs_contracting_dimensions)?,
        ragged: *ragged.first().ok_or_else(|| {
            Error::invalid("`chlo.ragged_dot`: expected a ragged dimension, found none")
        })?,
        group: to_sizes(&numbers.rhs_group_dimensions)?.first().copied(),
    };
    Ok(on_tensors(move |operands| one(ragged_dot(operands[0], operands[1], operands[2], &roles))))
}

/// Computes the ragged product of `lhs` and `rhs`.
///
/// If the ragged dimension is a free dimension, the elements at each position along it are
/// multiplied with the slice of `rhs` for the group of the position. Positions past the last group
/// yield zero. If the ragged dimension is a contracting dimension, the result contains one product
/// for each group. If it is a batching dimension, groups have no effect.
fn ragged_dot(
    lhs: &Literal,
    rhs: &Literal,
    group_sizes: &Literal,
    roles: &Roles,
) -> Result<Literal, Error> {
    let (left, right) = (&lhs.shape().dims, &rhs.shape().dims);
    let ragged_contracts = roles.lhs_contracting.contains(&roles.ragged);
    let groups = *group_sizes.shape().dims.last().unwrap_or(&0);
    let free = |rank: usize, taken: [&[usize]; 3]| -> Vec<usize> {
        (0..rank).filter(|dim| !taken.iter().any(|taken| taken.contains(dim))).collect()
    };
    let group = roles.group.as_slice();
    let lhs_free = free(left.len(), [&roles.lhs_batching, &roles.lhs_contracting, &[]]);
    let rhs_free = free(right.len(), [&roles.rhs_batching, &roles.rhs_contracting, group]);
    let pairs = roles.lhs_batching.iter().zip(&roles.rhs_batching);
    let mut pairs = pairs.chain(roles.lhs_contracting.iter().zip(&roles.rhs_contracting));
    let sizes_agree = pairs.all(|(one, other)| left[*one] == right[*other])
        && roles.group.is_none_or(|group| right[group] == groups);
    if !sizes_agree {
        let (lhs, rhs, sizes) = (lhs.shape(), rhs.shape(), group_sizes.shape());
        return Err(Error::invalid(format!(
            "`chlo.ragged_dot`: expected paired dimensions of equal size, and a slice of the right \
             operand for each group, found {lhs}, {rhs} and group sizes {sizes}"
        )));
    }

    let mut dims = if ragged_contracts { vec![groups] } else { Vec::new() };
    dims.extend(roles.lhs_batching.iter().map(|dim| left[*dim]));
    dims.extend(lhs_free.iter().map(|dim| left[*dim]));
    dims.extend(rhs_free.iter().map(|dim| right[*dim]));
    let contracted: Vec<_> = roles.lhs_contracting.iter().map(|dim| left[*dim]).collect();
    let contracted = Shape::new(lhs.shape().element_type, contracted);
    let shape = Shape::new(lhs.shape().element_type, dims);
    let product = Product { lhs, rhs, group_sizes, roles, lhs_free, rhs_free, contracted, shape };
    in_ring(lhs, rhs, lhs.shape().element_type, &product)
}

/// A ragged product whose operand sizes have been checked.
struct Product<'a> {
    lhs: &'a Literal,
    rhs: &'a Literal,
    group_sizes: &'a Literal,
    roles: &'a Roles,
    lhs_free: Vec<usize>,
    rhs_free: Vec<usize>,
    /// The sizes of the contracting dimensions.
    contracted: Shape,
    shape: Shape,
}

impl Bilinear for Product<'_> {
    fn compute<R: Ring>(&self, lhs: &[R], rhs: &[R]) -> Result<Literal, Error> {
        let (roles, element_type) = (self.roles, self.shape.element_type);
        let (left, right) = (self.lhs.shape(), self.rhs.shape());
        let missing = || {
            Error::Internal("`chlo.ragged_dot` computed an index outside of an operand".to_owned())
        };
        let ragged_contracts = roles.lhs_contracting.contains(&roles.ragged);
        Literal::generate(self.shape.clone(), |index| {
            let (of_group, index) = index.split_at(usize::from(ragged_contracts));
            let (batch, index) = index.split_at(roles.lhs_batching.len());
            let (from_left, from_right) = index.split_at(self.lhs_free.len());
            let (mut at_left, mut at_right) = (vec![0; left.rank()], vec![0; right.rank()]);
            place(&mut at_left, &roles.lhs_batching, batch);
            place(&mut at_right, &roles.rhs_batching, batch);
            place(&mut at_left, &self.lhs_free, from_left);
            place(&mut at_right, &self.rhs_free, from_right);
            let mut sum = R::ZERO;
            if let Some(group) = roles.group {
                let Some(own) = group_of(self.group_sizes, &at_left, roles) else {
                    return Ok(sum.element(element_type));
                };
                at_right[group] = own;
            }
            self.contracted.try_for_each_index(|index| {
                place(&mut at_left, &roles.lhs_contracting, index);
                place(&mut at_right, &roles.rhs_contracting, index);
                let own = of_group.first().copied();
                if own.is_none() || own == group_of(self.group_sizes, &at_left, roles) {
                    let one = left.linear(&at_left).ok_or_else(missing)?;
                    let other = right.linear(&at_right).ok_or_else(missing)?;
                    sum = sum.plus(lhs[one], rhs[other]);
                }
                Ok::<(), Error>(())
            })?;
            Ok(sum.element(element_type))
        })
    }
}

/// Sets `index` along each of `dimensions` to the corresponding entry of `positions`.
fn place(index: &mut [usize], dimensions: &[usize], positions: &[usize]) {
    for (dimension, position) in dimensions.iter().zip(positions) {
        index[*dimension] = *position;
    }
}

/// Returns the group that contains the position of `at_left` in the ragged dimension, or `None`
/// past the last group. If there are several lists of group sizes, the positions in the dimensions
/// before the ragged dimension select the list.
fn group_of(group_sizes: &Literal, at_left: &[usize], roles: &Roles) -> Option<usize> {
    let before = |dims: &[usize]| -> Vec<usize> {
        dims.iter().copied().take_while(|dim| *dim != roles.ragged).collect()
    };
    let mut index = Vec::new();
    if group_sizes.shape().rank() > 1 {
        let mut outer = before(&roles.lhs_batching);
        if roles.lhs_contracting.contains(&roles.ragged) {
            outer.extend(before(&roles.lhs_contracting));
        } else if !roles.lhs_batching.contains(&roles.ragged) {
            let taken = |dim: &usize| {
                roles.lhs_batching.contains(dim) || roles.lhs_contracting.contains(dim)
            };
            outer.extend((0..roles.ragged).filter(|dim| !taken(dim)));
        }
        index = outer.into_iter().map(|dim| at_left[dim]).collect();
    }
    let mut left = at_left[roles.ragged] as i128;
    let groups = *group_sizes.shape().dims.last()?;
    (0..groups).find(|group| {
        let size = group_sizes.at(&[&index[..], &[*group]].concat());
        left -= size.map_or(0, Scalar::to_integer);
        left < 0
    })
}
