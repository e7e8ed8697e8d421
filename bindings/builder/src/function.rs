// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Functions of a program.

use crate::attributes::Attributes;
use crate::emit::{Emit, build_scope};
use crate::error::Result;
use crate::program::Program;
use crate::signature::Function;
use crate::value::{Types, Value, Values};
use hloom_portable::Operation;
use hloom_portable::vhlo::Type as VhloType;

impl Program {
    /// Adds a function to the program. `body` receives the arguments of the function and returns
    /// its results.
    ///
    /// The function `main` is the entry function of the program and is public. All other functions
    /// are private.
    ///
    /// # Errors
    /// Returns the error of `body`. Also fails if the name is empty, if the program already has a
    /// function of the name, or if a result is not a value of the new function.
    #[track_caller]
    pub fn function<'p, T: Types, V: Values<'p>>(
        &'p self,
        name: &str,
        arguments: T,
        body: impl FnOnce(T::Values<'p>) -> Result<V>,
    ) -> Result<()> {
        let emit = Emit::start(self, "func.func");
        if self.signature(name).is_some() {
            return Err(emit.invalid(format!("the program already has a function @{name}")));
        }
        if name.is_empty() {
            let message = "expected a function with a name, found an empty name".to_owned();
            return Err(emit.invalid(message));
        }
        let arguments = arguments.types();
        emit.sizes(&arguments)?;
        let enter = |values: &[Value<'p>]| Ok(body(T::values(values))?.into_vec());
        let (region, results) = build_scope(self, emit.at(), true, &arguments, enter)?;
        let function = Function { name: name.to_owned(), arguments, results };
        self.with(|state| {
            let context = &mut state.module.context;
            let inputs = function.arguments.iter().map(|ty| ty.add_to(context)).collect();
            let outputs = function.results.iter().map(|ty| ty.add_to(context)).collect();
            let ty = context.add_type(VhloType::FunctionV1 { inputs, outputs });
            let mut attributes = Attributes::new(context);
            attributes.ty("function_type", ty);
            attributes.text("sym_name", name);
            attributes.text("sym_visibility", if name == "main" { "public" } else { "private" });
            attributes.empty_array("arg_attrs");
            attributes.empty_array("res_attrs");
            let properties = attributes.finish();
            let mut operation = Operation::new("vhlo.func_v1", state.location(emit.at()));
            operation.properties = properties;
            operation.regions.push(region);
            state.append_function(operation, function);
        });
        Ok(())
    }
}
