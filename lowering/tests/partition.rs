// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of `hlo-partition`: a partitioned program, run on all partitions with parts of the inputs,
//! computes the same results as the whole program.

mod mesh;

use hloom_evaluator::{ElementType, Literal, Shape};
use hloom_values::{Tolerance, compare};
use mesh::programs::{PROGRAMS, TestProgram};
use mesh::{Case, Whole, partition};
use std::fs;
use std::path::Path;

/// Checks a program that JAX 0.10.2 lowered against XLA's results. `partition/export.py` writes
/// both.
///
/// Element `i` of input `k` is `((7 i + 5 k) mod 23 - 11) / 8`, or `(7 i + 5 k) mod 8` for
/// integers.
fn check_jax(form: &str, name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/partition");
    let read = |path: String| fs::read_to_string(folder.join(path)).expect("the file is there");
    let case = Case::new(&read(format!("{form}/{name}.mlir")), 8);
    let inputs: Vec<_> = case.arguments.iter().enumerate().map(input).collect();
    let results = case.run(&inputs);
    let expected = read(format!("{name}.expected"));
    assert_eq!(results.len(), expected.lines().count(), "{name}");
    for (index, (result, line)) in results.iter().zip(expected.lines()).enumerate() {
        let numbers: Vec<f32> =
            line.split(' ').map(|number| number.parse().expect("a number")).collect();
        let expected = match result.shape().element_type {
            ElementType::F32 => Literal::from_slice(&numbers, result.shape().dims.clone()),
            other => panic!("{name}: expected a result of f32, found {other}"),
        };
        let tolerance = Tolerance::Close { absolute: 1e-5, relative: 1e-5 };
        let mismatch =
            compare(result, &expected.expect("a full line"), tolerance).expect("one type");
        assert_eq!(mismatch, None, "{form} {name}, result {index}:\n{}", case.partitioned);
    }
}

fn input((number, shape): (usize, &Shape)) -> Literal {
    let count = shape.element_count().expect("a small shape");
    let at = |index: usize| 7 * index + 5 * number;
    let dims = shape.dims.clone();
    let literal = match shape.element_type {
        ElementType::F32 => {
            let number = |index| ((at(index) % 23) as f32 - 11.0) / 8.0;
            Literal::from_slice(&(0..count).map(number).collect::<Vec<_>>(), dims)
        }
        ElementType::S32 => {
            let number = |index| (at(index) % 8) as i32;
            Literal::from_slice(&(0..count).map(number).collect::<Vec<_>>(), dims)
        }
        other => panic!("expected an input of f32 or s32, found {other}"),
    };
    literal.expect("a number for each element")
}

macro_rules! jax {
    ($($name:ident),* $(,)?) => {
        mod shardy { $(#[test] fn $name() { super::check_jax("shardy", stringify!($name)); })* }
        mod gspmd { $(#[test] fn $name() { super::check_jax("gspmd", stringify!($name)); })* }
    };
}

jax! {
    attention, attention_rows, both_axes, collectives, constraint, constraint_in_shard_map,
    convolution, donate, embed, matmul, mlp_dp, mlp_tp, other_order, partial_auto,
    random, scalarpred, scan, scan_in_shard_map, shard_map_in_scan, shmap2d, top_k,
    unconstrained, unspec, vocabulary,
}

/// The axis sizes of the device meshes.
const MESHES: &[&[usize]] = &[&[2], &[4], &[2, 2], &[2, 4]];

#[derive(Clone, Copy)]
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// Returns a random sharding of a shape by the axes of a mesh, or `None` for no sharding. If
    /// `even`, axes divide sizes without remainder.
    fn sharding(&mut self, mesh: &[usize], shape: &Shape, even: bool) -> Option<String> {
        if self.below(4) == 0 {
            return None;
        }
        let mut axes = Vec::new();
        for (axis, size) in mesh.iter().enumerate() {
            // An axis of size 4 may be split into two sub-axes of size 2.
            if *size == 4 && self.below(2) == 0 {
                axes.extend([(format!("\"a{axis}\":(1)2"), 2), (format!("\"a{axis}\":(2)2"), 2)]);
            } else {
                axes.push((format!("\"a{axis}\""), *size));
            }
        }
        if self.below(2) == 0 {
            axes.reverse();
        }
        let mut dims = vec![Vec::new(); shape.rank()];
        let mut sizes = shape.dims.clone();
        for (axis, tiles) in axes {
            let dim = self.below(shape.rank() + 1);
            let Some(size) = sizes.get_mut(dim) else { continue };
            if even && *size % tiles != 0 {
                continue;
            }
            *size /= tiles;
            dims[dim].push(axis);
        }
        let dims: Vec<_> = dims.iter().map(|axes| format!("{{{}}}", axes.join(", "))).collect();
        Some(format!("<@mesh, [{}]>", dims.join(", ")))
    }
}

/// Returns the program with random shardings of arguments and results. Where its text has
/// `SHARDED %x : type` instead of an operation, a value gets a random sharding, too.
fn sharded(program: &TestProgram, mesh: &[usize], random: &mut Random) -> String {
    let (_, arguments, results, body) = program;
    let shape = |ty: &str| ty.parse::<Shape>().expect("a type");
    let mut said = |ty: &str| match random.sharding(mesh, &shape(ty), true) {
        Some(sharding) => format!(" {{sdy.sharding = #sdy.sharding{sharding}}}"),
        None => String::new(),
    };
    let list: Vec<_> = arguments
        .iter()
        .enumerate()
        .map(|(index, ty)| format!("%arg{index}: {ty}{}", said(ty)))
        .collect();
    let out: Vec<_> = results.iter().map(|ty| format!("{ty}{}", said(ty))).collect();
    let lines: Vec<_> = body
        .lines()
        .map(|line| match line.split_once("SHARDED ") {
            None => line.to_owned(),
            Some((before, value)) => {
                let (value, ty) = value.split_once(" : ").expect("a type");
                let sharding = random.sharding(mesh, &shape(ty), false);
                let all = vec!["{}"; shape(ty).rank()].join(", ");
                let sharding = sharding.unwrap_or_else(|| format!("<@mesh, [{all}]>"));
                format!("{before}sdy.sharding_constraint {value} {sharding} : {ty}")
            }
        })
        .collect();
    let count: usize = mesh.iter().product();
    let axes = mesh.iter().enumerate().map(|(axis, size)| format!("\"a{axis}\"={size}"));
    let axes = axes.collect::<Vec<_>>().join(", ");
    let mut order = String::new();
    if random.below(3) == 0 {
        let mut devices: Vec<_> = (0..count).collect();
        for last in (1..count).rev() {
            devices.swap(last, random.below(last + 1));
        }
        order = format!(", device_ids={devices:?}");
    }
    format!(
        "module attributes {{mhlo.num_partitions = {count} : i32}} {{\n\
         sdy.mesh @mesh = <[{axes}]{order}>\n\
         func.func @main({}) -> ({}) {{\n{}\n}}\n}}",
        list.join(", "),
        out.join(", "),
        lines.join("\n")
    )
}

/// The number of random shardings of each program on each mesh.
const TIMES: usize = 8;

#[test]
fn programs_of_each_rule() {
    let mut random = Random(17);
    let mut seen = String::new();
    for program in PROGRAMS {
        for mesh in MESHES {
            for _ in 0..TIMES {
                let text = sharded(program, mesh, &mut random);
                let case = Case::new(&text, mesh.iter().product());
                let inputs: Vec<_> = case.arguments.iter().enumerate().map(input).collect();
                let expected = Whole::new(&text).run(&inputs);
                let results = case.run(&inputs);
                for (result, expected) in results.iter().zip(&expected) {
                    let tolerance = match program.0.starts_with("sum") {
                        true => Tolerance::of_sums(result.shape().element_type),
                        false => Tolerance::ExactOrNan,
                    };
                    let mismatch = compare(result, expected, tolerance).expect("one type");
                    assert_eq!(mismatch, None, "{}:\n{text}\n{}", program.0, case.partitioned);
                }
                seen.push_str(&case.partitioned);
            }
        }
    }
    for kind in ["all_gather", "all_reduce", "all_to_all", "collective_permute", "reduce_scatter"] {
        assert!(seen.contains(&format!("\"stablehlo.{kind}\"")), "no program has a {kind}");
    }
}

#[track_caller]
fn refused(body: &str, wanted: &str) {
    let text = format!(
        "module attributes {{mhlo.num_partitions = 2 : i32}} {{\n\
         sdy.mesh @mesh = <[\"x\"=2]>\n{body}\n}}"
    );
    let error = partition(&text).expect_err("cannot be partitioned");
    assert!(error.contains(wanted), "{error}");
}

#[test]
fn what_cannot_be_partitioned() {
    refused(
        "func.func @main(%arg0: tensor<3xf32> {mhlo.sharding = \"{devices=[2]<=[2]}\"}) -> tensor<3xf32> {
           return %arg0 : tensor<3xf32>
         }",
        "argument 0: `{devices=[2]<=[2]}` splits a dimension of size 3 into 2 unequal parts",
    );
    refused(
        "func.func @main(%arg0: tensor<4xf32>) -> (tensor<4xf32> {mhlo.sharding = \"{maximal device=0}\"}) {
           return %arg0 : tensor<4xf32>
         }",
        "result 0: expected a tiled or replicated sharding, found `{maximal device=0}`",
    );
    refused(
        "func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
           stablehlo.custom_call @callback(%arg0) {has_side_effect = true} : (tensor<4xf32>) -> ()
           return %arg0 : tensor<4xf32>
         }",
        "`callback` would run on each of 2 partitions",
    );
    refused(
        "func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
           %0 = stablehlo.custom_call @callback() {has_side_effect = true, mhlo.sharding = \"{manual}\"} : () -> tensor<4xf32>
           return %0 : tensor<4xf32>
         }",
        "result 0 of the function is a shard of a manual computation; convert it with `@SPMDShardToFullShape`",
    );
    refused(
        "func.func @main(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<1xi64>) -> tensor<4xf32> {
           %c = stablehlo.constant dense<4> : tensor<1xi64>
           %0 = stablehlo.rng %arg0, %arg1, %c, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
           return %0 : tensor<4xf32>
         }",
        "`stablehlo.rng` would run on each of 2 partitions",
    );
    refused(
        "func.func @main(%arg0: tensor<4xf32>) -> tensor<2xf32> {
           %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = \"{devices=[2]<=[2]}\"} : (tensor<4xf32>) -> tensor<4xf32>
           %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = \"{manual}\"} : (tensor<4xf32>) -> tensor<2xf32>
           return %1 : tensor<2xf32>
         }",
        "result 0 of the function is a shard of a manual computation; convert it with `@SPMDShardToFullShape`",
    );
    refused(
        "func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
           %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{\"x\"}]>] out_shardings=[<@mesh, [{\"x\"}]>] manual_axes={\"x\"} (%arg1: tensor<4xf32>) {
             sdy.return %arg1 : tensor<4xf32>
           } : (tensor<4xf32>) -> tensor<4xf32>
           return %0 : tensor<4xf32>
         }",
        "expected a manual computation to take a shard of type `tensor<2xf32>`, found `tensor<4xf32>`",
    );
}

/// A single partition has whole tensors and runs each operation once.
#[test]
fn one_partition() {
    let text = "module {
      sdy.mesh @mesh = <[\"x\"=1]>
      func.func @main(%arg0: tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>}) -> tensor<3xf32> {
        %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{\"x\"}]>] out_shardings=[<@mesh, [{\"x\"}]>] manual_axes={\"x\"} (%arg1: tensor<3xf32>) {
          %1 = stablehlo.abs %arg1 : tensor<3xf32>
          sdy.return %1 : tensor<3xf32>
        } : (tensor<3xf32>) -> tensor<3xf32>
        stablehlo.custom_call @callback(%0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<3xf32>) -> ()
        return %0 : tensor<3xf32>
      }
    }";
    let partitioned = partition(text).expect("a single partition");
    assert!(!partitioned.contains("channel_handle"), "{partitioned}");
    assert!(!partitioned.contains("partition_id"), "{partitioned}");
}

/// JAX's callbacks run on one of all devices, and in a manual computation on each device.
#[test]
fn callbacks_of_jax() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/partition");
    for form in ["shardy", "gspmd"] {
        let read = |name: &str| {
            let text = fs::read_to_string(folder.join(form).join(name)).expect("the file is there");
            partition(&text).unwrap_or_else(|error| panic!("{form} {name}: {error}"))
        };
        let one = read("callbacks.mlir");
        // Two callbacks have side effects. The pure one returns the same on all devices.
        assert_eq!(one.matches("\"stablehlo.if\"").count(), 2, "{one}");
        assert_eq!(one.matches("\"stablehlo.collective_broadcast\"").count(), 1, "{one}");
        let each = read("callbacks_in_shard_map.mlir");
        assert_eq!(each.matches("_callback").count(), 2, "{each}");
        assert!(!each.contains("stablehlo.if"), "{each}");
    }
}

/// A callback runs on the device that the program names, and all devices receive its result.
#[test]
fn one_device_calls_back() {
    let text = "module attributes {mhlo.num_partitions = 2 : i32} {
      func.func @main(%arg0: tensor<4xf32> {mhlo.sharding = \"{devices=[2]<=[2]}\"}) -> tensor<4xf32> {
        %0 = stablehlo.custom_call @callback(%arg0) {has_side_effect = true, mhlo.sharding = \"{maximal device=1}\"} : (tensor<4xf32>) -> tensor<4xf32>
        return %0 : tensor<4xf32>
      }
    }";
    let partitioned = partition(text).expect("a callback on one device");
    for wanted in [
        "stablehlo.all_gather",
        "stablehlo.if",
        "stablehlo.custom_call @callback",
        "stablehlo.collective_broadcast",
        "dense<[[1, 0]]> : tensor<1x2xi64>",
    ] {
        assert!(partitioned.contains(wanted), "{wanted} in {partitioned}");
    }
}
