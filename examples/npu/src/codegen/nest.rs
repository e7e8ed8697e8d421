// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Loop nests over elements, independent of MLIR, from which code is generated.

use npu_simulator::{Format, VectorBinary, VectorTernary, VectorUnary};

/// The location of an element in DRAM for each point of an iteration space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// Number of the kernel argument that contains the element.
    pub argument: usize,
    /// Offset in the argument, in bytes, of the element at the first point of the iteration space.
    pub offset: i64,
    /// Terms of the offset that are known only at run time. Each is a scratchpad word, given by its
    /// address, times a number of bytes.
    pub dynamic: Vec<(u32, i64)>,
    /// Stride in bytes in each dimension of the iteration space.
    pub strides: Vec<i64>,
    pub format: Format,
}

impl Access {
    /// Returns the start of the first byte and the end of the last byte of the access, as offsets
    /// in the argument, for an iteration space of the given sizes. Ignores offsets in scratchpad
    /// words.
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

    /// Returns true if the byte ranges of two accesses may overlap, for an iteration space of the
    /// given sizes.
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

/// A step of a computation on lanes. Its operands are the indices of earlier steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// Loads an element of the access with this index in [`Nest::accesses`].
    Load(usize),
    /// The loop index in this dimension.
    Index(usize),
    /// A constant, which has the same bits for all points.
    Constant(u32),
    /// A scalar of the function, which is in the scratchpad word at this address.
    Word(u32),
    Unary(VectorUnary, usize),
    Binary(VectorBinary, usize, usize),
    Ternary(VectorTernary, usize, usize, usize),
}

impl Node {
    /// Returns the indices of the steps whose values are the operands of this step.
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

/// A result of a loop nest, which writes the value of the step `node` to the access `access`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output {
    pub access: usize,
    pub node: usize,
    /// The value of the result's elements before the nest runs: a constant or a scratchpad word, or
    /// `None` if the values are in memory.
    pub initial: Option<Node>,
}

/// A loop nest that performs the same computation at each point of its iteration space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nest {
    /// Number of points in each dimension, beginning with the outermost.
    pub sizes: Vec<i64>,
    /// Whether each dimension is reduced. Outputs have stride 0 along a reduced dimension.
    pub reduced: Vec<bool>,
    pub accesses: Vec<Access>,
    pub nodes: Vec<Node>,
    pub outputs: Vec<Output>,
}

impl Nest {
    /// Returns an elementwise nest that writes the value of the step `node` to the last of
    /// `accesses`.
    pub fn elementwise(
        sizes: Vec<i64>,
        accesses: Vec<Access>,
        nodes: Vec<Node>,
        node: usize,
    ) -> Nest {
        let access = accesses.len() - 1;
        let reduced = vec![false; sizes.len()];
        let outputs = vec![Output { access, node, initial: None }];
        Nest { sizes, reduced, accesses, nodes, outputs }
    }

    /// Returns true if the iteration space is empty.
    pub fn is_empty(&self) -> bool {
        self.sizes.contains(&0)
    }

    /// Returns an equivalent nest without unused steps and dimensions of size one, in which
    /// adjacent dimensions are merged if all accesses allow merging.
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

    /// Changes a nest that only copies f16 or bf16 elements to copy their bits. A conversion to f32
    /// lanes would quiet signaling NaNs.
    fn move_bits(&mut self) {
        let [output] = self.outputs[..] else { return };
        let [Node::Load(from)] = self.nodes[..] else { return };
        let (loaded, stored) = (self.accesses[from].format, self.accesses[output.access].format);
        if loaded == stored && matches!(loaded, Format::F16 | Format::Bf16) {
            self.accesses[from].format = Format::U16;
            self.accesses[output.access].format = Format::U16;
        }
    }

    /// Replaces loads of outputs by the initial values of the outputs. Valid only without reduced
    /// dimensions, because each output element is then read only once, before it is written.
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

    /// Returns true if a dimension and the next inner dimension can be merged.
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
