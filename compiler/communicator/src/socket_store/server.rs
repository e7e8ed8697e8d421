// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The server of a key-value store over TCP.

use super::message::{self, Answer, Request, Timed};
use hloom_evaluator::Error;
use std::collections::HashMap;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The time within which a client must have sent its request, or received its answer.
const CLIENT_TIME: Duration = Duration::from_secs(5);
/// The longest time for which the server waits for a key.
const LONGEST_WAIT: Duration = Duration::from_secs(3600);
/// The time between two attempts to accept a connection.
const PAUSE: Duration = Duration::from_millis(2);
/// The maximum number of open connections. The server closes further connections, and their clients
/// try again.
const CONNECTIONS: usize = 4096;

/// A key-value store that other processes access over TCP. The server ends when it is dropped.
#[derive(Debug)]
pub struct StoreServer {
    address: SocketAddr,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    connections: AtomicUsize,
}

#[derive(Debug, Default)]
struct State {
    /// For each key, the random number of the client that added it, and its value.
    entries: HashMap<String, (u64, Vec<u8>)>,
    is_closed: bool,
}

impl StoreServer {
    /// Starts a server at `address`, which has the form `HOST:PORT`. With port 0, the system chooses
    /// a port.
    ///
    /// # Errors
    /// Fails if this machine does not have the address, if another program uses the port, or if a
    /// thread cannot be started.
    pub fn start(address: &str) -> Result<Self, Error> {
        let failed = |error: io::Error| {
            Error::Unavailable(format!("cannot listen for other processes at {address}: {error}"))
        };
        let listener = TcpListener::bind(address).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let shared = Arc::new(Shared::default());
        let served = Arc::clone(&shared);
        let thread = thread::Builder::new().name("hloom-store".to_owned());
        let thread = thread.spawn(move || served.accept(&listener)).map_err(failed)?;
        Ok(Self { address, shared, thread: Some(thread) })
    }

    /// Returns the address and port at which the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for StoreServer {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // A panic of the thread was printed, and there is nothing to undo.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Accepts connections until the server is closed, and starts a thread for each connection.
    fn accept(self: &Arc<Self>, listener: &TcpListener) {
        while !self.lock().is_closed {
            // Errors concern the connection, or a lack of resources that may be temporary.
            let Ok((connection, _)) = listener.accept() else {
                thread::sleep(PAUSE);
                continue;
            };
            let open = Open::new(self);
            if self.connections.load(Ordering::Relaxed) > CONNECTIONS {
                continue;
            }
            let thread = thread::Builder::new().name("hloom-store-client".to_owned());
            // Without a thread, the connection is closed, and the client tries again.
            let _ = thread.spawn(move || {
                // A stranger gets no answer, and a client that is gone needs none.
                let _ = open.0.answer(connection);
            });
        }
    }

    /// Reads the request of a client, executes it and sends the answer.
    fn answer(&self, connection: TcpStream) -> io::Result<()> {
        connection.set_nonblocking(false)?;
        connection.set_nodelay(true)?;
        let deadline = Instant::now() + CLIENT_TIME;
        let mut timed = Timed { connection, deadline };
        let request = message::read(&mut timed)?;
        if let Some(answer) = self.execute(request) {
            timed.deadline = Instant::now() + CLIENT_TIME;
            message::write(&mut timed, &answer)?;
        }
        Ok(())
    }

    /// Executes a request and returns the answer. Returns `None` if the server was closed before
    /// the requested key existed.
    fn execute(&self, request: Request) -> Option<Answer> {
        let mut state = self.lock();
        match request {
            Request::Ping => Some(Answer::Done),
            Request::Put { key, value, writer } => {
                let is_own = match state.entries.get(&key) {
                    Some((known, _)) => *known == writer,
                    None => {
                        state.entries.insert(key, (writer, value));
                        self.changed.notify_all();
                        true
                    }
                };
                Some(if is_own { Answer::Done } else { Answer::Exists })
            }
            Request::Get { key, milliseconds } => {
                let time = Duration::from_millis(milliseconds).min(LONGEST_WAIT);
                let waits =
                    |state: &mut State| !state.is_closed && !state.entries.contains_key(&key);
                let waited = self.changed.wait_timeout_while(state, time, waits);
                let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
                match state.entries.get(&key) {
                    Some((_, value)) => Some(Answer::Value(value.clone())),
                    None => (!state.is_closed).then_some(Answer::Missing),
                }
            }
        }
    }
}

/// A guard that counts a connection as open until the guard is dropped.
struct Open(Arc<Shared>);

impl Open {
    fn new(shared: &Arc<Shared>) -> Self {
        shared.connections.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(shared))
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::Relaxed);
    }
}
