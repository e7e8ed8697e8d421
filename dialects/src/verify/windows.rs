// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Windows that slide over tensors, in convolutions, windowed reductions and pooling.

use super::dimensions::per_dimension;
use crate::{
    ensure, ffi,
    op_view::{InferView, read_integers},
    shape::{Dim, TensorType, format_dims},
    violation,
    violation::Violation,
};
use melior::ir::AttributeLike;

/// The parameters of a sliding window along one dimension.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// The size of the window, or `None` if it is dynamic.
    pub size: Dim,
    /// The distance between adjacent positions of the window.
    pub stride: i64,
    /// The padding before and after the dimension, applied after the dilation of the tensor;
    /// negative padding crops.
    pub padding: (i64, i64),
    /// The distance between adjacent elements of the tensor after its dilation.
    pub base_dilation: i64,
    /// The distance between adjacent elements of the window after its dilation.
    pub window_dilation: i64,
}

impl Window {
    /// Returns the number of positions of the window in a dimension of size `dim`.
    ///
    /// Returns `None` if the size of the dimension or of the window is dynamic.
    ///
    /// # Errors
    /// Returns a message if a size does not fit into 64 bits, or if the padding crops too many
    /// elements.
    pub fn count(&self, dim: Dim) -> Result<Dim, &'static str> {
        let overflow = "window sizes must fit into 64 bits";
        let dilate = |size: i64, dilation: i64| match size {
            0 => Some(0),
            size => size.checked_sub(1)?.checked_mul(dilation)?.checked_add(1),
        };
        let (Some(dim), Some(size)) = (dim, self.size) else { return Ok(None) };
        let padded = dilate(dim, self.base_dilation)
            .and_then(|size| size.checked_add(self.padding.0))
            .and_then(|size| size.checked_add(self.padding.1))
            .ok_or(overflow)?;
        let window = dilate(size, self.window_dilation).ok_or(overflow)?;
        if padded < 0 {
            return Err("padding must not crop more elements than there are");
        }
        if padded == 0 || window > padded {
            return Ok(Some(0));
        }
        Ok(Some((padded - window) / self.stride + 1))
    }
}

/// The specification's numbers, such as `c2`, of the constraints on windows.
///
/// A pair contains the constraint on the length of a list and the constraint that its entries are
/// positive.
pub struct WindowConstraints {
    /// The numbers of the two constraints on the window's strides.
    pub strides: [&'static str; 2],
    /// The number of the constraint on the shape of the padding.
    pub padding: &'static str,
    /// The numbers of the two constraints on the dilations of the tensor.
    pub base_dilations: [&'static str; 2],
    /// The numbers of the two constraints on the dilations of the window.
    pub window_dilations: [&'static str; 2],
}

/// The names of the attributes that contain the dilations of an op.
pub struct WindowNames {
    /// The name of the attribute with the dilations of the tensor.
    pub base_dilations: &'static str,
    /// The name of the attribute with the dilations of the window.
    pub window_dilations: &'static str,
}

/// Returns the windows of an op, one for each of the given sizes.
///
/// Absent or empty strides and dilations default to 1, and absent or empty padding defaults to 0.
///
/// # Errors
/// Returns the first violated constraint.
pub fn windows(
    op: &InferView,
    sizes: &[Dim],
    names: &WindowNames,
    constraints: &WindowConstraints,
) -> Result<Vec<Window>, Violation> {
    let rank = sizes.len();
    let strides = positive(op, "window_strides", rank, constraints.strides)?;
    let base = positive(op, names.base_dilations, rank, constraints.base_dilations)?;
    let window = positive(op, names.window_dilations, rank, constraints.window_dilations)?;
    let padding = padding(op, rank, constraints.padding)?;
    Ok((0..rank)
        .map(|index| Window {
            size: sizes[index],
            stride: strides[index],
            padding: padding[index],
            base_dilation: base[index],
            window_dilation: window[index],
        })
        .collect())
}

/// Returns the integers of the attribute `name`, which must have one positive integer for each
/// dimension. Returns ones if the attribute is absent or empty.
///
/// # Errors
/// Returns the first violated constraint.
pub fn positive(
    op: &InferView,
    name: &str,
    rank: usize,
    [size, sign]: [&str; 2],
) -> Result<Vec<i64>, Violation> {
    let values = match op.has_attribute(name) {
        true => op.integers(name)?,
        false => Vec::new(),
    };
    if values.is_empty() {
        return Ok(vec![1; rank]);
    }
    per_dimension(op, name, &values, rank, size)?;
    if let Some(value) = values.iter().find(|value| **value <= 0) {
        return Err(violation!(op.constraint(sign), "{name} must be positive, found {value}"));
    }
    Ok(values)
}

/// Returns the padding before and after each dimension from the attribute `padding`, or zeros if
/// the attribute is absent or empty.
fn padding(op: &InferView, rank: usize, constraint: &str) -> Result<Vec<(i64, i64)>, Violation> {
    let Some(attribute) = op.attribute("padding") else { return Ok(vec![(0, 0); rank]) };
    let shape = ffi::ranked_tensor(attribute.r#type()).map(|(_, dims, _)| dims);
    if shape.as_ref().is_some_and(|shape| shape.contains(&Some(0))) {
        return Ok(vec![(0, 0); rank]);
    }
    let expected = [Some(rank as i64), Some(2)];
    let values = read_integers(attribute);
    let Some(values) = values.filter(|_| shape.as_deref() == Some(&expected)) else {
        return Err(violation!(
            op.constraint(constraint),
            "padding must have the shape {}, found {}",
            format_dims(&expected),
            shape.map_or_else(|| attribute.to_string(), |shape| format_dims(&shape))
        ));
    };
    Ok(values.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect())
}

/// Returns the number of window positions along each dimension of a tensor, and the bound of this
/// number for each dynamic dimension with a bound.
///
/// # Errors
/// Returns the first violated constraint.
pub fn counts(
    op: &InferView,
    tensor: &TensorType,
    windows: &[Window],
    constraint: &str,
) -> Result<(Vec<Dim>, Vec<Dim>), Violation> {
    let count = |index: usize, size: Dim| {
        windows[index].count(size).map_err(|message| {
            violation!(op.constraint(constraint), "dimension {index} of {tensor}: {message}")
        })
    };
    ensure!(
        windows.len() == tensor.rank(),
        op.constraint(constraint),
        "must have {} windows, one for each dimension of {tensor}, found {}",
        tensor.rank(),
        windows.len()
    );
    let mut dims = Vec::new();
    let mut bounds = Vec::new();
    for index in 0..tensor.rank() {
        dims.push(count(index, tensor.dim(index))?);
        bounds.push(count(index, tensor.bound(index))?);
    }
    Ok((dims, bounds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted() {
        let window = |size, stride, low, high, base, dilation| Window {
            size: Some(size),
            stride,
            padding: (low, high),
            base_dilation: base,
            window_dilation: dilation,
        };
        assert_eq!(window(3, 1, 1, 1, 1, 1).count(Some(5)), Ok(Some(5)));
        assert_eq!(window(3, 2, 0, 0, 1, 1).count(Some(5)), Ok(Some(2)));
        assert_eq!(window(3, 1, 0, 0, 1, 2).count(Some(5)), Ok(Some(1)));
        assert_eq!(window(2, 1, 0, 0, 2, 1).count(Some(3)), Ok(Some(4)));
        assert_eq!(window(6, 1, 0, 0, 1, 1).count(Some(5)), Ok(Some(0)));
        assert_eq!(window(1, 1, 0, 0, 1, 1).count(Some(0)), Ok(Some(0)));
        assert_eq!(window(1, 1, -2, 0, 1, 1).count(Some(5)), Ok(Some(3)));
        assert_eq!(window(1, 1, 0, 0, 1, 1).count(None), Ok(None));
        assert!(window(1, 1, -6, 0, 1, 1).count(Some(5)).is_err());
        assert!(window(1, 1, 0, 0, i64::MAX, 1).count(Some(5)).is_err());
    }
}
