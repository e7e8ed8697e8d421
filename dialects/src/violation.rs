// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The error of verifiers: a violated constraint, with macros that create it.

use std::{borrow::Cow, fmt};

/// A violated constraint, displayed as `message (constraint)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The name of the constraint.
    ///
    /// It consists of the op and the number of the constraint in the specification (`slice_c3`), or
    /// the number of the input whose type is constrained (`slice_i2`). Constraints without a number
    /// in the specification have a name that is specific to this project.
    pub constraint: Cow<'static, str>,
    /// The message, with the relevant values, shapes and types.
    pub message: String,
}

impl Violation {
    /// Creates a violation.
    ///
    /// The macros [`violation!`](crate::violation!) and [`ensure!`](crate::ensure!) also format the
    /// message.
    pub fn new(constraint: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self { constraint: constraint.into(), message: message.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{} ({})", self.message, self.constraint)
    }
}

impl std::error::Error for Violation {}

/// Creates a [`Violation`] with a formatted message.
///
/// Example: `violation!("slice_c4", "stride {stride} is not positive")`.
#[macro_export]
macro_rules! violation {
    ($constraint:expr, $($message:tt)+) => {
        $crate::violation::Violation::new($constraint, format!($($message)+))
    };
}

/// Returns a [`Violation`] from the enclosing function unless the condition holds.
///
/// Example: `ensure!(stride > 0, "slice_c4", "stride {stride} is not positive")`.
#[macro_export]
macro_rules! ensure {
    ($condition:expr, $constraint:expr, $($message:tt)+) => {
        if !$condition {
            return Err($crate::violation!($constraint, $($message)+));
        }
    };
}
