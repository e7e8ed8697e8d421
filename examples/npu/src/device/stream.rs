// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Streams: work in order, on a thread per stream.

use super::error::failure;
use super::event::NpuEvent;
use super::kernel::NpuKernel;
use super::shared::Shared;
use super::worker::{self, Command, Work};
use hloom_compiler::Error;
use hloom_compiler::interface::{
    DeviceBuffer, Event, HostCallback, Kernel, KernelArgument, LaunchDimensions, ReceiveBytes,
    Stream, StreamExecutor,
};
use hloom_values::AlignedBytes;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

/// A stream of a device.
pub struct NpuStream {
    executor: Box<dyn StreamExecutor>,
    device: Arc<Shared>,
    worker: Sender<Command>,
}

impl NpuStream {
    /// Creates an idle stream of an executor, whose device is `device`.
    ///
    /// # Errors
    /// Fails if the system cannot start a thread.
    pub fn new(executor: Box<dyn StreamExecutor>, device: Arc<Shared>) -> Result<NpuStream, Error> {
        Ok(NpuStream { executor, device, worker: worker::start()? })
    }

    fn send(&self, command: Command) -> Result<(), Error> {
        self.worker.send(command).map_err(|_| failure("the thread of a stream has ended"))
    }

    fn work(
        &self,
        work: impl FnOnce(&Arc<Shared>) -> Result<(), Error> + Send + 'static,
    ) -> Result<(), Error> {
        let device = Arc::clone(&self.device);
        let work: Work = Box::new(move || work(&device));
        self.send(Command::Work(work))
    }
}

/// Returns the event, if it is one of this platform.
fn ours(event: &Arc<dyn Event>) -> Result<NpuEvent, Error> {
    let event = event.as_any().downcast_ref::<NpuEvent>();
    event.cloned().ok_or_else(|| failure("expected an event of platform `npu`"))
}

impl Stream for NpuStream {
    fn executor(&self) -> &dyn StreamExecutor {
        &*self.executor
    }

    fn copy_from_host(
        &mut self,
        source: Arc<AlignedBytes>,
        destination: &DeviceBuffer,
    ) -> Result<(), Error> {
        self.device.check(destination)?;
        let (from, to) = (source.len(), destination.byte_size());
        if from > to {
            return Err(failure(format!("cannot copy {from} bytes to a buffer of {to} bytes")));
        }
        let destination = destination.clone();
        self.work(move |device| device.write(&destination, &source))
    }

    fn copy_to_host(&mut self, source: &DeviceBuffer, receive: ReceiveBytes) -> Result<(), Error> {
        self.device.check(source)?;
        let (device, source) = (Arc::clone(&self.device), source.clone());
        self.send(Command::Always(Box::new(move |failed| {
            let read = failed.map_or_else(|| device.read(&source), Err);
            receive(read.and_then(|bytes| {
                AlignedBytes::try_copy_of(&bytes).ok_or_else(|| Error::OutOfMemory {
                    bytes: bytes.len(),
                    what: "a copy of a device buffer".to_owned(),
                })
            }));
        })))
    }

    fn copy_on_device(
        &mut self,
        source: &DeviceBuffer,
        destination: &DeviceBuffer,
    ) -> Result<(), Error> {
        self.device.check(source)?;
        self.device.check(destination)?;
        let (from, to) = (source.byte_size(), destination.byte_size());
        if from != to {
            return Err(failure(format!("cannot copy {from} bytes to a buffer of {to} bytes")));
        }
        let (source, destination) = (source.clone(), destination.clone());
        self.work(move |device| {
            let dram = &mut device.lock().machine.dram;
            let bytes = dram.read(source.address(), source.byte_size() as u64).map_err(failure)?;
            let bytes = bytes.to_vec();
            dram.write(destination.address(), &bytes).map_err(failure)
        })
    }

    fn fill(&mut self, destination: &DeviceBuffer, value: u8) -> Result<(), Error> {
        self.device.check(destination)?;
        let destination = destination.clone();
        self.work(move |device| {
            let dram = &mut device.lock().machine.dram;
            let bytes = dram.slice_mut(destination.address(), destination.byte_size() as u64);
            bytes.map_err(failure)?.fill(value);
            Ok(())
        })
    }

    fn launch(
        &mut self,
        kernel: &Arc<dyn Kernel>,
        dimensions: LaunchDimensions,
        arguments: &[KernelArgument],
    ) -> Result<(), Error> {
        let kernel = kernel.as_any().downcast_ref::<NpuKernel>();
        let kernel = kernel.filter(|kernel| kernel.is_of(&self.device));
        let kernel = kernel
            .ok_or_else(|| {
                failure("expected a kernel of this device, found one of another device")
            })?
            .clone();
        if dimensions.groups != [1; 3] || dimensions.threads != [1; 3] {
            return Err(failure("expected a launch of one group with one thread"));
        }
        let mut values = Vec::new();
        let mut alive = Vec::new();
        for argument in arguments {
            match argument {
                KernelArgument::Buffer(buffer) => {
                    self.device.check(buffer)?;
                    values.push(buffer.address());
                    alive.push(buffer.clone());
                }
                KernelArgument::Value(bytes) => {
                    let bytes = <[u8; 8]>::try_from(&bytes[..]);
                    let bytes = bytes.map_err(|_| failure("expected an argument of 8 bytes"))?;
                    values.push(u64::from_le_bytes(bytes));
                }
            }
        }
        self.work(move |_| {
            let outcome = kernel.run(&values);
            drop(alive);
            outcome
        })
    }

    fn call_host(&mut self, callback: HostCallback) -> Result<(), Error> {
        self.send(Command::Work(callback))
    }

    fn record(&mut self, event: &Arc<dyn Event>) -> Result<(), Error> {
        let event = ours(event)?;
        event.expect();
        // The event is reached even after a failure, so that no waiter blocks forever.
        let reached = event.clone();
        let sent = self.send(Command::Always(Box::new(move |failed| reached.reach(failed))));
        sent.inspect_err(|error| event.reach(Some(error.clone())))
    }

    fn wait_for(&mut self, event: &Arc<dyn Event>) -> Result<(), Error> {
        let event = ours(event)?;
        // If the event's stream failed, its work is not done, so this stream must fail too.
        self.send(Command::Work(Box::new(move || event.wait())))
    }

    fn synchronize(&mut self) -> Result<(), Error> {
        let (reply, answer) = channel();
        self.send(Command::Synchronize(reply))?;
        let failed = answer.recv().map_err(|_| failure("the thread of a stream has ended"))?;
        failed.map_or(Ok(()), Err)
    }
}
