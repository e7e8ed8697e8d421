// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of the partition of a program between a device and the host.

use hloom_compiler::{Error, Program, mlir};
use hloom_device::partition::{
    Divided, Graph, Node, Segment, SegmentCompiler, ValueId, divide, outline, schedule,
};
use hloom_dialects::Context;
use hloom_ir::{self as ir, Op};
use melior::ir::operation::OperationLike;
use std::collections::BTreeSet;

const SORTED_BETWEEN: &str = "func.func @f(%a: tensor<9xf32>, %b: tensor<9xf32>) -> tensor<9xf32> {
    %c = stablehlo.constant dense<2.0> : tensor<9xf32>
    %0 = stablehlo.add %b, %c : tensor<9xf32>
    %1 = \"stablehlo.sort\"(%0) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %less = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %less : tensor<i1>
    }) {dimension = 0 : i64, is_stable = true} : (tensor<9xf32>) -> tensor<9xf32>
    %2 = stablehlo.multiply %1, %c : tensor<9xf32>
    %3 = stablehlo.subtract %2, %0 : tensor<9xf32>
    return %3 : tensor<9xf32>
}";

fn is_not_sort(op: Op) -> bool {
    ir::op_name(op) != "stablehlo.sort"
}

#[test]
fn a_program_is_divided_by_the_predicate_of_the_backend() -> Result<(), Error> {
    let context = Context::new();
    let program = Program::from_text("test.mlir", SORTED_BETWEEN)?;
    let module = mlir::parse(&context, &program)?;
    let entry = mlir::entry(&module, &program)?;
    let graph = Graph::of(&context, entry, is_not_sort)?;
    let for_device: Vec<bool> = graph.nodes.iter().map(|node| node.for_device).collect();
    assert_eq!(for_device, [true, true, false, true, true]);
    assert_eq!(
        graph.nodes[2].place,
        "test.mlir:4:10: error: `stablehlo.sort` must run on the host"
    );
    assert_eq!(graph.nodes[2].sizes, [36]);
    // The attributes by which the graph was built are gone.
    assert!(!module.as_operation().to_string().contains("device.number"));

    let segments = schedule(&graph, &for_device, &BTreeSet::new());
    let operations: Vec<_> = segments.iter().map(|segment| &segment.operations[..]).collect();
    assert_eq!(operations, [&[0, 1][..], &[2], &[0, 3, 4]]);
    let (result, argument) = (|at| ValueId::Result(at, 0), ValueId::Argument);
    let texts = [
        (vec![argument(1)], "(%arg0: tensor<9xf32>) -> tensor<9xf32>", "stablehlo.add"),
        (vec![result(1)], "(%arg0: tensor<9xf32>) -> tensor<9xf32>", "stablehlo.sort"),
        (
            vec![result(1), result(2)],
            "(%arg0: tensor<9xf32>, %arg1: tensor<9xf32>) -> tensor<9xf32>",
            "stablehlo.subtract",
        ),
    ];
    for (segment, (takes, signature, operation)) in segments.iter().zip(texts) {
        let (part, inputs) = outline(&context, entry, &[], &segment.operations, &segment.outputs);
        assert_eq!(inputs, takes);
        let text = part.as_operation().to_string();
        assert!(part.as_operation().verify(), "{text}");
        assert!(text.contains(&format!("func.func @main{signature}")), "{text}");
        assert!(text.contains(operation), "{text}");
    }
    Ok(())
}

#[test]
fn dynamic_shapes_are_refused_where_they_are() -> Result<(), Error> {
    let text = "func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
        %0 = stablehlo.abs %a : tensor<?xf32>
        %1 = stablehlo.negate %0 : tensor<?xf32>
        return %1 : tensor<?xf32>
    }";
    let context = Context::new();
    let program = Program::from_text("test.mlir", text)?;
    let module = mlir::parse(&context, &program)?;
    let graph = Graph::of(&context, mlir::entry(&module, &program)?, |_| true);
    let reason =
        "expected a tensor of static shape that fits into memory as result, found `tensor<?xf32>`";
    assert_eq!(
        graph.expect_err("sizes are unknown").to_string(),
        format!(
            "test.mlir:2:14: error: `stablehlo.abs`: {reason}\n\
             test.mlir:3:14: error: `stablehlo.negate`: {reason}"
        )
    );
    Ok(())
}

/// A compiler that refuses some operations, and some only together.
struct Picky<'g> {
    graph: &'g Graph,
    refused: &'g [&'g str],
    most: usize,
    /// The segments and operations that were refused.
    reasons: Vec<String>,
}

impl SegmentCompiler for Picky<'_> {
    type Code = Vec<String>;

    fn compile(&mut self, segment: &Segment, _: Option<usize>) -> Result<Vec<String>, Error> {
        let names = segment.operations.iter().map(|number| self.graph.nodes[*number].name.clone());
        let names: Vec<String> = names.collect();
        if let Some(name) = names.iter().find(|name| self.refused.contains(&name.as_str())) {
            return Err(Error::invalid(format!("no {name}")));
        }
        let count = names.iter().filter(|name| *name != "constant").count();
        if count > self.most { Err(Error::invalid("too many")) } else { Ok(names) }
    }

    fn refused_segment(&mut self, number: usize, reason: &Error) {
        self.reasons.push(format!("segment {number}: {reason}"));
    }

    fn refused_operation(&mut self, operation: usize, reason: &Error) {
        self.reasons.push(format!("operation {operation}: {reason}"));
    }
}

/// Returns a graph of operations, each with the numbers of the operations that it uses.
fn graph(nodes: &[(&str, &[usize])], results: &[usize]) -> Graph {
    let value = |at: &usize| ValueId::Result(*at, 0);
    let nodes = nodes.iter().map(|(name, inputs)| Node {
        name: (*name).to_owned(),
        place: String::new(),
        for_device: *name != "sort",
        constant: *name == "constant",
        effect: false,
        inputs: inputs.iter().map(value).collect(),
        sizes: vec![4],
    });
    Graph { nodes: nodes.collect(), results: results.iter().map(value).collect() }
}

/// The code of a segment, which is the names of its operations; `None` on the host.
type Code = Option<Vec<String>>;

/// Divides a graph; returns also the refusals.
fn divided(graph: &Graph, refused: &[&str], most: usize) -> (Divided<Vec<String>>, Vec<String>) {
    let mut compiler = Picky { graph, refused, most, reasons: Vec::new() };
    (divide(graph, &mut compiler), compiler.reasons)
}

/// Returns the operations and the code of each segment.
fn segments(divided: Divided<Vec<String>>) -> Vec<(Vec<usize>, Code)> {
    divided.segments.into_iter().map(|(segment, code)| (segment.operations, code)).collect()
}

fn code(names: &[&str]) -> Code {
    Some(names.iter().map(|name| (*name).to_owned()).collect())
}

#[test]
fn refused_operations_move_to_the_host() {
    let graph =
        graph(&[("constant", &[]), ("a", &[0]), ("b", &[1]), ("c", &[0, 2]), ("sort", &[3])], &[4]);
    let (divided, reasons) = divided(&graph, &["b"], 9);
    assert_eq!(divided.on_host, [2, 4]);
    assert_eq!(
        segments(divided),
        [
            (vec![0, 1], code(&["constant", "a"])),
            (vec![2], None),
            (vec![0, 3], code(&["constant", "c"])),
            (vec![4], None),
        ]
    );
    assert_eq!(reasons, ["segment 0: no b", "operation 2: no b"]);
}

#[test]
fn operations_that_are_refused_together_are_cut() {
    let graph = graph(&[("a", &[]), ("b", &[0]), ("c", &[1]), ("d", &[2])], &[3]);
    let (divided, reasons) = divided(&graph, &[], 2);
    assert!(divided.on_host.is_empty());
    assert_eq!(
        segments(divided),
        [(vec![0, 1], code(&["a", "b"])), (vec![2, 3], code(&["c", "d"]))]
    );
    assert_eq!(reasons, ["segment 0: too many"]);
}

#[test]
fn a_device_that_refuses_everything_leaves_it_to_the_host() {
    let graph = graph(&[("constant", &[]), ("a", &[0]), ("b", &[1]), ("constant", &[])], &[2, 3]);
    let (divided, _) = divided(&graph, &["constant", "a", "b"], 9);
    assert!(divided.segments.iter().all(|(_, code)| code.is_none()), "{divided:?}");
    // The first constant is copied to its use and runs nowhere by itself.
    assert_eq!(divided.on_host, [1, 2, 3]);
}
