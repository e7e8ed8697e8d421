// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random programs of affine loops: their text and their meaning.

use hloom_tools::fuzz::random::Random;
use std::fmt::Write;

/// A program on square arrays of f32.
pub struct Program {
    size: i64,
    /// The ranks of the arguments.
    pub arguments: Vec<usize>,
    /// Whether there is an array of rank 2 that is no argument. Its elements are 0.5 at first.
    has_local: bool,
    items: Vec<Item>,
}

enum Item {
    Loop(Loop),
    Store(Store),
}

struct Loop {
    /// The first value; that of an outer loop's variable if there is one.
    lower: Result<i64, usize>,
    upper: i64,
    step: i64,
    items: Vec<Item>,
}

/// `target = 0.5 * (a op b)`, under the condition that a variable is at least a number.
struct Store {
    sources: [Access; 2],
    operation: &'static str,
    target: Access,
    condition: Option<(usize, i64)>,
}

/// An element of an array.
struct Access {
    array: usize,
    indices: Vec<Index>,
}

/// An index in terms of the variable of the loop at a depth.
#[derive(Clone)]
enum Index {
    Constant(i64),
    Plus(usize, i64),
    Reversed(usize),
    Half(usize),
    Rotated(usize, i64),
}

/// The range of a loop's variable.
type Range = (i64, i64);

impl Program {
    /// Returns a random program on arrays of `size` elements in each dimension.
    pub fn random(random: &mut Random, size: i64) -> Self {
        let arguments: Vec<_> = (0..4).map(|_| *random.pick(&[1, 2, 2])).collect();
        let has_local = random.chance(0.6);
        let mut program = Self { size, arguments, has_local, items: Vec::new() };
        let count = random.between(1, 4);
        for _ in 0..count {
            let depth = *random.pick(&[1, 2, 2, 3]);
            let item = program.nest(random, &mut Vec::new(), depth);
            program.items.push(item);
        }
        if program.written().is_empty() {
            let target = Access { array: 0, indices: vec![Index::Constant(0); program.rank(0)] };
            let [one, other] = [0, 1].map(|_| program.access(random, &[]));
            let store = Store { sources: [one, other], operation: "addf", target, condition: None };
            program.items.push(Item::Store(store));
        }
        program
    }

    fn rank(&self, array: usize) -> usize {
        self.arguments.get(array).copied().unwrap_or(2)
    }

    fn nest(&self, random: &mut Random, ranges: &mut Vec<Range>, depth: usize) -> Item {
        let outer = (!ranges.is_empty() && random.chance(0.15)).then(|| random.below(ranges.len()));
        let lower = *random.pick(&[0, 0, 0, 1]);
        let upper = self.size - if outer.is_none() { *random.pick(&[0, 0, 1]) } else { 0 };
        let step = if outer.is_none() { *random.pick(&[1, 1, 1, 2]) } else { 1 };
        ranges.push((outer.map_or(lower, |outer| ranges[outer].0), upper));
        let mut items = Vec::new();
        if depth > 1 && random.chance(0.85) {
            if random.chance(0.2) {
                items.push(self.store(random, ranges));
            }
            items.push(self.nest(random, ranges, depth - 1));
            if random.chance(0.2) {
                items.push(self.nest(random, ranges, 1));
            }
            if random.chance(0.2) {
                items.push(self.store(random, ranges));
            }
        } else {
            let count = random.between(1, 2);
            items.extend((0..count).map(|_| self.store(random, ranges)));
        }
        ranges.pop();
        Item::Loop(Loop { lower: outer.map_or(Ok(lower), Err), upper, step, items })
    }

    fn store(&self, random: &mut Random, ranges: &[Range]) -> Item {
        let [one, other, target] = [0, 1, 2].map(|_| self.access(random, ranges));
        let condition = random
            .chance(0.2)
            .then(|| (random.below(ranges.len()), random.between(0, self.size - 1)));
        let operation = *random.pick(&["addf", "subf", "maximumf"]);
        Item::Store(Store { sources: [one, other], operation, target, condition })
    }

    fn access(&self, random: &mut Random, ranges: &[Range]) -> Access {
        let array = random.below(self.arguments.len() + usize::from(self.has_local));
        let indices = (0..self.rank(array)).map(|_| self.index(random, ranges)).collect();
        Access { array, indices }
    }

    fn index(&self, random: &mut Random, ranges: &[Range]) -> Index {
        let n = self.size;
        if ranges.is_empty() || random.chance(0.1) {
            return Index::Constant(random.between(0, n - 1));
        }
        let depth = random.below(ranges.len());
        let (lower, upper) = ranges[depth];
        match random.below(12) {
            0 | 1 => Index::Plus(depth, random.between(0, n - upper)),
            2 => Index::Plus(depth, -random.between(0, lower)),
            3 => Index::Reversed(depth),
            4 => Index::Half(depth),
            5 => Index::Rotated(depth, random.between(0, 3)),
            _ => Index::Plus(depth, 0),
        }
    }

    /// Returns the arguments that the program writes.
    pub fn written(&self) -> Vec<usize> {
        let mut found = vec![false; self.arguments.len() + 1];
        let mut items: Vec<_> = self.items.iter().collect();
        while let Some(item) = items.pop() {
            match item {
                Item::Loop(nest) => items.extend(&nest.items),
                Item::Store(store) => found[store.target.array] = true,
            }
        }
        (0..self.arguments.len()).filter(|index| found[*index]).collect()
    }

    /// Returns the values of the arguments after a run with the given values.
    pub fn evaluate(&self, mut arrays: Vec<Vec<f32>>) -> Vec<Vec<f32>> {
        let elements = usize::try_from(self.size * self.size).unwrap_or_default();
        arrays.push(vec![0.5; elements]);
        self.execute(&self.items, &mut Vec::new(), &mut arrays);
        arrays
    }

    fn execute(&self, items: &[Item], variables: &mut Vec<i64>, arrays: &mut [Vec<f32>]) {
        for item in items {
            match item {
                Item::Loop(Loop { lower, upper, step, items }) => {
                    let mut variable = lower.unwrap_or_else(|outer| variables[outer]);
                    while variable < *upper {
                        variables.push(variable);
                        self.execute(items, variables, arrays);
                        variables.pop();
                        variable += step;
                    }
                }
                Item::Store(Store { sources, operation, target, condition }) => {
                    if condition.is_some_and(|(depth, least)| variables[depth] < least) {
                        continue;
                    }
                    let [a, b] =
                        sources.each_ref().map(|it| arrays[it.array][self.position(it, variables)]);
                    let value = match *operation {
                        "addf" => a + b,
                        "subf" => a - b,
                        // As `arith.maximumf`, which prefers the positive zero.
                        _ if a == b => {
                            if a.is_sign_positive() {
                                a
                            } else {
                                b
                            }
                        }
                        _ => a.max(b),
                    };
                    arrays[target.array][self.position(target, variables)] = 0.5 * value;
                }
            }
        }
    }

    fn position(&self, access: &Access, variables: &[i64]) -> usize {
        let value = |index: &Index| match *index {
            Index::Constant(value) => value,
            Index::Plus(depth, offset) => variables[depth] + offset,
            Index::Reversed(depth) => self.size - 1 - variables[depth],
            Index::Half(depth) => variables[depth] / 2,
            Index::Rotated(depth, by) => (variables[depth] + by) % self.size,
        };
        let position = access.indices.iter().fold(0, |sum, index| sum * self.size + value(index));
        usize::try_from(position).expect("indices are in the array")
    }

    /// Returns the program as MLIR.
    pub fn text(&self) -> String {
        let parameters: Vec<_> = (0..self.arguments.len())
            .map(|array| format!("%a{array}: {}", self.memref(array)))
            .collect();
        let mut text = format!("func.func @main({}) {{\n", parameters.join(", "));
        text += "  %half = arith.constant 0.5 : f32\n";
        if self.has_local {
            let (array, size) = (self.arguments.len(), self.size);
            let memref = self.memref(array);
            let _ = write!(
                text,
                "  %a{array} = memref.alloc() : {memref}\n  affine.for %x = 0 to {size} {{\n    \
                 affine.for %y = 0 to {size} {{\n      affine.store %half, %a{array}[%x, %y] : \
                 {memref}\n    }}\n  }}\n"
            );
        }
        let mut values = 0;
        self.write(&self.items, 0, &mut values, &mut text);
        text + "  return\n}\n"
    }

    fn memref(&self, array: usize) -> String {
        format!("memref<{}f32>", format!("{}x", self.size).repeat(self.rank(array)))
    }

    fn write(&self, items: &[Item], depth: usize, values: &mut usize, text: &mut String) {
        let indent = "  ".repeat(depth + 1);
        for item in items {
            let _ = match item {
                Item::Loop(Loop { lower, upper, step, items }) => {
                    let lower = match lower {
                        Ok(lower) => lower.to_string(),
                        Err(outer) => format!("affine_map<(d0) -> (d0)>(%i{outer})"),
                    };
                    let head = format!("affine.for %i{depth} = {lower} to {upper} step {step}");
                    let _ = writeln!(text, "{indent}{head} {{");
                    self.write(items, depth + 1, values, text);
                    writeln!(text, "{indent}}}")
                }
                Item::Store(store) => {
                    *values += 1;
                    let v = *values;
                    for (name, access) in ["x", "y"].iter().zip(&store.sources) {
                        let element = self.element(access);
                        let _ = writeln!(text, "{indent}%{name}{v} = affine.load {element}");
                    }
                    let operation = store.operation;
                    let _ = writeln!(text, "{indent}%z{v} = arith.{operation} %x{v}, %y{v} : f32");
                    let _ = writeln!(text, "{indent}%w{v} = arith.mulf %z{v}, %half : f32");
                    let element = self.element(&store.target);
                    let (open, close) = match store.condition {
                        Some((depth, least)) => (
                            format!(
                                "affine.if affine_set<(d0) : (d0 - {least} >= 0)>(%i{depth}) {{ "
                            ),
                            " }",
                        ),
                        None => (String::new(), ""),
                    };
                    writeln!(text, "{indent}{open}affine.store %w{v}, {element}{close}")
                }
            };
        }
    }

    fn element(&self, access: &Access) -> String {
        let index = |index: &Index| match *index {
            Index::Constant(value) => value.to_string(),
            Index::Plus(depth, 0) => format!("%i{depth}"),
            Index::Plus(depth, offset) if offset < 0 => format!("%i{depth} - {}", -offset),
            Index::Plus(depth, offset) => format!("%i{depth} + {offset}"),
            Index::Reversed(depth) => format!("{} - %i{depth}", self.size - 1),
            Index::Half(depth) => format!("%i{depth} floordiv 2"),
            Index::Rotated(depth, by) => format!("(%i{depth} + {by}) mod {}", self.size),
        };
        let indices: Vec<_> = access.indices.iter().map(index).collect();
        let array = access.array;
        format!("%a{array}[{}] : {}", indices.join(", "), self.memref(array))
    }
}
