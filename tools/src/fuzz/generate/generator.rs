// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! State of the generator: the program under construction.

use super::need::Need;
use crate::fuzz::data::{Data, Kind};
use crate::fuzz::facts::{Facts, is_exact_in, largest};
use crate::fuzz::program::{Function, Op, Program, Region, Type, Value, ValueId};
use crate::fuzz::random::Random;
use hloom_compiler::{ElementType, Shape};
use hloom_values::ElementClass;

/// Maximum number of elements of a tensor of random shape, except for a few larger fixed shapes.
const MOST_ELEMENTS: usize = 600;

/// Maximum number of elements of an operation's result.
const MOST_ELEMENTS_EVER: usize = 12_000;

/// Function that adds a random operation to the program, or returns `None` if this is not possible.
pub type Emit = fn(&mut Generator) -> Option<()>;

/// A family of related operations in random programs.
pub struct Family {
    /// Name of the family on the command line.
    pub name: &'static str,
    /// The family's emitters, each with its relative probability.
    pub emitters: &'static [(Emit, u32)],
    /// Relative probability of this family among all families.
    pub weight: u32,
}

/// An MLIR block under construction.
struct Block {
    visible: Vec<ValueId>,
    ops: Vec<Op>,
    /// Whether operations in the block cannot use values of enclosing blocks.
    isolated: bool,
}

/// Builder of a random MLIR program.
pub struct Generator {
    families: &'static [Family],
    random: Random,
    values: Vec<Value>,
    blocks: Vec<Block>,
    arguments: Vec<ValueId>,
    inputs: Vec<Data>,
    functions: Vec<Function>,
    types: Vec<(ElementType, u32)>,
    /// Probability that a new tensor of random elements is a constant rather than an input.
    constants: f64,
    /// Whether the generator is in the body of a `map`, in which all values are scalars.
    in_map: bool,
}

impl Generator {
    /// Creates a generator of an empty program.
    ///
    /// Emitters of regions fill the regions with operations of `families`.
    pub fn new(seed: u64, families: &'static [Family]) -> Self {
        let mut random = Random::new(seed);
        let types = palette(&mut random);
        let constants = *random.pick(&[0.1, 0.1, 0.3, 0.9]);
        let main = Block { visible: Vec::new(), ops: Vec::new(), isolated: true };
        Self {
            families,
            random,
            values: Vec::new(),
            blocks: vec![main],
            arguments: Vec::new(),
            inputs: Vec::new(),
            functions: Vec::new(),
            types,
            constants,
            in_map: false,
        }
    }

    /// Returns the families of operations from which emitters of regions choose.
    pub fn families(&self) -> &'static [Family] {
        self.families
    }

    /// Returns true if the next operation is in the body of a `map`, in which all values are
    /// scalars.
    pub fn is_in_map(&self) -> bool {
        self.in_map
    }

    /// Sets whether the next operations are in the body of a `map`.
    pub fn set_in_map(&mut self, in_map: bool) {
        self.in_map = in_map;
    }

    /// Hides a value from [`Generator::find`], so that later operations do not use it.
    pub fn hide(&mut self, id: ValueId) {
        for block in &mut self.blocks {
            block.visible.retain(|visible| *visible != id);
        }
    }

    /// Returns the stream of random choices.
    pub fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// Returns the known facts about the elements of a value.
    pub fn facts(&self, id: ValueId) -> Facts {
        self.values[id].facts
    }

    /// Returns the shape of a value if it is a tensor of numbers, and the shape of a scalar Boolean
    /// otherwise.
    pub fn shape(&self, id: ValueId) -> Shape {
        self.values[id].ty.shape().cloned().unwrap_or_else(|| Shape::scalar(ElementType::Pred))
    }

    /// Calls `emit`. If it returns `None`, removes everything that it has added to the program.
    pub fn attempt(&mut self, emit: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        let (depth, in_map) = (self.blocks.len(), self.in_map);
        let marks: Vec<_> =
            self.blocks.iter().map(|block| (block.ops.len(), block.visible.len())).collect();
        let (functions, arguments) = (self.functions.len(), self.arguments.len());
        let done = emit(self);
        if done.is_none() {
            self.in_map = in_map;
            self.blocks.truncate(depth);
            self.functions.truncate(functions);
            self.arguments.truncate(arguments);
            self.inputs.truncate(arguments);
            for (block, (ops, visible)) in self.blocks.iter_mut().zip(marks) {
                block.ops.truncate(ops);
                block.visible.truncate(visible);
            }
        }
        done
    }

    /// Emits an operation without regions, and returns its results.
    ///
    /// Returns `None` if a result is too large or not useful for a comparison.
    pub fn op(
        &mut self,
        name: &str,
        operands: &[ValueId],
        attributes: impl Into<String>,
        results: &[(Shape, Facts)],
    ) -> Option<Vec<ValueId>> {
        self.op_with(name, operands, attributes, results, Vec::new())
    }

    /// Emits an operation with one result and no regions, and returns its result.
    ///
    /// Returns `None` if the result is too large or not useful for a comparison.
    pub fn one(
        &mut self,
        name: &str,
        operands: &[ValueId],
        attributes: impl Into<String>,
        shape: Shape,
        facts: Facts,
    ) -> Option<ValueId> {
        self.op(name, operands, attributes, &[(shape, facts)])?.pop()
    }

    /// Emits an operation with regions, and returns its results.
    ///
    /// Returns `None` if a result is too large or not useful for a comparison.
    pub fn op_with(
        &mut self,
        name: &str,
        operands: &[ValueId],
        attributes: impl Into<String>,
        results: &[(Shape, Facts)],
        regions: Vec<Region>,
    ) -> Option<Vec<ValueId>> {
        for (shape, facts) in results {
            let small = shape.element_count().is_some_and(|count| count <= MOST_ELEMENTS_EVER);
            if !small || !facts.is_useful(shape.element_type) {
                return None;
            }
        }
        let results = results
            .iter()
            .map(|(shape, facts)| (Type::Tensor(shape.clone()), *facts))
            .collect::<Vec<_>>();
        Some(self.typed_op(name, operands, attributes, &results, regions))
    }

    /// Emits an operation with results of any type, without checking the sizes and facts of the
    /// results.
    pub fn typed_op(
        &mut self,
        name: &str,
        operands: &[ValueId],
        attributes: impl Into<String>,
        results: &[(Type, Facts)],
        regions: Vec<Region>,
    ) -> Vec<ValueId> {
        let ids: Vec<_> =
            results.iter().map(|(ty, facts)| self.value(ty.clone(), *facts)).collect();
        self.push(Op {
            name: name.to_owned(),
            operands: operands.to_vec(),
            results: ids.clone(),
            attributes: attributes.into(),
            regions,
            data: None,
        });
        ids
    }

    /// Adds a tensor with the given elements: an input or a constant, chosen at random. In an
    /// isolated block other than that of the entry function, the tensor is always a constant.
    pub fn data(&mut self, data: Data) -> ValueId {
        let id = self.value(Type::Tensor(data.shape.clone()), data.facts());
        let inner = self.blocks.iter().skip(1).any(|block| block.isolated);
        if inner || self.random.chance(self.constants) {
            self.push(Op {
                name: "stablehlo.constant".to_owned(),
                operands: Vec::new(),
                results: vec![id],
                attributes: String::new(),
                regions: Vec::new(),
                data: Some(data),
            });
        } else {
            self.arguments.push(id);
            self.inputs.push(data);
            self.blocks[0].visible.push(id);
        }
        id
    }

    /// Emits a scalar constant with an integer value.
    pub fn scalar(&mut self, element_type: ElementType, value: i64) -> ValueId {
        self.constant(Shape::scalar(element_type), Kind::Explicit(vec![value]))
    }

    /// Emits a constant tensor with a shape and a distribution of its elements.
    pub fn constant(&mut self, shape: Shape, kind: Kind) -> ValueId {
        let data = Data { shape, kind, seed: self.random.bits() };
        let id = self.value(Type::Tensor(data.shape.clone()), data.facts());
        self.push(Op {
            name: "stablehlo.constant".to_owned(),
            operands: Vec::new(),
            results: vec![id],
            attributes: String::new(),
            regions: Vec::new(),
            data: Some(data),
        });
        id
    }

    /// Adds an input or a constant with random elements that meet a requirement. Returns `None` if
    /// no elements of the type meet it.
    pub fn source(&mut self, shape: Shape, need: Need) -> Option<ValueId> {
        let kind = self.kind(shape.element_type, need)?;
        let seed = self.random.bits();
        Some(self.data(Data { shape, kind, seed }))
    }

    /// Returns a visible or a new value that has the given shape and meets a requirement. Returns
    /// `None` if there is no such value.
    pub fn operand(&mut self, shape: &Shape, need: Need) -> Option<ValueId> {
        if self.random.chance(0.8) {
            let found = self.find(|found, facts| found == shape && need.is_met(facts));
            if found.is_some() {
                return found;
            }
        }
        self.source(shape.clone(), need)
    }

    /// Returns a visible or a new value that meets a requirement and whose shape and type meet
    /// conditions. Returns `None` if there is no such value.
    pub fn any(
        &mut self,
        need: Need,
        suits: impl Fn(&Shape) -> bool,
        types: impl Fn(ElementType) -> bool,
    ) -> Option<ValueId> {
        if self.random.chance(0.8) {
            let found = self.find(|shape, facts| {
                suits(shape) && types(shape.element_type) && need.is_met(facts)
            });
            if found.is_some() {
                return found;
            }
        }
        for _ in 0..20 {
            let element_type = self.element_type(&types)?;
            let shape = Shape::new(element_type, self.dims());
            if suits(&shape) {
                return self.source(shape, need);
            }
        }
        None
    }

    /// Returns a visible value that meets a condition, preferably a recent one.
    pub fn find(&mut self, suits: impl Fn(&Shape, &Facts) -> bool) -> Option<ValueId> {
        let mut found = Vec::new();
        for block in self.blocks.iter().rev() {
            found.extend(block.visible.iter().rev().copied().filter(|id| {
                let value = &self.values[*id];
                value.ty.shape().is_some_and(|shape| suits(shape, &value.facts))
            }));
            if block.isolated {
                break;
            }
        }
        if found.is_empty() {
            return None;
        }
        let count = found.len();
        let recent = self.random.below(count).min(self.random.below(count));
        Some(found[recent])
    }

    /// Returns a random element type that meets a condition, preferably one of the few types of the
    /// program, otherwise a common type. Returns `None` if no such type meets the condition.
    pub fn element_type(&mut self, suits: impl Fn(ElementType) -> bool) -> Option<ElementType> {
        let palette: Vec<_> = self.types.iter().copied().filter(|(ty, _)| suits(*ty)).collect();
        if !palette.is_empty() {
            return self.random.weighted(&palette);
        }
        let others: Vec<_> = ORDINARY.iter().copied().filter(|(ty, _)| suits(*ty)).collect();
        if others.is_empty() { None } else { self.random.weighted(&others) }
    }

    /// Returns random sizes for the dimensions of a tensor.
    pub fn dims(&mut self) -> Vec<usize> {
        if self.in_map {
            return Vec::new();
        }
        if self.random.chance(0.03) {
            let large = [[70, 130], [1, 1000], [257, 9], [33, 65], [128, 64]];
            return self.random.pick(&large).to_vec();
        }
        let rank = self.random.weighted(&[(0, 2), (1, 6), (2, 8), (3, 5), (4, 3)]).unwrap_or(1);
        let mut dims: Vec<_> = (0..rank).map(|_| self.size()).collect();
        while dims.iter().product::<usize>() > MOST_ELEMENTS {
            let index = self.random.below(rank);
            dims[index] = 1 + self.random.below(4);
        }
        dims
    }

    /// Returns a random size for a dimension of a tensor.
    pub fn size(&mut self) -> usize {
        const SIZES: &[(usize, u32)] = &[
            (0, 1),
            (1, 6),
            (2, 8),
            (3, 8),
            (4, 6),
            (5, 4),
            (7, 3),
            (8, 3),
            (9, 1),
            (16, 2),
            (17, 2),
            (33, 1),
        ];
        self.random.weighted(SIZES).unwrap_or(2)
    }

    /// Emits a region with one block, which has the given arguments.
    ///
    /// `fill` emits the operations of the block and returns the values that the block returns.
    pub fn region(
        &mut self,
        isolated: bool,
        arguments: &[(Shape, Facts)],
        fill: impl FnOnce(&mut Self, &[ValueId]) -> Option<Vec<ValueId>>,
    ) -> Option<Region> {
        let arguments: Vec<_> = arguments
            .iter()
            .map(|(shape, facts)| self.value(Type::Tensor(shape.clone()), *facts))
            .collect();
        self.blocks.push(Block { visible: arguments.clone(), ops: Vec::new(), isolated });
        let results = fill(self, &arguments)?;
        let block = self.blocks.pop()?;
        Some(Region { arguments, ops: block.ops, results })
    }

    /// Adds a private function to the program and returns its name.
    pub fn function(&mut self, body: Region) -> String {
        let name = format!("function_{}", self.functions.len());
        self.functions.push(Function { name: name.clone(), body });
        name
    }

    /// Returns the number of nested MLIR blocks under construction.
    pub fn depth(&self) -> usize {
        self.blocks.len()
    }

    /// Completes the program so that it returns all unused values and a few used values.
    pub fn finish(mut self) -> Program {
        let block = self.blocks.swap_remove(0);
        let mut used = vec![false; self.values.len()];
        let mut results = Vec::new();
        for op in &block.ops {
            mark(op, &mut used);
        }
        for op in block.ops.iter().filter(|op| op.data.is_none()) {
            let tensors = op.results.iter().filter(|id| self.values[**id].ty.shape().is_some());
            let live = |id: &&usize| !used[**id];
            results.extend(tensors.filter(live).copied());
        }
        // Some used values are returned, too.
        for op in &block.ops {
            for id in &op.results {
                let tensor = self.values[*id].ty.shape().is_some();
                if tensor && used[*id] && self.random.chance(0.1) {
                    results.push(*id);
                }
            }
        }
        let donates_inputs = self.random.chance(0.5);
        if donates_inputs {
            results.extend(self.arguments.iter().filter(|_| self.random.chance(0.1)));
            // The order of the results decides which result reuses which argument's memory.
            let order = self.random.permutation(results.len());
            results = order.into_iter().map(|index| results[index]).collect();
        }
        let body = Region { arguments: self.arguments, ops: block.ops, results };
        let mut functions = vec![Function { name: "main".to_owned(), body }];
        functions.append(&mut self.functions);
        Program { values: self.values, functions, inputs: self.inputs, donates_inputs }
    }

    fn value(&mut self, ty: Type, facts: Facts) -> ValueId {
        self.values.push(Value { ty, facts });
        self.values.len() - 1
    }

    fn push(&mut self, op: Op) {
        if let Some(block) = self.blocks.last_mut() {
            block.visible.extend(&op.results);
            block.ops.push(op);
        }
    }

    /// Returns a distribution of elements that meet a requirement, or `None` if no elements of the
    /// type meet it.
    fn kind(&mut self, element_type: ElementType, need: Need) -> Option<Kind> {
        match element_type.class() {
            ElementClass::Boolean => Some(Kind::Bits),
            ElementClass::Signed | ElementClass::Unsigned => self.integer_kind(element_type, need),
            ElementClass::Float | ElementClass::Complex => self.float_kind(element_type, need),
        }
    }

    fn integer_kind(&mut self, element_type: ElementType, need: Need) -> Option<Kind> {
        let (least, most) = element_type.integer_range()?;
        if need.is_met(&Facts::of_type(element_type)) && self.random.chance(0.6) {
            return Some(Kind::Bits);
        }
        let low = need.low.max(least as f64).max(-8.0).ceil();
        let high = need.high.min(most as f64).min(low + 15.0).floor();
        (low <= high).then_some(Kind::Steps { low: low as i64, high: high as i64, step: 1.0 })
    }

    fn float_kind(&mut self, element_type: ElementType, need: Need) -> Option<Kind> {
        let real = element_type.class() == ElementClass::Float;
        let small = largest(element_type) < 1000.0 || element_type == ElementType::F8E8M0FNU;
        let unbounded = need.is_met(&Facts::of_type(element_type));
        if unbounded && real && self.random.chance(0.15) {
            return Some(Kind::Special);
        }
        let limit = if small { 2.0 } else { 8.0 };
        let lowest = if element_type == ElementType::F8E8M0FNU { 0.25 } else { -limit };
        let (low, high) = (need.low.max(lowest), need.high.min(limit));
        if low > high {
            return None;
        }
        let step = *self.random.pick(&[1.0, 1.0, 0.5, 0.25]);
        let (first, last) = ((low / step).ceil(), (high / step).floor());
        let exact = is_exact_in(limit, step, element_type);
        if first <= last && exact && (self.random.chance(0.6) || epsilon_is_coarse(element_type)) {
            return Some(Kind::Steps { low: first as i64, high: last as i64, step });
        }
        Some(Kind::Uniform { low: low.max(-2.0).min(high), high: high.min(2.0).max(low) })
    }
}

fn epsilon_is_coarse(element_type: ElementType) -> bool {
    crate::fuzz::facts::epsilon(element_type) > 0.01
}

/// Sets `used` for each value that an operation or one of its regions uses.
fn mark(op: &Op, used: &mut [bool]) {
    op.operands.iter().for_each(|id| used[*id] = true);
    for region in &op.regions {
        region.results.iter().for_each(|id| used[*id] = true);
        region.ops.iter().for_each(|op| mark(op, used));
    }
}

/// Common element types, each with its relative probability.
const ORDINARY: &[(ElementType, u32)] = &[
    (ElementType::F32, 30),
    (ElementType::F64, 7),
    (ElementType::F16, 6),
    (ElementType::Bf16, 7),
    (ElementType::Pred, 8),
    (ElementType::S2, 1),
    (ElementType::S4, 2),
    (ElementType::S8, 5),
    (ElementType::S16, 3),
    (ElementType::S32, 15),
    (ElementType::S64, 5),
    (ElementType::U2, 1),
    (ElementType::U4, 2),
    (ElementType::U8, 4),
    (ElementType::U16, 2),
    (ElementType::U32, 5),
    (ElementType::U64, 3),
    (ElementType::C64, 5),
    (ElementType::C128, 3),
];

/// Float types of at most eight bits, each with its relative probability.
const SMALL: &[(ElementType, u32)] = &[
    (ElementType::F8E4M3FN, 3),
    (ElementType::F8E5M2, 3),
    (ElementType::F8E3M4, 1),
    (ElementType::F8E4M3, 1),
    (ElementType::F8E4M3FNUZ, 1),
    (ElementType::F8E4M3B11FNUZ, 1),
    (ElementType::F8E5M2FNUZ, 1),
    (ElementType::F8E8M0FNU, 1),
    (ElementType::F6E2M3FN, 1),
    (ElementType::F6E3M2FN, 1),
    (ElementType::F4E2M1FN, 1),
];

/// Returns a few element types for a program, each with its relative probability. With few types,
/// operations find operands of equal types.
fn palette(random: &mut Random) -> Vec<(ElementType, u32)> {
    let mut types = Vec::new();
    for weight in [6, 3, 2] {
        types.extend(random.weighted(ORDINARY).map(|ty| (ty, weight)));
    }
    if random.chance(0.05) {
        types.extend(random.weighted(SMALL).map(|ty| (ty, 8)));
    }
    types
}
