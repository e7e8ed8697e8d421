// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Finds the backends and generates a module and a registration for each.
//!
//! Every folder of this crate with a `mod.rs` is a backend, so there is no list to maintain.

use std::path::Path;
use std::{env, fs};

fn main() {
    let here = env::var("CARGO_MANIFEST_DIR").expect("cargo says where");
    println!("cargo:rerun-if-changed={here}");
    let entries = fs::read_dir(&here).unwrap_or_else(|error| panic!("{here}: {error}"));
    let mut modules: Vec<_> =
        entries.map(|entry| entry.expect("readable").path().join("mod.rs")).collect();
    modules.retain(|module| module.is_file());
    modules.sort();
    let (mut declarations, mut registrations) = (String::new(), String::new());
    for module in &modules {
        let folder = module.parent().and_then(Path::file_name).expect("a folder");
        let name = folder.to_str().expect("a module's name");
        declarations += &format!("#[path = {module:?}]\npub mod {name};\n");
        registrations += &format!("({name:?}, {name}::register),\n");
    }
    let all = format!(
        "{declarations}\n/// All backends, each with its folder and its `register` function.\n\
         pub const ALL: &[(&str, Register)] = &[\n{registrations}];\n"
    );
    let path = Path::new(&env::var("OUT_DIR").expect("cargo says where")).join("backends.rs");
    fs::write(&path, all).unwrap_or_else(|error| panic!("{path:?}: {error}"));
}
