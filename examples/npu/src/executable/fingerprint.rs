// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The fingerprint of a serialized executable, which only a compiler with the same fingerprint can
//! load.

use crate::NAME;
use hloom_llvm::Target;

/// Returns the fingerprint: the version of this crate, the build of hloom's code generator, and the
/// host CPU.
pub fn fingerprint() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("{NAME} {version} of {} for {}", hloom_codegen::build(), Target::host_spec())
}
