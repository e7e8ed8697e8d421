// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The contract for attributes that passes exchange.
//!
//! Passes hand facts to later passes as discardable attributes with the dialect prefix `hloom`, so
//! that the IR of every level can be printed, parsed again and lowered further. Only this module
//! spells out the names of these attributes. [`FACTS`] documents the writers and readers of each
//! attribute, the levels at which it may occur, and the meaning of its absence.

use crate::pipeline::Level;
use crate::{self as ir, Block, Context, Op};
use melior::ir::operation::OperationLike;
use std::ops::RangeInclusive;

/// Pairs of a result and the argument whose memory the result takes.
pub const ALIASES: &str = "hloom.aliases";
/// Marks a function on scalars, such as the outlined body of a reduction, sort, scatter or map.
pub const BODY: &str = "hloom.body";
/// Operand types of a custom call before small floats were legalized to integers.
pub const OPERAND_TYPES: &str = "hloom.operand_types";
/// Result types of a custom call before small floats were legalized to integers.
pub const RESULT_TYPES: &str = "hloom.result_types";
/// Describes the runtime operation that a declared function represents.
pub const RUNTIME_CALL: &str = "hloom.runtime_call";
/// The region of a filled array that is overwritten before it is read.
pub const OVERWRITTEN: &str = "hloom.overwritten";
/// Marks loops and operations that a schedule has already tiled.
pub const SCHEDULED: &str = "hloom.scheduled";
/// Number of arguments of the entry that are inputs of the program.
pub const INPUTS: &str = "hloom.inputs";
/// Size of the entry's arena, in bytes.
pub const ARENA_BYTES: &str = "hloom.arena_bytes";
/// Number of tasks into which a kernel divides its work.
pub const TASKS: &str = "hloom.tasks";
/// The collectives in which a C function exchanges data with other ranks.
pub const COLLECTIVES: &str = "hloom.collectives";
/// Target size in bytes of the temporaries of a function.
pub const MEMORY_TARGET: &str = "hloom.memory_target";
/// Requests a report of the entry's buffers.
pub const REPORT_BUFFERS: &str = "hloom.report_buffers";
/// The buffers of the entry, with their lifetimes.
pub const BUFFERS: &str = "hloom.buffers";
/// The estimated work of the entry's loop nests. The generated code reports the beginning and end
/// of each nest.
pub const WORK: &str = "hloom.work";
/// The names of the kernels of the entry's loop nests.
pub const KERNELS: &str = "hloom.kernels";
/// The tuned schedules for operations of the program.
pub const TUNED: &str = "hloom.tuned";
/// Requests a report of the schedules of a program's operations, with alternatives.
pub const REPORT_CHOICES: &str = "hloom.report_choices";
/// The schedules of a function's operations, with alternatives for tuning.
pub const CHOICES: &str = "hloom.choices";

/// Prefix of the names of functions that represent runtime calls. The number of the call follows
/// the prefix.
pub const RUNTIME_CALL_PREFIX: &str = "hloom_call_";

/// Attribute in the description of a runtime call that only starts its work. A call with the name
/// [`COLLECTIVE_END`] waits for the end of the work.
pub const ASYNCHRONOUS: &str = "asynchronous";

/// Name of runtime calls that wait for the end of a collective. Their attribute `start` has the
/// number of the call that started the collective.
pub const COLLECTIVE_END: &str = "hloom.collective_end";

/// Target of the custom calls by which the ranks of a C function exchange contiguous blocks.
pub const EXCHANGE: &str = "hloom.exchange";
/// Target of the custom calls that return the partition or replica number of a rank of a C function.
pub const PLACE: &str = "hloom.place";

/// Returns true if C functions contain the code of a custom call with this target.
pub fn is_in_c_functions(target: &str) -> bool {
    matches!(target, EXCHANGE | PLACE)
}

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
        meaning: "the result and the argument of each pair share memory; the memory of the result \
        contains the argument when the function is called",
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
        meaning: "the function takes and returns scalars, keeps its temporaries on the stack, and \
        runs on the calling thread",
        absent: "the function is an ordinary function of the program",
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
        value: "array of types, one for each operand",
        meaning: "the types that the callee expects, because the operands now store small floats \
        as integers",
        absent: "the callee expects the types of the operands",
        writers: &["hlo-legalize-element-types"],
        readers: &["hlo-to-linalg"],
        levels: Level::Hlo..=Level::Hlo,
    },
    Fact {
        name: RESULT_TYPES,
        on: &["stablehlo.custom_call"],
        value: "array of types, one for each result",
        meaning: "the types that the callee returns, because the results now store small floats as \
        integers",
        absent: "the callee returns the types of the results",
        writers: &["hlo-legalize-element-types"],
        readers: &["hlo-to-linalg"],
        levels: Level::Hlo..=Level::Hlo,
    },
    Fact {
        name: RUNTIME_CALL,
        on: &["func.func", "llvm.func"],
        value: "dictionary with `name`, `attributes`, `operands` and `results`",
        meaning: "the declared function represents this operation, which the runtime computes",
        absent: "the function is compiled code",
        writers: &["hlo-to-linalg", "hloom-overlap-collectives"],
        readers: &["hloom-emit-entry", "hloom-compiler"],
        levels: Level::Linalg..=Level::Target,
    },
    Fact {
        name: OVERWRITTEN,
        on: &["linalg.fill"],
        value: "array of `i64`: offsets and sizes of the region, and the shape of the array",
        meaning: "an insertion overwrites the region before it is read, so its values are \
        arbitrary; if the array has another shape, all elements are filled",
        absent: "all elements are filled",
        writers: &["hlo-to-linalg"],
        readers: &["hloom-copies-to-linalg"],
        levels: Level::Linalg..=Level::Buffers,
    },
    Fact {
        name: SCHEDULED,
        on: &["any operation"],
        value: "any",
        meaning: "a schedule has tiled this operation and all nested operations; the backend's own \
        tiling leaves them unchanged",
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
        meaning: "this number of leading arguments of the entry are the inputs of the program; the \
             other arguments are memory for results, the arena and, if `hloom-emit-entry` added \
             it, the run context",
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
                  ([Why one arena](rationale/arena.md)), has this size in bytes; the size is 0 if \
                  all temporaries are on the stack. `hloom-emit-entry` appends the run \
                  context after the arena; to C functions, only the ranks of those with \
                  `hloom.collectives`. The C function for \
                  [batches of any size](ahead-of-time.md#any-batch-size) does not have this \
                  attribute: its arena has the size of the largest arena of its blocks, followed \
                  by copies of rows",
        absent: "the function is not an entry, or its buffers are not assigned yet",
        writers: &["hloom-assign-buffers"],
        readers: &["hloom-codegen", "hloom-compiler", "hloom-gpu-compiler", "hloom-npu"],
        levels: Level::Buffers..=Level::Target,
    },
    Fact {
        name: TASKS,
        on: &["func.func", "llvm.func"],
        value: "`i64`, at least 1",
        meaning: "the number of tasks of the kernel; if it is more than 1, the last two arguments \
        of the kernel are a range of tasks",
        absent: "the function is not a kernel",
        writers: &["hloom-outline-kernels"],
        readers: &["hloom-emit-entry", "hloom-kernels-to-gpu"],
        levels: Level::Target..=Level::Target,
    },
    Fact {
        name: MEMORY_TARGET,
        on: &["func.func"],
        value: "`i64`",
        meaning: "values are recomputed until the number of live bytes is at most this number",
        absent: "every value is computed only once",
        writers: &["hloom-codegen"],
        readers: &[
            "hloom-rematerialize",
            "hloom-schedule-collectives",
            "hloom-overlap-collectives",
        ],
        levels: Level::Linalg..=Level::Loops,
    },
    Fact {
        name: REPORT_BUFFERS,
        on: &["func.func"],
        value: "`unit`",
        meaning: "the memory report needs the attribute `hloom.buffers`",
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
             definition to its last use; `uses` has two numbers for each use: the operation, and 1 \
             for a write or 0 for a read; `sources` has the number of the source operation of each \
             use",
        absent: "no report was requested",
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
             location contains its number; the code notifies the run context when each nest begins \
             and ends",
        absent: "the program is compiled without a profile",
        writers: &["hloom-estimate-work"],
        readers: &["hloom-emit-entry", "hloom-codegen"],
        levels: Level::Target..=Level::Target,
    },
    Fact {
        name: KERNELS,
        on: &["llvm.func"],
        value: "array of strings",
        meaning: "the name of each loop nest's kernel; empty for a copy, or for a nest that is not \
        a kernel",
        absent: "the program is compiled without a profile",
        writers: &["hloom-emit-entry"],
        readers: &["hloom-codegen"],
        levels: Level::Target..=Level::Target,
    },
    Fact {
        name: COLLECTIVES,
        on: &["llvm.func"],
        value: "dictionary with `ranks`, `largest` and `list`, an array of dictionaries with `kind`, \
                `bytes`, `channel` and `groups`",
        meaning: "the C function takes a `const hloom_ranks *` after the arena and returns a status: \
                  `ranks` ranks exchange data in the collectives of the list, in messages of at most \
                  `largest` bytes. The position in the list is the tag of the messages",
        absent: "the function takes only buffers and returns nothing",
        writers: &["hloom-emit-entry"],
        readers: &["hloom-codegen"],
        levels: Level::Target..=Level::Target,
    },
    Fact {
        name: TUNED,
        on: &["builtin.module"],
        value: "array of dictionaries with `op`, and any of `tile`, `fuse`, `kernel` and `depth`, \
                each `array<i64: ...>`",
        meaning: "operations whose description is `op` have this schedule: the tile sizes; whether \
             producers are fused into the tiles, 0 or 1; the rows and vectors that a kernel keeps \
             in registers; the block size of the contracted dimension",
        absent: "the cost model chooses all schedules",
        writers: &["hloom-codegen"],
        readers: &["hloom-tile-and-fuse", "hloom-contraction-to-loops"],
        levels: Level::Hlo..=Level::Target,
    },
    Fact {
        name: REPORT_CHOICES,
        on: &["builtin.module"],
        value: "`unit`",
        meaning: "tuning needs the attribute `hloom.choices`",
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
        absent: "no report was requested",
        writers: &["hloom-tile-and-fuse", "hloom-contraction-to-loops"],
        readers: &["hloom-codegen"],
        levels: Level::Loops..=Level::Target,
    },
];

/// Returns true if a function is marked as a function on scalars ([`BODY`]).
pub fn is_body(function: Op) -> bool {
    function.attribute(BODY).is_ok()
}

/// Returns true if a schedule has tiled an operation or an enclosing operation ([`SCHEDULED`]).
pub fn is_scheduled(op: Op) -> bool {
    std::iter::successors(Some(op), |op| op.parent_operation())
        .any(|op| op.attribute(SCHEDULED).is_ok())
}

/// Returns the blocks nested in `root` whose operations the passes of a backend may combine and
/// tile. Excludes the bodies of linalg operations, and operations that a schedule has tiled.
pub fn unscheduled_blocks<'a>(root: Op<'a>) -> Vec<Block<'a>> {
    ir::walk(root)
        .into_iter()
        .filter(|op| !ir::op_name(*op).starts_with("linalg.") && !is_scheduled(*op))
        .flat_map(ir::regions)
        .flat_map(ir::blocks)
        .collect()
}

/// Returns true for a call of a function that represents a runtime call ([`RUNTIME_CALL_PREFIX`]).
pub fn is_runtime_call(op: Op) -> bool {
    ir::op_name(op) == "func.call"
        && op.attribute("callee").is_ok_and(|callee| {
            callee.to_string().trim_start_matches('@').starts_with(RUNTIME_CALL_PREFIX)
        })
}

/// Returns the error message for a runtime call in a function for C. `name` is the name of the
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
