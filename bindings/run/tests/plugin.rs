// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs programs of `hloom-builder` through the PJRT library, as a user of `hloom-run` does.

use hloom_builder::types::{f32, i32};
use hloom_builder::{ElementType, Program, Result, Shape, Value, Version, Window};
use hloom_run::{Argument, Error, Literal, Options, Runtime};
use hloom_values::{Tolerance, compare};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the PJRT library of this build.
fn library() -> PathBuf {
    let test = std::env::current_exe().expect("this runs");
    let build = test.ancestors().nth(2).expect("target/debug");
    let file = build.join(format!("libhloom_pjrt{}", std::env::consts::DLL_SUFFIX));
    assert!(file.is_file(), "{} is not built: run `cargo build --workspace`", file.display());
    file
}

fn runtime(platform: &str) -> Runtime {
    let options = Options::new().library(library()).text("hloom_platform", platform);
    options.integer("hloom_num_threads", 1).load().expect("the library is a plugin")
}

fn product() -> Program {
    let program = Program::new();
    program.function("main", [f32([2, 3]), f32([3, 2])], |[a, b]| a.dot(b)).expect("valid");
    program
}

const A: [f32; 6] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
const PRODUCT: [f32; 4] = [22.0, 28.0, 49.0, 64.0];

#[test]
fn programs_artifacts_and_texts_run() {
    let runtime = runtime("cpu");
    let program = product();
    let run = |results: Vec<Literal>| results[0].as_slice::<f32>().expect("floats").to_vec();
    let built = runtime.compile(&program).expect("it compiles");
    assert_eq!(run(built.run([&A, &A]).expect("it runs")), PRODUCT);
    let artifact = program.to_bytes(Version::new(1, 9, 0)).expect("an old version");
    let read = runtime.compile(&artifact).expect("it compiles");
    assert_eq!(read.signature(), built.signature());
    assert_eq!(run(read.run([&A, &A]).expect("it runs")), PRODUCT);
    let text = runtime.compile(&program.to_text()).expect("it compiles");
    let a = Literal::from_slice(&A, [2, 3]).expect("six");
    let b = Literal::from_slice(&A, [3, 2]).expect("six");
    assert_eq!(run(text.run([&a, &b]).expect("it runs")), PRODUCT);
    assert!(text.signature().is_none());
}

#[test]
fn wrong_arguments_and_programs_are_refused() {
    let runtime = runtime("cpu");
    let built = runtime.compile(&product()).expect("it compiles");
    let refusal = |result: std::result::Result<Vec<Literal>, Error>| {
        result.expect_err("it is refused").to_string()
    };
    assert_eq!(refusal(built.run([&A])), "expected 2 arguments, found 1");
    assert_eq!(
        refusal(built.run([Argument::from(&A), (&A[..4]).into()])),
        "argument 1: expected tensor<3x2xf32>, found a slice of 4 elements of f32"
    );
    let refusal = |source: &str| runtime.compile(source).expect_err("refused").to_string();
    let wrong = refusal("func.func @main() -> tensor<f32> { return %a : tensor<f32> }");
    assert!(wrong.starts_with("the plugin refuses the program: "), "{wrong}");
    assert!(wrong.contains("use of undeclared SSA value name"), "{wrong}");
    let empty = runtime.compile(&Program::new()).expect_err("refused").to_string();
    assert_eq!(empty, "the program cannot be passed to the plugin: expected a function @main");
    let none = runtime.compile_for(&product(), 9).expect_err("refused").to_string();
    assert!(none.starts_with("expected a device number below "), "{none}");
}

#[test]
fn refusals_of_the_plugin_name_lines_of_the_rust_program() {
    let program = Program::new();
    let call = hloom_builder::CustomCall::new("nobody");
    let mut line = 0;
    let built = program.function("main", [f32([2])], |[x]| {
        line = line!() + 1;
        program.custom_call(&call, &[x], [f32([2])])
    });
    built.expect("valid");
    let error = runtime("cpu").compile(&program).expect_err("refused").to_string();
    assert!(error.contains(&format!("plugin.rs:{line}:")), "{error}");
    assert!(error.contains("nobody"), "{error}");
}

#[test]
fn missing_and_wrong_libraries_are_named() {
    let error = |path: &Path| Options::new().library(path).load().expect_err("refused").to_string();
    assert_eq!(error(Path::new("no/such.so")), "no/such.so: no such file");
    let file = std::env::current_exe().expect("this runs");
    assert!(error(&file).contains("cannot load the plugin"), "{}", error(&file));
}

/// A generator of pseudorandom numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }
}

/// Applies a random operation to two values of the shape 3x4.
fn step<'p>(random: &mut Random, x: Value<'p>, y: Value<'p>) -> Result<Value<'p>> {
    let dims = [3, 4];
    match random.below(14) {
        0 => x + y,
        1 => x - y,
        2 => (x * 0.5)? * y,
        3 => x.maximum(y),
        4 => x.tanh(),
        5 => (-x)?.logistic(),
        6 => x.less(y)?.select(x, y),
        7 => x.transpose([1, 0])?.reverse([1])?.reshape(dims),
        8 => x.softmax(random.below(2)),
        9 => x.mean([0])?.broadcast_to(dims),
        10 => x.dot(y.transpose([1, 0])?)?.dot(y),
        11 => x.reduce_window(0.0, &Window::new([1, 3]).padding([(0, 0), (1, 1)]), |a, b| a + b),
        12 => x.slice([0, 1], dims, [1, 1])?.pad(0.25, [0, 0], [0, 1], [0, 0]),
        _ => {
            let program = x.program();
            let results = program.for_loop(3, &[x], |_, values| values[0].multiply(0.5)?.add(y))?;
            Ok(results[0])
        }
    }
}

#[test]
fn random_programs_compute_what_the_interpreter_does() {
    let (cpu, interpreter) = (runtime("cpu"), runtime("interpreter"));
    for seed in 0..24 {
        let mut random = Random(seed);
        let program = Program::new();
        let built = program.function("main", [f32([3, 4]), f32([3, 4])], |[x, y]| {
            let mut values = vec![x, y];
            for _ in 0..6 {
                let (one, other) = (random.below(values.len()), random.below(values.len()));
                values.push(step(&mut random, values[one], values[other])?);
            }
            Ok(values)
        });
        built.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let x = Literal::random(f32([3, 4]), seed).expect("small");
        let y = Literal::random(f32([3, 4]), seed + 1000).expect("small");
        let run = |runtime: &Runtime| {
            let built = runtime.compile(&program);
            let built = built.unwrap_or_else(|error| panic!("{error}\n{program}"));
            built.run([&x, &y]).expect("it runs")
        };
        for (actual, expected) in run(&cpu).iter().zip(&run(&interpreter)) {
            let tolerance = Tolerance::Close { absolute: 1e-4, relative: 1e-4 };
            let mismatch = compare(actual, expected, tolerance).expect("the same types");
            assert!(mismatch.is_none(), "seed {seed}: {mismatch:?}\n{program}");
        }
    }
}

#[test]
fn elements_of_every_type_go_to_the_device_and_back() {
    let runtime = runtime("cpu");
    for ty in ElementType::ALL {
        if ty.pjrt_number().is_none() {
            continue;
        }
        let program = Program::new();
        let shape = Shape::new(ty, [3, 2]);
        program.function("main", [&shape], |[x]| Ok([x, x])).expect("valid");
        let literal = Literal::random(shape, 5).expect("small");
        let results = runtime.compile(&program).expect("it compiles").run([&literal]);
        assert_eq!(results.expect("it runs"), [literal.clone(), literal], "{ty}");
    }
    let program = Program::new();
    program.function("main", [i32([])], |[n]| n + 1).expect("valid");
    let results = runtime.compile(&program).expect("it compiles").run([&[41]]).expect("it runs");
    assert_eq!(results[0].as_slice::<i32>(), Some(&[42][..]));
}

#[test]
fn a_project_outside_of_the_workspace_is_built_and_run() {
    let library = library();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace");
    let target = library.parent().and_then(Path::parent).expect("target");
    // A copy with the versions of the workspace's lock file, which are downloaded already.
    let project = target.join("network");
    fs::create_dir_all(project.join("src")).expect("created");
    let example = root.join("examples/network");
    let manifest = fs::read_to_string(example.join("Cargo.toml")).expect("readable");
    let manifest = manifest.replace("../..", &root.to_string_lossy());
    fs::write(project.join("Cargo.toml"), manifest).expect("written");
    fs::copy(example.join("src/main.rs"), project.join("src/main.rs")).expect("copied");
    fs::copy(root.join("Cargo.lock"), project.join("Cargo.lock")).expect("copied");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--quiet", "--offline", "--target-dir"]).arg(project.join("target"));
    cargo.arg("--manifest-path").arg(project.join("Cargo.toml"));
    let unused = ["MLIR_SYS_220_PREFIX", "LLVM_SYS_221_PREFIX", "LIBCLANG_PATH"];
    unused.into_iter().for_each(|name| {
        cargo.env_remove(name);
    });
    let output = cargo.env("HLOOM_LIBRARY", library).output().expect("cargo runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(
        text,
        "0 xor 0 = 0 (0.007)\n0 xor 1 = 1 (0.993)\n1 xor 0 = 1 (0.993)\n1 xor 1 = 0 (0.007)\n"
    );
}
