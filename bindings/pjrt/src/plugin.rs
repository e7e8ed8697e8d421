// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The name, the versions and the attributes of the plugin.

use crate::c_api::values::{NamedValue, Value};
use std::sync::OnceLock;

/// The platform name that frontends see.
pub const NAME: &str = "hloom";

/// The newest StableHLO version that programs may use: the major, minor and patch number.
const STABLEHLO: [i64; 3] = [1, 13, 7];

/// Returns the version string of a platform, such as `hloom 0.1.0 (cpu)`.
pub fn version(platform: &str) -> String {
    format!("hloom {} ({platform})", env!("CARGO_PKG_VERSION"))
}

/// Returns the attributes of the plugin, which are available before a client exists: the range of
/// supported StableHLO versions and the XLA version.
pub fn attributes() -> &'static [NamedValue] {
    static ATTRIBUTES: OnceLock<Vec<NamedValue>> = OnceLock::new();
    ATTRIBUTES.get_or_init(|| {
        let values: &'static [(&str, Value); 4] = Box::leak(Box::new([
            ("stablehlo_current_version", Value::Integers(STABLEHLO.to_vec())),
            ("stablehlo_minimum_version", Value::Integers(vec![0, 9, 0])),
            ("xla_version", Value::Integer(2)),
            // Processes exchange buffers through the extension for transfers.
            ("supports_cross_host_transfers", Value::Truth(true)),
        ]));
        values.iter().map(|(name, value)| NamedValue::of(name, value)).collect()
    })
}
