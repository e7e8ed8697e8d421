// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Checks that the target file and the anchor of every link of the built site exist.

use anyhow::{Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The folder of the site with rustdoc's pages, whose own links `rustdoc -D warnings` checks.
const API: &str = "api";

/// Checks the links of a site's pages, except rustdoc's pages.
///
/// # Errors
///
/// Fails if a link is broken. Prints all broken links.
pub fn check(site: &Path) -> Result<()> {
    let mut anchors = BTreeMap::new();
    let mut broken = 0;
    let mut count = 0;
    for page in pages(site, site)? {
        let text = fs::read_to_string(site.join(&page))?;
        for link in attribute_values(&text, "href").chain(attribute_values(&text, "src")) {
            count += 1;
            if let Some(reason) = broken_link(site, &page, link, &mut anchors)? {
                eprintln!("{}: {link}: {reason}", page.display());
                broken += 1;
            }
        }
    }
    if broken > 0 {
        bail!("{broken} of {count} links of the site are broken");
    }
    println!("all {count} links of the site lead to existing pages and headings");
    Ok(())
}

fn pages(site: &Path, folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let inside =
            path.strip_prefix(site).expect("the path must be in the folder of the site").to_owned();
        if inside == Path::new(API) {
            continue;
        }
        if path.is_dir() {
            found.extend(pages(site, &path)?);
        } else if path.extension().is_some_and(|kind| kind == "html") {
            found.push(inside);
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the values of an attribute in HTML that mdBook generates, which uses double quotes.
fn attribute_values<'t>(text: &'t str, name: &str) -> impl Iterator<Item = &'t str> {
    let start = format!(" {name}=\"");
    let mut rest = text;
    std::iter::from_fn(move || {
        let at = rest.find(&start)? + start.len();
        let (value, after) = rest[at..].split_once('"')?;
        rest = after;
        Some(value)
    })
}

/// Returns the reason why a link is broken, or `None` if its target exists.
fn broken_link(
    site: &Path,
    page: &Path,
    link: &str,
    anchors: &mut BTreeMap<PathBuf, BTreeSet<String>>,
) -> Result<Option<String>> {
    if link.contains("://") || link.starts_with("data:") || link.starts_with("mailto:") {
        return Ok(None);
    }
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let file = file.split('?').next().unwrap_or(file);
    let target = if file.is_empty() { page.to_owned() } else { resolve(page, file) };
    let full = site.join(&target);
    let full = if full.is_dir() { full.join("index.html") } else { full };
    if !full.exists() {
        return Ok(Some("no such file".to_owned()));
    }
    // rustdoc numbers the lines of a source with scripts.
    if anchor.is_empty() || target.starts_with(API) || page == Path::new("toc.html") {
        return Ok(None);
    }
    if !anchors.contains_key(&target) {
        let text = fs::read_to_string(&full)?;
        let ids = attribute_values(&text, "id").map(str::to_owned).collect();
        anchors.insert(target.clone(), ids);
    }
    Ok((!anchors[&target].contains(anchor)).then(|| format!("no heading `{anchor}`")))
}

fn resolve(page: &Path, file: &str) -> PathBuf {
    let mut path = page.parent().unwrap_or(Path::new("")).to_owned();
    for part in Path::new(file.trim_start_matches('/')).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_files_and_headings() {
        let site = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| fs::write(site.path().join(name), text).expect(name);
        write("a.html", "<a href=\"b.html#two\">b</a><a href=\"https://x.org\">x</a>");
        write("b.html", "<h1 id=\"one\">1</h1><h1 id=\"two\">2</h1>");
        check(site.path()).expect("all lead somewhere");
        write("c.html", "<a href=\"b.html#three\">b</a><a href=\"d.html\">d</a>");
        let error = check(site.path()).expect_err("two lead nowhere");
        assert_eq!(error.to_string(), "2 of 4 links of the site are broken");
    }
}
