// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Enumerations of VHLO.

use crate::bytecode::EntryReader;
use crate::encoding::{Encoding, Plain, Sink};
use crate::error::Result;

macro_rules! enums {
    ($(
        $(#[$about:meta])*
        $Name:ident { $($Case:ident = $code:literal $name:literal),* $(,)? }
    )*) => {
        $(
            $(#[$about])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
            #[allow(missing_docs, reason = "the specification documents these cases")]
            pub enum $Name { $($Case = $code),* }

            impl $Name {
                /// Returns the name of the enum case in MLIR's textual form.
                pub fn name(self) -> &'static str {
                    match self { $(Self::$Case => $name),* }
                }

                /// Returns the enum case with the given name, or `None` if there is no such case.
                pub fn from_name(name: &str) -> Option<Self> {
                    match name { $($name => Some(Self::$Case),)* _ => None }
                }
            }

            impl Encoding<$Name> for Plain {
                fn read(from: &mut EntryReader<'_, '_>) -> Result<$Name> {
                    let start = from.input;
                    match from.input.varint()? {
                        $($code => Ok($Name::$Case),)*
                        other => Err(start.error(format!(
                            concat!("expected a ", stringify!($Name), ", found {}"), other
                        ))),
                    }
                }
                fn write(value: &$Name, to: &mut dyn Sink) {
                    to.varint(*value as u64);
                }
            }
        )*
    };
}

enums! {
    /// Direction of a comparison.
    ComparisonDirectionV1 {
        Eq = 0 "EQ", Ne = 1 "NE", Ge = 2 "GE", Gt = 3 "GT", Le = 4 "LE", Lt = 5 "LT",
    }
    /// Type of a comparison, which determines the interpretation of the operands.
    ComparisonTypeV1 {
        NoType = 0 "NOTYPE", Float = 1 "FLOAT", TotalOrder = 2 "TOTALORDER", Signed = 3 "SIGNED",
        Unsigned = 4 "UNSIGNED",
    }
    /// API version of a custom call.
    CustomCallApiVersionV1 {
        Unspecified = 0 "API_VERSION_UNSPECIFIED", Original = 1 "API_VERSION_ORIGINAL",
        StatusReturning = 2 "API_VERSION_STATUS_RETURNING",
        StatusReturningUnified = 3 "API_VERSION_STATUS_RETURNING_UNIFIED",
        TypedFfi = 4 "API_VERSION_TYPED_FFI",
    }
    /// Type of a Fourier transform.
    FftTypeV1 { Fft = 0 "FFT", Ifft = 1 "IFFT", Rfft = 2 "RFFT", Irfft = 3 "IRFFT" }
    /// Precision of an operand.
    PrecisionV1 { Default = 0 "DEFAULT", High = 1 "HIGH", Highest = 2 "HIGHEST" }
    /// Mode of a result accuracy.
    ResultAccuracyModeV1 { Default = 0 "DEFAULT", Highest = 1 "HIGHEST", Tolerance = 2 "TOLERANCE" }
    /// Algorithm of a random bit generator.
    RngAlgorithmV1 { Default = 0 "DEFAULT", ThreeFry = 1 "THREE_FRY", Philox = 2 "PHILOX" }
    /// Distribution of random numbers.
    RngDistributionV1 { Uniform = 1 "UNIFORM", Normal = 2 "NORMAL" }
    /// Transposition of the matrix of a triangular solve.
    TransposeV1 {
        TransposeInvalid = 0 "TRANSPOSE_INVALID", NoTranspose = 1 "NO_TRANSPOSE",
        Transpose = 2 "TRANSPOSE", Adjoint = 3 "ADJOINT",
    }
}
