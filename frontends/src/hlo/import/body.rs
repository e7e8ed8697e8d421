// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The instructions of a computation, as the operations of a block.

use super::functions::Importer;
use super::problem::Problem;
use super::tree::Tree;
use super::{annotations, attributes, by_opcode};
use crate::{Error, ffi};
use hloom_dialects::Op;
use hloom_hlo::proto::ShapeProto;
use hloom_hlo::{Computation, Instruction};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{
    Attribute, Block, BlockLike, Identifier, Location, Region, RegionLike, Type, Value, ValueLike,
};

/// How deep computations that are regions may nest.
const MOST_NESTED: usize = 64;

/// What an instruction gives, or why it cannot be converted.
pub type Outcome<'c> = Result<Tree<'c>, Problem>;

/// An operation that is to be made.
pub struct New<'c> {
    /// Its name.
    pub name: &'static str,
    /// Its operands.
    pub operands: Vec<Value<'c, 'c>>,
    /// The types of its results.
    pub results: Vec<Type<'c>>,
    /// Its attributes.
    pub attributes: Vec<(String, Attribute<'c>)>,
    /// Its regions.
    pub regions: Vec<Region<'c>>,
}

impl<'c> New<'c> {
    /// An operation without regions.
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

/// A computation that is being converted.
pub struct Body<'i, 'c, 'm> {
    /// What converts the module.
    pub importer: &'i Importer<'c, 'm>,
    computation: Computation<'m>,
    block: Block<'c>,
    /// The values of instructions, by their positions.
    values: Vec<Option<Tree<'c>>>,
    location: Location<'c>,
    depth: usize,
}

impl<'i, 'c, 'm> Body<'i, 'c, 'm> {
    /// A computation whose parameters are the arguments of a block.
    pub fn of(
        importer: &'i Importer<'c, 'm>,
        computation: Computation<'m>,
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
        Self::with_block(importer, computation, block, values, depth)
    }

    /// A computation whose parameters have values that are known around it.
    pub fn with_values(
        importer: &'i Importer<'c, 'm>,
        computation: Computation<'m>,
        parameters: Vec<Tree<'c>>,
        depth: usize,
    ) -> Result<Self, Error> {
        Self::with_block(importer, computation, Block::new(&[]), parameters, depth)
    }

    fn with_block(
        importer: &'i Importer<'c, 'm>,
        computation: Computation<'m>,
        block: Block<'c>,
        parameters: Vec<Tree<'c>>,
        depth: usize,
    ) -> Result<Self, Error> {
        let location = Location::unknown(importer.context);
        let values = vec![None; computation.instructions().len()];
        let mut body = Self { importer, computation, block, values, location, depth };
        let root = computation.root();
        if depth > MOST_NESTED {
            let message = format!("computations nest more than {MOST_NESTED} levels");
            return Err(importer.error(root, message.into()));
        }
        if parameters.len() != computation.parameters().len() {
            let (actual, expected) = (parameters.len(), computation.parameters().len());
            let message = format!("the computation has {expected} parameters, is given {actual}");
            return Err(importer.error(root, message.into()));
        }
        for (parameter, value) in computation.parameters().zip(parameters) {
            let checked = body.check(parameter.shape(), &value);
            checked.map_err(|message| importer.error(parameter, message.into()))?;
            body.values[parameter.position()] = Some(value);
        }
        // What has effects keeps the order that was chosen for it.
        for instruction in computation.instructions_as_scheduled() {
            if body.values[instruction.position()].is_some() {
                continue;
            }
            let value = body.instruction(instruction);
            let value = value.map_err(|problem| importer.error(instruction, problem))?;
            body.values[instruction.position()] = Some(value);
        }
        Ok(body)
    }

    /// The block, whose end is still to come.
    pub fn block(&self) -> &Block<'c> {
        &self.block
    }

    fn instruction(&mut self, instruction: Instruction<'m>) -> Outcome<'c> {
        self.importer.count()?;
        self.location = self.importer.location(instruction);
        let value = by_opcode::convert(self, instruction)?;
        self.check(instruction.shape(), &value)?;
        Ok(value)
    }

    /// Holds that a value is of a shape.
    fn check(&self, shape: &ShapeProto, value: &Tree<'c>) -> Result<(), String> {
        match value {
            Tree::Leaf(value) if !shape.is_tuple() => {
                let expected = self.importer.leaf_type(shape)?;
                match value.r#type() == expected {
                    true => Ok(()),
                    false => Err(format!("it is of type {expected}, but gives {}", value.r#type())),
                }
            }
            Tree::Tuple(parts) if shape.is_tuple() && parts.len() == shape.tuple_shapes.len() => {
                let mut both = shape.tuple_shapes.iter().zip(parts.iter());
                both.try_for_each(|(shape, part)| self.check(shape, part))
            }
            // Its shape says what memory it takes.
            Tree::Started(_) => Ok(()),
            _ => Err("it is a tuple of other parts than it gives".to_owned()),
        }
    }

    /// The region with the block, which ends by returning the value of the root.
    pub fn finish(mut self, terminator: &'static str) -> Result<Region<'c>, Error> {
        let root = self.computation.root();
        let end = self.end(root, terminator);
        end.map_err(|problem| self.importer.error(root, problem))?;
        let region = Region::new();
        region.append_block(self.block);
        Ok(region)
    }

    fn end(&mut self, root: Instruction<'m>, terminator: &'static str) -> Result<(), Problem> {
        let value = self.values[root.position()].clone().ok_or("the root has no value")?;
        let operands = value.leaves()?;
        let (results, attributes, regions) = (Vec::new(), Vec::new(), Vec::new());
        self.emit(New { name: terminator, operands, results, attributes, regions })?;
        Ok(())
    }

    /// The context.
    pub fn context(&self) -> &'c melior::Context {
        self.importer.context
    }

    /// The value of an operand.
    pub fn operand(&self, instruction: Instruction<'m>, number: usize) -> Result<Tree<'c>, String> {
        let operand = instruction.operand(number);
        let value = operand.and_then(|operand| self.values[operand.position()].clone());
        value.ok_or_else(|| format!("it has no operand {number}"))
    }

    /// The leaves of all operands.
    pub fn operands(&self, instruction: Instruction<'m>) -> Result<Vec<Value<'c, 'c>>, String> {
        let mut leaves = Vec::new();
        for number in 0..instruction.proto().operand_ids.len() {
            self.operand(instruction, number)?.flatten_into(&mut leaves)?;
        }
        Ok(leaves)
    }

    /// Appends an operation, and gives its results.
    pub fn emit(&self, new: New<'c>) -> Result<Vec<Value<'c, 'c>>, Problem> {
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
        let built = built.map_err(|_| format!("MLIR does not take `{}`", new.name))?;
        let results: Vec<_> = built.results().map(|result| ffi::detached(result.into())).collect();
        self.block.append_operation(built);
        Ok(results)
    }

    /// Appends an operation with one result.
    pub fn emit_one(&self, new: New<'c>) -> Result<Value<'c, 'c>, Problem> {
        let results = self.emit(new)?;
        results.first().copied().ok_or_else(|| "it has no result".into())
    }

    /// A computation as a region, whose parameters are its arguments.
    pub fn region(&self, computation: Computation<'m>) -> Result<Region<'c>, Problem> {
        let body = Body::of(self.importer, computation, self.depth + 1)?;
        Ok(body.finish("stablehlo.return")?)
    }

    /// A computation as a region that takes values from around it.
    pub fn region_with(
        &self,
        computation: Computation<'m>,
        parameters: Vec<Tree<'c>>,
    ) -> Result<Region<'c>, Problem> {
        let body = Body::with_values(self.importer, computation, parameters, self.depth + 1)?;
        Ok(body.finish("stablehlo.return")?)
    }

    /// Appends the operation that an instruction is.
    pub fn operation(&self, instruction: Instruction<'m>, op: Op) -> Outcome<'c> {
        let operands = self.operands(instruction)?;
        self.operation_with(instruction, op, operands, instruction.shape())
    }

    /// Appends the operation that an instruction is, on other operands or with another result.
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

    /// Appends the operation that an instruction is, and gives its results as they are.
    pub fn raw_operation(
        &self,
        instruction: Instruction<'m>,
        op: Op,
        operands: Vec<Value<'c, 'c>>,
        results: Vec<Type<'c>>,
    ) -> Result<Vec<Value<'c, 'c>>, Problem> {
        let mut attributes = attributes::of(self.importer, op, instruction)?;
        attributes.extend(annotations::of(self.context(), instruction));
        let mut regions = Vec::new();
        if op.has_regions() {
            for computation in instruction.called_computations() {
                regions.push(self.region(computation)?);
            }
        }
        // HLO has a loop's body first.
        if op == Op::StablehloWhile {
            regions.reverse();
        }
        self.emit(New { name: op.name(), operands, results, attributes, regions })
    }
}
