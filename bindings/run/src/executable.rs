// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiled programs and their runs.

use crate::argument::Argument;
use crate::error::Error;
use crate::pjrt::{Buffer, Client, ClientDevice, Failure, LoadedExecutable};
use crate::source::Signature;
use hloom_values::Literal;
use std::sync::Arc;

/// A program that a plugin has compiled for a device. It may be shared between threads.
pub struct Executable {
    client: Arc<Client>,
    device: ClientDevice,
    executable: LoadedExecutable,
    signature: Option<Signature>,
}

impl Executable {
    pub(crate) fn new(
        client: Arc<Client>,
        device: ClientDevice,
        executable: LoadedExecutable,
        signature: Option<Signature>,
    ) -> Self {
        Self { client, device, executable, signature }
    }

    /// Returns the types of the arguments and results, or `None` if only the plugin knows them, as
    /// for a program in assembly.
    pub fn signature(&self) -> Option<&Signature> {
        self.signature.as_ref()
    }

    /// Copies arguments to the device, runs the program, and copies the results to the host.
    ///
    /// To pass a list of arguments of different types, convert them first: `[Argument::from(&x),
    /// (&n).into()]`.
    ///
    /// # Errors
    /// Fails if an argument does not fit the program, or if the run fails.
    pub fn run<'a, A: Into<Argument<'a>>>(
        &self,
        arguments: impl IntoIterator<Item = A>,
    ) -> Result<Vec<Literal>, Error> {
        let arguments: Vec<Argument<'_>> = arguments.into_iter().map(Into::into).collect();
        let expected = self.signature.as_ref().map(|signature| &signature.arguments);
        if let Some(expected) = expected
            && expected.len() != arguments.len()
        {
            let (expected, found) = (expected.len(), arguments.len());
            let message = format!("expected {expected} arguments, found {found}");
            return Err(Error::Argument(message));
        }
        let mut buffers = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.into_iter().enumerate() {
            let expected = expected.and_then(|expected| expected.get(index));
            let (shape, bytes) = argument.tensor(index, expected)?;
            let buffer = Buffer::from_bytes(&self.client, self.device, &shape, bytes);
            buffers.push(buffer.map_err(Error::Plugin)?);
        }
        self.execute(&buffers).map_err(Error::Plugin)
    }

    fn execute(&self, arguments: &[Buffer]) -> Result<Vec<Literal>, Failure> {
        const FUNCTION: &str = "LoadedExecutableExecute";
        let outputs = self.executable.execute(arguments)?;
        let expected = self.signature.as_ref().map(|signature| &signature.results);
        if let Some(expected) = expected
            && expected.len() != outputs.len()
        {
            let (expected, found) = (expected.len(), outputs.len());
            let message =
                format!("expected the plugin to return {expected} results, found {found}");
            return Err(Failure::breach(FUNCTION, message));
        }
        let mut results = Vec::with_capacity(outputs.len());
        for (number, output) in outputs.iter().enumerate() {
            let shape = output.shape()?;
            let expected = expected.and_then(|expected| expected.get(number));
            if let Some(expected) = expected.filter(|expected| **expected != shape) {
                let message = format!(
                    "result {number}: expected the plugin to return {expected}, found {shape}"
                );
                return Err(Failure::breach(FUNCTION, message));
            }
            let mut bytes = output.read(&shape)?;
            shape.element_type.clear_unused_bits(&mut bytes);
            let literal = Literal::from_aligned_bytes(shape, bytes);
            results.push(literal.map_err(|error| Failure::breach(FUNCTION, error.to_string()))?);
        }
        Ok(results)
    }
}

impl std::fmt::Debug for Executable {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Executable").field("signature", &self.signature).finish()
    }
}
