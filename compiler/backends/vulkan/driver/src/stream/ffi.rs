// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Streams of a Vulkan device, which all submit to its only queue.
//!
//! A stream records commands in a command buffer, with a barrier after each command. It submits the
//! buffer when it is long, before the stream waits, and before an event is recorded or waited for.
//! A timeline semaphore counts the completed submissions.

use crate::block::Place;
use crate::failed;
use crate::ffi::{Device, error};
use crate::kernels::Pipeline;
use crate::memory::VulkanMemory;
use crate::validation;
use ash::vk;
use hloom_gpu_runtime::device::{CopyIn, CopyOut, DeviceCopy, DriverEvent, DriverStream};
use hloom_stream_executor::{DeviceBuffer, DeviceMemory, Error, HostCallback, LaunchDimensions};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Number of recorded commands after which a command buffer is submitted to the queue.
const MOST_COMMANDS: usize = 256;
/// Number of submissions of a stream that may be pending after a submission. With more of them, the
/// stream waits for the earliest.
const MOST_PENDING: usize = 8;
/// Size in bytes of the memory block from which the arguments of kernels are allocated.
const ARGUMENT_BYTES: usize = 1 << 16;
/// Size in bytes of the flag that kernels set if the driver ends one of their loops too early.
const EARLY_END_BYTES: usize = 4;
/// Largest number of thread blocks in each dimension of a launch. Every device supports this
/// number.
const MOST_BLOCKS: u32 = 65535;

/// A timeline semaphore, whose value is the number of completed submissions of a stream.
#[derive(Debug)]
struct Timeline {
    device: Arc<Device>,
    semaphore: vk::Semaphore,
}

impl Timeline {
    fn new(device: &Arc<Device>) -> Result<Self, Error> {
        let mut ty =
            vk::SemaphoreTypeCreateInfo::default().semaphore_type(vk::SemaphoreType::TIMELINE);
        let info = vk::SemaphoreCreateInfo::default().push_next(&mut ty);
        // SAFETY: the structures live until the call returns.
        let semaphore = unsafe { device.handle.create_semaphore(&info, None) };
        let semaphore = semaphore.map_err(|code| error("create a stream", code))?;
        Ok(Self { device: Arc::clone(device), semaphore })
    }

    /// Returns the number of completed submissions. If the device is lost, all submissions count as
    /// completed; if the query fails otherwise, none.
    fn done(&self) -> u64 {
        // SAFETY: the semaphore is alive.
        match unsafe { self.device.handle.get_semaphore_counter_value(self.semaphore) } {
            Ok(value) => value,
            Err(vk::Result::ERROR_DEVICE_LOST) => u64::MAX,
            Err(_) => 0,
        }
    }

    fn wait(&self, value: u64) -> Result<(), Error> {
        let (semaphores, values) = ([self.semaphore], [value]);
        let info = vk::SemaphoreWaitInfo::default().semaphores(&semaphores).values(&values);
        // SAFETY: the semaphore is alive, and the structure lives until the call returns.
        let waited = unsafe { self.device.handle.wait_semaphores(&info, u64::MAX) };
        waited.map_err(|code| error("run the program", code))
    }
}

impl Drop for Timeline {
    fn drop(&mut self) {
        // SAFETY: the semaphore is destroyed only here. Streams and events keep it as long as a
        // submission or a wait refers to it.
        unsafe { self.device.handle.destroy_semaphore(self.semaphore, None) };
    }
}

/// A stream of a device.
#[derive(Debug)]
pub struct VulkanStream {
    device: Arc<Device>,
    commands: vk::CommandPool,
    timeline: Arc<Timeline>,
    /// The number of submissions of this stream to the queue, which is also the number of the
    /// latest submission.
    submitted: u64,
    /// The command buffer that is being recorded, with the number of its commands.
    recording: Option<(vk::CommandBuffer, usize)>,
    /// The memory and kernels that the recorded commands use.
    in_use: Vec<InUse>,
    /// The semaphores for which the next submission waits, each with the awaited value.
    waits: Vec<(Arc<Timeline>, u64)>,
    pending: VecDeque<Pending>,
    /// The memory block for the arguments of kernels, and the number of its bytes that are in use.
    arguments: Option<(VulkanMemory, usize)>,
    /// Memory for the flag that kernels set if the driver ends one of their loops too early.
    early_end: VulkanMemory,
}

/// Submitted work of a stream: the number of the submission, and the resources that the work uses.
#[derive(Debug)]
struct Pending {
    number: u64,
    commands: Vec<vk::CommandBuffer>,
    _in_use: Vec<InUse>,
    _waits: Vec<(Arc<Timeline>, u64)>,
}

/// Memory or a kernel that pending work uses.
#[derive(Debug)]
enum InUse {
    Buffer { _buffer: DeviceBuffer },
    Memory { _memory: VulkanMemory },
    Pipeline { _pipeline: Pipeline },
}

impl Drop for VulkanStream {
    fn drop(&mut self) {
        // Pending work uses the memory until the stream has waited for it.
        let _ = self.wait();
        // SAFETY: nothing is pending, and the pool is destroyed only here, with its command buffers.
        unsafe { self.device.handle.destroy_command_pool(self.commands, None) };
    }
}

impl VulkanStream {
    /// Creates a stream.
    ///
    /// # Errors
    /// Fails if the driver has too little memory.
    pub fn new(device: &Arc<Device>) -> Result<Self, Error> {
        let timeline = Arc::new(Timeline::new(device)?);
        let mut early_end = device.allocate_at(Place::Host, EARLY_END_BYTES)?;
        early_end.host_bytes().fill(0);
        let info = vk::CommandPoolCreateInfo::default()
            .queue_family_index(device.family)
            .flags(vk::CommandPoolCreateFlags::TRANSIENT);
        // SAFETY: the structure lives until the call returns.
        let commands = unsafe { device.handle.create_command_pool(&info, None) };
        Ok(Self {
            device: Arc::clone(device),
            commands: commands.map_err(|code| error("create a stream", code))?,
            timeline,
            submitted: 0,
            recording: None,
            in_use: Vec::new(),
            waits: Vec::new(),
            pending: VecDeque::new(),
            arguments: None,
            early_end,
        })
    }

    /// Returns the Vulkan buffer that contains the memory of a device buffer, and the offset of the
    /// memory in it. The stream keeps the memory until the work of the stream is done.
    fn place(&mut self, buffer: &DeviceBuffer) -> Result<(vk::Buffer, u64), Error> {
        let memory = buffer.memory().as_any().downcast_ref::<VulkanMemory>();
        let memory = memory.filter(|memory| memory.is_of(&self.device));
        let memory = memory.ok_or_else(|| failed("a buffer of another device was used"))?;
        self.in_use.push(InUse::Buffer { _buffer: buffer.clone() });
        Ok((memory.buffer(), buffer.address() - memory.address()))
    }

    /// Submits the recorded commands if there are at least [`MOST_COMMANDS`]. Every command calls
    /// this method before it adds its memory to `in_use`, so that the memory is kept until the
    /// command is complete.
    fn prepare(&mut self) -> Result<(), Error> {
        let is_long = self.recording.is_some_and(|(_, count)| count >= MOST_COMMANDS);
        if is_long { self.submit() } else { Ok(()) }
    }

    /// Returns the command buffer in which the next command is recorded. Creates it if none is
    /// being recorded.
    fn begin(&mut self) -> Result<vk::CommandBuffer, Error> {
        if let Some((buffer, count)) = &mut self.recording {
            *count += 1;
            return Ok(*buffer);
        }
        let info = vk::CommandBufferAllocateInfo::default()
            .command_pool(self.commands)
            .command_buffer_count(1);
        let begin = vk::CommandBufferBeginInfo::default()
            .flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        let handle = &self.device.handle;
        // SAFETY: the pool is alive and only this stream uses it. The structures live until the calls
        // return.
        let buffer = unsafe {
            let buffers = handle.allocate_command_buffers(&info);
            let buffer = buffers.map_err(|code| error("record commands", code))?[0];
            let begun = handle.begin_command_buffer(buffer, &begin);
            begun.map_err(|code| error("record commands", code))?;
            buffer
        };
        self.recording = Some((buffer, 1));
        Ok(buffer)
    }

    /// Records a barrier, which makes the effects of earlier commands visible to later commands and
    /// to the host.
    fn barrier(&self, buffer: vk::CommandBuffer) {
        use vk::PipelineStageFlags as Stages;
        let device = Stages::COMPUTE_SHADER | Stages::TRANSFER;
        let barrier = [vk::MemoryBarrier::default()
            .src_access_mask(vk::AccessFlags::MEMORY_WRITE)
            .dst_access_mask(vk::AccessFlags::MEMORY_READ | vk::AccessFlags::MEMORY_WRITE)];
        let flags = vk::DependencyFlags::empty();
        // SAFETY: the command buffer is being recorded.
        unsafe {
            self.device.handle.cmd_pipeline_barrier(
                buffer,
                device,
                device | Stages::HOST,
                flags,
                &barrier,
                &[],
                &[],
            );
        }
    }

    /// Submits the recorded commands to the queue. Waits while more than [`MOST_PENDING`]
    /// submissions are pending.
    fn submit(&mut self) -> Result<(), Error> {
        if self.recording.is_none() && self.waits.is_empty() {
            return Ok(());
        }
        // Without commands, the submission only waits for the other streams.
        let recorded = self.recording.take().map(|(buffer, _)| buffer);
        let waits = std::mem::take(&mut self.waits);
        let number = self.submitted + 1;
        let (semaphores, values): (Vec<_>, Vec<_>) =
            waits.iter().map(|(timeline, value)| (timeline.semaphore, *value)).unzip();
        let stages = vec![vk::PipelineStageFlags::ALL_COMMANDS; waits.len()];
        let buffers: Vec<_> = recorded.into_iter().collect();
        let (signals, numbers) = ([self.timeline.semaphore], [number]);
        let mut timeline = vk::TimelineSemaphoreSubmitInfo::default()
            .wait_semaphore_values(&values)
            .signal_semaphore_values(&numbers);
        let info = [vk::SubmitInfo::default()
            .command_buffers(&buffers)
            .wait_semaphores(&semaphores)
            .wait_dst_stage_mask(&stages)
            .signal_semaphores(&signals)
            .push_next(&mut timeline)];
        let handle = &self.device.handle;
        // SAFETY: the command buffer is complete. What it refers to is kept until it is done. The
        // queue is locked, and the structures live until the call returns.
        let submitted = unsafe {
            let ended = buffers.iter().try_for_each(|buffer| handle.end_command_buffer(*buffer));
            ended.and_then(|()| handle.queue_submit(*self.device.queue(), &info, vk::Fence::null()))
        };
        let in_use = std::mem::take(&mut self.in_use);
        submitted.map_err(|code| error("run the program", code))?;
        self.submitted = number;
        let pending = Pending { number, commands: buffers, _in_use: in_use, _waits: waits };
        self.pending.push_back(pending);
        if self.pending.len() > MOST_PENDING {
            self.timeline.wait(number - MOST_PENDING as u64)?;
        }
        let done = self.timeline.done();
        while self.pending.front().is_some_and(|pending| pending.number <= done) {
            let Some(pending) = self.pending.pop_front() else { break };
            // SAFETY: the commands are done.
            unsafe { handle.free_command_buffers(self.commands, &pending.commands) };
        }
        Ok(())
    }

    /// Submits the recorded commands and waits for all work of the stream.
    fn wait(&mut self) -> Result<(), Error> {
        let submitted = self.submit();
        let done = submitted.and_then(|()| self.timeline.wait(self.submitted));
        if done.is_err() {
            // The device may still use the memory, or it is lost. Waiting for it tells.
            // SAFETY: the queue is locked during the call.
            let _ = unsafe { self.device.handle.queue_wait_idle(*self.device.queue()) };
        }
        for pending in self.pending.drain(..) {
            // SAFETY: the commands are done.
            unsafe { self.device.handle.free_command_buffers(self.commands, &pending.commands) };
        }
        self.arguments = None;
        done?;
        validation::check()?;
        if self.early_end.host_bytes().iter().all(|byte| *byte == 0) {
            return Ok(());
        }
        self.early_end.host_bytes().fill(0);
        let name = self.device.name();
        Err(failed(format!(
            "{name} has ended a loop of a kernel early; Mesa's lavapipe allows 65535 iterations"
        )))
    }

    /// Records a copy of `bytes` bytes from one Vulkan buffer to another, each at an offset.
    fn record_copy(
        &mut self,
        (from, from_offset): (vk::Buffer, u64),
        (to, to_offset): (vk::Buffer, u64),
        bytes: usize,
    ) -> Result<(), Error> {
        let buffer = self.begin()?;
        let region =
            [vk::BufferCopy { src_offset: from_offset, dst_offset: to_offset, size: bytes as u64 }];
        // SAFETY: the caller has checked that both buffers have these bytes, and keeps them.
        unsafe { self.device.handle.cmd_copy_buffer(buffer, from, to, &region) };
        self.barrier(buffer);
        Ok(())
    }

    /// Records a copy of host bytes to the start of a device buffer.
    fn upload(&mut self, bytes: &[u8], destination: &DeviceBuffer) -> Result<(), Error> {
        if bytes.is_empty() {
            return Ok(());
        }
        self.prepare()?;
        let mut staging = self.device.allocate_at(Place::Host, bytes.len())?;
        staging.host_bytes().copy_from_slice(bytes);
        let (from, to) = ((staging.buffer(), 0), self.place(destination)?);
        self.record_copy(from, to, bytes.len())?;
        self.in_use.push(InUse::Memory { _memory: staging });
        Ok(())
    }

    /// Writes the addresses of a kernel's arguments to memory that the device reads. Returns the
    /// device address at which they were written.
    fn write_arguments(&mut self, addresses: &[u64]) -> Result<u64, Error> {
        let bytes = size_of_val(addresses).max(8);
        if self.arguments.as_ref().is_none_or(|(memory, used)| used + bytes > memory.byte_size()) {
            let size = bytes.max(ARGUMENT_BYTES);
            let new = (self.device.allocate_at(Place::Host, size)?, 0);
            if let Some((memory, _)) = self.arguments.replace(new) {
                self.in_use.push(InUse::Memory { _memory: memory });
            }
        }
        let Some((memory, used)) = &mut self.arguments else {
            return Err(Error::Internal(
                "the stream allocated memory for kernel arguments, but holds none".to_owned(),
            ));
        };
        let (at, place) = (memory.address() + *used as u64, *used);
        *used += bytes;
        // Pending work reads other bytes of this memory.
        let target = &mut memory.host_bytes()[place..];
        for (target, address) in target.chunks_exact_mut(8).zip(addresses) {
            target.copy_from_slice(&address.to_ne_bytes());
        }
        Ok(at)
    }
}

impl DriverStream for VulkanStream {
    type Device = Device;

    fn device(&self) -> &Arc<Device> {
        &self.device
    }

    fn copy_in(&mut self, copy: CopyIn<'_>) -> Result<(), Error> {
        self.upload(copy.source(), copy.destination())
    }

    fn copy_out(&mut self, copy: CopyOut<'_>) -> Result<(), Error> {
        let source = copy.source();
        let bytes = source.byte_size();
        if bytes == 0 {
            return self.wait();
        }
        self.prepare()?;
        let mut staging = self.device.allocate_at(Place::Host, bytes)?;
        let from = self.place(source)?;
        self.record_copy(from, (staging.buffer(), 0), bytes)?;
        self.wait()?;
        copy.into_destination().copy_from_slice(staging.host_bytes());
        Ok(())
    }

    fn copy(&mut self, copy: DeviceCopy<'_>) -> Result<(), Error> {
        let (source, destination) = (copy.source(), copy.destination());
        let bytes = copy.byte_size();
        if bytes == 0 || source.address() == destination.address() {
            return Ok(());
        }
        self.prepare()?;
        let (from, to) = (self.place(source)?, self.place(destination)?);
        self.record_copy(from, to, bytes)
    }

    fn fill(&mut self, destination: &DeviceBuffer, value: u8) -> Result<(), Error> {
        self.prepare()?;
        let (buffer, offset) = self.place(destination)?;
        let bytes = destination.byte_size() as u64;
        if !offset.is_multiple_of(4) || !bytes.is_multiple_of(4) {
            // The driver fills whole words only.
            return self.upload(&vec![value; destination.byte_size()], destination);
        }
        if bytes > 0 {
            let commands = self.begin()?;
            let word = u32::from_ne_bytes([value; 4]);
            // SAFETY: the buffer has these bytes, and is kept until the command is done.
            unsafe { self.device.handle.cmd_fill_buffer(commands, buffer, offset, bytes, word) };
            self.barrier(commands);
        }
        Ok(())
    }

    fn launch(
        &mut self,
        pipeline: &Pipeline,
        dimensions: LaunchDimensions,
        arguments: &[DeviceBuffer],
    ) -> Result<(), Error> {
        if !pipeline.is_of(&self.device) {
            return Err(failed("expected a kernel of this device, found one of another device"));
        }
        let [blocks, 1, 1] = dimensions.groups else {
            return Err(failed(
                "expected a kernel launch with blocks in one dimension, found more dimensions",
            ));
        };
        let rows = blocks.div_ceil(MOST_BLOCKS).max(1);
        if rows > MOST_BLOCKS {
            let most = u64::from(MOST_BLOCKS) * u64::from(MOST_BLOCKS);
            return Err(failed(format!(
                "expected a kernel launch of at most {most} blocks, found {blocks}"
            )));
        }
        let columns = blocks.div_ceil(rows);
        self.prepare()?;
        for argument in arguments {
            self.place(argument)?;
        }
        let addresses: Vec<u64> = arguments.iter().map(DeviceBuffer::address).collect();
        let table = self.write_arguments(&addresses)?;
        let constants = [table, self.early_end.address()].map(u64::to_ne_bytes).concat();
        let commands = self.begin()?;
        let (pipeline_handle, layout) = pipeline.handles();
        self.in_use.push(InUse::Pipeline { _pipeline: pipeline.clone() });
        let handle = &self.device.handle;
        // SAFETY: kernel and buffers are kept until the launch is done. The compiler has generated the
        // kernel for these arguments. Blocks after the last one do nothing.
        unsafe {
            let point = vk::PipelineBindPoint::COMPUTE;
            handle.cmd_bind_pipeline(commands, point, pipeline_handle);
            let stages = vk::ShaderStageFlags::COMPUTE;
            handle.cmd_push_constants(commands, layout, stages, 0, &constants);
            handle.cmd_dispatch(commands, columns, rows, 1);
        }
        self.barrier(commands);
        Ok(())
    }

    fn call(&mut self, callback: HostCallback) -> Result<(), Error> {
        self.wait()?;
        callback()
    }

    fn synchronize(&mut self) -> Result<(), Error> {
        self.wait()
    }

    fn record(&mut self, event: &TimelineEvent) -> Result<(), Error> {
        self.submit()?;
        *event.recorded() = Some((Arc::clone(&self.timeline), self.submitted));
        Ok(())
    }

    fn wait_for(&mut self, event: &TimelineEvent) -> Result<(), Error> {
        self.submit()?;
        self.waits.extend(event.recorded().clone());
        Ok(())
    }
}

/// An event: the number of a submission of a stream. The event has happened once this submission is
/// complete.
#[derive(Debug)]
pub struct TimelineEvent {
    device: Arc<Device>,
    recorded: Mutex<Option<(Arc<Timeline>, u64)>>,
}

impl TimelineEvent {
    /// Creates an event that no stream has recorded yet.
    pub fn new(device: &Arc<Device>) -> Self {
        Self { device: Arc::clone(device), recorded: Mutex::default() }
    }

    fn recorded(&self) -> MutexGuard<'_, Option<(Arc<Timeline>, u64)>> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl DriverEvent for TimelineEvent {
    type Device = Device;

    fn is_done(&self) -> bool {
        let recorded = self.recorded().clone();
        recorded.is_none_or(|(timeline, number)| timeline.done() >= number)
    }

    fn wait(&self) -> Result<(), Error> {
        let recorded = self.recorded().clone();
        recorded.map_or(Ok(()), |(timeline, number)| timeline.wait(number))
    }

    fn is_of(&self, device: &Arc<Device>) -> bool {
        Arc::ptr_eq(&self.device, device)
    }
}
