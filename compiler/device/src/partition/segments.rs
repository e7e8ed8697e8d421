// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Grouping of a program's operations into segments for the device or the host.

use super::graph::{Graph, ValueId};
use std::collections::BTreeSet;

/// A group of operations that run together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Whether the segment runs on the device.
    pub on_device: bool,
    /// Numbers of the operations, including constants, in program order.
    pub operations: Vec<usize>,
    /// Results of the operations that other segments or the caller need.
    pub outputs: Vec<ValueId>,
}

/// Divides the operations into segments. `on_device` states for each operation whether it runs on
/// the device.
///
/// To minimize the number of segments, a segment contains all ready operations of one kind, and the
/// next segment all ready operations of the other kind. No device segment contains operations from
/// both sides of a number in `cuts`, apart from constants. The operation with that number is the
/// first on the later side.
pub fn schedule(graph: &Graph, on_device: &[bool], cuts: &BTreeSet<usize>) -> Vec<Segment> {
    let count = graph.nodes.len();
    let floats = |number: usize| graph.is_copied(number);
    let effects: Vec<usize> = (0..count).filter(|number| graph.nodes[*number].effect).collect();
    let before = |number: usize| -> Vec<usize> {
        let inputs = graph.nodes[number].inputs.iter().filter_map(|input| match input {
            ValueId::Result(at, _) => Some(*at),
            ValueId::Argument(_) => None,
        });
        let order = effects.iter().take_while(|effect| **effect < number).last();
        let order = order.filter(|_| graph.nodes[number].effect);
        inputs.chain(order.copied()).filter(|at| !floats(*at)).collect()
    };
    let mut done: Vec<bool> = (0..count).map(floats).collect();
    let mut segments: Vec<Segment> = Vec::new();
    let mut device = true;
    while done.contains(&false) {
        let mut operations = BTreeSet::new();
        let cut_off = |operations: &BTreeSet<usize>, number: usize| match operations.first() {
            Some(first) => device && cuts.range(first + 1..=number).next().is_some(),
            None => false,
        };
        for number in 0..count {
            let ready = !done[number] && on_device[number] == device;
            if cut_off(&operations, number) {
                break;
            }
            if ready && before(number).into_iter().all(|at| done[at]) {
                done[number] = true;
                operations.insert(number);
            }
        }
        let needs = |number: &usize| graph.nodes[*number].inputs.clone();
        let constants: Vec<usize> = operations
            .iter()
            .flat_map(needs)
            .filter_map(|input| match input {
                ValueId::Result(at, _) if floats(at) => Some(at),
                _ => None,
            })
            .collect();
        operations.extend(constants);
        if !operations.is_empty() {
            let operations = operations.into_iter().collect();
            segments.push(Segment { on_device: device, operations, outputs: Vec::new() });
        }
        device = !device;
    }
    for segment in &mut segments {
        segment.outputs = outputs(graph, &segment.operations);
    }
    segments
}

/// Returns the results of `operations` that other operations or the caller need.
fn outputs(graph: &Graph, operations: &[usize]) -> Vec<ValueId> {
    let is_ours = |number: usize| operations.binary_search(&number).is_ok();
    let others = (0..graph.nodes.len()).filter(|number| !is_ours(*number));
    let used = others.flat_map(|number| &graph.nodes[number].inputs).chain(&graph.results);
    let outputs: BTreeSet<ValueId> = used
        .filter(|value| match value {
            ValueId::Result(at, _) => is_ours(*at) && !graph.is_copied(*at),
            ValueId::Argument(_) => false,
        })
        .copied()
        .collect();
    outputs.into_iter().collect()
}

/// Returns a device segment of the given operations and the constants that they use.
pub fn piece(graph: &Graph, operations: &[usize]) -> Segment {
    let inputs = operations.iter().flat_map(|number| &graph.nodes[*number].inputs);
    let constants = inputs.filter_map(|input| match input {
        ValueId::Result(at, _) if graph.nodes[*at].constant => Some(*at),
        _ => None,
    });
    let all: BTreeSet<usize> = constants.chain(operations.iter().copied()).collect();
    let operations: Vec<usize> = all.into_iter().collect();
    let outputs = outputs(graph, &operations);
    Segment { on_device: true, operations, outputs }
}

#[cfg(test)]
mod tests {
    use super::super::graph::Node;
    use super::*;

    fn node(name: &str, inputs: &[usize]) -> Node {
        Node {
            name: name.to_owned(),
            place: String::new(),
            for_device: true,
            constant: name == "constant",
            effect: name == "effect",
            inputs: inputs.iter().map(|at| ValueId::Result(*at, 0)).collect(),
            sizes: vec![4],
        }
    }

    #[test]
    fn what_is_ready_runs_together() {
        let nodes = vec![
            node("constant", &[]),
            node("a", &[0]),
            node("sort", &[1]),
            node("b", &[1]),
            node("sort", &[0]),
            node("c", &[2, 3, 4]),
        ];
        let graph = Graph { nodes, results: vec![ValueId::Result(5, 0)] };
        let on_device: Vec<bool> = graph.nodes.iter().map(|node| node.name != "sort").collect();
        let segments = schedule(&graph, &on_device, &BTreeSet::new());
        let operations: Vec<_> = segments.iter().map(|segment| &segment.operations[..]).collect();
        assert_eq!(operations, [&[0, 1, 3][..], &[0, 2, 4], &[5]]);
        let one = |at| ValueId::Result(at, 0);
        assert_eq!(segments[0].outputs, [one(1), one(3)]);
        assert_eq!(segments[1].outputs, [one(2), one(4)]);
        assert_eq!(segments[2].outputs, [one(5)]);
    }

    #[test]
    fn cuts_are_between_segments() {
        let nodes = vec![node("a", &[]), node("b", &[0]), node("c", &[0]), node("d", &[1, 2])];
        let graph = Graph { nodes, results: vec![ValueId::Result(3, 0)] };
        let cuts = BTreeSet::from([2]);
        let segments = schedule(&graph, &[true; 4], &cuts);
        let operations: Vec<_> = segments.iter().map(|segment| &segment.operations[..]).collect();
        assert_eq!(operations, [&[0, 1][..], &[2, 3]]);
        assert_eq!(segments[0].outputs, [ValueId::Result(0, 0), ValueId::Result(1, 0)]);
    }

    #[test]
    fn effects_keep_their_order() {
        let nodes = vec![node("effect", &[]), node("a", &[]), node("effect", &[])];
        let graph = Graph { nodes, results: vec![] };
        let segments = schedule(&graph, &[true, true, false], &BTreeSet::new());
        assert_eq!(segments[0].operations, [0, 1]);
        assert_eq!(segments[1].operations, [2]);
    }
}
