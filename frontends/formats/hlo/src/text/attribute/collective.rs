// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes of collectives, sends and receives in HLO text.

use super::Attribute;
use super::field::{boolean, integer, place};
use crate::proto::{HloInstructionProto, SourceTarget};
use crate::text::cursor::Result;
use crate::text::reader::Reader;
use crate::text::{list, replica_groups};

pub static CHANNEL_ID: Attribute = integer!("channel_id" unless 0, channel_id);
pub static CONSTRAIN_LAYOUT: Attribute = boolean!("constrain_layout", constrain_layout);
pub static USE_GLOBAL_DEVICE_IDS: Attribute =
    boolean!("use_global_device_ids", use_global_device_ids);
pub static HAS_DYNAMIC_ROOT: Attribute = boolean!("has_dynamic_root", has_dynamic_root);
pub static IS_HOST_TRANSFER: Attribute = boolean!("is_host_transfer", is_host_transfer);

pub static REPLICA_GROUPS: Attribute = Attribute {
    name: "replica_groups",
    read: |reader, instruction| {
        instruction.replica_group_list = Some(replica_groups::read(&mut reader.cursor)?);
        Ok(())
    },
    is_set: |_| true,
    write: |writer, instruction| replica_groups::write(&mut writer.out, instruction),
};

/// The attribute `mode`, which defines how devices form groups. The message does not store it,
/// because the other attributes imply it. [`verify_mode`] checks that the mode in the text matches.
pub static MODE: Attribute = Attribute {
    name: "mode",
    read: |reader, _| {
        let position = reader.cursor.here();
        let mode = reader.cursor.word("the mode of device groups")?;
        reader.group_mode = Some((mode, position));
        Ok(())
    },
    is_set: |_| false,
    write: |_, _| {},
};

/// Returns the mode in which devices form groups, as implied by the other attributes of a
/// reduction. XLA's `GetCollectiveOpGroupMode` (`xla/hlo/ir/collective_op_group_mode.h`) derives it
/// in the same way.
fn implied_mode(instruction: &HloInstructionProto) -> &'static str {
    match (instruction.channel_id, instruction.use_global_device_ids) {
        (..=0, _) => "cross_replica",
        (_, false) => "cross_replica_and_partition",
        (_, true) => "flattened_id",
    }
}

/// Checks that the `mode` of an instruction, if one was read, equals the mode that the other
/// attributes imply.
pub fn verify_mode(reader: &mut Reader, instruction: &HloInstructionProto) -> Result<()> {
    let implied = implied_mode(instruction);
    match reader.group_mode.take() {
        Some((mode, position)) if mode != implied => {
            let message =
                format!("expected `mode={implied}` as the other attributes imply, found `{mode}`");
            Err(reader.cursor.error_at(position, message))
        }
        _ => Ok(()),
    }
}

pub static SOURCE_TARGET_PAIRS: Attribute = Attribute {
    name: "source_target_pairs",
    read: |reader, instruction| {
        instruction.source_target_pairs = reader.cursor.list(["{", "}"], |cursor| {
            cursor.expect("{")?;
            let source = cursor.integer()?;
            cursor.expect(",")?;
            let target = cursor.integer()?;
            cursor.expect("}")?;
            Ok(SourceTarget { source, target })
        })?;
        Ok(())
    },
    is_set: |_| true,
    write: |writer, instruction| {
        writer.push("{");
        list::join(&mut writer.out, &instruction.source_target_pairs, ",", |out, pair| {
            out.push_str(&list::braced(&[pair.source, pair.target]));
        });
        writer.push("}");
    },
};

/// The attribute `slice_sizes`: the sizes of the slices that a `collective-permute` moves, as one
/// list for each array of the first operand. The message concatenates these lists. The ranks of the
/// arrays determine where each list begins.
pub static SLICE_SIZES: Attribute = Attribute {
    name: "slice_sizes",
    read: read_slice_sizes,
    is_set: |instruction| !instruction.dynamic_slice_sizes.is_empty(),
    write: |writer, instruction| {
        let mut ranks = writer.first_operand_ranks(instruction).into_iter();
        let mut rest = &instruction.dynamic_slice_sizes[..];
        let mut slices = Vec::new();
        while !rest.is_empty() {
            let rank = ranks.next().filter(|rank| (1..=rest.len()).contains(rank));
            let (slice, after) = rest.split_at(rank.unwrap_or(rest.len()));
            slices.push(list::braced(slice));
            rest = after;
        }
        writer.push(&list::braced(&slices));
    },
};

fn read_slice_sizes(reader: &mut Reader, instruction: &mut HloInstructionProto) -> Result<()> {
    let slices = reader.cursor.list(["{", "}"], |cursor| cursor.integers::<i64>())?;
    instruction.dynamic_slice_sizes = slices.concat();
    Ok(())
}
