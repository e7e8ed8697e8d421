// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The messages of panics.
//!
//! No panic may unwind into C++ or C. The functions that such code calls catch panics, and return
//! the message as an internal error. `panic!` has a payload of type `&str` if its message is a
//! literal, and of type `String` if it is formatted; `std::panic::panic_any` accepts any other type.

use std::any::Any;

/// Returns the message of a panic from its payload, as [`std::panic::catch_unwind`] and
/// [`std::thread::JoinHandle::join`] return it.
pub fn panic_message(payload: &(dyn Any + Send)) -> &str {
    let owned = payload.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payloads_of_both_string_types_have_messages() {
        assert_eq!(panic_message(&"literal"), "literal");
        assert_eq!(panic_message(&"formatted".to_owned()), "formatted");
        assert_eq!(panic_message(&7), "a panic without a message");
    }
}
