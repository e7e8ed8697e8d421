// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests `hlo-run` as a process, from the command line to the output.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// Temporary folder of one test, with programs and inputs in it.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).expect("writable");
    }

    fn run(&self, arguments: &[&str]) -> Run {
        let output = Command::new(env!("CARGO_BIN_EXE_hlo-run"))
            .current_dir(self.0.path())
            .args(arguments)
            .output()
            .expect("the tool starts");
        Run(output)
    }
}

struct Run(Output);

impl Run {
    fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.0.stdout).into_owned()
    }

    fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.0.stderr).into_owned()
    }

    /// Returns standard output. The run must succeed.
    fn output(&self) -> String {
        assert_eq!(self.0.status.code(), Some(0), "{}", self.stderr());
        self.stdout()
    }

    /// Returns the error message. The exit status must be 1.
    fn refusal(&self) -> String {
        assert_eq!(self.0.status.code(), Some(1), "{}{}", self.stdout(), self.stderr());
        self.stderr().trim_end().to_owned()
    }
}

const ADD: &str = "func.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {\n  \
                     %0 = stablehlo.add %x, %y : tensor<2x3xf32>\n  \
                     return %0 : tensor<2x3xf32>\n\
                   }\n";

const ONES: &str = "dense<1.0> : tensor<2x3xf32>";

fn npy(descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
    let padded = format!("{header:<117}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((padded.len() as u16).to_le_bytes());
    bytes.extend(padded.as_bytes());
    bytes.extend(data);
    bytes
}

#[test]
fn results_are_printed() {
    let folder = Folder::new();
    folder.write("add.mlir", ADD);
    let dense = "dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.5]]> : tensor<2x3xf32>";
    let run = folder.run(&["add.mlir", "--input", dense, "--input", ONES]);
    assert_eq!(run.output(), "out0: tensor<2x3xf32>\n[[2.0 3.0 4.0]\n [5.0 6.0 7.5]]\n");
}

#[test]
fn files_go_in_and_out() {
    let folder = Folder::new();
    folder.write("add.mlir", ADD);
    let data: Vec<_> =
        [1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    folder.write("x.npy", npy("<f4", "(2, 3)", &data));
    folder.run(&["add.mlir", "--input=x.npy", "--input=x.npy", "--output-dir=out"]).output();
    let written = std::fs::read(folder.path("out/out0.npy")).expect("written");
    let doubled: Vec<_> =
        [2.0_f32, 4.0, 6.0, 8.0, 10.0, 12.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    assert!(written.ends_with(&doubled));
}

#[test]
fn bits_stand_for_bf16() {
    let folder = Folder::new();
    let text = "func.func @main(%x: tensor<2xbf16>) -> tensor<2xbf16> {\n\
                %0 = stablehlo.add %x, %x : tensor<2xbf16>\n\
                return %0 : tensor<2xbf16>\n}";
    folder.write("double.mlir", text);
    let bits: Vec<_> = [0x3f80_u16, 0x4000].iter().flat_map(|bits| bits.to_le_bytes()).collect();
    for descr in ["<u2", "|V2"] {
        folder.write("x.npy", npy(descr, "(2,)", &bits));
        let run = folder.run(&["double.mlir", "--input=x.npy"]);
        assert_eq!(run.output(), "out0: tensor<2xbf16> [2.0 4.0]\n");
    }
    folder.run(&["double.mlir", "--input=x.npy", "--output-dir=."]).output();
    let written = std::fs::read(folder.path("out0.npy")).expect("written");
    assert!(written.ends_with(&[0x00, 0x40, 0x80, 0x40]));
    assert!(String::from_utf8_lossy(&written).contains("'<u2'"));
}

#[test]
fn seeds_decide() {
    let folder = Folder::new();
    folder.write("add.mlir", ADD);
    let run = |x: &str, y: &str| {
        folder.run(&["add.mlir", "--threads=1", "--input", x, "--input", y]).output()
    };
    assert_eq!(run("random:1", "random:2"), run("random:2", "random:1"));
    assert_ne!(run("random:1", "random:2"), run("random:1", "random:3"));
    assert_eq!(run("random", "random"), run("random:0", "random:1"));
}

#[test]
fn numbers_are_written_as_json() {
    let folder = Folder::new();
    folder.write("add.mlir", ADD);
    let run = folder.run(&[
        "add.mlir",
        "--input=random",
        "--input=random",
        "--benchmark=5",
        "--json=run.json",
    ]);
    assert!(run.output().contains("median"));
    let text = std::fs::read_to_string(folder.path("run.json")).expect("written");
    let json: serde_json::Value = serde_json::from_str(&text).expect("valid");
    for key in ["compile_ms", "run_ms_min", "run_ms_median"] {
        assert!(json[key].as_f64().is_some_and(|number| number > 0.0), "{key}: {text}");
    }
    assert_eq!(json["runs"], 5);
    assert!(json["arena_bytes"].is_u64() && json["code_bytes"].is_u64());
    assert!(json["stages_ms"].as_object().is_some_and(|stages| stages.len() > 1), "{text}");
}

#[test]
fn levels_are_dumped() {
    let folder = Folder::new();
    folder.write("add.mlir", ADD);
    folder.run(&["add.mlir", "--input=random", "--input=random", "--dump-dir=dump"]).output();
    let dumped = std::fs::read_dir(folder.path("dump")).expect("a folder").count();
    assert!(dumped >= 5, "{dumped} files");
    // The interpreter has no levels, and the reference is not dumped.
    let run = ["add.mlir", "--input=random", "--input=random", "--platform=interpreter"];
    folder.run(&[&run[..], &["--compare-with=cpu", "--dump-dir=input"]].concat()).output();
    let dumped = std::fs::read_dir(folder.path("input")).expect("a folder");
    let names: Vec<_> = dumped.map(|entry| entry.expect("readable").file_name()).collect();
    assert_eq!(names, ["input.mlir"]);
}

/// LLVM's compilation time grows faster than linearly with the length of a function.
#[test]
fn long_chains_become_short_functions() {
    use std::fmt::Write as _;
    for size in [3, 4096] {
        let ty = format!("tensor<{size}xf32>");
        let mut text = format!("func.func @main(%0: {ty}) -> {ty} {{\n");
        for number in 0..200 {
            let _ = writeln!(text, "  %{} = stablehlo.sine %{number} : {ty}", number + 1);
        }
        let _ = writeln!(text, "  return %200 : {ty}\n}}");
        let folder = Folder::new();
        folder.write("chain.mlir", text);
        folder.run(&["chain.mlir", "--input=random", "--dump-dir=dump"]).output();
        let native =
            std::fs::read_to_string(folder.path("dump/native.ll")).expect("the last level");
        let functions = native.split("\ndefine ").skip(1);
        let longest = functions.map(|function| function.lines().count()).max();
        assert!(longest.is_some_and(|lines| lines < 4000), "{size}: {longest:?} lines");
    }
}

#[test]
fn checks_that_hold_and_do_not() {
    let folder = Folder::new();
    let part = |name: &str, expected: &str| {
        format!(
            "func.func @{name}() {{\n  \
               %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n  \
               %b = stablehlo.add %a, %a : tensor<2xi32>\n  \
               check.expect_eq_const %b, dense<{expected}> : tensor<2xi32>\n  \
               return\n\
             }}\n"
        )
    };
    let (good, bad) = (part("good", "[2, 4]"), part("bad", "[2, 5]"));
    folder.write("good.mlir", &good);
    let run = folder.run(&["good.mlir", "--check"]);
    assert_eq!(run.output(), "good.mlir: @good: 1 of 1 check holds\n");
    folder.write("both.mlir", format!("{bad}\n// -----\n\n{good}"));
    let run = folder.run(&["both.mlir", "--check", "--split-input-file"]);
    let expected = "both.mlir:4:3: error: `check.expect_eq_const` does not hold: \
                    element [1] is 4, expected 5 (1 of 2 elements differ, by up to 1.000e0)";
    assert_eq!(run.refusal(), expected);
    let expected = "both.mlir: @bad: 0 of 1 check holds\nboth.mlir: @good: 1 of 1 check holds\n";
    assert_eq!(run.stdout(), expected);
}

#[test]
fn parts_that_are_wrong_do_not_hide_others() {
    let folder = Folder::new();
    let good = "func.func @main() -> tensor<i32> {\n\
                %0 = stablehlo.constant dense<7> : tensor<i32>\n\
                return %0 : tensor<i32>\n}\n";
    folder.write("parts.mlir", format!("oops\n// -----\n{good}"));
    let run = folder.run(&["parts.mlir", "--split-input-file"]);
    assert!(run.refusal().starts_with("parts.mlir:1:1: error: "), "{}", run.stderr());
    assert_eq!(run.stdout(), "out0: tensor<i32> 7\n");
}

#[test]
fn bad_programs() {
    let folder = Folder::new();
    let refusal = |text: &str| {
        folder.write("bad.mlir", text);
        folder.run(&["bad.mlir"]).refusal()
    };
    assert!(refusal("func.func @main( {").starts_with("bad.mlir:1:17: error: "));
    let mismatch = "func.func @main(%x: tensor<2xf32>) -> tensor<3xf32> {\n  \
                    %0 = stablehlo.add %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>\n  \
                    return %0 : tensor<3xf32>\n}";
    let message = refusal(mismatch);
    assert!(message.starts_with("bad.mlir:2:8: error: "), "{message}");
    // All unsupported operations are reported at once, with the level that was not reached.
    let unknown = "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  \
                   \"stablehlo.trace\"() {tag = \"a\"} : () -> ()\n  \
                   \"stablehlo.trace\"() {tag = \"b\"} : () -> ()\n  \
                   return %x : tensor<f32>\n}";
    let message = refusal(unknown);
    for said in [
        "bad.mlir:2:3: error: `stablehlo.trace` cannot be lowered",
        "bad.mlir:3:3: error: `stablehlo.trace` cannot be lowered",
        "note: while lowering to level `linalg` of platform `cpu`",
    ] {
        assert!(message.contains(said), "{message}");
    }
    assert!(refusal("").contains("no entry function `@main`"));
    assert!(refusal("\x00").ends_with("line 1 contains a NUL character"));
    folder.write("bad.mlir", [0xff, 0xfe]);
    assert!(folder.run(&["bad.mlir"]).refusal().contains("neither MLIR text nor MLIR bytecode"));
    folder.write("bad.mlir", b"ML\xefR\x01truncated");
    assert!(folder.run(&["bad.mlir"]).refusal().contains("error: "));
    let missing = folder.run(&["missing.mlir"]).refusal();
    assert_eq!(missing, "error: missing.mlir: no such file");
    assert!(folder.run(&["."]).refusal().contains("is a directory"));
}

#[test]
fn programs_without_an_answer() {
    let folder = Folder::new();
    let body =
        |body: &str| format!("func.func @main(%x: tensor<f32>) -> tensor<f32> {{\n{body}\n}}");
    let programs = [
        (
            body(
                "%0 = stablehlo.broadcast_in_dim %x, dims = [] : \
                   (tensor<f32>) -> tensor<4294967296x4294967296xf32>\n\
                 %1 = stablehlo.reduce(%0 init: %x) applies stablehlo.add across dimensions = [0, 1] \
                   : (tensor<4294967296x4294967296xf32>, tensor<f32>) -> tensor<f32>\n\
                 return %1 : tensor<f32>",
            ),
            ["bad.mlir:2:6: error: ", "4294967296x4294967296xf32"],
        ),
        (
            body(
                "%0 = func.call @main(%x) : (tensor<f32>) -> tensor<f32>\n\
                 return %0 : tensor<f32>",
            ),
            ["bad.mlir:2:6: error: ", "call"],
        ),
        (
            body(
                "%0 = stablehlo.custom_call @nobody(%x) : (tensor<f32>) -> tensor<f32>\n\
                 return %0 : tensor<f32>",
            ),
            ["bad.mlir:2:6: error: custom call target `nobody` is not registered", "`Sharding`"],
        ),
        (
            body(
                "%0 = stablehlo.while(%a = %x) : tensor<f32> cond {\n\
                   %t = stablehlo.constant dense<true> : tensor<i1>\n\
                   stablehlo.return %t : tensor<i1>\n\
                 } do {\n\
                   %b = stablehlo.add %a, %a : tensor<f32>\n\
                   stablehlo.return %b : tensor<f32>\n\
                 }\n\
                 return %0 : tensor<f32>",
            ),
            ["error: bad.mlir: timed out after 1 s", ""],
        ),
    ];
    for (text, said) in programs {
        folder.write("bad.mlir", text);
        for platform in ["cpu", "interpreter"] {
            let run = ["bad.mlir", "--platform", platform, "--timeout=1", "--input=random"];
            let message = folder.run(&run).refusal();
            assert!(said.iter().all(|said| message.contains(said)), "{platform}: {message}");
        }
    }
}

#[test]
fn sizes_and_values_of_inputs_make_dynamic_programs_static() {
    let folder = Folder::new();
    let text = "func.func @main(%n: tensor<i64>, %x: tensor<?xf32>) -> tensor<?x2xf32> {\n\
                  %one = stablehlo.reshape %n : (tensor<i64>) -> tensor<1xi64>\n\
                  %two = stablehlo.constant dense<2> : tensor<1xi64>\n\
                  %sizes = stablehlo.concatenate %one, %two, dim = 0\n\
                    : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>\n\
                  %0 = stablehlo.dynamic_broadcast_in_dim %x, %sizes, dims = [0]\n\
                    : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x2xf32>\n\
                  return %0 : tensor<?x2xf32>\n}";
    folder.write("dynamic.mlir", text);
    let size = "--input=dense<3> : tensor<i64>";
    let run = ["dynamic.mlir", size, "--input=random:tensor<3xf32>", "--compare-with=interpreter"];
    let output = folder.run(&run).output();
    assert!(output.contains("1 of 1 results on cpu match those on interpreter"), "{output}");
    let refusal = folder.run(&["dynamic.mlir", size, "--input=random"]).refusal();
    assert!(refusal.contains("expected a static tensor type, found"), "{refusal}");
    assert!(refusal.contains("note: pass an input of known size with `--input`"), "{refusal}");

    // Type names may contain spaces.
    let ty = "tensor<?x2x!quant.uniform<i8:f32, 0.5:3>>";
    let text = format!(
        "func.func @main(%x: {ty}) -> {ty} {{\n  %0 = stablehlo.add %x, %x : {ty}\n  return %0 : {ty}\n}}"
    );
    folder.write("quantized.mlir", text);
    let run = ["quantized.mlir", "--input=random:tensor<3x2xi8>", "--compare-with=interpreter"];
    let output = folder.run(&run).output();
    assert!(output.contains("1 of 1 results on cpu match those on interpreter"), "{output}");
    let text = "func.func @main(%x: tensor<?xf32, #stablehlo.bounds<8>>)\n\
                  -> tensor<?xf32, #stablehlo.bounds<8>> {\n\
                  return %x : tensor<?xf32, #stablehlo.bounds<8>>\n}";
    folder.write("bounded.mlir", text);
    let refusal = folder.run(&["bounded.mlir", "--input=random"]).refusal();
    assert!(refusal.contains("expected a static tensor type, found"), "{refusal}");

    // The error names the first operation with an unknown size.
    let text = "func.func @main(%n: tensor<1xi64>, %x: tensor<4xf32>) -> tensor<?xf32> {\n\
                  %0 = stablehlo.dynamic_reshape %x, %n\n\
                    : (tensor<4xf32>, tensor<1xi64>) -> tensor<?xf32>\n\
                  return %0 : tensor<?xf32>\n}";
    folder.write("unknown.mlir", text);
    let run = ["unknown.mlir", "--input=dense<4> : tensor<1xi64>", "--input=random"];
    let refusal = folder.run(&run).refusal();
    let wanted = "unknown.mlir:2:6: error: `stablehlo.dynamic_reshape`: expected a static result shape, \
                  found `tensor<?xf32>`";
    assert!(refusal.contains(wanted), "{refusal}");
}

#[test]
fn bad_inputs() {
    let folder = Folder::new();
    folder.write("add.mlir", ADD);
    folder.write("short.npy", npy("<f4", "(2, 3)", &[0; 20]));
    folder.write("double.npy", npy("<f8", "(2, 3)", &[0; 48]));
    folder.write("shape.npy", npy("<f4", "(3, 2)", &[0; 24]));
    folder.write("text.npy", "hello");
    let refusal =
        |input: &str| folder.run(&["add.mlir", "--input", ONES, "--input", input]).refusal();
    assert_eq!(refusal("missing.npy"), "error: missing.npy: no such file");
    assert!(refusal("text.npy").starts_with("error: text.npy: not a .npy file"));
    assert_eq!(
        refusal("short.npy"),
        "error: input 1: short.npy: truncated: 20 of 24 bytes of a tensor<2x3xf32>"
    );
    assert_eq!(
        refusal("double.npy"),
        "error: input 1: double.npy: expected tensor<2x3xf32>, the file holds float64 of shape (2, 3)"
    );
    let other = "error: argument 1: expected tensor<2x3xf32>, found";
    assert_eq!(refusal("shape.npy"), format!("{other} sizes 3x2"));
    assert_eq!(refusal("dense<1> : tensor<i32>"), format!("{other} a scalar"));
    let inputs = ["--input=random", "--input=random:tensor<2xf32>"];
    let interpreted = ["add.mlir", "--platform=interpreter", inputs[0], inputs[1]];
    assert_eq!(folder.run(&interpreted).refusal(), format!("{other} sizes 2"));
    assert_eq!(
        refusal("dense<1> : tensor<2x3xi32>"),
        "error: input 1: expected tensor<2x3xf32>, found tensor<2x3xi32>"
    );
    assert!(
        refusal("dense<[1, 2]> : tensor<3xi32>")
            .starts_with("error: `dense<[1, 2]> : tensor<3xi32>`: ")
    );
    let few = folder.run(&["add.mlir", "--input", ONES]).refusal();
    assert!(
        few.starts_with(
            "error: `@main` takes 2 inputs (tensor<2x3xf32>, tensor<2x3xf32>), 1 given"
        )
    );
    let many = folder.run(&["add.mlir", "--input", ONES, "--input", ONES, "--input", ONES]);
    assert!(many.refusal().ends_with("3 given"));
}

const PRODUCT: &str = "func.func @main(%x: tensor<64x96xf32>, %y: tensor<96x64xf32>) -> tensor<64x64xf32> {\n  \
                         %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : \
                         (tensor<64x96xf32>, tensor<96x64xf32>) -> tensor<64x64xf32>\n  \
                         return %0 : tensor<64x64xf32>\n\
                       }\n";

/// The command line of a run of [`PRODUCT`] on one thread, with more arguments.
fn product<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let run = ["product.mlir", "--input", "random:1", "--input", "random:2", "--threads", "1"];
    [&run, more].concat()
}

#[test]
fn tuned_programs_compute_the_same() {
    let folder = Folder::new();
    folder.write("product.mlir", PRODUCT);
    let untuned = folder.run(&product(&["--output-dir", "untuned"]));
    untuned.output();
    let run = folder.run(&product(&["--tune", "tuning.toml"]));
    let summary = run.output();
    assert!(summary.contains("product.mlir: tuned "), "{summary}");
    assert!(summary.contains(" operations; kernels take "), "{summary}");
    let progress = run.stderr();
    assert!(
        progress.contains("tuning product.mlir: kernels, round 1: alternative 1 of "),
        "{progress}"
    );
    let text = std::fs::read_to_string(folder.path("tuning.toml")).expect("a tuning file");
    assert!(text.contains("\nversion = 1\n"), "{text}");
    // The file is accepted whether or not an alternative was faster.
    let tuned = folder.run(&product(&["--tuning", "tuning.toml", "--output-dir", "tuned"]));
    tuned.output();
    assert_eq!(tuned.stderr(), "");
    let results = ["untuned", "tuned"].map(|dir| std::fs::read(folder.path(dir).join("out0.npy")));
    let [untuned, tuned] = results.map(|bytes| bytes.expect("a result"));
    assert_eq!(untuned, tuned);
}

#[test]
fn bad_tuning_files() {
    let folder = Folder::new();
    folder.write("product.mlir", PRODUCT);
    folder.write("old.toml", "version = 0\n");
    folder.write("broken.toml", "version = 1\n[[op]]\ncpu = 5\n");
    let refusal = |option: &str, file: &str| folder.run(&product(&[option, file])).refusal();
    for option in ["--tune", "--tuning"] {
        let old = "error: old.toml: expected version 1 of tuning files, found 0; \
                   tune again with `hlo-run --tune`";
        assert_eq!(refusal(option, "old.toml"), old);
        let broken = refusal(option, "broken.toml");
        assert!(broken.starts_with("error: broken.toml:3:7: invalid type: integer"), "{broken}");
    }
    assert!(refusal("--tuning", "missing.toml").starts_with("error: missing.toml: "));
    // The broken file stays.
    assert!(std::fs::read_to_string(folder.path("broken.toml")).is_ok_and(|it| it.contains("= 5")));
    let refused = folder.run(&product(&["--platform", "interpreter", "--tune", "new.toml"]));
    assert!(refused.refusal().contains("`interpreter` does not support"));
}

#[test]
fn bad_requests() {
    let folder = Folder::new();
    folder.write("add.mlir", ADD);
    let refusal = |arguments: &[&str]| folder.run(arguments).refusal();
    let platform = refusal(&["add.mlir", "--platform=tpu"]);
    assert!(platform.starts_with("error: unknown platform `tpu`; known platforms: "), "{platform}");
    assert!(platform.contains("cpu"));
    let entry = refusal(&["add.mlir", "--entry=other"]);
    assert!(entry.contains("@other") && entry.contains("@main"), "{entry}");
    assert!(refusal(&["add.mlir", "--threads=0"]).contains("--threads"));
    assert!(refusal(&["add.mlir", "--benchmark=-1"]).contains("--benchmark"));
    assert!(
        refusal(&["add.mlir", "--input=random:x"]).contains("`x`: expected a seed, an interval")
    );
    assert!(refusal(&["add.mlir", "--frobnicate"]).contains("--frobnicate"));
    assert!(refusal(&[]).contains("PROGRAM"));
    assert!(folder.run(&["--help"]).output().contains("--split-input-file"));
    let taken = ["add.mlir", "--input", ONES, "--input", ONES, "--output-dir", "add.mlir"];
    assert!(refusal(&taken).starts_with("error: add.mlir: "));
    let nowhere = ["add.mlir", "--input", ONES, "--input", ONES, "--json", "no/such/run.json"];
    assert!(refusal(&nowhere).starts_with("error: no/such/run.json: "));
    assert!(!Path::new("no").exists());
}

#[test]
fn the_standard_input_is_a_program() {
    use std::io::Write;
    use std::process::Stdio;
    let text = "func.func @main() -> tensor<i32> {\n\
                %0 = stablehlo.constant dense<7> : tensor<i32>\n\
                return %0 : tensor<i32>\n}\n";
    let mut child = Command::new(env!("CARGO_BIN_EXE_hlo-run"))
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the tool starts");
    child.stdin.take().expect("piped").write_all(text.as_bytes()).expect("read");
    let output = child.wait_with_output().expect("ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "out0: tensor<i32> 7\n");
}

#[test]
fn a_server_runs_as_often_as_it_is_asked() {
    let folder = Folder::new();
    folder.write("add.mlir", ADD);
    let serve = |requests: &str| {
        folder.write("requests", requests);
        let output = Command::new(env!("CARGO_BIN_EXE_hlo-run"))
            .current_dir(folder.0.path())
            .args(["add.mlir", "--input", ONES, "--input", ONES, "--serve"])
            .stdin(std::fs::File::open(folder.path("requests")).expect("written"))
            .output()
            .expect("the tool starts");
        Run(output)
    };
    let output = serve("2\n3\n").output();
    let lines: Vec<_> = output.lines().collect();
    let [report, two, three] = lines[..] else { panic!("{output}") };
    let report: serde_json::Value = serde_json::from_str(report).expect("JSON");
    assert_eq!(report["arena_bytes"], 0);
    let times = |line| serde_json::from_str::<Vec<f64>>(line).expect("times").len();
    assert_eq!((times(two), times(three)), (2, 3));
    let expected = "error: standard input: expected a positive number of runs, found `0`";
    assert_eq!(serve("0\n").refusal(), expected);
}
