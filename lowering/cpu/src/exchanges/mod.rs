// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Exchanges of blocks between the ranks of a C function.
//!
//! A C function that belongs to a partitioned program takes a pointer to the caller's `hloom_ranks`
//! after the arena, and returns a status:
//!
//! ```c
//! int main(const float *input, float *result, void *arena, const hloom_ranks *ranks);
//! ```
//!
//! Each runtime call of `hlo-expand-collectives{contiguous=true}` becomes a call of one of the
//! [`functions()`], which read the group of the rank from [`tables`]. If the status of such a call is
//! not zero, the C function returns this status. The code is the same for all ranks.

mod call;
mod functions;
mod tables;

use call::{Call, Exchange, Pattern};
use functions::functions;
pub use functions::{MOST_TRANSFERS, NO_MEMBER, WRONG_RANKS};
use hloom_ir::facts::{self, COLLECTIVES};
use hloom_ir::llvm::pointer;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Attribute, Builder, Context, Op, Type, Value};
use melior::ir::attribute::{ArrayAttribute, DictionaryAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, Identifier, ValueLike};
use std::collections::{BTreeMap, HashMap};
use tables::Tables;

/// The exchanges of a module, and the reads of the partition or replica number of a rank.
pub struct Exchanges<'a> {
    /// The runtime calls that C functions execute, by the names of the functions that represent them.
    calls: HashMap<String, Call>,
    /// The declarations of the functions that represent the runtime calls in `calls`.
    declared: Vec<Op<'a>>,
    /// The number of ranks of the program.
    ranks: i64,
}

impl<'a> Exchanges<'a> {
    /// Divides the declarations of runtime calls into those that C functions execute and the others.
    /// Returns both.
    pub fn of(declared: Vec<Op<'a>>) -> (Self, Vec<Op<'a>>) {
        let mut all = Self { calls: HashMap::new(), declared: Vec::new(), ranks: 1 };
        let mut others = Vec::new();
        for declaration in declared {
            match Call::read(declaration).zip(ir::symbol_name(declaration)) {
                Some(((call, ranks), name)) => {
                    all.ranks = ranks;
                    all.calls.insert(name, call);
                    all.declared.push(declaration);
                }
                None => others.push(declaration),
            }
        }
        (all, others)
    }

    /// Emits the exchanges of the entry functions of a module, and erases the declarations of their
    /// runtime calls.
    ///
    /// # Errors
    /// Fails if a function other than an entry function has an exchange, or if the number of buffers of
    /// a call is wrong.
    pub fn emit(
        self,
        context: &'a Context,
        module: Op<'a>,
        address_bits: u32,
    ) -> Result<(), Failure<'a>> {
        let Some(first) = self.declared.first().copied() else { return Ok(()) };
        let tables = Tables::new(context, first, usize::try_from(self.ranks).unwrap_or(1));
        let size = ir::int(context, address_bits);
        let mut emitter = Emitter { context, exchanges: &self, tables, size };
        let mut is_used = false;
        for function in ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops) {
            if ir::op_name(function) == "llvm.func" {
                is_used |= emitter.function(function)?;
            }
        }
        if is_used {
            // The functions call each other, so the parser verifies them in a module of their own.
            ir::insert_parsed(context, first, &functions(address_bits, self.ranks));
            let ops = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
            for parsed in ops.filter(|op| ir::op_name(*op) == "builtin.module") {
                let functions = ir::regions(parsed).into_iter().flat_map(ir::blocks);
                functions.flat_map(ir::ops).for_each(|it| ir::move_before(it, first));
                ir::erase(parsed);
            }
        }
        self.declared.into_iter().for_each(ir::erase);
        Ok(())
    }

    /// Returns the value of the attribute [`COLLECTIVES`]: a description of the collectives of the
    /// program, in program order.
    fn describe(&self, context: &'a Context) -> Attribute<'a> {
        let mut collectives = BTreeMap::new();
        let mut largest = 0;
        for exchange in self.exchanges() {
            collectives.entry(exchange.collective.number).or_insert(exchange);
            if exchange.groups.iter().any(|group| group.iter().any(|rank| *rank != group[0])) {
                largest = largest.max(exchange.bytes);
            }
        }
        let number = |number: i64| ir::i64_attr(context, number);
        let group = |group: &Vec<u32>| {
            let ranks: Vec<_> = group.iter().map(|rank| i64::from(*rank)).collect();
            ir::dense_i64_attr(context, &ranks)
        };
        let one = |exchange: &Exchange| {
            let groups: Vec<_> = exchange.groups.iter().map(group).collect();
            let collective = &exchange.collective;
            dictionary(
                context,
                &[
                    ("kind", ir::string_attr(context, &collective.kind)),
                    ("bytes", number(collective.bytes)),
                    ("channel", number(collective.channel)),
                    ("groups", ir::array_attr(context, &groups)),
                ],
            )
        };
        let list: Vec<_> = collectives.into_values().map(one).collect();
        dictionary(
            context,
            &[
                ("ranks", number(self.ranks)),
                ("largest", number(largest)),
                ("list", ir::array_attr(context, &list)),
            ],
        )
    }

    fn exchanges(&self) -> impl Iterator<Item = &Exchange> {
        self.calls.values().filter(|call| !call.is_empty()).filter_map(|call| match call {
            Call::Exchange(exchange) => Some(exchange),
            Call::Place { .. } => None,
        })
    }

    /// Returns the tag of the transfers of an exchange: the position of its collective among the
    /// collectives of the program.
    fn tag(&self, exchange: &Exchange) -> i64 {
        let numbers = self.exchanges().map(|other| other.collective.number);
        let mut earlier: Vec<_> =
            numbers.filter(|number| *number < exchange.collective.number).collect();
        earlier.sort_unstable();
        earlier.dedup();
        earlier.len() as i64
    }
}

fn dictionary<'a>(context: &'a Context, entries: &[(&str, Attribute<'a>)]) -> Attribute<'a> {
    let entry = |(name, value): &(&str, Attribute<'a>)| (Identifier::new(context, name), *value);
    DictionaryAttribute::new(context, &entries.iter().map(entry).collect::<Vec<_>>()).into()
}

/// Replaces the runtime calls of a module that C functions execute.
struct Emitter<'a, 'e> {
    context: &'a Context,
    exchanges: &'e Exchanges<'a>,
    tables: Tables<'a>,
    /// The integer type of sizes in bytes, which is as wide as an address.
    size: Type<'a>,
}

impl<'a> Emitter<'a, '_> {
    /// Emits the exchanges of a function. Returns true if the function has exchanges.
    fn function(&mut self, function: Op<'a>) -> Result<bool, Failure<'a>> {
        let calls = ir::walk(function).into_iter().filter_map(|op| {
            let callee = op.attribute("callee").ok().filter(|_| ir::op_name(op) == "llvm.call")?;
            let callee = callee.to_string();
            Some((op, self.exchanges.calls.get(callee.trim_start_matches('@'))?))
        });
        let (empty, calls): (Vec<_>, Vec<_>) = calls.partition(|(_, call)| call.is_empty());
        empty.into_iter().for_each(|(op, _)| ir::erase(op));
        let Some((first, _)) = calls.first() else { return Ok(false) };
        if function.attribute(facts::INPUTS).is_err() {
            let message =
                "`llvm.call` of a collective: expected it in an entry function, found it elsewhere";
            return Err(Failure::at(*first, message));
        }
        let ranks = self.take_ranks(function)?;
        for (op, call) in calls {
            let here = Builder::before(self.context, op).at(op.location());
            let status = self.call(here, call, ranks, &ir::operands(op))?;
            self.return_if_failed(here, status, op);
            ir::erase(op);
        }
        ir::set_attribute(function, COLLECTIVES, self.exchanges.describe(self.context));
        Ok(true)
    }

    /// Adds the parameter `ranks` to a function, and makes it return the status 0. Returns the
    /// parameter.
    fn take_ranks(&self, function: Op<'a>) -> Result<Value<'a>, Failure<'a>> {
        let context = self.context;
        let block = ir::regions(function).into_iter().flat_map(ir::blocks).next();
        let block = block.ok_or_else(|| {
            Failure::at(
                function,
                "`llvm.func`: expected a function with a body, found a declaration",
            )
        })?;
        let ranks = block.add_argument(pointer(context), function.location());
        let types: Vec<_> = ir::args(block).iter().map(|it| it.r#type().to_string()).collect();
        let ty = Type::parse(context, &format!("!llvm.func<i32 ({})>", types.join(", ")));
        let ty = ty.expect("the text of LLVM types can be parsed");
        ir::set_attribute(function, "function_type", ir::type_attr(ty));
        let attributes = function.attribute("arg_attrs").ok();
        if let Some(list) = attributes.and_then(|list| ArrayAttribute::try_from(list).ok()) {
            let mut list: Vec<_> = (0..list.len()).filter_map(|it| list.element(it).ok()).collect();
            list.push(dictionary(context, &[]));
            ir::set_attribute(function, "arg_attrs", ir::array_attr(context, &list));
        }
        // Some calling conventions require that the callee extends the result.
        let extended = ir::parse_attribute(context, "[{llvm.signext}]");
        ir::set_attribute(function, "res_attrs", extended);
        for op in ir::walk(function).into_iter().filter(|op| ir::op_name(*op) == "llvm.return") {
            let here = Builder::before(context, op).at(op.location());
            here.op("llvm.return").operands(&[self.constant(here, 32, 0)]).build();
            ir::erase(op);
        }
        Ok(ranks)
    }

    /// Emits the call of an exchange function that replaces the runtime call `call` with the given
    /// buffers. Returns the status of the emitted call.
    fn call(
        &mut self,
        here: Builder<'a>,
        call: &Call,
        ranks: Value<'a>,
        buffers: &[Value<'a>],
    ) -> Result<Value<'a>, Failure<'a>> {
        match (call, buffers) {
            (Call::Place { is_partition, partitions }, [to]) => {
                let partitions = self.constant(here, 32, *partitions);
                let is_partition = self.constant(here, 1, i64::from(*is_partition));
                Ok(self.status(here, "hloom_place", &[ranks, partitions, is_partition, *to]))
            }
            (Call::Exchange(exchange), [from, to]) => {
                Ok(self.exchange(here, exchange, ranks, *from, *to))
            }
            _ => {
                let found = buffers.len();
                let message = format!(
                    "`llvm.call` of a collective: expected an operand and a result buffer, or only \
                     a result buffer for a rank's number, found {found} buffers"
                );
                Err(Failure::at(self.exchanges.declared[0], message))
            }
        }
    }

    fn exchange(
        &mut self,
        here: Builder<'a>,
        exchange: &Exchange,
        ranks: Value<'a>,
        from: Value<'a>,
        to: Value<'a>,
    ) -> Value<'a> {
        let bytes = self.size_constant(here, exchange.bytes);
        let tag = self.constant(here, 32, self.exchanges.tag(exchange));
        if exchange.pattern == Pattern::Permute {
            let pairs = self.tables.of_pairs(&exchange.groups);
            let pairs = self.address(here, &pairs);
            return self.status(here, "hloom_permute", &[ranks, pairs, from, to, bytes, tag]);
        }
        let [places, members] = self.tables.of_groups(&exchange.groups);
        let (places, members) = (self.address(here, &places), self.address(here, &members));
        let step = match exchange.pattern {
            Pattern::Broadcast => {
                let operands = [ranks, places, members, from, to, bytes, tag];
                return self.status(here, "hloom_broadcast", &operands);
            }
            Pattern::Scatter => bytes,
            // All members get the same block.
            _ => self.size_constant(here, 0),
        };
        let operands = [ranks, places, members, from, step, to, bytes, tag];
        self.status(here, "hloom_exchange", &operands)
    }

    /// Emits a call of the function named `function`, and returns the status that it returns.
    fn status(&self, here: Builder<'a>, function: &str, operands: &[Value<'a>]) -> Value<'a> {
        here.op("llvm.call")
            .attr("callee", ir::flat_symbol_attr(self.context, function))
            .operands(operands)
            .attr("op_bundle_sizes", ir::parse_attribute(self.context, "array<i32>"))
            .segments(&[operands.len() as i32, 0])
            .result(ir::int(self.context, 32))
            .value()
    }

    fn address(&self, here: Builder<'a>, table: &str) -> Value<'a> {
        here.op("llvm.mlir.addressof")
            .attr("global_name", ir::flat_symbol_attr(self.context, table))
            .result(pointer(self.context))
            .value()
    }

    fn size_constant(&self, here: Builder<'a>, value: i64) -> Value<'a> {
        let value = ir::int_attr(self.size, value);
        here.op("llvm.mlir.constant").attr("value", value).result(self.size).value()
    }

    fn constant(&self, here: Builder<'a>, bits: u32, value: i64) -> Value<'a> {
        let ty = ir::int(self.context, bits);
        here.op("llvm.mlir.constant").attr("value", ir::int_attr(ty, value)).result(ty).value()
    }

    /// Emits a return of `status` before `op` if it is not zero.
    fn return_if_failed(&self, here: Builder<'a>, status: Value<'a>, op: Op<'a>) {
        /// The value of the attribute `predicate` of `llvm.icmp` for the comparison `ne`.
        const NOT_EQUAL: i64 = 1;
        let zero = self.constant(here, 32, 0);
        let failed = here
            .op("llvm.icmp")
            .attr("predicate", ir::i64_attr(self.context, NOT_EQUAL))
            .operands(&[status, zero])
            .result(ir::int(self.context, 1))
            .value();
        let rest = ir::split_block(op);
        let end = ir::add_block_after(rest);
        here.inside(end).op("llvm.return").operands(&[status]).build();
        here.inside(here.block())
            .op("llvm.cond_br")
            .operands(&[failed])
            .segments(&[1, 0, 0])
            .successors(&[end, rest])
            .build();
    }
}
