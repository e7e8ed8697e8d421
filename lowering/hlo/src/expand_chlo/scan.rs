// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Expansion of `chlo.scan` to a `while` that slices the inputs and writes the outputs.

use super::super::build::{Hlo, element_of};
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Op, Shaped, Value};
use melior::ir::ValueLike;
use melior::ir::attribute::BoolAttribute;
use melior::ir::operation::OperationLike;

/// Applies the body to the slices along `dimension` in sequence, in reverse order if `is_reverse`
/// is true. Returns `None` if neither an input, an output nor `scan_dim_size` determines the number
/// of slices.
///
/// # Errors
/// Fails if an attribute or the body cannot be read, or if an output has elements that are neither
/// numbers nor booleans.
pub fn expand<'a>(hlo: Hlo<'a>, op: Op<'a>) -> Result<Option<Vec<Value<'a>>>, Failure<'a>> {
    let missing = |what: &str| Failure::at(op, format!("`chlo.scan`: expected {what}"));
    let dimension = ir::integer(op, "dimension")
        .ok_or_else(|| missing("an integer attribute `dimension`"))? as usize;
    let reverse = op
        .attribute("is_reverse")
        .ok()
        .and_then(|value| BoolAttribute::try_from(value).ok())
        .is_some_and(|value| value.value());
    let input_count =
        ir::segment_size(op, 0).ok_or_else(|| missing("an attribute `operandSegmentSizes`"))?;
    let operands = ir::operands(op);
    let (inputs, inits) = operands.split_at(input_count);
    let results = ir::results(op);
    let output_count = results
        .len()
        .checked_sub(inits.len())
        .ok_or_else(|| missing("a result for each initial value"))?;
    let outputs = &results[..output_count];

    let shape =
        |value: &Value<'a>| Shaped::of(value.r#type()).map_or(vec![], |shaped| shaped.shape);
    let along =
        inputs.first().or(outputs.first()).and_then(|value| shape(value).get(dimension).copied());
    let Some(size) = along.or_else(|| ir::integer(op, "scan_dim_size")) else { return Ok(None) };

    let context = hlo.at.context();
    let scalar = ir::tensor(&[], ir::int(context, 64));
    let zero = hlo.int(0, scalar);
    // Counter, inputs, outputs so far, carried values.
    let mut initial = vec![zero];
    initial.extend(inputs);
    for output in outputs {
        initial.push(zeros(hlo, *output).ok_or_else(|| {
            let ty = output.r#type();
            let message =
                format!("`chlo.scan`: expected outputs of numbers or booleans, found `{ty}`");
            Failure::at(op, message)
        })?);
    }
    initial.extend(inits);
    if size == 0 {
        // An empty dimension has no slice of size one, which the loop would read.
        return Ok(Some(initial.split_off(1 + input_count)));
    }
    let types: Vec<_> = initial.iter().map(|value| value.r#type()).collect();

    let condition = hlo.at.region(&types, |at, arguments| {
        let hlo = Hlo { at };
        let more = hlo.compare("LT", arguments[0], hlo.int(size, scalar), false);
        at.op("stablehlo.return").operands(&[more]).build();
    });
    let block =
        ir::regions(op).into_iter().flat_map(ir::blocks).next().ok_or_else(|| missing("a body"))?;
    let body = hlo.at.region(&types, |at, arguments| {
        let hlo = Hlo { at };
        let counter = arguments[0];
        let position = if reverse {
            hlo.binary("subtract", hlo.int(size - 1, scalar), counter)
        } else {
            counter
        };
        let starts = |rank: usize| -> Vec<_> {
            (0..rank)
                .map(|dim| if dim == dimension { position } else { hlo.int(0, scalar) })
                .collect()
        };
        let (inputs, rest) = arguments[1..].split_at(input_count);
        let (outputs, carried) = rest.split_at(output_count);
        let mut given = Vec::new();
        for input in inputs {
            let mut sizes = shape(input);
            sizes[dimension] = 1;
            let slice = hlo.dynamic_slice(*input, &starts(sizes.len()), &sizes);
            sizes.remove(dimension);
            given.push(hlo.reshape(slice, &sizes));
        }
        given.extend(carried);
        let next = hlo.binary("add", counter, hlo.int(1, scalar));
        let end = at.op("stablehlo.return").operands(&[next]).build();
        let yielded = ir::inline_block_before(block, &given, end);
        let (slices, carried) = yielded.split_at(output_count.min(yielded.len()));
        let before = Hlo { at: ir::Builder::before(context, end).at(at.location()) };
        let mut returned = vec![next];
        returned.extend(inputs);
        for (output, slice) in outputs.iter().zip(slices) {
            let mut sizes = shape(output);
            sizes[dimension] = 1;
            let starts: Vec<_> = (0..sizes.len())
                .map(|dim| if dim == dimension { position } else { before.int(0, scalar) })
                .collect();
            let slice = before.reshape(*slice, &sizes);
            returned.push(before.dynamic_update_slice(*output, slice, &starts));
        }
        returned.extend(carried);
        before.at.op("stablehlo.return").operands(&returned).build();
        ir::erase(end);
    });
    let repeated = hlo
        .at
        .op("stablehlo.while")
        .operands(&initial)
        .results(&types)
        .region(condition)
        .region(body)
        .build();
    Ok(Some(ir::results(repeated).split_off(1 + input_count)))
}

/// Returns a tensor of zeros with the type of `value`, or `None` if its elements are neither
/// numbers nor booleans.
fn zeros<'a>(hlo: Hlo<'a>, value: Value<'a>) -> Option<Value<'a>> {
    let element = element_of(value);
    if ir::is_complex(element).is_some() {
        let part = super::super::build::with_element(value, ir::is_complex(element)?);
        let zero = hlo.float(0.0, part);
        return Some(hlo.complex(zero, zero));
    }
    if ir::is_float(element) {
        return Some(hlo.float(0.0, value.r#type()));
    }
    ir::is_integer(element).then(|| hlo.int(0, value.r#type()))
}
