// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Chooses and checks the names of exported C functions.

use hloom_compiler::interface::AotCompilationOptions;
use hloom_compiler::{Error, Program};
use hloom_llvm::Target;
use std::path::Path;

/// The keywords of C and C++, their alternative spellings, and macros that compilers predefine.
const KEYWORDS: &str = "alignas alignof and and_eq asm auto bitand bitor bool break case catch \
    char char16_t char32_t char8_t class co_await co_return co_yield compl concept const \
    const_cast consteval constexpr constinit continue contract_assert decltype default delete do \
    double dynamic_cast else enum explicit export extern false final float for friend goto if \
    import inline int linux long main module mutable namespace new noexcept not not_eq nullptr \
    operator or or_eq override private protected public register reinterpret_cast requires \
    restrict return short signed sizeof static static_assert static_cast struct switch template \
    this thread_local throw true try typedef typeid typename typeof typeof_unqual union unix \
    unsigned using virtual void volatile wchar_t while xor xor_eq";

/// Returns the name of the exported function: the requested one, or one derived from the file name.
///
/// # Errors
/// Fails if the name is not an identifier, or if C, C++, their libraries or linkers reserve it.
/// Generated code calls some functions of these libraries.
pub fn of(
    program: &Program,
    options: &AotCompilationOptions,
    target: &Target,
) -> Result<String, Error> {
    let asked = options.entry_name.as_str();
    let name = if asked.is_empty() { of_file(program.name()) } else { asked.to_owned() };
    let refused = |why: &str| {
        let hint = if asked.is_empty() { "; give another name" } else { "" };
        Err(Error::invalid(format!("`{name}` cannot be the function's name: {why}{hint}")))
    };
    let identifier = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name.chars().next().is_some_and(|c| !c.is_ascii_digit());
    if !identifier {
        return refused("expected letters, digits and `_`, not beginning with a digit");
    }
    if KEYWORDS.split_whitespace().any(|keyword| keyword == name) {
        return refused("C or C++ reserves this name");
    }
    let is_integer = |ends: &[&str]| {
        let upper = name.to_ascii_uppercase();
        let plain = upper.trim_start_matches('U');
        plain.starts_with("INT") && ends.iter().any(|end| upper.ends_with(end))
    };
    if name.starts_with('_') || is_integer(&["_T", "_MIN", "_MAX", "_C"]) {
        return refused("C reserves names of this form");
    }
    // LLVM does not optimize these two functions, so its list of library functions lacks them.
    if target.is_library_function(&name) || matches!(&*name, "fma" | "fmaf") {
        return refused("the C library has a function of that name");
    }
    if target.spec().triple.starts_with("wasm") && name == "memory" {
        return refused("WebAssembly modules export their memory as `memory`");
    }
    Ok(name)
}

/// Returns the prefix of the macros of a function.
pub fn prefix(function: &str) -> String {
    function.to_ascii_uppercase()
}

/// Checks the name of a function that communicates.
///
/// # Errors
/// Fails if the header of such a function defines a type of this name.
pub fn check_of_ranks(name: &str) -> Result<(), Error> {
    if matches!(name, "hloom_collective" | "hloom_ranks" | "hloom_transfer") {
        let why = "the header has a type of that name; give another name";
        return Err(Error::invalid(format!("`{name}` cannot be the function's name: {why}")));
    }
    Ok(())
}

/// Derives a C identifier from the name of a program's file.
fn of_file(path: &str) -> String {
    let stem = Path::new(path).file_stem().unwrap_or_default().to_string_lossy();
    let name = stem.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    let first = name.chars().next();
    if first.is_some_and(|c| c.is_ascii_alphabetic()) { name } else { format!("program_{name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name_of(file: &str, asked: &str) -> Result<String, String> {
        let program = Program::from_text(file, "").expect("a text");
        let options = AotCompilationOptions {
            entry_name: asked.to_owned(),
            ..AotCompilationOptions::default()
        };
        let target = Target::host().expect("the host");
        of(&program, &options, &target).map_err(|error| error.to_string())
    }

    #[test]
    fn names_of_files_become_names() {
        assert_eq!(name_of("models/my-model.v2.mlir", ""), Ok("my_model_v2".to_owned()));
        assert_eq!(name_of("7.mlir", ""), Ok("program_7".to_owned()));
        assert_eq!(name_of("<stdin>", ""), Ok("program__stdin_".to_owned()));
        assert_eq!(name_of("model.mlir", "other"), Ok("other".to_owned()));
    }

    #[test]
    fn what_c_uses_is_refused() {
        for name in [
            "1a",
            "a-b",
            "double",
            "constexpr",
            "main",
            "_start",
            "__divdi3",
            "int32_t",
            "UINT8_MAX",
            "floor",
            "floorf",
            "roundeven",
            "sqrt",
            "exp",
            "malloc",
            "printf",
            "memcpy",
            "fma",
        ] {
            let refusal = name_of("model.mlir", name).expect_err(name);
            assert!(refusal.starts_with(&format!("`{name}` cannot be")), "{refusal}");
        }
        let refusal = name_of("floor.mlir", "").expect_err("a function of C");
        assert!(refusal.ends_with("of that name; give another name"), "{refusal}");
    }
}
