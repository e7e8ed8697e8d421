// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Loop nests with reduced dimensions.
//!
//! Steps that do not depend on the accumulated results ("early" steps) are computed on all lanes of
//! a tile. The other ("late") steps are computed for the points of the reduced dimensions one after
//! another, in order, so that results equal the interpreter's results.

use super::elementwise::{ScalarWords, compute_all, is_lanes, load, may_be_lanes};
use super::emitter::{Direction, Emitter, LANES, LANES_BASE, Start, T, Tile, points, tiled};
use super::error::CodegenError;
use super::lanes::{Place, Slots, compute, lane_strides};
use super::nest::{Nest, Node};
use npu_simulator::{Register, VectorBinary, VectorReduce, VectorUnary};

/// Maximum number of result elements in a tile.
const MOST_RESULTS: i64 = 4096;

/// The division of a nest's steps into early steps and late steps, which depend on accumulated
/// values.
struct Division {
    /// For each step, the index of the output whose accumulated value the step loads; `None` for
    /// other steps.
    so_far: Vec<Option<usize>>,
    /// For each step, whether it is a late step, which depends on an accumulated value.
    late: Vec<bool>,
}

impl Division {
    fn of(nest: &Nest) -> Division {
        let output = |access: usize| nest.outputs.iter().position(|it| it.access == access);
        let so_far: Vec<_> = nest
            .nodes
            .iter()
            .map(|node| if let Node::Load(access) = node { output(*access) } else { None })
            .collect();
        let mut late: Vec<bool> = Vec::new();
        for (index, node) in nest.nodes.iter().enumerate() {
            late.push(so_far[index].is_some() || node.operands().any(|operand| late[operand]));
        }
        Division { so_far, late }
    }

    fn early(&self, node: usize) -> bool {
        !self.late[node]
    }

    /// Returns true for late steps other than loads of accumulated values.
    fn folds(&self, node: usize) -> bool {
        self.late[node] && self.so_far[node].is_none()
    }
}

/// Returns the nest with a copy for each result that is the accumulated value of another output.
/// Results are overwritten one after another, so such a value would otherwise be lost.
fn without_crossings(nest: &Nest) -> Nest {
    let (mut nest, division) = (nest.clone(), Division::of(nest));
    for number in 0..nest.outputs.len() {
        let node = nest.outputs[number].node;
        if division.so_far[node].is_some_and(|of| of != number) {
            nest.nodes.push(Node::Unary(VectorUnary::Mov, node));
            nest.outputs[number].node = nest.nodes.len() - 1;
        }
    }
    nest
}

/// Emits a loop nest with reduced dimensions.
///
/// # Errors
/// Fails if the kernel exceeds a limit of the device.
pub fn emit(emitter: &mut Emitter, nest: &Nest) -> Result<(), CodegenError> {
    let all = 0..nest.sizes.len();
    let (reduced, parallel): (Vec<usize>, Vec<usize>) = all.partition(|dim| nest.reduced[*dim]);
    let order = [reduced.clone(), parallel.clone()].concat();
    let nest = &without_crossings(nest);
    let division = Division::of(nest);
    let (early, folds) = (|node| division.early(node), |node| division.folds(node));
    let is_output = |node: usize| nest.outputs.iter().any(|output| output.node == node);
    let used_late = |node: usize| {
        let uses = nest.nodes.iter().enumerate().filter(|(index, _)| folds(*index));
        is_output(node) || uses.clone().any(|(_, other)| other.operands().any(|it| it == node))
    };

    let most = Slots::new(nest, &early, &|node| may_be_lanes(nest, node), &used_late);
    let folding = Slots::new(nest, &folds, &|_| true, &is_output);
    let (early_slots, late_slots) =
        (most.count.max(1) as i64, (folding.count + nest.outputs.len()) as i64);
    let most_results = (LANES / (2 * (early_slots + late_slots))).min(MOST_RESULTS);
    let mut walks = tiled(&nest.sizes, &parallel, most_results, 3);
    let results = points(&walks);
    let left = (LANES - late_slots * results) / (early_slots * results);
    let inner = tiled(&nest.sizes, &reduced, left, 2);
    let lanes = results * points(&inner);

    let steps = [inner.clone(), walks.clone()].concat();
    let in_lanes = |node: usize| early(node) && is_lanes(nest, &steps, node);
    let slots = Slots::new(nest, &early, &in_lanes, &used_late);
    let words = ScalarWords::new(emitter, nest, &|node| !early(node) || in_lanes(node))?;
    let place = |node: usize| match slots.address(node, lanes) {
        Some(address) => Some(Place::Lanes(address)),
        None => words.0[node].map(Place::Word),
    };
    let late_base = LANES_BASE + (4 * slots.count as i64 * lanes) as u32;
    let late_slot = |slot: usize| late_base + (4 * slot as i64 * results) as u32;
    let so_far = |output: usize| late_slot(folding.count + output);

    let mut tile = Tile::point(nest.sizes.len());
    walks.retain(|walk| walk.size > 1);
    emitter.walk(&walks, &mut tile, &mut |emitter, tile| {
        let mut at_results = tile.clone();
        for dim in &reduced {
            (at_results.start[*dim], at_results.extent[*dim]) = (Start::At(0), 1);
        }
        let strides = lane_strides(&parallel, &at_results.extent);
        let now: i64 = at_results.extent.iter().product();
        let move_results = |emitter: &mut Emitter, direction| {
            emitter.fence();
            emitter.set_lanes(now);
            nest.outputs.iter().enumerate().try_for_each(|(number, output)| {
                if direction == Direction::Load
                    && let Some(initial) = output.initial
                {
                    return begin(emitter, initial, so_far(number));
                }
                let access = &nest.accesses[output.access];
                emitter.transfer(direction, access, &at_results, so_far(number), &strides)
            })
        };
        move_results(emitter, Direction::Load)?;
        emitter.walk(&inner, tile, &mut |emitter, tile| {
            emitter.fence();
            load(emitter, nest, &early, tile, &lane_strides(&order, &tile.extent), &place)?;
            emitter.fence();
            let points: i64 = reduced.iter().map(|dim| tile.extent[*dim]).product();
            compute_all(emitter, nest, &early, now * points, (&order, tile), &place, &words)?;
            if now == 1
                && let Some((op, node)) = one_fold(nest, &division)
                && let Some(Place::Lanes(from)) = place(node)
            {
                emitter.set_lanes(points);
                emitter.code.li(T[0], i64::from(so_far(0))).li(T[1], i64::from(from));
                emitter.code.v_reduce(op, T[0], T[1]);
                return Ok(());
            }
            emitter.set_lanes(now);
            emitter.count(4 * now * points, 4 * now, &mut |emitter, row| {
                let place = |node: usize| match (division.so_far[node], folding.of[node]) {
                    (Some(output), _) => Some(Place::Lanes(so_far(output))),
                    (None, Some(slot)) => Some(Place::Lanes(late_slot(slot))),
                    (None, None) => place(node).map(|place| in_row(place, row)),
                };
                fold(emitter, nest, &folds, &place, &so_far)
            })
        })?;
        move_results(emitter, Direction::Store)
    })?;
    emitter.fence();
    Ok(())
}

/// Emits the initialization of the lanes at the scratchpad address `target` with the initial value
/// of a result.
///
/// # Errors
/// Fails if the initial value is not a constant or a word.
pub fn begin(emitter: &mut Emitter, initial: Node, target: u32) -> Result<(), CodegenError> {
    let word = match initial {
        Node::Constant(lane) => emitter.constant(lane)?,
        Node::Word(word) => word,
        _ => {
            return Err(CodegenError(
                "internal error: expected a constant or a scratchpad word as the initial value of a \
                 result"
                    .to_owned(),
            ));
        }
    };
    let place = |_| Some(Place::Word(word));
    compute(emitter, Node::Unary(VectorUnary::Mov, 0), target, &place)
}

/// Restricts the place of a value that has lanes for all points of a tile to one point of the
/// reduced dimensions. `row` contains the byte offset of its lanes.
fn in_row(place: Place, row: Register) -> Place {
    match place {
        Place::Lanes(address) => Place::Row(address, row),
        other => other,
    }
}

/// Emits the late steps, which depend on accumulated values, for one point of the reduced
/// dimensions.
fn fold(
    emitter: &mut Emitter,
    nest: &Nest,
    folds: &dyn Fn(usize) -> bool,
    place: &dyn Fn(usize) -> Option<Place>,
    so_far: &dyn Fn(usize) -> u32,
) -> Result<(), CodegenError> {
    let steps: Vec<usize> = (0..nest.nodes.len()).filter(|node| folds(*node)).collect();
    // The last step may write directly to the only result, since it reads its operands first.
    let direct = match &nest.outputs[..] {
        [output] => steps.last().filter(|last| **last == output.node),
        _ => None,
    };
    for node in &steps {
        let target = match place(*node) {
            _ if direct == Some(node) => so_far(0),
            Some(Place::Lanes(address)) => address,
            _ => {
                return Err(CodegenError(
                    "internal error: no address in the scratchpad was assigned to a result"
                        .to_owned(),
                ));
            }
        };
        compute(emitter, nest.nodes[*node], target, place)?;
    }
    for (number, output) in nest.outputs.iter().enumerate() {
        let target = so_far(number);
        let stays = place(output.node) == Some(Place::Lanes(target));
        if !stays && direct != Some(&output.node) {
            compute(emitter, Node::Unary(VectorUnary::Mov, output.node), target, place)?;
        }
    }
    Ok(())
}

/// Returns the vector reduction that computes all late steps, and the index of the step that is its
/// operand. Returns `None` if no single instruction computes them.
fn one_fold(nest: &Nest, division: &Division) -> Option<(VectorReduce, usize)> {
    let [output] = &nest.outputs[..] else { return None };
    let steps = (0..nest.nodes.len()).filter(|node| division.folds(*node)).count();
    let Node::Binary(op, a, b) = nest.nodes[output.node] else { return None };
    let other = match (division.so_far[a], division.so_far[b]) {
        (Some(_), None) => b,
        (None, Some(_)) => a,
        _ => return None,
    };
    if steps != 1 || division.late[other] {
        return None;
    }
    let op = match op {
        VectorBinary::Fadd => VectorReduce::Fadd,
        VectorBinary::Fmul => VectorReduce::Fmul,
        VectorBinary::Fmin => VectorReduce::Fmin,
        VectorBinary::Fmax => VectorReduce::Fmax,
        VectorBinary::Iadd => VectorReduce::Iadd,
        VectorBinary::Imul => VectorReduce::Imul,
        VectorBinary::Mins => VectorReduce::Mins,
        VectorBinary::Maxs => VectorReduce::Maxs,
        VectorBinary::Minu => VectorReduce::Minu,
        VectorBinary::Maxu => VectorReduce::Maxu,
        VectorBinary::And => VectorReduce::And,
        VectorBinary::Or => VectorReduce::Or,
        VectorBinary::Xor => VectorReduce::Xor,
        _ => return None,
    };
    Some((op, other))
}
