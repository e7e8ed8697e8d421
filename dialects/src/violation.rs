// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What a verifier says when a constraint does not hold.

use std::{borrow::Cow, fmt};

/// A violated constraint. Displayed as `message (constraint)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The constraint: the op's name in the specification and the number there
    /// (`slice_c3`), a type constraint of an input (`slice_i2`), or, where the
    /// specification has none, a name of ours.
    pub constraint: Cow<'static, str>,
    /// What is wrong, with the values, shapes and types concerned.
    pub message: String,
}

impl Violation {
    /// Makes one; the macros [`violation!`](crate::violation!) and
    /// [`ensure!`](crate::ensure!) are handier.
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

/// A [`Violation`] of a constraint with a formatted message:
/// `violation!("slice_c4", "stride {stride} is not positive")`.
#[macro_export]
macro_rules! violation {
    ($constraint:expr, $($message:tt)+) => {
        $crate::violation::Violation::new($constraint, format!($($message)+))
    };
}

/// Returns the violation unless the condition holds:
/// `ensure!(stride > 0, "slice_c4", "stride {stride} is not positive")`.
#[macro_export]
macro_rules! ensure {
    ($condition:expr, $constraint:expr, $($message:tt)+) => {
        if !$condition {
            return Err($crate::violation!($constraint, $($message)+));
        }
    };
}
