// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What a library is, found out without running any of it.

use crate::entry::{NOTE, SECTION, SYMBOL};
use object::read::elf::{FileHeader, ProgramHeader};
use object::{BinaryFormat, Endianness, Object, ObjectSection, ObjectSymbol, elf};

/// Why a file is no plugin for this process, if it is none.
pub fn refusal(bytes: &[u8]) -> Option<String> {
    match object::File::parse(bytes) {
        Err(error) => Some(format!("it is no shared library, or damaged: {error}")),
        Ok(file) if file.format() != BinaryFormat::Elf || !is_whole(bytes) => {
            Some("it is no shared library, or damaged: a part of it is missing".to_owned())
        }
        Ok(file) => {
            let section = file.section_by_name(SECTION);
            let Some(note) = section.as_ref().and_then(|section| section.data().ok()) else {
                return Some(
                    "it declares no plugin: `hloom_plugin::declare_plugin!` is missing".to_owned(),
                );
            };
            let note = String::from_utf8_lossy(note);
            mismatch(&note, NOTE).or_else(|| {
                let entered = file.dynamic_symbols().any(|symbol| {
                    symbol.is_definition() && symbol.name_bytes() == Ok(SYMBOL.as_bytes())
                });
                (!entered).then(|| format!("it declares a plugin, but lacks the symbol `{SYMBOL}`"))
            })
        }
    }
}

/// Whether a file is a library that declares no plugin.
pub fn is_something_else(bytes: &[u8]) -> bool {
    object::File::parse(bytes).is_ok_and(|file| file.section_by_name(SECTION).is_none())
}

/// Whether all that the system would map is there: it does not ask itself, and crashes.
fn is_whole(bytes: &[u8]) -> bool {
    let whole = || -> object::Result<bool> {
        let header = elf::FileHeader64::<Endianness>::parse(bytes)?;
        let endian = header.endian()?;
        let mut segments = header.program_headers(endian, bytes)?.iter();
        Ok(segments.all(|segment| {
            let end = segment.p_offset(endian).checked_add(segment.p_filesz(endian));
            end.is_some_and(|end| end <= bytes.len() as u64)
        }))
    };
    whole().unwrap_or(false)
}

/// One sentence that says what to rebuild, if a plugin's note is not ours.
fn mismatch(theirs: &str, ours: &str) -> Option<String> {
    let fact = |note: &str, name: &str| {
        let line = note.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or("?").to_owned()
    };
    let differs = |name: &str| {
        let (theirs, ours) = (fact(theirs, name), fact(ours, name));
        (theirs != ours).then_some((theirs, ours))
    };
    if let Some((theirs, ours)) = differs("target") {
        return Some(format!("it is for {theirs}, not {ours}: rebuild the plugin for that"));
    }
    if let Some((theirs, ours)) = differs("hloom") {
        return Some(format!(
            "it was built with hloom {theirs}, this is hloom {ours}: rebuild the plugin with that"
        ));
    }
    if let Some((theirs, ours)) = differs("rustc") {
        return Some(format!(
            "it was built by rustc {theirs}, hloom by {ours}: rebuild the plugin with that"
        ));
    }
    if let Some((theirs, ours)) = differs("llvm") {
        return Some(format!(
            "it was built with LLVM {theirs}, hloom with {ours}: rebuild the plugin with that"
        ));
    }
    if differs("panic").is_some() {
        return Some(
            "its panics and those of hloom differ: rebuild the plugin with panic = \"unwind\""
                .to_owned(),
        );
    }
    differs("sources").map(|(theirs, ours)| {
        format!(
            "it was built from other sources of hloom ({theirs}, these are {ours}): \
             rebuild the plugin with these"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &str =
        "hloom 1.0.0\nsources ab\nrustc 1.95.0\ntarget x86_64\npanic unwind\nllvm 22.1\n";

    fn changed(from: &str, to: &str) -> String {
        mismatch(&OURS.replace(from, to), OURS).expect("they differ")
    }

    #[test]
    fn every_mismatch_says_what_to_rebuild() {
        assert_eq!(mismatch(OURS, OURS), None);
        assert_eq!(mismatch(&format!("{OURS}later fact\n"), OURS), None);
        assert_eq!(
            changed("1.0.0", "0.9.0"),
            "it was built with hloom 0.9.0, this is hloom 1.0.0: rebuild the plugin with that"
        );
        for (from, to) in
            [("ab", "cd"), ("1.95", "1.94"), ("x86_64", "s390x"), ("unwind", "abort"), ("22", "21")]
        {
            assert!(changed(from, to).contains("rebuild the plugin"));
        }
        assert!(mismatch("", OURS).is_some());
    }

    #[test]
    fn what_is_no_library_is_refused() {
        for bytes in [&b""[..], b"text", b"\x7fELF", &[0; 200]] {
            assert!(refusal(bytes).is_some_and(|reason| reason.starts_with("it is no shared")));
        }
    }
}
