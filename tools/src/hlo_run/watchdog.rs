// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! An end to programs that have none.

use std::io::Write;
use std::process::exit;
use std::thread;
use std::time::Duration;

/// Ends the process with an error after `seconds`: compiled code cannot be interrupted.
pub(super) fn start(program: &str, seconds: u32) {
    let message = format!("error: {program}: not done after {seconds} s");
    thread::spawn(move || {
        thread::sleep(Duration::from_secs(seconds.into()));
        // Nothing can be done about a closed standard error.
        let _ = writeln!(std::io::stderr(), "{message}");
        exit(1);
    });
}
