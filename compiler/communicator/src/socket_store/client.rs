// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The client of a key-value store in another process.

use super::message::{self, Answer, Request, Timed};
use crate::key_value_store::KeyValueStore;
use hloom_evaluator::Error;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The time within which a connection must be established.
const CONNECTING: Duration = Duration::from_secs(5);
/// The time within which the server must answer, in addition to the time for which a request asks
/// it to wait for a key.
const ANSWERING: Duration = Duration::from_secs(10);
/// The time between two attempts to send a request.
const PAUSE: Duration = Duration::from_millis(20);

/// A key-value store that a [`StoreServer`](super::StoreServer) holds, usually in another process.
#[derive(Debug)]
pub struct StoreClient {
    address: String,
    time: Duration,
    /// A random number that distinguishes this client from the other clients of the store.
    number: u64,
    /// Whether the server has answered a request.
    was_reached: AtomicBool,
}

impl StoreClient {
    /// Connects to the server at `address`, which has the form `HOST:PORT`. Tries again until the
    /// server has started, for at most `time`. Later requests to add keys also try for at most
    /// `time`.
    ///
    /// # Errors
    /// Fails if the server cannot be reached in time, or if another program answers at its address.
    pub fn connect(address: impl Into<String>, time: Duration) -> Result<Self, Error> {
        let number = RandomState::new().build_hasher().finish();
        let was_reached = AtomicBool::new(false);
        let client = Self { address: address.into(), time, number, was_reached };
        client.ask(Instant::now() + time, |_| Request::Ping)?;
        Ok(client)
    }

    /// Sends a request, repeatedly until the server answers or the deadline is over, and returns
    /// the answer. `request` creates the request, given the remaining time. A request that is too
    /// large is refused at once.
    fn ask(
        &self,
        deadline: Instant,
        request: impl Fn(Duration) -> Request,
    ) -> Result<Answer, Error> {
        let failed = |why: &str| {
            Err(Error::Unavailable(format!("cannot reach the store at {}: {why}", self.address)))
        };
        loop {
            let rest = deadline.saturating_duration_since(Instant::now());
            let error = match self.attempt(&request(rest), rest) {
                Ok(answer) => {
                    self.was_reached.store(true, Ordering::Relaxed);
                    return Ok(answer);
                }
                Err(error) => error,
            };
            let was_reached = self.was_reached.load(Ordering::Relaxed);
            match error.kind() {
                io::ErrorKind::FileTooLarge => return Err(Error::invalid(error.to_string())),
                io::ErrorKind::Unsupported => {
                    return failed("another program answers at this address");
                }
                io::ErrorKind::ConnectionRefused if was_reached => {
                    return failed("the process of the store has ended");
                }
                _ if Instant::now() >= deadline => return failed(&reason(&error)),
                _ => thread::sleep(PAUSE),
            }
        }
    }

    fn attempt(&self, request: &Request, rest: Duration) -> io::Result<Answer> {
        let mut outcome = Err(io::Error::other("the host name has no address"));
        for address in self.address.to_socket_addrs()? {
            outcome = call(&address, request, rest);
            if outcome.is_ok() {
                break;
            }
        }
        outcome
    }
}

fn call(address: &SocketAddr, request: &Request, rest: Duration) -> io::Result<Answer> {
    // A connection to an address of this machine may be connected with itself as long as nobody
    // listens there.
    let is_itself = |connection: &TcpStream| -> io::Result<bool> {
        Ok(connection.local_addr()? == connection.peer_addr()?)
    };
    let connecting = rest.clamp(Duration::from_millis(1), CONNECTING);
    let connection = TcpStream::connect_timeout(address, connecting)?;
    if is_itself(&connection)? {
        return Err(io::ErrorKind::ConnectionRefused.into());
    }
    connection.set_nodelay(true)?;
    let waits = if matches!(request, Request::Get { .. }) { rest } else { Duration::ZERO };
    let mut timed = Timed { connection, deadline: Instant::now() + waits + ANSWERING };
    message::write(&mut timed, request)?;
    message::read(&mut timed)
}

impl KeyValueStore for StoreClient {
    fn put(&self, key: &str, value: &[u8]) -> Result<(), Error> {
        let request =
            Request::Put { key: key.to_owned(), value: value.to_vec(), writer: self.number };
        match self.ask(Instant::now() + self.time, |_| request.clone())? {
            Answer::Done => Ok(()),
            Answer::Exists => Err(Error::invalid(format!("the key `{key}` already exists"))),
            answer => Err(unexpected(&answer)),
        }
    }

    fn get(&self, key: &str, timeout: Duration) -> Result<Vec<u8>, Error> {
        let request = |rest: Duration| {
            let milliseconds = u64::try_from(rest.as_millis()).unwrap_or(u64::MAX);
            Request::Get { key: key.to_owned(), milliseconds }
        };
        match self.ask(Instant::now() + timeout, request)? {
            Answer::Value(value) => Ok(value),
            Answer::Missing => Err(Error::Unavailable(format!(
                "the key `{key}` does not exist after {} s",
                timeout.as_secs_f32()
            ))),
            answer => Err(unexpected(&answer)),
        }
    }
}

/// Returns a description of an error that does not use the operating system's terms.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::ConnectionRefused => "no process listens at this address".to_owned(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
            "the store does not answer".to_owned()
        }
        io::ErrorKind::UnexpectedEof => "the store closed the connection".to_owned(),
        _ => error.to_string(),
    }
}

fn unexpected(answer: &Answer) -> Error {
    Error::Internal(format!("the store gave an unexpected answer: {answer:?}"))
}
