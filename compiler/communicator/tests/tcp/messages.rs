// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of messages of any size.

use crate::peers::{Peer, TIMES, connect_all, local, open, run, tag};
use hloom_communicator::{Listener, Node, TcpCommunicator, TcpOptions, Topology};
use hloom_evaluator::{Communicator, Error};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

/// Returns the message of an [`Error::Unavailable`].
fn unavailable<T: std::fmt::Debug>(outcome: Result<T, Error>) -> String {
    match outcome {
        Err(Error::Unavailable(message)) => message,
        other => panic!("expected an unavailable process, found {other:?}"),
    }
}

#[test]
fn messages_of_all_sizes_pass_in_both_directions_at_once() {
    const SIZES: [usize; 4] = [0, 1, 5 << 20, 3];
    let all = connect_all(3, TIMES);
    let byte = |from: usize, to: usize, size: usize| (from * 3 + to + size) as u8;
    thread::scope(|scope| {
        for (own, communicator) in all.iter().enumerate() {
            assert_eq!(communicator.process(), own);
            let others = move || (0..3).filter(move |other| *other != own);
            scope.spawn(move || {
                for (round, size) in SIZES.into_iter().enumerate() {
                    for to in others() {
                        let half = vec![byte(own, to, size); size / 2];
                        let rest = vec![byte(own, to, size); size - size / 2];
                        let parts: [&[u8]; 4] = [&[], &half, &[], &rest];
                        communicator.send(to, &tag(0, round as u64), &parts).expect("sent");
                    }
                }
                for (round, size) in SIZES.into_iter().enumerate() {
                    for from in others() {
                        let found = communicator.receive(from, &tag(0, round as u64));
                        let found = found.expect("a message");
                        assert_eq!(found.len(), size);
                        assert!(found.iter().all(|it| *it == byte(from, own, size)));
                    }
                }
            });
        }
    });
}

#[test]
fn messages_arrive_by_tag_and_in_order() {
    let all = connect_all(2, TIMES);
    for number in 0..100u8 {
        all[0].send(1, &tag(0, u64::from(number % 3)), &[&[number]]).expect("sent");
    }
    for round in [2, 0, 1] {
        for number in (0..100u8).filter(|number| u64::from(number % 3) == round) {
            assert_eq!(all[1].receive(0, &tag(0, round)), Ok(vec![number]));
        }
    }
}

#[test]
fn two_runs_at_once_keep_their_messages_apart() {
    let all = connect_all(2, TIMES);
    thread::scope(|scope| {
        for (own, communicator) in all.iter().enumerate() {
            for number in 0..2u8 {
                scope.spawn(move || {
                    for round in 0..200u8 {
                        let tag = tag(u64::from(number), 0);
                        communicator.send(1 - own, &tag, &[&[number, round]]).expect("sent");
                        assert_eq!(communicator.receive(1 - own, &tag), Ok(vec![number, round]));
                    }
                });
            }
        }
    });
}

#[test]
fn a_process_that_ends_is_named_after_its_messages() {
    let mut all = connect_all(3, TIMES);
    let ended = all.pop().expect("three");
    ended.send(0, &tag(0, 0), &[b"last"]).expect("sent");
    thread::scope(|scope| {
        let waiting = scope.spawn(|| unavailable(all[1].receive(2, &tag(0, 1))));
        drop(ended);
        assert_eq!(waiting.join().expect("no panic"), "process 2 has ended");
    });
    assert_eq!(all[0].receive(2, &tag(0, 0)), Ok(b"last".to_vec()));
    assert_eq!(unavailable(all[0].receive(2, &tag(0, 0))), "process 2 has ended");
    // The other processes still reach each other.
    all[0].send(1, &tag(0, 0), &[b"still"]).expect("sent");
    assert_eq!(all[1].receive(0, &tag(0, 0)), Ok(b"still".to_vec()));
}

#[test]
fn nothing_can_be_sent_to_a_process_that_ended() {
    let mut all = connect_all(2, TIMES);
    drop(all.pop());
    assert_eq!(unavailable(all[0].receive(1, &tag(0, 0))), "process 1 has ended");
    let bytes = vec![0; 1 << 20];
    // The operating system may accept the first messages.
    let sent = (0..100).map(|_| all[0].send(1, &tag(0, 0), &[&bytes]));
    let refused = sent.into_iter().find(Result::is_err).expect("a message is refused");
    assert_eq!(unavailable(refused), "process 1 has ended");
}

#[test]
fn failures_reach_those_who_wait() {
    let all = connect_all(3, TIMES);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| unavailable(all[1].receive(0, &tag(7, 0))));
        all[0].fail(&[1], &run(7), "no memory");
        assert_eq!(waiting.join().expect("no panic"), "process 0 failed: no memory");
    });
    // A later wait in the same run fails as well; other runs and processes are not concerned.
    assert_eq!(unavailable(all[1].receive(0, &tag(7, 9))), "process 0 failed: no memory");
    for (to, tag) in [(1, tag(8, 0)), (2, tag(7, 0))] {
        all[0].send(to, &tag, &[b"well"]).expect("sent");
        assert_eq!(all[to].receive(0, &tag), Ok(b"well".to_vec()));
    }
}

#[test]
fn a_failure_ends_the_waits_of_the_same_process() {
    let all = connect_all(2, TIMES);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| unavailable(all[0].receive(1, &tag(7, 0))));
        all[0].fail(&[1], &run(7), "no memory");
        let error = waiting.join().expect("no panic");
        assert_eq!(error, "the run failed in this process: no memory");
    });
}

#[test]
fn different_programs_are_an_error_in_both_processes() {
    let all = connect_all(2, TIMES);
    let tags = [tag(3, 0), {
        let mut tag = tag(3, 0);
        tag.run.program += 1;
        tag
    }];
    for own in 0..2 {
        all[own].send(1 - own, &tags[own], &[b"a"]).expect("sent");
    }
    for own in 0..2 {
        let error = all[own].receive(1 - own, &tags[own]).expect_err("another program");
        let expected = "expected the same program on all processes in run 3";
        assert!(error.to_string().starts_with(expected), "{error}");
    }
}

#[test]
fn idle_processes_stay_connected() {
    let times = TcpOptions { silence: Duration::from_millis(1500), ..TIMES };
    let all = connect_all(2, times);
    thread::sleep(2 * times.silence);
    for own in 0..2 {
        all[own].send(1 - own, &tag(0, 0), &[b"awake"]).expect("sent");
        assert_eq!(all[1 - own].receive(own, &tag(0, 0)), Ok(b"awake".to_vec()));
    }
}

#[test]
fn a_silent_process_is_lost_after_the_time() {
    let times = TcpOptions { silence: Duration::from_secs(1), ..TIMES };
    let (communicator, _peer) = Peer::of(times);
    let begin = Instant::now();
    let error = unavailable(communicator.receive(1, &tag(0, 0)));
    assert_eq!(error, "process 1 has not answered for 1 s");
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    assert_eq!(unavailable(communicator.receive(1, &tag(5, 5))), error);
}

#[test]
fn a_process_that_does_not_read_is_lost_after_the_time() {
    let times = TcpOptions { silence: Duration::from_secs(1), ..TIMES };
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
    assert_eq!(error, "the connection with process 1 is lost: it delivered a damaged message");
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
    assert_eq!(error, "the connection with process 1 is lost: it delivered a damaged message");
}

#[test]
fn strangers_are_ignored() {
    let (listeners, topology) = open(2);
    let address = topology.nodes[0].addresses[0];
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
    let times = TcpOptions { connecting: Duration::from_secs(1), ..TIMES };
    let (mut listeners, mut topology) = open(2);
    topology.own = 1;
    topology.nodes[0].token += 1;
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
    let times = TcpOptions { connecting: Duration::from_secs(1), ..TIMES };
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
    let nodes = vec![Node { addresses: vec![address], ..own.clone() }, own];
    let topology = Topology { own: 1, nodes };
    let refused = unavailable(TcpCommunicator::connect(listener, &topology, times).map(drop));
    assert_eq!(
        refused,
        format!("cannot reach process 0: {address}: another program answers there")
    );
}

#[test]
fn processes_that_do_not_come_are_named() {
    let times = TcpOptions { connecting: Duration::from_millis(300), ..TIMES };
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
fn there_is_no_connection_with_oneself() {
    let all = connect_all(2, TIMES);
    for process in [0, 2] {
        let refused = all[0].send(process, &tag(0, 0), &[]);
        let error = format!("there is no connection with process {process}");
        assert_eq!(refused, Err(Error::Internal(error)));
    }
}
