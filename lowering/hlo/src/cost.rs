// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Estimates the work of a program from its operations.
//!
//! The estimate follows XLA's `HloCostAnalysis` (xla/service/hlo_cost_analysis.h). A loop
//! counts as one iteration, a conditional as its most expensive branch, and an unknown size as
//! one. The cost of a custom call is unknown and counts as zero.

use hloom_dialects::attributes::stablehlo::{ConvDimensionNumbers, DotDimensionNumbers};
use hloom_dialects::op::Op as Kind;
use hloom_dialects::op_view::OpView;
use hloom_dialects::verify::is_elementwise;
use hloom_ir::{self as ir, Op, Region, Value};
use melior::ir::attribute::FlatSymbolRefAttribute;
use melior::ir::operation::OperationLike;
use std::collections::HashMap;
use std::ops::{Add, Mul};

/// Estimated work of a program or an operation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Number of arithmetic operations, including comparisons and selections.
    pub flops: f64,
    /// Number of evaluations of exponentials, logarithms and similar functions.
    pub transcendentals: f64,
}

impl Cost {
    const fn flops(flops: f64) -> Self {
        Self { flops, transcendentals: 0.0 }
    }

    const fn transcendentals(transcendentals: f64) -> Self {
        Self { flops: 0.0, transcendentals }
    }

    fn all(self) -> f64 {
        self.flops + self.transcendentals
    }
}

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            flops: self.flops + other.flops,
            transcendentals: self.transcendentals + other.transcendentals,
        }
    }
}

impl Mul<f64> for Cost {
    type Output = Self;

    fn mul(self, times: f64) -> Self {
        Self { flops: self.flops * times, transcendentals: self.transcendentals * times }
    }
}

/// Returns the estimated cost of a function, including the functions that it calls.
pub fn of_function(function: Op) -> Cost {
    let mut costs = Costs::default();
    sum(ir::regions(function).into_iter().map(|region| costs.of_region(region)))
}

/// Maximum call depth. Deeper calls, such as recursive calls, have infinite cost.
const DEEPEST: usize = 256;

/// Costs of called functions, indexed by name.
#[derive(Default)]
struct Costs {
    known: HashMap<String, Cost>,
    depth: usize,
}

impl Costs {
    fn of_region(&mut self, region: Region) -> Cost {
        let ops = ir::blocks(region).into_iter().flat_map(ir::ops);
        sum(ops.map(|op| self.of_op(op)))
    }

    fn of_op(&mut self, op: Op) -> Cost {
        let Some(kind) = ir::hlo_op(op) else {
            return match ir::op_name(op) {
                "func.call" => self.of_callee(op, "callee"),
                _ => Cost::default(),
            };
        };
        if kind == Kind::StablehloComposite {
            // Some composites stand for operations of CHLO.
            let name = ir::text(op, "name").filter(|name| name.starts_with("chlo."));
            return match name.and_then(|name| Kind::from_name(&name)) {
                Some(known) => of_plain(op, known),
                None => self.of_callee(op, "decomposition"),
            };
        }
        let regions: Vec<_> = ir::regions(op).into_iter().map(|it| self.of_region(it)).collect();
        match regions[..] {
            [] => of_plain(op, kind),
            _ => of_regions(op, kind, &regions),
        }
    }

    fn of_callee(&mut self, op: Op, name: &str) -> Cost {
        let symbol = op.attribute(name).ok().map(FlatSymbolRefAttribute::try_from);
        let Some(Ok(symbol)) = symbol else { return Cost::default() };
        let symbol = symbol.value();
        if let Some(known) = self.known.get(symbol) {
            return *known;
        }
        let Some(function) = ir::function_named(op, symbol) else { return Cost::default() };
        if self.depth == DEEPEST {
            return Cost { flops: f64::INFINITY, transcendentals: f64::INFINITY };
        }
        self.depth += 1;
        let regions = ir::regions(function).into_iter();
        let cost = sum(regions.map(|region| self.of_region(region)));
        self.depth -= 1;
        self.known.insert(symbol.to_owned(), cost);
        cost
    }
}

fn sum(costs: impl Iterator<Item = Cost>) -> Cost {
    costs.fold(Cost::default(), Cost::add)
}

/// Returns the cost of an operation with regions, computed from the costs of these regions.
fn of_regions(op: Op, kind: Kind, regions: &[Cost]) -> Cost {
    let all = || sum(regions.iter().copied());
    let operand = |index: usize| ir::operands(op).get(index).copied().map_or(0.0, elements);
    let result = || ir::results(op).first().copied().map_or(0.0, elements);
    let in_window = || window(op);
    match kind {
        Kind::StablehloCase | Kind::StablehloIf => {
            let most =
                regions.iter().copied().max_by(|one, other| one.all().total_cmp(&other.all()));
            most.unwrap_or_default()
        }
        Kind::StablehloReduce => all() * (operand(0) - result()).max(0.0),
        Kind::StablehloReduceWindow => all() * result() * (in_window() - 1.0),
        Kind::StablehloSelectAndScatter => {
            let [select, scatter] = regions[..] else { return all() };
            (select * (in_window() - 1.0) + scatter) * operand(1)
        }
        Kind::StablehloScatter => {
            let count = ir::results(op).len();
            all() * operand(count + 1)
        }
        Kind::StablehloSort => sorting(operand(0)),
        Kind::StablehloMap
        | Kind::StablehloAllReduce
        | Kind::StablehloCollectiveReduce
        | Kind::StablehloReduceScatter => all() * result(),
        _ => all(),
    }
}

/// Returns the cost of an operation without regions.
fn of_plain(op: Op, kind: Kind) -> Cost {
    let operands = ir::operands(op);
    let operand = |index: usize| operands.get(index).copied().map_or(0.0, elements);
    let rows = || operands.first().copied().map_or(1.0, last_size);
    let result = ir::results(op).first().copied().map_or(0.0, elements);
    match kind {
        _ if kind.facts().transcendental => Cost::transcendentals(result),
        _ if is_elementwise(kind) || is_elementwise_with_broadcast(kind) => Cost::flops(result),
        Kind::StablehloDot | Kind::StablehloDotGeneral => {
            Cost::flops(2.0 * result * contracted(op, kind))
        }
        Kind::StablehloConvolution | Kind::StablehloDynamicConv => {
            Cost::flops(2.0 * result * operand(1) / kernel_outputs(op))
        }
        // Each row of lhs is multiplied with the columns of one group of rhs.
        Kind::ChloRaggedDot => {
            let columns = ir::results(op).first().and_then(|it| ir::shape_of(*it).last().copied());
            Cost::flops(2.0 * operand(0) * columns.map_or(1.0, known))
        }
        Kind::StablehloFft => {
            let lengths = op.attribute("fft_length").ok().and_then(ir::i64_array);
            let passes =
                lengths.unwrap_or_default().into_iter().map(|it| known(it).log2().floor().max(1.0));
            Cost::flops(8.0 * operand(0).max(result) * passes.product::<f64>())
        }
        Kind::StablehloCholesky => Cost::flops(operand(0) * rows() / 3.0),
        Kind::StablehloTriangularSolve => Cost::flops(2.0 * operand(1) * rows()),
        Kind::ChloTopK => sorting(operand(0)),
        Kind::StablehloRng | Kind::StablehloRngBitGenerator => {
            Cost::transcendentals(ir::results(op).last().copied().map_or(0.0, elements))
        }
        Kind::StablehloBatchNormGrad
        | Kind::StablehloBatchNormInference
        | Kind::StablehloBatchNormTraining => Cost::flops(result),
        _ => Cost::default(),
    }
}

/// Returns true for `chlo.broadcast_*` and `chlo.is_*`, which compute each element of the result
/// separately.
fn is_elementwise_with_broadcast(kind: Kind) -> bool {
    kind.name().starts_with("chlo.broadcast_") || kind.name().starts_with("chlo.is_")
}

/// Returns the estimated cost of sorting: `n log2(n)` operations for `n` elements.
fn sorting(elements: f64) -> Cost {
    Cost::flops(elements * elements.max(1.0).log2().ceil())
}

/// Returns the number of products that are summed for each element of the result of a `dot` or
/// `dot_general`.
fn contracted(op: Op, kind: Kind) -> f64 {
    let Some(lhs) = ir::operands(op).first().copied().map(ir::shape_of) else { return 0.0 };
    if kind == Kind::StablehloDot {
        return lhs.last().copied().map_or(1.0, known);
    }
    let numbers = OpView::from_operation(op)
        .and_then(|op| op.typed::<DotDimensionNumbers>("dot_dimension_numbers").ok());
    let dims = numbers.map(|numbers| numbers.lhs_contracting_dimensions).unwrap_or_default();
    let size = |dim: &i64| usize::try_from(*dim).ok().and_then(|dim| lhs.get(dim)).copied();
    dims.iter().filter_map(size).map(known).product()
}

/// Returns the number of output features of a convolution kernel.
fn kernel_outputs(op: Op) -> f64 {
    let numbers = OpView::from_operation(op)
        .and_then(|op| op.typed::<ConvDimensionNumbers>("dimension_numbers").ok());
    let dim = numbers.and_then(|it| usize::try_from(it.kernel_output_feature_dimension).ok());
    let kernel = ir::operands(op).get(1).copied().map(ir::shape_of).unwrap_or_default();
    dim.and_then(|dim| kernel.get(dim)).copied().map_or(1.0, known).max(1.0)
}

/// Returns the number of elements of a window.
fn window(op: Op) -> f64 {
    let sizes = op.attribute("window_dimensions").ok().and_then(ir::i64_array);
    sizes.unwrap_or_default().into_iter().map(known).product()
}

fn elements(value: Value) -> f64 {
    ir::shape_of(value).into_iter().map(known).product()
}

fn last_size(value: Value) -> f64 {
    ir::shape_of(value).last().copied().map_or(1.0, known)
}

/// Returns a size as a number; an unknown size is negative and counts as one.
fn known(size: i64) -> f64 {
    if size < 0 { 1.0 } else { size as f64 }
}
