// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of exchanges: messages that are received into memory or in pieces.

use crate::peers::{TIMES, error_of, for_each_engine, run, tag};
use hloom_communicator::Times;
use hloom_evaluator::{Communicator, Error, Incoming, Outgoing, PIECE_BYTES};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// Sizes of messages: empty, small, and with several pieces of which the last one is not whole.
const SIZES: [usize; 4] = [0, 1000, 3 * PIECE_BYTES + 5, 20 << 20];

/// Returns the bytes that a process sends to another.
fn bytes(from: usize, to: usize, size: usize) -> Vec<u8> {
    // The period divides no size of pieces, and repeating is faster than computing each byte.
    let period = 9973;
    let first = (0..period).map(|index| (index * 7 + index / 251 + from * 3 + to) as u8);
    let mut bytes = first.collect::<Vec<_>>().repeat(size.div_ceil(period));
    bytes.truncate(size);
    bytes
}

fn others(all: &[Arc<dyn Communicator>], own: usize) -> Vec<usize> {
    (0..all.len()).filter(|other| *other != own).collect()
}

/// Runs `body` as each process.
fn as_each(all: &[Arc<dyn Communicator>], body: impl Fn(usize, &dyn Communicator) + Sync) {
    let body = &body;
    thread::scope(|scope| {
        for (own, communicator) in all.iter().enumerate() {
            scope.spawn(move || body(own, &**communicator));
        }
    });
}

/// Exchanges messages of a size with all other processes, and checks what arrives.
fn exchange(
    all: &[Arc<dyn Communicator>],
    own: usize,
    round: u64,
    size: usize,
) -> Result<(), Error> {
    let others = others(all, own);
    let sent: Vec<_> = others.iter().map(|to| bytes(own, *to, size)).collect();
    let outgoing = others.iter().zip(&sent).map(|(process, bytes)| {
        let (first, second) = bytes.split_at(size / 3);
        Outgoing { process: *process, parts: vec![first, &[], second] }
    });
    let mut received = vec![vec![0; size]; others.len()];
    let incoming = others.iter().zip(&mut received).map(|(process, bytes)| {
        let (first, second) = bytes.split_at_mut(size / 2);
        Incoming { process: *process, parts: vec![&mut [], first, second] }
    });
    let (outgoing, mut incoming): (Vec<_>, Vec<_>) = (outgoing.collect(), incoming.collect());
    all[own].exchange(&tag(0, round), &outgoing, &mut incoming)?;
    for (from, found) in others.into_iter().zip(received) {
        assert!(found == bytes(from, own, size), "{size} bytes from {from} to {own}");
    }
    Ok(())
}

#[test]
fn messages_are_received_into_memory() {
    for_each_engine(3, TIMES, |all| {
        as_each(&all, |own, _| {
            for (round, size) in SIZES.into_iter().enumerate() {
                exchange(&all, own, round as u64, size).expect("exchanged");
            }
        });
    });
}

#[test]
fn messages_may_arrive_before_anybody_waits() {
    for_each_engine(2, TIMES, |all| {
        as_each(&all, |own, _| {
            for (round, size) in SIZES.into_iter().enumerate() {
                // In turn, one of the processes is late; a message arrives whole or in part before.
                if round % 2 == own {
                    thread::sleep(Duration::from_millis(3 + 100 * (round as u64 / 2)));
                }
                exchange(&all, own, round as u64, size).expect("exchanged");
            }
        });
    });
}

#[test]
fn exchanges_of_two_participants_do_not_wait_for_each_other() {
    for_each_engine(2, TIMES, |all| {
        as_each(&all, |own, communicator| {
            thread::scope(|scope| {
                scope.spawn(|| {
                    for round in 0..20 {
                        exchange(&all, own, round, 1 << 20).expect("exchanged");
                    }
                });
                for round in 100..300 {
                    communicator.send(1 - own, &tag(0, round), &[b"small"]).expect("sent");
                    assert_eq!(
                        communicator.receive(1 - own, &tag(0, round)),
                        Ok(b"small".to_vec())
                    );
                }
            });
        });
    });
}

#[test]
fn pieces_arrive_in_the_order_of_the_sources() {
    for_each_engine(3, TIMES, |all| {
        as_each(&all, |own, communicator| {
            for (round, size) in SIZES.into_iter().enumerate() {
                // The message of a later source arrives first in some rounds.
                thread::sleep(Duration::from_millis(20 * ((own + round) % 3) as u64));
                let others = others(&all, own);
                let sent: Vec<_> = others.iter().map(|to| bytes(own, *to, size)).collect();
                let outgoing = others.iter().zip(&sent);
                let outgoing: Vec<_> = outgoing
                    .map(|(process, bytes)| Outgoing { process: *process, parts: vec![&bytes[..]] })
                    .collect();
                let (mut found, mut sizes) = (Vec::new(), Vec::new());
                let mut consume = |piece: &[u8]| {
                    found.extend_from_slice(piece);
                    sizes.push(piece.len());
                };
                let tag = tag(0, round as u64);
                communicator
                    .exchange_pieces(&tag, &outgoing, &others, size, &mut consume)
                    .expect("exchanged");
                let expected: Vec<_> =
                    others.iter().flat_map(|from| bytes(*from, own, size)).collect();
                assert!(found == expected, "{size} bytes");
                let pieces = vec![0; size];
                let pieces: Vec<_> = pieces.chunks(PIECE_BYTES).map(<[u8]>::len).collect();
                assert_eq!(sizes, pieces.repeat(2));
            }
        });
    });
}

#[test]
fn a_message_of_another_size_is_an_error_and_the_next_one_arrives() {
    for size in [10, 2 * PIECE_BYTES] {
        for_each_engine(2, TIMES, |all| {
            let send =
                |round: u64| all[1].send(0, &tag(round, 0), &[&vec![1; size]]).expect("sent");
            (0..3).for_each(send);
            let mut memory = vec![0; size + 1];
            let parts = vec![&mut memory[..]];
            let error = all[0].exchange(&tag(0, 0), &[], &mut [Incoming { process: 1, parts }]);
            let expected =
                format!("expected a message of {} bytes from process 1, found {size}", size + 1);
            let error = error.expect_err("a size").to_string();
            assert!(error.starts_with(&expected), "{error}");
            let error = all[0].exchange_pieces(&tag(1, 0), &[], &[1], size + 1, &mut |_| ());
            let error = error.expect_err("a size").to_string();
            assert!(error.starts_with(&expected), "{error}");
            assert_eq!(all[0].receive(1, &tag(2, 0)), Ok(vec![1; size]));
        });
    }
}

#[test]
fn a_failed_run_ends_its_exchanges() {
    for_each_engine(2, TIMES, |all| {
        thread::scope(|scope| {
            let waiting = scope.spawn(|| error_of(&*all[0]));
            all[1].fail(&[0], &run(0), "out of memory");
            assert_eq!(waiting.join().expect("no panic"), "process 1 failed: out of memory");
        });
        // The connection is still good.
        as_each(&all, |own, _| {
            let outgoing = Outgoing { process: 1 - own, parts: vec![b"again"] };
            let mut memory = [0; 5];
            let incoming = Incoming { process: 1 - own, parts: vec![&mut memory] };
            all[own].exchange(&tag(1, 0), &[outgoing], &mut [incoming]).expect("exchanged");
            assert_eq!(memory, *b"again");
        });
    });
}

#[test]
fn processes_that_learn_of_a_failure_still_read_what_others_send() {
    let times = Times { silence: Duration::from_secs(2), ..TIMES };
    for_each_engine(3, times, |all| {
        all[0].fail(&[1, 2], &run(0), "out of memory");
        // Process 0 failed, while the others are exchanging large messages.
        thread::sleep(Duration::from_millis(100));
        let size = 64 << 20;
        thread::scope(|scope| {
            for own in [1, 2] {
                let all = &all;
                scope.spawn(move || {
                    let error = exchange(all, own, 0, size).expect_err("process 0 failed");
                    assert_eq!(error.to_string(), "process 0 failed: out of memory");
                });
            }
        });
        // The connections are still good.
        for (from, to) in [(1, 2), (2, 1)] {
            all[from].send(to, &tag(1, 0), &[b"again"]).expect("sent");
            assert_eq!(all[to].receive(from, &tag(1, 0)), Ok(b"again".to_vec()));
        }
    });
}
