// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Walks the entry function of a module of the level `buffers`.

use super::arithmetic::{Steps, Value as Computed};
use super::element::Element;
use super::emitter::{Direction, Emitter, Tile};
use super::lanes::{Place, compute};
use super::linear::Linear;
use super::nest::{Access, Nest, Node, Output};
use super::view::{Known, View, permutation, result_type};
use super::{Constants, Refused, contraction, elementwise, reduction, structured};
use hloom_lowering::ir::{self, Attribute, Op, Value};
use melior::ir::ValueLike;
use melior::ir::attribute::{FloatAttribute, IntegerAttribute};
use melior::ir::operation::OperationLike;

/// A scalar of the function.
#[derive(Clone, Copy, Debug)]
pub enum Scalar {
    /// Known, as an integer or the bits of a float in its lane.
    Constant(i64, Element),
    /// In a word, and whether it is an index that was an element.
    Word(u32, Element, bool),
}

/// What the values of the function are, and the code so far.
pub struct Function<'a> {
    pub emitter: Emitter,
    views: Vec<(Value<'a>, View)>,
    scalars: Vec<(Value<'a>, Scalar)>,
    /// Memory that is to be filled, unless what comes next writes all of it.
    pending: Option<(View, Scalar)>,
    constants: Constants,
    /// The argument that holds the constants.
    constants_argument: usize,
}

/// A refusal of an operation.
fn refuse<T>(op: Op, reason: &str) -> Result<T, Refused> {
    Err(Refused(format!("`{}` {reason}", ir::op_name(op))))
}

impl<'a> Function<'a> {
    /// A function of these arguments, after which one with the constants comes.
    pub fn new(arguments: &[Value<'a>]) -> Result<Function<'a>, Refused> {
        let views = arguments.iter().enumerate().map(|(number, argument)| {
            let view = View::whole(number, 0, argument.r#type());
            let view = view.ok_or_else(|| Refused(format!("argument {number} has another type")));
            Ok((*argument, view?))
        });
        Ok(Function {
            emitter: Emitter::new(arguments.len() + 1),
            views: views.collect::<Result<_, Refused>>()?,
            scalars: Vec::new(),
            pending: None,
            constants: Constants::default(),
            constants_argument: arguments.len(),
        })
    }

    /// The code, and the constants.
    pub fn finish(self) -> (Emitter, Constants) {
        (self.emitter, self.constants)
    }

    /// The view that a value is.
    pub fn view(&self, value: Value<'a>) -> Result<&View, Refused> {
        let found = self.views.iter().rev().find(|(known, _)| *known == value);
        found.map(|(_, view)| view).ok_or_else(|| Refused("memory is not known".to_owned()))
    }

    /// The scalar that a value is.
    pub fn scalar(&self, value: Value<'a>) -> Option<Scalar> {
        self.scalars.iter().rev().find(|(known, _)| *known == value).map(|(_, scalar)| *scalar)
    }

    /// Emits an operation of the function.
    pub fn operation(&mut self, op: Op<'a>) -> Result<(), Refused> {
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
                self.scalars.push((ir::results(op)[0], scalar));
                Ok(())
            }
            "memref.view" => {
                let base = self.view(operands[0])?;
                let offset = match self.scalar(operands[1]) {
                    Some(Scalar::Constant(offset, _)) => offset,
                    _ => return refuse(op, "has an offset that is not known"),
                };
                let ty = result_type(op);
                let view = ty.and_then(|ty| View::whole(base.argument, base.offset + offset, ty));
                self.add_view(op, view)
            }
            "memref.subview" => {
                let base = self.view(operands[0])?;
                let view = base.subview(op, &mut |index| match self.scalar(index)? {
                    Scalar::Constant(at, _) => Some(Known::Constant(at)),
                    Scalar::Word(word, ..) => Some(Known::Word(word)),
                });
                self.add_view(op, view)
            }
            "memref.expand_shape" | "memref.collapse_shape" | "memref.cast" | "memref.reshape" => {
                let shape = ir::shape_of(ir::results(op)[0]);
                let view = self.view(operands[0])?.reshaped(shape);
                self.add_view(op, view)
            }
            "memref.transpose" => {
                let base = self.view(operands[0])?.clone();
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
                let nest = structured::copy(self.view(operands[0])?, self.view(operands[1])?);
                self.nest(nest.ok_or_else(|| Refused("a copy changes the shape".to_owned()))?)
            }
            "linalg.fill" => {
                let Some(scalar) = self.scalar(operands[0]) else {
                    return refuse(op, "fills memory with what is not known");
                };
                self.pending = Some((self.view(operands[1])?.clone(), scalar));
                Ok(())
            }
            "linalg.generic" => {
                let mut nest = structured::generic(self, op)?;
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

    fn add_view(&mut self, op: Op<'a>, view: Option<View>) -> Result<(), Refused> {
        let Some(view) = view else { return refuse(op, "is memory that code cannot address") };
        self.views.push((ir::results(op)[0], view));
        Ok(())
    }

    /// Fills the memory that is to be filled.
    fn fill_pending(&mut self) -> Result<(), Refused> {
        match self.pending.take() {
            Some((view, scalar)) => self.nest(structured::fill(&view, scalar)?),
            None => Ok(()),
        }
    }

    /// Emits a nest by what it is.
    fn nest(&mut self, nest: Nest) -> Result<(), Refused> {
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

    /// The access to one element.
    fn element(&self, memory: Value<'a>, indices: &[Value<'a>]) -> Result<Access, Refused> {
        let view = self.view(memory)?;
        let mut dynamic = Vec::new();
        let mut known = Vec::new();
        for (index, stride) in indices.iter().zip(&view.strides) {
            match self.scalar(*index) {
                Some(Scalar::Constant(at, _)) => known.push(Linear::constant(0, at)),
                Some(Scalar::Word(word, ..)) => {
                    known.push(Linear::constant(0, 0));
                    dynamic.push((word, *stride));
                }
                None => return Err(Refused("an index is not known".to_owned())),
            }
        }
        let access = view.access(0, &known);
        let mut access = access.ok_or_else(|| Refused("an address is too large".to_owned()))?;
        access.dynamic.extend(dynamic);
        Ok(access)
    }

    fn load(&mut self, op: Op<'a>, memory: Value<'a>, at: &[Value<'a>]) -> Result<(), Refused> {
        let access = self.element(memory, at)?;
        let element = self.view(memory)?.element;
        let word = self.emitter.word()?;
        self.emitter.fence();
        self.emitter.transfer(Direction::Load, &access, &Tile::point(0), word, &[])?;
        self.emitter.fence();
        self.scalars.push((ir::results(op)[0], Scalar::Word(word, element, false)));
        Ok(())
    }

    fn store(
        &mut self,
        op: Op<'a>,
        value: Value<'a>,
        memory: Value<'a>,
        at: &[Value<'a>],
    ) -> Result<(), Refused> {
        let access = self.element(memory, at)?;
        let word = match self.scalar(value) {
            Some(Scalar::Word(word, ..)) => word,
            Some(Scalar::Constant(value, element)) => {
                self.emitter.constant(element.lane_of_integer(value))?
            }
            None => return refuse(op, "stores what is not known"),
        };
        self.emitter.fence();
        self.emitter.transfer(Direction::Store, &access, &Tile::point(0), word, &[])?;
        self.emitter.fence();
        Ok(())
    }

    /// Emits an operation on scalars of the function, each value in a word.
    fn compute(&mut self, op: Op<'a>) -> Result<(), Refused> {
        let mut steps = Steps::default();
        let mut operands = Vec::new();
        for operand in ir::operands(op) {
            let Some(scalar) = self.scalar(operand) else {
                return refuse(op, "is not code of the device");
            };
            operands.push(scalar.in_steps(&mut steps));
        }
        let Some(result) = steps.operation(op, &operands) else {
            return refuse(op, "is no instruction of the device");
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
        self.scalars.push((ir::results(op)[0], scalar));
        Ok(())
    }
}

impl Scalar {
    /// The scalar as a step.
    pub fn in_steps(self, steps: &mut Steps) -> Computed {
        let (node, element, from_data) = match self {
            Scalar::Constant(value, element) => {
                (Node::Constant(element.lane_of_integer(value)), element, false)
            }
            Scalar::Word(word, element, from_data) => (Node::Word(word), element, from_data),
        };
        Computed { node: steps.add(node), element, from_data }
    }
}

/// The value of `arith.constant`.
pub fn constant(op: Op) -> Result<Scalar, Refused> {
    let element = result_type(op).and_then(Element::of);
    let value = op.attribute("value").ok();
    let scalar = element.zip(value).and_then(|(element, value)| of_attribute(value, element));
    scalar.map_or_else(|| refuse(op, "has another type"), Ok)
}

fn of_attribute(value: Attribute, element: Element) -> Option<Scalar> {
    if element.is_float() {
        let value = FloatAttribute::try_from(value).ok()?.value() as f32;
        return Some(Scalar::Constant(i64::from(value.to_bits()), element));
    }
    Some(Scalar::Constant(IntegerAttribute::try_from(value).ok()?.value(), element))
}

/// What is written by one nest of no reduced dimension.
pub fn plain(sizes: Vec<i64>, accesses: Vec<Access>, nodes: Vec<Node>, node: usize) -> Nest {
    let access = accesses.len() - 1;
    let reduced = vec![false; sizes.len()];
    Nest { sizes, reduced, accesses, nodes, outputs: vec![Output { access, node, initial: None }] }
}
