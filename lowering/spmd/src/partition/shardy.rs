// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Parses the text of Shardy's attributes: `<@mesh, [{"x", "y":(1)2}, {?}]>`.
//!
//! The dialect `sdy` of this project keeps attributes as text (see `dialects/sdy/README.md`), so
//! this module parses that text.

use super::mesh::{Axis, Mesh, outside};
use super::sharding::Sharding;
use super::split::Split;
use std::collections::HashMap;

/// Largest number of devices in a mesh.
const MAX_DEVICES: usize = 1 << 20;

/// The sharding of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShardySharding {
    /// A sharding over axes of a mesh.
    Tiles(Tiles),
    /// The only device that has the tensor.
    Maximal(usize),
}

/// The sharding of a tensor over axes of a mesh.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiles {
    /// The split of each dimension.
    pub sharding: Sharding,
    /// For each dimension, the groups of devices that differ only along its axes, in the order of
    /// their tiles; empty for a dimension that is not split.
    pub groups: Vec<Vec<Vec<usize>>>,
    /// The unsplit dimensions that propagation may split.
    pub open: Vec<usize>,
    /// The groups of devices over which the tensor is unreduced: the sum of the tensors of a group is
    /// the value. Empty for a tensor that is reduced.
    pub unreduced: Vec<Vec<usize>>,
}

/// The mesh and the dimension list of a parsed Shardy sharding.
struct Parts {
    mesh: Mesh,
    /// For each dimension, the axes that split it, and whether it is open.
    dims: Vec<(Vec<Axis>, bool)>,
    /// The axes along which the devices have summands.
    unreduced: Vec<Axis>,
}

/// A reader of the text of Shardy's sharding attributes.
pub struct Shardy<'m> {
    /// The meshes of the module, by name.
    pub meshes: &'m HashMap<String, Mesh>,
    /// The number of devices of the program.
    pub devices: usize,
}

impl Mesh {
    /// Parses `mesh<["x"=2], device_ids=[1, 0]>`.
    ///
    /// # Errors
    /// Fails if the text is not a mesh.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut cursor = Cursor { text };
        let mesh = cursor.mesh();
        mesh.ok_or_else(|| format!("expected a mesh, found `{text}`"))
    }
}

/// Returns the error for a text that cannot be parsed.
fn not_read(text: &str) -> String {
    format!("`{text}` is not a valid sharding or names an unknown mesh")
}

impl Shardy<'_> {
    /// Parses the `sharding<...>` of a tensor of rank `rank`. If `axes` is given, all other axes
    /// are ignored.
    ///
    /// # Errors
    /// Fails if the text is not a sharding, or if the sharding does not match the mesh, the rank or
    /// the number of devices.
    pub fn read(
        &self,
        text: &str,
        rank: usize,
        axes: Option<&[String]>,
    ) -> Result<ShardySharding, String> {
        let mut cursor = Cursor { text };
        let parts = cursor.eat("sharding").then(|| cursor.sharding(self.meshes)).flatten();
        let parts = parts.ok_or_else(|| not_read(text))?;
        self.convert(parts, rank, axes).map_err(|why| format!("`{text}` {why}"))
    }

    /// Parses the `sharding_per_value<[<...>, <...>]>` of tensors of the given ranks. If `axes` is
    /// given, all other axes are ignored.
    ///
    /// # Errors
    /// Fails if the text is not such a list, if it has too few shardings, or if a sharding does not
    /// match the mesh, the rank or the number of devices.
    pub fn read_list(
        &self,
        text: &str,
        ranks: &[usize],
        axes: Option<&[String]>,
    ) -> Result<Vec<ShardySharding>, String> {
        let list = self.parts(text).ok_or_else(|| not_read(text))?;
        if list.len() < ranks.len() {
            let (found, expected) = (list.len(), ranks.len());
            return Err(format!("`{text}` has {found} shardings, expected {expected}"));
        }
        let shardings = list.into_iter().zip(ranks).map(|(parts, rank)| {
            self.convert(parts, *rank, axes).map_err(|why| format!("`{text}` {why}"))
        });
        shardings.collect()
    }

    /// Parses the shardings of a `sharding_per_value`.
    fn parts(&self, text: &str) -> Option<Vec<Parts>> {
        let mut cursor = Cursor { text };
        cursor.expect("sharding_per_value")?;
        cursor.expect("<")?;
        let list = cursor.list("[", "]", |cursor| cursor.sharding(self.meshes))?;
        cursor.expect(">")?;
        Some(list)
    }

    /// Parses `manual_axes{"x"}`.
    ///
    /// # Errors
    /// Fails if the text is not a list of axes.
    pub fn read_axes(text: &str) -> Result<Vec<String>, String> {
        let mut cursor = Cursor { text };
        let axes = cursor.eat("manual_axes").then(|| cursor.list("{", "}", Cursor::name)).flatten();
        axes.ok_or_else(|| format!("expected a list of axes, found `{text}`"))
    }

    /// Returns true if `axes` contains all axes with a size above one of a mesh that covers all
    /// devices.
    ///
    /// The mesh comes from a sharding in `lists`, which are `sharding_per_value` attributes. If
    /// `lists` contains no shardings, any mesh of the module is used.
    pub fn are_all(&self, axes: &[String], lists: [&str; 2]) -> bool {
        let parts = lists.into_iter().filter_map(|list| self.parts(list)).flatten();
        let mut meshes: Vec<_> = parts.map(|parts| parts.mesh).collect();
        if meshes.is_empty() {
            meshes.extend(self.meshes.values().cloned());
        }
        let all =
            |mesh: &Mesh| mesh.axes.iter().all(|(name, size)| *size == 1 || axes.contains(name));
        meshes.iter().any(|mesh| mesh.size() == self.devices && all(mesh))
    }

    /// Converts the parsed sharding of a tensor of rank `rank`.
    fn convert(
        &self,
        parts: Parts,
        rank: usize,
        axes: Option<&[String]>,
    ) -> Result<ShardySharding, String> {
        let Parts { mesh, dims, unreduced } = parts;
        let devices = self.devices;
        if let ([], [device]) = (&mesh.axes[..], &mesh.devices[..]) {
            let known = *device < devices;
            let maximal = known.then_some(ShardySharding::Maximal(*device));
            return maximal.ok_or_else(|| outside(*device, devices));
        }
        // A mesh of one device splits nothing, whatever the number of devices of the program.
        let is_whole = mesh.size() == 1
            || unreduced.is_empty() && dims.iter().all(|(axes, _)| axes.is_empty());
        if mesh.size() != devices && !is_whole {
            let size = mesh.size();
            return Err(format!("has a mesh of {size} devices, but the program has {devices}"));
        }
        if dims.len() != rank {
            return Err(format!("has {} dimensions, but the tensor has rank {rank}", dims.len()));
        }
        let (mut splits, mut groups, mut open) = (Vec::new(), Vec::new(), Vec::new());
        let asked =
            |axis: &&Axis| mesh.size() == devices && axes.is_none_or(|axes| axes.contains(&axis.0));
        for (dim, (names, is_open)) in dims.iter().enumerate() {
            let names_asked: Vec<_> = names.iter().filter(asked).collect();
            let parts = names_asked.iter().map(|axis| mesh.split(axis, devices));
            let parts = parts.collect::<Result<Vec<_>, _>>()?;
            let split = Split::product(devices, &parts).ok_or("uses an axis twice")?;
            let mut of_dim = if split.is_whole() { Vec::new() } else { mesh.groups(&names_asked)? };
            of_dim.iter_mut().for_each(|group| group.sort_by_key(|device| split.of()[*device]));
            groups.push(of_dim);
            splits.push(split);
            if *is_open && names.is_empty() {
                open.push(dim);
            }
        }
        let sharding = Sharding { dims: splits };
        let mut parts = sharding.parts(devices).ok_or("uses an axis twice")?;
        let unreduced: Vec<_> = unreduced.iter().filter(asked).collect();
        for axis in &unreduced {
            let split = mesh.split(axis, devices)?;
            parts = parts.then(&split).ok_or("uses an axis twice")?;
        }
        let mut unreduced = match &unreduced[..] {
            [] => Vec::new(),
            axes => mesh.groups(axes)?,
        };
        unreduced.retain(|group| group.len() > 1);
        Ok(ShardySharding::Tiles(Tiles { sharding, groups, open, unreduced }))
    }
}

/// A parser of Shardy's text, which contains the rest of the text that is not parsed yet.
struct Cursor<'t> {
    text: &'t str,
}

impl<'t> Cursor<'t> {
    fn eat(&mut self, token: &str) -> bool {
        let rest = self.text.trim_start();
        match rest.strip_prefix(token) {
            Some(rest) => {
                self.text = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, token: &str) -> Option<()> {
        self.eat(token).then_some(())
    }

    /// Consumes and returns the text up to the first character that `accept` rejects.
    fn take(&mut self, accept: impl Fn(char) -> bool) -> &'t str {
        let rest = self.text.trim_start();
        let end = rest.find(|char| !accept(char)).unwrap_or(rest.len());
        let (taken, rest) = rest.split_at(end);
        self.text = rest;
        taken
    }

    fn number(&mut self) -> Option<usize> {
        self.take(|char| char.is_ascii_digit()).parse().ok()
    }

    fn name(&mut self) -> Option<String> {
        self.expect("\"")?;
        let (name, rest) = self.text.split_once('"')?;
        self.text = rest;
        Some(name.to_owned())
    }

    fn list<T>(
        &mut self,
        open: &str,
        close: &str,
        mut one: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        self.expect(open)?;
        let mut all = Vec::new();
        if self.eat(close) {
            return Some(all);
        }
        loop {
            all.push(one(self)?);
            if self.eat(close) {
                return Some(all);
            }
            self.expect(",")?;
        }
    }

    fn mesh(&mut self) -> Option<Mesh> {
        self.expect("mesh")?;
        self.expect("<")?;
        let axes = self.list("[", "]", |cursor| {
            let name = cursor.name()?;
            cursor.expect("=")?;
            Some((name, cursor.number().filter(|size| *size > 0)?))
        })?;
        let mut devices = Vec::new();
        if self.eat(",") {
            self.expect("device_ids")?;
            self.expect("=")?;
            devices = self.list("[", "]", Self::number)?;
        }
        self.expect(">")?;
        let size = axes.iter().try_fold(1_usize, |size, (_, axis)| size.checked_mul(*axis))?;
        let fits = size <= MAX_DEVICES && (devices.is_empty() || devices.len() == size);
        fits.then_some(Mesh { axes, devices })
    }

    /// Parses the text after the word `sharding`.
    fn sharding(&mut self, meshes: &HashMap<String, Mesh>) -> Option<Parts> {
        self.expect("<")?;
        let mesh = if self.eat("@") {
            let quoted = self.name();
            let name = |char: char| char.is_ascii_alphanumeric() || "_.$-".contains(char);
            meshes.get(quoted.as_deref().unwrap_or_else(|| self.take(name)))?.clone()
        } else {
            self.mesh()?
        };
        self.expect(",")?;
        let dims = self.list("[", "]", |cursor| {
            let mut open = false;
            let axes = cursor.list("{", "}", |cursor| {
                open = cursor.eat("?");
                if open { Some(None) } else { cursor.axis().map(Some) }
            })?;
            if cursor.eat("p") {
                cursor.number()?;
            }
            Some((axes.into_iter().flatten().collect(), open))
        })?;
        let mut unreduced = Vec::new();
        while self.eat(",") {
            // Explicitly replicated axes split no dimension.
            let is_unreduced = self.eat("unreduced");
            if !is_unreduced {
                self.expect("replicated")?;
            }
            self.expect("=")?;
            let axes = self.list("{", "}", Self::axis)?;
            if is_unreduced {
                unreduced = axes;
            }
        }
        self.expect(">")?;
        Some(Parts { mesh, dims, unreduced })
    }

    fn axis(&mut self) -> Option<Axis> {
        let name = self.name()?;
        if !self.eat(":") {
            return Some((name, None));
        }
        self.expect("(")?;
        let before = self.number()?;
        self.expect(")")?;
        Some((name, Some((before, self.number()?))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, rank: usize) -> Result<ShardySharding, String> {
        let mesh = |text| Mesh::read(text).expect("a mesh");
        let meshes = HashMap::from([
            ("mesh".to_owned(), mesh("mesh<[\"x\"=2, \"y\"=4]>")),
            ("back".to_owned(), mesh("mesh<[\"x\"=8], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>")),
            ("one".to_owned(), mesh("mesh<[], device_ids=[3]>")),
            ("single".to_owned(), mesh("mesh<[\"x\"=1]>")),
            ("empty".to_owned(), mesh("mesh<[]>")),
        ]);
        Shardy { meshes: &meshes, devices: 8 }.read(text, rank, None)
    }

    #[track_caller]
    fn is(text: &str, rank: usize, expected: &str) {
        match read(text, rank) {
            Ok(ShardySharding::Tiles(tiles)) => assert_eq!(tiles.sharding.text(8), expected),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn as_xla_writes_them() {
        is("sharding<@mesh, [{\"x\"}, {\"y\"}]>", 2, "{devices=[2,4]<=[8]}");
        is("sharding<@mesh, [{\"y\"}, {\"x\"}]>", 2, "{devices=[4,2]<=[2,4]T(1,0)}");
        is("sharding<@mesh, [{\"x\", \"y\"}]>", 1, "{devices=[8]<=[8]}");
        is("sharding<@single, [{\"x\"}]>", 1, "{replicated}");
        is("sharding<@mesh, [{\"y\", \"x\"}p1]>", 1, "{devices=[8]<=[2,4]T(1,0)}");
        is(
            "sharding<@mesh, [{\"y\":(2)2}, {?}], replicated={\"x\"}>",
            2,
            "{devices=[2,1,4]<=[4,2]T(1,0) last_tile_dim_replicate}",
        );
        is("sharding<@back, [{\"x\"}]>", 1, "{devices=[8]7,6,5,4,3,2,1,0}");
        is("sharding<@empty, []>", 0, "{replicated}");
        is("sharding<mesh<[\"z\"=8]>, [{\"z\"}]>", 1, "{devices=[8]<=[8]}");
        assert_eq!(read("sharding<@one, []>", 0), Ok(ShardySharding::Maximal(3)));
        let Ok(ShardySharding::Tiles(tiles)) = read("sharding<@mesh, [{\"x\", ?}, {?}]>", 2) else {
            panic!("tiles")
        };
        assert_eq!(tiles.open, [1]);
    }

    #[test]
    fn unreduced_axes_form_groups() {
        let groups = |text: &str| match read(text, 1) {
            Ok(ShardySharding::Tiles(tiles)) => tiles.unreduced,
            other => panic!("{text}: {other:?}"),
        };
        let of_x = [[0, 4], [1, 5], [2, 6], [3, 7]];
        assert_eq!(groups("sharding<@mesh, [{\"y\"}], unreduced={\"x\"}>"), of_x);
        let both = "sharding<@mesh, [{}], replicated={\"y\":(2)2}, unreduced={\"x\", \"y\":(1)2}>";
        assert_eq!(groups(both), [[0, 2, 4, 6], [1, 3, 5, 7]]);
        assert_eq!(groups("sharding<@back, [{}], unreduced={\"x\"}>"), [[7, 6, 5, 4, 3, 2, 1, 0]]);
        assert!(groups("sharding<@mesh, [{}], unreduced={}>").is_empty());
        assert!(groups("sharding<@single, [{}], unreduced={\"x\"}>").is_empty());
    }

    #[test]
    fn refused() {
        for (text, why) in [
            ("sharding<@mesh, [{\"x\"}]>", " has 1 dimensions, but the tensor has rank 2"),
            ("sharding<@mesh, [{\"x\"}, {\"x\"}]>", " uses an axis twice"),
            ("sharding<@mesh, [{\"z\"}, {}]>", " names axis `z`, which its mesh does not have"),
            ("sharding<@mesh, [{\"y\":(1)3}, {}]>", " names a sub-axis that does not divide `y`"),
            ("sharding<@no, [{}, {}]>", " is not a valid sharding or names an unknown mesh"),
            (
                "sharding<mesh<[\"z\"=2]>, [{\"z\"}, {}]>",
                " has a mesh of 2 devices, but the program has 8",
            ),
            ("sharding<@mesh, [{\"x\"}, {}], unreduced={\"x\"}>", " uses an axis twice"),
            (
                "sharding<@mesh, [{}, {}], unreduced={\"z\"}>",
                " names axis `z`, which its mesh does not have",
            ),
        ] {
            assert_eq!(read(text, 2), Err(format!("`{text}`{why}")));
        }
    }
}
