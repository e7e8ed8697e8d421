// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Replica groups that are specified by axes of a device mesh (specification, "Replica groups").

use crate::Error;
use hloom_dialects::attributes::stablehlo::{
    AxisRef, Mesh, MeshAxis, ReplicaGroupMeshAxes, SubAxisInfo,
};
use hloom_dialects::op_view::{OpView, read_array, read_integer, read_integers, read_text};
use melior::ir::Attribute;
use melior::ir::attribute::{DictionaryAttribute, FlatSymbolRefAttribute};
use melior::ir::operation::OperationLike;
use std::collections::HashSet;

/// Maximum number of devices of a mesh.
const MOST: usize = 1 << 20;

/// The axes and the devices of a mesh.
struct Devices {
    /// Names and sizes of the axes, from the outermost axis on.
    axes: Vec<(String, usize)>,
    /// The device IDs in row-major order. If the list is empty, devices are numbered in this order.
    ids: Vec<i64>,
}

/// Returns the device IDs of each group.
///
/// # Errors
/// Fails if the attribute does not list axes of a mesh, or if the mesh is too large.
pub fn groups(op: &OpView, groups: &ReplicaGroupMeshAxes) -> Result<Vec<Vec<i64>>, Error> {
    let unreadable = || Error::invalid("`replica_groups`: expected a list of axes of a mesh");
    let devices = groups.mesh.and_then(|mesh| devices(op, mesh)).ok_or_else(unreadable)?;
    let axes = groups.axes.and_then(read_array).unwrap_or_default();
    let axes: Option<Vec<_>> = axes.into_iter().map(AxisRef::from_attribute).collect();
    let axes = axes.ok_or_else(unreadable)?.into_iter().map(|axis| {
        let part = axis.sub_axis_info.and_then(SubAxisInfo::from_attribute);
        let part = part.map(|part| Some((size(part.pre_size)?, size(part.size)?)));
        Some((axis.name, part.map_or(Some(None), |part| part.map(Some))?))
    });
    let axes: Vec<_> = axes.collect::<Option<_>>().ok_or_else(unreadable)?;
    split(&devices, &axes)
}

fn size(number: i64) -> Option<usize> {
    usize::try_from(number).ok().filter(|size| *size > 0)
}

/// Returns the groups of devices that differ only along the given axes or sub-axes. A sub-axis is
/// specified by the product of the sizes before it and by its own size. Within a group, the last
/// axis of the list varies fastest.
fn split(
    devices: &Devices,
    axes: &[(String, Option<(usize, usize)>)],
) -> Result<Vec<Vec<i64>>, Error> {
    let count = devices.axes.iter().try_fold(1_usize, |count, (_, size)| count.checked_mul(*size));
    let count = count.filter(|count| *count <= MOST);
    let too_many =
        || Error::invalid(format!("expected a mesh of at most {MOST} devices, found more"));
    let count = count.ok_or_else(too_many)?;
    check_names(&devices.axes)?;
    check_ids(&devices.ids, count)?;
    // For each given axis: the stride of its positions in row-major order, and their number.
    let mut steps = Vec::new();
    for (name, part) in axes {
        let index = devices.axes.iter().position(|(known, _)| known == name);
        let index =
            index.ok_or_else(|| Error::invalid(format!("the mesh has no axis `{name}`")))?;
        let (whole, rest) = (devices.axes[index].1, &devices.axes[index + 1..]);
        let inner: usize = rest.iter().map(|(_, size)| size).product();
        let (before, size) = part.unwrap_or((1, whole));
        let covered = before.checked_mul(size).filter(|covered| whole % covered.max(&1) == 0);
        let after = whole
            / covered.filter(|covered| *covered > 0).ok_or_else(|| {
                let axis = format!("axis `{name}` of size {whole}");
                Error::invalid(format!("{axis} has no sub-axis ({before}){size}"))
            })?;
        steps.push((inner * after, size));
    }
    check_overlap(&steps, axes)?;
    // The position, without its offset along the given axes, identifies the group.
    let place = |position: usize| {
        steps.iter().fold((0, position), |(within, group), (step, size)| {
            let along = position / step % size;
            (within * size + along, group - along * step)
        })
    };
    let mut members: Vec<_> = (0..count).map(|position| (place(position), position)).collect();
    members.sort_by_key(|((within, group), _)| (*group, *within));
    let mut groups: Vec<(usize, Vec<i64>)> = Vec::new();
    for ((_, group), position) in members {
        // Without IDs, devices have the numbers of their positions.
        let device = devices.ids.get(position).copied().unwrap_or(position as i64);
        match groups.last_mut() {
            Some((last, devices)) if *last == group => devices.push(device),
            _ => groups.push((group, vec![device])),
        }
    }
    Ok(groups.into_iter().map(|(_, devices)| devices).collect())
}

/// Checks that the axes of a mesh have distinct names.
fn check_names(axes: &[(String, usize)]) -> Result<(), Error> {
    let mut seen = HashSet::new();
    match axes.iter().find(|(name, _)| !seen.insert(name)) {
        Some((name, _)) => Err(Error::invalid(format!(
            "expected axes of a mesh with distinct names, found two axes `{name}`"
        ))),
        None => Ok(()),
    }
}

/// Checks that a mesh of `count` devices has an ID for each device or none, and that the IDs are
/// distinct and not negative. A device in two groups would wait for participants that do not wait
/// for it, and -1 would be padding in a group.
fn check_ids(ids: &[i64], count: usize) -> Result<(), Error> {
    if !ids.is_empty() && ids.len() != count {
        let found = ids.len();
        return Err(Error::invalid(format!(
            "expected {count} device ids for a mesh of {count} devices, found {found}"
        )));
    }
    let mut seen = HashSet::new();
    match ids.iter().find(|id| **id < 0 || !seen.insert(**id)) {
        Some(id) => Err(Error::invalid(format!(
            "expected distinct device ids of a mesh that are not negative, found {id}"
        ))),
        None => Ok(()),
    }
}

/// Checks that no two of the given axes have a common part, and that sub-axes of an axis nest, as
/// `(1)2` and `(2)3` do: the stride of one is a multiple of the other's stride times its size.
/// `steps` has the stride and the size of each of `axes`.
fn check_overlap(
    steps: &[(usize, usize)],
    axes: &[(String, Option<(usize, usize)>)],
) -> Result<(), Error> {
    let mut sorted: Vec<_> = steps.iter().zip(axes).filter(|((_, size), _)| *size > 1).collect();
    sorted.sort_by_key(|((step, _), _)| *step);
    let overlap = sorted.windows(2).find(|pair| {
        let ((step, size), (next, _)) = (*pair[0].0, *pair[1].0);
        !next.is_multiple_of(step * size)
    });
    match overlap {
        Some(pair) => {
            let name = &pair[1].1.0;
            Err(Error::invalid(format!(
                "`replica_groups`: expected distinct axes, or sub-axes that nest and have no \
                 common parts, found axis `{name}` more than once"
            )))
        }
        None => Ok(()),
    }
}

/// Returns the devices of a mesh that is specified inline or by its symbol name.
fn devices(op: &OpView, mesh: Attribute) -> Option<Devices> {
    let name = FlatSymbolRefAttribute::try_from(mesh);
    let mesh = match &name {
        Ok(name) => op.lookup_symbol(name.value())?.attribute("stablehlo.mesh").ok()?,
        Err(_) => mesh,
    };
    if let Some(mesh) = Mesh::from_attribute(mesh) {
        let axes = mesh.axes.into_iter().map(|axis| {
            let axis = MeshAxis::from_attribute(axis)?;
            Some((axis.name, size(axis.size)?))
        });
        let ids = mesh.device_ids.and_then(read_integers).unwrap_or_default();
        return Some(Devices { axes: axes.collect::<Option<_>>()?, ids });
    }
    let mesh = DictionaryAttribute::try_from(mesh).ok()?;
    let axes = read_array(mesh.element_by_name("axes")?)?.into_iter().map(|axis| {
        if let Some(axis) = MeshAxis::from_attribute(axis) {
            return Some((axis.name, size(axis.size)?));
        }
        let axis = DictionaryAttribute::try_from(axis).ok()?;
        let name = read_text(axis.element_by_name("name")?)?;
        Some((name.to_owned(), size(read_integer(axis.element_by_name("size")?)?)?))
    });
    let ids = mesh.element_by_name("device_ids").and_then(read_integers).unwrap_or_default();
    Some(Devices { axes: axes.collect::<Option<_>>()?, ids })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split_of(axes: &[(&str, usize)], along: &[(&str, Option<(usize, usize)>)]) -> Vec<Vec<i64>> {
        let axes = axes.iter().map(|(name, size)| ((*name).to_owned(), *size)).collect();
        let along: Vec<_> = along.iter().map(|(name, part)| ((*name).to_owned(), *part)).collect();
        split(&Devices { axes, ids: Vec::new() }, &along).expect("axes of the mesh")
    }

    #[test]
    fn along_axes_and_parts() {
        let mesh = [("x", 2), ("y", 2)];
        assert_eq!(split_of(&mesh, &[("x", None)]), [[0, 2], [1, 3]]);
        assert_eq!(split_of(&mesh, &[("y", None)]), [[0, 1], [2, 3]]);
        assert_eq!(split_of(&mesh, &[("x", None), ("y", None)]), [[0, 1, 2, 3]]);
        assert_eq!(split_of(&mesh, &[("y", None), ("x", None)]), [[0, 2, 1, 3]]);
        assert_eq!(split_of(&[("x", 4)], &[("x", Some((1, 2)))]), [[0, 2], [1, 3]]);
        assert_eq!(split_of(&[("x", 4)], &[("x", Some((2, 2)))]), [[0, 1], [2, 3]]);
        assert_eq!(split_of(&[], &[]), [[0]]);
    }

    #[test]
    fn axes_and_devices_occur_once() {
        let groups = |size: usize, ids: &[i64], along: &[(&str, Option<(usize, usize)>)]| {
            let axes = vec![("x".to_owned(), size), ("y".to_owned(), 1)];
            let along: Vec<_> =
                along.iter().map(|(name, part)| ((*name).to_owned(), *part)).collect();
            split(&Devices { axes, ids: ids.to_vec() }, &along).map_err(|error| error.to_string())
        };
        let refusal = |ids: &[i64], along: &[(&str, Option<(usize, usize)>)]| groups(4, ids, along);
        let twice = refusal(&[0, 1, 1, 2], &[("x", None)]).expect_err("device 1 occurs twice");
        assert!(twice.contains("distinct device ids"), "{twice}");
        let padding = refusal(&[0, 1, -1, 2], &[("x", None)]).expect_err("-1 is no device");
        assert!(padding.contains("found -1"), "{padding}");
        for along in [
            [("x", None), ("x", None)],
            [("x", Some((1, 2))), ("x", None)],
            [("x", Some((1, 4))), ("x", Some((2, 2)))],
        ] {
            let overlap = refusal(&[], &along).expect_err("parts of `x` occur twice");
            assert!(overlap.contains("found axis `x` more than once"), "{overlap}");
        }
        let fewer = refusal(&[0, 1], &[("x", None)]).expect_err("two devices have no id");
        assert!(fewer.contains("a mesh of 4 devices, found 2"), "{fewer}");
        // The stride of `(1)2` is 6, which is no multiple of 2 times 2, the stride and size of `(3)2`.
        let crossed = groups(12, &[], &[("x", Some((1, 2))), ("x", Some((3, 2)))]);
        let crossed = crossed.expect_err("sub-axes that do not nest");
        assert!(crossed.contains("sub-axes that nest"), "{crossed}");
        let nested = groups(12, &[], &[("x", Some((1, 2))), ("x", Some((2, 3)))]);
        assert_eq!(nested, Ok(vec![vec![0, 2, 4, 6, 8, 10], vec![1, 3, 5, 7, 9, 11]]));
        let same = vec![("x".to_owned(), 2), ("x".to_owned(), 2)];
        let same = split(&Devices { axes: same, ids: Vec::new() }, &[("x".to_owned(), None)]);
        let same = same.expect_err("two axes of one name").to_string();
        assert!(same.contains("found two axes `x`"), "{same}");
        let parts = refusal(&[], &[("x", Some((1, 2))), ("y", None), ("x", Some((2, 2)))]);
        assert_eq!(parts, Ok(vec![vec![0, 1, 2, 3]]));
    }
}
