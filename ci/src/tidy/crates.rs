// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compares the crate graph, which `cargo metadata` prints, with the list of crates in
//! ARCHITECTURE.md.
//!
//! The list is the code block that follows the line `<!-- crates -->`. Each line contains a crate,
//! its folder and the crates that it uses. Used crates precede the crates that use them. Crates
//! above the line `--- MLIR ---` must work without MLIR: none of their direct or indirect
//! dependencies binds MLIR or LLVM.
//!
//! The paragraph that follows the line `<!-- published -->` names the crates that are published to
//! crates.io. They use only each other and no MLIR.

use super::finding::Finding;
use super::metadata::Metadata;
use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const DOCUMENT: &str = "ARCHITECTURE.md";
const MARK: &str = "<!-- crates -->";
const MLIR_LINE: &str = "--- MLIR ---";
const PUBLISHED: &str = "<!-- published -->";

/// Crates that bind MLIR or LLVM, or that read their tables.
const MLIR_CRATES: [&str; 5] = ["melior", "mlir-sys", "llvm-sys", "tblgen", "hloom-build-glue"];

/// The build script that hashes the sources of the compiler, and the crates whose sources affect
/// compiled programs and plugins.
const DIGEST: (&str, &[&str]) =
    ("compiler/build_id/build.rs", &["hloom-plugin", "hloom-backends", "hloom-frontends"]);

/// A crate of the workspace: its folder and the crates of the workspace that it uses.
#[derive(Debug, PartialEq, Eq)]
struct Crate {
    name: String,
    folder: PathBuf,
    uses: BTreeSet<String>,
}

/// Returns the differences between the crate graph of the workspace and the list of crates in
/// ARCHITECTURE.md.
///
/// # Errors
/// Fails if the document does not contain the list.
pub fn broken(
    metadata: &Metadata,
    root: &Path,
    texts: &BTreeMap<PathBuf, String>,
) -> Result<Vec<Finding>> {
    let crates = crates(metadata, root);
    let text = texts.get(Path::new(DOCUMENT)).context("the checkout has no ARCHITECTURE.md")?;
    let drawn = picture(text)?;
    let mut broken = compare(&crates, &drawn);
    broken.extend(with_mlir(metadata, &drawn));
    let published: BTreeSet<_> = metadata
        .workspace()
        .filter(|package| package.is_published())
        .map(|package| package.name.clone())
        .collect();
    broken.extend(wrongly_published(&crates, &drawn, &published, &named(text)));
    let script = texts.get(Path::new(DIGEST.0)).map(String::as_str).unwrap_or_default();
    broken.extend(not_digested(&crates, script));
    Ok(broken)
}

fn crates(metadata: &Metadata, root: &Path) -> Vec<Crate> {
    metadata
        .workspace()
        .map(|package| {
            let folder = package.manifest_path.parent().unwrap_or(root);
            let dependencies = metadata.node(&package.id).map(|node| &node.deps[..]);
            let uses = dependencies.unwrap_or_default().iter().filter(|dependency| {
                !dependency.is_for_tests_only()
                    && metadata.workspace_members.contains(&dependency.pkg)
            });
            Crate {
                name: package.name.clone(),
                folder: folder.strip_prefix(root).unwrap_or(folder).to_owned(),
                uses: uses.filter_map(|it| metadata.name(&it.pkg)).map(str::to_owned).collect(),
            }
        })
        .collect()
}

fn finding(line: usize, message: impl Into<String>) -> Finding {
    Finding::new(Path::new(DOCUMENT), line, message)
}

/// A crate's line in the list of crates in ARCHITECTURE.md.
struct Drawn<'t> {
    line: usize,
    name: &'t str,
    folder: &'t str,
    uses: Vec<&'t str>,
    is_without_mlir: bool,
}

/// Reads the list of crates in ARCHITECTURE.md, in which names omit the prefix `hloom-`.
fn picture(text: &str) -> Result<Vec<Drawn<'_>>> {
    let mut lines = text.lines().enumerate().skip_while(|(_, line)| *line != MARK).skip(1);
    if lines.find(|(_, line)| line.starts_with("```")).is_none() {
        bail!("{DOCUMENT}: expected `{MARK}` and a code block after it");
    }
    let mut is_without_mlir = true;
    let mut drawn = Vec::new();
    for (index, line) in lines.take_while(|(_, line)| !line.starts_with("```")) {
        if line.trim() == MLIR_LINE {
            is_without_mlir = false;
            continue;
        }
        let mut words = line.split_whitespace();
        let (Some(name), Some(folder)) = (words.next(), words.next()) else { continue };
        let uses = words.filter(|word| *word != "<-").collect();
        drawn.push(Drawn { line: index + 1, name, folder, uses, is_without_mlir });
    }
    Ok(drawn)
}

/// Returns the name of a crate without the prefix `hloom-`, as used in ARCHITECTURE.md.
fn short(name: &str) -> &str {
    name.strip_prefix("hloom-").unwrap_or(name)
}

fn compare(crates: &[Crate], drawn: &[Drawn]) -> Vec<Finding> {
    let mut broken = Vec::new();
    let mut above = BTreeSet::new();
    for line in drawn {
        let Some(known) = crates.iter().find(|it| short(&it.name) == line.name) else {
            broken.push(finding(line.line, format!("the workspace has no crate `{}`", line.name)));
            continue;
        };
        if known.folder != Path::new(line.folder.trim_end_matches('/')) {
            let folder = known.folder.display();
            let message =
                format!("crate `{}`: expected folder {folder}/, found {}", line.name, line.folder);
            broken.push(finding(line.line, message));
        }
        let uses: BTreeSet<&str> = known.uses.iter().map(|name| short(name)).collect();
        let drawn_uses: BTreeSet<&str> = line.uses.iter().copied().collect();
        for name in uses.difference(&drawn_uses) {
            let message = format!(
                "crate `{}`: the crate list lacks `{name}`, on which its Cargo.toml depends",
                line.name
            );
            broken.push(finding(line.line, message));
        }
        for name in drawn_uses.difference(&uses) {
            let message = format!(
                "crate `{}`: the crate list has `{name}`, on which its Cargo.toml does not depend",
                line.name
            );
            broken.push(finding(line.line, message));
        }
        for name in drawn_uses.iter().filter(|name| !above.contains(*name)) {
            let message = format!(
                "crate `{}`: expected the line of `{name}`, which it uses, above its own line",
                line.name
            );
            broken.push(finding(line.line, message));
        }
        above.insert(line.name);
    }
    for missing in crates.iter().filter(|it| !above.contains(short(&it.name))) {
        broken.push(finding(1, format!("the crate list lacks crate `{}`", missing.name)));
    }
    broken
}

/// Finds the crates that depend on MLIR although the list states that they do not.
fn with_mlir(metadata: &Metadata, drawn: &[Drawn]) -> Vec<Finding> {
    let free = drawn.iter().filter(|line| line.is_without_mlir);
    free.filter_map(|line| {
        let package = metadata.workspace().find(|package| short(&package.name) == line.name)?;
        let reached = metadata.reached_from(&package.id);
        let found = MLIR_CRATES.iter().find(|name| reached.contains(**name))?;
        let message = format!(
            "crate `{}` above `{MLIR_LINE}`: expected no dependency on MLIR, found `{found}`",
            line.name
        );
        Some(finding(line.line, message))
    })
    .collect()
}

/// Returns the names in backquotes in the paragraph that lists the published crates.
fn named(text: &str) -> BTreeSet<String> {
    let lines = text.lines().skip_while(|line| *line != PUBLISHED).skip(1);
    let lines: Vec<_> = lines.take_while(|line| !line.is_empty()).collect();
    lines.join(" ").split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Finds published crates that the document does not name, that need MLIR, or that use a crate
/// which is not published.
fn wrongly_published(
    crates: &[Crate],
    drawn: &[Drawn],
    published: &BTreeSet<String>,
    named: &BTreeSet<String>,
) -> Vec<Finding> {
    let mut broken = Vec::new();
    for name in published.symmetric_difference(named) {
        let message = match published.contains(name) {
            true => format!("the paragraph after `{PUBLISHED}` lacks the published crate `{name}`"),
            false => {
                format!("crate `{name}` is listed as published, but its Cargo.toml forbids it")
            }
        };
        broken.push(finding(1, message));
    }
    for known in crates.iter().filter(|it| published.contains(&it.name)) {
        let line = drawn.iter().find(|line| line.name == short(&known.name));
        if let Some(line) = line.filter(|line| !line.is_without_mlir) {
            let message = format!(
                "published crate `{}`: expected its line above `{MLIR_LINE}`, found it below",
                line.name
            );
            broken.push(finding(line.line, message));
        }
        for used in known.uses.iter().filter(|name| !published.contains(*name)) {
            let message =
                format!("published crate `{}` uses `{used}`, which is not published", known.name);
            broken.push(finding(line.map_or(1, |line| line.line), message));
        }
    }
    broken
}

/// Finds the folders that the hash omits although compiled programs or plugins depend on their
/// sources.
fn not_digested(crates: &[Crate], script: &str) -> Vec<Finding> {
    let mut needed = BTreeSet::new();
    let mut pending: Vec<&str> = DIGEST.1.to_vec();
    while let Some(name) = pending.pop() {
        if let Some(known) = crates.iter().find(|it| it.name == name)
            && needed.insert(known.folder.as_path())
        {
            pending.extend(known.uses.iter().map(String::as_str));
        }
    }
    let list = script.split("FOLDERS").nth(1).and_then(|rest| rest.split(';').nth(1));
    let listed: Vec<&str> = list.unwrap_or_default().split('"').skip(1).step_by(2).collect();
    let missing =
        needed.into_iter().filter(|folder| !listed.iter().any(|listed| folder.starts_with(listed)));
    missing
        .map(|folder| {
            let message = format!(
                "FOLDERS lacks {}, on which compiled programs or plugins depend",
                folder.display()
            );
            Finding::new(Path::new(DIGEST.0), 1, message)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crates() -> Vec<Crate> {
        let one = |name: &str, folder: &str, uses: &[&str]| Crate {
            name: name.to_owned(),
            folder: folder.into(),
            uses: uses.iter().map(|name| (*name).to_owned()).collect(),
        };
        vec![one("hloom-values", "values", &[]), one("hloom-ir", "lowering/ir", &["hloom-values"])]
    }

    fn messages(drawn: &str) -> Vec<String> {
        let text = format!("# Map\n{MARK}\n```text\n{drawn}\n```\n");
        let broken = compare(&crates(), &picture(&text).expect("a picture"));
        broken.iter().map(Finding::to_string).collect()
    }

    #[test]
    fn the_picture_is_compared() {
        assert_eq!(messages("values values/\n--- MLIR ---\nir lowering/ir/ <- values"), [""; 0]);
        assert_eq!(
            messages("values lib/\nir lowering/ir/"),
            [
                "ARCHITECTURE.md:4: crate `values`: expected folder values/, found lib/",
                "ARCHITECTURE.md:5: crate `ir`: the crate list lacks `values`, on which its \
                 Cargo.toml depends"
            ]
        );
        assert_eq!(
            messages("ir lowering/ir/ <- values"),
            [
                "ARCHITECTURE.md:4: crate `ir`: expected the line of `values`, which it uses, \
                 above its own line",
                "ARCHITECTURE.md:1: the crate list lacks crate `hloom-values`"
            ]
        );
        assert!(picture("no picture").is_err());
    }

    #[test]
    fn published_crates_are_compared() {
        let text = format!(
            "# Map\n{MARK}\n```text\nvalues values/\n{MLIR_LINE}\nir lowering/ir/ <- values\n```\n\
             {PUBLISHED}\nPublished: `hloom-values`,\n`hloom-ir`.\n\n`other`\n"
        );
        let drawn = picture(&text).expect("a picture");
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let messages = |published: &[&str]| {
            let broken = wrongly_published(&crates(), &drawn, &set(published), &named(&text));
            broken.iter().map(Finding::to_string).collect::<Vec<_>>()
        };
        assert_eq!(named(&text), set(&["hloom-values", "hloom-ir"]));
        assert_eq!(
            messages(&["hloom-values"]),
            ["ARCHITECTURE.md:1: crate `hloom-ir` is listed as published, but its Cargo.toml \
              forbids it"]
        );
        assert_eq!(
            messages(&["hloom-ir"]),
            [
                "ARCHITECTURE.md:1: crate `hloom-values` is listed as published, but its \
                 Cargo.toml forbids it",
                "ARCHITECTURE.md:6: published crate `ir`: expected its line above `--- MLIR ---`, \
                 found it below",
                "ARCHITECTURE.md:6: published crate `hloom-ir` uses `hloom-values`, which is not \
                 published",
            ]
        );
    }

    #[test]
    fn digested_folders_are_compared() {
        let script = "const FOLDERS: [&str; 1] = [\"values\"];";
        let crates = [Crate {
            name: "hloom-plugin".into(),
            folder: "compiler/plugin".into(),
            uses: BTreeSet::new(),
        }];
        let message = not_digested(&crates, script)[0].to_string();
        assert!(message.contains("FOLDERS lacks compiler/plugin"), "{message}");
        assert!(not_digested(&crates, "const FOLDERS: [&str; 1] = [\"compiler\"];").is_empty());
    }
}
