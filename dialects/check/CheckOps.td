// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The check dialect: assertions about tensors, for tests.

#ifndef HLOOM_CHECK_OPS
#define HLOOM_CHECK_OPS

include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpBase.td"

def Check_Dialect : Dialect {
  let name = "check";
  let cppNamespace = "::hloom::check";
  let summary = "assertions about tensors";
  let description = [{
    Assertions of a test program about the values that it computed. A run in
    checking mode evaluates them and reports the first differing element. Other
    runs refuse the operations instead of ignoring them.
  }];
}

// Assertions have no `Pure` trait, so that no pass removes them.
class Check_Op<string mnemonic, list<Trait> traits = []>
    : Op<Check_Dialect, mnemonic, traits> {
  // The family of operations: the verifier, the evaluator and the lowerings have
  // a module for each.
  string family = "Check";
  // Whether XLA counts an element of the result as a transcendental function.
  bit transcendental = 0;
  let hasVerifier = 1;
}

def Check_ExpectAlmostEqConstOp
    : Check_Op<"expect_almost_eq_const", [AllTypesMatch<["lhs", "value"]>]> {
  let summary = "assertion that a tensor is near a constant";
  let description = [{
    Holds if every element of `lhs`, floating-point or complex, is within
    `tolerance` of the constant's element. NaN is near NaN, and an infinity is
    near itself.
  }];
  let arguments = (ins AnyRankedTensor:$lhs, ElementsAttr:$value,
                       DefaultValuedOptionalAttr<F64Attr, "1e-4">:$tolerance);
  let assemblyFormat = [{
    $lhs `,` $value (`,` `tolerance` `=` $tolerance^)? attr-dict
  }];
}

def Check_ExpectAlmostEqOp
    : Check_Op<"expect_almost_eq", [SameTypeOperands]> {
  let summary = "assertion that two tensors are near each other";
  let description = [{
    Holds if the elements of two floating-point or complex tensors are within
    `tolerance` of each other.
  }];
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs,
                       DefaultValuedOptionalAttr<F64Attr, "1e-4">:$tolerance);
  let assemblyFormat = [{
    $lhs `,` $rhs (`,` `tolerance` `=` $tolerance^)? attr-dict `:` type($lhs)
  }];
}

def Check_ExpectCloseOp
    : Check_Op<"expect_close", [AllTypesMatch<["actual", "expected"]>]> {
  let summary = "assertion that two tensors differ by a bounded number of ULPs";
  let description = [{
    Counts the representable values from one element to the other, in units in
    the last place (ULPs). Holds if every count lies between
    `min_ulp_difference` and `max_ulp_difference`. Elements that are not finite
    must have equal bits, or both be NaN.
  }];
  let arguments =
      (ins AnyRankedTensor:$actual, AnyRankedTensor:$expected,
           DefaultValuedAttr<UI64Attr, "1">:$max_ulp_difference,
           DefaultValuedOptionalAttr<UI64Attr, "0">:$min_ulp_difference);
  let assemblyFormat = [{
    $actual `,` $expected
    `,` `max_ulp_difference` `=` $max_ulp_difference
    (`,` `min_ulp_difference` `=` $min_ulp_difference^)?
    `:` attr-dict type($actual) `,` type($expected)
  }];
}

def Check_ExpectEqConstOp
    : Check_Op<"expect_eq_const", [AllTypesMatch<["lhs", "value"]>]> {
  let summary = "assertion that a tensor equals a constant";
  let description = "Holds if every element is exactly the constant's element.";
  let arguments = (ins AnyRankedTensor:$lhs, ElementsAttr:$value);
  let assemblyFormat = "$lhs `,` $value attr-dict";
}

def Check_ExpectEqOp : Check_Op<"expect_eq", [SameTypeOperands]> {
  let summary = "assertion that two tensors are equal";
  let description = "Holds if the elements of both tensors are exactly equal.";
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs)";
}

def Check_ExpectSerializedEqOp : Check_Op<"expect_serialized_eq"> {
  let summary = "assertion that a tensor equals a value that a probe recorded";
  let description = [{
    Holds if `expected` has the type and the value that the probe `probe_id`
    recorded in its run number `iteration`.
  }];
  let arguments = (ins AnyRankedTensor:$expected, StrAttr:$probe_id,
                       DefaultValuedOptionalAttr<UI32Attr, "0">:$iteration);
  let assemblyFormat = [{
    $expected `,` `probe_id` `=` $probe_id (`,` `iter` `=` $iteration^)?
    attr-dict `:` type($expected)
  }];
}

#endif // HLOOM_CHECK_OPS
