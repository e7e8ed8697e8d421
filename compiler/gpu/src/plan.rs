// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads the launch plan from the host program of a lowered module.

use hloom_compiler::runtime::CallDescription;
use hloom_compiler::{Error, mlir};
use hloom_launch_plan::{Base, Kernel, Place, Plan, Step};
use hloom_lowering::facts::{ARENA_BYTES, INPUTS, RUNTIME_CALL_PREFIX};
use hloom_lowering::gpu::host;
use hloom_lowering::ir::{self, Block, Op, Shaped, Type, Value, attributes};
use hloom_values::AlignedBytes;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{BlockLike, Module, ValueLike};
use std::collections::HashMap;

/// Returns the launch plan of a lowered program. `calls` describes its runtime calls, in the order
/// of their numbers.
///
/// # Errors
/// Fails if the host program contains an operation that a plan cannot express.
pub fn plan(module: &Module, calls: &[CallDescription]) -> Result<Plan, Error> {
    let ops: Vec<_> =
        std::iter::successors(module.body().first_operation(), |op| op.next_in_block()).collect();
    let entry = ops.iter().copied().find(|op| op.attribute(INPUTS).is_ok());
    let entry = entry
        .ok_or_else(|| Error::Internal("the lowered program has no entry function".to_owned()))?;
    let body = ir::regions(entry).into_iter().flat_map(ir::blocks).next();
    let body = body.ok_or_else(|| {
        Error::Internal("the entry function of the lowered program has no body".to_owned())
    })?;
    let arguments = ir::args(body);
    let inputs = ir::integer(entry, INPUTS).unwrap_or_default() as usize;
    let arena_bytes = ir::integer(entry, ARENA_BYTES).unwrap_or_default() as u64;
    let mut reader = Reader {
        globals: ops
            .iter()
            .filter(|op| ir::op_name(**op) == "memref.global")
            .filter_map(|op| Some((ir::symbol_name(*op)?, *op)))
            .collect(),
        calls,
        plan: Plan { arena_bytes, ..Plan::default() },
        places: HashMap::new(),
        kernels: HashMap::new(),
        constants: HashMap::new(),
    };
    for (number, argument) in arguments.iter().enumerate() {
        let base = match number {
            _ if number < inputs => Base::Argument(number),
            _ if number + 1 == arguments.len() => Base::Arena,
            _ => Base::Result(number - inputs),
        };
        reader.set(*argument, base)?;
    }
    reader.plan.steps = reader.block(body)?;
    Ok(reader.plan)
}

struct Reader<'a, 'c> {
    globals: HashMap<String, Op<'a>>,
    calls: &'c [CallDescription],
    plan: Plan,
    /// The place in a buffer of the plan for each memref, indexed by the address of MLIR's value. A
    /// place does not include the offset in the memref's type.
    places: HashMap<usize, Place>,
    /// The index of each kernel in the plan, by its symbol name and the sizes of its launch.
    kernels: HashMap<(String, [u32; 6]), usize>,
    /// The index of each constant in the plan, by the symbol name of its `memref.global`.
    constants: HashMap<String, usize>,
}

/// Returns an error with a message at the location of an operation.
fn refuse(op: Op, message: &str) -> Error {
    Error::Program(mlir::located(op.location(), message))
}

impl<'a> Reader<'a, '_> {
    fn set(&mut self, value: Value<'a>, base: Base) -> Result<(), Error> {
        let bytes = extent(value.r#type()).ok_or_else(|| {
            Error::Internal(format!(
                "the GPU pipeline left the memref type `{}`, whose size is not static",
                value.r#type()
            ))
        })?;
        self.places.insert(ir::value_address(value), Place { base, offset: 0, bytes });
        Ok(())
    }

    /// Assigns a new register of the plan to a memref, and returns the number of the register.
    fn register(&mut self, value: Value<'a>) -> Result<usize, Error> {
        let number = self.plan.registers;
        self.plan.registers += 1;
        self.set(value, Base::Register(number))?;
        Ok(number)
    }

    /// Returns the place of a memref that the operation `user` of the host program uses.
    fn place(&self, value: Value<'a>, user: Op<'a>) -> Result<Place, Error> {
        let place = self.places.get(&ir::value_address(value)).copied();
        let place = place.ok_or_else(|| {
            let message = "cannot determine the memory of an operand in the host program of a GPU";
            refuse(user, message)
        })?;
        let bytes = extent(value.r#type()).unwrap_or(place.bytes);
        Ok(Place { bytes, ..place })
    }

    fn places(&self, values: &[Value<'a>], user: Op<'a>) -> Result<Vec<Place>, Error> {
        values.iter().map(|value| self.place(*value, user)).collect()
    }

    fn block(&mut self, block: Block<'a>) -> Result<Vec<Step>, Error> {
        let mut steps = Vec::new();
        for op in ir::ops(block) {
            self.op(op, &mut steps)?;
        }
        Ok(steps)
    }

    fn only_block(&mut self, op: Op<'a>, region: usize) -> Result<Vec<Step>, Error> {
        match ir::regions(op).get(region).map(|region| ir::blocks(*region)).as_deref() {
            Some([block]) => self.block(*block),
            _ => Ok(Vec::new()),
        }
    }

    fn op(&mut self, op: Op<'a>, steps: &mut Vec<Step>) -> Result<(), Error> {
        match ir::op_name(op) {
            "func.return" | "scf.yield" | "scf.condition" | "arith.constant" => {}
            "memref.view" => {
                let operands = ir::operands(op);
                let mut place = self.place(operands[0], op)?;
                place.offset += constant(operands[1], op)? as u64;
                self.places.insert(ir::value_address(ir::results(op)[0]), place);
            }
            "memref.get_global" => self.global(op)?,
            // The predicate of the control flow that follows: its place is that of the memory.
            "memref.load" => {
                let place = self.place(ir::operands(op)[0], op)?;
                self.places.insert(ir::value_address(ir::results(op)[0]), place);
            }
            _ if host::is_transparent(op) => {
                if let (Some(source), [result]) = (ir::operands(op).first(), &ir::results(op)[..]) {
                    let place = self.place(*source, op)?;
                    self.places.insert(ir::value_address(*result), place);
                }
            }
            "memref.copy" => {
                let [source, destination] = self.places(&ir::operands(op), op)?[..] else {
                    return Err(refuse(
                        op,
                        "internal error: `memref.copy` does not have two operands",
                    ));
                };
                steps.push(Step::Copy { source, destination });
            }
            "gpu.launch_func" => steps.push(self.launch(op)?),
            "func.call" => steps.push(self.call(op)?),
            "scf.while" => self.while_loop(op, steps)?,
            "scf.for" => self.counted_loop(op, steps)?,
            "scf.if" => {
                let registers = self.results(op)?;
                let predicate = ir::operands(op)[0];
                if let Ok(holds) = constant(predicate, op) {
                    steps.extend(self.branch(op, usize::from(holds == 0), &registers)?);
                    return Ok(());
                }
                let predicate = self.place(predicate, op)?;
                let mut branch = |region| self.branch(op, region, &registers);
                steps.push(Step::If { predicate, then: branch(0)?, otherwise: branch(1)? });
            }
            "scf.index_switch" => self.switch(op, steps)?,
            "arith.select" => self.select(op, steps)?,
            name => {
                let message = format!("`{name}` cannot be in the host program of a GPU");
                return Err(refuse(op, &message));
            }
        }
        Ok(())
    }

    /// Reads an `arith.select` between memrefs. The plan sets a register to one of two places at
    /// run time, without a copy.
    fn select(&mut self, op: Op<'a>, steps: &mut Vec<Step>) -> Result<(), Error> {
        let operands = ir::operands(op);
        let registers = self.results(op)?;
        let assign = |value: Value<'a>| -> Result<Vec<Step>, Error> {
            Ok(self.assign(&registers, &[value], op)?.into_iter().collect())
        };
        let (then, otherwise) = (assign(operands[1])?, assign(operands[2])?);
        match constant(operands[0], op) {
            Ok(holds) => steps.extend(if holds == 0 { otherwise } else { then }),
            Err(_) => {
                let predicate = self.place(operands[0], op)?;
                steps.push(Step::If { predicate, then, otherwise });
            }
        }
        Ok(())
    }

    fn switch(&mut self, op: Op<'a>, steps: &mut Vec<Step>) -> Result<(), Error> {
        let registers = self.results(op)?;
        let numbers = op.attribute("cases").ok().and_then(ir::i64_array).unwrap_or_default();
        let selector = ir::operands(op)[0];
        if let Ok(number) = constant(selector, op) {
            let case = numbers.iter().position(|case| *case == number);
            steps.extend(self.branch(op, case.map_or(0, |case| 1 + case), &registers)?);
            return Ok(());
        }
        let selector = self.place(selector, op)?;
        let default = self.branch(op, 0, &registers)?;
        let cases = numbers
            .into_iter()
            .enumerate()
            .map(|(case, number)| Ok((number, self.branch(op, 1 + case, &registers)?)))
            .collect::<Result<_, Error>>()?;
        steps.push(Step::Switch { selector, cases, default });
        Ok(())
    }

    fn global(&mut self, op: Op<'a>) -> Result<(), Error> {
        let name = attributes::symbol(op, "name").unwrap_or_default();
        let number = match self.constants.get(&name) {
            Some(number) => *number,
            None => {
                let global = self.globals.get(&name);
                let bytes = global.and_then(|global| content(*global));
                let bytes = bytes.ok_or_else(|| {
                    refuse(
                        op,
                        &format!(
                            "cannot read the initial value of the constant `memref.global @{name}`"
                        ),
                    )
                })?;
                self.plan.constants.push(bytes);
                self.constants.insert(name, self.plan.constants.len() - 1);
                self.plan.constants.len() - 1
            }
        };
        self.set(ir::results(op)[0], Base::Constant(number))
    }

    fn launch(&mut self, op: Op<'a>) -> Result<Step, Error> {
        let operands = ir::operands(op);
        let name = op.attribute("kernel").map(|kernel| kernel.to_string()).unwrap_or_default();
        let name = name.rsplit('@').next().unwrap_or_default().to_owned();
        let mut sizes = [0u32; 6];
        for (size, operand) in sizes.iter_mut().zip(&operands) {
            *size = u32::try_from(constant(*operand, op)?).map_err(|_| {
                refuse(
                    op,
                    "expected fewer than 2^32 blocks and threads in each dimension of a launch",
                )
            })?;
        }
        let [bx, by, bz, tx, ty, tz] = sizes;
        let kernel = *self.kernels.entry((name.clone(), sizes)).or_insert_with(|| {
            let (blocks, threads) = ([bx, by, bz], [tx, ty, tz]);
            self.plan.kernels.push(Kernel { name, blocks, threads, shared_bytes: 0 });
            self.plan.kernels.len() - 1
        });
        Ok(Step::Launch { kernel, arguments: self.places(&operands[6..], op)? })
    }

    fn call(&mut self, op: Op<'a>) -> Result<Step, Error> {
        let callee = attributes::symbol(op, "callee").unwrap_or_default();
        let number = callee.strip_prefix(RUNTIME_CALL_PREFIX);
        let number = number.and_then(|number| number.parse().ok());
        let described = number.and_then(|number: usize| Some((number, self.calls.get(number)?)));
        let (number, description) = described.ok_or_else(|| {
            refuse(
                op,
                &format!(
                    "the host program of a GPU cannot call `{callee}`, which is not a runtime call"
                ),
            )
        })?;
        let mut operands = self.places(&ir::operands(op), op)?;
        let results = operands.split_off(description.operands.len());
        Ok(Step::Call { number, operands, results })
    }

    /// Assigns a new register of the plan to each result of an operation, and returns the numbers
    /// of the registers.
    fn results(&mut self, op: Op<'a>) -> Result<Vec<usize>, Error> {
        ir::results(op).into_iter().map(|result| self.register(result)).collect()
    }

    /// Returns the step that sets each register to the place of the value with the same index, or
    /// `None` if `registers` is empty.
    fn assign(
        &self,
        registers: &[usize],
        values: &[Value<'a>],
        user: Op<'a>,
    ) -> Result<Option<Step>, Error> {
        let places = self.places(&values[..registers.len()], user)?;
        let assignments: Vec<_> = registers.iter().copied().zip(places).collect();
        Ok((!assignments.is_empty()).then_some(Step::Assign(assignments)))
    }

    /// Returns the steps of a region of an operation. The last step sets the registers to the
    /// places of the values that the region yields.
    fn branch(
        &mut self,
        op: Op<'a>,
        region: usize,
        registers: &[usize],
    ) -> Result<Vec<Step>, Error> {
        let mut steps = self.only_block(op, region)?;
        let block = ir::regions(op).get(region).and_then(|it| ir::blocks(*it).first().copied());
        if let Some(end) = block.and_then(|block| ir::ops(block).pop()) {
            steps.extend(self.assign(registers, &ir::operands(end), end)?);
        }
        Ok(steps)
    }

    fn counted_loop(&mut self, op: Op<'a>, steps: &mut Vec<Step>) -> Result<(), Error> {
        let operands = ir::operands(op);
        let block = ir::regions(op).into_iter().flat_map(ir::blocks).next();
        let arguments = block.map(ir::args).unwrap_or_default();
        let registers: Vec<_> = arguments[1..]
            .iter()
            .map(|argument| self.register(*argument))
            .collect::<Result<_, _>>()?;
        steps.extend(self.assign(&registers, &operands[3..], op)?);
        let mut bounds = [0; 3];
        for (bound, operand) in bounds.iter_mut().zip(&operands) {
            *bound = constant(*operand, op)?;
        }
        let [lower, upper, step] = bounds;
        let count = (upper - lower).max(0) as u64;
        let count = count.div_ceil(step.max(1) as u64);
        let body = self.branch(op, 0, &registers)?;
        for (result, register) in ir::results(op).into_iter().zip(&registers) {
            self.set(result, Base::Register(*register))?;
        }
        steps.push(Step::Repeat { count, body });
        Ok(())
    }

    fn while_loop(&mut self, op: Op<'a>, steps: &mut Vec<Step>) -> Result<(), Error> {
        let blocks: Vec<_> = ir::regions(op).into_iter().flat_map(ir::blocks).collect();
        let [first, second] = blocks[..] else {
            return Err(refuse(
                op,
                "internal error: `scf.while` does not have one block in each of its two regions",
            ));
        };
        let carried: Vec<_> = ir::args(first)
            .into_iter()
            .map(|argument| self.register(argument))
            .collect::<Result<_, _>>()?;
        steps.extend(self.assign(&carried, &ir::operands(op), op)?);
        let mut before = self.block(first)?;
        let end = ir::ops(first).pop().ok_or_else(|| {
            refuse(op, "internal error: the first block of `scf.while` has no terminator")
        })?;
        let condition = ir::operands(end);
        let passed = self.results(op)?;
        before.extend(self.assign(&passed, &condition[1..], end)?);
        for (argument, register) in ir::args(second).into_iter().zip(&passed) {
            self.set(argument, Base::Register(*register))?;
        }
        match constant(condition[0], end) {
            Ok(0) => steps.extend(before),
            Ok(_) => {
                return Err(refuse(
                    op,
                    "`scf.while`: the condition is always true, so the loop never ends",
                ));
            }
            Err(_) => {
                let predicate = self.place(condition[0], end)?;
                let body = self.branch(op, 1, &carried)?;
                steps.push(Step::While { before, predicate, body });
            }
        }
        Ok(())
    }
}

/// Returns the value of an operand that an `arith.constant` defines: an integer, or 1 or 0 for a
/// boolean.
///
/// # Errors
/// Returns an error at the location of `user` if another operation defines the operand.
fn constant(value: Value, user: Op) -> Result<i64, Error> {
    let source = ir::defining_op(value).filter(|op| ir::op_name(*op) == "arith.constant");
    let number = source.and_then(|op| match op.attribute("value").ok()?.to_string().as_str() {
        "true" => Some(1),
        "false" => Some(0),
        _ => ir::integer(op, "value"),
    });
    number.ok_or_else(|| {
        refuse(user, "expected an operand that `arith.constant` defines in the host program")
    })
}

/// Returns the number of bytes from the base of a memref to the end of its last element, or `None`
/// if its layout is not static. For a scalar type, returns the size of the type.
fn extent(ty: Type) -> Option<u64> {
    let Some(shaped) = Shaped::of(ty) else { return Some(element_bytes(ty)) };
    if !shaped.is_static() {
        return None;
    }
    let bytes = element_bytes(shaped.element);
    if shaped.shape.contains(&0) {
        return Some(0);
    }
    let memref = MemRefType::try_from(ty).ok()?;
    let (strides, offset) = memref.strides_and_offset();
    if offset == Shaped::DYNAMIC || strides.contains(&Shaped::DYNAMIC) {
        return None;
    }
    let last: i64 =
        shaped.shape.iter().zip(&strides).map(|(size, stride)| (size - 1) * stride).sum();
    u64::try_from(offset + last + 1).ok()?.checked_mul(bytes)
}

/// Returns the size in bytes of an element of a memref. A complex element has two parts.
fn element_bytes(ty: Type) -> u64 {
    let bytes = |ty: Type| u64::from(ir::element_width(ty).div_ceil(8).next_power_of_two());
    ir::is_complex(ty).map_or_else(|| bytes(ty), |part| 2 * bytes(part))
}

/// Returns the bytes of the initial value of a `memref.global`, or `None` if there is no initial
/// value or it cannot be read.
fn content(global: Op) -> Option<AlignedBytes> {
    let value = global.attribute("initial_value").ok()?;
    let shaped = Shaped::of(ir::dense_type(value)?)?;
    // Booleans are stored as bits, and returned as bytes.
    let is_bit = ir::is_integer(shaped.element) && ir::element_width(shaped.element) == 1;
    let width = if is_bit { 0 } else { element_bytes(shaped.element) as usize };
    let (bytes, splat) = ir::dense_data(value, width)?;
    if !splat {
        return AlignedBytes::try_copy_of(&bytes);
    }
    let elements = usize::try_from(shaped.elements()).ok()?;
    AlignedBytes::try_copy_of(&bytes.repeat(elements))
}
