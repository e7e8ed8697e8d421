// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The fingerprint of serialized programs.

use hloom_build_id::{SOURCES, VERSION};

/// Returns the fingerprint of serialized programs of a platform. `code` identifies the format of
/// the kernels' code. Only a build of the same sources can load such programs, because the format
/// of launch plans has no version number.
pub fn fingerprint(platform: &str, code: &str) -> String {
    format!("{platform} of hloom {VERSION} ({SOURCES}) for {code}")
}
