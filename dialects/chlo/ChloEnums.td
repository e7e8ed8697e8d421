// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The chlo dialect's enums, and their attributes.

#ifndef HLOOM_CHLO_ENUMS
#define HLOOM_CHLO_ENUMS

include "chlo/ChloBase.td"
include "forward/Bytecode.td"
include "mlir/IR/EnumAttr.td"

class Chlo_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::hloom::chlo";
}

def Chlo_ComparisonDirection
    : Chlo_Enum<"ComparisonDirection", "which comparison to make",
                [I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>,
                 I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
                 I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;
def Chlo_ComparisonDirectionAttr
    : EnumAttr<Chlo_Dialect, Chlo_ComparisonDirection, "comparison_direction">,
      BytecodeCode<0>;

def Chlo_ComparisonType
    : Chlo_Enum<"ComparisonType", "which order the elements are compared in",
                [I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>,
                 I32EnumAttrCase<"TOTALORDER", 2>, I32EnumAttrCase<"SIGNED", 3>,
                 I32EnumAttrCase<"UNSIGNED", 4>]>;
def Chlo_ComparisonTypeAttr
    : EnumAttr<Chlo_Dialect, Chlo_ComparisonType, "comparison_type">,
      BytecodeCode<1>;

def Chlo_Precision
    : Chlo_Enum<"Precision", "how exactly a product is computed",
                [I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>,
                 I32EnumAttrCase<"HIGHEST", 2>]>;
def Chlo_PrecisionAttr : EnumAttr<Chlo_Dialect, Chlo_Precision, "precision">;
def Chlo_PrecisionConfigAttr
    : TypedArrayAttrBase<Chlo_PrecisionAttr, "precision of each operand">;

#endif // HLOOM_CHLO_ENUMS
