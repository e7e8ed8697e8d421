// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The staged pages: copies of the pages of `docs/` in which links to files of the checkout become
//! links of the site.

use super::folder;
use crate::project::Project;
use anyhow::{Context, Result};
use std::fmt::Write;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The folder of the site for copies of files that are not pages.
const COPIES: &str = "files";

/// The dialects, in the order of the site's summary. Their READMEs are pages of the site.
pub const DIALECTS: [&str; 5] = ["stablehlo", "chlo", "sdy", "check", "interpreter"];

/// The files outside `docs/` that are pages of the site, and their names in the site.
const PAGES: [(&str, &str); 2] =
    [("ARCHITECTURE.md", "architecture.md"), ("CONTRIBUTING.md", "contributing.md")];

/// Copies `docs/` and the other pages to a folder, and rewrites their links.
///
/// # Errors
///
/// Fails if a file cannot be read or written.
pub fn run(project: &Project, to: &Path) -> Result<()> {
    let docs = project.root.join("docs");
    for path in folder::files(&docs)? {
        let inside = path.strip_prefix(&docs).expect("the path must be in the folder `docs`");
        let target = to.join(inside);
        fs::create_dir_all(target.parent().unwrap_or(to))?;
        if path.extension().is_some_and(|kind| kind == "md") {
            copy_page(project, to, &Path::new("docs").join(inside), inside)?;
        } else if path.extension().is_some_and(|kind| kind == "svg") {
            // The others are mdBook's settings and the sources of pictures.
            fs::copy(&path, &target)?;
        }
    }
    for (source, page) in PAGES {
        copy_page(project, to, Path::new(source), Path::new(page))?;
    }
    Ok(())
}

/// Copies the file `source` of the checkout to the page `page` of the site.
fn copy_page(project: &Project, to: &Path, source: &Path, page: &Path) -> Result<()> {
    let path = project.root.join(source);
    let text =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(fs::write(to.join(page), rewrite(project, to, source, page, &text)?)?)
}

/// Rewrites a page's links to files of the checkout so that they refer to files of the site.
///
/// `source` is the path of the page in the checkout, and `page` is its path in the site. Code
/// blocks are not changed.
///
/// # Errors
///
/// Fails if a link refers to a file that does not exist.
pub fn rewrite(
    project: &Project,
    to: &Path,
    source: &Path,
    page: &Path,
    text: &str,
) -> Result<String> {
    let mut result = String::new();
    let mut in_code = false;
    for line in text.split_inclusive('\n') {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        let mut rest = line;
        while !in_code
            && !is_fence
            && let Some(at) = rest.find("](")
        {
            let (before, after) = rest.split_at(at + 2);
            result.push_str(before);
            // A title may follow after a space.
            let end = after.find([')', ' ']).unwrap_or(after.len());
            let (link, after) = after.split_at(end);
            let rewritten = rewrite_link(project, to, source, page, link);
            result.push_str(&rewritten.with_context(|| format!("{}: {link}", source.display()))?);
            rest = after;
        }
        result.push_str(rest);
    }
    Ok(result)
}

fn rewrite_link(
    project: &Project,
    to: &Path,
    source: &Path,
    page: &Path,
    link: &str,
) -> Result<String> {
    let Some((file, anchor)) = file_of(source, link) else { return Ok(link.to_owned()) };
    let up = "../".repeat(page.components().count() - 1);
    Ok(match page_of(&file) {
        Some(page) => format!("{up}{}{anchor}", page.display()),
        None => format!("{up}{}", target(project, to, &file)?),
    })
}

/// Returns the path of a link's target in the checkout, and the anchor with its `#`. Returns `None`
/// for links to other sites and to headings of the same page.
fn file_of<'l>(source: &Path, link: &'l str) -> Option<(PathBuf, &'l str)> {
    if link.contains("://") || link.starts_with("mailto:") || link.starts_with('#') {
        return None;
    }
    let (file, anchor) = link.split_at(link.find('#').unwrap_or(link.len()));
    let mut path = source.parent()?.to_owned();
    for part in Path::new(file).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    Some((path, anchor))
}

/// Returns the path in the site of a file of `docs/`, of a file of [`PAGES`] or of the README of a
/// dialect. Returns `None` for all other files, which the site stores in its folder of copies.
fn page_of(file: &Path) -> Option<PathBuf> {
    if let Some((_, page)) = PAGES.iter().find(|(source, _)| file == Path::new(source)) {
        return Some(PathBuf::from(page));
    }
    if let Ok(inside) = file.strip_prefix("docs") {
        return Some(inside.to_owned());
    }
    let folder = if file.ends_with("README.md") { file.parent()? } else { file };
    let name = folder.strip_prefix("dialects").ok()?.to_str()?;
    DIALECTS.contains(&name).then(|| folder.with_extension("md"))
}

/// Returns the site's address of a file of the checkout: rustdoc's view of a Rust source, or a copy
/// of any other file. The address of a folder is the address of its README or, without a README, of
/// a list of its files.
fn target(project: &Project, to: &Path, file: &Path) -> Result<String> {
    if let Some(view) = source_view(project, file) {
        return Ok(view);
    }
    if !project.root.join(file).is_dir() {
        return copy(project, to, file);
    }
    let readme = file.join("README.md");
    if project.root.join(&readme).exists() {
        return copy(project, to, &readme);
    }
    list(project, to, file)
}

/// Copies a file of the checkout to the site's folder of copies, and returns its address.
fn copy(project: &Project, to: &Path, file: &Path) -> Result<String> {
    // mdBook would rewrite a link to a Markdown file, for which it makes no page.
    let is_markdown = file.extension().is_some_and(|kind| kind == "md");
    let name = if is_markdown { file.with_extension("txt") } else { file.to_owned() };
    let copy = to.join(COPIES).join(&name);
    fs::create_dir_all(copy.parent().unwrap_or(to))?;
    fs::copy(project.root.join(file), &copy)
        .with_context(|| format!("cannot copy {}", file.display()))?;
    Ok(format!("{COPIES}/{}", name.display()))
}

/// Writes a page that lists the files of a folder, and returns its address.
fn list(project: &Project, to: &Path, folder: &Path) -> Result<String> {
    let title = folder.display();
    let mut page = format!("<!DOCTYPE html>\n<title>{title}</title>\n<h1>{title}</h1>\n<ul>\n");
    let up = "../".repeat(folder.components().count() + 1);
    for file in folder::files(&project.root.join(folder))? {
        let file = file.strip_prefix(&project.root)?;
        let name = file.strip_prefix(folder)?.display();
        let address = target(project, to, file)?;
        writeln!(page, "<li><a href=\"{up}{address}\">{name}</a>")?;
    }
    page.push_str("</ul>\n");
    let address = format!("{COPIES}/{title}/index.html");
    let path = to.join(&address);
    fs::create_dir_all(path.parent().unwrap_or(to))?;
    fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(address)
}

/// Returns the page of rustdoc that shows a Rust source file, or `None` if there is none.
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

    /// Rewrites a page of a checkout that has only these files.
    fn rewritten(files: &[&str], source: &str, page: &str, text: &str) -> Result<String> {
        let root = tempfile::tempdir().unwrap();
        for name in files {
            let file = root.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        let project = Project { root: root.path().to_owned(), llvm: PathBuf::new() };
        let to = root.path().join("site");
        rewrite(&project, &to, Path::new(source), Path::new(page), text)
    }

    #[test]
    fn links_of_every_folder_are_rewritten() {
        let files = ["README.md", "a/b.py", "ir/README.md"];
        for (page, text, expected) in [
            ("x.md", "[a](../README.md#one)", "[a](files/README.txt)"),
            ("x.md", "[a](../a/b.py \"title\")", "[a](files/a/b.py \"title\")"),
            ("x.md", "[a](../ir)", "[a](files/ir/README.txt)"),
            ("x.md", "[a](y.md#b), [c](#d)", "[a](y.md#b), [c](#d)"),
            (
                "x.md",
                "[a](why/z.md) [b](https://mlir.llvm.org)",
                "[a](why/z.md) [b](https://mlir.llvm.org)",
            ),
            ("why/z.md", "[a](../../a/b.py)", "[a](../files/a/b.py)"),
            ("why/z.md", "[a](../x.md#b)", "[a](../x.md#b)"),
            ("why/z.md", "[a](y.md)", "[a](../why/y.md)"),
            ("x.md", "[a](../dialects/chlo/README.md)", "[a](dialects/chlo.md)"),
            ("why/z.md", "[a](../../CONTRIBUTING.md#b)", "[a](../contributing.md#b)"),
            (
                "x.md",
                "```\na[0](../b)\n```\n[a](../a/b.py)",
                "```\na[0](../b)\n```\n[a](files/a/b.py)",
            ),
        ] {
            let result = rewritten(&files, &format!("docs/{page}"), page, text).unwrap();
            assert_eq!(result, expected);
        }
    }

    #[test]
    fn pages_of_dialects_link_from_their_own_folders() {
        let text = "[a](../check/README.md) [b](../../v/README.md) [c](../../docs/x.md#d)";
        let source = "dialects/sdy/README.md";
        let result = rewritten(&["v/README.md"], source, "dialects/sdy.md", text).unwrap();
        assert_eq!(result, "[a](../dialects/check.md) [b](../files/v/README.txt) [c](../x.md#d)");
    }

    #[test]
    fn a_folder_without_a_readme_is_listed() {
        let root = tempfile::tempdir().unwrap();
        let project = Project { root: root.path().to_owned(), llvm: PathBuf::new() };
        fs::create_dir_all(root.path().join("a/b/c")).unwrap();
        fs::write(root.path().join("a/b/c/d.py"), "").unwrap();
        let to = root.path().join("site");
        assert_eq!(target(&project, &to, Path::new("a/b")).unwrap(), "files/a/b/index.html");
        let page = fs::read_to_string(to.join("files/a/b/index.html")).unwrap();
        assert!(page.contains("<a href=\"../../../files/a/b/c/d.py\">c/d.py</a>"), "{page}");
        assert!(to.join("files/a/b/c/d.py").exists());
    }

    #[test]
    fn a_link_to_nothing_names_its_page() {
        let error = rewritten(&[], "docs/x.md", "x.md", "[a](../b.py)").unwrap_err();
        assert!(
            format!("{error:#}").starts_with("docs/x.md: ../b.py: cannot copy b.py"),
            "{error:#}"
        );
    }
}
