// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Computes slices of an array in place instead of copying them to the array.
//!
//! Before: `%t = memref.alloc()`, operations that compute `%t`, a copy from `%t` to `%part`, which is
//!         `memref.subview %array`
//! After:  the operations compute `%part`
//!
//! Upstream's elimination of empty tensors does the same for tensors. It cannot place several
//! results of one operation in one array, because each insertion depends on the previous insertion.
//! Memrefs have no such dependence. The transformation is valid under two conditions: the temporary
//! has no uses after the copy, and no operation between its first use and the copy accesses the
//! slice of the array.

use super::copies_to_linalg::replace_copies;
use hloom_ir::linalg::structured::Structured;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Value};
use melior::ir::block::BlockArgument;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{BlockLike, ValueLike};

/// Replaces temporaries that are copied to a slice of an array by views of the slice. Functions
/// without such temporaries remain unchanged.
///
/// # Errors
/// Fails at a copy of unranked memrefs.
pub fn remove<'a>(context: &'a Context, function: Op<'a>) -> Result<(), Failure<'a>> {
    // Only copies: the loop erases allocations, which the list must not hold.
    let copies: Vec<_> = ir::walk(function).into_iter().filter(|op| is_copy(*op)).collect();
    let mut is_changed = false;
    for copy in copies {
        if let Some(removal) = Removal::of(copy) {
            removal.apply(context);
            is_changed = true;
        }
    }
    // Copies to and from the temporaries have strides now.
    if is_changed { replace_copies(context, function) } else { Ok(()) }
}

/// Returns true for an operation that copies its first operand to its second one.
pub fn is_copy(op: Op) -> bool {
    let moves_nothing = |generic: Structured| {
        generic.is_layout_only()
            && generic.maps.len() == 2
            && generic.maps[0] == generic.maps[1]
            && generic.maps[0].is_identity()
            && generic.reads(0)
            && !generic.reads_outputs()
    };
    match ir::op_name(op) {
        "memref.copy" => true,
        _ => Structured::of(op).is_some_and(moves_nothing),
    }
}

/// A slice of an array of static shape: the offset and size in each dimension.
type Part = Vec<(i64, i64)>;

/// A copy of a temporary to a slice of an array, which can be eliminated.
struct Removal<'a> {
    copy: Op<'a>,
    allocation: Op<'a>,
    /// The first operation that uses the temporary.
    first: Op<'a>,
    /// The view of the slice to which the temporary is copied.
    view: Op<'a>,
}

impl<'a> Removal<'a> {
    fn of(copy: Op<'a>) -> Option<Self> {
        let [source, target] = ir::operands(copy)[..] else { return None };
        let (allocation, view) = (ir::defining_op(source)?, ir::defining_op(target)?);
        let part = part_of(view)?;
        if ir::op_name(allocation) != "memref.alloc"
            || !ir::operands(allocation).is_empty()
            || allocation.block() != copy.block()
        {
            return None;
        }
        // Users of the temporary, at the level of the copy.
        let mut users = Vec::new();
        for user in accesses(source)? {
            users.push(ir::beside(user, copy)?);
        }
        let is_before =
            |one: &Op<'a>, other: Op<'a>| *one != other && one.is_before_in_block(other);
        if users.iter().any(|user| *user != copy && !is_before(user, copy)) {
            return None;
        }
        let first = users
            .into_iter()
            .reduce(|one, other| if is_before(&other, one) { other } else { one })?;
        let array = *ir::operands(view).first()?;
        (first != copy && is_defined_before(array, first)).then_some(())?;
        let is_between = |op: Op<'a>| {
            let op = ir::beside(op, copy);
            op.is_some_and(|op| !is_before(&op, first) && is_before(&op, copy))
        };
        let is_free = is_free(root_of(array)?, array, &part, &is_between)?;
        is_free.then_some(Self { copy, allocation, first, view })
    }

    fn apply(self, context: &'a Context) {
        let view = ir::clone_before(self.view, self.first);
        let temporary = ir::results(self.allocation)[0];
        retype(context, temporary, ir::results(view)[0]);
        ir::erase(self.copy);
        ir::erase(self.allocation);
    }
}

/// Returns the slice that a `memref.subview` describes. Returns `None` for other operations, and
/// for a `memref.subview` with dynamic operands, strides other than 1 or a reduced rank.
fn part_of(view: Op) -> Option<Part> {
    let array = |name: &str| view.attribute(name).ok().and_then(ir::i64_array);
    if ir::op_name(view) != "memref.subview" || ir::operands(view).len() != 1 {
        return None;
    }
    let (offsets, sizes) = (array("static_offsets")?, array("static_sizes")?);
    let is_dense = array("static_strides")?.iter().all(|stride| *stride == 1);
    let has_rank = ir::shape_of(ir::results(view)[0]).len() == sizes.len();
    (is_dense && has_rank).then(|| offsets.into_iter().zip(sizes).collect())
}

fn are_disjoint(one: &Part, other: &Part) -> bool {
    one.iter().zip(other).any(|((first, size), (other, other_size))| {
        first + size <= *other || other + other_size <= *first
    })
}

/// Returns the operations that access a memref, directly or through subviews. Returns `None` if one
/// of them may not accept a memref of another layout.
fn accesses<'a>(memref: Value<'a>) -> Option<Vec<Op<'a>>> {
    let mut found = Vec::new();
    for (user, operand) in ir::uses(memref) {
        match ir::op_name(user) {
            "memref.subview" => {
                let rank = ir::shape_of(memref).len();
                (ir::shape_of(ir::results(user)[0]).len() == rank).then_some(())?;
                found.extend(accesses(ir::results(user)[0])?);
            }
            "memref.load" | "memref.copy" => {}
            "memref.store" if operand == 1 => {}
            name if name.starts_with("linalg.") => {}
            _ => return None,
        }
        found.push(user);
    }
    Some(found)
}

/// Returns the allocation or function argument of which a memref is a view, or `None` if its base
/// is another value.
pub fn root_of(memref: Value<'_>) -> Option<Value<'_>> {
    let mut value = memref;
    loop {
        let Some(op) = ir::defining_op(value) else {
            let argument = BlockArgument::try_from(value).ok()?;
            let parent = argument.owner().parent_operation().map(ir::op_name);
            return (parent == Some("func.func")).then_some(value);
        };
        if ir::op_name(op) == "memref.alloc" {
            return Some(value);
        }
        value = *ir::operands(op).first().filter(|_| ir::is_view(op))?;
    }
}

/// Returns true if no operation that satisfies `is_between` accesses `part` of `array`, where
/// `array` is `memref` or a view of it. Returns `None` if an operation may create an alias other
/// than a view.
fn is_free<'a>(
    memref: Value<'a>,
    array: Value<'a>,
    part: &Part,
    is_between: &dyn Fn(Op<'a>) -> bool,
) -> Option<bool> {
    let mut free = true;
    for (user, operand) in ir::uses(memref) {
        let name = ir::op_name(user);
        if ir::is_view(user) {
            let is_other =
                memref == array && part_of(user).is_some_and(|other| are_disjoint(part, &other));
            // Accesses to a disjoint part do not matter, unless its memory has other names.
            let view = ir::results(user)[0];
            free &= if is_other {
                hands_nothing_on(view)?
            } else {
                is_free(view, array, part, is_between)?
            };
        } else if is_access(name, operand) {
            free &= !is_between(user);
        } else {
            return None;
        }
    }
    Some(free)
}

/// Returns `Some(true)` if all users of a memref and of its views are accesses and views, and
/// `None` otherwise.
fn hands_nothing_on(memref: Value) -> Option<bool> {
    for (user, operand) in ir::uses(memref) {
        let name = ir::op_name(user);
        if ir::is_view(user) {
            hands_nothing_on(ir::results(user)[0])?;
        } else if !is_access(name, operand) {
            return None;
        }
    }
    Some(true)
}

fn is_access(name: &str, operand: usize) -> bool {
    name.starts_with("linalg.")
        || matches!(name, "memref.load" | "memref.copy" | "memref.dealloc" | "func.call")
        || (name == "memref.store" && operand == 1)
}

/// Returns true if a value is defined before `op`. Block arguments always count as defined before.
fn is_defined_before<'a>(value: Value<'a>, op: Op<'a>) -> bool {
    let Some(definition) = ir::defining_op(value) else { return true };
    let mut at = Some(op);
    while let Some(op) = at {
        if op.block() == definition.block() {
            return definition != op && definition.is_before_in_block(op);
        }
        at = op.parent_operation();
    }
    false
}

/// Replaces `old` by `new`, which may have another layout, in all uses, and updates the types of
/// subviews of `old` for the new layout.
fn retype<'a>(context: &'a Context, old: Value<'a>, new: Value<'a>) {
    for (user, operand) in ir::uses(old) {
        ir::set_operand(user, operand, new);
        if ir::op_name(user) != "memref.subview" {
            continue;
        }
        let view = ir::results(user)[0];
        if let Some(ty) = view_type(context, user, new) {
            let builder = Builder::before(context, user);
            let again = builder.op("memref.subview").operands(&ir::operands(user));
            let again = again.attrs_of(user, &[]).result(ty).value();
            retype(context, view, again);
            ir::erase(user);
        }
    }
}

/// Returns the type that the subview `view` has if its operand becomes `memref`. The subview must
/// keep the rank.
fn view_type<'a>(context: &'a Context, view: Op<'a>, memref: Value<'a>) -> Option<ir::Type<'a>> {
    let array = |name: &str| view.attribute(name).ok().and_then(ir::i64_array);
    let (strides, offset) = MemRefType::try_from(memref.r#type()).ok()?.strides_and_offset();
    let (offsets, steps) = (array("static_offsets")?, array("static_strides")?);
    let known = |value: i64| (value != Shaped::DYNAMIC).then_some(value);
    let product = |one: i64, other: i64| Some(known(one)? * known(other)?);
    let moved = offsets.iter().zip(&strides).map(|(offset, stride)| product(*offset, *stride));
    let offset = moved.fold(known(offset), |sum, moved| Some(sum? + moved?));
    let strides: Vec<_> = strides
        .iter()
        .zip(&steps)
        .map(|(stride, step)| product(*stride, *step).unwrap_or(Shaped::DYNAMIC))
        .collect();
    let shaped = Shaped::of(ir::results(view)[0].r#type())?;
    let offset = offset.unwrap_or(Shaped::DYNAMIC);
    Some(ir::strided_memref(context, &shaped.shape, shaped.element, &strides, offset))
}
