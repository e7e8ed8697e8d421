// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Waits for child processes with a time limit.

use std::io;
use std::process::{Child, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Interval at which a child process is polled.
const TICK: Duration = Duration::from_millis(2);

/// Waits for a child process and returns its exit status.
///
/// Kills the process and returns `None` if the process runs for longer than `timeout`.
///
/// # Errors
/// Fails if the operating system cannot report the status of the process.
pub(crate) fn wait(mut child: Child, timeout: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > timeout {
            // The process may have exited since the last poll, so a failure to kill it is
            // ignored.
            let _ = child.kill();
            child.wait()?;
            return Ok(None);
        }
        sleep(TICK);
    }
}
