// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs the digits demo on the device, checks its accuracy against the host and prints counters.

mod common;

use hloom_compiler::interface::{CompileOptions, Platform};
use hloom_compiler::{CompiledProgram, ElementType, Error, Literal, Program, Shape, npy, platform};
use std::path::Path;

/// Returns the class with the largest logit for each image.
fn classes(logits: &Literal) -> Vec<usize> {
    let width = logits.shape().dims[1];
    let rows = logits.as_slice::<f32>().expect("of f32").chunks(width);
    rows.map(|row| (0..width).fold(0, |best, at| if row[at] > row[best] { at } else { best }))
        .collect()
}

#[test]
fn digits_are_recognized() -> Result<(), Error> {
    let npu = common::npu();
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../digits");
    let program = Program::from_file(dir.join("classifier.mlir"))?;
    let options = CompileOptions::default();
    let compiled = CompiledProgram::new(&*npu, &program, &options)?;
    let images =
        npy::read(dir.join("images.npy"), &compiled.executable().signature().arguments[0])?;
    let count = images.shape().dims[0];
    let labels = npy::read(dir.join("labels.npy"), &Shape::new(ElementType::S32, [count]))?;
    let labels = labels.as_slice::<i32>().expect("of i32");

    let inputs = [images];
    let before = npu.npu(0)?.traffic();
    let logits = compiled.run(&inputs)?;
    let traffic = npu.npu(0)?.traffic() - before;
    let found = classes(&logits[0]);
    let right = found.iter().zip(labels).filter(|(found, label)| **found == **label as usize);
    let accuracy = 100.0 * right.count() as f64 / count as f64;
    println!("accuracy {accuracy:.2}% of {count} images");
    println!("{} bytes to the device, {} to the host", traffic.to_device, traffic.to_host);
    println!("{}", traffic.counters);

    let on_host = CompiledProgram::new(&*platform("cpu")?, &program, &options)?.run(&inputs)?;
    assert_eq!(found, classes(&on_host[0]));
    assert!(accuracy > 96.0);
    assert_eq!(traffic.launches, 1, "the whole program is one kernel");
    assert!(common::plan(&program).operations(false).is_empty());
    assert!(traffic.counters.multiply_accumulates > 100_000_000);
    assert_eq!(npu.device_count(), 2);
    Ok(())
}
