// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of structured operations to loop nests.

use super::arithmetic::{Steps, Value as Computed};
use super::element::Element;
use super::error::CodegenError;
use super::linear::{Linear, parse_map};
use super::nest::{Access, Nest, Node, Output};
use super::scalar::{Scalar, constant};
use super::values::Values;
use super::view::View;
use hloom_lowering::ir::{self, Op, Value};
use melior::ir::ValueLike;
use melior::ir::attribute::ArrayAttribute;
use melior::ir::operation::OperationLike;

/// Returns the identity map of `dims` loop indices.
fn identity(dims: usize) -> Vec<Linear> {
    (0..dims).map(|dim| Linear::index(dims, dim)).collect()
}

/// Converts a `memref.copy` to a loop nest. Returns `None` if the shapes differ or an address
/// overflows.
pub fn copy(from: &View, to: &View) -> Option<Nest> {
    let all = identity(to.sizes.len());
    let accesses = vec![from.access(all.len(), &all)?, to.access(all.len(), &all)?];
    (from.sizes == to.sizes)
        .then(|| Nest::elementwise(to.sizes.clone(), accesses, vec![Node::Load(0)], 0))
}

/// Converts a `linalg.fill` to a loop nest.
///
/// # Errors
/// Fails if an address overflows.
pub fn fill(to: &View, scalar: Scalar) -> Result<Nest, CodegenError> {
    let mut steps = Steps::default();
    let node = scalar.in_steps(&mut steps).node;
    let all = identity(to.sizes.len());
    let access = to.access(all.len(), &all);
    let access = access.ok_or_else(|| CodegenError("an address overflows".to_owned()))?;
    Ok(Nest::elementwise(to.sizes.clone(), vec![access], steps.nodes, node))
}

/// Tries to make a pending fill the initial value of a nest's output. Returns true on success.
///
/// The nest must write all of the filled memory and access it only through this output.
pub fn begin_with(nest: &mut Nest, filled: &View, scalar: Scalar) -> bool {
    let dims = nest.sizes.len();
    let parallel: Vec<usize> = (0..dims).filter(|dim| !nest.reduced[*dim]).collect();
    let sizes: Vec<i64> = parallel.iter().map(|dim| nest.sizes[*dim]).collect();
    let all: Vec<Linear> = parallel.iter().map(|dim| Linear::index(dims, *dim)).collect();
    if nest.is_empty() || sizes != filled.sizes {
        return false;
    }
    let Some(access) = filled.access(dims, &all) else { return false };
    let mut written = nest.outputs.iter().enumerate();
    let mut written = written.by_ref().filter(|(_, output)| nest.accesses[output.access] == access);
    let (Some((number, _)), None) = (written.next(), written.next()) else { return false };
    let at = nest.outputs[number].access;
    let mut others = nest.accesses.iter().enumerate().filter(|(other, _)| *other != at);
    if others.any(|(_, other)| other.may_meet(&access, &nest.sizes)) {
        return false;
    }
    let node = match scalar {
        Scalar::Constant(value, element) => Node::Constant(element.lane_of_integer(value)),
        Scalar::Word(word, ..) => Node::Word(word),
    };
    nest.outputs[number].initial = Some(node);
    true
}

/// Converts a `linalg.generic` to a loop nest.
///
/// # Errors
/// Fails if an operation of the body has no equivalent instruction or an operand is not indexed
/// linearly.
pub fn generic<'a>(known: &Values<'a>, op: Op<'a>) -> Result<Nest, CodegenError> {
    let maps = op.attribute("indexing_maps").ok().and_then(|maps| array(maps));
    let maps: Option<Vec<_>> =
        maps.and_then(|maps| maps.iter().map(|map| parse_map(map)).collect());
    let maps = maps.ok_or_else(|| {
        CodegenError("`linalg.generic`: expected indexing maps that are linear functions of the indices of the loops".to_owned())
    })?;
    let kinds = op.attribute("iterator_types").ok().and_then(|kinds| array(kinds));
    let kinds = kinds.ok_or_else(|| {
        CodegenError("internal error: `linalg.generic` has no iterator types".to_owned())
    })?;
    let reduced: Vec<bool> = kinds.iter().map(|kind| kind.contains("reduction")).collect();
    let operands = ir::operands(op);
    let block = ir::regions(op).into_iter().flat_map(ir::blocks).next();
    let block = block
        .ok_or_else(|| CodegenError("internal error: `linalg.generic` has no body".to_owned()))?;
    let arguments = ir::args(block);

    let mut body = Body {
        known,
        dims: reduced.len(),
        sizes: vec![None; reduced.len()],
        accesses: Vec::new(),
        steps: Steps::default(),
        values: Vec::new(),
        indices: Vec::new(),
    };
    for ((operand, map), argument) in operands.iter().zip(&maps).zip(&arguments) {
        body.operand(*operand, map, *argument)?;
    }
    let ops = ir::ops(block);
    let Some((terminator, ops)) = ops.split_last() else {
        return Err(CodegenError("internal error: `linalg.generic` has an empty body".to_owned()));
    };
    ops.iter().try_for_each(|op| body.operation(*op))?;
    let results = ir::operands(*terminator);
    let first_output = operands.len() - results.len();
    let mut outputs = Vec::new();
    for (number, result) in results.into_iter().enumerate() {
        let node = body.value(result)?.node;
        outputs.push(Output { access: first_output + number, node, initial: None });
    }
    let sizes: Option<Vec<i64>> = body.sizes.into_iter().collect();
    let sizes = sizes
        .ok_or_else(|| CodegenError("`linalg.generic`: a loop has no known bounds".to_owned()))?;
    let (accesses, nodes) = (body.accesses, body.steps.nodes);
    Ok(Nest { sizes, reduced, accesses, nodes, outputs })
}

/// Returns each element of an array attribute as text, or `None` for other attributes.
fn array(attribute: ir::Attribute) -> Option<Vec<String>> {
    let array = ArrayAttribute::try_from(attribute).ok()?;
    (0..array.len()).map(|index| Some(array.element(index).ok()?.to_string())).collect()
}

/// The body of a structured operation during its conversion.
struct Body<'f, 'a> {
    /// The known values of the enclosing function.
    known: &'f Values<'a>,
    dims: usize,
    sizes: Vec<Option<i64>>,
    accesses: Vec<Access>,
    steps: Steps,
    values: Vec<(Value<'a>, Computed)>,
    /// Values of index type that are linear functions of the loop indices, each with its function.
    indices: Vec<(Value<'a>, Linear)>,
}

impl<'a> Body<'_, 'a> {
    /// Adds an operand of the operation, and binds the corresponding argument of the body to the
    /// operand's element.
    fn operand(
        &mut self,
        operand: Value<'a>,
        map: &[Linear],
        argument: Value<'a>,
    ) -> Result<(), CodegenError> {
        if let Some(scalar) = self.known.scalar(operand) {
            // A scalar is not loaded, but an unused access keeps the numbering of the operands.
            let nothing = Access {
                argument: 0,
                offset: 0,
                dynamic: Vec::new(),
                strides: vec![0; self.dims],
                format: npu_simulator::Format::W32,
            };
            self.accesses.push(nothing);
            let value = scalar.in_steps(&mut self.steps);
            self.values.push((argument, value));
            return Ok(());
        }
        let view = self.known.view(operand)?;
        for (index, size) in map.iter().zip(&view.sizes) {
            let dim = index.factors.iter().position(|factor| *factor != 0);
            if let Some(dim) = dim.filter(|dim| *index == Linear::index(self.dims, *dim)) {
                self.sizes[dim] = Some(*size);
            }
        }
        let element = view.element;
        self.load(view.access(self.dims, map), element, argument)
    }

    fn load(
        &mut self,
        access: Option<Access>,
        element: Element,
        value: Value<'a>,
    ) -> Result<(), CodegenError> {
        let access = access.ok_or_else(|| CodegenError("an address overflows".to_owned()))?;
        self.accesses.push(access);
        let node = self.steps.add(Node::Load(self.accesses.len() - 1));
        self.values.push((value, Computed { node, element, from_data: false }));
        Ok(())
    }

    /// Returns the step that computes a value of the body or of the enclosing function.
    fn value(&mut self, value: Value<'a>) -> Result<Computed, CodegenError> {
        if let Some((_, known)) = self.values.iter().rev().find(|(known, _)| *known == value) {
            return Ok(*known);
        }
        if let Some(scalar) = self.known.scalar(value) {
            return Ok(scalar.in_steps(&mut self.steps));
        }
        let Some(op) = ir::defining_op(value) else {
            return Err(CodegenError(
                "`linalg.generic`: expected the body to use its own values and scalars that the \
                 function computes, found an argument of the function"
                    .to_owned(),
            ));
        };
        if ir::op_name(op) == "arith.constant" {
            return Ok(constant(op)?.in_steps(&mut self.steps));
        }
        Err(CodegenError(format!(
            "`{}` has no equivalent instruction of the device",
            ir::op_name(op)
        )))
    }

    /// Returns an index as a linear function of the loop indices, or `None` if it is not linear.
    fn linear(&self, value: Value<'a>) -> Option<Linear> {
        if let Some((_, linear)) = self.indices.iter().rev().find(|(known, _)| *known == value) {
            return Some(linear.clone());
        }
        let constant = match self.known.scalar(value) {
            Some(Scalar::Constant(at, _)) => at,
            Some(Scalar::Word(..)) => return None,
            None => {
                let op = ir::defining_op(value)?;
                let is_constant = ir::op_name(op) == "arith.constant";
                let Ok(Scalar::Constant(at, _)) = constant(op) else { return None };
                is_constant.then_some(at)?
            }
        };
        Some(Linear::constant(self.dims, constant))
    }

    /// Returns the result of an `affine.apply` as a linear function of the loop indices, or `None`
    /// if it is not linear.
    fn apply(&self, op: Op<'a>) -> Option<Linear> {
        let map = parse_map(&op.attribute("map").ok()?.to_string())?;
        let [result] = &map[..] else { return None };
        let mut whole = Linear::constant(self.dims, result.constant);
        for (operand, factor) in ir::operands(op).into_iter().zip(&result.factors) {
            whole = whole.combined(1, &self.linear(operand)?, *factor)?;
        }
        Some(whole)
    }

    fn operation(&mut self, op: Op<'a>) -> Result<(), CodegenError> {
        let operands = ir::operands(op);
        let results = ir::results(op);
        match ir::op_name(op) {
            "arith.constant" => return Ok(()),
            "linalg.index" => {
                let dim = ir::integer(op, "dim").and_then(|dim| usize::try_from(dim).ok());
                let dim = dim.ok_or_else(|| {
                    CodegenError("internal error: `linalg.index` has no dimension".to_owned())
                })?;
                self.indices.push((results[0], Linear::index(self.dims, dim)));
                let node = self.steps.add(Node::Index(dim));
                let value = Computed { node, element: Element::Index, from_data: false };
                self.values.push((results[0], value));
                return Ok(());
            }
            "affine.apply" => {
                let index = self.apply(op);
                let index = index.ok_or_else(|| {
                    CodegenError("`affine.apply`: expected a linear map".to_owned())
                })?;
                self.indices.push((results[0], index));
                return Ok(());
            }
            "memref.load" => {
                let indices: Option<Vec<_>> =
                    operands[1..].iter().map(|index| self.linear(*index)).collect();
                let Some(indices) = indices else {
                    return Err(CodegenError("`memref.load`: expected each index to be a linear function of the indices of the loops".to_owned()));
                };
                let view = self.known.view(operands[0])?;
                let access = view.access(self.dims, &indices);
                return self.load(access, view.element, results[0]);
            }
            _ => {}
        }
        if let [a, b] = operands[..]
            && ir::is_index(a.r#type())
            && let (Some(a), Some(b)) = (self.linear(a), self.linear(b))
        {
            let whole = match (ir::op_name(op), a.as_constant(), b.as_constant()) {
                ("arith.addi", ..) => a.combined(1, &b, 1),
                ("arith.subi", ..) => a.combined(1, &b, -1),
                ("arith.muli", Some(by), _) => b.combined(by, &a, 0),
                ("arith.muli", _, Some(by)) => a.combined(by, &b, 0),
                _ => None,
            };
            if let Some(whole) = whole {
                self.indices.push((results[0], whole));
            }
        }
        let computed: Result<Vec<_>, _> =
            operands.iter().map(|operand| self.value(*operand)).collect();
        match self.steps.operation(op, &computed?) {
            Some(value) => {
                self.values.push((results[0], value));
                Ok(())
            }
            None => Err(CodegenError(format!(
                "`{}` has no equivalent instruction of the device",
                ir::op_name(op)
            ))),
        }
    }
}
