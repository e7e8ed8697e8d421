// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests that every program of `goldens/` yields JAX's outputs.

mod common;

use hloom_compiler::interface::CompileOptions;
use hloom_compiler::{CompiledProgram, Error, Program, npy, platform};
use hloom_values::{Tolerance, compare};
use std::path::Path;

/// A program and the tolerance of its outputs.
#[derive(Default)]
struct Golden {
    family: String,
    name: String,
    absolute: f64,
    relative: f64,
    large: bool,
}

/// Parses the manifest, which states one fact per line.
fn goldens(manifest: &str) -> Vec<Golden> {
    let mut goldens: Vec<Golden> = Vec::new();
    for line in manifest.lines() {
        if line == "[[golden]]" {
            goldens.push(Golden::default());
        }
        let (Some((name, value)), Some(golden)) = (line.split_once(" = "), goldens.last_mut())
        else {
            continue;
        };
        match name {
            "name" => golden.name = value.trim_matches('"').to_owned(),
            // The first tag is the family.
            "tags" => golden.family = value.split('"').nth(1).expect("a tag").to_owned(),
            "atol" => golden.absolute = value.parse().expect("a number"),
            "rtol" => golden.relative = value.parse().expect("a number"),
            "large" => golden.large = value == "true",
            _ => {}
        }
    }
    goldens.retain(|golden| !golden.large);
    goldens
}

fn check(dir: &Path, golden: &Golden) -> Result<(), Error> {
    let program = Program::from_file(dir.join("program.mlir"))?;
    let compiled = CompiledProgram::new(&*platform("npu")?, &program, &CompileOptions::default())?;
    let file = |stem: &str, index: usize| dir.join(format!("{stem}{index}.npy"));
    let shapes = compiled.executable().signature().arguments.iter().enumerate();
    let inputs: Result<Vec<_>, _> =
        shapes.map(|(index, shape)| npy::read(file("in", index), shape)).collect();
    let outputs = compiled.run(&inputs?)?;
    let (absolute, relative) = (golden.absolute, golden.relative);
    for (index, output) in outputs.iter().enumerate() {
        let expected = npy::read(file("out", index), output.shape())?;
        if let Some(mismatch) = compare(output, &expected, Tolerance::Close { absolute, relative })?
        {
            return Err(Error::invalid(format!("output {index}: {mismatch}")));
        }
    }
    Ok(())
}

#[test]
fn all_of_them() {
    common::npu();
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../goldens");
    let manifest = std::fs::read_to_string(dir.join("manifest.toml")).expect("the manifest");
    let goldens = goldens(&manifest);
    assert!(goldens.len() > 100, "{} were found", goldens.len());
    let failures: Vec<_> = goldens
        .iter()
        .filter_map(|golden| {
            let error = check(&dir.join(&golden.family).join(&golden.name), golden).err()?;
            Some(format!("{}: {error}", golden.name))
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
