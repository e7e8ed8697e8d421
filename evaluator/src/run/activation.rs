// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Calls of functions, and execution of their regions by the participants of a device mesh.

use super::device_mesh::DeviceMesh;
use super::membership::Membership;
use super::parallel;
use super::participant_id::ParticipantId;
use crate::error::located;
use crate::program::{Frame, Function, Program, Region};
use crate::{Error, Literal, Type, Value};

/// Maximum number of nested calls.
const DEPTH: usize = 256;

/// Maximum number of nested calls and regions together. A thread's stack is large enough for this
/// number.
const NESTING: usize = 1024;

/// A participant, which runs one function of a program in parallel with the other participants of a
/// device mesh.
#[derive(Clone, Copy, Debug)]
pub struct Participant<'r> {
    /// The program that contains the function.
    pub program: &'r Program,
    /// All participants of the run, including this participant.
    pub mesh: &'r DeviceMesh,
    /// The position of this participant in the device mesh.
    pub id: ParticipantId,
    /// Whether the participant has a [`Membership`]. Such a participant cannot start another mesh.
    nested: bool,
}

/// The activation of a function: its values and its nesting.
#[derive(Debug)]
pub struct Activation<'r> {
    /// The participant that executes the function.
    participant: Participant<'r>,
    slots: Vec<Option<Value>>,
    depth: usize,
    /// The number of enclosing calls and regions.
    nesting: usize,
}

impl<'r> Participant<'r> {
    /// Creates the only participant of a device mesh.
    pub fn alone(program: &'r Program, mesh: &'r DeviceMesh) -> Self {
        Self { program, mesh, id: ParticipantId::default(), nested: false }
    }

    /// Creates the participant of a membership.
    pub fn of(program: &'r Program, member: &'r Membership) -> Self {
        Self { program, mesh: member.mesh(), id: member.id(), nested: true }
    }

    /// Calls a function of the program.
    ///
    /// # Errors
    /// Fails under the same conditions as [`Program::evaluate`].
    pub fn call(&self, function: &str, arguments: Vec<Value>) -> Result<Vec<Value>, Error> {
        call(*self, function, arguments, [0, 0])
    }
}

impl<'r> Activation<'r> {
    /// Creates an activation with room for `slots` values.
    pub fn new(participant: Participant<'r>, slots: usize) -> Self {
        Self { participant, slots: vec![None; slots], depth: 0, nesting: 0 }
    }
}

impl Frame for Activation<'_> {
    fn mesh(&self) -> &DeviceMesh {
        self.participant.mesh
    }

    fn id(&self) -> ParticipantId {
        self.participant.id
    }

    fn run(&mut self, region: &Region, arguments: Vec<Value>) -> Result<Vec<Value>, Error> {
        if region.arguments.len() != arguments.len() {
            let (takes, given) = (region.arguments.len(), arguments.len());
            let message =
                format!("the evaluator passed {given} arguments to a region that takes {takes}");
            return Err(Error::Internal(message));
        }
        if self.nesting > NESTING {
            return Err(Error::invalid(format!(
                "calls and regions nest more than {NESTING} levels deep"
            )));
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
                let (name, expected, found) = (&node.name, node.results.len(), results.len());
                let message = format!(
                    "the evaluator computed {found} results of `{name}`, expected {expected}"
                );
                return Err(Error::Internal(message));
            }
            for ((slot, ty), value) in node.results.iter().zip(&node.result_types).zip(results) {
                if !value.is_of(ty) {
                    let error = mismatch(&format!("`{}`", node.name), &value, ty);
                    return Err(Error::Program(located(&node.location, &error)));
                }
                self.slots[*slot] = Some(value);
            }
        }
        self.nesting -= 1;
        let results = region.results.iter().map(|slot| self.slots[*slot].clone());
        let results = results.collect::<Option<_>>().ok_or_else(unset);
        // Drops the region's references, so that the caller can update the results in place.
        for slot in region.defined() {
            self.slots[slot] = None;
        }
        results
    }

    fn call(&mut self, function: &str, arguments: Vec<Value>) -> Result<Vec<Value>, Error> {
        call(self.participant, function, arguments, [self.depth + 1, self.nesting + 1])
    }

    fn run_parallel(
        &mut self,
        replicas: u32,
        calls: Vec<(String, Vec<Value>)>,
        infeed: Option<Vec<Literal>>,
    ) -> Result<Vec<Vec<Value>>, Error> {
        let Participant { program, mesh, nested, .. } = self.participant;
        if nested {
            return Err(Error::invalid("a participant of a device mesh cannot start another mesh"));
        }
        let depth = self.depth + 1;
        parallel::run(&mesh.host, replicas, calls, infeed, |member, function, arguments| {
            call(Participant::of(program, member), function, arguments, [depth, 0])
        })
    }
}

fn call(
    participant: Participant,
    name: &str,
    arguments: Vec<Value>,
    [depth, nesting]: [usize; 2],
) -> Result<Vec<Value>, Error> {
    let function = participant.program.function(name).ok_or_else(|| {
        Error::invalid(format!("expected a function `@{name}` with a body, found none"))
    })?;
    if depth > DEPTH {
        return Err(Error::invalid(format!("calls nest more than {DEPTH} levels deep")));
    }
    check_arguments(function, &arguments)?;
    let slots = vec![None; function.slots];
    Activation { participant, slots, depth, nesting }.run(&function.body, arguments)
}

fn check_arguments(function: &Function, arguments: &[Value]) -> Result<(), Error> {
    let (name, takes, given) = (&function.name, function.arguments.len(), arguments.len());
    if takes != given {
        return Err(Error::invalid(format!(
            "`@{name}`: expected {takes} arguments, found {given}"
        )));
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
            Error::invalid(format!("{what}: expected `{tensor}`, found `{}`", literal.shape()))
        }
        _ => Error::invalid(format!(
            "{what}: expected a value of the declared type, found one of another type"
        )),
    }
}

fn unset() -> Error {
    Error::Internal("the evaluator used a value before it was computed".to_owned())
}
