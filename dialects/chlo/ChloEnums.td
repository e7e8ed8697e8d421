// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The enums of the chlo dialect and their attributes.

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
    : Chlo_Enum<"ComparisonDirection", "comparison direction",
                [I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>,
                 I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
                 I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;
def Chlo_ComparisonDirectionAttr
    : EnumAttr<Chlo_Dialect, Chlo_ComparisonDirection, "comparison_direction">,
      BytecodeCode<0>;

def Chlo_ComparisonType
    : Chlo_Enum<"ComparisonType", "comparison type, the order of elements",
                [I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>,
                 I32EnumAttrCase<"TOTALORDER", 2>, I32EnumAttrCase<"SIGNED", 3>,
                 I32EnumAttrCase<"UNSIGNED", 4>]>;
def Chlo_ComparisonTypeAttr
    : EnumAttr<Chlo_Dialect, Chlo_ComparisonType, "comparison_type">,
      BytecodeCode<1>;

def Chlo_Precision
    : Chlo_Enum<"Precision", "precision of a product",
                [I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>,
                 I32EnumAttrCase<"HIGHEST", 2>]>;
def Chlo_PrecisionAttr : EnumAttr<Chlo_Dialect, Chlo_Precision, "precision">;
def Chlo_PrecisionConfigAttr
    : TypedArrayAttrBase<Chlo_PrecisionAttr,
                         "array of precisions, one for each operand">;

#endif // HLOOM_CHLO_ENUMS
