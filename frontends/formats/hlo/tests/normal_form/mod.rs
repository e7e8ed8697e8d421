// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Normal form of modules, in which equivalent modules are equal messages. Ids and the order of
//! computations and instructions are chosen anew, beginning with the root.

use hloom_hlo::proto::{
    HloComputationProto, HloInstructionProto, HloModuleProto, LiteralProto, ShapeProto,
    StackFrameIndexProto,
};
use hloom_hlo::{ElementClass, HloModule, PrimitiveType};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Differences between two modules that the normal form ignores.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ignored {
    /// No difference in data that HLO text has.
    Nothing,
    /// Data that XLA loses when it reads a text: the sign of `-0`, and the element size in bits
    /// of a constant's layout.
    LostByXla,
    /// As [`Ignored::LostByXla`], and also names, which the text chooses anew in each computation.
    Names,
}

/// Returns the message of a module in normal form.
pub fn of(module: &HloModule, ignored: Ignored) -> HloModuleProto {
    let source = module.proto();
    let mut order = Vec::new();
    let mut seen = HashSet::new();
    visit_computation(module, source.entry_computation_id, &mut seen, &mut order);
    // XLA's messages include computations that nothing calls, in no particular order.
    for computation in &source.computations {
        visit_computation(module, computation.id, &mut seen, &mut order);
    }
    let computation_ids: HashMap<i64, i64> =
        order.iter().enumerate().map(|(position, id)| (*id, position as i64)).collect();
    let by_id: HashMap<i64, &HloComputationProto> =
        source.computations.iter().map(|computation| (computation.id, computation)).collect();
    let mut instruction_ids = HashMap::new();
    let mut normal = source.clone();
    normal.id = 0;
    normal.stack_frame_index = None;
    // HLO text does not have these fields.
    normal.device_assignment = None;
    normal.spmd_output_sharding = None;
    normal.spmd_parameters_shardings.clear();
    normal.entry_computation_id = computation_ids[&source.entry_computation_id];
    normal.computations.clear();
    for id in &order {
        let computation = by_id[id];
        let prefix = computation_ids[id] << 32;
        for (position, instruction) in instruction_order(computation).into_iter().enumerate() {
            instruction_ids.insert(instruction, prefix | position as i64);
        }
        normal.computations.push(computation_of(computation, &computation_ids, &instruction_ids));
    }
    if let Some(schedule) = &mut normal.schedule {
        let sequences = std::mem::take(&mut schedule.sequences);
        schedule.sequences = sequences
            .into_iter()
            .map(|(computation, mut sequence)| {
                for id in &mut sequence.instruction_ids {
                    *id = instruction_ids[id];
                }
                (computation_ids[&computation], sequence)
            })
            .collect::<BTreeMap<_, _>>();
    }
    if ignored == Ignored::Names {
        drop_names(&mut normal);
    }
    let frames = source.stack_frame_index.clone().unwrap_or_default();
    for computation in &mut normal.computations {
        for instruction in &mut computation.instructions {
            place_metadata(instruction, &frames);
            drop_empty(instruction);
            if let (true, Some(literal)) = (ignored != Ignored::Nothing, &mut instruction.literal) {
                drop_lost(literal);
                instruction.shape.iter_mut().for_each(drop_element_sizes);
            }
        }
    }
    if let Some(table) = &mut normal.original_value_recovery_table {
        table.entries.sort_by_key(|entry| format!("{:?}", entry.old_original_array));
        for inner in table.entries.iter_mut().filter_map(|entry| entry.recovery_module.as_mut()) {
            *inner = of(&HloModule::new(inner.clone()).expect("it is verified"), ignored);
        }
    }
    normal.frontend_attributes = normal.frontend_attributes.filter(|all| !all.map.is_empty());
    normal.input_output_alias = normal.input_output_alias.filter(|all| !all.entries.is_empty());
    if let Some(aliases) = &mut normal.input_output_alias {
        aliases.entries.sort_by(|one, other| one.output_shape_index.cmp(&other.output_shape_index));
    }
    normal.buffer_donor = normal.buffer_donor.filter(|all| !all.entries.is_empty());
    normal
}

fn visit_computation(module: &HloModule, id: i64, seen: &mut HashSet<i64>, order: &mut Vec<i64>) {
    if !seen.insert(id) {
        return;
    }
    let Some(computation) = module.computation(id) else { return };
    for instruction in instruction_order(computation.proto()) {
        let calls = computation.instruction(instruction).map(|found| found.proto());
        for callee in calls.map(|proto| proto.called_computation_ids.clone()).unwrap_or_default() {
            visit_computation(module, callee, seen, order);
        }
    }
    order.push(id);
}

/// Returns the instruction ids in depth-first postorder from the root, followed by the
/// instructions that the root does not need.
fn instruction_order(computation: &HloComputationProto) -> Vec<i64> {
    let by_id: HashMap<i64, &HloInstructionProto> =
        computation.instructions.iter().map(|one| (one.id, one)).collect();
    let mut order = Vec::new();
    let mut seen = HashSet::new();
    let mut rest: Vec<&HloInstructionProto> = computation.instructions.iter().collect();
    rest.sort_by_key(|one| (one.opcode != "parameter", one.parameter_number, one.name.clone()));
    let starts = std::iter::once(computation.root_id).chain(rest.iter().map(|one| one.id));
    for start in starts {
        let mut open = vec![(start, false)];
        while let Some((id, done)) = open.pop() {
            if done {
                order.push(id);
                continue;
            }
            if !seen.insert(id) {
                continue;
            }
            open.push((id, true));
            let instruction = by_id[&id];
            let mut before = instruction.control_predecessor_ids.clone();
            before.sort_by_key(|id| by_id[id].name.clone());
            for id in before.iter().chain(instruction.operand_ids.iter().rev()) {
                open.push((*id, false));
            }
        }
    }
    order
}

fn computation_of(
    source: &HloComputationProto,
    computations: &HashMap<i64, i64>,
    instructions: &HashMap<i64, i64>,
) -> HloComputationProto {
    let mut normal = source.clone();
    normal.id = computations[&source.id];
    normal.root_id = instructions[&source.root_id];
    for instruction in &mut normal.instructions {
        instruction.id = instructions[&instruction.id];
        for id in &mut instruction.operand_ids {
            *id = instructions[id];
        }
        for id in &mut instruction.control_predecessor_ids {
            *id = instructions[id];
        }
        instruction.control_predecessor_ids.sort_unstable();
        for id in &mut instruction.called_computation_ids {
            *id = computations[id];
        }
    }
    normal.instructions.sort_by_key(|instruction| instruction.id);
    normal
}

fn drop_names(module: &mut HloModuleProto) {
    module.entry_computation_name.clear();
    for computation in &mut module.computations {
        computation.name.clear();
        if let Some(program) = &mut computation.program_shape {
            program.parameter_names.clear();
        }
        for instruction in &mut computation.instructions {
            instruction.name.clear();
        }
    }
}

/// Replaces the stack frame id in metadata by the source locations that it refers to, because XLA
/// renumbers frames when it reads a text.
fn place_metadata(instruction: &mut HloInstructionProto, frames: &StackFrameIndexProto) {
    let Some(metadata) = &mut instruction.metadata else { return };
    let mut trace = String::new();
    let mut frame = std::mem::take(&mut metadata.stack_frame_id);
    let row = |number: i32| usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    while let Some(found) = row(frame).and_then(|row| frames.stack_frames.get(row)) {
        if let Some(place) =
            row(found.file_location_id).and_then(|row| frames.file_locations.get(row))
        {
            let file = row(place.file_name_id).and_then(|row| frames.file_names.get(row));
            let function =
                row(place.function_name_id).and_then(|row| frames.function_names.get(row));
            trace += &format!("{file:?} {function:?} {} {};", place.line, place.column);
        }
        if found.parent_frame_id == frame || trace.len() > 100_000 {
            break;
        }
        frame = found.parent_frame_id;
    }
    metadata.deduplicated_name += &trace;
}

/// Drops messages that are equal to the default.
fn drop_empty(instruction: &mut HloInstructionProto) {
    fn drop_default<T: Default + PartialEq>(message: &mut Option<Box<T>>) {
        message.take_if(|message| **message == T::default());
    }
    drop_default(&mut instruction.metadata);
    drop_default(&mut instruction.frontend_attributes);
    drop_default(&mut instruction.statistics_viz);
    drop_default(&mut instruction.sparsity_config);
    instruction.precision_config.take_if(|config| {
        config.algorithm == 0 && config.operand_precision.iter().all(|precision| *precision == 0)
    });
}

/// Drops the sign of zeros.
fn drop_lost(literal: &mut LiteralProto) {
    for element in &mut literal.tuple_literals {
        drop_lost(element);
    }
    let element = literal.shape.as_ref().map_or(PrimitiveType::Invalid, ShapeProto::element_type);
    let width = match (element, element.class()) {
        (PrimitiveType::C64, _) => 4,
        (PrimitiveType::C128, _) => 8,
        (_, Some(ElementClass::Float)) => element.byte_width().expect("a float has bytes"),
        _ => return,
    };
    let mut bytes = literal.bytes().expect("the module is verified");
    let sign = match element {
        PrimitiveType::F4e2m1fn => 0x08,
        PrimitiveType::F6e2m3fn | PrimitiveType::F6e3m2fn => 0x20,
        _ => 0x80,
    };
    for part in bytes.chunks_exact_mut(width) {
        if part[width - 1] == sign && part[..width - 1].iter().all(|byte| *byte == 0) {
            part[width - 1] = 0;
        }
    }
    let shape = literal.shape.clone().expect("it has a type");
    *literal = LiteralProto::from_bytes(shape, bytes).expect("as many as before");
}

fn drop_element_sizes(shape: &mut ShapeProto) {
    if let Some(layout) = &mut shape.layout {
        layout.element_size_in_bits = 0;
    }
}
