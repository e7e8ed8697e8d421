// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Generates the repetitive code for each op, attribute and enum, and compiles the dialects' C++.
//!
//! The input is the dialects' ODS records, which this script and `mlir-tblgen` both read. A
//! dialect is a folder `<name>/` with `<Name>Ops.td`, `Dialect.h` and C++ files. `<Name>Ops.td`
//! includes all ODS files of the dialect. The script finds the folders by that file name and has
//! no list of dialects.

#[path = "build/attributes.rs"]
mod attributes;
#[path = "build/bytecode.rs"]
mod bytecode;
#[path = "build/compile.rs"]
mod compile;
#[path = "build/forwarders.rs"]
mod forwarders;
#[path = "build/ops.rs"]
mod ops;
#[path = "build/records.rs"]
mod records;
#[path = "build/tablegen.rs"]
mod tablegen;

use std::{error::Error, fs, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    hloom_build_glue::link_mlir_c();
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let include = hloom_build_glue::llvm().join("include");
    // melior's `dialect!` macro in src/wrappers.rs finds the ODS through this variable.
    println!("cargo:rustc-env=HLOOM_DIALECTS_DIR={}", root.display());
    println!("cargo:rerun-if-changed={}", root.join("forward").display());

    let mut dialects = Vec::new();
    let mut keepers = Vec::new();
    let folders = records::find_dialects(&root)?;
    for folder in &folders {
        println!("cargo:rerun-if-changed={}", root.join(&folder.name).display());
        keepers.push(records::load(&root, &include, folder)?);
    }
    for (folder, keeper) in folders.iter().zip(&keepers) {
        dialects.push(records::read_dialect(folder, keeper)?);
    }

    let generator = tablegen::Tablegen::new(&root, &include, &out);
    for dialect in &dialects {
        fs::create_dir_all(out.join(&dialect.name))?;
        generator.run(dialect)?;
    }
    let first_op = ops::numbers(&dialects);
    let first_attribute = attributes::numbers(&dialects);
    for (index, dialect) in dialects.iter().enumerate() {
        let folder = out.join(&dialect.name);
        fs::write(folder.join("Forwarders.cpp"), forwarders::generate(dialect, first_op[index]))?;
        fs::write(folder.join("Bytecode.cpp"), bytecode::generate(dialect))?;
        fs::write(
            folder.join("AttrGlue.cpp"),
            attributes::generate_glue(dialect, first_attribute[index]),
        )?;
    }
    fs::write(out.join("Registration.cpp"), compile::registration(&dialects))?;
    fs::write(out.join("ops.rs"), ops::generate(&dialects))?;
    fs::write(out.join("attributes.rs"), attributes::generate_rust(&dialects))?;
    compile::compile(&root, &out, &dialects)?;
    Ok(())
}
