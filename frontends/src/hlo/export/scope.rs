// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The HLO computation under construction, and methods that add instructions to it.

use super::error::ExportResult;
use super::exporter::Exporter;
use hloom_hlo::Opcode;
use hloom_hlo::proto::{
    FrontendAttributes, HloComputationProto, HloInstructionProto, OpMetadata, OpSharding,
    ProgramShapeProto, ShapeProto,
};
use melior::ir::{Value, ValueLike};
use std::collections::HashMap;

/// An HLO computation under construction.
pub struct Scope {
    id: i64,
    name: String,
    instructions: Vec<HloInstructionProto>,
    /// IDs of the instructions that compute values of the program, indexed by the [`key`] of the
    /// value.
    values: HashMap<usize, i64>,
    /// IDs of the copies of constants from outside the computation, indexed by the [`key`] of the
    /// value.
    pub constants: HashMap<usize, i64>,
    /// Metadata of the instructions that are added next.
    pub metadata: Option<OpMetadata>,
    /// Sharding of the instructions that are added next.
    pub sharding: Option<OpSharding>,
}

/// Returns a key that identifies a value.
pub fn key(value: Value<'_, '_>) -> usize {
    value.to_raw().ptr as usize
}

impl Exporter {
    /// Begins a computation with a unique name that is derived from `name`.
    pub fn begin(&mut self, name: &str) -> Scope {
        self.begun += 1;
        Scope {
            id: self.begun,
            name: self.unique(name),
            instructions: Vec::new(),
            values: HashMap::new(),
            constants: HashMap::new(),
            metadata: None,
            sharding: None,
        }
    }

    /// Ends a computation and returns its ID. The result of the computation is the result of the
    /// instruction `root`.
    pub fn end(&mut self, scope: Scope, root: i64) -> i64 {
        let Scope { id, name, instructions, .. } = scope;
        let mut parameters: Vec<_> = instructions
            .iter()
            .filter(|instruction| instruction.opcode == Opcode::Parameter.name())
            .map(|it| (it.parameter_number, it.shape.clone().unwrap_or_default(), it.name.clone()))
            .collect();
        parameters.sort_by_key(|parameter| parameter.0);
        let result = instructions.iter().find(|it| it.id == root).and_then(|it| it.shape.clone());
        let program_shape = ProgramShapeProto {
            parameters: parameters.iter().map(|parameter| parameter.1.clone()).collect(),
            result: result.map(ShapeProto::in_row_major),
            parameter_names: parameters.into_iter().map(|parameter| parameter.2).collect(),
        };
        self.computations.push(HloComputationProto {
            name,
            instructions,
            program_shape: Some(program_shape),
            id,
            root_id: root,
            ..HloComputationProto::default()
        });
        id
    }

    /// Adds an instruction of the given shape to the computation, and returns its ID.
    pub fn add(
        &mut self,
        scope: &mut Scope,
        mut instruction: HloInstructionProto,
        shape: ShapeProto,
    ) -> i64 {
        // As in XLA, the upper half of an id is the computation.
        let id = scope.id << 32 | (scope.instructions.len() as i64 + 1);
        instruction.id = id;
        instruction.name = self.unique(match instruction.name.as_str() {
            "" => &instruction.opcode,
            name => name,
        });
        instruction.shape = Some(shape);
        instruction.metadata = scope.metadata.clone().map(Into::into);
        if instruction.sharding.is_none() {
            instruction.sharding = scope.sharding.clone().map(Into::into);
        }
        scope.instructions.push(instruction);
        id
    }

    /// Adds an instruction without attributes to the computation, and returns its ID.
    pub fn apply(
        &mut self,
        scope: &mut Scope,
        opcode: Opcode,
        operands: &[i64],
        shape: ShapeProto,
    ) -> i64 {
        let operand_ids = operands.to_vec();
        let opcode = opcode.name().to_owned();
        let plain = HloInstructionProto { opcode, operand_ids, ..HloInstructionProto::default() };
        self.add(scope, plain, shape)
    }

    /// Adds a parameter to the computation, and returns its ID.
    pub fn parameter(&mut self, scope: &mut Scope, number: usize, shape: ShapeProto) -> i64 {
        let parameter = HloInstructionProto {
            opcode: Opcode::Parameter.name().to_owned(),
            name: format!("Arg_{number}"),
            parameter_number: number as i64,
            ..HloInstructionProto::default()
        };
        self.add(scope, parameter, shape)
    }

    /// Adds an instruction that combines values in a tuple, and returns its ID. For a single value,
    /// returns the ID of this value.
    pub fn pack(&mut self, scope: &mut Scope, values: &[i64]) -> i64 {
        match values {
            [one] => *one,
            _ => {
                let shapes = values.iter().map(|value| scope.shape(*value)).collect();
                self.apply(scope, Opcode::Tuple, values, ShapeProto::tuple(shapes))
            }
        }
    }

    /// Returns the IDs of the elements of a tuple that [`pack`](Self::pack) created from `count`
    /// values.
    pub fn unpack(&mut self, scope: &mut Scope, value: i64, count: usize) -> Vec<i64> {
        if count == 1 {
            return vec![value];
        }
        let shapes = scope.shape(value).tuple_shapes;
        let shardings = scope.sharding.take();
        let unpacked = shapes.into_iter().take(count).enumerate().map(|(index, shape)| {
            let element = HloInstructionProto {
                opcode: Opcode::GetTupleElement.name().to_owned(),
                operand_ids: vec![value],
                tuple_index: index as i64,
                sharding: shardings
                    .as_ref()
                    .map(|all| all.tuple_shardings.get(index).unwrap_or(all).clone().into()),
                ..HloInstructionProto::default()
            };
            self.add(scope, element, shape)
        });
        let unpacked = unpacked.collect();
        scope.sharding = shardings;
        unpacked
    }
}

impl Scope {
    /// Returns the shape of an instruction's result.
    pub fn shape(&self, id: i64) -> ShapeProto {
        let position = usize::try_from((id & 0xffff_ffff) - 1).ok();
        let instruction = position.and_then(|position| self.instructions.get(position));
        instruction.and_then(|instruction| instruction.shape.clone()).unwrap_or_default()
    }

    /// Records the instruction that computes a value of the program.
    pub fn define(&mut self, value: Value<'_, '_>, id: i64) {
        self.values.insert(key(value), id);
    }

    /// Returns the ID of the instruction that computes a value of the program, or `None` if the
    /// computation has no such instruction.
    pub fn find(&self, value: Value<'_, '_>) -> Option<i64> {
        self.values.get(&key(value)).copied()
    }
}

impl Exporter {
    /// Returns the IDs of the instructions that compute values in this computation. Copies
    /// constants from outside into the computation.
    ///
    /// # Errors
    /// Fails if a value from outside the computation is not a constant.
    pub fn values<'c: 'a, 'a>(
        &mut self,
        scope: &mut Scope,
        values: impl IntoIterator<Item = Value<'c, 'a>>,
    ) -> ExportResult<Vec<i64>> {
        values.into_iter().map(|value| self.value(scope, value)).collect()
    }

    /// Returns the ID of the instruction that computes a value in this computation. Copies a
    /// constant from outside into the computation.
    ///
    /// # Errors
    /// Fails if the value is from outside the computation and is not a constant.
    pub fn value(&mut self, scope: &mut Scope, value: Value<'_, '_>) -> ExportResult<i64> {
        if let Some(found) = scope.find(value) {
            return Ok(found);
        }
        match self.constant_again(scope, value)? {
            Some(made) => Ok(made),
            None => {
                Err("a region uses a value from outside of it, which HLO does not allow".into())
            }
        }
    }
}

impl Scope {
    /// Returns the instruction with the given ID for editing, or `None` if there is none.
    pub fn instruction_mut(&mut self, id: i64) -> Option<&mut HloInstructionProto> {
        let position = usize::try_from((id & 0xffff_ffff) - 1).ok()?;
        self.instructions.get_mut(position)
    }

    /// Returns the ID of the instruction that computes a value. For a tuple element, this is the
    /// instruction that computes the tuple.
    pub fn made_by(&mut self, id: i64) -> i64 {
        let is_element = Opcode::GetTupleElement.name();
        match self.instruction_mut(id) {
            Some(element) if element.opcode == is_element => element.operand_ids[0],
            _ => id,
        }
    }

    /// Adds frontend attributes to an instruction. An added attribute replaces an existing
    /// attribute of the same name.
    pub fn set_frontend_attributes(&mut self, id: i64, attributes: FrontendAttributes) {
        if let Some(instruction) = self.instruction_mut(id) {
            let own = instruction.frontend_attributes.get_or_insert_default();
            own.map.extend(attributes.map);
        }
    }
}
