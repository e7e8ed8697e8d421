// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of JAX on the plugin. Each test runs a Python script or example in a new process, with the
//! plugin that Cargo built next to this test. The scripts compare results with NumPy and with JAX's
//! own CPU backend.

#[path = "../../../ci/jax_python.rs"]
mod python;

use hloom_values::ElementType;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the path of the plugin, which Cargo puts next to this test.
fn library() -> PathBuf {
    let test = std::env::current_exe().expect("this runs");
    let folder = test.parent().expect("target/debug/deps");
    folder.join(format!("libhloom_pjrt{}", std::env::consts::DLL_SUFFIX))
}

/// Runs a script with the plugin, but without the package `jax_plugins.hloom`.
fn run(script: &str, options: &str) {
    run_with(script, &[], &alone(options));
}

/// Returns the environment variables with which JAX loads the plugin by name.
fn alone(options: &str) -> Vec<(&'static str, String)> {
    vec![
        ("PJRT_NAMES_AND_LIBRARY_PATHS", format!("hloom:{}", library().display())),
        ("JAX_PLATFORMS", "hloom,cpu".to_owned()),
        ("JAX_PJRT_CLIENT_CREATE_OPTIONS", options.to_owned()),
    ]
}

/// Returns the environment variables with which JAX finds the package and the plugin.
fn packaged() -> Vec<(&'static str, String)> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../jax");
    vec![
        ("PYTHONPATH", package.display().to_string()),
        ("HLOOM_PJRT_LIBRARY", library().display().to_string()),
        ("JAX_PLATFORMS", "hloom".to_owned()),
    ]
}

fn run_with(script: &str, arguments: &[&str], variables: &[(&str, String)]) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(script);
    let mut command = Command::new(python::interpreter());
    command.arg(script).args(arguments).env_remove("HLOOM_PLUGINS").env_remove("JAX_PLATFORMS");
    command.envs(variables.iter().map(|(name, value)| (name, value)));
    let output = command.output().expect("the interpreter starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}{said}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn programs_compute_what_they_do_on_cpu() {
    run("programs.py", "");
}

#[test]
fn programs_compute_the_same_on_the_interpreter() {
    run("programs.py", "hloom_platform:interpreter");
}

#[test]
fn functions_are_called_from_c() {
    let library = library();
    run_with("c_interface.py", &[&library.to_string_lossy()], &[]);
}

#[test]
fn another_platform_stays_the_default() {
    let mut variables = packaged();
    variables.retain(|(name, _)| *name != "JAX_PLATFORMS");
    run_with("default_platform.py", &[], &variables);
}

#[test]
fn tuning_files_are_read() {
    const ENTRY: &str = "\n[[op]]\ncpu = \"none\"\nvector_bits = 256\nthreads = 2\nop = \"a\"\n\
                         schedule = { kernel = [6, 2] }\n";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tuned.toml");
    let options = format!("hloom_tuning:{}", file.display());
    std::fs::write(&file, format!("version = 1\n{ENTRY}")).expect("written");
    run_with("tuning.py", &[""], &alone(&options));
    std::fs::write(&file, format!("version = 1\n{ENTRY}{ENTRY}")).expect("written");
    let error = "tuned.toml:10:1: line 3 already contains a schedule of `a` for this machine";
    run_with("tuning.py", &[error], &alone(&options));
}

#[test]
fn buffers_are_kept_moved_donated_and_deleted() {
    run("buffers.py", "hloom_num_devices:2");
}

#[test]
fn executables_are_described_serialized_and_loaded() {
    run("executables.py", "");
}

#[test]
fn programs_run_on_several_devices() {
    let mut variables = packaged();
    variables.push(("JAX_PJRT_CLIENT_CREATE_OPTIONS", "hloom_num_devices:8".to_owned()));
    run_with("several_devices.py", &[], &variables);
}

#[test]
fn programs_run_on_two_simulated_gpus() {
    let mut variables = packaged();
    variables.push(("HLOOM_PLATFORM", "simt".to_owned()));
    run_with("two_gpus.py", &[], &variables);
}

/// Runs a script in several processes of two devices.
fn run_in_processes(script: &str, count: usize, arguments: &[&str], variables: &[(&str, &str)]) {
    let mut environment = packaged();
    environment.push(("HLOOM_NUM_DEVICES", "2".to_owned()));
    environment.extend(variables.iter().map(|(name, value)| (*name, (*value).to_owned())));
    let count = count.to_string();
    let arguments = [&[script, &count], arguments].concat();
    run_with("processes/start.py", &arguments, &environment);
}

#[test]
fn collectives_of_several_processes_compute_what_numpy_does() {
    for count in [2, 3] {
        run_in_processes("collectives.py", count, &[], &[]);
    }
}

#[test]
fn processes_may_have_different_numbers_of_devices() {
    for count in [2, 3] {
        run_in_processes("uneven.py", count, &[], &[]);
    }
}

#[test]
fn training_on_several_processes_has_the_losses_of_one_device() {
    for count in [2, 3] {
        run_in_processes("training.py", count, &[], &[]);
    }
}

#[test]
fn processes_communicate_while_they_compute() {
    for count in [2, 3] {
        run_in_processes("overlap.py", count, &[], &[]);
    }
}

/// Returns true if the library of an engine can be loaded. Otherwise, prints the reason.
fn has_library(engine: &str) -> bool {
    let name = if engine == "mpi" { "libmpi_abi.so.1" } else { "libucp.so.0" };
    let script = format!(
        "import ctypes, os; from jax_plugins.hloom import engines; engines.find(); \
         ctypes.CDLL(os.environ.get('HLOOM_{}_LIBRARY') or '{name}')",
        engine.to_uppercase()
    );
    let mut command = Command::new(python::interpreter());
    let output = command.args(["-c", &script]).envs(packaged()).output();
    let output = output.expect("the interpreter starts");
    if !output.status.success() {
        println!("skipped {engine}: {}", String::from_utf8_lossy(&output.stderr));
    }
    output.status.success()
}

#[test]
fn processes_communicate_through_message_passing_libraries() {
    for engine in ["mpi", "ucx"].into_iter().filter(|engine| has_library(engine)) {
        let variables = [("HLOOM_COLLECTIVES", engine)];
        run_in_processes("collectives.py", 2, &[], &variables);
        run_in_processes("training.py", 3, &[], &variables);
        run_in_processes("overlap.py", 2, &[], &variables);
        run_in_processes("mismatches.py", 3, &[], &variables);
    }
}

#[test]
fn processes_survive_the_loss_of_another_with_ucx() {
    if has_library("ucx") {
        for how in ["kill", "stop", "idle"] {
            let variables =
                [("HLOOM_COLLECTIVES", "ucx"), ("HLOOM_HEARTBEAT", "2"), ("RECOVER", "1")];
            run_in_processes("lost.py", 3, &[how, "1"], &variables);
        }
    }
}

#[test]
fn processes_that_run_different_programs_get_errors() {
    for count in [2, 3] {
        run_in_processes("mismatches.py", count, &[], &[]);
    }
}

#[test]
fn processes_may_end_before_their_programs() {
    for count in [2, 3] {
        run_in_processes("unfinished.py", count, &[], &[]);
    }
}

#[test]
fn processes_survive_the_loss_of_another() {
    for how in ["kill", "stop", "exit", "abandon", "idle"] {
        let variables = [("HLOOM_HEARTBEAT", "2"), ("RECOVER", "1")];
        run_in_processes("lost.py", 3, &[how, "1"], &variables);
    }
}

#[test]
fn the_loss_of_a_process_at_any_time_is_reported() {
    let mut variables = packaged();
    variables.push(("HLOOM_NUM_DEVICES", "2".to_owned()));
    run_with("processes/kills.py", &["2"], &variables);
}

#[test]
fn processes_train_together_as_one_does() {
    let script = "../../../examples/distributed/train.py";
    let variables = packaged();
    run_with(script, &["--processes", "2", "--steps", "10", "--compare"], &variables);
}

#[test]
fn tokens_are_decoded_with_a_cache_as_on_cpu() {
    run_with(
        "../../../examples/jax/gpt2_decode.py",
        &["--size", "tiny", "--tokens", "8", "--compare-with", "cpu"],
        &alone("hloom_num_devices:1"),
    );
}

#[test]
fn traces_have_what_devices_do() {
    run("profiler.py", "");
}

#[test]
fn the_package_brings_lapack_and_calls_to_python() {
    run_with("plugin.py", &[], &packaged());
}

#[test]
fn a_plugin_that_is_named_twice_is_loaded_once() {
    let mut variables = packaged();
    variables.extend(alone("").into_iter().filter(|(name, _)| name.starts_with("PJRT_")));
    run_with("loaded_twice.py", &[], &variables);
}

#[test]
fn arrays_are_in_the_order_that_is_asked_for() {
    let mut variables = packaged();
    variables.push(("HLOOM_NUM_DEVICES", "2".to_owned()));
    run_with("layouts.py", &[], &variables);
}

#[test]
fn tensors_are_given_and_taken() {
    run_with("tensors.py", &[], &packaged());
}

#[test]
fn functions_in_c_and_cpp_are_called() {
    let mut variables = packaged();
    variables.push(("JAX_PJRT_CLIENT_CREATE_OPTIONS", "hloom_num_devices:3".to_owned()));
    run_with("../../../examples/jax/foreign_functions/call.py", &[], &variables);
}

#[test]
fn functions_in_rust_are_called() {
    let test = std::env::current_exe().expect("this runs");
    let examples = test.ancestors().nth(2).expect("target/debug").join("examples");
    let plugin = format!("libblas_plugin{}", std::env::consts::DLL_SUFFIX);
    let mut variables = packaged();
    variables.push(("HLOOM_PLUGINS", examples.join(plugin).display().to_string()));
    run_with("functions_in_rust.py", &[], &variables);
}

#[test]
fn element_types_have_the_numbers_of_the_foreign_function_interface() {
    let script = "import jax, pathlib; \
                  folder = pathlib.Path(jax.ffi.include_dir(), 'xla', 'ffi', 'api'); \
                  print((folder / 'c_api.h').read_text())";
    let output = Command::new(python::interpreter()).args(["-c", script]).output();
    let header = String::from_utf8(output.expect("the interpreter starts").stdout).expect("text");
    for ty in ElementType::ALL {
        let name = format!("XLA_FFI_DataType_{} = ", ty.hlo_name().to_uppercase());
        let number = header.lines().find_map(|line| line.trim().strip_prefix(&name));
        let number = number.map(|number| number.trim_end_matches(',').parse().expect("a number"));
        assert_eq!(ty.xla_ffi_number(), number, "{ty}");
    }
}
