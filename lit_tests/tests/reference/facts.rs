// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `docs/facts.md`: the attributes that passes hand to each other.

use super::{check, sentence};
use hloom_lowering::facts::FACTS;
use std::fmt::Write;

/// The crates that read attributes after all passes.
const CRATES: [&str; 4] = ["hloom-codegen", "hloom-compiler", "hloom-gpu-compiler", "hloom-npu"];

#[test]
fn facts_page_is_current() {
    let mut page = String::from(
        "# Attributes between passes\n\nPasses hand facts to later passes as attributes with the prefix \
         `hloom`. This page lists all of them. It is generated from\n\
         [`facts.rs`](../lowering/ir/src/facts.rs). The pass `hloom-verify-level` checks a program against it \
         after each level; it reads every attribute. The row \"levels\" lists the levels at whose end the \
         attribute may occur.\n",
    );
    for fact in FACTS {
        let (first, last) = (fact.levels.start(), fact.levels.end());
        let levels =
            if first == last { format!("`{first}`") } else { format!("`{first}` to `{last}`") };
        let list = |names: &[&str]| {
            names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        };
        let users =
            |names: &[&str]| names.iter().map(|name| user(name)).collect::<Vec<_>>().join(", ");
        write!(
            page,
            "\n## `{}`\n\n{}\n\n| | |\n|---|---|\n| on | {} |\n| value | {} |\n| levels | {levels} |\n\
             | absence | {} |\n| written by | {} |\n| read by | {} |\n",
            fact.name,
            sentence(fact.meaning),
            list(fact.on),
            fact.value,
            fact.absent,
            users(fact.writers),
            users(fact.readers),
        )
        .expect("a string grows");
    }
    check("facts.md", &page);
}

/// Returns the name of who writes or reads an attribute: a link to a pass, or a crate.
fn user(name: &str) -> String {
    let passes = hloom_lowering::passes();
    if CRATES.contains(&name) {
        format!("the crate `{name}`")
    } else if passes.iter().any(|pass| pass.argument == name) {
        format!("[`{name}`](passes.md#{name})")
    } else {
        format!("`{name}`")
    }
}

#[test]
fn writers_and_readers_exist() {
    let passes = hloom_lowering::passes();
    for fact in FACTS {
        for name in fact.writers.iter().chain(fact.readers) {
            let is_pass = passes.iter().any(|pass| pass.argument == *name);
            let is_crate = CRATES.contains(name);
            let is_user = name.starts_with("transform.");
            assert!(is_pass || is_crate || is_user, "{}: {name}", fact.name);
        }
    }
}
