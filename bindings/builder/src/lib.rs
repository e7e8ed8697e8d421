// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod attributes;
mod emit;
mod error;
mod function;
mod ops;
mod program;
mod signature;
mod text;
pub mod types;
mod value;
mod write;

pub use error::{At, Error, Result};
pub use hloom_portable::Version;
pub use hloom_portable::vhlo::{
    ComparisonDirectionV1 as ComparisonDirection, ComparisonTypeV1 as ComparisonType,
    FftTypeV1 as FftType, PrecisionV1 as Precision, RngAlgorithmV1 as RngAlgorithm,
    RngDistributionV1 as RngDistribution, TransposeV1 as Transpose,
};
pub use hloom_values::{Element, ElementType, Literal, Scalar, Shape};
pub use ops::{
    BackendConfig, Convolution, ConvolutionDimensionNumbers, CustomCall, DotAlgorithm,
    DotDimensionNumbers, GatherDimensionNumbers, HostChannel, ReplicaGroups,
    ScatterDimensionNumbers, Window,
};
pub use program::Program;
pub use signature::Function;
pub use types::Type;
pub use value::{Operand, Types, Value, Values};
