// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs as bytes, before they are parsed.

use crate::Error;
use hloom_frontends::Format;
use std::fmt::{self, Debug};
use std::path::Path;
use std::sync::Arc;

/// The magic number at the start of MLIR bytecode.
const BYTECODE_MAGIC: &[u8] = b"ML\xefR";

/// A program: a StableHLO module as MLIR text or bytecode, or an HLO module in any encoding.
///
/// The content determines the format. Compilers parse the program.
#[derive(Clone, PartialEq, Eq)]
pub struct Program {
    name: String,
    source: Arc<[u8]>,
    entry: Option<String>,
}

impl Program {
    /// Reads a program from a file.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or if its format is not supported.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let bytes = std::fs::read(path).map_err(|error| {
            let reason = match error.kind() {
                std::io::ErrorKind::NotFound => "no such file".to_owned(),
                std::io::ErrorKind::IsADirectory => "is a directory, not a program".to_owned(),
                _ => error.to_string(),
            };
            Error::file(path, reason)
        })?;
        Self::from_bytes(path.to_string_lossy(), bytes)
    }

    /// Creates a program from MLIR text. Diagnostics show `name` as the file name.
    ///
    /// # Errors
    /// Fails if the text contains a NUL character, at which MLIR's parser would stop.
    pub fn from_text(name: impl Into<String>, text: impl Into<String>) -> Result<Self, Error> {
        Self::from_bytes(name, text.into().into_bytes())
    }

    /// Creates a program from the content of a file. Diagnostics show `name` as the file name.
    ///
    /// # Errors
    /// Fails if the content is neither MLIR text nor MLIR bytecode nor HLO, or if MLIR text
    /// contains a NUL character.
    pub fn from_bytes(name: impl Into<String>, bytes: impl Into<Arc<[u8]>>) -> Result<Self, Error> {
        let (name, source) = (name.into(), bytes.into());
        let program = Self { name, source, entry: None };
        if program.is_mlir_text() {
            let text = std::str::from_utf8(&program.source).map_err(|error| {
                let line = 1 + count_lines(&program.source[..error.valid_up_to()]);
                let reason = "is neither MLIR text nor MLIR bytecode nor HLO";
                Error::file(&program.name, format!("{reason} (line {line} is not UTF-8)"))
            })?;
            if let Some(position) = text.find('\0') {
                let line = 1 + count_lines(&program.source[..position]);
                let reason = format!("line {line} contains a NUL character");
                return Err(Error::file(&program.name, reason));
            }
        }
        Ok(program)
    }

    /// Returns the same program with another entry function.
    #[must_use]
    pub fn with_entry(mut self, entry: impl Into<String>) -> Self {
        self.entry = Some(entry.into());
        self
    }

    /// Returns the name of the program's file, or the name that diagnostics show instead.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the bytes of the program.
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// Returns the source as text, or `None` if it is MLIR bytecode or not UTF-8.
    pub fn text(&self) -> Option<&str> {
        if self.is_bytecode() { None } else { std::str::from_utf8(&self.source).ok() }
    }

    /// Returns true if the source is treated as MLIR text, because it has no other known format.
    pub fn is_mlir_text(&self) -> bool {
        !self.is_bytecode() && Format::of(&self.source) == Format::Mlir
    }

    /// Returns true if the source is MLIR bytecode.
    pub fn is_bytecode(&self) -> bool {
        self.source.starts_with(BYTECODE_MAGIC)
    }

    /// Returns the name of the entry function if [`Program::with_entry`] set one.
    ///
    /// If there is no such name, the entry function is `main`, or the only public function.
    pub fn entry(&self) -> Option<&str> {
        self.entry.as_deref()
    }

    /// Splits a text at lines that begin with `// -----`, as `mlir-opt --split-input-file` does.
    ///
    /// Each part is padded with empty lines, so that it keeps its line numbers. A program that is
    /// not text is not split.
    pub fn split(&self) -> Vec<Self> {
        let Some(text) = self.text() else { return vec![self.clone()] };
        let mut programs = Vec::new();
        let mut piece = String::new();
        let mut lines = 0;
        let mut finish = |piece: &mut String, lines: usize| {
            let source = std::mem::replace(piece, "\n".repeat(lines)).into_bytes().into();
            programs.push(Self { name: self.name.clone(), source, entry: self.entry.clone() });
        };
        for line in text.split_inclusive('\n') {
            lines += 1;
            if line.trim_start().starts_with("// -----") {
                finish(&mut piece, lines);
            } else {
                piece.push_str(line);
            }
        }
        finish(&mut piece, 0);
        programs
    }
}

fn count_lines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

impl Debug for Program {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter
            .debug_struct("Program")
            .field("name", &self.name)
            .field("bytes", &self.source.len())
            .field("entry", &self.entry)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_keep_their_line_numbers() {
        let program = Program::from_text("a.mlir", "one\n// -----\ntwo\n\n  // ----- x\nthree\n");
        let pieces = program.expect("text").with_entry("f").split();
        let texts: Vec<_> = pieces.iter().map(|piece| piece.text().unwrap_or("")).collect();
        assert_eq!(texts, ["one\n", "\n\ntwo\n\n", "\n\n\n\n\nthree\n"]);
        assert!(pieces.iter().all(|piece| piece.entry() == Some("f") && piece.name() == "a.mlir"));
    }

    #[test]
    fn content_decides() {
        let bytecode = Program::from_bytes("a", b"ML\xefR\x06\xff".to_vec()).expect("bytecode");
        assert!(bytecode.is_bytecode() && bytecode.text().is_none());
        let refusal = Program::from_bytes("a", b"x\ny\xff".to_vec()).expect_err("neither");
        assert_eq!(
            refusal.to_string(),
            "a: is neither MLIR text nor MLIR bytecode nor HLO (line 2 is not UTF-8)"
        );
        let refusal = Program::from_text("a", "x\0").expect_err("a NUL");
        assert_eq!(refusal.to_string(), "a: line 1 contains a NUL character");
        let refusal = Program::from_file("no/such/program.mlir").expect_err("missing");
        assert_eq!(refusal.to_string(), "no/such/program.mlir: no such file");
    }
}
