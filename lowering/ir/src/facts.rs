// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The contract of attributes between passes.
//!
//! Passes hand facts to later passes as discardable attributes of the dialect prefix `hloom`,
//! so that the IR of every level can be printed, read again and lowered from there. This module
//! is the only one that names these attributes. [`FACTS`] documents each: who writes it, who
//! reads it, at which levels it may occur, and what its absence means.

use crate::pipeline::Level;
use crate::{self as ir, Block, Context, Op};
use melior::ir::operation::OperationLike;
use std::ops::RangeInclusive;

/// Pairs of a result and the argument whose memory the result takes.
pub const ALIASES: &str = "hloom.aliases";
/// Marks a function on scalars, such as the outlined body of a reduction, sort, scatter or map.
pub const BODY: &str = "hloom.body";
/// Types of a custom call's operands before small floats were legalized to integers.
pub const OPERAND_TYPES: &str = "hloom.operand_types";
/// Types of a custom call's results before small floats were legalized to integers.
pub const RESULT_TYPES: &str = "hloom.result_types";
/// Describes the operation of the runtime that a declared function stands for.
pub const RUNTIME_CALL: &str = "hloom.runtime_call";
/// The part of a filled array that is overwritten before it is read.
pub const OVERWRITTEN: &str = "hloom.overwritten";
/// Marks loops and operations that a schedule has already tiled.
pub const SCHEDULED: &str = "hloom.scheduled";
/// Number of arguments of the entry that are inputs of the program.
pub const INPUTS: &str = "hloom.inputs";
/// Size of the entry's arena, in bytes.
pub const ARENA_BYTES: &str = "hloom.arena_bytes";
/// Number of tasks that a kernel divides its work into.
pub const TASKS: &str = "hloom.tasks";
/// Number of bytes that the temporaries of a function should fit into.
pub const MEMORY_TARGET: &str = "hloom.memory_target";
/// Asks for a report of the entry's buffers.
pub const REPORT_BUFFERS: &str = "hloom.report_buffers";
/// The buffers of the entry, with their lifetimes.
pub const BUFFERS: &str = "hloom.buffers";
/// The estimated work of the entry's loop nests. The code reports when each nest begins and ends.
pub const WORK: &str = "hloom.work";
/// The names of the kernels of the entry's loop nests.
pub const KERNELS: &str = "hloom.kernels";
/// The schedules that tuning chose for operations of the program.
pub const TUNED: &str = "hloom.tuned";
/// Asks for a report of the schedules of a program's operations, with their alternatives.
pub const REPORT_CHOICES: &str = "hloom.report_choices";
/// The schedules of a function's operations, with alternatives to try.
pub const CHOICES: &str = "hloom.choices";

/// Prefix of the names of functions that stand for runtime calls; a number follows.
pub const RUNTIME_CALL_PREFIX: &str = "hloom_call_";

/// The documentation of one attribute.
#[derive(Debug)]
pub struct Fact {
    /// The attribute's name.
    pub name: &'static str,
    /// The operations that carry the attribute.
    pub on: &'static [&'static str],
    /// The form of the attribute's value.
    pub value: &'static str,
    /// The meaning of the attribute.
    pub meaning: &'static str,
    /// The meaning of the attribute's absence.
    pub absent: &'static str,
    /// The passes, tools or users that write the attribute.
    pub writers: &'static [&'static str],
    /// The passes and tools that read the attribute.
    pub readers: &'static [&'static str],
    /// The levels at whose end the attribute may occur.
    pub levels: RangeInclusive<Level>,
}

/// All attributes of the contract.
pub const FACTS: &[Fact] = &[
    Fact {
        name: ALIASES,
        on: &["func.func", "llvm.func"],
        value: "`array<i64: result, argument, ...>`",
        meaning: "result and argument of each pair share memory; the argument is in the result's \
                  memory when the function is called",
        absent: "no result takes the memory of an argument",
        writers: &["hlo-alias-results", "hloom-legalize-memrefs", "hloom-results-to-out-params"],
        readers: &[
            "hlo-to-linalg",
            "hloom-copy-arguments",
            "hloom-reuse-operands",
            "hloom-order-operations",
            "hloom-rematerialize",
            "hloom-results-to-out-params",
            "hloom-codegen",
        ],
        levels: Level::Hlo..=Level::Target,
    },
    Fact {
        name: BODY,
        on: &["func.func", "llvm.func", "spirv.func"],
        value: "`unit`",
        meaning: "the function takes and returns scalars, keeps its temporaries on the stack and \
                  runs on the thread that calls it",
        absent: "the function is part of the program proper",
        writers: &["hlo-outline-bodies", "hloom-expand-remainders"],
        readers: &[
            "hlo-to-linalg",
            "hloom-split-reductions",
            "hloom-fix-reduction-order",
            "hloom-copy-arguments",
            "hloom-tile-and-fuse",
            "hloom-order-operations",
            "hloom-rematerialize",
            "hloom-assign-buffers",
            "hloom-map-to-threads",
            "hloom-scalars-to-memory",
            "hloom-transposition-to-loops",
            "hloom-outline-kernels",
            "hloom-emit-entry",
        ],
        levels: Level::Hlo..=Level::Target,
    },
    Fact {
        name: OPERAND_TYPES,
        on: &["stablehlo.custom_call"],
        value: "array of types, one an operand",
        meaning: "the types that the callee expects; small floats are stored as integers by then",
        absent: "the callee expects the types that the operands have",
        writers: &["hlo-legalize-element-types"],
        readers: &["hlo-to-linalg"],
        levels: Level::Hlo..=Level::Hlo,
    },
    Fact {
        name: RESULT_TYPES,
        on: &["stablehlo.custom_call"],
        value: "array of types, one a result",
        meaning: "the types that the callee returns; small floats are stored as integers by then",
        absent: "the callee returns the types that the results have",
        writers: &["hlo-legalize-element-types"],
        readers: &["hlo-to-linalg"],
        levels: Level::Hlo..=Level::Hlo,
    },
    Fact {
        name: RUNTIME_CALL,
        on: &["func.func", "llvm.func"],
        value: "dictionary with `name`, `attributes`, `operands` and `results`",
        meaning: "the declared function stands for this operation, which the runtime computes",
        absent: "the function is compiled code",
        writers: &["hlo-to-linalg"],
        readers: &["hloom-emit-entry", "hloom-compiler"],
        levels: Level::Linalg..=Level::Target,
    },
    Fact {
        name: OVERWRITTEN,
        on: &["linalg.fill"],
        value: "array of `i64`: offsets and sizes of the part, and the shape of the array",
        meaning: "an insertion overwrites the part before anything reads it, so that it may have \
                  any values; of an array of another shape, all elements are filled",
        absent: "all elements are filled",
        writers: &["hlo-to-linalg"],
        readers: &["hloom-copies-to-linalg"],
        levels: Level::Linalg..=Level::Buffers,
    },
    Fact {
        name: SCHEDULED,
        on: &["any operation"],
        value: "any",
        meaning: "a schedule has tiled this operation and all operations inside it; the backend's \
                  own tiling leaves them unchanged",
        absent: "the backend tiles the operation",
        writers: &["transform.annotate in a schedule"],
        readers: &[
            "hloom-merge-elementwise",
            "hloom-split-reductions",
            "hloom-fix-reduction-order",
            "hloom-tile-and-fuse",
        ],
        levels: Level::Linalg..=Level::Buffers,
    },
    Fact {
        name: INPUTS,
        on: &["func.func", "llvm.func"],
        value: "`i64`",
        meaning: "the first arguments of the entry, as many as this number, are the program's \
                  inputs; the others are memory for results, the arena and, if `hloom-emit-entry` \
                  added it, the run context",
        absent: "the function is not an entry, or its results are not arguments yet",
        writers: &["hloom-results-to-out-params", "hloom-legalize-memrefs"],
        readers: &[
            "hloom-legalize-memrefs",
            "hloom-results-to-out-params",
            "hloom-assign-buffers",
            "hloom-estimate-work",
            "hloom-transposition-to-loops",
            "hloom-emit-entry",
            "hloom-codegen",
            "hloom-compiler",
            "hloom-gpu-compiler",
        ],
        levels: Level::Buffers..=Level::Target,
    },
    Fact {
        name: ARENA_BYTES,
        on: &["func.func", "llvm.func"],
        value: "`i64`",
        meaning: "the arena, which is the last argument and holds temporaries \
                  ([Why one arena](rationale/arena.md)), has this many bytes; 0 if it holds none, \
                  since small temporaries are on the stack. `hloom-emit-entry` appends the run \
                  context after the arena, but not to C functions. The C function for \
                  [batches of any size](ahead-of-time.md#any-batch-size) has no such attribute: \
                  its arena is as large as the largest one of its blocks, with copies of rows \
                  after it",
        absent: "the function is not an entry, or its buffers are not assigned yet",
        writers: &["hloom-assign-buffers"],
        readers: &["hloom-codegen", "hloom-compiler", "hloom-gpu-compiler", "hloom-npu"],
        levels: Level::Buffers..=Level::Target,
    },
    Fact {
        name: TASKS,
        on: &["func.func", "llvm.func"],
        value: "`i64`, at least 1",
        meaning: "the kernel's last two arguments are a range of tasks out of this many if it is \
                  more than 1",
        absent: "the function is not a kernel",
        writers: &["hloom-outline-kernels"],
        readers: &["hloom-emit-entry", "hloom-kernels-to-gpu"],
        levels: Level::Target..=Level::Target,
    },
    Fact {
        name: MEMORY_TARGET,
        on: &["func.func"],
        value: "`i64`",
        meaning: "values are computed again until the live bytes are at most this number",
        absent: "every value is computed once",
        writers: &["hloom-codegen"],
        readers: &["hloom-rematerialize"],
        levels: Level::Linalg..=Level::Linalg,
    },
    Fact {
        name: REPORT_BUFFERS,
        on: &["func.func"],
        value: "`unit`",
        meaning: "`hloom.buffers` is wanted for the memory report",
        absent: "buffers are assigned without a report",
        writers: &["hloom-codegen"],
        readers: &["hloom-assign-buffers"],
        levels: Level::Loops..=Level::Loops,
    },
    Fact {
        name: BUFFERS,
        on: &["func.func", "llvm.func"],
        value: "array of dictionaries with `type`, `bytes`, `offset`, `live`, `uses` and `sources`; \
                the memory of arguments and results has the number `argument` and no `offset`",
        meaning: "each dictionary is a buffer: `live` is the range of operation numbers from its \
                  definition to its last use; `uses` has two numbers for each use, the operation \
                  and 1 if it writes; `sources` has the numbers of each use's source operations",
        absent: "no report was asked for",
        writers: &["hloom-assign-buffers"],
        readers: &["hloom-codegen"],
        levels: Level::Buffers..=Level::Target,
    },
    Fact {
        name: WORK,
        on: &["func.func", "llvm.func"],
        value: "array of dictionaries with `flops`, `exact`, `bytes_read`, `bytes_written`, \
                `sources`, `source_flops` and `source_work`",
        meaning: "each dictionary is the estimated work of one execution of a loop nest, whose \
                  location has its number; the run context is told when each nest begins and ends",
        absent: "the program is compiled without a profile",
        writers: &["hloom-estimate-work"],
        readers: &["hloom-emit-entry", "hloom-codegen"],
        levels: Level::Target..=Level::Target,
    },
    Fact {
        name: KERNELS,
        on: &["llvm.func"],
        value: "array of strings",
        meaning: "the name of each loop nest's kernel; empty for a copy, or for a nest that is no \
                  kernel",
        absent: "the program is compiled without a profile",
        writers: &["hloom-emit-entry"],
        readers: &["hloom-codegen"],
        levels: Level::Target..=Level::Target,
    },
    Fact {
        name: TUNED,
        on: &["builtin.module"],
        value: "array of dictionaries with `op`, and any of `tile`, `fuse`, `kernel` and `depth`, \
                each `array<i64: ...>`",
        meaning: "operations whose description is `op` have this schedule: the sizes of tiles; \
                  whether producers join the tiles, 0 or 1; the rows and vectors that a kernel \
                  keeps in registers; the iterations of the depth that it takes at a time",
        absent: "the cost model chooses all schedules",
        writers: &["hloom-codegen"],
        readers: &["hloom-tile-and-fuse", "hloom-contraction-to-loops"],
        levels: Level::Hlo..=Level::Target,
    },
    Fact {
        name: REPORT_CHOICES,
        on: &["builtin.module"],
        value: "`unit`",
        meaning: "`hloom.choices` is wanted for tuning",
        absent: "schedules are chosen without a report",
        writers: &["hloom-codegen"],
        readers: &["hloom-tile-and-fuse", "hloom-contraction-to-loops"],
        levels: Level::Hlo..=Level::Target,
    },
    Fact {
        name: CHOICES,
        on: &["func.func", "llvm.func"],
        value: "array of dictionaries with `op`, `schedule`, `alternatives`, `order` and `sources`",
        meaning: "each dictionary is an operation: `op` is its description, `schedule` its schedule \
                  as in `hloom.tuned`, `alternatives` are schedules that may be faster, `order` \
                  describes the order of its sums, `sources` are the numbers of its source \
                  operations",
        absent: "no report was asked for",
        writers: &["hloom-tile-and-fuse", "hloom-contraction-to-loops"],
        readers: &["hloom-codegen"],
        levels: Level::Loops..=Level::Target,
    },
];

/// Returns true if a function is marked as a function on scalars ([`BODY`]).
pub fn is_body(function: Op) -> bool {
    function.attribute(BODY).is_ok()
}

/// Returns true if a schedule has tiled an operation or one around it ([`SCHEDULED`]).
pub fn is_scheduled(op: Op) -> bool {
    std::iter::successors(Some(op), |op| op.parent_operation())
        .any(|op| op.attribute(SCHEDULED).is_ok())
}

/// Returns the blocks in and below `root` whose operations the passes of a backend may combine and
/// tile: neither the bodies of linalg operations nor the parts that a schedule has tiled.
pub fn unscheduled_blocks<'a>(root: Op<'a>) -> Vec<Block<'a>> {
    ir::walk(root)
        .into_iter()
        .filter(|op| !ir::op_name(*op).starts_with("linalg.") && !is_scheduled(*op))
        .flat_map(ir::regions)
        .flat_map(ir::blocks)
        .collect()
}

/// Returns true for a call of a function that stands for a runtime call ([`RUNTIME_CALL_PREFIX`]).
pub fn is_runtime_call(op: Op) -> bool {
    ir::op_name(op) == "func.call"
        && op.attribute("callee").is_ok_and(|callee| {
            callee.to_string().trim_start_matches('@').starts_with(RUNTIME_CALL_PREFIX)
        })
}

/// Returns the message that refuses a runtime call in a function for C. `name` is the name of the
/// operation that becomes the call. `text` returns the value of one of its string attributes.
pub fn needs_runtime(name: &str, text: impl Fn(&str) -> Option<String>) -> String {
    // The custom calls of `hlo-expand-collectives` have the name of the collective.
    let target = text("call_target_name").unwrap_or_default();
    let collective = text("operation").filter(|_| target.starts_with("hloom."));
    let of = match &collective {
        None if !target.is_empty() => format!(" of `@{target}`"),
        _ => String::new(),
    };
    let name = collective.as_deref().unwrap_or(name);
    format!("`{name}`{of} needs the runtime, which C functions do not have")
}

/// Returns the pairs of a result and the argument whose memory it takes ([`ALIASES`]).
pub fn aliases(function: Op) -> Vec<(usize, usize)> {
    let flat = function.attribute(ALIASES).ok().and_then(ir::i64_array).unwrap_or_default();
    let (pairs, _) = flat.as_chunks::<2>();
    pairs.iter().map(|[result, argument]| (*result as usize, *argument as usize)).collect()
}

/// Sets the pairs of a result and the argument whose memory it takes ([`ALIASES`]). Removes the
/// attribute if there are no pairs.
pub fn set_aliases<'a>(context: &'a Context, function: Op<'a>, pairs: &[(usize, usize)]) {
    ir::remove_attribute(function, ALIASES);
    let flat: Vec<_> =
        pairs.iter().flat_map(|(result, argument)| [*result as i64, *argument as i64]).collect();
    if !flat.is_empty() {
        ir::set_attribute(function, ALIASES, ir::dense_i64_attr(context, &flat));
    }
}
