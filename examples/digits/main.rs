// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Recognizes handwritten digits: compiles the classifier that `train.py` exported from JAX, runs
//! it on the held-out images and shows some of them.

use hloom_compiler::interface::CompileOptions;
use hloom_compiler::{CompiledProgram, ElementType, Error, Literal, Program, Shape, npy, platform};
use std::path::Path;

/// Number of images shown side by side.
const SHOWN: usize = 6;
/// Number of timed runs of the compiled classifier.
const RUNS: usize = 20;

fn main() {
    if let Err(error) = run() {
        eprintln!("error: {error}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), Error> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("digits");
    hloom_backends::register()?;
    let program = Program::from_file(dir.join("classifier.mlir"))?;
    let compiled = CompiledProgram::new(&*platform("cpu")?, &program, &CompileOptions::default())?;
    let images =
        npy::read(dir.join("images.npy"), &compiled.executable().signature().arguments[0])?;
    let count = images.shape().dims[0];
    let labels = npy::read(dir.join("labels.npy"), &Shape::new(ElementType::S32, [count]))?;
    let reference =
        npy::read(dir.join("jax_logits.npy"), &compiled.executable().signature().results[0])?;

    let inputs = [images];
    let (mut times, outputs) = compiled.benchmark(&inputs, 3, RUNS)?;
    times.sort_unstable();

    let predictions = classes(&outputs[0])?;
    let expected = labels.as_slice::<i32>().unwrap_or_default();
    let correct = predictions.iter().zip(expected).filter(|(a, b)| a == b).count();
    let by_jax = classes(&reference)?;
    let agreed = predictions.iter().zip(&by_jax).filter(|(a, b)| a == b).count();

    show(&inputs[0], &predictions, expected)?;
    let percent = 100.0 * correct as f64 / count as f64;
    println!("accuracy   {percent:.2}% ({correct} of {count} held-out images)");
    println!("JAX        {agreed} of {count} predictions the same");
    println!("compiled   in {:.1} ms", compiled.compile_time().as_secs_f64() * 1e3);
    let median = times[times.len() / 2].as_secs_f64() * 1e3;
    println!("run        in {median:.3} ms for all {count} images (median of {RUNS})");
    let memory = compiled.executable().memory_analysis();
    println!(
        "memory     {} KiB of arena, {} KiB of code",
        memory.arena_bytes / 1024,
        memory.code_bytes / 1024
    );
    if percent < 96.0 || agreed != count {
        return Err(Error::invalid(format!(
            "expected an accuracy of at least 96% and the predictions of JAX for all {count} images, \
             found {percent:.2}% and {agreed} equal predictions"
        )));
    }
    Ok(())
}

/// Returns, for each row of logits, the class with the largest logit.
fn classes(logits: &Literal) -> Result<Vec<i32>, Error> {
    let (values, width) = (floats(logits)?, logits.shape().dims[1]);
    let row_class = |row: &[f32]| {
        let best =
            (0..width).reduce(|best, class| if row[class] > row[best] { class } else { best });
        best.unwrap_or(0) as i32
    };
    Ok(values.chunks(width).map(row_class).collect())
}

/// Prints a row of images as gray blocks, beginning with incorrectly classified images.
fn show(images: &Literal, predictions: &[i32], expected: &[i32]) -> Result<(), Error> {
    const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];
    let pixels = floats(images)?;
    let (rows, columns) = (images.shape().dims[1], images.shape().dims[2]);
    let mut order: Vec<usize> = (0..predictions.len()).collect();
    order.sort_by_key(|index| predictions[*index] == expected[*index]);
    // Show up to two incorrect predictions, then correct ones.
    let wrong = order.iter().take_while(|index| predictions[**index] != expected[**index]).count();
    let shown: Vec<usize> = order
        .iter()
        .copied()
        .take(wrong.min(2))
        .chain(order[wrong..].iter().copied())
        .take(SHOWN)
        .collect();
    for row in 0..rows {
        let line: Vec<String> = shown
            .iter()
            .map(|image| {
                let start = (image * rows + row) * columns;
                // A pixel of two characters is about square.
                pixels[start..start + columns]
                    .iter()
                    .flat_map(|value| {
                        let shade = SHADES[(value / 16.0 * 4.0).round().clamp(0.0, 4.0) as usize];
                        [shade, shade]
                    })
                    .collect()
            })
            .collect();
        println!("{}", line.join(" ").trim_end());
    }
    let captions: Vec<_> = shown
        .iter()
        .map(|image| {
            let (is, seen) = (expected[*image], predictions[*image]);
            let caption = if is == seen { format!("{seen}") } else { format!("{seen}, is {is}") };
            format!("{caption:^width$}", width = columns * 2)
        })
        .collect();
    println!("{}\n", captions.join(" ").trim_end());
    Ok(())
}

fn floats(literal: &Literal) -> Result<&[f32], Error> {
    literal.as_slice::<f32>().ok_or_else(|| {
        Error::invalid(format!("expected elements of type f32, found {}", literal.shape()))
    })
}
