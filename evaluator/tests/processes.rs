// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of device meshes that span several processes. A communicator in memory connects the
//! processes, each of which is a device mesh of its own.

mod network;

use hloom_evaluator::{
    DeviceMesh, ElementType, Error, Literal, PIECE_BYTES, ParticipantId, Pattern, Shape, Value,
};
use network::{Network, run, run_without};
use std::sync::Arc;

/// Processes of the participants: two and three processes, with equal and with different numbers
/// of participants, next to each other and alternating.
const PLACEMENTS: [&[usize]; 6] =
    [&[0, 1], &[0, 0, 1, 1], &[0, 1, 0, 1], &[0, 1, 1, 2, 2, 2], &[2, 0, 1], &[1, 1, 1, 0]];

fn number(number: usize) -> Value {
    Literal::scalar(number as i32).expect("small").into()
}

fn participant(number: usize) -> ParticipantId {
    ParticipantId { replica: number as u32, partition: 0 }
}

fn everyone(mesh: &DeviceMesh) -> Vec<ParticipantId> {
    mesh.participants().collect()
}

fn unavailable(outcome: &Result<(), Error>) -> &str {
    match outcome {
        Err(Error::Unavailable(message)) => message,
        other => panic!("expected an unavailable process, found {other:?}"),
    }
}

#[test]
fn all_values_reach_all_processes_in_each_round() {
    for processes in PLACEMENTS {
        let network = Arc::default();
        let outcomes = run(processes, &network, |mesh, me| {
            let group = everyone(mesh);
            for round in 0..20 {
                let value = |id: &ParticipantId| vec![number(round * 100 + id.replica as usize)];
                let all = mesh.meet(me, "meeting", &group, value(&me))?;
                assert_eq!(*all, group.iter().map(value).collect::<Vec<_>>());
            }
            Ok(())
        });
        assert!(outcomes.iter().all(Result::is_ok), "{processes:?}: {outcomes:?}");
        assert!(!network.has_messages());
        // A rendezvous costs one message from each process to each other, however many participants
        // they have.
        assert_eq!(network.sent(0, 1).0, 20, "{processes:?}");
        assert_eq!(network.sent(1, 0).0, 20, "{processes:?}");
    }
}

/// Returns the bytes that `source` has for `target` in a round.
fn block(round: usize, source: usize, target: usize, size: usize) -> Vec<u8> {
    (0..size).map(|index| (round * 100 + source * 31 + target * 7 + index) as u8).collect()
}

/// Exchanges blocks by a pattern, and checks the results. Members have a block for each target in a
/// scatter, and one block otherwise.
fn check_exchange(
    (mesh, me): (&DeviceMesh, ParticipantId),
    round: usize,
    pattern: Pattern,
) -> Result<(), Error> {
    let (group, own) = (everyone(mesh), me.replica as usize);
    let block_of = |source: usize, target: usize| match pattern {
        Pattern::Scatter(sizes) => block(round, source, target, sizes[target]),
        Pattern::Gather(sizes) => block(round, source, 0, sizes[source]),
        Pattern::Broadcast(size) | Pattern::Permute(_, size) => block(round, source, 0, size),
    };
    let count = if matches!(pattern, Pattern::Scatter(_)) { group.len() } else { 1 };
    let blocks: Vec<_> = (0..count).map(|target| block_of(own, target)).collect();
    let blocks: Vec<_> = blocks.iter().map(|block| &block[..]).collect();
    let is_needed = |source: usize| pattern.block(source, own).is_some();
    let expected = |source| if is_needed(source) { block_of(source, own) } else { Vec::new() };
    let mut results: Vec<_> =
        (0..group.len()).map(|source| vec![0; expected(source).len()]).collect();
    let mut places: Vec<_> = results.iter_mut().map(|result| &mut result[..]).collect();
    mesh.exchange(me, "exchange", &group, pattern, &blocks, &mut places)?;
    for (source, result) in results.iter().enumerate() {
        assert_eq!(*result, expected(source), "{pattern:?}: {source} to {own}");
    }
    Ok(())
}

#[test]
fn each_block_reaches_those_who_need_it() {
    for processes in PLACEMENTS {
        let network = Arc::default();
        let outcomes = run(processes, &network, |mesh, me| {
            let count = everyone(mesh).len();
            for round in 0..20 {
                // Some blocks are empty.
                let sizes: Vec<_> = (0..count).map(|place| (place + round) % 4 * 3).collect();
                let sources: Vec<_> =
                    (0..count).map(|to| (to != 1).then_some((to + round) % count)).collect();
                let patterns = [
                    Pattern::Gather(&sizes),
                    Pattern::Scatter(&sizes),
                    Pattern::Broadcast(5),
                    Pattern::Permute(&sources, 7),
                ];
                for pattern in patterns {
                    check_exchange((mesh, me), round, pattern)?;
                }
            }
            Ok(())
        });
        assert!(outcomes.iter().all(Result::is_ok), "{processes:?}: {outcomes:?}");
        assert!(!network.has_messages());
    }
}

#[test]
fn blocks_for_one_member_are_sent_only_to_its_process() {
    const SIZE: usize = 1000;
    let network: Arc<Network> = Arc::default();
    let outcomes = run(&[0, 1, 1, 2], &network, |mesh, me| {
        check_exchange((mesh, me), 0, Pattern::Scatter(&[SIZE; 4]))
    });
    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    for (from, to, blocks) in [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 2), (2, 0, 1), (2, 1, 2)] {
        let sent = network.sent(from, to);
        assert_eq!(sent, (1, blocks * SIZE), "from process {from} to {to}");
    }
}

#[test]
fn processes_that_need_nothing_get_no_message() {
    let network: Arc<Network> = Arc::default();
    let outcomes = run(&[0, 1, 1, 2], &network, |mesh, me| {
        check_exchange((mesh, me), 0, Pattern::Broadcast(9))?;
        check_exchange((mesh, me), 1, Pattern::Permute(&[Some(3), None, Some(1), None], 4))
    });
    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    // The third member receives its block from a member of its own process.
    let expected =
        [((0, 1), (1, 9)), ((0, 2), (1, 9)), ((1, 0), (0, 0)), ((1, 2), (0, 0)), ((2, 0), (1, 4))];
    for ((from, to), sent) in expected {
        assert_eq!(network.sent(from, to), sent, "from process {from} to {to}");
    }
}

/// A combination that depends on the order of all operands.
fn chain(to: &mut [u8], from: &[u8]) {
    assert_eq!(to.len(), from.len());
    for (to, from) in to.iter_mut().zip(from) {
        *to = to.wrapping_mul(5).wrapping_add(*from).rotate_left(3);
    }
}

#[test]
fn blocks_are_combined_in_the_order_of_the_group() {
    for processes in PLACEMENTS {
        let network = Arc::default();
        let outcomes = run(processes, &network, |mesh, me| {
            let (group, own) = (everyone(mesh), me.replica as usize);
            // The second size has several pieces, of which the last one is not whole.
            for (round, size) in [0, 2 * PIECE_BYTES + 48, 5].into_iter().enumerate() {
                let size_of = |target: usize| size + target * 16;
                let blocks: Vec<_> =
                    (0..group.len()).map(|to| block(round, own, to, size_of(to))).collect();
                let blocks: Vec<_> = blocks.iter().map(|block| &block[..]).collect();
                let mut result = vec![0; size_of(own)];
                mesh.reduce_scatter(me, "sum", &group, &blocks, &mut result, &mut chain)?;
                let mut expected = block(round, 0, own, size_of(own));
                for source in 1..group.len() {
                    chain(&mut expected, &block(round, source, own, size_of(own)));
                }
                assert!(result == expected, "{own}");
            }
            Ok(())
        });
        assert!(outcomes.iter().all(Result::is_ok), "{processes:?}: {outcomes:?}");
        assert!(!network.has_messages());
    }
}

#[test]
fn blocks_without_bytes_are_not_sent() {
    const SIZE: usize = 32;
    // The first member combines the blocks of all, and the others need nothing.
    for processes in PLACEMENTS {
        let network: Arc<Network> = Arc::default();
        let outcomes = run(processes, &network, |mesh, me| {
            let (group, own) = (everyone(mesh), me.replica as usize);
            let mine = block(0, own, 0, SIZE);
            let mut blocks: Vec<&[u8]> = vec![&[][..]; group.len()];
            blocks[0] = &mine;
            let mut result = vec![0; if own == 0 { SIZE } else { 0 }];
            mesh.reduce_scatter(me, "sum", &group, &blocks, &mut result, &mut chain)?;
            if own == 0 {
                let mut expected = mine.clone();
                for source in 1..group.len() {
                    chain(&mut expected, &block(0, source, 0, SIZE));
                }
                assert_eq!(result, expected);
            }
            Ok(())
        });
        assert!(outcomes.iter().all(Result::is_ok), "{processes:?}: {outcomes:?}");
        assert!(!network.has_messages());
        let root = processes[0];
        for from in 0..3 {
            for to in (0..3).filter(|to| *to != from) {
                let members = processes.iter().filter(|process| **process == from).count();
                let is_sent = to == root && members > 0;
                let expected = if is_sent { (1, members * SIZE) } else { (0, 0) };
                assert_eq!(network.sent(from, to), expected, "{processes:?}: {from} to {to}");
            }
        }
    }
}

#[test]
fn messages_of_wrong_size_are_errors() {
    let changes: [fn(&mut Vec<u8>); 3] =
        [Vec::clear, |message| message.truncate(message.len() - 1), |message| message.push(0)];
    for change in changes {
        for is_reduction in [false, true] {
            let network: Arc<Network> = Arc::default();
            network.change(change);
            let outcomes = run(&[0, 1], &network, move |mesh, me| {
                let (group, blocks, mut result) = (everyone(mesh), [&[1; 4][..]; 2], [0; 4]);
                if is_reduction {
                    return mesh.reduce_scatter(
                        me,
                        "sum",
                        &group,
                        &blocks,
                        &mut result,
                        &mut chain,
                    );
                }
                check_exchange((mesh, me), 0, Pattern::Gather(&[4, 4]))
            });
            for (own, outcome) in outcomes.into_iter().enumerate() {
                let error = outcome.expect_err("a message of another size").to_string();
                let expected = format!("expected a message of 4 bytes from process {}", 1 - own);
                assert!(error.starts_with(&expected), "{error}");
            }
        }
    }
}

#[test]
fn groups_within_one_process_send_nothing() {
    let network: Arc<Network> = Arc::default();
    let outcomes = run(&[0, 0, 1, 1, 1], &network, |mesh, me| {
        let is_mine = |id: &ParticipantId| (id.replica < 2) == (me.replica < 2);
        let group: Vec<_> = mesh.participants().filter(is_mine).collect();
        for _ in 0..10 {
            let value = vec![number(me.replica as usize)];
            let all = mesh.meet(me, "meeting", &group, value)?;
            assert_eq!(all.len(), group.len());
        }
        Ok(())
    });
    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    assert_eq!([network.sent(0, 1), network.sent(1, 0)], [(0, 0); 2]);
}

#[test]
fn rows_and_columns_meet_in_turn() {
    // A grid of 2 by 3: rows span processes, columns differ in how many they span.
    let network = Arc::default();
    let outcomes = run(&[0, 0, 1, 1, 2, 2], &network, |mesh, me| {
        let own = me.replica as usize;
        let row: Vec<_> = (0..3).map(|column| participant(own / 3 * 3 + column)).collect();
        let column: Vec<_> = (0..2).map(|row| participant(row * 3 + own % 3)).collect();
        for round in 0..20 {
            for group in [&row, &column] {
                let value = |id: &ParticipantId| vec![number(round * 100 + id.replica as usize)];
                let all = mesh.meet(me, "sum", group, value(&me))?;
                assert_eq!(*all, group.iter().map(value).collect::<Vec<_>>());
            }
        }
        Ok(())
    });
    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    assert!(!network.has_messages());
}

#[test]
fn members_may_bring_several_values_or_none() {
    let network = Arc::default();
    let outcomes = run(&[0, 1, 1], &network, |mesh, me| {
        let value = |id: &ParticipantId| -> Vec<Value> {
            let types = [ElementType::U8, ElementType::F32, ElementType::Bf16];
            let tensor = |ty: ElementType| {
                let shape = Shape::new(ty, [2, id.replica as usize, 3]);
                let bytes = vec![id.replica as u8; 6 * id.replica as usize * ty.byte_width()];
                Literal::from_bytes(shape, &bytes).expect("bytes").into()
            };
            types.into_iter().take(id.replica as usize + 1).map(tensor).collect()
        };
        let group = everyone(mesh);
        let brought = if me.replica == 1 { Vec::new() } else { value(&me) };
        let all = mesh.meet(me, "meeting", &group, brought)?;
        assert_eq!(*all, [value(&group[0]), Vec::new(), value(&group[2])]);
        Ok(())
    });
    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
}

#[test]
fn a_participant_that_fails_is_reported_to_all_processes() {
    for failing in 0..5 {
        let network = Arc::default();
        let outcomes = run(&[0, 0, 1, 1, 2], &network, move |mesh, me| {
            let group = everyone(mesh);
            for round in 0..3 {
                if round == 2 && me == participant(failing) {
                    return Err(Error::invalid("division by zero"));
                }
                mesh.meet(me, "meeting", &group, vec![number(round)])?;
            }
            Ok(())
        });
        for (number, outcome) in outcomes.iter().enumerate() {
            let error = outcome.as_ref().expect_err("one failed").to_string();
            assert!(error.contains("division by zero"), "{failing}, {number}: {error}");
        }
    }
}

#[test]
fn who_waits_for_a_lost_process_is_told() {
    let network: Arc<Network> = Arc::default();
    network.lose(1);
    let outcomes = run_without(&[1], &[0, 0, 0, 1, 2], &network, |mesh, me| {
        let group = everyone(mesh);
        mesh.meet(me, "meeting", &group, vec![number(1)]).map(drop)
    });
    // The participants that wait for the one of their process that exchanges values fail alike.
    for number in [0, 1, 2, 4] {
        let outcome = outcomes[number].as_ref().expect("it ran");
        let error = unavailable(outcome);
        assert!(error.contains("process 1 is lost"), "{number}: {error}");
    }
    let others = [0, 1, 2].map(|number| outcomes[number].as_ref().expect("it ran"));
    let waited = others.iter().filter(|outcome| unavailable(outcome).contains("waits for"));
    assert_eq!(waited.count(), 2);
}

#[test]
fn a_process_lost_between_rounds_ends_the_run() {
    let network: Arc<Network> = Arc::default();
    let shared = Arc::clone(&network);
    let outcomes = run(&[0, 1, 2], &network, move |mesh, me| {
        let group = everyone(mesh);
        for round in 0..10 {
            if round == 5 && me.replica == 1 {
                shared.lose(1);
                return Ok(());
            }
            mesh.meet(me, "meeting", &group, vec![number(round)])?;
        }
        Ok(())
    });
    for number in [0, 2] {
        let error = unavailable(&outcomes[number]);
        assert!(error.contains("process 1 is lost") || error.contains("failed"), "{error}");
    }
}

#[test]
fn participants_that_wait_in_vain_are_reported_to_other_processes() {
    // The participants of process 0 wait for each other for different purposes.
    let network = Arc::default();
    let outcomes = run(&[0, 0, 1, 1], &network, |mesh, me| {
        let purpose = if me.replica == 0 { "sum" } else { "product" };
        mesh.meet(me, purpose, &everyone(mesh), vec![number(1)]).map(drop)
    });
    for outcome in &outcomes[..2] {
        let error = outcome.as_ref().expect_err("nobody comes").to_string();
        assert!(error.contains("every running participant waits"), "{error}");
    }
    for outcome in &outcomes[2..] {
        unavailable(outcome);
    }
}

#[test]
fn malformed_messages_are_errors() {
    let changes: [fn(&mut Vec<u8>); 6] = [
        Vec::clear,
        |message| message.truncate(message.len() - 1),
        |message| message.push(0),
        // More values than follow.
        |message| message[0] += 1,
        // A name, a rank and a number of bytes that do not fit.
        |message| message[8] = 255,
        |message| message[16..24].fill(255),
    ];
    for (index, change) in changes.into_iter().enumerate() {
        let network: Arc<Network> = Arc::default();
        network.change(change);
        let outcomes = run(&[0, 1], &network, |mesh, me| {
            mesh.meet(me, "meeting", &everyone(mesh), vec![number(1); 2]).map(drop)
        });
        for (own, outcome) in outcomes.into_iter().enumerate() {
            let other = 1 - own;
            let error = outcome.expect_err("a malformed message").to_string();
            let expected = format!("process {other} sent a malformed message for meeting");
            assert_eq!(error, expected, "{index}");
        }
    }
}
