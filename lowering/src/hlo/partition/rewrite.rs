// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The function of one partition, made beside the function of all: operation by operation,
//! on parts where a rule says how, else on whole operands.

use super::collectives::Collectives;
use super::entry;
use super::local;
use super::manual::{Manual, is_structured};
use super::markers::{self, Marker, XLA, marker};
use super::one_device;
use super::plan::{Given, Plan};
use super::propagate::{GROUP, Shardings};
use super::rules::Rule;
use super::sharding::{Annotation, Sharding};
use crate::ffi;
use crate::hlo::ffi::value_address;
use crate::ir::{self, Block, Builder, Context, Op, Type, Value};
use crate::pass::Failure;
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::collections::{HashMap, HashSet};

/// What a partition has of a value.
#[derive(Clone)]
pub struct Part<'a> {
    /// The value.
    pub value: Value<'a>,
    /// How the whole is sharded; none for values of a device's own, and for tokens.
    pub sharding: Option<Sharding>,
}

/// Makes the function of a partition.
pub struct Rewrite<'a, 's> {
    pub context: &'a Context,
    pub devices: usize,
    pub shardings: &'s Shardings,
    pub manual: &'s Manual,
    pub collectives: Collectives<'a>,
    /// What there is of the values of the function of all, by their addresses.
    parts: HashMap<usize, Part<'a>>,
    /// Parts that were made of these for an operation, and that others may use.
    resharded: HashMap<(usize, Sharding), Value<'a>>,
}

impl<'a, 's> Rewrite<'a, 's> {
    pub fn new(
        context: &'a Context,
        shardings: &'s Shardings,
        manual: &'s Manual,
        collectives: Collectives<'a>,
        devices: usize,
    ) -> Self {
        let (parts, resharded) = (HashMap::new(), HashMap::new());
        Self { context, devices, shardings, manual, collectives, parts, resharded }
    }

    /// Replaces the function by that of a partition.
    pub fn function(&mut self, function: Op<'a>) -> Result<(), Failure<'a>> {
        let block = super::from_shardy::first_block(function)?;
        let at = Builder::before(self.context, function);
        let arguments = ir::args(block);
        let returned = ir::ops(block).pop().map(ir::operands).unwrap_or_default();
        let inputs: Vec<_> = arguments.iter().map(|value| self.shardings.of(*value)).collect();
        let outputs = returned
            .iter()
            .enumerate()
            .map(|(index, value)| self.shardings.of_result(index, ir::shape_of(*value).len()));
        let outputs: Vec<_> = outputs.collect();
        let types = |values: &[Value<'a>], shardings: &[Sharding]| -> Vec<Type<'a>> {
            values.iter().zip(shardings).map(|(value, it)| local_type(*value, it)).collect()
        };
        let (argument_types, result_types) =
            (types(&arguments, &inputs), types(&returned, &outputs));
        let mut outcome = Ok(());
        let region = at.region(&argument_types, |at, new| {
            outcome = self.body(at, block, (&arguments, new), &outputs);
        });
        let ty =
            melior::ir::r#type::FunctionType::new(self.context, &argument_types, &result_types);
        let new = at
            .op("func.func")
            .attrs_of(function, &["function_type", "arg_attrs", "res_attrs"])
            .attr("function_type", ir::type_attr(ty.into()))
            .region(region)
            .build();
        outcome?;
        let texts = |values: &[Value<'a>], shardings: &[Sharding]| -> Vec<Option<String>> {
            let text = |(value, sharding): (&Value<'a>, &Sharding)| {
                let is_tensor = ir::Shaped::of(value.r#type()).is_some();
                is_tensor.then(|| sharding.text(self.devices))
            };
            values.iter().zip(shardings).map(text).collect()
        };
        let (arguments, returned) = (texts(&arguments, &inputs), texts(&returned, &outputs));
        entry::set_signature(
            self.context,
            (function, new),
            &entry::Side { shardings: &arguments, types: &argument_types },
            &entry::Side { shardings: &returned, types: &result_types },
        );
        ir::erase(function);
        Ok(())
    }

    fn body(
        &mut self,
        at: Builder<'a>,
        block: Block<'a>,
        (arguments, new): (&[Value<'a>], &[Value<'a>]),
        outputs: &[Sharding],
    ) -> Result<(), Failure<'a>> {
        for (argument, new) in arguments.iter().zip(new) {
            self.record(*argument, *new, self.shardings.of(*argument));
        }
        let Some(end) = self.block(at, block)? else { return Ok(()) };
        let at = at.at(end.location());
        let mut results = Vec::new();
        for (index, (value, sharding)) in ir::operands(end).into_iter().zip(outputs).enumerate() {
            if self.manual.has_value(value) && ir::Shaped::of(value.r#type()).is_some() {
                let message =
                    format!("result {index} is a part, and no operation makes it a whole");
                return Err(Failure::at(end, message));
            }
            results.push(self.get(at, value, sharding));
        }
        at.op("func.return").operands(&results).build();
        Ok(())
    }

    /// Makes the operations of a block but its terminator, and returns that.
    fn block(&mut self, at: Builder<'a>, block: Block<'a>) -> Result<Option<Op<'a>>, Failure<'a>> {
        let mut ops = ir::ops(block);
        let end = ops.pop();
        for op in ops {
            self.op(at.at(op.location()), op)?;
        }
        Ok(end)
    }

    fn record(&mut self, old: Value<'a>, value: Value<'a>, sharding: Sharding) {
        let is_tensor = ir::Shaped::of(value.r#type()).is_some();
        let sharding = is_tensor.then_some(sharding);
        self.parts.insert(value_address(old), Part { value, sharding });
    }

    fn part(&self, old: Value<'a>) -> Part<'a> {
        // What a region makes itself is not here: it stays.
        let own = || Part { value: old, sharding: None };
        self.parts.get(&value_address(old)).cloned().unwrap_or_else(own)
    }

    /// The part of a value by a sharding.
    fn get(&mut self, at: Builder<'a>, old: Value<'a>, sharding: &Sharding) -> Value<'a> {
        let part = self.part(old);
        let Some(from) = part.sharding.filter(|from| from != sharding) else { return part.value };
        let key = (value_address(old), sharding.clone());
        if let Some(value) = self.resharded.get(&key) {
            return *value;
        }
        let value = self.collectives.reshard(at, part.value, &from, sharding);
        self.resharded.insert(key, value);
        value
    }

    /// All of a value.
    pub fn whole(&mut self, at: Builder<'a>, old: Value<'a>) -> Value<'a> {
        let rank = ir::shape_of(old).len();
        self.get(at, old, &Sharding::replicated(rank, self.devices))
    }

    fn op(&mut self, at: Builder<'a>, op: Op<'a>) -> Result<(), Failure<'a>> {
        if ir::op_name(op) == GROUP {
            return Ok(());
        }
        if let Some(marker) = marker(op) {
            return self.marker(at, op, marker);
        }
        if self.manual.has_operation(op) {
            return self.clone_whole(at, op);
        }
        if is_structured(op) {
            return self.structured(at, op);
        }
        if let Some(device) = markers::maximal(op, self.devices)?
            && self.devices > 1
            && one_device::has_effects(op)
        {
            return self.on_device(at, op, device);
        }
        match self.shardings.rule(op) {
            Some(rule) => self.by_rule(at, op, rule),
            None => self.clone_whole(at, op),
        }
    }

    fn marker(&mut self, at: Builder<'a>, op: Op<'a>, marker: Marker) -> Result<(), Failure<'a>> {
        let (operand, result) = (ir::operands(op)[0], ir::results(op)[0]);
        let is_manual = self.manual.has_value(operand);
        let key = value_address(result);
        let own = |value| Part { value, sharding: None };
        match marker {
            Marker::Sharding if is_manual => {
                self.parts.insert(key, self.part(operand));
            }
            Marker::Sharding => {
                let sharding = self.shardings.of(result);
                let value = self.get(at, operand, &sharding);
                self.record(result, value, sharding);
            }
            Marker::FullToShard => {
                if is_manual {
                    let message = "a manual computation inside of another is not supported";
                    return Err(Failure::at(op, message));
                }
                let sharding = self.said_of(op, operand)?;
                let value = self.get(at, operand, &sharding);
                same_type(op, value, result)?;
                self.parts.insert(key, own(value));
            }
            Marker::ShardToFull => {
                let sharding = self.shardings.of(result);
                let value =
                    if is_manual { self.part(operand).value } else { self.whole(at, operand) };
                let ty = local_type(result, &sharding);
                if value.r#type() != ty {
                    let message =
                        format!("a {} is not the part of {ty} that it becomes", value.r#type());
                    return Err(Failure::at(op, message));
                }
                self.record(result, value, sharding);
            }
        }
        Ok(())
    }

    /// What the operation that makes an operand says of its sharding, open dimensions being
    /// whole.
    fn said_of(&self, op: Op<'a>, operand: Value<'a>) -> Result<Sharding, Failure<'a>> {
        let from = ir::defining_op(operand).filter(|from| marker(*from) == Some(Marker::Sharding));
        let said = from.map(|from| markers::annotation(from, 0, self.devices)).transpose()?;
        let Some(Some(Annotation::Tiles(sharding))) = said else {
            return Err(Failure::at(op, "it is not said how the operand is sharded"));
        };
        let shape = ir::shape_of(operand);
        if sharding.dims.iter().zip(&shape).any(|(split, size)| !split.divides(*size)) {
            let message = format!("{} has no equal parts", operand.r#type());
            return Err(Failure::at(op, message));
        }
        Ok(sharding)
    }

    /// The operation as it is, on all of its operands.
    fn clone_whole(&mut self, at: Builder<'a>, op: Op<'a>) -> Result<(), Failure<'a>> {
        let operands: Vec<_> =
            ir::operands(op).into_iter().map(|value| self.whole(at, value)).collect();
        let new = self.clone_of(at, op, &operands)?;
        for (old, new) in ir::results(op).into_iter().zip(ir::results(new)) {
            if self.manual.has_value(old) {
                self.parts.insert(value_address(old), Part { value: new, sharding: None });
            } else {
                self.settle(
                    at,
                    old,
                    new,
                    Sharding::replicated(ir::shape_of(old).len(), self.devices),
                );
            }
        }
        Ok(())
    }

    /// Records what was computed by one sharding as it is to be.
    fn settle(&mut self, at: Builder<'a>, old: Value<'a>, new: Value<'a>, from: Sharding) {
        let to = self.shardings.of(old);
        if from == to || ir::Shaped::of(new.r#type()).is_none() {
            self.record(old, new, from);
            return;
        }
        let value = self.collectives.reshard(at, new, &from, &to);
        self.record(old, value, to);
        self.resharded.insert((value_address(old), from), new);
    }

    /// A copy of an operation with other operands; what its regions take from outside is
    /// taken whole.
    fn clone_of(
        &mut self,
        at: Builder<'a>,
        op: Op<'a>,
        operands: &[Value<'a>],
    ) -> Result<Op<'a>, Failure<'a>> {
        let mut outside = Vec::new();
        let mut seen = HashSet::new();
        for inner in ir::walk(op).into_iter().skip(1) {
            let markers = [Some(Marker::FullToShard), Some(Marker::ShardToFull)];
            if markers.contains(&marker(inner)) {
                let message = "a manual computation inside of another is not supported";
                return Err(Failure::at(inner, message));
            }
            for value in ir::operands(inner) {
                if self.parts.contains_key(&value_address(value))
                    && seen.insert(value_address(value))
                {
                    outside.push(value);
                }
            }
        }
        let outside: Vec<_> =
            outside.into_iter().map(|value| (value, self.whole(at, value))).collect();
        let new = ffi::clone_at_end(op, at.block());
        for (index, operand) in operands.iter().enumerate() {
            ffi::set_operand(new, index, *operand);
        }
        for (old, value) in outside {
            ffi::replace_uses_inside(old, value, new);
        }
        for inner in ir::walk(new) {
            if marker(inner).is_some() {
                ir::replace(inner, ir::operands(inner));
            } else {
                ir::remove_attribute(inner, XLA);
            }
        }
        Ok(new)
    }

    /// The operation on parts.
    fn by_rule(&mut self, at: Builder<'a>, op: Op<'a>, rule: &Rule) -> Result<(), Failure<'a>> {
        let (operands, results) = (ir::operands(op), ir::results(op));
        let had: Vec<_> = operands
            .iter()
            .map(|operand| {
                let shape = ir::shape_of(*operand);
                let whole = || Sharding::replicated(shape.len(), self.devices);
                let sharding = self.part(*operand).sharding.unwrap_or_else(whole);
                (shape, sharding)
            })
            .collect();
        let wanted: Vec<_> = results
            .iter()
            .map(|result| (ir::shape_of(*result), self.shardings.of(*result)))
            .collect();
        let given = Given { operands: &had, results: &wanted, devices: self.devices };
        let plan = Plan::best(rule, &given);
        if let Some(made) = local::source(self, at, op, plan.results.first()) {
            self.settle(at, results[0], made, plan.results[0].clone());
            return Ok(());
        }
        let parts: Vec<_> = operands
            .iter()
            .zip(&plan.operands)
            .map(|(operand, sharding)| self.get(at, *operand, sharding))
            .collect();
        let new = self.clone_of(at, op, &parts)?;
        local::set_sizes(self.context, new, &plan.operands);
        let news = ir::results(new);
        for ((old, new), sharding) in results.iter().zip(&news).zip(&plan.results) {
            ffi::set_type(*new, local_type(*old, sharding));
        }
        let mut made: Vec<_> = news.into_iter().zip(plan.results).collect();
        if let (Some(combination), Some(first)) = (plan.combination, made.first_mut()) {
            first.0 = self.collectives.combine(at, first.0, &combination);
            if let Some((_, sharding)) = combination.scattered {
                first.1 = sharding;
            }
        }
        for (old, (new, sharding)) in results.into_iter().zip(made) {
            self.settle(at, old, new, sharding);
        }
        Ok(())
    }

    /// An operation that one device does, and whose results all get.
    fn on_device(&mut self, at: Builder<'a>, op: Op<'a>, device: usize) -> Result<(), Failure<'a>> {
        let operands: Vec<_> =
            ir::operands(op).into_iter().map(|value| self.whole(at, value)).collect();
        let new = one_device::choice(self, at, op, device, |rewrite, at| {
            rewrite.clone_of(at, op, &operands)
        })?;
        for (old, new) in ir::results(op).into_iter().zip(ir::results(new)) {
            if ir::Shaped::of(new.r#type()).is_none() {
                self.record(old, new, Sharding::replicated(0, self.devices));
                continue;
            }
            let value = self.collectives.broadcast(at, new, device);
            self.settle(
                at,
                old,
                value,
                Sharding::replicated(ir::shape_of(old).len(), self.devices),
            );
        }
        Ok(())
    }

    /// Control flow, whose regions are partitioned like the function.
    fn structured(&mut self, at: Builder<'a>, op: Op<'a>) -> Result<(), Failure<'a>> {
        let results = ir::results(op);
        let shardings: Vec<_> = results.iter().map(|result| self.shardings.of(*result)).collect();
        let types: Vec<_> =
            results.iter().zip(&shardings).map(|(result, it)| local_type(*result, it)).collect();
        let is_loop = ir::op_name(op) == "stablehlo.while";
        let operands = ir::operands(op).into_iter().enumerate().map(|(index, operand)| {
            if is_loop { self.get(at, operand, &shardings[index]) } else { self.whole(at, operand) }
        });
        let operands: Vec<_> = operands.collect();
        let blocks: Vec<_> = ir::regions(op).into_iter().flat_map(ir::blocks).collect();
        let mut builder = at.op(ir::op_name(op)).operands(&operands).attrs_of(op, &[XLA]);
        let mut outcome = Ok(());
        for (number, block) in blocks.into_iter().enumerate() {
            let known = self.resharded.clone();
            let arguments = if is_loop { types.as_slice() } else { &[] };
            let region = at.region(arguments, |at, new| {
                for ((argument, new), sharding) in
                    ir::args(block).into_iter().zip(new).zip(&shardings)
                {
                    self.record(argument, *new, sharding.clone());
                }
                let returned = if is_loop && number == 0 { None } else { Some(&shardings) };
                if outcome.is_ok() {
                    outcome = self.region(at, block, returned);
                }
            });
            self.resharded = known;
            builder = builder.region(region);
        }
        let new = builder.results(&types).build();
        outcome?;
        for ((old, new), sharding) in results.into_iter().zip(ir::results(new)).zip(shardings) {
            self.record(old, new, sharding);
        }
        Ok(())
    }

    /// A region that returns values by these shardings, or whole.
    fn region(
        &mut self,
        at: Builder<'a>,
        block: Block<'a>,
        shardings: Option<&Vec<Sharding>>,
    ) -> Result<(), Failure<'a>> {
        let Some(end) = self.block(at, block)? else { return Ok(()) };
        let at = at.at(end.location());
        let returned = ir::operands(end).into_iter().enumerate();
        let returned = returned.map(|(index, value)| {
            let sharding = shardings.and_then(|shardings| shardings.get(index));
            match sharding {
                Some(sharding) => self.get(at, value, sharding),
                None => self.whole(at, value),
            }
        });
        let returned: Vec<_> = returned.collect();
        at.op("stablehlo.return").operands(&returned).build();
        Ok(())
    }
}

/// The type of a part of a value; what is no tensor stays as it is.
pub fn local_type<'a>(value: Value<'a>, sharding: &Sharding) -> Type<'a> {
    let ty = value.r#type();
    match ir::Shaped::of(ty) {
        Some(_) if sharding.is_replicated() => ty,
        Some(shaped) => ir::tensor(&sharding.local_shape(&shaped.shape), shaped.element),
        None => ty,
    }
}

fn same_type<'a>(op: Op<'a>, value: Value<'a>, result: Value<'a>) -> Result<(), Failure<'a>> {
    let (is, wanted) = (value.r#type(), result.r#type());
    if is == wanted {
        return Ok(());
    }
    Err(Failure::at(op, format!("a part is a {is}, not a {wanted}")))
}
