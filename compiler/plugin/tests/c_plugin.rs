// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builds plugins in C and C++ against the header alone, and loads them.

use hloom_compiler::interface::{
    CompileOptions, PipelineChanges, PipelineFile, Platform, RunOptions,
};
use hloom_compiler::{
    CompilationCache, CompiledProgram, ElementType, Error, Literal, Program, Shape, platform,
};
use hloom_values::{AlignedBytes, Tolerance, compare};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};
use tempfile::TempDir;

/// The header, whose text tests change.
const HEADER: &str = include_str!("../include/hloom_plugin.h");

/// The name of the platform of the example.
const NAME: &str = "vector_unit";

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/c_backend/vector_unit.c")
}

/// Builds a source file as a plugin in a folder, against the header with the text `header`.
fn build(folder: &Path, source: &Path, options: &[&str], header: &str) -> PathBuf {
    let include = folder.join("include");
    fs::create_dir_all(&include).expect("created");
    fs::write(include.join("hloom_plugin.h"), header).expect("written");
    let name = source.file_stem().expect("a file").to_string_lossy();
    let library = folder.join(format!("lib{name}.so"));
    let mut compiler = Command::new("cc");
    compiler.args(options).args(["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-shared", "-fPIC"]);
    compiler.arg("-I").arg(include).arg(source).arg("-o").arg(&library);
    let output = compiler.output().expect("cc starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    library
}

/// Builds a plugin whose entry function has the given body, and returns the outcome of loading it.
fn load_body(body: &str) -> Result<(), Error> {
    hloom_backends::register()?;
    let folder = TempDir::new().expect("a folder");
    let source = folder.path().join("plugin.c");
    let text = format!(
        "#include <hloom_plugin.h>\n#include <string.h>\nHLOOM_PLUGIN_DECLARE;\n\
         hloom_plugin_error *hloom_plugin_start(const hloom_plugin_host *host) {{\n{body}\n}}\n"
    );
    fs::write(&source, text).expect("written");
    hloom_plugin::load(&build(folder.path(), &source, &["-std=c11"], HEADER))
}

/// Loads `refusing.c`, and returns its platform. `macros` are the macros of the file and their
/// values.
fn refusing(name: &str, macros: &[(&str, &str)]) -> Result<Arc<dyn Platform>, Error> {
    hloom_backends::register()?;
    let folder = TempDir::new().expect("a folder");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c/refusing.c");
    let mut options = vec!["-std=c11".to_owned(), format!("-DNAME=\"{name}\"")];
    options.extend(macros.iter().map(|(name, value)| format!("-D{name}={value}")));
    let options: Vec<_> = options.iter().map(String::as_str).collect();
    hloom_plugin::load(&build(folder.path(), &source, &options, HEADER))?;
    platform(name)
}

/// Returns the error with which a platform refuses a program.
fn refusal_of(platform: &dyn Platform, text: &str, options: &CompileOptions) -> String {
    let compiled = platform.compiler().compile(&program(text), options);
    compiled.err().expect("it is refused").to_string()
}

/// Loads the example once, and returns its platform.
fn vector_unit() -> Arc<dyn Platform> {
    static ONCE: OnceLock<Result<(), Error>> = OnceLock::new();
    let load = || {
        hloom_backends::register()?;
        let folder = TempDir::new().expect("a folder");
        hloom_plugin::load(&build(folder.path(), &example(), &["-std=c11", "-O1"], HEADER))
    };
    ONCE.get_or_init(load).clone().expect("the example is a plugin");
    platform(NAME).expect("the example adds it")
}

fn program(text: &str) -> Program {
    Program::from_text("test.mlir", text).expect("text")
}

/// Uses every operation of the example, with a scalar, several results, and a result that is an
/// argument.
const ELEMENTWISE: &str = "
func.func @main(%x: tensor<3x5xf32>, %y: tensor<3x5xf32>, %z: tensor<f32>)
    -> (tensor<3x5xf32>, tensor<f32>, tensor<3x5xf32>, tensor<3x5xf32>) {
  %half = stablehlo.constant dense<0.5> : tensor<3x5xf32>
  %infinity = stablehlo.constant dense<0x7F800000> : tensor<3x5xf32>
  %0 = stablehlo.add %x, %y : tensor<3x5xf32>
  %1 = stablehlo.subtract %0, %half : tensor<3x5xf32>
  %2 = func.call @square(%1) : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %3 = stablehlo.maximum %2, %y : tensor<3x5xf32>
  %4 = stablehlo.minimum %3, %infinity : tensor<3x5xf32>
  %5 = stablehlo.negate %z : tensor<f32>
  %6 = stablehlo.multiply %z, %5 : tensor<f32>
  return %4, %6, %x, %half : tensor<3x5xf32>, tensor<f32>, tensor<3x5xf32>, tensor<3x5xf32>
}
func.func private @square(%x: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}
";

fn inputs() -> Result<Vec<Literal>, Error> {
    let shapes: [Vec<usize>; 3] = [vec![3, 5], vec![3, 5], vec![]];
    let mut inputs = Vec::new();
    for (seed, dims) in (0..).zip(shapes) {
        inputs.push(Literal::random(Shape::new(ElementType::F32, dims), seed)?);
    }
    Ok(inputs)
}

fn run(platform: &dyn Platform) -> Result<Vec<Literal>, Error> {
    let options = CompileOptions { device: platform.device_count() - 1, ..Default::default() };
    CompiledProgram::new(platform, &program(ELEMENTWISE), &options)?.run(&inputs()?)
}

fn assert_equal(actual: &[Literal], expected: &[Literal]) -> Result<(), Error> {
    assert_eq!(actual.len(), expected.len());
    for (actual, expected) in actual.iter().zip(expected) {
        assert_eq!(compare(actual, expected, Tolerance::ExactOrNan)?, None);
    }
    Ok(())
}

#[test]
fn the_example_computes_what_the_interpreter_does() -> Result<(), Error> {
    let unit = vector_unit();
    assert_eq!(
        (unit.description(), unit.device_count()),
        ("a simulated vector unit for f32, in C", 2)
    );
    let description = unit.device(1)?.description();
    assert_eq!((&*description.name, description.cores), ("simulated vector unit", 8));
    assert!(unit.device(2).is_err());
    assert_equal(&run(&*unit)?, &run(&*platform("interpreter")?)?)
}

/// IEEE 754 orders zeros, and the maximum and the minimum of a NaN are NaN.
#[test]
fn the_example_orders_zeros() -> Result<(), Error> {
    let text = "func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.maximum %x, %y : tensor<4xf32>
  %1 = stablehlo.minimum %x, %y : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}";
    let unit = vector_unit();
    let compiled = CompiledProgram::new(&*unit, &program(text), &CompileOptions::default())?;
    let x = Literal::from_slice(&[0.0_f32, -0.0, f32::NAN, 1.0], [4])?;
    let y = Literal::from_slice(&[-0.0_f32, 0.0, 1.0, f32::NAN], [4])?;
    let results = compiled.run(&[x, y])?;
    for (result, zero) in results.iter().zip([0.0_f32, -0.0]) {
        let zero = zero.to_ne_bytes();
        assert_eq!(result.bytes()[..8], [zero, zero].concat(), "{result}");
        assert_eq!(result.to_string().matches("nan").count(), 2, "{result}");
    }
    Ok(())
}

#[test]
fn refusals_have_locations() {
    let compiler = vector_unit().compiler();
    let refusal = |text: &str| {
        let compiled = compiler.compile(&program(text), &CompileOptions::default());
        compiled.err().expect("it is refused").to_string()
    };
    assert_eq!(
        refusal(
            "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.exponential %x : tensor<4xf32>
  %1 = stablehlo.add %0, %x : tensor<4xf32>
  %2 = stablehlo.sine %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}"
        ),
        "test.mlir:2:8: error: `stablehlo.exponential`: the vector unit has no such operation\n\
         test.mlir:4:8: error: `stablehlo.sine`: the vector unit has no such operation"
    );
    let narrow = refusal(
        "func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> {
  return %x : tensor<4xi8>
}",
    );
    assert!(narrow.starts_with("test.mlir: error: `return`: expected elements of type f32"));
    let constant = refusal(
        "func.func @main() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}",
    );
    assert!(constant.contains("expected a constant whose elements are equal"), "{constant}");
}

#[test]
fn options_that_the_interface_lacks_are_refused() {
    let compiler = vector_unit().compiler();
    for (options, message) in [
        (CompileOptions { memory_budget: Some(1), ..Default::default() }, "memory budgets"),
        (CompileOptions { reproducible: true, ..Default::default() }, "reproducible results"),
        (CompileOptions { device: 2, ..Default::default() }, "a device number below 2, found 2"),
    ] {
        let refused = compiler.compile(&program(ELEMENTWISE), &options).err();
        let refused = refused.expect("it is refused").to_string();
        assert!(refused.starts_with("platform `vector_unit`"), "{refused}");
        assert!(refused.contains(message), "{refused}");
    }
}

/// In the convention of other platforms, the buffer of the result would contain the argument.
#[test]
fn results_do_not_take_the_memory_of_donated_arguments() -> Result<(), Error> {
    let unit = refusing("keeping", &[("BASE", "\"cpu\""), ("LEVEL", "\"buffers\"")])?;
    let text =
        "func.func @main(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}";
    let lowered = refusal_of(&*unit, text, &CompileOptions::default());
    assert!(lowered.contains("hloom.inputs = 1 : i64"), "{lowered}");
    assert!(!lowered.contains("hloom.aliases"), "{lowered}");
    let passes = "builtin.module(func.func(hlo-alias-results))".to_owned();
    let pipeline = PipelineChanges { passes: Some(passes), ..Default::default() };
    let refused = refusal_of(&*unit, text, &CompileOptions { pipeline, ..Default::default() });
    let expected = "platform `keeping` does not support results that take the memory of arguments";
    assert!(refused.starts_with(expected), "{refused}");
    Ok(())
}

/// The platform of the example takes programs at level `hlo`.
#[test]
fn passes_after_the_level_of_a_platform_are_refused() {
    let text = "level loops:\n  canonicalize\n".to_owned();
    let file = Some(PipelineFile { path: "edits.txt".into(), text });
    let pipeline = PipelineChanges { file, ..Default::default() };
    let options = CompileOptions { pipeline, ..Default::default() };
    assert_eq!(
        refusal_of(&*vector_unit(), ELEMENTWISE, &options),
        "platform `vector_unit`: expected passes of level `hlo` or an earlier one, found passes of \
         level `loops`"
    );
}

/// `hloom.inputs` would make an argument of the program a result.
#[test]
fn attributes_between_passes_are_refused_in_programs() {
    let text = "func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32>
    attributes {hloom.inputs = 1 : i64, hloom.arena_bytes = 0 : i64} {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}";
    let refused = refusal_of(&*vector_unit(), text, &CompileOptions::default());
    let expected = "at levels `buffers` to `target`, found it at `hlo`";
    assert!(refused.starts_with("test.mlir:1:1: error: "), "{refused}");
    assert!(refused.contains(expected), "{refused}");
}

/// Each argument fits into the address space, but not all of them.
#[test]
fn sizes_of_arguments_do_not_overflow() -> Result<(), Error> {
    let unit = refusing("huge", &[("COMPILE", "return NULL")])?;
    let ty = "tensor<2305843009213693951xf32>";
    let text = format!("func.func @main(%x: {ty}, %y: {ty}, %z: {ty}) {{ return }}");
    let executable = unit.compiler().compile(&program(&text), &CompileOptions::default())?;
    assert_eq!(executable.memory_analysis().argument_bytes, usize::MAX);
    Ok(())
}

#[test]
fn a_platform_without_devices_runs_nothing() -> Result<(), Error> {
    let unit = refusing("no_devices", &[("PLATFORM", "platform.device_count = 0")])?;
    assert_eq!(unit.device_count(), 0);
    assert_eq!(
        unit.device(0).err().expect("there is no device").to_string(),
        "platform `no_devices` does not support running programs: it has no devices"
    );
    Ok(())
}

#[test]
fn executables_are_stored_and_loaded() -> Result<(), Error> {
    let unit = vector_unit();
    let compiler = unit.compiler();
    let fingerprint = compiler.fingerprint().expect("the example has one");
    assert!(fingerprint.starts_with("vector_unit of hloom "), "{fingerprint}");
    assert!(fingerprint.ends_with(" by vector_unit 1"), "{fingerprint}");
    let expected = run(&*unit)?;

    let folder = TempDir::new().expect("a folder");
    let cache = CompilationCache::new(folder.path())?;
    for _ in 0..2 {
        let options = CompileOptions::default();
        let compiled =
            CompiledProgram::with_cache(&*unit, &program(ELEMENTWISE), &options, Some(&cache))?;
        assert_equal(&compiled.run(&inputs()?)?, &expected)?;
        let files = fs::read_dir(folder.path()).expect("readable").count();
        assert_eq!(files, 1, "the second compilation loads the executable");
    }
    let executable = compiler.compile(&program(ELEMENTWISE), &CompileOptions::default())?;
    let mut bytes = executable.serialize()?;
    let loaded = compiler.load(&bytes)?;
    assert_eq!(loaded.signature(), executable.signature());
    *bytes.last_mut().expect("bytes") ^= 1;
    let damaged = compiler.load(&bytes).err().expect("it is damaged").to_string();
    assert_eq!(damaged, "the serialized executable is damaged");
    Ok(())
}

#[test]
fn memory_of_a_device_is_filled_and_copied() -> Result<(), Error> {
    let unit = vector_unit();
    let device = unit.device(0)?;
    let mut stream = device.create_stream()?;
    let (one, other) = (device.allocate(8)?, device.allocate(8)?);
    assert!(!device.description().has_host_memory);
    stream.fill(&one, 7)?;
    let bytes = AlignedBytes::try_copy_of(&[1, 2]).ok_or_else(|| Error::invalid("no memory"))?;
    let middle = one.slice(2..4).ok_or_else(|| Error::invalid("a slice"))?;
    stream.copy_from_host(Arc::new(bytes), &middle)?;
    stream.copy_on_device(&one, &other)?;
    let shape = Shape::new(ElementType::U8, [8]);
    let literal = unit.transfer_manager().to_host(&mut *stream, &other, &shape)?;
    assert_eq!(literal.bytes(), [7, 7, 1, 2, 7, 7, 7, 7]);
    drop(unit.transfer_manager().to_device(&mut *stream, &literal)?);
    stream.synchronize()?;

    let elsewhere = unit.device(1)?.allocate(8)?;
    let refused = stream.fill(&elsewhere, 0).expect_err("another device").to_string();
    let message = "expected a buffer of this device, found one of another device";
    assert_eq!(refused, format!("platform `vector_unit`: {message}"));
    let program = program("func.func @main(%x: tensor<2xf32>) { return }");
    let executable = unit.compiler().compile(&program, &CompileOptions::default())?;
    let run = executable.run(&mut *stream, &[elsewhere.into()], &RunOptions::default());
    assert!(run.is_err_and(|error| error.to_string().ends_with(message)));
    assert!(device.load_kernel(&[], "k").is_err());
    Ok(())
}

/// The only identification in a plugin is that of the release, so that it loads in every build.
#[test]
fn plugins_do_not_depend_on_the_build() {
    let folder = TempDir::new().expect("a folder");
    let library = build(folder.path(), &example(), &["-std=c11"], HEADER);
    let bytes = fs::read(library).expect("readable");
    let contains = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(contains("c-abi 1\nhloom "));
    assert!(!contains(hloom_build_id::SOURCES));
}

#[test]
fn plugins_of_other_releases_and_interfaces_are_refused_by_name() {
    let folder = TempDir::new().expect("a folder");
    let refusal = |from: &str, to: &str| {
        let header = HEADER.replace(from, to);
        assert_ne!(header, HEADER);
        let library = build(folder.path(), &example(), &["-std=c11"], &header);
        hloom_plugin::load(&library).expect_err("another release").to_string()
    };
    let (version, _) = hloom_build_id::VERSION.rsplit_once('.').expect("a version");
    let text = refusal(&format!("RELEASE \"{version}\""), "RELEASE \"9.9\"");
    let expected = format!(
        "libvector_unit.so: built for hloom 9.9, expected hloom {version}; build the plugin with \
         the header of hloom {version}"
    );
    assert!(text.ends_with(&expected), "{text}");
    let text = refusal("#define HLOOM_PLUGIN_ABI 1", "#define HLOOM_PLUGIN_ABI 2");
    let expected = "built for version 2 of the C interface, expected version 1";
    assert!(text.contains(expected), "{text}");
}

/// The system's loader would say that the file does not exist.
#[test]
fn plugins_for_other_processors_are_refused_by_name() {
    let folder = TempDir::new().expect("a folder");
    let library = build(folder.path(), &example(), &["-std=c11"], HEADER);
    let mut bytes = fs::read(&library).expect("readable");
    // The field e_machine of the ELF header; 0xF3 is RISC-V.
    bytes[18..20].copy_from_slice(&0xF3_u16.to_ne_bytes());
    fs::write(&library, bytes).expect("written");
    let text = hloom_plugin::load(&library).expect_err("another processor").to_string();
    let processor = std::env::consts::ARCH;
    let expected =
        format!("built for riscv64, expected {processor}; build the plugin for {processor}");
    assert!(text.ends_with(&expected), "{text}");
}

#[test]
fn wrong_plugins_are_refused() {
    let refusal = |body: &str| load_body(body).expect_err("it is wrong").to_string();
    let text = refusal("return host->error(HLOOM_PLUGIN_ERROR_DEVICE, \"no device is present\");");
    assert!(text.ends_with("libplugin.so: no device is present"), "{text}");
    let text = refusal("return host->add_platform(host, NULL);");
    assert!(text.ends_with("libplugin.so: `add_platform`: expected a platform, found NULL"));
    let text = refusal(
        "hloom_plugin_platform platform;
         memset(&platform, 0, sizeof platform);
         platform.struct_size = sizeof platform;
         return host->add_platform(host, &platform);",
    );
    let expected = "`hloom_plugin_platform.name`: expected a text, found NULL";
    assert!(text.ends_with(expected), "{text}");
}

/// Violations of the header that hloom can notice are errors.
#[test]
fn wrong_values_of_plugins_are_refused() -> Result<(), Error> {
    let refused = |name: &str, macros: &[(&str, &str)]| {
        let unit = refusing(name, macros)?;
        let text = "func.func @main() { return }";
        Ok::<_, Error>(refusal_of(&*unit, text, &CompileOptions::default()))
    };
    assert_eq!(
        refused("null_bytes", &[("COMPILE", "host->write(compilation, NULL, 5); return NULL")])?,
        "plugin `null_bytes`: `write`: expected 5 bytes, found 0x0"
    );
    let empty = "return host->error(HLOOM_PLUGIN_ERROR_PROGRAM, \"\")";
    assert_eq!(refused("no_message", &[("COMPILE", empty)])?, "an error without a message");
    let macros = [("COMPILE", "return NULL"), ("LOAD", "*executable = NULL; return NULL")];
    assert_eq!(
        refused("no_executable", &macros)?,
        "plugin `no_executable`: `load`: expected an executable, found NULL"
    );
    let macros = [("PLATFORM", "return host->add_platform(NULL, &platform)")];
    let text = refusing("no_host", &macros).err().expect("there is no host").to_string();
    let expected = "`add_platform`: expected the host of `hloom_plugin_start`, found NULL";
    assert!(text.ends_with(expected), "{text}");
    Ok(())
}

#[test]
fn a_plugin_without_an_entry_function_is_named() {
    let folder = TempDir::new().expect("a folder");
    let source = folder.path().join("plugin.c");
    fs::write(&source, "#include <hloom_plugin.h>\nHLOOM_PLUGIN_DECLARE;\n").expect("written");
    let library = build(folder.path(), &source, &["-std=c11"], HEADER);
    let text = hloom_plugin::load(&library).expect_err("it has no entry").to_string();
    assert!(text.ends_with("the plugin lacks the symbol `hloom_plugin_start`"), "{text}");
}

/// A plugin that adds nothing is permitted: a device may be missing on this machine.
#[test]
fn the_header_is_cpp_too() -> Result<(), Error> {
    let folder = TempDir::new().expect("a folder");
    let source = folder.path().join("plugin.cpp");
    let text = "#include <hloom_plugin.h>\nHLOOM_PLUGIN_DECLARE;\n\
                hloom_plugin_error *hloom_plugin_start(const hloom_plugin_host *) {\n  \
                return nullptr;\n}\n";
    fs::write(&source, text).expect("written");
    hloom_plugin::load(&build(folder.path(), &source, &["-std=c++17"], HEADER))
}
