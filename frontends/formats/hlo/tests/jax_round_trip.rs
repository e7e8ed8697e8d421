// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compares the reader and the writer with XLA: texts and messages from XLA are read as XLA reads
//! them, and XLA reads the written ones.

mod normal_form;
#[path = "../../../../ci/jax_python.rs"]
mod python;

use hloom_hlo::binary::{self, Container};
use hloom_hlo::proto::CompileOptionsProto;
use hloom_hlo::{HloModule, text, text_format};
use normal_form::Ignored;
use prost::Message as _;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn modules_are_the_same_for_xla() {
    let python = python::interpreter();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let made = tempfile::tempdir().expect("a folder");
    let directory = std::env::var_os("HLOOM_HLO_CORPUS")
        .map_or_else(|| made.path().join("corpus"), PathBuf::from);
    let script = |command: &str, folders: &[PathBuf]| {
        let output = Command::new(&python)
            .arg(folder.join("tests/jax_round_trip.py"))
            .arg(command)
            .arg(&directory)
            .args(folders)
            .output()
            .expect("the interpreter starts");
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        println!("{stdout}");
        assert!(output.status.success(), "{stdout}{stderr}");
    };
    if !directory.exists() {
        let named = std::env::var_os("HLOOM_LARGE_GOLDENS").map(PathBuf::from);
        let goldens = named.unwrap_or_else(|| folder.join("../../../goldens"));
        script("export", &[goldens, folder.join("tests/texts")]);
    }
    let mut wrong = Vec::new();
    if let Err(error) = compile_options(&directory.join("compile_options.pb")) {
        wrong.push(error);
    }
    let mut modules: Vec<_> = entries(&directory);
    modules.retain(|entry| entry.is_dir());
    modules.sort();
    for module in &modules {
        for file in entries(module) {
            let result = match file.to_string_lossy() {
                name if name.ends_with(".out.hlo") || name.ends_with(".out.pb") => Ok(()),
                name if name.ends_with("module.pb") => message(&file),
                name if name.ends_with(".hlo") => text_and_message(&file),
                _ => Ok(()),
            };
            if let Err(error) = result {
                wrong.push(format!("{}: {error}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    script("check", &[]);
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").path()).collect()
}

/// Checks that the compile options which JAX passes to a compiler are decoded.
fn compile_options(file: &Path) -> Result<(), String> {
    let bytes = fs::read(file).map_err(|error| error.to_string())?;
    let options = CompileOptionsProto::decode(&bytes[..]).map_err(|error| error.to_string())?;
    let build = options.executable_build_options.unwrap_or_default();
    let assignment = build.device_assignment.unwrap_or_default();
    let devices: Vec<_> =
        assignment.computation_devices.iter().map(|one| &one.replica_device_ids[..]).collect();
    let overrides: Vec<_> = options.env_option_overrides.keys().collect();
    let found = (build.num_replicas, build.num_partitions, devices, overrides);
    let name = "xla_cpu_enable_fast_math".to_owned();
    let expected = (2, 3, vec![&[0, 3][..], &[1, 4], &[2, 5]], vec![&name]);
    if found == expected { Ok(()) } else { Err(format!("compile options: {found:?}")) }
}

/// Checks that a message comes back as the same bytes, through the text format, and through HLO
/// text.
fn message(file: &Path) -> Result<(), String> {
    let bytes = fs::read(file).map_err(|error| error.to_string())?;
    let module = hloom_hlo::read(&bytes).map_err(|error| error.to_string())?;
    if hloom_hlo::encoding(&bytes) != Some(hloom_hlo::Encoding::Binary(Container::Module)) {
        return Err("the encoding is not detected".to_owned());
    }
    let written = binary::encode(&module);
    if written != bytes {
        return Err("the message does not come back as the same bytes".to_owned());
    }
    let text = text_format::print(&module).map_err(|error| error.to_string())?;
    let back = text_format::parse(&text, Container::Module).map_err(|error| error.to_string())?;
    // Bytes would differ, as the text format loses the sign and the payload of NaN.
    if format!("{:?}", back.proto()) != format!("{:?}", module.proto()) {
        return Err("the text format of the message does not come back".to_owned());
    }
    let printed = text::print(&module);
    let parsed = hloom_hlo::read(printed.as_bytes()).map_err(|error| format!("ours: {error}"))?;
    same(&module, &parsed, Ignored::Nothing).map_err(|error| format!("our own text: {error}"))?;
    fs::write(file.with_extension("out.hlo"), printed).map_err(|error| error.to_string())?;
    fs::write(file.with_extension("out.pb"), written).map_err(|error| error.to_string())
}

/// Checks that a text is read as XLA reads it.
fn text_and_message(file: &Path) -> Result<(), String> {
    let bytes = fs::read(file).map_err(|error| error.to_string())?;
    let module = hloom_hlo::read(&bytes).map_err(|error| error.to_string())?;
    let Ok(expected) = fs::read(file.with_extension("pb")) else { return Ok(()) };
    let expected =
        binary::decode(&expected, Container::Module).map_err(|error| error.to_string())?;
    // The canonical option renames instructions in each computation.
    let ignored = if file.ends_with("5.hlo") { Ignored::Names } else { Ignored::LostByXla };
    same(&expected, &module, ignored)?;
    fs::write(file.with_extension("out.hlo"), text::print(&module))
        .map_err(|error| error.to_string())?;
    fs::write(file.with_extension("out.pb"), binary::encode(&module))
        .map_err(|error| error.to_string())
}

fn same(expected: &HloModule, found: &HloModule, ignored: Ignored) -> Result<(), String> {
    let (expected, found) = (normal_form::of(expected, ignored), normal_form::of(found, ignored));
    // Bytes are compared, because NaN is not equal to itself.
    if expected.encode_to_vec() == found.encode_to_vec() {
        return Ok(());
    }
    for (one, other) in expected.computations.iter().zip(&found.computations) {
        for (one, other) in one.instructions.iter().zip(&other.instructions) {
            if one.encode_to_vec() != other.encode_to_vec() {
                return Err(format!("`{}`: {}", other.name, difference(one, other)));
            }
        }
    }
    Err(difference(&expected, &found))
}

/// Returns the debug output of two messages around their first difference.
fn difference(expected: &impl Debug, found: &impl Debug) -> String {
    let (expected, found) = (format!("{expected:?}"), format!("{found:?}"));
    let same = expected.bytes().zip(found.bytes()).take_while(|(one, other)| one == other).count();
    let [expected, found] = [expected, found].map(|text| {
        let bytes = text.as_bytes();
        let shown = &bytes[same.saturating_sub(120)..bytes.len().min(same + 120)];
        String::from_utf8_lossy(shown).into_owned()
    });
    format!("\n  expected {expected}\n  found    {found}")
}
