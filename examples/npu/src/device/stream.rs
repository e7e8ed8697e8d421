// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Streams: work in order, on a thread of its own.

use super::event::NpuEvent;
use super::executor::NpuExecutor;
use super::failure;
use super::kernel::NpuKernel;
use super::worker::{self, Command, Work};
use hloom_compiler::Error;
use hloom_compiler::interface::{
    DeviceBuffer, Event, HostCallback, Kernel, KernelArgument, LaunchDimensions, ReceiveBytes,
    Stream, StreamExecutor,
};
use hloom_compiler::literal::AlignedBytes;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

/// A stream of a device.
pub struct NpuStream {
    executor: NpuExecutor,
    worker: Sender<Command>,
}

impl NpuStream {
    /// A stream with nothing to do.
    ///
    /// # Errors
    /// If the system has no more threads.
    pub fn new(executor: NpuExecutor) -> Result<NpuStream, Error> {
        Ok(NpuStream { executor, worker: worker::start()? })
    }

    fn send(&self, command: Command) -> Result<(), Error> {
        self.worker.send(command).map_err(|_| failure("the thread of a stream is gone"))
    }

    fn work(
        &self,
        work: impl FnOnce(&NpuExecutor) -> Result<(), Error> + Send + 'static,
    ) -> Result<(), Error> {
        let executor = self.executor.clone();
        let work: Work = Box::new(move || work(&executor));
        self.send(Command::Work(work))
    }
}

/// The event, if it is a device's of this platform.
fn ours(event: &Arc<dyn Event>) -> Result<NpuEvent, Error> {
    let event = event.as_any().downcast_ref::<NpuEvent>();
    event.cloned().ok_or_else(|| failure("an event of another device was used"))
}

impl Stream for NpuStream {
    fn executor(&self) -> &dyn StreamExecutor {
        &self.executor
    }

    fn copy_from_host(
        &mut self,
        source: Arc<AlignedBytes>,
        destination: &DeviceBuffer,
    ) -> Result<(), Error> {
        self.executor.check(destination)?;
        let (from, to) = (source.len(), destination.byte_size());
        if from > to {
            return Err(failure(format!("{from} bytes are copied to a buffer of {to}")));
        }
        let destination = destination.clone();
        self.work(move |executor| executor.write(&destination, &source))
    }

    fn copy_to_host(&mut self, source: &DeviceBuffer, receive: ReceiveBytes) -> Result<(), Error> {
        self.executor.check(source)?;
        let (executor, source) = (self.executor.clone(), source.clone());
        self.send(Command::Always(Box::new(move |failed| {
            let read = failed.map_or_else(|| executor.read(&source), Err);
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
        self.executor.check(source)?;
        self.executor.check(destination)?;
        let (from, to) = (source.byte_size(), destination.byte_size());
        if from != to {
            return Err(failure(format!("{from} bytes are copied to a buffer of {to}")));
        }
        let (source, destination) = (source.clone(), destination.clone());
        self.work(move |executor| {
            let dram = &mut executor.shared.lock().machine.dram;
            let bytes = dram.read(source.address(), source.byte_size() as u64).map_err(failure)?;
            let bytes = bytes.to_vec();
            dram.write(destination.address(), &bytes).map_err(failure)
        })
    }

    fn fill(&mut self, destination: &DeviceBuffer, value: u8) -> Result<(), Error> {
        self.executor.check(destination)?;
        let destination = destination.clone();
        self.work(move |executor| {
            let dram = &mut executor.shared.lock().machine.dram;
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
        let kernel = kernel.filter(|kernel| kernel.is_of(&self.executor));
        let kernel = kernel.ok_or_else(|| failure("a kernel of another device was used"))?.clone();
        if dimensions.groups != [1; 3] || dimensions.threads != [1; 3] {
            return Err(failure("kernels of this device run once, on one core"));
        }
        let mut values = Vec::new();
        let mut alive = Vec::new();
        for argument in arguments {
            match argument {
                KernelArgument::Buffer(buffer) => {
                    self.executor.check(buffer)?;
                    values.push(buffer.address());
                    alive.push(buffer.clone());
                }
                KernelArgument::Value(bytes) => {
                    let bytes = <[u8; 8]>::try_from(&bytes[..]);
                    let bytes = bytes.map_err(|_| failure("an argument has not 8 bytes"))?;
                    values.push(u64::from_le_bytes(bytes));
                }
            }
        }
        self.work(move |executor| {
            let outcome = kernel.run(executor, &values);
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
        // After a failure too, so that nobody waits in vain.
        let reached = event.clone();
        let sent = self.send(Command::Always(Box::new(move |failed| reached.reach(failed))));
        sent.inspect_err(|error| event.reach(Some(error.clone())))
    }

    fn wait_for(&mut self, event: &Arc<dyn Event>) -> Result<(), Error> {
        let event = ours(event)?;
        // What it stands for is not there if it failed.
        self.send(Command::Work(Box::new(move || event.wait())))
    }

    fn synchronize(&mut self) -> Result<(), Error> {
        let (reply, answer) = channel();
        self.send(Command::Synchronize(reply))?;
        let failed = answer.recv().map_err(|_| failure("the thread of a stream is gone"))?;
        failed.map_or(Ok(()), Err)
    }
}
