// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of VHLO operations to StableHLO and builtin operations.

use super::importer::Importer;
use crate::Error;
use crate::portable::default_values::default_value;
use crate::portable::groups::groups_of;
use crate::portable::names;
use hloom_dialects::Op;
use hloom_portable::operations::definition;
use hloom_portable::{AttributeId, Block, Operation, Region};
use melior::Context;
use melior::ir::operation::{OperationBuilder, OperationLike, OperationMutLike};
use melior::ir::{
    Attribute, Block as MlirBlock, BlockLike, Identifier, Module, Operation as MlirOperation,
    Region as MlirRegion, RegionLike, Value,
};

/// Attributes of an operation, with their names.
type Attributes<'c> = Vec<(String, Attribute<'c>)>;

/// Converts a VHLO program to a StableHLO module. The caller verifies the module.
///
/// # Errors
/// Fails if MLIR has no equivalent of an operation, attribute or type.
pub fn module<'c>(
    context: &'c Context,
    source: &hloom_portable::Module,
) -> Result<Module<'c>, Error> {
    let builder = Builder {
        importer: Importer::new(context, source),
        values: vec![None; source.values.len()],
    };
    builder.module(&source.operation)
}

struct Builder<'c, 'm> {
    importer: Importer<'c, 'm>,
    /// The values defined so far, indexed by their numbers in the artifact; `None` for a value that
    /// is not defined yet.
    values: Vec<Option<Value<'c, 'c>>>,
}

/// The MLIR operation that corresponds to a VHLO operation: its name, and its description if it is
/// a StableHLO operation.
struct Target {
    name: String,
    op: Option<Op>,
}

impl Target {
    fn of(operation: &Operation, parent: &str) -> Self {
        let name = operation.name.name.to_str().unwrap_or_default();
        let name = match operation.name.dialect.to_str() {
            Some("vhlo") => names::to_mlir(name, parent),
            _ => operation.name.to_string(),
        };
        let op = Op::from_name(&name);
        Self { name, op }
    }
}

impl<'c> Builder<'c, '_> {
    fn module(mut self, operation: &Operation) -> Result<Module<'c>, Error> {
        let location = self.importer.location(operation.location);
        let mut module = Module::new(location);
        let attributes = self.attributes(operation)?;
        let blocks = operation.regions.iter().flat_map(|region| &region.blocks);
        for operation in blocks.flat_map(|block| &block.operations) {
            let converted = self.operation(operation, "builtin.module")?;
            module.body().append_operation(converted);
        }
        let mut root = module.as_operation_mut();
        for (name, attribute) in attributes {
            root.set_attribute(&name, attribute);
        }
        Ok(module)
    }

    /// Returns an error with the location of an operation.
    fn error(&self, operation: &Operation, message: impl Into<String>) -> Error {
        let location = self.importer.module.location(operation.location);
        let message = format!("`{}`: {}", operation.name, message.into());
        Error::Program { location, message }
    }

    fn operation(&mut self, source: &Operation, parent: &str) -> Result<MlirOperation<'c>, Error> {
        let target = Target::of(source, parent);
        let attributes = match target.op {
            Some(op) => self.converted_attributes(source, op)?,
            None => self.attributes(source)?,
        };
        let mut regions = Vec::with_capacity(source.regions.len());
        for region in &source.regions {
            regions.push(self.region(source, region, &target.name)?);
        }
        if !source.successors.is_empty() {
            return Err(
                self.error(source, "expected structured control flow, found a branch to a block")
            );
        }
        let mut operands = Vec::with_capacity(source.operands.len());
        for operand in &source.operands {
            let value = self.values.get(operand.0).copied().flatten();
            operands.push(value.ok_or_else(|| {
                self.error(
                    source,
                    "expected operands defined before the operation, found one that is not",
                )
            })?);
        }
        let mut results = Vec::with_capacity(source.results.len());
        for result in &source.results {
            let ty = self.importer.ty(self.importer.module.type_of(*result));
            results.push(ty.map_err(|message| self.error(source, message))?);
        }
        let context = self.importer.context;
        let named =
            |(name, value): &(String, Attribute<'c>)| (Identifier::new(context, name), *value);
        let attributes: Vec<_> = attributes.iter().map(named).collect();
        let location = self.importer.location(source.location);
        let built = OperationBuilder::new(&target.name, location)
            .add_operands(&operands)
            .add_results(&results)
            .add_attributes(&attributes)
            .add_regions_vec(regions);
        let built = self.importer.quietly(|| built.build());
        let built = built.map_err(|_| self.error(source, "MLIR could not build the operation"))?;
        for (index, result) in source.results.iter().enumerate() {
            self.define(result.0, value_of(&built, index));
        }
        Ok(built)
    }

    /// Returns true if an operation is a cast between a VHLO type and the corresponding builtin
    /// type.
    ///
    /// Both types are the same MLIR type after the conversion, so the results are mapped to the
    /// operands.
    fn is_between_dialects(&mut self, source: &Operation) -> Result<bool, Error> {
        let is_cast = source.name.is("builtin.unrealized_conversion_cast");
        if !is_cast || source.operands.len() != source.results.len() {
            return Ok(false);
        }
        let ty = |value| self.importer.ty(self.importer.module.type_of(value));
        let types = |values: &[hloom_portable::Value]| {
            values.iter().map(|value| ty(*value)).collect::<Result<Vec<_>, _>>()
        };
        let from = types(&source.operands).map_err(|message| self.error(source, message))?;
        let to = types(&source.results).map_err(|message| self.error(source, message))?;
        if from != to {
            return Ok(false);
        }
        for (operand, result) in source.operands.iter().zip(&source.results) {
            self.define(result.0, self.values.get(operand.0).copied().flatten());
        }
        Ok(true)
    }

    fn define(&mut self, index: usize, value: Option<Value<'c, 'c>>) {
        if let Some(place) = self.values.get_mut(index) {
            *place = value;
        }
    }

    fn region(
        &mut self,
        source: &Operation,
        region: &Region,
        parent: &str,
    ) -> Result<MlirRegion<'c>, Error> {
        let converted = MlirRegion::new();
        for block in &region.blocks {
            let block = self.block(source, block, parent)?;
            converted.append_block(block);
        }
        Ok(converted)
    }

    fn block(
        &mut self,
        source: &Operation,
        block: &Block,
        parent: &str,
    ) -> Result<MlirBlock<'c>, Error> {
        let mut arguments = Vec::with_capacity(block.arguments.len());
        for argument in &block.arguments {
            let ty = self.importer.ty(self.importer.module.type_of(argument.value));
            let ty = ty.map_err(|message| self.error(source, message))?;
            arguments.push((ty, self.importer.location(argument.location)));
        }
        let converted = MlirBlock::new(&arguments);
        for (index, argument) in block.arguments.iter().enumerate() {
            self.define(argument.value.0, argument_of(&converted, index));
        }
        for operation in &block.operations {
            if self.is_between_dialects(operation)? {
                continue;
            }
            let operation = self.operation(operation, parent)?;
            converted.append_operation(operation);
        }
        Ok(converted)
    }

    /// Returns true if the value of an attribute is equivalent to its absence.
    fn is_default(&self, source: &Operation, name: &str, id: AttributeId) -> bool {
        let property = definition(&source.name).and_then(|it| it.property(name.as_bytes()));
        let operation = source.name.name.to_str().map_or("", names::unversioned);
        let default = property.and_then(|property| default_value(operation, name, property.kind));
        default.is_some_and(|default| default.is(&self.importer.module.context, id))
    }

    /// Converts the attributes of an operation of another dialect, or of a VHLO operation that
    /// represents a `func` operation.
    fn attributes(&self, source: &Operation) -> Result<Attributes<'c>, Error> {
        let mut attributes = Vec::new();
        for property in source.properties.iter() {
            let name = String::from_utf8_lossy(property.name.bytes()).into_owned();
            let storage = if name == "callee" { "FlatSymbolRefAttr" } else { "" };
            if self.is_default(source, &name, property.value) {
                continue;
            }
            let stored = self.importer.stored(property.value, storage);
            let stored = stored.map_err(|message| self.error(source, message))?;
            attributes.extend(stored.map(|value| (name, value)));
        }
        self.add_discardable(source, &mut attributes)?;
        Ok(attributes)
    }

    fn add_discardable(
        &self,
        source: &Operation,
        attributes: &mut Attributes<'c>,
    ) -> Result<(), Error> {
        let context = &self.importer.module.context;
        for (name, value) in context.dictionary(source.attributes) {
            let converted = self.importer.name(*name).and_then(|name| {
                let value = self.importer.attribute(*value)?;
                Ok((name, value))
            });
            attributes.push(converted.map_err(|message| self.error(source, message))?);
        }
        Ok(())
    }

    /// Converts the attributes of a StableHLO operation.
    fn converted_attributes(&self, source: &Operation, op: Op) -> Result<Attributes<'c>, Error> {
        let at = |message: String| self.error(source, message);
        let mut attributes = Vec::new();
        let mut used: Vec<&str> = Vec::new();
        for group in groups_of(op.mnemonic()) {
            used.extend(group.parts);
            let attribute = group.to_stablehlo(&self.importer, source).map_err(at)?;
            attributes.extend(attribute.map(|value| (group.name.to_owned(), value)));
        }
        for facts in op.facts().attributes {
            let Some(id) = source.property(facts.name) else { continue };
            used.push(facts.name);
            let is_default = |name, id| self.is_default(source, name, id);
            // `operand_layouts` and `result_layouts` must both be present or both absent.
            let other = match facts.name {
                "operand_layouts" => "result_layouts",
                "result_layouts" => "operand_layouts",
                _ => facts.name,
            };
            let other_is_default = || source.property(other).is_none_or(|id| is_default(other, id));
            if facts.is_optional && is_default(facts.name, id) && other_is_default() {
                continue;
            }
            let storage = match facts.name {
                "called_computations" => "SymbolRefArrayAttr",
                _ => facts.storage,
            };
            let stored = self.importer.stored(id, storage).map_err(at)?;
            attributes.extend(stored.map(|value| (facts.name.to_owned(), value)));
        }
        for property in source.properties.iter() {
            let name = String::from_utf8_lossy(property.name.bytes());
            let is_known = used.iter().any(|used| *used == name);
            if !is_known && !self.is_default(source, &name, property.value) {
                return Err(at(format!("the attribute `{name}` has no equivalent in StableHLO")));
            }
        }
        self.add_discardable(source, &mut attributes)?;
        Ok(attributes)
    }
}

/// Returns a result of an operation that is not in a block yet.
fn value_of<'c>(operation: &MlirOperation<'c>, index: usize) -> Option<Value<'c, 'c>> {
    let value: Value = operation.result(index).ok()?.into();
    Some(crate::ffi::detached(value))
}

/// Returns an argument of a block that is not in a region yet.
fn argument_of<'c>(block: &MlirBlock<'c>, index: usize) -> Option<Value<'c, 'c>> {
    let value: Value = block.argument(index).ok()?.into();
    Some(crate::ffi::detached(value))
}
