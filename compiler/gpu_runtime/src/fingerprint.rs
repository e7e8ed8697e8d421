// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The fingerprint of serialized programs.

use hloom_build_id::{SOURCES, VERSION};

/// Returns the fingerprint with which the programs of a platform are serialized. `code` identifies the
/// form of the kernels. Only a build of the same sources opens them, because the format of plans has no
/// version.
pub fn fingerprint(platform: &str, code: &str) -> String {
    format!("{platform} of hloom {VERSION} ({SOURCES}) for {code}")
}
