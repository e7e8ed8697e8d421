// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of the key-value store over TCP, with plain sockets as strangers.

use hloom_communicator::{KeyValueStore, StoreClient, StoreServer};
use hloom_evaluator::Error;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

const LONG: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(50);

fn start() -> (StoreServer, String) {
    let server = StoreServer::start("127.0.0.1:0").expect("a server");
    let address = server.address().to_string();
    (server, address)
}

fn connect(address: &str) -> StoreClient {
    StoreClient::connect(address, LONG).expect("a server")
}

/// Returns the message of an [`Error::Unavailable`].
fn unavailable<T: std::fmt::Debug>(outcome: Result<T, Error>) -> String {
    match outcome {
        Err(Error::Unavailable(message)) => message,
        other => panic!("expected an unavailable store, found {other:?}"),
    }
}

#[test]
fn a_client_waits_for_the_value_of_another() {
    let (_server, address) = start();
    let (one, other) = (connect(&address), connect(&address));
    let large: Vec<u8> = (0..1_000_000_u32).map(|number| number as u8).collect();
    thread::scope(|scope| {
        let waiting = scope.spawn(|| other.get("key", LONG));
        thread::sleep(SHORT);
        one.put("key", &large).expect("a new key");
        assert_eq!(waiting.join().expect("no panic"), Ok(large.clone()));
    });
    one.put("empty", &[]).expect("a new key");
    assert_eq!(other.get("empty", Duration::ZERO), Ok(Vec::new()));
    assert_eq!(other.get("key", Duration::ZERO), Ok(large));
}

#[test]
fn a_value_that_is_too_large_is_refused_at_once() {
    let (_server, address) = start();
    let begin = Instant::now();
    let error = connect(&address).put("key", &vec![0; 16 << 20]).expect_err("a large value");
    assert!(begin.elapsed() < LONG / 2, "the request was repeated until the deadline");
    let message = error.to_string();
    assert!(message.ends_with("to the store: the maximum is 16777216 bytes"), "{message}");
}

#[test]
fn a_key_is_written_once() {
    let (_server, address) = start();
    let (one, other) = (connect(&address), connect(&address));
    one.put("key", b"1").expect("a new key");
    // The same client may repeat a request whose answer was lost.
    one.put("key", b"1").expect("its own key");
    let error = other.put("key", b"2").expect_err("another client's key").to_string();
    assert_eq!(error, "the key `key` already exists");
    assert_eq!(other.get("key", LONG), Ok(b"1".to_vec()));
}

#[test]
fn a_key_that_does_not_come_is_named() {
    let (_server, address) = start();
    let start = Instant::now();
    let error = unavailable(connect(&address).get("key", SHORT));
    assert_eq!(error, "the key `key` does not exist after 0.05 s");
    assert!(start.elapsed() >= SHORT);
}

#[test]
fn clients_wait_until_the_server_starts() {
    let free = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = free.local_addr().expect("an address").to_string();
    drop(free);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| connect(&address).put("key", b"1"));
        thread::sleep(4 * SHORT);
        let server = StoreServer::start(&address).expect("a free port");
        waiting.join().expect("no panic").expect("a new key");
        assert_eq!(connect(&address).get("key", LONG), Ok(b"1".to_vec()));
        drop(server);
    });
    let error = unavailable(StoreClient::connect(&address, SHORT));
    assert_eq!(
        error,
        format!("cannot reach the store at {address}: no process listens at this address")
    );
}

#[test]
fn waiting_clients_learn_that_the_server_has_ended() {
    let (server, address) = start();
    let client = connect(&address);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| unavailable(client.get("key", LONG)));
        thread::sleep(SHORT);
        drop(server);
        let error = waiting.join().expect("no panic");
        assert_eq!(
            error,
            format!("cannot reach the store at {address}: the process of the store has ended")
        );
    });
}

#[test]
fn another_program_at_the_address_is_named() {
    let other = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = other.local_addr().expect("an address").to_string();
    thread::scope(|scope| {
        scope.spawn(|| {
            let (mut connection, _) = other.accept().expect("a client");
            connection.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").expect("sent");
        });
        let error = unavailable(StoreClient::connect(&address, LONG));
        let expected = "another program answers at this address";
        assert_eq!(error, format!("cannot reach the store at {address}: {expected}"));
    });
}

#[test]
fn strangers_and_damaged_requests_change_nothing() {
    let (_server, address) = start();
    let call = |bytes: &[u8]| {
        let mut stranger = TcpStream::connect(&address).expect("a server");
        stranger.write_all(bytes).expect("sent");
        let _ = stranger.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        // The server may reset the connection.
        let _ = stranger.read_to_end(&mut answer);
        assert!(answer.is_empty(), "{answer:?}");
    };
    call(b"");
    call(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    call(&[0; 100_000]);
    // The header of a request of 4 GiB, one that ends early, and one with a wrong checksum.
    call(&[&b"hloom?01"[..], &[0xff; 4], &[0; 100]].concat());
    call(&[&b"hloom?01"[..], &[9, 0, 0, 0], &[1, 2, 3]].concat());
    call(&[&b"hloom?01"[..], &[1, 0, 0, 0], &[0; 9]].concat());
    // A stranger that stays does not disturb the others.
    let _idle = TcpStream::connect(&address).expect("a server");
    let client = connect(&address);
    client.put("key", b"1").expect("a new key");
    assert_eq!(client.get("key", LONG), Ok(b"1".to_vec()));
}

#[test]
fn wrong_addresses_are_refused() {
    let (_server, address) = start();
    let error = unavailable(StoreServer::start(&address));
    let begin = format!("cannot listen for other processes at {address}: ");
    assert!(error.starts_with(&begin), "{error}");
    let error = unavailable(StoreServer::start("192.0.2.1:0"));
    assert!(error.starts_with("cannot listen for other processes at 192.0.2.1:0: "), "{error}");
    let error = unavailable(StoreClient::connect("no port", Duration::ZERO));
    assert!(error.starts_with("cannot reach the store at no port: "), "{error}");
}
