// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A platform of a plugin in C.

use super::compiler::CCompiler;
use super::definition::Definition;
use super::pipeline::CPipeline;
use super::stream_executor::CDevice;
use super::transfer_manager::CTransfers;
use hloom_compiler::Error;
use hloom_compiler::interface::{
    Compiler, DeviceDescription, Platform, StreamExecutor, TransferManager,
};
use hloom_device::DeviceId;
use hloom_lowering::pipeline::LoweringPipeline;
use std::sync::Arc;

/// A platform that a plugin has added.
pub struct CPlatform {
    pipeline: &'static CPipeline,
    devices: Vec<Arc<CDevice>>,
    compiler: Arc<CCompiler>,
}

impl CPlatform {
    /// Creates a platform with its pipeline.
    pub fn new(of: Definition, pipeline: &'static CPipeline) -> Self {
        let Definition { functions, device_count, form, fingerprint, .. } = of;
        let description = DeviceDescription {
            name: of.device_name,
            memory_bytes: of.device_memory,
            cores: of.device_cores,
            has_host_memory: false,
        };
        let device = |ordinal| {
            let id = DeviceId::new(pipeline.name(), ordinal);
            Arc::new(CDevice::new(id, functions, description.clone()))
        };
        let compiler = CCompiler::new(pipeline, form, device_count, fingerprint, functions);
        Self {
            pipeline,
            devices: (0..device_count).map(device).collect(),
            compiler: Arc::new(compiler),
        }
    }
}

impl Platform for CPlatform {
    fn name(&self) -> &str {
        self.pipeline.name()
    }

    fn description(&self) -> &str {
        self.pipeline.description()
    }

    fn device_count(&self) -> usize {
        self.devices.len()
    }

    fn device(&self, ordinal: usize) -> Result<Arc<dyn StreamExecutor>, Error> {
        match self.devices.get(ordinal) {
            Some(device) => Ok(device.clone()),
            None if self.devices.is_empty() => {
                Err(Error::unsupported(self.name(), "running programs: it has no devices"))
            }
            None => {
                let (name, count) = (self.name(), self.devices.len());
                Err(Error::invalid(format!(
                    "platform `{name}`: expected a device number below {count}, found {ordinal}"
                )))
            }
        }
    }

    fn compiler(&self) -> Arc<dyn Compiler> {
        self.compiler.clone()
    }

    fn transfer_manager(&self) -> Arc<dyn TransferManager> {
        Arc::new(CTransfers { platform: self.pipeline.name() })
    }
}
