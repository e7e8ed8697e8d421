// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Shows progress: with a spinner and the elapsed time on a terminal, and with occasional lines otherwise.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

/// The minimum time between two lines if standard error is not a terminal.
const QUIET: Duration = Duration::from_secs(15);

/// The progress of a long operation.
#[derive(Debug)]
pub struct Progress {
    label: String,
    bar: Option<ProgressBar>,
    printed: Instant,
}

impl Progress {
    /// Starts to show the progress of the operation with the name `label`.
    pub fn new(label: impl Into<String>) -> Self {
        let label = label.into();
        let bar = stderr().is_terminal().then(|| spinner(&label));
        if bar.is_none() {
            eprintln!("{label}");
        }
        Self { label, bar, printed: Instant::now() }
    }

    /// Reports the current step and the completed percentage, or `None` if the percentage is
    /// unknown.
    pub fn report(&mut self, percent: Option<f64>, message: &str) {
        let message: String = message.chars().take(60).collect();
        let text = match percent {
            Some(percent) => format!("{percent:3.0}% {message}"),
            None => message,
        };
        if let Some(bar) = &self.bar {
            bar.set_message(text);
        } else if self.printed.elapsed() >= QUIET {
            self.printed = Instant::now();
            eprintln!("{}: {text}", self.label);
        }
    }

    /// Removes the bar from the terminal.
    pub fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

fn spinner(label: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix} [{elapsed}] {wide_msg}") {
        bar.set_style(style);
    }
    bar.set_prefix(label.to_owned());
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}
