// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Device meshes with named axes, and the devices along their axes.

use super::split::Split;
use std::collections::BTreeMap;

/// A device mesh with named axes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mesh {
    /// Names and sizes of the axes, outermost first.
    pub axes: Vec<(String, usize)>,
    /// The device ids in row-major order. If the list is empty, they are the positions in the mesh.
    pub devices: Vec<usize>,
}

/// An axis or a sub-axis: the name and, for a sub-axis, its pre-size and size.
pub type Axis = (String, Option<(usize, usize)>);

impl Mesh {
    /// Returns the number of devices.
    pub fn size(&self) -> usize {
        self.axes.iter().map(|(_, size)| size).product()
    }

    /// Returns the split of a tensor dimension along a mesh axis or sub-axis, for a program with the
    /// given number of devices.
    ///
    /// # Errors
    /// Fails if the mesh has no such axis, or other devices than the program.
    pub fn split(&self, axis: &Axis, devices: usize) -> Result<Split, String> {
        let (step, size) = self.step(axis)?;
        let mut of = vec![usize::MAX; devices];
        for place in 0..devices {
            let device = self.device(place);
            let tile = of.get_mut(device).ok_or_else(|| outside(device, devices))?;
            *tile = place / step % size;
        }
        Split::new(size, of).ok_or_else(|| "names a device twice".to_owned())
    }

    /// Returns the groups of devices that differ only along the given axes. The first device of a
    /// group has the first place along all of them.
    ///
    /// # Errors
    /// Fails if the mesh has no such axis.
    pub fn groups(&self, axes: &[&Axis]) -> Result<Vec<Vec<usize>>, String> {
        let steps = axes.iter().map(|axis| self.step(axis)).collect::<Result<Vec<_>, _>>()?;
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for place in 0..self.size() {
            let along: usize = steps.iter().map(|(step, size)| place / step % size * step).sum();
            groups.entry(place - along).or_default().push(self.device(place));
        }
        Ok(groups.into_values().collect())
    }

    /// Returns the distance between neighbors along an axis or a sub-axis, in row-major positions
    /// of the mesh, and the size of the axis or sub-axis.
    fn step(&self, (name, part): &Axis) -> Result<(usize, usize), String> {
        let index = self.axes.iter().position(|(known, _)| known == name);
        let index =
            index.ok_or_else(|| format!("names axis `{name}`, which its mesh does not have"))?;
        let inner: usize = self.axes[index + 1..].iter().map(|(_, size)| size).product();
        let whole = self.axes[index].1;
        let (before, size) = part.unwrap_or((1, whole));
        let covered = before.checked_mul(size).filter(|covered| *covered > 0);
        let covered = covered.filter(|covered| whole.is_multiple_of(*covered));
        let after = whole
            / covered.ok_or_else(|| format!("names a sub-axis that does not divide `{name}`"))?;
        Ok((inner * after, size))
    }

    /// Returns the id of the device at a row-major position of the mesh.
    fn device(&self, place: usize) -> usize {
        if self.devices.is_empty() { place } else { self.devices[place] }
    }
}

/// Returns the error for a device that does not exist in the program.
pub fn outside(device: usize, devices: usize) -> String {
    format!("names device {device}, but there are {devices} devices")
}
