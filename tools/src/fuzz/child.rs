// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Worker processes that run test cases, and which are restarted when they die.

use super::case::{Case, Outcome};
use crate::this_tool;
use hloom_compiler::Error;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Seek, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Number of test cases after which a worker process is replaced, because its memory grows with
/// each compiled program.
const CASES: usize = 300;

/// Runs test cases in a worker process, and restarts the process if necessary.
pub struct Workers {
    timeout: Duration,
    arguments: Vec<OsString>,
    running: Option<Running>,
}

struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    errors: std::fs::File,
    cases: usize,
}

impl Workers {
    /// Creates a runner of test cases without starting a worker process.
    ///
    /// A test case that takes longer than `timeout` counts as a hang. Worker processes get
    /// `arguments` on their command line.
    pub fn new(timeout: Duration, arguments: Vec<OsString>) -> Self {
        Self { timeout, arguments, running: None }
    }

    /// Runs a test case in a worker process, which is started if necessary.
    ///
    /// # Errors
    /// Fails if a worker cannot be started.
    pub fn run(&mut self, case: &Case) -> Result<Outcome, Error> {
        if self.running.as_ref().is_some_and(|running| running.cases >= CASES) {
            self.stop();
        }
        let mut running = match self.running.take() {
            Some(running) => running,
            None => Running::start(&self.arguments)?,
        };
        running.cases += 1;
        let line = serde_json::to_string(case)
            .map_err(|error| Error::Internal(format!("cannot serialize a test case: {error}")))?;
        // If the worker has died, the write fails and no answer arrives.
        let _ = writeln!(running.input, "{line}").and_then(|()| running.input.flush());
        let outcome = match running.lines.recv_timeout(self.timeout) {
            Ok(answer) => serde_json::from_str(&answer).map_err(|error| {
                Error::Internal(format!("cannot parse the answer of a worker process: {error}"))
            })?,
            Err(RecvTimeoutError::Timeout) => {
                running.end();
                return Ok(Outcome::Hung);
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(Outcome::Crashed(running.end())),
        };
        self.running = Some(running);
        Ok(outcome)
    }

    fn stop(&mut self) {
        if let Some(mut running) = self.running.take() {
            running.end();
        }
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Running {
    fn start(arguments: &[OsString]) -> Result<Self, Error> {
        let failed = |error: std::io::Error| {
            Error::Internal(format!("cannot start a worker process: {error}"))
        };
        let errors = tempfile::tempfile().map_err(failed)?;
        let mut child = this_tool::command()
            .map_err(failed)?
            .arg("--worker")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors.try_clone().map_err(failed)?)
            .spawn()
            .map_err(failed)?;
        let no_pipe = || {
            Error::Internal(
                "a worker process has no pipes for standard input and output".to_owned(),
            )
        };
        let input = child.stdin.take().ok_or_else(no_pipe)?;
        let output = child.stdout.take().ok_or_else(no_pipe)?;
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, input, lines, errors, cases: 0 })
    }

    /// Ends the worker process and returns its exit status and the first 12 lines of its error
    /// output.
    fn end(&mut self) -> String {
        // The worker may have died by itself.
        let died = self.child.try_wait().ok().flatten();
        thread::sleep(Duration::from_millis(u64::from(died.is_none()) * 10));
        let died = self.child.try_wait().ok().flatten();
        let _ = self.child.kill();
        let status = died.or_else(|| self.child.wait().ok());
        let status = status.map_or_else(String::new, |status| status.to_string());
        let mut said = Vec::new();
        let _ = self.errors.rewind();
        let _ = self.errors.read_to_end(&mut said);
        let said = String::from_utf8_lossy(&said);
        let first: Vec<_> = said.lines().take(12).collect();
        format!("{status}\n{}", first.join("\n"))
    }
}
