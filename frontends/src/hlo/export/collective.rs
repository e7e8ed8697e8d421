// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Export of collectives to HLO.

use super::error::{ExportError, ExportResult};
use hloom_dialects::Op;
use hloom_dialects::attributes::stablehlo::ChannelHandle;
use hloom_dialects::op_view::OpView;
use hloom_dialects::shape::TensorType;
use hloom_hlo::Opcode;
use hloom_hlo::proto::{HloInstructionProto, ReplicaGroup, SourceTarget};
use melior::ir::AttributeLike;

/// Returns the instruction of a collective that has no region, or `None` for other operations.
pub fn instruction_of(view: &OpView<'_, '_>) -> ExportResult<Option<HloInstructionProto>> {
    Ok(Some(match view.op() {
        Op::StablehloAllGather => instruction(view, Opcode::AllGather, Some("all_gather_dim"))?,
        Op::StablehloCollectiveBroadcast => {
            if view.optional_boolean("has_dynamic_root").unwrap_or(false) {
                return Err("HLO requires a static root of a broadcast".into());
            }
            instruction(view, Opcode::CollectiveBroadcast, None)?
        }
        Op::StablehloAllToAll => {
            let split = view.integer("split_dimension")?;
            if split != view.integer("concat_dimension")? || view.operand_count() != 1 {
                return Err(
                    "HLO requires one operand, split and concatenated along the same dimension"
                        .into(),
                );
            }
            instruction(view, Opcode::AllToAll, Some("split_dimension"))?
        }
        Op::StablehloCollectivePermute => {
            let pairs = view.integers("source_target_pairs")?;
            let pair = |pair: &[i64]| SourceTarget { source: pair[0], target: pair[1] };
            HloInstructionProto {
                source_target_pairs: pairs.chunks_exact(2).map(pair).collect(),
                channel_id: channel(view),
                ..super::instruction::instruction(Opcode::CollectivePermute)
            }
        }
        _ => return Ok(None),
    }))
}

/// Returns the instruction of a collective with replica groups.
///
/// `dimension` names the attribute that states the dimension of the collective, if there is one.
pub fn instruction(
    view: &OpView<'_, '_>,
    opcode: Opcode,
    dimension: Option<&str>,
) -> ExportResult<HloInstructionProto> {
    let dimension = dimension.map(|name| view.integer(name)).transpose()?;
    Ok(HloInstructionProto {
        dimensions: dimension.into_iter().collect(),
        replica_groups: groups(view)?,
        channel_id: channel(view),
        use_global_device_ids: view.optional_boolean("use_global_device_ids").unwrap_or(false),
        ..super::instruction::instruction(opcode)
    })
}

fn channel(view: &OpView<'_, '_>) -> i64 {
    view.optional_typed::<ChannelHandle>("channel_handle").map_or(0, |channel| channel.handle)
}

/// Returns the replica groups, which are the rows of a matrix without its padding of -1.
fn groups(view: &OpView<'_, '_>) -> ExportResult<Vec<ReplicaGroup>> {
    let malformed = || ExportError("expected a matrix of integers as `replica_groups`".to_owned());
    let ids = view.optional_integers("replica_groups").ok_or_else(malformed)?;
    let ty = TensorType::from_type(view.required("replica_groups")?.r#type());
    let size = ty.and_then(|ty| usize::try_from(ty.dim(1)?).ok()).ok_or_else(malformed)?;
    let group = |row: &[i64]| ReplicaGroup {
        replica_ids: row.iter().copied().filter(|id| *id >= 0).collect(),
    };
    Ok(if size == 0 { Vec::new() } else { ids.chunks(size).map(group).collect() })
}
