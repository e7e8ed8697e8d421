// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of the dialects' attributes to Rust values and back.

use hloom_dialects::{
    Context,
    attributes::{FromAttribute, chlo, stablehlo},
};
use melior::ir::{Attribute, Type};

#[test]
fn structs() {
    let context = Context::new();
    let text = "#chlo.ragged_dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0, 1]>";
    let attribute = Attribute::parse(&context, text).unwrap();
    let numbers = chlo::RaggedDotDimensionNumbers::from_attribute(attribute).unwrap();
    assert_eq!(numbers.lhs_contracting_dimensions, [2]);
    assert_eq!(numbers.lhs_ragged_dimensions, [0, 1]);
    assert!(numbers.lhs_batching_dimensions.is_empty());
    assert_eq!(numbers.to_attribute(&context), attribute);
    assert_eq!(attribute.to_string(), text);
}

#[test]
fn other_attributes_are_refused() {
    let context = Context::new();
    for text in ["1 : i32", "#chlo<precision HIGH>", "#stablehlo<precision HIGH>", "unit"] {
        let attribute = Attribute::parse(&context, text).unwrap();
        assert_eq!(chlo::RaggedDotDimensionNumbers::from_attribute(attribute), None, "{text}");
    }
    // Two dialects have an attribute of the same name; each is read only as its own.
    let ours = Attribute::parse(&context, "#chlo<precision HIGH>").unwrap();
    assert_eq!(chlo::Precision::from_attribute(ours), Some(chlo::Precision::High));
    assert_eq!(stablehlo::Precision::from_attribute(ours), None);
}

#[test]
fn enums() {
    let context = Context::new();
    let less = stablehlo::ComparisonDirection::Lt;
    let attribute = less.to_attribute(&context);
    assert_eq!(attribute.to_string(), "#stablehlo<comparison_direction LT>");
    assert_eq!(stablehlo::ComparisonDirection::from_attribute(attribute), Some(less));
    assert_eq!("LT".parse(), Ok(less));
    assert_eq!(less.to_string(), "LT");
    assert_eq!(
        "lt".parse::<stablehlo::ComparisonDirection>().unwrap_err().to_string(),
        "expected a ComparisonDirection (one of EQ, NE, GE, GT, LE, LT), found `lt`"
    );
    assert_eq!(stablehlo::ComparisonDirection::from_value(6), None);
}

#[test]
fn an_enum_kept_in_an_integer() {
    let context = Context::new();
    let typed = Attribute::parse(&context, "4 : i32").unwrap();
    let version = stablehlo::CustomCallApiVersion::from_attribute(typed).unwrap();
    assert_eq!(version.as_str(), "API_VERSION_TYPED_FFI");
    assert_eq!(version.to_attribute(&context), typed);
}

fn round_trip<'c, T: FromAttribute<'c>>(
    context: &'c Context,
    text: &str,
    back: impl Fn(&T, &'c Context) -> Attribute<'c>,
) -> T {
    let attribute = Attribute::parse(context, text).unwrap_or_else(|| panic!("{text}"));
    let value = T::from_attribute(attribute).unwrap_or_else(|| panic!("{text}"));
    assert_eq!(back(&value, context), attribute, "{text}");
    value
}

#[test]
fn every_kind_of_parameter() {
    let context = Context::new();
    let dot: stablehlo::DotDimensionNumbers = round_trip(
        &context,
        "#stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>",
        |value: &stablehlo::DotDimensionNumbers, context| value.to_attribute(context),
    );
    assert_eq!(dot.rhs_batching_dimensions, [1]);
    let gather: stablehlo::GatherDimensionNumbers = round_trip(
        &context,
        "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>",
        |value: &stablehlo::GatherDimensionNumbers, context| value.to_attribute(context),
    );
    assert_eq!((gather.offset_dims.as_slice(), gather.index_vector_dim), (&[1][..], 1));
    let channel: stablehlo::ChannelHandle = round_trip(
        &context,
        "#stablehlo.channel_handle<handle = 3, type = 1>",
        |value: &stablehlo::ChannelHandle, context| value.to_attribute(context),
    );
    assert_eq!((channel.handle, channel.type_), (3, 1));
    let algorithm: stablehlo::DotAlgorithm = round_trip(
        &context,
        "#stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true>",
        |value: &stablehlo::DotAlgorithm, context| value.to_attribute(context),
    );
    assert_eq!(algorithm.accumulation_type, Some(Type::float32(&context)));
    assert!(algorithm.allow_imprecise_accumulation);
}

#[test]
fn bounds() {
    let context = Context::new();
    let ty = Type::parse(&context, "tensor<?x3x?xf32, #stablehlo.bounds<4, ?, ?>>").unwrap();
    let tensor = hloom_dialects::shape::TensorType::from_type(ty).unwrap();
    assert_eq!(tensor.bounds(), [Some(4), None, None]);
    assert_eq!(tensor.with_element(Type::float32(&context)).ty(), ty);
}
