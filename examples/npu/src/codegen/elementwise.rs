// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Elementwise loop nests, whose tiles are loaded, computed and stored.

use super::emitter::{Direction, Emitter, LANES, Tile, Walk, points, tiled};
use super::error::CodegenError;
use super::lanes::{Place, Slots, compute, index, lane_strides, start_word};
use super::nest::{Nest, Node};
use npu_simulator::{DIMENSIONS, Unit, UnitSet};

/// Emits a loop nest without reduced dimensions.
///
/// # Errors
/// Fails if the kernel exceeds a limit of the device.
pub fn emit(emitter: &mut Emitter, nest: &Nest) -> Result<(), CodegenError> {
    let order: Vec<usize> = (0..nest.sizes.len()).collect();
    let kept = |node: usize| {
        // Loading the next tile must not overwrite a result that is still being stored.
        matches!(nest.nodes[node], Node::Load(_))
            || nest.outputs.iter().any(|output| output.node == node)
    };
    let all = Slots::new(nest, &|_| true, &|node| may_be_lanes(nest, node), &kept);
    let most = LANES / all.count.max(1) as i64;
    let walks = tiled(&nest.sizes, &order, most, DIMENSIONS);
    let lanes = points(&walks);
    let in_lanes = |node: usize| is_lanes(nest, &walks, node);
    let slots = Slots::new(nest, &|_| true, &in_lanes, &kept);
    let words = ScalarWords::new(emitter, nest, &in_lanes)?;
    let place = |node: usize| match slots.address(node, lanes) {
        Some(address) => Some(Place::Lanes(address)),
        None => words.0[node].map(Place::Word),
    };

    let loads = nest.nodes.iter().any(|node| matches!(node, Node::Load(_)));
    let computes = nest.nodes.iter().any(|node| node.operands().next().is_some())
        || nest.nodes.iter().any(|node| matches!(node, Node::Index(_)));
    let overlaps = may_overlap(nest);
    let mut tile = Tile::point(nest.sizes.len());
    emitter.walk(&walks, &mut tile, &mut |emitter, tile| {
        let strides = lane_strides(&order, &tile.extent);
        if !overlaps {
            emitter.fence();
        }
        load(emitter, nest, &|_| true, tile, &strides, &place)?;
        if loads || computes {
            emitter.fence();
        }
        let now: i64 = tile.extent.iter().product();
        compute_all(emitter, nest, &|_| true, now, (&order, tile), &place, &words)?;
        if computes {
            emitter.code.fence(UnitSet::of(Unit::Vector));
        }
        for output in &nest.outputs {
            let access = &nest.accesses[output.access];
            match place(output.node) {
                Some(Place::Lanes(from)) => {
                    emitter.transfer(Direction::Store, access, tile, from, &strides)?;
                }
                Some(Place::Word(from)) => {
                    let still = vec![0; strides.len()];
                    emitter.transfer(Direction::Store, access, tile, from, &still)?;
                }
                _ => {
                    return Err(CodegenError(
                        "internal error: no address in the scratchpad was assigned to an output"
                            .to_owned(),
                    ));
                }
            }
        }
        Ok(())
    })?;
    emitter.fence();
    Ok(())
}

/// Returns true if a tile may be loaded while the previous tile is stored, that is, if loads and
/// stores do not overlap in the scratchpad or in DRAM.
fn may_overlap(nest: &Nest) -> bool {
    nest.outputs.iter().all(|output| {
        let stored = &nest.accesses[output.access];
        let meets = |node: &Node| match node {
            Node::Load(access) => nest.accesses[*access].may_meet(stored, &nest.sizes),
            _ => false,
        };
        !matches!(nest.nodes[output.node], Node::Load(_)) && !nest.nodes.iter().any(meets)
    })
}

/// For each step, the scratchpad address of its word, if it has one. The word contains the value of
/// a step that is equal in all lanes, or the index in the first lane of a loop index.
pub struct ScalarWords(pub Vec<Option<u32>>);

impl ScalarWords {
    /// Assigns a scratchpad word to each constant, scalar, loop index and load of a value that is
    /// equal in all lanes.
    ///
    /// # Errors
    /// Fails if the words exceed their part of the scratchpad.
    pub fn new(
        emitter: &mut Emitter,
        nest: &Nest,
        in_lanes: &dyn Fn(usize) -> bool,
    ) -> Result<ScalarWords, CodegenError> {
        let word = |(index, node): (usize, &Node)| match node {
            Node::Constant(lane) => emitter.constant(*lane).map(Some),
            Node::Word(word) => Ok(Some(*word)),
            // An index in lanes has a word for its value in the first lane.
            Node::Index(_) => emitter.nest_word().map(Some),
            Node::Load(_) if !in_lanes(index) => emitter.nest_word().map(Some),
            _ => Ok(None),
        };
        Ok(ScalarWords(nest.nodes.iter().enumerate().map(word).collect::<Result<_, _>>()?))
    }
}

/// Returns true if the value of a step can differ between the lanes of a tile, for some tile size.
pub fn may_be_lanes(nest: &Nest, node: usize) -> bool {
    match nest.nodes[node] {
        Node::Constant(_) | Node::Word(_) => false,
        Node::Load(access) => nest.accesses[access].strides.iter().any(|stride| *stride != 0),
        _ => true,
    }
}

/// Returns true if the value of a step can differ between the lanes of a tile, for the tile sizes
/// of the given loops.
pub fn is_lanes(nest: &Nest, walks: &[Walk], node: usize) -> bool {
    let step = |dim: usize| walks.iter().find(|walk| walk.dim == dim).map_or(1, |walk| walk.step);
    match nest.nodes[node] {
        Node::Constant(_) | Node::Word(_) => false,
        Node::Index(dim) => step(dim) > 1,
        Node::Load(access) => {
            let strides = nest.accesses[access].strides.iter().enumerate();
            strides.clone().any(|(dim, stride)| *stride != 0 && step(dim) > 1)
        }
        _ => true,
    }
}

/// Emits the DMA loads of the steps that `wanted` selects.
///
/// # Errors
/// Fails if no address in the scratchpad was assigned to a load.
pub fn load(
    emitter: &mut Emitter,
    nest: &Nest,
    wanted: &dyn Fn(usize) -> bool,
    tile: &Tile,
    strides: &[i64],
    place: &dyn Fn(usize) -> Option<Place>,
) -> Result<(), CodegenError> {
    for (index, node) in nest.nodes.iter().enumerate().filter(|(index, _)| wanted(*index)) {
        let Node::Load(access) = node else { continue };
        let access = &nest.accesses[*access];
        match place(index) {
            Some(Place::Lanes(to)) => {
                emitter.transfer(Direction::Load, access, tile, to, strides)?;
            }
            Some(Place::Word(to)) => {
                let point = Tile { extent: vec![1; tile.extent.len()], ..tile.clone() };
                emitter.transfer(Direction::Load, access, &point, to, strides)?;
            }
            _ => {
                return Err(CodegenError(
                    "internal error: no address in the scratchpad was assigned to an operand"
                        .to_owned(),
                ));
            }
        }
    }
    Ok(())
}

/// Emits the computation of the steps that `wanted` selects, on the first `lanes` lanes of a tile.
///
/// # Errors
/// Fails if no address in the scratchpad was assigned to a step.
pub fn compute_all(
    emitter: &mut Emitter,
    nest: &Nest,
    wanted: &dyn Fn(usize) -> bool,
    lanes: i64,
    (order, tile): (&[usize], &Tile),
    place: &dyn Fn(usize) -> Option<Place>,
    words: &ScalarWords,
) -> Result<(), CodegenError> {
    let mut length_is_set = false;
    for (at, node) in nest.nodes.iter().enumerate().filter(|(at, _)| wanted(*at)) {
        if matches!(node, Node::Load(_) | Node::Constant(_) | Node::Word(_)) {
            continue;
        }
        if !length_is_set {
            emitter.set_lanes(lanes);
            length_is_set = true;
        }
        match (node, place(at)) {
            (Node::Index(dim), Some(Place::Lanes(target))) => {
                let start = words.0[at].ok_or_else(|| {
                    CodegenError(
                        "internal error: no word in the scratchpad was assigned to an index"
                            .to_owned(),
                    )
                })?;
                index(emitter, *dim, order, tile, start, target)?;
            }
            (Node::Index(dim), Some(Place::Word(word))) => {
                start_word(emitter, tile.start[*dim], word)?;
            }
            (_, Some(Place::Lanes(target))) => compute(emitter, *node, target, place)?,
            _ => {
                return Err(CodegenError(
                    "internal error: no address in the scratchpad was assigned to a result"
                        .to_owned(),
                ));
            }
        }
    }
    Ok(())
}
