// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests serialized executables and the compilation cache.
//!
//! Loaded executables must compute the same results as compiled ones. Damaged cache entries
//! must be compiled again.

use hloom_compiler::interface::{CompileOptions, Executable, KnownArgument, Platform};
use hloom_compiler::{CompilationCache, CompiledProgram, Program, platform};
use hloom_values::Literal;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

const TANH: &str = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  \
                      %0 = stablehlo.tanh %x : tensor<4xf32>\n  \
                      return %0 : tensor<4xf32>\n\
                    }\n";

fn cpu() -> Arc<dyn Platform> {
    hloom_backends::register().expect("backend names are unique");
    platform("cpu").expect("it is registered")
}

fn program(text: &str) -> Program {
    Program::from_text("program.mlir", text).expect("a text")
}

fn options() -> CompileOptions {
    CompileOptions { threads: Some(2), ..CompileOptions::default() }
}

fn input() -> Literal {
    Literal::from_slice(&[0.0_f32, 1.0, -2.0, 0.5], [4]).expect("four numbers")
}

/// Compiles a program with a cache and runs it.
///
/// Returns whether the executable was loaded from the cache, and the results.
fn run(cache: &CompilationCache, text: &str, options: &CompileOptions) -> (bool, Vec<Literal>) {
    let compiled = CompiledProgram::with_cache(&*cpu(), &program(text), options, Some(cache));
    let compiled = compiled.expect("it compiles");
    let loaded = compiled.executable().stages().iter().all(|stage| stage.name == "load");
    (loaded, compiled.run(&[input()]).expect("it runs"))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("readable");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.sort();
    files
}

fn cache() -> (TempDir, CompilationCache) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cache = CompilationCache::new(folder.path().join("cache")).expect("it can be made");
    (folder, cache)
}

#[test]
fn a_program_is_compiled_once_for_its_options() {
    let (folder, cache) = cache();
    let (loaded, first) = run(&cache, TANH, &options());
    assert!(!loaded);
    assert_eq!(run(&cache, TANH, &options()), (true, first));
    let other = CompileOptions { threads: Some(1), ..options() };
    assert!(!run(&cache, TANH, &other).0);
    assert!(!run(&cache, &TANH.replace("tanh", "sine"), &options()).0);
    assert_eq!(files(&folder.path().join("cache")).len(), 3);
}

/// The digest of a program with static shapes does not contain the known sizes.
#[test]
fn executables_in_the_cache_have_the_known_sizes() {
    let (_folder, cache) = cache();
    let known = |size| Some(KnownArgument { dims: vec![size], value: None });
    let with = |size| CompileOptions { arguments: vec![known(size)], ..options() };
    assert!(!run(&cache, TANH, &options()).0);
    assert!(run(&cache, TANH, &with(4)).0);
    let program = program(TANH);
    let refusal = CompiledProgram::with_cache(&*cpu(), &program, &with(3), Some(&cache));
    let refusal = refusal.err().expect("another size").to_string();
    assert_eq!(refusal, "argument 0: expected tensor<4xf32>, found sizes 3");
}

#[test]
fn damaged_entries_are_compiled_again() {
    let (folder, cache) = cache();
    let (_, expected) = run(&cache, TANH, &options());
    let file = files(&folder.path().join("cache")).pop().expect("an entry");
    let whole = fs::read(&file).expect("readable");
    let mut flipped = whole.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 4;
    for damaged in [&whole[..whole.len() / 2], b"", b"text", &flipped] {
        fs::write(&file, damaged).expect("writable");
        assert_eq!(run(&cache, TANH, &options()), (false, expected.clone()));
        assert_eq!(run(&cache, TANH, &options()), (true, expected.clone()));
    }
}

#[test]
fn many_may_use_a_cache_at_once() {
    let (folder, cache) = cache();
    let (_, expected) = run(&self::cache().1, TANH, &options());
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..4 {
                    assert_eq!(run(&cache, TANH, &options()).1, expected);
                }
            });
        }
    });
    assert_eq!(files(&folder.path().join("cache")).len(), 1, "nothing but the entry is left");
}

#[test]
fn what_was_not_used_for_the_longest_goes_first() {
    let (folder, cache) = cache();
    let folder = folder.path().join("cache");
    let (sine, cosine) = (TANH.replace("tanh", "sine"), TANH.replace("tanh", "cosine"));
    run(&cache, TANH, &options());
    let first = files(&folder).pop().expect("an entry");
    let hour = Duration::from_secs(3600);
    let file = fs::File::options().append(true).open(&first).expect("it is there");
    file.set_modified(SystemTime::now() - hour).expect("writable");
    run(&cache, &sine, &options());
    let total = |folder: &Path| -> u64 {
        files(folder).iter().map(|file| fs::metadata(file).expect("it is there").len()).sum()
    };
    let (other, alone) = self::cache();
    run(&alone, &cosine, &options());
    let limit = total(&folder) + total(&other.path().join("cache")) - 1;
    run(&cache.with_limit(limit), &cosine, &options());
    let left = files(&folder);
    assert!(left.len() == 2 && !left.contains(&first), "{left:?}");
}

#[test]
fn executables_with_runtime_calls_are_loaded() {
    let text = "func.func @main(%x: tensor<8xf32>) -> tensor<5xcomplex<f32>> {\n  \
                  %0 = stablehlo.fft %x, type = RFFT, length = [8] \
                    : (tensor<8xf32>) -> tensor<5xcomplex<f32>>\n  \
                  return %0 : tensor<5xcomplex<f32>>\n\
                }\n";
    let (_folder, cache) = cache();
    let input = Literal::from_slice(&[1.0_f32, 2.0, 0.0, -1.0, 4.0, 0.5, 0.0, 3.0], [8]);
    let input = [input.expect("eight numbers")];
    let results = [0, 1].map(|_| {
        let compiled =
            CompiledProgram::with_cache(&*cpu(), &program(text), &options(), Some(&cache));
        compiled.expect("it compiles").run(&input).expect("it runs")
    });
    assert_eq!(results[0], results[1]);
}

#[test]
fn every_platform_loads_what_it_serialized_and_nothing_else() {
    let compile = |platform: &dyn Platform| -> Box<dyn Executable> {
        platform.compiler().compile(&program(TANH), &options()).expect("it compiles")
    };
    let platforms = [cpu(), platform("interpreter").expect("it is registered")];
    let serialized =
        platforms.each_ref().map(|platform| compile(&**platform).serialize().expect("bytes"));
    for (index, platform) in platforms.iter().enumerate() {
        let loaded = platform
            .compiler()
            .load(&serialized[index])
            .expect("the platform loads its own executable");
        assert_eq!(loaded.signature().name, "main");
        assert_eq!(loaded.signature().arguments, compile(&**platform).signature().arguments);
        let refused = platform.compiler().load(&serialized[1 - index]).err();
        let refused = refused.expect("an executable of another platform is rejected").to_string();
        assert!(
            refused.starts_with("the serialized executable: expected fingerprint `"),
            "{refused}"
        );
        let refused = platform
            .compiler()
            .load(b"\x7fELF")
            .err()
            .expect("bytes that are not an executable are rejected");
        assert_eq!(refused.to_string(), "the bytes to load are not a serialized executable");
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("writable");
    let refused = CompilationCache::new(&file).expect_err("a file").to_string();
    assert!(refused.contains("file: "), "{refused}");
}
