// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Comparison of the results of two platforms.

use crate::command::Failure;
use clap::Args;
use hloom_compiler::{Error, Literal};
use hloom_values::{ElementClass, ElementType, Mismatch, Tolerance, compare};
use std::io::Write;

/// Options for the comparison of results.
#[derive(Clone, Debug, Default, Args)]
pub struct ComparisonOptions {
    /// Also run on this platform, and compare the results: integers exactly, floats within the
    /// rounding errors of sums in another order, or within the given bounds
    #[arg(long, value_name = "NAME", aliases = ["reference-platform", "reference_platform"])]
    pub compare_with: Option<String>,

    /// Maximum absolute difference of floats in a comparison, in addition to --rel-error-bound
    #[arg(long, value_name = "NUMBER", alias = "abs_error_bound", value_parser = bound)]
    pub abs_error_bound: Option<f64>,

    /// Maximum difference of floats in a comparison, relative to the expected number
    #[arg(long, value_name = "NUMBER", alias = "rel_error_bound", value_parser = bound)]
    pub rel_error_bound: Option<f64>,
}

/// Parses an error bound on the command line: a finite number of at least 0.
fn bound(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number >= 0.0 && number.is_finite() => Ok(number),
        _ => Err(format!("expected a finite number that is not negative, found `{text}`")),
    }
}

impl ComparisonOptions {
    /// Compares a result with the expected result and returns the first element that differs by
    /// more than the error bounds.
    ///
    /// # Errors
    /// Fails if the two results have different types.
    pub fn difference(
        &self,
        result: &Literal,
        expected: &Literal,
    ) -> Result<Option<Mismatch>, Error> {
        Ok(compare(result, expected, self.tolerance(result.shape().element_type))?)
    }

    fn tolerance(&self, element_type: ElementType) -> Tolerance {
        let has_parts = matches!(element_type.class(), ElementClass::Float | ElementClass::Complex);
        match (self.abs_error_bound, self.rel_error_bound) {
            (None, None) => Tolerance::of_sums(element_type),
            _ if !has_parts => Tolerance::Exact,
            (absolute, relative) => Tolerance::Close {
                absolute: absolute.unwrap_or_default(),
                relative: relative.unwrap_or_default(),
            },
        }
    }

    /// Compares results with the expected results. Prints the differences to standard error and a
    /// summary to `output`.
    ///
    /// `names` are the names of the program, of the tested platform and of the reference platform.
    /// Returns true if there is no difference.
    ///
    /// # Errors
    /// Fails if the output cannot be written, or if a result has another type than expected.
    pub fn report(
        &self,
        names: [&str; 3],
        results: &[Literal],
        expected: &[Literal],
        output: &mut impl Write,
    ) -> Result<bool, Failure> {
        let [name, one, other] = names;
        let mut same = 0;
        for (index, (result, expected)) in results.iter().zip(expected).enumerate() {
            match self.difference(result, expected)? {
                None => same += 1,
                Some(mismatch) => writeln!(
                    std::io::stderr(),
                    "{name}: error: result {index} on {one} differs from that on {other}: {mismatch}"
                )?,
            }
        }
        let all = results.len();
        writeln!(output, "{name}: {same} of {all} results on {one} match those on {other}")?;
        Ok(same == all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_apply_to_floats_only() {
        let options =
            ComparisonOptions { abs_error_bound: Some(0.5), ..ComparisonOptions::default() };
        let one = Literal::scalar(1.25_f32).expect("one");
        let other = Literal::scalar(1.0_f32).expect("one");
        assert_eq!(options.difference(&one, &other).expect("same type"), None);
        let strict =
            ComparisonOptions { rel_error_bound: Some(0.125), ..ComparisonOptions::default() };
        assert!(strict.difference(&one, &other).expect("same type").is_some());
        let [one, other] = [1_i32, 2].map(|it| Literal::scalar(it).expect("one"));
        assert!(options.difference(&one, &other).expect("same type").is_some());
        for text in ["-1", "nan", "inf", "x"] {
            assert!(bound(text).is_err(), "{text}");
        }
    }
}
