// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The native module `hloom._hloom` of the Python package `hloom`.
//!
//! The Python files in `hloom/` define the public interface. They convert arguments, and call the
//! functions and classes of this crate:
//!
//! - [`store`]: modules and the handles to their operations, which stay memory-safe when passes or
//!   edits erase operations;
//! - [`ir`]: the classes `Module`, `Operation`, `Block`, `Region`, `Value`, `Type`, `Attribute`,
//!   `Location` and `InsertionPoint`;
//! - [`passes`]: pass pipelines, and passes that are Python functions;
//! - [`executable`], [`profile`]: compilation, runs, and their times;
//! - [`explore`]: pages that show a compilation;
//! - [`buffer`]: the memory of arguments and results;
//! - [`ahead_of_time`], [`tools`]: object files, and the command-line tools.
//!
//! The crate also links the PJRT plugin, so that one shared library serves Python and JAX. The
//! symbols of the Python interpreter are undefined in the library; the interpreter that loads it
//! provides them.

mod ahead_of_time;
mod buffer;
mod error;
mod executable;
mod explore;
mod ir;
mod passes;
mod profile;
mod setup;
mod store;
mod tools;

use pyo3::prelude::*;

/// The native module `hloom._hloom` of the Python package `hloom`.
#[pymodule]
mod _hloom {
    #[pymodule_export]
    use super::ahead_of_time::{ObjectCode, compile_to_object};
    #[pymodule_export]
    use super::buffer::{Buffer, Tensor};
    #[pymodule_export]
    use super::executable::{Executable, compile};
    #[pymodule_export]
    use super::explore::explore;
    #[pymodule_export]
    use super::ir::{
        Attribute, Block, InsertionPoint, Location, Module, OpAttributeMap, Operation, Region,
        Type, Value, pipeline_text,
    };
    #[pymodule_export]
    use super::passes::register_pass;
    #[pymodule_export]
    use super::setup::{passes, pipelines, platforms};
    #[pymodule_export]
    use super::tools::run_tool;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// Refers to the C interface, so that the linker keeps its functions in the shared library.
pub use hloom_c as c;
/// Refers to the entry point of the PJRT plugin, so that the linker keeps it in the shared library.
pub use hloom_pjrt as pjrt;
