// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci jax-tests`: runs JAX's own tests on the plugin and on JAX's own CPU.
//!
//! The tests are part of a checkout of JAX, which is not part of this project. A pytest plugin,
//! `report.py`, records the outcome of each test, so that an interrupted run can be resumed. The
//! task compares the outcomes on both platforms.

mod record;

use crate::progress::Progress;
use crate::project::Project;
use crate::table::{Align, Table};
use crate::{process, python, setup};
use anyhow::{Context, Result, bail};
use clap::Args;
use record::{Outcome, Test};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

/// The test files to run, if the checkout contains them.
const FILES: [&str; 23] = [
    "aot_test",
    "api_test",
    "array_test",
    "batching_test",
    "dtypes_test",
    "export_test",
    "fft_test",
    "lax_autodiff_test",
    "lax_control_flow_test",
    "lax_numpy_einsum_test",
    "lax_numpy_indexing_test",
    "lax_numpy_operators_test",
    "lax_numpy_reducers_test",
    "lax_numpy_test",
    "lax_numpy_ufuncs_test",
    "lax_test",
    "lax_vmap_test",
    "linalg_test",
    "multi_device_test",
    "nn_test",
    "python_callback_test",
    "random_lax_test",
    "random_test",
];

/// The file with the required Python packages.
const REQUIREMENTS: &str = "ci/src/jax_tests/requirements.txt";

/// Maximum number of reasons that are printed for failures and for skips.
const SHOWN_REASONS: usize = 12;

/// The options of `cargo ci jax-tests`.
#[derive(Debug, Args)]
pub struct Options {
    /// Checkout of JAX; its version must be that of the interpreter's JAX
    #[arg(long, value_name = "DIR")]
    jax: PathBuf,

    /// Python interpreter with another version of JAX and the other packages of
    /// ci/src/jax_tests/requirements.txt [default: the interpreter of a new environment with JAX
    /// 0.10.2]
    #[arg(long, value_name = "FILE")]
    python: Option<PathBuf>,

    /// Run only this test file, for example lax_test; may be repeated
    #[arg(long, value_name = "NAME")]
    file: Vec<String>,

    /// Run only on this platform [default: both]
    #[arg(long, value_name = "NAME", value_parser = ["cpu", "hloom"])]
    platform: Option<String>,

    /// Number of cases that each parameterized test generates
    #[arg(long, value_name = "N", default_value = "10")]
    cases: u32,

    /// Time limit of each test in seconds
    #[arg(long, value_name = "SECONDS", default_value = "300")]
    timeout: u32,

    /// Discard the outcomes of earlier runs instead of resuming
    #[arg(long)]
    fresh: bool,
}

/// The tests of one file on one platform, indexed by name.
type Tests = BTreeMap<String, Test>;

/// Runs `cargo ci jax-tests`.
///
/// Returns failure if a test passes on JAX's CPU but not on the plugin.
///
/// # Errors
///
/// Fails if the setup or the build fails, if the checkout has no tests, or if pytest fails.
pub fn task(project: &Project, options: &Options) -> Result<ExitCode> {
    setup::for_tests(project)?;
    let folder = options.jax.join("tests");
    let files = files(options, &folder)?;
    let python = match &options.python {
        Some(python) => std::path::absolute(python)?,
        None => python::environment(project, "target/jax-tests/venv", REQUIREMENTS)?,
    };
    let mut command = project.command(&python);
    command.args(["-c", "import importlib.metadata as it; print(it.version('jax'))"]);
    let version = process::output(&mut command)?.trim().to_owned();
    process::run(&mut project.cargo(&["build", "--release", "--package", "hloom-pjrt"]))?;
    let runner = Runner { project, options, python, version };
    let platforms = match &options.platform {
        Some(platform) => vec![platform.as_str()],
        None => vec!["cpu", "hloom"],
    };
    let mut all: BTreeMap<&str, Vec<Tests>> = BTreeMap::new();
    for file in &files {
        for platform in &platforms {
            let tests = runner.run(file, platform)?;
            all.entry(platform).or_default().push(tests);
        }
    }
    let none = Vec::new();
    let of = |platform: &str| all.get(platform).unwrap_or(&none);
    println!("\n{}", table(&files, of("cpu"), of("hloom")));
    print_reasons("failed on hloom", of("hloom"), &[Outcome::Failed, Outcome::Crashed]);
    print_reasons("skipped on hloom", of("hloom"), &[Outcome::Skipped]);
    let is_worse = of("cpu").iter().zip(of("hloom")).any(|(cpu, ours)| missing(cpu, ours) > 0);
    Ok(if is_worse { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Returns the names of the test files to run.
fn files(options: &Options, folder: &Path) -> Result<Vec<String>> {
    let is_there = |name: &String| folder.join(name).with_extension("py").is_file();
    if let Some(name) = options.file.iter().find(|name| !is_there(name)) {
        bail!("--file {name}: {} has no {name}.py", folder.display());
    }
    let mut files = options.file.clone();
    if files.is_empty() {
        files = FILES.iter().map(|name| (*name).to_owned()).filter(is_there).collect();
    }
    if files.is_empty() {
        bail!("{}: expected JAX's tests, found none", folder.display());
    }
    Ok(files)
}

/// Runs test files with pytest.
struct Runner<'a> {
    project: &'a Project,
    options: &'a Options,
    python: PathBuf,
    /// Version of the interpreter's JAX. Each version has its own record of outcomes.
    version: String,
}

impl Runner<'_> {
    /// Runs the tests of a file that have no recorded outcome. Returns all recorded outcomes.
    fn run(&self, file: &str, platform: &str) -> Result<Tests> {
        let Options { jax, cases, timeout, fresh, .. } = self.options;
        let version = &self.version;
        let folder = format!("target/jax-tests/{version}/{platform}-{cases}");
        let folder = self.project.root.join(folder);
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let record = folder.join(file).with_extension("jsonl");
        if *fresh && record.exists() {
            fs::remove_file(&record)?;
        }
        let source = Path::new("tests").join(file).with_extension("py");
        let text = fs::read_to_string(jax.join(&source))
            .with_context(|| format!("cannot read {}", jax.join(&source).display()))?;
        let cores = thread::available_parallelism().map_or(1, usize::from).to_string();
        let mut command = self.project.command(&self.python);
        // With `-P`, tests import the installed JAX, not that of the checkout.
        command.args(["-P", "-m", "pytest", "--import-mode=importlib", "-p", "report"]);
        command.args(["-q", "-p", "no:cacheprovider", "--timeout-method=thread", "--tb=line"]);
        command.args(["--max-worker-restart=1000", "-n", &cores]);
        command.arg(format!("--timeout={timeout}")).arg(&source).current_dir(jax);
        let package = self.project.root.join("bindings/jax");
        let plugin = self.project.root.join("ci/src/jax_tests");
        let path: Vec<&OsStr> = match platform {
            "hloom" => vec![package.as_os_str(), plugin.as_os_str()],
            _ => vec![plugin.as_os_str()],
        };
        command.env("PYTHONPATH", path.join(OsStr::new(":")));
        command.env("HLOOM_TEST_RECORD", &record);
        command.env("JAX_NUM_GENERATED_CASES", cases.to_string());
        if platform == "hloom" {
            let library = self.project.tool("release", "libhloom_pjrt.so");
            command.env("JAX_PLATFORMS", "hloom,cpu").env("HLOOM_PJRT_LIBRARY", library);
            // JAX's CPU creates as many devices as a file requests; the plugin needs the variable.
            if ["request_cpu_devices", "set_host_platform_device_count"]
                .iter()
                .any(|call| text.contains(call))
            {
                command.env("HLOOM_NUM_DEVICES", "8");
            }
        } else {
            command.env("JAX_PLATFORMS", "cpu");
        }
        let log = folder.join(file).with_extension("log");
        let mut progress = Progress::new(format!("{file} on {platform}"));
        let report = |line: &str, progress: &mut Progress| {
            let percent = line.rsplit_once('[').and_then(|(_, end)| end.strip_suffix("%]"));
            let percent = percent.and_then(|percent| percent.trim().parse().ok());
            if percent.is_some() {
                progress.report(percent, "");
            }
        };
        let mut done = record::read(&record)?.len();
        loop {
            let end = process::run_with_progress(&command, &log, &mut progress, report);
            let tests = record::read(&record)?;
            // A test that exceeds its time limit ends its process, which may also end pytest.
            // Resume as long as tests complete.
            if end.is_err() && tests.len() > done {
                done = tests.len();
                continue;
            }
            return end.map(|()| tests);
        }
    }
}

/// Returns the number of tests that pass on JAX's CPU but not on the plugin.
fn missing(cpu: &Tests, ours: &Tests) -> usize {
    let passes = |tests: &Tests, name: &str| {
        tests.get(name).is_some_and(|test| test.outcome == Outcome::Passed)
    };
    cpu.keys().filter(|name| passes(cpu, name) && !passes(ours, name)).count()
}

fn count(tests: &Tests, outcome: Outcome) -> usize {
    tests.values().filter(|test| test.outcome == outcome).count()
}

/// Renders the table with a row for each file and a row of sums.
fn table(files: &[String], cpu: &[Tests], hloom: &[Tests]) -> String {
    let headings = ["passed", "failed", "crashed", "skipped", "passed on CPU", "skipped", "rate"];
    let mut columns = vec![("file", Align::Left)];
    columns.extend(headings.map(|heading| (heading, Align::Right)));
    let mut table = Table::new(&columns);
    let empty = Tests::new();
    let mut sums = [0; 7];
    for (index, file) in files.iter().enumerate() {
        let (ours, cpu) = (hloom.get(index).unwrap_or(&empty), cpu.get(index).unwrap_or(&empty));
        let passed = count(cpu, Outcome::Passed);
        let row = [
            count(ours, Outcome::Passed),
            count(ours, Outcome::Failed),
            count(ours, Outcome::Crashed),
            count(ours, Outcome::Skipped),
            passed,
            count(cpu, Outcome::Skipped),
            passed - missing(cpu, ours),
        ];
        for (sum, number) in sums.iter_mut().zip(row) {
            *sum += number;
        }
        table.row(cells(file, &row));
    }
    table.row(cells("all", &sums));
    table.render()
}

/// Returns the cells of a row. The rate is the fraction of the tests passing on JAX's CPU that also
/// pass on the plugin.
fn cells(name: &str, numbers: &[usize; 7]) -> Vec<String> {
    let mut cells = vec![name.to_owned()];
    cells.extend(numbers[..6].iter().map(usize::to_string));
    let rate = 100.0 * numbers[6] as f64 / numbers[4] as f64;
    cells.push(if numbers[4] == 0 { "-".to_owned() } else { format!("{rate:.2}%") });
    cells
}

/// Prints the reasons for the given outcomes in descending order of frequency.
fn print_reasons(heading: &str, files: &[Tests], outcomes: &[Outcome]) {
    let mut groups: BTreeMap<String, usize> = BTreeMap::new();
    let tests = files.iter().flat_map(Tests::values);
    for test in tests.filter(|test| outcomes.contains(&test.outcome)) {
        *groups.entry(record::group(&test.reason)).or_default() += 1;
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let total: usize = groups.iter().map(|(_, count)| count).sum();
    println!("{heading}: {total}");
    for (reason, count) in groups.iter().take(SHOWN_REASONS) {
        println!("{count:6}  {reason}");
    }
    if groups.len() > SHOWN_REASONS {
        println!("        and {} other reasons", groups.len() - SHOWN_REASONS);
    }
}
