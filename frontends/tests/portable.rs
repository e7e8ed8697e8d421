// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Artifacts that jaxlib writes are the programs that jaxlib reads in them.

#[path = "../../ci/jax_python.rs"]
mod python;

use hloom_dialects::Context;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Serializes each program at some versions, and reads it again, into a folder.
const SERIALIZE: &str = r#"
import pathlib, sys
from jaxlib.mlir.dialects import stablehlo
from jax._src.interpreters import mlir
from jaxlib.mlir import ir
goldens, out = map(pathlib.Path, sys.argv[1:])
context = mlir.make_ir_context()
for path in sorted(goldens.glob("*/program.mlir")):
    with context:
        module = ir.Module.parse(path.read_text())
    name = path.parent.name
    for version in ["0.9.0", "1.0.0", "1.13.7", stablehlo.get_current_version()]:
        try:
            artifact = stablehlo.serialize_portable_artifact_str(str(module), version)
        except Exception:
            continue  # What it cannot say in that version.
        (out / f"{name}.{version}.bc").write_bytes(artifact)
        read = stablehlo.deserialize_portable_artifact_str(artifact)
        with context:
            (out / f"{name}.{version}.mlir").write_text(str(ir.Module.parse(read)))
"#;

#[test]
fn artifacts_are_the_programs_that_jaxlib_reads_in_them() {
    let goldens = Path::new(env!("CARGO_MANIFEST_DIR")).join("../goldens");
    let out = tempfile::tempdir().expect("a folder");
    let script = out.path().join("serialize.py");
    fs::write(&script, SERIALIZE).expect("a file");
    let output =
        Command::new(python::interpreter()).arg(&script).arg(goldens).arg(out.path()).output();
    let output = output.expect("the interpreter starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let context = Context::new();
    let text_of = |path: &Path| {
        let bytes = fs::read(path).expect("it was written");
        let name = path.display().to_string();
        let module = hloom_frontends::parse(&context, &bytes, &name);
        module.unwrap_or_else(|error| panic!("{error}")).as_operation().to_string()
    };
    let mut count = 0;
    for entry in fs::read_dir(out.path()).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "bc") {
            continue;
        }
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let original = text_of(&path.with_extension("mlir"));
        let read = text_of(&path);
        assert!(read == original, "{name}:\n{read}\nwas\n{original}");
        count += 1;
    }
    assert!(count > 400, "only {count} artifacts");
}

#[test]
fn what_is_wrong_with_an_artifact_is_said() {
    let context = Context::new();
    let mut newer = b"ML\xefR\x0dStableHLO_v9.0.0\0".to_vec();
    newer.extend([0; 8]);
    let said = hloom_frontends::parse(&context, &newer, "a.bc").expect_err("of the future");
    let said = said.to_string();
    assert!(said.starts_with("a.bc: error: version 9.0.0 of StableHLO is newer than"), "{said}");
    let short = b"ML\xefR\x0dStableHLO_v1.0.0\0\x05";
    let said = hloom_frontends::parse(&context, short, "a.bc").expect_err("damaged").to_string();
    assert!(said.starts_with("a.bc: error: byte "), "{said}");
}
