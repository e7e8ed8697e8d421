// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Strict checking of target triples.
//!
//! LLVM accepts a triple with an unknown part and treats the part as unspecified, so that a
//! misspelling goes unnoticed. This module rejects such parts.

use crate::Error;
use crate::suggestions::suggestions;

/// A triple in LLVM's normal form, with the names that LLVM knows.
pub struct Triple {
    /// The whole triple.
    pub text: String,
    /// LLVM's canonical name of the architecture.
    pub architecture: String,
    /// Architecture, vendor, operating system and environment as written in the triple.
    pub parts: Vec<String>,
    /// The names that LLVM knows for each part.
    pub known: Vec<Vec<String>>,
}

/// Further names that LLVM accepts: aliases of its names, and object file formats, which may stand
/// in place of an environment.
const OTHER_NAMES: [&str; 8] = ["macos", "win32", "elf", "coff", "macho", "wasm", "xcoff", "goff"];

impl Triple {
    /// Checks that LLVM knows the architecture, the operating system and the environment of the
    /// triple. Any vendor is accepted.
    ///
    /// # Errors
    /// Returns [`Error::UnknownTarget`] with the unknown part and similar names.
    pub fn check(&self) -> Result<(), Error> {
        let [architecture, vendor, system, environment] = &self.parts[..] else { return Ok(()) };
        if self.architecture == "unknown" {
            return Err(self.unknown("architecture", architecture, &self.known[0]));
        }
        // Any vendor is accepted. But an unknown vendor without an operating system is probably a
        // misspelled operating system: normalization puts `x86_64-linx` there.
        if is_open(system) && !is_open(vendor) && !self.known[1].contains(vendor) {
            return Err(self.unknown("operating system", vendor, &self.known[2]));
        }
        for (what, name, known) in [
            ("operating system", system, &self.known[2]),
            ("environment", environment, &self.known[3]),
        ] {
            let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
            let is_known = |name: &str| known.iter().any(|known| known == name);
            let other = OTHER_NAMES.contains(&plain);
            if !is_open(name) && !is_known(name) && !is_known(plain) && !other {
                return Err(self.unknown(what, name, known));
            }
        }
        Ok(())
    }

    fn unknown(&self, what: &str, name: &str, known: &[String]) -> Error {
        let reason = format!("LLVM does not know the {what} `{name}`{}", suggestions(name, known));
        Error::UnknownTarget { triple: self.text.clone(), reason }
    }
}

/// Returns true if a part of a triple is unspecified: empty, `unknown` or `none`.
fn is_open(part: &str) -> bool {
    matches!(part, "" | "unknown" | "none")
}
