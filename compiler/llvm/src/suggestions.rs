// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Suggestions for misspelled names.

/// The minimum Jaro-Winkler similarity of a suggestion.
const ALIKE: f64 = 0.75;
/// The maximum number of suggestions.
const MOST: usize = 5;

/// Returns a hint with the `names` most similar to `name`, such as `; similar: aarch64, arm64`, or
/// an empty text if no name is similar.
pub fn suggestions(name: &str, names: &[String]) -> String {
    let alike = |known: &String| strsim::jaro_winkler(name, known);
    let mut names: Vec<_> = names.iter().filter(|known| alike(known) >= ALIKE).collect();
    names.sort_by(|one, other| alike(other).total_cmp(&alike(one)).then(one.cmp(other)));
    names.dedup();
    names.truncate(MOST);
    let names: Vec<_> = names.into_iter().map(String::as_str).collect();
    if names.is_empty() { String::new() } else { format!("; similar: {}", names.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_alike_come_first_and_others_not_at_all() {
        let names = ["aarch64", "aarch64_be", "arm", "x86_64", "riscv64"].map(str::to_owned);
        assert_eq!(suggestions("aarch6", &names), "; similar: aarch64, aarch64_be");
        assert_eq!(suggestions("zzz", &names), "");
    }
}
