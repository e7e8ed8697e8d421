// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Descriptions of runtime calls, read from a lowered program.

use crate::mlir::{self, symbol};
use crate::{Error, Shape};
use hloom_dialects::diagnostic::render_location;
use hloom_dialects::op_view::{read_array, read_text};
use hloom_evaluator::custom_call::Setting;
use hloom_ir::facts::RUNTIME_CALL;
use melior::ir::attribute::{DictionaryAttribute, TypeAttribute};
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::{Attribute, Module};
use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// An operation of the program that a runtime call executes.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct CallDescription {
    /// The name of the operation.
    pub name: String,
    /// The location of the operation in the user's program.
    pub location: String,
    /// The attributes of the operation.
    pub attributes: BTreeMap<String, Setting>,
    /// The types of the operands.
    pub operands: Vec<Shape>,
    /// The types of the results.
    pub results: Vec<Shape>,
}

impl CallDescription {
    /// Returns "infeed" or "outfeed" if the call replaces an operation of this name.
    pub fn feed(&self) -> Option<&'static str> {
        match self.attributes.get("call_target_name").and_then(Setting::text)? {
            "hloom.infeed" => Some("infeed"),
            "hloom.outfeed" => Some("outfeed"),
            _ => None,
        }
    }
}

impl Display for CallDescription {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let target = self.attributes.get("call_target_name").and_then(Setting::text);
        match target {
            Some(target) => write!(formatter, "`{} @{target}`", self.name)?,
            None => write!(formatter, "`{}`", self.name)?,
        }
        if self.location.is_empty() { Ok(()) } else { write!(formatter, " at {}", self.location) }
    }
}

/// Reads the runtime calls of a module that was lowered to linalg, in the order of their numbers.
///
/// # Errors
/// Returns [`Error::Internal`] if a declaration cannot be read, or if the numbers are not
/// consecutive from 0.
pub fn describe(module: &Module) -> Result<Vec<CallDescription>, Error> {
    let mut calls = BTreeMap::new();
    for op in mlir::operations(module.body()) {
        let Ok(attribute) = op.attribute(RUNTIME_CALL) else { continue };
        let name = symbol(&op);
        let number = name.rsplit('_').next().and_then(|number| number.parse::<usize>().ok());
        let call = number.zip(call(&op, attribute));
        let (number, call) = call.ok_or_else(|| {
            Error::Internal(format!("cannot read the description of runtime call `@{name}`"))
        })?;
        calls.insert(number, call);
    }
    if calls.keys().copied().eq(0..calls.len()) {
        return Ok(calls.into_values().collect());
    }
    Err(Error::Internal("runtime calls are not numbered consecutively from 0".to_owned()))
}

/// Checks that a program has no infeed and no outfeed, for a platform whose devices have no queues.
/// Such a program could be compiled, but not loaded.
///
/// # Errors
/// Returns [`Error::Program`] with the location of each infeed and outfeed.
pub fn refuse_feeds(platform: &str, calls: &[CallDescription]) -> Result<(), Error> {
    let refusal = |call: &CallDescription| {
        let feed = call.feed()?;
        let error = Error::invalid(format!(
            "`stablehlo.{feed}`: platform `{platform}` has no {feed}; use arguments and results \
             instead"
        ));
        Some(located(&call.location, &error))
    };
    let refusals: Vec<_> = calls.iter().filter_map(refusal).collect();
    if refusals.is_empty() { Ok(()) } else { Err(Error::Program(refusals.join("\n"))) }
}

/// Formats an error at a location, in the form of MLIR's diagnostics.
pub fn located(location: &str, error: &Error) -> String {
    match location {
        "" => format!("error: {error}"),
        place => format!("{place}: error: {error}"),
    }
}

fn call(op: &OperationRef, attribute: Attribute) -> Option<CallDescription> {
    let call = DictionaryAttribute::try_from(attribute).ok()?;
    let attributes = DictionaryAttribute::try_from(call.element_by_name("attributes")?).ok()?;
    let entries = (0..attributes.len()).filter_map(|index| attributes.element(index).ok());
    let entries = entries.map(|(name, value)| {
        let name = name.as_string_ref().as_str().unwrap_or_default().to_owned();
        (name, Setting::read(value))
    });
    let shapes = |name: &str| -> Option<Vec<Shape>> {
        let types = read_array(call.element_by_name(name)?)?;
        let shape = |ty: Attribute| mlir::shape(TypeAttribute::try_from(ty).ok()?.value()).ok();
        types.into_iter().map(shape).collect()
    };
    Some(CallDescription {
        name: read_text(call.element_by_name("name")?)?.to_owned(),
        location: render_location(op.location()),
        attributes: entries.collect(),
        operands: shapes("operands")?,
        results: shapes("results")?,
    })
}
