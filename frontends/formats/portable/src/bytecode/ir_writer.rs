// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Writer of the IR section, which contains the operations.

use crate::builtin;
use crate::bytecode::format;
use crate::bytecode::ir_reader::mask;
use crate::bytecode::numbering::{Numbering, ValueNumbers};
use crate::bytecode::output::Output;
use crate::bytecode::properties::PropertyBlobs;
use crate::bytecode::section_kind::Section;
use crate::error::{Error, Result};
use crate::model::{Attribute, AttributeId, Block, Module, Operation, Region};
use crate::operations;

/// Writes operations, given the numbers of everything to which they refer.
pub(super) struct IrWriter<'m> {
    pub(super) format: u64,
    pub(super) module: &'m Module,
    pub(super) numbering: &'m Numbering,
    pub(super) properties: PropertyBlobs,
    pub(super) values: ValueNumbers,
}

/// State of the region that contains an operation.
#[derive(Clone, Copy)]
struct Scope {
    /// Next free value number. The numbers of the values in the operation's regions start with it,
    /// unless the operation is isolated from above.
    next_value: usize,
    /// Number of blocks in the region. The operation's successors are indices less than this
    /// number.
    blocks: usize,
}

impl IrWriter<'_> {
    /// Writes the operations of a program.
    pub(super) fn write(&mut self) -> Result<Output> {
        let mut output = Output::default();
        output.varint_with_flag(1, false);
        let scope = Scope { next_value: 0, blocks: 1 };
        self.operation(&self.module.operation, scope, &mut output)?;
        Ok(output)
    }

    fn operation(
        &mut self,
        operation: &Operation,
        scope: Scope,
        output: &mut Output,
    ) -> Result<()> {
        self.check(operation, scope)?;
        output.count(self.numbering.operation(&operation.name));
        let properties = self.properties(operation);
        let parts = [
            (mask::ATTRIBUTES, operation.attributes.is_some()),
            (mask::PROPERTIES, properties.is_some()),
            (mask::RESULTS, !operation.results.is_empty()),
            (mask::OPERANDS, !operation.operands.is_empty()),
            (mask::SUCCESSORS, !operation.successors.is_empty()),
            (mask::REGIONS, !operation.regions.is_empty()),
        ];
        output.byte(parts.iter().filter(|(_, has)| *has).map(|(bit, _)| bit).sum());
        output.count(self.numbering.attribute(operation.location));
        if let Some(dictionary) = operation.attributes {
            output.count(self.numbering.attribute(dictionary));
        }
        if let Some(number) = properties {
            output.count(number);
        }
        list(output, &operation.results, |value| {
            Ok(self.numbering.r#type(self.module.type_of(*value)))
        })?;
        list(output, &operation.operands, |value| {
            self.values.get(self.module, operation, value.0)
        })?;
        list(output, &operation.successors, |block| Ok(*block))?;
        if operation.regions.is_empty() {
            return Ok(());
        }
        output.varint_with_flag(operation.regions.len(), operation.is_isolated);
        let next_value = if operation.is_isolated { 0 } else { scope.next_value };
        let scope = Scope { next_value, ..scope };
        if !operation.is_isolated {
            return self.regions(&operation.regions, scope, output);
        }
        self.values.enter_isolated();
        if self.format >= format::LAZY_LOADING {
            let mut section = Output::default();
            self.regions(&operation.regions, scope, &mut section)?;
            output.section(Section::Ir, &section);
        } else {
            self.regions(&operation.regions, scope, output)?;
        }
        self.values.leave_isolated();
        Ok(())
    }

    /// Checks that the successors are blocks of the region, because the file would otherwise be
    /// unreadable.
    fn check(&self, operation: &Operation, scope: Scope) -> Result<()> {
        if operation.successors.iter().all(|block| *block < scope.blocks) {
            return Ok(());
        }
        let message = format!(
            "`{}`: expected successors in the region of the operation, found another block",
            operation.name
        );
        let location = self.module.location(operation.location);
        Err(Error::Invalid { location, message })
    }

    /// Returns the index of the blob that contains the operation's properties, or `None` if the
    /// encoding of the operation has no properties.
    fn properties(&mut self, operation: &Operation) -> Option<usize> {
        if self.format < format::PROPERTIES {
            return None;
        }
        let definition = operations::definition(&operation.name)?;
        let attribute = |id| self.numbering.attribute(id);
        let has = !definition.properties.is_empty();
        has.then(|| self.properties.number(operation, definition, attribute))
    }

    fn regions(&mut self, regions: &[Region], scope: Scope, output: &mut Output) -> Result<()> {
        for region in regions {
            output.count(region.blocks.len());
            if region.blocks.is_empty() {
                continue;
            }
            let next = self.values.enter(region, scope.next_value);
            output.count(next - scope.next_value);
            let scope = Scope { next_value: next, blocks: region.blocks.len() };
            for block in &region.blocks {
                self.block(block, scope, output)?;
            }
            self.values.leave(region);
        }
        Ok(())
    }

    fn block(&mut self, block: &Block, scope: Scope, output: &mut Output) -> Result<()> {
        output.varint_with_flag(block.operations.len(), !block.arguments.is_empty());
        if !block.arguments.is_empty() {
            output.count(block.arguments.len());
            for argument in &block.arguments {
                let r#type = self.numbering.r#type(self.module.type_of(argument.value));
                let is_known = !self.is_unknown(argument.location);
                if self.format >= format::ELIDED_LOCATIONS {
                    output.varint_with_flag(r#type, is_known);
                } else {
                    output.count(r#type);
                }
                if is_known || self.format < format::ELIDED_LOCATIONS {
                    output.count(self.numbering.attribute(argument.location));
                }
            }
            if self.format >= format::USE_LIST_ORDER {
                output.byte(0);
            }
        }
        for operation in &block.operations {
            self.operation(operation, scope, output)?;
        }
        Ok(())
    }

    fn is_unknown(&self, location: AttributeId) -> bool {
        let attribute = self.module.context.attribute(location);
        matches!(attribute, Attribute::Builtin(builtin::Attribute::UnknownLoc))
    }
}

/// Writes a list that starts with its length; an empty list is omitted.
fn list<T>(
    output: &mut Output,
    items: &[T],
    mut number: impl FnMut(&T) -> Result<usize>,
) -> Result<()> {
    if !items.is_empty() {
        output.count(items.len());
    }
    for item in items {
        output.count(number(item)?);
    }
    Ok(())
}
