// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations of VHLO that changed, and how.
//!
//! Sources: `VhloToVersion.cpp`, `VhloToVersionPatterns.td`.

/// A change of an operation. Upgrading always works; downgrading takes that nothing of what
/// was added is used.
#[derive(Debug)]
pub(super) struct Conversion {
    /// The name before.
    pub(super) from: &'static str,
    /// The name after.
    pub(super) to: &'static str,
    /// Properties that were added.
    pub(super) added: &'static [(&'static str, Default)],
    /// Properties that were removed.
    pub(super) removed: &'static [(&'static str, Default)],
    /// Whether operands and results became as many as one likes, from one.
    pub(super) became_variadic: bool,
    /// Whether regions were added.
    pub(super) added_regions: bool,
}

/// What a property is where it does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Default {
    /// A list without integers.
    EmptyIntegers,
    /// An array of nothing.
    EmptyArray,
    /// The type `none`.
    NoneType,
    /// `false`.
    False,
    /// No tolerance asked for.
    ResultAccuracy,
    /// Two zeros for each spatial dimension of the first operand.
    ConvolutionPadding,
}

/// An operation that did not change but for a property.
const fn with(
    from: &'static str,
    to: &'static str,
    added: &'static [(&str, Default)],
) -> Conversion {
    Conversion { from, to, added, removed: &[], became_variadic: false, added_regions: false }
}

const fn variadic(conversion: Conversion) -> Conversion {
    Conversion { became_variadic: true, ..conversion }
}

const fn accurate(from: &'static str, to: &'static str) -> Conversion {
    with(from, to, &[("result_accuracy", Default::ResultAccuracy)])
}

/// All changes.
pub(super) const CONVERSIONS: &[Conversion] = &[
    variadic(with("all_gather_v1", "all_gather_v2", &[])),
    variadic(with("all_reduce_v1", "all_reduce_v2", &[])),
    variadic(with("all_to_all_v1", "all_to_all_v2", &[])),
    accurate("cbrt_v1", "cbrt_v2"),
    variadic(with(
        "collective_broadcast_v1",
        "collective_broadcast_v2",
        &[("has_dynamic_root", Default::False)],
    )),
    Conversion { added_regions: true, ..with("composite_v1", "composite_v2", &[]) },
    accurate("cosine_v1", "cosine_v2"),
    with("custom_call_v1", "custom_call_v2", &[("result_tilings", Default::EmptyArray)]),
    with(
        "dot_general_v1",
        "dot_general_v2",
        &[
            ("accumulation_type", Default::NoneType),
            ("allow_imprecise_accumulation", Default::NoneType),
            ("lhs_component_count", Default::NoneType),
            ("lhs_precision_type", Default::NoneType),
            ("num_primitive_operations", Default::NoneType),
            ("rhs_component_count", Default::NoneType),
            ("rhs_precision_type", Default::NoneType),
        ],
    ),
    Conversion {
        removed: &[("padding", Default::ConvolutionPadding)],
        ..with("dynamic_conv_v1", "dynamic_conv_v2", &[])
    },
    with(
        "dynamic_gather_v1",
        "dynamic_gather_v2",
        &[
            ("operand_batching_dims", Default::EmptyIntegers),
            ("start_indices_batching_dims", Default::EmptyIntegers),
        ],
    ),
    accurate("exponential_minus_one_v1", "exponential_minus_one_v2"),
    accurate("exponential_v1", "exponential_v2"),
    with(
        "gather_v1",
        "gather_v2",
        &[
            ("operand_batching_dims", Default::EmptyIntegers),
            ("start_indices_batching_dims", Default::EmptyIntegers),
        ],
    ),
    accurate("log_plus_one_v1", "log_plus_one_v2"),
    accurate("log_v1", "log_v2"),
    accurate("logistic_v1", "logistic_v2"),
    with("recv_v1", "recv_v2", &[("source_target_pairs", Default::EmptyIntegers)]),
    accurate("rsqrt_v1", "rsqrt_v2"),
    with(
        "scatter_v1",
        "scatter_v2",
        &[
            ("input_batching_dims", Default::EmptyIntegers),
            ("scatter_indices_batching_dims", Default::EmptyIntegers),
        ],
    ),
    with("send_v1", "send_v2", &[("source_target_pairs", Default::EmptyIntegers)]),
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
        definition(&Name::from(format!("vhlo.{name}").as_str())).expect("it is in the table")
    }

    #[test]
    fn every_change_makes_the_next_definition() {
        for conversion in CONVERSIONS {
            let (from, to) = (vhlo(conversion.from), vhlo(conversion.to));
            let until = from.until.expect("it has changed");
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
