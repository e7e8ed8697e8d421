// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs before anything is known of them but their bytes.

use crate::Error;
use hloom_frontends::Format;
use std::fmt::{self, Debug};
use std::path::Path;
use std::sync::Arc;

/// The first bytes of MLIR bytecode.
const BYTECODE_MAGIC: &[u8] = b"ML\xefR";

/// A program: a module of StableHLO as MLIR text or bytecode, or of HLO in any encoding; which
/// it is, is told by content. It is parsed by whoever compiles it.
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
    /// If the file cannot be read, or is neither text nor bytecode nor HLO.
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

    /// A program from MLIR text; `name` stands for the file in diagnostics.
    ///
    /// # Errors
    /// If the text has a NUL in it, which ends a text for MLIR.
    pub fn from_text(name: impl Into<String>, text: impl Into<String>) -> Result<Self, Error> {
        Self::from_bytes(name, text.into().into_bytes())
    }

    /// A program from the content of a file; `name` stands for it in diagnostics.
    ///
    /// # Errors
    /// If it is neither text nor bytecode nor HLO.
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
                return Err(Error::file(&program.name, format!("line {line} has a NUL in it")));
            }
        }
        Ok(program)
    }

    /// The same program with another entry function.
    #[must_use]
    pub fn with_entry(mut self, entry: impl Into<String>) -> Self {
        self.entry = Some(entry.into());
        self
    }

    /// The file it is from, or what stands for it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Text or bytes.
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// The source if it is text.
    pub fn text(&self) -> Option<&str> {
        if self.is_bytecode() { None } else { std::str::from_utf8(&self.source).ok() }
    }

    /// Whether the source is MLIR's text, or meant to be: it is nothing else.
    pub fn is_mlir_text(&self) -> bool {
        !self.is_bytecode() && Format::of(&self.source) == Format::Mlir
    }

    /// Whether the source is MLIR bytecode.
    pub fn is_bytecode(&self) -> bool {
        self.source.starts_with(BYTECODE_MAGIC)
    }

    /// The entry function if one was named. Otherwise it is `main`, or else
    /// the only public function.
    pub fn entry(&self) -> Option<&str> {
        self.entry.as_deref()
    }

    /// The programs that a text holds between lines of `// -----`, each with
    /// the line numbers it has in the whole; bytecode is one program.
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
        assert_eq!(refusal.to_string(), "a: line 1 has a NUL in it");
        let refusal = Program::from_file("no/such/program.mlir").expect_err("missing");
        assert_eq!(refusal.to_string(), "no/such/program.mlir: no such file");
    }
}
