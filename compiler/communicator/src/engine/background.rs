// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The background thread of an engine, which calls the message-passing library at intervals.

use super::core::Engine;
use super::ffi::Library;
use crate::messages::{Kind, NO_TAG};
use crate::threads::Ticker;
use crate::times::Times;
use hloom_evaluator::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time between two calls of the message-passing library by the background thread.
const INTERVAL: Duration = Duration::from_millis(2);

/// The time for which the payload of a message waits for a recipient. After this time, the
/// background thread receives the payload, so that its sender can continue.
const PATIENCE: Duration = Duration::from_millis(1);

/// Starts the background thread of an engine.
///
/// # Errors
/// Fails if the thread cannot be started.
pub fn start<L: Library>(engine: Arc<Engine<L>>, times: Times) -> Result<Ticker, Error> {
    let mut last_sign = None;
    Ticker::start("hloom-communicator", INTERVAL, move || {
        let outcome = work(&engine, times, &mut last_sign);
        outcome.map_err(|reason| engine.deliveries.close_all(&reason)).is_ok()
    })
}

/// Makes progress, signals to the other processes that this process is alive, and closes the
/// mailboxes of processes that were silent for too long.
///
/// # Errors
/// Fails with the error of the library.
fn work<L: Library>(
    engine: &Engine<L>,
    times: Times,
    last_sign: &mut Option<Instant>,
) -> Result<(), Error> {
    let mut state = engine.state();
    // Before the silence is measured: this process may have been stopped itself.
    state.progress(&engine.deliveries)?;
    state.store_announced(PATIENCE)?;
    let is_due = last_sign.is_none_or(|last| last.elapsed() >= times.life_interval());
    for (process, mailbox) in engine.deliveries.mailboxes.iter().enumerate() {
        let Some(mailbox) = mailbox.as_ref().filter(|it| it.reason().is_none()) else { continue };
        if state.silence(process) > Some(times.silence) {
            mailbox.close(mailbox.silent(times.silence));
        } else if is_due {
            state.send(process, Kind::Life, &NO_TAG, &[])?;
        }
    }
    if is_due {
        *last_sign = Some(Instant::now());
    }
    Ok(())
}
