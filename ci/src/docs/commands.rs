// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs the commands of the pages: code blocks that begin with ` ```sh runnable `.
//!
//! The blocks of a page run one after the other in one folder. This folder contains links to the
//! files and folders of the checkout, so that commands do not write files to the checkout. The
//! tools that `cargo build --bins` builds are on the PATH.

use super::folder;
use crate::process;
use crate::project::{Project, locked};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The first line of a Markdown code block whose commands are run.
const MARK: &str = "```sh runnable";

/// Runs the commands of all pages of `docs/` and of the README.
///
/// # Errors
///
/// Fails if a command fails.
pub fn run(project: &Project) -> Result<()> {
    process::run(&mut locked(project.cargo(&["build", "--workspace", "--bins", "--examples"])))?;
    let mut count = 0;
    for page in pages(&project.root)? {
        let text = fs::read_to_string(&page)?;
        let blocks = runnable(&text);
        if blocks.is_empty() {
            continue;
        }
        let folder = tempfile::tempdir()?;
        link_checkout(project, folder.path())?;
        for block in &blocks {
            println!("{}:\n{}", page.display(), block.trim_end());
            let mut command = project.command("bash");
            command.args(["-euo", "pipefail", "-c", block]).current_dir(folder.path());
            let tools = project.target().join("debug");
            let inherited = env::var_os("PATH").unwrap_or_default();
            let all = std::iter::once(tools).chain(env::split_paths(&inherited));
            command.env("PATH", env::join_paths(all)?);
            process::run(&mut command).with_context(|| format!("{}", page.display()))?;
        }
        count += blocks.len();
    }
    println!("ran {count} blocks of commands from the documentation");
    Ok(())
}

/// Returns the README and the pages of `docs/` and of its subfolders.
fn pages(root: &Path) -> Result<Vec<PathBuf>> {
    let mut pages = vec![root.join("README.md")];
    let files = folder::files(&root.join("docs"))?;
    pages.extend(files.into_iter().filter(|file| file.extension().is_some_and(|it| it == "md")));
    Ok(pages)
}

/// Returns the contents of a page's code blocks whose commands are run.
fn runnable(text: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim() == MARK {
            let block = lines.by_ref().take_while(|line| line.trim() != "```");
            blocks.push(block.flat_map(|line| [line, "\n"]).collect());
        }
    }
    blocks
}

/// Links the files and folders of the checkout, except hidden files and folders, into another
/// folder.
fn link_checkout(project: &Project, folder: &Path) -> Result<()> {
    for entry in fs::read_dir(&project.root)? {
        let entry = entry?;
        let name = entry.file_name();
        if !name.to_string_lossy().starts_with('.') {
            std::os::unix::fs::symlink(entry.path(), folder.join(name))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_subfolders_run() {
        let root = tempfile::tempdir().unwrap();
        for name in ["README.md", "docs/a.md", "docs/why/b.md", "docs/why/c.svg"] {
            let file = root.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        let expected = ["README.md", "docs/a.md", "docs/why/b.md"].map(|it| root.path().join(it));
        assert_eq!(pages(root.path()).unwrap(), expected);
    }

    #[test]
    fn only_marked_blocks_run() {
        let text = "```sh\na\n```\n\n```sh runnable\nb\nc\n```\ntext\n```sh runnable\nd\n```\n";
        assert_eq!(runnable(text), ["b\nc\n", "d\n"]);
    }
}
