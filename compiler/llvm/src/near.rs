// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Names that are like a name which is not known.

/// How alike two names must be.
const ALIKE: f64 = 0.75;
/// How many are worth telling.
const MOST: usize = 5;

/// Says which of `names` are most like `name`: `; near: aarch64, arm64`, or nothing.
pub fn near(name: &str, names: &[String]) -> String {
    let alike = |known: &String| strsim::jaro_winkler(name, known);
    let mut names: Vec<_> = names.iter().filter(|known| alike(known) >= ALIKE).collect();
    names.sort_by(|one, other| alike(other).total_cmp(&alike(one)).then(one.cmp(other)));
    names.dedup();
    names.truncate(MOST);
    let names: Vec<_> = names.into_iter().map(String::as_str).collect();
    if names.is_empty() { String::new() } else { format!("; near: {}", names.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_alike_come_first_and_others_not_at_all() {
        let names = ["aarch64", "aarch64_be", "arm", "x86_64", "riscv64"].map(str::to_owned);
        assert_eq!(near("aarch6", &names), "; near: aarch64, aarch64_be");
        assert_eq!(near("zzz", &names), "");
    }
}
