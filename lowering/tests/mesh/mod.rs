// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs partitioned programs on all partitions, with parts of whole inputs.

pub mod programs;

use hloom_dialects::diagnostic::Diagnostics;
use hloom_dialects::{Context, parse_module};
use hloom_evaluator::{Literal, Program, Shape, Value};
use hloom_hlo::proto::OpSharding;
use hloom_hlo::text::parse_sharding;
use hloom_lowering::registry;
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;

/// Partitions a program and returns its text.
///
/// # Errors
/// Fails if the program does not parse or cannot be partitioned, with the diagnostics as text.
pub fn partition(text: &str) -> Result<String, String> {
    registry();
    let context = Context::new();
    let mut module =
        parse_module(&context, text, "test.mlir").map_err(|error| error.to_string())?;
    let manager = PassManager::new(&context);
    manager.enable_verifier(true);
    let pipeline = "builtin.module(inline,symbol-dce,hlo-partition)";
    parse_pass_pipeline(manager.as_operation_pass_manager(), pipeline).expect("the pass is there");
    let diagnostics = Diagnostics::collect(&context);
    match manager.run(&mut module) {
        Ok(()) => Ok(module.as_operation().to_string()),
        Err(_) => Err(diagnostics.take().iter().map(|one| format!("{one}\n")).collect()),
    }
}

/// A program that is evaluated as a whole. Its shardings have no effect.
pub struct Whole {
    program: Program,
}

impl Whole {
    pub fn new(text: &str) -> Self {
        let context = Context::new();
        let module = parse_module(&context, text, "test.mlir");
        let module = module.unwrap_or_else(|error| panic!("{error}\n{text}"));
        Self { program: Program::decode(&module).expect("a program") }
    }

    pub fn run(&self, inputs: &[Literal]) -> Vec<Literal> {
        let inputs = inputs.iter().cloned().map(Value::from).collect();
        let results = self.program.evaluate("main", inputs).expect("results");
        results.into_iter().map(|result| result.into_tensor().expect("a tensor")).collect()
    }
}

/// A partitioned program.
pub struct Case {
    /// The types of the whole arguments.
    pub arguments: Vec<Shape>,
    /// The text of the partitioned program.
    pub partitioned: String,
    partitions: usize,
    inputs: Vec<Vec<Vec<usize>>>,
    outputs: Vec<Vec<Vec<usize>>>,
}

/// The argument and result types of a printed program's `@main`, with their shardings.
struct Signature {
    arguments: Vec<(Shape, Option<String>)>,
    results: Vec<(Shape, Option<String>)>,
}

impl Case {
    pub fn new(text: &str, partitions: usize) -> Self {
        let partitioned = partition(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        for left in ["sdy.", "@Sharding", "@SPMD"] {
            assert!(!partitioned.contains(left), "{left} is left:\n{partitioned}");
        }
        let signature = Signature::read(&partitioned);
        let (inputs, arguments) = tiles(&signature.arguments, partitions);
        let (outputs, _) = tiles(&signature.results, partitions);
        Self { arguments, partitioned, partitions, inputs, outputs }
    }

    /// Returns whole results for whole inputs.
    pub fn run(&self, inputs: &[Literal]) -> Vec<Literal> {
        let signature = Signature::read(&self.partitioned);
        let program = self.mesh_program(&signature);
        let mut parts = Vec::new();
        for partition in 0..self.partitions {
            for (index, input) in inputs.iter().enumerate() {
                let local = &signature.arguments[index].0;
                parts.push(Value::from(part(input, local, &self.inputs[index][partition])));
            }
        }
        let results = program.evaluate("mesh", parts);
        let results = results.unwrap_or_else(|error| panic!("{error}\n{}", self.partitioned));
        let results: Vec<_> =
            results.into_iter().map(|result| result.into_tensor().expect("a tensor")).collect();
        let count = signature.results.len();
        (0..count)
            .map(|index| {
                let parts: Vec<_> = results.iter().skip(index).step_by(count).cloned().collect();
                self.assemble(&parts, &self.outputs[index])
            })
            .collect()
    }

    /// Returns the program with an additional function that runs `@main` on every partition.
    fn mesh_program(&self, signature: &Signature) -> Program {
        let (mut list, mut names, mut types) = (Vec::new(), Vec::new(), Vec::new());
        let mut outs = Vec::new();
        for partition in 0..self.partitions {
            for (index, (shape, _)) in signature.arguments.iter().enumerate() {
                list.push(format!("%p{partition}_{index}: {shape}"));
                names.push(format!("%p{partition}_{index}"));
                types.push(shape.to_string());
            }
            outs.extend(signature.results.iter().map(|(shape, _)| shape.to_string()));
        }
        let (list, names, types) = (list.join(", "), names.join(", "), types.join(", "));
        let (count, outs) = (outs.len(), outs.join(", "));
        let programs = vec!["@main"; self.partitions].join(", ");
        let returned: Vec<_> = (0..count)
            .map(|index| if count == 1 { "%r".to_owned() } else { format!("%r#{index}") })
            .collect();
        let returned = returned.join(", ");
        let result = if count == 1 { "%r".to_owned() } else { format!("%r:{count}") };
        let end = self.partitioned.trim_end().trim_end_matches('}').to_owned();
        let text = format!(
            "{end}func.func @mesh({list}) -> ({outs}) {{\n\
             {result} = \"interpreter.run_parallel\"({names}) {{programs = [[{programs}]]}} : ({types}) -> ({outs})\n\
             return {returned} : {outs}\n}}\n}}"
        );
        let context = Context::new();
        let module = parse_module(&context, &text, "mesh.mlir");
        let module = module.unwrap_or_else(|error| panic!("{error}\n{text}"));
        Program::decode(&module).expect("a program")
    }

    fn assemble(&self, parts: &[Literal], tiles: &[Vec<usize>]) -> Literal {
        let local = parts[0].shape();
        let counts = counts(tiles, local.rank());
        let dims: Vec<_> =
            local.dims.iter().zip(&counts).map(|(size, count)| size * count).collect();
        let whole = Shape::new(local.element_type, dims);
        let mut seen: Vec<Option<usize>> = vec![None; counts.iter().product()];
        for (partition, tile) in tiles.iter().enumerate() {
            let number = tile.iter().zip(&counts).fold(0, |all, (tile, count)| all * count + tile);
            match seen[number] {
                // Replicas of a tile are equal to the bit.
                Some(first) => assert_eq!(
                    parts[first].bytes(),
                    parts[partition].bytes(),
                    "partitions {first} and {partition}:\n{}",
                    self.partitioned
                ),
                None => seen[number] = Some(partition),
            }
        }
        Literal::generate(whole, |index| {
            let (mut number, mut inner) = (0, Vec::new());
            for ((at, size), count) in index.iter().zip(&local.dims).zip(&counts) {
                number = number * count + at / size;
                inner.push(at % size);
            }
            let part = seen[number].expect("a partition has each tile");
            Ok::<_, hloom_values::Error>(parts[part].at(&inner).expect("within"))
        })
        .expect("a whole tensor")
    }
}

impl Signature {
    fn read(text: &str) -> Self {
        let line = text.lines().find(|line| line.contains("@main(")).expect("a function");
        let line = line.split_once("@main(").expect("a list").1;
        let (arguments, results) = line.split_once(") -> ").unwrap_or((line, ""));
        let list = |text: &str| -> Vec<(Shape, Option<String>)> {
            let tensors = text.split("tensor<").skip(1);
            let one = |text: &str| {
                let shape = format!("tensor<{}>", text.split_once('>').expect("a type").0);
                let sharding = text.split_once("mhlo.sharding = \"");
                let sharding = sharding.and_then(|(_, text)| text.split_once('"'));
                let sharding = sharding.map(|(sharding, _)| sharding.to_owned());
                (shape.parse().expect("a type"), sharding)
            };
            tensors.map(one).collect()
        };
        Self { arguments: list(arguments), results: list(results) }
    }
}

/// Returns the tile of each partition in each dimension, according to the text of XLA's
/// shardings, and the types of the whole tensors.
fn tiles(
    side: &[(Shape, Option<String>)],
    partitions: usize,
) -> (Vec<Vec<Vec<usize>>>, Vec<Shape>) {
    let one = |(shape, text): &(Shape, Option<String>)| {
        let text = text.as_ref().expect("every tensor has a sharding");
        let sharding = parse_sharding(text).expect("a sharding");
        let tiles = tiles_of(&sharding, shape.rank(), partitions);
        let counts = counts(&tiles, shape.rank());
        let dims: Vec<_> =
            shape.dims.iter().zip(counts).map(|(size, count)| size * count).collect();
        (tiles, Shape::new(shape.element_type, dims))
    };
    side.iter().map(one).unzip()
}

fn counts(tiles: &[Vec<usize>], rank: usize) -> Vec<usize> {
    (0..rank).map(|dim| tiles.iter().map(|tile| tile[dim] + 1).max().unwrap_or(1)).collect()
}

fn tiles_of(sharding: &OpSharding, rank: usize, partitions: usize) -> Vec<Vec<usize>> {
    let assignment = Shape::new(
        hloom_evaluator::ElementType::Pred,
        sharding.tile_assignment_dimensions.iter().map(|dim| *dim as usize).collect::<Vec<_>>(),
    );
    if sharding.tile_assignment_dimensions.is_empty() {
        return vec![vec![0; rank]; partitions];
    }
    let mut order: Vec<usize> =
        sharding.tile_assignment_devices.iter().map(|device| *device as usize).collect();
    if order.is_empty() {
        let range: Vec<_> = sharding.iota_reshape_dims.iter().map(|dim| *dim as usize).collect();
        let places: Vec<_> =
            sharding.iota_transpose_perm.iter().map(|place| *place as usize).collect();
        let range = Shape::new(hloom_evaluator::ElementType::Pred, range);
        let dims: Vec<_> = places.iter().map(|place| range.dims[*place]).collect();
        let turned = Shape::new(hloom_evaluator::ElementType::Pred, dims);
        order = (0..partitions)
            .map(|at| {
                let index = turned.index_of(at);
                let mut source = vec![0; index.len()];
                for (place, at) in places.iter().zip(index) {
                    source[*place] = at;
                }
                range.linear(&source).expect("within")
            })
            .collect();
    }
    let mut tiles = vec![Vec::new(); partitions];
    for (at, device) in order.into_iter().enumerate() {
        tiles[device] = assignment.index_of(at)[..rank].to_vec();
    }
    tiles
}

fn part(whole: &Literal, local: &Shape, tile: &[usize]) -> Literal {
    Literal::generate(local.clone(), |index| {
        let places = index.iter().zip(&local.dims).zip(tile);
        let place: Vec<_> = places.map(|((at, size), tile)| tile * size + at).collect();
        Ok::<_, hloom_values::Error>(whole.at(&place).expect("within"))
    })
    .expect("a part")
}
