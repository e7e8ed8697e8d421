// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The opcodes of HLO, with their names and numbers of operands.

use std::fmt::{self, Display};
use std::str::FromStr;

macro_rules! arity {
    (any) => {
        None
    };
    ($count:literal) => {
        Some($count)
    };
}

macro_rules! has_accuracy {
    (accuracy) => {
        true
    };
    () => {
        false
    };
}

/// Defines the enum [`Opcode`] from a table of variants, HLO names and numbers of operands. The
/// word `accuracy` marks opcodes that have the attribute `result_accuracy`.
macro_rules! opcodes {
    ($($variant:ident $name:literal $arity:tt $($accuracy:ident)?,)*) => {
        /// Opcode of an instruction. The opcodes and their names match `xla/hlo/ir/hlo_opcode.h`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Opcode {
            $(
                #[doc = concat!("`", $name, "`")]
                $variant,
            )*
        }

        impl Opcode {
            /// All opcodes of HLO, in the order of the enum's variants.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Returns the name of the opcode in HLO text and in protocol buffers.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// Returns the number of operands that instructions with this opcode have, or `None` if
            /// the number varies.
            pub const fn arity(self) -> Option<usize> {
                match self {
                    $(Self::$variant => arity!($arity),)*
                }
            }

            /// Returns true if the opcode has the attribute `result_accuracy`, with which a program
            /// selects between implementations of a function.
            pub const fn has_result_accuracy(self) -> bool {
                match self {
                    $(Self::$variant => has_accuracy!($($accuracy)?),)*
                }
            }
        }

        impl FromStr for Opcode {
            type Err = UnknownOpcode;

            fn from_str(name: &str) -> Result<Self, UnknownOpcode> {
                match name {
                    $($name => Ok(Self::$variant),)*
                    _ => Err(UnknownOpcode(name.to_owned())),
                }
            }
        }
    };
}

opcodes! {
    Abs "abs" 1,
    Acos "acos" 1 accuracy,
    Acosh "acosh" 1 accuracy,
    Add "add" 2,
    AddDependency "add-dependency" 2,
    AfterAll "after-all" any,
    AllGather "all-gather" any,
    AllGatherDone "all-gather-done" 1,
    AllGatherStart "all-gather-start" any,
    AllReduce "all-reduce" any,
    AllReduceDone "all-reduce-done" 1,
    AllReduceStart "all-reduce-start" any,
    AllToAll "all-to-all" any,
    And "and" 2,
    Asin "asin" 1 accuracy,
    Asinh "asinh" 1 accuracy,
    AsyncDone "async-done" 1,
    AsyncStart "async-start" any,
    AsyncUpdate "async-update" any,
    Atan2 "atan2" 2,
    Atanh "atanh" 1 accuracy,
    BatchNormGrad "batch-norm-grad" 5,
    BatchNormInference "batch-norm-inference" 5,
    BatchNormTraining "batch-norm-training" 3,
    Bitcast "bitcast" 1,
    BitcastConvert "bitcast-convert" 1,
    Broadcast "broadcast" 1,
    Call "call" any,
    Cbrt "cbrt" 1 accuracy,
    Ceil "ceil" 1,
    Cholesky "cholesky" 1,
    Clamp "clamp" 3,
    Clz "count-leading-zeros" 1,
    CollectiveBroadcast "collective-broadcast" any,
    CollectivePermute "collective-permute" any,
    CollectivePermuteDone "collective-permute-done" 1,
    CollectivePermuteStart "collective-permute-start" any,
    Compare "compare" 2,
    Complex "complex" 2,
    Concatenate "concatenate" any,
    Conditional "conditional" any,
    Constant "constant" 0,
    Convert "convert" 1,
    Convolution "convolution" any,
    Copy "copy" 1,
    CopyDone "copy-done" 1,
    CopyStart "copy-start" 1,
    Cos "cosine" 1 accuracy,
    Cosh "cosh" 1 accuracy,
    CustomCall "custom-call" any,
    Divide "divide" 2,
    Domain "domain" 1,
    Dot "dot" 2,
    DynamicReshape "dynamic-reshape" any,
    DynamicSlice "dynamic-slice" any,
    DynamicUpdateSlice "dynamic-update-slice" any,
    Erf "erf" 1 accuracy,
    Exp "exponential" 1 accuracy,
    Expm1 "exponential-minus-one" 1 accuracy,
    Fft "fft" 1,
    Floor "floor" 1,
    Fusion "fusion" any,
    Gather "gather" 2,
    GetDimensionSize "get-dimension-size" 1,
    GetTupleElement "get-tuple-element" 1,
    Imag "imag" 1,
    Infeed "infeed" 1,
    Iota "iota" 0,
    IsFinite "is-finite" 1,
    Log "log" 1 accuracy,
    Log1p "log-plus-one" 1 accuracy,
    Logistic "logistic" 1 accuracy,
    Map "map" any,
    Maximum "maximum" 2,
    Minimum "minimum" 2,
    Mulhi "mulhi" 2,
    Multiply "multiply" 2,
    Negate "negate" 1,
    Not "not" 1,
    OptimizationBarrier "opt-barrier" 1,
    Or "or" 2,
    Outfeed "outfeed" 2,
    Pad "pad" 2,
    Parameter "parameter" 0,
    PartitionId "partition-id" 0,
    PopulationCount "popcnt" 1,
    Power "power" 2,
    RaggedAllToAll "ragged-all-to-all" 6,
    RaggedDot "ragged-dot" 3,
    Real "real" 1,
    Recv "recv" 1,
    RecvDone "recv-done" 1,
    Reduce "reduce" any,
    ReducePrecision "reduce-precision" 1,
    ReduceScatter "reduce-scatter" any,
    ReduceWindow "reduce-window" any,
    Remainder "remainder" 2,
    ReplicaId "replica-id" 0,
    Reshape "reshape" 1,
    Reverse "reverse" 1,
    Rng "rng" any,
    RngBitGenerator "rng-bit-generator" 1,
    RngGetAndUpdateState "rng-get-and-update-state" 0,
    RoundNearestAfz "round-nearest-afz" 1,
    RoundNearestEven "round-nearest-even" 1,
    Rsqrt "rsqrt" 1 accuracy,
    ScaledDot "scaled-dot" 4,
    Scan "scan" any,
    Scatter "scatter" any,
    Select "select" 3,
    SelectAndScatter "select-and-scatter" 3,
    Send "send" 2,
    SendDone "send-done" 1,
    SetDimensionSize "set-dimension-size" 2,
    ShiftLeft "shift-left" 2,
    ShiftRightArithmetic "shift-right-arithmetic" 2,
    ShiftRightLogical "shift-right-logical" 2,
    Sign "sign" 1,
    Sin "sine" 1 accuracy,
    Sinh "sinh" 1 accuracy,
    Slice "slice" 1,
    Sort "sort" any,
    Sqrt "sqrt" 1 accuracy,
    StochasticConvert "stochastic-convert" 2,
    Subtract "subtract" 2,
    Tan "tan" 1 accuracy,
    Tanh "tanh" 1 accuracy,
    TopK "topk" 1,
    Transpose "transpose" 1,
    TriangularSolve "triangular-solve" 2,
    Tuple "tuple" any,
    While "while" 1,
    Xor "xor" 2,
}

impl Opcode {
    /// Returns true for `async-start`, `async-update` and `async-done`.
    pub const fn is_async(self) -> bool {
        matches!(self, Self::AsyncStart | Self::AsyncUpdate | Self::AsyncDone)
    }
}

impl Display for Opcode {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// Error for a name that is not an opcode of HLO.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an opcode of HLO")]
pub struct UnknownOpcode(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for opcode in Opcode::ALL {
            assert_eq!(opcode.name().parse(), Ok(*opcode));
        }
        let error = "addd".parse::<Opcode>().expect_err("an unknown opcode");
        assert_eq!(error.to_string(), "`addd` is not an opcode of HLO");
    }

    #[test]
    fn arities() {
        assert_eq!(Opcode::Add.arity(), Some(2));
        assert_eq!(Opcode::Tuple.arity(), None);
        assert_eq!(Opcode::Iota.arity(), Some(0));
        assert!(Opcode::Tanh.has_result_accuracy() && !Opcode::Abs.has_result_accuracy());
    }
}
