// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Code generation for the entry function of a module at the level `buffers`.

use super::arithmetic::Steps;
use super::constants::Constants;
use super::emitter::{Direction, Emitter, Tile};
use super::error::{CodegenError, refuse};
use super::lanes::{Place, compute};
use super::linear::Linear;
use super::nest::{Access, Nest, Node};
use super::scalar::{Scalar, constant};
use super::values::Values;
use super::view::{Known, View, permutation, result_type};
use super::{contraction, elementwise, reduction, structured};
use hloom_lowering::ir::{self, Op, Value};
use melior::ir::ValueLike;

/// The state of code generation for a function: its known values, and the code emitted so far.
pub struct Function<'a> {
    pub emitter: Emitter,
    values: Values<'a>,
    /// The filled memory and the value of the last `linalg.fill`, if no code is emitted for it yet.
    /// No code is needed if the value becomes the initial value of an output of the next loop nest.
    pending: Option<(View, Scalar)>,
    constants: Constants,
    /// Number of the kernel argument that contains the constants.
    constants_argument: usize,
}

impl<'a> Function<'a> {
    /// Creates the state for a function. The kernel receives the constants as an additional last
    /// argument.
    ///
    /// # Errors
    /// Fails if an argument has an unsupported type.
    pub fn new(arguments: &[Value<'a>]) -> Result<Function<'a>, CodegenError> {
        let views = arguments.iter().enumerate().map(|(number, argument)| {
            let view = View::whole(number, 0, argument.r#type());
            let view = view.ok_or_else(|| {
                let ty = argument.r#type();
                CodegenError(format!("argument {number}: the device does not support type `{ty}`"))
            });
            Ok((*argument, view?))
        });
        Ok(Function {
            emitter: Emitter::new(arguments.len() + 1),
            values: Values {
                views: views.collect::<Result<_, CodegenError>>()?,
                ..Values::default()
            },
            pending: None,
            constants: Constants::default(),
            constants_argument: arguments.len(),
        })
    }

    /// Returns the emitter, which contains the kernel's code, and the kernel's constants.
    pub fn finish(self) -> (Emitter, Constants) {
        (self.emitter, self.constants)
    }

    /// Emits the code of an operation in the body of the function.
    ///
    /// # Errors
    /// Fails if the device does not support the operation.
    pub fn operation(&mut self, op: Op<'a>) -> Result<(), CodegenError> {
        let operands = ir::operands(op);
        let name = ir::op_name(op);
        let touches_memory = !name.starts_with("memref.")
            || matches!(name, "memref.load" | "memref.store" | "memref.copy");
        if touches_memory && !matches!(name, "arith.constant" | "linalg.generic") {
            self.fill_pending()?;
        }
        match name {
            "func.return" => Ok(()),
            "arith.constant" => {
                let scalar = constant(op)?;
                self.values.scalars.push((ir::results(op)[0], scalar));
                Ok(())
            }
            "memref.view" => {
                let base = self.values.view(operands[0])?;
                let offset = match self.values.scalar(operands[1]) {
                    Some(Scalar::Constant(offset, _)) => offset,
                    _ => return refuse(op, "has a dynamic offset; expected a constant"),
                };
                let ty = result_type(op);
                let view = ty.and_then(|ty| View::whole(base.argument, base.offset + offset, ty));
                self.add_view(op, view)
            }
            "memref.subview" => {
                let base = self.values.view(operands[0])?;
                let view = base.subview(op, &mut |index| match self.values.scalar(index)? {
                    Scalar::Constant(at, _) => Some(Known::Constant(at)),
                    Scalar::Word(word, ..) => Some(Known::Word(word)),
                });
                self.add_view(op, view)
            }
            "memref.expand_shape" | "memref.collapse_shape" | "memref.cast" | "memref.reshape" => {
                let shape = ir::shape_of(ir::results(op)[0]);
                let view = self.values.view(operands[0])?.reshaped(shape);
                self.add_view(op, view)
            }
            "memref.transpose" => {
                let base = self.values.view(operands[0])?.clone();
                let view = permutation(op).map(|order| View {
                    sizes: order.iter().map(|dim| base.sizes[*dim]).collect(),
                    strides: order.iter().map(|dim| base.strides[*dim]).collect(),
                    ..base
                });
                self.add_view(op, view)
            }
            "memref.get_global" => {
                let offset = self.constants.global(op)?;
                let ty = result_type(op);
                let view = ty.and_then(|ty| View::whole(self.constants_argument, offset, ty));
                self.add_view(op, view)
            }
            "memref.load" => self.load(op, operands[0], &operands[1..]),
            "memref.store" => self.store(op, operands[0], operands[1], &operands[2..]),
            "memref.copy" => {
                let nest = structured::copy(
                    self.values.view(operands[0])?,
                    self.values.view(operands[1])?,
                );
                self.nest(
                    nest.ok_or_else(|| CodegenError("`memref.copy` changes the shape".to_owned()))?,
                )
            }
            "linalg.fill" => {
                let Some(scalar) = self.values.scalar(operands[0]) else {
                    return refuse(
                        op,
                        "has a fill value that is neither a constant nor a computed scalar",
                    );
                };
                self.pending = Some((self.values.view(operands[1])?.clone(), scalar));
                Ok(())
            }
            "linalg.generic" => {
                let mut nest = structured::generic(&self.values, op)?;
                match self.pending.take() {
                    Some((view, scalar)) if structured::begin_with(&mut nest, &view, scalar) => {}
                    pending => {
                        self.pending = pending;
                        self.fill_pending()?;
                    }
                }
                self.nest(nest)
            }
            _ => self.compute(op),
        }
    }

    fn add_view(&mut self, op: Op<'a>, view: Option<View>) -> Result<(), CodegenError> {
        let Some(view) = view else {
            return refuse(op, "has a memory type or layout that the device does not support");
        };
        self.values.views.push((ir::results(op)[0], view));
        Ok(())
    }

    /// Emits the pending fill, if there is one, as a separate loop nest.
    fn fill_pending(&mut self) -> Result<(), CodegenError> {
        match self.pending.take() {
            Some((view, scalar)) => self.nest(structured::fill(&view, scalar)?),
            None => Ok(()),
        }
    }

    /// Emits a loop nest as a product of matrices, a reduction or an elementwise nest.
    fn nest(&mut self, nest: Nest) -> Result<(), CodegenError> {
        if nest.is_empty() {
            return Ok(());
        }
        let nest = nest.simplified();
        self.emitter.begin_nest();
        if contraction::emit(&mut self.emitter, &nest)? {
            Ok(())
        } else if nest.reduced.contains(&true) {
            reduction::emit(&mut self.emitter, &nest)
        } else {
            elementwise::emit(&mut self.emitter, &nest)
        }
    }

    /// Returns the access to the element of a memref at the given indices, which are constants or
    /// computed scalars.
    fn element(&self, memory: Value<'a>, indices: &[Value<'a>]) -> Result<Access, CodegenError> {
        let view = self.values.view(memory)?;
        let mut dynamic = Vec::new();
        let mut known = Vec::new();
        for (index, stride) in indices.iter().zip(&view.strides) {
            match self.values.scalar(*index) {
                Some(Scalar::Constant(at, _)) => known.push(Linear::constant(0, at)),
                Some(Scalar::Word(word, ..)) => {
                    known.push(Linear::constant(0, 0));
                    dynamic.push((word, *stride));
                }
                None => {
                    return Err(CodegenError(
                        "an index of a memory access is neither a constant nor a computed scalar"
                            .to_owned(),
                    ));
                }
            }
        }
        let access = view.access(0, &known);
        let mut access = access.ok_or_else(|| CodegenError("an address overflows".to_owned()))?;
        access.dynamic.extend(dynamic);
        Ok(access)
    }

    fn load(
        &mut self,
        op: Op<'a>,
        memory: Value<'a>,
        at: &[Value<'a>],
    ) -> Result<(), CodegenError> {
        let access = self.element(memory, at)?;
        let element = self.values.view(memory)?.element;
        let word = self.emitter.word()?;
        self.emitter.fence();
        self.emitter.transfer(Direction::Load, &access, &Tile::point(0), word, &[])?;
        self.emitter.fence();
        self.values.scalars.push((ir::results(op)[0], Scalar::Word(word, element, false)));
        Ok(())
    }

    fn store(
        &mut self,
        op: Op<'a>,
        value: Value<'a>,
        memory: Value<'a>,
        at: &[Value<'a>],
    ) -> Result<(), CodegenError> {
        let access = self.element(memory, at)?;
        let word = match self.values.scalar(value) {
            Some(Scalar::Word(word, ..)) => word,
            Some(Scalar::Constant(value, element)) => {
                self.emitter.constant(element.lane_of_integer(value))?
            }
            None => {
                return refuse(
                    op,
                    "stores a value that is neither a constant nor a computed scalar",
                );
            }
        };
        self.emitter.fence();
        self.emitter.transfer(Direction::Store, &access, &Tile::point(0), word, &[])?;
        self.emitter.fence();
        Ok(())
    }

    /// Emits a scalar operation in the body of the function. Its operands and result are in
    /// scratchpad words.
    fn compute(&mut self, op: Op<'a>) -> Result<(), CodegenError> {
        let mut steps = Steps::default();
        let mut operands = Vec::new();
        for operand in ir::operands(op) {
            let Some(scalar) = self.values.scalar(operand) else {
                return refuse(op, "has an operand that the device does not support");
            };
            operands.push(scalar.in_steps(&mut steps));
        }
        let Some(result) = steps.operation(op, &operands) else {
            return refuse(op, "has no equivalent instruction of the device");
        };
        let mut words = Vec::new();
        self.emitter.fence();
        self.emitter.set_lanes(1);
        for node in &steps.nodes {
            let word = match node {
                Node::Word(word) => *word,
                Node::Constant(lane) => self.emitter.constant(*lane)?,
                _ => {
                    let word = self.emitter.word()?;
                    let place = |node: usize| words.get(node).copied().map(Place::Word);
                    compute(&mut self.emitter, *node, word, &place)?;
                    word
                }
            };
            words.push(word);
        }
        self.emitter.fence();
        let scalar = Scalar::Word(words[result.node], result.element, result.from_data);
        self.values.scalars.push((ir::results(op)[0], scalar));
        Ok(())
    }
}
