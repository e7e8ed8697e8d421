// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Checks of the sizes of copies, which all devices share.

use crate::{DeviceBuffer, Error};

/// Checks that host bytes fit into the buffer to whose start they will be copied.
///
/// # Errors
/// Fails if the buffer is too short.
pub fn check_copy_from_host(
    platform: &str,
    source_bytes: usize,
    destination: &DeviceBuffer,
) -> Result<(), Error> {
    check(platform, source_bytes, destination.byte_size(), |from, to| from <= to)
}

/// Checks that host memory has the size of the buffer that will be copied to it.
///
/// # Errors
/// Fails if the sizes differ.
pub fn check_copy_to_host(
    platform: &str,
    source: &DeviceBuffer,
    destination_bytes: usize,
) -> Result<(), Error> {
    check(platform, source.byte_size(), destination_bytes, |from, to| from == to)
}

/// Checks that two buffers have the same size, because one will be copied to the other.
///
/// # Errors
/// Fails if the sizes differ.
pub fn check_copy_on_device(
    platform: &str,
    source: &DeviceBuffer,
    destination: &DeviceBuffer,
) -> Result<(), Error> {
    check(platform, source.byte_size(), destination.byte_size(), |from, to| from == to)
}

fn check(
    platform: &str,
    from: usize,
    to: usize,
    fits: impl Fn(usize, usize) -> bool,
) -> Result<(), Error> {
    if fits(from, to) {
        return Ok(());
    }
    Err(Error::Device {
        platform: platform.to_owned(),
        message: format!("cannot copy {from} bytes to a buffer of {to} bytes"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DeviceMemory;
    use std::any::Any;
    use std::sync::Arc;

    #[derive(Debug)]
    struct Memory(usize);

    impl DeviceMemory for Memory {
        fn byte_size(&self) -> usize {
            self.0
        }

        fn address(&self) -> u64 {
            0
        }

        fn as_any(&self) -> &dyn Any {
            self
        }
    }

    fn buffer(bytes: usize) -> DeviceBuffer {
        DeviceBuffer::new(Arc::new(Memory(bytes)))
    }

    #[test]
    fn only_copies_from_the_host_may_be_shorter_than_the_buffer() {
        let message = |from, to| {
            let text =
                format!("platform `test`: cannot copy {from} bytes to a buffer of {to} bytes");
            Err::<(), _>(text)
        };
        let text = |outcome: Result<(), Error>| outcome.map_err(|error| error.to_string());
        for (from, to) in [(0, 0), (4, 4), (3, 4), (5, 4)] {
            let expected = if from == to { Ok(()) } else { message(from, to) };
            assert_eq!(text(check_copy_to_host("test", &buffer(from), to)), expected);
            assert_eq!(text(check_copy_on_device("test", &buffer(from), &buffer(to))), expected);
            let expected = if from <= to { Ok(()) } else { message(from, to) };
            assert_eq!(text(check_copy_from_host("test", from, &buffer(to))), expected);
        }
    }

    #[test]
    fn the_size_is_that_of_the_slice() {
        let part = buffer(8).slice(2..6).expect("it is in bounds");
        assert_eq!(check_copy_from_host("test", 4, &part), Ok(()));
        assert!(check_copy_from_host("test", 5, &part).is_err());
        assert!(check_copy_to_host("test", &part, 8).is_err());
    }
}
