// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Collective operations on a device mesh: all platforms must give every participant the same
//! results.

use hloom_compiler::interface::{Argument, CompileOptions, RunOptions};
use hloom_compiler::{Error, Literal, Program, platform};
use hloom_evaluator::{DeviceMesh, Membership};
use hloom_tools::fuzz::data::{Data, Kind};
use libtest_mimic::Trial;
use std::sync::Arc;
use std::thread;

/// Collective operation on a `tensor<4x6xT>`.
struct Collective {
    name: &'static str,
    /// Numbers of replicas and partitions.
    mesh: (u32, u32),
    operation: &'static str,
    attributes: &'static str,
    result: &'static str,
    /// Operation of the computation on two elements, if there is a computation.
    computation: Option<&'static str>,
}

const CHANNEL: &str = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";

const COLLECTIVES: [Collective; 18] = [
    Collective {
        name: "gather_of_replicas",
        mesh: (4, 1),
        operation: "all_gather",
        attributes: "all_gather_dim = 0 : i64, replica_groups = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>",
        result: "8x6",
        computation: None,
    },
    Collective {
        name: "gather_of_flattened_ids",
        mesh: (2, 2),
        operation: "all_gather",
        attributes: "all_gather_dim = 1 : i64, replica_groups = dense<[[3, 0], [2, 1]]> : tensor<2x2xi64>, use_global_device_ids, CHANNEL",
        result: "4x12",
        computation: None,
    },
    Collective {
        name: "gather_of_replicas_and_partitions",
        mesh: (2, 2),
        operation: "all_gather",
        attributes: "all_gather_dim = 1 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, CHANNEL",
        result: "4x24",
        computation: None,
    },
    Collective {
        name: "exchange",
        mesh: (1, 2),
        operation: "all_to_all",
        attributes: "split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, CHANNEL",
        result: "8x3",
        computation: None,
    },
    Collective {
        name: "exchange_along_one_dimension",
        mesh: (3, 1),
        operation: "all_to_all",
        attributes: "split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 3 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>",
        result: "4x6",
        computation: None,
    },
    Collective {
        name: "broadcast",
        mesh: (1, 4),
        operation: "collective_broadcast",
        attributes: "replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>, CHANNEL",
        result: "4x6",
        computation: None,
    },
    Collective {
        name: "permute",
        mesh: (1, 4),
        operation: "collective_permute",
        attributes: "source_target_pairs = dense<[[0, 1], [1, 3], [3, 0]]> : tensor<3x2xi64>, CHANNEL",
        result: "4x6",
        computation: None,
    },
    Collective {
        name: "sum",
        mesh: (2, 2),
        operation: "all_reduce",
        attributes: "replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, use_global_device_ids, CHANNEL",
        result: "4x6",
        computation: Some("add"),
    },
    Collective {
        name: "sum_of_all",
        mesh: (3, 1),
        operation: "all_reduce",
        attributes: "replica_groups = dense<> : tensor<0x0xi64>",
        result: "4x6",
        computation: Some("add"),
    },
    Collective {
        name: "sum_of_replicas",
        mesh: (3, 2),
        operation: "cross-replica-sum",
        attributes: "replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>",
        result: "4x6",
        computation: None,
    },
    Collective {
        name: "sum_for_one",
        mesh: (1, 4),
        operation: "collective_reduce",
        attributes: "replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>, CHANNEL",
        result: "4x6",
        computation: Some("add"),
    },
    Collective {
        name: "sums_of_unequal_groups",
        mesh: (5, 1),
        operation: "collective_reduce",
        attributes: "replica_groups = dense<[[3, 0, 1], [2, 4, -1]]> : tensor<2x3xi64>",
        result: "4x6",
        computation: Some("add"),
    },
    Collective {
        name: "differences_for_one_of_each_group",
        mesh: (5, 2),
        operation: "collective_reduce",
        attributes: "replica_groups = dense<[[3, 0], [2, 4]]> : tensor<2x2xi64>",
        result: "4x6",
        computation: Some("subtract"),
    },
    Collective {
        name: "difference_in_order",
        mesh: (1, 3),
        operation: "all_reduce",
        attributes: "replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>, use_global_device_ids, CHANNEL",
        result: "4x6",
        computation: Some("subtract"),
    },
    Collective {
        name: "alone",
        mesh: (1, 1),
        operation: "all_reduce",
        attributes: "replica_groups = dense<[[0]]> : tensor<1x1xi64>",
        result: "4x6",
        computation: Some("add"),
    },
    Collective {
        name: "scatter_of_rows",
        mesh: (1, 2),
        operation: "reduce_scatter",
        attributes: "scatter_dimension = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, use_global_device_ids, CHANNEL",
        result: "2x6",
        computation: Some("add"),
    },
    Collective {
        name: "scatter_of_columns",
        mesh: (3, 1),
        operation: "reduce_scatter",
        attributes: "scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>",
        result: "4x2",
        computation: Some("subtract"),
    },
    Collective {
        name: "exchange_of_one",
        mesh: (1, 1),
        operation: "all_to_all",
        attributes: "split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 1 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>",
        result: "4x6",
        computation: None,
    },
];

/// The element types of all collectives.
pub const TYPES: [&str; 8] =
    ["i8", "ui16", "i64", "bf16", "f8E4M3FN", "f32", "f64", "complex<f32>"];

/// Operations by which the runtime reduces arrays, with types for which it has no function among
/// the others.
const REDUCTIONS: [&str; 7] = ["add", "multiply", "maximum", "minimum", "and", "or", "xor"];
const FLOATS: [&str; 5] = ["f16", "bf16", "f32", "f64", "f8E5M2"];
const COMPLEX: [&str; 2] = ["complex<f32>", "complex<f64>"];
const INTEGERS: [&str; 10] = ["i1", "i4", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"];

/// Returns a test for each collective, and one for each reduction.
pub fn trials() -> impl Iterator<Item = Trial> {
    let steps = Kind::Steps { low: 1, high: 6, step: 1.0 };
    let collectives = COLLECTIVES.iter().map(move |collective| {
        let title = format!("{}_{}", collective.operation, collective.name);
        let steps = steps.clone();
        Trial::test(title, move || {
            let check = |ty: &&str| match (collective.name, *ty) {
                // The runtime does not add this type, and the program needs groups of one size.
                ("sums_of_unequal_groups", "f8E4M3FN") => check_refusal(collective, ty, &steps),
                (_, ty) => check(collective, ty, &steps),
            };
            TYPES.iter().try_for_each(check).map_err(Into::into)
        })
    });
    let reductions = REDUCTIONS.into_iter().flat_map(|reduction| {
        ["all_reduce", "collective_reduce", "reduce_scatter"].map(|operation| {
            Trial::test(format!("{operation}_by_{reduction}"), move || {
                check_reduction(operation, reduction).map_err(Into::into)
            })
        })
    });
    collectives.chain(reductions)
}

/// Reduces extreme numbers of all types that the operation takes.
fn check_reduction(operation: &'static str, reduction: &'static str) -> Result<(), String> {
    let is_scatter = operation == "reduce_scatter";
    let collective = Collective {
        name: "",
        mesh: (3, 1),
        operation,
        attributes: match is_scatter {
            true => {
                "scatter_dimension = 1 : i64, replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>"
            }
            false => "replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>",
        },
        result: if is_scatter { "4x2" } else { "4x6" },
        computation: Some(reduction),
    };
    INTEGERS.iter().try_for_each(|ty| check(&collective, ty, &Kind::Bits))?;
    if matches!(reduction, "and" | "or" | "xor") {
        return Ok(());
    }
    FLOATS.iter().try_for_each(|ty| check(&collective, ty, &Kind::Special))?;
    let steps = Kind::Steps { low: -6, high: 6, step: 0.5 };
    COMPLEX.iter().try_for_each(|ty| check(&collective, ty, &steps))
}

/// Compares the results of the interpreter and of the CPU. All NaNs are equal; the zeros are not.
fn check(collective: &Collective, ty: &str, kind: &Kind) -> Result<(), String> {
    hloom_backends::register().map_err(|error| error.to_string())?;
    for seed in 1..4 {
        let program = program(collective, ty);
        let run = |on| {
            run_on(on, &program, collective.mesh, (kind, 10 * seed))
                .map_err(|error| format!("{ty} on {on}: {error}\n{program}"))
        };
        let (expected, actual) = (run("interpreter")?, run("cpu")?);
        for (participant, (expected, actual)) in expected.iter().zip(&actual).enumerate() {
            let text =
                |results: &[Literal]| results.iter().map(Literal::to_string).collect::<String>();
            if text(expected) != text(actual) {
                return Err(format!(
                    "{ty}: participant {participant}: expected {expected:?}, found {actual:?}"
                ));
            }
        }
    }
    Ok(())
}

/// Checks that the CPU refuses groups of unequal sizes.
fn check_refusal(collective: &Collective, ty: &str, kind: &Kind) -> Result<(), String> {
    hloom_backends::register().map_err(|error| error.to_string())?;
    match run_on("cpu", &program(collective, ty), collective.mesh, (kind, 10)) {
        Ok(_) => Err(format!("{ty}: expected a refusal, found results")),
        Err(error) if error.to_string().contains("expected groups of equal size") => Ok(()),
        Err(error) => Err(format!("{ty}: {error}")),
    }
}

/// Returns a program that applies the collective to its argument and returns the participant's
/// IDs.
fn program(collective: &Collective, ty: &str) -> String {
    let (replicas, partitions) = collective.mesh;
    let Collective { operation, result, .. } = collective;
    let attributes = collective.attributes.replace("CHANNEL", CHANNEL);
    let computation = collective.computation.map_or_else(String::new, |computation| {
        format!(
            "({{ ^bb0(%a: tensor<{ty}>, %b: tensor<{ty}>):
               %c = stablehlo.{computation} %a, %b : tensor<{ty}>
               stablehlo.return %c : tensor<{ty}> }})"
        )
    });
    format!(
        "module attributes {{mhlo.num_replicas = {replicas} : i32, mhlo.num_partitions = {partitions} : i32}} {{
           func.func @main(%x: tensor<4x6x{ty}>) -> (tensor<{result}x{ty}>, tensor<ui32>, tensor<ui32>) {{
             %r = \"stablehlo.{operation}\"(%x) {computation} {{{attributes}}} : (tensor<4x6x{ty}>) -> tensor<{result}x{ty}>
             %p = stablehlo.partition_id : tensor<ui32>
             %q = stablehlo.replica_id : tensor<ui32>
             return %r, %p, %q : tensor<{result}x{ty}>, tensor<ui32>, tensor<ui32>
           }}
         }}"
    )
}

/// Runs the program on all participants and returns the results of each, replica by replica.
pub fn run_on(
    on: &str,
    program: &str,
    mesh: (u32, u32),
    (kind, seed): (&Kind, u64),
) -> Result<Vec<Vec<Literal>>, Error> {
    let platform = platform(on)?;
    let program = Program::from_text("program", program)?;
    let options = CompileOptions { threads: Some(1), ..CompileOptions::default() };
    let executable = platform.compiler().compile(&program, &options)?;
    let mesh = Arc::new(DeviceMesh::new(Arc::default(), mesh.0, mesh.1));
    let run = |member: Membership, seed: u64| {
        let (device, transfers) = (platform.device(0)?, platform.transfer_manager());
        let mut stream = device.create_stream()?;
        let input = |shape| {
            let literal = Data { shape, kind: kind.clone(), seed }.literal()?;
            transfers.to_device(&mut *stream, &literal).map(Argument::from)
        };
        let arguments = executable.signature().arguments.iter().cloned().map(input);
        let arguments = arguments.collect::<Result<Vec<_>, Error>>()?;
        let member = Arc::new(member);
        let options = RunOptions { threads: None, participant: Some(Arc::clone(&member)) };
        let results = executable.run(&mut *stream, &arguments, &options)?;
        stream.synchronize()?;
        member.end(Ok(()));
        let shapes = executable.signature().results.iter().zip(&results);
        shapes.map(|(shape, buffer)| transfers.to_host(&mut *stream, buffer, shape)).collect()
    };
    thread::scope(|scope| {
        let members = Membership::of_all(&mesh).into_iter().zip(seed..);
        let started: Vec<_> =
            members.map(|(member, seed)| scope.spawn(move || run(member, seed))).collect();
        started.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    })
}
