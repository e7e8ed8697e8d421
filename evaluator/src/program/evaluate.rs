// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Evaluation of the functions of a program.

use super::function::Program;
use crate::run::{DeviceMesh, Host, Membership, Participant};
use crate::{Error, Value};
use std::sync::Arc;

impl Program {
    /// Evaluates a function and returns its results.
    ///
    /// # Errors
    /// Fails if there is no such function, or if the arguments differ from its parameters in number
    /// or type. Returns [`Error::Program`] with the location of an operation that failed.
    pub fn evaluate(&self, function: &str, arguments: Vec<Value>) -> Result<Vec<Value>, Error> {
        self.evaluate_on(&Arc::default(), function, arguments)
    }

    /// Evaluates a function that may communicate with `host`, and returns its results.
    ///
    /// # Errors
    /// Fails under the same conditions as [`evaluate`](Self::evaluate).
    pub fn evaluate_on(
        &self,
        host: &Arc<Host>,
        function: &str,
        arguments: Vec<Value>,
    ) -> Result<Vec<Value>, Error> {
        let mesh = DeviceMesh::new(Arc::clone(host), 1, 1);
        Participant::alone(self, &mesh).call(function, arguments)
    }

    /// Evaluates a function as one participant of a device mesh, and returns its results.
    ///
    /// # Errors
    /// Fails under the same conditions as [`evaluate`](Self::evaluate), and if this participant
    /// waits for another participant that fails.
    pub fn evaluate_in(
        &self,
        member: &Membership,
        function: &str,
        arguments: Vec<Value>,
    ) -> Result<Vec<Value>, Error> {
        Participant::of(self, member).call(function, arguments)
    }
}
