// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Devices of several nodes, each of which is a process.

use crate::programs::{
    DATA_PARALLEL, INTEGERS, MESSAGES, PARTITIONS, PROGRAMS, REDUCED_REPLICAS, REPLICAS, SHARD_MAP,
    SHARDED_REPLICAS,
};
use crate::tool::{Folder, Run, finish, free_address, spawn};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

/// Returns the arguments of each of several nodes.
fn nodes(count: usize, arguments: &str) -> Vec<String> {
    let coordinator = free_address();
    vec![format!("{arguments} --nodes {count} --coordinator {coordinator}"); count]
}

/// Runs nodes that must succeed, and returns the output of the first one. The others print nothing.
#[track_caller]
fn first_output(runs: &[Run]) -> String {
    for (node, run) in runs.iter().enumerate() {
        assert_eq!(run.stderr(), "", "node {node}");
    }
    for run in &runs[1..] {
        assert_eq!(run.output(), "");
    }
    runs[0].output()
}

#[test]
fn results_are_those_of_one_process() {
    let folder = Folder::new();
    for (name, program) in PROGRAMS {
        folder.write(name, program);
        let arguments = format!(
            "{name} --partitions {PARTITIONS} --random-inputs --compare-with interpreter --iterations 2"
        );
        let alone = folder.run(&arguments).output();
        let count = if name == "both_axes" { 4 } else { 2 };
        let runs = folder.run_nodes(&nodes(count, &arguments));
        assert_eq!(first_output(&runs), alone, "{name}");
    }
    for program in [REPLICAS, REDUCED_REPLICAS] {
        folder.write("replicas", program);
        let arguments = "replicas --replicas 4 --random-inputs --compare-with interpreter";
        let alone = folder.run(arguments).output();
        for count in [2, 4] {
            assert_eq!(first_output(&folder.run_nodes(&nodes(count, arguments))), alone);
        }
    }
}

#[test]
fn replicas_with_partitions_span_nodes() {
    let folder = Folder::new();
    for (name, program) in SHARDED_REPLICAS {
        folder.write(name, program);
        let arguments = format!("{name} --replicas 2 --partitions {PARTITIONS} --random-inputs");
        let alone = folder.run(&arguments).output();
        for count in [2, 4] {
            assert_eq!(first_output(&folder.run_nodes(&nodes(count, &arguments))), alone, "{name}");
        }
    }
}

#[test]
fn messages_reach_devices_of_other_nodes() {
    let folder = Folder::new();
    folder.write("a.mlir", MESSAGES);
    for platform in ["cpu", "interpreter"] {
        let arguments = format!("a.mlir --replicas 4 --random-inputs --platform {platform}");
        let alone = folder.run(&arguments).output();
        for count in [2, 4] {
            assert_eq!(first_output(&folder.run_nodes(&nodes(count, &arguments))), alone);
        }
    }
}

#[test]
fn results_are_those_of_one_process_on_the_interpreter() {
    let folder = Folder::new();
    folder.write("a.mlir", INTEGERS);
    let arguments = "a.mlir --partitions 4 --random-inputs --platform interpreter";
    let alone = folder.run(arguments).output();
    assert_eq!(first_output(&folder.run_nodes(&nodes(2, arguments))), alone);
}

#[test]
fn launchers_place_nodes() {
    let folder = Folder::new();
    folder.write("a.mlir", INTEGERS);
    let alone = folder.run("a.mlir --partitions 4 --random-inputs").output();
    let launchers = [
        ["PMI_RANK", "PMI_SIZE"],
        ["OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"],
        ["SLURM_PROCID", "SLURM_NTASKS"],
    ];
    for [number, count] in launchers {
        let arguments =
            format!("a.mlir --partitions 4 --random-inputs --coordinator {}", free_address());
        let start = |node: usize| {
            let mut command = folder.command(&arguments);
            spawn(command.env(number, node.to_string()).env(count, "2"))
        };
        let started = [0, 1].map(start);
        let runs = started.map(finish);
        assert_eq!(first_output(&runs), alone, "{number}");
    }
}

#[test]
fn nodes_keep_their_shards() {
    let folder = Folder::new();
    folder.write("a.mlir", SHARD_MAP);
    let arguments = "a.mlir --partitions 4 --random-inputs --output-shards";
    let alone = folder.run(arguments).output();
    let runs = folder.run_nodes(&nodes(2, arguments));
    assert_eq!(runs[0].output() + &runs[1].output(), alone);
    assert!(runs[1].stdout().starts_with("out0 on device 2: "), "{}", runs[1].stdout());
    let runs = folder.run_nodes(&nodes(2, &format!("{arguments} --output-dir shards")));
    first_output(&runs);
    // Each node reads only the files of its devices.
    let arguments = "a.mlir --partitions 4 --input shards/out0-{device}.npy";
    let alone = folder.run(arguments).output();
    let mut of_nodes = nodes(2, arguments);
    for (device, node) in [(0, 0), (1, 0), (2, 1), (3, 1)] {
        std::fs::create_dir_all(folder.path(format!("own{node}"))).expect("a folder");
        let file = format!("out0-{device}.npy");
        let target = folder.path(format!("own{node}/{file}"));
        std::fs::rename(folder.path(format!("shards/{file}")), target).expect("a file");
    }
    for (node, arguments) in of_nodes.iter_mut().enumerate() {
        *arguments = arguments.replace("shards/", &format!("own{node}/"));
    }
    assert_eq!(first_output(&folder.run_nodes(&of_nodes)), alone);
}

#[test]
fn files_are_written_by_the_first_node() {
    let folder = Folder::new();
    folder.write("a.mlir", DATA_PARALLEL);
    let arguments =
        "a.mlir --partitions 4 --random-inputs --benchmark 3 --output-dir out --json run.json";
    let runs = folder.run_nodes(&nodes(2, arguments));
    assert!(first_output(&runs).contains("of 3 runs"));
    for file in ["out/out0.npy", "out/out1.npy", "run.json"] {
        assert!(folder.path(file).exists(), "{file}");
    }
}

#[test]
fn all_nodes_fail_if_results_differ() {
    let folder = Folder::new();
    folder.write("a.mlir", DATA_PARALLEL);
    let arguments =
        "a.mlir --partitions 4 --random-inputs --compare-with interpreter --abs-error-bound 0";
    let runs = folder.run_nodes(&nodes(2, arguments));
    assert!(runs[0].refusal().starts_with("a.mlir: error: result 0 on cpu differs"));
    assert_eq!(runs[1].refusal(), "");
}

/// Runs two nodes with different arguments, which both must fail with the given error.
#[track_caller]
fn refused(folder: &Folder, first: &str, second: &str, expected: &str) {
    let arguments = nodes(2, "");
    let of = |own: &str| format!("{own}{}", arguments[0]);
    for run in folder.run_nodes(&[of(first), of(second)]) {
        let message = run.refusal();
        assert!(message.starts_with(expected), "{message}");
    }
}

#[test]
fn nodes_that_run_something_else_are_refused() {
    let folder = Folder::new();
    folder.write("a.mlir", INTEGERS);
    folder.write("b.mlir", INTEGERS.replace("stablehlo.add", "stablehlo.maximum"));
    folder.write("c.mlir", SHARD_MAP);
    let run = "--partitions 4 --random-inputs";
    let expect = |what: &str| format!("error: expected the same {what} on all nodes, found ");
    let program = expect("program");
    refused(&folder, &format!("a.mlir {run}"), &format!("b.mlir {run}"), &program);
    refused(&folder, &format!("a.mlir {run}"), &format!("c.mlir {run}"), &program);
    let a = format!("a.mlir {run}");
    refused(
        &folder,
        &a,
        "a.mlir --random-inputs --partitions 4 --input-range 0..1",
        &expect("input 0"),
    );
    refused(&folder, &a, &format!("{a} --benchmark 2"), &expect("value of --benchmark"));
    refused(&folder, &a, &format!("{a} --output-shards"), &expect("use of --output-shards"));
    refused(&folder, &a, &format!("{a} --platform interpreter"), &expect("build of hloom"));
    refused(&folder, &a, &format!("{a} --reproducible"), &expect("options of the compilation"));
}

#[test]
fn all_nodes_learn_why_one_cannot_run() {
    let folder = Folder::new();
    folder.write("a.mlir", SHARD_MAP);
    folder.run("a.mlir --partitions 4 --random-inputs --output-dir . --output-shards").output();
    let arguments = "a.mlir --partitions 4 --input out0-{device}.npy";
    for (device, node) in [(3, 1), (0, 0)] {
        let (file, aside) = (folder.path(format!("out0-{device}.npy")), folder.path("aside"));
        std::fs::rename(&file, &aside).expect("a file");
        let runs = folder.run_nodes(&nodes(2, arguments));
        let reason = format!("input 0: out0-{device}.npy: no such file");
        assert_eq!(runs[node].refusal(), format!("error: {reason}"));
        assert_eq!(runs[1 - node].refusal(), format!("error: node {node} failed: {reason}"));
        std::fs::rename(&aside, &file).expect("a file");
    }
    // An error that all nodes have is reported by each.
    folder.write("b.mlir", "nonsense");
    for run in folder.run_nodes(&nodes(2, "b.mlir --partitions 4")) {
        assert!(run.refusal().starts_with("b.mlir:1:1: error: "));
    }
}

#[test]
fn missing_nodes_are_named() {
    let folder = Folder::new();
    folder.write("a.mlir", INTEGERS);
    let arguments = nodes(4, "a.mlir --partitions 4 --random-inputs --connect-timeout 3");
    let started = [0, 1, 3].map(|node| folder.start(&arguments[0], node));
    for run in started.map(finish) {
        assert_eq!(run.refusal(), "error: node 2 has not started within 3 s");
    }
    let message = finish(folder.start(&arguments[0], 1)).refusal();
    assert!(message.starts_with("error: node 0 has not started within 3 s: "), "{message}");
}

#[test]
fn nodes_have_different_numbers() {
    let folder = Folder::new();
    folder.write("a.mlir", INTEGERS);
    let arguments = nodes(3, "a.mlir --partitions 3 --random-inputs --connect-timeout 3");
    folder.write(
        "a.mlir",
        INTEGERS
            .replace("=4", "=3")
            .replace("8x3", "9x3")
            .replace("tensor<3x4", "tensor<3x3")
            .replace("<4x", "<3x")
            .replace("<4x", "<3x")
            .replace("tensor<4x", "tensor<3x"),
    );
    let started = [0, 1, 1].map(|node| folder.start(&arguments[0], node));
    let messages = started.map(|node| finish(node).refusal());
    let twice =
        "error: node 1 has already started; expected a different node number for each process";
    assert_eq!(messages.iter().filter(|message| *message == twice).count(), 1, "{messages:?}");
    assert_eq!(messages[0], "error: node 2 has not started within 3 s");
}

/// Starts two nodes that run many iterations, calls `harm` with the one of the given number while
/// they run, and returns the error of the other one and the time until it ends.
fn harm(number: usize, harm: impl FnOnce(&mut Child)) -> (String, Duration) {
    let folder = Folder::new();
    folder.write("a.mlir", INTEGERS);
    let arguments = nodes(2, "a.mlir --partitions 4 --iterations 1000000");
    let mut started = [0, 1].map(|node| {
        let mut command = folder.node(&arguments[0], node);
        spawn(command.env("HLOOM_HEARTBEAT", "2"))
    });
    // Both nodes run when the first one prints results.
    let output = BufReader::new(started[0].stdout.take().expect("a pipe"));
    let mut lines = output.lines();
    let is_early = |line: &Result<String, _>| line.as_ref().is_ok_and(|it| it != "iteration 5:");
    lines.by_ref().take_while(is_early).for_each(drop);
    // The first node prints on, and must not block.
    let rest = thread::spawn(move || lines.for_each(drop));
    harm(&mut started[number]);
    let start = Instant::now();
    let [first, second] = started;
    let (mut harmed, other) = if number == 0 { (first, second) } else { (second, first) };
    let message = finish(other).refusal();
    let time = start.elapsed();
    harmed.kill().expect("a process");
    harmed.wait().expect("a process");
    rest.join().expect("no panic");
    (message, time)
}

#[test]
fn a_killed_node_ends_the_others_at_once() {
    for number in [0, 1] {
        let (message, time) = harm(number, |node| node.kill().expect("it runs"));
        assert!(message.contains(&format!("process {number}")), "{message}");
        assert!(time < Duration::from_secs(5), "{time:?}");
    }
}

#[test]
fn a_stopped_node_ends_the_others_after_the_heartbeat() {
    let (message, time) = harm(1, |node| {
        let stopped = Command::new("kill").args(["-STOP", &node.id().to_string()]).status();
        assert!(stopped.expect("a signal").success());
    });
    assert!(message.contains("process 1 has not answered for 2 s"), "{message}");
    assert!(time < Duration::from_secs(10), "{time:?}");
}

#[test]
fn strangers_do_not_disturb_nodes() {
    let folder = Folder::new();
    folder.write("a.mlir", INTEGERS);
    let arguments = nodes(2, "a.mlir --partitions 4 --random-inputs");
    let address = arguments[0].split(' ').next_back().expect("an address").to_owned();
    let first = folder.start(&arguments[0], 0);
    let start = Instant::now();
    let mut strangers = Vec::new();
    while strangers.len() < 3 {
        assert!(start.elapsed() < Duration::from_secs(60), "nobody listens at {address}");
        if let Ok(mut stranger) = TcpStream::connect(&address) {
            let text: &[u8] = [&b"GET / HTTP/1.1\r\n\r\n"[..], &[0xff; 4096], b""][strangers.len()];
            // The node may close the connection.
            let _ = stranger.write_all(text);
            strangers.push(stranger);
        }
        thread::sleep(Duration::from_millis(5));
    }
    let second = folder.start(&arguments[1], 1);
    let runs = [first, second].map(finish);
    assert_eq!(first_output(&runs), folder.run("a.mlir --random-inputs").output());
}

#[test]
fn a_missing_engine_is_refused_with_its_installation() {
    let folder = Folder::new();
    folder.write("a.mlir", INTEGERS);
    for (engine, variable, installation) in [
        ("mpi", "HLOOM_MPI_LIBRARY", "install one with `pip install mpich`"),
        ("ucx", "HLOOM_UCX_LIBRARY", "`apt-get install libucx0` or `pip install libucx-cu12`"),
    ] {
        let arguments = nodes(2, "a.mlir --partitions 4 --random-inputs");
        let start = |node: usize| {
            let mut command = folder.node(&arguments[node], node);
            spawn(command.env("HLOOM_COLLECTIVES", engine).env(variable, "none.so"))
        };
        for refused in [0, 1].map(start).map(finish) {
            let error = refused.refusal();
            let expected = format!("error: HLOOM_COLLECTIVES={engine}: cannot load ");
            assert!(error.starts_with(&expected), "{error}");
            assert!(error.contains(installation), "{error}");
        }
    }
}

#[test]
fn an_unknown_engine_is_refused() {
    let folder = Folder::new();
    folder.write("a.mlir", INTEGERS);
    let arguments = nodes(2, "a.mlir --partitions 4 --random-inputs");
    let mut command = folder.node(&arguments[0], 0);
    let refused = finish(spawn(command.env("HLOOM_COLLECTIVES", "gloo"))).refusal();
    assert_eq!(refused, "error: HLOOM_COLLECTIVES: expected tcp, mpi or ucx, found `gloo`");
}
