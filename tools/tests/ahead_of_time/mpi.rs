// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builds and runs `examples/mpi`, and compares its losses with those of the program on one device.

use crate::execute;
use hloom_compiler::interface::CompileOptions;
use hloom_compiler::{CompiledProgram, Literal, Program, npy};
use hloom_values::{ElementType, Shape};
use libtest_mimic::Failed;
use std::path::Path;
use std::process::{Command, Stdio};

/// The number of steps of the example, and the number of ranks of its program.
const STEPS: usize = 60;
const RANKS: &str = "4";

/// Trains with MPI, and compares the losses that the first rank prints.
///
/// Succeeds with a message if this machine has no MPI.
///
/// # Errors
/// Fails if the example cannot be built or run, or if a loss differs.
pub fn train(folder: &Path) -> Result<(), Failed> {
    let Some(launcher) = launcher() else {
        println!(
            "skipped: expected `mpicc` and `mpiexec` on the path, found none; Debian's packages \
             `mpich` and `libmpich-dev`, or `openmpi-bin` and `libopenmpi-dev`, have them"
        );
        return Ok(());
    };
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let program = examples.join("mpi/train_step.mlir");
    let [object, header, binary] =
        ["train_step.o", "train_step.h", "train_step"].map(|name| folder.join(name));
    let mut tool = Command::new(env!("CARGO_BIN_EXE_hlo-compile"));
    tool.arg(&program).args(["--partitions", RANKS]);
    execute(tool.arg("-o").arg(&object).arg("--header").arg(&header))?;
    let mut compiler = Command::new("mpicc");
    compiler.args(["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-I"]).arg(folder);
    compiler.arg(examples.join("mpi/main.c")).arg(&object).arg("-o").arg(&binary).arg("-lm");
    execute(&mut compiler)?;
    let mut run = Command::new("mpiexec");
    run.args(launcher).args(["-n", RANKS]).arg(&binary).arg(examples.join("digits"));
    let done = run.output().map_err(|error| format!("mpiexec: {error}"))?;
    let printed = String::from_utf8_lossy(&done.stdout);
    if !done.status.success() {
        let said = String::from_utf8_lossy(&done.stderr);
        return Err(format!("{run:?}: {}\n{printed}{said}", done.status).into());
    }
    let expected = losses(&program, &examples.join("digits"))?;
    let mut steps = 0;
    for line in printed.lines() {
        let Some((step, rest)) = line.strip_prefix("step ").and_then(|it| it.split_once(": loss "))
        else {
            continue;
        };
        let (step, loss): (usize, f32) =
            (step.parse()?, rest.split_once(',').ok_or("a line without a comma")?.0.parse()?);
        if (loss - expected[step]).abs() > 2e-3 {
            let message = format!("step {step}: expected loss {}, found {loss}", expected[step]);
            return Err(message.into());
        }
        steps += 1;
    }
    if steps == 7 { Ok(()) } else { Err(format!("expected 7 losses, found\n{printed}").into()) }
}

/// Returns the options with which `mpiexec` starts more processes than this machine has cores; `None`
/// if there is no MPI.
fn launcher() -> Option<&'static [&'static str]> {
    let output = |program: &str| {
        let mut command = Command::new(program);
        command.arg("--version").stdin(Stdio::null()).output().ok()
    };
    output("mpicc")?;
    let version = output("mpiexec")?;
    let is_open_mpi = String::from_utf8_lossy(&version.stdout).contains("Open");
    Some(if is_open_mpi { &["--allow-run-as-root", "--oversubscribe"] } else { &[] })
}

/// Returns the loss of each step of the whole program on one device.
fn losses(program: &Path, digits: &Path) -> Result<Vec<f32>, Failed> {
    hloom_backends::register()?;
    let program = Program::from_file(program)?;
    let platform = hloom_compiler::platform("cpu")?;
    let program = CompiledProgram::new(&*platform, &program, &CompileOptions::default())?;
    let shape = |dims: &[usize]| Shape::new(ElementType::F32, dims.to_vec());
    let images = npy::read(digits.join("images.npy"), &shape(&[360, 8, 8]))?;
    let labels = Shape::new(ElementType::S32, vec![360]);
    let labels = npy::read(digits.join("labels.npy"), &labels)?;
    let images = images.as_slice::<f32>().ok_or("images of another type")?;
    let labels = labels.as_slice::<i32>().ok_or("labels of another type")?;
    let first: Vec<f32> = (0..64 * 128).map(|index| 0.4 * weight(index)).collect();
    let second: Vec<f32> = (0..128 * 10).map(|index| 0.3 * weight(index + 100_000)).collect();
    let mut weights =
        [Literal::from_slice(&first, [64, 128])?, Literal::from_slice(&second, [128, 10])?];
    let mut losses = Vec::new();
    for step in 0..STEPS {
        let row = step % 3 * 120;
        let [first, second] = weights;
        let inputs = [
            Literal::from_slice(&images[row * 64..(row + 120) * 64], [120, 64])?,
            Literal::from_slice(&labels[row..row + 120], [120])?,
            first,
            second,
        ];
        let mut results = program.run(&inputs)?.into_iter();
        let (Some(first), Some(second), Some(loss)) =
            (results.next(), results.next(), results.next())
        else {
            return Err("expected four results".into());
        };
        weights = [first, second];
        losses.push(loss.as_slice::<f32>().ok_or("a loss of another type")?[0]);
    }
    Ok(losses)
}

/// Returns the number that the function `weight` of the example returns.
fn weight(index: u32) -> f32 {
    let mut bits = index.wrapping_mul(2_654_435_761);
    bits ^= bits >> 15;
    bits = bits.wrapping_mul(2_246_822_519);
    bits ^= bits >> 13;
    (bits >> 8) as f32 / 16_777_216.0 - 0.5
}
