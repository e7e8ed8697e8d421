// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tokens, infeed and outfeed, sends and receives, asynchronous operations
//! (specification, "Point-to-point communication", "Streaming communication" and the
//! sections of each operation).

use super::attributes::pairs;
use super::collective::channel;
use super::quantized;
use super::types::result_types;
use crate::program::{Decoder, Frame, Operation, Region};
use crate::run::{ChannelKey, DeviceMesh, ParticipantId};
use crate::{Error, Literal, Type, Value};
use hloom_dialects::op::Op;
use hloom_dialects::op_view::{OpView, read_integers};

/// Decodes a communication operation.
///
/// # Errors
/// Fails if an attribute, a type or a region of the operation cannot be decoded.
pub fn decode(op: &OpView, decoder: &mut dyn Decoder) -> Result<Box<dyn Operation>, Error> {
    Ok(match op.op() {
        Op::StablehloAfterAll | Op::StablehloCreateToken => Box::new(Token),
        Op::StablehloTrace => Box::new(Nothing),
        Op::StablehloAsyncStart => Box::new(Start(decoder.region(&op.region(0)?)?)),
        Op::StablehloAsyncDone => Box::new(Done),
        Op::StablehloInfeed => Box::new(Infeed(result_types(op)?.len().saturating_sub(1))),
        Op::StablehloOutfeed => Box::new(Outfeed),
        Op::StablehloSend => Box::new(Send(Channel::read(op))),
        Op::StablehloRecv => Box::new(Receive(Channel::read(op), result_types(op)?)),
        other => {
            return Err(Error::Internal(format!(
                "the evaluator passed `{other}` to the decoder of communication operations"
            )));
        }
    })
}

#[derive(Debug)]
struct Token;

impl Operation for Token {
    fn evaluate(&self, _: Vec<Value>, _: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        Ok(vec![Value::Token])
    }
}

#[derive(Debug)]
struct Nothing;

impl Operation for Nothing {
    fn evaluate(&self, _: Vec<Value>, _: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        Ok(Vec::new())
    }
}

/// An `async_start` operation, which runs its region immediately. The specification permits an
/// implementation to run the region at any time until `async_done`.
#[derive(Debug)]
struct Start(Region);

impl Operation for Start {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        Ok(vec![Value::Future(frame.run(&self.0, operands)?)])
    }

    fn regions(&self) -> Vec<&Region> {
        vec![&self.0]
    }
}

#[derive(Debug)]
struct Done;

impl Operation for Done {
    fn evaluate(&self, operands: Vec<Value>, _: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        match operands.into_iter().next() {
            Some(Value::Future(results)) => Ok(results),
            _ => Err(Error::Internal(
                "the operand of `stablehlo.async_done` is not a future".to_owned(),
            )),
        }
    }
}

/// An `infeed` operation, which reads the given number of tensors.
#[derive(Debug)]
struct Infeed(usize);

impl Operation for Infeed {
    fn evaluate(&self, _: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        let (me, mesh) = (frame.id(), frame.mesh());
        let read = mesh.infeed().read_infeed(me, self.0).ok_or_else(|| {
            let count = self.0;
            let infeed = format!("the infeed of participant {me}");
            Error::invalid(format!("expected {count} tensors in {infeed}, found fewer"))
        })?;
        Ok(with_token(read))
    }
}

#[derive(Debug)]
struct Outfeed;

impl Operation for Outfeed {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        let host = &frame.mesh().host;
        host.queues.write_outfeed(frame.id(), payload(operands)?);
        Ok(vec![Value::Token])
    }
}

/// Returns the tensors among operands, without the token.
fn payload(operands: Vec<Value>) -> Result<Vec<Literal>, Error> {
    let tensors = operands.into_iter().filter(|value| *value != Value::Token);
    tensors.map(Value::into_tensor).collect()
}

fn with_token(tensors: Vec<Literal>) -> Vec<Value> {
    tensors.into_iter().map(Value::from).chain([Value::Token]).collect()
}

/// A channel, and the pairs of sources and targets.
#[derive(Debug)]
struct Channel {
    number: i64,
    /// Numbers of sources and targets; `None` for host transfers and for sends without pairs.
    pairs: Option<Vec<(i64, i64)>>,
}

impl Channel {
    fn read(op: &OpView) -> Self {
        let host = op.optional_boolean("is_host_transfer").unwrap_or(false);
        let numbers = op.attribute("source_target_pairs").and_then(read_integers);
        let pairs = numbers.map(|numbers| pairs(&numbers)).filter(|pairs| !pairs.is_empty());
        Self { number: channel(op), pairs: pairs.filter(|_| !host) }
    }

    /// Returns the key of the queue from one participant to another.
    fn between(&self, source: ParticipantId, target: ParticipantId) -> ChannelKey {
        ChannelKey { channel: self.number, between: Some((source, target)) }
    }

    fn open(&self) -> ChannelKey {
        ChannelKey { channel: self.number, between: None }
    }
}

/// Returns the number of a participant in pairs: its partition, or its replica if there is only one
/// partition. The specification does not define this number.
fn number_of(id: ParticipantId, mesh: &DeviceMesh) -> i64 {
    i64::from(if mesh.partitions > 1 { id.partition } else { id.replica })
}

fn participant_of(
    number: i64,
    me: ParticipantId,
    mesh: &DeviceMesh,
) -> Result<ParticipantId, Error> {
    let across = if mesh.partitions > 1 { mesh.partitions } else { mesh.replicas };
    let number = u32::try_from(number).ok().filter(|number| *number < across).ok_or_else(|| {
        let expected = format!("expected numbers below {across}");
        Error::invalid(format!("`source_target_pairs`: {expected}, found {number}"))
    })?;
    Ok(if mesh.partitions > 1 {
        ParticipantId { partition: number, ..me }
    } else {
        ParticipantId { replica: number, ..me }
    })
}

#[derive(Debug)]
struct Send(Channel);

impl Operation for Send {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        let (me, mesh) = (frame.id(), frame.mesh());
        let tensors = payload(operands)?;
        match &self.0.pairs {
            None => mesh.host.queues.put(self.0.open(), tensors),
            Some(pairs) => {
                let mine = number_of(me, mesh);
                for (_, target) in pairs.iter().filter(|(source, _)| *source == mine) {
                    let key = self.0.between(me, participant_of(*target, me, mesh)?);
                    mesh.host.queues.put(key, tensors.clone());
                }
            }
        }
        mesh.notify();
        Ok(vec![Value::Token])
    }
}

/// A `recv` operation for values of the given types. The values are zeros if no pair has this
/// participant as its target.
#[derive(Debug)]
struct Receive(Channel, Vec<Type>);

impl Operation for Receive {
    fn evaluate(&self, _: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        let (me, mesh) = (frame.id(), frame.mesh());
        let Self(channel, types) = self;
        let key = match &channel.pairs {
            None => channel.open(),
            Some(pairs) => {
                let mine = number_of(me, mesh);
                let Some((source, _)) = pairs.iter().find(|(_, target)| *target == mine) else {
                    return zeros(types);
                };
                channel.between(participant_of(*source, me, mesh)?, me)
            }
        };
        let what = || format!("a message on channel {}", channel.number);
        let received = mesh.wait_for(me, || mesh.host.queues.take(key), what)?;
        Ok(with_token(received))
    }
}

fn zeros(types: &[Type]) -> Result<Vec<Value>, Error> {
    let zero = |ty: &Type| match ty {
        Type::Tensor(tensor) => {
            quantized::zeros(&tensor.element, tensor.static_dims()?).map(Value::from)
        }
        _ => Ok(Value::Token),
    };
    types.iter().map(zero).collect()
}

#[cfg(test)]
mod tests {
    use crate::ops::testing::{main_of, program};
    use crate::{Host, Literal, ParticipantId};
    use std::sync::Arc;

    const CHANNEL: &str = "channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, \
                           source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>";

    fn functions(main: &str) -> String {
        format!(
            "func.func @send() -> !stablehlo.token {{
               %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
               %t = stablehlo.create_token : !stablehlo.token
               %r = \"stablehlo.send\"(%x, %t) {{{CHANNEL}}} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
               return %r : !stablehlo.token
             }}
             func.func @receive() -> tensor<2xi32> {{
               %t = stablehlo.create_token : !stablehlo.token
               %r:2 = \"stablehlo.recv\"(%t) {{{CHANNEL}}} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
               return %r#0 : tensor<2xi32>
             }}
             {main}"
        )
    }

    #[test]
    fn between_processes() {
        let results = main_of(&functions(
            "func.func @main() -> tensor<2xi32> {
               %r:2 = \"interpreter.run_parallel\"() {programs = [[@send], [@receive]]} : () -> (!stablehlo.token, tensor<2xi32>)
               return %r#1 : tensor<2xi32>
             }",
        ));
        let results = results.expect("sent and received");
        assert_eq!(results[0].tensor().expect("one").to_string(), "tensor<2xi32> [1 2]");
    }

    #[test]
    fn what_is_never_sent_is_not_waited_for() {
        let refusal = main_of(&functions(
            "func.func @main() {
               %r:2 = \"interpreter.run_parallel\"() {programs = [[@receive], [@receive]]} : () -> (tensor<2xi32>, tensor<2xi32>)
               return
             }",
        ));
        let refusal = refusal.expect_err("nobody sends").to_string();
        let said = "participant (1, 0) waits for a message on channel 7, but every running \
                    participant waits";
        assert!(
            refusal.starts_with("test.mlir:9:23: error: ") && refusal.ends_with(said),
            "{refusal}"
        );
    }

    #[test]
    fn the_host_feeds_and_is_fed() {
        let program = program(
            "func.func @main() -> tensor<2xi32> {
               %t = stablehlo.create_token : !stablehlo.token
               %a:3 = \"stablehlo.infeed\"(%t) : (!stablehlo.token) -> (tensor<2xi32>, tensor<i1>, !stablehlo.token)
               %b = \"stablehlo.outfeed\"(%a#1, %a#0, %a#2) : (tensor<i1>, tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
               %c:2 = \"stablehlo.recv\"(%b) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
               %d = \"stablehlo.send\"(%c#0, %c#1) {channel_handle = #stablehlo.channel_handle<handle = 4, type = 2>, is_host_transfer = true} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
               return %a#0 : tensor<2xi32>
             }",
        );
        let program = program.expect("operations that can be evaluated");
        let host = Arc::new(Host::default());
        let me = ParticipantId::default();
        let one = Literal::from_slice(&[1, 2], [2]).expect("two");
        let truth = Literal::from_bools(&[true], []).expect("one");
        let refusal = program.evaluate_on(&host, "main", Vec::new()).expect_err("not fed");
        assert!(refusal.to_string().contains("in the infeed of participant (0, 0)"), "{refusal}");
        host.queues.feed(me, one.clone());
        host.queues.feed(me, truth.clone());
        host.queues.send(3, vec![one.clone()]);
        let results = program.evaluate_on(&host, "main", Vec::new()).expect("fed");
        assert_eq!(results, [one.clone().into()]);
        assert_eq!(host.queues.take_outfeed(me), Some(vec![truth, one.clone()]));
        assert_eq!(host.queues.take_outfeed(me), None);
        assert_eq!(host.queues.receive(4), Some(vec![one]));
    }
}
