// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The license texts of the packages.
//!
//! Many components have the same text, so the file has each text once, below the names of the
//! components that it covers. cargo-about writes such files for crates, but it leaves out notices and
//! knows no libraries of C.

use super::components::{Component, Toolchain};
use crate::project::Project;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The names of the license files in each package.
pub const FILES: [&str; 3] = ["LICENSE", "THIRD-PARTY-LICENSES.txt", "RUST-LIBRARY-COPYRIGHT.html"];

/// Writes [`FILES`] to a folder.
///
/// # Errors
///
/// Fails if a file cannot be read or written.
pub fn write(
    project: &Project,
    components: &[Component],
    toolchain: &Toolchain,
    folder: &Path,
) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let [own, third_party, rust] = FILES.map(|name| folder.join(name));
    fs::copy(project.root.join("LICENSE"), own).context("cannot copy LICENSE")?;
    fs::write(third_party, text(components)).context("cannot write the licenses")?;
    fs::write(rust, fs::read(toolchain.notices())?).context("cannot copy the notices of Rust")?;
    Ok(())
}

/// Returns the list of the components and the text of each license.
fn text(components: &[Component]) -> String {
    let mut text = "The packages of hloom contain these components of other projects. Their license\n\
                    texts follow. RUST-LIBRARY-COPYRIGHT.html has the notices of the crates in Rust's\n\
                    standard library.\n\n"
        .to_owned();
    let mut covered: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for Component { name, version, license, texts, .. } in components {
        text += &format!("{name} {version}: {license}\n");
        for text in texts {
            covered.entry(text).or_default().push(format!("{name} {version}"));
        }
    }
    let mut texts: Vec<_> = covered.into_iter().collect();
    texts.sort_by(|(_, a), (_, b)| a.cmp(b));
    let line = "=".repeat(80);
    for (license, mut names) in texts {
        names.dedup();
        text += &format!("\n{line}\n{}\n{line}\n\n{license}\n", wrapped(&names));
    }
    text
}

/// Returns the names, separated by commas, in lines of at most 80 columns.
fn wrapped(names: &[String]) -> String {
    let mut lines = String::new();
    let mut column = 0;
    for (index, name) in names.iter().enumerate() {
        let end = if index + 1 < names.len() { "," } else { "" };
        let width = name.len() + end.len();
        if column > 0 && column + 1 + width > 80 {
            lines.push('\n');
            column = 0;
        } else if column > 0 {
            lines.push(' ');
            column += 1;
        }
        lines += name;
        lines += end;
        column += width;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_text_occurs_once_below_its_components() {
        let component = |name: &str, texts: &[&str]| Component {
            name: name.to_owned(),
            version: "1".to_owned(),
            license: "MIT".to_owned(),
            purl: String::new(),
            texts: texts.iter().map(|&text| text.to_owned()).collect(),
        };
        let text = text(&[
            component("a", &["permission"]),
            component("b", &["permission", "notice"]),
            component("c", &["other"]),
        ]);
        assert_eq!(text.matches("permission").count(), 1);
        assert!(text.contains("\nb 1: MIT\n"), "{text}");
        let line = "=".repeat(80);
        assert!(text.contains(&format!("\n{line}\na 1, b 1\n{line}\n\npermission\n")), "{text}");
        assert!(text.contains(&format!("\n{line}\nb 1\n{line}\n\nnotice\n")), "{text}");
    }

    #[test]
    fn names_are_wrapped() {
        let names = vec!["x".repeat(38); 3];
        let [x, y] = ["x".repeat(38) + ",", "x".repeat(38)];
        assert_eq!(wrapped(&names), format!("{x} {x}\n{y}"));
        assert_eq!(wrapped(&["a".to_owned()]), "a");
    }
}
