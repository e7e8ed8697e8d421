// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Calls of functions of the program, composites, and custom calls.

use crate::emit::{Emit, ensure};
use crate::error::Result;
use crate::program::Program;
use crate::signature::Function;
use crate::types::{Type, Types};
use crate::value::Value;
use hloom_portable::vhlo::{Attribute, CustomCallApiVersionV1 as ApiVersion};

/// A call of a function that the runtime provides (`custom_call`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomCall {
    /// The name under which the called function is registered in the runtime.
    pub call_target_name: String,
    /// Whether the call must not be removed, repeated or reordered.
    pub has_side_effect: bool,
    /// The configuration of the called function.
    pub backend_config: BackendConfig,
    /// The names of the functions of the program that the called function uses.
    pub called_computations: Vec<String>,
}

/// The configuration of a custom call, and the calling convention of its function.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BackendConfig {
    /// A text, which may be empty, for a function with XLA's original calling convention.
    Text(String),
    /// Pairs of a name and a text, for a function with XLA's typed foreign function interface.
    Typed(Vec<(String, String)>),
}

impl CustomCall {
    /// Returns a call with XLA's original calling convention, an empty configuration and no side
    /// effects.
    pub fn new(call_target_name: impl Into<String>) -> Self {
        Self {
            call_target_name: call_target_name.into(),
            has_side_effect: false,
            backend_config: BackendConfig::Text(String::new()),
            called_computations: Vec::new(),
        }
    }
}

impl Program {
    /// Calls a function that has already been added to the program.
    ///
    /// # Errors
    /// Fails if the program has no function of the name, or if the types of the operands differ
    /// from those of the function's arguments.
    #[track_caller]
    pub fn call<'p>(&'p self, name: &str, operands: &[Value<'p>]) -> Result<Vec<Value<'p>>> {
        let emit = Emit::start(self, "func.call").operands(operands)?;
        let Some(Function { arguments, results, .. }) = self.signature(name) else {
            return Err(emit.invalid(format!("the program has no function @{name}")));
        };
        let found: Vec<_> = operands.iter().map(|operand| operand.ty()).collect();
        if found != arguments {
            let (expected, found) = (Types(&arguments), Types(&found));
            return Err(emit.invalid(format!(
                "operands must have the types of the arguments of @{name}, ({expected}), found \
                 ({found})"
            )));
        }
        emit.with(|attributes| attributes.text("callee", name)).finish(&results)
    }

    /// Adds a composite operation, which is equivalent to a call of the function `decomposition`. A
    /// compiler that knows the composite `name` may replace it by its own implementation. The
    /// function must already have been added to the program.
    ///
    /// # Errors
    /// Fails if the program has no function `decomposition`, or if the operands or the name violate
    /// a constraint of `composite`.
    #[track_caller]
    pub fn composite<'p>(
        &'p self,
        name: &str,
        operands: &[Value<'p>],
        decomposition: &str,
        version: i32,
    ) -> Result<Vec<Value<'p>>> {
        let emit = Emit::start(self, "stablehlo.composite").operands(operands)?;
        let mut parts = name.split('.');
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let is_first = |part: &str| {
            part.starts_with(|first: char| first.is_ascii_alphabetic())
                && part.chars().all(is_letter)
        };
        let is_word =
            |part: &str| !part.is_empty() && part.chars().all(|it| is_letter(it) || it == '$');
        let has_namespace = name.contains('.');
        ensure!(
            emit,
            has_namespace && parts.next().is_some_and(is_first) && parts.all(is_word),
            "c1",
            "name must be that of an op with its namespace, found \"{name}\""
        );
        let Some(Function { arguments, results, .. }) = self.signature(decomposition) else {
            let message =
                format!("decomposition @{decomposition} must be a function of this module");
            return Err(emit.violation("c2", message));
        };
        let found: Vec<_> = operands.iter().map(|operand| operand.ty()).collect();
        ensure!(
            emit,
            found == arguments,
            "c3",
            "operands must have the types of the arguments of @{decomposition}, ({}), found ({})",
            Types(&arguments),
            Types(&found)
        );
        let emit = emit.with(|attributes| {
            attributes.text("name", name);
            attributes.text("decomposition", decomposition);
            attributes.narrow("version", version.into());
            attributes.set("composite_attributes", Attribute::DictionaryV1 { value: Vec::new() });
        });
        emit.finish(&results)
    }

    /// Calls a function that the runtime provides, and returns results of the given types.
    ///
    /// # Errors
    /// Fails if an operand is not a value of the function that is being built. Also fails if the
    /// program lacks a called computation, or if the configuration has a name twice.
    #[track_caller]
    pub fn custom_call<'p, T: Into<Type>>(
        &'p self,
        call: &CustomCall,
        operands: &[Value<'p>],
        results: impl IntoIterator<Item = T>,
    ) -> Result<Vec<Value<'p>>> {
        let emit = Emit::start(self, "stablehlo.custom_call").operands(operands)?;
        for name in &call.called_computations {
            if self.signature(name).is_none() {
                return Err(emit.invalid(format!("the program has no function @{name}")));
            }
        }
        if let BackendConfig::Typed(entries) = &call.backend_config {
            let mut names: Vec<_> = entries.iter().map(|(name, _)| name).collect();
            names.sort();
            if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
                let twice = twice[0];
                let message =
                    format!("names in backend_config must be unique, found `{twice}` twice");
                return Err(emit.invalid(message));
            }
        }
        let results: Vec<Type> = results.into_iter().map(Into::into).collect();
        let emit = emit.with(|attributes| {
            let version = match &call.backend_config {
                BackendConfig::Text(text) => {
                    attributes.text("backend_config", text);
                    ApiVersion::Original
                }
                BackendConfig::Typed(entries) => {
                    let mut entries = entries.clone();
                    entries.sort();
                    let mut text =
                        |text: &str| attributes.add(Attribute::StringV1 { value: text.into() });
                    let value =
                        entries.iter().map(|(name, value)| (text(name), text(value))).collect();
                    attributes.set("backend_config", Attribute::DictionaryV1 { value });
                    ApiVersion::TypedFfi
                }
            };
            attributes.set("api_version", Attribute::CustomCallApiVersionV1 { value: version });
            attributes.text("call_target_name", &call.call_target_name);
            attributes.boolean("has_side_effect", call.has_side_effect);
            attributes.texts("called_computations", &call.called_computations);
            let lists =
                ["operand_layouts", "output_operand_aliases", "result_layouts", "result_tilings"];
            lists.into_iter().for_each(|name| attributes.empty_array(name));
        });
        emit.finish(&results)
    }
}
