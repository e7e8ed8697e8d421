// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What runs a program: functions, and the processes they run in.

mod grid;
mod host;
mod membership;
mod parallel;
mod queues;

pub use grid::{Grid, ProcessId};
pub use host::Host;
pub use membership::Membership;
pub(crate) use queues::Lane;
pub use queues::Queues;

use crate::program::{Function, Program, Region, located};
use crate::{Error, Type, Value};

/// How deep calls may nest.
const DEPTH: usize = 256;

/// How deep calls and regions may nest together: a thread's stack has room for more.
const NESTING: usize = 1024;

/// A process: it runs one function of a program, beside others of a grid.
#[derive(Clone, Copy, Debug)]
pub struct Process<'r> {
    /// The program.
    pub program: &'r Program,
    /// The grid it is part of.
    pub grid: &'r Grid,
    /// Its place in the grid.
    pub id: ProcessId,
    /// Whether a program of the grid's host has started it.
    nested: bool,
}

/// A call of a function.
#[derive(Debug)]
pub struct Frame<'r> {
    /// The process it happens in.
    pub process: Process<'r>,
    slots: Vec<Option<Value>>,
    depth: usize,
    /// How many calls and regions this is in.
    nesting: usize,
}

impl<'r> Process<'r> {
    /// The only process of a grid.
    pub fn alone(program: &'r Program, grid: &'r Grid) -> Self {
        Self { program, grid, id: ProcessId::default(), nested: false }
    }

    /// One of the processes of a grid.
    pub fn of(program: &'r Program, member: &'r Membership) -> Self {
        Self { program, grid: member.grid(), id: member.id(), nested: true }
    }

    /// Calls a function.
    ///
    /// # Errors
    /// As [`Program::evaluate`] has them.
    pub fn call(&self, function: &str, arguments: Vec<Value>) -> Result<Vec<Value>, Error> {
        call(*self, function, arguments, [0, 0])
    }
}

impl<'r> Frame<'r> {
    /// A call with room for so many values.
    pub fn new(process: Process<'r>, slots: usize) -> Self {
        Self { process, slots: vec![None; slots], depth: 0, nesting: 0 }
    }

    /// Runs a region of the function.
    ///
    /// # Errors
    /// [`Error::Program`] at the operation that cannot be evaluated.
    pub fn run(&mut self, region: &Region, arguments: Vec<Value>) -> Result<Vec<Value>, Error> {
        if region.arguments.len() != arguments.len() {
            let (takes, given) = (region.arguments.len(), arguments.len());
            let message = format!("a region of {takes} arguments is given {given}");
            return Err(Error::Internal(message));
        }
        if self.nesting > NESTING {
            return Err(Error::invalid(format!("calls and regions nest more than {NESTING} deep")));
        }
        self.nesting += 1;
        for (slot, argument) in region.arguments.iter().zip(arguments) {
            self.slots[*slot] = Some(argument);
        }
        for node in &region.nodes {
            let mut operands = Vec::with_capacity(node.operands.len());
            for operand in &node.operands {
                let slot = &mut self.slots[operand.slot];
                let value = if operand.last { slot.take() } else { slot.clone() };
                operands.push(value.ok_or_else(unset)?);
            }
            let results = node
                .operation
                .evaluate(operands, self)
                .map_err(|error| Error::Program(located(&node.location, &error)))?;
            if results.len() != node.results.len() {
                let message = format!("{} results of `{}`", results.len(), node.name);
                return Err(Error::Internal(message));
            }
            for ((slot, ty), value) in node.results.iter().zip(&node.result_types).zip(results) {
                if !value.is_of(ty) {
                    let error = mismatch(&node.name, &value, ty);
                    return Err(Error::Program(located(&node.location, &error)));
                }
                self.slots[*slot] = Some(value);
            }
        }
        self.nesting -= 1;
        let results = region.results.iter().map(|slot| self.slots[*slot].clone());
        let results = results.collect::<Option<_>>().ok_or_else(unset);
        // Nothing may hold what the caller could change in place.
        for slot in region.defined() {
            self.slots[slot] = None;
        }
        results
    }

    /// Calls a function of the program.
    ///
    /// # Errors
    /// If there is no such function, if calls nest too deep, and
    /// [`Error::Program`] at the operation that cannot be evaluated.
    pub fn call(&mut self, function: &str, arguments: Vec<Value>) -> Result<Vec<Value>, Error> {
        call(self.process, function, arguments, [self.depth + 1, self.nesting + 1])
    }
}

fn call(
    process: Process,
    name: &str,
    arguments: Vec<Value>,
    [depth, nesting]: [usize; 2],
) -> Result<Vec<Value>, Error> {
    let function = process.program.function(name).ok_or_else(|| {
        Error::invalid(format!("`@{name}` has no body: there is nothing to evaluate"))
    })?;
    if depth > DEPTH {
        return Err(Error::invalid(format!("calls nest more than {DEPTH} deep")));
    }
    check_arguments(function, &arguments)?;
    let slots = vec![None; function.slots];
    Frame { process, slots, depth, nesting }.run(&function.body, arguments)
}

fn check_arguments(function: &Function, arguments: &[Value]) -> Result<(), Error> {
    let (name, takes, given) = (&function.name, function.arguments.len(), arguments.len());
    if takes != given {
        return Err(Error::invalid(format!("`@{name}` takes {takes} arguments, not {given}")));
    }
    let wrong = function.arguments.iter().zip(arguments).position(|(ty, it)| !it.is_of(ty));
    match wrong {
        Some(index) => {
            let what = format!("argument {index} of `@{name}`");
            Err(mismatch(&what, &arguments[index], &function.arguments[index]))
        }
        None => Ok(()),
    }
}

fn mismatch(what: &str, value: &Value, ty: &Type) -> Error {
    match (value, ty) {
        (Value::Tensor(literal), Type::Tensor(tensor)) => {
            Error::invalid(format!("`{what}` is a {}, declared as {tensor}", literal.shape()))
        }
        _ => Error::invalid(format!("`{what}` is not of its type")),
    }
}

fn unset() -> Error {
    Error::Internal("a value was used before it was computed".to_owned())
}
