// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes device meshes and references to their axes: `mesh['x'=2,'y'=4]`,
//! `{'x', 'y':(1)2}`.

use super::cursor::{Cursor, Result};
use super::escape::escape;
use super::{iota, list};
use crate::proto::axis_ref_proto::SubAxis;
use crate::proto::mesh_proto::{IotaTransform, MeshAxis};
use crate::proto::{AxisRefProto, MeshProto};
use std::fmt::Write as _;

/// Returns true if a mesh is next.
pub fn is_next(cursor: &mut Cursor) -> bool {
    matches!(cursor.peek_word(), "mesh" | "maximal_mesh")
}

/// Reads a device mesh.
pub fn read(cursor: &mut Cursor) -> Result<MeshProto> {
    if cursor.eat_word("maximal_mesh") {
        cursor.expect("[")?;
        cursor.expect("device_id=")?;
        let device_ids = vec![cursor.integer()?];
        cursor.expect("]")?;
        return Ok(MeshProto { device_ids, ..MeshProto::default() });
    }
    cursor.expect("mesh")?;
    let axes = cursor.list(["[", "]"], |cursor| {
        let name = cursor.utf8()?;
        cursor.expect("=")?;
        Ok(MeshAxis { name, size: cursor.integer()? })
    })?;
    let mut mesh = MeshProto { axes, ..MeshProto::default() };
    let mut ahead = cursor.clone();
    if ahead.eat(",") && ahead.eat("device_ids=") {
        *cursor = ahead;
        cursor.expect("(")?;
        if cursor.is_at("[") {
            let (reshape_dims, transpose_perm) = iota::read_transform(cursor)?;
            mesh.iota_transform = Some(IotaTransform { reshape_dims, transpose_perm });
            cursor.expect(")")?;
        } else {
            mesh.device_ids.push(cursor.integer()?);
            while cursor.eat(",") {
                mesh.device_ids.push(cursor.integer()?);
            }
            cursor.expect(")")?;
        }
    }
    Ok(mesh)
}

/// Reads a reference to a mesh axis, by name or by position, or to a sub-axis such as `'y':(1)2`.
pub fn read_axis(cursor: &mut Cursor, mesh: &MeshProto) -> Result<AxisRefProto> {
    let position = cursor.here();
    let name = cursor.utf8()?;
    let named = mesh.axes.iter().position(|axis| axis.name == name);
    let numbered = || name.parse().ok().filter(|position| *position < mesh.axes.len());
    let Some(index) = named.or_else(numbered) else {
        return Err(cursor.error_at(position, format!("the mesh has no axis `{name}`")));
    };
    let mut axis = AxisRefProto { mesh_axis_index: index as i64, sub_axis_info: None };
    if cursor.eat(":") {
        cursor.expect("(")?;
        let pre_size = cursor.integer()?;
        cursor.expect(")")?;
        axis.sub_axis_info = Some(SubAxis { pre_size, size: cursor.integer()? });
    }
    Ok(axis)
}

/// Reads references to mesh axes in braces.
pub fn read_axes(cursor: &mut Cursor, mesh: &MeshProto) -> Result<Vec<AxisRefProto>> {
    cursor.list(["{", "}"], |cursor| read_axis(cursor, mesh))
}

/// Writes a device mesh.
pub fn write(out: &mut String, mesh: &MeshProto) {
    if let ([], [device]) = (mesh.axes.as_slice(), mesh.device_ids.as_slice()) {
        let _ = write!(out, "maximal_mesh[device_id={device}]");
        return;
    }
    out.push_str("mesh[");
    list::join(out, &mesh.axes, ",", |out, axis| {
        write_name(out, &axis.name);
        let _ = write!(out, "={}", axis.size);
    });
    out.push(']');
    if let Some(transform) = &mesh.iota_transform {
        out.push_str(", device_ids=(");
        iota::write_transform(out, &transform.reshape_dims, &transform.transpose_perm);
        out.push(')');
    } else if !mesh.device_ids.is_empty() {
        let _ = write!(out, ", device_ids=({})", list::joined(&mesh.device_ids, ","));
    }
}

fn write_name(out: &mut String, name: &str) {
    out.push('\'');
    escape(out, name.as_bytes());
    out.push('\'');
}

/// Writes a reference to an axis by its name.
pub fn write_axis(out: &mut String, mesh: &MeshProto, axis: &AxisRefProto) {
    let index = usize::try_from(axis.mesh_axis_index).ok();
    match index.and_then(|index| mesh.axes.get(index)) {
        Some(named) => write_name(out, &named.name),
        None => write_name(out, &axis.mesh_axis_index.to_string()),
    }
    if let Some(part) = &axis.sub_axis_info {
        let _ = write!(out, ":({}){}", part.pre_size, part.size);
    }
}

/// Writes references to mesh axes in braces.
pub fn write_axes(out: &mut String, mesh: &MeshProto, axes: &[AxisRefProto]) {
    out.push('{');
    list::join(out, axes, ", ", |out, axis| write_axis(out, mesh, axis));
    out.push('}');
}
