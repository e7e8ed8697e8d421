// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-convert-to-signless`: replaces unsigned integer types by signless types of the same width.
//!
//! ```mlir
//! stablehlo.add %x, %y : tensor<3xui8>   ->   stablehlo.add %x, %y : tensor<3xi8>
//! ```
//!
//! This is stablehlo-opt's pass `stablehlo-convert-to-signless`, for pipelines whose dialects have
//! no unsigned types. It changes only types: operations whose semantics depend on the sign, such as
//! a division, then compute with signed integers. `hlo-to-linalg` does not need this pass.

use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Context, Op, Type};
use melior::ir::attribute::TypeAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{AttributeLike, ValueLike};

/// The pass `hlo-convert-to-signless`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-convert-to-signless",
    description: "replace unsigned integer types by signless types, without changing operations",
    anchor: "builtin.module",
    level: Level::Hlo,
    options: &[],
    dialects: &[],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    for op in ir::walk(module) {
        let arguments = ir::regions(op).into_iter().flat_map(ir::blocks).flat_map(ir::args);
        for value in ir::results(op).into_iter().chain(arguments) {
            if let Some(ty) = signless(context, value.r#type()) {
                ir::set_type(value, ty);
            }
        }
        let attributes: Vec<_> = op
            .attributes()
            .map(|(name, value)| (name.as_string_ref().as_str().unwrap_or("").to_owned(), value))
            .collect();
        for (name, attribute) in attributes {
            let new = match TypeAttribute::try_from(attribute) {
                Ok(ty) => signless(context, ty.value()).map(ir::type_attr),
                Err(_) => signless(context, attribute.r#type())
                    .and_then(|ty| ir::dense_with_type(attribute, ty)),
            };
            if let Some(new) = new {
                ir::set_attribute(op, &name, new);
            }
        }
    }
    Ok(())
}

/// Returns a type with every `uiN` in it replaced by `iN`, or `None` if the type contains no `uiN`.
///
/// The textual form of a type contains `uiN` only for unsigned integers. Quantized types spell
/// their storage type `uN`, and do not change.
fn signless<'a>(context: &'a Context, ty: Type<'a>) -> Option<Type<'a>> {
    let text = ty.to_string();
    if !text.contains("ui") {
        return None;
    }
    let mut new = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find("ui") {
        let (before, after) = rest.split_at(at);
        new += before;
        let previous = new.chars().next_back();
        // Sizes precede an element type: `3xui8`.
        let starts = previous.is_none_or(|it| !it.is_alphanumeric() && it != '_' || it == 'x');
        let is_type = starts && after[2..].starts_with(|it: char| it.is_ascii_digit());
        new += if is_type { "i" } else { "ui" };
        rest = &after[2..];
    }
    new += rest;
    (new != text).then(|| Type::parse(context, &new)).flatten()
}
