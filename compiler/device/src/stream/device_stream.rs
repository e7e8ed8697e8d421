// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The stream of a device.

use super::command::{Command, Launch};
use super::event::DeviceEvent;
use super::line::{Line, Task};
use super::queue::Queue;
use super::worker;
use hloom_compiler::Error;
use hloom_compiler::interface::{
    DeviceBuffer, Event, HostCallback, Kernel, KernelArgument, LaunchDimensions, ReceiveBytes,
    Stream, StreamExecutor, check_copy_from_host, check_copy_on_device,
};
use hloom_values::AlignedBytes;
use std::sync::Arc;
use std::sync::mpsc::channel;

/// A stream on a queue of a device.
///
/// Dropping a stream does not stop its work.
pub struct DeviceStream {
    executor: Box<dyn StreamExecutor>,
    queue: Arc<dyn Queue>,
    line: Arc<Line>,
}

impl DeviceStream {
    /// Creates an idle stream of an executor on a queue that no other stream uses.
    ///
    /// # Errors
    /// Fails if the system cannot start a thread.
    pub fn new(
        executor: Box<dyn StreamExecutor>,
        queue: Arc<dyn Queue>,
    ) -> Result<DeviceStream, Error> {
        let line = Arc::default();
        worker::start(&line, &queue)?;
        Ok(DeviceStream { executor, queue, line })
    }

    fn submit(&self, command: Command) {
        self.line.push(Task::Command(Arc::new(command)));
    }
}

impl Drop for DeviceStream {
    fn drop(&mut self) {
        self.line.close();
    }
}

impl Stream for DeviceStream {
    fn executor(&self) -> &dyn StreamExecutor {
        &*self.executor
    }

    fn copy_from_host(
        &mut self,
        source: Arc<AlignedBytes>,
        destination: &DeviceBuffer,
    ) -> Result<(), Error> {
        self.queue.check_buffer(destination)?;
        check_copy_from_host(self.queue.device().platform(), source.len(), destination)?;
        self.submit(Command::CopyFromHost { source, destination: destination.clone() });
        Ok(())
    }

    fn copy_to_host(&mut self, source: &DeviceBuffer, receive: ReceiveBytes) -> Result<(), Error> {
        self.queue.check_buffer(source)?;
        self.line.push(Task::Read(source.clone(), receive));
        Ok(())
    }

    fn copy_on_device(
        &mut self,
        source: &DeviceBuffer,
        destination: &DeviceBuffer,
    ) -> Result<(), Error> {
        self.queue.check_buffer(source)?;
        self.queue.check_buffer(destination)?;
        check_copy_on_device(self.queue.device().platform(), source, destination)?;
        if source.overlaps(destination) {
            // A result that returns a donated argument may have the buffer of the argument.
            if source.range() == destination.range() {
                return Ok(());
            }
            let reason = "a copy on the device: expected identical or disjoint memory ranges, \
                          found ranges that overlap partly";
            return Err(self.queue.device().error(reason));
        }
        let (source, destination) = (source.clone(), destination.clone());
        self.submit(Command::CopyOnDevice { source, destination });
        Ok(())
    }

    fn fill(&mut self, destination: &DeviceBuffer, value: u8) -> Result<(), Error> {
        self.queue.check_buffer(destination)?;
        self.submit(Command::Fill { destination: destination.clone(), value });
        Ok(())
    }

    fn launch(
        &mut self,
        kernel: &Arc<dyn Kernel>,
        dimensions: LaunchDimensions,
        arguments: &[KernelArgument],
    ) -> Result<(), Error> {
        for argument in arguments {
            if let KernelArgument::Buffer(buffer) = argument {
                self.queue.check_buffer(buffer)?;
            }
        }
        let (kernel, arguments) = (Arc::clone(kernel), arguments.to_vec());
        let launch = Launch { kernel, dimensions, arguments };
        self.queue.check_launch(&launch)?;
        self.submit(Command::Launch(launch));
        Ok(())
    }

    fn call_host(&mut self, callback: HostCallback) -> Result<(), Error> {
        self.line.push(Task::Call(Some(callback)));
        Ok(())
    }

    fn record(&mut self, event: &Arc<dyn Event>) -> Result<(), Error> {
        let event = DeviceEvent::of(event, self.queue.device())?;
        event.expect();
        self.line.push(Task::Record(event));
        Ok(())
    }

    fn wait_for(&mut self, event: &Arc<dyn Event>) -> Result<(), Error> {
        let event = DeviceEvent::of(event, self.queue.device())?;
        let number = self.line.push(Task::Wait);
        let line = Arc::clone(&self.line);
        event.when_happened(Box::new(move |outcome| line.finish(number, outcome.map(|()| None))));
        Ok(())
    }

    fn synchronize(&mut self) -> Result<(), Error> {
        let (reply, answer) = channel();
        self.line.push(Task::Synchronize(reply));
        let failure = answer.recv();
        let failure =
            failure.map_err(|_| Error::Internal("the thread of a stream has ended".to_owned()))?;
        failure.map_or(Ok(()), Err)
    }
}
