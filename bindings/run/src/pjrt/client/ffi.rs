// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A client of a plugin, with its devices.

use crate::pjrt::c_api::{
    Client as PluginClient, ClientAddressableDevices, ClientCreate, ClientDestroy,
    ClientPlatformName, ClientPlatformVersion, Device, DeviceDescription, DeviceDescriptionId,
    DeviceDescriptionKind, DeviceGetDescription,
};
use crate::pjrt::failure::Failure;
use crate::pjrt::library::Library;
use hloom_pjrt_c_api::arguments::Arguments;
use hloom_pjrt_c_api::values::{Handle, List, NamedValue, Value};
use std::sync::Arc;

/// A client of a plugin. It owns the devices, buffers and executables of the plugin.
pub struct Client {
    library: Arc<Library>,
    client: Handle<PluginClient>,
    devices: Vec<ClientDevice>,
    name: String,
    version: String,
}

/// A device that this process can use.
#[derive(Clone, Copy, Debug)]
pub struct ClientDevice {
    pub(crate) device: Handle<Device>,
    /// The ID of the device, which is unique among the devices of all processes.
    pub id: i32,
}

impl Client {
    /// Creates a client with options (`PJRT_Client_Create`).
    ///
    /// # Errors
    /// Fails if the plugin returns an error, for example because it refuses the options.
    pub fn new(library: Arc<Library>, options: &[(String, Value)]) -> Result<Self, Failure> {
        let options: Vec<_> =
            options.iter().map(|(name, value)| NamedValue::of(name, value)).collect();
        let mut create = ClientCreate::empty();
        create.create_options = List::of(&options);
        // SAFETY: the options live until the call returns. The key-value callbacks are null: there
        // is one process.
        unsafe { library.call(|api| api.ClientCreate, &mut create) }?;
        if create.client.is_null() {
            let message = "the plugin returned neither a client nor an error";
            return Err(Failure::breach(ClientCreate::NAME, message));
        }
        let (name, version) = (String::new(), String::new());
        let mut client =
            Self { library, client: create.client, devices: Vec::new(), name, version };
        client.devices = client.addressable_devices()?;
        client.name = client.platform_name()?;
        client.version = client.platform_version()?;
        Ok(client)
    }

    /// Returns the devices that this process can use, in the order in which the plugin lists them.
    pub fn devices(&self) -> &[ClientDevice] {
        &self.devices
    }

    /// Returns the name that the plugin gives to its platform, such as `cpu`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the text with which the plugin describes its version.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Returns the shared library of the plugin.
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    pub(crate) fn handle(&self) -> Handle<PluginClient> {
        self.client
    }

    fn addressable_devices(&self) -> Result<Vec<ClientDevice>, Failure> {
        let mut arguments = ClientAddressableDevices::empty();
        arguments.client = self.client;
        // SAFETY: the client is alive as long as `self`.
        unsafe { self.library.call(|api| api.ClientAddressableDevices, &mut arguments) }?;
        let devices = arguments.addressable_devices.get().iter();
        devices.map(|device| Ok(ClientDevice { device: *device, id: self.id(*device)? })).collect()
    }

    fn description(&self, device: Handle<Device>) -> Result<Handle<DeviceDescription>, Failure> {
        let mut get = DeviceGetDescription::empty();
        get.device = device;
        // SAFETY: devices live as long as their client.
        unsafe { self.library.call(|api| api.DeviceGetDescription, &mut get) }?;
        Ok(get.device_description)
    }

    fn id(&self, device: Handle<Device>) -> Result<i32, Failure> {
        let mut id = DeviceDescriptionId::empty();
        id.device_description = self.description(device)?;
        // SAFETY: descriptions live as long as their device.
        unsafe { self.library.call(|api| api.DeviceDescriptionId, &mut id) }?;
        Ok(id.id)
    }

    /// Returns the kind of a device as the plugin names it, such as the vendor's name of the model.
    ///
    /// # Errors
    /// Fails if the plugin returns an error.
    pub fn device_kind(&self, device: ClientDevice) -> Result<String, Failure> {
        let mut kind = DeviceDescriptionKind::empty();
        kind.device_description = self.description(device.device)?;
        // SAFETY: descriptions live as long as their device.
        unsafe { self.library.call(|api| api.DeviceDescriptionKind, &mut kind) }?;
        Ok(kind.device_kind.text())
    }

    fn platform_name(&self) -> Result<String, Failure> {
        let mut arguments = ClientPlatformName::empty();
        arguments.client = self.client;
        // SAFETY: the client is alive as long as `self`.
        unsafe { self.library.call(|api| api.ClientPlatformName, &mut arguments) }?;
        Ok(arguments.platform_name.text())
    }

    fn platform_version(&self) -> Result<String, Failure> {
        let mut arguments = ClientPlatformVersion::empty();
        arguments.client = self.client;
        // SAFETY: the client is alive as long as `self`.
        unsafe { self.library.call(|api| api.ClientPlatformVersion, &mut arguments) }?;
        Ok(arguments.platform_version.text())
    }
}

// SAFETY: `pjrt_c_api.h` permits calls on any thread, and the handle is never changed.
unsafe impl Send for Client {}
// SAFETY: as for `Send`.
unsafe impl Sync for Client {}

impl Drop for Client {
    fn drop(&mut self) {
        let mut destroy = ClientDestroy::empty();
        destroy.client = self.client;
        // A failure to destroy an object cannot be reported anywhere.
        // SAFETY: buffers and executables hold the client, so none of them is alive.
        let _ = unsafe { self.library.call(|api| api.ClientDestroy, &mut destroy) };
    }
}
