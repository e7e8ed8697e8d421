// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of an attribute or type in MLIR bytecode.

#ifndef HLOOM_FORWARD_BYTECODE
#define HLOOM_FORWARD_BYTECODE

// Beside `AttrDef` or `TypeDef`: in bytecode it is this number and then its
// parameters in their order, as `Bytecode.h` encodes each. The numbers are
// StableHLO's, and never change. What has none is written as text.
class BytecodeCode<int number> {
  int bytecodeCode = number;
}

#endif // HLOOM_FORWARD_BYTECODE
