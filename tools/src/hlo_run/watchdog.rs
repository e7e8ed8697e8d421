// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Time limit for compiled programs that may not terminate.

use std::io::Write;
use std::process::exit;
use std::thread;
use std::time::Duration;

/// Starts a thread that ends the process with an error after `seconds` seconds. `program` is the
/// name in the message.
///
/// Compiled code cannot be interrupted, so the whole process ends.
pub fn start(program: &str, seconds: u32) {
    let message = format!("error: {program}: timed out after {seconds} s");
    thread::spawn(move || {
        thread::sleep(Duration::from_secs(seconds.into()));
        // A failure to write to standard error cannot be reported anywhere.
        let _ = writeln!(std::io::stderr(), "{message}");
        exit(1);
    });
}
