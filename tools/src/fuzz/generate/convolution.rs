// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random convolutions.

use super::attributes::{array, bools, pairs};
use super::contraction::{accumulator, precision, sum_of_products};
use super::generator::{Emit, Generator};
use super::need::Need;
use hloom_compiler::{ElementType, Shape};

pub const EMITTERS: &[(Emit, u32)] = &[(convolution, 1)];

/// Sizes, padding, stride and dilations of one spatial dimension of a convolution.
struct Spatial {
    input: usize,
    kernel: usize,
    stride: usize,
    padding: (i64, i64),
    input_dilation: usize,
    kernel_dilation: usize,
    reversed: bool,
    output: usize,
}

/// Returns the size of a dimension after dilation.
pub fn dilated(size: usize, dilation: usize) -> i64 {
    if size == 0 { 0 } else { (size as i64 - 1) * dilation as i64 + 1 }
}

/// Returns the number of windows of `window` elements, `stride` elements apart, in a dimension of
/// `size` elements. Both numbers of elements include padding and dilation.
pub fn windows(size: i64, window: i64, stride: usize) -> usize {
    if window > size || size == 0 { 0 } else { ((size - window) / stride as i64 + 1) as usize }
}

fn spatial(generator: &mut Generator) -> Option<Spatial> {
    let random = generator.random();
    let input =
        random.weighted(&[(0, 1), (1, 2), (2, 2), (3, 3), (4, 3), (5, 3), (7, 3), (10, 1)])?;
    let kernel = random.weighted(&[(0, 1), (1, 10), (2, 10), (3, 15), (5, 3)])?;
    let stride = random.weighted(&[(1, 6), (2, 3), (3, 1)])?;
    let input_dilation = random.weighted(&[(1, 6), (2, 2), (3, 1)])?;
    let kernel_dilation = random.weighted(&[(1, 6), (2, 2), (3, 1)])?;
    let mut edge = || random.weighted(&[(0, 5), (1, 4), (2, 2), (4, 1), (-1, 1), (-2, 1)]);
    let padding = (edge()?, edge()?);
    let reversed = random.chance(0.2);
    let padded = dilated(input, input_dilation) + padding.0 + padding.1;
    if padded < 0 {
        return None;
    }
    let output = windows(padded, dilated(kernel, kernel_dilation), stride);
    Some(Spatial {
        input,
        kernel,
        stride,
        padding,
        input_dilation,
        kernel_dilation,
        reversed,
        output,
    })
}

/// Permutes sizes to a random layout of dimensions. Returns the permuted sizes and the layout as
/// text.
///
/// The first two sizes belong to the dimensions in `names`, and the other sizes belong to spatial
/// dimensions.
fn layout(generator: &mut Generator, names: [&str; 2], sizes: &[usize]) -> (Vec<usize>, String) {
    let order = generator.random().permutation(sizes.len());
    let dims = order.iter().map(|index| sizes[*index]).collect();
    let labels: Vec<_> = order
        .iter()
        .map(|index| match index {
            0 | 1 => names[*index].to_owned(),
            spatial => (spatial - 2).to_string(),
        })
        .collect();
    (dims, format!("[{}]", labels.join(", ")))
}

fn convolution(generator: &mut Generator) -> Option<()> {
    let rank = generator.random().weighted(&[(0, 1), (1, 4), (2, 6), (3, 2)])?;
    let dims: Vec<_> = (0..rank).map(|_| spatial(generator)).collect::<Option<_>>()?;
    let random = generator.random();
    let groups = random.weighted(&[(1, 6), (2, 2), (3, 1)])?;
    let batch_groups = if groups == 1 { random.weighted(&[(1, 6), (2, 1), (3, 1)])? } else { 1 };
    let batch = batch_groups * random.weighted(&[(0, 1), (1, 12), (2, 6), (3, 3)])?;
    let features = random.weighted(&[(0, 1), (1, 12), (2, 6), (3, 5), (5, 3), (17, 1)])?;
    let outputs =
        groups * batch_groups * random.weighted(&[(1, 12), (2, 6), (3, 5), (8, 3), (17, 1)])?;
    let element_type = generator.element_type(|ty| ty != ElementType::Pred)?;
    let of = |get: fn(&Spatial) -> usize| dims.iter().map(get).collect::<Vec<_>>();
    let lhs_sizes = [vec![batch, features * groups], of(|dim| dim.input)].concat();
    let rhs_sizes = [vec![features, outputs], of(|dim| dim.kernel)].concat();
    let sizes = [vec![batch / batch_groups, outputs], of(|dim| dim.output)].concat();
    let (lhs_dims, lhs_layout) = layout(generator, ["b", "f"], &lhs_sizes);
    let (rhs_dims, rhs_layout) = layout(generator, ["i", "o"], &rhs_sizes);
    let (result, result_layout) = layout(generator, ["b", "f"], &sizes);
    for dims in [&lhs_dims, &rhs_dims, &result] {
        (dims.iter().product::<usize>() <= 3000).then_some(())?;
    }
    let lhs = generator.operand(&Shape::new(element_type, lhs_dims), Need::ANY)?;
    let rhs = generator.operand(&Shape::new(element_type, rhs_dims), Need::ANY)?;
    let count = features * dims.iter().map(|dim| dim.kernel).product::<usize>();
    let to = accumulator(generator, element_type);
    let facts = sum_of_products(generator, [lhs, rhs], count, to)?;
    let padding: Vec<_> = dims.iter().map(|dim| dim.padding).collect();
    let reversal: Vec<_> = dims.iter().map(|dim| dim.reversed).collect();
    let mut attributes = format!(
        "window_strides = {}, padding = {}, lhs_dilation = {}, rhs_dilation = {}, \
         window_reversal = {}, dimension_numbers = #stablehlo.conv<{lhs_layout}x{rhs_layout}->\
         {result_layout}>, feature_group_count = {groups} : i64, \
         batch_group_count = {batch_groups} : i64",
        array(&of(|dim| dim.stride)),
        pairs(&padding),
        array(&of(|dim| dim.input_dilation)),
        array(&of(|dim| dim.kernel_dilation)),
        bools(&reversal)
    );
    attributes.push_str(precision(generator));
    let result = Shape::new(to, result);
    generator.one("stablehlo.convolution", &[lhs, rhs], attributes, result, facts).map(drop)
}
