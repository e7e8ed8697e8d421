// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! From what was added to the registries of the process.

use crate::Registrar;
use crate::registrar::Added;
use hloom_compiler::Error;
use hloom_compiler::interface::register_platform;
use hloom_evaluator::custom_call;
use hloom_lowering::registry::Registry;

impl Registrar {
    /// Makes known to the process what was added.
    ///
    /// # Errors
    /// If a platform, pipeline or pass has the name of another.
    pub fn install(self) -> Result<(), Error> {
        Registry::global().add_passes(&self.added.passes).map_err(Error::invalid)?;
        self.added.install()
    }
}

impl Added {
    /// The same, of all but passes.
    pub fn install(self) -> Result<(), Error> {
        for pipeline in self.pipelines {
            Registry::global().add_pipeline(Box::leak(pipeline)).map_err(Error::invalid)?;
        }
        for register in self.dialects {
            hloom_dialects::add_dialects(register);
        }
        for (name, handler) in self.custom_calls {
            custom_call::register_process_wide(&name, move |call, operands| {
                handler(call, operands)
            });
        }
        self.platforms.into_iter().try_for_each(register_platform)
    }
}
