// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Invalid programs, one file for each family in `refused/`.
//!
//! A file has a part for each constraint. The first line of a part names the constraint that it
//! violates. The messages are snapshots.

use hloom_dialects::{Context, parse_module};
use std::{fmt::Write, fs, path::Path};

#[test]
fn every_part_violates_its_constraint() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refused");
    let context = Context::new();
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    let mut wrong = String::new();
    for file in files {
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let mut messages = String::new();
        for part in fs::read_to_string(&file).unwrap().split("// -----\n") {
            let constraint = part
                .lines()
                .filter_map(|line| line.strip_prefix("// "))
                .find(|line| !line.contains(' '))
                .unwrap_or_else(|| panic!("{name}: a part without a constraint:\n{part}"));
            match parse_module(&context, part, "part.mlir") {
                Ok(_) => writeln!(wrong, "{name}: {constraint} accepted:\n{part}").unwrap(),
                Err(error) => {
                    let first = &error.diagnostics[0].message;
                    let is_it = first.ends_with(&format!("({constraint})"));
                    if !is_it || error.diagnostics.len() != 1 {
                        writeln!(wrong, "{name}: {constraint} refused otherwise:\n{error}")
                            .unwrap();
                    }
                    writeln!(messages, "{first}").unwrap();
                }
            }
        }
        insta::assert_snapshot!(name, messages);
    }
    assert!(wrong.is_empty(), "{wrong}");
}
