// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The state of an import, which converts each attribute and type of an artifact once.

use hloom_dialects::Diagnostics;
use hloom_portable::vhlo::Attribute as Vhlo;
use hloom_portable::{Attribute as Source, AttributeId, Module, TypeId, builtin};
use melior::Context;
use melior::ir::{Attribute, Location, Type};
use std::cell::RefCell;
use std::collections::HashMap;

/// The state of an import: the artifact, and the attributes and types converted so far.
pub struct Importer<'c, 'm> {
    pub context: &'c Context,
    pub module: &'m Module,
    attributes: RefCell<HashMap<AttributeId, Attribute<'c>>>,
    types: RefCell<HashMap<TypeId, Type<'c>>>,
}

impl<'c, 'm> Importer<'c, 'm> {
    pub fn new(context: &'c Context, module: &'m Module) -> Self {
        Self { context, module, attributes: RefCell::default(), types: RefCell::default() }
    }

    /// Returns the MLIR form of an attribute.
    ///
    /// # Errors
    /// Fails if MLIR has no equivalent attribute.
    pub fn attribute(&self, id: AttributeId) -> Result<Attribute<'c>, String> {
        if let Some(known) = self.attributes.borrow().get(&id) {
            return Ok(*known);
        }
        let converted = self.convert_attribute(self.module.context.attribute(id))?;
        self.attributes.borrow_mut().insert(id, converted);
        Ok(converted)
    }

    /// Returns the MLIR form of a type.
    ///
    /// # Errors
    /// Fails if MLIR has no equivalent type.
    pub fn ty(&self, id: TypeId) -> Result<Type<'c>, String> {
        if let Some(known) = self.types.borrow().get(&id) {
            return Ok(*known);
        }
        let converted = self.convert_type(self.module.context.r#type(id))?;
        self.types.borrow_mut().insert(id, converted);
        Ok(converted)
    }

    /// Returns the MLIR form of a location, or an unknown location if it cannot be converted.
    pub fn location(&self, id: AttributeId) -> Location<'c> {
        let is_location = self.module.context.attribute(id).is_location();
        let attribute = if is_location { self.attribute(id).ok() } else { None };
        let unknown = || Location::unknown(self.context);
        attribute.map_or_else(unknown, Location::from_attribute)
    }

    /// Calls an MLIR function and discards the diagnostics it emits.
    ///
    /// Callers report an error with the location of the operation instead.
    pub fn quietly<T>(&self, call: impl FnOnce() -> T) -> T {
        let guard = Diagnostics::collect(self.context);
        let outcome = call();
        drop(guard.take());
        outcome
    }

    /// Converts several attributes.
    ///
    /// # Errors
    /// Fails if MLIR has no equivalent of one of them.
    pub fn all(&self, ids: &[AttributeId]) -> Result<Vec<Attribute<'c>>, String> {
        ids.iter().map(|id| self.attribute(*id)).collect()
    }

    /// Returns the text of a VHLO or builtin string attribute.
    ///
    /// # Errors
    /// Fails if the attribute is not a string or is not UTF-8.
    pub fn name(&self, id: AttributeId) -> Result<String, String> {
        let text = match self.module.context.attribute(id) {
            Source::Vhlo(Vhlo::StringV1 { value })
            | Source::Builtin(builtin::Attribute::String { value, .. }) => value,
            _ => return Err("expected a string as a name".to_owned()),
        };
        text.to_str()
            .map(str::to_owned)
            .ok_or_else(|| "expected a name in UTF-8, found other bytes".to_owned())
    }
}
