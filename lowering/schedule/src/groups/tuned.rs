// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tuned groups: their descriptions, and the use of tuned tile sizes.
//!
//! The description of a group begins with its contraction, or with its root if there is no
//! contraction, for human readers. It ends with a hash of all members: their loops, element types,
//! maps, bodies and the members that they use. Two groups with the same description have the same
//! possible tile sizes.

use super::{Candidate, Group, Member, tile_sizes};
use crate::tile_alternatives::{alternatives, check};
use crate::tuning::{Choice, Tuned, Tuning};
use hloom_ir::linalg::structured::Structured;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Shaped, Value};
use melior::ir::ValueLike;
use sha2::{Digest, Sha256};
use std::collections::HashMap;

impl<'a> Candidate<'a> {
    /// Returns the group with its tuned schedule, or with the schedule of the cost model if there
    /// is no tuned schedule, and reports the choice.
    ///
    /// # Errors
    /// Fails at the root if the tuned schedule does not fit the group.
    pub fn finish_tuned(
        self,
        position: &HashMap<usize, usize>,
        threads: i64,
        tuning: &mut Tuning<'a>,
    ) -> Result<Group<'a>, Failure<'a>> {
        let root = self.root;
        let op = self.description(position);
        let tuned = tuning.find(&op).cloned().unwrap_or_default();
        let members: Vec<_> = self.members.values().map(|member| member.generic.op).collect();
        let may_split = members.len() > 1;
        let group = match tuned.fuse {
            Some(false) if may_split => Self::new(root).map_or(self, Self::with_fills),
            _ => self,
        };
        let Some(shape) = group.shape_to_tile() else { return Ok(group.finish(threads)) };
        let chosen = match tuned.tile {
            Some(tile) => {
                check(&shape, &tile).map_err(|reason| {
                    Failure::at(root, format!("tuned tile sizes of `{op}`: {reason}"))
                })?;
                Some(tile)
            }
            None => tile_sizes(&shape, threads),
        };
        if let Some(tile) = &chosen
            && tuning.reports()
        {
            let of_tile = |tile| Tuned { tile: Some(tile), fuse: tuned.fuse, ..Tuned::default() };
            let others = alternatives(&shape, tile, threads).into_iter().map(of_tile);
            let mut others: Vec<_> = others.collect();
            if may_split && tuned.fuse.is_none() {
                others.push(Tuned { fuse: Some(false), ..Tuned::default() });
            }
            let schedule = of_tile(tile.clone());
            let order = String::new();
            tuning.report(&members, &Choice { op, schedule, alternatives: others, order });
        }
        Ok(group.with_tiles(chosen))
    }

    /// Adds the `linalg.fill` operations that initialize the root's outputs to the group.
    fn with_fills(mut self) -> Self {
        let operands = ir::operands(self.root).into_iter().filter_map(ir::defining_op);
        let fills = operands.filter(|op| ir::op_name(*op) == "linalg.fill");
        let own: Vec<_> =
            fills.filter(|fill| self.all_uses_inside(*fill)).map(ir::address).collect();
        self.fills.extend(own);
        self
    }

    /// Returns the description of the group, which contains everything on which its tile sizes
    /// depend.
    fn description(&self, position: &HashMap<usize, usize>) -> String {
        let mut members: Vec<_> = self.members.values().collect();
        members.sort_by_key(|member| position.get(&ir::address(member.generic.op)));
        let contraction = members.iter().find(|member| member.generic.is_contraction());
        let main = contraction.copied().unwrap_or(&self.members[&ir::address(self.root)]);
        let member_of: HashMap<_, _> = members
            .iter()
            .enumerate()
            .map(|(index, it)| (ir::address(it.generic.op), index))
            .collect();
        let mut digest = Sha256::new();
        digest.update(format!("{:?} of {:?}\n", self.tileable, self.extents));
        for member in &members {
            digest.update(full_description(member, &member_of));
        }
        let digest: String =
            digest.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect();
        let others = match members.len() - 1 {
            0 => String::new(),
            count => format!(" and {count} more"),
        };
        format!("{}{others} #{digest}", short_description(main))
    }
}

/// Describes an operation for human readers, as in `contraction 128x3072 over 768 of f32`.
fn short_description(member: &Member) -> String {
    let generic = &member.generic;
    let extents = |parallel: bool| {
        let dims = member.extents.iter().zip(&generic.parallel);
        let dims = dims.filter(|(_, is)| **is == parallel).map(|(extent, _)| extent.to_string());
        dims.collect::<Vec<_>>().join("x")
    };
    let kind = match (generic.is_contraction(), generic.is_elementwise()) {
        (true, _) => "contraction",
        (false, true) => "elementwise",
        _ => "reduction",
    };
    let over = extents(false);
    let over = if over.is_empty() { over } else { format!(" over {over}") };
    let operand = ir::operands(generic.op).first().map(|value| element(*value));
    format!("{kind} {}{over} of {}", extents(true), operand.unwrap_or_default())
}

/// Describes an operation by its loops, maps, element types and producers, and by the names of the
/// operations in its body. `member_of` returns the number of an operation in its group.
fn full_description(member: &Member, member_of: &HashMap<usize, usize>) -> String {
    let Structured { op, parallel, maps, inputs } = &member.generic;
    let operands: Vec<_> = ir::operands(*op)
        .into_iter()
        .zip(maps)
        .map(|(operand, map)| {
            let producer = ir::defining_op(operand).and_then(|op| member_of.get(&ir::address(op)));
            format!("{}{map} from {producer:?}", element(operand))
        })
        .collect();
    let body: Vec<_> = member.generic.body_ops().into_iter().map(ir::op_name).collect();
    format!("{:?} {parallel:?} {inputs} {operands:?} {body:?}\n", member.extents)
}

/// Returns the element type of an operand as text.
fn element(operand: Value) -> String {
    let ty = operand.r#type();
    Shaped::of(ty).map_or_else(|| ty.to_string(), |shaped| shaped.element.to_string())
}
