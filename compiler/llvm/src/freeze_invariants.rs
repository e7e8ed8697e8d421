// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Freezes the loop-invariant integers and addresses of innermost loops, after optimization.
//!
//! LLVM's loop strength reduction writes the addresses of a loop as sums, and tries the terms of
//! each sum in all combinations. It looks through loop-invariant values, so that a sum has terms
//! from all enclosing loops. A frozen value is a single term. The pass then takes a third of the
//! time, and chooses the same induction variables for the innermost loop, because the invariant
//! values are already computed before the loop.
//!
//! ```llvm
//! before:                            before:
//!   %row = getelementptr ..            %row = getelementptr ..
//!                                      %frozen = freeze ptr %row
//! loop:                       ->     loop:
//!   %i = phi i64 ..                    %i = phi i64 ..
//!   %p = getelementptr i8,             %p = getelementptr i8,
//!          ptr %row, i64 %i                   ptr %frozen, i64 %i
//! ```
//!
//! `freeze` returns its operand unchanged unless the operand is poison. This transformation changes
//! only loops with a single block, in which kernels spend almost all of their time. It is
//! restricted to functions that the lowering has vectorized, because their inner loops have many
//! iterations. In other functions, loops with few iterations would execute up to 8% more
//! instructions, because the enclosing loops would recompute the frozen addresses (measured by the
//! instruction counts of `stencil` and `elementwise`).

mod ffi;

#[cfg(test)]
mod tests {
    use crate::{Error, LlvmModule};
    use std::collections::HashSet;

    fn changed(text: &str) -> Result<String, Error> {
        let mut module = LlvmModule::parse(text)?;
        module.freeze_invariants(&HashSet::from([b"f".to_vec()]));
        Ok(module.ir())
    }

    #[test]
    fn addresses_and_bounds_are_frozen_once() -> Result<(), Error> {
        let ir = changed(
            "define void @f(ptr %p, i64 %n, float %x) {
             start:
               %row = getelementptr i8, ptr %p, i64 %n
               %first = mul i64 %n, 3
               %y = fadd float %x, %x
               br label %loop
             loop:
               %i = phi i64 [ %first, %start ], [ %next, %loop ]
               %a = getelementptr i8, ptr %row, i64 %i
               store float %y, ptr %a
               %b = getelementptr i8, ptr %row, i64 %first
               store float %y, ptr %b
               %next = add i64 %i, 1
               %done = icmp eq i64 %next, %n
               br i1 %done, label %end, label %loop
             end:
               ret void
             }",
        )?;
        assert_eq!(ir.matches("= freeze").count(), 2, "{ir}");
        assert!(ir.contains("freeze ptr %row") && ir.contains("freeze i64 %first"), "{ir}");
        assert!(ir.contains("phi i64 [ %1, %start ]") || ir.contains("phi i64 [ %0, %start ]"));
        Ok(())
    }

    #[test]
    fn only_functions_on_vectors_are_changed() -> Result<(), Error> {
        let module = LlvmModule::parse(
            "define float @scalar(float %x) {
               %y = fadd float %x, %x
               ret float %y
             }
             define void @vector(ptr %p) {
               %v = load <4 x float>, ptr %p
               store <4 x float> %v, ptr %p
               ret void
             }",
        )?;
        assert_eq!(module.functions_on_vectors(), HashSet::from([b"vector".to_vec()]));
        Ok(())
    }

    /// Scalar evolution sees arguments and loaded values as one term anyway. The address of stack
    /// memory can be part of an instruction.
    #[test]
    fn opaque_values_are_not_frozen() -> Result<(), Error> {
        let ir = changed(
            "define void @f(ptr %p, i64 %n) {
             start:
               %stack = alloca [64 x i8]
               %loaded = load ptr, ptr %p
               br label %loop
             loop:
               %i = phi i64 [ 0, %start ], [ %next, %loop ]
               %a = getelementptr i8, ptr %stack, i64 %i
               %b = getelementptr i8, ptr %loaded, i64 %i
               %v = load i8, ptr %a
               store i8 %v, ptr %b
               %next = add i64 %i, 1
               %done = icmp eq i64 %next, %n
               br i1 %done, label %end, label %loop
             end:
               ret void
             }",
        )?;
        assert!(!ir.contains("freeze"), "{ir}");
        Ok(())
    }

    /// Without a block of its own before the loop, there is no place for the frozen values.
    #[test]
    fn loops_with_several_entries_stay() -> Result<(), Error> {
        let ir = changed(
            "define void @f(ptr %p, i64 %n, i1 %c) {
             start:
               %row = getelementptr i8, ptr %p, i64 %n
               br i1 %c, label %loop, label %other
             other:
               br label %loop
             loop:
               %i = phi i64 [ 0, %start ], [ 1, %other ], [ %next, %loop ]
               %a = getelementptr i8, ptr %row, i64 %i
               store i8 0, ptr %a
               %next = add i64 %i, 1
               %done = icmp eq i64 %next, %n
               br i1 %done, label %end, label %loop
             end:
               ret void
             }",
        )?;
        assert!(!ir.contains("freeze"), "{ir}");
        Ok(())
    }
}
