// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Creating operations at an insertion point.

use super::{Attribute, Block, Context, Location, Op, Type, Value, types};
use crate::ffi;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{BlockLike, Identifier, RegionLike, ValueLike};

/// Creates operations at one insertion point and with one location.
#[derive(Clone, Copy)]
pub struct Builder<'a> {
    context: &'a Context,
    block: Block<'a>,
    before: Option<Op<'a>>,
    location: Location<'a>,
}

impl<'a> Builder<'a> {
    /// A builder that appends to `block`.
    pub fn at_end(context: &'a Context, block: Block<'a>, location: Location<'a>) -> Self {
        Self { context, block, before: None, location }
    }

    /// A builder that inserts before `op`, with its location.
    pub fn before(context: &'a Context, op: Op<'a>) -> Self {
        let block = op.block().expect("`op` is inside a block");
        Self { context, block, before: Some(op), location: op.location() }
    }

    /// The same insertion point with another location.
    pub fn at(self, location: Location<'a>) -> Self {
        Self { location, ..self }
    }

    /// The context.
    pub fn context(&self) -> &'a Context {
        self.context
    }

    /// The location given to new operations.
    pub fn location(&self) -> Location<'a> {
        self.location
    }

    /// The block that operations are inserted in.
    pub fn block(&self) -> Block<'a> {
        self.block
    }

    /// Starts an operation called `name`.
    pub fn op(&self, name: &str) -> OpBuilder<'a> {
        // MLIR keeps a pointer to the name: it gets the context's copy of it.
        let name = Identifier::new(self.context, name);
        let name = name.as_string_ref().as_str().expect("a name is UTF-8");
        OpBuilder { at: *self, builder: OperationBuilder::new(name, self.location) }
    }

    /// A block-building builder for `block`, with this builder's location.
    pub fn inside(&self, block: Block<'a>) -> Self {
        Self { block, before: None, ..*self }
    }

    /// An operation of one result that takes `operands` and no attribute.
    pub fn simple(&self, name: &str, operands: &[Value<'a>], result: Type<'a>) -> Value<'a> {
        self.op(name).operands(operands).result(result).value()
    }

    /// `arith.constant` of type `index`.
    pub fn index(&self, value: i64) -> Value<'a> {
        self.constant(super::index_attr(self.context, value), types::index(self.context))
    }

    /// `arith.constant` of any attribute and type.
    pub fn constant(&self, value: Attribute<'a>, ty: Type<'a>) -> Value<'a> {
        self.op("arith.constant").attr("value", value).result(ty).value()
    }

    /// `arith.constant` of an integer type (signless) from the low bits of `value`.
    pub fn int(&self, value: i64, ty: Type<'a>) -> Value<'a> {
        self.constant(super::int_attr(ty, value), ty)
    }

    /// `arith.constant` of a floating-point type.
    pub fn float(&self, value: f64, ty: Type<'a>) -> Value<'a> {
        self.constant(super::float_attr(self.context, ty, value), ty)
    }

    /// A constant of an integer, float or complex type.
    pub fn scalar(&self, value: Attribute<'a>, ty: Type<'a>) -> Value<'a> {
        let is_complex = types::is_complex(ty).is_some();
        let name = if is_complex { "complex.constant" } else { "arith.constant" };
        self.op(name).attr("value", value).result(ty).value()
    }

    /// A binary `arith` operation whose result has the type of its operands.
    pub fn binary(&self, name: &str, lhs: Value<'a>, rhs: Value<'a>) -> Value<'a> {
        self.simple(name, &[lhs, rhs], lhs.r#type())
    }

    /// A unary operation whose result has the type of its operand.
    pub fn unary(&self, name: &str, operand: Value<'a>) -> Value<'a> {
        self.simple(name, &[operand], operand.r#type())
    }

    /// `arith.cmpi` by predicate name (`eq`, `ne`, `slt`, `sle`, `sgt`, `sge`, `ult`, ...).
    ///
    /// # Panics
    /// If the predicate is not one of `arith.cmpi`'s.
    pub fn cmpi(&self, predicate: &str, lhs: Value<'a>, rhs: Value<'a>) -> Value<'a> {
        const NAMES: [&str; 10] =
            ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
        self.compare("arith.cmpi", &NAMES, predicate, lhs, rhs)
    }

    /// `arith.cmpf` by predicate name (`oeq`, `olt`, `une`, `uno`, ...).
    ///
    /// # Panics
    /// If the predicate is not one of `arith.cmpf`'s.
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

    /// `arith.select`.
    pub fn select(&self, condition: Value<'a>, yes: Value<'a>, no: Value<'a>) -> Value<'a> {
        self.simple("arith.select", &[condition, yes, no], yes.r#type())
    }

    /// A region of one block with `arguments`, filled by `fill`.
    pub fn region(
        &self,
        arguments: &[Type<'a>],
        fill: impl FnOnce(Builder<'a>, &[Value<'a>]),
    ) -> melior::ir::Region<'a> {
        let arguments: Vec<_> = arguments.iter().map(|ty| (*ty, self.location)).collect();
        let region = melior::ir::Region::new();
        let block = region.append_block(melior::ir::Block::new(&arguments));
        let block = ffi::block_of_region_under_construction(block);
        fill(self.inside(block), &super::args(block));
        region
    }
}

/// An operation under construction.
pub struct OpBuilder<'a> {
    at: Builder<'a>,
    builder: OperationBuilder<'a>,
}

impl<'a> OpBuilder<'a> {
    /// Appends operands.
    pub fn operands(mut self, operands: &[Value<'a>]) -> Self {
        self.builder = self.builder.add_operands(operands);
        self
    }

    /// Sets an attribute.
    pub fn attr(mut self, name: &str, value: Attribute<'a>) -> Self {
        let name = Identifier::new(self.at.context, name);
        self.builder = self.builder.add_attributes(&[(name, value)]);
        self
    }

    /// Sets the attributes that `op` has, but for those whose names are left out.
    pub fn attrs_of(mut self, op: Op<'a>, left_out: &[&str]) -> Self {
        for (name, attribute) in op.attributes() {
            let name = name.as_string_ref().as_str().expect("a name is UTF-8");
            if !left_out.contains(&name) {
                self = self.attr(name, attribute);
            }
        }
        self
    }

    /// Sets `operandSegmentSizes`.
    pub fn segments(self, sizes: &[i32]) -> Self {
        let sizes = melior::ir::attribute::DenseI32ArrayAttribute::new(self.at.context, sizes);
        self.attr("operandSegmentSizes", sizes.into())
    }

    /// Appends a result.
    pub fn result(mut self, ty: Type<'a>) -> Self {
        self.builder = self.builder.add_results(&[ty]);
        self
    }

    /// Appends results.
    pub fn results(mut self, types: &[Type<'a>]) -> Self {
        self.builder = self.builder.add_results(types);
        self
    }

    /// Appends blocks that a terminator goes on to.
    pub fn successors(mut self, blocks: &[Block<'a>]) -> Self {
        for block in blocks {
            self.builder = self.builder.add_successors(&[&**block]);
        }
        self
    }

    /// Appends a region.
    pub fn region(mut self, region: melior::ir::Region<'a>) -> Self {
        self.builder = self.builder.add_regions([region]);
        self
    }

    /// Inserts the operation.
    ///
    /// # Panics
    /// If MLIR cannot create it, which for a registered operation with explicit
    /// result types cannot happen.
    pub fn build(self) -> Op<'a> {
        let op = self.builder.build().expect("operations with explicit results can be created");
        match self.at.before {
            Some(before) => self.at.block.insert_operation_before(before, op),
            None => self.at.block.append_operation(op),
        }
    }

    /// Inserts the operation and returns its only result.
    pub fn value(self) -> Value<'a> {
        self.build().result(0).expect("the operation has a result").into()
    }
}
