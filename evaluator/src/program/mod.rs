// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs made ready to be evaluated: nothing of MLIR is left, so they can be sent
//! between threads and outlive their context.

mod decode;
mod single;

pub use decode::{Decoder, located};
pub use single::evaluate_operation;

use crate::run::{Frame, Grid, Host, Membership, Process};
use crate::{Error, Type, Value};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

/// A module of functions.
#[derive(Debug, Default)]
pub struct Program {
    functions: BTreeMap<String, Function>,
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Where it stands in the user's program.
    pub location: String,
    /// The types of its parameters.
    pub arguments: Vec<Type>,
    /// The types of its results.
    pub results: Vec<Type>,
    /// What it does.
    pub(crate) body: Region,
    /// The values that it and the regions in it have, all together.
    pub(crate) slots: usize,
}

/// The place of a value among those of its function.
pub type Slot = usize;

/// Operations in order, with what goes in and what comes out.
#[derive(Debug)]
pub struct Region {
    /// Where the arguments go.
    pub arguments: Vec<Slot>,
    /// The operations.
    pub nodes: Vec<Node>,
    /// What the region hands back.
    pub results: Vec<Slot>,
}

/// An operation with its place in a program.
#[derive(Debug)]
pub struct Node {
    /// Its name, `stablehlo.add`.
    pub name: String,
    /// Where it stands in the user's program, `file:line:column`.
    pub location: String,
    /// The values it takes. One that is used no more afterwards is moved.
    pub operands: Vec<Operand>,
    /// Where its results go.
    pub results: Vec<Slot>,
    /// Their types, as the program declares them.
    pub result_types: Vec<Type>,
    /// What it does.
    pub operation: Box<dyn Operation>,
}

/// A value that an operation takes.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    /// Which.
    pub slot: Slot,
    /// Whether nothing reads it afterwards.
    pub last: bool,
}

/// What an operation does, with everything that does not depend on its operands.
pub trait Operation: Debug + Send + Sync {
    /// Its results.
    ///
    /// # Errors
    /// Why they cannot be had, without the place, which the caller knows.
    fn evaluate(&self, operands: Vec<Value>, frame: &mut Frame) -> Result<Vec<Value>, Error>;

    /// The regions it runs.
    fn regions(&self) -> Vec<&Region> {
        Vec::new()
    }
}

impl Region {
    /// The values that are the region's own: its arguments, and what its operations make.
    pub fn defined(&self) -> impl Iterator<Item = Slot> + '_ {
        let results = self.nodes.iter().flat_map(|node| &node.results);
        self.arguments.iter().chain(results).copied()
    }

    /// Every value that the operations of the region and of those in it take, and that
    /// they hand back.
    pub fn uses(&self) -> Vec<Slot> {
        let mut uses = self.results.clone();
        for node in &self.nodes {
            uses.extend(node.operands.iter().map(|operand| operand.slot));
            uses.extend(node.operation.regions().into_iter().flat_map(Self::uses));
        }
        uses
    }
}

impl Program {
    /// Makes a verified module ready.
    ///
    /// # Errors
    /// [`Error::Program`] at every operation that cannot be evaluated.
    pub fn decode(module: &melior::ir::Module) -> Result<Self, Error> {
        decode::module(module)
    }

    /// A function.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.get(name)
    }

    /// The results of a function.
    ///
    /// # Errors
    /// If there is no such function, if the arguments are not of its types, and
    /// [`Error::Program`] at the operation that cannot be evaluated.
    pub fn evaluate(&self, function: &str, arguments: Vec<Value>) -> Result<Vec<Value>, Error> {
        self.evaluate_on(&Arc::default(), function, arguments)
    }

    /// The results of a function that reaches outside of itself.
    ///
    /// # Errors
    /// As [`evaluate`](Self::evaluate) has them.
    pub fn evaluate_on(
        &self,
        host: &Arc<Host>,
        function: &str,
        arguments: Vec<Value>,
    ) -> Result<Vec<Value>, Error> {
        let grid = Grid::new(Arc::clone(host), 1, 1);
        Process::alone(self, &grid).call(function, arguments)
    }

    /// The results of a function in one of the processes of a grid.
    ///
    /// # Errors
    /// As [`evaluate`](Self::evaluate) has them; also if another process fails that this one
    /// waits for.
    pub fn evaluate_in(
        &self,
        member: &Membership,
        function: &str,
        arguments: Vec<Value>,
    ) -> Result<Vec<Value>, Error> {
        Process::of(self, member).call(function, arguments)
    }
}
