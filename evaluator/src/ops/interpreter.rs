// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The interpreter dialect, through which test programs control the evaluator, and
//! `check.expect_serialized_eq`, which checks the values that its probes recorded.

mod print;

pub use print::pretty;

use super::attributes::to_size;
use crate::program::{Frame, Operation};
use crate::{Error, Literal, Value, ffi};
use hloom_dialects::op::Op;
use hloom_dialects::op_view::{OpView, read_array};
use hloom_values::{Tolerance, compare};
use melior::ir::Attribute;
use melior::ir::attribute::{FlatSymbolRefAttribute, TypeAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;

/// Decodes an operation of the interpreter dialect.
///
/// # Errors
/// Fails if an attribute, a type or a region of the operation cannot be decoded.
pub fn decode(op: &OpView) -> Result<Box<dyn Operation>, Error> {
    Ok(match op.op() {
        Op::InterpreterProbe => Box::new(Probe(op.string("probe_id")?.to_owned())),
        Op::InterpreterPrint => Box::new(Print(ffi::name_of_value(op.operand(0)?))),
        Op::InterpreterRunParallel => Box::new(run_parallel(op)?),
        Op::CheckExpectSerializedEq => Box::new(ExpectRecorded {
            probe: op.string("probe_id")?.to_owned(),
            iteration: to_size(op.optional_integer("iteration").unwrap_or(0))?,
        }),
        other => {
            return Err(Error::Internal(format!(
                "the evaluator passed `{other}` to the decoder of interpreter operations"
            )));
        }
    })
}

/// An `interpreter.probe` operation, which records its operands and returns them.
#[derive(Debug)]
struct Probe(String);

impl Operation for Probe {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        for operand in &operands {
            frame.mesh().host.record(&self.0, operand.tensor()?.clone());
        }
        Ok(operands)
    }
}

/// An `interpreter.print` operation, which prints the SSA name and the value of its operand.
#[derive(Debug)]
struct Print(String);

impl Operation for Print {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        let tensor = operands.first().map(Value::tensor).transpose()?;
        let text = tensor.map(print::pretty).unwrap_or_default();
        frame.mesh().host.print(&format!("{} = {text}\n", self.0))?;
        Ok(Vec::new())
    }
}

/// A `check.expect_serialized_eq` operation, which checks that a probe recorded the same tensor.
#[derive(Debug)]
struct ExpectRecorded {
    probe: String,
    iteration: usize,
}

impl Operation for ExpectRecorded {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        let Self { probe, iteration } = self;
        let seen = frame.mesh().host.recorded(probe);
        let times = seen.len();
        let recorded = seen.get(*iteration).ok_or_else(|| {
            Error::invalid(format!(
                "expected iteration {iteration} of probe `{probe}`, found {times} iterations"
            ))
        })?;
        for operand in &operands {
            let mismatch = compare(operand.tensor()?, recorded, Tolerance::ExactOrNan)?;
            if let Some(mismatch) = mismatch {
                let message =
                    format!("the operand differs from the value of probe `{probe}`: {mismatch}");
                return Err(Error::invalid(message));
            }
        }
        Ok(Vec::new())
    }
}

/// An `interpreter.run_parallel` operation, which calls functions in parallel, one for each
/// participant.
#[derive(Debug)]
struct RunParallel {
    replicas: u32,
    /// The functions in row-major order of the device mesh, each with its number of parameters.
    programs: Vec<(String, usize)>,
    infeed: Option<Vec<String>>,
}

fn run_parallel(op: &OpView) -> Result<RunParallel, Error> {
    let symbol = |attribute: Attribute| {
        let symbol = FlatSymbolRefAttribute::try_from(attribute);
        symbol
            .map(|symbol| symbol.value().to_owned())
            .map_err(|_| Error::invalid("expected names of functions in `programs` and `infeed`"))
    };
    let rows = op.optional_array("programs").unwrap_or_default();
    let replicas = u32::try_from(rows.len()).map_err(|_| {
        Error::invalid(format!("expected fewer than 2^32 replicas, found {}", rows.len()))
    })?;
    let mut programs = Vec::new();
    for program in rows.into_iter().filter_map(read_array).flatten() {
        let name = symbol(program)?;
        let ty = op.lookup_symbol(&name).and_then(|it| it.attribute("function_type").ok());
        let ty = ty.and_then(|ty| TypeAttribute::try_from(ty).ok());
        let ty = ty.and_then(|ty| FunctionType::try_from(ty.value()).ok());
        let ty = ty.ok_or_else(|| Error::invalid(format!("there is no function `@{name}`")))?;
        programs.push((name, ty.input_count()));
    }
    let infeed = op.optional_array("infeed");
    let infeed = infeed.map(|infeed| infeed.into_iter().map(symbol).collect());
    Ok(RunParallel { replicas, programs, infeed: infeed.transpose()? })
}

impl Operation for RunParallel {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        let mut operands = operands.into_iter();
        let calls = self
            .programs
            .iter()
            .map(|(name, count)| (name.clone(), operands.by_ref().take(*count).collect()));
        let calls = calls.collect();
        let mut feed = |name: &String| -> Result<Literal, Error> {
            let results = frame.call(name, Vec::new())?;
            let result = results.into_iter().next();
            let none = || Error::invalid(format!("`@{name}`: expected a result for the infeed"));
            result.ok_or_else(none)?.into_tensor()
        };
        let infeed = self.infeed.as_ref();
        let infeed = infeed.map(|names| names.iter().map(&mut feed).collect()).transpose()?;
        Ok(frame.run_parallel(self.replicas, calls, infeed)?.into_iter().flatten().collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::Host;
    use crate::ops::testing::{main_of, program};
    use std::io::Write;
    use std::sync::mpsc::{Sender, channel};

    /// Sends each written text to a channel.
    struct Lines(Sender<String>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            let sent = self.0.send(String::from_utf8_lossy(bytes).into_owned());
            sent.map(|()| bytes.len()).map_err(std::io::Error::other)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn values_are_printed_whole() {
        let program = program(
            "func.func @print() {
               %0 = stablehlo.iota dim = 0 : tensor<2xi32>
               interpreter.print %0 : tensor<2xi32>
               return
             }
             func.func @main() {
               \"interpreter.run_parallel\"() {programs = [[@print, @print]]} : () -> ()
               return
             }",
        );
        let (sender, receiver) = channel();
        let host = Host::printing_to(Lines(sender)).into();
        let program = program.expect("operations that can be evaluated");
        program.evaluate_on(&host, "main", Vec::new()).expect("printed");
        let printed: Vec<_> = receiver.try_iter().collect();
        assert_eq!(printed, ["%0 = tensor<2xi32> {\n  [0, 1]\n}\n"; 2]);
    }

    #[test]
    fn probes_keep_what_they_see() {
        let checked = |number: i32, iteration: i32| {
            main_of(&format!(
                "func.func @main() {{
                   %0 = stablehlo.constant dense<1> : tensor<i32>
                   %1 = interpreter.probe %0, probe_id = \"p/0\" : tensor<i32>
                   %2 = stablehlo.constant dense<{number}> : tensor<i32>
                   check.expect_serialized_eq %2, probe_id = \"p/0\", iter = {iteration} : tensor<i32>
                   return
                 }}"
            ))
        };
        assert_eq!(checked(1, 0), Ok(Vec::new()));
        let refusal =
            |outcome: Result<_, crate::Error>| outcome.map(|_: Vec<_>| ()).expect_err("no");
        let other = refusal(checked(2, 0)).to_string();
        let differs =
            "the operand differs from the value of probe `p/0`: element [] is 2, expected 1";
        assert!(other.contains(differs), "{other}");
        let none = refusal(checked(1, 1)).to_string();
        let missing = "expected iteration 1 of probe `p/0`, found 1 iterations";
        assert!(none.ends_with(missing), "{none}");
    }

    #[test]
    fn who_waits_for_one_that_fails_fails() {
        let refusal = main_of(
            "func.func @fails() -> tensor<i32> {
               %0 = stablehlo.constant dense<1> : tensor<i32>
               check.expect_serialized_eq %0, probe_id = \"none\" : tensor<i32>
               return %0 : tensor<i32>
             }
             func.func @waits() -> tensor<i32> {
               %0 = stablehlo.constant dense<1> : tensor<i32>
               %1 = \"stablehlo.cross-replica-sum\"(%0) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<i32>) -> tensor<i32>
               return %1 : tensor<i32>
             }
             func.func @main() {
               %0:2 = \"interpreter.run_parallel\"() {programs = [[@waits], [@fails]]} : () -> (tensor<i32>, tensor<i32>)
               return
             }",
        );
        let refusal = refusal.expect_err("a check that does not hold").to_string();
        let expected = "expected iteration 0 of probe `none`, found 0 iterations";
        assert_eq!(refusal, format!("test.mlir:3:16: error: {expected}"));
    }

    #[test]
    fn processes_do_not_start_others() {
        let refusal = main_of(
            "func.func @main() {
               \"interpreter.run_parallel\"() {programs = [[@main, @main]]} : () -> ()
               return
             }",
        );
        let refusal = refusal.expect_err("for ever").to_string();
        assert!(refusal.contains("a device mesh cannot start another mesh"), "{refusal}");
    }
}
