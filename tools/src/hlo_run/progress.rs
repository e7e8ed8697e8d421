// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Word of a compilation that takes long.

use hloom_compiler::interface::Progress as Listener;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write, stderr};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a compilation may take before there is word of it.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often a spinner turns.
const TICK: Duration = Duration::from_millis(100);

/// Tells on the standard error how far a compilation is, from two seconds on:
/// by a spinner on a terminal, else by a line for each stage.
pub(super) struct Progress {
    sender: Sender<Option<String>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Begins to wait; `what` is compiled.
    pub fn new(what: &str) -> Self {
        let (sender, receiver) = mpsc::channel();
        let word = Word { what: what.to_owned(), receiver, start: Instant::now() };
        let thread = std::thread::spawn(move || {
            let Some(stage) = word.wait(PATIENCE) else { return };
            if stderr().is_terminal() {
                word.spin(&stage);
            } else {
                word.lines(stage, &mut stderr());
            }
        });
        Self { sender, thread: Some(thread) }
    }

    /// What the compiler tells its stages to.
    pub fn listener(&self) -> Listener {
        let sender = Mutex::new(self.sender.clone());
        Arc::new(move |stage| {
            let sender = sender.lock().unwrap_or_else(PoisonError::into_inner);
            // The thread is gone only when the compilation is over.
            let _ = sender.send(Some(stage.to_owned()));
        })
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        // The thread is gone already only if it panicked, which was printed;
        // the compilation does not depend on it.
        let _ = self.sender.send(None);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The stages of a compilation as they begin; nothing when it is over.
struct Word {
    what: String,
    receiver: Receiver<Option<String>>,
    start: Instant,
}

impl Word {
    /// The stage reached when patience ends, unless the compilation does before.
    fn wait(&self, patience: Duration) -> Option<String> {
        let mut stage = String::new();
        loop {
            match self.receiver.recv_timeout(patience.saturating_sub(self.start.elapsed())) {
                Ok(Some(next)) => stage = next,
                Err(RecvTimeoutError::Timeout) => return Some(stage),
                Ok(None) | Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    fn spin(&self, stage: &str) {
        let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}");
        let bar = ProgressBar::new_spinner().with_elapsed(self.start.elapsed());
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.enable_steady_tick(TICK);
        bar.set_message(self.message(stage));
        while let Ok(Some(stage)) = self.receiver.recv() {
            bar.set_message(self.message(&stage));
        }
        bar.finish_and_clear();
    }

    fn lines(&self, mut stage: String, output: &mut impl Write) {
        loop {
            let (line, seconds) = (self.message(&stage), self.start.elapsed().as_secs());
            // Nothing can be done about a closed standard error.
            let _ = writeln!(output, "{line} ({seconds} s)");
            match self.receiver.recv() {
                Ok(Some(next)) => stage = next,
                _ => return,
            }
        }
    }

    fn message(&self, stage: &str) -> String {
        let what = &self.what;
        if stage.is_empty() {
            format!("compiling {what}")
        } else {
            format!("compiling {what}: {stage}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word() -> (Sender<Option<String>>, Word) {
        let (sender, receiver) = mpsc::channel();
        (sender, Word { what: "a.mlir".to_owned(), receiver, start: Instant::now() })
    }

    #[test]
    fn slow_compilations_are_talked_about() {
        let (sender, word) = word();
        let tell = |stage: &str| sender.send(Some(stage.to_owned())).expect("received");
        tell("parse");
        tell("hlo");
        let stage = word.wait(Duration::from_millis(20)).expect("still compiling");
        tell("linalg");
        sender.send(None).expect("received");
        let mut output = Vec::new();
        word.lines(stage, &mut output);
        let output = String::from_utf8(output).expect("text");
        assert_eq!(output, "compiling a.mlir: hlo (0 s)\ncompiling a.mlir: linalg (0 s)\n");
    }

    #[test]
    fn fast_ones_are_not() {
        let (sender, word) = word();
        sender.send(Some("parse".to_owned())).expect("received");
        sender.send(None).expect("received");
        assert_eq!(word.wait(PATIENCE), None);
    }
}
