// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! From version to version.

mod conversion;
mod downgrade;
mod edit;
mod legal;
mod location;
mod upgrade;

pub(crate) use downgrade::downgrade;
pub(crate) use upgrade::upgrade;
