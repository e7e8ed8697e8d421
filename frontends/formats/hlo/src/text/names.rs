// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes the values of enumerations, which have names in HLO text.

use super::cursor::{Cursor, Result};

/// Enumeration of protocol buffers whose values have names in HLO text.
pub trait Named: Copy + TryFrom<i32> + Into<i32> {
    /// Returns the names of all values, for error messages.
    fn names() -> Vec<String> {
        (0..64).filter_map(|value| Self::try_from(value).ok()).map(Self::hlo_name).collect()
    }

    /// Returns the name of the enumeration value in HLO text.
    fn hlo_name(self) -> String;
}

/// Implements [`Named`] with functions from names in protocol buffers to names in HLO text.
macro_rules! named {
    ($($type:ty, $name:expr;)*) => {
        $(impl Named for $type {
            fn hlo_name(self) -> String {
                let name: fn(&str) -> String = $name;
                name(self.as_str_name())
            }
        })*
    };
}

use crate::proto::op_sharding::Type as ShardingType;
use crate::proto::precision_config::{Algorithm, Precision};
use crate::proto::result_accuracy::Mode;
use crate::proto::triangular_solve_options::Transpose;
use crate::proto::{
    ConvolutionKind, CustomCallApiVersion, CustomCallSchedule, FftType, Kind, PaddingType,
    RandomAlgorithm, RandomDistribution,
};

fn lower_case_after(prefix: &str, name: &str) -> String {
    name.trim_start_matches(prefix).to_ascii_lowercase()
}

named! {
    Algorithm, |name| lower_case_after("ALG_", name);
    ConvolutionKind, |name| lower_case_after("CONVOLUTION_KIND_", name);
    CustomCallApiVersion, str::to_owned;
    CustomCallSchedule, str::to_owned;
    FftType, str::to_owned;
    Kind, |name| name.to_ascii_lowercase().replace('_', "-");
    Mode, |name| name.to_ascii_lowercase();
    PaddingType, str::to_owned;
    Precision, |name| name.to_ascii_lowercase();
    RandomAlgorithm, |name| name.to_ascii_lowercase();
    RandomDistribution, |name| name.to_ascii_lowercase();
    ShardingType, |name| name.to_ascii_lowercase();
    Transpose, str::to_owned;
}

/// Reads the name of an enumeration value, and returns the number of the value in protocol buffers.
pub fn read<T: Named>(cursor: &mut Cursor) -> Result<i32> {
    let word = cursor.peek_word();
    let value =
        (0..64).filter_map(|value| T::try_from(value).ok()).find(|value| value.hlo_name() == word);
    let Some(value) = value else {
        let names: Vec<_> = T::names().iter().map(|name| format!("`{name}`")).collect();
        return Err(cursor.expected(&format!("one of {}", names.join(", "))));
    };
    cursor.eat_word(word);
    Ok(value.into())
}

/// Returns the name of an enumeration value in HLO text, given its number in protocol buffers. An
/// unknown number is treated as the default value.
pub fn name<T: Named + Default>(value: i32) -> String {
    T::try_from(value).unwrap_or_default().hlo_name()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        let value = read::<Algorithm>(&mut Cursor::new("dot_bf16_bf16_f32_x3"));
        assert_eq!(value, Ok(Algorithm::AlgDotBf16Bf16F32X3.into()));
        assert_eq!(name::<Kind>(Kind::MustAlias.into()), "must-alias");
        assert_eq!(name::<RandomAlgorithm>(2), "rng_philox");
        let error = read::<Precision>(&mut Cursor::new("lowest")).expect_err("no such");
        assert_eq!(error.message, "expected one of `default`, `high`, `highest`, found `lowest`");
    }
}
