// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Structured operations as nests.

use super::Refused;
use super::arithmetic::{Steps, Value as Computed};
use super::element::Element;
use super::function::{Function, Scalar, constant, plain};
use super::linear::{Linear, parse_map};
use super::nest::{Access, Nest, Node, Output};
use super::view::View;
use hloom_lowering::ir::{self, Op, Value};
use melior::ir::ValueLike;
use melior::ir::attribute::ArrayAttribute;
use melior::ir::operation::OperationLike;

/// The indices of all dimensions.
fn identity(dims: usize) -> Vec<Linear> {
    (0..dims).map(|dim| Linear::index(dims, dim)).collect()
}

/// `memref.copy`; none if the shapes differ.
pub fn copy(from: &View, to: &View) -> Option<Nest> {
    let all = identity(to.sizes.len());
    let accesses = vec![from.access(all.len(), &all)?, to.access(all.len(), &all)?];
    (from.sizes == to.sizes).then(|| plain(to.sizes.clone(), accesses, vec![Node::Load(0)], 0))
}

/// `linalg.fill`.
pub fn fill(to: &View, scalar: Scalar) -> Result<Nest, Refused> {
    let mut steps = Steps::default();
    let node = scalar.in_steps(&mut steps).node;
    let all = identity(to.sizes.len());
    let access = to.access(all.len(), &all);
    let access = access.ok_or_else(|| Refused("an address is too large".to_owned()))?;
    Ok(plain(to.sizes.clone(), vec![access], steps.nodes, node))
}

/// Has a nest begin with memory that was to be filled, if it writes all of it and reads none
/// of it but as the result so far.
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

/// `linalg.generic`.
pub fn generic<'a>(function: &Function<'a>, op: Op<'a>) -> Result<Nest, Refused> {
    let maps = op.attribute("indexing_maps").ok().and_then(|maps| array(maps));
    let maps: Option<Vec<_>> =
        maps.and_then(|maps| maps.iter().map(|map| parse_map(map)).collect());
    let maps = maps.ok_or_else(|| Refused("an operand is not walked linearly".to_owned()))?;
    let kinds = op.attribute("iterator_types").ok().and_then(|kinds| array(kinds));
    let kinds = kinds.ok_or_else(|| Refused("`linalg.generic` has no loops".to_owned()))?;
    let reduced: Vec<bool> = kinds.iter().map(|kind| kind.contains("reduction")).collect();
    let operands = ir::operands(op);
    let block = ir::regions(op).into_iter().flat_map(ir::blocks).next();
    let block = block.ok_or_else(|| Refused("`linalg.generic` has no body".to_owned()))?;
    let arguments = ir::args(block);

    let mut body = Body {
        function,
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
        return Err(Refused("`linalg.generic` has an empty body".to_owned()));
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
    let sizes = sizes.ok_or_else(|| Refused("a loop has no known bounds".to_owned()))?;
    let (accesses, nodes) = (body.accesses, body.steps.nodes);
    Ok(Nest { sizes, reduced, accesses, nodes, outputs })
}

/// The elements of an array attribute as text.
fn array(attribute: ir::Attribute) -> Option<Vec<String>> {
    let array = ArrayAttribute::try_from(attribute).ok()?;
    (0..array.len()).map(|index| Some(array.element(index).ok()?.to_string())).collect()
}

/// The body of a structured operation on its way to steps.
struct Body<'f, 'a> {
    function: &'f Function<'a>,
    dims: usize,
    sizes: Vec<Option<i64>>,
    accesses: Vec<Access>,
    steps: Steps,
    values: Vec<(Value<'a>, Computed)>,
    /// Indices that are linear in those of the loops.
    indices: Vec<(Value<'a>, Linear)>,
}

impl<'a> Body<'_, 'a> {
    /// An operand, which the argument of the body is an element of.
    fn operand(
        &mut self,
        operand: Value<'a>,
        map: &[Linear],
        argument: Value<'a>,
    ) -> Result<(), Refused> {
        if let Some(scalar) = self.function.scalar(operand) {
            // Nothing is loaded, but operands keep their numbers.
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
        let view = self.function.view(operand)?;
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
    ) -> Result<(), Refused> {
        let access = access.ok_or_else(|| Refused("an address is too large".to_owned()))?;
        self.accesses.push(access);
        let node = self.steps.add(Node::Load(self.accesses.len() - 1));
        self.values.push((value, Computed { node, element, from_data: false }));
        Ok(())
    }

    /// The value of the body, or of the function around it.
    fn value(&mut self, value: Value<'a>) -> Result<Computed, Refused> {
        if let Some((_, known)) = self.values.iter().rev().find(|(known, _)| *known == value) {
            return Ok(*known);
        }
        if let Some(scalar) = self.function.scalar(value) {
            return Ok(scalar.in_steps(&mut self.steps));
        }
        let Some(op) = ir::defining_op(value) else {
            return Err(Refused("a value is not known".to_owned()));
        };
        if ir::op_name(op) == "arith.constant" {
            return Ok(constant(op)?.in_steps(&mut self.steps));
        }
        Err(Refused(format!("`{}` is no instruction of the device", ir::op_name(op))))
    }

    /// An index as a linear function of the loops'.
    fn linear(&self, value: Value<'a>) -> Option<Linear> {
        if let Some((_, linear)) = self.indices.iter().rev().find(|(known, _)| *known == value) {
            return Some(linear.clone());
        }
        let constant = match self.function.scalar(value) {
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

    /// The index that an affine map makes of linear ones.
    fn apply(&self, op: Op<'a>) -> Option<Linear> {
        let map = parse_map(&op.attribute("map").ok()?.to_string())?;
        let [result] = &map[..] else { return None };
        let mut whole = Linear::constant(self.dims, result.constant);
        for (operand, factor) in ir::operands(op).into_iter().zip(&result.factors) {
            whole = whole.combined(1, &self.linear(operand)?, *factor)?;
        }
        Some(whole)
    }

    fn operation(&mut self, op: Op<'a>) -> Result<(), Refused> {
        let operands = ir::operands(op);
        let results = ir::results(op);
        match ir::op_name(op) {
            "arith.constant" => return Ok(()),
            "linalg.index" => {
                let dim = ir::integer(op, "dim").and_then(|dim| usize::try_from(dim).ok());
                let dim = dim.ok_or_else(|| Refused("an index is of no loop".to_owned()))?;
                self.indices.push((results[0], Linear::index(self.dims, dim)));
                let node = self.steps.add(Node::Index(dim));
                let value = Computed { node, element: Element::Index, from_data: false };
                self.values.push((results[0], value));
                return Ok(());
            }
            "affine.apply" => {
                let index = self.apply(op);
                let index = index.ok_or_else(|| Refused("an index is not linear".to_owned()))?;
                self.indices.push((results[0], index));
                return Ok(());
            }
            "memref.load" => {
                let indices: Option<Vec<_>> =
                    operands[1..].iter().map(|index| self.linear(*index)).collect();
                let Some(indices) = indices else {
                    return Err(Refused("an element is read at a computed index".to_owned()));
                };
                let view = self.function.view(operands[0])?;
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
            None => Err(Refused(format!("`{}` is no instruction of the device", ir::op_name(op)))),
        }
    }
}
