// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A module whose references have been verified, and views of what it is made of.

use crate::opcode::Opcode;
use crate::proto::hlo_instruction_proto::ReplicaGroupList;
use crate::proto::{
    HloComputationProto, HloInstructionProto, HloModuleConfigProto, HloModuleProto,
    HloModuleProtoWithConfig, ShapeProto,
};
use crate::verify::{self, VerifyError};
use std::collections::HashMap;

/// Puts groups of a range, which older protos have within lists of devices, where newer ones
/// have them.
fn renew_groups(proto: &mut HloModuleProto) {
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

/// A module of HLO. Every id in it leads somewhere: operands to instructions of the same
/// computation that come before, called computations to computations, without cycles.
#[derive(Clone, Debug)]
pub struct HloModule {
    proto: HloModuleProto,
    config: HloModuleConfigProto,
    index: Index,
}

/// Where things are, by their ids.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    /// The position of the entry computation.
    pub entry: usize,
    /// The positions of computations.
    pub computations: HashMap<i64, usize>,
    /// Of each computation, by position.
    pub contents: Vec<ComputationIndex>,
    /// The positions of computations, those that are called before those that call them.
    pub callees_first: Vec<usize>,
}

/// Where the instructions of a computation are.
#[derive(Clone, Debug, Default)]
pub(crate) struct ComputationIndex {
    /// The positions of instructions by their ids.
    pub instructions: HashMap<i64, usize>,
    /// The opcodes of instructions, by position.
    pub opcodes: Vec<Opcode>,
    /// The positions of parameters, by number.
    pub parameters: Vec<usize>,
    /// The position of the root.
    pub root: usize,
}

impl HloModule {
    /// A module with the configuration of a single device.
    ///
    /// # Errors
    /// If a reference in it leads nowhere, or a shape or literal is not sound.
    pub fn new(module: HloModuleProto) -> Result<Self, VerifyError> {
        let config = HloModuleConfigProto {
            replica_count: 1,
            num_partitions: 1,
            ..HloModuleConfigProto::default()
        };
        Self::with_config(module, config)
    }

    /// A module with the part of its configuration that HLO text has.
    ///
    /// # Errors
    /// As [`HloModule::new`].
    pub fn with_config(
        mut proto: HloModuleProto,
        config: HloModuleConfigProto,
    ) -> Result<Self, VerifyError> {
        renew_groups(&mut proto);
        let index = verify::module(&proto)?;
        Ok(Self { proto, config, index })
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.proto.name
    }

    /// The message.
    pub fn proto(&self) -> &HloModuleProto {
        &self.proto
    }

    /// What the module is compiled for, as far as HLO text says it.
    pub fn config(&self) -> &HloModuleConfigProto {
        &self.config
    }

    /// The message and the configuration.
    pub fn into_proto(self) -> HloModuleProtoWithConfig {
        HloModuleProtoWithConfig { hlo_module: Some(self.proto), config: Some(self.config) }
    }

    /// The computation that runs.
    pub fn entry(&self) -> Computation<'_> {
        Computation { module: self, position: self.index.entry }
    }

    /// All computations, in the order of the message.
    pub fn computations(&self) -> impl ExactSizeIterator<Item = Computation<'_>> {
        let count = self.proto.computations.len();
        (0..count).map(|position| Computation { module: self, position })
    }

    /// All computations, those that are called before those that call them.
    pub fn computations_callees_first(&self) -> impl Iterator<Item = Computation<'_>> {
        let positions = self.index.callees_first.iter();
        positions.map(|position| Computation { module: self, position: *position })
    }

    /// The computation of an id.
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
    /// The message.
    pub fn proto(self) -> &'m HloComputationProto {
        &self.module.proto.computations[self.position]
    }

    fn index(self) -> &'m ComputationIndex {
        &self.module.index.contents[self.position]
    }

    /// The name.
    pub fn name(self) -> &'m str {
        &self.proto().name
    }

    /// The id that calls refer to.
    pub fn id(self) -> i64 {
        self.proto().id
    }

    /// Whether it is the one that runs.
    pub fn is_entry(self) -> bool {
        self.position == self.module.index.entry
    }

    fn at(self, position: usize) -> Instruction<'m> {
        Instruction { computation: self, position }
    }

    /// All instructions, operands before those that use them.
    pub fn instructions(self) -> impl ExactSizeIterator<Item = Instruction<'m>> {
        (0..self.proto().instructions.len()).map(move |position| self.at(position))
    }

    /// All instructions in the order in which they are scheduled, if the module has a schedule,
    /// or else as [`Computation::instructions`].
    pub fn instructions_as_scheduled(self) -> Vec<Instruction<'m>> {
        let schedule = self.module.proto.schedule.as_ref();
        match schedule.and_then(|schedule| schedule.sequences.get(&self.id())) {
            Some(sequence) => {
                sequence.instruction_ids.iter().filter_map(|id| self.instruction(*id)).collect()
            }
            None => self.instructions().collect(),
        }
    }

    /// The instruction of an id.
    pub fn instruction(self, id: i64) -> Option<Instruction<'m>> {
        self.index().instructions.get(&id).map(|position| self.at(*position))
    }

    /// The instruction whose result is that of the computation.
    pub fn root(self) -> Instruction<'m> {
        self.at(self.index().root)
    }

    /// The parameters, by number.
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
    /// The message, which has all attributes.
    pub fn proto(self) -> &'m HloInstructionProto {
        &self.computation.proto().instructions[self.position]
    }

    /// What it does.
    pub fn opcode(self) -> Opcode {
        self.computation.index().opcodes[self.position]
    }

    /// The name.
    pub fn name(self) -> &'m str {
        &self.proto().name
    }

    /// The id that operands refer to.
    pub fn id(self) -> i64 {
        self.proto().id
    }

    /// The position in [`Computation::instructions`].
    pub fn position(self) -> usize {
        self.position
    }

    /// The computation it is in.
    pub fn computation(self) -> Computation<'m> {
        self.computation
    }

    /// The shape of its result.
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

    /// The operands.
    pub fn operands(self) -> impl Iterator<Item = Instruction<'m>> {
        let ids = self.proto().operand_ids.iter();
        ids.filter_map(move |id| self.computation.instruction(*id))
    }

    /// An operand.
    pub fn operand(self, number: usize) -> Option<Instruction<'m>> {
        self.computation.instruction(*self.proto().operand_ids.get(number)?)
    }

    /// What must run before, though it is no operand.
    pub fn control_predecessors(self) -> impl Iterator<Item = Instruction<'m>> {
        let ids = self.proto().control_predecessor_ids.iter();
        ids.filter_map(move |id| self.computation.instruction(*id))
    }

    /// The computations it calls: the body and the condition of a `while`; of
    /// `select-and-scatter` the selection and the combination; the branches of a `conditional`
    /// by number, that for true before that for false.
    pub fn called_computations(self) -> impl Iterator<Item = Computation<'m>> {
        let module = self.computation.module;
        self.proto().called_computation_ids.iter().filter_map(|id| module.computation(*id))
    }
}
