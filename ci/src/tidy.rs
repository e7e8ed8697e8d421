// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Rules for sources and documents that no other tool checks.

mod crates;
mod finding;
mod imports;
mod links;
mod metadata;
mod words;

use crate::project::Project;
use crate::rust_text::{code_only, lines_with_word};
use anyhow::{Context, Result, bail};
use finding::Finding;
use metadata::Metadata;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const LICENSE_LINE: &str = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception";

/// The maximum number of lines of a source file. Longer files must be split.
const MOST_LINES: usize = 900;

/// The beginnings of comments that do not name the described item.
const CLAUSES: &[&str] = &["What", "That which", "Whatever"];

/// Checks the rules of this module in all sources and documents of the checkout. The rules permit
/// some import cycles; the returned note contains their number.
///
/// # Errors
/// Fails if a file violates a rule (after all findings are printed), or if a file cannot be read.
pub fn check(project: &Project) -> Result<String> {
    let mut texts = BTreeMap::new();
    let files = project.files()?;
    for path in &files {
        if is_source(path) || is_document(path) {
            let full = project.root.join(path);
            let text = fs::read_to_string(&full)
                .with_context(|| format!("cannot read {}", full.display()))?;
            texts.insert(path.clone(), text);
        }
    }
    let mut findings = Vec::new();
    for (path, text) in &texts {
        findings.extend(in_file(path, text));
        if is_markdown(path) {
            findings.extend(links::broken(path, text, &texts, &files));
        }
    }
    let metadata = Metadata::read(project)?;
    let (cycles, broken) = imports::broken(&texts, &metadata.crate_roots(&project.root))?;
    findings.extend(broken);
    findings.extend(crates::broken(&metadata, &project.root, &texts)?);
    for finding in &findings {
        eprintln!("{finding}");
    }
    match findings.len() {
        0 => Ok(format!("{cycles} import {}", if cycles == 1 { "cycle" } else { "cycles" })),
        1 => bail!("one place in the repository breaks a rule"),
        several => bail!("{several} places in the repository break a rule"),
    }
}

/// Returns the findings of the rules that apply to a single file.
fn in_file(path: &Path, text: &str) -> Vec<Finding> {
    let mut findings = words::unwanted(path, text);
    let lines = text.lines().count();
    if is_source(path) {
        // A script's first line names its interpreter.
        let header = text.lines().find(|line| !line.starts_with("#!/")).unwrap_or_default();
        if !header.ends_with(LICENSE_LINE) {
            findings.push(Finding::new(path, 1, format!("the first line is not `{LICENSE_LINE}`")));
        }
        if lines > MOST_LINES {
            let message =
                format!("the file has {lines} lines; split files of more than {MOST_LINES} lines");
            findings.push(Finding::new(path, lines, message));
        }
    }
    findings.extend(comments(path, text));
    if path.extension().is_some_and(|kind| kind == "rs") {
        findings.extend(in_rust(path, &code_only(text)));
    }
    findings
}

/// Finds comment lines that begin with one of [`CLAUSES`], such as `Whatever`, and not with a verb or
/// a noun. `Whether` is permitted.
fn comments(path: &Path, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let Some(comment) = line.trim_start().strip_prefix("//") else { continue };
        let comment = comment.trim_start_matches(['/', '!']).trim_start();
        let has_rest = |rest: &str| rest.starts_with(' ');
        let first = CLAUSES.iter().find(|it| comment.strip_prefix(**it).is_some_and(has_rest));
        if let Some(first) = first {
            let message =
                format!("expected the comment to begin with a verb or a noun, found `{first}`");
            findings.push(Finding::new(path, index + 1, message));
        }
    }
    findings
}

fn in_rust(path: &Path, code: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    if path.file_name().is_none_or(|name| name != "ffi.rs") {
        for line in lines_with_word(code, "unsafe") {
            findings.push(Finding::new(path, line, "only files named ffi.rs contain `unsafe`"));
        }
    }
    for (index, line) in code.lines().enumerate() {
        if line.trim_start().starts_with("#[ignore") {
            let message = "expected no `#[ignore]`; assert what happens, and say why that is wrong";
            findings.push(Finding::new(path, index + 1, message));
        }
    }
    findings
}

/// Returns true if a file is program text of this project.
fn is_source(path: &Path) -> bool {
    let kind = path.extension().and_then(|kind| kind.to_str());
    matches!(kind, Some("rs" | "td" | "cpp" | "h" | "py" | "sh")) || path == Path::new(".ci/run")
}

fn is_document(path: &Path) -> bool {
    is_markdown(path) || path.extension().is_some_and(|kind| kind == "toml")
}

fn is_markdown(path: &Path) -> bool {
    path.extension().is_some_and(|kind| kind == "md")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(path: &str, text: &str) -> Vec<String> {
        in_file(Path::new(path), text).iter().map(Finding::to_string).collect()
    }

    #[test]
    fn a_source_begins_with_its_license() {
        let header = format!("// {LICENSE_LINE}\n");
        assert_eq!(messages("a.rs", &header), [""; 0]);
        assert_eq!(messages(".ci/run", &format!("#!/bin/bash\n# {LICENSE_LINE}\n")), [""; 0]);
        let expected = format!("a.td:1: the first line is not `{LICENSE_LINE}`");
        assert_eq!(messages("a.td", "//===//\n"), [expected.as_str()]);
        assert_eq!(messages("a.py", "").len(), 1);
        assert_eq!(messages("a.md", "# Title\n"), [""; 0]);
    }

    #[test]
    fn only_ffi_is_unsafe() {
        let text = format!("// {LICENSE_LINE}\n// unsafe\nfn f() {{ unsafe {{ g() }} }}\n");
        assert_eq!(messages("src/ffi.rs", &text), [""; 0]);
        let expected = ["src/a.rs:3: only files named ffi.rs contain `unsafe`"];
        assert_eq!(messages("src/a.rs", &text), expected);
    }

    #[test]
    fn comments_name_their_subject() {
        let found = |line: &str| messages("a.md", line).len();
        assert_eq!(found(&format!("    //! {} it does.", "What")), 1);
        assert_eq!(found(&format!("// {} is here.", "Whatever")), 1);
        assert_eq!(found("/// Returns what is here."), 0);
        assert_eq!(found(&format!("// {}!", "What")), 0);
    }

    #[test]
    fn no_test_is_ignored() {
        let text = format!("// {LICENSE_LINE}\n#[test]\n#[ignore = \"slow\"]\nfn f() {{}}\n");
        assert!(messages("a.rs", &text)[0].starts_with("a.rs:3: expected no `#[ignore]`"));
    }

    #[test]
    fn long_files_are_found() {
        let text = format!("// {LICENSE_LINE}\n{}", "\n".repeat(MOST_LINES));
        assert_eq!(
            messages("a.h", &text),
            ["a.h:901: the file has 901 lines; split files of more than 900 lines"]
        );
    }
}
