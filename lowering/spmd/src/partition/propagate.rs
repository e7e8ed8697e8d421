// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Propagates the shardings of some values to all values of a function.
//!
//! Each dimension of each value is either open or has a split, which never changes afterwards. The
//! shardings in the program come first. Then splits propagate from operands to results in program
//! order, and from results to operands in reverse order, until nothing changes. The
//! [`rules`](super::rules) of operations relate the dimensions of operands and results.

use super::manual::{Manual, is_structured};
use super::markers::{self, Marker, marker};
use super::rules::{self, Dim, Purpose, Rule};
use super::sharding::{Annotation, Sharding};
use super::split::Split;
use hloom_dialects::op::Op as Kind;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Block, Op, Value};
use hloom_ir::{address, value_address};
use std::collections::HashMap;

/// The split of each dimension of a value, or `None` for an open dimension.
type State = Vec<Option<Split>>;

/// The shardings of a function's values.
#[derive(Debug)]
pub struct Shardings {
    devices: usize,
    /// The sharding found so far for each value, indexed by the address of the value.
    states: HashMap<usize, State>,
    /// Values that share the state of another value: loop arguments share the state of the loop's
    /// result.
    same: HashMap<usize, usize>,
    /// The rules of operations, indexed by the address of the operation.
    rules: HashMap<usize, Rule>,
    /// The relations along which splits propagate, in program order.
    nodes: Vec<Node>,
    /// The first value of each sharding group and its shape, indexed by the id of the group.
    groups: HashMap<Option<i64>, (usize, Vec<i64>)>,
}

/// The name of the operation that adds a value to a sharding group.
pub const GROUP: &str = "sdy.sharding_group";

/// A relation between values, given by their keys. It relates the operands and results of an
/// operation, or a value and the value that it becomes, such as a returned value and the result.
#[derive(Debug)]
struct Node {
    operands: Vec<usize>,
    results: Vec<usize>,
    rule: Rule,
}

/// Returns the key of a result of the function. The result may have another sharding than the
/// returned value.
fn result_key(index: usize) -> usize {
    // The keys of values are addresses, which are even.
    2 * index + 1
}

impl Shardings {
    /// Propagates the shardings of the operations in `block`, the body of a function, and the given
    /// shardings of its arguments and results, each with its open dimensions.
    ///
    /// # Errors
    /// Fails if an annotation cannot be read, or if the tensors of a sharding group have different
    /// shapes.
    pub fn propagate<'a>(
        block: Block<'a>,
        manual: &Manual,
        arguments: Vec<Option<(Sharding, Vec<usize>)>>,
        results: Vec<Option<(Sharding, Vec<usize>)>>,
        devices: usize,
    ) -> Result<Self, Failure<'a>> {
        let mut shardings = Self {
            devices,
            states: HashMap::new(),
            same: HashMap::new(),
            rules: HashMap::new(),
            nodes: Vec::new(),
            groups: HashMap::new(),
        };
        for (argument, sharding) in ir::args(block).into_iter().zip(arguments) {
            if let Some((sharding, open)) = sharding {
                shardings.fix(value_address(argument), &ir::shape_of(argument), &sharding, &open);
            }
        }
        shardings.read(block, manual)?;
        let returned = ir::ops(block).pop().map(ir::operands).unwrap_or_default();
        for (index, (value, sharding)) in returned.into_iter().zip(results).enumerate() {
            if let Some((sharding, open)) = sharding {
                shardings.fix(result_key(index), &ir::shape_of(value), &sharding, &open);
            }
            shardings.link(value, result_key(index), manual);
            // The function returns the value as it is computed, if nothing else is known of it.
            if let Some(node) = shardings.nodes.pop() {
                shardings.pass_on(&node, false);
                shardings.nodes.push(node);
            }
        }
        shardings.settle();
        Ok(shardings)
    }

    /// Returns the sharding of a value. Open dimensions are not split.
    pub fn of(&self, value: Value) -> Sharding {
        self.at(value_address(value), ir::shape_of(value).len())
    }

    /// Returns the sharding that propagation has found for the result number `index` of the
    /// function. If there is no sharding, returns the sharding of an unsplit tensor of rank `rank`.
    pub fn of_result(&self, index: usize, rank: usize) -> Sharding {
        self.at(result_key(index), rank)
    }

    fn at(&self, key: usize, rank: usize) -> Sharding {
        let whole = || Split::whole(self.devices);
        let state = self.states.get(&self.key(key));
        let known = state.into_iter().flatten().map(|split| split.clone().unwrap_or_else(whole));
        let mut dims: Vec<_> = known.collect();
        dims.resize_with(rank, whole);
        Sharding { dims }
    }

    /// Returns the rule of an operation, or `None` if it has none.
    pub fn rule(&self, op: Op) -> Option<&Rule> {
        self.rules.get(&address(op))
    }

    /// Returns the key of a value's state in `states`: the address of the value or, for an argument
    /// of a loop, the address of the loop's result.
    fn key(&self, value: usize) -> usize {
        self.same.get(&value).copied().unwrap_or(value)
    }

    /// Sets the split of each dimension that is not in `open`. A dimension that the split does not
    /// divide into equal tiles is not split.
    fn fix(&mut self, value: usize, shape: &[i64], sharding: &Sharding, open: &[usize]) {
        let one = |(dim, (split, size)): (usize, (&Split, &i64))| {
            let split =
                if split.divides(*size) { split.clone() } else { Split::whole(self.devices) };
            (!open.contains(&dim)).then_some(split)
        };
        let state = sharding.dims.iter().zip(shape).enumerate().map(one).collect();
        let key = self.key(value);
        self.states.insert(key, state);
    }

    /// Propagates splits between two values of the same type, in both directions.
    fn link(&mut self, from: Value, to: usize, manual: &Manual) {
        if !manual.has_value(from) {
            let rule = rules::identity(&[ir::shape_of(from)]);
            self.nodes.push(Node { operands: vec![value_address(from)], results: vec![to], rule });
        }
    }

    /// Collects the shardings and relations of the operations in a block.
    fn read<'a>(&mut self, block: Block<'a>, manual: &Manual) -> Result<(), Failure<'a>> {
        for op in ir::ops(block) {
            if manual.has_operation(op) {
                continue;
            }
            if is_structured(op) {
                self.read_structured(op, manual)?;
                continue;
            }
            if ir::op_name(op) == GROUP {
                self.read_group(op)?;
                continue;
            }
            match marker(op) {
                Some(Marker::FullToShard) => continue,
                Some(marker) => {
                    let result = ir::results(op)[0];
                    let open = markers::open_dimensions(op)?;
                    let open = if marker == Marker::Sharding { open } else { Vec::new() };
                    self.read_annotation(op, 0, &open)?;
                    if marker == Marker::Sharding {
                        self.link(ir::operands(op)[0], value_address(result), manual);
                    }
                }
                None => {
                    for index in 0..ir::results(op).len() {
                        self.read_annotation(op, index, &[])?;
                    }
                    if let Some(rule) = rules::rule(op) {
                        self.rules.insert(address(op), rule.clone());
                        let keys = |values: Vec<Value<'a>>| values.into_iter().map(value_address);
                        let operands = keys(ir::operands(op)).collect();
                        let results = keys(ir::results(op)).collect();
                        self.nodes.push(Node { operands, results, rule });
                    }
                }
            }
        }
        Ok(())
    }

    /// Propagates splits between the first value of a sharding group and another value, in both
    /// directions.
    fn read_group<'a>(&mut self, op: Op<'a>) -> Result<(), Failure<'a>> {
        let member = ir::operands(op)[0];
        let (number, shape) = (ir::integer(op, "group_id"), ir::shape_of(member));
        let key = value_address(member);
        let (first, of_first) = self.groups.entry(number).or_insert_with(|| (key, shape.clone()));
        if *of_first != shape {
            let message = format!(
                "`{GROUP}`: expected tensors of equal shape, found {of_first:?} and {shape:?}"
            );
            return Err(Failure::at(op, message));
        }
        let (operands, results) = (vec![*first], vec![key]);
        self.nodes.push(Node { operands, results, rule: rules::identity(&[shape]) });
        Ok(())
    }

    /// Sets the sharding of result number `index` if `op` has an annotation for this result.
    fn read_annotation<'a>(
        &mut self,
        op: Op<'a>,
        index: usize,
        open: &[usize],
    ) -> Result<(), Failure<'a>> {
        if let Some(Annotation::Tiles(sharding)) = markers::annotation(op, index, self.devices)? {
            let result = ir::results(op)[index];
            self.fix(value_address(result), &ir::shape_of(result), &sharding, open);
        }
        Ok(())
    }

    /// Collects the shardings and relations of a control flow operation and its regions.
    fn read_structured<'a>(&mut self, op: Op<'a>, manual: &Manual) -> Result<(), Failure<'a>> {
        let results = ir::results(op);
        let is_loop = ir::hlo_op(op) == Some(Kind::StablehloWhile);
        let blocks: Vec<_> = ir::regions(op).into_iter().flat_map(ir::blocks).collect();
        for (index, result) in results.iter().enumerate() {
            self.read_annotation(op, index, &[])?;
            if is_loop {
                for block in &blocks {
                    let argument = value_address(ir::args(*block)[index]);
                    self.same.insert(argument, value_address(*result));
                }
                self.link(ir::operands(op)[index], value_address(*result), manual);
            }
        }
        for (number, block) in blocks.into_iter().enumerate() {
            self.read(block, manual)?;
            if is_loop && number == 0 {
                continue;
            }
            let returned = ir::ops(block).pop().map(ir::operands).unwrap_or_default();
            for (value, result) in returned.into_iter().zip(&results) {
                self.link(value, value_address(*result), manual);
            }
        }
        Ok(())
    }

    /// Propagates splits until nothing changes.
    fn settle(&mut self) {
        let nodes = std::mem::take(&mut self.nodes);
        loop {
            let mut changed = false;
            for node in &nodes {
                changed |= self.pass_on(node, true);
            }
            for node in nodes.iter().rev() {
                changed |= self.pass_on(node, false);
            }
            if !changed {
                return;
            }
        }
    }

    /// Propagates splits to the results of a node (`forward`) or to its operands. Returns true if a
    /// dimension was split.
    fn pass_on(&mut self, node: &Node, forward: bool) -> bool {
        let state = |value: &usize| self.states.get(&self.key(*value)).map(Vec::as_slice);
        let tensors = |values: &[usize], all: &[Vec<Dim>]| {
            let known = values.iter().zip(all).enumerate();
            known.filter_map(|(index, (value, _))| Some((index, state(value)?))).collect::<Vec<_>>()
        };
        let operands = tensors(&node.operands, &node.rule.operands);
        let results = tensors(&node.results, &node.rule.results);
        let operands = operands.into_iter().map(|(at, state)| (&node.rule.operands[at], state));
        let results = results.into_iter().map(|(at, state)| (&node.rule.results[at], state));
        let factors = node.rule.choose(operands.chain(results), Purpose::Propagate, self.devices);
        if factors.iter().all(Option::is_none) {
            return false;
        }
        let (values, all) = match forward {
            true => (&node.results, &node.rule.results),
            false => (&node.operands, &node.rule.operands),
        };
        let mut changed = false;
        for (value, dims) in values.iter().zip(all) {
            let offered = Rule::sharding(dims, &factors, self.devices);
            changed |= self.offer(*value, &offered);
        }
        changed
    }

    /// Splits the open dimensions of a value as in `offered`, if this is compatible with its other
    /// splits. Returns true if a dimension was split.
    fn offer(&mut self, value: usize, offered: &Sharding) -> bool {
        if offered.is_replicated() {
            return false;
        }
        let key = self.key(value);
        let state = self.states.entry(key).or_default();
        state.resize(offered.dims.len(), None);
        let mut changed = false;
        for (dim, split) in offered.dims.iter().enumerate() {
            if state[dim].is_some() || split.is_whole() {
                continue;
            }
            state[dim] = Some(split.clone());
            if Split::product(self.devices, state.iter().flatten()).is_some() {
                changed = true;
            } else {
                state[dim] = None;
            }
        }
        changed
    }
}
