// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of messages between participants of several processes.

mod network;

use hloom_evaluator::{Channel, DeviceMesh, ElementType, Error, ParticipantId, Shape};
use network::{Network, run, run_without};
use std::sync::Arc;

const PLACEMENTS: [&[usize]; 4] = [&[0, 0, 0], &[0, 1, 2], &[0, 1, 0], &[1, 1, 0]];

/// A ring of three participants.
fn ring() -> Channel {
    Channel { number: 7, pairs: Some(vec![(0, 1), (1, 2), (2, 0)]) }
}

fn shapes() -> [Shape; 2] {
    [Shape::new(ElementType::U8, [2]), Shape::new(ElementType::S32, [0])]
}

fn send(channel: &Channel, mesh: &DeviceMesh, me: ParticipantId, byte: u8) -> Result<(), Error> {
    channel.send(mesh, me, &shapes(), &[&[byte, byte + 1], &[]])
}

fn receive(
    channel: &Channel,
    mesh: &DeviceMesh,
    me: ParticipantId,
) -> Result<Option<[u8; 2]>, Error> {
    let mut bytes = [0; 2];
    let received = channel.receive(mesh, me, &shapes(), &mut [&mut bytes, &mut []])?;
    Ok(received.then_some(bytes))
}

#[test]
fn messages_arrive_in_order() {
    for processes in PLACEMENTS {
        let network: Arc<Network> = Arc::default();
        let outcomes = run(processes, &network, |mesh, me| {
            let (own, before) = (me.replica as u8, (me.replica as u8 + 2) % 3);
            // Sending does not wait.
            for round in 0..20 {
                send(&ring(), mesh, me, round * 10 + own)?;
            }
            for round in 0..20 {
                let byte = round * 10 + before;
                assert_eq!(receive(&ring(), mesh, me)?, Some([byte, byte + 1]));
            }
            Ok(())
        });
        assert!(outcomes.iter().all(Result::is_ok), "{processes:?}: {outcomes:?}");
        assert!(!network.has_messages());
    }
}

#[test]
fn participants_without_a_pair_send_and_receive_nothing() {
    let network: Arc<Network> = Arc::default();
    let outcomes = run(&[0, 1, 1], &network, |mesh, me| {
        let channel = Channel { number: 1, pairs: Some(vec![(0, 2), (1, 1)]) };
        send(&channel, mesh, me, me.replica as u8)?;
        let expected = [None, Some([1, 2]), Some([0, 1])];
        assert_eq!(receive(&channel, mesh, me)?, expected[me.replica as usize]);
        Ok(())
    });
    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    assert_eq!(network.sent(0, 1).0, 1);
    assert_eq!(network.sent(1, 0).0, 0);
}

#[test]
fn other_types_are_errors() {
    for processes in [[0, 0], [0, 1]] {
        let outcomes = run(&processes, &Arc::default(), |mesh, me| {
            let channel = Channel { number: 3, pairs: Some(vec![(0, 1)]) };
            match me.replica {
                0 => send(&channel, mesh, me, 5),
                _ => {
                    let (shape, mut bytes) = (Shape::new(ElementType::S8, [2]), [0; 2]);
                    channel.receive(mesh, me, &[shape], &mut [&mut bytes]).map(drop)
                }
            }
        });
        let error = outcomes[1].as_ref().expect_err("other types").to_string();
        let expected = "expected a message of type (tensor<2xi8>) on channel 3, found \
                        (tensor<2xui8>, tensor<0xi32>)";
        assert_eq!(error, expected);
    }
}

#[test]
fn malformed_messages_are_errors() {
    let changes: [fn(&mut Vec<u8>); 4] = [
        Vec::clear,
        |message| message.truncate(message.len() - 1),
        |message| message[0] = 255,
        |message| message[8] = 255,
    ];
    for change in changes {
        let network: Arc<Network> = Arc::default();
        network.change(change);
        let outcomes = run(&[0, 1], &network, |mesh, me| {
            let channel = Channel { number: 3, pairs: Some(vec![(0, 1)]) };
            send(&channel, mesh, me, 5)?;
            receive(&channel, mesh, me).map(drop)
        });
        outcomes[1].as_ref().expect_err("a malformed message");
    }
}

#[test]
fn numbers_outside_of_the_mesh_and_missing_pairs_are_errors() {
    let outcomes = run(&[0, 1], &Arc::default(), |mesh, me| {
        let far = Channel { number: 1, pairs: Some(vec![(0, 9), (1, 9)]) };
        let error = send(&far, mesh, me, 1).expect_err("outside").to_string();
        assert_eq!(error, "`source_target_pairs`: expected numbers below 2, found 9");
        let open = Channel { number: 1, pairs: None };
        let errors = [send(&open, mesh, me, 1), receive(&open, mesh, me).map(drop)];
        for error in errors {
            let error = error.expect_err("no pairs").to_string();
            assert!(error.starts_with("expected `source_target_pairs` in a program on several"));
        }
        Ok(())
    });
    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
}

#[test]
fn lost_and_failed_sources_end_the_wait() {
    let network: Arc<Network> = Arc::default();
    network.lose(1);
    let outcomes = run_without(&[1], &[0, 1], &network, |mesh, me| {
        let channel = Channel { number: 3, pairs: Some(vec![(1, 0)]) };
        receive(&channel, mesh, me).map(drop)
    });
    let outcome = outcomes[0].as_ref().expect("it ran");
    assert!(matches!(outcome, Err(Error::Unavailable(_))), "{outcome:?}");
    for processes in [[0, 0], [0, 1]] {
        let outcomes = run(&processes, &Arc::default(), |mesh, me| {
            let channel = Channel { number: 3, pairs: Some(vec![(1, 0)]) };
            match me.replica {
                0 => receive(&channel, mesh, me).map(drop),
                _ => Err(Error::invalid("division by zero")),
            }
        });
        let error = outcomes[0].as_ref().expect_err("one failed").to_string();
        assert!(error.contains("division by zero"), "{error}");
    }
}
