// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Waiting for other processes, but not forever.

use std::io;
use std::process::{Child, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How often a process is asked whether it is done.
const TICK: Duration = Duration::from_millis(2);

/// How a process ended, if it did in time; else it is ended.
///
/// # Errors
/// The system's.
pub(crate) fn wait(mut child: Child, patience: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > patience {
            // It may have ended by itself by now.
            let _ = child.kill();
            child.wait()?;
            return Ok(None);
        }
        sleep(TICK);
    }
}
