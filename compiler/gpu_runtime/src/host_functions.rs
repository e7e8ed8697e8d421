// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Functions that execute operations of a program on the host.

use hloom_stream_executor::Error;

/// The functions that execute operations of a program on the host.
pub trait HostFunctions {
    /// Executes the operation at the index `number` of
    /// [`GpuProgram::calls`](crate::GpuProgram::calls). `operands` and `results` are bytes in host
    /// memory.
    ///
    /// # Errors
    /// Fails with the error of the operation.
    fn call(
        &self,
        number: usize,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
    ) -> Result<(), Error>;
}
