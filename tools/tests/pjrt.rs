// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! PJRT plugins as platforms: this project's own plugin, and files that are refused.

use std::path::{Path, PathBuf};
use std::process::Command;

const PROGRAM: &str = "\
func.func @main(%a: tensor<2x3xf32>, %b: tensor<0xi8>, %c: tensor<i64>)
    -> (tensor<3x2xf32>, tensor<0xi8>, tensor<i64>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = chlo.erf %0 : tensor<3x2xf32> -> tensor<3x2xf32>
  return %1, %b, %c : tensor<3x2xf32>, tensor<0xi8>, tensor<i64>
}
";

/// Returns the folder of the build, which has the plugin and the folder of examples.
fn build() -> PathBuf {
    let test = std::env::current_exe().expect("this runs");
    test.ancestors().nth(2).expect("target/debug").to_owned()
}

/// Returns the name of the platform that is this project's own plugin.
fn own() -> String {
    let file = build().join(format!("libhloom_pjrt{}", std::env::consts::DLL_SUFFIX));
    assert!(file.is_file(), "{} is not built: run `cargo build --workspace`", file.display());
    format!("pjrt:{};hloom_num_threads=1", file.display())
}

/// Runs a tool. Returns whether it succeeds, and all that it prints.
fn run(tool: &str, arguments: &[&str], version: &str) -> (bool, String) {
    let mut command = Command::new(tool);
    command.args(arguments).env("HLOOM_TEST_PJRT_VERSION", version);
    let output = command.output().expect("the tool is built");
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&text).into_owned())
}

fn hlo_run(arguments: &[&str], version: &str) -> (bool, String) {
    run(env!("CARGO_BIN_EXE_hlo-run"), arguments, version)
}

fn in_file(program: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.mlir");
    std::fs::write(&file, program).expect("written");
    let name = file.to_string_lossy().into_owned();
    (folder, name)
}

#[test]
fn own_plugin_computes_what_the_interpreter_does() {
    let (_folder, program) = in_file(PROGRAM);
    let inputs = ["random:tensor<2x3xf32>", "random:tensor<0xi8>", "dense<-7> : tensor<i64>"];
    let inputs = inputs.map(|it| format!("--input={it}"));
    let own = own();
    let mut arguments = vec![program.as_str(), "--platform", &own];
    arguments.extend(inputs.iter().map(String::as_str));
    arguments.extend(["--compare-with", "interpreter"]);
    let (same, text) = hlo_run(&arguments, "");
    assert!(same, "{text}");
    // The plugin is the reference as well.
    arguments[2] = "cpu";
    let last = arguments.len() - 1;
    arguments[last] = &own;
    let (same, text) = hlo_run(&arguments, "");
    assert!(same, "{text}");
}

#[test]
fn own_plugin_transfers_every_element_type() {
    let types = [
        "i1",
        "i2",
        "i4",
        "i8",
        "i16",
        "i32",
        "i64",
        "ui2",
        "ui4",
        "ui8",
        "ui16",
        "ui32",
        "ui64",
        "f4E2M1FN",
        "f8E3M4",
        "f8E4M3",
        "f8E4M3FN",
        "f8E4M3FNUZ",
        "f8E4M3B11FNUZ",
        "f8E5M2",
        "f8E5M2FNUZ",
        "f8E8M0FNU",
        "bf16",
        "f16",
        "f32",
        "f64",
        "complex<f32>",
        "complex<f64>",
    ];
    let (mut program, mut arguments) = (String::new(), Vec::new());
    let list = |form: &dyn Fn(usize, &str) -> String| {
        let all = types.iter().enumerate().map(|(index, ty)| form(index, ty));
        all.collect::<Vec<_>>().join(", ")
    };
    let parameters = list(&|index, ty| format!("%{index}: tensor<3x2x{ty}>"));
    let values = list(&|index, _| format!("%{index}"));
    let results = list(&|_, ty| format!("tensor<3x2x{ty}>"));
    program += &format!("func.func @other({parameters}) -> ({results}) {{\n");
    program += &format!("  return {values} : {results}\n}}\n");
    let (_folder, program) = in_file(&program.replace("%", "%a"));
    for ty in types {
        arguments.push(format!("--input=random:tensor<3x2x{ty}>"));
    }
    let own = own();
    let mut words = vec![program.as_str(), "--platform", &own, "--compare-with", "interpreter"];
    words.extend(arguments.iter().map(String::as_str));
    let (same, text) = hlo_run(&words, "");
    assert!(same, "{text}");
}

#[test]
fn own_plugin_passes_random_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().to_str().expect("a name");
    let own = own();
    let arguments = [
        "--platform",
        &own,
        "--seed",
        "5000",
        "--count",
        "40",
        "--no-shrink",
        "--rates",
        "--output-dir",
        folder,
    ];
    let (same, text) = run(env!("CARGO_BIN_EXE_hlo-fuzz"), &arguments, "");
    assert!(same, "{text}");
    assert!(text.contains("40 programs:"), "{text}");
    assert!(text.contains("programs  same  refused  failed"), "{text}");
}

#[test]
fn own_plugin_runs_goldens() {
    let goldens = Path::new(env!("CARGO_MANIFEST_DIR")).join("../goldens");
    let own = own();
    let names = [
        "arithmetic/convert_narrow_floats",
        "arithmetic/zero_sized",
        "control_flow/composite",
        "control_flow/while_nested",
        "sorting/sort_by_keys",
    ];
    for name in names {
        let folder = goldens.join(name);
        let program = folder.join("program.mlir");
        let mut arguments = vec![program.to_string_lossy().into_owned()];
        for index in 0.. {
            let input = folder.join(format!("in{index}.npy"));
            if !input.is_file() {
                break;
            }
            arguments.push(format!("--input={}", input.display()));
        }
        let mut arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
        arguments.extend(["--platform", &own, "--compare-with", "interpreter"]);
        let (same, text) = hlo_run(&arguments, "");
        assert!(same, "{name}: {text}");
    }
}

#[test]
fn passes_are_bisected_up_to_level_hlo() {
    let (_folder, program) = in_file(PROGRAM);
    let own = own();
    let bisect = env!("CARGO_BIN_EXE_hlo-bisect");
    let mut arguments = vec![program.as_str(), "--platform", &own];
    arguments.extend(["--input=random"; 3]);
    let (right, text) = run(bisect, &arguments, "");
    assert!(right, "{text}");
    assert!(text.contains("hlo-expand-chlo{functions=composites}: right"), "{text}");
    assert!(text.contains("no error found: the compiled program is right"), "{text}");
}

#[test]
fn a_plugin_that_gives_no_results_is_reported_by_hlo_bisect() {
    // PJRT has no buffers of this type.
    let (_folder, program) = in_file(
        "func.func @main(%x: tensor<2xf6E3M2FN>) -> tensor<2xf6E3M2FN> {\n  \
         return %x : tensor<2xf6E3M2FN>\n}\n",
    );
    let bisect = env!("CARGO_BIN_EXE_hlo-bisect");
    let (right, text) = run(bisect, &[&program, "--platform", &own(), "--input=random"], "");
    assert!(!right, "{text}");
    assert!(text.contains("no pass fails; the compiled program gives no results:"), "{text}");
    assert!(text.contains("does not support buffers of f6E3M2FN"), "{text}");
}

#[test]
fn refusals_of_a_plugin_keep_their_locations() {
    let (_folder, program) = in_file(
        "func.func @main() -> tensor<f32> {\n  %0 = stablehlo.custom_call @nobody() : () -> tensor<f32>\n  return %0 : tensor<f32>\n}\n",
    );
    let (ran, text) = hlo_run(&[&program, "--platform", &own()], "");
    assert!(!ran && text.contains("program.mlir:2:8: error: "), "{text}");
    assert!(text.contains("nobody"), "{text}");
}

#[test]
fn types_and_operations_that_pjrt_lacks_are_refused_before_they_run() {
    let refusal = |program: &str| {
        let (_folder, program) = in_file(program);
        let (ran, text) = hlo_run(&[&program, "--random-inputs", "--platform", &own()], "");
        assert!(!ran, "{text}");
        text
    };
    let text = refusal(
        "func.func @main(%x: tensor<2xf6E3M2FN>) -> tensor<2xf6E3M2FN> {\n  \
         return %x : tensor<2xf6E3M2FN>\n}\n",
    );
    assert!(text.contains("does not support buffers of f6E3M2FN: PJRT has no such type"), "{text}");
    let text = refusal(
        "func.func @main(%x: tensor<f8E5M2FNUZ>) -> tensor<f8E5M2FNUZ> {\n  \
         %0 = chlo.next_after %x, %x : tensor<f8E5M2FNUZ>, tensor<f8E5M2FNUZ> -> tensor<f8E5M2FNUZ>\n  \
         return %0 : tensor<f8E5M2FNUZ>\n}\n",
    );
    assert!(text.contains("does not support this program: "), "{text}");
    assert!(
        text.contains("2:8: error: `chlo.next_after`: a portable artifact stores only"),
        "{text}"
    );
}

#[test]
fn tokens_and_tuples_are_refused_by_name() {
    for ty in ["!stablehlo.token", "tuple<tensor<f32>>"] {
        let (_folder, program) = in_file(&format!("func.func @main(%a: {ty}) {{ return }}"));
        let (ran, text) = hlo_run(&[&program, "--platform", &own()], "");
        let refusal = "argument 0 of the entry: ";
        assert!(!ran && text.contains(refusal) && text.contains(ty), "{text}");
    }
}

#[test]
fn other_files_are_refused() {
    let (_folder, program) = in_file(PROGRAM);
    let refusal = |platform: &str, version: &str| {
        let (ran, text) = hlo_run(&[&program, "--platform", platform], version);
        assert!(!ran, "{text}");
        text
    };
    let missing = refusal("pjrt:no/such/plugin.so", "");
    assert_eq!(missing, "error: no/such/plugin.so: no such file\n");
    let text = refusal(&format!("pjrt:{program}"), "");
    assert!(text.contains("program.mlir: cannot load the plugin: "), "{text}");
    let suffix = std::env::consts::DLL_SUFFIX;
    let examples = build().join("examples");
    let name = |file: &Path| format!("pjrt:{}", file.display());
    let other_interface = examples.join(format!("libblas_plugin{suffix}"));
    let text = refusal(&name(&other_interface), "");
    assert!(text.contains("expected a PJRT plugin, found no export `GetPjrtApi`"), "{text}");

    let versions = name(&examples.join(format!("libother_versions{suffix}")));
    let text = refusal(&versions, "");
    assert!(text.contains("`GetPjrtApi` returned a null pointer"), "{text}");
    let text = refusal(&versions, "1.0 2000");
    assert!(
        text.contains("expected major version 0 of PJRT's interface, found version 1.0"),
        "{text}"
    );
    let text = refusal(&versions, "0.28 2000");
    assert!(
        text.contains("expected version 0.29 or newer of PJRT's interface, found 0.28"),
        "{text}"
    );
    let text = refusal(&versions, "0.112 200");
    assert!(text.contains("expected a function table of at least 1144 bytes, found 200"), "{text}");
    // A newer or an older one of the same major version is accepted; this one has no functions.
    for version in ["0.900 2000", "0.54 500"] {
        let text = refusal(&versions, version);
        let missing =
            "UNIMPLEMENTED (PluginInitialize): the plugin's function table lacks this function";
        assert!(text.contains(missing), "{text}");
    }
}
