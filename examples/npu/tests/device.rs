// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of the device: memory, streams, events and kernels.

use hloom_compiler::Error;
use hloom_compiler::interface::{
    DeviceBuffer, KernelArgument, LaunchDimensions, Platform, Stream, StreamExecutor,
};
use hloom_npu::NpuPlatform;
use hloom_npu::device::{KernelBinary, NpuExecutor};
use hloom_values::AlignedBytes;
use npu_simulator::{Assembler, DRAM_BASE, Format, Queue, UnitSet, VectorBinary, s};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

const ONCE: LaunchDimensions =
    LaunchDimensions { groups: [1; 3], threads: [1; 3], shared_bytes: 0 };

/// Returns a kernel that doubles four f32 at the address in its argument.
fn doubling() -> Vec<u8> {
    let mut code = Assembler::new();
    code.li(s(2), 4).dma_dim(0, s(2), s(2), s(2)).v_len(s(2));
    code.dma_load(Queue::Q0, Format::W32, s(0), s(1)).fence(UnitSet::ALL);
    code.v_binary(VectorBinary::Fadd, s(0), s(0), s(0)).fence(UnitSet::ALL);
    code.dma_store(Queue::Q1, Format::W32, s(0), s(1)).halt();
    KernelBinary::of_one("double", false, code.finish().expect("no labels")).to_bytes()
}

fn device() -> NpuExecutor {
    NpuPlatform::new(None).npu(0).expect("there is one").clone()
}

fn put(stream: &mut dyn Stream, values: &[f32], to: &DeviceBuffer) -> Result<(), Error> {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    stream.copy_from_host(Arc::new(AlignedBytes::try_copy_of(&bytes).expect("fits")), to)
}

fn get(stream: &mut dyn Stream, from: &DeviceBuffer) -> Result<Vec<f32>, Error> {
    let (sender, receiver) = channel();
    stream.copy_to_host(from, Box::new(move |bytes| drop(sender.send(bytes))))?;
    let bytes = receiver.recv().expect("it is called")?;
    Ok(bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect())
}

#[test]
fn a_kernel_runs_and_is_counted() -> Result<(), Error> {
    let device = device();
    let kernel = device.load_kernel(&doubling(), "double")?;
    assert_eq!(kernel.name(), "double");
    let mut stream = device.create_stream()?;
    let buffer = device.allocate(16)?;
    assert!(buffer.address() >= DRAM_BASE);
    put(&mut *stream, &[1.0, 2.0, 3.0, 4.0], &buffer)?;
    stream.launch(&kernel, ONCE, &[KernelArgument::Buffer(buffer.clone())])?;
    let address = buffer.address().to_le_bytes().to_vec();
    stream.launch(&kernel, ONCE, &[KernelArgument::Value(address)])?;
    assert_eq!(get(&mut *stream, &buffer)?, [4.0, 8.0, 12.0, 16.0]);
    let traffic = device.traffic();
    assert_eq!((traffic.to_device, traffic.to_host, traffic.launches), (16, 16, 2));
    assert_eq!((traffic.counters.dram_read, traffic.counters.dram_written), (32, 32));
    stream.synchronize()
}

#[test]
fn a_bad_address_is_a_fault_that_stays_with_its_stream() -> Result<(), Error> {
    let device = device();
    let kernel = device.load_kernel(&doubling(), "double")?;
    let (mut stream, mut other) = (device.create_stream()?, device.create_stream()?);
    let buffer = device.allocate(16)?;
    put(&mut *stream, &[1.0; 4], &buffer)?;
    // Host memory, an offset that exceeds a buffer, and a freed buffer.
    let host = Box::new(1_u64);
    let gone = device.allocate(16)?.address();
    for bad in [&raw const *host as u64, buffer.address() + 4, gone] {
        stream.launch(&kernel, ONCE, &[KernelArgument::Value(bad.to_le_bytes().to_vec())])?;
        stream.launch(&kernel, ONCE, &[KernelArgument::Buffer(buffer.clone())])?;
        let event = device.create_event()?;
        stream.record(&event)?;
        assert!(get(&mut *stream, &buffer).is_err());
        // Waiting for the event reports the failure.
        assert!(event.wait().is_err());
        let mut waiting = device.create_stream()?;
        waiting.wait_for(&event)?;
        assert!(waiting.synchronize().is_err());
        let fault = stream.synchronize().expect_err("no such memory").to_string();
        let start = "platform `npu`: kernel `double` faulted: `dma.load q0, w32, ";
        assert!(fault.starts_with(start), "{fault}");
        assert!(fault.contains("are not within one live allocation of DRAM"), "{fault}");
    }
    assert_eq!(get(&mut *other, &buffer)?, [1.0; 4]);
    assert_eq!(get(&mut *stream, &buffer)?, [1.0; 4]);
    stream.synchronize()
}

#[test]
fn streams_wait_for_each_others_events() -> Result<(), Error> {
    let device = device();
    let kernel = device.load_kernel(&doubling(), "double")?;
    let (mut first, mut second) = (device.create_stream()?, device.create_stream()?);
    let event = device.create_event()?;
    let buffer = device.allocate(16)?;
    let (go, gate) = channel::<()>();
    first.call_host(Box::new(move || gate.recv().map_err(Error::invalid)))?;
    put(&mut *first, &[1.0, 10.0, 100.0, 1000.0], &buffer)?;
    first.record(&event)?;
    second.wait_for(&event)?;
    second.launch(&kernel, ONCE, &[KernelArgument::Buffer(buffer.clone())])?;
    std::thread::sleep(Duration::from_millis(20));
    assert!(!event.has_happened());
    go.send(()).expect("the first stream waits");
    assert_eq!(get(&mut *second, &buffer)?, [2.0, 20.0, 200.0, 2000.0]);
    event.wait()?;
    assert!(event.has_happened());
    first.synchronize()?;
    second.synchronize()
}

#[test]
fn streams_work_at_the_same_time() -> Result<(), Error> {
    let device = device();
    let (mut first, mut second) = (device.create_stream()?, device.create_stream()?);
    let ((to_first, from_second), (to_second, from_first)) = (channel::<()>(), channel::<()>());
    let meet = |send: std::sync::mpsc::Sender<()>, receive: std::sync::mpsc::Receiver<()>| {
        Box::new(move || {
            send.send(()).map_err(Error::invalid)?;
            receive.recv_timeout(Duration::from_secs(30)).map_err(Error::invalid)
        })
    };
    first.call_host(meet(to_second, from_second))?;
    second.call_host(meet(to_first, from_first))?;
    first.synchronize()?;
    second.synchronize()
}

#[test]
fn memory_is_given_back() -> Result<(), Error> {
    let device = NpuExecutor::with_memory(0, 1000);
    for _ in 0..20 {
        // Two of them do not fit at the same time.
        drop(device.allocate(600)?);
    }
    let (one, error) = (device.allocate(600)?, device.allocate(600));
    assert!(matches!(error, Err(Error::OutOfMemory { bytes: 600, .. })));
    drop(one);
    assert_eq!(device.description().memory_bytes, Some(1000));
    Ok(())
}

#[test]
fn what_is_not_its_own_is_refused() -> Result<(), Error> {
    let platform = NpuPlatform::new(None);
    let (one, other) = (platform.device(0)?, platform.device(1)?);
    assert!(platform.device(2).is_err());
    let mut stream = one.create_stream()?;
    let buffer = other.allocate(4)?;
    assert!(stream.fill(&buffer, 0).is_err());
    let kernel = other.load_kernel(&doubling(), "double")?;
    let refusal = stream.launch(&kernel, ONCE, &[]).expect_err("of another device").to_string();
    assert_eq!(
        refusal,
        "platform `npu`: expected a kernel of this device, found one of another device"
    );
    assert!(one.load_kernel(&doubling(), "triple").is_err());
    assert!(one.load_kernel(b"\x7fELF", "double").is_err());
    let mut damaged = doubling();
    damaged[40] ^= 1;
    let refusal = one.load_kernel(&damaged, "double").err().expect("damaged").to_string();
    assert_eq!(refusal, "the npu kernel binary is corrupt");
    Ok(())
}
