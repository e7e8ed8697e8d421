// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random window reductions, and select-and-scatter.

use super::attributes::{array, pairs};
use super::convolution::{dilated, windows};
use super::elementwise::{compared, is_complex};
use super::generator::{Emit, Generator};
use super::need::Need;
use super::reducer::{body, combined, reducer};
use crate::fuzz::facts::Facts;
use hloom_compiler::{ElementType, Shape};
use hloom_values::ElementClass;

pub const EMITTERS: &[(Emit, u32)] =
    &[(reduce_window, 4), (cumulative, 1), (select_and_scatter, 2)];

/// The window attributes of a random window operation, and the sizes of its result.
#[derive(Default)]
struct Window {
    sizes: Vec<usize>,
    strides: Vec<usize>,
    base_dilations: Vec<usize>,
    dilations: Vec<usize>,
    padding: Vec<(i64, i64)>,
    result: Vec<usize>,
}

impl Window {
    /// Adds a dimension to the window. Returns `None` if the padded size of the operand would be
    /// negative.
    fn push(
        &mut self,
        size: usize,
        window: usize,
        stride: usize,
        dilations: (usize, usize),
        padding: (i64, i64),
    ) -> Option<()> {
        let padded = dilated(size, dilations.0) + padding.0 + padding.1;
        (padded >= 0).then_some(())?;
        self.result.push(windows(padded, dilated(window, dilations.1), stride));
        self.sizes.push(window);
        self.strides.push(stride);
        self.base_dilations.push(dilations.0);
        self.dilations.push(dilations.1);
        self.padding.push(padding);
        Some(())
    }

    fn attributes(&self) -> String {
        format!(
            "window_dimensions = {}, window_strides = {}, base_dilations = {}, \
             window_dilations = {}, padding = {}",
            array(&self.sizes),
            array(&self.strides),
            array(&self.base_dilations),
            array(&self.dilations),
            pairs(&self.padding)
        )
    }
}

fn reduce_window(generator: &mut Generator) -> Option<()> {
    let first = generator.any(Need::ANY, |shape| shape.rank() >= 1, |_| true)?;
    let dims = generator.shape(first).dims;
    let mut window = Window::default();
    for size in &dims {
        let random = generator.random();
        let plain = random.chance(0.4);
        if plain {
            window.push(*size, 1, 1, (1, 1), (0, 0))?;
            continue;
        }
        let width = random.weighted(&[(1, 2), (2, 4), (3, 4), (4, 1)])?;
        let stride = random.weighted(&[(1, 4), (2, 3), (3, 1)])?;
        let mut dilation = || random.weighted(&[(1, 6), (2, 2), (3, 1)]);
        let dilations = (dilation()?, dilation()?);
        let mut edge = || random.weighted(&[(0, 5), (1, 4), (2, 2), (-1, 1)]);
        let padding = (edge()?, edge()?);
        window.push(*size, width, stride, dilations, padding)?;
    }
    emit(generator, first, &window)
}

/// Emits a cumulative reduction along one dimension: each window reaches from an element back to
/// the first or on to the last element.
fn cumulative(generator: &mut Generator) -> Option<()> {
    let first = generator.any(Need::ANY, |shape| shape.rank() >= 1, |_| true)?;
    let dims = generator.shape(first).dims;
    let axis = generator.random().below(dims.len());
    let reverse = generator.random().chance(0.3);
    let mut window = Window::default();
    for (index, size) in dims.iter().enumerate() {
        let back = *size as i64 - 1;
        match index == axis && *size > 0 {
            true if reverse => window.push(*size, *size, 1, (1, 1), (0, back))?,
            true => window.push(*size, *size, 1, (1, 1), (back, 0))?,
            false => window.push(*size, 1, 1, (1, 1), (0, 0))?,
        }
    }
    emit(generator, first, &window)
}

fn emit(generator: &mut Generator, first: usize, window: &Window) -> Option<()> {
    let shape = generator.shape(first);
    let mut inputs = vec![first];
    if generator.random().chance(0.15) {
        let element_type = generator.element_type(|_| true)?;
        inputs.push(generator.operand(&Shape::new(element_type, shape.dims.clone()), Need::ANY)?);
    }
    let count = window.sizes.iter().product();
    let reducer = reducer(generator, &inputs, count)?;
    let results: Vec<_> = inputs
        .iter()
        .zip(&reducer.facts)
        .map(|(input, facts)| {
            (Shape::new(generator.shape(*input).element_type, window.result.clone()), *facts)
        })
        .collect();
    let operands = [inputs, reducer.inits].concat();
    let regions = vec![reducer.region];
    let name = "stablehlo.reduce_window";
    generator.op_with(name, &operands, window.attributes(), &results, regions).map(drop)
}

fn select_and_scatter(generator: &mut Generator) -> Option<()> {
    let need = Need { exact: true, ..Need::MODERATE };
    let suits = |shape: &Shape| shape.rank() >= 1 && !shape.dims.contains(&0);
    let operand = generator.any(need, suits, |ty| !is_complex(ty) && ty != ElementType::Pred)?;
    let shape = generator.shape(operand);
    let mut window = Window::default();
    for size in &shape.dims {
        let random = generator.random();
        let width = random.weighted(&[(1, 3), (2, 4), (3, 3)])?;
        let stride = random.weighted(&[(1, 3), (2, 4), (3, 1)])?;
        // Every window contains at least one element.
        let mut edge = || random.below(width) as i64;
        let padding = (edge(), edge());
        window.push(*size, width, stride, (1, 1), padding)?;
    }
    let element_type = shape.element_type;
    let source = Shape::new(element_type, window.result.clone());
    let source = generator.operand(&source, Need::MODERATE)?;
    let init = generator.scalar(element_type, 0);
    let count = window.sizes.iter().product();
    let (base, element) = (generator.facts(init), generator.facts(source));
    let facts = combined("add", &base, &element, count, element_type)?;
    let direction = *generator.random().pick(&["GE", "GT", "LE", "LT"]);
    let kind = match element_type.class() {
        ElementClass::Float => "FLOAT",
        ElementClass::Signed => "SIGNED",
        _ => "UNSIGNED",
    };
    let argument = (Shape::scalar(element_type), Facts::of_type(element_type));
    let select =
        generator.region(true, &[argument.clone(), argument], |generator, arguments| {
            let truth = Shape::scalar(ElementType::Pred);
            let facts = Facts::of_type(ElementType::Pred);
            let attributes = compared(direction, kind);
            Some(vec![generator.one("stablehlo.compare", arguments, attributes, truth, facts)?])
        })?;
    let scatter = body(generator, &[element_type], &["add"])?;
    let attributes = format!(
        "window_dimensions = {}, window_strides = {}, padding = {}",
        array(&window.sizes),
        array(&window.strides),
        pairs(&window.padding)
    );
    let operands = [operand, source, init];
    let regions = vec![select, scatter];
    let name = "stablehlo.select_and_scatter";
    generator.op_with(name, &operands, attributes, &[(shape, facts)], regions).map(drop)
}
