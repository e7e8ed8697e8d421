// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The operations that a compiler declares as refused are those that it refuses.
//!
//! The pipeline of the platform lowers a program for each operation to level `target`. Every
//! operation of StableHLO and CHLO must occur in a program that is accepted, or be declared and
//! refused.

use crate::operation::Operation;
use hloom_codegen::lower::run_passes;
use hloom_compiler::{Error, Program, mlir, platform};
use hloom_dialects::Context;
use hloom_dialects::op::OPS;
use hloom_lowering::pipeline::{Level, text};
use hloom_lowering::{ir, registry};
use libtest_mimic::Trial;
use std::collections::BTreeSet;

/// An asynchronous operation from its start to its end.
const ASYNC_SLICE: &str = "%f = \"stablehlo.async_start\"(%x) ({
         ^bb0(%a: tensor<4xf32>):
           %g = stablehlo.slice %a [0:4] : (tensor<4xf32>) -> tensor<4xf32>
           stablehlo.return %g : tensor<4xf32>
         }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
         %r = \"stablehlo.async_done\"(%f) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>";

/// Programs with operations that a platform may refuse or that [`Operation`] does not test, by the
/// name of the operation. Tokens are used by a barrier, because unused ones are erased.
const PROGRAMS: [(&str, &str); 25] = [
    (
        "stablehlo.after_all",
        "%t = stablehlo.after_all : !stablehlo.token
         %r:2 = stablehlo.optimization_barrier %x, %t : tensor<4xf32>, !stablehlo.token",
    ),
    (
        "stablehlo.create_token",
        "%t = stablehlo.create_token : !stablehlo.token
         %r:2 = stablehlo.optimization_barrier %x, %t : tensor<4xf32>, !stablehlo.token",
    ),
    (
        "stablehlo.async_start",
        ASYNC_SLICE,
    ),
    (
        "stablehlo.async_done",
        ASYNC_SLICE,
    ),
    (
        "stablehlo.collective_reduce",
        "%r = \"stablehlo.collective_reduce\"(%x) ({
         ^bb0(%a: tensor<f32>, %b: tensor<f32>):
           %s = stablehlo.add %a, %b : tensor<f32>
           stablehlo.return %s : tensor<f32>
         }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xf32>) -> tensor<4xf32>",
    ),
    (
        "stablehlo.compute_reshape_shape",
        "%n = arith.constant 4 : index
         %s = stablehlo.constant dense<[2, 2]> : tensor<2xi32>
         %r = stablehlo.compute_reshape_shape %n, %s : (index, tensor<2xi32>) -> tensor<2xi32>",
    ),
    (
        "stablehlo.cstr_reshapable",
        "%n = arith.constant 4 : index
         %s = stablehlo.constant dense<[2, 2]> : tensor<2xi32>
         %w = stablehlo.cstr_reshapable %n, %s : (index, tensor<2xi32>) -> !shape.witness
         %r = shape.assuming %w -> tensor<4xf32> {
           %y = stablehlo.negate %x : tensor<4xf32>
           shape.assuming_yield %y : tensor<4xf32>
         }",
    ),
    (
        "stablehlo.cross-replica-sum",
        "%r = \"stablehlo.cross-replica-sum\"(%x) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xf32>) -> tensor<4xf32>",
    ),
    (
        "stablehlo.infeed",
        "%t = stablehlo.create_token : !stablehlo.token
         %r:2 = \"stablehlo.infeed\"(%t) : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)",
    ),
    (
        "stablehlo.outfeed",
        "%t = stablehlo.create_token : !stablehlo.token
         %r = \"stablehlo.outfeed\"(%x, %t) : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token",
    ),
    (
        "stablehlo.recv",
        "%t = stablehlo.create_token : !stablehlo.token
         %r:2 = \"stablehlo.recv\"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<0> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)",
    ),
    (
        "stablehlo.send",
        "%t = stablehlo.create_token : !stablehlo.token
         %r = \"stablehlo.send\"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<0> : tensor<1x2xi64>} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token",
    ),
    ("stablehlo.trace", "\"stablehlo.trace\"() {tag = \"a\"} : () -> ()"),
    (
        "stablehlo.set_dimension_size",
        "%n = stablehlo.constant dense<4> : tensor<i32>
         %r = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>",
    ),

    (
        "stablehlo.all_gather",
        "%r = \"stablehlo.all_gather\"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xf32>) -> tensor<4xf32>",
    ),
    (
        "stablehlo.all_reduce",
        "%r = \"stablehlo.all_reduce\"(%x) ({
         ^bb0(%a: tensor<f32>, %b: tensor<f32>):
           %s = stablehlo.add %a, %b : tensor<f32>
           stablehlo.return %s : tensor<f32>
         }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xf32>) -> tensor<4xf32>",
    ),
    (
        "stablehlo.all_to_all",
        "%r = \"stablehlo.all_to_all\"(%x) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xf32>) -> tensor<4xf32>",
    ),
    (
        "stablehlo.collective_broadcast",
        "%r = \"stablehlo.collective_broadcast\"(%x) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xf32>) -> tensor<4xf32>",
    ),
    (
        "stablehlo.collective_permute",
        "%r = \"stablehlo.collective_permute\"(%x) {source_target_pairs = dense<0> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>",
    ),
    ("stablehlo.custom_call", "%r = stablehlo.custom_call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>"),
    (
        "stablehlo.fft",
        "%c = stablehlo.complex %x, %x : tensor<4xcomplex<f32>>
         %f = stablehlo.fft %c, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
         %r = stablehlo.real %f : (tensor<4xcomplex<f32>>) -> tensor<4xf32>",
    ),
    ("stablehlo.partition_id", "%r = stablehlo.partition_id : tensor<ui32>"),
    (
        "stablehlo.reduce_scatter",
        "%r = \"stablehlo.reduce_scatter\"(%x) ({
         ^bb0(%a: tensor<f32>, %b: tensor<f32>):
           %s = stablehlo.add %a, %b : tensor<f32>
           stablehlo.return %s : tensor<f32>
         }) {scatter_dimension = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xf32>) -> tensor<4xf32>",
    ),
    ("stablehlo.replica_id", "%r = stablehlo.replica_id : tensor<ui32>"),
    (
        "stablehlo.rng",
        "%l = stablehlo.constant dense<0.0> : tensor<f32>
         %h = stablehlo.constant dense<1.0> : tensor<f32>
         %n = stablehlo.constant dense<4> : tensor<1xi64>
         %r = stablehlo.rng %l, %h, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>",
    ),
];

/// Returns a test for each platform with declared operations.
pub fn trials(operations: Vec<Operation>) -> impl Iterator<Item = Trial> {
    ["cpu", "hexagon"].into_iter().map(move |on| {
        let operations = operations.clone();
        let title = format!("capabilities_of_{on}");
        Trial::test(title, move || check(on, &operations).map_err(Into::into))
    })
}

fn check(on: &str, operations: &[Operation]) -> Result<(), String> {
    hloom_backends::register().map_err(|error| error.to_string())?;
    let platform = platform(on).map_err(|error| error.to_string())?;
    let declared: BTreeSet<_> = platform.compiler().capabilities().refused.into_iter().collect();
    let mut wrong = Vec::new();
    let mut accepted = BTreeSet::new();
    for (name, body) in PROGRAMS {
        let outcome = lower(on, &program(body));
        match (declared.contains(name), outcome) {
            (false, Ok(names)) => accepted.extend(names),
            (true, Err(error)) if error.to_string().contains(&format!("`{name}`")) => {}
            (true, Ok(_)) => wrong.push(format!("`{name}` is declared as refused, but accepted")),
            (_, Err(error)) => wrong.push(format!("`{name}`: {error}")),
        }
    }
    for operation in operations {
        let types = operation.types.iter().filter(|ty| operation.refusal(ty).is_none());
        // Programs with a declared operation have no result here, and those of `PROGRAMS` test it.
        if let Some(names) =
            types.copied().next().and_then(|ty| lower(on, &operation.program(&[ty])).ok())
        {
            accepted.extend(names);
        }
    }
    let all = OPS.iter().map(|op| op.name());
    let all = all.filter(|name| name.starts_with("stablehlo.") || name.starts_with("chlo."));
    let unknown = all.filter(|name| !declared.contains(*name) && !accepted.contains(*name));
    wrong.extend(unknown.map(|name| format!("`{name}`: no program with it is accepted")));
    let untested = declared.iter().filter(|name| PROGRAMS.iter().all(|(known, _)| known != *name));
    wrong.extend(untested.map(|name| format!("`{name}`: no program tests that it is refused")));
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Returns a program with an entry around a body. It returns `%r` if the body ends with its
/// definition as a tensor, so that the operation is not erased.
fn program(body: &str) -> String {
    let last = body.lines().last().unwrap_or_default().trim();
    let (value, ty) = match last {
        _ if last.starts_with("%r:2") => ("%r#0", "tensor<4xf32>"),
        _ if last.ends_with("tensor<2xi32>") => ("%r", "tensor<2xi32>"),
        _ if last.ends_with("tensor<ui32>") => ("%r", "tensor<ui32>"),
        _ if last.ends_with("tensor<4xf32>") || last == "}" => ("%r", "tensor<4xf32>"),
        // Tokens, and `trace`, which has effects.
        _ => ("%x", "tensor<4xf32>"),
    };
    format!("func.func @main(%x: tensor<4xf32>) -> {ty} {{\n{body}\nreturn {value} : {ty}\n}}\n")
}

/// Lowers a program to level `target` of a platform. Returns the names of its operations.
fn lower(on: &str, program: &str) -> Result<BTreeSet<String>, Error> {
    let program = Program::from_text("program", program)?;
    let context = Context::new();
    let mut module = mlir::parse(&context, &program)?;
    mlir::keep_entry(&context, &mut module, &program)?;
    let names = ir::walk(module.as_operation()).into_iter().map(|op| ir::op_name(op).to_owned());
    let names = names.collect();
    let pipeline = registry().pipeline(on).map_err(Error::invalid)?;
    run_passes(&context, &mut module, &text(pipeline, Level::Hlo, Level::Target))?;
    Ok(names)
}
