// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Links object files into executable memory of this process, with LLVM's ORC JIT.
//!
//! Creating a JIT takes half a millisecond, which is several times as long as linking a small
//! object. The process therefore has a single JIT, which contains a library for each program.

mod ffi;

pub use ffi::LoadedObject;

#[cfg(test)]
mod tests {
    use super::ffi::load_without_data as load;
    use crate::{Error, LlvmModule, ObjectEmitter, Target};

    fn object(text: &str) -> Result<Vec<u8>, Error> {
        ObjectEmitter::new(Target::host()?).object(&mut LlvmModule::parse(text)?)
    }

    #[test]
    fn programs_may_have_symbols_of_the_same_name() -> Result<(), Error> {
        let first = object("define i32 @f() {\n ret i32 1\n}")?;
        let (one, two) = (load(&first)?, load(&first)?);
        assert_ne!(one.symbol("f")?, two.symbol("f")?);
        drop(one);
        assert_eq!(two.symbol("f")?, two.symbol("f")?);
        Ok(())
    }

    #[test]
    fn programs_do_not_see_the_symbols_of_others() -> Result<(), Error> {
        let _defines = load(&object("define i32 @hloom_only_here() {\n ret i32 1\n}")?)?;
        let uses = load(&object(
            "declare i32 @hloom_only_here()
             define i32 @g() {\n %x = call i32 @hloom_only_here()\n ret i32 %x\n}",
        )?)?;
        uses.symbol("g").expect_err("an undefined symbol");
        Ok(())
    }

    #[test]
    fn symbols_of_the_process_are_found() -> Result<(), Error> {
        let uses = load(&object(
            "declare i64 @strlen(ptr)
             define i64 @g(ptr %p) {\n %x = call i64 @strlen(ptr %p)\n ret i64 %x\n}",
        )?)?;
        uses.symbol("g").map(drop)
    }
}
