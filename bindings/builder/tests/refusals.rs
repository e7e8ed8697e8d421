// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Messages about operations that violate the constraints of the specification.

use hloom_builder::types::{f32, i1, i32, i64};
use hloom_builder::{
    BackendConfig, Convolution, ConvolutionDimensionNumbers, CustomCall, DotDimensionNumbers,
    ElementType, Error, FftType, GatherDimensionNumbers, Program, ReplicaGroups, Result,
    RngAlgorithm, RngDistribution, Scalar, ScatterDimensionNumbers, Shape, Transpose, Value,
    Window,
};
use std::fmt::Write;

/// The messages of refused operations.
struct Refusals(String);

impl Refusals {
    /// Adds the message about a program whose function has arguments of the given types.
    fn of<const N: usize>(
        &mut self,
        types: [Shape; N],
        body: impl for<'p> FnOnce(&'p Program, [Value<'p>; N]) -> Result<Vec<Value<'p>>>,
    ) {
        let program = Program::new();
        let error = program.function("main", types, |values| body(&program, values));
        let error = error.expect_err("the operation is refused");
        assert!(program.functions().is_empty(), "a refused function is no part of the program");
        let at = error.at().expect("the error has a position");
        assert!(at.file().ends_with("refusals.rs"), "{error}");
        let message = error.to_string();
        let message = message.strip_prefix(&format!("{at}: ")).expect("the position is first");
        let _ = writeln!(self.0, "{message}");
    }

    /// Adds the message about an operation on one argument.
    fn one(&mut self, shape: Shape, body: impl for<'p> FnOnce(Value<'p>) -> Result<Value<'p>>) {
        self.of([shape], |_, [x]| Ok(vec![body(x)?]));
    }

    /// Adds the message about an operation on two arguments.
    fn two(
        &mut self,
        one: Shape,
        other: Shape,
        body: impl for<'p> FnOnce(Value<'p>, Value<'p>) -> Result<Value<'p>>,
    ) {
        self.of([one, other], |_, [x, y]| Ok(vec![body(x, y)?]));
    }
}

fn u64(dims: impl AsRef<[usize]>) -> Shape {
    Shape::new(ElementType::U64, dims.as_ref())
}

fn c64(dims: impl AsRef<[usize]>) -> Shape {
    Shape::new(ElementType::C64, dims.as_ref())
}

#[test]
fn elementwise() {
    let mut refusals = Refusals(String::new());
    refusals.two(f32([2]), f32([3]), |x, y| x + y);
    refusals.two(f32([2]), i32([2]), |x, y| x * y);
    refusals.one(i1([2]), |x| x.negate());
    refusals.one(i32([2]), |x| x.exponential());
    refusals.one(f32([2]), |x| x.popcnt());
    refusals.one(Shape::new(ElementType::U8, [2]), |x| x.sign());
    refusals.one(i32([2]), |x| x + 0.5);
    refusals.one(Shape::new(ElementType::S8, [2]), |x| x + 128);
    refusals.one(Shape::new(ElementType::F16, [2]), |x| x + 1e9);
    refusals.one(f32([2]), |x| x * f64::MAX);
    refusals.one(Shape::new(ElementType::F8E4M3FN, [2]), |x| x.maximum(f64::NEG_INFINITY));
    refusals.one(Shape::new(ElementType::F4E2M1FN, [2]), |x| x - f64::NAN);
    refusals.one(c64([2]), |x| x - Scalar::Complex(0.0, f64::MIN));
    refusals.one(Shape::new(ElementType::F16, [70_000]), |x| x.mean([0]));
    refusals.one(i32([2]), |x| x.is_finite());
    refusals.one(i32([2]), |x| x.complex(x));
    refusals.one(i32([2]), |x| x.reduce_precision(5, 10));
    refusals.one(f32([2]), |x| x.reduce_precision(0, 10));
    refusals
        .one(f32([2]), |x| x.bitcast_convert(ElementType::F64)?.bitcast_convert(ElementType::C64));
    refusals.one(f32([3]), |x| x.bitcast_convert(ElementType::F64));
    refusals.two(f32([2]), f32([3]), |x, y| x.clamp(y, 1.0));
    refusals.two(f32([2]), f32([3]), |x, y| x.clamp(0.0, y));
    refusals.two(f32([2]), i32([]), |x, y| x.clamp(y, 1.0));
    refusals.two(f32([2]), f32([3]), |x, y| x.less(y));
    refusals.two(f32([2]), i32([2]), |x, y| x.less(y));
    refusals.two(f32([2]), i32([2]), |x, y| y.select(x, x));
    refusals.two(f32([2]), i1([3]), |x, y| y.select(x, x));
    insta::assert_snapshot!(refusals.0);
}

#[test]
fn movement() {
    let mut refusals = Refusals(String::new());
    refusals.one(f32([2, 3]), |x| x.broadcast_in_dim([2, 3], [0]));
    refusals.one(f32([2, 3]), |x| x.broadcast_in_dim([2, 3], [0, 2]));
    refusals.one(f32([2, 2]), |x| x.broadcast_in_dim([2, 2], [0, 0]));
    refusals.one(f32([2, 3]), |x| x.broadcast_to([2, 4]));
    refusals.one(f32([2, 3]), |x| x.reshape([5]));
    refusals.one(f32([2, 3]), |x| x.transpose([0, 0]));
    refusals.one(f32([2, 3]), |x| x.reverse([2]));
    refusals.one(f32([2, 3]), |x| x.reverse([1, 1]));
    refusals.one(f32([4]), |x| x.slice([0], [4], []));
    refusals.one(f32([4]), |x| x.slice([2], [5], [1]));
    refusals.one(f32([4]), |x| x.slice([2], [4], [0]));
    refusals.one(f32([4]), |x| x.slice([2], [4], [usize::MAX]));
    refusals.two(f32([4]), f32([1]), |x, y| x.pad(y, [0], [0], [0]));
    refusals.two(f32([4]), i32([]), |x, y| x.pad(y, [0], [0], [0]));
    refusals.one(f32([4]), |x| x.pad(0.0, [0, 1], [0], [0]));
    refusals.one(f32([4]), |x| x.pad(0.0, [0], [0], [-1]));
    refusals.one(f32([4]), |x| x.pad(0.0, [-5], [0], [0]));
    refusals.one(f32([4]), |x| x.get_dimension_size(1));
    refusals.of([], |program, []| Ok(vec![program.concatenate(&[], 0)?]));
    refusals.of([f32([2])], |program, [x]| Ok(vec![program.concatenate(&[x, x], 1)?]));
    let two = [f32([2, 3]), f32([2, 4])];
    refusals.of(two, |program, values| Ok(vec![program.concatenate(&values, 0)?]));
    let two = [f32([2]), i32([2])];
    refusals.of(two, |program, values| Ok(vec![program.concatenate(&values, 0)?]));
    refusals.of([], |program, []| Ok(vec![program.iota(f32([]), 0)?]));
    refusals.of([], |program, []| Ok(vec![program.iota(f32([2]), 1)?]));
    refusals.of([], |program, []| Ok(vec![program.iota(i1([2]), 0)?]));
    refusals.of([], |program, []| Ok(vec![program.full(1, f32([usize::MAX, 9]))?]));
    insta::assert_snapshot!(refusals.0);
}

#[test]
fn products() {
    let mut refusals = Refusals(String::new());
    let numbers = |lists: [&[usize]; 4]| DotDimensionNumbers {
        lhs_batching_dimensions: lists[0].to_vec(),
        rhs_batching_dimensions: lists[1].to_vec(),
        lhs_contracting_dimensions: lists[2].to_vec(),
        rhs_contracting_dimensions: lists[3].to_vec(),
    };
    for lists in [
        [&[0][..], &[], &[1], &[0]],
        [&[], &[], &[1], &[]],
        [&[1], &[0], &[1], &[1]],
        [&[0], &[1], &[1], &[1]],
        [&[2], &[0], &[], &[]],
        [&[], &[], &[2], &[0]],
        [&[0], &[2], &[], &[]],
        [&[], &[], &[0], &[2]],
        [&[0], &[0], &[], &[]],
        [&[], &[], &[0], &[0]],
    ] {
        let numbers = numbers(lists);
        refusals.two(f32([2, 3]), f32([3, 4]), |x, y| x.dot_general(y, &numbers));
    }
    refusals.two(f32([2, 3]), f32([2, 3]), |x, y| x.dot(y));
    insta::assert_snapshot!(refusals.0);
}

#[test]
fn convolutions() {
    let mut refusals = Refusals(String::new());
    let base = Convolution::new(ConvolutionDimensionNumbers::features_last(1));
    let mut check = |kernel: Shape, change: &dyn Fn(&mut Convolution)| {
        let mut attributes = base.clone();
        change(&mut attributes);
        refusals.two(f32([2, 8, 4]), kernel, |x, kernel| x.convolution(kernel, &attributes));
    };
    let kernel = || f32([3, 4, 6]);
    check(f32([3, 4]), &|_| {});
    check(kernel(), &|it| it.window.strides = vec![1, 1]);
    check(kernel(), &|it| it.window.strides = vec![0]);
    check(kernel(), &|it| it.window.padding = vec![(0, 0); 2]);
    check(kernel(), &|it| it.window.base_dilations = vec![0]);
    check(kernel(), &|it| it.window.window_dilations = vec![0]);
    check(kernel(), &|it| it.window_reversal = vec![true; 2]);
    check(kernel(), &|it| it.window.padding = vec![(-9, 0)]);
    check(kernel(), &|it| it.batch_group_count = 4);
    check(kernel(), &|it| it.feature_group_count = 3);
    check(kernel(), &|it| it.feature_group_count = 0);
    check(kernel(), &|it| it.batch_group_count = 0);
    check(kernel(), &|it| (it.feature_group_count, it.batch_group_count) = (2, 2));
    check(kernel(), &|it| it.feature_group_count = 2);
    check(f32([3, 5, 6]), &|_| {});
    check(f32([3, 2, 5]), &|it| it.feature_group_count = 2);
    check(f32([3, 4, 5]), &|it| it.batch_group_count = 2);
    check(kernel(), &|it| it.dimension_numbers.input_spatial_dimensions = vec![]);
    check(kernel(), &|it| it.dimension_numbers.input_batch_dimension = 1);
    check(kernel(), &|it| it.dimension_numbers.kernel_spatial_dimensions = vec![0, 1]);
    check(kernel(), &|it| it.dimension_numbers.kernel_spatial_dimensions = vec![3]);
    check(kernel(), &|it| it.dimension_numbers.output_spatial_dimensions = vec![]);
    check(kernel(), &|it| it.dimension_numbers.output_feature_dimension = 0);
    check(i32([3, 4, 6]), &|_| {});
    insta::assert_snapshot!(refusals.0);
}

#[test]
fn reductions() {
    let mut refusals = Refusals(String::new());
    refusals.one(f32([2, 3]), |x| x.sum([2]));
    refusals.one(f32([2, 3]), |x| x.sum([1, 1]));
    refusals.two(f32([2]), i32([]), |x, zero| x.reduce(zero, [0], |one, other| one + other));
    refusals.two(f32([2]), f32([1]), |x, zero| x.reduce(zero, [0], |one, other| one + other));
    refusals.one(f32([2]), |x| x.reduce(0.0, [0], |one, other| one.less(other)));
    refusals.one(f32([2]), |x| x.reduce(0.0, [0], |one, _| one.broadcast_to([1])));
    refusals
        .of([f32([2])], |program, [x]| program.reduce(&[x], &[], [0], |one, _| Ok(one.to_vec())));
    refusals.of([f32([2]), f32([3]), f32([])], |program, [x, y, zero]| {
        program.reduce(&[x, y], &[zero, zero], [0], |one, _| Ok(one.to_vec()))
    });
    refusals.of([f32([2]), f32([])], |program, [x, zero]| {
        program.reduce(&[x], &[zero], [0], |_, _| Ok(()))
    });
    refusals.one(i32([2]), |x| x.mean([0]));
    refusals.one(c64([2]), |x| x.max([0]));
    refusals.one(Shape::new(ElementType::F8E4M3FN, [2]), |x| x.max([0]));
    for window in [
        Window::new([1]),
        Window::new([1, 0]),
        Window::new([1, 1]).strides([1]),
        Window::new([1, 1]).strides([1, 0]),
        Window::new([1, 1]).strides([1, usize::MAX]),
        Window::new([1, 1]).base_dilations([1]),
        Window::new([1, 1]).base_dilations([0, 1]),
        Window::new([1, 1]).window_dilations([1]),
        Window::new([1, 1]).window_dilations([0, 1]),
        Window::new([1, 1]).padding([(0, 0)]),
        Window::new([1, 1]).padding([(-2, -1), (0, 0)]),
    ] {
        refusals.one(f32([2, 3]), |x| x.reduce_window(0.0, &window, |one, other| one + other));
    }
    let select = |x: Shape, source: Shape, window: &Window, refusals: &mut Refusals| {
        refusals.two(x, source, |x, source| {
            x.select_and_scatter(source, 0.0, window, |a, b| a.less(b), |a, b| a + b)
        });
    };
    select(f32([4]), i32([4]), &Window::new([1]), &mut refusals);
    select(f32([4]), f32([3]), &Window::new([1]), &mut refusals);
    select(f32([4]), f32([4]), &Window::new([1]).window_dilations([2]), &mut refusals);
    refusals.two(f32([4]), f32([4]), |x, source| {
        x.select_and_scatter(source, 0.0, &Window::new([1]), |a, _| Ok(a), |a, b| a + b)
    });
    refusals.of([], |program, []| Ok(vec![program.map(&[], |_| program.scalar(1.0_f32))?]));
    refusals.of([f32([2]), f32([3])], |program, values| {
        Ok(vec![program.map(&values, |scalars| Ok(scalars[0]))?])
    });
    refusals.of([f32([2])], |program, [x]| {
        Ok(vec![program.map(&[x], |scalars| scalars[0].broadcast_to([1]))?])
    });
    insta::assert_snapshot!(refusals.0);
}

#[test]
fn indexing() {
    let mut refusals = Refusals(String::new());
    let at = i32([]);
    refusals.two(f32([4]), at.clone(), |x, at| x.dynamic_slice(&[at, at], [1]));
    refusals.two(f32([4]), i32([1]), |x, at| x.dynamic_slice(&[at], [1]));
    refusals.two(f32([4]), at.clone(), |x, at| x.dynamic_slice(&[at], [5]));
    refusals.two(f32([4]), at.clone(), |x, at| x.dynamic_update_slice(at, &[at]));
    refusals.two(f32([4]), f32([5]), |x, y| x.dynamic_update_slice(y, &[]));
    refusals
        .of([f32([4]), f32([5]), at], |_, [x, y, at]| Ok(vec![x.dynamic_update_slice(y, &[at])?]));
    let gather = GatherDimensionNumbers {
        offset_dims: vec![2, 3],
        collapsed_slice_dims: vec![0],
        start_index_map: vec![1, 0],
        index_vector_dim: 2,
        ..GatherDimensionNumbers::default()
    };
    let mut check = |sizes: &[usize], change: &dyn Fn(&mut GatherDimensionNumbers)| {
        let mut numbers = gather.clone();
        change(&mut numbers);
        let (x, indices) = (f32([3, 4, 2]), i64([2, 3, 2]));
        refusals.two(x, indices, |x, indices| x.gather(indices, &numbers, sizes, false));
    };
    check(&[1, 2, 2], &|it| it.offset_dims = vec![2]);
    check(&[1, 2, 2], &|it| it.index_vector_dim = 4);
    check(&[1, 2, 2], &|it| it.start_index_map = vec![1]);
    check(&[1, 2, 2], &|it| it.offset_dims = vec![3, 2]);
    check(&[1, 2, 2], &|it| it.offset_dims = vec![2, 4]);
    check(&[1, 2, 2], &|it| it.collapsed_slice_dims = vec![0, 0]);
    check(&[1, 2, 2], &|it| it.collapsed_slice_dims = vec![1, 0]);
    check(&[1, 2, 2], &|it| it.collapsed_slice_dims = vec![3]);
    check(&[2, 2, 2], &|_| {});
    check(&[1, 2, 2], &|it| it.start_index_map = vec![1, 1]);
    check(&[1, 2, 2], &|it| it.start_index_map = vec![1, 3]);
    check(&[1, 2], &|_| {});
    check(&[1, 5, 2], &|_| {});
    check(&[1, 1, 2], &|it| {
        (it.offset_dims, it.operand_batching_dims) = (vec![2], vec![1]);
        it.start_index_map = vec![2, 0];
    });
    check(&[1, 1, 2], &|it| {
        (it.offset_dims, it.operand_batching_dims) = (vec![2], vec![1]);
        (it.start_index_map, it.start_indices_batching_dims) = (vec![2, 0], vec![0]);
    });
    let scatter = ScatterDimensionNumbers {
        update_window_dims: vec![2, 3],
        inserted_window_dims: vec![0],
        scatter_dims_to_operand_dims: vec![1, 0],
        index_vector_dim: 2,
        ..ScatterDimensionNumbers::default()
    };
    let mut check = |updates: Shape, change: &dyn Fn(&mut ScatterDimensionNumbers)| {
        let mut numbers = scatter.clone();
        change(&mut numbers);
        refusals.of([f32([3, 4, 2]), i64([2, 3, 2]), updates], |_, [x, indices, updates]| {
            Ok(vec![x.scatter(indices, updates, &numbers, |one, other| one + other)?])
        });
    };
    let updates = || f32([2, 3, 2, 1]);
    check(i32([2, 3, 2, 1]), &|_| {});
    check(updates(), &|it| it.update_window_dims = vec![2]);
    check(f32([2, 4, 2, 1]), &|_| {});
    check(f32([2, 3, 5, 1]), &|_| {});
    check(updates(), &|it| it.update_window_dims = vec![2, 2]);
    check(updates(), &|it| it.update_window_dims = vec![2, 4]);
    check(updates(), &|it| it.inserted_window_dims = vec![3]);
    check(updates(), &|it| it.inserted_window_dims = vec![0, 0]);
    check(updates(), &|it| it.inserted_window_dims = vec![1, 0]);
    check(updates(), &|it| it.scatter_dims_to_operand_dims = vec![1]);
    check(updates(), &|it| it.scatter_dims_to_operand_dims = vec![1, 1]);
    check(updates(), &|it| it.scatter_dims_to_operand_dims = vec![1, 3]);
    check(updates(), &|it| it.index_vector_dim = 4);
    refusals.one(f32([4]), |x| x.sort(1, false, |one, other| one.less(other)));
    refusals.one(f32([4]), |x| x.sort(0, false, |one, _| Ok(one)));
    refusals.of([f32([4]), f32([5])], |program, values| {
        program.sort(&values, 0, false, |scalars| scalars[0].less(scalars[1]))
    });
    insta::assert_snapshot!(refusals.0);
}

#[test]
fn control_flow() {
    let mut refusals = Refusals(String::new());
    refusals.of([f32([])], |_, [x]| x.if_else(|| Ok(x), || Ok(x)));
    refusals.of([i1([2])], |_, [x]| x.if_else(|| Ok(x), || Ok(x)));
    refusals.of([i1([])], |_, [p]| p.if_else(|| Ok(p), || Ok([p, p])));
    refusals.of([i32([])], |_, [x]| x.case(0, |_| Ok(x)));
    refusals.of([i32([])], |_, [x]| {
        x.case(2, |branch| if branch == 0 { Ok(x) } else { x.convert(ElementType::F32) })
    });
    refusals.of([i32([])], |program, [x]| {
        program.while_loop(&[x], |values| Ok(values[0]), |values| Ok(values[0]))
    });
    refusals.of([i32([])], |program, [x]| {
        program.while_loop(&[x], |values| values[0].less(1), |values| values[0].less(2))
    });
    // A value of a region is not visible outside of it.
    refusals.of([i1([])], |_, [p]| {
        let mut inner = None;
        let results = p.if_else(
            || {
                inner = Some((!p)?);
                Ok(p)
            },
            || Ok(p),
        )?;
        Ok(vec![(results[0] | inner.expect("it is set"))?])
    });
    insta::assert_snapshot!(refusals.0);
}

#[test]
fn linear_algebra_and_random() {
    let mut refusals = Refusals(String::new());
    refusals.one(f32([3]), |x| x.cholesky(true));
    refusals.one(f32([2, 3]), |x| x.cholesky(true));
    refusals.one(i32([2, 2]), |x| x.cholesky(true));
    let solve = |a: Shape, b: Shape, transpose: Transpose, refusals: &mut Refusals| {
        refusals.two(a, b, |a, b| a.triangular_solve(b, true, true, false, transpose));
    };
    let none = Transpose::NoTranspose;
    solve(f32([2, 2]), Shape::new(ElementType::F64, [2, 2]), none, &mut refusals);
    solve(f32([2, 2]), f32([2]), none, &mut refusals);
    solve(f32([3, 2, 2]), f32([4, 2, 2]), none, &mut refusals);
    solve(f32([2, 2]), f32([3, 2]), none, &mut refusals);
    solve(f32([2, 2]), f32([2, 2]), Transpose::TransposeInvalid, &mut refusals);
    refusals.one(f32([8]), |x| x.fft(FftType::Rfft, [8, 8]));
    refusals.one(f32([8]), |x| x.fft(FftType::Fft, [8]));
    refusals.one(f32([8]), |x| x.fft(FftType::Rfft, []));
    refusals.one(f32([8]), |x| x.fft(FftType::Rfft, [7]));
    refusals.one(c64([8]), |x| x.fft(FftType::Irfft, [8]));
    let bits = |state: Shape, algorithm: RngAlgorithm, output: Shape, refusals: &mut Refusals| {
        refusals.one(state, |state| Ok(state.rng_bit_generator(algorithm, output)?.1));
    };
    bits(u64([3]), RngAlgorithm::ThreeFry, f32([2]), &mut refusals);
    bits(u64([2]), RngAlgorithm::ThreeFry, i1([2]), &mut refusals);
    refusals.one(i32([]), |x| x.rng(1, [2], RngDistribution::Normal));
    refusals.one(i32([2]), |x| x.rng(1, [2], RngDistribution::Uniform));
    refusals.two(i32([]), f32([]), |x, y| x.rng(y, [2], RngDistribution::Uniform));
    let norm = |x: Shape, v: Shape, feature: usize, refusals: &mut Refusals| {
        refusals.two(x, v, |x, v| Ok(x.batch_norm_training(v, v, 1e-3, feature)?.0));
    };
    norm(f32([2, 3]), f32([3]), 2, &mut refusals);
    norm(f32([2, 3]), f32([2]), 1, &mut refusals);
    norm(f32([2, 3]), i32([3]), 1, &mut refusals);
    refusals.two(f32([2, 3]), f32([3]), |x, v| Ok(x.batch_norm_grad(v, v, v, v, 1e-3, 1)?.0));
    insta::assert_snapshot!(refusals.0);
}

#[test]
fn collectives_and_calls() {
    let mut refusals = Refusals(String::new());
    let pair = ReplicaGroups::new([[0, 1]]);
    refusals.one(f32([4]), |x| x.all_gather(1, &pair));
    refusals.one(f32([4]), |x| x.all_gather(0, &ReplicaGroups::new([[0, 0]])));
    refusals.one(f32([4]), |x| x.all_gather(0, &ReplicaGroups::new([[0, 2]])));
    refusals.one(f32([4]), |x| x.all_gather(0, &ReplicaGroups::new([[0, 1]]).global_device_ids()));
    refusals.one(f32([4]), |x| x.all_gather(0, &ReplicaGroups::new([vec![0, 1], vec![2]])));
    refusals.one(f32([4]), |x| x.all_gather(0, &ReplicaGroups::new([[0, 1]]).channel(1)));
    refusals.one(f32([4]), |x| x.all_reduce(&pair, |one, other| one.less(other)));
    refusals.one(f32([3]), |x| x.reduce_scatter(0, &pair, |one, other| one + other));
    refusals.one(f32([4]), |x| x.reduce_scatter(1, &pair, |one, other| one + other));
    refusals.one(f32([3, 4]), |x| x.all_to_all(0, 1, &pair));
    refusals.one(f32([4]), |x| x.all_to_all(1, 0, &pair));
    refusals.one(f32([4]), |x| x.all_to_all(0, 1, &pair));
    refusals.one(f32([4]), |x| x.all_to_all(0, 0, &ReplicaGroups::default()));
    refusals.one(f32([4]), |x| x.collective_broadcast(&ReplicaGroups::new([[1, 1]])));
    refusals.one(f32([4]), |x| x.collective_permute([(0, 1), (0, 2)], 0));
    refusals.one(f32([4]), |x| x.collective_permute([(0, 1), (2, 1)], 0));
    refusals.one(f32([4]), |x| x.collective_permute([(-1, 1)], 0));
    refusals.of([f32([4])], |program, [x]| Ok(vec![program.after_all(&[x])?]));
    refusals.of([f32([4])], |program, [x]| program.async_done(x));
    refusals.of([f32([4])], |program, [x]| {
        Ok(vec![program.async_start(&[x], |values| values[0].sum([0]))?])
    });
    refusals.of([f32([4])], |program, [x]| {
        Ok(vec![program.async_start(&[x], |values| values[0].exponential())?])
    });
    refusals.of([f32([4])], |program, [x]| program.call("square", &[x]));
    refusals.of([f32([4])], |program, [x]| program.composite("square", &[x], "square", 0));
    refusals.of([f32([4])], |program, [x]| program.composite("my.square", &[x], "square", 0));
    refusals.of([f32([4])], |program, [x]| {
        let mut call = CustomCall::new("f");
        call.called_computations.push("g".to_owned());
        program.custom_call(&call, &[x], [f32([4])])
    });
    refusals.of([f32([4])], |program, [x]| {
        let mut call = CustomCall::new("f");
        let entry = ("a".to_owned(), String::new());
        call.backend_config = BackendConfig::Typed(vec![entry.clone(), entry]);
        program.custom_call(&call, &[x], [f32([4])])
    });
    refusals.of([], |program, []| {
        let token = program.create_token()?;
        Ok(vec![token.exponential()?])
    });
    insta::assert_snapshot!(refusals.0);
}

#[test]
fn functions_are_complete_or_absent() {
    let program = Program::new();
    assert!(matches!(program.scalar(1.0_f32), Err(Error::Invalid { .. })), "there is no function");
    program.function("main", [f32([2])], |[x]| x + x).expect("valid");
    let again = program.function("main", [f32([2])], Ok::<[Value<'_>; 1], Error>);
    assert!(
        again
            .expect_err("there is one")
            .to_string()
            .ends_with("`func.func`: the program already has a function @main")
    );
    let unnamed = program.function("", [f32([2])], |[x]| Ok(x));
    assert!(
        unnamed
            .expect_err("no name")
            .to_string()
            .contains("expected a function with a name, found an empty name")
    );
    let large = program.function("large", [f32([usize::MAX, 2])], |[x]| Ok(x));
    assert!(large.expect_err("too large").to_string().contains("larger than the address space"));
    let text = program.to_text();
    let failed = program.function("other", [f32([2])], |[x]| {
        (x + x)?;
        x.dot(x)?.popcnt()
    });
    assert!(failed.is_err());
    assert_eq!(program.to_text(), text);
    let escaped = std::cell::Cell::new(None);
    program
        .function("third", [f32([2])], |[x]| {
            escaped.set(Some(x));
            Ok(x)
        })
        .expect("valid");
    let wrong = program.function("fourth", [f32([2])], |[x]| {
        let Some(other) = escaped.get() else { return Ok(x) };
        x + other
    });
    let message = wrong.expect_err("the value belongs to another function").to_string();
    assert!(message.contains("is not a value of the function or region that is being built"));
    let foreign = Program::new();
    let wrong = foreign.function("main", [f32([2])], |[x]| x.add(escaped.get().expect("set")));
    assert!(wrong.expect_err("foreign").to_string().contains("belongs to another program"));
}
