// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lets programs without Python load the library of the wheel.
//!
//! The library refers to functions and objects of the Python interpreter, which the interpreter
//! provides when it loads the library. Other programs load the library for PJRT's C interface. The
//! dynamic loader would refuse, because it finds no definition of these symbols, and no linker option
//! makes undefined symbols weak. So this module changes the binding of the symbols in the linked
//! library. The loader sets undefined weak symbols to null, and finds all others as before. The entry
//! point of PJRT uses none of them.

use anyhow::{Context, Result, bail};
use object::{Object, ObjectSection, ObjectSymbol};
use std::fs;
use std::path::Path;

/// The size in bytes of a symbol in a 64-bit ELF file (`Elf64_Sym`).
const SYMBOL_BYTES: usize = 24;
/// The offset in a symbol of the byte `st_info`, with the binding in its upper half.
const INFO: usize = 4;
/// The binding of weak symbols (`STB_WEAK`).
const WEAK: u8 = 2;

/// Makes the undefined symbols of Python weak in a 64-bit ELF shared library. Returns their number.
///
/// # Errors
///
/// Fails if the file is not such a library, or cannot be written.
pub fn python_symbols(library: &Path) -> Result<usize> {
    let mut bytes = fs::read(library).with_context(|| format!("{}", library.display()))?;
    let offsets = info_offsets(&bytes).with_context(|| format!("{}", library.display()))?;
    for offset in &offsets {
        bytes[*offset] = WEAK << 4 | bytes[*offset] & 0xf;
    }
    fs::write(library, bytes)?;
    Ok(offsets.len())
}

/// Returns the offsets in a file of the bytes `st_info` of the undefined symbols of Python.
fn info_offsets(bytes: &[u8]) -> Result<Vec<usize>> {
    let file = object::File::parse(bytes)?;
    let Some(table) = file.section_by_name(".dynsym").filter(|_| file.is_64()) else {
        bail!("expected a 64-bit ELF shared library");
    };
    let (start, _) = table.file_range().context("the section `.dynsym` has no data in the file")?;
    let start = usize::try_from(start)?;
    let is_of_python = |name: &str| name.starts_with("Py") || name.starts_with("_Py");
    let found = file
        .dynamic_symbols()
        .filter(|symbol| symbol.is_undefined() && symbol.name().is_ok_and(is_of_python));
    let offset = |index: usize| start + index * SYMBOL_BYTES + INFO;
    Ok(found.map(|symbol| offset(symbol.index().0)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn only_undefined_symbols_of_python_become_weak() {
        let folder = tempfile::tempdir().unwrap();
        let (source, library) = (folder.path().join("a.c"), folder.path().join("a.so"));
        let text = "void PyFoo(void); void other(void); void PyMine(void) {}\n\
                    void use(void) { PyFoo(); other(); PyMine(); }\n";
        fs::write(&source, text).unwrap();
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-o"]).arg(&library);
        assert!(compiler.arg(&source).status().unwrap().success());
        let weak = || {
            let bytes = fs::read(&library).unwrap();
            let file = object::File::parse(&*bytes).unwrap();
            let names = file.dynamic_symbols().filter(|symbol| symbol.is_weak());
            names.map(|symbol| symbol.name().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let before = weak();
        assert_eq!(python_symbols(&library).unwrap(), 1);
        let mut expected = before;
        expected.push("PyFoo".to_owned());
        let mut after = weak();
        expected.sort();
        after.sort();
        assert_eq!(after, expected);
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.so");
        fs::write(&file, "text").unwrap();
        assert!(python_symbols(&file).is_err());
    }
}
