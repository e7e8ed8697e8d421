// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes the recovery table, which states how to compute arrays that were optimized
//! away. Each entry contains the old array, a new array and often a module that computes the old
//! array from the new array. The module is a quoted string of HLO text.

use super::attribute::{read_original_array, write_original_array};
use super::cursor::{Cursor, Result};
use super::error::ParseError;
use super::escape::quote;
use crate::module::HloModule;
use crate::proto::original_value_recovery_table_proto::Entry;
use crate::proto::{HloModuleProtoWithConfig, OriginalValueRecoveryTableProto};

/// The reader and the writer of a whole module. The table is part of a module and contains modules,
/// so the reader and the writer of the module pass themselves to it.
#[derive(Clone, Copy)]
pub struct ModuleSyntax {
    /// Reads a module from HLO text.
    pub parse: fn(&str) -> std::result::Result<HloModuleProtoWithConfig, ParseError>,
    /// Writes a module as HLO text.
    pub print: fn(&HloModule) -> String,
}

/// Reads a recovery table.
pub fn read(cursor: &mut Cursor, syntax: ModuleSyntax) -> Result<OriginalValueRecoveryTableProto> {
    let mut table = OriginalValueRecoveryTableProto::default();
    cursor.expect("{")?;
    while !cursor.eat("}") {
        let old_original_array = Some(read_original_array(cursor)?);
        cursor.expect(":")?;
        let new_original_array = Some(read_original_array(cursor)?);
        let mut recovery_module = None;
        if cursor.eat(",") {
            let position = cursor.here();
            let text = cursor.utf8()?;
            // The recursion is bounded, because each level of quotes doubles the length of
            // escapes.
            let module = (syntax.parse)(&text).map_err(|error| {
                cursor.error_at(
                    position,
                    format!("in the HLO module that this string contains: {error}"),
                )
            })?;
            recovery_module = module.hlo_module;
        }
        table.entries.push(Entry { old_original_array, new_original_array, recovery_module });
    }
    Ok(table)
}

/// Writes a recovery table. Its modules were verified together with the module that contains it.
pub fn write(out: &mut String, table: &OriginalValueRecoveryTableProto, syntax: ModuleSyntax) {
    out.push_str("{\n");
    for entry in &table.entries {
        out.push_str("  ");
        write_original_array(out, entry.old_original_array.as_ref());
        out.push_str(" : ");
        write_original_array(out, entry.new_original_array.as_ref());
        let module = entry.recovery_module.clone().map(HloModule::new);
        if let Some(Ok(module)) = module {
            out.push_str(", ");
            quote(out, (syntax.print)(&module).as_bytes());
        }
        out.push('\n');
    }
    out.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::module::{parse, print};

    #[test]
    fn tables_come_back() {
        let text = r#"{ {"a"} : {"b" {0}}, "HloModule m ENTRY e { ROOT p = s32[] parameter(0) }"
            {"c"} : {} }"#;
        let syntax = ModuleSyntax { parse, print };
        let table = read(&mut Cursor::new(text), syntax).expect("a table");
        let mut out = String::new();
        write(&mut out, &table, syntax);
        assert_eq!(read(&mut Cursor::new(&out), syntax), Ok(table));
        let text = r#"{ {} : {}, "HloModule" }"#;
        let error = read(&mut Cursor::new(text), syntax).expect_err("no module");
        let expected = "in the HLO module that this string contains: 1:10: expected the name";
        assert!(error.message.starts_with(expected));
    }
}
