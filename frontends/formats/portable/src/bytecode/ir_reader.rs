// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reader of the IR section, which contains the operations.
//!
//! The file determines the nesting depth of regions. The reader therefore uses a stack of frames
//! instead of recursion, and limits its depth to [`MAX_NESTING`].

use crate::builtin;
use crate::bytecode::dialects::OperationName;
use crate::bytecode::entries::Entries;
use crate::bytecode::input::Input;
use crate::bytecode::properties::Properties;
use crate::bytecode::section_kind::Section;
use crate::bytecode::values::Values;
use crate::bytecode::{MAX_NESTING, format, use_lists};
use crate::error::Result;
use crate::model::{AttributeId, Block, BlockArgument, Context, Operation, Region, TypeId};
use crate::operations::InherentAttributes;

/// Bits of the operation encoding mask, which states the optional parts of an operation that
/// follow.
pub(super) mod mask {
    pub const ATTRIBUTES: u8 = 1;
    pub const RESULTS: u8 = 1 << 1;
    pub const OPERANDS: u8 = 1 << 2;
    pub const SUCCESSORS: u8 = 1 << 3;
    pub const REGIONS: u8 = 1 << 4;
    pub const USE_LIST_ORDERS: u8 = 1 << 5;
    pub const PROPERTIES: u8 = 1 << 6;
    pub const ALL: u8 = (1 << 7) - 1;
}

/// Reads operations, given the tables to which they refer.
pub(super) struct IrReader<'a, 'c> {
    pub(super) format: u64,
    pub(super) names: &'c [OperationName],
    pub(super) entries: &'c Entries,
    pub(super) properties: Properties<'a>,
    pub(super) inherent: InherentAttributes,
    pub(super) context: &'c mut Context,
    pub(super) values: Values,
}

/// An operation whose regions are being read, and the position in them.
struct Frame {
    operation: Operation,
    regions_left: usize,
    /// The region that is being read.
    region: Option<Region>,
    /// Number of blocks of `region`.
    blocks: usize,
    /// The block that is being read.
    block: Option<Block>,
    operations_left: usize,
}

impl<'a> IrReader<'a, '_> {
    /// Reads the operations of a file and the types of their values.
    ///
    /// Each iteration of the loop performs one step, such as the start of a block. The depth of the
    /// call stack thus does not depend on the file.
    pub(super) fn read(mut self, input: Input<'a>) -> Result<(Vec<Operation>, Vec<TypeId>)> {
        let unknown = self.context.add_attribute(builtin::Attribute::UnknownLoc);
        self.values.enter_scope();
        self.values.enter_region(0, &input)?;
        let mut root = Frame::new(Operation::new("", unknown), 0);
        root.region = Some(Region::default());
        root.blocks = 1;
        let (mut stack, mut current) = (Vec::new(), root);
        // The innermost section comes last, after those that contain it.
        let mut inputs = vec![input];
        while let Some(input) = inputs.last_mut() {
            if let Some(block) = &mut current.block {
                if current.operations_left == 0 {
                    current.region.get_or_insert_default().blocks.extend(current.block.take());
                    continue;
                }
                current.operations_left -= 1;
                let (operation, regions) = self.operation(input, current.blocks)?;
                if regions == 0 {
                    block.operations.push(operation);
                    continue;
                }
                if stack.len() >= MAX_NESTING {
                    return Err(input.error(format!(
                        "expected regions nested {MAX_NESTING} deep at most, found deeper ones"
                    )));
                }
                if operation.is_isolated {
                    self.values.enter_scope();
                }
                if self.is_section(&operation) {
                    let section = input.expect_section(Section::Ir)?;
                    inputs.push(section);
                }
                stack.push(std::mem::replace(&mut current, Frame::new(operation, regions)));
            } else if let Some(region) = &mut current.region {
                if region.blocks.len() < current.blocks {
                    self.start_block(input, &mut current)?;
                } else {
                    self.values.leave_region(input)?;
                    current.operation.regions.extend(current.region.take());
                }
            } else if current.regions_left > 0 {
                current.regions_left -= 1;
                self.start_region(input, &mut current)?;
            } else {
                let operation = current.operation;
                let Some(parent) = stack.pop() else {
                    input.expect_end("the operations")?;
                    let types = self.values.into_types(input)?;
                    let regions = operation.regions.into_iter();
                    let blocks = regions.flat_map(|region| region.blocks);
                    return Ok((blocks.flat_map(|block| block.operations).collect(), types));
                };
                current = parent;
                if operation.is_isolated {
                    self.values.leave_scope();
                }
                if self.is_section(&operation) {
                    input.expect_end("a section of operations")?;
                    inputs.pop();
                }
                current.block.get_or_insert_default().operations.push(operation);
            }
        }
        Err(input.error("expected a section of operations, found its end"))
    }

    /// Returns true if the regions of an operation form a separate section.
    fn is_section(&self, operation: &Operation) -> bool {
        operation.is_isolated && self.format >= format::LAZY_LOADING
    }

    fn start_region(&mut self, input: &mut Input<'_>, frame: &mut Frame) -> Result<()> {
        frame.blocks = input.count("blocks")?;
        if frame.blocks == 0 {
            frame.operation.regions.push(Region::default());
            return Ok(());
        }
        let values = input.varint()?;
        self.values.enter_region(values, input)?;
        frame.region = Some(Region::default());
        Ok(())
    }

    fn start_block(&mut self, input: &mut Input<'_>, frame: &mut Frame) -> Result<()> {
        let (operations, has_arguments) = input.count_with_flag("operations")?;
        let mut block = Block::default();
        if has_arguments {
            for _ in 0..input.count("arguments")? {
                let argument = self.argument(input)?;
                block.arguments.push(argument);
            }
            if self.format >= format::USE_LIST_ORDER && input.byte()? != 0 {
                use_lists::skip(input, block.arguments.len())?;
            }
        }
        frame.operations_left = operations;
        frame.block = Some(block);
        Ok(())
    }

    fn argument(&mut self, input: &mut Input<'_>) -> Result<BlockArgument> {
        let start = *input;
        let (number, has_location) = if self.format >= format::ELIDED_LOCATIONS {
            input.varint_with_flag()?
        } else {
            (input.varint()?, true)
        };
        let types = &self.entries.types;
        let r#type = types[start.check_index(number, types.len(), "types")?];
        let location = if has_location {
            self.location(input)?
        } else {
            self.context.add_attribute(builtin::Attribute::UnknownLoc)
        };
        Ok(BlockArgument { value: self.values.define(r#type, &start)?, location })
    }

    /// Reads an operation without its regions, and returns it together with the number of regions.
    fn operation(&mut self, input: &mut Input<'_>, blocks: usize) -> Result<(Operation, usize)> {
        let names = self.names;
        let name = &names[input.index(names.len(), "names of operations")?];
        let start = *input;
        let has = input.byte()?;
        if has & !mask::ALL != 0 {
            return Err(start.error(format!(
                "expected only the bits {:#010b} in the mask of an operation's fields, found \
                 {has:#010b}",
                mask::ALL
            )));
        }
        let mut operation = Operation::new(name.name.clone(), self.location(input)?);
        if has & mask::ATTRIBUTES != 0 {
            let start = *input;
            let dictionary = self.attribute(input)?;
            if !self.context.attribute(dictionary).is_dictionary() {
                return Err(
                    start.error("expected a dictionary of attributes, found another attribute")
                );
            }
            operation.attributes = Some(dictionary);
        }
        if has & mask::PROPERTIES != 0 {
            if self.format < format::PROPERTIES {
                return Err(start.error(format!(
                    "expected no operation properties in bytecode format {}, found properties",
                    self.format
                )));
            }
            let attributes = &self.entries.attributes;
            operation.properties = self.properties.read(input, name, attributes, self.context)?;
        }
        if let Some(definition) = name.definition {
            self.inherent.separate(&mut operation, definition, self.context);
        }
        if has & mask::RESULTS != 0 {
            for _ in 0..input.count("results")? {
                let types = &self.entries.types;
                let r#type = types[input.index(types.len(), "types")?];
                operation.results.push(self.values.define(r#type, input)?);
            }
        }
        if has & mask::OPERANDS != 0 {
            for _ in 0..input.count("operands")? {
                operation.operands.push(self.values.read(input)?);
            }
        }
        if has & mask::SUCCESSORS != 0 {
            for _ in 0..input.count("successors")? {
                operation.successors.push(input.index(blocks, "blocks")?);
            }
        }
        if self.format >= format::USE_LIST_ORDER && has & mask::USE_LIST_ORDERS != 0 {
            use_lists::skip(input, operation.results.len())?;
        }
        let mut regions = 0;
        if has & mask::REGIONS != 0 {
            (regions, operation.is_isolated) = input.count_with_flag("regions")?;
        }
        Ok((operation, regions))
    }

    fn attribute(&self, input: &mut Input<'_>) -> Result<AttributeId> {
        let attributes = &self.entries.attributes;
        Ok(attributes[input.index(attributes.len(), "attributes")?])
    }

    fn location(&self, input: &mut Input<'_>) -> Result<AttributeId> {
        let start = *input;
        let id = self.attribute(input)?;
        if self.context.attribute(id).is_location() {
            return Ok(id);
        }
        Err(start.error("expected a location attribute, found another attribute"))
    }
}

impl Frame {
    fn new(operation: Operation, regions_left: usize) -> Self {
        let (region, block) = (None, None);
        Self { operation, regions_left, region, blocks: 0, block, operations_left: 0 }
    }
}
