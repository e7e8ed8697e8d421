// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of StableHLO and builtin operations to VHLO.

use super::Exporter;
use crate::Error;
use crate::portable::default_values::default_value;
use crate::portable::groups::groups_of;
use crate::portable::names;
use hloom_dialects::Op;
use hloom_dialects::diagnostic::render_location;
use hloom_dialects::op_view::read_integer;
use hloom_dialects::shape::TensorType;
use hloom_portable::operations::{Definition, definition};
use hloom_portable::{
    AttributeId, Block, BlockArgument, Name, Operation, Property, Region, Value, builtin,
};
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::{
    Attribute, BlockLike, BlockRef, Module, RegionLike, RegionRef, Value as MlirValue, ValueLike,
};

/// Attributes of an operation, with their names.
type Attributes<'c> = Vec<(String, Attribute<'c>)>;

impl Exporter {
    /// Converts the whole program.
    ///
    /// # Errors
    /// Fails at the first operation that a portable artifact cannot store.
    pub fn program(&mut self, module: &Module<'_>) -> Result<(), Error> {
        let source = module.as_operation();
        self.module.operation.location = self.location(source.location());
        let root = Name::from("builtin.module");
        let at = |message| error(source, message);
        let known = definition(&root);
        let mut target = Operation::new(root, self.module.operation.location);
        target.is_isolated = true;
        self.set_native(&mut target, known, attributes(source)).map_err(at)?;
        let mut block = Block::default();
        let first = module.body().first_operation();
        for operation in std::iter::successors(first, |it| it.next_in_block()) {
            self.operation(operation, &mut block)?;
        }
        target.regions.push(Region { blocks: vec![block] });
        self.module.operation = target;
        Ok(())
    }

    /// Converts an operation and appends it to a block.
    fn operation(&mut self, source: OperationRef<'_, '_>, to: &mut Block) -> Result<(), Error> {
        let name = name_of(source);
        let at = |message| error(source, message);
        let vhlo = names::to_vhlo(&name);
        let location = self.location(source.location());
        let mut target = match vhlo {
            Some(definition) => Operation::new(definition.to_string().as_str(), location),
            None => Operation::new(name.as_str(), location),
        };
        match vhlo {
            Some(definition) => self.set_vhlo(&mut target, definition, source).map_err(at)?,
            None if name.starts_with("sdy.") => {
                let known = definition(&target.name);
                self.set_native(&mut target, known, attributes(source)).map_err(at)?;
            }
            None if name.starts_with("stablehlo.") => {
                return Err(at("no version of portable artifacts stores the operation".to_owned()));
            }
            None => {
                return Err(at(
                    "a portable artifact stores only StableHLO, `func` and `sdy` operations"
                        .to_owned(),
                ));
            }
        }
        for operand in source.operands() {
            let value = self.values.get(&key(operand)).copied();
            let value = value.ok_or_else(|| {
                at("expected operands defined before the operation, found one that is not"
                    .to_owned())
            })?;
            target.operands.push(match vhlo {
                Some(_) => value,
                None => self.cast(value, operand, false, location, to).map_err(at)?,
            });
        }
        for region in source.regions() {
            let region = self.region(region, vhlo.is_some())?;
            target.regions.push(region);
        }
        target.is_isolated = definition(&target.name).is_some_and(|it| it.is_isolated);
        let results: Vec<MlirValue<'_, '_>> = source.results().map(Into::into).collect();
        for result in &results {
            let ty = self.value_type(*result, vhlo.is_some()).map_err(at)?;
            target.results.push(self.module.add_value(ty));
        }
        let made = target.results.clone();
        to.operations.push(target);
        for (result, value) in results.into_iter().zip(made) {
            let value = match vhlo {
                Some(_) => value,
                None => self.cast(value, result, true, location, to).map_err(at)?,
            };
            self.values.insert(key(result), value);
        }
        Ok(())
    }

    fn value_type(
        &mut self,
        value: MlirValue<'_, '_>,
        is_vhlo: bool,
    ) -> Result<hloom_portable::TypeId, String> {
        if is_vhlo { self.ty(value.r#type()) } else { self.builtin_type(value.r#type()) }
    }

    /// Adds a cast of a value to its VHLO type if `is_vhlo` is true, otherwise to its builtin type.
    fn cast(
        &mut self,
        from: Value,
        value: MlirValue<'_, '_>,
        is_vhlo: bool,
        location: AttributeId,
        to: &mut Block,
    ) -> Result<Value, String> {
        let ty = self.value_type(value, is_vhlo)?;
        let made = self.module.add_value(ty);
        let mut cast = Operation::new("builtin.unrealized_conversion_cast", location);
        cast.operands.push(from);
        cast.results.push(made);
        to.operations.push(cast);
        Ok(made)
    }

    fn region(&mut self, source: RegionRef<'_, '_>, is_vhlo: bool) -> Result<Region, Error> {
        let blocks = std::iter::successors(source.first_block(), BlockLike::next_in_region);
        let blocks = blocks.map(|block| self.block(block, is_vhlo));
        Ok(Region { blocks: blocks.collect::<Result<_, _>>()? })
    }

    fn block(&mut self, source: BlockRef<'_, '_>, is_vhlo: bool) -> Result<Block, Error> {
        let mut block = Block::default();
        let arguments =
            (0..source.argument_count()).filter_map(|index| source.argument(index).ok());
        let arguments: Vec<MlirValue<'_, '_>> = arguments.map(Into::into).collect();
        let at = |message| match source.parent_operation() {
            Some(parent) => error(parent, message),
            None => Error::Program { location: "unknown location".to_owned(), message },
        };
        for argument in &arguments {
            let ty = self.value_type(*argument, is_vhlo).map_err(at)?;
            let value = self.module.add_value(ty);
            let location = self.location(argument.location());
            block.arguments.push(BlockArgument { value, location });
            self.values.insert(key(*argument), value);
        }
        if !is_vhlo {
            for argument in arguments {
                let location = self.location(argument.location());
                let value = self.values[&key(argument)];
                let value = self.cast(value, argument, true, location, &mut block).map_err(at)?;
                self.values.insert(key(argument), value);
            }
        }
        for operation in
            std::iter::successors(source.first_operation(), |operation| operation.next_in_block())
        {
            if operation.successor_count() > 0 {
                return Err(error(
                    operation,
                    "expected structured control flow, found a branch to a block".to_owned(),
                ));
            }
            self.operation(operation, &mut block)?;
        }
        Ok(block)
    }

    /// Sets the properties and attributes of an operation outside VHLO.
    fn set_native(
        &mut self,
        target: &mut Operation,
        known: Option<&Definition>,
        attributes: Attributes<'_>,
    ) -> Result<(), String> {
        let (mut properties, mut rest) = (Vec::new(), Vec::new());
        for (name, attribute) in attributes {
            let value = self.builtin(attribute)?;
            match known.and_then(|known| known.property(name.as_bytes())) {
                Some(_) => properties.push(Property { name: name.as_str().into(), value }),
                None => rest.push((name, value)),
            }
        }
        self.set(target, properties, rest);
        Ok(())
    }

    /// Sets the properties and attributes of a VHLO operation.
    fn set_vhlo(
        &mut self,
        target: &mut Operation,
        definition: &Definition,
        source: OperationRef<'_, '_>,
    ) -> Result<(), String> {
        let operation = names::unversioned(definition.name);
        let op = Op::from_name(&name_of(source));
        let mut attributes = attributes(source);
        let mut take = |name: &str| {
            let found = attributes.iter().position(|(it, _)| it == name)?;
            Some(attributes.swap_remove(found).1)
        };
        let mut properties: Vec<(&str, AttributeId)> = Vec::new();
        for group in op.iter().flat_map(|op| groups_of(op.mnemonic())) {
            let parts = group.to_vhlo(self, take(group.name))?;
            properties.extend(group.parts.iter().copied().zip(parts));
        }
        for property in definition.properties {
            if properties.iter().any(|(name, _)| *name == property.name) {
                continue;
            }
            let value = match take(property.name) {
                Some(attribute) => self.stored(attribute, property.kind)?,
                None => {
                    let default = default_value(operation, property.name, property.kind);
                    let default =
                        default.ok_or_else(|| format!("`{}` is missing", property.name))?;
                    default.make(self, dimensions(source), is_typed(source))
                }
            };
            properties.push((property.name, value));
        }
        let mut rest = Vec::new();
        for (name, attribute) in attributes {
            if op.is_some_and(|op| op.facts().attributes.iter().any(|facts| facts.name == name)) {
                return Err(format!("the attribute `{name}` has no equivalent in VHLO"));
            }
            rest.push((name, self.attribute(attribute)?));
        }
        let property = |(name, value): (&str, _)| Property { name: name.into(), value };
        self.set(target, properties.into_iter().map(property).collect(), rest);
        Ok(())
    }

    fn set(
        &mut self,
        target: &mut Operation,
        mut properties: Vec<Property>,
        mut rest: Vec<(String, AttributeId)>,
    ) {
        properties.sort_by(|one, other| one.name.cmp(&other.name));
        target.properties = properties.into();
        if rest.is_empty() {
            return;
        }
        rest.sort();
        let named = |(name, value): (String, _)| (self.builtin_string(name.as_bytes()), value);
        let value = rest.into_iter().map(named).collect();
        let dictionary = builtin::Attribute::Dictionary { value };
        target.attributes = Some(self.module.context.add_attribute(dictionary));
    }
}

fn key(value: MlirValue<'_, '_>) -> usize {
    value.to_raw().ptr as usize
}

fn name_of<'c: 'a, 'a>(operation: impl OperationLike<'c, 'a>) -> String {
    operation.name().as_string_ref().as_str().unwrap_or_default().to_owned()
}

fn attributes<'c: 'a, 'a>(operation: impl OperationLike<'c, 'a>) -> Attributes<'c> {
    let named = |(name, value): (melior::ir::Identifier<'c>, _)| {
        (name.as_string_ref().as_str().unwrap_or_default().to_owned(), value)
    };
    operation.attributes().map(named).collect()
}

/// Returns the number of window dimensions of an operation. This is the number of spatial
/// dimensions for a convolution, and the rank of the operand otherwise.
fn dimensions(operation: OperationRef<'_, '_>) -> i64 {
    let operand = operation.operand(0).ok().and_then(|it| TensorType::from_type(it.r#type()));
    let rank = operand.map_or(0, |operand| operand.rank() as i64);
    match operation.has_attribute("dimension_numbers") {
        true => rank - 2,
        false => rank,
    }
}

/// Returns true if a custom call uses the typed FFI, whose configuration is a dictionary.
fn is_typed(operation: OperationRef<'_, '_>) -> bool {
    operation.attribute("api_version").ok().and_then(read_integer) == Some(4)
}

/// Returns an error with the location of an operation.
fn error<'c: 'a, 'a>(operation: impl OperationLike<'c, 'a>, message: String) -> Error {
    let location = match render_location(operation.location()) {
        unknown if unknown.is_empty() => "unknown location".to_owned(),
        known => known,
    };
    Error::Program { location, message: format!("`{}`: {message}", name_of(operation)) }
}
