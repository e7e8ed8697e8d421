// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles and runs a StableHLO program and prints its output: `cargo run --example run_program`.

use hloom_compiler::{Error, npy, run_file};

fn main() -> Result<(), Error> {
    hloom_backends::register()?;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/digits");
    let images = npy::read_any(format!("{folder}/images.npy"))?;
    let outputs = run_file(format!("{folder}/classifier.mlir"), "cpu", &[images])?;
    println!("{}", outputs[0]);
    Ok(())
}

#[test]
fn outputs_are_those_of_jax() -> Result<(), Error> {
    use hloom_values::{Tolerance, compare};
    // Another test in this process may have registered the backends.
    let _ = hloom_backends::register();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/digits");
    let images = npy::read_any(format!("{folder}/images.npy"))?;
    let expected = npy::read_any(format!("{folder}/jax_logits.npy"))?;
    let outputs = run_file(format!("{folder}/classifier.mlir"), "cpu", &[images])?;
    let close = Tolerance::Close { absolute: 1e-4, relative: 1e-4 };
    assert_eq!(compare(&outputs[0], &expected, close)?, None);
    main()
}
