// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles networks of more and more layers, and checks that the work grows linearly.
//!
//! Work is counted, not timed: the instructions that the passes execute, counted by valgrind, and
//! the lines of the IR that LLVM gets.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The largest accepted ratio of the costs of a layer in a large and in a small network.
const TOLERANCE: f64 = 1.2;

/// The most lines of LLVM IR by which a layer calls its kernels.
const LINES_OF_CALLS: usize = 8;

/// Writes a network whose layers are a matrix product, a function and an addition.
fn network(folder: &Path, layers: usize) -> Result<PathBuf, Box<dyn Error>> {
    let mut text = "func.func @main(%x0: tensor<8x16xf32>, %w: tensor<16x16xf32>) \
                    -> tensor<8x16xf32> {\n"
        .to_owned();
    for layer in 0..layers {
        writeln!(
            text,
            "  %d{layer} = stablehlo.dot_general %x{layer}, %w, contracting_dims = [1] x [0] : \
             (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %t{layer} = stablehlo.tanh %d{layer} : tensor<8x16xf32>
  %x{} = stablehlo.add %t{layer}, %x{layer} : tensor<8x16xf32>",
            layer + 1
        )?;
    }
    write!(text, "  return %x{layers} : tensor<8x16xf32>\n}}\n")?;
    let file = folder.join(format!("{layers}.mlir"));
    fs::write(&file, text)?;
    Ok(file)
}

fn execute(command: &mut Command) -> Result<Output, Box<dyn Error>> {
    let output = command.output().map_err(|error| {
        let program = command.get_program().display();
        format!("{program}: {error}; `cargo ci setup` installs it")
    })?;
    if output.status.success() {
        return Ok(output);
    }
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(format!("{command:?}: {}\n{message}", output.status).into())
}

/// Returns the number of instructions that lower a program through all levels.
fn instructions(program: &Path) -> Result<u64, Box<dyn Error>> {
    let mut valgrind = Command::new("valgrind");
    // The fastest of valgrind's tools that count: it can leave out what it is named for, the
    // vectors of basic blocks.
    valgrind.args(["--tool=exp-bbv", "--instr-count-only=yes"]);
    valgrind.args(["--bb-out-file=/dev/null", "--pc-out-file=/dev/null"]);
    valgrind.arg(env!("CARGO_BIN_EXE_hlo-opt")).arg(program);
    valgrind.args(["--pipeline=cpu", "-o", "/dev/null"]);
    let output = execute(&mut valgrind)?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    // It prints one count per thread.
    let counts = text.lines().filter_map(|line| line.split_once("Total instructions:"));
    let counts: Vec<u64> =
        counts.map(|(_, count)| count.trim().parse()).collect::<Result<_, _>>()?;
    if counts.is_empty() {
        return Err(format!("valgrind prints no count:\n{text}").into());
    }
    Ok(counts.iter().sum())
}

/// Returns the number of lines of each level, and of the LLVM IR after its optimization.
fn lines(program: &Path) -> Result<Vec<(&'static str, usize)>, Box<dyn Error>> {
    let dumps = program.with_extension("dumps");
    let mut run = Command::new(env!("CARGO_BIN_EXE_hlo-run"));
    run.arg(program).arg("--memory-report").arg("--dump-dir").arg(&dumps);
    execute(&mut run)?;
    let files =
        ["hlo.mlir", "linalg.mlir", "loops.mlir", "buffers.mlir", "target.mlir", "native.ll"];
    let count =
        |file: &'static str| Ok((file, fs::read_to_string(dumps.join(file))?.lines().count()));
    files.into_iter().map(count).collect()
}

/// Returns the ratio of a layer's cost in the larger networks to that in the smaller ones. Each
/// argument is the number of layers and the cost of a network.
fn growth(small: (usize, f64), medium: (usize, f64), large: (usize, f64)) -> f64 {
    let slope = |a: (usize, f64), b: (usize, f64)| (b.1 - a.1) / (b.0 - a.0) as f64;
    slope(medium, large) / slope(small, medium)
}

#[test]
fn passes_are_linear_in_the_number_of_layers() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let cost = |layers| {
        let program = network(folder.path(), layers)?;
        Ok::<_, Box<dyn Error>>((layers, instructions(&program)? as f64))
    };
    let (small, medium, large) = (cost(20)?, cost(40)?, cost(80)?);
    let growth = growth(small, medium, large);
    assert!(growth < TOLERANCE, "{growth}: {small:?} {medium:?} {large:?}");
    Ok(())
}

#[test]
fn code_is_linear_in_the_number_of_layers() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let cost = |layers| lines(&network(folder.path(), layers)?);
    let (small, medium, large) = (cost(10)?, cost(100)?, cost(1000)?);
    for ((small, medium), (file, large)) in small.into_iter().zip(medium).zip(large) {
        let (small, medium) = ((10, small.1 as f64), (100, medium.1 as f64));
        let large = (1000, large as f64);
        let growth = growth(small, medium, large);
        assert!(growth < TOLERANCE, "{file}: {growth}: {small:?} {medium:?} {large:?}");
    }
    Ok(())
}

/// The layers of a network are equal, so a layer adds to LLVM's work only calls.
#[test]
fn equal_layers_are_compiled_once() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let lines_of_llvm = |layers| {
        let (_, count) = lines(&network(folder.path(), layers)?)?.pop().ok_or("no LLVM IR")?;
        Ok::<_, Box<dyn Error>>(count)
    };
    let added = lines_of_llvm(200)? - lines_of_llvm(100)?;
    assert!(added <= 100 * LINES_OF_CALLS, "{added}");
    Ok(())
}
