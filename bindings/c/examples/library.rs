// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A shared library with only the C interface. The library of the wheel has more.

pub use hloom_c::hloom_interface;
