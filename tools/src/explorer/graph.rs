// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The dataflow graph of the entry function, with the kernel that computes each operation.
//!
//! The graph is read from the text of the program after the passes of level `hlo`, whose operations
//! are the input of fusion. An operation belongs to the kernel with the most lines that come from
//! the operation's source operations.

use super::locations::Line;
use super::names::{is_function, symbol, values};
use crate::source_names::short_type;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// A dataflow graph. Nodes are in program order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Graph {
    /// The nodes: operations, arguments and the results of the function.
    pub nodes: Vec<Node>,
    /// The names of the kernels, or of the loop nests of a program without kernels.
    pub kernels: Vec<String>,
}

/// A node of the dataflow graph: an operation, an argument, or the terminator with the results of
/// the function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Node {
    /// The name of the operation without its dialect, the name of an argument, or `return`.
    pub name: String,
    /// The short type of the operation's result or of the argument, such as `4x8xf32`.
    pub ty: String,
    /// The kind of the node: `argument`, `constant`, `op` or `return`.
    pub kind: &'static str,
    /// The index of the node's first line in the version of the program that the graph shows.
    pub line: usize,
    /// The numbers of the source operations of the node.
    pub sources: Vec<usize>,
    /// The indices of the nodes whose results are operands of this node.
    pub inputs: Vec<usize>,
    /// The kernel that computes the operation, as an index of [`Graph::kernels`].
    pub kernel: Option<usize>,
}

/// The kernels of a program. Each has a name and, for each source operation, the number of the
/// kernel's lines that come from it.
#[derive(Clone, Debug, Default)]
pub struct Kernels(Vec<(String, BTreeMap<usize, usize>)>);

impl Kernels {
    /// Finds the functions of a program that are kernels, from the program's lines.
    pub fn of(lines: &[Line]) -> Self {
        let mut kernels = Vec::new();
        let mut end: Option<&str> = None;
        for line in lines {
            let text = line.text.trim_start();
            let indent = &line.text[..line.text.len() - text.len()];
            if is_function(text) && text.ends_with('{') {
                let name = symbol(text).filter(|name| is_kernel(name));
                end = name.is_some().then_some(indent);
                kernels.extend(name.map(|name| (name.to_owned(), BTreeMap::new())));
            } else if text.starts_with('}') && end == Some(indent) {
                end = None;
            } else if let (Some(_), Some((_, counts))) = (end, kernels.last_mut()) {
                line.sources.iter().for_each(|it| *counts.entry(*it).or_default() += 1);
            }
        }
        Self(kernels)
    }

    /// Finds the loop nests in the entry function of a program on buffers. Small programs have no
    /// kernels, because a call would take longer than their loops.
    pub fn of_nests(lines: &[Line], entry: &str) -> Self {
        let mut nests: Vec<(String, BTreeMap<usize, usize>)> = Vec::new();
        let mut is_nest = false;
        for_each_op(lines, entry, |_, line, is_first| {
            if is_first {
                let op = without_results(line.text.trim_start());
                is_nest = op.starts_with("scf.") || op.starts_with("linalg.");
                if is_nest {
                    nests.push((format!("loop nest {}", nests.len() + 1), BTreeMap::new()));
                }
            }
            if let (true, Some((_, counts))) = (is_nest, nests.last_mut()) {
                line.sources.iter().for_each(|it| *counts.entry(*it).or_default() += 1);
            }
        });
        Self(nests)
    }

    /// Returns true if the program has no kernels.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Renames kernels that a pass has merged with equal kernels, and which are thus missing from
    /// `remaining`. `before` and `after` are the called kernels before and after the pass, in
    /// program order.
    pub fn rename(&mut self, remaining: &Self, before: &[String], after: &[String]) {
        if before.len() != after.len() {
            return;
        }
        let names: HashMap<_, _> = before.iter().zip(after).collect();
        for (name, _) in &mut self.0 {
            let is_gone = remaining.0.iter().all(|(other, _)| other != name);
            if is_gone && let Some(new) = names.get(name) {
                (*new).clone_into(name);
            }
        }
    }

    /// Returns the index of the kernel with the most lines from the given source operations, or
    /// `None` if no line of a kernel comes from them.
    fn best(&self, sources: &[usize]) -> Option<usize> {
        let score = |counts: &BTreeMap<usize, usize>| -> usize {
            sources.iter().filter_map(|source| counts.get(source)).sum()
        };
        let scores = self.0.iter().enumerate().map(|(number, (_, counts))| (score(counts), number));
        let best = scores.max_by_key(|(score, number)| (*score, std::cmp::Reverse(*number)))?;
        (best.0 > 0).then_some(best.1)
    }
}

/// Returns the names of the kernels that a program calls, in the order of its lines.
pub fn calls(lines: &[Line]) -> Vec<String> {
    let is_call = |text: &&str| text.contains("call @") || text.contains(".addressof @");
    let calls = lines.iter().map(|line| line.text.trim_start()).filter(is_call);
    calls.filter_map(symbol).filter(|name| is_kernel(name)).map(str::to_owned).collect()
}

fn is_kernel(name: &str) -> bool {
    name.rsplit_once("_kernel_").is_some_and(|(_, end)| end.parse::<u64>().is_ok())
}

/// Reads the graph of the function `entry` from the lines of a program.
pub fn read(lines: &[Line], entry: &str, kernels: &Kernels) -> Graph {
    let mut graph = Graph {
        nodes: Vec::new(),
        kernels: kernels.0.iter().map(|(name, _)| name.clone()).collect(),
    };
    let Some(start) = start(lines, entry) else { return graph };
    let mut producers: HashMap<&str, usize> = HashMap::new();
    for name in values(&lines[start].text).0 {
        producers.insert(name, graph.nodes.len());
        let (ty, name) = (argument_type(&lines[start].text, name), name.to_owned());
        graph.nodes.push(Node { name, ty, kind: "argument", line: start, ..Node::default() });
    }
    for_each_op(lines, entry, |number, line, is_first| {
        if is_first {
            let node = node(line.text.trim_start(), number, &line.sources, kernels);
            graph.nodes.push(node);
        }
        let Some(current) = graph.nodes.len().checked_sub(1) else { return };
        let (defined, used) = values(&line.text);
        for name in used {
            if let Some(input) = producers.get(name)
                && *input != current
                && !graph.nodes[current].inputs.contains(input)
            {
                graph.nodes[current].inputs.push(*input);
            }
        }
        if is_first {
            producers.extend(defined.into_iter().map(|name| (name, current)));
        }
    });
    graph
}

/// Returns the index of the first line of the function `entry`.
fn start(lines: &[Line], entry: &str) -> Option<usize> {
    lines.iter().position(|line| {
        let text = line.text.trim_start();
        text.starts_with("func.func") && symbol(text) == Some(entry)
    })
}

/// Calls `run` for each line in the body of the function `entry`. Its arguments are the line's
/// index, the line, and whether an operation at the top level of the body begins there.
fn for_each_op<'a>(lines: &'a [Line], entry: &str, mut run: impl FnMut(usize, &'a Line, bool)) {
    let Some(start) = start(lines, entry) else { return };
    let indent = depth(&lines[start].text);
    for (number, line) in lines.iter().enumerate().skip(start + 1) {
        let text = line.text.trim_start();
        let here = depth(&line.text);
        if here <= indent && text.starts_with('}') {
            break;
        }
        // The regions of `stablehlo.while` begin with a line `cond {`.
        run(number, line, here == indent + 2 && !text.starts_with(['}', '^']) && text != "cond {");
    }
}

/// Returns the text of an operation without the names of its results.
fn without_results(text: &str) -> &str {
    text.split_once(" = ").filter(|_| text.starts_with('%')).map_or(text, |(_, op)| op)
}

fn depth(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

fn node(text: &str, line: usize, sources: &[usize], kernels: &Kernels) -> Node {
    let op = without_results(text);
    let name = op.split([' ', '(', '<']).next().unwrap_or_default().trim_matches('"');
    let kind = match name {
        "return" | "func.return" => "return",
        _ if name.ends_with(".constant") => "constant",
        _ => "op",
    };
    let name = match name.split_once('.') {
        Some(("stablehlo" | "func", short)) => short.to_owned(),
        _ => name.to_owned(),
    };
    let name =
        if name == "call" { format!("call {}", symbol(text).unwrap_or_default()) } else { name };
    Node {
        name,
        ty: if kind == "return" { String::new() } else { result_type(op) },
        kind,
        line,
        sources: sources.to_vec(),
        inputs: Vec::new(),
        kernel: if kind == "op" { kernels.best(sources) } else { None },
    }
}

/// Returns the short type of an operation's first result from its MLIR text, with `+N` for N
/// further results.
fn result_type(op: &str) -> String {
    let op = op.trim_end_matches('{').trim_end();
    let (arrow, colon) = (op.rfind(" -> "), op.rfind(" : "));
    let start = match (arrow, colon) {
        (Some(arrow), _) => arrow + " -> ".len(),
        (None, Some(colon)) => colon + " : ".len(),
        (None, None) => return String::new(),
    };
    let ty = op[start..].trim_matches(['(', ')']);
    // A selection has the types of the predicate and of the result.
    let ty = match ty.rsplit_once(", ") {
        Some((_, last)) if op.starts_with("stablehlo.select ") => last,
        _ => ty,
    };
    match ty.split_once(">, ") {
        Some((first, rest)) => {
            let others = rest.matches("tensor<").count();
            format!("{} +{others}", short_type(&format!("{first}>")))
        }
        None => short_type(ty),
    }
}

/// Returns the short type of the argument `name` from the first line of a function.
fn argument_type(line: &str, name: &str) -> String {
    let Some((_, rest)) = line.split_once(&format!("{name}: ")) else { return String::new() };
    let end = rest.find([',', ')', ' ']).unwrap_or(rest.len());
    short_type(&rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<Line> {
        let line = |text: &str| {
            let (text, sources) = text.split_once(" // ").unwrap_or((text, ""));
            let sources = sources.split(' ').filter_map(|number| number.parse().ok()).collect();
            Line { text: text.to_owned(), sources }
        };
        text.lines().map(line).collect()
    }

    #[test]
    fn the_graph_has_operations_with_their_kernels() {
        let program = lines(
            "module {
  func.func public @main(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>) -> (tensor<8xf32>) {
    %cst = stablehlo.constant dense<1.0> : tensor<4x8xf32> // 0
    %0 = stablehlo.add %arg0, %cst : tensor<4x8xf32> // 1
    %4 = stablehlo.select %5, %0, %cst : tensor<4x8xi1>, tensor<4x8xf32> // 9
    %1:2 = stablehlo.while(%iterArg = %0, %iterArg_0 = %arg1) : tensor<4x8xf32>, tensor<i32> // 2
    cond {
      stablehlo.return %cst : tensor<i1> // 3
    } do {
      %3 = stablehlo.tanh %iterArg : tensor<4x8xf32> // 4
    } // 2
    %2 = stablehlo.reduce(%1#0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32> // 5
    return %2 : tensor<8xf32> // 6
  }
}",
        );
        let kernels = Kernels::of(&lines(
            "module {
  func.func private @main_kernel_0(%arg0: memref<f32>) {
    a // 1
    b // 1 5
  }
  func.func private @main_kernel_1(%arg0: memref<f32>) {
    a // 5
    b // 5
  }
  func.func @main() {
    c // 0
  }
}",
        ));
        let graph = read(&program, "main", &kernels);
        let names: Vec<_> = graph.nodes.iter().map(|node| (&*node.name, &*node.ty)).collect();
        let expected = [
            ("%arg0", "4x8xf32"),
            ("%arg1", "i32"),
            ("constant", "4x8xf32"),
            ("add", "4x8xf32"),
            ("select", "4x8xf32"),
            ("while", "4x8xf32 +1"),
            ("reduce", "8xf32"),
            ("return", ""),
        ];
        assert_eq!(names, expected);
        let inputs: Vec<_> = graph.nodes.iter().map(|node| node.inputs.clone()).collect();
        assert_eq!(
            inputs,
            [vec![], vec![], vec![], vec![0, 2], vec![3, 2], vec![3, 1, 2], vec![5, 2], vec![6]]
        );
        let kernels: Vec<_> = graph.nodes.iter().map(|node| node.kernel).collect();
        assert_eq!(kernels, [None, None, None, Some(0), None, None, Some(1), None]);
        assert_eq!(read(&program, "other", &Kernels::default()).nodes, []);
    }

    #[test]
    fn small_programs_have_loop_nests() {
        let nests = Kernels::of_nests(
            &lines(
                "  func.func @main(%arg0: memref<f32>) {
    %c = arith.constant 1 : index // 8
    scf.for %i = %c to %c step %c {
      a // 1
      b // 1 2
    } // 1
    %view = memref.subview %arg0 // 3
    linalg.fill ins(%c) outs(%arg0) // 3
  }",
            ),
            "main",
        );
        let expected = [
            ("loop nest 1".to_owned(), BTreeMap::from([(1, 3), (2, 1)])),
            ("loop nest 2".to_owned(), BTreeMap::from([(3, 1)])),
        ];
        assert_eq!(nests.0, expected);
    }

    #[test]
    fn merged_kernels_have_the_name_of_the_remaining_one() {
        let before = calls(&lines("call @f_kernel_0(%0)\ncall @g(%0)\ncall @f_kernel_1(%1)"));
        let after = calls(&lines("call @f_kernel_0(%0)\ncall @g(%0)\ncall @f_kernel_0(%1)"));
        let mut kernels = Kernels(vec![("f_kernel_1".to_owned(), BTreeMap::new())]);
        kernels.rename(&Kernels::default(), &before, &after);
        assert_eq!(kernels.0[0].0, "f_kernel_0");
    }
}
