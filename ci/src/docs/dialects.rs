// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The reference of the dialects, which `mlir-tblgen` writes from the ODS files.

use super::stage::{self, DIALECTS};
use crate::process;
use crate::project::Project;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// Writes a page for each dialect to the folder `dialects` of the staged pages.
///
/// # Errors
///
/// Fails if `mlir-tblgen` fails or a page cannot be written.
pub fn write(project: &Project, staged: &Path) -> Result<()> {
    let folder = staged.join("dialects");
    fs::create_dir_all(&folder)?;
    for dialect in DIALECTS {
        let mut page = format!("# Dialect `{dialect}`\n\n");
        let source = project.root.join("dialects").join(dialect);
        let readme = source.join("README.md");
        if readme.exists() {
            let text = fs::read_to_string(&readme)?;
            let text: String = text.split_inclusive('\n').skip(1).collect();
            let (from, to) =
                (format!("dialects/{dialect}/README.md"), format!("dialects/{dialect}.md"));
            page.push_str(&stage::rewrite(project, staged, from.as_ref(), to.as_ref(), &text)?);
        }
        let mut command = project.command(project.llvm_tool("mlir-tblgen"));
        command.arg("-gen-op-doc").arg("-I").arg(project.root.join("dialects"));
        command.arg("-I").arg(project.llvm.join("include")).arg(ods_file(&source, dialect));
        page.push('\n');
        page.push_str(&as_markdown(&process::output(&mut command)?));
        let path = folder.join(format!("{dialect}.md"));
        fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))?;
    }
    list(&staged.join("SUMMARY.md"))
}

/// Adds links to the pages of the dialects to the site's summary, before the link to the page on
/// the coverage of operations.
fn list(summary: &Path) -> Result<()> {
    const NEXT: &str = "- [Coverage of operations]";
    let text = fs::read_to_string(summary)?;
    let pages = DIALECTS.map(|name| format!("- [Dialect `{name}`](dialects/{name}.md)\n")).concat();
    let at = text.find(NEXT).with_context(|| format!("SUMMARY.md: expected `{NEXT}`"))?;
    Ok(fs::write(summary, format!("{}{pages}{}", &text[..at], &text[at..]))?)
}

/// Returns the path of the ODS file of a dialect that includes all other ODS files of this dialect.
fn ods_file(folder: &Path, dialect: &str) -> PathBuf {
    let mut prefix = dialect.to_owned();
    prefix[..1].make_ascii_uppercase();
    folder.join(format!("{prefix}Ops.td"))
}

/// Returns the generated page without the comment that names the generator.
///
/// Some tables of the page are HTML. The generator leaves code in their rows as Markdown, which
/// this function converts to HTML. On a narrow screen, the tables scroll like mdBook's own tables.
fn as_markdown(text: &str) -> String {
    let mut page = String::new();
    for line in text.lines().filter(|line| !line.starts_with("<!--")) {
        if line == "<table>" {
            page.push_str("<div class=\"table-wrapper\">\n<table>");
        } else if line == "</table>" {
            page.push_str("</table>\n</div>");
        } else if line.starts_with("<tr>") {
            for (index, part) in line.split('`').enumerate() {
                page.push_str(
                    ["", "<code>", "</code>"][if index == 0 { 0 } else { 2 - index % 2 }],
                );
                page.push_str(part);
            }
        } else {
            page.push_str(line);
        }
        page.push('\n');
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_tables_scroll() {
        let expected = "<div class=\"table-wrapper\">\n<table>\n</table>\n</div>\n";
        assert_eq!(as_markdown("<table>\n</table>\n"), expected);
    }

    #[test]
    fn code_in_html_rows_is_html() {
        let text = "<!-- by mlir-tblgen -->\n`a`\n<tr><td>of a `b` or `c`</td></tr>\n";
        let expected = "`a`\n<tr><td>of a <code>b</code> or <code>c</code></td></tr>\n";
        assert_eq!(as_markdown(text), expected);
    }
}
