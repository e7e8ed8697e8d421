// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tokens, infeeds and outfeeds, and transfers over channels.

use crate::emit::{Emit, ensure};
use crate::error::Result;
use crate::program::Program;
use crate::types::{Type, Types};
use crate::value::Value;
use hloom_values::Shape;

/// A channel between a device and its host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostChannel(
    /// The id of the channel.
    pub i64,
);

/// The `channel_type` of a transfer from a device to its host (`DEVICE_TO_HOST`).
const DEVICE_TO_HOST: i64 = 2;
/// The `channel_type` of a transfer from the host to a device (`HOST_TO_DEVICE`).
const HOST_TO_DEVICE: i64 = 3;

/// The operations that the body of an `async_start` may contain, without the dialect.
const STARTED: [&str; 9] = [
    "all_gather",
    "all_reduce",
    "all_to_all",
    "collective_broadcast",
    "collective_permute",
    "reduce_scatter",
    "slice",
    "dynamic_slice",
    "dynamic_update_slice",
];

impl<'p> Emit<'p, '_> {
    /// Checks that `token`, the operand with the number `index` from 1 on, is a token.
    fn token_last(&self, token: Value<'p>, index: usize) -> Result<()> {
        ensure!(
            self,
            token.ty() == Type::Token,
            &format!("i{index}"),
            "operand {} must be a token, found {}",
            index - 1,
            token.ty()
        );
        Ok(())
    }
}

impl Program {
    /// Returns a new token.
    ///
    /// # Errors
    /// Fails if no function is being built.
    #[track_caller]
    pub fn create_token(&self) -> Result<Value<'_>> {
        Emit::start(self, "stablehlo.create_token").one(Type::Token)
    }

    /// Returns a token that orders later operations after all operations that returned `inputs`.
    ///
    /// # Errors
    /// Fails if an input is not a token.
    #[track_caller]
    pub fn after_all<'p>(&'p self, inputs: &[Value<'p>]) -> Result<Value<'p>> {
        let emit = Emit::start(self, "stablehlo.after_all").operands(inputs)?;
        for (index, input) in inputs.iter().enumerate() {
            emit.token_last(*input, index + 1)?;
        }
        emit.one(Type::Token)
    }

    /// Reads tensors of the given shapes from the infeed. Returns the tensors and a token.
    ///
    /// # Errors
    /// Fails if `token` is not a token.
    #[track_caller]
    pub fn infeed<'p>(
        &'p self,
        token: Value<'p>,
        shapes: impl AsRef<[Shape]>,
        infeed_config: &str,
    ) -> Result<(Vec<Value<'p>>, Value<'p>)> {
        let emit = Emit::new("stablehlo.infeed", &[token])?;
        emit.token_last(token, 1)?;
        let emit = emit.with(|attributes| {
            attributes.text("infeed_config", infeed_config);
            attributes.empty_array("layout");
        });
        received(emit, shapes.as_ref())
    }

    /// Writes tensors to the outfeed. Returns a token.
    ///
    /// # Errors
    /// Fails if an input is not a tensor, or if `token` is not a token.
    #[track_caller]
    pub fn outfeed<'p>(
        &'p self,
        inputs: &[Value<'p>],
        token: Value<'p>,
        outfeed_config: &str,
    ) -> Result<Value<'p>> {
        let emit = Emit::start(self, "stablehlo.outfeed").operands(inputs)?;
        emit.shapes()?;
        emit.token_last(token, inputs.len() + 1)?;
        let emit = emit.operands(&[token])?;
        emit.with(|attributes| attributes.text("outfeed_config", outfeed_config)).one(Type::Token)
    }

    /// Sends tensors from the device to its host. Returns a token.
    ///
    /// # Errors
    /// Fails if an input is not a tensor, or if `token` is not a token.
    #[track_caller]
    pub fn send_to_host<'p>(
        &'p self,
        inputs: &[Value<'p>],
        token: Value<'p>,
        channel: HostChannel,
    ) -> Result<Value<'p>> {
        let emit = Emit::start(self, "stablehlo.send").operands(inputs)?;
        emit.shapes()?;
        emit.token_last(token, inputs.len() + 1)?;
        let emit = emit.operands(&[token])?;
        let emit = emit.with(move |attributes| {
            attributes.integer("channel_id", channel.0);
            attributes.integer("channel_type", DEVICE_TO_HOST);
            attributes.boolean("is_host_transfer", true);
            attributes.integers("source_target_pairs", &[]);
        });
        emit.one(Type::Token)
    }

    /// Receives tensors of the given shapes from the host. Returns the tensors and a token.
    ///
    /// # Errors
    /// Fails if `token` is not a token.
    #[track_caller]
    pub fn receive_from_host<'p>(
        &'p self,
        token: Value<'p>,
        shapes: impl AsRef<[Shape]>,
        channel: HostChannel,
    ) -> Result<(Vec<Value<'p>>, Value<'p>)> {
        let emit = Emit::new("stablehlo.recv", &[token])?;
        emit.token_last(token, 1)?;
        let emit = emit.with(move |attributes| {
            attributes.integer("channel_id", channel.0);
            attributes.integer("channel_type", HOST_TO_DEVICE);
            attributes.boolean("is_host_transfer", true);
            attributes.integers("source_target_pairs", &[]);
        });
        received(emit, shapes.as_ref())
    }

    /// Starts an operation in the background. `body` receives the operands and must contain exactly
    /// one operation, a collective or a slice. The result is a future; [`Program::async_done`]
    /// waits for it.
    ///
    /// # Errors
    /// Returns the error of `body`. Also fails if `body` contains other operations, or if an
    /// operand or a result is not a tensor.
    #[track_caller]
    pub fn async_start<'p>(
        &'p self,
        operands: &[Value<'p>],
        body: impl FnOnce(&[Value<'p>]) -> Result<Value<'p>>,
    ) -> Result<Value<'p>> {
        let mut emit = Emit::start(self, "stablehlo.async_start").operands(operands)?;
        let types: Vec<Type> = emit.shapes()?.into_iter().map(Type::Tensor).collect();
        let results = emit.region(&types, |values| Ok(vec![body(values)?]))?;
        let names = emit.names_in_region();
        let [started, _] = &names[..] else {
            let count = names.len();
            let message =
                format!("body must contain one operation and a return, found {count} operations");
            return Err(emit.violation("c1", message));
        };
        ensure!(
            emit,
            STARTED.contains(&started.as_str()),
            "c2",
            "body must contain a collective or a slice, found `stablehlo.{started}`"
        );
        let shapes: Option<Vec<_>> = results.iter().map(|ty| ty.shape().cloned()).collect();
        let Some(shapes) = shapes else {
            let message = format!("body must return tensors, found ({})", Types(&results));
            return Err(emit.violation("c4", message));
        };
        emit.one(Type::Future(shapes))
    }

    /// Waits for the operation that [`Program::async_start`] started, and returns its results.
    ///
    /// # Errors
    /// Fails if the operand is not a future.
    #[track_caller]
    pub fn async_done<'p>(&'p self, future: Value<'p>) -> Result<Vec<Value<'p>>> {
        let emit = Emit::new("stablehlo.async_done", &[future])?;
        match future.ty() {
            Type::Future(shapes) => {
                let types: Vec<Type> = shapes.into_iter().map(Type::Tensor).collect();
                emit.finish(&types)
            }
            other => {
                let message = format!("operand must be a future, found {other}");
                Err(emit.violation("c1", message))
            }
        }
    }
}

fn received<'p>(emit: Emit<'p, '_>, shapes: &[Shape]) -> Result<(Vec<Value<'p>>, Value<'p>)> {
    let types: Vec<_> = shapes.iter().map(Type::from).chain([Type::Token]).collect();
    let mut results = emit.finish(&types)?;
    let token = results.remove(shapes.len());
    Ok((results, token))
}
