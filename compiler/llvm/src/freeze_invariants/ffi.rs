// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Traverses loops with LLVM's C API.

use crate::LlvmModule;
use crate::ffi::name;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMOpcode, LLVMTypeKind};
use std::collections::{HashMap, HashSet};
use std::ptr::null_mut;

impl LlvmModule {
    /// Returns the names of the functions that compute with vectors.
    pub(crate) fn functions_on_vectors(&self) -> HashSet<Vec<u8>> {
        // SAFETY: `self` owns the live module, and a null pointer ends each list. Each name is
        // copied before anything changes it.
        unsafe {
            let mut names = HashSet::new();
            let mut function = LLVMGetFirstFunction(self.module);
            while !function.is_null() {
                if computes_with_vectors(function) {
                    names.insert(name(function));
                }
                function = LLVMGetNextFunction(function);
            }
            names
        }
    }

    /// Freezes the loop-invariant integers and addresses of single-block loops, in the functions
    /// whose names are in `names`.
    pub(crate) fn freeze_invariants(&mut self, names: &HashSet<Vec<u8>>) {
        // SAFETY: `self` owns the live module, and a null pointer ends each list. The builder is of
        // the module's context and disposed of once.
        unsafe {
            let builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(self.module));
            let mut function = LLVMGetFirstFunction(self.module);
            while !function.is_null() {
                // A block that enters a loop of one block has that loop among its successors.
                let mut block = match names.contains(&name(function)) {
                    true => LLVMGetFirstBasicBlock(function),
                    false => null_mut(),
                };
                let mut entries: HashMap<LLVMBasicBlockRef, Vec<LLVMBasicBlockRef>> =
                    HashMap::new();
                let mut loops = Vec::new();
                while !block.is_null() {
                    for next in successors(block) {
                        if next == block {
                            loops.push(block);
                        } else {
                            entries.entry(next).or_default().push(block);
                        }
                    }
                    block = LLVMGetNextBasicBlock(block);
                }
                for block in loops {
                    if let Some([entry]) = entries.get(&block).map(Vec::as_slice) {
                        freeze_in(builder, *entry, block);
                    }
                }
                function = LLVMGetNextFunction(function);
            }
            LLVMDisposeBuilder(builder);
        }
    }
}

/// Returns true for a function that contains an instruction whose result is a vector.
///
/// # Safety
/// `function` must be a live function.
unsafe fn computes_with_vectors(function: LLVMValueRef) -> bool {
    // SAFETY: this function's contract says that the function is alive, and a null pointer ends each
    // list.
    unsafe {
        let mut block = LLVMGetFirstBasicBlock(function);
        while !block.is_null() {
            let mut instruction = LLVMGetFirstInstruction(block);
            while !instruction.is_null() {
                let kind = LLVMGetTypeKind(LLVMTypeOf(instruction));
                if kind == LLVMTypeKind::LLVMVectorTypeKind {
                    return true;
                }
                instruction = LLVMGetNextInstruction(instruction);
            }
            block = LLVMGetNextBasicBlock(block);
        }
        false
    }
}

/// Returns the blocks to which a block may branch.
///
/// # Safety
/// `block` must be a block of a valid function.
unsafe fn successors(block: LLVMBasicBlockRef) -> Vec<LLVMBasicBlockRef> {
    // SAFETY: a block of a valid function has a terminator, with as many successors as it says.
    unsafe {
        let end = LLVMGetBasicBlockTerminator(block);
        (0..LLVMGetNumSuccessors(end)).map(|index| LLVMGetSuccessor(end, index)).collect()
    }
}

/// Freezes the loop-invariant values that the loop `block` uses, at the end of `entry`.
///
/// # Safety
/// `block` must be a loop of one block in a valid function, and `entry` the only other block that
/// branches to it. `builder` must be of the same context.
unsafe fn freeze_in(builder: LLVMBuilderRef, entry: LLVMBasicBlockRef, block: LLVMBasicBlockRef) {
    let mut frozen: HashMap<LLVMValueRef, LLVMValueRef> = HashMap::new();
    // SAFETY: the function is valid, so a value that the loop uses is available at the end of the
    // only block from which it is entered. The walk over the loop adds nothing to it.
    unsafe {
        LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(entry));
        let mut freeze = |value: LLVMValueRef| {
            *frozen.entry(value).or_insert_with(|| LLVMBuildFreeze(builder, value, c"".as_ptr()))
        };
        let mut instruction = LLVMGetFirstInstruction(block);
        while !instruction.is_null() {
            if LLVMGetInstructionOpcode(instruction) == LLVMOpcode::LLVMPHI {
                freeze_incoming(instruction, entry, block, &mut freeze);
            } else if LLVMGetInstructionOpcode(instruction) != LLVMOpcode::LLVMCall {
                let count = u32::try_from(LLVMGetNumOperands(instruction)).unwrap_or(0);
                for index in 0..count {
                    let value = LLVMGetOperand(instruction, index);
                    if is_sum(value, block) {
                        LLVMSetOperand(instruction, index, freeze(value));
                    }
                }
            }
            instruction = LLVMGetNextInstruction(instruction);
        }
    }
}

/// Freezes the value that a phi of the loop `block` receives from `entry`.
///
/// # Safety
/// `phi` must be a valid phi instruction of `block`.
unsafe fn freeze_incoming(
    phi: LLVMValueRef,
    entry: LLVMBasicBlockRef,
    block: LLVMBasicBlockRef,
    freeze: &mut impl FnMut(LLVMValueRef) -> LLVMValueRef,
) {
    // SAFETY: a phi has an operand for each incoming block, in the same order.
    unsafe {
        for index in 0..LLVMCountIncoming(phi) {
            let value = LLVMGetIncomingValue(phi, index);
            if LLVMGetIncomingBlock(phi, index) == entry && is_sum(value, block) {
                LLVMSetOperand(phi, index, freeze(value));
            }
        }
    }
}

/// Returns true for an integer of more than one bit, or an address, that an instruction outside
/// `block` computes from other values.
///
/// # Safety
/// `value` must be a valid operand.
unsafe fn is_sum(value: LLVMValueRef, block: LLVMBasicBlockRef) -> bool {
    // SAFETY: this function's contract says that the value is valid. It was checked to be an
    // instruction before it is used as one.
    unsafe {
        let instruction = LLVMIsAInstruction(value);
        if instruction.is_null() || LLVMGetInstructionParent(instruction) == block {
            return false;
        }
        let ty = LLVMTypeOf(value);
        let is_number = match LLVMGetTypeKind(ty) {
            LLVMTypeKind::LLVMPointerTypeKind => true,
            LLVMTypeKind::LLVMIntegerTypeKind => LLVMGetIntTypeWidth(ty) > 1,
            _ => false,
        };
        let opaque = [LLVMOpcode::LLVMAlloca, LLVMOpcode::LLVMLoad, LLVMOpcode::LLVMFreeze];
        is_number && !opaque.contains(&LLVMGetInstructionOpcode(instruction))
    }
}
