// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Inspects a shared library without running any of its code.
//!
//! Loading a library runs its initializers, and the system's loader crashes on truncated files.
//! This module therefore checks the file first: its format, its completeness, and its note. The
//! note of a plugin with `declare_plugin!` is that of a build; the note of a plugin with a C
//! interface is that of a release.

use crate::c_plugin::interface::ffi::{ABI, ENTRY, RELEASE};
use crate::entry::{NOTE, SECTION, SYMBOL};
use object::read::elf::{FileHeader, ProgramHeader};
use object::{Architecture, BinaryFormat, Endianness, Object, ObjectSection, ObjectSymbol, elf};
use std::env::consts::ARCH;
use std::fs;
use std::path::Path;

/// The first word of the note of a plugin with a C interface.
const C_NOTE: &str = "c-abi ";

/// The kinds of plugins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A plugin with `declare_plugin!`, of the same build as this process.
    Rust,
    /// A plugin with the C interface of the same release as this process.
    C,
}

/// The path of a file that has passed the checks for plugins of this process.
#[derive(Debug)]
pub struct Checked<'p> {
    path: &'p Path,
    kind: Kind,
}

impl<'p> Checked<'p> {
    /// Checks a file.
    ///
    /// # Errors
    /// Returns the reason if the file cannot be read, or is not a plugin for this process.
    pub fn new(path: &'p Path) -> Result<Self, String> {
        let bytes = fs::read(path).map_err(|error| error.to_string())?;
        Ok(Self { path, kind: kind(&bytes)? })
    }

    /// Returns the path of the checked file.
    pub fn path(&self) -> &'p Path {
        self.path
    }

    /// Returns the kind of the plugin.
    pub fn kind(&self) -> Kind {
        self.kind
    }
}

/// Returns the kind of a plugin.
///
/// # Errors
/// Returns the reason if the file is not a plugin for this process.
fn kind(bytes: &[u8]) -> Result<Kind, String> {
    let damaged = |reason: String| format!("not a shared library, or damaged: {reason}");
    let file = object::File::parse(bytes).map_err(|error| damaged(error.to_string()))?;
    if file.format() != BinaryFormat::Elf || !is_whole(bytes) {
        return Err(damaged("expected a complete ELF file".to_owned()));
    }
    let section = file.section_by_name(SECTION);
    let Some(note) = section.as_ref().and_then(|section| section.data().ok()) else {
        let missing = "`hloom_plugin::declare_plugin!` or `HLOOM_PLUGIN_DECLARE` is missing";
        return Err(format!("not a plugin: {missing}"));
    };
    let note = String::from_utf8_lossy(note);
    let (kind, mismatch, symbol) = match note.starts_with(C_NOTE) {
        true => {
            let architecture = || mismatch_of_architecture(file.architecture());
            (Kind::C, mismatch_of_c(&note).or_else(architecture), ENTRY)
        }
        false => (Kind::Rust, mismatch(&note, NOTE), SYMBOL),
    };
    if let Some(reason) = mismatch {
        return Err(reason);
    }
    let is_defined = file
        .dynamic_symbols()
        .any(|defined| defined.is_definition() && defined.name_bytes() == Ok(symbol.as_bytes()));
    if is_defined { Ok(kind) } else { Err(format!("the plugin lacks the symbol `{symbol}`")) }
}

/// Returns true if a file is a library that declares no plugin.
pub fn is_something_else(bytes: &[u8]) -> bool {
    object::File::parse(bytes).is_ok_and(|file| file.section_by_name(SECTION).is_none())
}

/// Returns true if the file contains all segments that the system's loader maps. The loader does
/// not check this, and crashes on truncated files.
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

/// Returns the value of a line of a note, or `?` if there is no such line.
fn fact(note: &str, name: &str) -> String {
    let line = note.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or("?").to_owned()
}

/// Returns a message that describes the mismatch and how to rebuild the plugin, if a plugin with a
/// C interface is for another release or another version of the interface.
fn mismatch_of_c(note: &str) -> Option<String> {
    let theirs = fact(note, "hloom");
    if theirs != RELEASE {
        return Some(format!(
            "built for hloom {theirs}, expected hloom {RELEASE}; build the plugin with the header of \
             hloom {RELEASE}"
        ));
    }
    let theirs = fact(note, C_NOTE.trim_end());
    (theirs != ABI).then(|| {
        format!(
            "built for version {theirs} of the C interface, expected version {ABI}; build the plugin \
             with the header of this build"
        )
    })
}

/// Returns a message that describes the mismatch and how to rebuild the plugin, if a plugin with a
/// C interface is for another processor. The message of the system's loader would be that the file
/// does not exist.
fn mismatch_of_architecture(theirs: Architecture) -> Option<String> {
    let theirs = format!("{theirs:?}").to_lowercase();
    (theirs != ARCH)
        .then(|| format!("built for {theirs}, expected {ARCH}; build the plugin for {ARCH}"))
}

/// Returns a message that describes the mismatch and how to rebuild the plugin, if the plugin's
/// note differs from the note of this process.
fn mismatch(theirs: &str, ours: &str) -> Option<String> {
    let differs = |name: &str| {
        let (theirs, ours) = (fact(theirs, name), fact(ours, name));
        (theirs != ours).then_some((theirs, ours))
    };
    if let Some((theirs, ours)) = differs("target") {
        return Some(format!("built for {theirs}, expected {ours}; rebuild the plugin for {ours}"));
    }
    if let Some((theirs, ours)) = differs("hloom") {
        return Some(format!(
            "built with hloom {theirs}, expected hloom {ours}; rebuild the plugin with hloom {ours}"
        ));
    }
    if let Some((theirs, ours)) = differs("rustc") {
        return Some(format!(
            "built by rustc {theirs}, expected rustc {ours}; rebuild the plugin by rustc {ours}"
        ));
    }
    if let Some((theirs, ours)) = differs("llvm") {
        return Some(format!(
            "built with LLVM {theirs}, expected LLVM {ours}; rebuild the plugin with LLVM {ours}"
        ));
    }
    if let Some((theirs, ours)) = differs("mlir") {
        return Some(format!(
            "built with {theirs} MLIR, expected {ours} MLIR; rebuild the plugin with the same MLIR as \
             hloom, or use the C interface of plugins"
        ));
    }
    if differs("panic").is_some() {
        return Some(
            "built with another panic strategy than hloom; \
             rebuild the plugin with panic = \"unwind\""
                .to_owned(),
        );
    }
    differs("sources").map(|(theirs, ours)| {
        format!(
            "built from other sources of hloom (digest {theirs}, expected {ours}); \
             rebuild the plugin with the same sources"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &str = "hloom 1.0.0\nsources ab\nrustc 1.95.0\ntarget x86_64\npanic unwind\n\
                        llvm 22.1\nmlir shared\n";

    fn changed(from: &str, to: &str) -> String {
        mismatch(&OURS.replace(from, to), OURS).expect("they differ")
    }

    #[test]
    fn every_mismatch_says_what_to_rebuild() {
        assert_eq!(mismatch(OURS, OURS), None);
        assert_eq!(mismatch(&format!("{OURS}later fact\n"), OURS), None);
        assert_eq!(
            changed("1.0.0", "0.9.0"),
            "built with hloom 0.9.0, expected hloom 1.0.0; rebuild the plugin with hloom 1.0.0"
        );
        for (from, to) in [
            ("ab", "cd"),
            ("1.95", "1.94"),
            ("x86_64", "s390x"),
            ("unwind", "abort"),
            ("22", "21"),
            ("shared", "static"),
        ] {
            assert!(changed(from, to).contains("rebuild the plugin"));
        }
        assert!(mismatch("", OURS).is_some());
    }

    #[test]
    fn plugins_of_other_releases_are_refused_by_name() {
        let refusal = |note: &str| mismatch_of_c(note).unwrap_or_default();
        assert_eq!(refusal(&format!("c-abi {ABI}\nhloom {RELEASE}\n\0")), "");
        assert_eq!(
            refusal(&format!("c-abi {ABI}\nhloom 9.9\n\0")),
            format!(
                "built for hloom 9.9, expected hloom {RELEASE}; build the plugin with the header of \
                 hloom {RELEASE}"
            )
        );
        let other = refusal(&format!("c-abi 99\nhloom {RELEASE}\n"));
        assert!(other.starts_with("built for version 99 of the C interface, expected"), "{other}");
        assert!(refusal("c-abi \n").starts_with("built for hloom ?"));
    }

    #[test]
    fn what_is_no_library_is_refused() {
        for bytes in [&b""[..], b"text", b"\x7fELF", &[0; 200]] {
            assert!(kind(bytes).is_err_and(|reason| reason.starts_with("not a shared")));
        }
    }
}
