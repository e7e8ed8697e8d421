// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builds the function of one partition beside the global function, operation by operation.
//!
//! An operation with a rule computes with shards; any other operation computes with whole operands.

use super::collectives::Collectives;
use super::entry;
use super::halo;
use super::local;
use super::local_indices;
use super::manual::{Manual, is_structured};
use super::markers::{self, Marker, XLA, marker};
use super::one_device;
use super::plan::{Plan, Requirements};
use super::propagate::{GROUP, Shardings};
use super::rules::Rule;
use super::sharding::{Annotation, Sharding};
use hloom_dialects::op::Op as Kind;
use hloom_hlo_passes::build::{Hlo, element_of};
use hloom_ir::pass::Failure;
use hloom_ir::value_address;
use hloom_ir::{self as ir, Block, Builder, Context, Op, Type, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::collections::{HashMap, HashSet};

/// The shard of a value in one partition.
#[derive(Clone)]
pub struct Shard<'a> {
    /// The value of the shard, in the function of one partition.
    pub value: Value<'a>,
    /// The sharding of the global value; `None` for manual values and tokens.
    pub sharding: Option<Sharding>,
}

/// The state of building the function of one partition.
pub struct Rewrite<'a, 's> {
    /// The MLIR context.
    pub context: &'a Context,
    /// The number of partitions.
    pub devices: usize,
    /// The shardings of the global values, which propagation has chosen.
    pub shardings: &'s Shardings,
    /// The manual values and operations.
    pub manual: &'s Manual,
    /// The builder of collectives.
    pub collectives: Collectives<'a>,
    /// The shards of global values, indexed by the address of the global value.
    shards: HashMap<usize, Shard<'a>>,
    /// Resharded values, which later operations can reuse, indexed by the address of the global
    /// value and the sharding.
    resharded: HashMap<(usize, Sharding), Value<'a>>,
}

impl<'a, 's> Rewrite<'a, 's> {
    /// Creates the state without any shards.
    pub fn new(
        context: &'a Context,
        shardings: &'s Shardings,
        manual: &'s Manual,
        collectives: Collectives<'a>,
        devices: usize,
    ) -> Self {
        let (shards, resharded) = (HashMap::new(), HashMap::new());
        Self { context, devices, shardings, manual, collectives, shards, resharded }
    }

    /// Replaces the global function by the function of a partition.
    ///
    /// # Errors
    /// Fails if a result is manual, or if a manual computation is nested or has types that do not
    /// match the shardings.
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

    /// Builds the body of the new function. `arguments` contains the global arguments, `new` their
    /// shards, and `outputs` the shardings of the results.
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
                let message = format!(
                    "result {index} of the function is a shard of a manual computation; convert it \
                     with `@SPMDShardToFullShape`"
                );
                return Err(Failure::at(end, message));
            }
            results.push(self.get(at, value, sharding));
        }
        at.op("func.return").operands(&results).build();
        Ok(())
    }

    /// Builds the operations of a block except the terminator, and returns the old terminator.
    fn block(&mut self, at: Builder<'a>, block: Block<'a>) -> Result<Option<Op<'a>>, Failure<'a>> {
        let mut ops = ir::ops(block);
        let end = ops.pop();
        for op in ops {
            self.op(at.at(op.location()), op)?;
        }
        Ok(end)
    }

    /// Records `value` as the shard of the global value `old`.
    fn record(&mut self, old: Value<'a>, value: Value<'a>, sharding: Sharding) {
        let is_tensor = ir::Shaped::of(value.r#type()).is_some();
        let sharding = is_tensor.then_some(sharding);
        self.shards.insert(value_address(old), Shard { value, sharding });
    }

    /// Returns the shard of a global value.
    fn shard(&self, old: Value<'a>) -> Shard<'a> {
        // A value without a record belongs to the region of a cloned operation and stays as it is.
        let own = || Shard { value: old, sharding: None };
        self.shards.get(&value_address(old)).cloned().unwrap_or_else(own)
    }

    /// Returns the shard of a global value for `sharding`. Builds a conversion if necessary.
    fn get(&mut self, at: Builder<'a>, old: Value<'a>, sharding: &Sharding) -> Value<'a> {
        let shard = self.shard(old);
        let Some(from) = shard.sharding.filter(|from| from != sharding) else { return shard.value };
        let key = (value_address(old), sharding.clone());
        if let Some(value) = self.resharded.get(&key) {
            return *value;
        }
        let value = match self.built(at, old, sharding) {
            Some(value) => value,
            None => self.collectives.reshard(at, shard.value, &from, sharding),
        };
        self.resharded.insert(key, value);
        value
    }

    /// Builds the shard of a global value for `sharding` from nothing, if it is a constant, an iota
    /// or a broadcast scalar.
    fn built(&self, at: Builder<'a>, old: Value<'a>, sharding: &Sharding) -> Option<Value<'a>> {
        let op = ir::defining_op(old)?;
        match ir::hlo_op(op)? {
            Kind::StablehloConstant | Kind::StablehloIota if sharding.is_replicated() => {
                let new = ir::clone_at_end(op, at.block());
                ir::remove_attribute(new, XLA);
                ir::results(new).first().copied()
            }
            Kind::StablehloConstant | Kind::StablehloIota => {
                local::source(&self.collectives, at, op, Some(sharding))
            }
            Kind::StablehloBroadcastInDim => {
                let scalar = *ir::operands(op).first()?;
                let shard = self.shard(scalar);
                let local = sharding.local_shape(&ir::shape_of(old));
                let is_scalar = ir::shape_of(scalar).is_empty() && shard.sharding.is_some();
                is_scalar.then(|| Hlo { at }.broadcast(shard.value, &[], &local))
            }
            _ => None,
        }
    }

    /// Returns a global value as a whole. Builds a conversion if necessary.
    pub fn whole(&mut self, at: Builder<'a>, old: Value<'a>) -> Value<'a> {
        let rank = ir::shape_of(old).len();
        self.get(at, old, &Sharding::replicated(rank, self.devices))
    }

    /// Builds one operation.
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

    /// Replaces a marker by the conversion that it represents.
    fn marker(&mut self, at: Builder<'a>, op: Op<'a>, marker: Marker) -> Result<(), Failure<'a>> {
        let (operand, result) = (ir::operands(op)[0], ir::results(op)[0]);
        let is_manual = self.manual.has_value(operand);
        let key = value_address(result);
        let own = |value| Shard { value, sharding: None };
        match marker {
            Marker::Sharding if is_manual => {
                self.shards.insert(key, self.shard(operand));
            }
            Marker::Sharding => {
                let sharding = self.shardings.of(result);
                let value = self.get(at, operand, &sharding);
                self.record(result, value, sharding);
            }
            Marker::FullToShard => {
                if is_manual {
                    let message = "nested manual computations are not supported";
                    return Err(Failure::at(op, message));
                }
                let sharding = self.sharding_of_operand(op, operand)?;
                let value = self.get(at, operand, &sharding);
                same_type(op, value, result)?;
                self.shards.insert(key, own(value));
            }
            Marker::ShardToFull => {
                let sharding = self.shardings.of(result);
                let value =
                    if is_manual { self.shard(operand).value } else { self.whole(at, operand) };
                let ty = local_type(result, &sharding);
                if value.r#type() != ty {
                    let found = value.r#type();
                    let message = format!(
                        "expected a manual computation to return a shard of type `{ty}`, found \
                         `{found}`"
                    );
                    return Err(Failure::at(op, message));
                }
                self.record(result, value, sharding);
            }
        }
        Ok(())
    }

    /// Returns the sharding of `operand` from the `@Sharding` call that defines it. Open dimensions
    /// are not split.
    fn sharding_of_operand(&self, op: Op<'a>, operand: Value<'a>) -> Result<Sharding, Failure<'a>> {
        let from = ir::defining_op(operand).filter(|from| marker(*from) == Some(Marker::Sharding));
        let annotation = from.map(|from| markers::annotation(from, 0, self.devices)).transpose()?;
        let Some(Some(Annotation::Tiles(sharding))) = annotation else {
            let message = "`@SPMDFullToShardShape` expects an operand from a call of `@Sharding` \
                           with a tiled sharding";
            return Err(Failure::at(op, message));
        };
        let shape = ir::shape_of(operand);
        if sharding.dims.iter().zip(&shape).any(|(split, size)| !split.divides(*size)) {
            let ty = operand.r#type();
            let message = format!("the sharding does not split `{ty}` into equal shards");
            return Err(Failure::at(op, message));
        }
        Ok(sharding)
    }

    /// Clones an operation without changes, on whole operands.
    fn clone_whole(&mut self, at: Builder<'a>, op: Op<'a>) -> Result<(), Failure<'a>> {
        let operands: Vec<_> =
            ir::operands(op).into_iter().map(|value| self.whole(at, value)).collect();
        let new = self.clone_of(at, op, &operands)?;
        for (old, new) in ir::results(op).into_iter().zip(ir::results(new)) {
            if self.manual.has_value(old) {
                self.shards.insert(value_address(old), Shard { value: new, sharding: None });
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

    /// Converts `new`, which is the result `old` computed with the sharding `from`, to the final
    /// sharding, and records it.
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

    /// Clones an operation with the given operands. If its regions use values from outside, they
    /// use these values as a whole.
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
                let message = "nested manual computations are not supported";
                return Err(Failure::at(inner, message));
            }
            for value in ir::operands(inner) {
                if self.shards.contains_key(&value_address(value))
                    && seen.insert(value_address(value))
                {
                    outside.push(value);
                }
            }
        }
        let outside: Vec<_> =
            outside.into_iter().map(|value| (value, self.whole(at, value))).collect();
        let new = ir::clone_at_end(op, at.block());
        for (index, operand) in operands.iter().enumerate() {
            ir::set_operand(new, index, *operand);
        }
        for (old, value) in outside {
            ir::replace_uses_inside(old, value, new);
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

    /// Builds an operation with a rule on shards.
    fn by_rule(&mut self, at: Builder<'a>, op: Op<'a>, rule: &Rule) -> Result<(), Failure<'a>> {
        let (operands, results) = (ir::operands(op), ir::results(op));
        let had: Vec<_> = operands
            .iter()
            .map(|operand| {
                let shape = ir::shape_of(*operand);
                let whole = || Sharding::replicated(shape.len(), self.devices);
                let sharding = self.shard(*operand).sharding.unwrap_or_else(whole);
                (shape, sharding)
            })
            .collect();
        let wanted: Vec<_> = results
            .iter()
            .map(|result| (ir::shape_of(*result), self.shardings.of(*result)))
            .collect();
        let bits = results.first().map_or(0, |it| i64::from(element_bits(*it)));
        let (operands_of, results_of) = (had.as_slice(), wanted.as_slice());
        let requirements = Requirements {
            operands: operands_of,
            results: results_of,
            bits,
            devices: self.devices,
        };
        let plan = Plan::best(rule, &requirements);
        if let Some(made) = local::source(&self.collectives, at, op, plan.results.first()) {
            self.settle(at, results[0], made, plan.results[0].clone());
            return Ok(());
        }
        let mut shards: Vec<_> = operands
            .iter()
            .zip(&plan.operands)
            .map(|(operand, sharding)| self.get(at, *operand, sharding))
            .collect();
        let first = had.first().zip(plan.operands.first());
        let indices = first.and_then(|((shape, _), sharding)| {
            local_indices::indices(&self.collectives, at, op, (shape, sharding), &shards)
        });
        if let Some(indices) = &indices {
            shards[indices.operand] = indices.value;
        }
        let unpadded = halo::extend(&mut self.collectives, at, op, &plan.operands, &mut shards);
        let new = self.clone_of(at, op, &shards)?;
        local::remove_padding(self.context, new, &unpadded);
        local::set_sizes(self.context, new, &plan.operands);
        let news = ir::results(new);
        for ((old, new), sharding) in results.iter().zip(&news).zip(&plan.results) {
            ir::set_type(*new, local_type(*old, sharding));
        }
        let mut made: Vec<_> = news.into_iter().zip(plan.results).collect();
        if let (Some(indices), Some(first)) = (&indices, made.first_mut())
            && let Some(masked) = indices.masked(at, op, first.0)
        {
            first.0 = masked;
        }
        if let (Some(combination), Some(first)) = (plan.combination, made.first_mut()) {
            *first = (self.collectives.combine(at, first.0, &combination), combination.result);
        }
        for (old, (new, sharding)) in results.into_iter().zip(made) {
            self.settle(at, old, new, sharding);
        }
        Ok(())
    }

    /// Builds an operation that runs on one device, and broadcasts its results.
    fn on_device(&mut self, at: Builder<'a>, op: Op<'a>, device: usize) -> Result<(), Failure<'a>> {
        let operands: Vec<_> =
            ir::operands(op).into_iter().map(|value| self.whole(at, value)).collect();
        let partition = self.collectives.partition(at);
        let new =
            one_device::choice(at, op, (partition, device), |at| self.clone_of(at, op, &operands))?;
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

    /// Builds a control flow operation. Its regions are partitioned like the function.
    fn structured(&mut self, at: Builder<'a>, op: Op<'a>) -> Result<(), Failure<'a>> {
        let results = ir::results(op);
        let shardings: Vec<_> = results.iter().map(|result| self.shardings.of(*result)).collect();
        let types: Vec<_> =
            results.iter().zip(&shardings).map(|(result, it)| local_type(*result, it)).collect();
        let is_loop = ir::hlo_op(op) == Some(Kind::StablehloWhile);
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

    /// Builds the contents of a region. The region returns values with the given shardings, or
    /// whole values if there are no shardings.
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

/// Returns the size of an element of a tensor in bits.
fn element_bits(value: Value) -> u32 {
    let element = element_of(value);
    ir::is_complex(element)
        .map_or_else(|| ir::element_width(element), |it| 2 * ir::element_width(it))
}

/// Returns the type of a shard of a value. The type of a value that is not a tensor does not
/// change.
pub fn local_type<'a>(value: Value<'a>, sharding: &Sharding) -> Type<'a> {
    let ty = value.r#type();
    match ir::Shaped::of(ty) {
        Some(_) if sharding.is_replicated() => ty,
        Some(shaped) => ir::tensor(&sharding.local_shape(&shaped.shape), shaped.element),
        None => ty,
    }
}

/// Checks that `result`, the result of the marker `op` in the program, has the type of the shard
/// `value`.
fn same_type<'a>(op: Op<'a>, value: Value<'a>, result: Value<'a>) -> Result<(), Failure<'a>> {
    let (is, wanted) = (value.r#type(), result.r#type());
    if is == wanted {
        return Ok(());
    }
    let expected = "expected a manual computation to take a shard of type";
    Err(Failure::at(op, format!("{expected} `{is}`, found `{wanted}`")))
}
