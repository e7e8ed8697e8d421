// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The shared library of a plugin and its function table.

use crate::pjrt::c_api::{
    Api, Error as PluginError, ErrorDestroy, ErrorGetCode, ErrorMessage, Event, EventAwait,
    EventDestroy, PluginAttributes, PluginInitialize,
};
use crate::pjrt::failure::Failure;
use hloom_pjrt_c_api::arguments::{ApiVersion, Arguments};
use hloom_pjrt_c_api::values::{Handle, Value};
use hloom_pjrt_c_api::{MAJOR, MINOR};
use hloom_portable::{CompatibilityRequirement, Version};
use std::collections::BTreeMap;
use std::mem::{MaybeUninit, offset_of};
use std::path::{Path, PathBuf};
use std::ptr;

/// The oldest minor version of PJRT's interface that XLA's own framework accepts (`kMinPjRtMinor`
/// in `xla/pjrt/pjrt_api.cc`).
const OLDEST_MINOR: i32 = 29;

/// The name of the function that a plugin exports. The function returns the plugin's function
/// table.
const ENTRY: &[u8] = b"GetPjrtApi";

/// The name of the plugin attribute with the newest version of StableHLO that the plugin reads.
const READS: &str = "stablehlo_current_version";

/// The reason why the plugin in a file cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct LoadError {
    /// The path of the plugin's file.
    pub path: PathBuf,
    /// The description of the error.
    pub reason: String,
}

impl LoadError {
    fn new(path: &Path, reason: impl Into<String>) -> Self {
        Self { path: path.to_owned(), reason: reason.into() }
    }
}

/// A loaded plugin. It stays loaded until the process ends, because plugins start threads and
/// register handlers that outlive the plugin's objects.
pub struct Library {
    api: Api,
    /// The attributes of the plugin by name (`PJRT_Plugin_Attributes`).
    attributes: BTreeMap<String, Value>,
}

/// The type of a function in a plugin's function table; `None` if the plugin lacks the function.
pub type Function<A> = Option<unsafe extern "C" fn(*mut A) -> *mut PluginError>;

impl Library {
    /// Loads a plugin, checks its version and initializes it.
    ///
    /// # Errors
    /// Fails if the file does not exist, is not a shared library or is not a PJRT plugin, if its
    /// version of the interface is not supported, or if it fails to initialize.
    pub fn load(path: &Path) -> Result<Self, LoadError> {
        if !path.is_file() {
            return Err(LoadError::new(path, "no such file"));
        }
        let wrong = |reason: String| LoadError::new(path, reason);
        // SAFETY: loading runs the constructors of the library, whose author the user trusts by
        // naming the file.
        let library = unsafe { libloading::Library::new(path) }
            .map_err(|error| wrong(format!("cannot load the plugin: {error}")))?;
        // Its code must never be unmapped, see `Library`.
        let library: &'static libloading::Library = Box::leak(Box::new(library));
        // SAFETY: `pjrt_c_api.h` declares the function with this type.
        let entry = unsafe { library.get::<unsafe extern "C" fn() -> *const Api>(ENTRY) }.map_err(
            |_| wrong("expected a PJRT plugin, found no export `GetPjrtApi`".to_owned()),
        )?;
        // SAFETY: the function takes no arguments.
        let given = unsafe { entry() };
        if given.is_null() {
            return Err(wrong("`GetPjrtApi` returned a null pointer".to_owned()));
        }
        // SAFETY: `given` points to a table, which begins with its size and its version in all
        // versions of the interface.
        let (size, version) = unsafe { (*given.cast::<usize>(), version_of(given)) };
        verify(size, version).map_err(wrong)?;
        let mut api = MaybeUninit::<Api>::zeroed();
        // SAFETY: the table of the plugin has `size` bytes, and `api` at least as many as are
        // copied. The two do not overlap.
        unsafe {
            let size = size.min(size_of::<Api>());
            ptr::copy_nonoverlapping(given.cast::<u8>(), api.as_mut_ptr().cast(), size);
        }
        // SAFETY: all bytes are initialized. Zeros are `None`, a null pointer or the number 0.
        let api = unsafe { api.assume_init() };
        let mut library = Self { api, attributes: BTreeMap::new() };
        let failed = |failure: Failure| LoadError::new(path, failure.to_string());
        let mut initialize = PluginInitialize::empty();
        // SAFETY: the struct has no pointers.
        unsafe { library.call(|api| api.PluginInitialize, &mut initialize) }.map_err(failed)?;
        library.attributes = library.read_attributes().map_err(failed)?;
        Ok(library)
    }

    /// Returns the attributes of the plugin by name; empty if the plugin lacks the function
    /// `PJRT_Plugin_Attributes`.
    fn read_attributes(&self) -> Result<BTreeMap<String, Value>, Failure> {
        if self.api.PluginAttributes.is_none() {
            return Ok(BTreeMap::new());
        }
        let mut arguments = PluginAttributes::empty();
        // SAFETY: the struct has no pointers before the call.
        unsafe { self.call(|api| api.PluginAttributes, &mut arguments) }?;
        let attributes = arguments.attributes.get().iter();
        Ok(attributes.filter_map(|it| Some((it.name(), it.value()?))).collect())
    }

    /// Returns the value of an attribute of the plugin, or `None` if there is no such attribute.
    pub fn attribute(&self, name: &str) -> Option<&Value> {
        self.attributes.get(name)
    }

    /// Returns the newest version of portable artifacts that the plugin reads and `hloom-portable`
    /// writes.
    pub fn artifact_version(&self) -> Version {
        match self.attribute(READS) {
            Some(Value::Integers(numbers)) => {
                let number = |at: usize| {
                    numbers.get(at).and_then(|it| u32::try_from(*it).ok()).unwrap_or_default()
                };
                Version::new(number(0), number(1), number(2)).min(Version::CURRENT)
            }
            // As XLA does for a plugin without the attribute.
            _ => Version::for_compatibility(CompatibilityRequirement::Week12),
        }
    }

    /// Returns the major and minor version of PJRT's interface that the plugin implements.
    pub fn version(&self) -> (i32, i32) {
        (self.api.version.major, self.api.version.minor)
    }

    /// Calls a function of the plugin's function table.
    ///
    /// # Errors
    /// Fails if the plugin does not implement the function, or if the function returns an error.
    ///
    /// # Safety
    /// The pointers in the struct satisfy what `pjrt_c_api.h` requires of this function.
    pub unsafe fn call<A: Arguments>(
        &self,
        function: impl FnOnce(&Api) -> Function<A>,
        arguments: &mut A,
    ) -> Result<(), Failure> {
        let Some(function) = function(&self.api) else {
            return Err(Failure::missing(A::NAME));
        };
        // SAFETY: the function belongs to this struct, and the caller of `call` guarantees that the
        // pointers in it are valid.
        let error = unsafe { function(arguments) };
        if error.is_null() { Ok(()) } else { Err(self.failure(A::NAME, error)) }
    }

    /// Reads an error that the plugin's function `function` returned, and destroys the error.
    fn failure(&self, function: &str, error: *mut PluginError) -> Failure {
        let error = Handle::from_raw(error);
        let mut message = ErrorMessage::empty();
        message.error = error;
        let mut code = ErrorGetCode::empty();
        code.error = error;
        let mut destroy = ErrorDestroy::empty();
        destroy.error = error;
        // SAFETY: the error is alive until `destroy`, which ends its life. The functions return no
        // error: `PJRT_Error_Message` and `PJRT_Error_Destroy` have no result, whose register must
        // not be read. `ErrorGetCode` fails only for wrong structs.
        unsafe {
            if let Some(function) = self.api.ErrorMessage {
                function(&raw mut message);
            }
            let text = message.message.text();
            if let Some(function) = self.api.ErrorGetCode {
                function(&raw mut code);
            }
            if let Some(function) = self.api.ErrorDestroy {
                function(&raw mut destroy);
            }
            Failure::of_plugin(function, code.code, text)
        }
    }

    /// Waits for an event, and destroys the event. A null pointer represents an event that has
    /// completed.
    ///
    /// # Errors
    /// Fails if the event completes with an error.
    pub fn wait(&self, event: Handle<Event>) -> Result<(), Failure> {
        if event.is_null() {
            return Ok(());
        }
        let mut wait = EventAwait::empty();
        wait.event = event;
        let mut destroy = EventDestroy::empty();
        destroy.event = event;
        // SAFETY: the plugin has handed the event to this process, and `destroy` ends its life.
        unsafe {
            let outcome = self.call(|api| api.EventAwait, &mut wait);
            self.call(|api| api.EventDestroy, &mut destroy)?;
            outcome
        }
    }
}

/// Returns the version of PJRT's interface in a plugin's function table.
///
/// # Safety
/// The pointer points to a function table of any version.
unsafe fn version_of(api: *const Api) -> ApiVersion {
    // SAFETY: the caller guarantees the table, in which the version comes after two words.
    unsafe { api.cast::<u8>().add(offset_of!(Api, version)).cast::<ApiVersion>().read() }
}

/// Checks the version and the size in bytes of a plugin's function table.
///
/// The version of PJRT's interface must be `MAJOR.OLDEST_MINOR` or a newer minor version. The table
/// must contain at least its first function. From version `MAJOR.MINOR` on, it must contain all
/// functions of [`Api`].
fn verify(size: usize, version: ApiVersion) -> Result<(), String> {
    let ApiVersion { major, minor, .. } = version;
    let found = format!("found {major}.{minor}");
    if major != MAJOR {
        let expected = format!("expected major version {MAJOR} of PJRT's interface");
        return Err(format!("{expected}, found version {major}.{minor}"));
    }
    if minor < OLDEST_MINOR {
        let expected = format!("expected version {MAJOR}.{OLDEST_MINOR} or newer");
        return Err(format!("{expected} of PJRT's interface, {found}"));
    }
    let least = offset_of!(Api, ErrorDestroy);
    if size <= least {
        let what = format!("expected a function table of more than {least} bytes, found {size}");
        return Err(format!("version {major}.{minor} of PJRT's interface: {what}"));
    }
    // A plugin of this minor version or a newer one has all functions of the table.
    if minor >= MINOR && size < size_of::<Api>() {
        let what = format!("expected a function table of at least {} bytes", size_of::<Api>());
        return Err(format!("version {major}.{minor} of PJRT's interface: {what}, found {size}"));
    }
    Ok(())
}
