// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! How arrays that were optimized away are computed again from others: pairs of them, each with
//! the text of a module that does it, in quotes.

use super::attribute::{read_original_array, write_original_array};
use super::cursor::{Cursor, Result};
use super::escape::quote;
use super::module::{parse, print};
use crate::module::HloModule;
use crate::proto::OriginalValueRecoveryTableProto;
use crate::proto::original_value_recovery_table_proto::Entry;

/// Reads a table.
pub fn read(cursor: &mut Cursor) -> Result<OriginalValueRecoveryTableProto> {
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
            // Each level of quotes doubles what escapes take, so there cannot be many.
            let module = parse(&text).map_err(|error| {
                cursor.error_at(position, format!("in the module of this string: {error}"))
            })?;
            recovery_module = module.hlo_module;
        }
        table.entries.push(Entry { old_original_array, new_original_array, recovery_module });
    }
    Ok(table)
}

/// Writes a table. Its modules are verified with the one that has it.
pub fn write(out: &mut String, table: &OriginalValueRecoveryTableProto) {
    out.push_str("{\n");
    for entry in &table.entries {
        out.push_str("  ");
        write_original_array(out, entry.old_original_array.as_ref());
        out.push_str(" : ");
        write_original_array(out, entry.new_original_array.as_ref());
        let module = entry.recovery_module.clone().map(HloModule::new);
        if let Some(Ok(module)) = module {
            out.push_str(", ");
            quote(out, print(&module).as_bytes());
        }
        out.push('\n');
    }
    out.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_come_back() {
        let text = r#"{ {"a"} : {"b" {0}}, "HloModule m ENTRY e { ROOT p = s32[] parameter(0) }"
            {"c"} : {} }"#;
        let table = read(&mut Cursor::new(text)).expect("a table");
        let mut out = String::new();
        write(&mut out, &table);
        assert_eq!(read(&mut Cursor::new(&out)), Ok(table));
        let error = read(&mut Cursor::new(r#"{ {} : {}, "HloModule" }"#)).expect_err("no module");
        assert!(error.message.starts_with("in the module of this string: 1:10: expected the name"));
    }
}
