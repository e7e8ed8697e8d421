// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs a neural network of two layers that computes the exclusive or (XOR) of two bits.

use hloom_builder::types::f32;
use hloom_builder::{Program, Result};
use hloom_run::Runtime;

fn network() -> Result<Program> {
    let program = Program::new();
    let types = [f32([4, 2]), f32([2, 2]), f32([2]), f32([2, 1]), f32([1])];
    program.function("main", types, |[x, w1, b1, w2, b2]| {
        let hidden = (x.dot(w1)? + b1.broadcast_to([4, 2])?)?.maximum(0.0)?;
        let logits = hidden.dot(w2)? + b2.broadcast_to([4, 1])?;
        logits?.logistic()
    })?;
    Ok(program)
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let network = Runtime::load()?.compile(&network()?)?;
    let inputs = vec![0.0_f32, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0];
    let (w1, b1) = (vec![1.0_f32; 4], vec![0.0_f32, -1.0]);
    let (w2, b2) = (vec![10.0_f32, -20.0], vec![-5.0_f32]);
    let results = network.run([&inputs, &w1, &b1, &w2, &b2])?;
    let outputs = results[0].as_slice::<f32>().ok_or("expected floats")?;
    for (bits, output) in inputs.chunks(2).zip(outputs) {
        println!("{} xor {} = {:.0} ({output:.3})", bits[0], bits[1], output);
    }
    Ok(())
}
