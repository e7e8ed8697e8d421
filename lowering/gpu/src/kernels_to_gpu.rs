// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-kernels-to-gpu`: moves kernels to a `gpu.module`, and turns their calls into launches.
//!
//! A kernel that `hloom-outline-kernels` creates computes a range of its tasks. On a GPU, each task runs
//! on its own thread:
//!
//! Before: `func.call @k(%a, %c0, %c1000) : (memref<..>, index, index) -> ()`
//! After:  `gpu.launch_func @kernels::@k blocks in (4, 1, 1) threads in (256, 1, 1) args(%a : ..)`
//!
//! If a task contains loops over threads ([`Mapping::Thread`]), it runs on its own thread block instead.
//! The threads of the block share the iterations of these loops:
//!
//! Before: `scf.forall (%i) in (1000) {..} {mapping = [#gpu.thread<linear_dim_0>]}`
//! After:  `scf.for %i = %thread to 1000 step 256 {..}`, `gpu.barrier`
//!
//! If such a loop has fewer iterations than the block has threads, an `scf.if` replaces it.
//!
//! The pass copies the functions and constants that kernels use into the `gpu.module`. `symbol-dce`
//! erases the originals that nothing else uses.

use crate::shared_memory;
use hloom_ir::facts::TASKS;
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{
    self as ir, Attribute, Block, Builder, Context, Forall, Mapping, Op, Shaped, Type, Value,
    attributes,
};
use melior::ir::attribute::{ArrayAttribute, DenseI32ArrayAttribute, TypeAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::{FunctionType, MemRefType};
use melior::ir::{Region, ValueLike};
use std::collections::{BTreeMap, HashMap, HashSet};

/// The pass `hloom-kernels-to-gpu`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-kernels-to-gpu",
    description: "move kernels to a `gpu.module`, and launch them with a thread or a thread block \
                  for each task",
    anchor: "builtin.module",
    level: Level::Target,
    options: &[
        PassOption {
            name: "threads",
            description: "maximum number of threads in a thread block",
            default: "256",
        },
        PassOption {
            name: "pass-constants",
            description: "pass the constants of the module that a kernel reads as arguments of the \
                          kernel",
            default: "false",
        },
    ],
    dialects: &["arith", "func", "gpu", "memref", "scf"],
    run,
};

/// The maximum number of threads in a block that the option `threads` accepts, which no GPU
/// exceeds.
const MOST_THREADS: i64 = 1024;

/// The name of the `gpu.module` with the kernels, unless the program already has a symbol of this
/// name.
const MODULE: &str = "kernels";

fn run<'a>(
    context: &'a Context,
    module: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let threads = options.number("threads", module)?;
    let pass_constants = options.flag("pass-constants", module)?;
    if !(1..=MOST_THREADS).contains(&threads) {
        let message = format!("option `threads`: expected 1 to {MOST_THREADS}, found {threads}");
        return Err(Failure::at(module, message));
    }
    let Some(top) = ir::regions(module).into_iter().flat_map(ir::blocks).next() else {
        return Ok(());
    };
    let is_kernel = |op: &Op<'a>| ir::integer(*op, TASKS).is_some();
    let (kernels, others): (Vec<_>, Vec<_>) = ir::ops(top).into_iter().partition(is_kernel);
    if kernels.is_empty() {
        return Ok(());
    }
    kernels.iter().try_for_each(|kernel| check_arguments(*kernel))?;
    let taken: HashSet<_> = ir::ops(top).into_iter().filter_map(ir::symbol_name).collect();
    let names = std::iter::once(MODULE.to_owned()).chain((0..).map(|it| format!("{MODULE}_{it}")));
    let name = names.into_iter().find(|name| !taken.contains(name)).unwrap_or_default();
    let builder = Builder::at_end(context, top, module.location());
    let body = builder.region(&[], |_, _| {});
    let gpu = builder.op("gpu.module").attr("sym_name", ir::string_attr(context, &name));
    let gpu = gpu.region(body).build();
    let inside = ir::regions(gpu).into_iter().flat_map(ir::blocks).next();
    let inside = Builder::at_end(
        context,
        inside.expect("the `gpu.module` must have a block"),
        module.location(),
    );

    let mut launches = HashMap::new();
    for kernel in &kernels {
        let symbol = ir::symbol_name(*kernel);
        let (Some(symbol), Some(tasks)) = (symbol, ir::integer(*kernel, TASKS)) else { continue };
        let mut launch = Launch::of(*kernel, tasks, threads)?;
        if pass_constants {
            launch.constants = constants_of(*kernel);
        }
        emit_kernel(inside, *kernel, &symbol, &launch)?;
        launches.insert(symbol, launch);
    }
    for call in ir::walk(module).into_iter().filter(|op| ir::op_name(*op) == "func.call") {
        let callee = attributes::symbol(call, "callee").unwrap_or_default();
        if let Some(launch) = launches.get(&callee) {
            emit_launch(context, call, &format!("@{name}::@{callee}"), launch);
        }
    }
    kernels.into_iter().for_each(ir::erase);
    copy_references(gpu, &others);
    ir::set_attribute(module, "gpu.container_module", ir::unit_attr(context));
    Ok(())
}

/// Checks that the arguments of a kernel are memrefs of static layout, followed by the begin and
/// the end of a range of tasks.
fn check_arguments<'a>(kernel: Op<'a>) -> Result<(), Failure<'a>> {
    let block = ir::regions(kernel).into_iter().flat_map(ir::blocks).next();
    let types: Vec<_> =
        block.map(ir::args).unwrap_or_default().iter().map(|value| value.r#type()).collect();
    let no_range = "`func.func`: expected a kernel whose last two arguments are the range of tasks";
    let Some((memory, [begin, end])) = types.split_last_chunk::<2>() else {
        return Err(Failure::at(kernel, no_range));
    };
    if !ir::is_index(*begin) || !ir::is_index(*end) {
        return Err(Failure::at(kernel, no_range));
    }
    let is_static = |ty: &Type| {
        MemRefType::try_from(*ty).is_ok_and(|ty| {
            let (strides, offset) = ty.strides_and_offset();
            offset != Shaped::DYNAMIC && !strides.contains(&Shaped::DYNAMIC)
        })
    };
    match memory.iter().find(|ty| !is_static(ty)) {
        Some(ty) => Err(Failure::at(
            kernel,
            format!(
                "`func.func`: expected memrefs of static layout as kernel arguments, found `{ty}`"
            ),
        )),
        None => Ok(()),
    }
}

/// The dimensions of a kernel launch, and the constants that it passes to the kernel as arguments.
struct Launch<'a> {
    tasks: i64,
    blocks: i64,
    threads: i64,
    /// Whether each task runs on a thread block. If false, each task runs on a single thread.
    is_of_blocks: bool,
    /// The memref type of each constant that is passed to the kernel, by the constant's name.
    constants: BTreeMap<String, Type<'a>>,
}

impl<'a> Launch<'a> {
    /// Returns the launch of `kernel`, with at most `threads` threads in each block.
    ///
    /// # Errors
    /// Fails at a loop over threads whose bounds are not static.
    fn of(kernel: Op<'a>, tasks: i64, threads: i64) -> Result<Self, Failure<'a>> {
        let constants = BTreeMap::new();
        let mut most = None;
        for nest in thread_loops(kernel) {
            let own = Forall::of(nest).and_then(|forall| forall.tasks()).ok_or_else(|| {
                Failure::at(nest, "`scf.forall`: expected static bounds of a loop over threads")
            })?;
            most = most.max(Some(own));
        }
        let mut inner = ir::walk(kernel).into_iter();
        if inner.any(|op| is_shared_allocation(op) || ir::op_name(op) == "gpu.barrier") {
            most = most.max(Some(1));
        }
        if let Some(most) = most {
            let threads = threads.min(most).max(1);
            return Ok(Self { tasks, blocks: tasks, threads, is_of_blocks: true, constants });
        }
        let threads = threads.min(tasks).max(1);
        let blocks = (tasks + threads - 1) / threads;
        Ok(Self { tasks, blocks, threads, is_of_blocks: false, constants })
    }

    /// Returns true if every block (or every thread, if tasks run on threads) of the launch has a
    /// task.
    fn is_exact(&self) -> bool {
        self.is_of_blocks || self.blocks * self.threads == self.tasks
    }
}

/// Returns the loops inside an operation whose iterations run on the threads of a block.
fn thread_loops(op: Op<'_>) -> Vec<Op<'_>> {
    let inner = ir::walk(op).into_iter();
    inner.filter(|op| Mapping::of(*op) == Some(Mapping::Thread)).collect()
}

/// Returns the memref types of the module's constants that a kernel reads, by the names of the
/// constants.
fn constants_of(kernel: Op<'_>) -> BTreeMap<String, Type<'_>> {
    let reads = ir::walk(kernel).into_iter().filter(|op| ir::op_name(*op) == "memref.get_global");
    reads
        .filter_map(|op| Some((attributes::symbol(op, "name")?, ir::results(op)[0].r#type())))
        .collect()
}

/// Emits a `gpu.func` with the body of `function`. Each thread, or each block, computes at most one
/// task.
///
/// # Errors
/// Fails at a loop over threads with barriers, unless it has one iteration for each thread of a block.
fn emit_kernel<'a>(
    at: Builder<'a>,
    function: Op<'a>,
    name: &str,
    launch: &Launch<'a>,
) -> Result<(), Failure<'a>> {
    let context = at.context();
    let Some(block) = ir::regions(function).into_iter().flat_map(ir::blocks).next() else {
        return Ok(());
    };
    let mut types: Vec<_> = ir::args(block).iter().map(|argument| argument.r#type()).collect();
    types.truncate(types.len() - 2);
    let own = types.len();
    types.extend(launch.constants.values());
    let at = at.at(function.location());
    let shared: Vec<_> = block_ops(block).filter(|op| is_shared_allocation(*op)).collect();
    let shared_types: Vec<_> = shared.iter().map(|op| ir::results(*op)[0].r#type()).collect();
    let mut refused = None;
    let body = at.region(&[&types[..], &shared_types].concat(), |builder, parameters| {
        let (parameters, attributions) = parameters.split_at(types.len());
        for (op, memory) in shared.into_iter().zip(attributions) {
            ir::replace(op, [*memory]);
        }
        let id = |name: &str| {
            let dimension = ir::parse_attribute(context, "#gpu<dim x>");
            let id = builder.op(name).attr("dimension", dimension);
            id.result(ir::index(context)).value()
        };
        let (number, thread) = (id("gpu.block_id"), id("gpu.thread_id"));
        let task = if launch.is_of_blocks {
            number
        } else {
            let first = builder.binary("arith.muli", number, builder.index(launch.threads));
            builder.binary("arith.addi", first, thread)
        };
        let next = builder.binary("arith.addi", task, builder.index(1));
        // The range of one task is empty beyond the last one.
        let end = match launch.is_exact() {
            true => next,
            false => builder.binary("arith.minui", next, builder.index(launch.tasks)),
        };
        let last = builder.op("gpu.return").build();
        let (parameters, constants) = parameters.split_at(own);
        for op in block_ops(block).filter(|op| ir::op_name(*op) == "memref.get_global") {
            let name = attributes::symbol(op, "name").unwrap_or_default();
            let known = launch.constants.keys().position(|it| *it == name);
            if let Some(position) = known {
                ir::replace(op, [constants[position]]);
            }
        }
        let arguments = [parameters, &[task, end]].concat();
        let loops: Vec<_> =
            block_ops(block).filter(|op| Mapping::of(*op) == Some(Mapping::Thread)).collect();
        ir::inline_block_before(block, &arguments, last);
        for nest in loops {
            refused = refused.take().or(share(context, nest, thread, launch.threads).err());
        }
    });
    let ty = FunctionType::new(context, &types, &[]);
    let mut kernel = at
        .op("gpu.func")
        .attr("sym_name", ir::string_attr(context, name))
        .attr("function_type", TypeAttribute::new(ty.into()).into())
        .attr("gpu.kernel", ir::unit_attr(context))
        .attr("known_block_size", dimensions(context, launch.threads as i32));
    // Passes conclude from the sizes which indices fit in 32 bits.
    if let Ok(blocks) = i32::try_from(launch.blocks) {
        kernel = kernel.attr("known_grid_size", dimensions(context, blocks));
    }
    // The other threads of a block write memory that a thread reads later: no argument is `noalias`.
    let is_plain = own == types.len() && !launch.is_of_blocks;
    if let Some(attributes) = argument_attributes(function, own).filter(|_| is_plain) {
        kernel = kernel.attr("arg_attrs", ir::array_attr(context, &attributes));
    }
    if !shared_types.is_empty() {
        let count = ir::i64_attr(context, shared_types.len() as i64);
        kernel = kernel.attr("workgroup_attributions", count);
    }
    kernel.region(body).build();
    refused.map_or(Ok(()), Err)
}

fn is_shared_allocation(op: Op) -> bool {
    ir::op_name(op) == "memref.alloca" && shared_memory::is_in_block(ir::results(op)[0].r#type())
}

/// Distributes the iterations of the loop `nest` over the `threads` threads of a block, which wait for
/// each other after the loop.
///
/// # Errors
/// Fails if an iteration contains a barrier and the number of iterations is not `threads`.
fn share<'a>(
    context: &'a Context,
    nest: Op<'a>,
    thread: Value<'a>,
    threads: i64,
) -> Result<(), Failure<'a>> {
    let Some(forall) = Forall::of(nest) else { return Ok(()) };
    let Some(block) = ir::regions(nest).into_iter().flat_map(ir::blocks).next() else {
        return Ok(());
    };
    let at = Builder::before(context, nest);
    let count = forall.tasks().unwrap_or_default();
    if count != threads && block_ops(block).any(|op| ir::op_name(op) == "gpu.barrier") {
        let message = format!(
            "`scf.forall` with barriers: expected {threads} iterations, one for each thread of a \
             block, found {count}"
        );
        return Err(Failure::at(nest, message));
    }
    let inline = |inside: Builder<'a>, iteration: Value<'a>| {
        let variables = forall.variables(inside, iteration);
        let end = inside.op("scf.yield").build();
        ir::inline_block_before(block, &variables, end);
    };
    if count == threads {
        ir::inline_block_before(block, &forall.variables(at, thread), nest);
    } else if count > threads {
        // If all threads have as many iterations, the loop says how many: LLVM unrolls such loops.
        let is_even = count % threads == 0;
        let region = at.region(&[ir::index(context)], |inside, it| {
            let own = |first| inside.binary("arith.addi", first, thread);
            inline(inside, if is_even { own(it[0]) } else { it[0] });
        });
        let first = if is_even { at.index(0) } else { thread };
        let bounds = [first, at.index(count), at.index(threads)];
        at.op("scf.for").operands(&bounds).region(region).build();
    } else {
        let condition = at.cmpi("ult", thread, at.index(count));
        let region = at.region(&[], |inside, _| inline(inside, thread));
        at.op("scf.if").operands(&[condition]).region(region).region(Region::new()).build();
    }
    at.op("gpu.barrier").build();
    ir::erase(nest);
    Ok(())
}

fn block_ops(block: Block<'_>) -> impl Iterator<Item = Op<'_>> {
    ir::ops(block).into_iter().flat_map(ir::walk)
}

fn dimensions(context: &Context, size: i32) -> Attribute<'_> {
    DenseI32ArrayAttribute::new(context, &[size, 1, 1]).into()
}

/// Returns the attributes of the first `count` arguments of a function, or `None` if some are
/// missing.
fn argument_attributes<'a>(function: Op<'a>, count: usize) -> Option<Vec<Attribute<'a>>> {
    let all = ArrayAttribute::try_from(function.attribute("arg_attrs").ok()?).ok()?;
    (0..count).map(|position| all.element(position).ok()).collect()
}

/// Replaces the call of a kernel by a `gpu.launch_func`, or erases it if the kernel has no tasks.
fn emit_launch<'a>(context: &'a Context, call: Op<'a>, kernel: &str, launch: &Launch<'a>) {
    if launch.tasks == 0 {
        // Drivers reject launches without blocks.
        ir::erase(call);
        return;
    }
    let builder = Builder::before(context, call);
    let one = builder.index(1);
    let mut operands = vec![builder.index(launch.blocks), one, one];
    operands.extend([builder.index(launch.threads), one, one]);
    let mut arguments: Vec<Value> = ir::operands(call);
    arguments.truncate(arguments.len() - 2);
    arguments.extend(launch.constants.iter().map(|(name, ty)| {
        let constant = builder.op("memref.get_global");
        constant.attr("name", ir::flat_symbol_attr(context, name)).result(*ty).value()
    }));
    operands.extend(&arguments);
    builder
        .op("gpu.launch_func")
        .operands(&operands)
        .attr("kernel", ir::parse_attribute(context, kernel))
        .segments(&[0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, arguments.len() as i32, 0])
        .build();
    ir::erase(call);
}

/// Copies the functions and constants of the module that kernels use, directly or through other
/// functions, into the `gpu.module` of the kernels.
fn copy_references<'a>(gpu: Op<'a>, symbols: &[Op<'a>]) {
    let mut known: HashMap<String, Op<'a>> = HashMap::new();
    for op in symbols.iter().filter(|op| matches!(ir::op_name(**op), "func.func" | "memref.global"))
    {
        known.extend(ir::symbol_name(*op).map(|name| (name, *op)));
    }
    let mut pending = ir::walk(gpu);
    while let Some(op) = pending.pop() {
        let name = match ir::op_name(op) {
            "func.call" => attributes::symbol(op, "callee"),
            "memref.get_global" => attributes::symbol(op, "name"),
            _ => continue,
        };
        let Some(symbol) = name.and_then(|name| known.remove(&name)) else { continue };
        let Some(first) = ir::regions(gpu).into_iter().flat_map(ir::blocks).next() else { return };
        let copy = ir::clone_at_end(symbol, first);
        pending.extend(ir::walk(copy));
    }
}
