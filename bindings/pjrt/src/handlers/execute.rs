// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Execution of loaded executables.
//!
//! A call first checks the arguments of all devices, then takes ownership of donated arguments, and
//! starts one [`Launch`] for each device. It returns buffers whose values are still pending. A
//! cheap or small launch whose arguments are ready may run on the calling thread. All other
//! launches run on the queue of their device. The launches of several devices are the participants
//! of one device mesh and synchronize in collectives.

use crate::buffer::{Buffer, Content};
use crate::c_api::structs::{ExecuteContextCreate, ExecuteContextDestroy, LoadedExecutableExecute};
use crate::c_api::values::{Handle, Values};
use crate::client::Client;
use crate::compile_options::Assignment;
use crate::event::Event;
use crate::executable::{Executable, ExecuteContext, LoadedExecutable};
use crate::failure::Failure;
use crate::memory_kinds::KINDS;
use crate::memory_layout::MemoryLayout;
use crate::profiler;
use crate::xla_ffi;
use hloom_compiler::Shape;
use hloom_compiler::interface::{Argument, DeviceBuffer, RunOptions};
use hloom_evaluator::{DeviceMesh, Membership};
use std::sync::Arc;
use std::sync::atomic::{Ordering, fence};

/// A launch: one run of an executable on one device.
struct Launch {
    client: Client,
    executable: Executable,
    device: usize,
    inputs: Vec<Input>,
    outputs: Vec<Arc<Content>>,
    done: Event,
    /// The membership of this launch in the device mesh of all launches of the execution; `None` if
    /// the execution has a single device.
    participant: Option<Membership>,
}

/// An argument of a launch.
struct Input {
    content: Arc<Content>,
    /// Whether the argument is donated. If so, its buffer has given up the content to this run.
    donated: bool,
}

pub fn create_context(arguments: &mut ExecuteContextCreate) -> Result<(), Failure> {
    arguments.context = Handle::give(ExecuteContext);
    Ok(())
}

pub fn destroy_context(arguments: &mut ExecuteContextDestroy) -> Result<(), Failure> {
    arguments.context.take();
    Ok(())
}

pub fn execute(arguments: &mut LoadedExecutableExecute) -> Result<(), Failure> {
    let loaded = arguments.executable.get()?;
    loaded.check()?;
    let options = arguments.options.get_if_any();
    let kept = options.map_or(&[][..], |options| options.non_donatable_input_indices.get());
    let devices = match arguments.execute_device.get_if_any() {
        Some(_) if loaded.devices().len() > 1 => {
            let message = "running one device of a program of several devices is not supported";
            return Err(Failure::unimplemented(message));
        }
        Some(device) => vec![device.description.id],
        None => loaded.local_devices(),
    };
    if devices.len() != arguments.num_devices {
        return Err(Failure::invalid(format!(
            "expected arguments for {} devices, found arguments for {}",
            devices.len(),
            arguments.num_devices
        )));
    }
    let lists = arguments.argument_lists.values(devices.len());
    let outputs = arguments.output_lists.values(devices.len());
    // The arguments of all devices are checked before any is donated, so that a failed call leaves
    // all buffers intact.
    let mut inputs = Vec::with_capacity(devices.len());
    for (index, device) in devices.iter().enumerate() {
        let list = lists.get(index).map_or(&[][..], |list| list.values(arguments.num_args));
        inputs.push(check_arguments(&loaded.executable, *device, list, kept)?);
    }
    // Launches that wait for each other must have the same order on all devices, and in all processes. A
    // single launch takes no lock: it may run on this thread, and a memory that it releases may call a
    // function that starts other launches.
    let order = (loaded.devices().len() > 1).then(|| loaded.client.order());
    let mut launches = Vec::with_capacity(devices.len());
    let mut participants = participants(loaded).into_iter();
    for (device, inputs) in devices.into_iter().zip(inputs) {
        launches.push(Launch::new(loaded, device, &inputs, participants.next())?);
    }
    let results = launches.iter().map(|launch| Ok((launch.done.clone(), launch.output_buffers()?)));
    let results = results.collect::<Result<Vec<_>, Failure>>()?;
    for launch in launches {
        launch.start(&loaded.client)?;
    }
    drop(order);
    if loaded.executable.program.calls_python {
        let outcomes: Vec<_> = results.iter().map(|(event, _)| event.wait()).collect();
        outcomes.into_iter().collect::<Result<(), _>>()?;
    }
    for (index, (event, buffers)) in results.into_iter().enumerate() {
        for (number, buffer) in buffers.into_iter().enumerate() {
            outputs[index].set(number, Handle::give(buffer));
        }
        if !arguments.device_complete_events.is_null() {
            arguments.device_complete_events.set(index, Handle::give(event));
        }
    }
    Ok(())
}

/// Creates the device mesh of an execution on several devices, and returns the memberships of this
/// process's devices, replica by replica. Returns an empty list for a single device.
fn participants(loaded: &LoadedExecutable) -> Vec<Membership> {
    if loaded.devices().len() < 2 {
        return Vec::new();
    }
    let size = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let Assignment { replicas, partitions, .. } = loaded.assignment;
    let mut mesh = DeviceMesh::new(Arc::default(), size(replicas), size(partitions));
    let program = loaded.executable.program.operations_digest;
    if let Some(processes) = loaded.client.processes_of_run(loaded.devices(), program) {
        mesh = mesh.with_processes(processes);
    }
    Membership::of_all(&Arc::new(mesh))
}

/// An argument of a launch, and whether the argument is donated.
type Given<'a> = (&'a Buffer, bool);

/// Checks the arguments for one device. `kept` lists the indices of the arguments that this run
/// does not donate, even if the program donates them.
///
/// # Errors
/// Fails if the number of arguments differs from the program's, or if an argument has another
/// shape, layout or device than the program expects. Also fails if a buffer was deleted, or if a
/// donated buffer is passed twice.
fn check_arguments<'a>(
    executable: &Executable,
    device: usize,
    arguments: &'a [Handle<Buffer>],
    kept: &[i64],
) -> Result<Vec<Given<'a>>, Failure> {
    let shapes = &executable.compiled.signature().arguments;
    if arguments.len() != shapes.len() {
        return Err(Failure::invalid(format!(
            "`{}`: expected {} arguments, found {}",
            executable.compiled.signature().name,
            shapes.len(),
            arguments.len()
        )));
    }
    let mut inputs: Vec<Given> = Vec::with_capacity(arguments.len());
    for (index, (argument, shape)) in arguments.iter().zip(shapes).enumerate() {
        let buffer = argument.get()?;
        let layout = executable.parameter_layouts.get(index);
        if !buffer.is_stored_as(shape, layout) {
            let laid_out = |layout: &MemoryLayout| match layout.is_row_major() {
                true => String::new(),
                false => format!(" with layout {}", layout.text()),
            };
            return Err(Failure::invalid(format!(
                "argument {index}: expected {}{}, found {}{}",
                layout.of_stored(shape),
                laid_out(layout),
                buffer.shape(),
                laid_out(buffer.layout()),
            )));
        }
        if buffer.device_number() != device {
            let number = buffer.device_number();
            let message = format!(
                "argument {index}: expected a buffer of device {device}, found one of {number}"
            );
            return Err(Failure::invalid(message));
        }
        let donated = executable.program.donated[index] && !kept.contains(&(index as i64));
        let before = inputs.iter().find(|(other, _)| std::ptr::eq(*other, buffer));
        if before.is_some_and(|(_, given_up)| donated || *given_up) {
            return Err(Failure::invalid(format!(
                "argument {index}: expected a donated buffer to be passed once, found it twice"
            )));
        }
        buffer.content()?;
        inputs.push((buffer, donated));
    }
    Ok(inputs)
}

impl Launch {
    /// Creates a launch. Moves the contents of the donated arguments out of their buffers.
    fn new(
        loaded: &LoadedExecutable,
        device: usize,
        inputs: &[Given],
        participant: Option<Membership>,
    ) -> Result<Self, Failure> {
        let (client, executable) = (loaded.client.clone(), loaded.executable.clone());
        let usage = &client.local(device)?.usage;
        let take = |(buffer, donated): &Given| -> Result<Input, Failure> {
            let content = if *donated { buffer.donate() } else { buffer.content() }?;
            Ok(Input { content, donated: *donated })
        };
        let inputs = inputs.iter().map(take).collect::<Result<_, _>>()?;
        let outputs = executable.compiled.signature().results.iter();
        let outputs = outputs.map(|_| Content::pending(usage)).collect();
        let done = Event::default();
        Ok(Self { client, executable, device, inputs, outputs, done, participant })
    }

    /// Creates a buffer for each result of the launch. The values of the buffers are pending.
    fn output_buffers(&self) -> Result<Vec<Buffer>, Failure> {
        let shapes = &self.executable.compiled.signature().results;
        let tokens = &self.executable.program.tokens;
        let buffer = |(index, (content, shape)): (usize, (&Arc<Content>, &Shape))| {
            let kind = self.executable.program.output_kinds[index];
            let memory = self.device * KINDS.len() + kind;
            let content = Arc::clone(content);
            let (client, layout) = (self.client.clone(), self.executable.output_layouts.get(index));
            if tokens.get(index).copied().unwrap_or(false) {
                let token = Buffer::new(client, memory, shape.clone(), layout.clone(), content)?;
                return Ok(token.into_token());
            }
            let shape = layout.of_stored(shape);
            Buffer::new(client, memory, shape, layout.clone(), content)
        };
        self.outputs.iter().zip(shapes).enumerate().map(buffer).collect()
    }

    /// Runs the launch on this thread if its arguments are ready and one of two conditions holds:
    /// the launch is cheap and the device uses host memory, or the launch is small and the queue is
    /// empty. Otherwise, enqueues the launch. Launches on several devices are always enqueued.
    fn start(self, client: &Client) -> Result<(), Failure> {
        let device = client.local(self.device)?;
        let queue = &device.queue;
        let is_ready = |input: &Input| input.content.event().outcome().is_some();
        let may_be_here = self.participant.is_none() && self.inputs.iter().all(is_ready);
        if may_be_here && device.is_host && self.executable.is_cheap {
            self.run();
        } else if may_be_here && self.executable.is_small {
            queue.run_or_enqueue(move || self.run());
        } else {
            queue.enqueue(move || self.run());
        }
        Ok(())
    }

    fn run(self) {
        let Launch { client, executable, device, inputs, outputs, done, participant } = self;
        let name = || executable.compiled.signature().name.clone();
        let ongoing = profiler::begin(|| profiler::device(device), name);
        let participant = participant.map(Arc::new);
        // A panic must also reach the callers that wait for the results.
        let results = Failure::catching("the run of an executable", || {
            compute(&client, &executable, device, inputs, participant.as_ref())
        });
        let outcome = results.as_ref().map(|_| ()).map_err(Clone::clone);
        if let Some(participant) = participant {
            participant.end(outcome.clone().map_err(|failure| failure.message));
        }
        drop(ongoing);
        match results {
            Ok(results) => {
                for (output, result) in outputs.iter().zip(results) {
                    output.fulfill(Ok(result));
                }
            }
            Err(failure) => {
                outputs.iter().for_each(|output| output.fulfill(Err(failure.clone())));
            }
        }
        done.complete(outcome);
    }
}

fn compute(
    client: &Client,
    executable: &Executable,
    number: usize,
    inputs: Vec<Input>,
    participant: Option<&Arc<Membership>>,
) -> Result<Vec<DeviceBuffer>, Failure> {
    let device = client.local(number)?;
    let mut arguments = Vec::with_capacity(inputs.len());
    for Input { content, donated } in inputs {
        let buffer = content.wait()?.clone();
        // The run may overwrite a donated argument only if it has the last references: `content`
        // is one, and `content` and `buffer` are the two references to the memory.
        let is_ours =
            donated && Arc::strong_count(&content) == 1 && Arc::strong_count(buffer.memory()) == 2;
        // Reads by earlier owners must happen before the writes of this run. This fence pairs with
        // the release decrements of the `Arc` counts.
        fence(Ordering::Acquire);
        drop(content);
        arguments.push(Argument { buffer, donated: is_ours });
    }
    let mut stream = device.executor.create_stream()?;
    let options = RunOptions { participant: participant.cloned(), threads: client.threads.clone() };
    xla_ffi::on_device(client, number, || {
        let results = executable.compiled.run(&mut *stream, &arguments, &options)?;
        stream.synchronize()?;
        Ok(results)
    })
}
