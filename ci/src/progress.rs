// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! How far something is: a bar on a terminal, a line now and then elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

/// How often a line is printed where there is no terminal.
const QUIET: Duration = Duration::from_secs(15);

/// The progress of one thing that takes long.
#[derive(Debug)]
pub struct Progress {
    label: String,
    bar: Option<ProgressBar>,
    printed: Instant,
}

impl Progress {
    /// Something that has just begun; `label` says what.
    pub fn new(label: impl Into<String>) -> Self {
        let label = label.into();
        let bar = stderr().is_terminal().then(|| spinner(&label));
        if bar.is_none() {
            eprintln!("{label}");
        }
        Self { label, bar, printed: Instant::now() }
    }

    /// It is `percent` done, or nobody knows how far, and working on `message`.
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

    /// Takes the bar off the terminal.
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
