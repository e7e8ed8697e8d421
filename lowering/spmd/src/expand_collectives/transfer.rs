// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Expands sends, receives, infeeds and outfeeds to runtime calls (StableHLO specification, sections
//! "send", "recv", "infeed" and "outfeed").
//!
//! The calls take and return only tensors. They have side effects, so they keep the order that the
//! program gives them, and each token becomes a new token.

use super::collective::{Collective, Expanded};
use hloom_evaluator::transfer_pairs;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Attribute, Value};
use melior::ir::{TypeLike, ValueLike};

/// Expands a `send` or a `recv`.
///
/// # Errors
/// Fails for a transfer to or from the host, without pairs of sources and targets, or of quantized
/// tensors.
pub fn message<'a>(of: &Collective<'a>) -> Expanded<'a> {
    let name = ir::op_name(of.op);
    if of.view.optional_boolean("is_host_transfer").unwrap_or(false) {
        // GPUs and C functions have no infeed and no outfeed.
        let (way, remedy, other) = match name {
            "stablehlo.send" => ("to", "return the value as a result", "outfeed"),
            _ => ("from", "take the value as an argument", "infeed"),
        };
        let message = format!(
            "`{name}` {way} the host is not supported; {remedy}, or use `stablehlo.{other}` if the \
             platform supports it"
        );
        return Err(Failure::at(of.op, message));
    }
    let pairs = transfer_pairs(&of.view).map_err(|error| Failure::at(of.op, error.to_string()))?;
    let pairs = pairs.ok_or_else(|| {
        let message = format!("`{name}`: expected `source_target_pairs`, found none");
        Failure::at(of.op, message)
    })?;
    // A participant without a source receives zeros, which quantized tensors may store as other numbers.
    let is_quantized = |value: &Value| ir::element_of(value.r#type()).to_string().contains("quant");
    if ir::results(of.op).iter().any(is_quantized) {
        let message = format!("`{name}` of quantized tensors is not supported");
        return Err(Failure::at(of.op, message));
    }
    let pairs = pairs
        .into_iter()
        .map(|(source, target)| ir::dense_i64_attr(of.context(), &[source, target]));
    let pairs = ir::array_attr(of.context(), &pairs.collect::<Vec<_>>());
    let channel = ir::i64_attr(of.context(), of.channel());
    Ok(call(of, &[("pairs", pairs), ("channel", channel)]))
}

/// Expands an `infeed` or an `outfeed`.
///
/// # Errors
/// Never fails; the type is that of all expansions.
pub fn feed<'a>(of: &Collective<'a>) -> Expanded<'a> {
    Ok(call(of, &[]))
}

/// Builds the runtime call on the tensors among the operands, and returns its results and a token.
fn call<'a>(of: &Collective<'a>, settings: &[(&str, Attribute<'a>)]) -> Vec<Value<'a>> {
    let at = of.hlo.at;
    let name = ir::op_name(of.op);
    let target = format!("hloom.{}", name.trim_start_matches("stablehlo."));
    let is_tensor = |value: &Value<'a>| value.r#type().is_tensor();
    let operands: Vec<_> = ir::operands(of.op).into_iter().filter(is_tensor).collect();
    let results = ir::results(of.op);
    let types = results.iter().filter(|value| is_tensor(value)).map(|value| value.r#type());
    let call = at
        .op("stablehlo.custom_call")
        .attr("call_target_name", ir::string_attr(of.context(), &target))
        .attr("has_side_effect", ir::bool_attr(of.context(), true))
        .attr("operation", ir::string_attr(of.context(), name));
    let call = settings.iter().fold(call, |call, (name, value)| call.attr(name, *value));
    let call = call.operands(&operands).results(&types.collect::<Vec<_>>()).build();
    let token = |value: &Value<'a>| at.simple("stablehlo.create_token", &[], value.r#type());
    let tokens = results.iter().filter(|value| !is_tensor(value)).map(token);
    ir::results(call).into_iter().chain(tokens.collect::<Vec<_>>()).collect()
}
