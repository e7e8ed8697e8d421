// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests that XLA computes the same results from exported HLO as from the original program.

#[path = "../../ci/jax_python.rs"]
mod python;

use hloom_dialects::Context;
use hloom_frontends::hlo;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

#[test]
fn xla_computes_the_same_with_our_hlo() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let made = tempfile::tempdir().expect("a folder");
    let out = env::var_os("HLOOM_HLO_OUT").map_or_else(|| made.path().into(), PathBuf::from);
    let context = Context::new();
    let mut count = 0;
    let goldens = folder.join("../goldens");
    for golden in folders(&goldens).iter().flat_map(|family| folders(family)) {
        let Ok(text) = fs::read(golden.join("program.mlir")) else { continue };
        let name = golden.file_name().expect("a name").to_string_lossy().into_owned();
        let module = hloom_frontends::parse(&context, &text, &name).expect("a program");
        let module = match hlo::export(&module) {
            Ok(module) => module,
            // CHLO operations without an HLO equivalent are legalized by the compiler, not by the
            // export.
            Err(error) if error.to_string().contains("`chlo.") => continue,
            Err(error) => panic!("{name}: {error}"),
        };
        fs::write(out.join(format!("{name}.hlo")), hloom_hlo::text::print(&module))
            .expect("a file");
        fs::write(out.join(format!("{name}.pb")), hloom_hlo::binary::encode(&module))
            .expect("a file");
        count += 1;
    }
    assert!(count > 140, "only {count} programs");
    let script = folder.join("tests/hlo_export.py");
    let mut command = Command::new(python::interpreter());
    let output = command.arg(script).arg(goldens).arg(&out).output();
    let output = output.expect("the interpreter starts");
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    println!("{}", said(&output.stdout));
    assert!(output.status.success(), "{}{}", said(&output.stdout), said(&output.stderr));
}

/// Returns the folders in a folder.
fn folders(parent: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(parent).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.is_dir()).collect()
}

/// Returns the HLO text of a program.
fn exported(text: &str) -> Result<String, String> {
    let context = Context::new();
    let module = hloom_frontends::parse(&context, text.as_bytes(), "a.mlir");
    let module = module.map_err(|error| error.to_string())?;
    let module = hlo::export(&module).map_err(|error| error.to_string())?;
    Ok(hloom_hlo::text::print(&module))
}

#[test]
fn what_is_around_a_region_is_given_to_it() {
    let text = exported(
        "func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
           %one = stablehlo.constant dense<1.0> : tensor<f32>
           %0 = stablehlo.while(%i = %x) : tensor<f32>
           cond {
             %c = stablehlo.compare LT, %i, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
             stablehlo.return %c : tensor<i1>
           } do {
             %j = stablehlo.add %i, %one : tensor<f32>
             stablehlo.return %j : tensor<f32>
           }
           return %0 : tensor<f32>
         }",
    );
    let text = text.expect("HLO");
    assert!(text.contains("while("), "{text}");
    assert!(text.contains("(f32[], f32[]) parameter(0)"), "{text}");
    assert_eq!(text.matches("constant(1)").count(), 2, "{text}");
}

#[test]
fn names_and_places_are_kept() {
    let text = exported(
        "module @jit_f {
           func.func public @main(%x: tensor<2xf32> {tf.aliasing_output = 0 : i32, mhlo.sharding = \"{replicated}\"}, %y: tensor<2xf32> {jax.buffer_donor = true}) -> (tensor<2xf32> {jax.result_info = \"\"}) {
             %0 = stablehlo.add %x, %y {mhlo.frontend_attributes = {a = \"b\"}} : tensor<2xf32> loc(\"jit(f)/add\"(\"f.py\":3:4))
             return %0 : tensor<2xf32>
           }
         }",
    );
    let text = text.expect("HLO");
    for part in [
        "HloModule jit_f",
        "input_output_alias={ {}: (0, {}, may-alias) }",
        "buffer_donor={ (1, {}) }",
        "sharding={replicated}",
        "frontend_attributes={a=\"b\"}",
        "op_name=\"jit(f)/add\" source_file=\"f.py\" source_line=3",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[test]
fn what_hlo_has_not_is_said() {
    let refused = |text: &str| exported(text).expect_err("HLO has it not");
    let with = |ty: &str, op: &str| {
        refused(&format!(
            "func.func @main(%x: tensor<{ty}>) -> tensor<{ty}> {{\n%0 = {op} : tensor<{ty}>\nreturn %0 : tensor<{ty}>\n}}"
        ))
    };
    assert_eq!(
        with("4x!quant.uniform<i8:f32, 2.500000e-01>", "stablehlo.abs %x"),
        "a.mlir:1:1: error: `func.func`: HLO has no type `tensor<4x!quant.uniform<i8:f32, 2.500000e-01>>`"
    );
    assert_eq!(
        with("?xf32", "stablehlo.abs %x"),
        "a.mlir:1:1: error: `func.func`: expected static or bounded sizes, found `tensor<?xf32>`"
    );
    assert_eq!(
        with("f32", "stablehlo.abs %x {foo.bar = 1 : i32}"),
        "a.mlir:2:6: error: `stablehlo.abs`: HLO cannot represent the attribute `foo.bar`"
    );
    let digamma = "chlo.digamma %x : tensor<f32> -> tensor<f32>";
    let said = refused(&format!(
        "func.func @main(%x: tensor<f32>) -> tensor<f32> {{\n%0 = {digamma}\nreturn %0 : tensor<f32>\n}}"
    ));
    assert_eq!(said, "a.mlir:2:6: error: `chlo.digamma`: HLO has no equivalent operation");
    let recursive = "func.func @main() {\ncall @main() : () -> ()\nreturn\n}";
    assert!(refused(recursive).contains("HLO has no recursive calls"));
}

#[test]
fn attributes_are_exported_or_refused() {
    let text = exported(
        r#"func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32> {mhlo.frontend_attributes = {of = "result"}}) {
             stablehlo.custom_call @effect(%x) {has_side_effect = true, mhlo.frontend_attributes = {of = "call"}} : (tensor<2xf32>) -> ()
             %0 = call @inner(%x) : (tensor<2xf32>) -> tensor<2xf32>
             return %0 : tensor<2xf32>
           }
           func.func private @inner(%x: tensor<2xf32>) -> (tensor<2xf32> {mhlo.sharding = "{replicated}"}) {
             return %x : tensor<2xf32>
           }"#,
    )
    .expect("it is HLO");
    for part in [
        r#"frontend_attributes={of="result"}"#,
        r#"frontend_attributes={of="call"}"#,
        "sharding={replicated}",
    ] {
        assert_eq!(text.matches(part).count(), 1, "{part} in\n{text}");
    }
    let refused = |function: &str, op: &str, end: &str| {
        let text = format!(
            "func.func @main(%x: tensor<f32>) -> tensor<f32> {function} {{\n%0 = stablehlo.abs %x {op} : tensor<f32>\nreturn {end} %0 : tensor<f32>\n}}"
        );
        exported(&text).expect_err("HLO has it not")
    };
    let foreign = "{foo.bar = 1 : i32}";
    assert_eq!(
        refused(&format!("attributes {foreign}"), "", ""),
        "a.mlir:1:1: error: `func.func`: HLO cannot represent the attribute `foo.bar`"
    );
    assert_eq!(
        refused("attributes {mhlo.frontend_attributes = {a = \"b\"}}", "", ""),
        "a.mlir:1:1: error: `func.func`: HLO has no place for the attribute `mhlo.frontend_attributes` on a function or a terminator"
    );
    assert_eq!(
        refused("", "", foreign),
        "a.mlir:3:1: error: `func.return`: HLO cannot represent the attribute `foo.bar`"
    );
    assert_eq!(
        refused("", "", "{mhlo.sharding = \"{replicated}\"}"),
        "a.mlir:3:1: error: `func.return`: HLO has no place for the attribute `mhlo.sharding` on a function or a terminator"
    );
    assert_eq!(
        refused("", "{mhlo.frontend_attributes = 1 : i32}", ""),
        "a.mlir:2:6: error: `stablehlo.abs`: expected a dictionary as `mhlo.frontend_attributes`, found `1 : i32`"
    );
}

/// The custom call to which JAX lowers `jnp.linalg.cholesky` for XLA's CPU.
#[test]
fn calls_of_handlers_keep_what_jax_says_of_them() {
    let text = exported(
        r#"func.func @main(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<i32>) {
          %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%x) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j], []) {i=2, j=3}, custom>} : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<i32>)
          return %0#0, %0#1 : tensor<2x3xf32>, tensor<i32>
        }"#,
    )
    .expect("it is HLO");
    for part in [
        "entry_computation_layout={(f32[2,3]{1,0})->(f32[2,3]{1,0}, s32[])}",
        "= (f32[2,3]{0,1}, s32[]) custom-call(",
        "operand_layout_constraints={f32[2,3]{0,1}}",
        "api_version=API_VERSION_TYPED_FFI",
        r##"frontend_attributes={num_batch_dims="0",xla.sdy.sharding_rule="#sdy.op_sharding_rule<([i, j])->([i, j], []) {i=2, j=3}, custom>"}"##,
        "backend_config={uplo = 76 : ui8}",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let elsewhere = "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n%0 = stablehlo.abs %x {mhlo.backend_config = {}} : tensor<f32>\nreturn %0 : tensor<f32>\n}";
    assert_eq!(
        exported(elsewhere).expect_err("it calls nothing"),
        "a.mlir:2:6: error: `stablehlo.abs`: HLO cannot represent the attribute `mhlo.backend_config`"
    );
}

/// XLA's parser rejects a padding of rank 0.
#[test]
fn what_is_padded_in_no_dimension_is_itself() {
    let text = exported(
        "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n%0 = stablehlo.pad %x, %x, low = [], high = [], interior = [] : (tensor<f32>, tensor<f32>) -> tensor<f32>\n%1 = stablehlo.abs %0 : tensor<f32>\nreturn %1 : tensor<f32>\n}",
    )
    .expect("it is HLO");
    assert!(text.contains("abs(%Arg_0.1)") && !text.contains("pad("), "{text}");
    // A copy has the attributes of the operation.
    let text = exported(
        "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n%0 = stablehlo.pad %x, %x, low = [], high = [], interior = [] {mhlo.sharding = \"{replicated}\"} : (tensor<f32>, tensor<f32>) -> tensor<f32>\nreturn %0 : tensor<f32>\n}",
    )
    .expect("it is HLO");
    assert!(text.contains("copy(%Arg_0.1), sharding={replicated}"), "{text}");
}
