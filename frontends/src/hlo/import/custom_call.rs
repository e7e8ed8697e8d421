// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Import of custom calls from HLO.

use super::body::{Body, New, Outcome};
use super::error::ImportError;
use super::tree::{Tree, leaf_shapes};
use super::{annotations, make, top_k};
use hloom_dialects::Op;
use hloom_dialects::attributes::stablehlo::{CustomCallApiVersion, OutputOperandAlias};
use hloom_hlo::Instruction;
use hloom_hlo::proto::payload::PayloadSource;
use hloom_hlo::proto::{HloInstructionProto, HloModuleProto, ShapeProto};
use melior::ir::attribute::FlatSymbolRefAttribute;
use melior::ir::r#type::TupleType;
use melior::ir::{Attribute, Type, Value};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::borrow::Cow;
use std::collections::HashMap;

/// Prefix of the targets of custom calls that represent StableHLO operations without an equivalent
/// in HLO.
const ENCODED: &str = "mhlo.";

/// Converts a custom call.
///
/// The elements of a tuple result become separate results. Nested tuples remain tuple values.
pub fn convert<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    let (context, proto) = (body.context(), instruction.proto());
    if proto.custom_call_target == top_k::TARGET && !proto.called_computation_ids.is_empty() {
        return top_k::convert(body, instruction);
    }
    if proto.custom_call_target.starts_with(ENCODED) {
        return encoded(body, instruction);
    }
    let mut operands = Vec::new();
    for (number, operand) in instruction.operands().enumerate() {
        let value = body.operand(instruction, number)?;
        operands.push(one_value(body, operand.shape(), &value)?);
    }
    let shapes = match instruction.shape().is_tuple() {
        true => &instruction.shape().tuple_shapes[..],
        false => std::slice::from_ref(instruction.shape()),
    };
    let results: Result<Vec<_>, _> = shapes.iter().map(|shape| whole_type(body, shape)).collect();
    let api_version = CustomCallApiVersion::from_value(proto.custom_call_api_version.into());
    let api_version = api_version.ok_or("unknown value of `api_version`")?;
    let config = of_gpu(backend_config(proto, body.importer.module.proto())?);
    let mut attributes = vec![
        ("call_target_name", make::string(context, &proto.custom_call_target)),
        ("api_version", make::i32(context, api_version as i32)),
    ];
    if proto.custom_call_has_side_effect {
        attributes.push(("has_side_effect", make::boolean(context, true)));
    }
    match api_version {
        CustomCallApiVersion::ApiVersionTypedFfi => {
            let text = String::from_utf8_lossy(&config);
            let text = if text.is_empty() { "{}".into() } else { text };
            if !text.trim_start().starts_with('{') || is_json(&text) {
                return Err("expected a dictionary as `backend_config`".into());
            }
            attributes.push(("backend_config", make::parse(context, &text)?));
        }
        _ if config.is_empty() => {}
        _ => attributes.push(("backend_config", crate::ffi::string(context, &config))),
    }
    if !proto.called_computation_ids.is_empty() {
        let symbol = |computation| {
            FlatSymbolRefAttribute::new(context, &body.importer.symbol(computation)).into()
        };
        let symbols: Vec<_> = instruction.called_computations().map(symbol).collect();
        attributes.push(("called_computations", make::array(context, &symbols)));
    }
    if proto.constrain_layout {
        let operands = layouts(body, &proto.operand_shapes_with_layout)?;
        attributes.push(("operand_layouts", operands));
        attributes.push(("result_layouts", layouts(body, shapes)?));
    }
    if !proto.output_operand_aliasing.is_empty() {
        let alias = |alias: &hloom_hlo::proto::OutputOperandAliasing| {
            OutputOperandAlias {
                output_tuple_indices: alias.output_shape_index.clone(),
                operand_index: alias.operand_index,
                operand_tuple_indices: alias.operand_shape_index.clone(),
            }
            .to_attribute(context)
        };
        let aliases: Vec<_> = proto.output_operand_aliasing.iter().map(alias).collect();
        attributes.push(("output_operand_aliases", make::array(context, &aliases)));
    }
    let mut new = New::plain(Op::StablehloCustomCall, operands, results?, &attributes);
    new.attributes.extend(annotations::of(context, instruction));
    let values = body.emit(new)?;
    let mut parts = Vec::new();
    for (shape, value) in shapes.iter().zip(values) {
        parts.push(parts_of(body, shape, value)?);
    }
    match instruction.shape().is_tuple() {
        true => Ok(Tree::Tuple(parts.into())),
        false => {
            parts.pop().ok_or_else(|| "internal error: the built custom call has no result".into())
        }
    }
}

/// Returns the bytes of a custom call's `backend_config`, which may be a payload of the module.
fn backend_config<'p>(
    proto: &'p HloInstructionProto,
    module: &'p HloModuleProto,
) -> Result<&'p [u8], String> {
    let payload = proto.backend_config_payload.as_ref();
    match payload.and_then(|payload| payload.payload_source.as_ref()) {
        None => Ok(&proto.backend_config),
        Some(PayloadSource::Value(bytes)) => Ok(bytes),
        Some(PayloadSource::Id(id)) => {
            let bytes = usize::try_from(*id).ok().and_then(|id| module.payloads.get(id));
            bytes
                .map(Vec::as_slice)
                .ok_or_else(|| "the payload of `backend_config` is missing".to_owned())
        }
    }
}

/// The wrapper around the configuration that XLA's GPU backend adds during optimization: the JSON
/// of a `GpuBackendConfig` (xla/service/gpu/backend_configs.proto).
#[derive(Deserialize)]
struct GpuBackendConfig {
    custom_call_backend_config: CustomCallBackendConfig,
}

/// The configuration of a custom call inside the wrapper; at most one of the fields is set.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CustomCallBackendConfig {
    opaque: Option<String>,
    attributes: Option<String>,
}

/// Returns a custom call's configuration without the wrapper that XLA's GPU backend adds.
fn of_gpu(config: &[u8]) -> Cow<'_, [u8]> {
    match serde_json::from_slice::<GpuBackendConfig>(config) {
        Ok(GpuBackendConfig { custom_call_backend_config: of_call }) => {
            of_call.opaque.or(of_call.attributes).unwrap_or_default().into_bytes().into()
        }
        Err(_) => config.into(),
    }
}

/// Returns true if a text is a nonempty JSON object. An empty JSON object may also be a dictionary
/// of MLIR.
fn is_json(text: &str) -> bool {
    let object = serde_json::from_str::<HashMap<String, IgnoredAny>>(text);
    object.is_ok_and(|object| !object.is_empty())
}

/// Returns the MLIR type of a shape. A tuple shape becomes a tuple type.
fn whole_type<'c>(body: &Body<'_, 'c, '_>, shape: &ShapeProto) -> Result<Type<'c>, String> {
    if !shape.is_tuple() {
        return body.importer.leaf_type(shape);
    }
    let parts: Result<Vec<_>, _> =
        shape.tuple_shapes.iter().map(|shape| whole_type(body, shape)).collect();
    Ok(TupleType::new(body.context(), &parts?).into())
}

/// Returns a value as a single MLIR value. Builds a tuple if necessary.
fn one_value<'c>(
    body: &Body<'_, 'c, '_>,
    shape: &ShapeProto,
    value: &Tree<'c>,
) -> Result<Value<'c, 'c>, ImportError> {
    let Tree::Tuple(parts) = value else { return Ok(value.leaf()?) };
    let mut values = Vec::new();
    for (shape, part) in shape.tuple_shapes.iter().zip(parts.iter()) {
        values.push(one_value(body, shape, part)?);
    }
    let ty = whole_type(body, shape)?;
    body.emit_one(New::plain(Op::StablehloTuple, values, vec![ty], &[]))
}

/// Returns a value as a tree of leaves. Emits a `get_tuple_element` for each element of a tuple and
/// of nested tuples.
fn parts_of<'c>(body: &Body<'_, 'c, '_>, shape: &ShapeProto, value: Value<'c, 'c>) -> Outcome<'c> {
    if !shape.is_tuple() {
        return Ok(Tree::Leaf(value));
    }
    let mut parts = Vec::new();
    for (number, shape) in (0..).zip(&shape.tuple_shapes) {
        let index = ("index", make::i32(body.context(), number));
        let ty = whole_type(body, shape)?;
        let new = New::plain(Op::StablehloGetTupleElement, vec![value], vec![ty], &[index]);
        let part = body.emit_one(new)?;
        parts.push(parts_of(body, shape, part)?);
    }
    Ok(Tree::Tuple(parts.into()))
}

/// Returns the layouts that a custom call requires of its operands or results.
fn layouts<'c>(body: &Body<'_, 'c, '_>, shapes: &[ShapeProto]) -> Result<Attribute<'c>, String> {
    let context = body.context();
    let index = Type::index(context);
    let layout = |shape: &ShapeProto| {
        if shape.is_tuple() {
            let message = "a custom call with layout constraints cannot have a tuple as an \
                           operand, or as an element of its result";
            return Err(message.to_owned());
        }
        let order = if shape.is_array() { shape.minor_to_major() } else { Vec::new() };
        let rank = [order.len() as i64];
        make::tensor(context, &rank, index, order.into_iter().map(|dimension| dimension as i64))
    };
    let layouts: Result<Vec<_>, _> = shapes.iter().map(layout).collect();
    Ok(make::array(context, &layouts?))
}

/// Converts a StableHLO operation that HLO represents as a custom call.
fn encoded<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    let proto = instruction.proto();
    let op = match proto.custom_call_target.as_str() {
        "mhlo.dynamic_reshape" => Op::StablehloDynamicReshape,
        "mhlo.real_dynamic_slice" => Op::StablehloRealDynamicSlice,
        target => return Err(format!("the custom call `{target}` is not supported").into()),
    };
    let results = leaf_shapes(instruction.shape()).into_iter();
    let results: Result<Vec<_>, _> = results.map(|shape| body.importer.leaf_type(shape)).collect();
    let mut new = New::plain(op, body.operands(instruction)?, results?, &[]);
    new.attributes.extend(annotations::of(body.context(), instruction));
    let values = body.emit(new)?;
    Ok(Tree::of(instruction.shape(), &mut values.into_iter())?)
}
