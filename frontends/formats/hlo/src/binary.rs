// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Decodes and encodes modules as protocol buffers.

use crate::error::Error;
use crate::module::HloModule;
use crate::proto::{
    HloModuleConfigProto, HloModuleProto, HloModuleProtoWithConfig, HloProto, HloSnapshot,
    HloUnoptimizedSnapshot,
};
use prost::Message as _;

/// Protocol buffer messages that contain a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// A message `HloModuleProto`: the module itself.
    Module,
    /// A message `HloProto`, as `--xla_dump_hlo_as_proto` writes it (`.hlo.pb`).
    Hlo,
    /// A message `HloModuleProtoWithConfig`: a module with its configuration.
    ModuleWithConfig,
    /// A message `HloSnapshot`: a module with its arguments and result.
    Snapshot,
    /// A message `HloUnoptimizedSnapshot`: a module with the arguments of each partition.
    UnoptimizedSnapshot,
}

/// Decodes the module of a message and verifies it.
///
/// # Errors
/// Fails if the bytes cannot be decoded as the message `container`, if this message contains no
/// module, or if the module fails verification.
pub fn decode(bytes: &[u8], container: Container) -> Result<HloModule, Error> {
    let module = match container {
        Container::Module => Some(HloModuleProto::decode(bytes)?),
        Container::Hlo => HloProto::decode(bytes)?.hlo_module,
        Container::Snapshot => HloSnapshot::decode(bytes)?.hlo.and_then(|hlo| hlo.hlo_module),
        Container::UnoptimizedSnapshot => HloUnoptimizedSnapshot::decode(bytes)?.hlo_module,
        Container::ModuleWithConfig => {
            let message = HloModuleProtoWithConfig::decode(bytes)?;
            return with_config(message);
        }
    };
    Ok(HloModule::new(module.ok_or(Error::NoModule)?)?)
}

/// Verifies the module of a message. A message without a configuration receives the configuration
/// of a single device.
pub(crate) fn with_config(message: HloModuleProtoWithConfig) -> Result<HloModule, Error> {
    let module = message.hlo_module.ok_or(Error::NoModule)?;
    let config = message.config.unwrap_or_else(|| HloModuleConfigProto {
        replica_count: 1,
        num_partitions: 1,
        ..HloModuleConfigProto::default()
    });
    Ok(HloModule::with_config(module, config)?)
}

/// Encodes a module as an `HloModuleProto`, which does not include the configuration.
pub fn encode(module: &HloModule) -> Vec<u8> {
    module.proto().encode_to_vec()
}
