// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of messages of any size, on each engine.

use crate::peers::{TIMES, for_each_engine, run, tag, unavailable};
use hloom_communicator::Times;
use hloom_evaluator::Error;
use std::thread;
use std::time::Duration;

#[test]
fn messages_of_all_sizes_pass_in_both_directions_at_once() {
    const SIZES: [usize; 4] = [0, 1, 5 << 20, 3];
    for_each_engine(3, TIMES, |all| {
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
    });
}

#[test]
fn messages_arrive_by_tag_and_in_order() {
    for_each_engine(2, TIMES, |all| {
        for number in 0..100u8 {
            all[0].send(1, &tag(0, u64::from(number % 3)), &[&[number]]).expect("sent");
        }
        for round in [2, 0, 1] {
            for number in (0..100u8).filter(|number| u64::from(number % 3) == round) {
                assert_eq!(all[1].receive(0, &tag(0, round)), Ok(vec![number]));
            }
        }
    });
}

#[test]
fn two_runs_at_once_keep_their_messages_apart() {
    for_each_engine(2, TIMES, |all| {
        thread::scope(|scope| {
            for (own, communicator) in all.iter().enumerate() {
                for number in 0..2u8 {
                    scope.spawn(move || {
                        for round in 0..200u8 {
                            let tag = tag(u64::from(number), 0);
                            communicator.send(1 - own, &tag, &[&[number, round]]).expect("sent");
                            assert_eq!(
                                communicator.receive(1 - own, &tag),
                                Ok(vec![number, round])
                            );
                        }
                    });
                }
            }
        });
    });
}

#[test]
fn a_process_that_ends_is_named_after_its_messages() {
    for_each_engine(3, TIMES, |mut all| {
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
    });
}

#[test]
fn nothing_can_be_sent_to_a_process_that_ended() {
    for_each_engine(2, TIMES, |mut all| {
        drop(all.pop());
        assert_eq!(unavailable(all[0].receive(1, &tag(0, 0))), "process 1 has ended");
        let bytes = vec![0; 1 << 20];
        // The operating system may accept the first messages.
        let sent = (0..100).map(|_| all[0].send(1, &tag(0, 0), &[&bytes]));
        let refused = sent.into_iter().find(Result::is_err).expect("a message is refused");
        assert_eq!(unavailable(refused), "process 1 has ended");
    });
}

#[test]
fn failures_reach_those_who_wait() {
    for_each_engine(3, TIMES, |all| {
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
    });
}

#[test]
fn a_failure_ends_the_waits_of_the_same_process() {
    for_each_engine(2, TIMES, |all| {
        thread::scope(|scope| {
            let waiting = scope.spawn(|| unavailable(all[0].receive(1, &tag(7, 0))));
            all[0].fail(&[1], &run(7), "no memory");
            let error = waiting.join().expect("no panic");
            assert_eq!(error, "the run failed in this process: no memory");
        });
    });
}

#[test]
fn different_programs_are_an_error_in_both_processes() {
    for_each_engine(2, TIMES, |all| {
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
    });
}

#[test]
fn idle_processes_stay_connected() {
    let times = Times { silence: Duration::from_millis(1500), ..TIMES };
    for_each_engine(2, times, |all| {
        thread::sleep(2 * times.silence);
        for own in 0..2 {
            all[own].send(1 - own, &tag(0, 0), &[b"awake"]).expect("sent");
            assert_eq!(all[1 - own].receive(own, &tag(0, 0)), Ok(b"awake".to_vec()));
        }
    });
}

#[test]
fn there_is_no_connection_with_oneself() {
    for_each_engine(2, TIMES, |all| {
        for process in [0, 2] {
            let refused = all[0].send(process, &tag(0, 0), &[]);
            let error = format!("there is no connection with process {process}");
            assert_eq!(refused, Err(Error::Internal(error)));
        }
    });
}
