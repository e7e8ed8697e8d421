// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Appends numbers to names to make them unique, and replaces characters to make them valid. XLA
//! changes the names of computations and instructions in the same way.

use crate::proto::PrimitiveType;
use std::collections::{HashMap, HashSet};

/// Set of names in use, which provides unique names.
#[derive(Debug, Default)]
pub struct UniqueNames {
    taken: HashSet<String>,
    /// Number to try next, for each name that was requested more than once.
    next: HashMap<String, u64>,
}

impl UniqueNames {
    /// Returns the name, with a number appended if it is taken.
    pub fn unique(&mut self, name: &str) -> String {
        if self.taken.insert(name.to_owned()) {
            return name.to_owned();
        }
        let next = self.next.entry(name.to_owned()).or_insert(1);
        loop {
            let candidate = format!("{name}.{next}");
            *next += 1;
            if self.taken.insert(candidate.clone()) {
                return candidate;
            }
        }
    }
}

/// Returns a valid attribute name: letters, digits and `_.-`, beginning with a letter or `_`.
/// Other characters become `_`.
pub fn identifier(name: &str) -> String {
    let accepts = |char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '.' | '-');
    let mut legal: String =
        name.chars().map(|char| if accepts(char) { char } else { '_' }).collect();
    if !legal.starts_with(|char: char| char.is_ascii_alphabetic() || char == '_') {
        legal.insert(0, '_');
    }
    legal
}

/// Returns a name that XLA accepts for an instruction or a computation: an identifier other than
/// the name of an element type. The prefix `__`, which is reserved for backends, becomes `a_`
/// unless the name begins with `__xla_`.
pub fn sanitized(name: &str) -> String {
    let mut legal = identifier(name);
    if PrimitiveType::from_hlo_name(&legal).is_some() {
        legal.push('_');
    }
    match legal.strip_prefix("__") {
        Some(rest) if !legal.starts_with("__xla_") => format!("a_{rest}"),
        _ => legal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart() {
        let mut names = UniqueNames::default();
        let given = ["add", "add", "add.1", "add", "x"].map(|name| names.unique(name));
        assert_eq!(given, ["add", "add.1", "add.1.1", "add.2", "x"]);
    }

    #[test]
    fn illegal_names() {
        assert_eq!(sanitized("a b/ü"), "a_b__");
        assert_eq!(sanitized("1x"), "_1x");
        assert_eq!(sanitized(""), "_");
        assert_eq!(sanitized("f32"), "f32_");
        assert_eq!(sanitized("__x"), "a_x");
        assert_eq!(sanitized("__xla_x"), "__xla_x");
    }
}
