// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verification and type inference of tokens, infeed and outfeed, point-to-point communication and
//! asynchronous operations.

use super::{
    collective::verify_pairs,
    results::{check_results, no_rule},
};
use crate::{
    attributes::stablehlo::{ChannelHandle, Future, Token},
    ensure, ffi,
    op::Op,
    op_view::{InferView, OpView, read_array, read_integer},
    shape::accepts,
    violation,
    violation::Violation,
};
use melior::ir::{Type, TypeLike, ValueLike, operation::OperationLike};

/// Checks the constraints of an op on tokens, an infeed, an outfeed, a send or a receive, or of an
/// asynchronous op. Collectives have separate checks.
///
/// # Errors
/// Returns the first violated constraint.
pub fn verify(op: &OpView) -> Result<(), Violation> {
    match op.op() {
        Op::StablehloAsyncDone => check_results(op, &infer(op)?, "c1"),
        Op::StablehloAsyncStart => {
            verify_started(op)?;
            check_results(op, &infer(op)?, "c4")
        }
        Op::StablehloInfeed => verify_infeed(op),
        Op::StablehloRecv => {
            verify_channel(op)?;
            verify_received(op)
        }
        Op::StablehloSend => {
            verify_channel(op)?;
            check_results(op, &infer(op)?, "results")
        }
        Op::StablehloTrace => Ok(()),
        _ => check_results(op, &infer(op)?, "results"),
    }
}

/// Infers the result types of a communication op.
///
/// # Errors
/// Returns the first violated constraint, or a violation if the op has no inference rule.
pub fn infer<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    match op.op() {
        Op::StablehloAfterAll
        | Op::StablehloCreateToken
        | Op::StablehloOutfeed
        | Op::StablehloSend => Ok(vec![Token {}.to_type(op.context())]),
        Op::StablehloAsyncDone => {
            let operand = op.operand(0)?.r#type();
            Future::from_type(operand).map(|future| future.types).ok_or_else(|| {
                violation!("async_done_c1", "operand must be a future, found {operand}")
            })
        }
        Op::StablehloAsyncStart => {
            let types = op.region(0)?.returned_types().ok_or_else(|| {
                violation!("async_start_c1", "body must end by returning its results")
            })?;
            if let Some(ty) = types.iter().find(|ty| !ty.is_ranked_tensor()) {
                return Err(violation!("async_start_c4", "body must return tensors, found {ty}"));
            }
            Ok(vec![Future { types }.to_type(op.context())])
        }
        _ => Err(no_rule(op)),
    }
}

pub(super) fn is_token(ty: Type) -> bool {
    Token::from_type(ty).is_some()
}

// --- asynchronous operations ------------------------------------------------

// The body must contain one operation and a return. The op's operands must have the types of the
// body's arguments and be as many as the inner operation's.
fn verify_started(op: &OpView) -> Result<(), Violation> {
    const ALLOWED: [Op; 9] = [
        Op::StablehloAllGather,
        Op::StablehloAllReduce,
        Op::StablehloAllToAll,
        Op::StablehloCollectiveBroadcast,
        Op::StablehloCollectivePermute,
        Op::StablehloReduceScatter,
        Op::StablehloSlice,
        Op::StablehloDynamicSlice,
        Op::StablehloDynamicUpdateSlice,
    ];
    let body = op.region(0)?;
    let operations: Vec<_> = body.operations().collect();
    let [started, _] = operations.as_slice() else {
        return Err(violation!(
            "async_start_c1",
            "body must contain one operation and a return, found {} operations",
            operations.len()
        ));
    };
    let name = ffi::identifier_text(started.name());
    ensure!(
        Op::from_name(name).is_some_and(|started| ALLOWED.contains(&started)),
        "async_start_c2",
        "body must contain a collective or a slice, found `{name}`"
    );
    let arguments = body.argument_types();
    let operands = op.operand_types();
    ensure!(
        arguments.len() == operands.len()
            && arguments.iter().zip(&operands).all(|(one, other)| accepts(*one, *other))
            && started.operand_count() == operands.len(),
        "async_start_c3",
        "operands must be those of `{name}` in the body"
    );
    Ok(())
}

// --- host and other participants --------------------------------------------

fn verify_infeed(op: &OpView) -> Result<(), Violation> {
    let results = op.result_types();
    let Some((token, received)) = results.split_last() else {
        return Err(violation!("infeed_c1", "has no results"));
    };
    for ty in received {
        ensure!(
            ty.is_ranked_tensor(),
            "infeed_c2",
            "all results except the last must be tensors, found {ty}"
        );
    }
    ensure!(is_token(*token), "infeed_c3", "the last result must be a token, found {token}");
    let Some(layouts) = op.attribute("layout") else { return Ok(()) };
    let layouts = read_array(layouts)
        .ok_or_else(|| violation!("infeed_layout", "layout must be a list, found {layouts}"))?;
    ensure!(
        layouts.len() == received.len(),
        "infeed_layout",
        "layout must have an entry for each result except the token, found {} and {}",
        layouts.len(),
        received.len()
    );
    for layout in &layouts {
        let is_list = read_array(*layout)
            .is_some_and(|dims| dims.into_iter().all(|dim| read_integer(dim).is_some()));
        ensure!(is_list, "infeed_layout", "layouts must be lists of dimensions, found {layout}");
    }
    Ok(())
}

fn verify_received(op: &OpView) -> Result<(), Violation> {
    let results = op.result_types();
    let token = results.last().copied();
    ensure!(
        token.is_some_and(is_token),
        "recv_results",
        "the last result must be a token, found {}",
        token.map_or_else(|| "none".to_owned(), |ty| ty.to_string())
    );
    for ty in &results[..results.len() - 1] {
        ensure!(
            ty.is_ranked_tensor(),
            "recv_results",
            "all results except the last must be tensors, found {ty}"
        );
    }
    Ok(())
}

// Checks the channel type: 1 between devices, 2 from a device to its host, 3 from the host to a
// device.
fn verify_channel(op: &OpView) -> Result<(), Violation> {
    verify_pairs(op, ["c1", "c2", "c3", "c4"])?;
    let channel: ChannelHandle = op.typed("channel_handle")?;
    let host = op.optional_boolean("is_host_transfer").unwrap_or(false);
    let (expected, name) = match (host, op.op()) {
        (false, _) => (1, "DEVICE_TO_DEVICE"),
        (true, Op::StablehloSend) => (2, "DEVICE_TO_HOST"),
        (true, _) => (3, "HOST_TO_DEVICE"),
    };
    ensure!(
        channel.type_ == expected,
        op.constraint("c5"),
        "channel_type must be {expected} ({name}), found {}",
        channel.type_
    );
    Ok(())
}
