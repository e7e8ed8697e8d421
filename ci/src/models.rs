// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci pytorch` and `cargo ci tensorflow`: run models of a framework on hloom and on the
//! framework's own CPU backend, and compare the results.
//!
//! The models are in `ci/pytorch/` and `ci/tensorflow/`. The script `run.py` in each folder runs
//! one model in a separate process, compares the results with the framework's default tolerances,
//! and prints a JSON object.

use crate::progress::Progress;
use crate::project::Project;
use crate::table::{Align, Table};
use crate::{process, python, setup};
use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Deserialize;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// PyTorch: `torch.compile` with the PJRT plugin, and `torch.export` with hlo-run.
pub const PYTORCH: Framework = Framework {
    folder: "ci/pytorch",
    environment: "target/venv-pytorch",
    packages: &["bindings/jax", "bindings/pytorch"],
};

/// TensorFlow: `tf.function(jit_compile=True)` and SavedModels with hlo-run.
pub const TENSORFLOW: Framework = Framework {
    folder: "ci/tensorflow",
    environment: "target/venv-tensorflow",
    packages: &["bindings/tensorflow"],
};

/// A framework with models. Paths are relative to the checkout.
#[derive(Debug)]
pub struct Framework {
    /// The folder with the scripts and models: `run.py` and `requirements.txt`.
    folder: &'static str,
    /// The folder of the Python environment.
    environment: &'static str,
    /// The folders with Python packages of this project.
    packages: &'static [&'static str],
}

/// The options of `cargo ci pytorch` and `cargo ci tensorflow`.
#[derive(Debug, Args)]
pub struct Options {
    /// Run only this model; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,

    /// Print the names of the models
    #[arg(long)]
    list: bool,

    /// Use the existing tools in this profile's folder instead of building them
    #[arg(long, value_name = "PROFILE")]
    built: Option<String>,
}

/// The outcome of a model, which `run.py` prints.
#[derive(Debug, Deserialize)]
struct Row {
    /// The reason why the results are wrong, or `None` if they are correct.
    failure: Option<String>,
    /// Number of graphs that the framework captured from the model.
    graphs: Option<u32>,
    /// Largest absolute value of the expected results.
    largest: f64,
    /// Largest absolute difference from the expected results.
    error: f64,
    /// Largest difference between the actual and the expected results, as a fraction of the
    /// difference that the framework's tolerance allows.
    share: f64,
    /// Largest difference between hloom's results for the exported program and the expected
    /// results, as a fraction of the difference that the framework's tolerance allows.
    exported: Option<f64>,
    /// Largest difference between the framework's own results and its results in float64, as a
    /// fraction of the difference that the framework's tolerance allows.
    precision: Option<f64>,
    /// Duration in seconds of the first call on hloom, which includes the compilation.
    first: f64,
    /// Duration in milliseconds of a later call on hloom.
    hloom: f64,
    /// Duration in milliseconds of a call on the framework's own CPU backend.
    framework: f64,
}

/// Runs the models of a framework, and prints a table.
///
/// Returns failure if a model fails or has wrong results.
///
/// # Errors
///
/// Fails if the tools cannot be built, if the Python environment cannot be created, or if a model
/// is unknown.
pub fn task(project: &Project, framework: &Framework, options: &Options) -> Result<ExitCode> {
    if options.built.is_none() {
        setup::run(project)?;
        let packages = ["--package", "hloom-tools", "--package", "hloom-pjrt"];
        process::run(project.cargo(&["build", "--release"]).args(packages))?;
    }
    let requirements = Path::new(framework.folder).join("requirements.txt");
    let requirements =
        requirements.to_str().context("the path of requirements.txt is not UTF-8")?;
    let python = python::environment(project, framework.environment, requirements)?;
    let listed = process::output(script(project, framework, &python)?.arg("--list"))?;
    let names: Vec<&str> = listed.lines().collect();
    if options.list {
        print!("{listed}");
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(name) = options.only.iter().find(|name| !names.contains(&name.as_str())) {
        bail!("--only {name}: expected one of the models {}", names.join(", "));
    }
    let profile = options.built.as_deref().unwrap_or("release");
    let mut table = table();
    let mut failures = Vec::new();
    let mut progress = Progress::new(format!("running the models of {}", framework.folder));
    for (index, name) in names.iter().enumerate() {
        if !options.only.is_empty() && !options.only.iter().any(|only| only == name) {
            continue;
        }
        progress.report(Some(100.0 * index as f64 / names.len() as f64), name);
        let mut command = script(project, framework, &python)?;
        command.args(["--model", name, "--hlo-run"]).arg(project.tool(profile, "hlo-run"));
        command.env("HLOOM_PJRT_LIBRARY", project.tool(profile, "libhloom_pjrt.so"));
        let failure = match run(&mut command) {
            Ok(row) => {
                table.row(cells(name, &row));
                row.failure
            }
            Err(error) => {
                table.row([name, "failed"].map(str::to_owned).to_vec());
                Some(format!("{error:#}"))
            }
        };
        failures.extend(failure.map(|reason| format!("{name}: {reason}")));
    }
    drop(progress);
    println!("\n{}", table.render());
    for failure in &failures {
        println!("{failure}");
    }
    Ok(if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the command that runs the script of a framework.
fn script(project: &Project, framework: &Framework, python: &Path) -> Result<Command> {
    let mut command = project.command(python);
    command.arg(project.root.join(framework.folder).join("run.py"));
    let packages: Vec<PathBuf> =
        framework.packages.iter().map(|package| project.root.join(package)).collect();
    command.env("PYTHONPATH", env::join_paths(packages)?).env_remove("JAX_PLATFORMS");
    Ok(command)
}

/// Runs a model, and reads its outcome from the last line of the output.
fn run(command: &mut Command) -> Result<Row> {
    let output = process::output(command)?;
    let last = output.lines().last().context("the script of the model printed nothing")?;
    serde_json::from_str(last)
        .with_context(|| format!("expected JSON in the last line of the script, found `{last}`"))
}

/// Creates the table, whose columns match [`cells`].
fn table() -> Table {
    let columns = [
        "result",
        "graphs",
        "largest",
        "error",
        "error / tolerance",
        "exported",
        "float64",
        "first call s",
        "call ms",
        "framework ms",
    ];
    let mut all = vec![("model", Align::Left)];
    all.extend(columns.map(|name| (name, Align::Right)));
    Table::new(&all)
}

fn cells(name: &str, row: &Row) -> Vec<String> {
    let or_dash = |number: Option<f64>| number.map_or("-".to_owned(), |part| format!("{part:.3}"));
    vec![
        name.to_owned(),
        if row.failure.is_some() { "differs" } else { "equal" }.to_owned(),
        row.graphs.map_or("-".to_owned(), |count| count.to_string()),
        format!("{:.3}", row.largest),
        format!("{:.1e}", row.error),
        format!("{:.3}", row.share),
        or_dash(row.exported),
        or_dash(row.precision),
        format!("{:.1}", row.first),
        format!("{:.1}", row.hloom),
        format!("{:.1}", row.framework),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_a_cell_for_each_column() {
        let text = r#"{"failure": null, "graphs": 1, "largest": 2.0, "error": 1e-6, "share": 0.1,
            "exported": null, "precision": 0.2, "first": 3.0, "hloom": 4.0, "framework": 5.0}"#;
        let row: Row = serde_json::from_str(text).unwrap();
        let mut table = table();
        table.row(cells("resnet50", &row));
        let text = table.render();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].ends_with("framework ms") && lines[1].ends_with("5.0"), "{text}");
        assert!(lines[1].starts_with("resnet50   equal"), "{text}");
    }
}
