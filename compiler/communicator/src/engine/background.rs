// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The thread of an engine.

use super::core::Engine;
use super::ffi::Library;
use crate::lock::lock;
use crate::messages::{Kind, NO_TAG};
use hloom_evaluator::Error;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The time between calls of the library.
const INTERVAL: Duration = Duration::from_millis(2);

/// The time for which a payload waits for its recipient. Then it is received, so that its sender can go
/// on.
const PATIENCE: Duration = Duration::from_millis(1);

/// The number of signs of life that a process sends within the time after which it is considered lost.
const SIGNS_OF_LIFE: u32 = 4;

/// The thread of an engine. When this object is dropped, the thread ends.
pub struct Background {
    closed: Arc<(Mutex<bool>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

impl Background {
    /// Starts the thread. A process from which nothing arrives for `silence` is considered lost.
    ///
    /// # Errors
    /// Fails if the thread cannot be started.
    pub fn start<L: Library>(engine: Arc<Engine<L>>, silence: Duration) -> Result<Self, Error> {
        let closed: Arc<(Mutex<bool>, Condvar)> = Arc::default();
        let until = Arc::clone(&closed);
        let work = move || {
            let (is_closed, changed) = &*until;
            let mut last_sign = None;
            let mut guard = lock(is_closed);
            while !*guard {
                drop(guard);
                if let Err(reason) = work(&engine, silence, &mut last_sign) {
                    engine.deliveries.close_all(&reason);
                    return;
                }
                guard = lock(is_closed);
                let waited = changed.wait_timeout_while(guard, INTERVAL, |closed| !*closed);
                guard = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        };
        let thread = thread::Builder::new().name("hloom-communicator".to_owned()).spawn(work);
        let failed = |error| Error::invalid(format!("cannot start a thread: {error}"));
        Ok(Self { closed, thread: Some(thread.map_err(failed)?) })
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        let (closed, changed) = &*self.closed;
        *lock(closed) = true;
        changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has ended, too.
            let _ = thread.join();
        }
    }
}

/// Makes progress, signals that this process is alive, and looks for processes that are silent.
///
/// # Errors
/// Fails with the error of the library.
fn work<L: Library>(
    engine: &Engine<L>,
    silence: Duration,
    last_sign: &mut Option<Instant>,
) -> Result<(), Error> {
    let mut state = engine.state();
    // Before the silence is measured: this process may have been stopped itself.
    state.progress(&engine.deliveries)?;
    state.store_announced(PATIENCE)?;
    let is_due = last_sign.is_none_or(|last| last.elapsed() >= silence / SIGNS_OF_LIFE);
    for (process, mailbox) in engine.deliveries.mailboxes.iter().enumerate() {
        let Some(mailbox) = mailbox.as_ref().filter(|it| it.reason().is_none()) else { continue };
        if state.silence(process) > Some(silence) {
            let silence = silence.as_secs_f32();
            let message = format!("process {process} has not answered for {silence} s");
            mailbox.close(Error::Unavailable(message));
        } else if is_due {
            state.send(process, Kind::Life, &NO_TAG, &[])?;
        }
    }
    if is_due {
        *last_sign = Some(Instant::now());
    }
    Ok(())
}
