// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci memcheck`: runs tests of foreign function interfaces and of readers of foreign formats
//! under valgrind.
//!
//! Valgrind reports reads and writes of unallocated memory, and conditions that depend on
//! uninitialized memory, in Rust, in the C++ glue, and in LLVM and MLIR. `ci/valgrind.supp` lists
//! faults in other projects, with a reason for each.

use crate::project::{Project, locked, on_path};
use crate::{parallel, process, setup};
use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Deserialize;
use std::fmt::{self, Display};
use std::path::PathBuf;

/// The suppression file: the faults of other projects, which valgrind does not report.
const SUPPRESSIONS: &str = "ci/valgrind.supp";

/// The packages whose unit tests run under valgrind in continuous integration.
const SAMPLE: &[&str] =
    &["hloom-values", "hloom-dialects", "hloom-ir", "hloom-llvm", "hloom-compiler", "hloom-pjrt"];

/// The tests that the sample leaves out, because each takes minutes under valgrind.
const SLOW: &[&str] = &["runtime::calls::fft::plan::tests::scratch_buffers_are_predicted"];

/// The packages whose unit tests run under valgrind only outside the sample. Their tests of whole
/// programs would take hours.
const LIBRARIES: &[&str] = &["hloom-math", "hloom-codegen", "hloom-plugin", "hloom-tools"];

/// The integration tests to check, each with its package. `*` represents all tests of the package.
const INTEGRATION: &[(&str, &str)] = &[
    ("hloom-dialects", "*"),
    ("hloom-hlo", "refusals"),
    ("hloom-portable", "scopes"),
    ("hloom-frontends", "hlo"),
    ("hloom-plugin", "c_plugin"),
    ("hloom-plugin", "load"),
];

/// An integration test that runs a reader on damaged files.
struct Fuzz {
    package: &'static str,
    test: &'static str,
    /// The environment variable that sets the number of damaged files to try.
    variable: &'static str,
    /// The number of damaged files. It is smaller than in normal test runs, because tests take 30
    /// times longer under valgrind.
    number: usize,
}

/// The fuzz tests of the readers of HLO and of portable artifacts, each of which runs on damaged
/// files.
const FUZZ: [Fuzz; 2] = [
    Fuzz { package: "hloom-hlo", test: "mutations", variable: "HLOOM_HLO_MUTATIONS", number: 500 },
    Fuzz {
        package: "hloom-portable",
        test: "damaged",
        variable: "HLOOM_PORTABLE_MUTATIONS",
        number: 300,
    },
];

/// The end of the line in which a fuzz test prints the number of its inputs.
const INPUTS: &str = " fuzz inputs";

/// The options of `cargo ci memcheck`.
#[derive(Debug, Args)]
pub struct Options {
    /// Check only the sample that continuous integration checks
    #[arg(long)]
    sample: bool,
}

/// The numbers of tests and of fuzz inputs that ran without a fault.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    tests: usize,
    inputs: usize,
}

impl Display for Count {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{} tests and {} fuzz inputs without a fault", self.tests, self.inputs)
    }
}

/// Runs `cargo ci memcheck`.
///
/// # Errors
///
/// Fails if valgrind is missing, if it reports a fault, or if a test fails.
pub fn task(project: &Project, options: &Options) -> Result<()> {
    println!("memcheck: {}", check(project, options.sample)?);
    Ok(())
}

/// Runs the sample, as a step of `cargo ci test`. Returns the numbers of tests and of fuzz inputs.
///
/// # Errors
///
/// Fails under the same conditions as [`task`].
pub fn sample(project: &Project) -> Result<String> {
    Ok(check(project, true)?.to_string())
}

fn check(project: &Project, is_sample: bool) -> Result<Count> {
    setup::for_tests(project)?;
    let valgrind = valgrind(project)?;
    let kinds: &[&str] = if is_sample { &["--lib"] } else { &["--lib", "--tests"] };
    let binaries = binaries(project, kinds)?;
    let skipped = if is_sample { SLOW } else { &[] };
    let mut runs = Vec::new();
    for selection in selections(is_sample) {
        let Selection { package, test, fuzz } = selection;
        let before = runs.len();
        let selected = binaries.iter().filter(|binary| binary.is_selected(package, test));
        runs.extend(selected.map(|binary| Run { binary, fuzz, skipped }));
        if runs.len() == before {
            let tests = test.unwrap_or("unit tests");
            bail!("{package}: expected a binary of the tests `{tests}`, found none");
        }
    }
    if !is_sample {
        // The tests of plugins load them.
        process::run(&mut locked(project.cargo(&["build", "--workspace", "--examples"])))?;
    }
    let counts = parallel::run_all(
        "memcheck".to_owned(),
        &runs,
        |run| &run.binary.target,
        |run| run.execute(project, &valgrind),
    );
    let mut all = Count::default();
    for (run, count) in runs.iter().zip(counts) {
        let Binary { package, target, .. } = run.binary;
        let count = count.context("internal error: no thread ran the test binary")?;
        let count = count.with_context(|| format!("{package}, {target}"))?;
        all.tests += count.tests;
        all.inputs += count.inputs;
    }
    Ok(all)
}

/// The tests of a package that run under valgrind.
struct Selection {
    package: &'static str,
    /// The name of an integration test, `*` for all integration tests, or `None` for the unit
    /// tests.
    test: Option<&'static str>,
    fuzz: Option<&'static Fuzz>,
}

fn selections(is_sample: bool) -> Vec<Selection> {
    let unit_tests = |package: &&'static str| Selection { package, test: None, fuzz: None };
    let sample = SAMPLE.iter().map(unit_tests);
    if is_sample {
        return sample.collect();
    }
    let integration = INTEGRATION.iter().map(|(package, test)| Selection {
        package,
        test: Some(test),
        fuzz: None,
    });
    let fuzz = FUZZ.iter().map(|fuzz| Selection {
        package: fuzz.package,
        test: Some(fuzz.test),
        fuzz: Some(fuzz),
    });
    sample.chain(LIBRARIES.iter().map(unit_tests)).chain(integration).chain(fuzz).collect()
}

/// Returns valgrind's path and options: the command line before the program that valgrind checks.
fn valgrind(project: &Project) -> Result<Vec<String>> {
    let Some(valgrind) = on_path("valgrind") else {
        bail!("valgrind is not on the PATH; `apt-get install valgrind` installs it");
    };
    let suppressions = project.root.join(SUPPRESSIONS);
    let options = "--quiet --error-exitcode=99 --num-callers=25 --trace-children=no";
    let mut command = vec![valgrind.display().to_string()];
    command.extend(options.split(' ').map(str::to_owned));
    command.push(format!("--suppressions={}", suppressions.display()));
    Ok(command)
}

/// A test binary.
struct Binary {
    package: String,
    /// The name of cargo's target: the crate for unit tests, or the file in `tests` for integration
    /// tests.
    target: String,
    is_library: bool,
    /// The folder of the package, where its tests run.
    folder: PathBuf,
    file: PathBuf,
}

impl Binary {
    /// Returns true if the binary contains the tests of a [`Selection`].
    fn is_selected(&self, package: &str, test: Option<&str>) -> bool {
        let is_test = match test {
            None => self.is_library,
            Some(test) => !self.is_library && (test == "*" || self.target == test),
        };
        is_test && self.package == package
    }
}

/// Builds the tests of the whole workspace in the same way as for other test runs, and returns
/// their binaries.
fn binaries(project: &Project, kinds: &[&str]) -> Result<Vec<Binary>> {
    let mut command = locked(project.cargo(&["test", "--workspace", "--no-run"]));
    command.args(kinds).arg("--message-format=json-render-diagnostics");
    process::output(&mut command)?.lines().filter_map(|line| binary(line).transpose()).collect()
}

/// Reads a message of cargo. Returns the test binary that the message reports, or `None` if it
/// reports no test binary.
fn binary(message: &str) -> Result<Option<Binary>> {
    #[derive(Deserialize)]
    struct Message {
        package_id: Option<String>,
        manifest_path: Option<PathBuf>,
        target: Option<Target>,
        executable: Option<PathBuf>,
    }
    #[derive(Deserialize)]
    struct Target {
        name: String,
        kind: Vec<String>,
    }
    let message: Message = serde_json::from_str(message)
        .context("cannot parse a JSON message in the output of cargo")?;
    let (Some(package), Some(manifest), Some(target), Some(file)) =
        (message.package_id, message.manifest_path, message.target, message.executable)
    else {
        return Ok(None);
    };
    let in_no_folder = || {
        format!(
            "expected cargo to name a manifest in a folder, found the path `{}`",
            manifest.display()
        )
    };
    let folder = manifest.parent().with_context(in_no_folder)?.to_owned();
    let is_library = target.kind.iter().any(|kind| kind.ends_with("lib"));
    if !is_library && target.kind != ["test"] {
        return Ok(None);
    }
    Ok(Some(Binary {
        package: package_name(&package).to_owned(),
        target: target.name,
        is_library,
        folder,
        file,
    }))
}

/// Returns the name in the ID of a package: `path+file:///FOLDER#NAME@VERSION`, without `NAME@` if
/// the folder has the same name.
fn package_name(id: &str) -> &str {
    let (source, rest) = id.rsplit_once('#').unwrap_or(("", id));
    match rest.split_once('@') {
        Some((name, _)) => name,
        None => source.rsplit('/').next().unwrap_or(rest),
    }
}

/// A test binary to run under valgrind.
struct Run<'b> {
    binary: &'b Binary,
    fuzz: Option<&'static Fuzz>,
    /// The names of the tests that do not run.
    skipped: &'static [&'static str],
}

impl Run<'_> {
    /// Runs the tests under valgrind. Prints their output if a test fails or has a fault.
    fn execute(&self, project: &Project, valgrind: &[String]) -> Result<Count> {
        let Binary { folder, file, .. } = self.binary;
        let mut command = project.command(&valgrind[0]);
        command.args(&valgrind[1..]).arg(file);
        // One thread: valgrind runs only one at a time. The output of passed tests has the numbers
        // of fuzz inputs.
        command.args(["--test-threads=1", "--show-output"]);
        command.args(self.skipped.iter().flat_map(|test| ["--skip", *test]));
        command.current_dir(folder).env("CARGO_MANIFEST_DIR", folder);
        if let Some(Fuzz { variable, number, .. }) = self.fuzz {
            command.env(variable, number.to_string());
        }
        let output = command.output().context("cannot start valgrind")?;
        let text = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            eprintln!("{text}\n{}", String::from_utf8_lossy(&output.stderr));
            bail!("tests failed, or valgrind found a fault ({})", output.status);
        }
        let count = count(&text).context(
            "cannot read the number of tests or of fuzz inputs in the output of the tests",
        )?;
        if count.tests == 0 {
            bail!("expected the binary to run tests, found that it ran none");
        }
        let expected = self.fuzz.map_or(count.inputs, |fuzz| fuzz.number);
        if count.inputs != expected {
            bail!("expected the tests to run {expected} fuzz inputs, found {}", count.inputs);
        }
        Ok(count)
    }
}

/// Returns the numbers of passed tests and of fuzz inputs in the output of `cargo test`.
fn count(output: &str) -> Option<Count> {
    let mut count = Count::default();
    for line in output.lines() {
        if let Some(rest) = line.strip_prefix("test result: ok. ") {
            count.tests += rest.split(' ').next()?.parse::<usize>().ok()?;
        } else if let Some(number) = line.strip_suffix(INPUTS) {
            count.inputs += number.parse::<usize>().ok()?;
        }
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_added() {
        let output = "test a ... ok\n12 fuzz inputs\ntest result: ok. 3 passed; 0 failed\n\n\
                      8 fuzz inputs\ntest result: ok. 4 passed; 0 failed\n";
        let expected = Count { tests: 7, inputs: 20 };
        assert_eq!(count(output).unwrap().to_string(), expected.to_string());
        assert_eq!(expected.to_string(), "7 tests and 20 fuzz inputs without a fault");
        assert_eq!(count("test result: ok. many passed"), None);
    }

    #[test]
    fn test_binaries_are_found_in_messages() {
        let message = r#"{"reason": "compiler-artifact", "package_id": "path+file://folder/npu#0.1.0",
            "manifest_path": "npu/Cargo.toml", "target": {"name": "goldens", "kind": ["test"]},
            "executable": "target/goldens-0"}"#;
        let found = binary(message).unwrap().unwrap();
        assert!(found.is_selected("npu", Some("goldens")) && found.is_selected("npu", Some("*")));
        assert!(!found.is_selected("npu", Some("shapes")) && !found.is_selected("npu", None));
        let library = message.replace("[\"test\"]", "[\"cdylib\", \"lib\"]");
        let library = binary(&library).unwrap().unwrap();
        assert!(library.is_selected("npu", None) && !library.is_selected("values", None));
        let example = message.replace("[\"test\"]", "[\"example\"]");
        assert!(binary(&example).unwrap().is_none());
        assert!(binary(r#"{"reason": "build-finished", "success": true}"#).unwrap().is_none());
        assert!(binary("no JSON").is_err());
    }

    #[test]
    fn packages_have_names() {
        assert_eq!(package_name("path+file://folder/values#hloom-values@0.1.0"), "hloom-values");
        assert_eq!(package_name("path+file://folder/npu#0.1.0"), "npu");
    }
}
