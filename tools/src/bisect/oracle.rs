// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compares the results of programs with the interpreter's results of the original program.
//!
//! The interpreter runs the original program once, and its results are the expected results, unless
//! the user passes files with expected results. The programs to compare either run on the
//! interpreter in this process, or are compiled and run by the tested platform in a child process.

use super::arguments::Arguments;
use super::sandbox::{Outcome, Sandbox};
use crate::hlo_run::input::{Input, Randomness, load_all};
use hloom_compiler::interface::{CompileOptions, KnownArgument, Platform};
use hloom_compiler::{CompiledProgram, Error, Literal, Program, npy};
use hloom_values::{Tolerance, compare};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The expected results of a program, and the inputs and options with which changed versions of the
/// program run.
pub struct Oracle {
    interpreter: Arc<dyn Platform>,
    platform: String,
    entry: Option<String>,
    known: Vec<Option<KnownArgument>>,
    inputs: Vec<Literal>,
    files: Vec<PathBuf>,
    expected: Vec<Literal>,
}

/// The outcome of comparing a program's results with the expected results.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The results equal the expected results within the tolerance for sums in another order.
    Right,
    /// The results differ from the expected results. Holds a description of the first difference.
    Wrong(String),
    /// The program has no results, because it does not compile or its run fails. Holds the reason.
    None(String),
}

impl Oracle {
    /// Reads the expected results, or runs the program on the interpreter to obtain them.
    /// `platform` is the platform whose passes are tested.
    ///
    /// # Errors
    /// Fails if the interpreter cannot run the program, if the files with expected results cannot
    /// be read, or if the inputs do not match the program.
    pub fn new(
        arguments: &Arguments,
        program: &Program,
        platform: &dyn Platform,
        interpreter: Arc<dyn Platform>,
        sandbox: &Sandbox,
    ) -> Result<Self, Error> {
        let known: Vec<_> = arguments.inputs.iter().map(Input::known).collect();
        let options = CompileOptions { arguments: known.clone(), ..CompileOptions::default() };
        let on = if arguments.expected.is_empty() { &*interpreter } else { platform };
        let compiled = CompiledProgram::new(on, program, &options)?;
        let signature = compiled.executable().signature();
        let types = compiled.argument_types();
        let random = Randomness::default();
        let inputs = load_all(&arguments.inputs, &signature.name, &types, &random)?;
        let expected = if arguments.expected.is_empty() {
            compiled.run(&inputs)?
        } else {
            let (given, takes) = (arguments.expected.len(), signature.results.len());
            if given != takes {
                let reason =
                    format!("--expect: expected {takes} files, one for each result, found {given}");
                return Err(Error::invalid(reason));
            }
            let files = arguments.expected.iter().zip(&signature.results);
            files.map(|(file, shape)| npy::read(file, shape)).collect::<Result<_, _>>()?
        };
        let mut files = Vec::new();
        for input in &inputs {
            let path = sandbox.path("input.npy");
            npy::write(&path, input)?;
            files.push(path);
        }
        Ok(Self {
            interpreter,
            platform: arguments.platform.clone(),
            entry: arguments.entry.clone(),
            known,
            inputs,
            files,
            expected,
        })
    }

    /// Runs the program in a file on the interpreter and compares its results with the expected
    /// results.
    pub fn interpret(&self, path: &Path) -> Verdict {
        let answer = Program::from_file(path).and_then(|mut program| {
            if let Some(entry) = &self.entry {
                program = program.with_entry(entry.trim_start_matches('@'));
            }
            let options =
                CompileOptions { arguments: self.known.clone(), ..CompileOptions::default() };
            CompiledProgram::new(&*self.interpreter, &program, &options)?.run(&self.inputs)
        });
        match answer {
            Ok(results) => self.compare(&results),
            Err(error) => Verdict::None(error.to_string()),
        }
    }

    /// Compiles the program in a file with only the given passes, runs it in a child process and
    /// compares its results with the expected results.
    ///
    /// # Errors
    /// Fails if the child process cannot be started.
    pub fn compile(
        &self,
        sandbox: &Sandbox,
        path: &Path,
        passes: &[&str],
        dump: Option<&Path>,
    ) -> Result<Verdict, Error> {
        let mut arguments: Vec<OsString> = vec![path.into(), "--platform".into()];
        arguments.push(self.platform.clone().into());
        arguments.push("--pass-pipeline".into());
        arguments.push(format!("builtin.module({})", passes.join(",")).into());
        let mut option = |name: &str, value: OsString| {
            arguments.push(name.into());
            arguments.push(value);
        };
        if let Some(entry) = &self.entry {
            option("--entry", entry.into());
        }
        for file in &self.files {
            option("--input", file.into());
        }
        if let Some(dump) = dump {
            option("--dump-dir", dump.into());
        }
        let folder = sandbox.path("results");
        Ok(match sandbox.run(&arguments, &folder)? {
            Outcome::Refused(said) | Outcome::Crashed(said) => Verdict::None(said),
            Outcome::Succeeded => {
                let results = self.expected.iter().enumerate().map(|(index, expected)| {
                    npy::read(folder.join(format!("out{index}.npy")), expected.shape())
                });
                match results.collect::<Result<Vec<_>, _>>() {
                    Ok(results) => self.compare(&results),
                    Err(error) => Verdict::Wrong(error.to_string()),
                }
            }
        })
    }

    fn compare(&self, results: &[Literal]) -> Verdict {
        let (found, expected) = (results.len(), self.expected.len());
        if found != expected {
            return Verdict::Wrong(format!(
                "expected {expected} results of the program, found {found}"
            ));
        }
        for (index, (found, expected)) in results.iter().zip(&self.expected).enumerate() {
            let tolerance = Tolerance::of_sums(expected.shape().element_type);
            match compare(found, expected, tolerance) {
                Ok(None) => {}
                Ok(Some(mismatch)) => return Verdict::Wrong(format!("result {index}: {mismatch}")),
                Err(error) => return Verdict::Wrong(format!("result {index}: {error}")),
            }
        }
        Verdict::Right
    }
}
