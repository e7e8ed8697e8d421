// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Enum attributes that VHLO and StableHLO share, with cases of the same names.

use hloom_dialects::attributes::stablehlo;
use hloom_portable::vhlo::{self, Attribute as Vhlo};
use melior::Context;
use melior::ir::Attribute;

macro_rules! enums {
    ($($Vhlo:ident $Stablehlo:ident,)*) => {
        /// Returns the StableHLO attribute of a VHLO enum case, or `None` for other attributes.
        pub fn to_stablehlo<'c>(context: &'c Context, attribute: &Vhlo) -> Option<Attribute<'c>> {
            match attribute {
                $(Vhlo::$Vhlo { value } => {
                    let case: stablehlo::$Stablehlo = value.name().parse().ok()?;
                    Some(case.to_attribute(context))
                })*
                _ => None,
            }
        }

        /// Returns the VHLO attribute of a StableHLO enum case, or `None` for other attributes.
        pub fn to_vhlo(attribute: Attribute<'_>) -> Option<Vhlo> {
            $(if let Some(case) = stablehlo::$Stablehlo::from_attribute(attribute) {
                let value = vhlo::$Vhlo::from_name(case.as_str())?;
                return Some(Vhlo::$Vhlo { value });
            })*
            None
        }
    };
}

enums! {
    ComparisonDirectionV1 ComparisonDirection,
    ComparisonTypeV1 ComparisonType,
    FftTypeV1 FftType,
    PrecisionV1 Precision,
    ResultAccuracyModeV1 ResultAccuracyMode,
    RngAlgorithmV1 RngAlgorithm,
    RngDistributionV1 RngDistribution,
    TransposeV1 Transpose,
}
