// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-outline-kernels`: moves loop nests into kernel functions if they have many iterations or
//! large bodies, or if the function has many nests.
//!
//! A kernel's memref arguments do not overlap, and `llvm.noalias` attributes tell LLVM so.
//! Vectorized loops then need no runtime checks, and accumulators stay in registers. If control
//! flow determines at run time which memory an argument refers to, only the arguments of the kernel
//! that are constants have this attribute.
//!
//! Constants are also arguments, unless they are small: the kernels of repeated layers of a network
//! differ only in their weights, and identical kernels are compiled only once.
//!
//! Memrefs are passed as bare pointers, so dynamic offsets and strides are passed as separate
//! arguments. A kernel made from an `scf.forall` takes the range of linearized iterations to run as
//! its last two arguments, so that threads can share the work:
//!
//! ```mlir
//! call @main_kernel_0(%a, %b, %c0, %c16) : (memref<..>, memref<..>, index, index) -> ()
//! func.func private @main_kernel_0(%a: memref<..> {llvm.noalias}, .., %begin: index, %end: index)
//!     attributes {hloom.tasks = 16}
//! ```

use hloom_ir::facts;
use hloom_ir::facts::is_body;
use hloom_ir::linalg::code_size::expanded;
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Forall, Op, Shaped, SymbolNames, Value};
use melior::ir::attribute::TypeAttribute;
use melior::ir::block::BlockArgument;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::{FunctionType, MemRefType};
use melior::ir::{BlockLike, TypeLike, ValueLike};
use std::collections::{HashMap, HashSet};

/// The pass `hloom-outline-kernels`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-outline-kernels",
    description: "move loop nests into kernel functions, whose iterations threads can share",
    anchor: "builtin.module",
    level: Level::Target,
    options: &[
        PassOption {
            name: "threshold",
            description: "minimum number of iterations for which a linalg operation always becomes \
                          a kernel",
            default: "512",
        },
        PassOption {
            name: "loops",
            description: "whether sequential loops without nested parallel loops become kernels",
            default: "true",
        },
    ],
    dialects: &["arith", "func", "scf"],
    run,
};

fn run<'a>(
    context: &'a Context,
    module: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let criteria = Criteria {
        threshold: options.number("threshold", module)?,
        loops: options.flag("loops", module)?,
    };
    let mut names = SymbolNames::of(module);
    let functions = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
    for function in functions {
        if ir::op_name(function) != "func.func"
            || is_body(function)
            || ir::regions(function).iter().all(|region| ir::blocks(*region).is_empty())
        {
            continue;
        }
        let name = ir::symbol_name(function).ok_or_else(|| {
            Failure::at(function, "`func.func`: expected a symbol name, found none")
        })?;
        let mut nests = Vec::new();
        find_nests(function, &criteria, &mut nests);
        let stay = nests.iter().map(|nest| nest.size).sum::<usize>() <= INLINE;
        let nests = nests.into_iter().filter(|nest| nest.size == 0 || !stay).map(|nest| nest.op);
        let mut count = 0;
        for nest in nests {
            let name = names.add_numbered(&format!("{name}_kernel_"), &mut count);
            outline(context, function, nest, &name)?;
        }
    }
    Ok(())
}

/// An outermost loop nest of a function.
struct Nest<'a> {
    op: Op<'a>,
    /// The estimated code size of a nest that becomes a kernel only if the function has many such
    /// nests; 0 for other nests, which always become kernels.
    size: usize,
}

/// The maximum total estimated code size of the short nests with few iterations in a function. If
/// their total is larger, they become kernels.
///
/// LLVM's compile time grows faster than linearly with the size of a function. Identical kernels
/// are compiled only once.
const INLINE: usize = 256;

/// The values of the pass options, which determine the nests that become kernels.
struct Criteria {
    threshold: i64,
    loops: bool,
}

/// Collects the outermost nests inside `op` that may become kernels, including nests in control
/// flow.
fn find_nests<'a>(op: Op<'a>, criteria: &Criteria, nests: &mut Vec<Nest<'a>>) {
    for inner in ir::regions(op).into_iter().flat_map(ir::blocks).flat_map(ir::ops) {
        match ir::op_name(inner) {
            "scf.forall" => nests.push(Nest { op: inner, size: 0 }),
            "scf.while" | "scf.if" | "scf.index_switch" | "scf.execute_region" => {
                find_nests(inner, criteria, nests);
            }
            name if name.starts_with("linalg.") => {
                let size = expanded(ir::walk(inner));
                let stays = linalg_iterations(inner) < criteria.threshold && size < LONG;
                nests.push(Nest { op: inner, size: if stays { size.max(1) } else { 0 } });
            }
            // A sequential loop becomes a kernel unless it contains a parallel loop.
            "scf.for" => {
                if contains_forall(inner) || !criteria.loops {
                    find_nests(inner, criteria, nests);
                } else {
                    nests.push(Nest { op: inner, size: 0 });
                }
            }
            _ => {}
        }
    }
}

fn contains_forall(op: Op) -> bool {
    ir::walk(op).into_iter().any(|inner| ir::op_name(inner) == "scf.forall")
}

/// Returns a lower bound of the number of iterations of a linalg operation: the number of elements
/// of its largest operand.
fn linalg_iterations(op: Op) -> i64 {
    let sizes = ir::operands(op).into_iter().filter_map(|operand| Shaped::of(operand.r#type()));
    sizes.map(|shaped| shaped.elements()).max().unwrap_or(1)
}

/// Minimum estimated code size of a linalg operation that always becomes a kernel, even if it has
/// few iterations. LLVM would unroll its loops, and several such nests in one function compile
/// slowly.
const LONG: usize = 256;

fn outline<'a>(
    context: &'a Context,
    function: Op<'a>,
    nest: Op<'a>,
    name: &str,
) -> Result<(), Failure<'a>> {
    if !ir::results(nest).is_empty() && ir::op_name(nest) != "scf.for" {
        let op = ir::op_name(nest);
        let message = format!("`{op}`: expected a loop nest without results, found results");
        return Err(Failure::at(nest, message));
    }
    if !ir::results(nest).is_empty() {
        // A loop that yields scalars stays, because the function uses them.
        return Ok(());
    }
    pass_layouts(context, nest);
    let Captured { sunk, arguments } = captured(nest);
    let index = ir::index(context);
    let mut types: Vec<_> = arguments.iter().map(|value| value.r#type()).collect();
    let forall = match ir::op_name(nest) {
        "scf.forall" => Some(Forall::of(nest).ok_or_else(|| dynamic_bounds(nest))?),
        _ => None,
    };
    let tasks = forall.as_ref().map_or(Some(1), Forall::tasks);
    let tasks = tasks.ok_or_else(|| too_many_tasks(nest))?;
    if forall.is_some() {
        types.extend([index, index]);
    }

    let builder = Builder::before(context, function).at(nest.location());
    let body = builder.region(&types, |builder, parameters| {
        let end = builder.op("func.return").build();
        let inside = Builder::before(context, end).at(nest.location());
        let mut inner: HashMap<usize, Value> = arguments
            .iter()
            .copied()
            .map(ir::value_address)
            .zip(parameters.iter().copied())
            .collect();
        for op in &sunk {
            let clone = ir::clone_before(*op, end);
            for (position, operand) in ir::operands(*op).iter().enumerate() {
                ir::set_operand(clone, position, inner[&ir::value_address(*operand)]);
            }
            inner.insert(ir::value_address(ir::results(*op)[0]), ir::results(clone)[0]);
        }
        for value in arguments.iter().copied().chain(sunk.iter().map(|op| ir::results(*op)[0])) {
            ir::replace_uses_inside(value, inner[&ir::value_address(value)], nest);
        }
        // Allocate stack memory once a call instead of once an iteration.
        let start = ir::ops(inside.block())[0];
        for op in ir::walk(nest) {
            if ir::op_name(op) == "memref.alloca" && ir::operands(op).is_empty() {
                ir::move_before(op, start);
            }
        }
        if let Some(forall) = &forall {
            let range = (parameters[types.len() - 2], parameters[types.len() - 1]);
            flatten_forall(inside, nest, forall, range);
        }
    });
    let mut attributes = Vec::new();
    let noalias = ir::parse_attribute(context, "{llvm.noalias}");
    let none = ir::parse_attribute(context, "{}");
    let distinct = arguments.iter().all(|value| is_distinct(*value));
    for (position, ty) in types.iter().enumerate() {
        // No code writes a constant, so that nothing else matters.
        let alone = distinct || arguments.get(position).is_some_and(|value| is_constant(*value));
        attributes.push(if ty.is_mem_ref() && alone { noalias } else { none });
    }
    let ty = FunctionType::new(context, &types, &[]);
    let kernel = builder
        .op("func.func")
        .attr("sym_name", ir::string_attr(context, name))
        .attr("function_type", TypeAttribute::new(ty.into()).into())
        .attr("sym_visibility", ir::string_attr(context, "private"))
        .attr("arg_attrs", ir::array_attr(context, &attributes))
        .attr(facts::TASKS, ir::i64_attr(context, tasks))
        .region(body)
        .build();

    let call = Builder::before(context, nest);
    let mut operands = arguments;
    if forall.is_some() {
        operands.extend([call.index(0), call.index(tasks)]);
    }
    call.op("func.call")
        .operands(&operands)
        .attr("callee", ir::flat_symbol_attr(context, name))
        .build();
    if forall.is_some() {
        ir::erase(nest);
    } else if let Some(end) = ir::regions(kernel)
        .into_iter()
        .flat_map(ir::blocks)
        .next()
        .and_then(|block| block.terminator())
    {
        ir::move_before(nest, end);
    }
    Ok(())
}

/// Replaces each memref with a dynamic layout in the nest by a memref that is built from its base
/// memory, offset and strides, which become arguments of the kernel.
fn pass_layouts<'a>(context: &'a Context, nest: Op<'a>) {
    for value in captured(nest).arguments {
        let Ok(ty) = MemRefType::try_from(value.r#type()) else { continue };
        let Some(shaped) = Shaped::of(value.r#type()).filter(Shaped::is_static) else { continue };
        if ty.affine_map().is_identity() {
            continue;
        }
        let (strides, offset) = ty.strides_and_offset();
        if offset != Shaped::DYNAMIC && !strides.contains(&Shaped::DYNAMIC) {
            continue;
        }
        let builder = Builder::before(context, nest);
        let (index, rank) = (ir::index(context), shaped.rank());
        let mut types = vec![ir::memref(&[], shaped.element)];
        types.resize(2 + 2 * rank, index);
        let metadata = builder
            .op("memref.extract_strided_metadata")
            .operands(&[value])
            .results(&types)
            .build();
        let parts = ir::results(metadata);
        let mut operands = parts[..2].to_vec();
        operands.extend(&parts[2 + rank..]);
        let array = |values: &[i64]| ir::dense_i64_attr(context, values);
        let unknown = vec![Shaped::DYNAMIC; rank];
        let offset = Shaped::DYNAMIC;
        let dynamic = builder
            .op("memref.reinterpret_cast")
            .operands(&operands)
            .attr("static_offsets", array(&[offset]))
            .attr("static_sizes", array(&shaped.shape))
            .attr("static_strides", array(&unknown))
            .segments(&[1, 1, 0, rank as i32])
            .result(ir::strided_memref(context, &shaped.shape, shaped.element, &unknown, offset))
            .value();
        let same = builder.simple("memref.cast", &[dynamic], value.r#type());
        ir::replace_uses_inside(value, same, nest);
    }
}

/// Returns true if a memref is an allocated buffer, a constant, or an argument of the function. For
/// other memrefs, control flow may determine at run time which memory they refer to. Also returns
/// true for values that are not memrefs.
fn is_distinct(value: Value) -> bool {
    if !value.r#type().is_mem_ref() {
        return true;
    }
    match ir::defining_op(value) {
        Some(op) => matches!(
            ir::op_name(op),
            "memref.view" | "memref.alloc" | "memref.alloca" | "memref.get_global"
        ),
        None => BlockArgument::try_from(value).is_ok_and(|argument| {
            argument.owner().parent_operation().is_some_and(|op| ir::op_name(op) == "func.func")
        }),
    }
}

/// Returns true for the memref of a global constant, which `memref.get_global` defines.
fn is_constant(value: Value) -> bool {
    ir::defining_op(value).is_some_and(|op| ir::op_name(op) == "memref.get_global")
}

/// The values that a nest captures from outside.
struct Captured<'a> {
    /// Operations outside the nest that are cloned into the kernel, operands before users. They are
    /// constants, and views, whose layouts would be lost if the memrefs were passed as pointers.
    sunk: Vec<Op<'a>>,
    /// The captured values that are not cloned into the kernel. They become its arguments.
    arguments: Vec<Value<'a>>,
}

fn captured<'a>(nest: Op<'a>) -> Captured<'a> {
    let nested = ir::walk(nest);
    let mut seen = HashSet::new();
    for op in &nested {
        seen.extend(ir::results(*op).into_iter().map(ir::value_address));
        for block in ir::regions(*op).into_iter().flat_map(ir::blocks) {
            seen.extend(ir::args(block).into_iter().map(ir::value_address));
        }
    }
    let mut found = Captured { sunk: Vec::new(), arguments: Vec::new() };
    for operand in nested.into_iter().flat_map(ir::operands) {
        capture(operand, &mut seen, &mut found);
    }
    found
}

fn capture<'a>(value: Value<'a>, seen: &mut HashSet<usize>, found: &mut Captured<'a>) {
    if !seen.insert(ir::value_address(value)) {
        return;
    }
    match ir::defining_op(value) {
        Some(op) if sinks(op) || is_small_constant(op) => {
            for operand in ir::operands(op) {
                capture(operand, seen, found);
            }
            found.sunk.push(op);
        }
        _ => found.arguments.push(value),
    }
}

fn sinks(op: Op) -> bool {
    matches!(
        ir::op_name(op),
        "arith.constant"
            | "complex.constant"
            | "memref.cast"
            | "memref.collapse_shape"
            | "memref.expand_shape"
            | "memref.reinterpret_cast"
            | "memref.subview"
    )
}

/// The minimum number of elements of a constant that is passed to kernels as an argument. LLVM may
/// fold loads of smaller constants.
const PASSED_ELEMENTS: i64 = 32;

/// Returns true for a small constant, which kernels refer to by its symbol.
///
/// Larger constants, such as the weights of a network, are passed as arguments, so that the kernels
/// of repeated layers are identical.
fn is_small_constant(op: Op) -> bool {
    ir::op_name(op) == "memref.get_global"
        && ir::results(op)
            .first()
            .and_then(|result| Shaped::of(result.r#type()))
            .is_some_and(|shaped| shaped.elements() < PASSED_ELEMENTS)
}

fn dynamic_bounds(nest: Op<'_>) -> Failure<'_> {
    Failure::at(nest, "`scf.forall`: expected static bounds and steps, found a dynamic one")
}

fn too_many_tasks(nest: Op<'_>) -> Failure<'_> {
    Failure::at(nest, "`scf.forall`: expected fewer than 2^63 iterations in total, found more")
}

/// Emits a sequential loop over the linearized iterations from `begin` to `end` at `at`, and moves
/// the body of the `scf.forall` into it. The induction variables of the `scf.forall` are computed
/// from the linearized iteration.
fn flatten_forall<'a>(
    at: Builder<'a>,
    nest: Op<'a>,
    forall: &Forall,
    (begin, end): (Value<'a>, Value<'a>),
) {
    let context = at.context();
    let one = at.index(1);
    let region = at.region(&[ir::index(context)], |builder, arguments| {
        let variables = forall.variables(builder, arguments[0]);
        let last = builder.op("scf.yield").build();
        if let Some(block) = ir::regions(nest).into_iter().flat_map(ir::blocks).next() {
            ir::inline_block_before(block, &variables, last);
        }
    });
    at.op("scf.for").operands(&[begin, end, one]).region(region).build();
}
