// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The host of a program, that is, its environment outside the device.

use super::queues::Queues;
use crate::custom_call::CustomCallRegistry;
use crate::{Error, Literal};
use std::fmt::{self, Debug};
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The host of a program: queues of tensors, an output stream, the functions that custom calls
/// can call, and the values that probes recorded.
pub struct Host {
    /// Infeeds, outfeeds and channels.
    pub queues: Arc<Queues>,
    /// The functions that custom calls can call.
    pub custom_calls: CustomCallRegistry,
    probes: Mutex<Vec<(String, Literal)>>,
    output: Mutex<Box<dyn Write + Send>>,
}

impl Default for Host {
    fn default() -> Self {
        Self::printing_to(std::io::stdout())
    }
}

impl Host {
    /// Creates a host that prints to `output` instead of the standard output.
    pub fn printing_to(output: impl Write + Send + 'static) -> Self {
        Self {
            queues: Arc::default(),
            custom_calls: CustomCallRegistry::process_wide(),
            probes: Mutex::default(),
            output: Mutex::new(Box::new(output)),
        }
    }

    /// Replaces the queues by `queues`, which other hosts may share.
    #[must_use]
    pub fn with_queues(self, queues: Arc<Queues>) -> Self {
        Self { queues, ..self }
    }

    /// Prints `text` without interleaved output of other threads.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn print(&self, text: &str) -> Result<(), Error> {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        output
            .write_all(text.as_bytes())
            .and_then(|()| output.flush())
            .map_err(|error| Error::invalid(format!("cannot print: {error}")))
    }

    /// Records a value under the name of a probe.
    pub fn record(&self, probe: &str, value: Literal) {
        self.probes().push((probe.to_owned(), value));
    }

    /// Returns the values that a probe recorded, in order.
    pub fn recorded(&self, probe: &str) -> Vec<Literal> {
        let probes = self.probes();
        let own = probes.iter().filter(|(name, _)| name == probe);
        own.map(|(_, value)| value.clone()).collect()
    }

    /// Returns the values that all probes recorded, in order, with the names of the probes.
    pub fn recordings(&self) -> Vec<(String, Literal)> {
        self.probes().clone()
    }

    fn probes(&self) -> MutexGuard<'_, Vec<(String, Literal)>> {
        self.probes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Debug for Host {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.debug_struct("Host").field("queues", &self.queues).finish_non_exhaustive()
    }
}
