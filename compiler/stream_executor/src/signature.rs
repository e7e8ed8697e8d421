// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The signature of a compiled program.

use crate::{DeviceBuffer, Error};
use hloom_values::{Literal, Scalar, Shape};

/// The name of an entry function and the types of its arguments and results.
///
/// The types are static [`Shape`]s, or other types if dimensions may be dynamic.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Signature<T = Shape> {
    /// The name of the entry function.
    pub name: String,
    /// The types of the arguments, in the order of the function's parameters.
    pub arguments: Vec<T>,
    /// The types of the results.
    pub results: Vec<T>,
}

impl Signature {
    /// Checks the number and the sizes of buffers for values of the types `shapes`. `what` is
    /// `argument` or `result`, for error messages.
    ///
    /// # Errors
    /// Fails if the number of buffers or the size of a buffer differs.
    pub fn check_sizes(
        &self,
        what: &str,
        shapes: &[Shape],
        buffers: &[DeviceBuffer],
    ) -> Result<(), Error> {
        let (name, takes, given) = (&self.name, shapes.len(), buffers.len());
        if takes != given {
            return Err(Error::invalid(format!(
                "`{name}`: expected {takes} {what}s, found {given}"
            )));
        }
        for (index, (shape, buffer)) in shapes.iter().zip(buffers).enumerate() {
            let given = buffer.byte_size();
            if shape.byte_size() != Some(given) {
                let message = format!(
                    "{what} {index}: expected a buffer for {shape}, found one of {given} bytes"
                );
                return Err(Error::invalid(message));
            }
        }
        Ok(())
    }

    /// Checks that an argument has the value from which the compiler computed sizes.
    ///
    /// # Errors
    /// Fails if the first element of the literal has another value.
    pub fn check_value(&self, index: usize, expected: i64, given: &Literal) -> Result<(), Error> {
        if given.get(0).map(Scalar::to_integer) == Some(i128::from(expected)) {
            return Ok(());
        }
        let name = &self.name;
        Err(Error::invalid(format!(
            "argument {index} of `{name}`: expected the value {expected}, from which the \
             compiler computed sizes"
        )))
    }
}
