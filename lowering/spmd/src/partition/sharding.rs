// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Shardings of tensors over devices, and their textual form in XLA.
//!
//! The pass computes only with [`Sharding`]. It converts annotations in either notation to this
//! form, and writes XLA's textual form for the results.

use super::split::Split;
use hloom_hlo::proto::OpSharding;
use hloom_hlo::proto::op_sharding::Type;
use hloom_hlo::text::{parse_sharding, print_sharding};
use hloom_hlo::transposed_range;

/// The splits of the dimensions of a tensor. Devices with the same tile of every dimension have the
/// same shard, and every shard has the same number of devices.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sharding {
    /// For each dimension of the tensor, its split into tiles.
    pub dims: Vec<Split>,
}

/// The sharding that a program specifies for a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Annotation {
    /// For each dimension of the tensor, its split into tiles.
    Tiles(Sharding),
    /// The only device that has the value.
    Maximal(usize),
    /// The value is manual: each device has its own value.
    Manual,
    /// The value is manual in subgroups: each group of devices has its own value.
    PartlyManual,
    /// The program does not specify a sharding.
    Unknown,
}

impl Sharding {
    /// Returns the sharding in which every device has the whole tensor.
    pub fn replicated(rank: usize, devices: usize) -> Self {
        Self { dims: vec![Split::whole(devices); rank] }
    }

    /// Returns true if every device has the whole tensor.
    pub fn is_replicated(&self) -> bool {
        self.dims.iter().all(Split::is_whole)
    }

    /// Returns the shard of each device, as a split with a tile per shard. Returns `None` if shards
    /// have different numbers of devices.
    pub fn parts(&self, devices: usize) -> Option<Split> {
        Split::product(devices, &self.dims)
    }

    /// Returns the shape of a shard. `shape` is the global shape.
    pub fn local_shape(&self, shape: &[i64]) -> Vec<i64> {
        shape.iter().zip(&self.dims).map(|(size, split)| size / split.tiles() as i64).collect()
    }

    /// Returns the textual form of the sharding in XLA.
    pub fn text(&self, devices: usize) -> String {
        let parts = self.parts(devices).filter(|parts| !parts.is_whole());
        let Some(parts) = parts else { return "{replicated}".to_owned() };
        let copies = devices / parts.tiles();
        let mut dimensions: Vec<_> = self.dims.iter().map(|dim| dim.tiles() as i64).collect();
        if copies > 1 {
            dimensions.push(copies as i64);
        }
        let order = parts.devices_by_tile().concat();
        let mut sharding = OpSharding {
            r#type: Type::Other.into(),
            tile_assignment_dimensions: dimensions,
            replicate_on_last_tile_dim: copies > 1,
            ..OpSharding::default()
        };
        match as_range(&order) {
            Some((dimensions, permutation)) => {
                sharding.iota_reshape_dims = dimensions;
                sharding.iota_transpose_perm = permutation;
            }
            None => {
                sharding.tile_assignment_devices =
                    order.iter().map(|device| *device as i64).collect();
            }
        }
        print_sharding(&sharding)
    }
}

/// Returns the dimensions and the permutation of a transposed range (XLA's iota tile assignment)
/// that is equal to `order`. The range has at most three dimensions. Returns `None` if there is no
/// such range.
fn as_range(order: &[usize]) -> Option<(Vec<i64>, Vec<i32>)> {
    let count = order.len();
    if order.iter().copied().eq(0..count) {
        return Some((vec![count as i64], vec![0]));
    }
    let sizes = || (2..=count / 2).filter(|size| count.is_multiple_of(*size));
    let pairs = sizes().map(|size| vec![count / size, size]);
    let triples = sizes().flat_map(|first| {
        let rest = count / first;
        let sizes = (2..=rest / 2).filter(move |size| rest.is_multiple_of(*size));
        sizes.map(move |second| vec![first, second, rest / second])
    });
    let orders: [&[usize]; 6] =
        [&[1, 0], &[0, 2, 1], &[1, 0, 2], &[1, 2, 0], &[2, 0, 1], &[2, 1, 0]];
    let found = pairs.chain(triples).find_map(|dims| {
        let fitting = orders.iter().filter(|permutation| permutation.len() == dims.len());
        let same = |permutation: &&&[usize]| transposed_range(&dims, permutation) == order;
        let permutation = fitting.clone().find(same)?;
        Some((dims.clone(), *permutation))
    });
    let (dims, permutation) = found?;
    let dims = dims.into_iter().map(|dim| dim as i64).collect();
    Some((dims, permutation.iter().map(|place| *place as i32).collect()))
}

impl Annotation {
    /// Parses XLA's textual form of the sharding of a tensor of rank `rank`. If it is a tuple
    /// sharding, returns element number `index`.
    ///
    /// # Errors
    /// Fails if the text is not a sharding, if the sharding is not supported, or if it does not
    /// match the rank or the number of devices.
    pub fn read(text: &str, index: usize, rank: usize, devices: usize) -> Result<Self, String> {
        let sharding = parse_sharding(text)
            .map_err(|error| format!("`{text}` is not a valid sharding: {}", error.message))?;
        if sharding.r#type() != Type::Tuple {
            return Self::of(&sharding, rank, devices).map_err(|why| format!("`{text}` {why}"));
        }
        let one = sharding.tuple_shardings.get(index);
        let one = one.ok_or_else(|| format!("`{text}` has no sharding for result {index}"))?;
        Self::of(one, rank, devices).map_err(|why| format!("`{text}` {why}"))
    }

    /// Converts an `OpSharding` of XLA that is not a tuple.
    fn of(sharding: &OpSharding, rank: usize, devices: usize) -> Result<Self, String> {
        if sharding.named_sharding.is_some() {
            return Err("names axes of a mesh, which is not supported".to_owned());
        }
        let outside =
            |device: i64| format!("names device {device}, but there are {devices} devices");
        match sharding.r#type() {
            Type::Replicated => Ok(Self::Tiles(Sharding::replicated(rank, devices))),
            Type::Manual => Ok(Self::Manual),
            Type::Unknown => Ok(Self::Unknown),
            Type::Maximal => {
                let device = sharding.tile_assignment_devices.first().copied().unwrap_or(-1);
                let known = usize::try_from(device).ok().filter(|device| *device < devices);
                known.map(Self::Maximal).ok_or_else(|| outside(device))
            }
            Type::Unreduced | Type::Tuple => Err("is not supported".to_owned()),
            Type::Other => {
                let kinds: Vec<_> = sharding.last_tile_dims().collect();
                if kinds.contains(&Type::Manual) {
                    let sizes = &sharding.tile_assignment_dimensions;
                    let tiled = sizes.len().saturating_sub(kinds.len());
                    let is_manual =
                        |at: usize| kinds.get(at.wrapping_sub(tiled)) == Some(&Type::Manual);
                    let mut others = (0..sizes.len()).filter(|at| !is_manual(*at));
                    let all = others.all(|at| sizes[at] == 1);
                    return Ok(if all { Self::Manual } else { Self::PartlyManual });
                }
                if let Some(kind) = kinds.iter().find(|kind| **kind != Type::Replicated) {
                    return Err(format!(
                        "has {} dimensions, which are not supported",
                        kind.as_str_name()
                    ));
                }
                let others = kinds.len() + usize::from(sharding.replicate_on_last_tile_dim);
                tiles(sharding, rank, others, devices)
            }
        }
    }
}

/// Converts a tiled sharding. Along the last `others` dimensions of its tile assignment, devices
/// have the same tile.
fn tiles(
    sharding: &OpSharding,
    rank: usize,
    others: usize,
    devices: usize,
) -> Result<Annotation, String> {
    let dims: Option<Vec<_>> = sharding
        .tile_assignment_dimensions
        .iter()
        .map(|dim| usize::try_from(*dim).ok().filter(|dim| *dim > 0))
        .collect();
    let dims = dims.ok_or("has a tile dimension that is not positive")?;
    if dims.len() != rank + others {
        let found = dims.len().saturating_sub(others);
        return Err(format!("has {found} dimensions, but the tensor has rank {rank}"));
    }
    let count = dims.iter().try_fold(1_usize, |count, dim| count.checked_mul(*dim));
    if count != Some(devices) {
        return Err(format!("is not a sharding for {devices} devices"));
    }
    let order = match &sharding.iota_reshape_dims[..] {
        [] => sharding.tile_assignment_devices.clone(),
        range => {
            let range: Vec<_> = range.iter().map(|dim| *dim as usize).collect();
            let permutation = sharding.iota_transpose_perm.iter().map(|place| *place as usize);
            let permutation: Vec<_> = permutation.collect();
            transposed_range(&range, &permutation).into_iter().map(|device| device as i64).collect()
        }
    };
    let mut place = vec![usize::MAX; devices];
    for (at, device) in order.iter().enumerate() {
        match usize::try_from(*device).ok().and_then(|device| place.get_mut(device)) {
            Some(known) if *known == usize::MAX => *known = at,
            Some(_) => return Err(format!("names device {device} twice")),
            None => {
                return Err(format!("names device {device}, but there are {devices} devices"));
            }
        }
    }
    let mut step = devices;
    let mut splits = Vec::new();
    for size in &dims[..rank] {
        step /= size;
        let of = place.iter().map(|at| at / step % size).collect();
        splits.push(Split::new(*size, of).ok_or("gives tiles different numbers of devices")?);
    }
    Ok(Annotation::Tiles(Sharding { dims: splits }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn comes_back(text: &str, rank: usize, devices: usize) {
        match Annotation::read(text, 0, rank, devices) {
            Ok(Annotation::Tiles(sharding)) => assert_eq!(sharding.text(devices), text),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn shardings_come_back() {
        comes_back("{replicated}", 2, 8);
        comes_back("{devices=[2,4]<=[8]}", 2, 8);
        comes_back("{devices=[4,2]<=[2,4]T(1,0)}", 2, 8);
        comes_back("{devices=[2,1,4]<=[8] last_tile_dim_replicate}", 2, 8);
        comes_back("{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}", 2, 8);
        comes_back("{devices=[2,1,4]<=[2,2,2]T(1,0,2) last_tile_dim_replicate}", 2, 8);
        comes_back("{devices=[4]0,2,3,1}", 1, 4);
    }

    #[test]
    fn parts_of_devices() {
        let read = |text| Annotation::read(text, 0, 2, 4);
        let Ok(Annotation::Tiles(sharding)) =
            read("{devices=[1,2,2]0,2,1,3 last_tile_dim_replicate}")
        else {
            panic!("tiles")
        };
        assert_eq!(sharding.dims[1].of(), [0, 1, 0, 1]);
        assert_eq!(sharding.local_shape(&[3, 8]), [3, 4]);
        assert_eq!(read("{maximal device=3}"), Ok(Annotation::Maximal(3)));
        assert_eq!(read("{manual}"), Ok(Annotation::Manual));
        assert_eq!(
            read("{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"),
            Ok(Annotation::PartlyManual)
        );
        let all = read("{devices=[1,1,4]<=[4] last_tile_dims={manual}}");
        assert_eq!(all, Ok(Annotation::Manual));
        assert_eq!(read("{unknown shard_as 0}"), Ok(Annotation::Unknown));
        let second = Annotation::read("{{replicated}, {maximal device=0}}", 1, 0, 4);
        assert_eq!(second, Ok(Annotation::Maximal(0)));
    }

    #[test]
    fn refused() {
        let refusal = |text| Annotation::read(text, 0, 1, 4).expect_err("wrong");
        assert_eq!(
            refusal("{devices=[2]<=[2]}"),
            "`{devices=[2]<=[2]}` is not a sharding for 4 devices"
        );
        assert_eq!(
            refusal("{devices=[2,2]<=[4]}"),
            "`{devices=[2,2]<=[4]}` has 2 dimensions, but the tensor has rank 1"
        );
        assert_eq!(refusal("{devices=[4]0,1,1,2}"), "`{devices=[4]0,1,1,2}` names device 1 twice");
        assert_eq!(
            refusal("{maximal device=4}"),
            "`{maximal device=4}` names device 4, but there are 4 devices"
        );
        assert_eq!(refusal("{unreduced}"), "`{unreduced}` is not supported");
        let tiled = "`{tiled}` is not a valid sharding: expected a part";
        assert!(refusal("{tiled}").starts_with(tiled));
    }
}
