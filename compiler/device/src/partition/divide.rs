// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Search for a division whose device segments all compile.
//!
//! If a segment fails to compile, bisection finds the operations in it that fail on their own; they
//! move to the host. If every operation compiles on its own, the operations fail only in
//! combination, and the segment is split in two. Then the division starts again. It terminates
//! because each round moves an operation or adds a split.

use super::graph::Graph;
use super::segments::{Segment, piece, schedule};
use hloom_compiler::Error;
use std::collections::{BTreeMap, BTreeSet};

/// Compiles segments for a device.
pub trait SegmentCompiler {
    /// The code of a segment.
    type Code;

    /// Compiles a segment for the device. `number` is the number of the segment in the division, or
    /// `None` for a trial compilation of a part of a segment, whose code is discarded.
    ///
    /// # Errors
    /// Fails if the device cannot run the segment.
    fn compile(&mut self, segment: &Segment, number: Option<usize>) -> Result<Self::Code, Error>;

    /// Receives the number of a segment that does not compile, and the reason, before the
    /// operations of the segment are tried on their own.
    fn refused_segment(&mut self, _number: usize, _reason: &Error) {}

    /// Receives the number in the graph of an operation that does not compile on its own, and the
    /// reason. The operation then runs on the host, although the predicate of the device accepts
    /// it.
    fn refused_operation(&mut self, _operation: usize, _reason: &Error) {}
}

/// The division of a program into segments for the device and for the host.
#[derive(Debug)]
pub struct Divided<C> {
    /// The segments in execution order. Each device segment has its code.
    pub segments: Vec<(Segment, Option<C>)>,
    /// Numbers of the operations that run on the host, except constants that are copied to each
    /// use.
    pub on_host: Vec<usize>,
}

/// Divides a graph into segments, and compiles the device segments.
pub fn divide<S: SegmentCompiler>(graph: &Graph, compiler: &mut S) -> Divided<S::Code> {
    let mut for_device: Vec<bool> = graph.nodes.iter().map(|node| node.for_device).collect();
    let mut cuts = BTreeSet::new();
    loop {
        let segments = schedule(graph, &for_device, &cuts);
        match compile_all(&segments, compiler) {
            Ok(mut codes) => {
                let numbered = segments.into_iter().enumerate();
                let segments =
                    numbered.map(|(number, segment)| (segment, codes.remove(&number))).collect();
                let on_host = (0..for_device.len())
                    .filter(|number| !for_device[*number] && !graph.is_copied(*number));
                let on_host = on_host.collect();
                return Divided { segments, on_host };
            }
            Err(failed) => {
                exclude(graph, &segments[failed], compiler, &mut for_device, &mut cuts);
            }
        }
    }
}

/// Returns the code of all device segments, or the number of the first one that fails.
fn compile_all<S: SegmentCompiler>(
    segments: &[Segment],
    compiler: &mut S,
) -> Result<BTreeMap<usize, S::Code>, usize> {
    let mut codes = BTreeMap::new();
    for (number, segment) in segments.iter().enumerate().filter(|(_, it)| it.on_device) {
        match compiler.compile(segment, Some(number)) {
            Ok(code) => drop(codes.insert(number, code)),
            Err(reason) => {
                compiler.refused_segment(number, &reason);
                return Err(number);
            }
        }
    }
    Ok(codes)
}

/// Changes the division of a program into segments after `segment` failed to compile.
///
/// Moves the operations that do not compile on their own to the host, by clearing their entries in
/// `for_device`. If each operation compiles on its own, adds the middle of the segment to `cuts`; a
/// segment of a single operation moves to the host instead.
fn exclude<S: SegmentCompiler>(
    graph: &Graph,
    segment: &Segment,
    compiler: &mut S,
    for_device: &mut [bool],
    cuts: &mut BTreeSet<usize>,
) {
    let mut failing = Vec::new();
    find_failing(graph, &segment.operations, compiler, &mut failing);
    // Moving a constant that is copied to each use would have no effect.
    let matters = |number: &usize| !graph.nodes[*number].constant && for_device[*number];
    failing.retain(matters);
    let all: Vec<usize> = segment.operations.iter().copied().filter(matters).collect();
    if failing.is_empty() && all.len() > 1 {
        cuts.insert(all[all.len() / 2]);
        return;
    }
    // The constants fail only if there is nothing else, so the function returns them.
    let moved = [&failing, &all, &segment.operations].into_iter().find(|some| !some.is_empty());
    moved.into_iter().flatten().for_each(|number| for_device[*number] = false);
}

/// Finds the operations that fail on their own, by bisection.
fn find_failing<S: SegmentCompiler>(
    graph: &Graph,
    operations: &[usize],
    compiler: &mut S,
    failing: &mut Vec<usize>,
) {
    let (left, right) = operations.split_at(operations.len() / 2);
    for half in [left, right].into_iter().filter(|half| !half.is_empty()) {
        let Err(reason) = compiler.compile(&piece(graph, half), None) else { continue };
        if let [alone] = half {
            compiler.refused_operation(*alone, &reason);
            failing.push(*alone);
        } else {
            find_failing(graph, half, compiler, failing);
        }
    }
}
