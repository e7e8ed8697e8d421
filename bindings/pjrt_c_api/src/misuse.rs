// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The error for an argument struct that has a wrong value.

use std::error::Error;
use std::fmt::{self, Display};

/// The description of a wrong value in an argument struct, such as a null pointer to an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misuse(pub String);

impl Display for Misuse {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Error for Misuse {}
