// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes the attributes in a module's header, after its name. The table [`ATTRIBUTES`]
//! defines each attribute once, for reading and for writing.

use super::attribute::{read_original_array, write_original_array};
use super::cursor::{Cursor, Result};
use super::recovery_table::ModuleSyntax;
use super::{aliasing, list, recovery_table, shape};
use crate::proto::debug_attributes_proto::DebugLogModeProto;
use crate::proto::{
    DebugAttributeTableEntryProto, DebugAttributesProto, HloModuleConfigProto, HloModuleProto,
    ProgramShapeProto,
};
use std::fmt::Write as _;

/// The header of a module that is being read: the message, the configuration, and whether the
/// module is scheduled.
pub struct Header {
    /// The protocol buffer message of the module.
    pub module: HloModuleProto,
    /// The configuration of the module.
    pub config: HloModuleConfigProto,
    /// Whether the order of the instructions in the text is the schedule.
    pub is_scheduled: bool,
    /// The reader and the writer of the modules in the recovery table.
    pub syntax: ModuleSyntax,
}

/// A module whose header is being written.
pub struct PrintedHeader<'m> {
    /// The protocol buffer message of the module.
    pub module: &'m HloModuleProto,
    /// The configuration of the module.
    pub config: &'m HloModuleConfigProto,
    /// The reader and the writer of the modules in the recovery table.
    pub syntax: ModuleSyntax,
}

/// Attribute in the header of a module.
pub struct ModuleAttribute {
    /// Name of the module attribute, before the `=`.
    pub name: &'static str,
    /// Reads the value of the module attribute, after the `=`.
    pub read: fn(&mut Cursor, &mut Header) -> Result<()>,
    /// Writes the value of the module attribute, or nothing if it is the default.
    pub write: fn(&mut String, &PrintedHeader),
}

/// All attributes of a module, in the order in which they are written.
pub static ATTRIBUTES: [ModuleAttribute; 12] = [
    ModuleAttribute {
        name: "is_scheduled",
        read: |cursor, header| {
            header.is_scheduled = cursor.boolean()?;
            Ok(())
        },
        write: |out, PrintedHeader { module, .. }| {
            let scheduled = |schedule: &crate::proto::HloScheduleProto| {
                schedule.sequences.contains_key(&module.entry_computation_id)
            };
            if module.schedule.as_ref().is_some_and(scheduled) {
                out.push_str("true");
            }
        },
    },
    ModuleAttribute {
        name: "input_output_alias",
        read: |cursor, header| {
            let aliases = header.module.input_output_alias.get_or_insert_default();
            aliases.entries = aliasing::read_module(cursor)?;
            Ok(())
        },
        write: |out, PrintedHeader { module, .. }| match &module.input_output_alias {
            Some(aliases) if !aliases.entries.is_empty() => {
                aliasing::write_module(out, &aliases.entries);
            }
            _ => {}
        },
    },
    ModuleAttribute {
        name: "buffer_donor",
        read: |cursor, header| {
            let donors = header.module.buffer_donor.get_or_insert_default();
            donors.entries = aliasing::read_donors(cursor)?;
            Ok(())
        },
        write: |out, PrintedHeader { module, .. }| match &module.buffer_donor {
            Some(donors) if !donors.entries.is_empty() => {
                aliasing::write_donors(out, &donors.entries);
            }
            _ => {}
        },
    },
    ModuleAttribute {
        name: "alias_passthrough_params",
        read: |cursor, header| {
            header.config.alias_passthrough_params = cursor.boolean()?;
            Ok(())
        },
        write: |out, PrintedHeader { config, .. }| {
            if config.alias_passthrough_params {
                out.push_str("true");
            }
        },
    },
    ModuleAttribute {
        name: "entry_computation_layout",
        read: |cursor, header| {
            header.module.host_program_shape = Some(read_program_shape(cursor)?);
            Ok(())
        },
        write: |out, PrintedHeader { module, .. }| {
            // A program shape without a result is empty; readers use that of the entry instead.
            let program = module.host_program_shape.as_ref();
            if let Some(program) = program.filter(|program| program.result.is_some()) {
                write_program_shape(out, program);
            }
        },
    },
    ModuleAttribute {
        name: "allow_spmd_sharding_propagation_to_parameters",
        read: |cursor, header| {
            header.config.allow_spmd_sharding_propagation_to_parameters = read_booleans(cursor)?;
            Ok(())
        },
        write: |out, PrintedHeader { config, .. }| {
            write_booleans(out, &config.allow_spmd_sharding_propagation_to_parameters);
        },
    },
    ModuleAttribute {
        name: "allow_spmd_sharding_propagation_to_output",
        read: |cursor, header| {
            header.config.allow_spmd_sharding_propagation_to_output = read_booleans(cursor)?;
            Ok(())
        },
        write: |out, PrintedHeader { config, .. }| {
            write_booleans(out, &config.allow_spmd_sharding_propagation_to_output);
        },
    },
    ModuleAttribute {
        name: "replica_count",
        read: |cursor, header| {
            header.config.replica_count = cursor.integer()?;
            Ok(())
        },
        write: |out, PrintedHeader { config, .. }| {
            if config.replica_count > 1 {
                let _ = write!(out, "{}", config.replica_count);
            }
        },
    },
    ModuleAttribute {
        name: "num_partitions",
        read: |cursor, header| {
            header.config.num_partitions = cursor.integer()?;
            header.config.use_spmd_partitioning = header.config.num_partitions != 1;
            Ok(())
        },
        write: |out, PrintedHeader { config, .. }| {
            if config.num_partitions > 1 {
                let _ = write!(out, "{}", config.num_partitions);
            }
        },
    },
    ModuleAttribute {
        name: "frontend_attributes",
        read: |cursor, header| {
            header.module.frontend_attributes =
                Some(super::attribute::read_frontend_attributes(cursor)?);
            Ok(())
        },
        write: |out, PrintedHeader { module, .. }| match &module.frontend_attributes {
            Some(attributes) if !attributes.map.is_empty() => {
                super::attribute::write_frontend_attributes(out, attributes);
            }
            _ => {}
        },
    },
    ModuleAttribute {
        name: "origin_recovery_table",
        read: |cursor, header| {
            header.module.original_value_recovery_table =
                Some(recovery_table::read(cursor, header.syntax)?);
            Ok(())
        },
        write: |out, PrintedHeader { module, syntax, .. }| match &module
            .original_value_recovery_table
        {
            Some(table) if !table.entries.is_empty() => recovery_table::write(out, table, *syntax),
            _ => {}
        },
    },
    ModuleAttribute {
        name: "debug_attributes",
        read: |cursor, header| {
            header.module.debug_attributes = cursor.list(["{", "}"], read_debug_attributes)?;
            Ok(())
        },
        write: |out, PrintedHeader { module, .. }| {
            if !module.debug_attributes.is_empty() {
                out.push('{');
                list::join(out, &module.debug_attributes, ", ", write_debug_attributes);
                out.push('}');
            }
        },
    },
];

fn read_program_shape(cursor: &mut Cursor) -> Result<ProgramShapeProto> {
    cursor.expect("{")?;
    let parameters = cursor.list(["(", ")"], shape::read)?;
    cursor.expect("->")?;
    let result = Some(shape::read(cursor)?);
    cursor.expect("}")?;
    Ok(ProgramShapeProto { parameters, result, parameter_names: Vec::new() })
}

fn write_program_shape(out: &mut String, program: &ProgramShapeProto) {
    out.push_str("{(");
    list::join(out, &program.parameters, ", ", shape::write);
    out.push_str(")->");
    shape::write(out, &program.result.clone().unwrap_or_default());
    out.push('}');
}

fn read_booleans(cursor: &mut Cursor) -> Result<Vec<bool>> {
    match cursor.is_at("{") {
        true => cursor.list(["{", "}"], Cursor::boolean),
        false => Ok(vec![cursor.boolean()?]),
    }
}

fn write_booleans(out: &mut String, values: &[bool]) {
    if !matches!(values, [] | [false]) {
        out.push_str(&list::braced(values));
    }
}

const LOG_MODES: [(&str, DebugLogModeProto); 2] = [
    ("default", DebugLogModeProto::Default),
    ("fusion_debugger", DebugLogModeProto::FusionDebugger),
];

fn read_debug_attributes(cursor: &mut Cursor) -> Result<DebugAttributeTableEntryProto> {
    let original_array = Some(read_original_array(cursor)?);
    cursor.expect(":")?;
    let debug_attributes = cursor.list(["(", ")"], |cursor| {
        let mut attributes = DebugAttributesProto::default();
        cursor.expect("{")?;
        while !cursor.eat("}") {
            cursor.eat(",");
            match cursor.attribute_name() {
                Some("log_mode") => {
                    let mode = LOG_MODES.iter().find(|row| cursor.eat_word(row.0));
                    let Some(mode) = mode else {
                        return Err(cursor.expected("`default` or `fusion_debugger`"));
                    };
                    attributes.log_mode = mode.1.into();
                }
                Some("callback_id") => attributes.callback_id = cursor.integer()?,
                Some("op_id") => attributes.op_id = cursor.integer()?,
                Some("partitioned") => attributes.partitioned = cursor.boolean()?,
                _ => return Err(cursor.expected("a debug attribute or `}`")),
            }
        }
        Ok(attributes)
    })?;
    Ok(DebugAttributeTableEntryProto { original_array, debug_attributes })
}

fn write_debug_attributes(out: &mut String, entry: &DebugAttributeTableEntryProto) {
    write_original_array(out, entry.original_array.as_ref());
    out.push_str(":(");
    list::join(out, &entry.debug_attributes, ",", |out, attributes| {
        let mode = LOG_MODES.iter().find(|row| row.1 == attributes.log_mode());
        let mode = mode.map_or("default", |row| row.0);
        let DebugAttributesProto { callback_id, op_id, partitioned, .. } = attributes;
        let _ = write!(
            out,
            "{{log_mode={mode},callback_id={callback_id},op_id={op_id},partitioned={partitioned}}}"
        );
    });
    out.push(')');
}
