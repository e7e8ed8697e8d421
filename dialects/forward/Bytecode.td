// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The number of an attribute or type in MLIR bytecode.

#ifndef HLOOM_FORWARD_BYTECODE
#define HLOOM_FORWARD_BYTECODE

// A second base class of an `AttrDef` or `TypeDef`. In bytecode, the attribute
// or type is this number followed by its parameters in order, each encoded as
// in `Bytecode.h`. The numbers are StableHLO's and never change. An attribute
// or type without a number is written as text.
class BytecodeCode<int number> {
  int bytecodeCode = number;
}

#endif // HLOOM_FORWARD_BYTECODE
