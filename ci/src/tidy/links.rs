// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Checks the links of Markdown documents to files of the checkout and to headings.

use super::finding::Finding;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// Finds the links in the document `path` whose target does not exist.
pub fn broken(
    path: &Path,
    text: &str,
    documents: &BTreeMap<PathBuf, String>,
    files: &[PathBuf],
) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (line, link) in links(text) {
        // Links to other sites are not checked.
        if link.contains("://") || link.starts_with("mailto:") {
            continue;
        }
        let (file, heading) = link.split_once('#').unwrap_or((link, ""));
        let target = match file {
            "" => Some(path.to_owned()),
            file => resolve(path, file),
        };
        // A folder exists if it contains a file.
        let exists = |target: &PathBuf| files.iter().any(|known| known.starts_with(target));
        let Some(target) = target.filter(exists) else {
            findings.push(Finding::new(path, line, format!("there is no {file}")));
            continue;
        };
        let has_heading =
            documents.get(&target).is_some_and(|text| anchors(text).any(|a| a == heading));
        if !heading.is_empty() && !has_heading {
            let message = format!("{} has no heading #{heading}", target.display());
            findings.push(Finding::new(path, line, message));
        }
    }
    findings
}

/// Returns the targets of the links in a document, with their lines.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (line, text) in prose(text) {
        let mut rest = text;
        while let Some(at) = rest.find("](") {
            rest = &rest[at + 2..];
            let Some(end) = rest.find(')') else { break };
            // A title may follow after a space.
            found.extend(rest[..end].split_whitespace().next().map(|target| (line, target)));
            rest = &rest[end..];
        }
    }
    found
}

/// Returns the lines outside code blocks, numbered from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_code = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        (!in_code && !is_fence).then_some((index + 1, line))
    })
}

/// Returns the anchors of the headings in a document, in GitHub's form.
fn anchors(text: &str) -> impl Iterator<Item = String> {
    prose(text).filter(|(_, line)| line.starts_with('#')).map(|(_, line)| {
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    })
}

/// Resolves a target, relative to the folder of `path`, to a path relative to the root. Returns
/// `None` if the target is outside the root.
fn resolve(path: &Path, target: &str) -> Option<PathBuf> {
    let mut resolved = path.parent()?.to_owned();
    for component in Path::new(target).components() {
        match component {
            Component::Normal(name) => resolved.push(name),
            Component::ParentDir => {
                if !resolved.pop() {
                    return None;
                }
            }
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(resolved)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Vec<String> {
        let path = Path::new("docs/guide.md");
        let files = ["docs/guide.md", "README.md", "ci/src/main.rs"].map(PathBuf::from);
        let other = "# One `heading`, two\n".to_owned();
        let documents =
            BTreeMap::from([("README.md".into(), other), (path.to_owned(), text.to_owned())]);
        broken(path, text, &documents, &files).iter().map(Finding::to_string).collect()
    }

    #[test]
    fn good_links() {
        let text = "# Here\n[a](../README.md) [b](../ci/src) [c](https://example.org/x)\n\
                    [d](../README.md#one-heading-two \"title\") [e](#here)\n\
                    ```\n[f](nothing)\n```\n";
        assert_eq!(check(text), [""; 0]);
    }

    #[test]
    fn broken_links() {
        assert_eq!(check("\n[a](README.md)"), ["docs/guide.md:2: there is no README.md"]);
        assert_eq!(check("[a](../../x)"), ["docs/guide.md:1: there is no ../../x"]);
        assert_eq!(check("[a](../ci/sr)"), ["docs/guide.md:1: there is no ../ci/sr"]);
        let expected = ["docs/guide.md:1: README.md has no heading #two"];
        assert_eq!(check("[a](../README.md#two)"), expected);
    }
}
