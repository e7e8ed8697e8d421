// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Loads and stores of elements.

use super::element::{element_bytes, storage};
use super::variable::Variables;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Type, Value};
use melior::ir::ValueLike;
use melior::ir::r#type::MemRefType;

/// The storage class of memory that is addressed.
const PHYSICAL: &str = "PhysicalStorageBuffer";

/// A load or a store.
pub struct Access<'a> {
    op: Op<'a>,
    /// The value that is stored, `None` for a load.
    stored: Option<Value<'a>>,
    memory: Value<'a>,
    indices: Vec<Value<'a>>,
    strides: Vec<i64>,
}

impl<'a> Access<'a> {
    /// Reads an operation. Returns `None` if it is neither a load nor a store.
    ///
    /// # Errors
    /// Fails if the layout of the memory is not static.
    pub fn of(op: Op<'a>) -> Result<Option<Self>, Failure<'a>> {
        let operands = ir::operands(op);
        let (stored, rest) = match ir::op_name(op) {
            "memref.load" => (None, &operands[..]),
            "memref.store" => (Some(operands[0]), &operands[1..]),
            _ => return Ok(None),
        };
        let (memory, indices) = (rest[0], rest[1..].to_vec());
        let ty = memory.r#type();
        let strides = MemRefType::try_from(ty).ok().map(|ty| ty.strides_and_offset().0);
        let strides = strides.filter(|strides| !strides.contains(&Shaped::DYNAMIC));
        let strides = strides.ok_or_else(|| {
            let name = ir::op_name(op);
            Failure::at(op, format!("`{name}`: expected memory of static strides, found `{ty}`"))
        })?;
        Ok(Some(Self { op, stored, memory, indices, strides }))
    }

    /// Replaces the operation.
    ///
    /// # Errors
    /// Fails if SPIR-V cannot store the element type.
    pub fn emit(
        self,
        context: &'a Context,
        variables: &mut Variables<'a>,
    ) -> Result<(), Failure<'a>> {
        let at = Builder::before(context, self.op);
        let element = ir::element_of(self.memory.r#type());
        let bytes = element_bytes(self.op, element)?;
        let mut offset: Option<Value<'a>> = None;
        for (index, stride) in self.indices.iter().zip(&self.strides).filter(|it| *it.1 != 0) {
            let scaled = match stride * bytes {
                1 => *index,
                step => at.binary("arith.muli", *index, at.index(step)),
            };
            offset = Some(offset.map_or(scaled, |sum| at.binary("arith.addi", sum, scaled)));
        }
        let index = ir::index(context);
        let address = match offset {
            Some(offset) => at.simple("arith.addi", &[self.memory, offset], index),
            None => self.memory,
        };
        let variable = variables.find(self.op, self.memory)?;
        let part = ir::is_complex(element);
        let scalar = part.unwrap_or(element);
        let pointer = |position: i64| {
            let size = bytes / if part.is_some() { 2 } else { 1 };
            let address = match position {
                0 => address,
                _ => at.simple("arith.addi", &[address, at.index(size * position)], index),
            };
            let stored = storage(context, scalar);
            let pointer = match &variable {
                Some(variable) => variable.pointer(at, address, stored, size),
                None => {
                    let address = at.simple("arith.index_cast", &[address], ir::int(context, 64));
                    let ty = Type::parse(context, &format!("!spirv.ptr<{stored}, {PHYSICAL}>"));
                    let ty = ty.expect("the spirv dialect is loaded");
                    at.simple("spirv.ConvertUToPtr", &[address], ty)
                }
            };
            // A variable has no address, and accesses of it no alignment.
            Pointer { pointer, stored, aligned: variable.is_none().then_some(size) }
        };
        match (self.stored, part) {
            (None, None) => ir::replace(self.op, [pointer(0).load(at, scalar)]),
            (None, Some(_)) => {
                let parts = [0, 1].map(|position| pointer(position).load(at, scalar));
                ir::replace(self.op, [at.simple("complex.create", &parts, element)]);
            }
            (Some(value), None) => {
                pointer(0).store(at, value);
                ir::erase(self.op);
            }
            (Some(value), Some(_)) => {
                for (position, name) in ["complex.re", "complex.im"].into_iter().enumerate() {
                    pointer(position as i64).store(at, at.simple(name, &[value], scalar));
                }
                ir::erase(self.op);
            }
        }
        Ok(())
    }
}

/// A pointer of SPIR-V.
struct Pointer<'a> {
    pointer: Value<'a>,
    /// The type in memory.
    stored: Type<'a>,
    aligned: Option<i64>,
}

impl<'a> Pointer<'a> {
    /// Emits the load of a value of type `ty`.
    fn load(self, at: Builder<'a>, ty: Type<'a>) -> Value<'a> {
        let mut load = at.op("spirv.Load").operands(&[self.pointer]);
        for (name, attribute) in self.access(at) {
            load = load.attr(name, attribute);
        }
        let value = load.result(self.stored).value();
        if self.stored == ty {
            return value;
        }
        if ir::is_index(ty) {
            return at.simple("arith.index_cast", &[value], ty);
        }
        at.cmpi("ne", value, at.int(0, self.stored))
    }

    /// Emits the store of a value.
    fn store(self, at: Builder<'a>, value: Value<'a>) {
        let value = match value.r#type() {
            ty if ty == self.stored => value,
            ty if ir::is_index(ty) => at.simple("arith.index_cast", &[value], self.stored),
            _ => at.simple("arith.extui", &[value], self.stored),
        };
        let mut store = at.op("spirv.Store").operands(&[self.pointer, value]);
        for (name, attribute) in self.access(at) {
            store = store.attr(name, attribute);
        }
        store.build();
    }

    fn access(&self, at: Builder<'a>) -> Vec<(&'static str, ir::Attribute<'a>)> {
        let Some(bytes) = self.aligned else { return Vec::new() };
        let context = at.context();
        vec![
            ("memory_access", ir::parse_attribute(context, "#spirv.memory_access<Aligned>")),
            ("alignment", ir::i32_attr(context, bytes as i32)),
        ]
    }
}
