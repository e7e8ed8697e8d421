// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A loop nest over elements, with nothing of MLIR left: what code is made from.

use npu_simulator::{Format, VectorBinary, VectorTernary, VectorUnary};

/// Where an element is in DRAM, for every point of an iteration space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The argument of the kernel that it is in.
    pub argument: usize,
    /// Bytes from there to the element of the first point.
    pub offset: i64,
    /// Scratchpad words that are added, each times a number of bytes.
    pub dynamic: Vec<(u32, i64)>,
    /// Bytes from point to point in each dimension.
    pub strides: Vec<i64>,
    pub format: Format,
}

impl Access {
    /// The bytes that it reaches, from the first to the last, in a space of these sizes.
    fn range(&self, sizes: &[i64]) -> (i64, i64) {
        let (mut first, mut last) = (self.offset, self.offset);
        for (stride, size) in self.strides.iter().zip(sizes) {
            let far = stride.saturating_mul(size - 1);
            first = first.saturating_add(far.min(0));
            last = last.saturating_add(far.max(0));
        }
        let bytes = match self.format {
            Format::B8 | Format::S8 => 1,
            Format::U16 | Format::S16 | Format::F16 | Format::Bf16 => 2,
            Format::W32 => 4,
        };
        (first, last.saturating_add(bytes))
    }

    /// Whether two accesses may reach the same bytes, taken from the first to the last.
    pub fn may_meet(&self, other: &Access, sizes: &[i64]) -> bool {
        if self.argument != other.argument {
            return false;
        }
        if !self.dynamic.is_empty() || !other.dynamic.is_empty() {
            return true;
        }
        let ((first, end), (other_first, other_end)) = (self.range(sizes), other.range(sizes));
        first < other_end && other_first < end
    }
}

/// A step of a computation on lanes. Operands are steps before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// An element of the access of this number.
    Load(usize),
    /// The index in a dimension.
    Index(usize),
    /// The same lane everywhere.
    Constant(u32),
    /// A word of the scratchpad, of the function around the nest.
    Word(u32),
    Unary(VectorUnary, usize),
    Binary(VectorBinary, usize, usize),
    Ternary(VectorTernary, usize, usize, usize),
}

impl Node {
    /// The steps that it needs.
    pub fn operands(self) -> impl Iterator<Item = usize> {
        let list = match self {
            Node::Load(_) | Node::Index(_) | Node::Constant(_) | Node::Word(_) => [None; 3],
            Node::Unary(_, a) => [Some(a), None, None],
            Node::Binary(_, a, b) => [Some(a), Some(b), None],
            Node::Ternary(_, a, b, c) => [Some(a), Some(b), Some(c)],
        };
        list.into_iter().flatten()
    }
}

/// What is written: to the access of this number what the node computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output {
    pub access: usize,
    pub node: usize,
    /// What is there before the nest: a constant or a word, or else what memory holds.
    pub initial: Option<Node>,
}

/// A nest of loops around one computation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nest {
    /// The points in each dimension, outermost first.
    pub sizes: Vec<i64>,
    /// Whether a dimension is reduced: outputs have the same place all along it.
    pub reduced: Vec<bool>,
    pub accesses: Vec<Access>,
    pub nodes: Vec<Node>,
    pub outputs: Vec<Output>,
}

impl Nest {
    /// Whether there is no point at all.
    pub fn is_empty(&self) -> bool {
        self.sizes.contains(&0)
    }

    /// The same nest without what is not needed: steps that no output needs, dimensions of
    /// one point, and dimensions that are one with the next.
    #[must_use]
    pub fn simplified(mut self) -> Nest {
        self.drop_unused();
        for dim in (0..self.sizes.len()).rev() {
            if self.sizes[dim] == 1 {
                self.replace_index(dim, Node::Constant(0));
                self.remove(dim);
            }
        }
        for dim in (1..self.sizes.len()).rev() {
            if self.is_one_with_next(dim - 1) {
                self.sizes[dim] *= self.sizes[dim - 1];
                self.remove(dim - 1);
            }
        }
        if !self.reduced.contains(&true) {
            self.read_initial();
            self.move_bits();
        }
        self
    }

    /// What is only moved keeps its bits; lanes would make all NaN of short floats quiet.
    fn move_bits(&mut self) {
        let [output] = self.outputs[..] else { return };
        let [Node::Load(from)] = self.nodes[..] else { return };
        let (loaded, stored) = (self.accesses[from].format, self.accesses[output.access].format);
        if loaded == stored && matches!(loaded, Format::F16 | Format::Bf16) {
            self.accesses[from].format = Format::U16;
            self.accesses[output.access].format = Format::U16;
        }
    }

    /// Where nothing is reduced, what is there before the nest is read once.
    fn read_initial(&mut self) {
        for output in &self.outputs {
            let Some(initial) = output.initial else { continue };
            for node in &mut self.nodes {
                if *node == Node::Load(output.access) {
                    *node = initial;
                }
            }
        }
    }

    /// Whether a dimension and the next are walked like one.
    fn is_one_with_next(&self, dim: usize) -> bool {
        let next = dim + 1;
        let indexed = |node: &Node| matches!(node, Node::Index(at) if *at == dim || *at == next);
        let one = |access: &Access| {
            access.strides[dim] == access.strides[next].saturating_mul(self.sizes[next])
        };
        self.reduced[dim] == self.reduced[next]
            && !self.nodes.iter().any(indexed)
            && self.accesses.iter().all(one)
    }

    fn replace_index(&mut self, dim: usize, with: Node) {
        for node in &mut self.nodes {
            if *node == Node::Index(dim) {
                *node = with;
            }
        }
    }

    fn remove(&mut self, dim: usize) {
        self.sizes.remove(dim);
        self.reduced.remove(dim);
        for access in &mut self.accesses {
            access.strides.remove(dim);
        }
        for node in &mut self.nodes {
            if let Node::Index(at) = node {
                *at -= usize::from(*at > dim);
            }
        }
    }

    fn drop_unused(&mut self) {
        let mut needed = vec![false; self.nodes.len()];
        for output in &self.outputs {
            needed[output.node] = true;
        }
        for index in (0..self.nodes.len()).rev() {
            if needed[index] {
                self.nodes[index].operands().for_each(|operand| needed[operand] = true);
            }
        }
        let mut number = Vec::with_capacity(needed.len());
        let mut kept = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            number.push(kept.len());
            if needed[index] {
                kept.push(match *node {
                    Node::Unary(op, a) => Node::Unary(op, number[a]),
                    Node::Binary(op, a, b) => Node::Binary(op, number[a], number[b]),
                    Node::Ternary(op, a, b, c) => {
                        Node::Ternary(op, number[a], number[b], number[c])
                    }
                    other => other,
                });
            }
        }
        self.nodes = kept;
        self.outputs.iter_mut().for_each(|output| output.node = number[output.node]);
        let loaded = |nodes: &[Node], at: usize| nodes.contains(&Node::Load(at));
        for at in (0..self.accesses.len()).rev() {
            let written = self.outputs.iter().any(|output| output.access == at);
            if written || loaded(&self.nodes, at) {
                continue;
            }
            self.accesses.remove(at);
            for node in &mut self.nodes {
                if let Node::Load(access) = node {
                    *access -= usize::from(*access > at);
                }
            }
            for output in &mut self.outputs {
                output.access -= usize::from(output.access > at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(strides: &[i64]) -> Access {
        let (argument, offset, dynamic) = (0, 0, Vec::new());
        Access { argument, offset, dynamic, strides: strides.to_vec(), format: Format::W32 }
    }

    fn output(access: usize, node: usize) -> Output {
        Output { access, node, initial: None }
    }

    #[test]
    fn what_is_one_loop_becomes_one() {
        let nest = Nest {
            sizes: vec![2, 1, 3, 4],
            reduced: vec![false; 4],
            accesses: vec![access(&[48, 9, 16, 4]), access(&[7, 7, 7, 7]), access(&[48, 0, 16, 4])],
            nodes: vec![Node::Load(1), Node::Load(0), Node::Unary(VectorUnary::Fneg, 1)],
            outputs: vec![output(2, 2)],
        };
        let nest = nest.simplified();
        assert_eq!(nest.sizes, [24]);
        assert_eq!(nest.accesses, [access(&[4]), access(&[4])]);
        assert_eq!(nest.nodes, [Node::Load(0), Node::Unary(VectorUnary::Fneg, 0)]);
        assert_eq!(nest.outputs, [output(1, 1)]);
    }

    #[test]
    fn an_index_keeps_its_loop() {
        let nest = Nest {
            sizes: vec![2, 3],
            reduced: vec![false; 2],
            accesses: vec![access(&[12, 4])],
            nodes: vec![Node::Index(1)],
            outputs: vec![output(0, 0)],
        };
        assert_eq!(nest.clone().simplified(), nest);
    }
}
