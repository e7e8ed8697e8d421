// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builders of operations.

use super::{Attribute, Block, Context, Location, Op, Type, Value, types};
use crate::ffi;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{BlockLike, Identifier, ValueLike};

/// A builder that creates operations at one insertion point and with one location.
#[derive(Clone, Copy)]
pub struct Builder<'a> {
    context: &'a Context,
    block: Block<'a>,
    before: Option<Op<'a>>,
    location: Location<'a>,
}

impl<'a> Builder<'a> {
    /// Returns a builder that appends to `block`.
    pub fn at_end(context: &'a Context, block: Block<'a>, location: Location<'a>) -> Self {
        Self { context, block, before: None, location }
    }

    /// Returns a builder that inserts before `op`, with the location of `op`.
    ///
    /// # Panics
    /// Panics if `op` is not in a block.
    pub fn before(context: &'a Context, op: Op<'a>) -> Self {
        let block = op.block().expect("`op` must be inside a block");
        Self { context, block, before: Some(op), location: op.location() }
    }

    /// Returns a builder with the same insertion point and another location.
    pub fn at(self, location: Location<'a>) -> Self {
        Self { location, ..self }
    }

    /// Returns the MLIR context of the operations.
    pub fn context(&self) -> &'a Context {
        self.context
    }

    /// Returns the location of new operations.
    pub fn location(&self) -> Location<'a> {
        self.location
    }

    /// Returns the block into which operations are inserted.
    pub fn block(&self) -> Block<'a> {
        self.block
    }

    /// Starts building an operation called `name`, such as `arith.addi`.
    pub fn op(&self, name: &str) -> OpBuilder<'a> {
        // MLIR keeps a pointer to the name, so it must be the context's own copy.
        let name = Identifier::new(self.context, name);
        let name = name.as_string_ref().as_str().expect("an operation name must be UTF-8");
        OpBuilder { at: *self, builder: OperationBuilder::new(name, self.location) }
    }

    /// Returns a builder that appends to `block`, with this builder's location.
    pub fn inside(&self, block: Block<'a>) -> Self {
        Self { block, before: None, ..*self }
    }

    /// Inserts a copy of an operation, with the same operands.
    pub fn copy(&self, op: Op<'a>) -> Op<'a> {
        match self.before {
            Some(before) => ffi::clone_before(op, before),
            None => ffi::clone_at_end(op, self.block),
        }
    }

    /// Creates an operation with one result and no attributes.
    pub fn simple(&self, name: &str, operands: &[Value<'a>], result: Type<'a>) -> Value<'a> {
        self.op(name).operands(operands).result(result).value()
    }

    /// Creates a call of an LLVM intrinsic with one result.
    pub fn intrinsic(&self, name: &str, operands: &[Value<'a>], result: Type<'a>) -> Value<'a> {
        self.op("llvm.call_intrinsic")
            .operands(operands)
            .attr("intrin", super::string_attr(self.context, name))
            .attr("op_bundle_sizes", super::parse_attribute(self.context, "array<i32>"))
            .segments(&[operands.len() as i32, 0])
            .result(result)
            .value()
    }

    /// Creates an `arith.constant` of type `index`.
    pub fn index(&self, value: i64) -> Value<'a> {
        self.constant(super::index_attr(self.context, value), types::index(self.context))
    }

    /// Creates an `arith.constant` of any attribute and type.
    pub fn constant(&self, value: Attribute<'a>, ty: Type<'a>) -> Value<'a> {
        self.op("arith.constant").attr("value", value).result(ty).value()
    }

    /// Creates an `arith.constant` of a signless integer type from the low bits of `value`.
    pub fn int(&self, value: i64, ty: Type<'a>) -> Value<'a> {
        self.constant(super::int_attr(ty, value), ty)
    }

    /// Creates an `arith.constant` of a floating-point type.
    pub fn float(&self, value: f64, ty: Type<'a>) -> Value<'a> {
        self.constant(super::float_attr(self.context, ty, value), ty)
    }

    /// Creates a constant of an integer, float or complex type.
    pub fn scalar(&self, value: Attribute<'a>, ty: Type<'a>) -> Value<'a> {
        let is_complex = types::is_complex(ty).is_some();
        let name = if is_complex { "complex.constant" } else { "arith.constant" };
        self.op(name).attr("value", value).result(ty).value()
    }

    /// Creates a binary operation whose result has the type of the left operand.
    pub fn binary(&self, name: &str, lhs: Value<'a>, rhs: Value<'a>) -> Value<'a> {
        self.simple(name, &[lhs, rhs], lhs.r#type())
    }

    /// Creates a unary operation whose result has the type of its operand.
    pub fn unary(&self, name: &str, operand: Value<'a>) -> Value<'a> {
        self.simple(name, &[operand], operand.r#type())
    }

    /// Creates an `arith.cmpi` by predicate name (`eq`, `ne`, `slt`, `sle`, `sgt`, `ult`, ...).
    ///
    /// # Panics
    /// Panics if `arith.cmpi` has no such predicate.
    pub fn cmpi(&self, predicate: &str, lhs: Value<'a>, rhs: Value<'a>) -> Value<'a> {
        const NAMES: [&str; 10] =
            ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
        self.compare("arith.cmpi", &NAMES, predicate, lhs, rhs)
    }

    /// Creates an `arith.cmpf` by predicate name (`oeq`, `olt`, `une`, `uno`, ...).
    ///
    /// # Panics
    /// Panics if `arith.cmpf` has no such predicate.
    pub fn cmpf(&self, predicate: &str, lhs: Value<'a>, rhs: Value<'a>) -> Value<'a> {
        const NAMES: [&str; 16] = [
            "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult",
            "ule", "une", "uno", "true",
        ];
        self.compare("arith.cmpf", &NAMES, predicate, lhs, rhs)
    }

    fn compare(
        &self,
        op: &str,
        names: &[&str],
        predicate: &str,
        lhs: Value<'a>,
        rhs: Value<'a>,
    ) -> Value<'a> {
        let code = names
            .iter()
            .position(|name| *name == predicate)
            .unwrap_or_else(|| panic!("`{op}` has no predicate `{predicate}`"));
        self.op(op)
            .operands(&[lhs, rhs])
            .attr("predicate", super::i64_attr(self.context, code as i64))
            .result(types::like(lhs.r#type(), types::int(self.context, 1)))
            .value()
    }

    /// Creates an `arith.select`.
    pub fn select(&self, condition: Value<'a>, yes: Value<'a>, no: Value<'a>) -> Value<'a> {
        self.simple("arith.select", &[condition, yes, no], yes.r#type())
    }

    /// Creates a region with one block. `fill` receives a builder at the end of the block and the
    /// block's arguments, whose types are `arguments`.
    pub fn region(
        &self,
        arguments: &[Type<'a>],
        fill: impl FnOnce(Builder<'a>, &[Value<'a>]),
    ) -> melior::ir::Region<'a> {
        let arguments: Vec<_> = arguments.iter().map(|ty| (*ty, self.location)).collect();
        ffi::region_of_block(&arguments, |block| fill(self.inside(block), &super::args(block)))
    }
}

/// An operation under construction.
pub struct OpBuilder<'a> {
    at: Builder<'a>,
    builder: OperationBuilder<'a>,
}

impl<'a> OpBuilder<'a> {
    /// Appends operands to the operation.
    pub fn operands(mut self, operands: &[Value<'a>]) -> Self {
        self.builder = self.builder.add_operands(operands);
        self
    }

    /// Sets the attribute `name` of the operation.
    pub fn attr(mut self, name: &str, value: Attribute<'a>) -> Self {
        let name = Identifier::new(self.at.context, name);
        self.builder = self.builder.add_attributes(&[(name, value)]);
        self
    }

    /// Copies the attributes of `op`, except those named in `left_out`.
    pub fn attrs_of(mut self, op: Op<'a>, left_out: &[&str]) -> Self {
        for (name, attribute) in op.attributes() {
            let name = name.as_string_ref().as_str().expect("an attribute name must be UTF-8");
            if !left_out.contains(&name) {
                self = self.attr(name, attribute);
            }
        }
        self
    }

    /// Sets the attribute `operandSegmentSizes`: the number of operands in each group.
    pub fn segments(self, sizes: &[i32]) -> Self {
        let sizes = melior::ir::attribute::DenseI32ArrayAttribute::new(self.at.context, sizes);
        self.attr("operandSegmentSizes", sizes.into())
    }

    /// Appends a result of type `ty` to the operation.
    pub fn result(mut self, ty: Type<'a>) -> Self {
        self.builder = self.builder.add_results(&[ty]);
        self
    }

    /// Appends results of the given types to the operation.
    pub fn results(mut self, types: &[Type<'a>]) -> Self {
        self.builder = self.builder.add_results(types);
        self
    }

    /// Appends successor blocks of a terminator.
    pub fn successors(mut self, blocks: &[Block<'a>]) -> Self {
        for block in blocks {
            self.builder = self.builder.add_successors(&[&**block]);
        }
        self
    }

    /// Appends a region to the operation.
    pub fn region(mut self, region: melior::ir::Region<'a>) -> Self {
        self.builder = self.builder.add_regions([region]);
        self
    }

    /// Creates the operation and inserts it.
    ///
    /// # Panics
    /// Panics if MLIR cannot create the operation. This cannot happen for a registered operation
    /// with explicit result types.
    pub fn build(self) -> Op<'a> {
        let op = self.builder.build().expect("MLIR creates operations with explicit result types");
        match self.at.before {
            Some(before) => self.at.block.insert_operation_before(before, op),
            None => self.at.block.append_operation(op),
        }
    }

    /// Creates the operation, inserts it and returns its first result.
    ///
    /// # Panics
    /// Panics if the operation has no results, and under the same conditions as
    /// [`OpBuilder::build`].
    pub fn value(self) -> Value<'a> {
        self.build().result(0).expect("the operation must have a result").into()
    }
}
