// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The program of one partition of a distributed run, and the layouts of its arguments and results.

use super::devices::Devices;
use super::layout::Layout;
use hloom_codegen::partition::{expect_count, has_manual_computation, is_collective, partition};
use hloom_codegen::specialize;
use hloom_compiler::interface::{CompileOptions, KnownArgument};
use hloom_compiler::{Error, Program, Shape, mlir};
use hloom_dialects::Context;
use hloom_dialects::op_view::{read_array, read_text};
use hloom_lowering::ir::{self, Op};
use hloom_lowering::spmd::partition::Annotation;
use melior::ir::attribute::DictionaryAttribute;
use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A program for several devices, converted to the program of one partition.
pub struct Partitioned {
    /// The program of one partition, whose tensors are shards.
    pub program: Program,
    /// The name of the entry function.
    pub entry: String,
    pub arguments: Vec<Layout>,
    pub results: Vec<Layout>,
    /// Whether the program has manual computations, which compute with shards and thus have no
    /// meaning on one device.
    pub is_manual: bool,
    /// Whether all partitions compute the same, because no tensor is sharded and there are no
    /// collectives.
    pub is_repeated: bool,
    /// A hash of the program of one partition, without locations.
    pub digest: u64,
}

impl Partitioned {
    /// Partitions a program. For programs with dynamic shapes, `known` contains the shapes and
    /// values of the inputs, as far as they are known.
    ///
    /// # Errors
    /// Returns located diagnostics if the program is for other numbers of partitions or replicas,
    /// is already partitioned, or cannot be partitioned.
    pub fn new(
        program: &Program,
        devices: &Devices,
        known: Vec<Option<KnownArgument>>,
    ) -> Result<Self, Error> {
        let Devices { partitions, replicas, .. } = *devices;
        let context = Context::new();
        let mut module = mlir::parse(&context, program)?;
        let entry = mlir::keep_entry(&context, &mut module, program)?;
        let program = program.clone().with_entry(&entry);
        expect_count(&context, module.as_operation(), "replicas", replicas)?;
        expect_count(&context, module.as_operation(), "partitions", partitions)?;
        let options = CompileOptions { arguments: known, ..CompileOptions::default() };
        specialize(&context, &mut module, &entry, &options)?;
        let whole = mlir::signature(&mlir::entry(&module, &program)?)?;
        let is_manual = partitions > 1 && has_manual_computation(module.as_operation());
        if partitions > 1 && !is_manual {
            expect_whole(module.as_operation())?;
        }
        // Replicas without partitions compute with whole tensors.
        if partitions > 1 || replicas == 1 {
            partition(&context, &mut module, &program, partitions)?;
        }
        let function = mlir::entry(&module, &program)?;
        let arguments = layouts(function, "arg_attrs", &whole.arguments, partitions)?;
        let results = layouts(function, "res_attrs", &whole.results, partitions)?;
        let operations = ir::walk(module.as_operation());
        let is_repeated = partitions > 1
            && arguments.iter().chain(&results).all(Layout::is_replicated)
            && !operations.into_iter().any(is_collective);
        let mut hasher = DefaultHasher::new();
        module.as_operation().to_string().hash(&mut hasher);
        let digest = hasher.finish();
        let flags = OperationPrintingFlags::new().enable_debug_info(true, false);
        let text = module.as_operation().to_string_with_flags(flags);
        let text = text.map_err(|error| Error::Internal(error.to_string()))?;
        let program = Program::from_text(program.name(), text)?.with_entry(&entry);
        Ok(Self { program, entry, arguments, results, is_manual, is_repeated, digest })
    }
}

/// Checks that a program without manual computations is not yet partitioned, that is, has no
/// collectives.
///
/// # Errors
/// Fails at the first collective.
fn expect_whole(module: Op) -> Result<(), Error> {
    match ir::walk(module).into_iter().find(|op| is_collective(*op)) {
        Some(op) => Err(Error::Program(mlir::located(
            op.location(),
            &format!(
                "`{}` outside of a manual computation: the program is already partitioned; expected the program \
                 before partitioning",
                ir::op_name(op)
            ),
        ))),
        None => Ok(()),
    }
}

/// Reads the layouts of the arguments (`arg_attrs`) or results (`res_attrs`) of the entry function.
/// `whole` contains the shapes of these values before partitioning.
fn layouts(
    function: Op,
    name: &str,
    whole: &[Shape],
    partitions: usize,
) -> Result<Vec<Layout>, Error> {
    let replicated = |shape: &Shape| Layout::replicated(shape.clone(), partitions);
    if partitions == 1 {
        return Ok(whole.iter().map(replicated).collect());
    }
    let attributes = function.attribute(name).ok().and_then(read_array).unwrap_or_default();
    let mut attributes = attributes.into_iter();
    let layout = |shape: &Shape| {
        let of_value = attributes.next().and_then(|it| DictionaryAttribute::try_from(it).ok());
        let sharding = of_value.and_then(|it| it.element_by_name("mhlo.sharding"));
        let Some(text) = sharding.and_then(read_text) else { return Ok(replicated(shape)) };
        match Annotation::read(text, 0, shape.rank(), partitions) {
            Ok(Annotation::Tiles(sharding)) => Ok(Layout::new(shape.clone(), &sharding)),
            found => Err(Error::Internal(format!(
                "expected a tiled sharding from the partitioner, found `{text}` ({found:?})"
            ))),
        }
    };
    whole.iter().map(layout).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn partitioned(text: &str, partitions: usize) -> Result<Partitioned, String> {
        let program = Program::from_text("test.mlir", text).expect("text");
        let devices = Devices { partitions, replicas: 1, node: 0, nodes: 1 };
        Partitioned::new(&program, &devices, Vec::new()).map_err(|error| error.to_string())
    }

    const ROWS: &str = "sdy.mesh @mesh = <[\"x\"=2]>\n\
        func.func @main(%a: tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>}) -> tensor<4x3xf32> {\n\
        return %a : tensor<4x3xf32>\n}";

    #[test]
    fn arguments_and_results_have_layouts() {
        let rows = partitioned(ROWS, 2).expect("a partitioned program");
        assert_eq!(rows.arguments[0].shard.dims, [2, 3]);
        assert_eq!(rows.results[0].whole.dims, [4, 3]);
        assert!(!rows.is_repeated && !rows.is_manual);
        let unsharded =
            "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> }";
        let whole = partitioned(unsharded, 1).expect("a program");
        assert_eq!(whole.arguments[0].shard.dims, [4]);
    }

    #[test]
    fn the_digest_ignores_locations() {
        let digest = |text: &str| partitioned(text, 2).expect("a partitioned program").digest;
        assert_eq!(digest(ROWS), digest(&format!("\n\n{ROWS}")));
        assert_ne!(digest(ROWS), digest(&ROWS.replace("f32", "f16")));
    }

    #[test]
    fn unsharded_programs_are_repeated() {
        let text =
            "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> }";
        assert!(partitioned(text, 2).expect("a program").is_repeated);
    }

    #[test]
    fn wrong_programs_are_refused() {
        let refusal = |text: &str| partitioned(text, 2).err().expect("refused");
        let twice = format!("module attributes {{mhlo.num_replicas = 2 : i32}} {{\n{ROWS}\n}}");
        let message = refusal(&twice);
        assert!(
            message.contains("test.mlir:1:1: error: the program is for 2 replicas, not 1"),
            "{message}"
        );
        let partitioned = "func.func @main(%a: tensor<4xf32>) -> tensor<8xf32> {\n\
            %0 = \"stablehlo.all_gather\"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<4xf32>) -> tensor<8xf32>\n\
            return %0 : tensor<8xf32>\n}";
        let message = refusal(partitioned);
        let expected = "test.mlir:2:6: error: `stablehlo.all_gather` outside of a manual computation: the program is already partitioned";
        assert!(message.starts_with(expected), "{message}");
    }
}
