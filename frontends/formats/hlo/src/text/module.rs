// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes modules: the header, the stack frame tables and the computations.

use super::cursor::{Cursor, Result};
use super::error::ParseError;
use super::header::{ATTRIBUTES, Header, PrintedHeader};
use super::reader::Reader;
use super::recovery_table::ModuleSyntax;
use super::stack_frames;
use super::unique::sanitized;
use super::writer::Writer;
use crate::module::HloModule;
use crate::opcode::Opcode;
use crate::proto::hlo_schedule_proto::InstructionSequence;
use crate::proto::{
    HloComputationProto, HloModuleConfigProto, HloModuleProto, HloModuleProtoWithConfig,
    HloScheduleProto, ProgramShapeProto,
};
use std::collections::{HashMap, HashSet};

/// The reader and the writer of the modules in recovery tables.
const SYNTAX: ModuleSyntax = ModuleSyntax { parse, print };

/// Reads a module from HLO text without verifying it; [`HloModule::with_config`] verifies it.
///
/// # Errors
/// Fails if the text is not HLO text. The error contains the position.
pub fn parse(text: &str) -> std::result::Result<HloModuleProtoWithConfig, ParseError> {
    let mut reader = Reader::new(text);
    let mut header = read_header(&mut reader)?;
    header.module.stack_frame_index = stack_frames::read_if_next(&mut reader.cursor)?;
    let mut entry = None;
    while !reader.cursor.is_at_end() || reader.computations.is_empty() {
        let position = reader.cursor.here();
        let is_entry = reader.computation()?;
        if is_entry && entry.replace(reader.computations.len() - 1).is_some() {
            let message = "the module has more than one entry computation";
            return Err(reader.cursor.error_at(position, message));
        }
    }
    let entry = entry.unwrap_or(reader.computations.len() - 1);
    Ok(finish(header, reader.computations, entry))
}

fn read_header(reader: &mut Reader) -> Result<Header> {
    let cursor = &mut reader.cursor;
    let mut header = Header {
        module: HloModuleProto::default(),
        config: HloModuleConfigProto {
            replica_count: 1,
            num_partitions: 1,
            ..HloModuleConfigProto::default()
        },
        is_scheduled: false,
        syntax: SYNTAX,
    };
    if !cursor.eat_word("HloModule") {
        return if begins_computation(cursor.rest()) {
            Ok(header)
        } else {
            Err(cursor.expected("`HloModule`"))
        };
    }
    header.module.name = cursor.name("the name of the module")?.to_owned();
    cursor.eat(":");
    let mut seen = Vec::new();
    while cursor.eat(",") {
        let position = cursor.here();
        let Some(name) = cursor.attribute_name() else {
            return Err(cursor.expected("an attribute of the module"));
        };
        let Some(attribute) = ATTRIBUTES.iter().find(|attribute| attribute.name == name) else {
            let message = format!("`{name}` is not an attribute of a module");
            return Err(cursor.error_at(position, message));
        };
        if seen.contains(&name) {
            return Err(
                cursor.error_at(position, format!("the module attribute `{name}` is given twice"))
            );
        }
        (attribute.read)(cursor, &mut header)?;
        seen.push(name);
    }
    Ok(header)
}

/// Returns true if a text begins with a computation, as in a module without a header. Computations
/// named `module` or `builtin.module` are excluded, because MLIR modules begin with these words.
pub(crate) fn begins_computation(text: &str) -> bool {
    let mut ahead = Cursor::new(text);
    let is_entry = ahead.eat_word("ENTRY");
    let name = ahead.name("a name").unwrap_or("module");
    is_entry
        || (!["module", "builtin.module"].contains(&name) && (ahead.is_at("{") || ahead.is_at("(")))
}

/// Sets the execution thread of the computations that an `async-start` runs on a thread, and of
/// all computations that they call.
fn name_threads(computations: &mut [HloComputationProto]) {
    let mut threads: HashMap<i64, String> = HashMap::new();
    // Callers come after their callees, so a reverse walk visits callers first.
    for computation in computations.iter_mut().rev() {
        if let Some(thread) = threads.get(&computation.id) {
            computation.execution_thread.clone_from(thread);
        }
        for instruction in &computation.instructions {
            let thread = match instruction.opcode == Opcode::AsyncStart.name() {
                true => &instruction.async_execution_thread,
                false => &computation.execution_thread,
            };
            for callee in instruction.called_computation_ids.iter().filter(|_| !thread.is_empty()) {
                threads.insert(*callee, thread.clone());
            }
        }
    }
}

/// Sets the fields of a module's message that are derived from the text: schedule, threads, fusion
/// computations, program shape and entry.
fn finish(
    header: Header,
    mut computations: Vec<HloComputationProto>,
    entry: usize,
) -> HloModuleProtoWithConfig {
    let Header { mut module, config, is_scheduled, .. } = header;
    let fused: HashSet<i64> = computations
        .iter()
        .flat_map(|computation| &computation.instructions)
        .filter(|instruction| instruction.opcode == Opcode::Fusion.name())
        .flat_map(|instruction| instruction.called_computation_ids.clone())
        .collect();
    for computation in &mut computations {
        computation.is_fusion_computation = fused.contains(&computation.id);
    }
    if is_scheduled {
        let sequence = |computation: &HloComputationProto| {
            let ids = computation.instructions.iter().map(|instruction| instruction.id);
            (computation.id, InstructionSequence { instruction_ids: ids.collect() })
        };
        let scheduled = computations.iter().filter(|one| !one.is_fusion_computation);
        module.schedule = Some(HloScheduleProto { sequences: scheduled.map(sequence).collect() });
    }
    name_threads(&mut computations);
    if module.name.is_empty() {
        module.name = format!("module_{}", computations[entry].name);
    }
    let own = computations[entry].program_shape.clone().unwrap_or_default();
    let program = module
        .host_program_shape
        .get_or_insert_with(|| ProgramShapeProto { parameter_names: Vec::new(), ..own });
    program.parameter_names = own_names(&computations[entry]);
    module.entry_computation_name = computations[entry].name.clone();
    module.entry_computation_id = computations[entry].id;
    module.computations = computations;
    HloModuleProtoWithConfig { hlo_module: Some(module), config: Some(config) }
}

fn own_names(entry: &HloComputationProto) -> Vec<String> {
    let count = entry.program_shape.as_ref().map_or(0, |program| program.parameters.len());
    (0..count).map(|number| format!("p{number}")).collect()
}

/// Writes a module as text that XLA can read, with layouts, metadata and complete constants.
pub fn print(module: &HloModule) -> String {
    let mut writer = Writer::new(module);
    let proto = module.proto();
    let header = PrintedHeader { module: proto, config: module.config(), syntax: SYNTAX };
    writer.push(&format!("HloModule {}", sanitized(&proto.name)));
    for attribute in &ATTRIBUTES {
        let mut value = String::new();
        (attribute.write)(&mut value, &header);
        if !value.is_empty() {
            writer.push(&format!(", {}={value}", attribute.name));
        }
    }
    writer.push("\n");
    if let Some(index) = &proto.stack_frame_index {
        stack_frames::write(&mut writer.out, index);
    }
    writer.write_computations();
    writer.out
}
