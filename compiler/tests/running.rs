// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs programs through the abstract interface, on the echo platform.

mod echo_platform;

use echo_platform::Echo;
use hloom_compiler::interface::{Argument, CompileOptions, Platform, Registry, RunOptions};
use hloom_compiler::{CompiledProgram, Error, Literal, Program};
use std::sync::Arc;

const SWAP: &str = "func.func @main(%x: tensor<2xf32>, %y: tensor<i8>) -> (tensor<i8>, tensor<2xf32>) {\n\
                      return %y, %x : tensor<i8>, tensor<2xf32>\n\
                    }";

fn compiled(text: &str) -> Result<CompiledProgram, Error> {
    let program = Program::from_text("test.mlir", text)?;
    CompiledProgram::new(&*Echo::new(), &program, &CompileOptions::default())
}

fn inputs() -> Result<[Literal; 2], Error> {
    Ok([Literal::from_slice(&[1.0_f32, 2.0], [2])?, Literal::scalar(7_i8)?])
}

#[test]
fn literals_go_through() -> Result<(), Error> {
    let program = compiled(SWAP)?;
    let [x, y] = inputs()?;
    assert_eq!(program.run(&[x.clone(), y.clone()])?, [y.clone(), x.clone()]);
    let (times, results) = program.benchmark(&[x.clone(), y.clone()], 1, 3)?;
    assert_eq!((times.len(), results), (3, vec![y, x]));
    Ok(())
}

#[test]
fn wrong_inputs_are_refused() -> Result<(), Error> {
    let program = compiled(SWAP)?;
    let [x, y] = inputs()?;
    let refusal = program.run(std::slice::from_ref(&x)).expect_err("too few").to_string();
    assert_eq!(refusal, "`main`: expected 2 inputs (tensor<2xf32>, tensor<i8>), found 1");
    let refusal = program.run(&[y, x]).expect_err("the other way round").to_string();
    assert_eq!(refusal, "input 0 of `main`: expected tensor<2xf32>, found tensor<i8>");
    Ok(())
}

#[test]
fn programs_are_refused_where_they_are_wrong() {
    let text = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n\
                %y = stablehlo.abs %x : tensor<2xf32>\n\
                return %y : tensor<2xf32>\n}";
    let refusal = compiled(text).err().map(|error| error.to_string());
    let expected = "test.mlir:2:6: error: `stablehlo.abs` cannot be lowered by platform `echo`";
    assert_eq!(refusal.as_deref(), Some(expected));
}

#[test]
fn donated_buffers_become_results() -> Result<(), Error> {
    let platform = Echo::new();
    let text = "func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> { return %x : tensor<4xi8> }";
    let program = Program::from_text("test.mlir", text)?;
    let executable = platform.compiler().compile(&program, &CompileOptions::default())?;
    let mut stream = platform.device(0)?.create_stream()?;
    let input = Literal::from_slice(&[1_i8, 2, 3, 4], [4])?;
    let transfers = platform.transfer_manager();
    let buffer = transfers.to_device(&mut *stream, &input)?;
    let kept = executable.run(&mut *stream, &[buffer.clone().into()], &RunOptions::default())?;
    assert!(!kept[0].overlaps(&buffer));
    let argument = Argument { buffer: buffer.clone(), donated: true };
    let donated = executable.run(&mut *stream, &[argument], &RunOptions::default())?;
    assert!(donated[0].overlaps(&buffer));
    assert_eq!(transfers.to_host(&mut *stream, &donated[0], input.shape())?, input);
    let short = buffer.slice(0..2).expect("within").into();
    let refusal = executable.run(&mut *stream, &[short], &RunOptions::default());
    let refusal = refusal.expect_err("too short").to_string();
    assert!(
        refusal.ends_with("expected a buffer of 4 bytes for tensor<4xi8>, found 2"),
        "{refusal}"
    );
    Ok(())
}

#[test]
fn platforms_are_found_by_name() -> Result<(), Error> {
    let registry = Registry::new();
    let refusal = registry.platform("cpu").err().map(|error| error.to_string());
    assert_eq!(refusal.as_deref(), Some("unknown platform `cpu`; known platforms: none"));
    registry.register(Echo::new())?;
    let twice = registry.register(Echo::new()).expect_err("the name is taken").to_string();
    assert_eq!(twice, "a platform named `echo` is already registered");
    let refusal = registry.platform("tpu").err().map(|error| error.to_string());
    assert_eq!(refusal.as_deref(), Some("unknown platform `tpu`; known platforms: echo"));
    assert_eq!(registry.platform("echo")?.name(), "echo");
    assert_eq!(registry.platforms().len(), 1);
    let _: Arc<dyn Platform> = registry.platform("echo")?;
    Ok(())
}
