// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What a program reaches outside of itself.

use super::Queues;
use crate::custom_call::CustomCallRegistry;
use crate::{Error, Literal};
use std::collections::BTreeMap;
use std::fmt::{self, Debug};
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// What a program reaches outside of itself: queues of tensors, a place to print to,
/// functions of other languages; and what its probes have seen.
pub struct Host {
    /// Infeeds, outfeeds and channels.
    pub queues: Arc<Queues>,
    /// What custom calls call.
    pub custom_calls: CustomCallRegistry,
    probes: Mutex<BTreeMap<String, Vec<Literal>>>,
    output: Mutex<Box<dyn Write + Send>>,
}

impl Default for Host {
    fn default() -> Self {
        Self::printing_to(std::io::stdout())
    }
}

impl Host {
    /// A host that prints somewhere else than to the standard output.
    pub fn printing_to(output: impl Write + Send + 'static) -> Self {
        Self {
            queues: Arc::default(),
            custom_calls: CustomCallRegistry::process_wide(),
            probes: Mutex::default(),
            output: Mutex::new(Box::new(output)),
        }
    }

    /// The same host with other queues, which others have, too.
    #[must_use]
    pub fn with_queues(self, queues: Arc<Queues>) -> Self {
        Self { queues, ..self }
    }

    /// Prints a text in one piece.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn print(&self, text: &str) -> Result<(), Error> {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        output
            .write_all(text.as_bytes())
            .and_then(|()| output.flush())
            .map_err(|error| Error::invalid(format!("cannot print: {error}")))
    }

    /// Keeps a value that a probe has seen.
    pub fn record(&self, probe: &str, value: Literal) {
        let mut probes = self.probes.lock().unwrap_or_else(PoisonError::into_inner);
        probes.entry(probe.to_owned()).or_default().push(value);
    }

    /// The values that a probe has seen, in order.
    pub fn recorded(&self, probe: &str) -> Vec<Literal> {
        let probes = self.probes.lock().unwrap_or_else(PoisonError::into_inner);
        probes.get(probe).cloned().unwrap_or_default()
    }
}

impl Debug for Host {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.debug_struct("Host").field("queues", &self.queues).finish_non_exhaustive()
    }
}
