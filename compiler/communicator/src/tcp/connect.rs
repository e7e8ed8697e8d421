// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Establishes TCP connections between all processes.
//!
//! A process connects to the processes with lower numbers, and the processes with higher numbers
//! connect to it. A process may have several addresses, some of which may not be reachable from
//! every machine, and its port may be used by another program at the same address. Both ends of a
//! connection therefore identify themselves before the connection is used.

use crate::topology::{Address, Node, Topology};
use hloom_evaluator::Error;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

/// A TCP port at which other processes can reach this process.
#[derive(Debug)]
pub struct Listener {
    listener: TcpListener,
    token: u64,
    addresses: Vec<SocketAddr>,
}

/// The time within which the other end of a new connection must identify itself.
const GREETING_TIME: Duration = Duration::from_secs(5);
/// The time between two attempts to reach a process.
const RETRY: Duration = Duration::from_millis(50);

impl Listener {
    /// Opens a port that the system chooses. Other processes receive the address `host` of this
    /// process or, if `host` is `None`, the addresses of all network interfaces.
    ///
    /// # Errors
    /// Fails if no port can be opened.
    pub fn open(host: Option<IpAddr>) -> Result<Self, Error> {
        let failed =
            |error: io::Error| Error::Unavailable(format!("cannot open a TCP port: {error}"));
        let any = SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0));
        let at = host.map_or(any, |host| SocketAddr::new(host, 0));
        let listener = TcpListener::bind(at).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let addresses = match host {
            Some(host) => vec![host],
            None => interfaces(),
        };
        let addresses = addresses.into_iter().map(|host| SocketAddr::new(host, port)).collect();
        Ok(Self { listener, token: RandomState::new().build_hasher().finish(), addresses })
    }

    /// Returns the description of this process that other processes need to reach it.
    pub fn node(&self, build: String, devices: usize) -> Node {
        let (addresses, token) = (self.addresses.clone(), self.token);
        Node { build, devices, address: Address::Tcp { addresses, token } }
    }

    /// Accepts a pending connection, and returns the number of the other process and the
    /// connection. Returns `None` if none is pending, or if another program has connected.
    fn accept(&self) -> io::Result<Option<(usize, TcpStream)>> {
        let mut connection = match self.listener.accept() {
            Ok((connection, _)) => connection,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(None),
            Err(error) => return Err(error),
        };
        connection.set_nonblocking(false)?;
        // A stranger is sent away, and so is a process that has stopped waiting for the answer.
        let heard = |connection: &mut TcpStream| {
            greeting(connection).ok().filter(|greeting| greeting.token == self.token)
        };
        let Some(own) = heard(&mut connection) else { return Ok(None) };
        if own.send(&mut connection).is_err() || heard(&mut connection).is_none() {
            return Ok(None);
        }
        Ok(Some((own.process, connection)))
    }
}

/// Returns the IPv4 addresses of this machine, the loopback addresses last.
fn interfaces() -> Vec<IpAddr> {
    let all = if_addrs::get_if_addrs().unwrap_or_default();
    let mut addresses: Vec<_> =
        all.iter().map(if_addrs::Interface::ip).filter(IpAddr::is_ipv4).collect();
    if !addresses.iter().any(IpAddr::is_loopback) {
        addresses.push(Ipv4Addr::LOCALHOST.into());
    }
    addresses.sort_by_key(IpAddr::is_loopback);
    addresses
}

/// The first bytes on a connection: the token of the called process, and the number of the caller.
/// The caller sends a greeting, the called process repeats it, and the caller sends it again to
/// confirm that it is still connected.
struct Greeting {
    token: u64,
    process: usize,
}

impl Greeting {
    fn send(&self, to: &mut TcpStream) -> io::Result<()> {
        to.set_write_timeout(Some(GREETING_TIME))?;
        to.write_all(&[self.token.to_le_bytes(), (self.process as u64).to_le_bytes()].concat())
    }
}

fn greeting(from: &mut TcpStream) -> io::Result<Greeting> {
    from.set_read_timeout(Some(GREETING_TIME))?;
    let mut number = || -> io::Result<u64> {
        let mut bytes = [0; 8];
        from.read_exact(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    };
    Ok(Greeting { token: number()?, process: number()? as usize })
}

/// Connects this process with all other processes. Returns the connections by the numbers of the
/// processes, with `None` for this process.
///
/// # Errors
/// Fails if a process with a lower number cannot be reached in time, or if a process with a higher
/// number does not connect in time.
pub fn connect_all(
    listener: Listener,
    topology: &Topology,
    time: Duration,
) -> Result<Vec<Option<TcpStream>>, Error> {
    let deadline = Instant::now() + time;
    let mut connections: Vec<Option<TcpStream>> = topology.nodes.iter().map(|_| None).collect();
    let lower = topology.nodes.iter().zip(&mut connections).enumerate().take(topology.own);
    for (process, (node, connection)) in lower {
        *connection = Some(reach(process, node, topology.own, deadline)?);
    }
    loop {
        let missing =
            (topology.own + 1..connections.len()).find(|other| connections[*other].is_none());
        let Some(missing) = missing else { return Ok(connections) };
        let failed = |why: &str| {
            Error::Unavailable(format!(
                "process {missing} has not connected to process {}: {why}",
                topology.own
            ))
        };
        match listener.accept() {
            Ok(Some((process, connection))) if process > topology.own => {
                if let Some(place) = connections.get_mut(process) {
                    *place = Some(connection);
                }
            }
            Ok(_) if Instant::now() > deadline => return Err(failed("it is late")),
            Ok(_) => thread::sleep(Duration::from_millis(1)),
            Err(error) => return Err(failed(&error.to_string())),
        }
    }
}

/// Connects to a process, using the first of its addresses that is reachable.
fn reach(process: usize, node: &Node, own: usize, deadline: Instant) -> Result<TcpStream, Error> {
    let Address::Tcp { addresses, token } = &node.address else {
        return Err(Error::Internal(format!("process {process} has no TCP address")));
    };
    let mut why = "the process has no address".to_owned();
    loop {
        for address in addresses {
            match call(address, *token, own) {
                Ok(connection) => return Ok(connection),
                Err(error) => why = format!("{address}: {error}"),
            }
        }
        if Instant::now() > deadline || addresses.is_empty() {
            return Err(Error::Unavailable(format!("cannot reach process {process}: {why}")));
        }
        thread::sleep(RETRY);
    }
}

fn call(address: &SocketAddr, token: u64, own: usize) -> io::Result<TcpStream> {
    let mut connection = TcpStream::connect_timeout(address, GREETING_TIME)?;
    let own = Greeting { token, process: own };
    own.send(&mut connection)?;
    let answer = greeting(&mut connection)?;
    if answer.token != token || answer.process != own.process {
        return Err(io::Error::other(
            "expected an answer that repeats the token and the process number that were sent, \
             found another answer",
        ));
    }
    own.send(&mut connection)?;
    Ok(connection)
}
