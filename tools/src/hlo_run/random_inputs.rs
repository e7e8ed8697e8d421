// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Command-line options for random inputs.

use super::input::Randomness;
use clap::Args;
use hloom_values::Distribution;

/// Options for random inputs.
#[derive(Clone, Debug, Default, Args)]
pub struct RandomOptions {
    /// Use random elements for every parameter without an input
    #[arg(long, alias = "random_init_input_literals", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL", action = clap::ArgAction::Set, default_value_t = false, hide_possible_values = true, hide_default_value = true)]
    pub random_inputs: bool,

    /// Interval of random elements, unless an input specifies its own: floats are in [LOW, HIGH),
    /// integers from LOW to HIGH
    #[arg(long, value_name = "LOW..HIGH", allow_hyphen_values = true)]
    pub input_range: Option<Distribution>,

    /// Choose floats whose exponents are uniform in the range of normal numbers, and integers in
    /// the range of their type
    #[arg(long, alias = "use_large_float_range", conflicts_with = "input_range", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL", action = clap::ArgAction::Set, default_value_t = false, hide_possible_values = true, hide_default_value = true)]
    pub large_range: bool,

    /// Run this many times, each time on different random inputs; implies --random-inputs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub iterations: Option<u32>,
}

impl RandomOptions {
    /// Returns the options for the random inputs in an iteration of `--iterations`. `count` is the
    /// number of inputs.
    pub fn of_iteration(&self, iteration: u32, count: usize) -> Randomness {
        let distribution = match self.input_range {
            Some(range) => range,
            None if self.large_range => Distribution::Large,
            None => Distribution::Small,
        };
        Randomness {
            fill: self.random_inputs || self.iterations.is_some(),
            distribution,
            // The default seeds are positions, so that no two inputs of a run have the same seed.
            shift: u64::from(iteration) * count as u64,
        }
    }
}
