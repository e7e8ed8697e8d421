// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The command-line option `--host-fallback`.

use clap::{Args, ValueEnum};

/// Whether the host may execute operations instead of a device.
#[derive(Args, Debug)]
pub struct HostFallback {
    /// Whether the host may execute operations that the device does not support: `off` refuses
    /// programs with such operations
    #[arg(long, value_name = "SWITCH", default_value = "on")]
    host_fallback: Switch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Switch {
    On,
    Off,
}

impl HostFallback {
    /// Returns true if the option forbids the host to execute operations of a program.
    pub fn is_off(&self) -> bool {
        self.host_fallback == Switch::Off
    }
}
