// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! All versions of a program, from the input to the last step of the pipeline, as differences.
//!
//! Most passes change few lines of a program, so a page stores each distinct line once, and only
//! the replaced lines of each step.

use super::locations::{self, Line};
use super::names::{Names, without_names};
use imara_diff::{Algorithm, Diff, InternedInput, Interner};
use serde::Serialize;
use std::collections::HashMap;

/// A replacement of lines: the index of the first line in the previous version, the number of
/// removed lines, and the inserted lines as indices of [`Lines::text`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Edit(pub usize, pub usize, pub Vec<usize>);

/// The distinct lines of all versions.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Lines {
    /// The texts of the lines.
    pub text: Vec<String>,
    /// For each line: the set of its source operations, as an index of [`Lines::sets`].
    pub set: Vec<usize>,
    /// The sets of source operations. The first one is empty.
    pub sets: Vec<Vec<usize>>,
}

/// Stores the versions of a program, one after another.
#[derive(Debug)]
pub struct Versions {
    lines: Lines,
    numbers: HashMap<Line, usize>,
    sets: HashMap<Vec<usize>, usize>,
    names: Names,
    /// The MLIR text of the current version, with locations.
    read: String,
    current: Vec<Line>,
    /// The lines of the current version, as indices of [`Lines::text`].
    current_numbers: Vec<usize>,
}

impl Versions {
    /// Stores the first version, which is MLIR text with locations.
    pub fn new(text: &str) -> Self {
        let mut versions = Self {
            lines: Lines { sets: vec![Vec::new()], ..Lines::default() },
            numbers: HashMap::new(),
            sets: HashMap::from([(Vec::new(), 0)]),
            names: Names::default(),
            read: text.to_owned(),
            current: locations::read(text),
            current_numbers: Vec::new(),
        };
        versions.current_numbers =
            versions.current.clone().iter().map(|it| versions.number(it)).collect();
        versions
    }

    /// Returns the lines of the current version, without locations.
    pub fn current(&self) -> &[Line] {
        &self.current
    }

    /// Returns the lines of the current version, as indices of [`Lines::text`].
    pub fn current_numbers(&self) -> &[usize] {
        &self.current_numbers
    }

    /// Stores the next version, which is MLIR text with locations. Returns the differences from the
    /// previous version, in ascending order of their positions.
    pub fn next(&mut self, text: &str) -> Vec<Edit> {
        // Most passes do not change a program.
        if text == self.read {
            return Vec::new();
        }
        text.clone_into(&mut self.read);
        let new = locations::read(text);
        let matches = matches(&self.current, &new);
        let new = self.names.rename(&self.current, new, &matches);
        let numbers: Vec<_> = new.iter().map(|line| self.number(line)).collect();
        let mut edits = Vec::new();
        let (mut before, mut after) = (0, 0);
        let end = (self.current.len(), new.len());
        for (old, new) in matches.into_iter().chain([end]) {
            let is_end = (old, new) == end;
            if !is_end && self.current_numbers[old] != numbers[new] {
                continue;
            }
            if (before, after) != (old, new) {
                edits.push(Edit(before, old - before, numbers[after..new].to_vec()));
            }
            (before, after) = (old + 1, new + 1);
        }
        (self.current, self.current_numbers) = (new, numbers);
        edits
    }

    /// Returns the number of a set of source operations, which is an index of [`Lines::sets`].
    pub fn set(&mut self, sources: &[usize]) -> usize {
        if let Some(number) = self.sets.get(sources) {
            return *number;
        }
        self.lines.sets.push(sources.to_vec());
        self.sets.insert(sources.to_vec(), self.lines.sets.len() - 1);
        self.lines.sets.len() - 1
    }

    fn number(&mut self, line: &Line) -> usize {
        if let Some(number) = self.numbers.get(line) {
            return *number;
        }
        let set = self.set(&line.sources);
        self.lines.text.push(line.text.clone());
        self.lines.set.push(set);
        self.numbers.insert(line.clone(), self.lines.text.len() - 1);
        self.lines.text.len() - 1
    }

    /// Returns the distinct lines of all versions.
    pub fn into_lines(self) -> Lines {
        self.lines
    }
}

/// Returns pairs of matching lines of two versions, in ascending order. Lines with the same text
/// and the same sources match first; between these matches, lines with the same text match. Names
/// in lines are ignored.
fn matches(old: &[Line], new: &[Line]) -> Vec<(usize, usize)> {
    let texts = |lines: &[Line]| -> Vec<String> {
        lines.iter().map(|line| without_names(&line.text)).collect()
    };
    let (old_texts, new_texts) = (texts(old), texts(new));
    let whole = |texts: &[String], lines: &[Line]| -> Vec<(String, Vec<usize>)> {
        texts.iter().cloned().zip(lines.iter().map(|line| line.sources.clone())).collect()
    };
    let mut found = Vec::new();
    let exact = equal(&whole(&old_texts, old), &whole(&new_texts, new));
    let (mut before, mut after) = (0, 0);
    for (old_at, new_at) in exact.into_iter().chain([(old.len(), new.len())]) {
        let inner = equal(&old_texts[before..old_at], &new_texts[after..new_at]);
        found.extend(inner.into_iter().map(|(from, to)| (before + from, after + to)));
        if old_at < old.len() {
            found.push((old_at, new_at));
        }
        (before, after) = (old_at + 1, new_at + 1);
    }
    found
}

/// Returns the indices of pairs of equal elements of two sequences, in ascending order in both, as
/// a diff finds them.
fn equal<T: Clone + Eq + std::hash::Hash>(old: &[T], new: &[T]) -> Vec<(usize, usize)> {
    if old.is_empty() || new.is_empty() {
        return Vec::new();
    }
    let interner = Interner::new(old.len() + new.len());
    let mut input = InternedInput { before: Vec::new(), after: Vec::new(), interner };
    input.update_before(old.iter().cloned());
    input.update_after(new.iter().cloned());
    let diff = Diff::compute(Algorithm::Histogram, &input);
    let mut pairs = Vec::new();
    let (mut before, mut after) = (0, 0);
    let ends = (old.len(), old.len(), new.len(), new.len());
    let hunks = diff.hunks().map(|it| {
        let at = |it: u32| it as usize;
        (at(it.before.start), at(it.before.end), at(it.after.start), at(it.after.end))
    });
    for (old_start, old_end, new_start, new_end) in hunks.chain([ends]) {
        pairs.extend((before..old_start).zip(after..new_start));
        (before, after) = (old_end, new_end);
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies differences in the same way as the page does.
    fn apply(version: &[usize], edits: &[Edit]) -> Vec<usize> {
        let (mut result, mut at) = (Vec::new(), 0);
        for Edit(start, removed, inserted) in edits {
            result.extend(&version[at..*start]);
            result.extend(inserted);
            at = start + removed;
        }
        result.extend(&version[at..]);
        result
    }

    const INPUT: &str = "module {
  func.func @f(%arg0: f32) {
    %0 = a.a %arg0 loc(\"hloom.source.0\"(unknown))
    %1 = a.b %0 loc(\"hloom.source.1\"(unknown))
    return %1 loc(\"hloom.source.2\"(unknown))
  }
}
";

    #[test]
    fn edits_lead_from_version_to_version() {
        let mut versions = Versions::new(INPUT);
        let mut numbers = versions.current_numbers().to_vec();
        let folded = INPUT.replace("a.a %arg0", "a.c %arg0");
        let grown = folded.replace(
            "    %1 = a.b %0",
            "    %1 = a.d %0 loc(\"hloom.source.1\"(unknown))\n    %2 = a.b %1",
        );
        let grown = grown.replace("return %1", "return %2");
        for text in [&*folded, &folded, &grown, "", INPUT] {
            let edits = versions.next(text);
            numbers = apply(&numbers, &edits);
            assert_eq!(numbers, versions.current_numbers(), "{text}");
        }
    }

    #[test]
    fn an_inserted_operation_is_one_edit() {
        let mut versions = Versions::new(INPUT);
        assert_eq!(versions.next(INPUT), []);
        let grown = "module {
  func.func @f(%arg0: f32) {
    %0 = a.a %arg0 loc(\"hloom.source.0\"(unknown))
    %1 = a.x %0 loc(\"hloom.source.0\"(unknown))
    %2 = a.b %0 loc(\"hloom.source.1\"(unknown))
    return %2 loc(\"hloom.source.2\"(unknown))
  }
}
";
        let edits = versions.next(grown);
        assert_eq!(edits.len(), 1, "{edits:?}");
        assert_eq!((edits[0].0, edits[0].1), (3, 0));
        let lines = versions.into_lines();
        assert_eq!(lines.text[edits[0].2[0]], "    %2 = a.x %0");
        assert_eq!(lines.sets[lines.set[edits[0].2[0]]], [0]);
    }

    #[test]
    fn lines_prefer_partners_with_the_same_sources() {
        let line = |source: usize| Line { text: "    %0 = a".to_owned(), sources: vec![source] };
        assert_eq!(matches(&[line(1), line(2)], &[line(2), line(3)]), [(1, 0)]);
        assert_eq!(matches(&[line(1)], &[line(2)]), [(0, 0)]);
    }
}
