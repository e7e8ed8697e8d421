// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Whether answers are right: those of the interpreter for the program as it was given.

use super::arguments::Arguments;
use super::workshop::{Ended, Workshop};
use crate::hlo_run::input::{Input, load_all};
use hloom_compiler::interface::{CompileOptions, KnownArgument, Platform};
use hloom_compiler::literal::{Tolerance, compare};
use hloom_compiler::{CompiledProgram, Error, Literal, Program, npy};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is right, and how to find out what else there is.
pub(super) struct Judge {
    interpreter: Arc<dyn Platform>,
    platform: String,
    entry: Option<String>,
    known: Vec<Option<KnownArgument>>,
    inputs: Vec<Literal>,
    files: Vec<PathBuf>,
    expected: Vec<Literal>,
}

/// What is to be said of an answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is as expected.
    Right,
    /// It is another, and how.
    Wrong(String),
    /// There is none, and why.
    None(String),
}

impl Judge {
    /// Asks the interpreter for the right answer.
    ///
    /// # Errors
    /// If it has none; if the inputs are wrong.
    pub fn new(
        arguments: &Arguments,
        program: &Program,
        interpreter: Arc<dyn Platform>,
        workshop: &Workshop,
    ) -> Result<Self, Error> {
        let known: Vec<_> = arguments.inputs.iter().map(Input::known).collect();
        let options = CompileOptions { arguments: known.clone(), ..CompileOptions::default() };
        let compiled = CompiledProgram::new(&*interpreter, program, &options)?;
        let name = compiled.executable().name();
        let inputs = load_all(&arguments.inputs, name, &compiled.argument_types())?;
        let expected = compiled.run(&inputs)?;
        let mut files = Vec::new();
        for input in &inputs {
            let path = workshop.path("input.npy");
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

    /// What the interpreter says of the program in a file.
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

    /// What the platform says of the program in a file, compiled with these passes.
    ///
    /// # Errors
    /// If no process can be started.
    pub fn compile(
        &self,
        workshop: &Workshop,
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
        let folder = workshop.path("results");
        Ok(match workshop.run(&arguments, &folder)? {
            Ended::Refused(said) | Ended::Crashed(said) => Verdict::None(said),
            Ended::Well => {
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
            return Verdict::Wrong(format!("{found} results, {expected} expected"));
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
