// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-expand-remainders`: replaces `arith.remf` by calls of a function that the pass emits.
//!
//! GPUs have no instruction for the remainder of a truncated division, and no C library. LLVM
//! computes `x - trunc(x / y) * y` for them, which is wrong if the quotient has more bits than the
//! significand. The function doubles the divisor until the divisor exceeds half of the dividend. It
//! then halves the divisor step by step, and subtracts it from the dividend whenever the difference
//! is nonnegative. These differences are exact, because their operands differ by a factor of at
//! most 2 (Sterbenz, Floating-Point Computation, 1974, theorem 4.3.1).

use hloom_ir::facts::BODY;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op};
use melior::ir::{TypeLike, ValueLike};
use std::collections::BTreeSet;
use std::fmt::Display;

/// The pass `hloom-expand-remainders`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-expand-remainders",
    description: "replace `arith.remf` by calls of a function that computes exact remainders",
    anchor: "builtin.module",
    level: Level::Target,
    options: &[],
    dialects: &["arith", "func", "math", "scf"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let top = ir::regions(module).into_iter().flat_map(ir::blocks).next();
    let Some(first) = top.and_then(|block| ir::ops(block).first().copied()) else { return Ok(()) };
    let taken: BTreeSet<_> =
        top.map(ir::ops).unwrap_or_default().into_iter().filter_map(ir::symbol_name).collect();
    let mut types = BTreeSet::new();
    for op in ir::walk(module).into_iter().filter(|op| ir::op_name(*op) == "arith.remf") {
        let ty = ir::results(op)[0].r#type();
        if !ty.is_f32() && !ty.is_f64() {
            let message = format!("`arith.remf`: expected f32 or f64, found `{ty}`");
            return Err(Failure::at(op, message));
        }
        let name = name(ty, &taken);
        let call = Builder::before(context, op)
            .op("func.call")
            .operands(&ir::operands(op))
            .attr("callee", ir::flat_symbol_attr(context, &name))
            .result(ty)
            .value();
        ir::replace(op, [call]);
        types.insert(ty.to_string());
    }
    for ty in types {
        ir::insert_parsed(context, first, &function(&ty, &name(&ty, &taken)));
    }
    Ok(())
}

/// Returns a name for the function that computes remainders of type `ty`. No symbol in `taken` has
/// this name.
fn name(ty: impl Display, taken: &BTreeSet<String>) -> String {
    let name = format!("hloom_remainder_{ty}");
    let numbered = (0..).map(|number| format!("{name}_{number}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    names.find(|name| !taken.contains(name)).unwrap_or_default()
}

/// Returns the text of the function that computes remainders of type `ty`.
fn function(ty: &str, name: &str) -> String {
    let (infinity, nan) = match ty {
        "f32" => ("0x7F800000", "0x7FC00000"),
        _ => ("0x7FF0000000000000", "0x7FF8000000000000"),
    };
    format!(
        "func.func private @{name}(%x: {ty}, %y: {ty}) -> {ty} attributes {{{BODY}}} {{
  %zero = arith.constant 0.0 : {ty}
  %half = arith.constant 0.5 : {ty}
  %infinity = arith.constant {infinity} : {ty}
  %nan = arith.constant {nan} : {ty}
  %a = math.absf %x : {ty}
  %b = math.absf %y : {ty}
  %finite = arith.cmpf olt, %a, %infinity : {ty}
  %positive = arith.cmpf ogt, %b, %zero : {ty}
  %bounded = arith.cmpf olt, %b, %infinity : {ty}
  %0 = arith.andi %finite, %positive : i1
  %1 = arith.andi %0, %bounded : i1
  %result = scf.if %1 -> ({ty}) {{
    %largest = scf.while (%d = %b) : ({ty}) -> {ty} {{
      %rest = arith.subf %a, %d : {ty}
      %fits = arith.cmpf oge, %rest, %d : {ty}
      scf.condition(%fits) %d : {ty}
    }} do {{
    ^bb0(%d: {ty}):
      %twice = arith.addf %d, %d : {ty}
      scf.yield %twice : {ty}
    }}
    %end:2 = scf.while (%r = %a, %d = %largest) : ({ty}, {ty}) -> ({ty}, {ty}) {{
      %more = arith.cmpf oge, %d, %b : {ty}
      scf.condition(%more) %r, %d : {ty}, {ty}
    }} do {{
    ^bb0(%r: {ty}, %d: {ty}):
      %fits = arith.cmpf oge, %r, %d : {ty}
      %difference = arith.subf %r, %d : {ty}
      %next = arith.select %fits, %difference, %r : {ty}
      %smaller = arith.mulf %d, %half : {ty}
      scf.yield %next, %smaller : {ty}, {ty}
    }}
    %signed = math.copysign %end#0, %x : {ty}
    scf.yield %signed : {ty}
  }} else {{
    %all = arith.cmpf oeq, %b, %infinity : {ty}
    %whole = arith.andi %finite, %all : i1
    %special = arith.select %whole, %x, %nan : {ty}
    scf.yield %special : {ty}
  }}
  return %result : {ty}
}}"
    )
}
