// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A verified module, and views of its computations and instructions. [`HloModule::new`] checks all
//! IDs once and builds an index of them, so the views need no error handling.

use crate::index::{ComputationIndex, Index};
use crate::opcode::Opcode;
use crate::proto::hlo_instruction_proto::ReplicaGroupList;
use crate::proto::{
    HloComputationProto, HloInstructionProto, HloModuleConfigProto, HloModuleProto,
    HloModuleProtoWithConfig, ShapeProto,
};
use crate::verify::{self, VerifyError};

/// Moves iota replica groups from a field in the list of devices, where older messages store them,
/// to the field in which newer messages store them.
fn move_iota_groups(proto: &mut HloModuleProto) {
    let computations = proto.computations.iter_mut();
    for instruction in computations.flat_map(|computation| &mut computation.instructions) {
        if let Some(ReplicaGroupList::CollectiveDeviceList(list)) =
            &mut instruction.replica_group_list
            && let Some(range) = list.iota_replica_group_list.take()
        {
            instruction.replica_group_list =
                Some(ReplicaGroupList::IotaCollectiveDeviceList(range));
        }
    }
}

/// A verified HLO module. Every ID in it can be resolved. Operands are earlier instructions of the
/// same computation, and called computations exist and do not call each other in a cycle.
#[derive(Clone, Debug)]
pub struct HloModule {
    proto: HloModuleProto,
    config: HloModuleConfigProto,
    index: Index,
}

impl HloModule {
    /// Verifies a module and assigns the configuration of a single device to it.
    ///
    /// # Errors
    /// Fails if an ID in it cannot be resolved, or if a shape, literal or attribute is invalid.
    pub fn new(module: HloModuleProto) -> Result<Self, VerifyError> {
        let config = HloModuleConfigProto {
            replica_count: 1,
            num_partitions: 1,
            ..HloModuleConfigProto::default()
        };
        Self::with_config(module, config)
    }

    /// Verifies a module and assigns a configuration to it.
    ///
    /// # Errors
    /// Fails under the same conditions as [`HloModule::new`].
    pub fn with_config(
        mut proto: HloModuleProto,
        config: HloModuleConfigProto,
    ) -> Result<Self, VerifyError> {
        move_iota_groups(&mut proto);
        let index = verify::module(&proto)?;
        Ok(Self { proto, config, index })
    }

    /// Returns the name of the module.
    pub fn name(&self) -> &str {
        &self.proto.name
    }

    /// Returns the protocol buffer message of the module.
    pub fn proto(&self) -> &HloModuleProto {
        &self.proto
    }

    /// Returns the configuration that the module is compiled for, such as the number of partitions.
    pub fn config(&self) -> &HloModuleConfigProto {
        &self.config
    }

    /// Returns the protocol buffer message of the module, together with the configuration.
    pub fn into_proto(self) -> HloModuleProtoWithConfig {
        HloModuleProtoWithConfig { hlo_module: Some(self.proto), config: Some(self.config) }
    }

    /// Returns the entry computation of the module.
    pub fn entry(&self) -> Computation<'_> {
        Computation { module: self, position: self.index.entry }
    }

    /// Returns all computations of the module, in the order of the protocol buffer message.
    pub fn computations(&self) -> impl ExactSizeIterator<Item = Computation<'_>> {
        let count = self.proto.computations.len();
        (0..count).map(|position| Computation { module: self, position })
    }

    /// Returns all computations of the module, with callees before their callers.
    pub fn computations_callees_first(&self) -> impl Iterator<Item = Computation<'_>> {
        let positions = self.index.callees_first.iter();
        positions.map(|position| Computation { module: self, position: *position })
    }

    /// Returns the computation with the given ID, or `None` if there is none.
    pub fn computation(&self, id: i64) -> Option<Computation<'_>> {
        let position = *self.index.computations.get(&id)?;
        Some(Computation { module: self, position })
    }
}

/// A computation of a verified module.
#[derive(Clone, Copy, Debug)]
pub struct Computation<'m> {
    module: &'m HloModule,
    position: usize,
}

impl<'m> Computation<'m> {
    /// Returns the protocol buffer message of the computation.
    pub fn proto(self) -> &'m HloComputationProto {
        &self.module.proto.computations[self.position]
    }

    fn index(self) -> &'m ComputationIndex {
        &self.module.index.contents[self.position]
    }

    /// Returns the name of the computation.
    pub fn name(self) -> &'m str {
        &self.proto().name
    }

    /// Returns the ID by which calling instructions refer to the computation.
    pub fn id(self) -> i64 {
        self.proto().id
    }

    /// Returns true if this is the entry computation.
    pub fn is_entry(self) -> bool {
        self.position == self.module.index.entry
    }

    fn at(self, position: usize) -> Instruction<'m> {
        Instruction { computation: self, position }
    }

    /// Returns all instructions of the computation, with operands before their users.
    pub fn instructions(self) -> impl ExactSizeIterator<Item = Instruction<'m>> {
        (0..self.proto().instructions.len()).map(move |position| self.at(position))
    }

    /// Returns all instructions of the computation in the order of the schedule. Without a
    /// schedule, the order is the order of [`Computation::instructions`].
    pub fn instructions_as_scheduled(self) -> Vec<Instruction<'m>> {
        let schedule = self.module.proto.schedule.as_ref();
        match schedule.and_then(|schedule| schedule.sequences.get(&self.id())) {
            Some(sequence) => {
                sequence.instruction_ids.iter().filter_map(|id| self.instruction(*id)).collect()
            }
            None => self.instructions().collect(),
        }
    }

    /// Returns the instruction with the given ID, or `None` if there is none.
    pub fn instruction(self, id: i64) -> Option<Instruction<'m>> {
        self.index().instructions.get(&id).map(|position| self.at(*position))
    }

    /// Returns the root instruction, whose result is the result of the computation.
    pub fn root(self) -> Instruction<'m> {
        self.at(self.index().root)
    }

    /// Returns the parameters of the computation, in the order of their numbers.
    pub fn parameters(self) -> impl ExactSizeIterator<Item = Instruction<'m>> {
        self.index().parameters.iter().map(move |position| self.at(*position))
    }
}

/// An instruction of a verified module.
#[derive(Clone, Copy, Debug)]
pub struct Instruction<'m> {
    computation: Computation<'m>,
    position: usize,
}

impl<'m> Instruction<'m> {
    /// Returns the protocol buffer message of the instruction, which contains all attributes.
    pub fn proto(self) -> &'m HloInstructionProto {
        &self.computation.proto().instructions[self.position]
    }

    /// Returns the opcode of the instruction.
    pub fn opcode(self) -> Opcode {
        self.computation.index().opcodes[self.position]
    }

    /// Returns the name of the instruction.
    pub fn name(self) -> &'m str {
        &self.proto().name
    }

    /// Returns the ID by which other instructions refer to this instruction.
    pub fn id(self) -> i64 {
        self.proto().id
    }

    /// Returns the position of the instruction in [`Computation::instructions`].
    pub fn position(self) -> usize {
        self.position
    }

    /// Returns the computation that contains the instruction.
    pub fn computation(self) -> Computation<'m> {
        self.computation
    }

    /// Returns the shape of the instruction's result.
    pub fn shape(self) -> &'m ShapeProto {
        static NONE: ShapeProto = ShapeProto {
            element_type: 0,
            dimensions: Vec::new(),
            is_dynamic_dimension: Vec::new(),
            tuple_shapes: Vec::new(),
            layout: None,
        };
        self.proto().shape.as_ref().unwrap_or(&NONE)
    }

    /// Returns the operands of the instruction, in order.
    pub fn operands(self) -> impl Iterator<Item = Instruction<'m>> {
        let ids = self.proto().operand_ids.iter();
        ids.filter_map(move |id| self.computation.instruction(*id))
    }

    /// Returns the operand with the given number, counted from 0, or `None` if there is none.
    pub fn operand(self, number: usize) -> Option<Instruction<'m>> {
        self.computation.instruction(*self.proto().operand_ids.get(number)?)
    }

    /// Returns the control predecessors, which are instructions that must run before this
    /// instruction although they are not its operands.
    pub fn control_predecessors(self) -> impl Iterator<Item = Instruction<'m>> {
        let ids = self.proto().control_predecessor_ids.iter();
        ids.filter_map(move |id| self.computation.instruction(*id))
    }

    /// Returns the computations that the instruction calls. The order for a `while` is body,
    /// condition; the order for a `select-and-scatter` is select, scatter. The branches of a
    /// `conditional` are ordered by number, with the true computation before the false computation.
    pub fn called_computations(self) -> impl Iterator<Item = Computation<'m>> {
        let module = self.computation.module;
        self.proto().called_computation_ids.iter().filter_map(|id| module.computation(*id))
    }
}
