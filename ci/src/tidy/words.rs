// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Finds the words that `words.txt` prohibits, and absolute paths that exist only on one machine.

use super::finding::Finding;
use std::path::Path;

const LIST: &str = include_str!("../../words.txt");

/// The word endings that `*` represents at the end of an entry of `words.txt`.
const ENDINGS: &[&str] = &["e", "ed", "er", "ers", "es", "ing", "able", "ation", "ations"];

/// Root folders that exist on every system, so that paths in them are permitted.
const SYSTEM_FOLDERS: &[&str] = &["bin", "dev", "etc", "proc", "sys", "usr"];

/// Finds the words that `words.txt` prohibits, and absolute paths of one machine, in a text.
pub fn unwanted(path: &Path, text: &str) -> Vec<Finding> {
    let entries = entries(LIST);
    let mut findings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let lower = line.to_lowercase();
        for entry in entries.iter().filter(|entry| entry.is_in(line, &lower)) {
            let message =
                format!("the word `{}` is not allowed; write {}", entry.word, entry.instead);
            findings.push(Finding::new(path, index + 1, message));
        }
        if let Some(folder) = foreign_folder(line) {
            let message = format!("expected a path relative to the repository, found /{folder}/");
            findings.push(Finding::new(path, index + 1, message));
        }
    }
    findings
}

/// An entry of `words.txt`: a prohibited word, and the text to write instead.
struct Entry {
    word: &'static str,
    instead: &'static str,
}

impl Entry {
    /// Returns true if a line contains the word. `lower` is the line in lowercase.
    fn is_in(&self, line: &str, lower: &str) -> bool {
        let stem = self.word.trim_end_matches('*');
        let line = if stem.contains(char::is_uppercase) { line } else { lower };
        line.match_indices(stem).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            let after = &line[at + stem.len()..];
            let ending = &after[..after.find(|c| !is_word(c)).unwrap_or(after.len())];
            let ends = if self.word.ends_with('*') { ENDINGS } else { &[""] };
            before.is_none_or(|c| !is_word(c)) && ends.contains(&ending)
        })
    }
}

/// Returns the root folder of the first absolute path in a line that does not exist on every
/// system.
fn foreign_folder(line: &str) -> Option<&str> {
    line.match_indices('/').find_map(|(at, _)| {
        // The slash begins a path; it is not inside a relative path, an address or a pattern, and
        // does not begin a comment.
        let begins = line[..at].chars().next_back().is_none_or(|c| " \"'`(=:".contains(c));
        let (folder, _) = line[at + 1..].split_once('/')?;
        let is_name = !folder.is_empty() && folder.chars().all(|c| is_word(c) || c == '-');
        (begins && is_name && !SYSTEM_FOLDERS.contains(&folder)).then_some(folder)
    })
}

fn entries(list: &'static str) -> Vec<Entry> {
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.filter_map(|line| line.split_once(" => "));
    pairs.map(|(word, instead)| Entry { word, instead }).collect()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_found(word: &'static str, line: &str) -> bool {
        Entry { word, instead: "" }.is_in(line, &line.to_lowercase())
    }

    #[test]
    fn verbs_match_with_their_endings() {
        assert!(is_found("test*", "Tested it"));
        assert!(is_found("test*", "testations, all of them"));
        assert!(!is_found("test*", "a testimonial"));
        assert!(!is_found("test*", "an attest"));
    }

    #[test]
    fn words_match_whole() {
        assert!(is_found("word", "a Word."));
        assert!(!is_found("word", "swords, wordy"));
        assert!(is_found("WORD", "a WORD."));
        assert!(!is_found("WORD", "a word."));
    }

    #[test]
    fn paths_of_one_machine() {
        // The path is composed here, so that this file contains no such path.
        let path = |first: &str| format!("in `/{first}/a/b`");
        assert_eq!(foreign_folder(&path("mine")), Some("mine"));
        assert_eq!(foreign_folder(&path("usr")), None);
        for line in
            ["a/b/c", "https://example.org/a/b", "$root/a/b", "../a/b/c", "// a", "x / y / z"]
        {
            assert_eq!(foreign_folder(line), None, "{line}");
        }
    }

    #[test]
    fn every_line_of_the_list_is_an_entry() {
        let lines = LIST.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count();
        assert_eq!(entries(LIST).len(), lines);
    }
}
