// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes named shardings, which refer to the axes of a mesh:
//! `mesh['x'=2], [{'x'}, {?}], replicated={'y'}`.

use super::cursor::{Cursor, Result};
use super::{list, mesh, metadata};
use crate::proto::named_sharding_proto::{DimensionSharding, ReductionOpProto};
use crate::proto::{AxisRefProto, MeshProto, NamedShardingProto};

const REDUCTIONS: [(&str, ReductionOpProto); 3] = [
    ("sum", ReductionOpProto::Sum),
    ("max", ReductionOpProto::Max),
    ("min", ReductionOpProto::Min),
];

/// Reads a named sharding, without the braces around it.
pub fn read(cursor: &mut Cursor) -> Result<NamedShardingProto> {
    let mesh = mesh::read(cursor)?;
    let mut sharding = NamedShardingProto::default();
    while cursor.eat(",") {
        if cursor.is_at("[") {
            sharding.dim_shardings =
                cursor.list(["[", "]"], |cursor| read_dimension(cursor, &mesh))?;
            continue;
        }
        let word = cursor.peek_word();
        cursor.word("a part of a sharding")?;
        let has_value = cursor.eat_next("=");
        match (word, has_value) {
            ("replicated", false) => {}
            ("replicated", true) => sharding.replicated_axes = mesh::read_axes(cursor, &mesh)?,
            ("manual", false) => sharding.manual_axes = all_axes(&mesh),
            ("manual", true) => sharding.manual_axes = mesh::read_axes(cursor, &mesh)?,
            ("unreduced", _) => {
                for (name, reduction) in REDUCTIONS {
                    if has_value && cursor.eat_word(name) {
                        sharding.reduction_op = reduction.into();
                    }
                }
                sharding.unreduced_axes = match cursor.is_at("{") {
                    true => mesh::read_axes(cursor, &mesh)?,
                    false => all_axes(&mesh),
                };
            }
            ("metadata", true) => sharding.metadata = metadata::read_one_or_more(cursor)?,
            _ => return Err(cursor.error(format!("`{word}` is not a part of a named sharding"))),
        }
    }
    sharding.mesh = Some(mesh);
    Ok(sharding)
}

fn all_axes(mesh: &MeshProto) -> Vec<AxisRefProto> {
    let axis = |index| AxisRefProto { mesh_axis_index: index as i64, sub_axis_info: None };
    (0..mesh.axes.len()).map(axis).collect()
}

fn read_dimension(cursor: &mut Cursor, mesh: &MeshProto) -> Result<DimensionSharding> {
    let axes = cursor.list(["{", "}"], |cursor| match cursor.eat("?") {
        true => Ok(None),
        false => mesh::read_axis(cursor, mesh).map(Some),
    })?;
    let is_closed = axes.iter().all(Option::is_some);
    Ok(DimensionSharding { axes: axes.into_iter().flatten().collect(), is_closed })
}

/// Writes a named sharding, without the braces around it.
pub fn write(out: &mut String, sharding: &NamedShardingProto) {
    let nothing = MeshProto::default();
    let mesh = sharding.mesh.as_ref().unwrap_or(&nothing);
    mesh::write(out, mesh);
    let is_maximal = mesh.axes.is_empty() && !mesh.device_ids.is_empty();
    if !is_maximal {
        out.push_str(", [");
        list::join(out, &sharding.dim_shardings, ", ", |out, dimension| {
            out.push('{');
            list::join(out, &dimension.axes, ", ", |out, axis| mesh::write_axis(out, mesh, axis));
            if !dimension.is_closed {
                out.push_str(if dimension.axes.is_empty() { "?" } else { ", ?" });
            }
            out.push('}');
        });
        out.push(']');
    }
    if !sharding.replicated_axes.is_empty() {
        out.push_str(", replicated=");
        mesh::write_axes(out, mesh, &sharding.replicated_axes);
    }
    if !sharding.unreduced_axes.is_empty() {
        out.push_str(", unreduced=");
        let reduction = sharding.reduction_op();
        if reduction != ReductionOpProto::Sum {
            let name = REDUCTIONS.iter().find(|row| row.1 == reduction).map_or("", |row| row.0);
            out.push_str(name);
        }
        mesh::write_axes(out, mesh, &sharding.unreduced_axes);
    }
    if !sharding.manual_axes.is_empty() {
        out.push_str(", manual=");
        mesh::write_axes(out, mesh, &sharding.manual_axes);
    }
    if !sharding.metadata.is_empty() {
        out.push_str(", metadata={");
        list::join(out, &sharding.metadata, ", ", metadata::write);
        out.push('}');
    }
}
