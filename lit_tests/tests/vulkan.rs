// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of Vulkan's streams, events and kernels, and of its errors.

use hloom_compiler::interface::{CompileOptions, DeviceBuffer, Platform, Stream, StreamExecutor};
use hloom_compiler::{CompiledProgram, Error, Literal, Program, platform};
use hloom_values::AlignedBytes;
use std::sync::mpsc::channel;
use std::sync::{Arc, Once};

type Tested = Result<(), Box<dyn std::error::Error>>;

fn vulkan() -> Result<Arc<dyn Platform>, Error> {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| hloom_backends::register().expect("backend names are unique"));
    platform("vulkan")
}

fn device() -> Result<Arc<dyn StreamExecutor>, Error> {
    vulkan()?.device(0)
}

fn put(stream: &mut dyn Stream, bytes: &[u8], to: &DeviceBuffer) -> Result<(), Error> {
    stream.copy_from_host(Arc::new(AlignedBytes::try_copy_of(bytes).expect("it fits")), to)
}

fn get(stream: &mut dyn Stream, from: &DeviceBuffer) -> Result<Vec<u8>, Error> {
    let (sender, receiver) = channel();
    stream.copy_to_host(from, Box::new(move |bytes| drop(sender.send(bytes))))?;
    Ok(receiver.recv().expect("it is called")?.to_vec())
}

#[test]
fn an_event_waits_for_the_streams_that_its_stream_waits_for() -> Tested {
    const BYTES: usize = 1 << 24;
    let device = device()?;
    let (mut first, mut second) = (device.create_stream()?, device.create_stream()?);
    let (done, passed_on) = (device.create_event()?, device.create_event()?);
    assert!(!done.has_happened());
    let (source, destination) = (device.allocate(BYTES)?, device.allocate(BYTES)?);
    put(&mut *first, &vec![7; BYTES], &source)?;
    for _ in 0..8 {
        first.copy_on_device(&source, &destination)?;
    }
    first.record(&done)?;
    // The second stream has no work of its own.
    second.wait_for(&done)?;
    second.record(&passed_on)?;
    passed_on.wait()?;
    assert!(done.has_happened() && passed_on.has_happened());
    let mut third = device.create_stream()?;
    third.wait_for(&passed_on)?;
    assert!(get(&mut *third, &destination)?.iter().all(|byte| *byte == 7));
    Ok(())
}

#[test]
fn parts_of_buffers_are_filled_and_copied() -> Tested {
    let device = device()?;
    let mut stream = device.create_stream()?;
    let buffer = device.allocate(64)?;
    stream.fill(&buffer, 1)?;
    // The driver fills whole words only.
    let part = |range| buffer.slice(range).expect("it is inside");
    stream.fill(&part(3..8), 2)?;
    stream.fill(&part(9..9), 3)?;
    stream.copy_on_device(&part(0..8), &part(32..40))?;
    stream.copy_on_device(&part(0..0), &part(5..5))?;
    let mut expected = vec![1; 64];
    expected[3..8].fill(2);
    expected[35..40].fill(2);
    assert_eq!(get(&mut *stream, &buffer)?, expected);
    assert!(get(&mut *stream, &part(9..9))?.is_empty());
    stream.copy_on_device(&part(0..4), &part(8..16))?;
    let message = stream.synchronize().expect_err("the sizes differ").to_string();
    assert!(message.contains("cannot copy 4 bytes to a buffer of 8 bytes"), "{message}");
    Ok(())
}

#[test]
fn code_that_is_not_a_kernel_is_refused() -> Tested {
    let device = device()?;
    for (code, reason) in [
        (&b"abc"[..], "kernel image: expected words of 4 bytes, found 3 bytes"),
        (b"abcd", "kernel image: expected a SPIR-V module, found other data"),
        (&[3, 2, 35, 7, 0, 5, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], "has no kernel `k`"),
    ] {
        let message = device.load_kernels(code, &["k"]).err().expect("no kernel").to_string();
        assert!(
            message.starts_with("platform `vulkan`: ") && message.ends_with(reason),
            "{message}"
        );
    }
    Ok(())
}

#[test]
fn a_device_without_enough_memory_says_so() -> Tested {
    let error = device()?.allocate(1 << 46).expect_err("no device has so much memory");
    assert!(matches!(error, Error::OutOfMemory { bytes, .. } if bytes == 1 << 46), "{error}");
    Ok(())
}

/// Mesa's lavapipe ends loops after 65535 iterations.
#[test]
fn a_loop_that_the_driver_ends_early_is_an_error() -> Tested {
    // The number of iterations is an argument, so that the loop cannot be divided.
    let count = |end: i32| -> Result<Literal, Box<dyn std::error::Error>> {
        let text = "func.func @main(%end: tensor<i32>) -> tensor<i32> {
             %0 = stablehlo.constant dense<0> : tensor<i32>
             %1 = stablehlo.constant dense<1> : tensor<i32>
             %2 = stablehlo.while(%i = %0) : tensor<i32>
             cond {
               %3 = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
               stablehlo.return %3 : tensor<i1>
             } do {
               %3 = stablehlo.add %i, %1 : tensor<i32>
               stablehlo.return %3 : tensor<i32>
             }
             return %2 : tensor<i32>
           }";
        let program = Program::from_text("count.mlir", text)?;
        let compiled = CompiledProgram::new(&*vulkan()?, &program, &CompileOptions::default())?;
        Ok(compiled.run(&[Literal::from_slice(&[end], [])?])?.remove(0))
    };
    assert_eq!(count(65_521)?.to_string(), "tensor<i32> 65521");
    if device()?.description().name.contains("llvmpipe") {
        let message = count(65_537).expect_err("the loop is too long").to_string();
        assert!(message.contains("has ended a loop of a kernel early"), "{message}");
    }
    assert_eq!(count(65_521)?.to_string(), "tensor<i32> 65521");
    Ok(())
}
