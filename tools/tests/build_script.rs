// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests a Rust package that compiles and links a model with one line in its build script.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const MAIN: &str = r#"
#![forbid(clippy::all)]
mod classifier {
    include!(concat!(env!("OUT_DIR"), "/classifier.rs"));
}

use std::sync::Mutex;

static ARENA: Mutex<classifier::Arena> = Mutex::new(classifier::Arena::new());

fn main() {
    let floats = |file: &str| -> Vec<f32> {
        let bytes = std::fs::read(file).expect("a file of NumPy");
        let header = 10 + u16::from_le_bytes([bytes[8], bytes[9]]) as usize;
        let elements = bytes[header..].chunks_exact(4);
        elements.map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect()
    };
    let folder = std::env::args().nth(1).expect("a folder");
    let images = floats(&format!("{folder}/images.npy"));
    let expected = floats(&format!("{folder}/jax_logits.npy"));
    let mut logits: classifier::Result0 = [0.0; 3600];
    let images: &classifier::Argument0 = images.as_slice().try_into().expect("its size");
    classifier::run(images, &mut logits, &mut ARENA.lock().unwrap());
    assert_eq!(classifier::ARGUMENT0_SHAPE, [360, 8, 8]);
    for (actual, expected) in logits.iter().zip(&expected) {
        assert!((actual - expected).abs() <= 1e-4 * (1.0 + expected.abs()));
    }
    println!("{} logits", logits.len());
}
"#;

/// Builds and runs a new package whose build script consists of `build`.
fn run(build: &str) -> Output {
    let folder = TempDir::new().expect("a folder");
    let tools = Path::new(env!("CARGO_MANIFEST_DIR"));
    let digits = tools.join("../examples/digits");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    };
    let helper = tools.join("build_script");
    write(
        "Cargo.toml",
        &format!(
            "[package]\nname = \"user\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
             [workspace]\n\n[build-dependencies]\nhloom-build = {{ path = {helper:?} }}\n"
        ),
    );
    write("build.rs", &format!("fn main() {{\n    {build}\n}}\n"));
    write("src/main.rs", MAIN);
    fs::copy(digits.join("classifier.mlir"), folder.path().join("classifier.mlir"))
        .expect("the demo's program");
    Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline", "--"])
        .arg(&digits)
        .current_dir(folder.path())
        .env("CARGO_TARGET_DIR", folder.path().join("target"))
        .env("HLO_COMPILE", env!("CARGO_BIN_EXE_hlo-compile"))
        .output()
        .expect("cargo runs")
}

#[test]
fn a_program_in_rust_links_a_model() {
    let output = run("hloom_build::Model::new(\"classifier.mlir\").build();");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.stdout, b"3600 logits\n");
}

#[test]
fn what_the_compiler_says_is_the_build_scripts_error() {
    let output = run("hloom_build::Model::new(\"classifier.mlir\").cpu(\"abacus\").build();");
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("error: unknown CPU `abacus`"), "{said}");
}
