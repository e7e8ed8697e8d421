// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The cases, which know neither platform.

pub mod executables;
pub mod kernels;
pub mod loading;
pub mod memory;
pub mod streams;

use hloom_stream_executor::{DeviceBuffer, Error, Kernel, Stream, StreamExecutor, read};
use hloom_values::AlignedBytes;
use std::sync::Arc;

/// Returns host bytes.
fn bytes(values: &[u8]) -> Arc<AlignedBytes> {
    Arc::new(AlignedBytes::try_copy_of(values).expect("there is memory"))
}

/// Returns the bytes of numbers.
fn numbers(values: impl IntoIterator<Item = u32>) -> Vec<u8> {
    values.into_iter().flat_map(u32::to_ne_bytes).collect()
}

/// Returns a buffer with the given content, which a stream copies.
fn buffer(device: &dyn StreamExecutor, stream: &mut dyn Stream, values: &[u8]) -> DeviceBuffer {
    let buffer = device.allocate(values.len()).expect("there is memory");
    stream.copy_from_host(bytes(values), &buffer).expect("it is enqueued");
    buffer
}

/// Returns the content of a buffer after the work of a stream.
fn content(stream: &mut dyn Stream, buffer: &DeviceBuffer) -> Vec<u8> {
    read(stream, buffer).expect("the work succeeds").to_vec()
}

/// Loads kernels: `add` of three buffers of numbers, `dimensions` of one, and `fault` of none.
fn load(
    platform: &super::platforms::Platform,
    device: &dyn StreamExecutor,
    name: &str,
) -> Result<Arc<dyn Kernel>, Error> {
    let text = "fake 8\nkernel add add 3\nkernel dimensions dimensions 1\nkernel fault fault 0\n";
    let mut image = (platform.image)(text);
    let kernel = device.load_kernel(&image, name);
    // The caller may use the memory of the image for something else.
    image.fill(0xff);
    std::hint::black_box(&image);
    kernel
}
