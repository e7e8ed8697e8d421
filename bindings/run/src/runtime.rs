// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A loaded plugin with its devices.

use crate::error::Error;
use crate::executable::Executable;
use crate::find::find;
use crate::pjrt::{Client, Library, LoadedExecutable, Value, for_device};
use crate::source::Source;
use std::path::PathBuf;
use std::sync::Arc;

/// The path of the plugin to load, and the options of the client.
#[derive(Clone, Debug, Default)]
pub struct Options {
    library: Option<PathBuf>,
    client: Vec<(String, Value)>,
}

impl Options {
    /// Returns the default options: the installed library, and no client options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the path of the library to load: `libhloom_pjrt.so`, or any other PJRT plugin.
    #[must_use]
    pub fn library(mut self, path: impl Into<PathBuf>) -> Self {
        self.library = Some(path.into());
        self
    }

    /// Sets an option of the client to a text, for example `hloom_platform` to `interpreter`. The
    /// plugin defines the options.
    #[must_use]
    pub fn text(mut self, name: &str, value: impl Into<String>) -> Self {
        self.client.push((name.to_owned(), Value::Text(value.into())));
        self
    }

    /// Sets an option of the client to an integer, for example `hloom_num_threads` to 4.
    #[must_use]
    pub fn integer(mut self, name: &str, value: i64) -> Self {
        self.client.push((name.to_owned(), Value::Integer(value)));
        self
    }

    /// Loads the library and creates a client.
    ///
    /// # Errors
    /// Fails if the library is not found or is not a PJRT plugin of a supported version, or if it
    /// refuses the options.
    pub fn load(&self) -> Result<Runtime, Error> {
        let path = match &self.library {
            Some(path) => path.clone(),
            None => find().map_err(|searched| Error::NotFound { searched })?,
        };
        let library = Arc::new(Library::load(&path)?);
        let client = Client::new(library, &self.client).map_err(Error::Plugin)?;
        Ok(Runtime { client: Arc::new(client) })
    }
}

/// A loaded plugin with its devices. It may be shared between threads.
#[derive(Clone)]
pub struct Runtime {
    client: Arc<Client>,
}

impl Runtime {
    /// Loads the shared library that is installed on this machine, with default options. The [crate
    /// documentation](crate#the-library) lists the places where it may be installed.
    ///
    /// # Errors
    /// Fails under the same conditions as [`Options::load`].
    pub fn load() -> Result<Self, Error> {
        Options::new().load()
    }

    /// Returns the name that the plugin gives to its platform, such as `cpu`.
    pub fn platform(&self) -> &str {
        self.client.name()
    }

    /// Returns the text with which the plugin describes its version.
    pub fn version(&self) -> &str {
        self.client.version()
    }

    /// Returns the number of devices that this process can use.
    pub fn device_count(&self) -> usize {
        self.client.devices().len()
    }

    /// Returns the PJRT client, for direct use of PJRT.
    pub fn client(&self) -> &Arc<Client> {
        &self.client
    }

    /// Compiles the function `main` of a program for the first device.
    ///
    /// # Errors
    /// Fails if the program cannot be passed to the plugin, or if the plugin refuses it.
    pub fn compile(&self, source: &(impl Source + ?Sized)) -> Result<Executable, Error> {
        self.compile_for(source, 0)
    }

    /// Compiles the function `main` of a program for the device with the number `device`.
    ///
    /// # Errors
    /// Fails if there is no such device, if the program cannot be passed to the plugin, or if the
    /// plugin refuses it.
    pub fn compile_for(
        &self,
        source: &(impl Source + ?Sized),
        device: usize,
    ) -> Result<Executable, Error> {
        let devices = self.client.devices();
        let device = *devices.get(device).ok_or_else(|| {
            let count = devices.len();
            Error::Argument(format!("expected a device number below {count}, found {device}"))
        })?;
        let signature = source.signature()?;
        let code = source.code(self.client.library().artifact_version())?;
        let options = for_device(device.id);
        let executable = LoadedExecutable::compile(Arc::clone(&self.client), &code, &options);
        let executable = executable.map_err(Error::Refused)?;
        Ok(Executable::new(Arc::clone(&self.client), device, executable, signature))
    }
}

impl std::fmt::Debug for Runtime {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = formatter.debug_struct("Runtime");
        debug.field("platform", &self.platform()).field("version", &self.version()).finish()
    }
}
