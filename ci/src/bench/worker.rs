// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A process that has compiled a program and runs it on request.
//!
//! Every engine of a benchmark uses the protocol of `hlo-run --serve`.

use crate::process;
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// Maximum time until an answer. A compilation or a turn that takes longer counts as a failure.
const LIMIT: Duration = Duration::from_secs(90);
/// Maximum length of the excerpt of an engine's error message, in bytes.
const EXCERPT: usize = 300;

/// The first message of an engine's worker process, which reports the compilation of the program.
#[derive(Debug, Deserialize)]
pub struct Greeting {
    pub compile_ms: f64,
    #[serde(default)]
    pub version: Option<String>,
    #[serde(default, alias = "arena_bytes")]
    pub temporary_bytes: Option<u64>,
    /// The size in bytes of the memory that hloom's runtime calls keep in addition to the arena.
    #[serde(default)]
    pub runtime_bytes: u64,
    #[serde(default)]
    pub flops: Option<f64>,
    /// The first difference between the results and the expected results, if the worker compares
    /// them.
    #[serde(default)]
    pub difference: Option<String>,
}

/// A running worker. Dropping it ends the process.
pub struct Worker {
    shown: String,
    log: PathBuf,
    child: Child,
    requests: ChildStdin,
    answers: Receiver<String>,
}

impl Worker {
    /// Starts a worker, whose error messages go to the file `log`, and waits for its greeting.
    ///
    /// # Errors
    ///
    /// Fails if the process cannot be started, ends early, or takes too long.
    pub fn start(command: &mut Command, log: &Path) -> Result<(Self, Greeting)> {
        let shown = process::show(command);
        let errors =
            File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .with_context(|| format!("cannot start `{shown}`"))?;
        let requests = child
            .stdin
            .take()
            .context("internal error: the worker process has no standard input")?;
        let output = child
            .stdout
            .take()
            .context("internal error: the worker process has no standard output")?;
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            let lines = BufReader::new(output).lines();
            lines.map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let log = log.to_owned();
        let mut worker = Self { shown, log, child, requests, answers };
        let greeting = worker.answer()?;
        Ok((worker, greeting))
    }

    /// Runs the program `count` times and returns the times in milliseconds.
    ///
    /// # Errors
    ///
    /// Fails if the worker fails or takes too long.
    pub fn run(&mut self, count: usize) -> Result<Vec<f64>> {
        // If the worker has ended, its answer is missing, too, and has the better message.
        let _ = writeln!(self.requests, "{count}");
        let _ = self.requests.flush();
        let times: Vec<f64> = self.answer()?;
        if times.len() != count {
            let found = times.len();
            bail!("worker `{}`: expected the times of {count} runs, found {found}", self.shown);
        }
        Ok(times)
    }

    /// Returns the largest resident set of the process so far in bytes, or `None` if it is unknown.
    pub fn peak_rss_bytes(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
    }

    fn answer<T: DeserializeOwned>(&mut self) -> Result<T> {
        let line = match self.answers.recv_timeout(LIMIT) {
            Ok(line) => line,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                let limit = LIMIT.as_secs();
                bail!("worker `{}`: expected an answer within {limit} s, found none", self.shown);
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                let status = self.child.wait()?;
                bail!("{}", excerpt(&self.log).unwrap_or_else(|| status.to_string()));
            }
        };
        serde_json::from_str(&line).with_context(|| {
            format!("worker `{}`: expected a JSON answer, found `{line}`", self.shown)
        })
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the first line of a log that contains a diagnostic of a compiler or, if there is none,
/// the last line, in which Python prints the exception.
fn excerpt(log: &Path) -> Option<String> {
    let text = fs::read_to_string(log).ok()?;
    let is_error = |line: &&str| line.contains(": error: ");
    let line = text.lines().find(is_error).or_else(|| text.lines().next_back())?;
    let end = (0..=line.len().min(EXCERPT)).rev().find(|end| line.is_char_boundary(*end))?;
    Some(line[..end].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(script: &str) -> Result<(Worker, Greeting)> {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new("sh");
        Worker::start(command.args(["-c", script]), &folder.path().join("log"))
    }

    #[test]
    fn a_worker_answers() {
        let script = r#"echo '{"compile_ms": 2, "arena_bytes": 64, "runtime_bytes": 8}'; read n; echo '[1.5, 2.5]'"#;
        let (mut worker, greeting) = start(script).unwrap();
        assert_eq!((greeting.compile_ms, greeting.temporary_bytes), (2.0, Some(64)));
        assert_eq!(greeting.runtime_bytes, 8);
        assert!(worker.peak_rss_bytes().unwrap() > 0);
        assert_eq!(worker.run(2).unwrap(), [1.5, 2.5]);
        assert!(worker.run(2).is_err());
    }

    #[test]
    fn a_failure_has_the_message_of_the_engine() {
        let script = "echo 'a.mlir:1:2: error: not supported' >&2; echo done >&2; exit 1";
        let error = start(script).err().unwrap();
        assert_eq!(error.to_string(), "a.mlir:1:2: error: not supported");
    }
}
