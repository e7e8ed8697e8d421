// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Scans: a body runs for each index of a dimension and carries values from step to step
//! (`chlo.scan`).

use crate::ops::attributes::{size, to_size};
use crate::ops::shape::{interleave, reshape, slice};
use crate::ops::types::result_tensor;
use crate::program::{Decoder, Frame, Operation, Region};
use crate::{Error, TensorSpec, Value};
use hloom_dialects::op_view::OpView;
use hloom_values::{Literal, Shape};

#[derive(Debug)]
struct Scan {
    dimension: usize,
    /// The number of steps, if the program states it.
    steps: Option<usize>,
    reverse: bool,
    /// The number of operands that are sliced. The operands after them are the initial values that
    /// are carried.
    inputs: usize,
    /// The types of the results that are stacked from slices.
    outputs: Vec<TensorSpec>,
    body: Region,
}

/// Decodes `chlo.scan`.
///
/// # Errors
/// Fails if an attribute, a type or a region of the operation cannot be decoded.
pub fn decode(op: &OpView, decoder: &mut dyn Decoder) -> Result<Box<dyn Operation>, Error> {
    let groups: Vec<_> = op.operand_groups()?.iter().map(|group| group.len()).collect();
    let [inputs, carries] = groups[..] else {
        return Err(Error::invalid("`chlo.scan`: expected two groups of operands"));
    };
    let outputs = op.result_count().saturating_sub(carries);
    let dimension = size(op, "dimension")?;
    let outputs: Vec<_> =
        (0..outputs).map(|index| result_tensor(op, index)).collect::<Result<_, _>>()?;
    let stated = outputs.first().and_then(|output| *output.dims.get(dimension)?);
    let steps = op.optional_integer("scan_dim_size").map(to_size).transpose()?;
    Ok(Box::new(Scan {
        dimension,
        steps: steps.or(stated),
        reverse: op.optional_boolean("is_reverse").unwrap_or(false),
        inputs,
        outputs,
        body: decoder.region(&op.region(0)?)?,
    }))
}

impl Operation for Scan {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        let (inputs, inits) = operands.split_at(self.inputs);
        let inputs = inputs.iter().map(Value::tensor).collect::<Result<Vec<_>, _>>()?;
        let steps = self.count(&inputs)?;
        let mut carried = inits.to_vec();
        let mut slices = vec![Vec::new(); self.outputs.len()];
        for step in 0..steps {
            let position = if self.reverse { steps - 1 - step } else { step };
            let mut arguments = Vec::with_capacity(operands.len());
            for input in &inputs {
                arguments.push(taken(input, self.dimension, position)?.into());
            }
            arguments.append(&mut carried);
            let mut results = frame.run(&self.body, arguments)?;
            if results.len() < slices.len() {
                return Err(Error::Internal(
                    "the body of `chlo.scan` returned fewer results than the scan has outputs"
                        .to_owned(),
                ));
            }
            carried = results.split_off(slices.len());
            for (slices, result) in slices.iter_mut().zip(results) {
                slices.push(result.into_tensor()?);
            }
        }
        let mut results = Vec::with_capacity(slices.len() + carried.len());
        for (mut slices, declared) in slices.into_iter().zip(&self.outputs) {
            if self.reverse {
                slices.reverse();
            }
            results.push(self.stacked(&slices, declared)?.into());
        }
        results.append(&mut carried);
        Ok(results)
    }

    fn regions(&self) -> Vec<&Region> {
        vec![&self.body]
    }
}

impl Scan {
    /// Returns the number of steps: the size of the scanned dimension, which all inputs must have,
    /// or the declared number of steps if there are no inputs.
    fn count(&self, inputs: &[&Literal]) -> Result<usize, Error> {
        let sizes: Vec<_> =
            inputs.iter().map(|input| input.shape().dims.get(self.dimension).copied()).collect();
        let steps = sizes.first().copied().flatten().or(self.steps);
        let steps = steps.ok_or_else(|| {
            Error::invalid("`chlo.scan`: the number of steps is unknown; set `scan_dim_size`")
        })?;
        if sizes.iter().any(|size| *size != Some(steps)) {
            let shapes: Vec<_> = inputs.iter().map(|input| input.shape().to_string()).collect();
            let (shapes, dimension) = (shapes.join(" and "), self.dimension);
            return Err(Error::invalid(format!(
                "`chlo.scan`: expected inputs of size {steps} in dimension {dimension}, found {shapes}"
            )));
        }
        Ok(steps)
    }

    /// Stacks slices along the dimension of the scan. Without slices, the result has the declared
    /// sizes, with zero for dynamic sizes.
    fn stacked(&self, slices: &[Literal], declared: &TensorSpec) -> Result<Literal, Error> {
        let Some(first) = slices.first() else {
            let dims: Vec<_> = declared.dims.iter().map(|dim| dim.unwrap_or(0)).collect();
            return Ok(Literal::zeros(declared.shape(dims))?);
        };
        let Shape { element_type, dims } = first.shape();
        if slices.iter().any(|slice| slice.shape() != first.shape()) {
            return Err(Error::invalid("`chlo.scan`: the slices of an output differ in shape"));
        }
        let mut dims = dims.clone();
        let dimension = self.dimension.min(dims.len());
        dims.insert(dimension, slices.len());
        let slices: Vec<_> = slices.iter().collect();
        interleave(&slices, &dims[..dimension], Shape::new(*element_type, &*dims))
    }
}

/// Returns the slice at a position of a dimension, without that dimension.
fn taken(operand: &Literal, dimension: usize, position: usize) -> Result<Literal, Error> {
    let mut limits = operand.shape().dims.clone();
    let mut starts = vec![0; limits.len()];
    (starts[dimension], limits[dimension]) = (position, position + 1);
    let piece = slice(operand, &starts, &limits, &vec![1; starts.len()])?;
    limits.remove(dimension);
    reshape(&piece, &limits)
}
