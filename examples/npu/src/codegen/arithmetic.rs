// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of scalar operations of `arith` and `math` to vector instructions.

use super::element::Element;
use super::nest::Node;
use hloom_lowering::ir::{self, Op};
use melior::ir::ValueLike;
use npu_simulator::{VectorBinary as B, VectorTernary, VectorUnary as U};

/// A computed value: the index of the step that computes it, and its element type.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    pub node: usize,
    pub element: Element,
    /// Whether the value is an index that was computed from tensor elements. Such an index is
    /// truncated to 32 bits, so further index arithmetic, which requires 64 bits, would be wrong.
    pub from_data: bool,
}

/// The steps of a computation on lanes, without duplicates. A step is identified by its index.
#[derive(Debug, Default)]
pub struct Steps {
    pub nodes: Vec<Node>,
}

impl Steps {
    /// Returns the index of a step. Adds the step if the list does not contain it.
    pub fn add(&mut self, node: Node) -> usize {
        if let Some(known) = self.nodes.iter().position(|other| *other == node) {
            return known;
        }
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn unary(&mut self, op: U, a: usize) -> usize {
        self.add(Node::Unary(op, a))
    }

    fn binary(&mut self, op: B, a: usize, b: usize) -> usize {
        self.add(Node::Binary(op, a, b))
    }

    fn constant(&mut self, lane: u32) -> usize {
        self.add(Node::Constant(lane))
    }

    /// Adds a step that wraps an integer or rounds a float to an element type of fewer than 32
    /// bits. Returns the index of the resulting step.
    fn as_element(&mut self, node: usize, element: Element) -> usize {
        match element {
            Element::I1 => {
                let one = self.constant(1);
                self.binary(B::And, node, one)
            }
            Element::I8 => self.unary(U::Sext8, node),
            Element::I16 => self.unary(U::Sext16, node),
            Element::F16 => self.unary(U::RoundF16, node),
            Element::Bf16 => self.unary(U::RoundBf16, node),
            Element::I32 | Element::F32 | Element::Index => node,
        }
    }

    /// Returns a step that contains an integer, zero-extended from its element type to 32 bits.
    fn unsigned(&mut self, value: Value) -> usize {
        match value.element {
            Element::I8 => self.unary(U::Zext8, value.node),
            Element::I16 => self.unary(U::Zext16, value.node),
            _ => value.node,
        }
    }

    /// Returns a step that contains an integer, sign-extended from its element type to 32 bits;
    /// `true` becomes -1.
    fn signed(&mut self, value: Value) -> usize {
        match value.element {
            Element::I1 => {
                let zero = self.constant(0);
                self.binary(B::Isub, zero, value.node)
            }
            _ => value.node,
        }
    }

    /// Adds the steps that compute a scalar operation, and returns its result. Returns `None` if
    /// the device has no instruction for the operation.
    pub fn operation(&mut self, op: Op, operands: &[Value]) -> Option<Value> {
        let result = *ir::results(op).first()?;
        let element = Element::of(result.r#type())?;
        let name = ir::op_name(op);
        let from_data = operands.iter().any(|value| value.from_data);
        let node = match (name, operands) {
            ("arith.select", [condition, yes, no]) => {
                let (a, b, c) = (condition.node, yes.node, no.node);
                self.add(Node::Ternary(VectorTernary::Select, a, b, c))
            }
            ("math.fma", [a, b, c]) => {
                let fused = Node::Ternary(VectorTernary::Ffma, a.node, b.node, c.node);
                let fused = self.add(fused);
                self.as_element(fused, element)
            }
            ("arith.cmpf", [a, b]) => {
                let op = float_predicate(ir::integer(op, "predicate")?)?;
                self.binary(op, a.node, b.node)
            }
            ("arith.cmpi", [a, b]) => {
                let (op, signed) = integer_predicate(ir::integer(op, "predicate")?)?;
                let (a, b) = if signed {
                    (self.signed(*a), self.signed(*b))
                } else {
                    (self.unsigned(*a), self.unsigned(*b))
                };
                self.binary(op, a, b)
            }
            (_, [a, b]) => self.two(name, element, *a, *b, from_data)?,
            (_, [a]) => self.one(name, element, *a)?,
            _ => return None,
        };
        let from_data = element == Element::Index
            && (from_data || operands.iter().any(|value| value.element != Element::Index));
        Some(Value { node, element, from_data })
    }

    fn two(
        &mut self,
        name: &str,
        element: Element,
        a: Value,
        b: Value,
        from_data: bool,
    ) -> Option<usize> {
        if let Some(op) = float_binary(name) {
            let whole = self.binary(op, a.node, b.node);
            return Some(self.as_element(whole, element));
        }
        let (signed, wraps, op) = match name {
            "arith.addi" => (true, true, B::Iadd),
            "arith.subi" => (true, true, B::Isub),
            "arith.muli" => (true, true, B::Imul),
            "arith.divsi" => (true, true, B::Divs),
            "arith.remsi" => (true, true, B::Rems),
            "arith.shli" => (true, true, B::Shl),
            "arith.shrsi" => (true, true, B::Shrs),
            "arith.divui" => (false, true, B::Divu),
            "arith.remui" => (false, true, B::Remu),
            "arith.shrui" => (false, true, B::Shru),
            "arith.minui" => (false, true, B::Minu),
            "arith.maxui" => (false, true, B::Maxu),
            "arith.minsi" => (true, false, B::Mins),
            "arith.maxsi" => (true, false, B::Maxs),
            "arith.andi" => (true, false, B::And),
            "arith.ori" => (true, false, B::Or),
            "arith.xori" => (true, false, B::Xor),
            _ => return None,
        };
        let bits = matches!(op, B::And | B::Or | B::Xor);
        if element == Element::I1 && !bits {
            return None;
        }
        let chosen = matches!(op, B::Mins | B::Maxs | B::Minu | B::Maxu);
        if element == Element::Index && (!chosen && from_data || bits) {
            return None;
        }
        let (a, b) = if signed { (a.node, b.node) } else { (self.unsigned(a), self.unsigned(b)) };
        let whole = self.binary(op, a, b);
        Some(if wraps { self.as_element(whole, element) } else { whole })
    }

    fn one(&mut self, name: &str, element: Element, a: Value) -> Option<usize> {
        let exact = match name {
            "arith.negf" => Some(U::Fneg),
            "math.absf" => Some(U::Fabs),
            _ => None,
        };
        if let Some(op) = exact {
            return Some(self.unary(op, a.node));
        }
        if let Some(op) = float_unary(name) {
            let whole = self.unary(op, a.node);
            return Some(self.as_element(whole, element));
        }
        Some(match name {
            "math.atan" => {
                let one = self.constant(1_f32.to_bits());
                let angle = self.binary(B::Fatan2, a.node, one);
                self.as_element(angle, element)
            }
            "math.ctpop" => {
                let bits = self.unsigned(a);
                self.unary(U::Popcnt, bits)
            }
            "math.ctlz" => {
                let bits = self.unsigned(a);
                let zeros = self.unary(U::Clz, bits);
                let more = match element {
                    Element::I8 => 24,
                    Element::I16 => 16,
                    Element::I32 => return Some(zeros),
                    _ => return None,
                };
                let more = self.constant(more);
                self.binary(B::Isub, zeros, more)
            }
            "arith.extf" => a.node,
            "arith.truncf" => self.as_element(a.node, element),
            "arith.extsi" => self.signed(a),
            "arith.extui" => self.unsigned(a),
            "arith.trunci" => self.as_element(a.node, element),
            "arith.sitofp" | "arith.uitofp" => {
                // A conversion via f32 would round a 32-bit integer twice.
                if element == Element::Bf16 && a.element == Element::I32 {
                    return None;
                }
                let (number, op) = match name {
                    "arith.sitofp" => (self.signed(a), U::S2f),
                    _ => (self.unsigned(a), U::U2f),
                };
                let float = self.unary(op, number);
                self.as_element(float, element)
            }
            "arith.fptosi" => {
                let number = self.unary(U::F2s, a.node);
                self.as_element(number, element)
            }
            "arith.fptoui" => {
                let number = self.unary(U::F2u, a.node);
                self.as_element(number, element)
            }
            "arith.bitcast" => match (a.element, element) {
                (Element::I32, Element::F32) | (Element::F32, Element::I32) => a.node,
                _ => return None,
            },
            "arith.index_cast" => {
                let number = self.signed(a);
                self.as_element(number, element)
            }
            "arith.index_castui" => {
                if a.element == Element::I32 {
                    return None;
                }
                let number = self.unsigned(a);
                self.as_element(number, element)
            }
            _ => return None,
        })
    }
}

fn float_binary(name: &str) -> Option<B> {
    Some(match name {
        "arith.addf" => B::Fadd,
        "arith.subf" => B::Fsub,
        "arith.mulf" => B::Fmul,
        "arith.divf" => B::Fdiv,
        "arith.remf" => B::Frem,
        "arith.maximumf" => B::Fmax,
        "arith.minimumf" => B::Fmin,
        "math.powf" => B::Fpow,
        "math.atan2" => B::Fatan2,
        "math.copysign" => B::Fcopysign,
        _ => return None,
    })
}

fn float_unary(name: &str) -> Option<U> {
    Some(match name {
        "math.sqrt" => U::Fsqrt,
        "math.rsqrt" => U::Frsqrt,
        "math.cbrt" => U::Fcbrt,
        "math.exp" => U::Fexp,
        "math.expm1" => U::Fexpm1,
        "math.log" => U::Flog,
        "math.log1p" => U::Flog1p,
        "math.tanh" => U::Ftanh,
        "math.sin" => U::Fsin,
        "math.cos" => U::Fcos,
        "math.tan" => U::Ftan,
        "math.floor" => U::Ffloor,
        "math.ceil" => U::Fceil,
        "math.round" => U::Fround,
        "math.roundeven" => U::Froundeven,
        "math.trunc" => U::Ftrunc,
        _ => return None,
    })
}

fn float_predicate(number: i64) -> Option<B> {
    Some(match number {
        1 => B::Foeq,
        2 => B::Fogt,
        3 => B::Foge,
        4 => B::Folt,
        5 => B::Fole,
        6 => B::Fone,
        7 => B::Ford,
        8 => B::Fueq,
        9 => B::Fugt,
        10 => B::Fuge,
        11 => B::Fult,
        12 => B::Fule,
        13 => B::Fune,
        14 => B::Funo,
        _ => return None,
    })
}

/// Returns the comparison of an `arith.cmpi` predicate, and whether to sign-extend its operands
/// rather than zero-extend them.
fn integer_predicate(number: i64) -> Option<(B, bool)> {
    Some(match number {
        0 => (B::Eq, true),
        1 => (B::Ne, true),
        2 => (B::Slt, true),
        3 => (B::Sle, true),
        4 => (B::Sgt, true),
        5 => (B::Sge, true),
        6 => (B::Ult, false),
        7 => (B::Ule, false),
        8 => (B::Ugt, false),
        9 => (B::Uge, false),
        _ => return None,
    })
}
