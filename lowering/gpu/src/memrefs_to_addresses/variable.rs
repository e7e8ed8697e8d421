// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! SPIR-V variables that stand for allocations in a kernel.

use super::element::{element_bytes, storage};
use crate::{host, shared_memory, spirv};
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Type, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::collections::HashMap;

/// A SPIR-V variable that stands for an allocation in a kernel, or for a view of its bytes.
#[derive(Clone, Copy)]
pub struct Variable<'a> {
    variable: Value<'a>,
    /// The SPIR-V storage class: `Function` for memory of a thread, `Workgroup` for memory that the
    /// threads of a block share.
    class: &'static str,
    /// The offset in bytes of the variable from the start of its allocation.
    start: i64,
    elements: i64,
}

impl<'a> Variable<'a> {
    /// Emits a pointer to the element at `address`, which is an offset in bytes from the start of
    /// the allocation. `stored` is the type of the element in memory, and `bytes` its size.
    pub fn pointer(
        &self,
        at: Builder<'a>,
        address: Value<'a>,
        stored: Type<'a>,
        bytes: i64,
    ) -> Value<'a> {
        let context = at.context();
        let position =
            at.simple("arith.subi", &[address, at.index(self.start)], ir::index(context));
        let index = at.binary("arith.divui", position, at.index(bytes));
        let index = at.simple("arith.index_cast", &[index], ir::int(context, 64));
        let ty = spirv::ty(context, &format!("!spirv.ptr<{stored}, {}>", self.class));
        at.simple("spirv.AccessChain", &[self.variable, index], ty)
    }
}

/// The prefix of the names of variables that the threads of a block share. It is followed by the
/// name of the kernel.
pub const SHARED: &str = "hloom_shared";

/// The variables that stand for the allocations in a kernel.
pub struct Variables<'a> {
    context: &'a Context,
    function: Op<'a>,
    /// The first operation of the function, before which variables are declared.
    first: Option<Op<'a>>,
    /// The variables, indexed by the allocation, the offset in bytes from its start, and the
    /// element type.
    known: HashMap<(usize, i64, String), Variable<'a>>,
    allocations: Vec<Op<'a>>,
}

impl<'a> Variables<'a> {
    /// Creates an empty table of the variables of a function.
    pub fn of(context: &'a Context, function: Op<'a>) -> Self {
        let block = ir::regions(function).into_iter().flat_map(ir::blocks).next();
        let first = block.and_then(|block| ir::ops(block).first().copied());
        Self { context, function, first, known: HashMap::new(), allocations: Vec::new() }
    }

    /// Returns the variable that stands for the memref `memory`, and creates it at the first call.
    /// Returns `None` for device memory.
    ///
    /// # Errors
    /// Fails if the size or the offset is not static, if Vulkan lacks the element type, or if operations
    /// other than loads, stores and views use the allocation.
    pub fn find(
        &mut self,
        user: Op<'a>,
        memory: Value<'a>,
    ) -> Result<Option<Variable<'a>>, Failure<'a>> {
        let mut root = memory;
        // A view of bytes has another element type, and gets a variable of its own: views share
        // bytes only if the value of one is no longer needed when another is written.
        let mut view = None;
        let allocation = loop {
            match ir::defining_op(root) {
                Some(op) if host::is_view(op) || is_metadata(op) => {
                    view = Some(op).filter(|op| ir::op_name(*op) == "memref.view").or(view);
                    root = ir::operands(op)[0];
                }
                other => break other,
            }
        };
        let is_own = |op: &Op| matches!(ir::op_name(*op), "memref.alloca" | "memref.alloc");
        let Some(allocation) = allocation.filter(is_own) else { return Ok(None) };
        let source = view.unwrap_or(allocation);
        let start = match view.map(|view| ir::operands(view)[1]).map(ir::defining_op) {
            None => 0,
            Some(shift) => shift
                .and_then(|shift| ir::integer(shift, "value"))
                .ok_or_else(|| Failure::at(source, "`memref.view`: expected a constant offset"))?,
        };
        let shape = Shaped::of(ir::results(source)[0].r#type()).filter(Shaped::is_static);
        let shape = shape.ok_or_else(|| {
            let (name, ty) = (ir::op_name(source), ir::results(source)[0].r#type());
            Failure::at(
                source,
                format!("`{name}`: expected a memref of static shape, found `{ty}`"),
            )
        })?;
        element_bytes(user, shape.element)?;
        let part = ir::is_complex(shape.element);
        let elements = (shape.elements() * if part.is_some() { 2 } else { 1 }).max(1);
        let stored = storage(self.context, part.unwrap_or(shape.element));
        let key = (ir::value_address(root), start, stored.to_string());
        if let Some(variable) = self.known.get(&key) {
            if variable.elements < elements {
                return Err(Failure::at(
                    source,
                    "`memref.view`: expected at most as many elements as in the first view of this \
                     memory",
                ));
            }
            return Ok(Some(*variable));
        }
        let Some(first) = self.first else { return Ok(None) };
        let at = Builder::before(self.context, first);
        let array = format!("!spirv.array<{elements} x {stored}>");
        let is_shared = shared_memory::is_in_block(ir::results(allocation)[0].r#type());
        let (variable, class) = if is_shared {
            (self.shared(at, &array)?, "Workgroup")
        } else {
            (spirv::variable(at, &array), "Function")
        };
        let variable = Variable { variable, class, start, elements };
        self.known.insert(key, variable);
        if !self.allocations.contains(&allocation) {
            check_uses(ir::results(allocation)[0])?;
            self.allocations.push(allocation);
        }
        Ok(Some(variable))
    }

    /// Emits a variable of the type `array` that the threads of a block share. Returns a pointer to
    /// it.
    fn shared(&self, at: Builder<'a>, array: &str) -> Result<Value<'a>, Failure<'a>> {
        let module = self.function.parent_operation();
        let module = module.and_then(|op| ir::regions(op).into_iter().flat_map(ir::blocks).next());
        let module = module.ok_or_else(|| {
            Failure::at(
                self.function,
                "`func.func`: expected the kernel to be inside a `gpu.module`",
            )
        })?;
        let kernel = ir::symbol_name(self.function).unwrap_or_default();
        let name = format!("{SHARED}_{kernel}_{}", self.known.len());
        Ok(spirv::shared_variable(at, module, &name, array))
    }

    /// Replaces each allocation by the constant 0: an address in an allocation is the offset from
    /// its start.
    pub fn finish(self) {
        for allocation in self.allocations {
            let zero = Builder::before(self.context, allocation).index(0);
            ir::replace(allocation, [zero]);
        }
    }
}

/// Checks that only loads, stores and views use an allocation that becomes a SPIR-V variable,
/// because a variable has no address.
fn check_uses(memory: Value<'_>) -> Result<(), Failure<'_>> {
    for (user, position) in ir::uses(memory) {
        let is_view = host::is_view(user) || is_metadata(user);
        let is_access = match ir::op_name(user) {
            "memref.load" => true,
            "memref.store" => position == 1,
            // An access that is replaced already.
            "arith.addi" | "arith.subi" => true,
            _ => false,
        };
        if is_view {
            check_uses(ir::results(user)[0])?;
        } else if !is_access {
            let name = ir::op_name(user);
            let message = format!(
                "`{name}`: in kernels for Vulkan, only loads, stores and views can use local memory"
            );
            return Err(Failure::at(user, message));
        }
    }
    Ok(())
}

fn is_metadata(op: Op) -> bool {
    ir::op_name(op) == "memref.extract_strided_metadata"
}
