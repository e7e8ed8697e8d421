// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Loads plugins with every kind of fault in a separate process, and checks its errors.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// The functions that can panic, in the order in which they are called.
const PLACES: &[&str] = &[
    "register",
    "lent callback",
    "lent progress",
    "LoweringPipeline::name",
    "LoweringPipeline::description",
    "LoweringPipeline::steps",
    "Platform::name",
    "Platform::description",
    "Platform::device_count",
    "Platform::compiler",
    "Platform::transfer_manager",
    "custom call",
    "Compiler::capabilities",
    "Compiler::fingerprint",
    "Compiler::compile",
    "Executable::signature",
    "Executable::aliases",
    "Executable::memory_analysis",
    "Executable::cost_analysis",
    "Executable::stages",
    "Compiler::compile_ahead_of_time",
    "Executable::serialize",
    "Compiler::load",
    "Platform::device",
    "StreamExecutor::ordinal",
    "StreamExecutor::description",
    "StreamExecutor::create_stream",
    "StreamExecutor::create_event",
    "StreamExecutor::load_kernel",
    "Kernel::name",
    "TransferManager::byte_size",
    "TransferManager::encode",
    "StreamExecutor::allocate",
    "StreamExecutor::import",
    "DeviceMemory::byte_size",
    "DeviceMemory::address",
    "DeviceMemory::is_external",
    "DeviceMemory::as_any",
    "Stream::fill",
    "Stream::copy_from_host",
    "Stream::record",
    "Event::as_any",
    "Stream::wait_for",
    "Event::has_happened",
    "Event::wait",
    "Stream::launch",
    "Executable::run_into",
    "task",
    "Stream::copy_on_device",
    "Stream::call_host",
    "host callback",
    "Stream::synchronize",
    "Stream::copy_to_host",
    "TransferManager::decode",
    "TransferManager::infeed",
    "TransferManager::outfeed",
    "drop",
];

/// Returns the folder of the package's compiled examples.
fn examples() -> PathBuf {
    let test = std::env::current_exe().expect("this runs");
    test.ancestors().nth(2).expect("target/debug/deps/test").join("examples")
}

fn faulty() -> PathBuf {
    examples().join("libfaulty_plugin.so")
}

fn try_with(fault: &str, plugins: &[&Path]) -> Output {
    let mut command = Command::new(examples().join("try_plugin"));
    command.arg("faulty").args(plugins).env("HLOOM_FAULT", fault).env_remove("HLOOM_PLUGINS");
    command.output().expect("the example is built")
}

/// Returns the standard error of a process that must end with exit status 1.
fn refusal(fault: &str, plugins: &[&Path]) -> String {
    let output = try_with(fault, plugins);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{fault}: {said}");
    said
}

#[test]
fn a_plugin_without_faults() {
    let output = try_with("none", &[&faulty()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.starts_with("builtin.module(faulty-nothing,cse)\nfaulty: for tests, 1\n"));
}

#[test]
fn a_panic_anywhere_is_the_error_of_that_call() {
    for place in PLACES {
        let said = refusal(place, &[&faulty()]);
        let reason = format!("no {place} today (compiler/plugin/examples/faulty_plugin.rs:");
        assert!(said.contains("plugin `hloom-plugin`: a panic in `"), "{place}: {said}");
        assert!(said.contains(&reason), "{place}: {said}");
        assert_eq!(said.lines().count(), 1, "{place}: {said}");
    }
}

/// The tool's callbacks belong to another copy of the Rust standard library, whose panics the
/// plugin's copy cannot catch.
#[test]
fn a_panic_of_the_tool_is_its_own_error() {
    for what in
        ["a host callback", "a receive callback", "a progress callback", "ExternalBytes::bytes"]
    {
        let said = refusal(&format!("tool: {what}"), &[&faulty()]);
        let start = format!("error: plugin `hloom`: a panic in `{what}`: no {what} of the tool");
        assert!(said.starts_with(&start), "{what}: {said}");
        assert_eq!(said.lines().count(), 1, "{what}: {said}");
    }
}

#[test]
fn a_panic_in_a_pass_is_located() {
    let said = refusal("pass", &[&faulty()]);
    assert!(said.contains("internal error in pass `faulty-nothing`: no pass today"), "{said}");
}

#[test]
fn an_error_of_a_plugin_names_its_library() {
    let said = refusal("error", &[&faulty()]);
    assert!(said.ends_with("libfaulty_plugin.so: no device is present\n"), "{said}");
}

/// Writes a copy of the plugin in which all occurrences of `from` are replaced by `to`.
fn changed(folder: &Path, from: &[u8], to: &[u8]) -> Result<PathBuf, Box<dyn Error>> {
    assert_eq!(from.len(), to.len());
    let mut bytes = fs::read(faulty())?;
    let places: Vec<_> = bytes
        .windows(from.len())
        .enumerate()
        .filter(|(_, window)| *window == from)
        .map(|(place, _)| place)
        .collect();
    assert!(!places.is_empty());
    for place in places {
        bytes[place..place + to.len()].copy_from_slice(to);
    }
    let path = folder.join("libchanged.so");
    fs::write(&path, bytes)?;
    Ok(path)
}

#[test]
fn other_versions_are_refused_and_say_what_to_rebuild() -> Result<(), Box<dyn Error>> {
    let folder = TempDir::new()?;
    let value = |name: &str| {
        let line = hloom_plugin::entry::NOTE.lines().find(|line| line.starts_with(name));
        line.expect("a fact").to_owned()
    };
    for (name, says) in [
        ("rustc ", "built by rustc "),
        ("llvm ", "built with LLVM "),
        ("mlir ", "built with share~ MLIR, expected shared MLIR"),
        ("sources ", "built from other sources of hloom ("),
        ("hloom ", "built with hloom "),
        ("panic ", "built with another panic strategy than hloom"),
        ("target ", "built for "),
    ] {
        let fact = value(name);
        let mut other = fact.clone();
        other.replace_range(fact.len() - 1.., "~");
        let path = changed(folder.path(), fact.as_bytes(), other.as_bytes())?;
        let said = refusal("none", &[&path]);
        assert!(said.contains(&format!("libchanged.so: {says}")), "{said}");
        assert!(said.contains("rebuild the plugin"), "{said}");
    }
    Ok(())
}

#[test]
fn a_missing_symbol_is_named() -> Result<(), Box<dyn Error>> {
    let folder = TempDir::new()?;
    let path = changed(folder.path(), b"\0hloom_plugin\0", b"\0hloom_plugim\0")?;
    let said = refusal("none", &[&path]);
    assert!(said.contains("lacks the symbol `hloom_plugin`"), "{said}");
    Ok(())
}

#[test]
fn a_library_of_something_else_is_refused() -> Result<(), Box<dyn Error>> {
    let folder = TempDir::new()?;
    let path = changed(folder.path(), b".hloom\0", b".other\0")?;
    let said = refusal("none", &[&path]);
    assert!(said.contains("not a plugin"), "{said}");
    Ok(())
}

/// The system's loader maps segments beyond the end of a truncated file, and crashes when it reads
/// them.
#[test]
fn a_truncated_library_is_refused_not_mapped() -> Result<(), Box<dyn Error>> {
    let folder = TempDir::new()?;
    let bytes = fs::read(faulty())?;
    let path = folder.path().join("libshort.so");
    for part in [0, 3, 63, 64, 4096, bytes.len() / 2, bytes.len() * 9 / 10, bytes.len() - 1] {
        fs::write(&path, &bytes[..part])?;
        let said = refusal("none", &[&path]);
        assert!(said.contains("not a shared library, or damaged"), "{part}: {said}");
    }
    Ok(())
}

#[test]
fn two_of_one_name_are_refused_and_one_twice_is_not() -> Result<(), Box<dyn Error>> {
    let folder = TempDir::new()?;
    let other = folder.path().join("libother.so");
    fs::copy(faulty(), &other)?;
    let said = refusal("none", &[&faulty(), &other]);
    assert!(said.contains("libother.so: a pass named `faulty-nothing` is registered"), "{said}");
    assert!(try_with("none", &[&faulty(), &faulty()]).status.success());
    Ok(())
}

#[test]
fn a_missing_file_is_named() {
    let said = refusal("none", &[Path::new("no/such/plugin.so")]);
    assert_eq!(said, "error: no/such/plugin.so: No such file or directory (os error 2)\n");
}

#[test]
fn the_variable_lists_libraries_and_folders() -> Result<(), Box<dyn Error>> {
    let folder = TempDir::new()?;
    fs::copy(faulty(), folder.path().join("libone.so"))?;
    fs::write(folder.path().join("README"), "no library")?;
    for listed in [folder.path().to_owned(), folder.path().join("libone.so")] {
        let mut command = Command::new(examples().join("try_plugin"));
        let output = command.arg("faulty").env("HLOOM_PLUGINS", &listed).output()?;
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}
