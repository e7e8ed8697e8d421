// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Devices of one process.

use crate::programs::{
    DATA_PARALLEL, DIFFERENT_COPIES, INTEGERS, NESTED, PARTITIONS, PROGRAMS, REPLICAS, SHARD_MAP,
    SHARDED_REPLICAS,
};
use crate::tool::Folder;

/// Runs all programs on a platform, and compares with the interpreter on whole tensors.
fn compare_all(platform: &str) {
    let folder = Folder::new();
    for (name, program) in PROGRAMS {
        folder.write(name, program);
        let run = folder.run(&format!(
            "{name} --partitions {PARTITIONS} --random-inputs --compare-with interpreter --platform {platform} \
             --iterations 2"
        ));
        let output = run.output();
        let last = output.lines().last().expect("a line");
        let all = format!("results on {platform} match those on interpreter");
        let count = last.trim_start_matches(&format!("{name}: ")).split(' ').collect::<Vec<_>>();
        assert!(last.ends_with(&all) && count[0] == count[2], "{output}");
        assert_eq!(run.stderr(), "", "{name}");
    }
}

#[test]
fn results_match_those_of_whole_programs_on_cpu() {
    compare_all("cpu");
}

#[test]
fn results_match_those_of_whole_programs_on_the_interpreter() {
    compare_all("interpreter");
}

#[test]
fn whole_results_are_printed_as_without_partitions() {
    let folder = Folder::new();
    folder.write("a.mlir", INTEGERS);
    let whole = folder.run("a.mlir --random-inputs").output();
    assert_eq!(folder.run("a.mlir --random-inputs --partitions 4").output(), whole);
    let bytes = folder.path("a.mlir").to_string_lossy().into_owned();
    let named = folder.run(&format!("{bytes} --random-inputs --num_partitions=4 --threads 1"));
    assert_eq!(named.output(), whole);
}

#[test]
fn shards_go_out_and_in() {
    let folder = Folder::new();
    folder.write("a.mlir", SHARD_MAP);
    let run = "a.mlir --partitions 4";
    folder.run(&format!("{run} --random-inputs --output-dir whole")).output();
    folder.run(&format!("{run} --random-inputs --output-dir shards --output-shards")).output();
    // The program moves shards by one device, so that three more runs move them to their places.
    for device in 0..4 {
        assert!(folder.path(format!("shards/out0-{device}.npy")).exists());
    }
    let whole = folder.run(&format!("{run} --input whole/out0.npy")).output();
    let shards =
        folder.run(&format!("{run} --input shards/out0-{{device}}.npy --compare-with interpreter"));
    let shards = shards.output();
    let compared = "a.mlir: 1 of 1 results on cpu match those on interpreter\n";
    assert_eq!(shards, format!("{whole}{compared}"));
    let printed = folder.run(&format!("{run} --input whole/out0.npy --output-shards")).output();
    assert!(printed.starts_with("out0 on device 0: tensor<2x2xi32>\n"), "{printed}");
    assert_eq!(printed.matches("out0 on device").count(), 4, "{printed}");
}

#[test]
fn replicas_have_their_own_random_inputs() {
    let folder = Folder::new();
    folder.write("a.mlir", REPLICAS);
    let run = folder.run("a.mlir --replicas 4 --random-inputs --compare-with interpreter");
    let output = run.output();
    let results: Vec<_> =
        output.lines().filter_map(|line| line.strip_prefix("out0 of replica ")).collect();
    let sums: Vec<_> = results.iter().map(|line| line.split_once(' ').expect("a type").1).collect();
    assert!(sums[0] == sums[1] && sums[2] == sums[3] && sums[0] != sums[2], "{output}");
    assert!(output.contains("out1 of replica 3: tensor<ui32> 3\n"), "{output}");
    assert!(
        output.ends_with("a.mlir (replica 3): 2 of 2 results on cpu match those on interpreter\n")
    );
    let dense =
        folder.command("a.mlir --replicas 4 --input").arg("dense<[1, 2]> : tensor<2xi32>").output();
    let dense = String::from_utf8(dense.expect("the tool starts").stdout).expect("text");
    assert!(dense.starts_with("out0 of replica 0: tensor<2xi32> [2 4]\n"), "{dense}");
    folder.run("a.mlir --replicas 4 --random-inputs --output-dir out").output();
    assert!(folder.path("out/out1-replica3.npy").exists());
}

#[test]
fn replicas_have_partitions() {
    let folder = Folder::new();
    for (name, program) in SHARDED_REPLICAS {
        folder.write(name, program);
        for platform in ["cpu", "interpreter"] {
            let run = folder.run(&format!(
                "{name} --replicas 2 --partitions {PARTITIONS} --random-inputs --compare-with interpreter \
                 --platform {platform}"
            ));
            let output = run.output();
            let ends =
                [0, 1].map(|replica| output.contains(&format!("{name} (replica {replica}): ")));
            let all = format!("results on {platform} match those on interpreter\n");
            assert!(ends == [true; 2] && output.matches(&all).count() == 2, "{output}");
            assert_eq!(run.stderr(), "", "{name}");
        }
    }
}

#[test]
fn manual_computations_may_be_nested_and_have_summands() {
    let folder = Folder::new();
    folder.write("a.mlir", NESTED);
    for platform in ["cpu", "interpreter"] {
        let mut command = folder.command(&format!("a.mlir --partitions 4 --platform {platform}"));
        command.args(["--input", "dense<[[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12], [0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1]]> : tensor<4x6xi32>"]);
        command.args(["--input", "dense<[1, 2, 3, 4]> : tensor<4xi32>"]);
        let output = command.output().expect("the tool starts");
        let (printed, errors) = (output.stdout, String::from_utf8(output.stderr).expect("text"));
        // The squares with the numbers of the devices, rows in reverse; twice the vector; and the sum of its halves.
        let expected = "out0: tensor<4x6xi32>\n\
                        [[ 36  25  16  11   6   3]\n\
                        \x20[144 121 100  83  66  51]\n\
                        \x20[  3   3   3   1   1   1]\n\
                        \x20[  4   4   4   2   2   2]]\n\
                        out1: tensor<4xi32> [2 4 6 8]\n\
                        out2: tensor<4xi32> [4 6 4 6]\n";
        assert_eq!(String::from_utf8(printed).expect("text"), expected, "{errors}");
    }
}

#[test]
fn runs_are_measured() {
    let folder = Folder::new();
    folder.write("a.mlir", DATA_PARALLEL);
    let run = folder.run("a.mlir --partitions 4 --random-inputs --benchmark 5 --json run.json");
    let output = run.output();
    assert!(output.starts_with("a.mlir: compile ") && output.contains("of 5 runs"), "{output}");
    let text = std::fs::read_to_string(folder.path("run.json")).expect("written");
    let json: serde_json::Value = serde_json::from_str(&text).expect("valid");
    assert_eq!(json["runs"], 5);
    let report = folder.run("a.mlir --partitions 4 --random-inputs --memory-report").output();
    assert!(report.starts_with("memory of a.mlir on cpu"), "{report}");
}

#[test]
fn differences_are_reported() {
    let folder = Folder::new();
    folder.write("a.mlir", DATA_PARALLEL);
    let run = folder.run(
        "a.mlir --partitions 4 --random-inputs --compare-with interpreter --abs-error-bound 0",
    );
    let message = run.refusal();
    assert!(message.starts_with("a.mlir: error: result 0 on cpu differs"), "{message}");
    folder.write("b.mlir", DIFFERENT_COPIES);
    let run = folder.run("b.mlir --partitions 4");
    assert_eq!(run.output(), "out0: tensor<ui32> 0\n");
    assert_eq!(
        run.stderr(),
        "b.mlir: warning: result 0: expected equal copies on devices 0 and 1, found different ones; the result \
         is that of the first"
    );
    folder.write(
        "c.mlir",
        "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> }",
    );
    let run = folder.run("c.mlir --partitions 2 --random-inputs --benchmark 1");
    run.output();
    let message = run.stderr();
    let expected = "the program has no sharding; each of 2 partitions computes the whole program";
    assert_eq!(message, format!("c.mlir: warning: {expected}"));
}

/// Checks that a program is refused with an error that begins with `expected`.
#[track_caller]
fn refused(program: &str, arguments: &str, expected: &str) {
    let folder = Folder::new();
    folder.write("a.mlir", program.trim_start());
    let message = folder.run(&format!("a.mlir {arguments}")).refusal();
    assert!(message.starts_with(expected), "{message}");
}

#[test]
fn programs_that_do_not_fit_are_refused() {
    let sharded = |sizes: &str, sharding: &str| {
        format!(
            "sdy.mesh @mesh = <[\"x\"=4]>\n\
             func.func @main(%a: tensor<{sizes}xf32> {{sdy.sharding = #sdy.sharding<@mesh, {sharding}>}}) -> tensor<{sizes}xf32> {{\n\
             return %a : tensor<{sizes}xf32>\n}}"
        )
    };
    let random = "--random-inputs --partitions";
    let uneven = "a.mlir:2:1: error: argument 0: `{devices=[4,1]<=[4]}` splits a dimension of size 6 into 4 unequal parts";
    refused(&sharded("6x4", "[{\"x\"}, {}]"), &format!("{random} 4"), uneven);
    refused(&sharded("8x4", "[{\"x\"}, {}]"), &format!("{random} 2"), "a.mlir:2:1: error: ");
    let attributes =
        "module attributes {mhlo.num_partitions = 4 : i32} {\nfunc.func @main() { return }\n}";
    refused(
        attributes,
        &format!("{random} 1"),
        "a.mlir:1:1: error: the program is for 4 partitions, not 1",
    );
    refused(
        attributes,
        &format!("{random} 2"),
        "a.mlir:1:1: error: the program is for 4 partitions, not 2",
    );
    let replicas = attributes.replace("partitions = 4", "replicas = 4");
    refused(&replicas, "--replicas 2", "a.mlir:1:1: error: the program is for 4 replicas, not 2");
    let channel =
        "]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}";
    let partitioned = REPLICAS.replace("]> : tensor<2x2xi64>}", channel);
    refused(
        &partitioned,
        &format!("{random} 4"),
        "a.mlir:2:8: error: `stablehlo.all_reduce` outside of a manual computation: the program is already partitioned",
    );
    refused(
        "func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> { return %a : tensor<?xf32> }",
        &format!("{random} 4"),
        "a.mlir:1:1: error: argument 0 of the entry: expected a static tensor type",
    );
    refused("nonsense", &format!("{random} 4"), "a.mlir:1:1: error: ");
}

#[test]
fn inputs_that_do_not_fit_are_refused() {
    let folder = Folder::new();
    folder.write("a.mlir", SHARD_MAP);
    folder.run("a.mlir --partitions 4 --random-inputs --output-dir . --output-shards").output();
    let refusal = |arguments: &str| folder.run(&format!("a.mlir {arguments}")).refusal();
    assert!(
        refusal("--partitions 4")
            .starts_with("error: `@main` takes 1 input (tensor<8x2xi32>), 0 given; give")
    );
    assert_eq!(
        refusal("--partitions 4 --input random --input random"),
        "error: `@main` takes 1 input (tensor<8x2xi32>), 2 given"
    );
    std::fs::remove_file(folder.path("out0-2.npy")).expect("a file");
    let by_shard = "--input out0-{device}.npy";
    assert_eq!(
        refusal(&format!("--partitions 4 {by_shard}")),
        "error: input 0: out0-2.npy: no such file"
    );
    assert_eq!(
        refusal(by_shard),
        "error: --input out0-{device}.npy: a file for each device requires --partitions or --replicas"
    );
    folder.write(
        "c.mlir",
        SHARD_MAP.replace(
            "(%a: tensor<8x2xi32>)",
            "(%a: tensor<8x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})",
        ),
    );
    let message = folder.run(&format!("c.mlir --partitions 4 {by_shard}")).refusal();
    assert!(
        message.starts_with("error: input 0: out0-0.npy: expected tensor<8x2xi32>"),
        "{message}"
    );
    // Copies of a replicated argument must be equal.
    for device in 0..4 {
        let run = folder
            .run(&format!("a.mlir --partitions 4 --input random:{device} --output-dir {device}"));
        run.output();
        let whole = folder.path(format!("{device}/out0.npy"));
        std::fs::rename(whole, folder.path(format!("whole-{device}.npy"))).expect("a file");
    }
    let message = folder.run("c.mlir --partitions 4 --input whole-{device}.npy").refusal();
    assert_eq!(
        message,
        "error: input 0: expected equal files for devices 0 and 1, which have the same part of the argument"
    );
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let folder = Folder::new();
    folder.write("a.mlir", INTEGERS);
    let refusal =
        |arguments: &str| folder.run(&format!("a.mlir --random-inputs {arguments}")).refusal();
    assert_eq!(
        refusal("--output-shards"),
        "error: --output-shards: expected --partitions or --replicas"
    );
    assert_eq!(
        refusal("--partitions 4 --nodes 3 --node 0"),
        "error: --nodes: expected a number that divides the 4 devices, found 3"
    );
    for other in
        ["--check", "--serve", "--tune t.toml", "--isolate", "--host-report", "--check-each"]
    {
        let message = refusal(&format!("--partitions 4 {other}"));
        assert!(message.contains("cannot be used with"), "{message}");
    }
    for number in ["0", "-1", "x", "65537"] {
        let message = refusal(&format!("--partitions={number}"));
        assert!(message.contains("--partitions"), "{message}");
    }
    let message = refusal("--partitions 4 --nodes 2 --node 0 --coordinator nowhere");
    assert!(message.contains("expected HOST:PORT, found `nowhere`"), "{message}");
}
