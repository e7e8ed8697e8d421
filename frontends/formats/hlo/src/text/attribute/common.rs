// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes that every instruction in HLO text may have.

use super::Attribute;
use super::field::message;
use crate::proto::{FrontendAttributes, Statistic, StatisticsViz};
use crate::text::cursor::{Cursor, Result};
use crate::text::escape::quote;
use crate::text::number::Float;
use crate::text::strings::is_json_object;
use crate::text::unique::identifier;
use crate::text::{list, metadata, sharding};
use std::fmt::Write as _;

pub static SHARDING: Attribute = Attribute {
    is_set: |instruction| instruction.sharding.is_some(),
    ..message!("sharding", sharding::read, sharding::write, sharding)
};

pub static METADATA: Attribute = message!("metadata", metadata::read, metadata::write, metadata);

pub static FRONTEND_ATTRIBUTES: Attribute = message!(
    "frontend_attributes",
    read_frontend_attributes,
    write_frontend_attributes,
    frontend_attributes
);

pub static STATISTICS: Attribute =
    message!("statistics", read_statistics, write_statistics, statistics_viz);

pub static BACKEND_CONFIG: Attribute = Attribute {
    name: "backend_config",
    read: |reader, instruction| {
        instruction.backend_config = reader.cursor.string_or_json()?;
        Ok(())
    },
    is_set: |instruction| !instruction.backend_config.is_empty(),
    write: |writer, instruction| write_json_or_string(&mut writer.out, &instruction.backend_config),
};

/// The attribute `control-predecessors`: instructions that must run before this instruction
/// although they are not its operands.
pub static CONTROL_PREDECESSORS: Attribute = Attribute {
    name: "control-predecessors",
    read: |reader, instruction| {
        let names = reader.cursor.list(["{", "}"], |cursor| {
            let position = cursor.here();
            Ok((position, cursor.name("the name of an instruction")?))
        })?;
        for (position, name) in names {
            let id = reader.instruction_id(name, position)?;
            instruction.control_predecessor_ids.push(id);
        }
        Ok(())
    },
    is_set: |instruction| !instruction.control_predecessor_ids.is_empty(),
    write: |writer, instruction| {
        let names = instruction.control_predecessor_ids.iter().map(|id| writer.instruction(*id));
        let names = names.collect::<Vec<_>>().join(", ");
        writer.push(&format!("{{{names}}}"));
    },
};

/// Reads the frontend attributes of a module or an instruction.
pub fn read_frontend_attributes(cursor: &mut Cursor) -> Result<FrontendAttributes> {
    let entries = cursor.list(["{", "}"], |cursor| {
        let Some(name) = cursor.attribute_name() else {
            return Err(cursor.expected("the name of a frontend attribute"));
        };
        let position = cursor.here();
        let value = String::from_utf8(cursor.string_or_json()?)
            .map_err(|_| cursor.error_at(position, "the string is not UTF-8"))?;
        Ok((name.to_owned(), value))
    })?;
    Ok(FrontendAttributes { map: entries.into_iter().collect() })
}

/// Writes the frontend attributes of a module or an instruction.
pub fn write_frontend_attributes(out: &mut String, attributes: &FrontendAttributes) {
    out.push('{');
    let entries: Vec<_> = attributes.map.iter().collect();
    list::join(out, &entries, ",", |out, (name, value)| {
        let _ = write!(out, "{}=", identifier(name));
        write_json_or_string(out, value.as_bytes());
    });
    out.push('}');
}

fn write_json_or_string(out: &mut String, value: &[u8]) {
    match std::str::from_utf8(value) {
        Ok(text) if is_json_object(value) => out.push_str(text),
        _ => quote(out, value),
    }
}

fn read_statistics(cursor: &mut Cursor) -> Result<StatisticsViz> {
    cursor.expect("{")?;
    let mut statistics = StatisticsViz::default();
    if cursor.eat("}") {
        return Ok(statistics);
    }
    cursor.expect("visualizing_index=")?;
    statistics.stat_index_to_visualize = cursor.integer()?;
    while cursor.eat(",") {
        let Some(name) = cursor.attribute_name() else {
            return Err(cursor.expected("the name of a statistic"));
        };
        let statistic = Statistic { stat_name: name.to_owned(), stat_val: cursor.float()? };
        statistics.statistics.push(statistic);
    }
    cursor.expect("}")?;
    Ok(statistics)
}

fn write_statistics(out: &mut String, statistics: &StatisticsViz) {
    let _ = write!(out, "{{visualizing_index={}", statistics.stat_index_to_visualize);
    for statistic in &statistics.statistics {
        let _ = write!(out, ",{}={}", identifier(&statistic.stat_name), Float(statistic.stat_val));
    }
    out.push('}');
}
