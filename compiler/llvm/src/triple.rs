// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Triples that say what they mean: LLVM takes a part that it does not know for any.

use crate::Error;
use crate::near::near;

/// A triple in LLVM's normal form, with what LLVM knows.
pub struct Triple {
    /// All of it.
    pub text: String,
    /// LLVM's name of the architecture.
    pub architecture: String,
    /// Architecture, vendor, operating system and environment as they are written.
    pub parts: Vec<String>,
    /// The names that LLVM knows for each part.
    pub known: Vec<Vec<String>>,
}

/// Names that LLVM takes for another of its names, and the formats of object files, which
/// may stand in place of an environment.
const OTHER_NAMES: [&str; 8] = ["macos", "win32", "elf", "coff", "macho", "wasm", "xcoff", "goff"];

impl Triple {
    /// Refuses a part that LLVM does not know.
    ///
    /// # Errors
    /// [`Error::UnknownTarget`] that names the part and what is like it.
    pub fn check(&self) -> Result<(), Error> {
        let [architecture, vendor, system, environment] = &self.parts[..] else { return Ok(()) };
        if self.architecture == "unknown" {
            return Err(self.unknown("architecture", architecture, &self.known[0]));
        }
        // A vendor can be anybody, but not where a system should be.
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
        let reason = format!("LLVM knows no {what} `{name}`{}", near(name, known));
        Error::UnknownTarget { triple: self.text.clone(), reason }
    }
}

/// Whether a part leaves open what it is.
fn is_open(part: &str) -> bool {
    matches!(part, "" | "unknown" | "none")
}
