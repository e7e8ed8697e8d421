// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The enums of the stablehlo dialect and their attributes.

#ifndef HLOOM_STABLEHLO_ENUMS
#define HLOOM_STABLEHLO_ENUMS

include "forward/Bytecode.td"
include "mlir/IR/EnumAttr.td"
include "stablehlo/StablehloBase.td"

class Stablehlo_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::hloom::stablehlo";
}

def Stablehlo_Precision
    : Stablehlo_Enum<"Precision", "precision of a product",
                     [I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>,
                      I32EnumAttrCase<"HIGHEST", 2>]>;
def Stablehlo_PrecisionAttr
    : EnumAttr<Stablehlo_Dialect, Stablehlo_Precision, "precision">,
      BytecodeCode<8>;
def Stablehlo_PrecisionConfigAttr
    : TypedArrayAttrBase<Stablehlo_PrecisionAttr,
                         "array of precisions, one for each operand">;

def Stablehlo_ResultAccuracyMode
    : Stablehlo_Enum<"ResultAccuracyMode",
                     "selection of the accuracy of a function",
                     [I32EnumAttrCase<"DEFAULT", 0>,
                      I32EnumAttrCase<"HIGHEST", 1>,
                      I32EnumAttrCase<"TOLERANCE", 2>]>;
def Stablehlo_ResultAccuracyModeAttr
    : EnumAttr<Stablehlo_Dialect, Stablehlo_ResultAccuracyMode,
               "result_accuracy_mode">, BytecodeCode<16> {
  let assemblyFormat = "`<` $value `>`";
}

def Stablehlo_FftType
    : Stablehlo_Enum<"FftType", "kind of Fourier transform",
                     [I32EnumAttrCase<"FFT", 0>, I32EnumAttrCase<"IFFT", 1>,
                      I32EnumAttrCase<"RFFT", 2>, I32EnumAttrCase<"IRFFT", 3>]>;
def Stablehlo_FftTypeAttr
    : EnumAttr<Stablehlo_Dialect, Stablehlo_FftType, "fft_type">,
      BytecodeCode<6>;

// The attribute is a plain 32-bit integer: `api_version = 4 : i32`.
def Stablehlo_CustomCallApiVersionAttr
    : I32EnumAttr<"CustomCallApiVersion",
                  "version of the custom call API",
                  [I32EnumAttrCase<"API_VERSION_UNSPECIFIED", 0>,
                   I32EnumAttrCase<"API_VERSION_ORIGINAL", 1>,
                   I32EnumAttrCase<"API_VERSION_STATUS_RETURNING", 2>,
                   I32EnumAttrCase<"API_VERSION_STATUS_RETURNING_UNIFIED", 3>,
                   I32EnumAttrCase<"API_VERSION_TYPED_FFI", 4>]> {
  let cppNamespace = "::hloom::stablehlo";
}

def Stablehlo_ComparisonDirection
    : Stablehlo_Enum<"ComparisonDirection", "comparison direction",
                     [I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>,
                      I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
                      I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;
def Stablehlo_ComparisonDirectionAttr
    : EnumAttr<Stablehlo_Dialect, Stablehlo_ComparisonDirection,
               "comparison_direction">, BytecodeCode<2>;

def Stablehlo_ComparisonType
    : Stablehlo_Enum<"ComparisonType", "comparison type, the order of elements",
                     [I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>,
                      I32EnumAttrCase<"TOTALORDER", 2>,
                      I32EnumAttrCase<"SIGNED", 3>,
                      I32EnumAttrCase<"UNSIGNED", 4>]>;
def Stablehlo_ComparisonTypeAttr
    : EnumAttr<Stablehlo_Dialect, Stablehlo_ComparisonType, "comparison_type">,
      BytecodeCode<3>;

def Stablehlo_Transpose
    : Stablehlo_Enum<"Transpose", "form of a matrix operand",
                     [I32EnumAttrCase<"TRANSPOSE_INVALID", 0>,
                      I32EnumAttrCase<"NO_TRANSPOSE", 1>,
                      I32EnumAttrCase<"TRANSPOSE", 2>,
                      I32EnumAttrCase<"ADJOINT", 3>]>;
def Stablehlo_TransposeAttr
    : EnumAttr<Stablehlo_Dialect, Stablehlo_Transpose, "transpose">,
      BytecodeCode<12>;

def Stablehlo_RngDistribution
    : Stablehlo_Enum<"RngDistribution", "random number distribution",
                     [I32EnumAttrCase<"UNIFORM", 1>,
                      I32EnumAttrCase<"NORMAL", 2>]>;
def Stablehlo_RngDistributionAttr
    : EnumAttr<Stablehlo_Dialect, Stablehlo_RngDistribution,
               "rng_distribution">, BytecodeCode<10>;

def Stablehlo_RngAlgorithm
    : Stablehlo_Enum<"RngAlgorithm", "random number generator",
                     [I32EnumAttrCase<"DEFAULT", 0>,
                      I32EnumAttrCase<"THREE_FRY", 1>,
                      I32EnumAttrCase<"PHILOX", 2>]>;
def Stablehlo_RngAlgorithmAttr
    : EnumAttr<Stablehlo_Dialect, Stablehlo_RngAlgorithm, "rng_algorithm">,
      BytecodeCode<9>;

#endif // HLOOM_STABLEHLO_ENUMS
