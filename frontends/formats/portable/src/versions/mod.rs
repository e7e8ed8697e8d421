// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of programs between versions of VHLO.

mod conversion;
mod downgrade;
mod edit;
mod legal;
mod location;
mod upgrade;

pub(crate) use downgrade::downgrade;
pub(crate) use upgrade::upgrade;
