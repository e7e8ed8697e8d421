// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of the instructions of a computation to the operations of a block.
//!
//! The function that converts an instruction according to its opcode is a parameter, because it
//! uses this file to emit operations and to convert called computations.

use super::error::ImportError;
use super::importer::Importer;
use super::tree::Tree;
use super::{annotations, attributes};
use crate::{Error, ffi};
use hloom_dialects::Op;
use hloom_hlo::proto::ShapeProto;
use hloom_hlo::{Computation, Instruction};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{
    Attribute, Block, BlockLike, Identifier, Location, Region, RegionLike, Type, Value, ValueLike,
};

/// Maximum nesting depth of computations that become regions.
const MOST_NESTED: usize = 64;

/// The value of an instruction, or the reason why the instruction cannot be converted.
pub type Outcome<'c> = Result<Tree<'c>, ImportError>;

/// An MLIR operation to be created.
pub struct New<'c> {
    /// Name of the operation.
    pub name: &'static str,
    /// Operands of the operation.
    pub operands: Vec<Value<'c, 'c>>,
    /// Types of the operation's results.
    pub results: Vec<Type<'c>>,
    /// Attributes of the operation, with their names.
    pub attributes: Vec<(String, Attribute<'c>)>,
    /// Regions of the operation.
    pub regions: Vec<Region<'c>>,
}

impl<'c> New<'c> {
    /// Returns the description of an operation without regions.
    pub fn plain(
        op: Op,
        operands: Vec<Value<'c, 'c>>,
        results: Vec<Type<'c>>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Self {
        let attributes = attributes.iter().map(|(name, value)| ((*name).to_owned(), *value));
        let attributes = attributes.collect();
        Self { name: op.name(), operands, results, attributes, regions: Vec::new() }
    }
}

/// A function that converts an instruction, other than a parameter, to operations and returns its
/// value.
pub type Convert<'c, 'm> = fn(&Body<'_, 'c, 'm>, Instruction<'m>) -> Outcome<'c>;

/// An HLO computation that is being converted.
pub struct Body<'i, 'c, 'm> {
    /// The importer of the module that contains the computation.
    pub importer: &'i Importer<'c, 'm>,
    computation: Computation<'m>,
    /// The function that converts each instruction, including the instructions of nested
    /// computations.
    convert: Convert<'c, 'm>,
    block: Block<'c>,
    /// Values of the instructions, indexed by position in the computation.
    values: Vec<Option<Tree<'c>>>,
    location: Location<'c>,
    depth: usize,
}

impl<'i, 'c, 'm> Body<'i, 'c, 'm> {
    /// Converts a computation whose parameters become the arguments of a block.
    ///
    /// `convert` converts the other instructions, and the instructions of computations that become
    /// regions.
    ///
    /// # Errors
    /// Fails if an instruction cannot be converted.
    pub fn of(
        importer: &'i Importer<'c, 'm>,
        computation: Computation<'m>,
        convert: Convert<'c, 'm>,
        depth: usize,
    ) -> Result<Self, Error> {
        let mut arguments = Vec::new();
        for parameter in computation.parameters() {
            let types = importer.leaf_types(parameter.shape());
            let types = types.map_err(|message| importer.error(parameter, message.into()))?;
            let location = importer.location(parameter);
            arguments.extend(types.into_iter().map(|ty| (ty, location)));
        }
        let block = Block::new(&arguments);
        let mut leaves = (0..arguments.len()).filter_map(|index| {
            let argument: Value = block.argument(index).ok()?.into();
            Some(ffi::detached(argument))
        });
        let mut values = Vec::new();
        for parameter in computation.parameters() {
            let value = Tree::of(parameter.shape(), &mut leaves);
            values.push(value.map_err(|message| importer.error(parameter, message.into()))?);
        }
        drop(leaves);
        Self::with_block(importer, computation, convert, block, values, depth)
    }

    fn with_block(
        importer: &'i Importer<'c, 'm>,
        computation: Computation<'m>,
        convert: Convert<'c, 'm>,
        block: Block<'c>,
        parameters: Vec<Tree<'c>>,
        depth: usize,
    ) -> Result<Self, Error> {
        let location = Location::unknown(importer.context);
        let values = vec![None; computation.instructions().len()];
        let mut body = Self { importer, computation, convert, block, values, location, depth };
        let root = computation.root();
        if depth > MOST_NESTED {
            let message =
                format!("expected at most {MOST_NESTED} levels of nested computations, found more");
            return Err(importer.error(root, message.into()));
        }
        if parameters.len() != computation.parameters().len() {
            let (actual, expected) = (parameters.len(), computation.parameters().len());
            let message =
                format!("expected {expected} arguments of the computation, found {actual}");
            return Err(importer.error(root, message.into()));
        }
        for (parameter, value) in computation.parameters().zip(parameters) {
            let checked = body.check(parameter.shape(), &value);
            checked.map_err(|message| importer.error(parameter, message.into()))?;
            body.values[parameter.position()] = Some(value);
        }
        // Instructions with side effects must keep the order of the schedule.
        for instruction in computation.instructions_as_scheduled() {
            if body.values[instruction.position()].is_some() {
                continue;
            }
            let value = body.instruction(instruction);
            let value = value.map_err(|error| importer.error(instruction, error))?;
            body.values[instruction.position()] = Some(value);
        }
        Ok(body)
    }

    /// Returns the block of the converted computation, which has no terminator yet.
    pub fn block(&self) -> &Block<'c> {
        &self.block
    }

    fn instruction(&mut self, instruction: Instruction<'m>) -> Outcome<'c> {
        self.importer.count()?;
        self.location = self.importer.location(instruction);
        let value = (self.convert)(self, instruction)?;
        self.check(instruction.shape(), &value)?;
        Ok(value)
    }

    /// Checks that the value of an instruction has the types that the instruction's shape implies.
    fn check(&self, shape: &ShapeProto, value: &Tree<'c>) -> Result<(), String> {
        match value {
            Tree::Leaf(value) if !shape.is_tuple() => {
                let expected = self.importer.leaf_type(shape)?;
                match value.r#type() == expected {
                    true => Ok(()),
                    false => Err(format!("expected type `{expected}`, found `{}`", value.r#type())),
                }
            }
            Tree::Tuple(parts) if shape.is_tuple() && parts.len() == shape.tuple_shapes.len() => {
                let mut both = shape.tuple_shapes.iter().zip(parts.iter());
                both.try_for_each(|(shape, part)| self.check(shape, part))
            }
            // The shape of an asynchronous start describes the memory that it needs, not the
            // value.
            Tree::Started(_) => Ok(()),
            _ => Err("the elements of the tuple do not match its shape".to_owned()),
        }
    }

    /// Adds a terminator that returns the value of the root, and returns the region.
    ///
    /// # Errors
    /// Fails if the root has no value or is an unfinished asynchronous start.
    pub fn finish(mut self, terminator: &'static str) -> Result<Region<'c>, Error> {
        let root = self.computation.root();
        let end = self.end(root, terminator);
        end.map_err(|error| self.importer.error(root, error))?;
        let region = Region::new();
        region.append_block(self.block);
        Ok(region)
    }

    fn end(&mut self, root: Instruction<'m>, terminator: &'static str) -> Result<(), ImportError> {
        let value = self.values[root.position()]
            .clone()
            .ok_or("internal error: the root instruction was not converted")?;
        let operands = value.leaves()?;
        let (results, attributes, regions) = (Vec::new(), Vec::new(), Vec::new());
        self.emit(New { name: terminator, operands, results, attributes, regions })?;
        Ok(())
    }

    /// Returns the MLIR context.
    pub fn context(&self) -> &'c melior::Context {
        self.importer.context
    }

    /// Returns the value of the instruction's operand with the given number.
    ///
    /// # Errors
    /// Fails if the instruction has no such operand.
    pub fn operand(&self, instruction: Instruction<'m>, number: usize) -> Result<Tree<'c>, String> {
        let operand = instruction.operand(number);
        let value = operand.and_then(|operand| self.values[operand.position()].clone());
        value.ok_or_else(|| format!("operand {number} is missing"))
    }

    /// Returns the leaves of the values of all operands; the leaves are arrays and tokens.
    ///
    /// # Errors
    /// Fails if an operand is an unfinished asynchronous start.
    pub fn operands(&self, instruction: Instruction<'m>) -> Result<Vec<Value<'c, 'c>>, String> {
        let mut leaves = Vec::new();
        for number in 0..instruction.proto().operand_ids.len() {
            self.operand(instruction, number)?.flatten_into(&mut leaves)?;
        }
        Ok(leaves)
    }

    /// Appends an operation and returns its results.
    ///
    /// # Errors
    /// Fails if MLIR cannot build the operation, or if the program becomes too large.
    pub fn emit(&self, new: New<'c>) -> Result<Vec<Value<'c, 'c>>, ImportError> {
        self.importer.count()?;
        let named = |(name, value): &(String, Attribute<'c>)| {
            (Identifier::new(self.context(), name), *value)
        };
        let attributes: Vec<_> = new.attributes.iter().map(named).collect();
        let built = OperationBuilder::new(new.name, self.location)
            .add_operands(&new.operands)
            .add_results(&new.results)
            .add_attributes(&attributes)
            .add_regions_vec(new.regions)
            .build();
        let built = built.map_err(|_| format!("MLIR could not build `{}`", new.name))?;
        let results: Vec<_> = built.results().map(|result| ffi::detached(result.into())).collect();
        self.block.append_operation(built);
        Ok(results)
    }

    /// Appends an operation and returns its first result.
    ///
    /// # Errors
    /// Fails under the same conditions as [`emit`](Self::emit), or if there is no result.
    pub fn emit_one(&self, new: New<'c>) -> Result<Value<'c, 'c>, ImportError> {
        let results = self.emit(new)?;
        let first = results.first().copied();
        first.ok_or_else(|| "internal error: the built operation has no result".into())
    }

    /// Converts a computation to a region whose arguments are its parameters.
    ///
    /// # Errors
    /// Fails if an instruction cannot be converted.
    pub fn region(&self, computation: Computation<'m>) -> Result<Region<'c>, ImportError> {
        let body = Body::of(self.importer, computation, self.convert, self.depth + 1)?;
        Ok(body.finish("stablehlo.return")?)
    }

    /// Converts a computation to a region that captures the values of its parameters.
    ///
    /// # Errors
    /// Fails if an instruction cannot be converted.
    pub fn region_with(
        &self,
        computation: Computation<'m>,
        parameters: Vec<Tree<'c>>,
    ) -> Result<Region<'c>, ImportError> {
        let Self { importer, convert, depth, .. } = *self;
        let block = Block::new(&[]);
        let body = Body::with_block(importer, computation, convert, block, parameters, depth + 1)?;
        Ok(body.finish("stablehlo.return")?)
    }

    /// Appends the operation that corresponds to an instruction, and returns the value of the
    /// instruction.
    ///
    /// # Errors
    /// Fails if an attribute or a type cannot be converted.
    pub fn operation(&self, instruction: Instruction<'m>, op: Op) -> Outcome<'c> {
        let operands = self.operands(instruction)?;
        self.operation_with(instruction, op, operands, instruction.shape())
    }

    /// Appends the operation that corresponds to an instruction, but with the given operands and
    /// result shape instead of those of the instruction. Returns the value of the instruction.
    ///
    /// # Errors
    /// Fails if an attribute or a type cannot be converted.
    pub fn operation_with(
        &self,
        instruction: Instruction<'m>,
        op: Op,
        operands: Vec<Value<'c, 'c>>,
        shape: &ShapeProto,
    ) -> Outcome<'c> {
        let results = self.importer.leaf_types(shape)?;
        let values = self.raw_operation(instruction, op, operands, results)?;
        Ok(Tree::of(shape, &mut values.into_iter())?)
    }

    /// Appends the operation that corresponds to an instruction, and returns the list of its
    /// results, without tuples.
    ///
    /// # Errors
    /// Fails if an attribute or a type cannot be converted.
    pub fn raw_operation(
        &self,
        instruction: Instruction<'m>,
        op: Op,
        operands: Vec<Value<'c, 'c>>,
        results: Vec<Type<'c>>,
    ) -> Result<Vec<Value<'c, 'c>>, ImportError> {
        let mut attributes = attributes::of(self.importer, op, instruction)?;
        attributes.extend(annotations::of(self.context(), instruction));
        let mut regions = Vec::new();
        if op.has_regions() {
            for computation in instruction.called_computations() {
                regions.push(self.region(computation)?);
            }
        }
        // HLO lists the body of a loop before its condition.
        if op == Op::StablehloWhile {
            regions.reverse();
        }
        self.emit(New { name: op.name(), operands, results, attributes, regions })
    }
}
