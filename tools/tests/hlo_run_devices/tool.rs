// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Processes of `hlo-run` in a temporary folder.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use tempfile::TempDir;

/// The temporary folder of a test.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).expect("writable");
    }

    /// Returns the command with arguments that are separated by spaces.
    pub fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hlo-run"));
        command.current_dir(self.0.path()).args(arguments.split(' '));
        command
    }

    pub fn run(&self, arguments: &str) -> Run {
        Run(self.command(arguments).output().expect("the tool starts"))
    }

    /// Returns the command of a node with the given number.
    pub fn node(&self, arguments: &str, node: usize) -> Command {
        let mut command = self.command(arguments);
        command.args(["--node", &node.to_string()]);
        command
    }

    /// Starts a node with the given number. The test must wait for it.
    pub fn start(&self, arguments: &str, node: usize) -> Child {
        spawn(&mut self.node(arguments, node))
    }

    /// Runs a node for each list of arguments, and returns their outcomes.
    pub fn run_nodes(&self, arguments: &[String]) -> Vec<Run> {
        let nodes = arguments.iter().enumerate();
        let nodes: Vec<_> = nodes.map(|(node, arguments)| self.start(arguments, node)).collect();
        nodes.into_iter().map(finish).collect()
    }
}

/// Starts a command whose outputs are read.
pub fn spawn(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the tool starts")
}

/// Waits for a process.
pub fn finish(process: Child) -> Run {
    Run(process.wait_with_output().expect("the tool runs"))
}

/// The outcome of a process.
pub struct Run(pub Output);

impl Run {
    pub fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.0.stdout).into_owned()
    }

    pub fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.0.stderr).trim_end().to_owned()
    }

    /// Returns the standard output. The run must succeed.
    #[track_caller]
    pub fn output(&self) -> String {
        assert_eq!(self.0.status.code(), Some(0), "{}{}", self.stdout(), self.stderr());
        self.stdout()
    }

    /// Returns the error message. The exit status must be 1.
    #[track_caller]
    pub fn refusal(&self) -> String {
        assert_eq!(self.0.status.code(), Some(1), "{}{}", self.stdout(), self.stderr());
        self.stderr()
    }
}

/// Returns an address of this machine whose port no process uses.
pub fn free_address() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").to_string()
}
