// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! VHLO: StableHLO with a version of every operation, attribute and type.
//!
//! Sources: `VhloOps.td`, `VhloAttrs.td`, `VhloTypes.td` and `VhloEnums.td` for the contents of
//! each version, `VhloBytecode.cpp` for the encodings, `VhloToVersion.cpp` and its patterns for
//! the changes between versions.

mod attribute;
mod elements;
mod enums;
mod r#type;
mod verify;

pub use attribute::Attribute;
pub use enums::{
    ComparisonDirectionV1, ComparisonTypeV1, CustomCallApiVersionV1, FftTypeV1, PrecisionV1,
    ResultAccuracyModeV1, RngAlgorithmV1, RngDistributionV1, TransposeV1,
};
pub use r#type::Type;
pub(crate) use verify::{attribute_error, type_error};
