// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Exchange of artifacts with jaxlib. This crate reads each artifact that jaxlib writes, and
//! jaxlib reads the rewritten artifact as the same program.

#[path = "../../../../ci/jax_python.rs"]
mod python;

use hloom_portable::{Version, read, write};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn jaxlib_reads_what_it_wrote_after_a_way_through_here() {
    let python = python::interpreter();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("jaxlib");
    fs::remove_dir_all(&folder).ok();
    for made in ["ours", "upgraded"] {
        fs::create_dir_all(folder.join(made)).expect("a folder");
    }
    let script = |arguments: &mut dyn Iterator<Item = &Path>| {
        let mut command = Command::new(&python);
        command.arg(root.join("tests/with_jaxlib.py")).args(arguments);
        assert!(command.status().expect("Python").success(), "with_jaxlib.py failed");
    };
    script(&mut [Path::new("make"), &folder, &root.join("../../../goldens")].into_iter());
    rewrite(&folder);
    script(&mut [Path::new("compare"), &folder].into_iter());
}

/// Rewrites the artifacts of jaxlib in two ways.
///
/// - `ours/` gets the last artifact of each program, written at every version that jaxlib wrote.
/// - `upgraded/` gets each artifact, written at the last version.
fn rewrite(folder: &Path) {
    let mut by_program: BTreeMap<String, Vec<Version>> = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("the artifacts") {
        let name = entry.expect("an artifact").file_name().into_string().expect("a name");
        let Some((program, version)) = name.strip_suffix(".bc").and_then(|it| it.split_once('@'))
        else {
            continue;
        };
        by_program.entry(program.to_owned()).or_default().push(version.parse().expect("a version"));
    }
    let targets: BTreeSet<_> = by_program.values().flatten().copied().collect();
    let last = targets.last().copied().expect("artifacts");
    for (program, versions) in by_program {
        let file = |version| format!("{program}@{version}.bc");
        let own = versions.iter().max().copied().expect("a version");
        let read = |version| {
            let bytes = fs::read(folder.join(file(version))).expect("an artifact");
            read(&bytes).unwrap_or_else(|error| panic!("{program} at {version}: {error}"))
        };
        let module = read(own);
        // JAX exports a program at a single version.
        let targets =
            if versions.len() == 1 { &versions.iter().copied().collect() } else { &targets };
        for target in targets {
            if let Ok(written) = write(&module, *target) {
                fs::write(folder.join("ours").join(file(*target)), written).expect("a file");
            }
        }
        for version in versions {
            let written = write(&read(version), last).expect("an upgraded artifact");
            fs::write(folder.join("upgraded").join(file(version)), written).expect("a file");
        }
    }
}
