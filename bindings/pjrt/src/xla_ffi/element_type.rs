// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Element types in XLA's foreign function interface (`XLA_FFI_DataType`).

use hloom_compiler::ElementType;

/// Returns the number that XLA's foreign function interface gives to an element type.
///
/// # Errors
/// Fails if XLA has no corresponding type.
pub fn number_of(ty: ElementType) -> Result<i32, String> {
    ty.xla_ffi_number().ok_or_else(|| format!("XLA has no buffers of {ty}"))
}
