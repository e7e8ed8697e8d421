// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tokens, infeed and outfeed, sends and receives, asynchronous operations
//! (specification, "Point-to-point communication", "Streaming communication" and the
//! sections of each operation).

use super::attributes::pairs;
use super::collective::channel;
use super::quantized;
use super::types::result_types;
use crate::program::{Decoder, Frame, Operation, Region};
use crate::run::Channel;
use crate::{Error, Literal, Shape, TensorSpec, Type, Value};
use hloom_dialects::op::Op;
use hloom_dialects::op_view::{OpView, read_integers, read_text};
use melior::ir::attribute::DictionaryAttribute;

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
        Op::StablehloSend => Box::new(Send(Peer::read(op)?)),
        Op::StablehloRecv => Box::new(Receive(Peer::read(op)?, result_types(op)?)),
        other => {
            return Err(Error::Internal(format!(
                "the evaluator passed `{other}` to the decoder of communication operations"
            )));
        }
    })
}

/// The frontend attribute in which XLA stores the pairs of source and target of a `send` or `recv`.
const FRONTEND_PAIRS: &str = "_xla_send_recv_source_target_pairs";

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

/// The partner of a participant in a `send` or `recv`.
#[derive(Debug)]
enum Peer {
    /// The host. The number is the number of the channel.
    Host(i64),
    /// Other participants, and the channel to them.
    Participants(Channel),
}

impl Peer {
    fn read(op: &OpView) -> Result<Self, Error> {
        let number = channel(op);
        if op.optional_boolean("is_host_transfer").unwrap_or(false) {
            return Ok(Self::Host(number));
        }
        Ok(Self::Participants(Channel { number, pairs: transfer_pairs(op)? }))
    }
}

/// Returns the sources and targets of a `send` or `recv` between participants, or `None` if the
/// operation has none. Without the attribute `source_target_pairs`, XLA's frontend attribute gives
/// them.
///
/// # Errors
/// Fails if the frontend attribute has another form than `{{0,1},{1,2}}`.
pub fn transfer_pairs(op: &OpView) -> Result<Option<Vec<(i64, i64)>>, Error> {
    let numbers = op.attribute("source_target_pairs").and_then(read_integers);
    if let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) {
        return Ok(Some(pairs(&numbers)));
    }
    let given = op.attribute("mhlo.frontend_attributes");
    let given = given.and_then(|given| DictionaryAttribute::try_from(given).ok());
    let text = given.and_then(|given| read_text(given.element_by_name(FRONTEND_PAIRS)?));
    let Some(text) = text else { return Ok(None) };
    pairs_of_text(text).map(Some).ok_or_else(|| {
        Error::invalid(format!(
            "`{FRONTEND_PAIRS}`: expected pairs such as {{{{0,1}},{{1,2}}}}, found `{text}`"
        ))
    })
}

/// Reads pairs of numbers that are not negative, such as `{{0,1},{1,2}}`.
fn pairs_of_text(text: &str) -> Option<Vec<(i64, i64)>> {
    let text: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let list = text.strip_prefix("{{")?.strip_suffix("}}")?;
    let pair = |pair: &str| {
        let (source, target) = pair.split_once(',')?;
        let number = |text: &str| text.parse::<u32>().ok().map(i64::from);
        Some((number(source)?, number(target)?))
    };
    list.split("},{").map(pair).collect()
}

#[derive(Debug)]
struct Send(Peer);

impl Operation for Send {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        let (me, mesh) = (frame.id(), frame.mesh());
        let tensors = payload(operands)?;
        match &self.0 {
            Peer::Host(channel) => {
                mesh.host.queues.send(*channel, tensors);
                mesh.notify();
            }
            Peer::Participants(channel) => {
                let parts: Vec<_> = tensors.iter().map(Literal::bytes).collect();
                channel.send(mesh, me, &shapes_of(&tensors), &parts)?;
            }
        }
        Ok(vec![Value::Token])
    }
}

/// A `recv` operation for values of the given types. The values are zeros if no pair has this
/// participant as its target.
#[derive(Debug)]
struct Receive(Peer, Vec<Type>);

impl Operation for Receive {
    fn evaluate(&self, _: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        let (me, mesh) = (frame.id(), frame.mesh());
        let Self(peer, types) = self;
        let channel = match peer {
            Peer::Participants(channel) => channel,
            Peer::Host(number) => {
                let take = || mesh.host.queues.receive(*number);
                let received =
                    mesh.wait_for(me, take, || format!("a message on channel {number}"))?;
                let tensors = types.len().saturating_sub(1);
                if received.len() != tensors {
                    let found = received.len();
                    return Err(Error::invalid(format!(
                        "expected {tensors} tensors on channel {number}, found {found}"
                    )));
                }
                return Ok(with_token(received));
            }
        };
        let tensors = types.iter().filter_map(|ty| ty.tensor().ok());
        let zero = |ty: &TensorSpec| quantized::zeros(&ty.element, ty.static_dims()?);
        let mut tensors = tensors.map(zero).collect::<Result<Vec<_>, Error>>()?;
        let shapes = shapes_of(&tensors);
        let mut parts: Vec<_> = tensors.iter_mut().map(Literal::bytes_mut).collect();
        channel.receive(mesh, me, &shapes, &mut parts)?;
        Ok(with_token(tensors))
    }
}

fn shapes_of(tensors: &[Literal]) -> Vec<Shape> {
    tensors.iter().map(|tensor| tensor.shape().clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::pairs_of_text;
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
    fn pairs_in_text() {
        assert_eq!(pairs_of_text("{{0,1},{1, 20}}"), Some(vec![(0, 1), (1, 20)]));
        assert_eq!(pairs_of_text("{{3,3}}"), Some(vec![(3, 3)]));
        for wrong in ["", "{}", "{{}}", "{{0}}", "{{0,1}", "{{0,-1}}", "{{0,1},}", "{{0,1,2}}"] {
            assert_eq!(pairs_of_text(wrong), None, "{wrong}");
        }
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
