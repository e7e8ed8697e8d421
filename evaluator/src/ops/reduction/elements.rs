// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and sets single elements of evaluated tensors. An element is represented as a scalar
//! tensor, because the regions of reductions take and return scalar tensors.

use crate::{Error, Value};
use hloom_values::{Literal, Shape};

/// Checks that tensors have the same sizes.
///
/// # Errors
/// Fails if the sizes differ.
pub fn same_dims(tensors: &[Literal]) -> Result<(), Error> {
    for pair in tensors.windows(2) {
        let (one, other) = (pair[0].shape(), pair[1].shape());
        if one.dims != other.dims {
            return Err(Error::invalid(format!(
                "expected tensors of the same sizes, found {one} and {other}"
            )));
        }
    }
    Ok(())
}

/// Returns the element with the linear index `linear` as a scalar tensor.
///
/// # Errors
/// Fails if there is no such element.
pub fn element(tensor: &Literal, linear: usize) -> Result<Value, Error> {
    let element_type = tensor.shape().element_type;
    let width = element_type.byte_width();
    let bytes = tensor.bytes().get(linear * width..(linear + 1) * width).ok_or_else(missing)?;
    Ok(Value::from(Literal::from_bytes(Shape::scalar(element_type), bytes)?))
}

/// Sets the element with the linear index `linear` to the value of a scalar tensor.
///
/// # Errors
/// Fails if there is no such element, or if the value is not a scalar of the tensor's element type.
pub fn set_element(tensor: &mut Literal, linear: usize, value: &Value) -> Result<(), Error> {
    let scalar = value.tensor()?;
    let element_type = tensor.shape().element_type;
    let width = element_type.byte_width();
    if scalar.shape().element_type != element_type || scalar.bytes().len() != width {
        let found = scalar.shape();
        return Err(Error::Internal(format!(
            "the evaluator set an element of type `{element_type}` to a value of type `{found}`"
        )));
    }
    let bytes = tensor.bytes_mut().get_mut(linear * width..(linear + 1) * width);
    bytes.ok_or_else(missing)?.copy_from_slice(scalar.bytes());
    Ok(())
}

/// Returns the internal error for a linear index that is outside its tensor.
pub fn missing() -> Error {
    Error::Internal(
        "the evaluator computed the index of an element outside of its tensor".to_owned(),
    )
}
