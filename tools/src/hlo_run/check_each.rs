// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `--check-each`: evaluates a program before and after each pass at level `hlo`.
//!
//! The report names the first pass that changes a result, and the first operation whose own value
//! this pass changes. To find the operation, the tool changes the entry function to return the
//! value of one operation instead of the results, and runs the pass on that program. With
//! bisection, few such programs are needed.

use super::arguments::Arguments;
use super::input::{Input, Randomness, load_all};
use crate::command::{Failure, warning_handler};
use hloom_codegen::lower::{Author, run_passes, run_passes_of};
use hloom_compiler::interface::{CompileOptions, Platform};
use hloom_compiler::{CompiledProgram, Error, Literal, Program, mlir};
use hloom_dialects::diagnostic::render_location;
use hloom_dialects::parse_module;
use hloom_lowering::ir::{self, Builder, Context, Op};
use hloom_lowering::pipeline::Level;
use hloom_values::{Tolerance, compare};
use melior::ir::attribute::TypeAttribute;
use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use melior::ir::r#type::FunctionType;
use melior::ir::{Module, ValueLike};
use std::io::Write;

/// Checks the passes of a platform on one program. Returns true if no pass changes a result.
///
/// # Errors
/// Fails if the program is invalid, if a pass fails, if `evaluator` cannot run the program, or if
/// the inputs do not match the program.
pub fn run(
    arguments: &Arguments,
    inputs: &[Input],
    platform: &dyn Platform,
    evaluator: &dyn Platform,
    program: &Program,
    output: &mut impl Write,
) -> Result<bool, Failure> {
    let known = inputs.iter().map(Input::known).collect();
    let options = CompileOptions { arguments: known, ..CompileOptions::default() };
    let compiled = CompiledProgram::new(evaluator, program, &options)?;
    let types = compiled.argument_types();
    let random = arguments.random.of_iteration(0, types.len());
    let random = Randomness { fill: random.fill || inputs.is_empty(), ..random };
    let inputs = load_all(inputs, &compiled.executable().signature().name, &types, &random)?;
    let mut results = compiled.run(&inputs)?;

    let context = hloom_dialects::Context::new();
    let mut module = mlir::parse(&context, program)?;
    let entry = mlir::keep_entry(&context, &mut module, program)?;
    let check = Check { evaluator, options, name: program.name(), entry, inputs };
    let author = Author::of(&arguments.changes.read()?);
    let (mut checked, mut unknown) = (0, Vec::new());
    for (level, passes) in arguments.changes.steps(platform.name(), Level::Hlo)? {
        if level > Level::Hlo {
            break;
        }
        let before = text(&module)?;
        let (step, mut warnings) = (format!("builtin.module({passes})"), Vec::new());
        let ran = run_passes_of(author, &context, &mut module, &step, &mut warnings);
        warnings.iter().for_each(|warning| warning_handler().warn(&warning.to_string()));
        ran?;
        let after = text(&module)?;
        checked += 1;
        if before == after {
            continue;
        }
        match check.evaluate(&after) {
            Ok(found) => {
                if let Some(difference) = difference(&found, &results) {
                    let place = check.first_changed(&context, &before, &passes);
                    let place = place.map(|place| format!("; {place}")).unwrap_or_default();
                    let name = check.name;
                    writeln!(
                        output,
                        "{name}: error: pass {checked} `{passes}` changes {difference}{place}"
                    )?;
                    return Ok(false);
                }
                results = found;
            }
            Err(_) => unknown.push(passes),
        }
    }
    let (name, evaluator) = (program.name(), evaluator.name());
    writeln!(output, "{name}: no pass of {checked} at level hlo changes a result")?;
    if !unknown.is_empty() {
        let list = unknown.join("`, `");
        writeln!(output, "{name}: note: {evaluator} cannot run the program after `{list}`")?;
    }
    Ok(true)
}

/// The platform, options and inputs with which one program is evaluated after each pass.
struct Check<'a> {
    evaluator: &'a dyn Platform,
    options: CompileOptions,
    name: &'a str,
    entry: String,
    inputs: Vec<Literal>,
}

impl Check<'_> {
    fn evaluate(&self, text: &str) -> Result<Vec<Literal>, Error> {
        let program = Program::from_text(self.name, text)?.with_entry(&self.entry);
        CompiledProgram::new(self.evaluator, &program, &self.options)?.run(&self.inputs)
    }

    /// Describes the first operation in the entry function of the program `before` whose value the
    /// passes `passes` change. Returns `None` if there is no such operation.
    fn first_changed(&self, context: &Context, before: &str, passes: &str) -> Option<String> {
        let count = self.operations(context, before)?;
        let is_changed = |number: usize| self.is_changed(context, before, passes, number);
        let last = (0..count).rev().find(|number| is_changed(*number))?;
        // Before `low`, no operation is known to change; `high` does.
        let (mut low, mut high) = (0, last);
        while low < high {
            let middle = low.midpoint(high);
            if is_changed(middle) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        let module = parse_module(context, before, self.name).ok()?;
        let (_, op) = self.operation(&module, high)?;
        let (place, name) = (render_location(op.location()), ir::op_name(op));
        Some(format!("the first operation whose value changes is `{name}` at {place}"))
    }

    fn operations(&self, context: &Context, text: &str) -> Option<usize> {
        let module = parse_module(context, text, self.name).ok()?;
        Some((0..).take_while(|number| self.operation(&module, *number).is_some()).count())
    }

    /// Returns the entry function, and its operation with the index `number` among the operations
    /// with results.
    fn operation<'c, 'a>(&self, module: &'a Module<'c>, number: usize) -> Option<(Op<'a>, Op<'a>)>
    where
        'c: 'a,
    {
        let functions = mlir::functions(module).into_iter();
        let entry: Op<'a> = functions.into_iter().find(|it| mlir::symbol(it) == self.entry)?;
        let block = ir::regions(entry).into_iter().flat_map(ir::blocks).next()?;
        let mut ops = ir::ops(block).into_iter().filter(|op| !ir::results(*op).is_empty());
        ops.nth(number).map(|op| (entry, op))
    }

    /// Returns true if the passes `passes` change the value of the operation with the index
    /// `number` among the operations with results.
    fn is_changed(&self, context: &Context, before: &str, passes: &str, number: usize) -> bool {
        let compared = || {
            let mut module = parse_module(context, before, self.name).ok()?;
            {
                let (entry, op) = self.operation(&module, number)?;
                return_only(context, entry, op)?;
            }
            let expected = self.evaluate(&text(&module).ok()?).ok()?;
            run_passes(context, &mut module, &format!("builtin.module({passes})")).ok()?;
            let found = self.evaluate(&text(&module).ok()?).ok()?;
            difference(&found, &expected)
        };
        compared().is_some()
    }
}

/// Changes a function to return only the results of the operation `op` in its body.
fn return_only<'a>(context: &'a Context, function: Op<'a>, op: Op<'a>) -> Option<()> {
    let block = ir::regions(function).into_iter().flat_map(ir::blocks).next()?;
    let end = ir::ops(block).pop()?;
    let results = ir::results(op);
    Builder::before(context, end).op("func.return").operands(&results).build();
    ir::erase(end);
    let types = |values: Vec<ir::Value<'a>>| -> Vec<_> {
        values.into_iter().map(|value| value.r#type()).collect()
    };
    let ty = FunctionType::new(context, &types(ir::args(block)), &types(results));
    ir::set_attribute(function, "function_type", TypeAttribute::new(ty.into()).into());
    ir::remove_attribute(function, "res_attrs");
    Some(())
}

/// Returns the MLIR text of a module with locations.
fn text(module: &Module) -> Result<String, Error> {
    let flags = OperationPrintingFlags::new().enable_debug_info(true, false);
    let text = module.as_operation().to_string_with_flags(flags);
    text.map_err(|error| Error::Internal(error.to_string()))
}

/// Describes the first difference between the results `found` and `expected` of two programs;
/// `None` if there is none.
fn difference(found: &[Literal], expected: &[Literal]) -> Option<String> {
    if found.len() != expected.len() {
        return Some(format!("the number of results from {} to {}", expected.len(), found.len()));
    }
    found.iter().zip(expected).enumerate().find_map(|(index, (found, expected))| {
        let tolerance = Tolerance::of_sums(expected.shape().element_type);
        match compare(found, expected, tolerance) {
            Ok(None) => None,
            Ok(Some(mismatch)) => Some(format!("result {index}: {mismatch}")),
            Err(error) => Some(format!("result {index}: {error}")),
        }
    })
}
