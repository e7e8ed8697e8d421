// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The platform of a plugin, and its registration.

use crate::compiler::PjrtCompiler;
use crate::failure::IntoError;
use crate::name;
use crate::pipeline::PjrtPipeline;
use hloom_compiler::Error;
use hloom_compiler::host::HostExecutor;
use hloom_compiler::interface::{
    Compiler, HostTransfers, Platform, Registry, StreamExecutor, TransferManager,
};
use hloom_run::pjrt::{Client, Library, Value};
use std::path::Path;
use std::sync::Arc;

/// A PJRT plugin as a platform.
pub struct PjrtPlatform {
    pipeline: &'static PjrtPipeline,
    description: String,
    client: Arc<Client>,
    devices: Vec<Arc<HostExecutor>>,
}

/// Returns the platform with the given name. Loads and registers the plugin if the name is
/// `pjrt:FILE` and the plugin is not loaded yet.
///
/// # Errors
/// Fails if there is no such platform, or if the plugin cannot be loaded.
pub fn platform(registry: &Registry, name: &str) -> Result<Arc<dyn Platform>, Error> {
    let Some(parsed) = name::parse(name) else { return registry.platform(name) };
    if let Ok(known) = registry.platform(name) {
        return Ok(known);
    }
    let name::Name { path, options } = parsed?;
    let platform = Arc::new(PjrtPlatform::load(name, &path, &options)?);
    hloom_lowering::registry()
        .add_pipeline(platform.pipeline)
        .map_err(|error| Error::invalid(error.to_string()))?;
    registry.register(platform.clone())?;
    Ok(platform)
}

impl PjrtPlatform {
    /// Loads the plugin in a file, and creates a client with options.
    ///
    /// # Errors
    /// Fails if the file is not a plugin of a supported version, or if the plugin does not create a
    /// client.
    fn load(name: &str, path: &Path, options: &[(String, Value)]) -> Result<Self, Error> {
        let library =
            Library::load(path).map_err(|error| Error::file(&error.path, &error.reason))?;
        let library = Arc::new(library);
        let (major, minor) = library.version();
        let client = Client::new(library, options).map_err(|failure| failure.of_file(path))?;
        // A platform lives as long as the process.
        let name: &'static str = Box::leak(name.to_owned().into_boxed_str());
        let kind = match client.devices().first() {
            Some(device) => client.device_kind(*device).map_err(|it| it.of_file(path))?,
            None => "no device".to_owned(),
        };
        let description = format!(
            "a PJRT plugin of version {major}.{minor} for `{}` ({kind}), {}",
            client.name(),
            client.version().lines().next().unwrap_or_default(),
        );
        let ordinals = 0..client.devices().len();
        Ok(Self {
            pipeline: Box::leak(Box::new(PjrtPipeline { name })),
            description,
            devices: ordinals.map(|it| Arc::new(HostExecutor::new(name, it))).collect(),
            client: Arc::new(client),
        })
    }
}

impl Platform for PjrtPlatform {
    fn name(&self) -> &str {
        self.pipeline.name
    }

    fn description(&self) -> &str {
        &self.description
    }

    fn device_count(&self) -> usize {
        self.devices.len()
    }

    fn device(&self, ordinal: usize) -> Result<Arc<dyn StreamExecutor>, Error> {
        match self.devices.get(ordinal) {
            Some(device) => Ok(device.clone()),
            None => {
                let (name, count) = (self.name(), self.devices.len());
                Err(Error::invalid(format!(
                    "platform `{name}`: expected a device number below {count}, found {ordinal}"
                )))
            }
        }
    }

    fn compiler(&self) -> Arc<dyn Compiler> {
        Arc::new(PjrtCompiler::new(Arc::clone(&self.client), self.pipeline))
    }

    fn transfer_manager(&self) -> Arc<dyn TransferManager> {
        Arc::new(HostTransfers { platform: self.pipeline.name })
    }
}
