// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Table of the changes of VHLO's operations between versions.
//!
//! A change replaces an operation `name_v1` by `name_v2`. The table describes it once, and both the
//! upgrade and the downgrade use the table.
//!
//! Sources: `VhloToVersion.cpp`, `VhloToVersionPatterns.td`.

/// A change of an operation between versions of VHLO. An upgrade always succeeds. A downgrade
/// succeeds if the operation uses nothing that the change added.
#[derive(Debug)]
pub(super) struct Conversion {
    /// The name of the operation before the change.
    pub(super) from: &'static str,
    /// The name of the operation after the change.
    pub(super) to: &'static str,
    /// Properties that the change added, with their default values.
    pub(super) added: &'static [(&'static str, PropertyDefault)],
    /// Properties that the change removed, with the values that a downgrade assigns to them.
    pub(super) removed: &'static [(&'static str, PropertyDefault)],
    /// Whether the change replaced a single operand and a single result by any number of operands
    /// and results.
    pub(super) became_variadic: bool,
    /// Whether the change allowed the operation to have regions.
    pub(super) added_regions: bool,
}

/// Default value of a property. With this value, an operation has the same semantics as in a
/// version without the property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PropertyDefault {
    /// A constant tensor that is an empty list of integers.
    EmptyIntegers,
    /// An empty array attribute.
    EmptyArray,
    /// A type attribute of the type `none`.
    NoneType,
    /// The boolean attribute `false`.
    False,
    /// A result accuracy with the default mode and zero tolerances.
    ResultAccuracy,
    /// A padding of two zeros for each spatial dimension of the first operand.
    ConvolutionPadding,
}

/// Creates a conversion that only adds properties.
const fn with(
    from: &'static str,
    to: &'static str,
    added: &'static [(&str, PropertyDefault)],
) -> Conversion {
    Conversion { from, to, added, removed: &[], became_variadic: false, added_regions: false }
}

const fn variadic(conversion: Conversion) -> Conversion {
    Conversion { became_variadic: true, ..conversion }
}

const fn accurate(from: &'static str, to: &'static str) -> Conversion {
    with(from, to, &[("result_accuracy", PropertyDefault::ResultAccuracy)])
}

/// All changes of VHLO's operations, sorted by the operation's name before the change.
pub(super) const CONVERSIONS: &[Conversion] = &[
    variadic(with("all_gather_v1", "all_gather_v2", &[])),
    variadic(with("all_reduce_v1", "all_reduce_v2", &[])),
    variadic(with("all_to_all_v1", "all_to_all_v2", &[])),
    accurate("cbrt_v1", "cbrt_v2"),
    variadic(with(
        "collective_broadcast_v1",
        "collective_broadcast_v2",
        &[("has_dynamic_root", PropertyDefault::False)],
    )),
    Conversion { added_regions: true, ..with("composite_v1", "composite_v2", &[]) },
    accurate("cosine_v1", "cosine_v2"),
    with("custom_call_v1", "custom_call_v2", &[("result_tilings", PropertyDefault::EmptyArray)]),
    with(
        "dot_general_v1",
        "dot_general_v2",
        &[
            ("accumulation_type", PropertyDefault::NoneType),
            ("allow_imprecise_accumulation", PropertyDefault::NoneType),
            ("lhs_component_count", PropertyDefault::NoneType),
            ("lhs_precision_type", PropertyDefault::NoneType),
            ("num_primitive_operations", PropertyDefault::NoneType),
            ("rhs_component_count", PropertyDefault::NoneType),
            ("rhs_precision_type", PropertyDefault::NoneType),
        ],
    ),
    Conversion {
        removed: &[("padding", PropertyDefault::ConvolutionPadding)],
        ..with("dynamic_conv_v1", "dynamic_conv_v2", &[])
    },
    with(
        "dynamic_gather_v1",
        "dynamic_gather_v2",
        &[
            ("operand_batching_dims", PropertyDefault::EmptyIntegers),
            ("start_indices_batching_dims", PropertyDefault::EmptyIntegers),
        ],
    ),
    accurate("exponential_minus_one_v1", "exponential_minus_one_v2"),
    accurate("exponential_v1", "exponential_v2"),
    with(
        "gather_v1",
        "gather_v2",
        &[
            ("operand_batching_dims", PropertyDefault::EmptyIntegers),
            ("start_indices_batching_dims", PropertyDefault::EmptyIntegers),
        ],
    ),
    accurate("log_plus_one_v1", "log_plus_one_v2"),
    accurate("log_v1", "log_v2"),
    accurate("logistic_v1", "logistic_v2"),
    with("recv_v1", "recv_v2", &[("source_target_pairs", PropertyDefault::EmptyIntegers)]),
    accurate("rsqrt_v1", "rsqrt_v2"),
    with(
        "scatter_v1",
        "scatter_v2",
        &[
            ("input_batching_dims", PropertyDefault::EmptyIntegers),
            ("scatter_indices_batching_dims", PropertyDefault::EmptyIntegers),
        ],
    ),
    with("send_v1", "send_v2", &[("source_target_pairs", PropertyDefault::EmptyIntegers)]),
    accurate("sine_v1", "sine_v2"),
    accurate("sqrt_v1", "sqrt_v2"),
    accurate("tan_v1", "tan_v2"),
    accurate("tanh_v1", "tanh_v2"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Name;
    use crate::operations::{Definition, definition, definitions};

    fn vhlo(name: &str) -> &'static Definition {
        definition(&Name::from(format!("vhlo.{name}").as_str())).expect("a known operation")
    }

    #[test]
    fn every_change_makes_the_next_definition() {
        for conversion in CONVERSIONS {
            let (from, to) = (vhlo(conversion.from), vhlo(conversion.to));
            let until = from.until.expect("the last version of a changed operation");
            assert_eq!((until.major, until.minor + 1), (to.since.major, to.since.minor), "{to}");
            let names =
                |of: &Definition| -> Vec<_> { of.properties.iter().map(|it| it.name).collect() };
            let mut expected = names(from);
            expected.retain(|name| conversion.removed.iter().all(|(removed, _)| removed != name));
            expected.extend(conversion.added.iter().map(|(added, _)| added));
            expected.sort_unstable();
            assert_eq!(names(to), expected, "{to}");
        }
    }

    #[test]
    fn every_definition_that_ended_goes_on() {
        let ended = definitions().filter(|definition| definition.until.is_some());
        let from: Vec<_> = CONVERSIONS.iter().map(|conversion| conversion.from).collect();
        assert_eq!(ended.map(|definition| definition.name).collect::<Vec<_>>(), from);
    }
}
