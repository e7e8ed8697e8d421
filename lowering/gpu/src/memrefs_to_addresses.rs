// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-memrefs-to-addresses`: replaces memrefs by 64-bit addresses. SPIR-V loads and stores at these
//! addresses through pointers to physical storage buffers.
//!
//! Before: `%0 = memref.load %a[%i] : memref<8xf32>`
//! After:  `%p = spirv.ConvertUToPtr %address : i64 to !spirv.ptr<f32, PhysicalStorageBuffer>`
//!         `%0 = spirv.Load "PhysicalStorageBuffer" %p ["Aligned", 4] : f32`
//!
//! Upstream's conversion of memrefs uses descriptors of buffers. Devices limit the number of descriptors
//! and the size of a buffer, some to 128 MiB.
//!
//! Values of type `index` become `i64`, and complex numbers become vectors of two elements. Memory that
//! a function allocates becomes a SPIR-V variable.

mod access;
mod element;
mod retype;
mod variable;

use access::Access;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{TypeLike, ValueLike};
pub use variable::SHARED;
use variable::Variables;

/// The pass `hloom-memrefs-to-addresses`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-memrefs-to-addresses",
    description: "replace memrefs by 64-bit addresses, for SPIR-V",
    anchor: "gpu.module",
    level: Level::Target,
    options: &[],
    dialects: &["arith", "scf", "spirv", "vector"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let all = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
    let functions: Vec<_> = all.filter(|op| ir::op_name(*op) == "func.func").collect();
    for function in &functions {
        copies_to_loops(context, *function)?;
        if function.attribute("gpu.kernel").is_ok() {
            add_offsets(context, *function)?;
        }
        let mut variables = Variables::of(context, *function);
        for op in ir::walk(*function) {
            if let Some(access) = Access::of(op)? {
                access.emit(context, &mut variables)?;
            }
        }
        views_to_addresses(context, *function)?;
        variables.finish();
    }
    functions.into_iter().try_for_each(|function| retype::run(context, function))
}

/// Adds the static offset of each memref argument of a kernel to its address, because the caller
/// passes the address of the start of the memory. Functions other than kernels take the addresses
/// of first elements.
fn add_offsets<'a>(context: &'a Context, function: Op<'a>) -> Result<(), Failure<'a>> {
    let block = ir::regions(function).into_iter().flat_map(ir::blocks).next();
    let Some(first) = block.and_then(|block| ir::ops(block).first().copied()) else {
        return Ok(());
    };
    let at = Builder::before(context, first);
    for argument in block.map(ir::args).unwrap_or_default() {
        let ty = argument.r#type();
        let offset = if ty.is_mem_ref() { offset_of(function, ty)? } else { 0 };
        if offset != 0 {
            let bytes = offset * element::element_bytes(function, ir::element_of(ty))?;
            let uses = ir::uses(argument);
            // The sum has the memref type of the argument until all accesses are replaced.
            let address = at.simple("arith.addi", &[argument, at.index(bytes)], ty);
            for (user, position) in uses {
                ir::set_operand(user, position, address);
            }
        }
    }
    Ok(())
}

/// Replaces each `memref.copy` by loops over its elements.
fn copies_to_loops<'a>(context: &'a Context, function: Op<'a>) -> Result<(), Failure<'a>> {
    for op in ir::walk(function).into_iter().filter(|op| ir::op_name(*op) == "memref.copy") {
        let operands = ir::operands(op);
        let ty = operands[0].r#type();
        if Shaped::of(ty).is_none_or(|shaped| !shaped.is_static()) {
            let message = format!("`memref.copy`: expected a source of static shape, found `{ty}`");
            return Err(Failure::at(op, message));
        }
        let mut builder = Builder::before(context, op);
        let mut indices = Vec::new();
        for size in ir::shape_of(operands[0]) {
            let bounds = [builder.index(0), builder.index(size), builder.index(1)];
            let body = builder.region(&[ir::index(context)], |inside, _| {
                inside.op("scf.yield").build();
            });
            let nest = builder.op("scf.for").operands(&bounds).region(body).build();
            let block = ir::regions(nest).into_iter().flat_map(ir::blocks).next();
            let block = block.expect("the `scf.for` must have a block");
            indices.push(ir::args(block)[0]);
            builder = Builder::before(context, ir::ops(block)[0]).at(builder.location());
        }
        let element = ir::element_of(ty);
        let value =
            builder.simple("memref.load", &[&[operands[0]], &indices[..]].concat(), element);
        let stored = [&[value, operands[1]], &indices[..]].concat();
        builder.op("memref.store").operands(&stored).build();
        ir::erase(op);
    }
    Ok(())
}

/// Replaces views of memrefs by the addresses of their first elements.
fn views_to_addresses<'a>(context: &'a Context, function: Op<'a>) -> Result<(), Failure<'a>> {
    // In reverse order, because replacing a view needs the memref type of its source, which may be
    // the result of an earlier view.
    for op in ir::walk(function).into_iter().rev() {
        match ir::op_name(op) {
            "memref.cast"
            | "memref.memory_space_cast"
            | "memref.assume_alignment"
            | "memref.extract_aligned_pointer_as_index" => {
                ir::replace(op, [ir::operands(op)[0]]);
            }
            "memref.view" => {
                let (source, shift) = (ir::operands(op)[0], ir::operands(op)[1]);
                let at = Builder::before(context, op);
                ir::replace(op, [at.simple("arith.addi", &[source, shift], ir::index(context))]);
            }
            "memref.extract_strided_metadata" => {
                let source = ir::operands(op)[0];
                let results = ir::results(op);
                if results[1..].iter().any(|result| ir::has_uses(*result)) {
                    let ty = source.r#type();
                    let message = format!(
                        "`memref.extract_strided_metadata`: expected no use of the offset, sizes \
                         or strides of `{ty}`"
                    );
                    return Err(Failure::at(op, message));
                }
                let base = less_offset(Builder::before(context, op), op, source)?;
                ir::replace_all_uses(results[0], base);
                ir::erase(op);
            }
            "memref.reinterpret_cast" => {
                let at = Builder::before(context, op);
                let source = ir::operands(op)[0];
                let base = less_offset(at, op, source)?;
                let ty = ir::results(op)[0].r#type();
                let bytes = element::element_bytes(op, ir::element_of(ty))?;
                let offset = op.attribute("static_offsets").ok().and_then(ir::i64_array);
                let offset = match offset.and_then(|offsets| offsets.first().copied()) {
                    None | Some(Shaped::DYNAMIC) => ir::operands(op)[1],
                    Some(offset) => at.index(offset),
                };
                let offset = at.binary("arith.muli", offset, at.index(bytes));
                ir::replace(op, [at.simple("arith.addi", &[base, offset], ir::index(context))]);
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the address of the first element of the memref `source` minus the static offset of its
/// type: the address of the memory that contains the memref.
fn less_offset<'a>(
    at: Builder<'a>,
    op: Op<'a>,
    source: ir::Value<'a>,
) -> Result<ir::Value<'a>, Failure<'a>> {
    let index = ir::index(at.context());
    match offset_of(op, source.r#type())? {
        0 => Ok(source),
        Shaped::DYNAMIC => {
            let name = ir::op_name(op);
            let ty = source.r#type();
            Err(Failure::at(
                op,
                format!("`{name}`: expected a memref with a static offset, found `{ty}`"),
            ))
        }
        offset => {
            let bytes = element::element_bytes(op, ir::element_of(source.r#type()))?;
            Ok(at.simple("arith.subi", &[source, at.index(offset * bytes)], index))
        }
    }
}

fn offset_of<'a>(op: Op<'a>, ty: ir::Type<'a>) -> Result<i64, Failure<'a>> {
    let ty = MemRefType::try_from(ty)
        .map_err(|_| Failure::at(op, format!("expected a memref operand, found `{ty}`")))?;
    Ok(ty.strides_and_offset().1)
}
