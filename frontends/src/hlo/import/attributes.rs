// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes of operations, with their names in StableHLO's ODS records.

use super::importer::Importer;
use super::tree::leaf_shapes;
use super::{dimension_numbers, make};
use crate::ffi;
use hloom_dialects::attributes::{chlo, stablehlo};
use hloom_dialects::{Op, op};
use hloom_hlo::Instruction;
use hloom_hlo::proto::result_accuracy::{Mode, Specs};
use hloom_hlo::proto::{HloInstructionProto, TriState, WindowDimension};
use melior::ir::Attribute;
use melior::ir::attribute::FloatAttribute;

/// Returns the attributes of the operation that an instruction becomes.
///
/// # Errors
/// Fails if a mandatory attribute is missing, or if the operation cannot represent the value of an
/// attribute.
pub fn of<'c>(
    importer: &Importer<'c, '_>,
    op: Op,
    instruction: Instruction,
) -> Result<Vec<(String, Attribute<'c>)>, String> {
    let mut attributes = Vec::new();
    let facts = op.facts().attributes;
    for facts in facts {
        let attribute = attribute(importer, op, facts, instruction)?;
        if attribute.is_none() && !facts.is_optional {
            return Err(format!("`{}` is missing", facts.name));
        }
        attributes.extend(attribute.map(|value| (facts.name.to_owned(), value)));
    }
    let accuracy = accuracy(importer, instruction)?;
    if accuracy.is_some() && !facts.iter().any(|facts| facts.name == "result_accuracy") {
        return Err(format!("`{op}` cannot represent `result_accuracy`"));
    }
    Ok(attributes)
}

/// Returns one attribute of the operation, or `None` if its value is equivalent to its absence.
fn attribute<'c>(
    importer: &Importer<'c, '_>,
    op: Op,
    facts: &op::AttributeFacts,
    instruction: Instruction,
) -> Result<Option<Attribute<'c>>, String> {
    let (context, proto) = (importer.context, instruction.proto());
    let integers = |values: &[i64]| make::integers(context, values);
    let flag = |is_set: bool| {
        is_set.then(|| match facts.storage {
            "UnitAttr" => Attribute::unit(context),
            _ => make::boolean(context, true),
        })
    };
    let truth = |value: bool| Some(make::boolean(context, value));
    let slices = |part: fn(&hloom_hlo::proto::hlo_instruction_proto::SliceDimensions) -> i64| {
        Some(integers(&proto.slice_dimensions.iter().map(part).collect::<Vec<_>>()))
    };
    let padding = |part: fn(&hloom_hlo::proto::padding_config::PaddingConfigDimension) -> i64| {
        let dimensions = proto.padding_config.iter().flat_map(|config| &config.dimensions);
        Some(integers(&dimensions.map(part).collect::<Vec<_>>()))
    };
    let sizes = |part: fn(&WindowDimension) -> i64| -> Vec<i64> {
        window(proto).iter().map(part).collect()
    };
    // Strides and dilations of 1 are the default.
    let ones = |part: fn(&WindowDimension) -> i64| {
        let values = sizes(part);
        values.iter().any(|value| *value != 1).then(|| integers(&values))
    };
    let options = || proto.triangular_solve_options.clone().unwrap_or_default();
    let case = |known: Option<Attribute<'c>>| match known {
        Some(attribute) => Ok(Some(attribute)),
        None => Err(format!("unknown value of `{}`", facts.name)),
    };
    Ok(match facts.name {
        "broadcast_dimensions" | "permutation" => Some(integers(&proto.dimensions)),
        "dimensions" if op == Op::StablehloMap => {
            let rank = instruction.shape().dimensions.len() as i64;
            Some(integers(&(0..rank).collect::<Vec<_>>()))
        }
        "dimensions" => Some(integers(&proto.dimensions)),
        "dimension" | "iota_dimension" | "all_gather_dim" | "scatter_dimension" => {
            match proto.dimensions[..] {
                [dimension] => Some(make::i64(context, dimension)),
                ref others => {
                    return Err(format!(
                        "expected one dimension in `dimensions`, found {}",
                        others.len()
                    ));
                }
            }
        }
        "start_indices" => slices(|slice| slice.start),
        "limit_indices" => slices(|slice| slice.limit),
        "strides" => slices(|slice| slice.stride),
        "slice_sizes" if op == Op::StablehloGather => Some(integers(&proto.gather_slice_sizes)),
        "slice_sizes" => Some(integers(&proto.dynamic_slice_sizes)),
        "edge_padding_low" => padding(|dimension| dimension.edge_padding_low),
        "edge_padding_high" => padding(|dimension| dimension.edge_padding_high),
        "interior_padding" => padding(|dimension| dimension.interior_padding),
        "dimension_numbers" if op == Op::StablehloGather => {
            Some(dimension_numbers::gather(context, proto))
        }
        "dimension_numbers" => Some(dimension_numbers::convolution(context, proto)),
        "scatter_dimension_numbers" => Some(dimension_numbers::scatter(context, proto)),
        "dot_dimension_numbers" => Some(dimension_numbers::dot(context, proto)),
        "ragged_dot_dimension_numbers" => Some(dimension_numbers::ragged_dot(context, proto)),
        "indices_are_sorted" => flag(proto.indices_are_sorted),
        "unique_indices" => flag(proto.unique_indices),
        // `chlo.top_k` always keeps the order of equal elements.
        "is_stable" if op == Op::ChloTopK => None,
        "is_stable" => flag(proto.is_stable),
        "lower" if op == Op::StablehloCholesky => {
            flag(proto.cholesky_options.as_ref().is_some_and(|options| options.lower))
        }
        "lower" => truth(options().lower),
        "left_side" => truth(options().left_side),
        "unit_diagonal" => truth(options().unit_diagonal),
        "transpose_a" => {
            let case_of = stablehlo::Transpose::from_value(i64::from(options().transpose_a));
            case(case_of.map(|it| it.to_attribute(context)))?
        }
        "window_dimensions" => Some(integers(&sizes(|dimension| dimension.size))),
        "window_strides" => ones(|dimension| dimension.stride),
        "base_dilations" | "lhs_dilation" => ones(|dimension| dimension.base_dilation),
        "window_dilations" | "rhs_dilation" => ones(|dimension| dimension.window_dilation),
        "padding" => {
            let both = |it: &WindowDimension| [it.padding_low, it.padding_high];
            let values: Vec<i64> = window(proto).iter().flat_map(both).collect();
            let is_padded = values.iter().any(|value| *value != 0);
            is_padded.then(|| make::matrix(context, 2, values)).transpose()?
        }
        "window_reversal" => {
            let values: Vec<_> = window(proto).iter().map(|it| it.window_reversal).collect();
            values.contains(&true).then(|| ffi::bool_array(context, &values))
        }
        // Old messages store zero instead of one.
        "feature_group_count" => Some(make::i64(context, proto.feature_group_count.max(1))),
        "batch_group_count" => Some(make::i64(context, proto.batch_group_count.max(1))),
        "precision_config" => precision(importer, op, proto)?,
        "algorithm" => importer.algorithm(instruction)?,
        "result_accuracy" => accuracy(importer, instruction)?,
        "comparison_direction" => {
            let direction = proto.comparison_direction.parse::<stablehlo::ComparisonDirection>();
            case(direction.ok().map(|it| it.to_attribute(context)))?
        }
        "compare_type" if proto.comparison_type.is_empty() => None,
        "compare_type" => {
            let order = proto.comparison_type.parse::<stablehlo::ComparisonType>();
            case(order.ok().map(|it| it.to_attribute(context)))?
        }
        "exponent_bits" => Some(make::i32(context, proto.exponent_bits)),
        "mantissa_bits" => Some(make::i32(context, proto.mantissa_bits)),
        "epsilon" => {
            let ty = melior::ir::Type::float32(context);
            Some(FloatAttribute::new(context, ty, proto.epsilon.into()).into())
        }
        "feature_index" => Some(make::i64(context, proto.feature_index)),
        "fft_type" => {
            let kind = stablehlo::FftType::from_value(i64::from(proto.fft_type));
            case(kind.map(|it| it.to_attribute(context)))?
        }
        "fft_length" => Some(integers(&proto.fft_length)),
        "rng_algorithm" => {
            let algorithm = stablehlo::RngAlgorithm::from_value(i64::from(proto.rng_algorithm));
            case(algorithm.map(|it| it.to_attribute(context)))?
        }
        "rng_distribution" => {
            let kind = stablehlo::RngDistribution::from_value(i64::from(proto.distribution));
            case(kind.map(|it| it.to_attribute(context)))?
        }
        "replica_groups" => Some(importer.replica_groups(proto)?),
        "channel_handle" if proto.channel_id == 0 => None,
        "channel_handle" => {
            let handle = stablehlo::ChannelHandle { handle: proto.channel_id, type_: 0 };
            Some(handle.to_attribute(context))
        }
        "use_global_device_ids" => flag(proto.use_global_device_ids),
        "has_dynamic_root" => flag(proto.has_dynamic_root),
        "source_target_pairs" => {
            let pairs = proto.source_target_pairs.iter().flat_map(|it| [it.source, it.target]);
            Some(make::matrix(context, 2, pairs.collect())?)
        }
        "infeed_config" => Some(ffi::string(context, &proto.infeed_config)),
        "outfeed_config" => Some(ffi::string(context, &proto.outfeed_config)),
        "layout" => Some(layouts(importer, instruction)),
        "k" => Some(make::i64(context, proto.k)),
        "is_reverse" => flag(proto.is_reverse),
        "is_associative" => match proto.is_associative() {
            TriState::Unspecified => None,
            known => truth(known == TriState::True),
        },
        "scan_dim_size" => None,
        unknown => {
            return Err(format!(
                "no field of the instruction is the attribute `{unknown}` of `{op}`"
            ));
        }
    })
}

fn window(proto: &HloInstructionProto) -> &[WindowDimension] {
    proto.window.as_ref().map_or(&[], |window| &window.dimensions)
}

/// Returns the precision of each operand, or `None` if all have the default precision.
fn precision<'c>(
    importer: &Importer<'c, '_>,
    op: Op,
    proto: &HloInstructionProto,
) -> Result<Option<Attribute<'c>>, String> {
    let config = proto.precision_config.as_ref();
    let precisions = config.map_or(&[][..], |config| &config.operand_precision);
    if precisions.iter().all(|precision| *precision == 0) {
        return Ok(None);
    }
    let context = importer.context;
    let case = |value: &i32| {
        let value = i64::from(*value);
        let case = match op {
            Op::ChloRaggedDot => {
                chlo::Precision::from_value(value).map(|case| case.to_attribute(context))
            }
            _ => stablehlo::Precision::from_value(value).map(|case| case.to_attribute(context)),
        };
        case.ok_or_else(|| format!("expected a known `operand_precision`, found {value}"))
    };
    let cases = precisions.iter().map(case).collect::<Result<Vec<_>, _>>()?;
    Ok(Some(make::array(context, &cases)))
}

/// Returns the accuracy that an instruction requires of its results, or `None` if it is the
/// default.
fn accuracy<'c>(
    importer: &Importer<'c, '_>,
    instruction: Instruction,
) -> Result<Option<Attribute<'c>>, String> {
    let accuracy = instruction.proto().result_accuracy.as_ref();
    let (tolerances, mode) = match accuracy.and_then(|accuracy| accuracy.specs.as_ref()) {
        None => return Ok(None),
        Some(Specs::Mode(mode)) if *mode == i32::from(Mode::Default) => return Ok(None),
        Some(Specs::Mode(mode)) if *mode == i32::from(Mode::Highest) => ((0.0, 0.0, 0), "HIGHEST"),
        Some(Specs::Mode(_)) => return Err("unknown value of `result_accuracy`".to_owned()),
        Some(Specs::Tolerance(it)) => ((it.atol, it.rtol, it.ulps), "TOLERANCE"),
    };
    let (atol, rtol, ulps) = tolerances;
    let text = format!(
        "#stablehlo.result_accuracy<atol = {atol:.17e}, rtol = {rtol:.17e}, ulps = {ulps}, \
         mode = #stablehlo.result_accuracy_mode<{mode}>>"
    );
    Ok(Some(make::parse(importer.context, &text)?))
}

/// Returns the layouts of the arrays that an infeed yields.
fn layouts<'c>(importer: &Importer<'c, '_>, instruction: Instruction) -> Attribute<'c> {
    let context = importer.context;
    let leaves = leaf_shapes(instruction.shape()).into_iter();
    let layouts: Vec<_> = leaves
        .filter(|shape| shape.is_array())
        .map(|shape| {
            let order = shape.minor_to_major();
            let order = order.into_iter().map(|dimension| make::i64(context, dimension as i64));
            make::array(context, &order.collect::<Vec<_>>())
        })
        .collect();
    make::array(context, &layouts)
}
