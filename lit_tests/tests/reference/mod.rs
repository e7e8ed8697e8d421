// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Pages of `docs/` that are generated from the code, and fail when they are stale.

mod facts;
mod levels;
mod passes;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Compares a page of `docs/` with its generated text. `cargo ci snapshots` writes the page instead.
fn check(name: &str, text: &str) {
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

/// Returns a text with its first letter in upper case and a period at its end.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str().trim_end_matches('.'))
}
