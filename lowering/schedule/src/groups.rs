// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Forms groups of operations that are computed together, one tile at a time.
//!
//! A group consists of a root and those of its producers whose uses are all in the group. Its
//! tileable dimensions are the root dimensions that all members follow, so that no element of a
//! member is computed twice, except in the halo of a window.
//!
//! For a softmax over rows, the tileable dimension is the rows. The row maximum, exponentials, row
//! sum and quotient of a few rows then stay in the cache between the operations.

mod attention;
mod blocks;
mod tuned;

pub use blocks::form_for_blocks;

use super::group_shape::{GroupShape, Part, Role};
use super::softmax::Softmax;
use super::tile_dependence::{TileDependence, has_monotone_maps, tile_dependences};
use super::tile_sizes::{CONTRACTION_ROWS, tile_sizes};
use super::tile_time::{time, time_in_memory};
use super::transposition_to_loops::is_transposition;
use super::tuning::Tuning;
use crate::rounding::ceil;
use hloom_ir::facts::is_scheduled;
use hloom_ir::linalg::code_size::expanded;
use hloom_ir::linalg::structured::Structured;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Op, Shaped, Value};
use melior::ir::operation::OperationLike;
use melior::ir::{AffineMap, TypeLike, ValueLike};
use std::collections::{HashMap, HashSet};

/// A root and the producers that are fused into its tiles.
pub struct Group<'a> {
    /// The last operation of the group, whose iteration space is tiled.
    pub root: Op<'a>,
    /// The addresses ([`ir::address`]) of the producers that are fused into the loop.
    pub members: HashSet<usize>,
    /// The tile size of each dimension of the root's iteration space; 0 for a dimension that is not
    /// tiled.
    pub sizes: Vec<i64>,
    /// The number of tiles into which the root is divided.
    pub tiles: i64,
    /// Whether the tile sizes divide the extents of the root's dimensions.
    pub is_even: bool,
    /// The softmax that a tile computes in blocks of keys, if there is one.
    pub softmax: Option<Softmax<'a>>,
}

/// Forms the groups of a block's operations, starting with the group whose root is last in the
/// block.
///
/// # Errors
/// Fails at the root of a group whose tuned schedule is invalid.
pub fn form<'a>(
    ops: &[Op<'a>],
    threads: i64,
    tuning: &mut Tuning<'a>,
) -> Result<Vec<Group<'a>>, Failure<'a>> {
    form_by(ops, |candidate, position| {
        let grown = candidate.grow(position, |group, producer| group.try_add(producer, threads));
        if tuning.is_active() {
            return grown.finish_tuned(position, threads, tuning).map(Some);
        }
        Ok(Some(grown.finish(threads)))
    })
}

/// The positions of the operations in their block, by the addresses of the operations.
type Positions = HashMap<usize, usize>;

/// Forms a group for each operation that is not in a group yet, with this operation as its root,
/// starting with the last operation. `finish` receives a group that contains only the root, and
/// returns it with producers, or `None` if the operation is not the root of a group.
fn form_by<'a>(
    ops: &[Op<'a>],
    mut finish: impl FnMut(Candidate<'a>, &Positions) -> Result<Option<Group<'a>>, Failure<'a>>,
) -> Result<Vec<Group<'a>>, Failure<'a>> {
    let position = ops.iter().enumerate().map(|(index, op)| (ir::address(*op), index)).collect();
    let mut taken: HashSet<usize> = HashSet::new();
    let mut groups = Vec::new();
    for root in ops.iter().rev() {
        if taken.contains(&ir::address(*root)) {
            continue;
        }
        let Some(candidate) = Candidate::new(*root) else { continue };
        if let Some(group) = finish(candidate, &position)? {
            taken.extend(&group.members);
            groups.push(group);
        }
    }
    Ok(groups)
}

/// Reads an operation that may be tiled: a `linalg.generic` with linear, nondecreasing maps that no
/// schedule of the user has tiled. Returns `None` for other operations.
fn tileable(op: Op<'_>) -> Option<Structured<'_>> {
    Structured::of(op).filter(has_monotone_maps).filter(|_| !is_scheduled(op))
}

/// An operation of a group, related to the dimensions of the group's root.
struct Member<'a> {
    generic: Structured<'a>,
    extents: Vec<i64>,
    /// For each loop of the operation, its dependence on a dimension of the root; `None` for a loop
    /// that does not follow a dimension of the root.
    root_dims: Vec<Option<TileDependence>>,
}

/// A producer that may be added to a group.
struct NewMember<'a> {
    member: Member<'a>,
    /// The dimensions of the root that may be tiled if the producer is added.
    tileable: Vec<usize>,
    /// The code size of the group if the producer is added.
    code_size: usize,
}

/// A group that is still growing.
struct Candidate<'a> {
    root: Op<'a>,
    members: HashMap<usize, Member<'a>>,
    /// The numbers of the root's dimensions that may be tiled.
    tileable: Vec<usize>,
    extents: Vec<i64>,
    /// The addresses of the fills of the members' destinations, which can be fused at no cost.
    fills: HashSet<usize>,
    /// Estimated code size of the members, in operations after math expansion.
    code_size: usize,
}

/// Largest estimated code size of a group, in operations after math expansion.
const MAX_CODE_SIZE: usize = 1024;
/// A producer counts as small if its work times this number is at most the work of the group.
const SMALL_PART: i64 = 16;

impl<'a> Candidate<'a> {
    fn new(root: Op<'a>) -> Option<Self> {
        let generic = tileable(root)?;
        let extents = generic.extents()?;
        let tileable: Vec<_> =
            (0..generic.parallel.len()).filter(|dim| generic.parallel[*dim]).collect();
        let root_dims = (0..extents.len()).map(|dim| Some(TileDependence::same(dim))).collect();
        let member = Member { generic, extents: extents.clone(), root_dims };
        let code_size = expanded(member.generic.body_ops());
        let members = HashMap::from([(ir::address(root), member)]);
        Some(Self { root, members, tileable, extents, fills: HashSet::new(), code_size })
    }

    /// Adds producers, starting with the nearest, as long as fusing them is profitable.
    ///
    /// `try_add` adds a producer to the group and returns true, or returns false.
    fn grow(
        mut self,
        position: &HashMap<usize, usize>,
        mut try_add: impl FnMut(&mut Self, Op<'a>) -> bool,
    ) -> Self {
        let mut pending: Vec<Op<'a>> = vec![self.root];
        let mut refused = HashSet::new();
        while let Some(consumer) = pending.pop() {
            for operand in ir::operands(consumer) {
                let Some(producer) = ir::defining_op(operand) else { continue };
                let known = self.members.contains_key(&ir::address(producer))
                    || refused.contains(&ir::address(producer));
                if known || !position.contains_key(&ir::address(producer)) {
                    continue;
                }
                if ir::op_name(producer) == "linalg.fill" {
                    if self.all_uses_inside(producer) {
                        self.fills.insert(ir::address(producer));
                    }
                    continue;
                }
                if !self.all_uses_inside(producer) {
                    // It becomes eligible when all its users are members.
                    continue;
                }
                if try_add(&mut self, producer) {
                    pending.push(producer);
                } else {
                    refused.insert(ir::address(producer));
                }
            }
            // A producer skipped above may be eligible now.
            if pending.is_empty() {
                pending = self.frontier(position, &refused);
            }
        }
        self
    }

    /// Returns the members that have a producer which is not in the group, but may be added because
    /// all of its users are members.
    fn frontier(&self, position: &HashMap<usize, usize>, refused: &HashSet<usize>) -> Vec<Op<'a>> {
        let eligible = |op: Op<'a>| {
            ir::operands(op).into_iter().filter_map(ir::defining_op).any(|producer| {
                let id = ir::address(producer);
                ir::op_name(producer) != "linalg.fill"
                    && position.contains_key(&id)
                    && !self.members.contains_key(&id)
                    && !refused.contains(&id)
                    && Structured::of(producer).is_some()
                    && self.all_uses_inside(producer)
            })
        };
        self.members.values().map(|member| member.generic.op).filter(|op| eligible(*op)).collect()
    }

    fn all_uses_inside(&self, producer: Op<'a>) -> bool {
        ir::results(producer)
            .into_iter()
            .flat_map(ir::uses)
            .all(|(user, _)| self.members.contains_key(&ir::address(user)))
    }

    /// Returns a producer as a new member of the group. Returns `None` if a tile of the root does
    /// not determine a tile of the producer, if the group would become too large, or if the
    /// producer is small.
    fn member(&self, producer: Op<'a>) -> Option<NewMember<'a>> {
        let generic = tileable(producer)?;
        let code_size = self.code_size + expanded(generic.body_ops());
        if code_size > MAX_CODE_SIZE {
            return None;
        }
        let extents = generic.extents()?;
        let root_dims = self.root_dims_of(&generic)?;
        let follows =
            |dim: usize| root_dims.iter().flatten().any(|dependence| dependence.dim == dim);
        let tileable: Vec<_> = self.tileable.iter().copied().filter(|dim| follows(*dim)).collect();
        let restricts = tileable.len() < self.tileable.len();
        if tileable.is_empty() || (restricts && self.is_small(&generic, &extents)) {
            return None;
        }
        let member = Member { generic, extents, root_dims };
        Some(NewMember { member, tileable, code_size })
    }

    fn try_add(&mut self, producer: Op<'a>, threads: i64) -> bool {
        let Some(new) = self.member(producer) else { return false };
        let NewMember { member, tileable, code_size } = new;
        let restricts = tileable.len() < self.tileable.len();
        let compare = restricts || member.generic.is_contraction();
        let apart = if compare { self.time_apart(producer, threads) } else { None };
        let old = std::mem::replace(&mut self.tileable, tileable);
        self.members.insert(ir::address(producer), member);
        let worth = self.shape().is_some_and(|shape| {
            tile_sizes(&shape, threads).is_some_and(|sizes| {
                has_enough_rows(&shape, &sizes)
                    && apart.is_none_or(|apart| time(&shape, &sizes, threads) <= apart)
            })
        });
        if worth {
            self.code_size = code_size;
        } else {
            self.members.remove(&ir::address(producer));
            self.tileable = old;
        }
        worth
    }

    /// Returns true if the work of a producer is small compared with the group, and its operands
    /// are only constants and arguments, such as the factor of each channel in a batch norm.
    ///
    /// Such a producer may be computed before the group. As a member, it would restrict the tiles
    /// to the dimensions that it follows.
    fn is_small(&self, producer: &Structured<'a>, extents: &[i64]) -> bool {
        let iterations = |extents: &[i64]| extents.iter().copied().fold(1i64, i64::saturating_mul);
        let members = self.members.values();
        let group = members.map(|it| iterations(&it.extents).saturating_mul(cost(&it.generic)));
        let work = iterations(extents).saturating_mul(cost(producer));
        // A padding reads its operand in the body.
        let mut read = producer.body_ops().into_iter().flat_map(ir::operands);
        let mut inputs = ir::operands(producer.op).into_iter().take(producer.inputs);
        work.saturating_mul(SMALL_PART) <= group.fold(0, i64::saturating_add)
            && !read.any(|value| value.r#type().is_tensor())
            && inputs
                .all(|it| ir::defining_op(it).is_none_or(|op| ir::op_name(op) == "arith.constant"))
    }

    /// Estimates the total time of the group and of `producer` if `producer` is computed before the
    /// group, and leaves its result in memory. Returns `None` if the group has no contraction, or
    /// if the time cannot be estimated.
    ///
    /// Computing a producer in the tiles of a contraction saves memory traffic, but may take more
    /// time: dimensions that the producer does not follow are not tiled, so that there may be too
    /// few tiles for the threads, and adjacent tiles compute its halos twice.
    fn time_apart(&self, producer: Op<'a>, threads: i64) -> Option<i64> {
        let time = |candidate: &Self| {
            let shape = candidate.shape()?;
            Some(time(&shape, &tile_sizes(&shape, threads)?, threads))
        };
        self.members.values().find(|member| member.generic.is_contraction())?;
        let [result] = ir::results(producer)[..] else { return None };
        let elements = Shaped::of(result.r#type())?.elements();
        let bytes = elements.saturating_mul(element_bytes(result)?);
        let in_memory = time_in_memory(bytes, threads);
        Some(time(self)?.saturating_add(time(&Self::new(producer)?)?).saturating_add(in_memory))
    }

    /// Returns the dependence of each loop of a producer on a dimension of the root. Returns `None`
    /// if the uses of the producer follow different dimensions, or if an index is not linear in the
    /// loops.
    fn root_dims_of(&self, producer: &Structured<'a>) -> Option<Vec<Option<TileDependence>>> {
        let [result] = ir::results(producer.op)[..] else { return None };
        let own = ir::projected_dims(&producer.maps[producer.inputs])?;
        let mut agreed: Option<Vec<Option<TileDependence>>> = None;
        for (user, operand) in ir::uses(result) {
            let member = self.members.get(&ir::address(user))?;
            let theirs = tile_dependences(&member.generic, operand, &member.extents)?;
            let mut dims = vec![None; producer.parallel.len()];
            for (mine, their) in own.iter().zip(&theirs) {
                dims[*mine] =
                    their.and_then(|their| Some(their.through(member.root_dims[their.dim]?)));
            }
            agreed = Some(match agreed {
                None => dims,
                Some(agreed) => agree(&agreed, &dims)?,
            });
        }
        agreed
    }

    fn shape(&self) -> Option<GroupShape> {
        let extents: Vec<_> = self.tileable.iter().map(|dim| self.extents[*dim]).collect();
        let tiles: i64 = extents.iter().product::<i64>().max(1);
        let overwriting = self.overwriting();
        let (mut work, mut temporaries, mut roles) = (0i64, Vec::new(), Vec::new());
        let (mut iterations_of_tile, mut right_bytes) = (Vec::new(), Vec::new());
        for (id, member) in &self.members {
            let iterations: i64 = member.extents.iter().product();
            work = work.saturating_add(iterations.saturating_mul(cost(&member.generic)) / tiles);
            let loops = 0..member.extents.len();
            iterations_of_tile.push(self.part(member, cost(&member.generic), loops.clone()));
            if member.generic.is_contraction() {
                merge_roles(&mut roles, &self.roles_of(member));
                let right = right_operand(&member.generic);
                let bytes = element_bytes(ir::operands(member.generic.op)[right])?;
                let used = loops.filter(|dim| uses(&member.generic.maps[right], *dim));
                right_bytes.push(self.part(member, bytes, used));
            }
            if *id != ir::address(self.root) && !overwriting.contains(id) {
                temporaries.push(self.temporary(member)?);
            }
        }
        let transposed = self.transposed();
        let (work, iterations) = (work.max(1), iterations_of_tile);
        Some(GroupShape { extents, work, temporaries, iterations, right_bytes, roles, transposed })
    }

    /// Returns the addresses of the members that are computed in the memory of another member's
    /// result, because this result is not read afterwards. The pass
    /// [`reuse_operands`](crate::reuse_operands) makes these members overwrite it.
    ///
    /// A tile of an attention head then needs memory for only one of the scores, exponentials and
    /// quotients, so that the tile can have more rows.
    fn overwriting(&self) -> HashSet<usize> {
        let overwrites = |member: &&Member<'a>| {
            let op = member.generic.op;
            let [result] = ir::results(op)[..] else { return false };
            let maps = &member.generic.maps;
            member.generic.is_elementwise()
                && (0..member.generic.inputs).any(|input| {
                    let value = ir::operands(op)[input];
                    let producer = ir::defining_op(value);
                    let is_read_before = |(user, operand): (Op<'a>, usize)| {
                        if user == op { operand == input } else { user.is_before_in_block(op) }
                    };
                    value.r#type() == result.r#type()
                        && maps[input] == maps[member.generic.inputs]
                        && producer.is_some_and(|producer| {
                            self.members.contains_key(&ir::address(producer))
                        })
                        && ir::uses(value).into_iter().all(is_read_before)
                })
        };
        self.members
            .values()
            .filter(overwrites)
            .map(|member| ir::address(member.generic.op))
            .collect()
    }

    /// Returns the roles of the tileable dimensions in the contraction `member`.
    ///
    /// The innermost dimension of the output is a column, because vectors run along it.
    fn roles_of(&self, member: &Member<'a>) -> Vec<Role> {
        let maps = &member.generic.maps;
        let innermost = ir::projected_dims(&maps[2]).and_then(|dims| dims.last().copied());
        let right = right_operand(&member.generic);
        let role = |root: usize| {
            let follows = |dim: &usize| {
                member.root_dims[*dim].is_some_and(|dependence| dependence.dim == root)
            };
            let dims: Vec<_> = (0..member.extents.len()).filter(follows).collect();
            if dims.iter().any(|dim| Some(*dim) == innermost) {
                return Role::Column;
            }
            let used = |operand: usize| dims.iter().any(|dim| uses(&maps[operand], *dim));
            match (used(1 - right), used(right)) {
                (true, false) => Role::Row,
                (false, true) => Role::Column,
                _ => Role::Batch,
            }
        };
        self.tileable.iter().map(|root| role(*root)).collect()
    }

    /// Returns the position among the tileable dimensions of the dimension that is contiguous in
    /// the root's output, and that of a different dimension that is contiguous in one of its
    /// inputs. Returns `None` if the root is not a transposition of tileable dimensions.
    fn transposed(&self) -> Option<(usize, usize)> {
        let root = &self.members[&ir::address(self.root)].generic;
        if !root.is_elementwise() {
            return None;
        }
        let position = |dim: usize| self.tileable.iter().position(|tileable| *tileable == dim);
        let along = *ir::projected_dims(root.maps.last()?)?.last()?;
        let across = root.maps[..root.inputs].iter().find_map(|map| {
            let dims = ir::projected_dims(map)?;
            dims.last().copied().filter(|last| *last != along && dims.contains(&along))
        });
        Some((position(along)?, position(across?)?))
    }

    /// Returns the size in bytes of a member's result for a tile, as a function of the tile sizes.
    fn temporary(&self, member: &Member<'a>) -> Option<Part> {
        let [result] = ir::results(member.generic.op)[..] else { return None };
        let dims = ir::projected_dims(&member.generic.maps[member.generic.inputs])?;
        Some(self.part(member, element_bytes(result)?, dims))
    }

    /// Returns the amount of memory or work that a tile needs, as a function of the tile sizes, if
    /// each iteration of the loops `loops` of a member needs `amount`.
    fn part(
        &self,
        member: &Member<'a>,
        mut amount: i64,
        loops: impl IntoIterator<Item = usize>,
    ) -> Part {
        let mut dependences = Vec::new();
        for dim in loops {
            let extent = member.extents[dim];
            let tiled = member.root_dims[dim].and_then(|dependence| {
                let dim = self.tileable.iter().position(|root| *root == dependence.dim)?;
                Some((TileDependence { dim, ..dependence }, extent))
            });
            match tiled {
                Some(tiled) => dependences.push(tiled),
                None => amount = amount.saturating_mul(extent),
            }
        }
        Part { amount, dependences }
    }

    fn finish(self, threads: i64) -> Group<'a> {
        let shape = self.shape_to_tile();
        let sizes = shape.and_then(|shape| tile_sizes(&shape, threads));
        self.with_tiles(sizes)
    }

    /// Returns the properties of the group on which its tile sizes depend, or `None` if the group
    /// must not be tiled.
    fn shape_to_tile(&self) -> Option<GroupShape> {
        // A transposition alone becomes loops with tiles of their own, at level `target`.
        let root = &self.members[&ir::address(self.root)].generic;
        let is_alone = self.members.len() == 1 && is_transposition(root);
        if is_alone { None } else { self.shape() }
    }

    /// Returns the group with tiles of the given sizes, or without tiles if no sizes are given.
    fn with_tiles(self, sizes_of_tile: Option<Vec<i64>>) -> Group<'a> {
        let mut sizes = vec![0; self.extents.len()];
        let (mut tiles, mut is_even) = (1, true);
        if let Some(chosen) = sizes_of_tile {
            for (dim, size) in self.tileable.iter().zip(chosen) {
                sizes[*dim] = if size < self.extents[*dim] { size } else { 0 };
                tiles *= if size > 0 { ceil(self.extents[*dim], size) } else { 1 };
                is_even &= sizes[*dim] == 0 || self.extents[*dim] % sizes[*dim] == 0;
            }
        }
        let mut members: HashSet<_> = self.members.into_keys().collect();
        members.remove(&ir::address(self.root));
        members.extend(self.fills);
        Group { root: self.root, members, sizes, tiles, is_even, softmax: None }
    }
}

/// Merges the roles of dimensions in another contraction into `roles`. A dimension with two
/// different roles counts as a batch.
fn merge_roles(roles: &mut Vec<Role>, others: &[Role]) {
    if roles.is_empty() {
        roles.extend(others);
    }
    for (role, other) in roles.iter_mut().zip(others) {
        if role != other {
            *role = Role::Batch;
        }
    }
}

/// Returns true if the tiles of a group with a contraction have enough rows for fusion. Otherwise,
/// the right operand would be read too often.
fn has_enough_rows(shape: &GroupShape, sizes: &[i64]) -> bool {
    let rows = |sizes: &[i64]| -> i64 {
        let rows = sizes.iter().zip(&shape.roles).filter(|(_, role)| **role == Role::Row);
        rows.map(|(size, _)| *size).product()
    };
    !shape.has_contraction() || rows(sizes) >= rows(&shape.extents).min(CONTRACTION_ROWS / 2)
}

/// Merges the dependences of the dimensions of a value on dimensions of the root, for two uses of
/// the value.
///
/// If only one use follows a dimension of the root, a tile needs the whole dimension of the value,
/// so the result is `None` for it. Returns `None` for the whole value if the uses follow different
/// dimensions of the root.
fn agree(
    a: &[Option<TileDependence>],
    b: &[Option<TileDependence>],
) -> Option<Vec<Option<TileDependence>>> {
    a.iter()
        .zip(b)
        .map(|(a, b)| match (a, b) {
            (Some(a), Some(b)) => a.both(*b).map(Some),
            _ => Some(None),
        })
        .collect()
}

/// Returns the number of a contraction's right operand: the input that the innermost dimension of
/// the output indexes.
fn right_operand(contraction: &Structured) -> usize {
    let innermost = ir::projected_dims(&contraction.maps[2]).and_then(|dims| dims.last().copied());
    usize::from(innermost.is_none_or(|dim| uses(&contraction.maps[1], dim)))
}

/// Returns true if a result of the map depends on loop `dim`. Only results that are linear
/// functions of the loops are considered.
fn uses(map: &AffineMap, dim: usize) -> bool {
    (0..map.result_count()).any(|index| {
        let expression = map.result(index).ok();
        let linear = expression.and_then(|result| hloom_ir::linear(result, map.dim_count()));
        linear.is_some_and(|(steps, _)| steps[dim] != 0)
    })
}

/// Returns the number of bytes of an element of a tensor or memref.
fn element_bytes(value: Value) -> Option<i64> {
    let element = Shaped::of(value.r#type())?.element;
    Some(i64::from(ir::element_width(element).div_ceil(8)))
}

/// Returns the estimated cost of an iteration of a linalg operation, in simple operations.
fn cost(generic: &Structured) -> i64 {
    let ops = generic.body_ops();
    let costs = ops.iter().map(|op| {
        let name = ir::op_name(*op);
        if name.starts_with("math.")
            || name.starts_with("arith.div")
            || name.starts_with("complex.")
        {
            8
        } else {
            1
        }
    });
    costs.sum::<i64>().max(1)
}
