// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs that together contain every operation that the builder knows.

use hloom_builder::types::{bf16, f32, f64, i1, i32, i64};
use hloom_builder::{
    BackendConfig, ComparisonDirection, ComparisonType, Convolution, ConvolutionDimensionNumbers,
    CustomCall, DotAlgorithm, DotDimensionNumbers, ElementType, FftType, GatherDimensionNumbers,
    HostChannel, Literal, Precision, Program, ReplicaGroups, Result, RngAlgorithm, RngDistribution,
    ScatterDimensionNumbers, Shape, Transpose, Window,
};

type Build = fn(&Program) -> Result<()>;

/// Returns the programs with their names.
///
/// # Panics
/// Panics if a program is refused.
pub fn programs() -> Vec<(&'static str, Program)> {
    let all: [(&str, Build); 17] = [
        ("functions", functions),
        ("binary", binary),
        ("selections", selections),
        ("conversions", conversions),
        ("constants", constants),
        ("movement", movement),
        ("products", products),
        ("convolutions", convolutions),
        ("reductions", reductions),
        ("indexing", indexing),
        ("control_flow", control_flow),
        ("calls", calls),
        ("linear_algebra", linear_algebra),
        ("random", random),
        ("batch_norm", batch_norm),
        ("collectives", collectives),
        ("communication", communication),
    ];
    all.into_iter()
        .map(|(name, build)| {
            let program = Program::new();
            if let Err(error) = build(&program) {
                panic!("program `{name}` is refused: {error}");
            }
            (name, program)
        })
        .collect()
}

fn functions(program: &Program) -> Result<()> {
    program.function("main", [f32([2, 3]), i32([4]), i1([4])], |[x, n, p]| {
        let mut all = vec![x.abs()?, x.cbrt()?, x.ceil()?, x.cosine()?, x.exponential()?];
        all.extend([x.exponential_minus_one()?, x.floor()?, x.log()?, x.log_plus_one()?]);
        all.extend([x.logistic()?, (-x)?, x.round_nearest_afz()?, x.round_nearest_even()?]);
        all.extend([x.rsqrt()?, x.sign()?, x.sine()?, x.sqrt()?, x.tan()?, x.tanh()?]);
        all.extend([x.is_finite()?, x.reduce_precision(5, 10)?, n.count_leading_zeros()?]);
        all.extend([n.popcnt()?, (!n)?, (!p)?, n.abs()?]);
        let z = x.complex(x)?;
        all.extend([z, z.real()?, z.imag()?, z.abs()?, x.real()?, x.imag()?, z.exponential()?]);
        Ok(all)
    })
}

fn binary(program: &Program) -> Result<()> {
    program.function("main", [f32([2, 3]), i32([4]), i1([4]), i32([4])], |[x, n, p, m]| {
        let y = (2.0 * x + x)?;
        let mut all = vec![y, (x - y)?, (x / y)?, (x % y)?, x.power(2)?, x.atan2(y)?];
        all.extend([x.maximum(0.0)?, x.minimum(y)?, (n & m)?, (n | m)?, (n ^ m)?, p.and(p)?]);
        all.extend([n.shift_left(1)?, n.shift_right_arithmetic(n)?, n.shift_right_logical(n)?]);
        Ok(all)
    })
}

fn selections(program: &Program) -> Result<()> {
    program.function("main", [f32([2, 3]), i32([4]), i1([4])], |[x, n, p]| {
        let mut all = vec![x.equal(x)?, x.not_equal(1.0)?, n.less(3)?, n.less_equal(n)?];
        all.extend([p.greater(p)?, n.greater_equal(n)?]);
        all.push(x.compare_as(x, ComparisonDirection::Lt, ComparisonType::TotalOrder)?);
        all.push(x.compare_as(x, ComparisonDirection::Eq, ComparisonType::NoType)?);
        all.push(p.select(n, 0)?);
        all.extend([x.clamp(0.0, 1.0)?, x.clamp(program.scalar(0.0_f32)?, x)?]);
        Ok(all)
    })
}

fn conversions(program: &Program) -> Result<()> {
    program.function("main", [f32([2, 4])], |[x]| {
        let mut all = vec![];
        for ty in ElementType::ALL {
            all.push(x.convert(ty)?);
        }
        all.push(x.bitcast_convert(ElementType::U32)?);
        all.push(x.bitcast_convert(ElementType::U8)?);
        let bytes = x.convert(ElementType::Bf16)?.bitcast_convert(ElementType::U8)?;
        all.push(bytes.bitcast_convert(ElementType::Bf16)?);
        Ok(all)
    })
}

fn constants(program: &Program) -> Result<()> {
    program.function("main", [f32([])], |[_]| {
        let mut all = Vec::new();
        for ty in ElementType::ALL {
            for dims in [&[][..], &[3], &[2, 2], &[0], &[9, 9]] {
                let shape = Shape::new(ty, dims);
                all.push(program.constant(&Literal::random(shape.clone(), 7)?)?);
                if ty != ElementType::Pred {
                    all.push(program.full(1, shape)?);
                }
            }
        }
        let special = [f32::NAN, f32::INFINITY, -0.0, f32::MIN_POSITIVE / 2.0, 0.1, 1e30, -7.25];
        all.push(program.constant_from(&special, [7])?);
        all.push(program.constant_from(&special.map(f64::from), [7])?);
        all.push(program.full(true, i1([3]))?);
        all.push(program.constant(&Literal::from_bools(&[true, false, true], [3])?)?);
        all.extend([program.iota(i32([3, 4]), 1)?, program.iota(f32([3]), 0)?]);
        all.push(program.scalar(i64::MIN)?);
        all.push(program.scalar(u64::MAX)?);
        Ok(all)
    })
}

fn movement(program: &Program) -> Result<()> {
    program.function("main", [f32([2, 1, 3]), f32([])], |[x, zero]| {
        let mut all = vec![x.broadcast_in_dim([3, 2, 5], [1, 2, 0])?, zero.broadcast_to([2, 2])?];
        all.extend([x.broadcast_to([4, 2, 6, 3])?, x.reshape([6])?, x.transpose([2, 0, 1])?]);
        all.extend([x.reverse([0, 2])?, x.slice([0, 0, 1], [2, 1, 3], [1, 1, 2])?]);
        all.push(x.pad(zero, [1, 0, -1], [0, 2, 0], [0, 0, 2])?);
        all.push(x.pad(1.5, [0, 0, 0], [0, 0, 0], [0, 0, 0])?);
        all.push(program.concatenate(&[x, x], 1)?);
        all.push(x.get_dimension_size(2)?);
        all.extend(program.optimization_barrier(&[x, zero])?);
        Ok(all)
    })
}

fn products(program: &Program) -> Result<()> {
    let types = [f32([5, 2, 3]), f32([5, 3, 4]), bf16([3]), f32([2, 3])];
    program.function("main", types, |[a, b, v, m]| {
        let numbers = DotDimensionNumbers {
            lhs_batching_dimensions: vec![0],
            rhs_batching_dimensions: vec![0],
            lhs_contracting_dimensions: vec![2],
            rhs_contracting_dimensions: vec![1],
        };
        let algorithm = DotAlgorithm {
            lhs_precision_type: ElementType::Bf16,
            rhs_precision_type: ElementType::Bf16,
            accumulation_type: ElementType::F32,
            lhs_component_count: 1,
            rhs_component_count: 1,
            num_primitive_operations: 6,
            allow_imprecise_accumulation: false,
        };
        let outer = v.dot_general(v, &DotDimensionNumbers::default())?;
        let high = [Precision::High, Precision::Highest];
        let default = [Precision::Default; 2];
        let f32 = ElementType::F32;
        Ok([
            a.dot(b)?,
            v.dot(v)?,
            m.dot(v.convert(f32)?)?,
            outer,
            a.dot_general_with(b, &numbers, f32, high, None)?,
            a.dot_general_with(b, &numbers, f32, default, Some(algorithm))?,
        ])
    })
}

fn convolutions(program: &Program) -> Result<()> {
    let types = [f32([4, 9, 8, 6]), f32([3, 3, 6, 8]), f32([3, 3, 2, 9]), f32([1, 2, 5])];
    program.function("main", types, |[x, kernel, grouped, y]| {
        let last = Convolution::new(ConvolutionDimensionNumbers::features_last(2));
        let window = Window::default().strides([2, 1]).padding([(1, 1), (0, -1)]);
        let window = window.base_dilations([1, 2]).window_dilations([2, 1]);
        let mut windowed = last.clone().window(window);
        windowed.window_reversal = vec![false, true];
        windowed.precision = [Precision::Highest; 2];
        let mut batches = last.clone();
        batches.batch_group_count = 2;
        let first = Convolution::new(ConvolutionDimensionNumbers::features_first(1));
        Ok([
            x.convolution(kernel, &last)?,
            x.convolution(kernel, &windowed)?,
            x.convolution(grouped, &last.clone().feature_groups(3))?,
            x.convolution(kernel, &batches)?,
            y.convolution(y, &first)?,
        ])
    })
}

fn reductions(program: &Program) -> Result<()> {
    program.function("main", [f32([4, 7]), i32([4, 7]), f32([2, 2]), i1([4, 7])], |[x, n, s, p]| {
        let mut all = vec![x.sum([0])?, x.mean([1])?, x.max([0, 1])?, n.min([1])?, n.max([0])?];
        all.extend([x.softmax(1)?, p.sum([0])?, p.reduce_and([1])?, p.max([0])?]);
        let (zero, none) = (program.scalar(f32::NEG_INFINITY)?, program.scalar(-1_i32)?);
        all.extend(program.reduce(&[x, n], &[zero, none], [1], |one, other| {
            let is_first = one[0].greater_equal(other[0])?;
            Ok([is_first.select(one[0], other[0])?, is_first.select(one[1], other[1])?])
        })?);
        let window = Window::new([2, 3]).strides([2, 2]).window_dilations([1, 2]);
        let window = window.base_dilations([2, 1]).padding([(0, 1), (2, 2)]);
        all.push(x.reduce_window(0.0, &window, |one, other| one + other)?);
        all.push(x.reduce_window(0.0, &Window::new([1, 1]), |one, other| one.maximum(other))?);
        let window = Window::new([2, 3]).strides([2, 3]);
        all.push(x.select_and_scatter(
            s,
            0.0,
            &window,
            |one, other| one.greater_equal(other),
            |one, other| one + other,
        )?);
        all.push(
            program
                .map(&[x, n], |values| values[0].multiply(values[1].convert(ElementType::F32)?))?,
        );
        Ok(all)
    })
}

fn indexing(program: &Program) -> Result<()> {
    let types =
        [f32([3, 4, 2]), i64([2, 3, 2]), f32([2, 3, 2, 1]), i32([]), f32([2, 3, 4]), i64([2, 3])];
    program.function("main", types, |[x, indices, updates, at, y, rows]| {
        let gather = GatherDimensionNumbers {
            offset_dims: vec![2, 3],
            collapsed_slice_dims: vec![0],
            start_index_map: vec![1, 0],
            index_vector_dim: 2,
            ..GatherDimensionNumbers::default()
        };
        let batched = GatherDimensionNumbers {
            offset_dims: vec![1],
            collapsed_slice_dims: vec![1],
            operand_batching_dims: vec![0],
            start_indices_batching_dims: vec![0],
            start_index_map: vec![1],
            index_vector_dim: 2,
        };
        let scatter = ScatterDimensionNumbers {
            update_window_dims: vec![2, 3],
            inserted_window_dims: vec![0],
            scatter_dims_to_operand_dims: vec![1, 0],
            index_vector_dim: 2,
            ..ScatterDimensionNumbers::default()
        };
        let slice = x.dynamic_slice(&[at, at, at], [1, 2, 2])?;
        let sorted = program.sort(&[x, x], 1, true, |values| {
            values[0].compare_as(values[1], ComparisonDirection::Lt, ComparisonType::TotalOrder)
        })?;
        let mut all = vec![
            x.gather(indices, &gather, [1, 2, 2], false)?,
            y.gather(rows, &batched, [1, 1, 4], true)?,
            x.scatter(indices, updates, &scatter, |one, other| one + other)?,
            slice,
            x.dynamic_update_slice(slice, &[at, at, at])?,
            x.sort(2, false, |one, other| one.less(other))?,
        ];
        let both = [updates, updates];
        all.extend(program.scatter(
            &[x, x],
            indices,
            &both,
            &scatter,
            [false, true],
            |_, new| Ok([new[0], new[1]]),
        )?);
        all.extend(sorted);
        Ok(all)
    })
}

fn control_flow(program: &Program) -> Result<()> {
    program.function("main", [f32([3]), i1([]), i32([])], |[x, p, which]| {
        let mut all = p.if_else(|| x + 1.0, || x * 2.0)?;
        all.extend(which.case(3, |branch| x.power(branch as i32))?);
        all.extend(program.while_loop(
            &[which, x],
            |values| values[0].less(10),
            |values| Ok([(values[0] + 1)?, (values[1] * 2.0)?]),
        )?);
        all.extend(program.for_loop(4, &[x], |index, values| {
            values[0].multiply(index.convert(ElementType::F32)?.broadcast_like(x)?)
        })?);
        p.if_else(|| Ok(()), || Ok(()))?;
        Ok(all)
    })
}

fn calls(program: &Program) -> Result<()> {
    program.function("square", [f32([3])], |[x]| x * x)?;
    program.function("nothing to do", Vec::<Shape>::new(), |_| Ok(()))?;
    program.function("main", [f32([3])], |[x]| {
        program.call("nothing to do", &[])?;
        let mut all = program.call("square", &[x])?;
        all.extend(program.composite("my.square", &[x], "square", 1)?);
        let mut call = CustomCall::new("tan\"h\n");
        all.extend(program.custom_call(&call, &[x], [f32([3])])?);
        call.has_side_effect = true;
        call.called_computations = vec!["square".to_owned()];
        program.custom_call(&call, &[x], Vec::<Shape>::new())?;
        call.backend_config = BackendConfig::Typed(vec![("uplo".to_owned(), "L".to_owned())]);
        all.extend(program.custom_call(&call, &[x, x], [f32([3]), i32([])])?);
        Ok(all)
    })
}

fn linear_algebra(program: &Program) -> Result<()> {
    program.function("main", [f64([2, 3, 3]), f64([2, 3, 5]), f32([3, 8])], |[a, b, x]| {
        let spectrum = x.fft(FftType::Rfft, [8])?;
        Ok([
            a.cholesky(true)?,
            a.triangular_solve(b, true, true, false, Transpose::Adjoint)?,
            spectrum,
            spectrum.fft(FftType::Irfft, [8])?,
            spectrum.fft(FftType::Fft, [3, 5])?,
            spectrum.fft(FftType::Ifft, [5])?,
        ])
    })
}

fn random(program: &Program) -> Result<()> {
    program.function("main", [Shape::new(ElementType::U64, [2])], |[state]| {
        let u32 = Shape::new(ElementType::U32, [4, 2]);
        let (state, bits) = state.rng_bit_generator(RngAlgorithm::ThreeFry, u32)?;
        let (state, other) = state.rng_bit_generator(RngAlgorithm::Philox, f32([3]))?;
        let (state, more) = state.rng_bit_generator(RngAlgorithm::Default, i64([3]))?;
        let zero = program.scalar(0.0_f32)?;
        let normal = zero.rng(1.0, [2, 3], RngDistribution::Normal)?;
        let uniform = zero.rng(1.0, [], RngDistribution::Uniform)?;
        Ok([state, bits, other, more, normal, uniform])
    })
}

fn batch_norm(program: &Program) -> Result<()> {
    program.function("main", [f32([2, 3]), f32([3])], |[x, v]| {
        let (y, mean, variance) = x.batch_norm_training(v, v, 1e-3, 1)?;
        let (gx, gs, go) = x.batch_norm_grad(v, mean, variance, y, 1e-3, 1)?;
        let z = x.batch_norm_inference(v, v, mean, variance, 1e-3, 1)?;
        Ok([y, mean, variance, gx, gs, go, z])
    })
}

fn collectives(program: &Program) -> Result<()> {
    program.function("main", [f32([4, 4])], |[x]| {
        let pair = ReplicaGroups::new([[0, 1]]);
        let uneven = ReplicaGroups::new([vec![0, 2], vec![1]]);
        let global = ReplicaGroups::new([[0, 1]]).channel(1).global_device_ids();
        let channel = ReplicaGroups::new([[1, 0]]).channel(2);
        Ok([
            x.all_gather(1, &pair)?,
            x.all_gather(0, &global)?,
            x.all_reduce(&uneven, |one, other| one + other)?,
            x.all_reduce(&channel, |one, other| one.maximum(other))?,
            x.reduce_scatter(0, &pair, |one, other| one + other)?,
            x.all_to_all(0, 1, &pair)?,
            x.collective_broadcast(&ReplicaGroups::new([[2, 1]]))?,
            x.collective_permute([(0, 1), (1, 0)], 0)?,
            x.collective_permute([], 1)?,
            program.partition_id()?,
            program.replica_id()?,
        ])
    })
}

fn communication(program: &Program) -> Result<()> {
    program.function("main", [f32([4])], |[x]| {
        let token = program.create_token()?;
        let token = program.send_to_host(&[x], token, HostChannel(1))?;
        let (received, token) = program.receive_from_host(token, [f32([2])], HostChannel(2))?;
        let (fed, token) = program.infeed(token, [f32([2]), i32([])], "config")?;
        let out = program.outfeed(&[x, fed[1]], token, "")?;
        program.after_all(&[out, token])?;
        let future = program.async_start(&[x], |values| values[0].slice([1], [3], [1]))?;
        let mut all = program.async_done(future)?;
        all.extend(received);
        all.extend(fed);
        Ok(all)
    })
}
