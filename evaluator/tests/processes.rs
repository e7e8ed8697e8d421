// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of device meshes that span several processes. A communicator in memory connects the
//! processes, each of which is a device mesh of its own.

mod network;

use hloom_evaluator::{
    Audience, DeviceMesh, ElementType, Error, Literal, ParticipantId, Shape, Value,
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
                let all = mesh.meet(me, "meeting", &group, Audience::All, value(&me))?;
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

#[test]
fn each_value_reaches_its_receiver() {
    for processes in PLACEMENTS {
        let network = Arc::default();
        let outcomes = run(processes, &network, |mesh, me| {
            let group = everyone(mesh);
            let own = me.replica as usize;
            for round in 0..20 {
                let value = |from: usize, to: usize| number(round * 100 + from * 10 + to);
                let brought = (0..group.len()).map(|to| value(own, to)).collect();
                let all = mesh.meet(me, "exchange", &group, Audience::Each, brought)?;
                assert_eq!(all.len(), group.len());
                for (from, values) in all.iter().enumerate() {
                    assert_eq!(values[own], value(from, own));
                }
            }
            Ok(())
        });
        assert!(outcomes.iter().all(Result::is_ok), "{processes:?}: {outcomes:?}");
        assert!(!network.has_messages());
    }
}

#[test]
fn values_for_one_member_are_sent_only_to_its_process() {
    const SIZE: usize = 1000;
    let network: Arc<Network> = Arc::default();
    let outcomes = run(&[0, 1, 1, 2], &network, |mesh, me| {
        let bytes = Literal::from_bytes(Shape::new(ElementType::U8, [SIZE]), &[7; SIZE]);
        let brought = vec![Value::from(bytes.expect("bytes")); 4];
        mesh.meet(me, "exchange", &everyone(mesh), Audience::Each, brought).map(drop)
    });
    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    for (from, to, values) in [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 2), (2, 0, 1), (2, 1, 2)] {
        let (messages, bytes) = network.sent(from, to);
        assert_eq!(messages, 1);
        let found = bytes / SIZE;
        assert_eq!(found, values, "{bytes} bytes from process {from} to {to}");
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
            let all = mesh.meet(me, "meeting", &group, Audience::All, value)?;
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
                let all = mesh.meet(me, "sum", group, Audience::All, value(&me))?;
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
        let all = mesh.meet(me, "meeting", &group, Audience::All, brought)?;
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
                mesh.meet(me, "meeting", &group, Audience::All, vec![number(round)])?;
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
        mesh.meet(me, "meeting", &group, Audience::All, vec![number(1)]).map(drop)
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
            mesh.meet(me, "meeting", &group, Audience::All, vec![number(round)])?;
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
        mesh.meet(me, purpose, &everyone(mesh), Audience::All, vec![number(1)]).map(drop)
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
    for audience in [Audience::All, Audience::Each] {
        for (index, change) in changes.into_iter().enumerate() {
            let network: Arc<Network> = Arc::default();
            network.change(change);
            let outcomes = run(&[0, 1], &network, move |mesh, me| {
                let brought = vec![number(1); 2];
                mesh.meet(me, "meeting", &everyone(mesh), audience, brought).map(drop)
            });
            for (own, outcome) in outcomes.into_iter().enumerate() {
                let other = 1 - own;
                let error = outcome.expect_err("a malformed message").to_string();
                let expected = format!("process {other} sent a malformed message for meeting");
                assert_eq!(error, expected, "{index}");
            }
        }
    }
}
