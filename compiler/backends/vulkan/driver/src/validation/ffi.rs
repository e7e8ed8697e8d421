// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The function that receives the messages of the validation layer.

use crate::failed;
use ash::vk;
use hloom_stream_executor::Error;
use std::ffi::{CStr, c_void};
use std::sync::{Mutex, PoisonError};

/// The first error message of the validation layer since the last call of [`check`].
static MESSAGE: Mutex<Option<String>> = Mutex::new(None);

/// Stores a message of the validation layer if it is the first one since the last call of
/// [`check`].
///
/// # Safety
/// `data` must point to a message of the layer.
unsafe extern "system" fn keep(
    _: vk::DebugUtilsMessageSeverityFlagsEXT,
    _: vk::DebugUtilsMessageTypeFlagsEXT,
    data: *const vk::DebugUtilsMessengerCallbackDataEXT<'_>,
    _: *mut c_void,
) -> vk::Bool32 {
    // SAFETY: this function's contract. The text of a message ends with a zero.
    let text = unsafe { CStr::from_ptr((*data).p_message) }.to_string_lossy().into_owned();
    MESSAGE.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(text);
    vk::FALSE
}

/// Returns the parameters for the creation of a messenger that stores error messages of the
/// validation layer.
pub fn messenger() -> vk::DebugUtilsMessengerCreateInfoEXT<'static> {
    vk::DebugUtilsMessengerCreateInfoEXT::default()
        .message_severity(vk::DebugUtilsMessageSeverityFlagsEXT::ERROR)
        .message_type(
            vk::DebugUtilsMessageTypeFlagsEXT::GENERAL
                | vk::DebugUtilsMessageTypeFlagsEXT::VALIDATION,
        )
        .pfn_user_callback(Some(keep))
}

/// Checks that the validation layer has reported no error since the last check.
///
/// # Errors
/// Returns the message of the layer.
pub fn check() -> Result<(), Error> {
    match MESSAGE.lock().unwrap_or_else(PoisonError::into_inner).take() {
        None => Ok(()),
        Some(message) => Err(failed(format!("Vulkan's validation layer: {message}"))),
    }
}
