// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! LLVM functions that exchange blocks with other ranks through the caller's callback.
//!
//! ```c
//! typedef struct { const void *send; void *receive; size_t bytes; uint32_t peer, tag; } hloom_transfer;
//! typedef struct {
//!   void *context;
//!   int (*exchange)(void *context, const hloom_transfer *transfers, size_t count);
//!   uint32_t rank, count;
//! } hloom_ranks;
//! ```
//!
//! In round *k* of an exchange in a group, a rank sends to the member *k* places after it, and receives
//! from the member *k* places before it. The *n*-th call of the callback passes the transfers of the
//! same rounds on all members. A call can therefore complete as soon as all members have made it, and
//! the list of transfers has a fixed size.

/// The maximum number of transfers in one call of the callback.
pub const MOST_TRANSFERS: i64 = 64;

/// The status that a C function returns if the caller's rank is not below the number of ranks, or if the
/// caller's number of ranks differs from the program's.
pub const WRONG_RANKS: i64 = -10001;
/// The status that a C function returns if no group of a collective contains the caller's rank.
pub const NO_MEMBER: i64 = -10002;

/// Returns the text of an LLVM dialect module with the exchange functions, for addresses of
/// `address_bits` bits and a program of `ranks` ranks.
pub fn functions(address_bits: u32, ranks: i64) -> String {
    let widen = match address_bits {
        ..32 => "llvm.trunc %number : i32 to SIZE",
        32 => "llvm.bitcast %number : i32 to SIZE",
        _ => "llvm.zext %number : i32 to SIZE",
    };
    let functions = FUNCTIONS
        .concat()
        .replace("WIDEN", widen)
        .replace("TRANSFER", "!llvm.struct<(ptr, ptr, SIZE, i32, i32)>")
        .replace("SIZE", &format!("i{address_bits}"))
        .replace("RANKS", "!llvm.struct<(ptr, ptr, i32, i32)>")
        .replace("COUNT_OF_ALL", &ranks.to_string())
        .replace("MOST", &MOST_TRANSFERS.to_string())
        .replace("STATUS_WRONG", &WRONG_RANKS.to_string())
        .replace("STATUS_NO_MEMBER", &NO_MEMBER.to_string());
    format!("builtin.module {{{functions}\n}}")
}

const FUNCTIONS: &[&str] =
    &[RANK, TRANSFER, SET, BLOCK, MEMBER, PLACE, EXCHANGE, BROADCAST, PERMUTE];

/// Returns the caller's rank, or -1 if it is not below the number of ranks, or if the caller's number of
/// ranks differs from the program's.
const RANK: &str = r#"
llvm.func internal @hloom_rank(%ranks: !llvm.ptr) -> i32 {
  %rank_at = llvm.getelementptr %ranks[0, 2] : (!llvm.ptr) -> !llvm.ptr, RANKS
  %rank = llvm.load %rank_at : !llvm.ptr -> i32
  %count_at = llvm.getelementptr %ranks[0, 3] : (!llvm.ptr) -> !llvm.ptr, RANKS
  %count = llvm.load %count_at : !llvm.ptr -> i32
  %expected = llvm.mlir.constant(COUNT_OF_ALL : i32) : i32
  %wrong = llvm.mlir.constant(-1 : i32) : i32
  %is_count = llvm.icmp "eq" %count, %expected : i32
  %is_below = llvm.icmp "ult" %rank, %expected : i32
  %is_right = llvm.and %is_count, %is_below : i1
  %result = llvm.select %is_right, %rank, %wrong : i1, i32
  llvm.return %result : i32
}"#;

/// Calls the caller's callback with a list of `count` transfers, and returns its status.
const TRANSFER: &str = r#"
llvm.func internal @hloom_transfer(%ranks: !llvm.ptr, %list: !llvm.ptr, %count: SIZE) -> i32 {
  %context = llvm.load %ranks : !llvm.ptr -> !llvm.ptr
  %callback_at = llvm.getelementptr %ranks[0, 1] : (!llvm.ptr) -> !llvm.ptr, RANKS
  %callback = llvm.load %callback_at : !llvm.ptr -> !llvm.ptr
  %status = llvm.call %callback(%context, %list, %count) : !llvm.ptr, (!llvm.ptr, !llvm.ptr, SIZE) -> i32
  llvm.return %status : i32
}"#;

/// Writes the transfer at position `index` of a list of transfers.
const SET: &str = r#"
llvm.func internal @hloom_set(%list: !llvm.ptr, %index: SIZE, %send: !llvm.ptr, %receive: !llvm.ptr,
    %bytes: SIZE, %peer: i32, %tag: i32) {
  %at = llvm.getelementptr %list[%index] : (!llvm.ptr, SIZE) -> !llvm.ptr, TRANSFER
  llvm.store %send, %at : !llvm.ptr, !llvm.ptr
  %receive_at = llvm.getelementptr %at[0, 1] : (!llvm.ptr) -> !llvm.ptr, TRANSFER
  llvm.store %receive, %receive_at : !llvm.ptr, !llvm.ptr
  %bytes_at = llvm.getelementptr %at[0, 2] : (!llvm.ptr) -> !llvm.ptr, TRANSFER
  llvm.store %bytes, %bytes_at : SIZE, !llvm.ptr
  %peer_at = llvm.getelementptr %at[0, 3] : (!llvm.ptr) -> !llvm.ptr, TRANSFER
  llvm.store %peer, %peer_at : i32, !llvm.ptr
  %tag_at = llvm.getelementptr %at[0, 4] : (!llvm.ptr) -> !llvm.ptr, TRANSFER
  llvm.store %tag, %tag_at : i32, !llvm.ptr
  llvm.return
}"#;

/// Returns the address of block `number` of a buffer in which blocks begin `step` bytes apart.
const BLOCK: &str = r#"
llvm.func internal @hloom_block(%base: !llvm.ptr, %number: i32, %step: SIZE) -> !llvm.ptr {
  %wide = WIDEN
  %offset = llvm.mul %wide, %step : SIZE
  %address = llvm.getelementptr %base[%offset] : (!llvm.ptr, SIZE) -> !llvm.ptr, i8
  llvm.return %address : !llvm.ptr
}"#;

/// Returns the rank of member `number` of a group.
const MEMBER: &str = r#"
llvm.func internal @hloom_member(%group: !llvm.ptr, %number: i32) -> i32 {
  %wide = llvm.zext %number : i32 to i64
  %at = llvm.getelementptr %group[%wide] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %rank = llvm.load %at : !llvm.ptr -> i32
  llvm.return %rank : i32
}"#;

/// Writes the partition number or the replica number of the caller's rank to `to`.
const PLACE: &str = r#"
llvm.func internal @hloom_place(%ranks: !llvm.ptr, %partitions: i32, %is_partition: i1, %to: !llvm.ptr) -> i32
    attributes {no_inline} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %none = llvm.mlir.constant(-1 : i32) : i32
  %wrong = llvm.mlir.constant(STATUS_WRONG : i32) : i32
  %rank = llvm.call @hloom_rank(%ranks) : (!llvm.ptr) -> i32
  %is_wrong = llvm.icmp "eq" %rank, %none : i32
  %partition = llvm.urem %rank, %partitions : i32
  %replica = llvm.udiv %rank, %partitions : i32
  %number = llvm.select %is_partition, %partition, %replica : i1, i32
  llvm.store %number, %to : i32, !llvm.ptr
  %status = llvm.select %is_wrong, %wrong, %zero : i1, i32
  llvm.return %status : i32
}"#;

/// Exchanges blocks of `bytes` bytes between the members of a group. Block `j` of `from`, at offset `j *
/// step`, goes to member `j`, and block `j` of `to` comes from it. `places` has three numbers for each
/// rank: the position of its group in `members`, the size of the group, and its place in the group.
const EXCHANGE: &str = r#"
llvm.func internal @hloom_exchange(%ranks: !llvm.ptr, %places: !llvm.ptr, %members: !llvm.ptr,
    %from: !llvm.ptr, %step: SIZE, %to: !llvm.ptr, %bytes: SIZE, %tag: i32) -> i32 attributes {no_inline} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %three = llvm.mlir.constant(3 : i32) : i32
  %none = llvm.mlir.constant(-1 : i32) : i32
  %wrong = llvm.mlir.constant(STATUS_WRONG : i32) : i32
  %absent = llvm.mlir.constant(STATUS_NO_MEMBER : i32) : i32
  %null = llvm.mlir.zero : !llvm.ptr
  %empty = llvm.mlir.constant(0 : SIZE) : SIZE
  %next = llvm.mlir.constant(1 : SIZE) : SIZE
  %two = llvm.mlir.constant(2 : SIZE) : SIZE
  %most = llvm.mlir.constant(MOST : SIZE) : SIZE
  %list = llvm.alloca %most x TRANSFER : (SIZE) -> !llvm.ptr
  %rank = llvm.call @hloom_rank(%ranks) : (!llvm.ptr) -> i32
  %is_wrong = llvm.icmp "eq" %rank, %none : i32
  llvm.cond_br %is_wrong, ^done(%wrong : i32), ^find
^find:
  %entry = llvm.mul %rank, %three : i32
  %wide_entry = llvm.zext %entry : i32 to i64
  %place = llvm.getelementptr %places[%wide_entry] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %start = llvm.load %place : !llvm.ptr -> i32
  %count_at = llvm.getelementptr %place[1] : (!llvm.ptr) -> !llvm.ptr, i32
  %count = llvm.load %count_at : !llvm.ptr -> i32
  %own_at = llvm.getelementptr %place[2] : (!llvm.ptr) -> !llvm.ptr, i32
  %own = llvm.load %own_at : !llvm.ptr -> i32
  %is_absent = llvm.icmp "eq" %count, %zero : i32
  llvm.cond_br %is_absent, ^done(%absent : i32), ^copy
^copy:
  %wide_start = llvm.zext %start : i32 to i64
  %group = llvm.getelementptr %members[%wide_start] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %own_from = llvm.call @hloom_block(%from, %own, %step) : (!llvm.ptr, i32, SIZE) -> !llvm.ptr
  %own_to = llvm.call @hloom_block(%to, %own, %bytes) : (!llvm.ptr, i32, SIZE) -> !llvm.ptr
  "llvm.intr.memcpy"(%own_to, %own_from, %bytes) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, SIZE) -> ()
  llvm.br ^round(%one, %empty : i32, SIZE)
^round(%k: i32, %used: SIZE):
  %is_more = llvm.icmp "ult" %k, %count : i32
  llvm.cond_br %is_more, ^add, ^done(%zero : i32)
^add:
  %after = llvm.add %own, %k : i32
  %is_past = llvm.icmp "uge" %after, %count : i32
  %after_wrapped = llvm.sub %after, %count : i32
  %target = llvm.select %is_past, %after_wrapped, %after : i1, i32
  %is_before = llvm.icmp "ult" %own, %k : i32
  %before = llvm.sub %own, %k : i32
  %before_wrapped = llvm.add %before, %count : i32
  %source = llvm.select %is_before, %before_wrapped, %before : i1, i32
  %source_rank = llvm.call @hloom_member(%group, %source) : (!llvm.ptr, i32) -> i32
  %target_rank = llvm.call @hloom_member(%group, %target) : (!llvm.ptr, i32) -> i32
  %receive = llvm.call @hloom_block(%to, %source, %bytes) : (!llvm.ptr, i32, SIZE) -> !llvm.ptr
  %send = llvm.call @hloom_block(%from, %target, %step) : (!llvm.ptr, i32, SIZE) -> !llvm.ptr
  llvm.call @hloom_set(%list, %used, %null, %receive, %bytes, %source_rank, %tag)
    : (!llvm.ptr, SIZE, !llvm.ptr, !llvm.ptr, SIZE, i32, i32) -> ()
  %second = llvm.add %used, %next : SIZE
  llvm.call @hloom_set(%list, %second, %send, %null, %bytes, %target_rank, %tag)
    : (!llvm.ptr, SIZE, !llvm.ptr, !llvm.ptr, SIZE, i32, i32) -> ()
  %next_k = llvm.add %k, %one : i32
  %next_used = llvm.add %used, %two : SIZE
  %is_full = llvm.icmp "eq" %next_used, %most : SIZE
  %is_last = llvm.icmp "eq" %next_k, %count : i32
  %is_due = llvm.or %is_full, %is_last : i1
  llvm.cond_br %is_due, ^flush, ^round(%next_k, %next_used : i32, SIZE)
^flush:
  %status = llvm.call @hloom_transfer(%ranks, %list, %next_used) : (!llvm.ptr, !llvm.ptr, SIZE) -> i32
  %failed = llvm.icmp "ne" %status, %zero : i32
  llvm.cond_br %failed, ^done(%status : i32), ^round(%next_k, %empty : i32, SIZE)
^done(%result: i32):
  llvm.return %result : i32
}"#;

/// Copies a block from the first member of a group to the others. Writes zeros on ranks that are in no
/// group.
const BROADCAST: &str = r#"
llvm.func internal @hloom_broadcast(%ranks: !llvm.ptr, %places: !llvm.ptr, %members: !llvm.ptr,
    %from: !llvm.ptr, %to: !llvm.ptr, %bytes: SIZE, %tag: i32) -> i32 attributes {no_inline} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %three = llvm.mlir.constant(3 : i32) : i32
  %none = llvm.mlir.constant(-1 : i32) : i32
  %zero_byte = llvm.mlir.constant(0 : i8) : i8
  %wrong = llvm.mlir.constant(STATUS_WRONG : i32) : i32
  %null = llvm.mlir.zero : !llvm.ptr
  %empty = llvm.mlir.constant(0 : SIZE) : SIZE
  %next = llvm.mlir.constant(1 : SIZE) : SIZE
  %most = llvm.mlir.constant(MOST : SIZE) : SIZE
  %list = llvm.alloca %most x TRANSFER : (SIZE) -> !llvm.ptr
  %rank = llvm.call @hloom_rank(%ranks) : (!llvm.ptr) -> i32
  %is_wrong = llvm.icmp "eq" %rank, %none : i32
  llvm.cond_br %is_wrong, ^done(%wrong : i32), ^find
^find:
  %entry = llvm.mul %rank, %three : i32
  %wide_entry = llvm.zext %entry : i32 to i64
  %place = llvm.getelementptr %places[%wide_entry] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %start = llvm.load %place : !llvm.ptr -> i32
  %count_at = llvm.getelementptr %place[1] : (!llvm.ptr) -> !llvm.ptr, i32
  %count = llvm.load %count_at : !llvm.ptr -> i32
  %own_at = llvm.getelementptr %place[2] : (!llvm.ptr) -> !llvm.ptr, i32
  %own = llvm.load %own_at : !llvm.ptr -> i32
  %wide_start = llvm.zext %start : i32 to i64
  %group = llvm.getelementptr %members[%wide_start] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %is_absent = llvm.icmp "eq" %count, %zero : i32
  llvm.cond_br %is_absent, ^clear, ^join
^clear:
  "llvm.intr.memset"(%to, %zero_byte, %bytes) <{isVolatile = false}> : (!llvm.ptr, i8, SIZE) -> ()
  llvm.br ^done(%zero : i32)
^join:
  %is_first = llvm.icmp "eq" %own, %zero : i32
  llvm.cond_br %is_first, ^copy, ^receive
^receive:
  %first = llvm.load %group : !llvm.ptr -> i32
  llvm.call @hloom_set(%list, %empty, %null, %to, %bytes, %first, %tag)
    : (!llvm.ptr, SIZE, !llvm.ptr, !llvm.ptr, SIZE, i32, i32) -> ()
  %received = llvm.call @hloom_transfer(%ranks, %list, %next) : (!llvm.ptr, !llvm.ptr, SIZE) -> i32
  llvm.br ^done(%received : i32)
^copy:
  "llvm.intr.memcpy"(%to, %from, %bytes) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, SIZE) -> ()
  llvm.br ^round(%one, %empty : i32, SIZE)
^round(%k: i32, %used: SIZE):
  %is_more = llvm.icmp "ult" %k, %count : i32
  llvm.cond_br %is_more, ^add, ^done(%zero : i32)
^add:
  %member = llvm.call @hloom_member(%group, %k) : (!llvm.ptr, i32) -> i32
  llvm.call @hloom_set(%list, %used, %from, %null, %bytes, %member, %tag)
    : (!llvm.ptr, SIZE, !llvm.ptr, !llvm.ptr, SIZE, i32, i32) -> ()
  %next_k = llvm.add %k, %one : i32
  %next_used = llvm.add %used, %next : SIZE
  %is_full = llvm.icmp "eq" %next_used, %most : SIZE
  %is_last = llvm.icmp "eq" %next_k, %count : i32
  %is_due = llvm.or %is_full, %is_last : i1
  llvm.cond_br %is_due, ^flush, ^round(%next_k, %next_used : i32, SIZE)
^flush:
  %status = llvm.call @hloom_transfer(%ranks, %list, %next_used) : (!llvm.ptr, !llvm.ptr, SIZE) -> i32
  %failed = llvm.icmp "ne" %status, %zero : i32
  llvm.cond_br %failed, ^done(%status : i32), ^round(%next_k, %empty : i32, SIZE)
^done(%result: i32):
  llvm.return %result : i32
}"#;

/// Copies blocks from sources to targets. `pairs` has two numbers for each rank: its source and its
/// target, or -1. Writes zeros on ranks without a source.
const PERMUTE: &str = r#"
llvm.func internal @hloom_permute(%ranks: !llvm.ptr, %pairs: !llvm.ptr, %from: !llvm.ptr, %to: !llvm.ptr,
    %bytes: SIZE, %tag: i32) -> i32 attributes {no_inline} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %two = llvm.mlir.constant(2 : i32) : i32
  %none = llvm.mlir.constant(-1 : i32) : i32
  %zero_byte = llvm.mlir.constant(0 : i8) : i8
  %wrong = llvm.mlir.constant(STATUS_WRONG : i32) : i32
  %null = llvm.mlir.zero : !llvm.ptr
  %empty = llvm.mlir.constant(0 : SIZE) : SIZE
  %room = llvm.mlir.constant(2 : SIZE) : SIZE
  %list = llvm.alloca %room x TRANSFER : (SIZE) -> !llvm.ptr
  %rank = llvm.call @hloom_rank(%ranks) : (!llvm.ptr) -> i32
  %is_wrong = llvm.icmp "eq" %rank, %none : i32
  llvm.cond_br %is_wrong, ^done(%wrong : i32), ^find
^find:
  %entry = llvm.mul %rank, %two : i32
  %wide_entry = llvm.zext %entry : i32 to i64
  %pair = llvm.getelementptr %pairs[%wide_entry] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %source = llvm.load %pair : !llvm.ptr -> i32
  %target_at = llvm.getelementptr %pair[1] : (!llvm.ptr) -> !llvm.ptr, i32
  %target = llvm.load %target_at : !llvm.ptr -> i32
  %is_own = llvm.icmp "eq" %source, %rank : i32
  llvm.cond_br %is_own, ^copy, ^clear
^copy:
  "llvm.intr.memcpy"(%to, %from, %bytes) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, SIZE) -> ()
  llvm.br ^done(%zero : i32)
^clear:
  %has_source = llvm.icmp "ne" %source, %none : i32
  %cleared = llvm.select %has_source, %empty, %bytes : i1, SIZE
  "llvm.intr.memset"(%to, %zero_byte, %cleared) <{isVolatile = false}> : (!llvm.ptr, i8, SIZE) -> ()
  llvm.call @hloom_set(%list, %empty, %null, %to, %bytes, %source, %tag)
    : (!llvm.ptr, SIZE, !llvm.ptr, !llvm.ptr, SIZE, i32, i32) -> ()
  %received = llvm.zext %has_source : i1 to SIZE
  llvm.call @hloom_set(%list, %received, %from, %null, %bytes, %target, %tag)
    : (!llvm.ptr, SIZE, !llvm.ptr, !llvm.ptr, SIZE, i32, i32) -> ()
  %has_target = llvm.icmp "ne" %target, %none : i32
  %sent = llvm.zext %has_target : i1 to SIZE
  %used = llvm.add %received, %sent : SIZE
  %is_idle = llvm.icmp "eq" %used, %empty : SIZE
  llvm.cond_br %is_idle, ^done(%zero : i32), ^flush
^flush:
  %status = llvm.call @hloom_transfer(%ranks, %list, %used) : (!llvm.ptr, !llvm.ptr, SIZE) -> i32
  llvm.br ^done(%status : i32)
^done(%result: i32):
  llvm.return %result : i32
}"#;
