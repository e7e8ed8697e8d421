// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The state of an export, to which the files of this folder add methods.

use hloom_hlo::proto::HloComputationProto;
use std::collections::HashMap;

/// The state of an export of a module to HLO.
#[derive(Default)]
pub struct Exporter {
    /// The finished computations. Callees precede their callers.
    pub computations: Vec<HloComputationProto>,
    /// IDs of the computations of functions, indexed by function name; `None` for a computation
    /// under construction.
    pub functions: HashMap<String, Option<i64>>,
    /// Number of names issued for each base name.
    names: HashMap<String, usize>,
    /// Number of computations begun so far, which is the ID of the latest one.
    pub begun: i64,
}

impl Exporter {
    /// Returns a unique name with the given base name.
    pub fn unique(&mut self, name: &str) -> String {
        let is_plain = |char: char| char.is_ascii_alphanumeric() || "_-.".contains(char);
        let mut plain: String =
            name.chars().map(|char| if is_plain(char) { char } else { '_' }).collect();
        // Strip numeric suffixes, which could collide with the names that are made below.
        while let Some((start, end)) = plain.rsplit_once('.')
            && end.bytes().all(|byte| byte.is_ascii_digit())
        {
            plain = start.to_owned();
        }
        if !plain.starts_with(|char: char| char.is_ascii_alphabetic() || char == '_') {
            plain.insert(0, '_');
        }
        let count = self.names.entry(plain.clone()).or_default();
        *count += 1;
        format!("{plain}.{count}")
    }
}
