// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-run --isolate`: finds the operations of a program that a platform computes differently from
//! the interpreter.
//!
//! The interpreter runs the program once. A custom call after each operation receives the
//! operation's operands and results. The call compiles a program of only this operation for the
//! platform, runs it on the same operands and compares the results. Errors thus do not accumulate
//! over several operations. XLA's `run_hlo_module --isolate_instructions` does the same.

mod alone;
mod extract;
mod instrument;

use crate::command::Failure;
use alone::Outcome;
pub use alone::Tested;
use hloom_compiler::interface::{CompileOptions, Platform};
use hloom_compiler::{CompiledProgram, Error, Literal, Program, mlir};
use hloom_dialects::Context;
use hloom_evaluator::custom_call::{CustomCall, Setting, register_process_wide};
use instrument::Instruction;
use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A program in which a custom call follows each operation.
pub struct Isolation {
    shared: Arc<Shared>,
    instrumented: CompiledProgram,
}

/// The state that the custom calls share with [`Isolation`].
struct Shared {
    name: String,
    instructions: Vec<Instruction>,
    tested: Tested,
    run: Mutex<Run>,
}

/// The outcomes of one run of the instrumented program.
#[derive(Default)]
struct Run {
    /// The outcome of each operation; `None` for operations that the run has not reached.
    outcomes: Vec<Option<Outcome>>,
    /// The folder to which operations with different results are written.
    folder: Option<PathBuf>,
}

impl Isolation {
    /// Adds a custom call after each operation of a program, and compiles the resulting program for
    /// the interpreter.
    ///
    /// # Errors
    /// Fails if the program is invalid or if the interpreter does not accept it.
    pub fn new(
        interpreter: &dyn Platform,
        program: &Program,
        tested: Tested,
    ) -> Result<Self, Error> {
        // Another program may still be registered under the name of an earlier number.
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let target = format!("hloom.isolate.{}", COUNT.fetch_add(1, Ordering::Relaxed));
        let context = Context::new();
        let mut module = mlir::parse(&context, program)?;
        let entry = mlir::keep_entry(&context, &mut module, program)?;
        let instructions = instrument::instrument(&context, module.as_operation(), &target);
        let flags = OperationPrintingFlags::new().enable_debug_info(true, false);
        let text = module
            .as_operation()
            .to_string_with_flags(flags)
            .map_err(|error| Error::Internal(error.to_string()))?;
        let name = program.name().to_owned();
        let program = Program::from_text(&name, text)?.with_entry(entry);
        let instrumented = CompiledProgram::new(interpreter, &program, &CompileOptions::default())?;
        let shared = Arc::new(Shared { name, instructions, tested, run: Mutex::default() });
        let called = Arc::clone(&shared);
        register_process_wide(&target, move |call: &CustomCall, values: &[Literal]| {
            called.reach(&call.config, values).map_err(hloom_evaluator::Error::Internal)?;
            Ok(Vec::new())
        });
        Ok(Self { shared, instrumented })
    }

    /// Runs the program on the interpreter, and runs each operation that the program reaches alone
    /// on the tested platform.
    ///
    /// Differences go to standard error, and a summary goes to `output`. Operations that differ are
    /// also written to `folder`. Returns true if no operation differs.
    ///
    /// # Errors
    /// Fails if the interpreter fails, or if the output cannot be written.
    pub fn run(
        &self,
        inputs: &[Literal],
        folder: Option<&Path>,
        output: &mut impl Write,
    ) -> Result<bool, Failure> {
        let Shared { name, instructions, tested, .. } = &*self.shared;
        let outcomes = instructions.iter().map(|_| None).collect();
        *self.shared.lock() = Run { outcomes, folder: folder.map(Path::to_owned) };
        self.instrumented.run(inputs)?;
        let run = std::mem::take(&mut *self.shared.lock());
        let count =
            |is: fn(&Option<Outcome>) -> bool| run.outcomes.iter().filter(|it| is(it)).count();
        let same = count(|it| matches!(it, Some(Outcome::Same)));
        let different = count(|it| matches!(it, Some(Outcome::Different(_))));
        let refused = count(|it| matches!(it, Some(Outcome::Refused(_))));
        let unreached = count(Option::is_none);
        let (all, on) = (instructions.len(), tested.platform.name());
        let mut summary =
            format!("{name}: {same} of {all} operations alone on {on} match those on interpreter");
        for (count, what) in
            [(different, "differ"), (refused, "not run"), (unreached, "not reached")]
        {
            if count > 0 {
                summary += &format!(", {count} {what}");
            }
        }
        writeln!(output, "{summary}")?;
        Ok(different == 0)
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Run> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs an operation alone if the program reaches it for the first time. `number` is the index
    /// of the operation, and `values` are its operands and results.
    fn reach(&self, number: &Setting, values: &[Literal]) -> Result<(), String> {
        let Setting::Text(number) = number else {
            return Err("expected an operation number".to_owned());
        };
        let number: usize = number
            .parse()
            .map_err(|_| format!("expected an operation number, found `{number}`"))?;
        let folder = {
            let mut run = self.lock();
            match run.outcomes.get(number) {
                Some(None) => {}
                _ => return Ok(()),
            }
            // Claims the operation for this participant of a device mesh.
            run.outcomes[number] = Some(Outcome::Same);
            run.folder.as_ref().map(|folder| folder.join(number.to_string()))
        };
        let instruction = &self.instructions[number];
        let outcome = match &instruction.extracted {
            Err(reason) => Outcome::Refused(reason.clone()),
            Ok(extracted) => {
                let (operands, results) = values.split_at(extracted.parameters.len());
                let outcome = alone::run(extracted, operands, results, &self.tested);
                if let (Outcome::Different(_), Some(folder)) = (&outcome, &folder) {
                    let written = alone::write(folder, extracted, operands, results);
                    written.map_err(|error| error.to_string())?;
                }
                outcome
            }
        };
        let written = self.report(instruction, &outcome);
        self.lock().outcomes[number] = Some(outcome);
        written.map_err(|error| error.to_string())
    }

    fn report(&self, instruction: &Instruction, outcome: &Outcome) -> io::Result<()> {
        let Instruction { name, location, .. } = instruction;
        let place = if location.is_empty() { &self.name } else { location };
        let on = self.tested.platform.name();
        let mut output = io::stderr();
        match outcome {
            Outcome::Same => Ok(()),
            Outcome::Different(differences) => differences.iter().try_for_each(|difference| {
                writeln!(output, "{place}: error: `{name}` alone on {on}: {difference}")
            }),
            Outcome::Refused(reason) => {
                writeln!(output, "{place}: warning: `{name}` was not run alone on {on}: {reason}")
            }
        }
    }
}
