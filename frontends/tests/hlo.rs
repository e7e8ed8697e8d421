// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of the import of HLO: a snapshot of StableHLO for each text in `hlo/`, and error
//! messages.

use hloom_dialects::Context;
use hloom_frontends::{Format, parse};
use hloom_hlo::binary::{self, Container};
use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the texts of a folder with their names, sorted by name.
fn texts(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let text = |file: PathBuf| {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(file).expect("a text"))
    };
    files.into_iter().map(text).collect()
}

fn imported(content: &[u8], name: &str) -> Result<String, String> {
    let context = Context::new();
    let module = parse(&context, content, name).map_err(|error| error.to_string())?;
    Ok(module.as_operation().to_string())
}

#[test]
fn texts_are_stablehlo() {
    // Of the texts that the HLO reader is tested with, those that StableHLO can represent.
    let others = texts("formats/hlo/tests/texts").into_iter();
    let others =
        others.filter(|(name, _)| ["arithmetic", "asynchronous", "literals"].contains(&&**name));
    for (name, text) in texts("tests/hlo").into_iter().chain(others) {
        let module = imported(text.as_bytes(), &name).unwrap_or_else(|error| panic!("{error}"));
        insta::assert_snapshot!(name.clone(), module);
        let proto = hloom_hlo::read(text.as_bytes()).expect("it was read");
        let again = imported(&binary::encode(&proto), &name);
        // The message does not include the module configuration.
        if !module.contains("mhlo.num_partitions") {
            assert_eq!(again, Ok(module), "{name}");
        }
    }
}

#[test]
fn locations_are_those_of_the_frontend() {
    let text = "HloModule m\nENTRY e {\n x = f32[2] parameter(0), metadata={op_name=\"x\"}\n \
                y = f32[2] negate(x), metadata={op_name=\"jit(f)/neg\" source_file=\"f.py\" \
                source_line=3 source_column=7}\n z = f32[2] sine(y), metadata={stack_frame_id=2}\n \
                ROOT w = f32[2] cosine(z)\n}";
    let text = text.replacen(
        '\n',
        "\n\nFileNames\n1 \"a.py\"\n2 \"b.py\"\n\nFunctionNames\n1 \"main\"\n2 \"inner\"\n\n\
         FileLocations\n1 {file_name_id=1 function_name_id=1 line=10 end_line=10 column=1 \
         end_column=2}\n2 {file_name_id=2 function_name_id=2 line=20 end_line=20 column=3 \
         end_column=4}\n\nStackFrames\n1 {file_location_id=1 parent_frame_id=1}\n2 \
         {file_location_id=2 parent_frame_id=2}\n\n",
        1,
    );
    let context = Context::new();
    let module = parse(&context, text.as_bytes(), "m.hlo").expect("it is read");
    let flags = OperationPrintingFlags::new().enable_debug_info(true, true);
    let module = module.as_operation().to_string_with_flags(flags).expect("it is printed");
    for expected in [
        "%arg0: tensor<2xf32> \"x\"",
        "stablehlo.negate %arg0 : tensor<2xf32> \"jit(f)/neg\"(#loc2)",
        "#loc2 = f.py:3:7",
        "#loc3 = b.py:20:3",
        "#loc4 = a.py:10:1",
        "#loc7 = \"inner\"(#loc3)",
        "#loc8 = \"main\"(#loc4)",
        "#loc9 = #loc7\n at #loc8",
        "stablehlo.cosine %1 : tensor<2xf32> \"e%w\"",
    ] {
        assert!(module.contains(expected), "no {expected} in\n{module}");
    }
}

/// Checks the error message for a module that contains the given statement as `y`.
#[track_caller]
fn refused(statement: &str, message: &str) {
    let text = format!(
        "HloModule m\nsum {{\n a = f32[] parameter(0)\n b = f32[] parameter(1)\n \
         ROOT c = f32[] add(a, b)\n}}\nENTRY e {{\n x = f32[4,4] parameter(0)\n \
         n = s32[] parameter(1)\n zero = f32[] constant(0)\n{statement}\n \
         ROOT r = f32[4,4] negate(x)\n}}"
    );
    assert_eq!(imported(text.as_bytes(), "m.hlo"), Err(format!("m.hlo: e%y: error: {message}")));
}

#[test]
fn what_has_no_meaning_in_stablehlo() {
    refused(
        "y = u64[2] rng-get-and-update-state(), delta=1",
        "`rng-get-and-update-state`: StableHLO has no equivalent operation",
    );
    refused(
        "y = s8[4,4] stochastic-convert(x, x)",
        "`stochastic-convert`: StableHLO has no equivalent operation",
    );
    refused(
        "y = f32[4,4] reduce-window(x, zero), window={size=1x1 rhs_reversal=0x1}, to_apply=sum",
        "`reduce-window`: StableHLO cannot represent `window reversal`",
    );
    refused(
        "y = (f32[4,1], s32[4,1]) topk(x), k=1, largest=false",
        "`topk`: StableHLO cannot represent `largest=false`",
    );
    refused(
        "y = f32[4,4] custom-call(x), custom_call_target=\"f\", literal=s32[] 1",
        "`custom-call`: StableHLO cannot represent `literal`",
    );
    refused(
        "y = f32[4,4] cosh(x), result_accuracy={mode=highest}",
        "`cosh`: `chlo.cosh` cannot represent `result_accuracy`",
    );
    refused("y = u1[4] constant({0, 1, 0, 1})", "`constant`: StableHLO has no type `u1`");
    refused(
        "y = f32[<=2] constant({1, 2})",
        "`constant`: expected a constant of static shape, found a dynamic dimension",
    );
}

#[test]
fn configurations_that_are_no_dictionary() {
    for config in [r#"{"operation_queue_id":"0"}"#, r#""3""#] {
        refused(
            &format!(
                "y = f32[4,4] custom-call(x), custom_call_target=\"f\", \
                 api_version=API_VERSION_TYPED_FFI, backend_config={config}"
            ),
            "`custom-call`: expected a dictionary as `backend_config`",
        );
    }
}

#[test]
fn groups_that_are_not_known() {
    refused(
        "y = f32[4,4] all-to-all(x), replica_groups={}, dimensions={0}",
        "`all-to-all`: unknown size of `replica_groups`",
    );
    refused(
        "y = (f32[4,4], f32[4,4]) all-to-all(x, x), replica_groups={{0,1,2}}",
        "`all-to-all`: expected one array per device of a group",
    );
    refused(
        "y = (f32[2,4], f32[2,4]) reduce-scatter(x), replica_groups={{0,1}}, dimensions={0}, \
         to_apply=sum",
        "`reduce-scatter`: expected one result per operand",
    );
}

#[test]
fn groups_of_too_many_devices() {
    let of = |number: usize| {
        format!("= f32[4,4] collective-broadcast(x), replica_groups=[1,{number}]<=[{number}]")
    };
    refused(
        &format!("y {}", of((1 << 20) + 1)),
        "`collective-broadcast`: expected a list of at most 1048576 devices, found 1048577 devices",
    );
    let lines: Vec<_> = (0..32).map(|number| format!("y{number} {}", of(1 << 20))).collect();
    refused(
        &format!("{}\ny {}", lines.join("\n"), of(1)),
        "`collective-broadcast`: the program lists more than 33554432 devices in total",
    );
}

#[test]
fn bitcasts_of_unknown_memory() {
    refused(
        "y = f32[16]{0:T(8)} bitcast(x)",
        "`bitcast`: a layout with tiles, padding or sparsity is not supported",
    );
    refused("y = c64[8] bitcast(x)", "`bitcast`: cannot reinterpret elements of `f32` as `c64`");
    refused("y = pred[64] bitcast(x)", "`bitcast`: cannot reinterpret elements of `f32` as `pred`");
    refused("y = s4[128] bitcast(x)", "`bitcast`: cannot reinterpret elements of `f32` as `s4`");
}

#[test]
fn what_does_not_fit_together() {
    refused(
        "t = (f32[4,4], s32[]) tuple(x, n)\n y = f32[4,4] get-tuple-element(t), index=1",
        "`get-tuple-element`: expected type `tensor<4x4xf32>`, found `tensor<i32>`",
    );
    refused(
        "y = (f32[4,4], f32[]) tuple(x, n)",
        "`tuple`: expected type `tensor<f32>`, found `tensor<i32>`",
    );
    refused(
        "y = f32[4,4] conditional(n, x), branch_computations={sum, sum}",
        "`conditional`: expected one operand per branch",
    );
    refused(
        "y = f32[4,4] async-done(x)",
        "`async-done`: expected an asynchronous start as the operand",
    );
}

#[test]
fn errors_of_stablehlo_name_the_instruction() {
    let text = "HloModule m\nENTRY e {\n x = f32[2] parameter(0)\n ROOT y = f32[3] negate(x)\n}";
    let said = imported(text.as_bytes(), "m.hlo").expect_err("of another shape");
    assert!(said.starts_with("e%y: error: "), "{said}");
}

#[test]
fn nested_computations_have_an_end() {
    use std::fmt::Write as _;
    let mut text = "HloModule m\nc0 {\n ROOT x = f32[] parameter(0)\n}\n".to_owned();
    for number in 1..200 {
        let _ = write!(
            text,
            "c{number} {{\n x = f32[] parameter(0)\n p = pred[] constant(1)\n ROOT y = f32[] \
             conditional(p, x, x), true_computation=c{0}, false_computation=c{0}\n}}\n",
            number - 1
        );
    }
    text += "ENTRY e {\n x = f32[] parameter(0)\n ROOT y = f32[] call(x), to_apply=c199\n}";
    let said = imported(text.as_bytes(), "m.hlo").expect_err("it nests too deep");
    assert!(
        said.contains("expected at most 64 levels of nested computations, found more"),
        "{said}"
    );
}

#[test]
fn forms_are_told_apart() {
    let hlo = "HloModule m ENTRY e { ROOT x = f32[] parameter(0) }";
    let proto = hloom_hlo::read(hlo.as_bytes()).expect("a module");
    let text_format = hloom_hlo::text_format::print(&proto).expect("a text");
    for (content, expected) in [
        (hlo.as_bytes(), Format::Hlo),
        (b"// comment\nHloModule m\n", Format::Hlo),
        (b"e {\n ROOT x = f32[] parameter(0)\n}", Format::Hlo),
        (&binary::encode(&proto), Format::Hlo),
        (text_format.as_bytes(), Format::Hlo),
        (b"module {\n} loc(\"ROOT x\")", Format::Mlir),
        (b"builtin.module {\n} loc(\"ENTRY x\")", Format::Mlir),
        (b"module @jit_f attributes {a = \"ROOT \"} {\n}", Format::Mlir),
        (b"func.func @f() { return }", Format::Mlir),
        (b"\"builtin.module\"() ({}) {a = \"ROOT x\"} : () -> ()", Format::Mlir),
        (b"#loc = loc(\"ROOT x\")\nmodule {}", Format::Mlir),
        (b"ML\xefR\x0dMLIR22\0", Format::Mlir),
        (b"ML\xefR\x0dStableHLO_v1.0.0\0", Format::Portable),
        (b"", Format::Mlir),
        (b"nothing that is known", Format::Mlir),
    ] {
        assert_eq!(Format::of(content), expected, "{}", String::from_utf8_lossy(content));
    }
    let container = Container::Module;
    assert!(binary::decode(&binary::encode(&proto), container).is_ok());
    let said = imported(b"nothing that is known", "a.mlir").expect_err("it is none");
    assert!(said.starts_with("a.mlir:1:1: error: "), "{said}");
}

#[test]
fn errors_of_hlo_text_have_a_place() {
    let said = imported(b"HloModule m\nENTRY e {\n ROOT x = f32[] addd()\n}", "m.hlo");
    let expected = "m.hlo:3:17: error: `addd` is not an opcode of HLO\n   ROOT x = f32[] addd()\n";
    assert!(said.as_ref().is_err_and(|said| said.starts_with(expected)), "{said:?}");
}

#[test]
fn damaged_modules_end_no_process() {
    // A xorshift generator with a fixed seed, so that every run tests the same modules.
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below.max(1) as u64).unwrap_or_default()
    };
    let context = Context::new();
    let mut read = 0;
    for (name, text) in texts("tests/hlo").into_iter().chain(texts("formats/hlo/tests/texts")) {
        let is_word = |char: char| char.is_ascii_alphanumeric() || "_.%-".contains(char);
        let words: Vec<_> = text.split(|char| !is_word(char)).filter(|it| !it.is_empty()).collect();
        for _ in 0..100 {
            let (from, to) = (words[random(words.len())], words[random(words.len())]);
            let places: Vec<_> = text.match_indices(from).map(|(place, _)| place).collect();
            let place = places[random(places.len())];
            let damaged = [&text[..place], to, &text[place + from.len()..]].concat();
            read += usize::from(parse(&context, damaged.as_bytes(), &name).is_ok());
        }
    }
    assert!(read > 100, "only {read} were read");
}
