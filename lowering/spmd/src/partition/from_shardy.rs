// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Converts Shardy's dialect to the notation of XLA's SPMD partitioner: `mhlo.sharding` and custom
//! calls.
//!
//! A sharding constraint becomes a call of `@Sharding`. A manual computation is replaced by its
//! body, between calls of `@SPMDFullToShardShape` and `@SPMDShardToFullShape`.

use super::entry::OPEN;
use super::markers::{FULL_TO_SHARD, SHARD_TO_FULL, SHARDING, XLA};
use super::mesh::Mesh;
use super::nested;
use super::one_device::has_effects;
use super::shardy::{Shardy, ShardySharding, Tiles};
use super::unreduced;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Attribute, Builder, Context, Op, Type, Value};
use melior::ir::ValueLike;
use melior::ir::attribute::DictionaryAttribute;
use melior::ir::operation::OperationLike;
use std::collections::HashMap;

/// Shardy's attribute for the sharding of operations, arguments and results.
pub const SDY: &str = "sdy.sharding";
/// Shardy's operation with a computation on shards.
const MANUAL: &str = "sdy.manual_computation";

/// Converts the operations of a function and the attributes of its arguments and results.
///
/// If `partly_manual` is false, a manual computation over only some axes is an error.
///
/// # Errors
/// Fails if the function has no body, if a mesh or a sharding cannot be read, or if an operation of
/// Shardy's dialect is not supported.
pub fn rewrite<'a>(
    context: &'a Context,
    module: Op<'a>,
    function: Op<'a>,
    devices: usize,
    partly_manual: bool,
) -> Result<(), Failure<'a>> {
    let meshes = meshes(module)?;
    let shardy = Shardy { meshes: &meshes, devices };
    let import = Import { context, shardy, partly_manual };
    import.signature(function, "arg_attrs", ir::args(first_block(function)?))?;
    let end = ir::ops(first_block(function)?).pop();
    let returned = end.map(ir::operands).unwrap_or_default();
    import.signature(function, "res_attrs", returned)?;
    let mut ops = ir::walk(function);
    // A `sdy.return` is erased with its manual computation.
    ops.retain(|op| ir::op_name(*op) != "sdy.return");
    // The outer computations are replaced before the inner ones.
    let is_nested = |op: &Op<'a>| ir::enclosing(*op, MANUAL).is_some();
    let nested: Vec<_> = ops.iter().copied().filter(is_nested).collect();
    for op in ops {
        match ir::op_name(op) {
            "sdy.sharding_constraint" => import.constraint(op)?,
            MANUAL if nested.contains(&op) => import.nested_computation(module, op)?,
            MANUAL => import.manual_computation(module, op)?,
            "sdy.sharding_group" => {}
            name if name.starts_with("sdy.") => {
                return Err(Failure::at(op, format!("`{name}` cannot be partitioned")));
            }
            _ if op.has_attribute(SDY) => import.annotated(op)?,
            _ => {}
        }
    }
    Ok(())
}

/// Returns the first block of a function or a manual computation.
///
/// # Errors
/// Fails if there is no block.
pub fn first_block<'a>(function: Op<'a>) -> Result<ir::Block<'a>, Failure<'a>> {
    let blocks = ir::regions(function).into_iter().flat_map(ir::blocks).next();
    blocks.ok_or_else(|| Failure::at(function, format!("`{}` has no body", ir::op_name(function))))
}

/// Returns the text of an attribute of Shardy's dialect, without the name of the dialect.
fn text(attribute: Attribute) -> String {
    let printed = attribute.to_string();
    // MLIR prints an attribute without a short form as `#sdy<...>`.
    let inner = printed.strip_prefix("#sdy<").and_then(|text| text.strip_suffix('>'));
    inner.unwrap_or_else(|| printed.trim_start_matches("#sdy.")).to_owned()
}

/// Reads the meshes of a module, indexed by name.
fn meshes<'a>(module: Op<'a>) -> Result<HashMap<String, Mesh>, Failure<'a>> {
    let region = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
    let mut meshes = HashMap::new();
    for op in region.filter(|op| ir::op_name(*op) == "sdy.mesh") {
        let mesh = op.attribute("mesh").ok().map(text).unwrap_or_default();
        let mesh = Mesh::read(&mesh).map_err(|why| Failure::at(op, why))?;
        meshes.insert(ir::symbol_name(op).unwrap_or_default(), mesh);
    }
    Ok(meshes)
}

/// The state of converting one function from Shardy's annotations to XLA's.
struct Import<'a, 'm> {
    context: &'a Context,
    shardy: Shardy<'m>,
    /// Whether the program is partitioned afterwards. Then manual computations over only some axes
    /// are permitted, and the open dimensions of arguments and results are kept.
    partly_manual: bool,
}

impl<'a> Import<'a, '_> {
    /// Returns XLA's text of a sharding.
    fn xla(&self, sharding: &ShardySharding) -> String {
        match sharding {
            ShardySharding::Tiles(tiles) => tiles.sharding.text(self.shardy.devices),
            ShardySharding::Maximal(device) => format!("{{maximal device={device}}}"),
        }
    }

    /// Converts the attributes of arguments or results. `name` is `arg_attrs` or `res_attrs`, and
    /// `values` has the types of the arguments or results.
    fn signature(
        &self,
        function: Op<'a>,
        name: &str,
        values: Vec<Value<'a>>,
    ) -> Result<(), Failure<'a>> {
        let Some(dictionaries) = super::entry::dictionaries(function, name) else { return Ok(()) };
        let mut new: Vec<Attribute<'a>> = Vec::new();
        let what = if name == "arg_attrs" { "argument" } else { "result" };
        for (index, (dictionary, value)) in dictionaries.into_iter().zip(values).enumerate() {
            let (mut fields, sdy) = super::entry::without(dictionary, SDY);
            if let Some(sdy) = sdy {
                let rank = ir::shape_of(value).len();
                let wrong = |why| Failure::at(function, format!("{what} {index}: {why}"));
                let sharding = self.shardy.read(&text(sdy), rank, None).map_err(wrong)?;
                if let ShardySharding::Tiles(tiles) = &sharding
                    && !tiles.unreduced.is_empty()
                {
                    let why = "expected a sharding without unreduced axes, because callers have whole values";
                    return Err(wrong(format!("{why}, found `{}`", text(sdy))));
                }
                fields.push(super::entry::field(self.context, XLA, &self.xla(&sharding)));
                if let ShardySharding::Tiles(tiles) = &sharding
                    && self.partly_manual
                    && !tiles.open.is_empty()
                {
                    let open: Vec<_> = tiles.open.iter().map(ToString::to_string).collect();
                    fields.push(super::entry::field(self.context, OPEN, &open.join(",")));
                }
            }
            new.push(DictionaryAttribute::new(self.context, &fields).into());
        }
        ir::set_attribute(function, name, ir::array_attr(self.context, &new));
        Ok(())
    }

    /// Builds a custom call of `target` with the given sharding, and returns its result. `open`
    /// contains the dimensions that propagation may split.
    fn call(
        &self,
        at: Builder<'a>,
        target: &str,
        (operand, result): (Value<'a>, Type<'a>),
        sharding: &str,
        open: &[usize],
    ) -> Value<'a> {
        let config = match open {
            [] => String::new(),
            open => {
                let open: Vec<_> = open.iter().map(ToString::to_string).collect();
                format!("unspecified_dims=[{}]", open.join(","))
            }
        };
        let string = |text: &str| ir::string_attr(self.context, text);
        at.op("stablehlo.custom_call")
            .operands(&[operand])
            .attr("call_target_name", string(target))
            .attr("backend_config", string(&config))
            .attr(XLA, string(sharding))
            .result(result)
            .value()
    }

    /// Replaces a `sdy.sharding_constraint` by a call of `@Sharding`.
    fn constraint(&self, op: Op<'a>) -> Result<(), Failure<'a>> {
        let at = Builder::before(self.context, op);
        let input = ir::operands(op)[0];
        let sharding = op.attribute("sharding").ok().map(text).unwrap_or_default();
        let sharding = self.shardy.read(&sharding, ir::shape_of(input).len(), None);
        let sharding = sharding.map_err(|why| Failure::at(op, why))?;
        // A value that is unreduced is reduced early, which does not change it.
        let open: &[_] =
            if let ShardySharding::Tiles(tiles) = &sharding { &tiles.open } else { &[] };
        let new = self.call(at, SHARDING, (input, input.r#type()), &self.xla(&sharding), open);
        ir::replace(op, [new]);
        Ok(())
    }

    /// Replaces the attribute `sdy.sharding` of an operation by `mhlo.sharding`.
    fn annotated(&self, op: Op<'a>) -> Result<(), Failure<'a>> {
        let ranks: Vec<_> =
            ir::results(op).into_iter().map(|result| ir::shape_of(result).len()).collect();
        // The sharding of an operation without results specifies the device that executes it.
        let ranks = if ranks.is_empty() { vec![0] } else { ranks };
        let list = op.attribute(SDY).ok().map(text).unwrap_or_default();
        let shardings = self.shardy.read_list(&list, &ranks, None);
        let shardings = shardings.map_err(|why| Failure::at(op, why))?;
        let texts: Vec<_> = shardings.iter().map(|sharding| self.xla(sharding)).collect();
        let text = match &texts[..] {
            [one] => one.clone(),
            several => format!("{{{}}}", several.join(", ")),
        };
        ir::remove_attribute(op, SDY);
        ir::set_attribute(op, XLA, ir::string_attr(self.context, &text));
        Ok(())
    }

    /// Marks operations with side effects in a manual computation as manual, so that every device
    /// executes them.
    ///
    /// Does not mark operations that the program assigns to one device. The caller must exclude
    /// manual computations over only some axes, because several devices would execute one manual
    /// shard.
    fn effects_are_manual(&self, op: Op<'a>) {
        let is_maximal = |inner: Op<'a>| {
            let list = inner.attribute(SDY).ok().map(text).unwrap_or_default();
            let shardings = self.shardy.read_list(&list, &[0], None);
            shardings.is_ok_and(|all| matches!(all[..], [ShardySharding::Maximal(_)]))
        };
        for inner in ir::walk(op).into_iter().filter(|inner| has_effects(*inner)) {
            if !is_maximal(inner) {
                ir::remove_attribute(inner, SDY);
                ir::set_attribute(inner, XLA, ir::string_attr(self.context, "{manual}"));
            }
        }
    }

    /// Reads the shardings of the operands or results of a `sdy.manual_computation` over some axes.
    fn tiles(
        &self,
        op: Op<'a>,
        (list, axes): (&str, &[String]),
        values: &[Value<'a>],
    ) -> Result<Vec<Tiles>, Failure<'a>> {
        let wrong = |why| Failure::at(op, why);
        let ranks: Vec<_> = values.iter().map(|value| ir::shape_of(*value).len()).collect();
        let shardings = self.shardy.read_list(list, &ranks, Some(axes));
        let tiles = shardings.map_err(wrong)?.into_iter().map(|sharding| match sharding {
            ShardySharding::Tiles(tiles) => Ok(tiles),
            ShardySharding::Maximal(_) => {
                let why = "`sdy.manual_computation` expects tiled shardings, found `maximal`";
                Err(wrong(why.to_owned()))
            }
        });
        tiles.collect()
    }

    /// Replaces a `sdy.manual_computation` in another one by its body. The values of the outer
    /// computation are equal along the axes of the inner one: each device takes its tiles of the
    /// operands, and gathers the results.
    fn nested_computation(&self, module: Op<'a>, op: Op<'a>) -> Result<(), Failure<'a>> {
        let at = Builder::before(self.context, op);
        let block = first_block(op)?;
        let attribute = |name: &str| op.attribute(name).ok().map(text).unwrap_or_default();
        let wrong = |why: String| Failure::at(op, why);
        if !self.partly_manual {
            let why = "nested `sdy.manual_computation` has no HLO form";
            return Err(wrong(why.to_owned()));
        }
        let axes = Shardy::read_axes(&attribute("manual_axes")).map_err(wrong)?;
        let (operands, results) = (ir::operands(op), ir::results(op));
        let in_shardings = self.tiles(op, (&attribute("in_shardings"), &axes), &operands)?;
        let out_shardings = self.tiles(op, (&attribute("out_shardings"), &axes), &results)?;
        let devices = self.shardy.devices;
        let expect = |value: Value<'a>, expected: Value<'a>, what: &str| {
            let (found, expected) = (value.r#type(), expected.r#type());
            if found == expected {
                return Ok(());
            }
            Err(wrong(format!("expected {what} of type `{expected}`, found `{found}`")))
        };
        let mut parts = Vec::new();
        for ((operand, argument), tiles) in
            operands.into_iter().zip(ir::args(block)).zip(&in_shardings)
        {
            let mut part = operand;
            if is_tensor(operand) {
                let shape = ir::shape_of(operand);
                if !tiles.sharding.dims.iter().zip(&shape).all(|(it, size)| it.divides(*size)) {
                    let ty = operand.r#type();
                    return Err(wrong(format!(
                        "the sharding does not split `{ty}` into equal shards"
                    )));
                }
                part = nested::enter(at, operand, tiles, (module, devices));
                expect(part, argument, "an argument of the nested computation")?;
            }
            parts.push(part);
        }
        let returned = ir::inline_block_before(block, &parts, op);
        let mut wholes = Vec::new();
        for ((part, result), tiles) in returned.into_iter().zip(results).zip(&out_shardings) {
            let mut whole = part;
            if is_tensor(part) {
                whole = nested::leave(at, part, tiles, (module, devices));
                expect(result, whole, "a result of the nested computation")?;
            }
            wholes.push(whole);
        }
        ir::replace(op, wholes);
        Ok(())
    }

    /// Replaces a `sdy.manual_computation` by its body, between custom calls that convert its
    /// operands to shards and its results to global tensors.
    fn manual_computation(&self, module: Op<'a>, op: Op<'a>) -> Result<(), Failure<'a>> {
        let at = Builder::before(self.context, op);
        let block = first_block(op)?;
        let attribute = |name: &str| op.attribute(name).ok().map(text).unwrap_or_default();
        let wrong = |why| Failure::at(op, why);
        let axes = Shardy::read_axes(&attribute("manual_axes")).map_err(wrong)?;
        let (inputs, outputs) = (attribute("in_shardings"), attribute("out_shardings"));
        let is_manual = self.shardy.are_all(&axes, [&inputs, &outputs]);
        if !self.partly_manual && !is_manual {
            let why = "`sdy.manual_computation` over only some axes has no HLO form; expected all \
            axes of the mesh";
            return Err(wrong(why.to_owned()));
        }
        if is_manual {
            self.effects_are_manual(op);
        }
        let (operands, results) = (ir::operands(op), ir::results(op));
        let in_shardings = self.tiles(op, (&inputs, &axes), &operands)?;
        let out_shardings = self.tiles(op, (&outputs, &axes), &results)?;
        let devices = self.shardy.devices;
        let parts: Vec<_> = operands
            .iter()
            .zip(ir::args(block))
            .zip(&in_shardings)
            .map(|((operand, argument), tiles)| {
                if !is_tensor(*operand) {
                    return *operand;
                }
                let sharding = tiles.sharding.text(devices);
                let whole = self.call(at, SHARDING, (*operand, operand.r#type()), &sharding, &[]);
                let part =
                    self.call(at, FULL_TO_SHARD, (whole, argument.r#type()), "{manual}", &[]);
                unreduced::summand(at, part, &tiles.unreduced, devices)
            })
            .collect();
        let returned = ir::inline_block_before(block, &parts, op);
        let wholes: Vec<_> = returned
            .into_iter()
            .zip(&results)
            .zip(&out_shardings)
            .map(|((part, result), tiles)| {
                if !is_tensor(part) {
                    return part;
                }
                let text = tiles.sharding.text(devices);
                let part = unreduced::sum(at, part, &tiles.unreduced, (module, devices));
                self.call(at, SHARD_TO_FULL, (part, result.r#type()), &text, &[])
            })
            .collect();
        ir::replace(op, wholes);
        Ok(())
    }
}

/// Returns true for a tensor, and false for a token.
fn is_tensor(value: Value) -> bool {
    ir::Shaped::of(value.r#type()).is_some()
}
