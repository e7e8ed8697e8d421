// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci test`: the checks and tests that must pass before a change is merged.

use crate::project::{Project, is_ci, locked, on_path};
use crate::steps::{self, Step};
use crate::{
    backends, coverage, docs, embed, format, kernels, memcheck, new_backend, npu, process, python,
    setup, tidy,
};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::{env, iter};

/// The lints that the clippy step treats as errors: all warnings, and lints that are allowed by
/// default.
const DENIED: &[&str] = &[
    "warnings",
    "clippy::undocumented_unsafe_blocks",
    "clippy::dbg_macro",
    "clippy::todo",
    "clippy::unimplemented",
];

/// A setting of glibc's allocator: memory that tests free is overwritten, so that later reads of it
/// cause failures.
const OVERWRITE_FREED: (&str, &str) =
    ("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0:glibc.malloc.perturb=165");

/// The environment variable that converts messages of Vulkan's validation layer to errors.
const VALIDATE_VULKAN: &str = "HLOOM_VULKAN_VALIDATION";

/// An environment variable and its value, with which tests do not use the pipelines that the user's
/// programs have cached.
const NO_PIPELINE_CACHE: (&str, &str) = ("HLOOM_VULKAN_CACHE", "");

/// An environment variable and its value, with which tests do not take samples.
const FULL: (&str, &str) = ("HLOOM_FULL_TESTS", "1");

/// The options of `cargo ci test`.
#[derive(Debug, Args)]
pub struct Options {
    /// Skip lit tests, docs, and integration tests except those of --package, for use during
    /// development
    #[arg(long)]
    fast: bool,

    /// Also run the tests of which continuous integration runs only a sample
    #[arg(long, conflicts_with = "fast")]
    full: bool,

    /// Lint and test only this package; may be repeated
    #[arg(long, short, value_name = "NAME")]
    package: Vec<String>,

    /// Run only this step, after the setup; may be repeated
    #[arg(long, value_name = "STEP")]
    only: Vec<String>,
}

/// The options of `cargo ci snapshots`.
#[derive(Debug, Args)]
pub struct SnapshotOptions {
    /// Run only the tests of this package; may be repeated
    #[arg(long, short, value_name = "NAME")]
    package: Vec<String>,

    /// Run only the tests whose names contain one of these texts
    filters: Vec<String>,
}

/// Runs `cargo ci test`.
///
/// # Errors
/// Fails if a requested step does not exist.
pub fn task(project: &Project, options: &Options) -> Result<ExitCode> {
    let mut steps = all_steps(options, is_ci());
    for name in &options.only {
        if !steps.iter().any(|step| step.name == name) {
            let known: Vec<_> = steps.iter().map(|step| step.name).collect();
            bail!("unknown step `{name}`; the steps are {}", known.join(", "));
        }
    }
    if !options.only.is_empty() {
        steps.retain(|step| step.is_needed || options.only.iter().any(|name| name == step.name));
    }
    Ok(steps::run(project, &steps))
}

/// Runs `cargo ci lint`.
///
/// # Errors
/// Never fails: the exit code reports failed steps.
pub fn lint(project: &Project) -> Result<ExitCode> {
    let set_up = Step::needed("setup", setup::run);
    let steps: Vec<_> = iter::once(set_up).chain(static_steps(&[])).collect();
    Ok(steps::run(project, &steps))
}

/// Runs `cargo ci snapshots`: updates every snapshot to the current output. Version control shows
/// the changes.
///
/// # Errors
/// Fails if a test fails for a reason other than its snapshot.
pub fn snapshots(project: &Project, options: &SnapshotOptions) -> Result<()> {
    setup::for_tests(project)?;
    let mut command = test_command(project, &["--all-targets"], &options.package)?;
    command.args(&options.filters).env("INSTA_UPDATE", "always").env("INSTA_FORCE_PASS", "1");
    let result = process::run(&mut command);
    // Only to be helpful: the checkout need not be under version control.
    let _ = process::run(project.command("git").args(["status", "--short", "--", "*.snap"]));
    result
}

/// Runs `cargo ci coverage`: runs the tests and rewrites the table of the operations that they
/// cover.
///
/// # Errors
/// Fails if a test fails.
pub fn coverage(project: &Project) -> Result<()> {
    setup::for_tests(project)?;
    build(project)?;
    let mut command = test_command(project, &["--all-targets"], &[])?;
    process::run(command.env(coverage::VARIABLE, coverage::begin(project)?))?;
    lit(project)?;
    coverage::write(project)
}

/// Returns the steps of `cargo ci test`. `is_ci` is true in continuous integration.
fn all_steps(options: &Options, is_ci: bool) -> Vec<Step> {
    let Options { package, .. } = options;
    let mut steps = vec![Step::needed("setup", setup::for_tests)];
    steps.extend(static_steps(package));
    let packages = package.clone();
    if options.fast {
        // A package by itself may lack a library, which cargo would complain about.
        let kinds: &[&str] =
            if packages.is_empty() { &["--lib", "--bins"] } else { &["--all-targets"] };
        steps.push(Step::new("unit-tests", move |project| {
            process::run(&mut test_command(project, kinds, &packages)?)
        }));
        return steps;
    }
    // Tests load plugins, which are examples.
    steps.push(Step::new("build", build));
    let full = options.full;
    steps.push(Step::new("tests", move |project| {
        let mut filters = if full { Vec::new() } else { vec![SAMPLE] };
        let others = not_programs();
        if shares_processes(project) {
            filters.push(&others);
        }
        let mut command = filtered_test_command(project, &["--all-targets"], &packages, &filters)?;
        if full {
            command.env(FULL.0, FULL.1);
        }
        process::run(command.env(coverage::VARIABLE, coverage::begin(project)?))?;
        if full && package_is_selected(&packages, DIALECTS) {
            let test =
                ["test", "--package", DIALECTS, "--features", "wrappers", "--test", "wrappers"];
            process::run(&mut project.cargo(&test))?;
        }
        Ok(())
    }));
    if package_is_selected(package, PROGRAMS.0) {
        steps.push(Step::new("programs", programs));
    }
    steps.push(Step::new("large-goldens", large_goldens));
    steps.push(Step::new("lit", lit));
    if package.is_empty() && options.only.is_empty() {
        steps.push(Step::new("coverage", check_coverage));
    }
    steps.push(Step::noted("memcheck", memcheck::sample));
    // Elsewhere only on request: it downloads NVIDIA's assembler.
    if is_ci || options.only.iter().any(|name| name == KERNELS) {
        steps.push(Step::noted(KERNELS, kernels::sample));
    }
    steps.push(Step::new("npu", npu::demo));
    steps.push(Step::new("new-backend", new_backend::check));
    // It builds the compiler twice.
    if full || options.only.iter().any(|name| name == EMBED) {
        steps.push(Step::new(EMBED, embed::check));
    }
    let packages = package.clone();
    steps.push(Step::new("doctests", move |project| doc_tests(project, &packages)));
    let packages = package.clone();
    steps.push(Step::new("docs", move |project| {
        process::run(&mut docs::rustdoc(project, &selection(&packages)))
    }));
    steps
}

/// The name of the step that assembles the kernels of a sample of programs.
const KERNELS: &str = "kernels";

/// The name of the step that builds a project outside of the workspace.
const EMBED: &str = "embed";

/// Returns true if a package is selected. If `packages` is empty, all packages are selected.
fn package_is_selected(packages: &[String], package: &str) -> bool {
    packages.is_empty() || packages.iter().any(|name| name == package)
}

/// Returns the steps that only read the sources.
fn static_steps(packages: &[String]) -> Vec<Step> {
    let packages = packages.to_vec();
    let mut steps = vec![Step::noted("tidy", tidy::check)];
    steps.extend(format::checks());
    steps.push(Step::new("clippy", move |project| {
        setup::rust_components(project)?;
        let mut command = locked(project.cargo(&["clippy", "--all-targets"]));
        command.args(selection(&packages)).arg("--");
        process::run(command.args(DENIED.iter().flat_map(|lint| ["-D", *lint])))
    }));
    steps
}

/// Returns the command that runs the tests of some kinds of targets, with nextest if it is
/// installed. The kinds do not include doc tests, which nextest cannot run.
fn test_command(project: &Project, kinds: &[&str], packages: &[String]) -> Result<Command> {
    filtered_test_command(project, kinds, packages, &[])
}

/// Returns the command of [`test_command`] for the tests that all of nextest's filters select, and
/// prints the tests that are skipped. Without nextest, all tests run.
fn filtered_test_command(
    project: &Project,
    kinds: &[&str],
    packages: &[String],
    filters: &[&str],
) -> Result<Command> {
    let python = python::interpreter(project)?;
    let has_nextest = on_path("cargo-nextest").is_some();
    let program: &[&str] = if has_nextest { &["nextest", "run"] } else { &["test"] };
    let mut command = project.cargo(program);
    command.arg("--no-fail-fast").args(selection(packages)).args(kinds);
    let (filter, notes) = selected(filters, backends::filter(project), has_nextest);
    for note in notes {
        println!("{note}");
    }
    if let Some(filter) = filter {
        command.args(["-E", &filter]);
    }
    for_tests(&mut command, python);
    Ok(locked(command))
}

/// Sets the environment variables of `command`, a command that runs tests.
fn for_tests(command: &mut Command, python: PathBuf) {
    // A snapshot that differs fails and leaves nothing behind.
    command.env(python::VARIABLE, python).env("INSTA_UPDATE", "no");
    command.env(OVERWRITE_FREED.0, OVERWRITE_FREED.1).env(VALIDATE_VULKAN, "1");
    command.env(NO_PIPELINE_CACHE.0, NO_PIPELINE_CACHE.1);
}

/// Returns the filter expression for nextest, and a note for each group of skipped tests.
///
/// `cargo test` has no such filter, so no tests are skipped without nextest.
fn selected(
    filters: &[&str],
    backends: Option<String>,
    has_nextest: bool,
) -> (Option<String>, Vec<String>) {
    let mut notes = Vec::new();
    if !has_nextest {
        if !filters.is_empty() || backends.is_some() {
            notes.push("cargo-nextest is not installed: all tests run".to_owned());
        }
        return (None, notes);
    }
    if filters.contains(&SAMPLE) {
        notes.push(SAMPLE_NOTE.to_owned());
    }
    let mut all: Vec<_> = filters.iter().map(|filter| (*filter).to_owned()).collect();
    if let Some(filter) = backends {
        notes.push(format!("left out, because their backends are missing: {filter}"));
        all.push(filter);
    }
    ((!all.is_empty()).then(|| all.join(" & ")), notes)
}

const SAMPLE_NOTE: &str = "sample: goldens on s390x and wasm_simd, digits on all machines except \
     hexagon and riscv64_vector, reproducible code on wasm_simd, HLO printed with two of seven \
     options; --full runs all";

/// The tests that run without `--full`. Among the tests of goldens on emulated machines, these are
/// the tests on one machine of each byte order, of which one has no C library. Among the tests of
/// reproducible code, this is the test for a machine with narrower vectors than the host and without
/// fused multiply-add. The slowest emulators run no whole networks.
const SAMPLE: &str = "(not (binary(ahead_of_time) & (test(/::(goldens|reproducible)$/) \
     | test(/^(hexagon|riscv64_vector)::digits$/))) \
     | test(/^(s390x|wasm_simd)::goldens$/) | test(/^(threads|wasm_simd)::reproducible$/))";

/// A package with a feature that no other package enables. A separate step tests the package with
/// this feature.
const DIALECTS: &str = "hloom-dialects";

/// A package, and its test binaries in which each test compiles and runs a small program. A process
/// takes longer to load LLVM and MLIR than to run such a test, so all tests of a binary share one
/// process.
const PROGRAMS: (&str, &[&str]) = ("hloom-tests", &["goldens", "mixed", "operations"]);

/// Returns the nextest filter that selects the tests that are not in [`PROGRAMS`].
fn not_programs() -> String {
    let (package, binaries) = PROGRAMS;
    let binaries: Vec<_> = binaries.iter().map(|name| format!("binary({name})")).collect();
    format!("not (package({package}) & ({}))", binaries.join(" | "))
}

/// Returns true if the step `programs` runs the tests of [`PROGRAMS`]. Otherwise, the step `tests`
/// runs them, because `cargo test` has no filter for the tests of missing backends, and runs all
/// tests if nextest is missing.
fn shares_processes(project: &Project) -> bool {
    on_path("cargo-nextest").is_some() && backends::missing(project).is_empty()
}

/// Runs the tests of [`PROGRAMS`]. All tests of a binary run in one process.
fn programs(project: &Project) -> Result<()> {
    if !shares_processes(project) {
        println!("the step `tests` has run these tests");
        return Ok(());
    }
    let (package, binaries) = PROGRAMS;
    let mut command = locked(project.cargo(&["test", "--no-fail-fast", "--package", package]));
    command.args(binaries.iter().flat_map(|binary| ["--test", *binary]));
    for_tests(&mut command, python::interpreter(project)?);
    process::run(command.env(coverage::VARIABLE, coverage::folder(project)?))
}

/// Runs doc tests. rustdoc does not receive the flags in `.cargo/config.toml`, so this function
/// passes the paths of the libraries.
fn doc_tests(project: &Project, packages: &[String]) -> Result<()> {
    let folder = project.root.join("target/mlir-c");
    let mut command = locked(project.cargo(&["test", "--doc"]));
    command.args(selection(packages));
    command.env("RUSTDOCFLAGS", format!("-L native={}", folder.display()));
    command.env(
        "LD_LIBRARY_PATH",
        search_path("LD_LIBRARY_PATH", [folder, project.llvm.join("lib")])?,
    );
    process::run(&mut command)
}

/// Builds the tools, the examples, and the plugins that tests and steps load.
fn build(project: &Project) -> Result<()> {
    process::run(&mut locked(project.cargo(&[
        "build",
        "--workspace",
        "--lib",
        "--bins",
        "--examples",
    ])))
}

/// Checks the table of covered operations, if the tests of every backend ran.
fn check_coverage(project: &Project) -> Result<()> {
    let missing = backends::missing(project);
    if missing.is_empty() {
        return coverage::check(project);
    }
    println!("left out: there is no {}", missing.join(", "));
    Ok(())
}

/// Exports the goldens that are too large for the repository from JAX, and runs their tests.
fn large_goldens(project: &Project) -> Result<()> {
    let folder = project.scratch()?.join("large");
    python::export(project, &[], Some(&folder))?;
    let python = python::interpreter(project)?;
    for (package, test) in [("hloom-tests", "goldens"), ("hloom-tools", "jax_round_trip")] {
        let mut command = locked(project.cargo(&["test", "--package", package, "--test", test]));
        command.env(python::VARIABLE, &python).env("HLOOM_LARGE_GOLDENS", &folder);
        process::run(&mut command)?;
    }
    Ok(())
}

/// Runs the tests of the tools with LLVM's lit.
fn lit(project: &Project) -> Result<()> {
    let mut command = project.command(project.llvm_tool("lit"));
    command.args(["--verbose", "lit_tests/lit"]);
    command.env("HLOOM_BIN", project.target().join("debug"));
    command.env(OVERWRITE_FREED.0, OVERWRITE_FREED.1);
    command.env(NO_PIPELINE_CACHE.0, NO_PIPELINE_CACHE.1);
    process::run(command.env(coverage::VARIABLE, coverage::folder(project)?))
}

/// Returns the cargo options that select `packages`, or the whole workspace if the list is empty.
fn selection(packages: &[String]) -> Vec<String> {
    if packages.is_empty() {
        return vec!["--workspace".to_owned()];
    }
    packages.iter().map(|name| format!("--package={name}")).collect()
}

/// Returns the search path that lists `folders` before the folders in the environment variable.
fn search_path(variable: &str, folders: [PathBuf; 2]) -> Result<OsString> {
    let inherited = env::var_os(variable).unwrap_or_default();
    let all = folders.into_iter().chain(env::split_paths(&inherited));
    env::join_paths(all).with_context(|| format!("cannot extend {variable}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(fast: bool, only: &[&str]) -> Options {
        let only = only.iter().map(|name| (*name).to_owned()).collect();
        Options { fast, full: false, package: Vec::new(), only }
    }

    fn names(options: &Options, is_ci: bool) -> Vec<&'static str> {
        all_steps(options, is_ci).iter().map(|step| step.name).collect()
    }

    #[test]
    fn cheap_steps_come_first() {
        let fast = ["setup", "tidy", "rustfmt", "clang-format", "clippy", "unit-tests"];
        assert_eq!(names(&options(true, &[]), true), fast);
        let full = names(&options(false, &[]), false);
        assert_eq!(full[..5], fast[..5]);
        assert_eq!(
            full[5..],
            [
                "build",
                "tests",
                "programs",
                "large-goldens",
                "lit",
                "coverage",
                "memcheck",
                "npu",
                "new-backend",
                "doctests",
                "docs"
            ]
        );
    }

    #[test]
    fn kernels_are_assembled_on_request_and_in_continuous_integration() {
        let has_kernels =
            |only: &[&str], is_ci| names(&options(false, only), is_ci).contains(&KERNELS);
        assert!(!has_kernels(&[], false) && !has_kernels(&["lit"], false));
        assert!(has_kernels(&[], true) && has_kernels(&[KERNELS], false));
    }

    #[test]
    fn other_projects_are_built_on_request_and_in_full_runs() {
        let has_embed = |options: &Options| names(options, true).contains(&EMBED);
        assert!(!has_embed(&options(false, &[])) && has_embed(&options(false, &[EMBED])));
        assert!(has_embed(&Options { full: true, ..options(false, &[]) }));
    }

    #[test]
    fn unknown_steps_are_refused() {
        let project = Project { root: PathBuf::new(), llvm: PathBuf::new() };
        let error = task(&project, &options(true, &["lit"])).unwrap_err().to_string();
        assert!(error.starts_with("unknown step `lit`; the steps are setup, tidy,"), "{error}");
    }

    #[test]
    fn a_sample_is_announced_only_with_nextest() {
        let (filter, notes) = selected(&[SAMPLE], Some("not (a)".to_owned()), false);
        assert_eq!(filter, None);
        assert_eq!(notes, ["cargo-nextest is not installed: all tests run"]);
        let (filter, notes) = selected(&[SAMPLE], Some("not (a)".to_owned()), true);
        assert_eq!(filter, Some(format!("{SAMPLE} & not (a)")));
        assert_eq!(notes, [SAMPLE_NOTE, "left out, because their backends are missing: not (a)"]);
        for has_nextest in [false, true] {
            assert_eq!(selected(&[], None, has_nextest), (None, Vec::new()));
        }
    }

    #[test]
    fn programs_are_tested_once() {
        assert_eq!(
            not_programs(),
            "not (package(hloom-tests) & (binary(goldens) | binary(mixed) | binary(operations)))"
        );
    }

    #[test]
    fn packages_are_selected() {
        assert_eq!(selection(&[]), ["--workspace"]);
        assert_eq!(selection(&["a".into(), "b".into()]), ["--package=a", "--package=b"]);
    }
}
