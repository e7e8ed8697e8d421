// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests that portable artifacts convert to the programs that jaxlib reads from them, and back.

#[path = "../formats/portable/tests/support/artifacts.rs"]
mod artifacts;
#[path = "../formats/portable/tests/support/damage.rs"]
mod damage;
#[path = "../../ci/jax_python.rs"]
mod python;

use artifacts::artifacts;
use damage::{Random, damage};
use hloom_dialects::Context;
use hloom_frontends::portable;
use hloom_portable::{Bits, Version, vhlo};
use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

/// Runs a Python script.
fn run(script: &str, arguments: &[&Path]) {
    let file = tempfile::Builder::new().suffix(".py").tempfile().expect("a file");
    fs::write(file.path(), script).expect("a file");
    let output = Command::new(python::interpreter()).arg(file.path()).args(arguments).output();
    let output = output.expect("the interpreter starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Script: serializes each program at several versions, and writes the programs that it reads
/// back.
const SERIALIZE: &str = r#"
import pathlib, sys
from jaxlib.mlir.dialects import stablehlo
from jax._src.interpreters import mlir
from jaxlib.mlir import ir
goldens, out = map(pathlib.Path, sys.argv[1:])
context = mlir.make_ir_context()
for path in sorted(goldens.glob("*/*/program.mlir")):
    with context:
        module = ir.Module.parse(path.read_text())
    name = path.parent.name
    (out / f"{name}.program.mlir").write_text(path.read_text())
    for version in ["0.9.0", "0.15.0", "1.0.0", "1.5.0", "1.13.7", stablehlo.get_current_version()]:
        try:
            artifact = stablehlo.serialize_portable_artifact_str(str(module), version)
        except Exception:
            continue  # The program cannot be serialized at that version.
        (out / f"{name}@{version}.bc").write_bytes(artifact)
        read = stablehlo.deserialize_portable_artifact_str(artifact)
        with context:
            (out / f"{name}@{version}.mlir").write_text(str(ir.Module.parse(read)))
"#;

/// Script: compares the programs that jaxlib reads from our artifacts and from its own.
const COMPARE: &str = r#"
import pathlib, sys
from jaxlib.mlir.dialects import stablehlo
from jax._src.interpreters import mlir
from jaxlib.mlir import ir
(out,) = map(pathlib.Path, sys.argv[1:])
context = mlir.make_ir_context()
def text(path):
    read = stablehlo.deserialize_portable_artifact_str(path.read_bytes())
    with context:
        module = ir.Module.parse(read)
    return str(module)
wrong = []
for path in sorted(out.glob("*.ours")):
    theirs, ours = text(path.with_suffix(".bc")), text(path)
    if theirs != ours:
        wrong.append(f"{path.name}:\n{ours}\nwas\n{theirs}")
assert not wrong, "\n".join(wrong[:3])
"#;

#[test]
fn artifacts_are_the_programs_that_jaxlib_reads_in_them() {
    let goldens = Path::new(env!("CARGO_MANIFEST_DIR")).join("../goldens");
    let made = tempfile::tempdir().expect("a folder");
    let out = made.path();
    run(SERIALIZE, &[&goldens, out]);

    let context = Context::new();
    let module_of = |bytes: &[u8], name: &str| {
        let module = hloom_frontends::parse(&context, bytes, name);
        module.unwrap_or_else(|error| panic!("{error}"))
    };
    let text_of = |bytes: &[u8], name: &str| module_of(bytes, name).as_operation().to_string();
    let mut count = 0;
    for entry in fs::read_dir(out).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let Some((program, version)) = name.strip_suffix(".bc").and_then(|it| it.split_once('@'))
        else {
            continue;
        };
        let original = fs::read(path.with_extension("mlir")).expect("it was written");
        let original = text_of(&original, &name);
        let read = text_of(&fs::read(&path).expect("it was written"), &name);
        assert!(read == original, "{name}:\n{read}\nwas\n{original}");

        let source = fs::read(out.join(format!("{program}.program.mlir"))).expect("a copy");
        let source = module_of(&source, program);
        let version: Version = version.parse().expect("a version");
        let ours = portable::export(&source, version);
        let ours = ours.unwrap_or_else(|error| panic!("{name}: {error}"));
        let back = text_of(&ours, &name);
        assert!(back == original, "{name}:\n{back}\nwas\n{original}");
        fs::write(path.with_extension("ours"), ours).expect("a file");
        count += 1;
    }
    assert!(count > 600, "only {count} artifacts");
    run(COMPARE, &[out]);
}

/// Returns the text of a program after a round trip through an artifact.
fn through(context: &Context, text: &str, version: Version) -> Result<String, String> {
    let module = hloom_frontends::parse(context, text.as_bytes(), "a.mlir");
    let module = module.map_err(|error| error.to_string())?;
    let artifact = portable::export(&module, version).map_err(|error| error.to_string())?;
    let module = hloom_frontends::parse(context, &artifact, "a.bc");
    Ok(module.map_err(|error| error.to_string())?.as_operation().to_string())
}

#[test]
fn programs_come_back_from_artifacts() {
    let context = Context::new();
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/artifacts"))
        .expect("programs")
    {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a program");
        let parsed = hloom_frontends::parse(&context, text.as_bytes(), "a.mlir");
        let parsed = parsed.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let back = through(&context, &text, Version::CURRENT);
        assert_eq!(back, Ok(parsed.as_operation().to_string()), "{}", path.display());
    }
}

#[test]
fn locations_come_back() {
    let context = Context::new();
    let text = r#"func.func @f() {
      %0 = stablehlo.constant dense<1> : tensor<i32> loc("a"("f.py":1:2))
      %1 = stablehlo.add %0, %0 : tensor<i32> loc(callsite("f.py":1:2 at fused["b", "g.py":3:4]))
      return loc("f.py":5:6 to 7:8)
    }"#;
    let located = |bytes: &[u8]| {
        let module = hloom_frontends::parse(&context, bytes, "a.mlir").expect("a program");
        let flags = OperationPrintingFlags::new().enable_debug_info(true, false);
        module.as_operation().to_string_with_flags(flags).expect("a text")
    };
    let module = hloom_frontends::parse(&context, text.as_bytes(), "a.mlir").expect("a program");
    let artifact = portable::export(&module, Version::CURRENT).expect("an artifact");
    assert_eq!(located(&artifact), located(text.as_bytes()));
}

#[test]
fn what_has_no_place_in_an_artifact_is_said() {
    let context = Context::new();
    let refused = |text: &str, version: &str| {
        let version = version.parse().expect("a version");
        through(&context, text, version).expect_err("it has no place")
    };
    let function =
        |body: &str| format!("func.func @f(%x: tensor<f32>) -> tensor<f32> {{\n{body}\n}}");
    let erf = function("%y = chlo.erf %x : tensor<f32> -> tensor<f32>\nreturn %y : tensor<f32>");
    assert_eq!(
        refused(&erf, "1.0.0"),
        "a.mlir:2:6: error: `chlo.erf`: a portable artifact stores only StableHLO, `func` and `sdy` operations"
    );
    let trace = function("stablehlo.trace \"tag\"\nreturn %x : tensor<f32>");
    assert_eq!(
        refused(&trace, "1.0.0"),
        "a.mlir:2:1: error: `stablehlo.trace`: no version of portable artifacts stores the operation"
    );
    let tan = function("%y = stablehlo.tan %x : tensor<f32>\nreturn %y : tensor<f32>");
    assert_eq!(
        refused(&tan, "1.3.0"),
        "a.mlir:2:6: error: `vhlo.tan_v1` needs StableHLO version 1.4.0 or later, the target \
         version is 1.3.0"
    );
    assert_eq!(
        refused(&tan, "2.0.0"),
        "expected a version of StableHLO from 0.9.0 to 1.20.0, found `2.0.0`"
    );
    let odd = function("return {foo = #chlo<precision DEFAULT>} %x : tensor<f32>");
    assert!(refused(&odd, "1.0.0").ends_with("cannot be stored in a portable artifact"));
    let sharded = "sdy.mesh @m = <[\"x\"=2]>\nfunc.func @f(%x: tensor<2xf32> {sdy.sharding = #sdy.sharding<@m, [{\"x\"}]>}) { return }";
    assert_eq!(
        refused(sharded, "1.10.0"),
        "a.mlir:1:1: error: `sdy.mesh` needs StableHLO version 1.11.0 or later, the target \
         version is 1.10.0"
    );
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

/// Returns the artifact of a program.
fn artifact(context: &Context, text: &str) -> Vec<u8> {
    let module = hloom_frontends::parse(context, text.as_bytes(), "a.mlir").expect("a program");
    portable::export(&module, Version::CURRENT).expect("an artifact")
}

const TAN: &str = "func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %y = stablehlo.tan %x {result_accuracy = #stablehlo.result_accuracy<atol = 0.1, rtol = 0.0, ulps = 7, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<f32>
  return %y : tensor<f32>
}";

#[test]
fn an_artifact_is_one_whatever_wrote_it() {
    let context = Context::new();
    let mut artifact = artifact(&context, TAN);
    let text = |bytes: &[u8]| {
        let module = hloom_frontends::parse(&context, bytes, "a.bc");
        module.map(|module| module.as_operation().to_string()).map_err(|error| error.to_string())
    };
    let expected = text(&artifact);
    assert!(expected.as_ref().is_ok_and(|text| text.contains("ulps = 7")), "{expected:?}");
    assert_eq!(&artifact[5..15], b"StableHLO_");
    artifact[5] ^= 1;
    assert_eq!(text(&artifact), expected);
    // Removing the end must still be detected.
    artifact.truncate(artifact.len() - 9);
    let said = text(&artifact).expect_err("damaged");
    assert!(said.starts_with("a.bc: error: byte "), "{said}");
}

#[test]
fn parts_of_other_kinds_are_refused() {
    let context = Context::new();
    let mut program = hloom_portable::read(&artifact(&context, TAN)).expect("an artifact");
    let mode = program.context.add_attribute(vhlo::Attribute::BooleanV1 { value: true });
    let (atol, rtol, ulps) = (Bits::new(64, 0), Bits::new(64, 0), 7);
    let accuracy = vhlo::Attribute::ResultAccuracyV1 { atol, rtol, ulps, mode };
    let accuracy = program.context.add_attribute(accuracy);
    let function = &mut program.operation.regions[0].blocks[0].operations[0];
    let tan = &mut function.regions[0].blocks[0].operations[0];
    assert!(tan.name.is("vhlo.tan_v2"), "{}", tan.name);
    for property in Arc::make_mut(&mut tan.properties) {
        property.value = accuracy;
    }
    let artifact = hloom_portable::write(&program, Version::CURRENT).expect("an artifact");
    let said = hloom_frontends::parse(&context, &artifact, "a.bc").expect_err("refused");
    assert_eq!(
        said.to_string(),
        "a.mlir:2:8: error: `vhlo.tan_v2`: the portable artifact has an attribute `ResultAccuracyV1` with a parameter of the wrong kind"
    );
}

#[test]
fn damaged_artifacts_end_no_process() {
    let context = Context::new();
    let mut own = vec![artifact(&context, TAN)];
    for name in ["artifacts/attributes.mlir", "artifacts/sharded.mlir", "artifacts/windows.mlir"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
        own.push(artifact(&context, &fs::read_to_string(path).expect("a program")));
    }
    let mut random = Random::new();
    let mut read = 0;
    for _ in 0..4000 {
        let one = &own[random.below(own.len())];
        let other = &own[random.below(own.len())];
        let damaged = damage(one, other, &mut random);
        match hloom_frontends::parse(&context, &damaged, "a.bc") {
            Ok(_) => read += 1,
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    assert!((40..2000).contains(&read), "{read} were read");
}

/// Reads the artifacts of StableHLO's own writers in the folder that `HLOOM_PORTABLE_ARTIFACTS`
/// names, and verifies their programs. Our verifiers follow StableHLO's own, so they must accept
/// these programs.
#[test]
fn artifacts_of_others_are_programs() {
    let context = Context::new();
    for (name, bytes) in artifacts() {
        let version = hloom_portable::artifact_version(&bytes).expect(&name);
        let is_newer = version.is_some_and(Version::is_newer_than_known);
        match hloom_frontends::parse(&context, &bytes, &name) {
            Ok(_) => assert!(!is_newer, "{name}"),
            Err(error) => assert!(is_newer, "{error}"),
        }
    }
}
