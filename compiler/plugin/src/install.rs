// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Installs the contents of a registrar in the registries of the process.

use crate::Registrar;
use crate::registrar::Added;
use hloom_compiler::Error;
use hloom_compiler::interface::register_platform;
use hloom_evaluator::custom_call;
use hloom_lowering::registry;

impl Registrar {
    /// Installs all objects of a registrar in the registries of the process.
    ///
    /// # Errors
    /// Fails if a platform, pipeline or pass of the same name is already registered.
    pub fn install(self) -> Result<(), Error> {
        registry().add_passes(&self.added.passes).map_err(Error::invalid)?;
        self.added.install()
    }
}

impl Added {
    /// Installs all objects of a registrar, except passes, in the registries of the process.
    ///
    /// # Errors
    /// Fails if a platform or pipeline of the same name is already registered.
    pub fn install(self) -> Result<(), Error> {
        for pipeline in self.pipelines {
            registry().add_pipeline(Box::leak(pipeline)).map_err(Error::invalid)?;
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
