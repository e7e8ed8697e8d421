// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The staged pages: those of `docs/`, with links to files of the checkout made links of the site.

use crate::project::Project;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The folder of the site for copies of files that are not pages.
const COPIES: &str = "files";

/// Copies `docs/` to a folder and rewrites its links.
///
/// # Errors
///
/// Fails if a file cannot be read or written.
pub fn run(project: &Project, to: &Path) -> Result<()> {
    let docs = project.root.join("docs");
    for path in files(&docs)? {
        let inside = path.strip_prefix(&docs).expect("a file of the folder");
        let target = to.join(inside);
        fs::create_dir_all(target.parent().unwrap_or(to))?;
        if path.extension().is_some_and(|kind| kind == "md") {
            let text = fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            fs::write(&target, rewrite(project, to, inside, &text)?)?;
        } else {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { found.extend(files(&path)?) } else { found.push(path) }
    }
    Ok(found)
}

/// Rewrites the links of a page that lead out of `docs/`.
fn rewrite(project: &Project, to: &Path, page: &Path, text: &str) -> Result<String> {
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("](") {
        let (before, after) = rest.split_at(at + 2);
        result.push_str(before);
        let Some(end) = after.find(')') else { break };
        let link = &after[..end];
        result.push_str(&match outside(page, link) {
            Some(file) => {
                let up = "../".repeat(page.components().count() - 1);
                format!("{up}{}", target(project, to, &file)?)
            }
            None => link.to_owned(),
        });
        rest = &after[end..];
    }
    result.push_str(rest);
    Ok(result)
}

/// Returns the path in the checkout of a link's target outside of `docs/`, without its anchor.
fn outside(page: &Path, link: &str) -> Option<PathBuf> {
    if link.contains("://") || link.starts_with('#') {
        return None;
    }
    let file = link.split('#').next().unwrap_or(link);
    let mut path = Path::new("docs").join(page.parent()?);
    for part in Path::new(file).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            part => path.push(part),
        }
    }
    (!path.starts_with("docs")).then_some(path)
}

/// Returns the site's address of a file of the checkout: rustdoc's view of a Rust source, else a
/// copy. A folder stands for its README or its crate root.
fn target(project: &Project, to: &Path, file: &Path) -> Result<String> {
    if let Some(view) = source_view(project, file) {
        return Ok(view);
    }
    let full = project.root.join(file);
    let full = if full.is_dir() { full.join("README.md") } else { full };
    let name = full.strip_prefix(&project.root).unwrap_or(file).display().to_string();
    // mdBook would make a page of a copied Markdown file, with its links unchanged.
    let name = name.replace(".md", ".md.txt");
    let copy = to.join(COPIES).join(&name);
    fs::create_dir_all(copy.parent().unwrap_or(to))?;
    fs::copy(&full, &copy).with_context(|| format!("cannot copy {}", full.display()))?;
    Ok(format!("{COPIES}/{name}"))
}

/// Returns the page of rustdoc that shows a source file of a library.
fn source_view(project: &Project, file: &Path) -> Option<String> {
    if file.extension()? != "rs" {
        return None;
    }
    let folder =
        file.ancestors().find(|folder| project.root.join(folder).join("Cargo.toml").exists())?;
    let manifest = fs::read_to_string(project.root.join(folder).join("Cargo.toml")).ok()?;
    let name = manifest.lines().find_map(|line| line.strip_prefix("name = "))?;
    let name = name.trim_matches('"').replace('-', "_");
    let inside = file.strip_prefix(folder).ok()?;
    let inside = inside.strip_prefix("src").unwrap_or(inside);
    let page = format!("api/src/{name}/{}.html", inside.display());
    let built =
        project.target().join("doc/src").join(&name).join(format!("{}.html", inside.display()));
    built.exists().then_some(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_out_of_the_folder_are_found() {
        let page = Path::new("levels.md");
        assert_eq!(outside(page, "../values/src/lib.rs#L3"), Some("values/src/lib.rs".into()));
        assert_eq!(outside(page, "jax.md"), None);
        assert_eq!(outside(page, "#heading"), None);
        assert_eq!(outside(page, "https://mlir.llvm.org"), None);
        let page = Path::new("rationale/arena.md");
        assert_eq!(outside(page, "../../README.md"), Some("README.md".into()));
        assert_eq!(outside(page, "../jax.md"), None);
    }
}
