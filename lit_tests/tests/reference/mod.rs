// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Pages of `docs/` that are generated from the code, and fail when they are stale.

mod facts;
mod levels;
mod passes;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Most columns of a line of prose.
const COLUMNS: usize = 100;

/// Compares a page of `docs/` with its generated text. `cargo ci snapshots` writes the page instead.
fn check(name: &str, text: &str) {
    let text = filled(text);
    let path = root().join("docs").join(name);
    if env::var("INSTA_UPDATE").is_ok_and(|mode| mode == "always") {
        fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return;
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    let different = text.lines().zip(written.lines()).position(|(new, old)| new != old);
    assert!(
        text == written,
        "docs/{name} is stale from line {}; run `cargo ci snapshots -p hloom-tests reference` and read \
         the difference",
        different.unwrap_or(written.lines().count()) + 1,
    );
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder of the checkout").to_owned()
}

/// Fills the paragraphs and list items of a page to lines of at most [`COLUMNS`] columns.
///
/// Tables, headings and code blocks stay unchanged.
fn filled(page: &str) -> String {
    let (mut text, mut paragraph, mut in_code) = (String::new(), String::new(), false);
    for line in page.lines() {
        let is_fence = line.starts_with("```");
        let is_prose = !(in_code || is_fence || line.is_empty() || line.starts_with(['|', '#']));
        in_code ^= is_fence;
        if !is_prose || line.starts_with("- ") {
            text.push_str(&lines_of(&paragraph));
            paragraph.clear();
        }
        if !is_prose {
            text.push_str(line);
            text.push('\n');
            continue;
        }
        if !paragraph.is_empty() {
            paragraph.push(' ');
        }
        paragraph.push_str(line.trim());
    }
    text + &lines_of(&paragraph)
}

/// Returns the lines of a paragraph or a list item, each with its line feed. No line ends in a code
/// span.
fn lines_of(paragraph: &str) -> String {
    let indent = if paragraph.starts_with("- ") { "  " } else { "" };
    let mut in_span = false;
    let words = paragraph.split(|letter| {
        in_span ^= letter == '`';
        letter == ' ' && !in_span
    });
    let (mut text, mut column) = (String::new(), 0);
    for word in words.filter(|word| !word.is_empty()) {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > COLUMNS {
            text.push('\n');
            text.push_str(indent);
            column = indent.len();
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    if column > 0 {
        text.push('\n');
    }
    text
}

/// Returns a text with its first letter in upper case and a period at its end.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str().trim_end_matches('.'))
}
