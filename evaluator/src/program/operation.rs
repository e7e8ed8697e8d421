// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Regions and operations of decoded programs.
//!
//! Regions consist of operations, and operations run regions. They run regions through a [`Frame`],
//! an interface of the code that executes programs, so that operations do not depend on this code.

use crate::run::{DeviceMesh, ParticipantId};
use crate::{Error, Literal, Type, Value};
use std::fmt::Debug;

/// The index of a value among the values of its function.
pub type Slot = usize;

/// A region: operations in order, with arguments and results.
#[derive(Debug)]
pub struct Region {
    /// The slots of the arguments of the region.
    pub arguments: Vec<Slot>,
    /// The operations of the region, in order of execution.
    pub nodes: Vec<Node>,
    /// The slots of the values that the region returns.
    pub results: Vec<Slot>,
}

/// An operation with its location, operands and results.
#[derive(Debug)]
pub struct Node {
    /// The name of the operation, such as `stablehlo.add`.
    pub name: String,
    /// The location of the operation in the user's program, `file:line:column`.
    pub location: String,
    /// The operands. A value is moved at its last use.
    pub operands: Vec<Operand>,
    /// The slots of the results of the operation.
    pub results: Vec<Slot>,
    /// The types of the results, as the program declares them.
    pub result_types: Vec<Type>,
    /// The computation of the results from the operands.
    pub operation: Box<dyn Operation>,
}

/// An operand of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    /// The slot of the value that is the operand.
    pub slot: Slot,
    /// Whether this operand is the last use of its value.
    pub last: bool,
}

/// The computation of an operation. Everything that does not depend on the operands is decoded in
/// advance.
pub trait Operation: Debug + Send + Sync {
    /// Computes the results of the operation from its operands.
    ///
    /// # Errors
    /// Fails if the results cannot be computed. The caller adds the operation's location to the
    /// message.
    fn evaluate(&self, operands: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error>;

    /// Returns the regions that the operation runs.
    fn regions(&self) -> Vec<&Region> {
        Vec::new()
    }
}

/// The activation of a function, through which an operation runs regions and calls functions.
pub trait Frame {
    /// Returns the device mesh of the participant that executes the function.
    fn mesh(&self) -> &DeviceMesh;

    /// Returns the position of the participant in the device mesh.
    fn id(&self) -> ParticipantId;

    /// Runs a region of the function.
    ///
    /// # Errors
    /// Returns [`Error::Program`] with the location of the operation that failed. Also fails if
    /// calls and regions nest too deep.
    fn run(&mut self, region: &Region, arguments: Vec<Value>) -> Result<Vec<Value>, Error>;

    /// Calls a function of the program.
    ///
    /// # Errors
    /// Fails if there is no such function or if calls nest too deep. Returns [`Error::Program`]
    /// with the location of an operation that failed.
    fn call(&mut self, function: &str, arguments: Vec<Value>) -> Result<Vec<Value>, Error>;

    /// Calls functions in parallel, one for each participant of a new device mesh with `replicas`
    /// rows, and returns the results of each. If `infeed` is `Some`, each participant's infeed
    /// contains these tensors.
    ///
    /// # Errors
    /// Returns [`Error::Program`] with the messages of the participants that failed on their own,
    /// not because another participant failed. Also fails in a participant that has a
    /// [`Membership`](crate::Membership), such as the participants that this function starts.
    fn run_parallel(
        &mut self,
        replicas: u32,
        calls: Vec<(String, Vec<Value>)>,
        infeed: Option<Vec<Literal>>,
    ) -> Result<Vec<Vec<Value>>, Error>;
}

impl Region {
    /// Returns the values that the region defines: its arguments, and the results of its
    /// operations.
    pub fn defined(&self) -> impl Iterator<Item = Slot> + '_ {
        let results = self.nodes.iter().flat_map(|node| &node.results);
        self.arguments.iter().chain(results).copied()
    }

    /// Returns every value that this region and nested regions use as an operand or return.
    pub fn uses(&self) -> Vec<Slot> {
        let mut uses = self.results.clone();
        for node in &self.nodes {
            uses.extend(node.operands.iter().map(|operand| operand.slot));
            uses.extend(node.operation.regions().into_iter().flat_map(Self::uses));
        }
        uses
    }
}
