// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Progress reports of slow compilations.

use hloom_compiler::interface::Progress as Listener;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write, stderr};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Duration of a compilation after which the progress of the compilation is reported.
const REPORT_DELAY: Duration = Duration::from_secs(2);
/// Interval between frames of the spinner.
const TICK: Duration = Duration::from_millis(100);

/// Reports the progress of a compilation on standard error once the compilation has taken two
/// seconds.
///
/// Shows a spinner on a terminal, otherwise prints a line for each stage.
pub struct Progress {
    sender: Sender<Option<String>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Starts the timer for the compilation of `what`, which is the name of a program.
    pub fn new(what: &str) -> Self {
        let (sender, receiver) = mpsc::channel();
        let reporter = Reporter { what: what.to_owned(), receiver, start: Instant::now() };
        let thread = std::thread::spawn(move || {
            let Some(stage) = reporter.wait(REPORT_DELAY) else { return };
            if stderr().is_terminal() {
                reporter.spin(&stage);
            } else {
                reporter.lines(stage, &mut stderr());
            }
        });
        Self { sender, thread: Some(thread) }
    }

    /// Returns the callback that the compiler calls at the start of each stage.
    pub fn listener(&self) -> Listener {
        let sender = Mutex::new(self.sender.clone());
        Arc::new(move |stage| {
            let sender = sender.lock().unwrap_or_else(PoisonError::into_inner);
            // The receiving thread ends only after the compilation.
            let _ = sender.send(Some(stage.to_owned()));
        })
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        // The thread has ended early only if it panicked. The panic was printed, and the
        // compilation does not depend on the thread.
        let _ = self.sender.send(None);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Receives the names of the stages of a compilation. The message `None` states that the
/// compilation has ended.
struct Reporter {
    what: String,
    receiver: Receiver<Option<String>>,
    start: Instant,
}

impl Reporter {
    /// Waits until `timeout` has passed since the start of the compilation, and returns the name of
    /// the current stage.
    ///
    /// Returns `None` if the compilation ends earlier.
    fn wait(&self, timeout: Duration) -> Option<String> {
        let mut stage = String::new();
        loop {
            match self.receiver.recv_timeout(timeout.saturating_sub(self.start.elapsed())) {
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
            // A failure to write to standard error cannot be reported anywhere.
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

    fn reporter() -> (Sender<Option<String>>, Reporter) {
        let (sender, receiver) = mpsc::channel();
        (sender, Reporter { what: "a.mlir".to_owned(), receiver, start: Instant::now() })
    }

    #[test]
    fn slow_compilations_are_talked_about() {
        let (sender, reporter) = reporter();
        let tell = |stage: &str| sender.send(Some(stage.to_owned())).expect("received");
        tell("parse");
        tell("hlo");
        let stage = reporter.wait(Duration::from_millis(20)).expect("still compiling");
        tell("linalg");
        sender.send(None).expect("received");
        let mut output = Vec::new();
        reporter.lines(stage, &mut output);
        let output = String::from_utf8(output).expect("text");
        assert_eq!(output, "compiling a.mlir: hlo (0 s)\ncompiling a.mlir: linalg (0 s)\n");
    }

    #[test]
    fn fast_ones_are_not() {
        let (sender, reporter) = reporter();
        sender.send(Some("parse".to_owned())).expect("received");
        sender.send(None).expect("received");
        assert_eq!(reporter.wait(REPORT_DELAY), None);
    }
}
