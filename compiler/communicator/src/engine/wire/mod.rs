// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of engines with a message-passing library inside this process, which can simulate
//! failures.

mod ffi;

use super::EngineCommunicator;
use super::sizes::{INLINE, PART_BYTES};
use crate::times::Times;
use ffi::{Shared, Wire};
use hloom_evaluator::{Communicator, Error, Incoming, Outgoing, PIECE_BYTES, RunId, Tag};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

const TIMES: Times =
    Times { silence: Duration::from_secs(30), connecting: Duration::from_secs(60) };

fn connect(count: usize, times: Times) -> (Vec<EngineCommunicator<Wire>>, Arc<Mutex<Shared>>) {
    let (wires, shared) = Wire::connect(count);
    let connect = |(own, wire)| {
        move || EngineCommunicator::connect(wire, own, count, times).expect("connected")
    };
    let all = thread::scope(|scope| {
        let started: Vec<_> =
            wires.into_iter().enumerate().map(|it| scope.spawn(connect(it))).collect();
        started.into_iter().map(|it| it.join().expect("no panic")).collect()
    });
    (all, shared)
}

fn tag(number: u64) -> Tag {
    Tag { run: RunId { devices: 1, number, program: 2 }, meeting: 3, round: 0 }
}

fn bytes(size: usize) -> Vec<u8> {
    (0..size).map(|index| (index * 7 + index / 251) as u8).collect()
}

/// Sends a message of `size` bytes to the other of two processes, and receives one in parts of
/// several sizes.
fn exchange(communicator: &dyn Communicator, size: usize) -> Result<(), Error> {
    let (other, sent, mut memory) = (1 - communicator.process(), bytes(size), vec![0; size]);
    let (first, second) = memory.split_at_mut(size / 3);
    let outgoing = Outgoing { process: other, parts: vec![&sent] };
    let incoming = Incoming { process: other, parts: vec![first, &mut [], second] };
    communicator.exchange(&tag(0), &[outgoing], &mut [incoming])?;
    assert!(memory == sent, "{size} bytes");
    Ok(())
}

#[test]
fn messages_of_all_sizes_arrive() {
    let (all, _) = connect(2, TIMES);
    let edges = [0, 1, INLINE, INLINE + 1, PART_BYTES, PART_BYTES + 1, 9 * PART_BYTES + 5];
    thread::scope(|scope| {
        for communicator in &all {
            scope.spawn(|| {
                for size in edges {
                    exchange(communicator, size).expect("exchanged");
                }
            });
        }
    });
}

#[test]
fn payloads_without_recipients_are_stored() {
    let (all, _) = connect(2, TIMES);
    let sizes = [3 * PART_BYTES + 1, 10, PART_BYTES];
    for size in sizes {
        // No other thread receives.
        all[0].send(1, &tag(0), &[&bytes(size)]).expect("sent");
    }
    for size in sizes {
        assert!(all[1].receive(0, &tag(0)).expect("received") == bytes(size), "{size}");
    }
}

#[test]
fn payloads_of_failed_runs_are_received_and_ignored() {
    let (all, _) = connect(2, TIMES);
    all[1].fail(&[0], &tag(0).run, "no memory");
    all[0].send(1, &tag(0), &[&bytes(2 * PART_BYTES)]).expect("sent");
    let refused = all[1].receive(0, &tag(0)).expect_err("it failed").to_string();
    assert_eq!(refused, "the run failed in this process: no memory");
    all[0].send(1, &tag(1), &[&bytes(2 * PART_BYTES)]).expect("sent");
    assert!(all[1].receive(0, &tag(1)).expect("received") == bytes(2 * PART_BYTES));
}

#[test]
fn a_process_that_is_lost_within_a_payload_stops_the_library() {
    let times = Times { silence: Duration::from_secs(1), ..TIMES };
    let (mut all, shared) = connect(2, times);
    shared.lock().expect("no panic").lost.insert(1);
    // Process 1 sends its header, and nothing after it.
    let other = all.pop().expect("two");
    let sending = thread::spawn(move || {
        let _ = other.send(0, &tag(0), &[&bytes(2 * PART_BYTES)]);
    });
    let engine = Arc::clone(&all[0].engine);
    let mut memory = vec![0; 2 * PART_BYTES];
    let waited = thread::scope(|scope| {
        let incoming = Incoming { process: 1, parts: vec![&mut memory] };
        let first = &all[0];
        let waiting = scope.spawn(move || first.exchange(&tag(0), &[], &mut [incoming]));
        // Wait until the header has arrived, and then lose the process.
        thread::sleep(Duration::from_millis(100));
        let lost = Error::Unavailable("process 1 is lost".to_owned());
        engine.deliveries.mailbox(1).expect("another process").close(lost);
        waiting.join().expect("no panic")
    });
    assert_eq!(waited, Err(Error::Unavailable("process 1 is lost".to_owned())));
    let calls = || shared.lock().expect("no panic").calls.get(&0).copied();
    let before = calls();
    thread::sleep(Duration::from_millis(50));
    assert!(all[0].send(1, &tag(0), &[b"a"]).is_err());
    assert_eq!(calls(), before, "the memory may be in use again");
    drop(all);
    sending.join().expect("no panic");
}

#[test]
fn errors_of_the_library_reach_those_who_wait() {
    let (all, shared) = connect(2, TIMES);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| all[0].receive(1, &tag(0)));
        thread::sleep(Duration::from_millis(20));
        shared.lock().expect("no panic").errors.insert(0, "out of order".to_owned());
        let error = Error::Unavailable("wire: out of order".to_owned());
        assert_eq!(waiting.join().expect("no panic"), Err(error));
    });
}

#[test]
fn payloads_of_a_process_that_has_ended_arrive() {
    let (mut all, shared) = connect(2, TIMES);
    let size = 9 * PART_BYTES;
    shared.lock().expect("no panic").eager = true;
    shared.lock().expect("no panic").lost.insert(1);
    // The last message of process 1 arrives before the payload.
    let other = all.pop().expect("two");
    other.send(0, &tag(0), &[&bytes(size)]).expect("sent");
    drop(other);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| all[0].receive(1, &tag(0)));
        thread::sleep(Duration::from_millis(100));
        shared.lock().expect("no panic").resume();
        let received = waiting.join().expect("no panic").expect("received");
        assert!(received == bytes(size));
    });
    let ended = all[0].receive(1, &tag(1)).expect_err("it has ended").to_string();
    assert_eq!(ended, "process 1 has ended");
}

#[test]
fn parts_of_another_size_are_errors() {
    let (all, shared) = connect(2, TIMES);
    shared.lock().expect("no panic").missing = 1;
    let sent = bytes(PART_BYTES);
    thread::scope(|scope| {
        scope.spawn(|| all[1].send(0, &tag(0), &[&sent]).expect("sent"));
        let found = PART_BYTES - 1;
        let error = format!(
            "wire: expected a part of {PART_BYTES} bytes from process 1, found {found} bytes"
        );
        assert_eq!(all[0].receive(1, &tag(0)), Err(Error::Unavailable(error)));
    });
}

#[test]
fn the_failure_of_a_connection_ends_the_waits_for_its_process() {
    let (all, shared) = connect(3, TIMES);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| all[0].receive(1, &tag(0)));
        thread::sleep(Duration::from_millis(20));
        let failure = (1, "reset".to_owned());
        shared.lock().expect("no panic").failures.insert(0, vec![failure]);
        let error = Error::Unavailable("the connection with process 1 is lost: reset".to_owned());
        assert_eq!(waiting.join().expect("no panic"), Err(error.clone()));
        assert_eq!(all[0].send(1, &tag(1), &[b"a"]), Err(error));
    });
    // Other connections are still good.
    all[2].send(0, &tag(1), &[&bytes(PART_BYTES)]).expect("sent");
    assert!(all[0].receive(2, &tag(1)).expect("received") == bytes(PART_BYTES));
}

#[test]
fn a_panic_within_an_exchange_waits_for_its_requests() {
    let (all, _) = connect(2, TIMES);
    let size = 4 * PART_BYTES;
    thread::scope(|scope| {
        scope.spawn(|| {
            let sent = bytes(size);
            let outgoing = Outgoing { process: 1, parts: vec![&sent] };
            let mut consume = |_: &[u8]| panic!("no more");
            let run = || all[0].exchange_pieces(&tag(0), &[outgoing], &[1], size, &mut consume);
            assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
        });
        all[1].send(0, &tag(0), &[&bytes(size)]).expect("sent");
        assert!(all[1].receive(0, &tag(0)).expect("received") == bytes(size));
    });
}

#[test]
fn pieces_have_the_same_size() {
    let (all, _) = connect(2, TIMES);
    let size = 2 * PART_BYTES + PIECE_BYTES + 3;
    // A part of the message is stored before the recipient comes.
    all[1].send(0, &tag(0), &[&bytes(size)]).expect("sent");
    let (mut found, mut sizes) = (Vec::new(), Vec::new());
    let mut consume = |piece: &[u8]| {
        found.extend_from_slice(piece);
        sizes.push(piece.len());
    };
    all[0].exchange_pieces(&tag(0), &[], &[1], size, &mut consume).expect("received");
    assert!(found == bytes(size));
    let expected: Vec<_> = bytes(size).chunks(PIECE_BYTES).map(<[u8]>::len).collect();
    assert_eq!(sizes, expected);
}

#[test]
fn a_process_that_does_not_come_is_named() {
    let (mut wires, _) = Wire::connect(2);
    let times = Times { connecting: Duration::from_millis(50), ..TIMES };
    let missed = EngineCommunicator::connect(wires.remove(0), 0, 2, times);
    let missed = missed.map(drop).expect_err("nobody else").to_string();
    assert_eq!(missed, "process 1 has not connected to process 0: it is late");
}

#[test]
fn a_silent_process_is_lost_after_the_time() {
    let times = Times { silence: Duration::from_millis(300), ..TIMES };
    let (mut all, _) = connect(2, times);
    // It ends without its last message.
    let mut silent = all.pop().expect("two");
    silent.background.take().expect("a thread").join();
    std::mem::forget(silent);
    let lost = all[0].receive(1, &tag(0)).expect_err("it is silent").to_string();
    assert_eq!(lost, "process 1 has not answered for 0.3 s");
}

#[test]
fn a_failure_within_an_exchange_ends_it_in_all_processes() {
    let (all, shared) = connect(3, TIMES);
    let size = 64 * PART_BYTES;
    // The exchange of processes 0 and 1 does not end before process 2 fails.
    shared.lock().expect("no panic").lost.insert(0);
    let sent = bytes(size);
    thread::scope(|scope| {
        for own in 0..2 {
            let (all, sent) = (&all, &sent);
            scope.spawn(move || {
                let mut memory = [vec![0; size], vec![0; size]];
                let others = [1 - own, 2];
                let outgoing = others.map(|process| Outgoing { process, parts: vec![sent] });
                let [first, second] = &mut memory;
                let incoming = [(1 - own, first), (2, second)];
                let mut incoming = incoming
                    .map(|(process, memory)| Incoming { process, parts: vec![&mut memory[..]] });
                let error = all[own].exchange(&tag(0), &outgoing, &mut incoming);
                let error = error.expect_err("process 2 failed").to_string();
                assert_eq!(error, "process 2 failed: no memory");
            });
        }
        thread::sleep(Duration::from_millis(300));
        all[2].fail(&[0, 1], &tag(0).run, "no memory");
        thread::sleep(Duration::from_millis(100));
        shared.lock().expect("no panic").resume();
    });
    // The connections are still good.
    for (from, to) in [(0, 1), (1, 0), (2, 0)] {
        all[from].send(to, &tag(1), &[&bytes(size)]).expect("sent");
        assert!(all[to].receive(from, &tag(1)).expect("received") == bytes(size));
    }
}
