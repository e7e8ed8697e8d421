// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The part of a header that describes the communication of a function, and the shards of its
//! arguments and results.

use crate::c_name::prefix;
use std::collections::HashMap;
use std::fmt::{self, Write};

/// The communication of a function with other ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranks {
    /// The number of ranks.
    pub count: usize,
    /// The size in bytes of the largest message between two ranks.
    pub largest: u64,
    /// The collectives of the function. The tag of a message is the index of its collective.
    pub collectives: Vec<Collective>,
}

/// A collective of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collective {
    /// The name of the operation, such as `all_reduce`.
    pub kind: String,
    /// The total size in bytes of the operands of the collective on one rank.
    pub bytes: u64,
    /// The number of the collective's channel; 0 if it has no channel.
    pub channel: i64,
    /// The groups of ranks, or, for a `collective_permute`, the pairs of a source and a target
    /// rank.
    pub groups: Vec<Vec<u32>>,
}

/// The shards of the arguments and results of a partitioned program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shards {
    /// The number of ranks: the number of replicas times the number of partitions.
    pub ranks: usize,
    pub arguments: Vec<Option<Shard>>,
    pub results: Vec<Option<Shard>>,
}

/// The shards of a split tensor, one for each rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The sizes of the dimensions of the whole tensor.
    pub whole: Vec<usize>,
    /// For each rank, the index in the whole tensor of the first element of its shard.
    pub starts: Vec<Vec<usize>>,
}

/// The lines of the comment at the top of the header that describe the status that the function
/// returns.
pub const COMMENT: [&str; 4] = [
    "",
    "All ranks call the function, each with its own arguments. It returns 0, or the first value other",
    "than 0 that `exchange` returns, or HLOOM_WRONG_RANKS or HLOOM_NO_MEMBER. The results are valid",
    "only if it returns 0 on all ranks.",
];

/// The C types and constants of the communication interface, which are identical in all headers.
const TYPES: &str = r#"
#ifndef HLOOM_RANKS
#define HLOOM_RANKS 1

/* A message to the rank `peer`, or from it: the other pointer is null. Two ranks give the messages
   between them the same sizes, tags and order. */
typedef struct hloom_transfer {
  const void *send;
  void *receive;
  size_t bytes;
  uint32_t peer;
  uint32_t tag;
} hloom_transfer;

/* The transport. `exchange` starts all transfers, and returns when all have ended: 0, or another
   number after an error. Transfers of one call do not wait for each other. */
typedef struct hloom_ranks {
  void *context;
  int (*exchange)(void *context, const hloom_transfer *transfers, size_t count);
  uint32_t rank;
  uint32_t count;
} hloom_ranks;

/* A collective. `members` has `groups` times `group_size` ranks: those of each group in order, or
   pairs of a source and a target. HLOOM_NO_RANK fills short groups. */
typedef struct hloom_collective {
  const char *kind;
  uint64_t bytes;
  int64_t channel;
  const uint32_t *members;
  uint32_t groups;
  uint32_t group_size;
} hloom_collective;

#define HLOOM_NO_RANK UINT32_MAX
/* The number of transfers of one call of `exchange`, at most. */
#define HLOOM_TRANSFERS MOST_TRANSFERS
/* `rank` is not below `count`, or `count` is not the number of ranks of the program. */
#define HLOOM_WRONG_RANKS (WRONG_RANKS)
/* The rank is in no group of a collective, which needs all ranks that execute it. */
#define HLOOM_NO_MEMBER (NO_MEMBER)

#elif HLOOM_RANKS != 1
#error "the headers are from different versions of hlo-compile"
#endif
"#;

/// Writes the C types of the communication interface, and the table of the function's collectives.
///
/// # Errors
/// Fails if the writer fails.
pub fn describe(out: &mut impl Write, function: &str, ranks: &Ranks) -> fmt::Result {
    use hloom_lowering::cpu::exchanges::{MOST_TRANSFERS, NO_MEMBER, WRONG_RANKS};
    let types = TYPES
        .replace("(WRONG_RANKS)", &format!("({WRONG_RANKS})"))
        .replace("(NO_MEMBER)", &format!("({NO_MEMBER})"))
        .replace("MOST_TRANSFERS", &MOST_TRANSFERS.to_string());
    out.write_str(&types)?;
    let Ranks { count, largest, collectives } = ranks;
    let prefix = prefix(function);
    writeln!(out, "\n#define {prefix}_RANKS {count}")?;
    writeln!(out, "/* The size in bytes of the largest message. */")?;
    writeln!(out, "#define {prefix}_LARGEST_TRANSFER {largest}")?;
    writeln!(out, "#define {prefix}_COLLECTIVES {}", collectives.len())?;
    let mut tables: HashMap<&[Vec<u32>], String> = HashMap::new();
    for collective in collectives {
        let groups = &*collective.groups;
        if groups.is_empty() || tables.contains_key(groups) {
            continue;
        }
        let name = format!("{function}_members{}", tables.len());
        let size = group_size(groups);
        let padded = groups.iter().flat_map(|group| {
            let ranks = group.iter().map(ToString::to_string);
            ranks.chain(std::iter::repeat_n("HLOOM_NO_RANK".to_owned(), size - group.len()))
        });
        let list = padded.collect::<Vec<_>>().join(", ");
        writeln!(out, "\nstatic const uint32_t {name}[{}] = {{{list}}};", groups.len() * size)?;
        tables.insert(groups, name);
    }
    if collectives.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\n/* The collectives. The tag of a message is the position of its collective. */\n\
         static const hloom_collective {function}_collectives[{prefix}_COLLECTIVES] = {{"
    )?;
    for Collective { kind, bytes, channel, groups } in collectives {
        let (members, size) = (tables.get(&**groups), group_size(groups));
        let members = members.map_or("0", |name| name.as_str());
        let count = groups.len();
        writeln!(out, "    {{\"{kind}\", {bytes}, {channel}, {members}, {count}, {size}}},")?;
    }
    writeln!(out, "}};")
}

/// Returns the number of members of the largest group.
fn group_size(groups: &[Vec<u32>]) -> usize {
    groups.iter().map(Vec::len).max().unwrap_or(0)
}

/// Writes, for each split argument or result, the sizes of the whole tensor and the index of the
/// first element of each rank's shard.
///
/// # Errors
/// Fails if the writer fails.
pub fn describe_shards(out: &mut impl Write, function: &str, shards: &Shards) -> fmt::Result {
    let prefix = prefix(function);
    let of = |what: &'static str, all: &'_ [Option<Shard>]| {
        let named = all.iter().enumerate();
        let named = named.filter_map(|(index, it)| Some((format!("{what}{index}"), it.clone()?)));
        named.collect::<Vec<_>>()
    };
    let split = [of("argument", &shards.arguments), of("result", &shards.results)].concat();
    for (name, Shard { whole, starts }) in split {
        let list = |numbers: &[usize]| {
            let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
            format!("{{{}}}", numbers.join(", "))
        };
        let (whole_list, rank) = (list(&whole), whole.len());
        let upper = name.to_ascii_uppercase();
        let starts: Vec<_> = starts.iter().map(|start| list(start)).collect();
        let (starts, ranks) = (starts.join(", "), shards.ranks);
        writeln!(
            out,
            "\n/* {name} is a shard. The table has the index of its first element for each rank. */\n\
             #define {prefix}_{upper}_WHOLE_SHAPE {whole_list}\n\
             static const int64_t {function}_{name}_starts[{ranks}][{rank}] = {{{starts}}};"
        )?;
    }
    Ok(())
}
