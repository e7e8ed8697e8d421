// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes aliases between results and inputs, `{ {0}: (1, {}, must-alias) }`, and
//! buffer donors, `{ (0, {1}) }`.

use super::cursor::{Cursor, Result};
use super::{list, names};
use crate::proto::hlo_buffer_donor_proto::BufferDonorEntryProto;
use crate::proto::hlo_input_output_alias_proto::AliasEntryProto;
use crate::proto::{Kind, OutputOperandAliasing};
use std::fmt::Write as _;

/// Alias of an output and an input: the index of the output in the result shape, the number of the
/// input, and the index in the input's shape.
type Alias = (Vec<i64>, i64, Vec<i64>);

fn read_alias(cursor: &mut Cursor) -> Result<Alias> {
    let output = cursor.integers()?;
    cursor.expect(":")?;
    cursor.expect("(")?;
    let number = cursor.integer()?;
    cursor.expect(",")?;
    Ok((output, number, cursor.integers()?))
}

/// Reads the aliases between results and parameters of a module.
pub fn read_module(cursor: &mut Cursor) -> Result<Vec<AliasEntryProto>> {
    cursor.list(["{", "}"], |cursor| {
        let (output_shape_index, parameter_number, parameter_shape_index) = read_alias(cursor)?;
        let kind = match cursor.eat(",") {
            true => names::read::<Kind>(cursor)?,
            false => Kind::MayAlias.into(),
        };
        cursor.expect(")")?;
        Ok(AliasEntryProto { output_shape_index, parameter_number, parameter_shape_index, kind })
    })
}

/// Reads the aliases between results and operands of an instruction.
pub fn read_operands(cursor: &mut Cursor) -> Result<Vec<OutputOperandAliasing>> {
    cursor.list(["{", "}"], |cursor| {
        let (output_shape_index, operand_index, operand_shape_index) = read_alias(cursor)?;
        cursor.expect(")")?;
        Ok(OutputOperandAliasing { output_shape_index, operand_index, operand_shape_index })
    })
}

/// Reads the buffer donors: the parameters whose buffers may be overwritten.
pub fn read_donors(cursor: &mut Cursor) -> Result<Vec<BufferDonorEntryProto>> {
    cursor.list(["{", "}"], |cursor| {
        cursor.expect("(")?;
        let parameter_number = cursor.integer()?;
        cursor.expect(",")?;
        let parameter_shape_index = cursor.integers()?;
        cursor.expect(")")?;
        Ok(BufferDonorEntryProto { parameter_number, parameter_shape_index })
    })
}

/// Writes the aliases between results and parameters of a module.
pub fn write_module(out: &mut String, aliases: &[AliasEntryProto]) {
    out.push('{');
    list::join(out, aliases, ", ", |out, alias| {
        let output = list::braced(&alias.output_shape_index);
        let part = list::braced(&alias.parameter_shape_index);
        let kind = names::name::<Kind>(alias.kind);
        let _ = write!(out, " {output}: ({}, {part}, {kind})", alias.parameter_number);
    });
    out.push_str(" }");
}

/// Writes the aliases between results and operands of an instruction.
pub fn write_operands(out: &mut String, aliases: &[OutputOperandAliasing]) {
    out.push('{');
    list::join(out, aliases, ", ", |out, alias| {
        let output = list::braced(&alias.output_shape_index);
        let part = list::braced(&alias.operand_shape_index);
        let _ = write!(out, "{output}: ({}, {part})", alias.operand_index);
    });
    out.push('}');
}

/// Writes the buffer donors: the parameters whose buffers may be overwritten.
pub fn write_donors(out: &mut String, donors: &[BufferDonorEntryProto]) {
    out.push('{');
    list::join(out, donors, ", ", |out, donor| {
        let part = list::braced(&donor.parameter_shape_index);
        let _ = write!(out, " ({}, {part})", donor.parameter_number);
    });
    out.push_str(" }");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aliases_come_back() {
        let mut out = String::new();
        let text = "{ {0}: (1, {}, must-alias),  {1,2}: (0, {3}, may-alias) }";
        write_module(&mut out, &read_module(&mut Cursor::new(text)).expect("aliases"));
        assert_eq!(out, text);
        let text = "{{}: (0, {1}), {1}: (2, {})}";
        let mut out = String::new();
        write_operands(&mut out, &read_operands(&mut Cursor::new(text)).expect("aliases"));
        assert_eq!(out, text);
        let text = "{ (0, {1}),  (1, {}) }";
        let mut out = String::new();
        write_donors(&mut out, &read_donors(&mut Cursor::new(text)).expect("donors"));
        assert_eq!(out, text);
    }
}
