// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Custom calls to C functions through XLA's foreign function interface (`xla/ffi/api/c_api.h`).
//!
//! JAX calls LAPACK through this interface, and users register their own functions. A custom call
//! has up to four handlers, one for each stage: instantiate, prepare, initialize and execute.
//! [`custom_call`] adds the handlers as one custom call to the evaluator's registry, which all
//! platforms use. Operands and results are copied into the layouts that the call requests.

mod attributes;
mod buffers;
mod custom_call;
mod element_type;
mod ffi;
mod running_device;
mod states;

/// State objects of handlers as C code sees them: addresses, types and destructors.
mod state_object {
    mod ffi;
    pub use ffi::*;
}

/// The exported functions that register handlers and state types.
mod registration {
    mod ffi;
}

pub use custom_call::PYTHON;
pub use running_device::on_device;
