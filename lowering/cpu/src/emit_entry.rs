// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-emit-entry`: emits the entry points that the executable calls, and the calls from
//! generated code to the runtime.
//!
//! The pass runs on the LLVM dialect. For each public function, such as `@main(inputs, results, arena)`,
//! it emits an entry point that the runtime calls:
//!
//! ```c
//! void main_entry(void **inputs, void **results, void *arena, RunContext *context);
//! ```
//!
//! A call of a kernel with more than one task becomes a call of `context->parallel_for(context, kernel,
//! arguments, tasks)`; `parallel_for` is the first field of the context. If the context or the field is
//! null, the kernel runs on the calling thread. A runtime call (`runtime_call.rs` of `hloom-linalg`)
//! becomes a call of `context->call(context, number, buffers)`; `call` is the fourth field of the
//! context. If `call` does not return 0, the run ends.
//!
//! If the function has the attribute `hloom.work`, the code also calls the sixth field of the context,
//! `mark`, unless it is null. The code calls `context->mark(context, nest)` before each kernel, runtime
//! call and copy, and `context->mark(context, -1)` after it.
//!
//! With the option `c-function`, the pass instead emits a function for C programs, whose parameters are
//! only the inputs, the results and the arena:
//!
//! ```c
//! void main(const float *input, float *result, void *arena);
//! ```
//!
//! If the function communicates with other ranks, it has one more parameter, and it returns a status
//! ([`exchanges`](crate::exchanges)).

use crate::exchanges::Exchanges;
use hloom_dialects::op_view::read_text;
use hloom_ir::facts;
use hloom_ir::facts::is_body;
use hloom_ir::facts::{RUNTIME_CALL, RUNTIME_CALL_PREFIX};
use hloom_ir::llvm::{address, call, function, function_type, i64_constant, load, pointer};
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::sources::nest_of;
use hloom_ir::{self as ir, Builder, Context, Op, Value};
use melior::ir::attribute::{ArrayAttribute, DictionaryAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, ValueLike};
use std::collections::{HashMap, HashSet};

/// The pass `hloom-emit-entry`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-emit-entry",
    description: "emit the entry points of public functions, the dispatch of kernel tasks to \
                  threads, and the calls of the runtime",
    anchor: "builtin.module",
    level: Level::Target,
    options: &[
        PassOption {
            name: "c-function",
            description: "emit functions for C programs instead of the entry points that the \
                          runtime calls",
            default: "false",
        },
        PassOption {
            name: "address-bits",
            description: "number of bits of an address of the target, for C functions that \
                          exchange data with other ranks",
            default: "64",
        },
    ],
    dialects: &["llvm"],
    run,
};

/// Size in bytes of a pointer in the arrays that the entry receives.
const POINTER: i64 = 8;
/// Size in bytes of one argument in the array that a kernel's task function receives. It is large
/// enough for any scalar; the largest is a complex number of two f64.
const SLOT: i64 = 16;

fn run<'a>(
    context: &'a Context,
    module: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let c_function = options.flag("c-function", module)?;
    let functions: Vec<_> = ir::regions(module)
        .into_iter()
        .flat_map(ir::blocks)
        .flat_map(ir::ops)
        .filter(|op| ir::op_name(*op) == "llvm.func" && entry_block(*op).is_some())
        .collect();
    let mut kernels = HashMap::new();
    for function in &functions {
        // Only `convert-to-llvm` reads it.
        ir::remove_attribute(*function, "llvm.bareptr");
        if is_body(*function) {
            set_internal(context, *function);
        }
        let Some(tasks) = ir::integer(*function, facts::TASKS) else { continue };
        // Only this module calls kernels. They must not be inlined: LLVM would compile them twice
        // and lose the `noalias` attributes of their arguments.
        ir::set_attribute(*function, "no_inline", ir::unit_attr(context));
        set_internal(context, *function);
        if tasks > 1 && !c_function {
            kernels.insert(name(*function)?, (trampoline(context, *function)?, tasks));
        }
    }
    if let Some(first) = functions.first().filter(|_| !kernels.is_empty()) {
        parallel_for(context, *first);
    }
    let declares_runtime_call =
        |op: &Op| ir::symbol_name(*op).is_some_and(|it| it.starts_with(RUNTIME_CALL_PREFIX));
    let declared: Vec<_> = ir::regions(module)
        .into_iter()
        .flat_map(ir::blocks)
        .flat_map(ir::ops)
        .filter(declares_runtime_call)
        .collect();
    if c_function {
        let (exchanges, others) = Exchanges::of(declared);
        let mut refused = Failure::default();
        others.iter().for_each(|call| refused.merge(needs_runtime(*call)));
        refused.into_result()?;
        let bits = options.number("address-bits", module)?;
        return exchanges.emit(context, module, u32::try_from(bits).unwrap_or(64));
    }
    if let Some(first) = functions.first().filter(|_| !declared.is_empty()) {
        call_runtime(context, *first);
    }
    for function in functions {
        if let Some(inputs) = ir::integer(function, facts::INPUTS) {
            let run_context = add_context_argument(context, function)?;
            if function.attribute(facts::WORK).is_ok() {
                mark_nests(context, function, run_context);
                mark(context, function);
            }
            dispatch_kernels(context, function, run_context, &kernels)?;
            dispatch_runtime_calls(context, function, run_context)?;
            entry(context, function, inputs)?;
        }
    }
    declared.into_iter().for_each(ir::erase);
    Ok(())
}

/// Reports a runtime call in a function for C, which has no run context for the call. The message
/// names the operation of the program. `hlo-to-linalg` reports these operations earlier, unless the
/// program begins at a later level or the user replaced that pass.
fn needs_runtime(declared: Op<'_>) -> Failure<'_> {
    let dictionary = |attribute| DictionaryAttribute::try_from(attribute).ok();
    let call = declared.attribute(RUNTIME_CALL).ok().and_then(dictionary);
    let text = |of: Option<DictionaryAttribute>, name: &str| {
        of?.element_by_name(name).and_then(read_text).map(str::to_owned)
    };
    let attributes = call.and_then(|call| dictionary(call.element_by_name("attributes")?));
    let operation = text(call, "name").unwrap_or_default();
    Failure::at(declared, facts::needs_runtime(&operation, |name| text(attributes, name)))
}

/// Gives a function internal linkage, because only functions of this module call it.
fn set_internal<'a>(context: &'a Context, function: Op<'a>) {
    let internal = ir::parse_attribute(context, "#llvm.linkage<internal>");
    ir::set_attribute(function, "linkage", internal);
}

fn entry_block(function: Op<'_>) -> Option<ir::Block<'_>> {
    ir::regions(function).into_iter().flat_map(ir::blocks).next()
}

fn name<'a>(function: Op<'a>) -> Result<String, Failure<'a>> {
    ir::symbol_name(function)
        .ok_or_else(|| Failure::at(function, "`llvm.func`: expected a symbol name, found none"))
}

/// Emits `void kernel_task(void **arguments, i64 begin, i64 end)`, which calls `kernel`. Returns
/// the name of the emitted function.
fn trampoline<'a>(context: &'a Context, kernel: Op<'a>) -> Result<String, Failure<'a>> {
    let callee = name(kernel)?;
    let task = format!("{callee}_task");
    let block = entry_block(kernel).ok_or_else(|| {
        Failure::at(kernel, "`llvm.func`: expected a kernel with a body, found a declaration")
    })?;
    let types: Vec<_> = ir::args(block).iter().map(|argument| argument.r#type()).collect();
    let own = types.len() - 2;
    let i64 = ir::int(context, 64);
    let at = Builder::before(context, kernel);
    function(at, &task, "internal", &[pointer(context), i64, i64], |builder, values| {
        let mut operands: Vec<_> = (0..own)
            .map(|index| {
                let slot = address(builder, values[0], index as i64 * SLOT);
                load(builder, slot, types[index])
            })
            .collect();
        operands.extend(&values[1..3]);
        call(builder, Some(&callee), &operands);
    });
    Ok(task)
}

fn add_context_argument<'a>(
    context: &'a Context,
    function: Op<'a>,
) -> Result<Value<'a>, Failure<'a>> {
    let block = entry_block(function).ok_or_else(|| {
        Failure::at(function, "`llvm.func`: expected a function with a body, found a declaration")
    })?;
    let run_context = block.add_argument(pointer(context), function.location());
    let types: Vec<_> = ir::args(block).iter().map(|argument| argument.r#type()).collect();
    ir::set_attribute(function, "function_type", ir::type_attr(function_type(context, &types)));
    ir::remove_attribute(function, "arg_attrs");
    ir::set_attribute(function, "linkage", ir::parse_attribute(context, "#llvm.linkage<internal>"));
    Ok(run_context)
}

/// Replaces the calls in `function` of the given kernels, which have several tasks, with calls of
/// [`PARALLEL_FOR`].
fn dispatch_kernels<'a>(
    context: &'a Context,
    function: Op<'a>,
    run_context: Value<'a>,
    kernels: &HashMap<String, (String, i64)>,
) -> Result<(), Failure<'a>> {
    for (op, callee) in calls(function) {
        // The first operation may be a call that was replaced.
        let start = entry_block(function).and_then(|block| block.first_operation());
        let Some(start) = start else { return Ok(()) };
        let Some((task, tasks)) = kernels.get(&callee) else { continue };
        let mut arguments = ir::operands(op);
        arguments.truncate(arguments.len() - 2);
        let array = stored(context, start, op, &arguments, SLOT);
        let here = Builder::before(context, op);
        let task = here
            .op("llvm.mlir.addressof")
            .attr("global_name", ir::flat_symbol_attr(context, task))
            .result(pointer(context))
            .value();
        let tasks = i64_constant(here, *tasks);
        call(here, Some(PARALLEL_FOR), &[run_context, task, array, tasks]);
        ir::erase(op);
    }
    Ok(())
}

/// Returns the direct calls in `function` with the names of the callees.
fn calls(function: Op<'_>) -> Vec<(Op<'_>, String)> {
    let calls = ir::walk(function).into_iter().filter(|op| ir::op_name(*op) == "llvm.call");
    let callee = |op: Op| op.attribute("callee").ok().map(|callee| callee.to_string());
    calls.filter_map(|op| Some((op, callee(op)?.trim_start_matches('@').to_owned()))).collect()
}

/// Emits an array of values, `slot` bytes each, and returns its address. The array is allocated
/// before `start`, and the values are stored directly before `op`.
fn stored<'a>(
    context: &'a Context,
    start: Op<'a>,
    op: Op<'a>,
    values: &[Value<'a>],
    slot: i64,
) -> Value<'a> {
    // Allocate at the start of the function instead of once an iteration of a loop around the call.
    let first = Builder::before(context, start);
    let bytes = i64_constant(first, (values.len() as i64 * slot).max(slot));
    let array = first
        .op("llvm.alloca")
        .operands(&[bytes])
        .attr("elem_type", ir::type_attr(ir::int(context, 8)))
        .attr("alignment", ir::i64_attr(context, SLOT))
        .result(pointer(context))
        .value();
    let here = Builder::before(context, op);
    for (index, value) in values.iter().enumerate() {
        let address = address(here, array, index as i64 * slot);
        here.op("llvm.store").operands(&[*value, address]).build();
    }
    array
}

/// Replaces the runtime calls in `function` with calls of [`CALL_RUNTIME`].
fn dispatch_runtime_calls<'a>(
    context: &'a Context,
    function: Op<'a>,
    run_context: Value<'a>,
) -> Result<(), Failure<'a>> {
    for (op, callee) in calls(function) {
        // The first operation may be a call that was replaced.
        let start = entry_block(function).and_then(|block| block.first_operation());
        let Some(start) = start else { return Ok(()) };
        let Some(number) = callee.strip_prefix(RUNTIME_CALL_PREFIX) else { continue };
        let number = number.parse().map_err(|_| {
            let expected = "expected a number at the end of the name of a runtime call";
            Failure::at(op, format!("`llvm.call`: {expected}, found `{callee}`"))
        })?;
        let array = stored(context, start, op, &ir::operands(op), POINTER);
        let here = Builder::before(context, op);
        let number = i64_constant(here, number);
        let status = here
            .op("llvm.call")
            .attr("callee", ir::flat_symbol_attr(context, CALL_RUNTIME))
            .operands(&[run_context, number, array])
            .attr("op_bundle_sizes", ir::parse_attribute(context, "array<i32>"))
            .segments(&[3, 0])
            .result(ir::int(context, 1))
            .value();
        return_if(here, status, op);
        ir::erase(op);
    }
    Ok(())
}

/// Emits a conditional return from the function before `op`: the function returns if `condition` is
/// true.
fn return_if<'a>(here: Builder<'a>, condition: Value<'a>, op: Op<'a>) {
    let rest = ir::split_block(op);
    let end = ir::add_block_after(rest);
    here.inside(end).op("llvm.return").build();
    here.inside(here.block())
        .op("llvm.cond_br")
        .operands(&[condition])
        .segments(&[1, 0, 0])
        .successors(&[end, rest])
        .build();
}

/// The name of the emitted function that makes a runtime call.
const CALL_RUNTIME: &str = "hloom_runtime_call";

/// Emits [`CALL_RUNTIME`], which makes a runtime call through the context. The emitted function
/// returns true if the run must end.
fn call_runtime<'a>(context: &'a Context, before: Op<'a>) {
    let source = format!(
        "llvm.func internal @{CALL_RUNTIME}(%c: !llvm.ptr, %n: i64, %b: !llvm.ptr) -> i1 {{\n\
           %field = llvm.getelementptr %c[24] : (!llvm.ptr) -> !llvm.ptr, i8\n\
           %f = llvm.load %field : !llvm.ptr -> !llvm.ptr\n\
           %zero = llvm.mlir.constant(0 : i32) : i32\n\
           %s = llvm.call %f(%c, %n, %b) : !llvm.ptr, (!llvm.ptr, i64, !llvm.ptr) -> i32\n\
           %failed = llvm.icmp \"ne\" %s, %zero : i32\n\
           llvm.return %failed : i1\n\
         }}"
    );
    ir::insert_parsed(context, before, &source);
}

/// The name of the emitted function that distributes the tasks of a kernel to threads.
const PARALLEL_FOR: &str = "hloom_parallel_for";

/// Emits [`PARALLEL_FOR`]. The emitted function runs the tasks through the context, or on the
/// calling thread if the context or its first field is null.
fn parallel_for<'a>(context: &'a Context, before: Op<'a>) {
    // A function of four blocks is more readable as text than with builders.
    let source = format!(
        "llvm.func internal @{PARALLEL_FOR}(%c: !llvm.ptr, %k: !llvm.ptr, %a: !llvm.ptr, %n: i64) {{\n\
           %null = llvm.mlir.zero : !llvm.ptr\n\
           %zero = llvm.mlir.constant(0 : i64) : i64\n\
           %no_context = llvm.icmp \"eq\" %c, %null : !llvm.ptr\n\
           llvm.cond_br %no_context, ^here, ^context\n\
         ^context:\n\
           %f = llvm.load %c : !llvm.ptr -> !llvm.ptr\n\
           %no_function = llvm.icmp \"eq\" %f, %null : !llvm.ptr\n\
           llvm.cond_br %no_function, ^here, ^shared\n\
         ^shared:\n\
           llvm.call %f(%c, %k, %a, %n) : !llvm.ptr, (!llvm.ptr, !llvm.ptr, !llvm.ptr, i64) -> ()\n\
           llvm.return\n\
         ^here:\n\
           llvm.call %k(%a, %zero, %n) : !llvm.ptr, (!llvm.ptr, i64, i64) -> ()\n\
           llvm.return\n\
         }}"
    );
    ir::insert_parsed(context, before, &source);
}

/// Emits calls that notify the run context when a kernel, runtime call or copy of `function` begins and
/// ends. Records the name of the function that each nest calls in the attribute `hloom.kernels`.
fn mark_nests<'a>(context: &'a Context, function: Op<'a>, run_context: Value<'a>) {
    let work = function.attribute(facts::WORK).ok();
    let count = work.and_then(|work| ArrayAttribute::try_from(work).ok()).map_or(0, |it| it.len());
    let mut kernels = vec![String::new(); count];
    let callees: HashMap<_, _> =
        calls(function).into_iter().map(|(op, callee)| (ir::address(op), callee)).collect();
    let beside = function.block().map(ir::ops).unwrap_or_default().into_iter();
    let named: HashSet<_> = beside
        .filter(|op| op.attribute(facts::TASKS).is_ok())
        .filter_map(ir::symbol_name)
        .collect();
    for op in ir::walk(function) {
        let callee = callees.get(&ir::address(op));
        let is_nest = match ir::op_name(op) {
            "llvm.call" => callee.is_some_and(|callee| {
                callee.starts_with(RUNTIME_CALL_PREFIX) || named.contains(callee)
            }),
            name => matches!(name, "llvm.intr.memcpy" | "llvm.intr.memmove"),
        };
        let nest = nest_of(op.location()).filter(|nest| is_nest && *nest < count);
        let (Some(nest), Some(next)) = (nest, op.next_in_block()) else { continue };
        for (place, number) in [(op, nest as i64), (next, -1)] {
            let here = Builder::before(context, place).at(op.location());
            call(here, Some(MARK), &[run_context, i64_constant(here, number)]);
        }
        kernels[nest] = callee.cloned().unwrap_or_default();
    }
    let names: Vec<_> = kernels.iter().map(|name| ir::string_attr(context, name)).collect();
    ir::set_attribute(function, facts::KERNELS, ir::array_attr(context, &names));
}

/// The name of the emitted function that notifies the run context of loop nests.
const MARK: &str = "hloom_mark";

/// Emits [`MARK`]. The emitted function does nothing if the context or its field `mark` is null.
fn mark<'a>(context: &'a Context, before: Op<'a>) {
    let source = format!(
        "llvm.func internal @{MARK}(%c: !llvm.ptr, %n: i64) {{\n\
           %null = llvm.mlir.zero : !llvm.ptr\n\
           %no_context = llvm.icmp \"eq\" %c, %null : !llvm.ptr\n\
           llvm.cond_br %no_context, ^end, ^context\n\
         ^context:\n\
           %field = llvm.getelementptr %c[40] : (!llvm.ptr) -> !llvm.ptr, i8\n\
           %f = llvm.load %field : !llvm.ptr -> !llvm.ptr\n\
           %no_function = llvm.icmp \"eq\" %f, %null : !llvm.ptr\n\
           llvm.cond_br %no_function, ^end, ^recorded\n\
         ^recorded:\n\
           llvm.call %f(%c, %n) : !llvm.ptr, (!llvm.ptr, i64) -> ()\n\
           llvm.return\n\
         ^end:\n\
           llvm.return\n\
         }}"
    );
    ir::insert_parsed(context, before, &source);
}

/// Emits `void <name>_entry(void **inputs, void **results, void *arena, void *context)`.
fn entry<'a>(context: &'a Context, main: Op<'a>, inputs: i64) -> Result<(), Failure<'a>> {
    let callee = name(main)?;
    let block = entry_block(main).ok_or_else(|| {
        Failure::at(main, "`llvm.func`: expected a function with a body, found a declaration")
    })?;
    let count = block.argument_count();
    let results = count - 2 - inputs as usize;
    let ptr = pointer(context);
    let at = Builder::before(context, main);
    function(at, &format!("{callee}_entry"), "external", &[ptr; 4], |builder, values| {
        let from = |array: Value<'a>, count: usize| {
            (0..count)
                .map(|index| load(builder, address(builder, array, index as i64 * POINTER), ptr))
                .collect::<Vec<_>>()
        };
        let mut operands = from(values[0], inputs as usize);
        operands.extend(from(values[1], results));
        operands.extend(&values[2..4]);
        call(builder, Some(&callee), &operands);
    });
    Ok(())
}
