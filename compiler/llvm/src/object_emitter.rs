// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits object files of several modules in sequence.
//!
//! LLVM's code generator consists of about a hundred passes. Creating and scheduling these passes
//! takes half a millisecond, which is longer than they run on a small kernel. An [`ObjectEmitter`]
//! reuses the passes. LLVM's `llc -compile-twice` tests that they can run repeatedly.

mod ffi;

pub use ffi::ObjectEmitter;

#[cfg(test)]
mod tests {
    use crate::{Error, LlvmModule, ObjectEmitter, Target};

    /// A function with a loop, a constant and a call of the C library, all named after `name`.
    fn program(name: &str, constant: f32) -> String {
        format!(
            "@{name}_table = private constant [4 x float] [float {constant:?}, float 2.0, \
             float 3.0, float 4.0]
             declare float @sinf(float)
             define float @{name}(ptr noalias %p, i64 %n) {{
             start:
               br label %loop
             loop:
               %i = phi i64 [ 0, %start ], [ %next, %loop ]
               %sum = phi float [ 0.0, %start ], [ %more, %loop ]
               %low = and i64 %i, 3
               %entry = getelementptr float, ptr @{name}_table, i64 %low
               %factor = load float, ptr %entry
               %place = getelementptr float, ptr %p, i64 %i
               %value = load float, ptr %place
               %sine = call float @sinf(float %value)
               %product = fmul float %sine, %factor
               %more = fadd float %sum, %product
               %next = add i64 %i, 1
               %done = icmp eq i64 %next, %n
               br i1 %done, label %end, label %loop
             end:
               ret float %more
             }}"
        )
    }

    fn module(name: &str, constant: f32) -> Result<LlvmModule, Error> {
        LlvmModule::parse(&program(name, constant))
    }

    /// Objects do not depend on the modules that the passes saw before.
    #[test]
    fn objects_are_those_of_new_passes() -> Result<(), Error> {
        let mut emitter = ObjectEmitter::new(Target::host()?);
        for (name, constant) in [("first", 1.5), ("second", 2.5), ("first", 1.5)] {
            let mut again = module(name, constant)?;
            again.optimize(emitter.target())?;
            let mut fresh = module(name, constant)?;
            fresh.optimize(emitter.target())?;
            let expected = fresh.object(emitter.target())?;
            assert!(emitter.object(&mut again)? == expected, "{name} {constant}");
        }
        Ok(())
    }

    /// A failure does not affect the next module.
    #[test]
    fn modules_after_a_failure_are_emitted() -> Result<(), Error> {
        let mut emitter = ObjectEmitter::new(Target::host()?);
        let text = "define void @f() {\n call void asm \"no instruction\", \"\"()\n ret void\n}";
        let error = emitter.object(&mut LlvmModule::parse(text)?).expect_err("bad assembly");
        assert!(error.to_string().contains("generate code"), "{error}");
        let mut good = module("good", 1.0)?;
        assert!(!emitter.object(&mut good)?.is_empty());
        Ok(())
    }
}
