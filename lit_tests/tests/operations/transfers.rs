// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Sends, receives, infeeds and outfeeds of all element types, on `cpu` and on the interpreter.

use crate::collectives::{TYPES, run_on};
use hloom_compiler::interface::{CompileOptions, RunOptions};
use hloom_compiler::{Error, Literal, Program, platform};
use hloom_tools::fuzz::data::{Data, Kind};
use libtest_mimic::Trial;

/// Types that are stored in a byte each, in addition to [`TYPES`].
const NARROW: [&str; 3] = ["i1", "i4", "ui2"];

/// Returns a test for messages, and one for feeds.
pub fn trials() -> impl Iterator<Item = Trial> {
    let test = |name: &str, check: fn(&str) -> Result<(), String>| {
        Trial::test(name, move || {
            hloom_backends::register().map_err(|error| error.to_string())?;
            let mut types = TYPES.iter().chain(&NARROW);
            types.try_for_each(|ty| check(ty).map_err(|error| format!("{ty}: {error}")))?;
            Ok(())
        })
    };
    [test("send_recv", check_messages), test("infeed_outfeed", check_feeds)].into_iter()
}

/// Returns the kind of the test data of a type.
fn kind(ty: &str) -> Kind {
    match NARROW.contains(&ty) {
        true => Kind::Bits,
        false => Kind::Steps { low: 1, high: 6, step: 1.0 },
    }
}

/// Compares the values that three participants receive. The first one receives zeros, and the second
/// one of the messages of the last one is in a branch that only some take.
fn check_messages(ty: &str) -> Result<(), String> {
    const FIRST: &str = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>";
    const SECOND: &str = "channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[2, 0]]> : tensor<1x2xi64>";
    for mesh in [(3, 1), (1, 3), (2, 3)] {
        let id = if mesh.1 > 1 { "partition_id" } else { "replica_id" };
        let (replicas, partitions) = mesh;
        let program = format!(
            "module attributes {{mhlo.num_replicas = {replicas} : i32, mhlo.num_partitions = {partitions} : i32}} {{
               func.func @main(%x: tensor<4x6x{ty}>, %y: tensor<{ty}>) -> (tensor<4x6x{ty}>, tensor<{ty}>, tensor<4x6x{ty}>) {{
                 %t = stablehlo.create_token : !stablehlo.token
                 %s = \"stablehlo.send\"(%x, %y, %t) {{{FIRST}}} : (tensor<4x6x{ty}>, tensor<{ty}>, !stablehlo.token) -> !stablehlo.token
                 %r:3 = \"stablehlo.recv\"(%s) {{{FIRST}}} : (!stablehlo.token) -> (tensor<4x6x{ty}>, tensor<{ty}>, !stablehlo.token)
                 %id = stablehlo.{id} : tensor<ui32>
                 %one = stablehlo.constant dense<1> : tensor<ui32>
                 %away = stablehlo.compare NE, %id, %one : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
                 %z:2 = \"stablehlo.if\"(%away) ({{
                   %a = \"stablehlo.send\"(%r#0, %r#2) {{{SECOND}}} : (tensor<4x6x{ty}>, !stablehlo.token) -> !stablehlo.token
                   %b:2 = \"stablehlo.recv\"(%a) {{{SECOND}}} : (!stablehlo.token) -> (tensor<4x6x{ty}>, !stablehlo.token)
                   stablehlo.return %b#0, %b#1 : tensor<4x6x{ty}>, !stablehlo.token
                 }}, {{
                   stablehlo.return %x, %r#2 : tensor<4x6x{ty}>, !stablehlo.token
                 }}) : (tensor<i1>) -> (tensor<4x6x{ty}>, !stablehlo.token)
                 return %r#0, %r#1, %z#0 : tensor<4x6x{ty}>, tensor<{ty}>, tensor<4x6x{ty}>
               }}
             }}"
        );
        let run = |on| {
            run_on(on, &program, mesh, (&kind(ty), 10)).map_err(|error| format!("{on}: {error}"))
        };
        let (expected, actual) = (run("interpreter")?, run("cpu")?);
        let text = |results: &[Vec<Literal>]| {
            results.iter().flatten().map(Literal::to_string).collect::<Vec<_>>()
        };
        if text(&expected) != text(&actual) {
            return Err(format!("expected {expected:?}, found {actual:?}"));
        }
    }
    Ok(())
}

/// Writes what a program reads from the infeed, and something else, to the outfeed.
fn check_feeds(ty: &str) -> Result<(), String> {
    ["interpreter", "cpu"]
        .into_iter()
        .try_for_each(|on| feed(on, ty).map_err(|error| format!("{on}: {error}")))
}

fn feed(on: &str, ty: &str) -> Result<(), Error> {
    let source = format!(
        "func.func @main(%x: tensor<2x{ty}>) -> tensor<2x3x{ty}> {{
           %0 = stablehlo.create_token : !stablehlo.token
           %1:3 = \"stablehlo.infeed\"(%0) : (!stablehlo.token) -> (tensor<2x3x{ty}>, tensor<{ty}>, !stablehlo.token)
           %2 = \"stablehlo.outfeed\"(%1#1, %x, %1#2) : (tensor<{ty}>, tensor<2x{ty}>, !stablehlo.token) -> !stablehlo.token
           return %1#0 : tensor<2x3x{ty}>
         }}"
    );
    let platform = platform(on)?;
    let program = Program::from_text("feeds.mlir", source)?;
    let executable = platform.compiler().compile(&program, &CompileOptions::default())?;
    let (transfers, device) = (platform.transfer_manager(), platform.device(0)?);
    let random = |shape, seed| Data { shape, kind: kind(ty), seed }.literal();
    let (input, result) =
        (&executable.signature().arguments[0], &executable.signature().results[0]);
    let mut scalar = input.clone();
    scalar.dims.clear();
    let run = |input: &Literal| -> Result<Literal, Error> {
        let mut stream = device.create_stream()?;
        let argument = transfers.to_device(&mut *stream, input)?;
        let results = executable.run(&mut *stream, &[argument.into()], &RunOptions::default())?;
        transfers.to_host(&mut *stream, &results[0], result)
    };
    let of_run = |seed| -> Result<_, Error> {
        Ok((
            random(input.clone(), seed)?,
            random(result.clone(), seed + 1)?,
            random(scalar.clone(), seed + 2)?,
        ))
    };
    let message = |outcome: Result<Literal, Error>| outcome.err().map(|error| error.to_string());
    let given = of_run(1)?;
    let empty = message(run(&given.0)).unwrap_or_default();
    let said = "expected 2 tensors in the infeed of participant (0, 0), found fewer";
    assert!(empty.contains("feeds.mlir:3:") && empty.contains(said), "{on}: {empty}");
    // The host fills the infeed for two runs, and then empties the outfeed.
    let runs = [given, of_run(4)?];
    for (_, first, second) in &runs {
        transfers.infeed(0, first)?;
        transfers.infeed(0, second)?;
    }
    for (input, first, _) in &runs {
        assert_eq!(run(input)?.to_string(), first.to_string(), "{on}: {ty}");
    }
    for (argument, _, second) in &runs {
        assert_eq!(transfers.outfeed(0, &scalar)?.to_string(), second.to_string(), "{on}: {ty}");
        assert_eq!(transfers.outfeed(0, input)?.to_string(), argument.to_string(), "{on}: {ty}");
    }
    let nothing = message(transfers.outfeed(0, &scalar));
    assert_eq!(nothing.as_deref(), Some("outfeed is empty"), "{on}");
    // A tensor of another type.
    transfers.infeed(0, &runs[0].0)?;
    transfers.infeed(0, &runs[0].2)?;
    let wrong = message(run(&runs[0].0)).unwrap_or_default();
    assert!(wrong.contains("feeds.mlir:3:"), "{on}: {wrong}");
    Ok(())
}
