// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The CPUs that a benchmark uses.

use anyhow::{Context, Result, bail};
use std::fs;
use std::io::ErrorKind;

/// Returns the numbers of the first `threads` CPUs that this process may use, or of all CPUs if
/// `threads` is `None`.
///
/// # Errors
///
/// Fails if there are fewer CPUs, or if the system is not Linux.
pub fn select(threads: Option<u16>) -> Result<Vec<usize>> {
    let status = match fs::read_to_string("/proc/self/status") {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            bail!("`cargo ci bench` runs only on Linux")
        }
        other => other?,
    };
    let line = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let mut allowed = line
        .and_then(parse_list)
        .context("/proc/self/status: expected a line `Cpus_allowed_list` with a list of CPUs")?;
    if let Some(threads) = threads.map(usize::from) {
        if threads > allowed.len() {
            bail!(
                "--threads {threads}: expected at most {}, the number of CPUs of this process",
                allowed.len()
            );
        }
        allowed.truncate(threads);
    }
    Ok(allowed)
}

/// Parses Linux's format of CPU lists, for example `0-3,8`.
fn parse_list(text: &str) -> Option<Vec<usize>> {
    let mut all = Vec::new();
    for range in text.trim().split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        all.extend(first.parse().ok()?..=last.parse::<usize>().ok()?);
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_cpus() {
        assert_eq!(parse_list("\t0-3,8\n"), Some(vec![0, 1, 2, 3, 8]));
        assert_eq!(parse_list("5"), Some(vec![5]));
        assert_eq!(parse_list("all"), None);
    }
}
