// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Loads and stores of elements.

use super::element::{element_bytes, storage};
use super::variable::Variables;
use crate::spirv;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Type, Value};
use melior::ir::ValueLike;
use melior::ir::r#type::MemRefType;

/// A load or a store of an element of a memref.
pub struct Access<'a> {
    op: Op<'a>,
    /// The value that is stored; `None` for a load.
    stored: Option<Value<'a>>,
    memory: Value<'a>,
    indices: Vec<Value<'a>>,
    strides: Vec<i64>,
}

impl<'a> Access<'a> {
    /// Returns the load or store of a `memref.load` or `memref.store`, and `None` for other operations.
    ///
    /// # Errors
    /// Fails if the strides of the memref are not static.
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
            Failure::at(
                op,
                format!("`{name}`: expected a memref with static strides, found `{ty}`"),
            )
        })?;
        Ok(Some(Self { op, stored, memory, indices, strides }))
    }

    /// Replaces the load or the store by operations of SPIR-V.
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
        let place = |position: i64| {
            let size = bytes / if part.is_some() { 2 } else { 1 };
            let address = match position {
                0 => address,
                _ => at.simple("arith.addi", &[address, at.index(size * position)], index),
            };
            let stored = storage(context, scalar);
            let place = match &variable {
                Some(variable) => Place::Variable(variable.pointer(at, address, stored, size)),
                None => {
                    let address = at.simple("arith.index_cast", &[address], ir::int(context, 64));
                    Place::Address(address, size)
                }
            };
            Element { place, stored }
        };
        match (self.stored, part) {
            (None, None) => ir::replace(self.op, [place(0).load(at, scalar)]),
            (None, Some(_)) => {
                let parts = [0, 1].map(|position| place(position).load(at, scalar));
                ir::replace(self.op, [at.simple("complex.create", &parts, element)]);
            }
            (Some(value), None) => {
                place(0).store(at, value);
                ir::erase(self.op);
            }
            (Some(value), Some(_)) => {
                for (position, name) in ["complex.re", "complex.im"].into_iter().enumerate() {
                    place(position as i64).store(at, at.simple(name, &[value], scalar));
                }
                ir::erase(self.op);
            }
        }
        Ok(())
    }
}

/// The location of a scalar in memory.
enum Place<'a> {
    /// The address in device memory as an `i64`, and the size of the scalar in bytes.
    Address(Value<'a>, i64),
    /// A pointer to an element of a SPIR-V variable.
    Variable(Value<'a>),
}

/// A scalar in memory: an element of a memref, or the real or imaginary part of a complex element.
struct Element<'a> {
    place: Place<'a>,
    /// The type that the scalar has in memory, such as `i8` for an `i1`.
    stored: Type<'a>,
}

impl<'a> Element<'a> {
    /// Emits the load of the scalar, and its conversion from the type in memory to the type `ty`.
    fn load(self, at: Builder<'a>, ty: Type<'a>) -> Value<'a> {
        let value = match self.place {
            Place::Address(address, bytes) => spirv::load_at(at, address, self.stored, bytes),
            Place::Variable(pointer) => at.simple("spirv.Load", &[pointer], self.stored),
        };
        if self.stored == ty {
            return value;
        }
        if ir::is_index(ty) {
            return at.simple("arith.index_cast", &[value], ty);
        }
        at.cmpi("ne", value, at.int(0, self.stored))
    }

    /// Emits the conversion of `value` to the type in memory, and its store.
    fn store(self, at: Builder<'a>, value: Value<'a>) {
        let value = match value.r#type() {
            ty if ty == self.stored => value,
            ty if ir::is_index(ty) => at.simple("arith.index_cast", &[value], self.stored),
            _ => at.simple("arith.extui", &[value], self.stored),
        };
        match self.place {
            Place::Address(address, bytes) => spirv::store_at(at, address, value, bytes),
            Place::Variable(pointer) => {
                at.op("spirv.Store").operands(&[pointer, value]).build();
            }
        }
    }
}
