// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of connections over TCP, whose other ends misbehave.

use crate::peers::{
    Peer, TIMES, error_of, local, open, tag, tcp_address, tcp_address_mut, unavailable,
};
use hloom_communicator::{Listener, TcpCommunicator, Times, Topology};
use hloom_evaluator::{Communicator, Outgoing};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn a_silent_process_is_lost_after_the_time() {
    let times = Times { silence: Duration::from_secs(1), ..TIMES };
    let (communicator, _peer) = Peer::of(times);
    let begin = Instant::now();
    let error = unavailable(communicator.receive(1, &tag(0, 0)));
    assert_eq!(error, "process 1 has not answered for 1 s");
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    assert_eq!(unavailable(communicator.receive(1, &tag(5, 5))), error);
}

#[test]
fn a_process_that_does_not_read_is_lost_after_the_time() {
    let times = Times { silence: Duration::from_secs(1), ..TIMES };
    let (communicator, _peer) = Peer::of(times);
    // More bytes than the buffers of the sockets take.
    let bytes = vec![0; 64 << 20];
    let error = unavailable(communicator.send(1, &tag(0, 0), &[&bytes]));
    assert!(error.contains("process 1"), "{error}");
}

#[test]
fn a_closed_connection_is_an_error() {
    let (communicator, peer) = Peer::of(TIMES);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| unavailable(communicator.receive(1, &tag(0, 0))));
        peer.0.shutdown(Shutdown::Both).expect("closed");
        let error = waiting.join().expect("no panic");
        assert_eq!(error, "the connection with process 1 is lost: it was closed");
    });
}

#[test]
fn a_connection_closed_within_a_message_is_an_error() {
    let (communicator, mut peer) = Peer::of(TIMES);
    peer.0.write_all(b"hloom 01").expect("written");
    drop(peer);
    let error = unavailable(communicator.receive(1, &tag(0, 0)));
    assert!(error.starts_with("the connection with process 1 is lost: "), "{error}");
}

#[test]
fn a_damaged_message_is_an_error() {
    let (communicator, mut peer) = Peer::of(TIMES);
    peer.0.write_all(&[7; 4096]).expect("written");
    let error = unavailable(communicator.receive(1, &tag(0, 0)));
    assert_eq!(error, "the connection with process 1 is lost: a damaged message arrived");
}

#[test]
fn a_message_that_changed_on_its_way_is_an_error() {
    let (communicator, mut peer) = Peer::through(TIMES);
    // The other end is a communicator, too; a byte of its message is changed between the two.
    let message = vec![b'm'; 1000];
    peer.other.send(0, &tag(0, 0), &[&message]).expect("sent");
    peer.relay.forward(|bytes| {
        let found = bytes.iter().position(|byte| *byte == b'm');
        found.is_some_and(|at| {
            bytes[at] = b'n';
            true
        })
    });
    let error = unavailable(communicator.receive(1, &tag(0, 0)));
    assert_eq!(error, "the connection with process 1 is lost: a damaged message arrived");
}

#[test]
fn strangers_are_ignored() {
    let (listeners, topology) = open(2);
    let address = tcp_address(&topology.nodes[0]).0[0];
    let mut listeners = listeners.into_iter();
    let (first, second) = (listeners.next().expect("two"), listeners.next().expect("two"));
    thread::scope(|scope| {
        let to = |own| Topology { own, ..topology.clone() };
        let (first_topology, second_topology) = (to(0), to(1));
        let first = scope.spawn(move || TcpCommunicator::connect(first, &first_topology, TIMES));
        // One closes at once, and one speaks another language.
        drop(TcpStream::connect(address).expect("connected"));
        let mut stranger = TcpStream::connect(address).expect("connected");
        stranger.write_all(b"GET / HTTP/1.1\r\nHost: somewhere\r\n\r\n").expect("written");
        let mut answer = Vec::new();
        let read = stranger.read_to_end(&mut answer);
        assert!(read.is_err() || answer.is_empty(), "{answer:?}");
        let second = TcpCommunicator::connect(second, &second_topology, TIMES).expect("connected");
        let first = first.join().expect("no panic").expect("connected");
        second.send(0, &tag(0, 0), &[b"friend"]).expect("sent");
        assert_eq!(first.receive(1, &tag(0, 0)), Ok(b"friend".to_vec()));
    });
}

#[test]
fn a_wrong_token_is_refused() {
    let times = Times { connecting: Duration::from_secs(1), ..TIMES };
    let (mut listeners, mut topology) = open(2);
    topology.own = 1;
    *tcp_address_mut(&mut topology.nodes[0]).1 += 1;
    let (second, first) = (listeners.pop().expect("two"), listeners.pop().expect("two"));
    thread::scope(|scope| {
        let own = Topology { own: 0, nodes: topology.nodes.clone() };
        let first = scope.spawn(move || TcpCommunicator::connect(first, &own, times));
        let refused = unavailable(TcpCommunicator::connect(second, &topology, times).map(drop));
        assert!(refused.starts_with("cannot reach process 0: 127.0.0.1:"), "{refused}");
        let missed = unavailable(first.join().expect("no panic").map(drop));
        assert_eq!(missed, "process 1 has not connected to process 0: it is late");
    });
}

#[test]
fn another_program_at_the_address_is_refused() {
    let times = Times { connecting: Duration::from_secs(1), ..TIMES };
    let other = TcpListener::bind(local()).expect("a port");
    let address = other.local_addr().expect("an address");
    thread::spawn(move || {
        for mut connection in other.incoming().flatten() {
            // The caller may have gone by now.
            let _ = connection.write_all(b"220 mail.example ESMTP ready\r\n");
            let _ = connection.read(&mut [0; 64]);
        }
    });
    let listener = Listener::open(Some(local().ip())).expect("a port");
    let own = listener.node("a".to_owned(), 1);
    let mut other = own.clone();
    *tcp_address_mut(&mut other).0 = vec![address];
    let nodes = vec![other, own];
    let topology = Topology { own: 1, nodes };
    let refused = unavailable(TcpCommunicator::connect(listener, &topology, times).map(drop));
    assert_eq!(
        refused,
        format!(
            "cannot reach process 0: {address}: expected an answer that repeats the token and the \
             process number that were sent, found another answer"
        )
    );
}

#[test]
fn processes_that_do_not_come_are_named() {
    let times = Times { connecting: Duration::from_millis(300), ..TIMES };
    let (mut listeners, topology) = open(2);
    let (second, first) = (listeners.pop(), listeners.pop().expect("two"));
    let missed = unavailable(TcpCommunicator::connect(first, &topology, times).map(drop));
    assert_eq!(missed, "process 1 has not connected to process 0: it is late");
    // The port of process 0 is closed now.
    let topology = Topology { own: 1, ..topology };
    let second = second.expect("two");
    let missed = unavailable(TcpCommunicator::connect(second, &topology, times).map(drop));
    assert!(missed.starts_with("cannot reach process 0: 127.0.0.1:"), "{missed}");
}

#[test]
fn a_connection_that_ends_within_an_exchange_is_an_error() {
    let (communicator, mut peer) = Peer::through(TIMES);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| error_of(&communicator));
        scope.spawn(|| {
            let bytes = vec![0; 8 << 20];
            let outgoing = Outgoing { process: 0, parts: vec![&bytes] };
            // It fails when the connection ends.
            let _ = peer.other.exchange(&tag(0, 0), &[outgoing], &mut []);
        });
        let mut left = 1 << 20;
        peer.relay.forward(|bytes| {
            left -= bytes.len().min(left);
            left == 0
        });
        peer.relay.close();
        let error = waiting.join().expect("no panic");
        assert!(error.starts_with("the connection with process 1 is lost"), "{error}");
    });
}

#[test]
fn a_process_that_stops_within_an_exchange_is_lost_after_the_time() {
    let times = Times { silence: Duration::from_secs(1), ..TIMES };
    let (communicator, _peer) = Peer::of(times);
    assert!(error_of(&communicator).contains("process 1"));
}
