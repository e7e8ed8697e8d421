// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Executables of a plugin, and their runs.

use crate::pjrt::buffer::Buffer;
use crate::pjrt::c_api::{
    Buffer as PluginBuffer, ClientCompile, Event, ExecutableDestroy, ExecutableNumOutputs,
    ExecuteOptions, LoadedExecutable as PluginExecutable, LoadedExecutableDestroy,
    LoadedExecutableExecute, LoadedExecutableGetExecutable,
};
use crate::pjrt::client::Client;
use crate::pjrt::failure::Failure;
use hloom_pjrt_c_api::arguments::{Arguments, Header};
use hloom_pjrt_c_api::nested_structs::Program;
use hloom_pjrt_c_api::values::{Handle, List, OutputArray, Text};
use std::mem::MaybeUninit;
use std::sync::Arc;

/// The format name of programs in PJRT. The programs are portable artifacts, a form of MLIR.
const FORMAT: &str = "mlir";

/// A program that a plugin has compiled for one of its devices.
pub struct LoadedExecutable {
    client: Arc<Client>,
    executable: Handle<PluginExecutable>,
    num_outputs: usize,
}

impl LoadedExecutable {
    /// Compiles a program, normally a portable artifact. `options` is a serialized
    /// `CompileOptionsProto`.
    ///
    /// # Errors
    /// Fails if the plugin returns an error.
    pub fn compile(client: Arc<Client>, artifact: &[u8], options: &[u8]) -> Result<Self, Failure> {
        let program = Program {
            header: Header::of::<Program>(),
            code: Text::of(artifact),
            format: Text::of(FORMAT),
        };
        let mut compile = ClientCompile::empty();
        compile.client = client.handle();
        compile.program = Handle::to(&program);
        compile.compile_options = Text::of(options);
        // SAFETY: the client is alive. The program and the options live until the call returns.
        unsafe { client.library().call(|api| api.ClientCompile, &mut compile) }?;
        if compile.executable.is_null() {
            let message = "the plugin returned neither an executable nor an error";
            return Err(Failure::breach(ClientCompile::NAME, message));
        }
        let mut loaded = Self { client, executable: compile.executable, num_outputs: 0 };
        loaded.num_outputs = loaded.count_outputs()?;
        Ok(loaded)
    }

    /// Returns the number of results of the program.
    pub fn num_outputs(&self) -> usize {
        self.num_outputs
    }

    fn count_outputs(&self) -> Result<usize, Failure> {
        let library = self.client.library();
        let mut get = LoadedExecutableGetExecutable::empty();
        get.loaded_executable = self.executable;
        let mut count = ExecutableNumOutputs::empty();
        let mut destroy = ExecutableDestroy::empty();
        // SAFETY: the loaded executable is alive as long as `self`. The executable that it returns
        // belongs to this process, and `destroy` ends its life.
        unsafe {
            library.call(|api| api.LoadedExecutableGetExecutable, &mut get)?;
            (count.executable, destroy.executable) = (get.executable, get.executable);
            let outcome = library.call(|api| api.ExecutableNumOutputs, &mut count);
            library.call(|api| api.ExecutableDestroy, &mut destroy)?;
            outcome?;
        }
        Ok(count.num_outputs)
    }

    /// Runs the program and waits until it has ended. No argument is donated.
    ///
    /// # Errors
    /// Fails if the run fails.
    pub fn execute(&self, arguments: &[Buffer]) -> Result<Vec<Buffer>, Failure> {
        let library = self.client.library();
        let inputs: Vec<_> = arguments.iter().map(Buffer::handle).collect();
        let kept: Vec<_> = (0..arguments.len() as i64).collect();
        // SAFETY: all fields are numbers, pointers or lists, for which zeros are valid: no
        // callbacks, no context and no tasks.
        let mut options = unsafe { MaybeUninit::<ExecuteOptions>::zeroed().assume_init() };
        options.header = Header::of::<ExecuteOptions>();
        options.non_donatable_input_indices = List::of(&kept);
        let mut outputs = vec![Handle::<PluginBuffer>::none(); self.num_outputs];
        let mut events = [Handle::<Event>::none()];
        let (input_lists, output_lists) = ([inputs.as_ptr()], [OutputArray::to(&mut outputs)]);
        let mut execute = LoadedExecutableExecute::empty();
        execute.executable = self.executable;
        execute.options = Handle::to(&options);
        execute.argument_lists = input_lists.as_ptr();
        execute.num_devices = 1;
        execute.num_args = inputs.len();
        execute.output_lists = output_lists.as_ptr();
        execute.device_complete_events = OutputArray::to(&mut events);
        // SAFETY: the executable and the arguments are alive. There is one list of arguments and
        // one of results, for the one device, and all of them live until the call returns.
        unsafe { library.call(|api| api.LoadedExecutableExecute, &mut execute) }?;
        let outputs: Vec<_> =
            outputs.into_iter().map(|it| Buffer::of_plugin(&self.client, it)).collect();
        library.wait(events[0])?;
        match outputs.iter().position(|output| output.handle().is_null()) {
            Some(number) => {
                let message = format!("the plugin returned neither result {number} nor an error");
                Err(Failure::breach(LoadedExecutableExecute::NAME, message))
            }
            None => Ok(outputs),
        }
    }
}

// SAFETY: `pjrt_c_api.h` permits calls on any thread, and the handle is never changed.
unsafe impl Send for LoadedExecutable {}
// SAFETY: as for `Send`.
unsafe impl Sync for LoadedExecutable {}

impl Drop for LoadedExecutable {
    fn drop(&mut self) {
        let mut destroy = LoadedExecutableDestroy::empty();
        destroy.executable = self.executable;
        // A failure to destroy an object cannot be reported anywhere.
        // SAFETY: nobody uses the executable after `self`.
        let _ =
            unsafe { self.client.library().call(|api| api.LoadedExecutableDestroy, &mut destroy) };
    }
}
