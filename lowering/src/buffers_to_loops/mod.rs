// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! From memrefs to loops of vector code, for operations whose loops are worth
//! writing by plan rather than leaving to LLVM.

pub mod contraction;
