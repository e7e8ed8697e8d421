// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes of custom calls, fusions, infeeds and outfeeds.

use super::Attribute;
use super::field::{boolean, enumeration, place, string};
use crate::proto::{CustomCallApiVersion, CustomCallSchedule, LayoutProto, PaddingType};
use crate::text::{aliasing, list, literal, shape};
use crate::verify::attributes::FUSION_KINDS;

pub static CUSTOM_CALL_TARGET: Attribute = string!("custom_call_target", utf8, custom_call_target);
pub static CUSTOM_CALL_HAS_SIDE_EFFECT: Attribute =
    boolean!("custom_call_has_side_effect", custom_call_has_side_effect);
pub static PADDING_TYPE: Attribute = enumeration!("padding_type", PaddingType, padding_type);
pub static SCHEDULE: Attribute = enumeration!("schedule", CustomCallSchedule, custom_call_schedule);
pub static API_VERSION: Attribute = Attribute {
    is_set: |instruction| {
        instruction.custom_call_api_version() != CustomCallApiVersion::ApiVersionOriginal
            && instruction.custom_call_api_version() != CustomCallApiVersion::ApiVersionUnspecified
    },
    ..enumeration!("api_version", CustomCallApiVersion, custom_call_api_version)
};

pub static OPERAND_LAYOUT_CONSTRAINTS: Attribute = Attribute {
    name: "operand_layout_constraints",
    read: |reader, instruction| {
        instruction.operand_shapes_with_layout = reader.cursor.list(["{", "}"], shape::read)?;
        instruction.constrain_layout = true;
        Ok(())
    },
    is_set: |instruction| instruction.constrain_layout,
    write: |writer, instruction| {
        writer.push("{");
        list::join(&mut writer.out, &instruction.operand_shapes_with_layout, ", ", shape::write);
        writer.push("}");
    },
};

pub static OUTPUT_TO_OPERAND_ALIASING: Attribute = Attribute {
    name: "output_to_operand_aliasing",
    read: |reader, instruction| {
        instruction.output_operand_aliasing = aliasing::read_operands(&mut reader.cursor)?;
        Ok(())
    },
    is_set: |instruction| !instruction.output_operand_aliasing.is_empty(),
    write: |writer, instruction| {
        aliasing::write_operands(&mut writer.out, &instruction.output_operand_aliasing);
    },
};

/// The attribute `literal` of a custom call: a shape, followed by a literal of this shape.
pub static LITERAL: Attribute = Attribute {
    name: "literal",
    read: |reader, instruction| {
        let shape = shape::read(&mut reader.cursor)?;
        instruction.literal = Some(Box::new(literal::read(&mut reader.cursor, &shape)?));
        Ok(())
    },
    is_set: |instruction| instruction.literal.is_some(),
    write: |writer, instruction| {
        if let Some(value) = &instruction.literal {
            let mut shape = value.shape.clone().unwrap_or_default();
            if shape.is_array() && shape.layout.is_none() {
                // Without a layout, the literal's brace would be read as that of a layout.
                shape.layout = Some(Box::new(LayoutProto::row_major(shape.dimensions.len())));
            }
            shape::write(&mut writer.out, &shape);
            writer.push(" ");
            literal::write(&mut writer.out, value);
        }
    },
};

pub static FUSION_KIND: Attribute = Attribute {
    name: "kind",
    read: |reader, instruction| {
        instruction.fusion_kind = reader.cursor.one_of(&FUSION_KINDS)?.to_owned();
        Ok(())
    },
    is_set: |instruction| !instruction.fusion_kind.is_empty(),
    write: |writer, instruction| writer.push(&instruction.fusion_kind),
};

pub static INFEED_CONFIG: Attribute = string!("infeed_config", string, infeed_config);
pub static OUTFEED_CONFIG: Attribute = string!("outfeed_config", string, outfeed_config);
pub static OUTFEED_SHAPE: Attribute = Attribute {
    name: "outfeed_shape",
    read: |reader, instruction| {
        instruction.outfeed_shape = Some(Box::new(shape::read(&mut reader.cursor)?));
        Ok(())
    },
    is_set: |instruction| instruction.outfeed_shape.is_some(),
    write: |writer, instruction| {
        if let Some(value) = &instruction.outfeed_shape {
            shape::write(&mut writer.out, value);
        }
    },
};
