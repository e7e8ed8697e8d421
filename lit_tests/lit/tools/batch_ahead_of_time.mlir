// A program whose only dynamic size is that of a batch is compiled for blocks of rows. The function
// takes the size of the batch.
// REQUIRES: cpu
// RUN: rm -rf %t && mkdir -p %t
// RUN: hlo-compile %s --entry layer --name layer -o %t/layer.o --header %t/layer.h
// RUN: cc -std=c11 -Wall -Wextra -Werror -I%t %S/Inputs/batch.c %t/layer.o -o %t/batch -lm
// RUN: %t/batch | FileCheck %s --check-prefix=OUT
// RUN: FileCheck %s --check-prefix=HEADER < %t/layer.h
// RUN: hlo-compile %s --entry layer --name layer --emit llvm-ir -o - | FileCheck %s --check-prefix=IR
// RUN: not hlo-compile %s --entry layer --name layer --rust %t/layer.rs -o %t/layer.o 2>&1 | FileCheck %s --check-prefix=RUST

// OUT: 0 rows: ok
// OUT: 1 rows: ok
// OUT: 7 rows: ok
// OUT: 8 rows: ok
// OUT: 9 rows: ok
// OUT: 63 rows: ok
// OUT: 64 rows: ok
// OUT: 65 rows: ok
// OUT: 200 rows: ok

// HEADER: `batch` is the size of the batch, at least 0.
// HEADER: argument0: tensor<?x512xf32>, a row for each element of the batch
// HEADER: #define LAYER_ARGUMENT0_SHAPE(batch) {((int64_t)(batch) * 1), 512}
// HEADER: #define LAYER_ARGUMENT0_ELEMENTS(batch) ((int64_t)(batch) * 512)
// HEADER: #define LAYER_ARGUMENT0_BYTES(batch) ((int64_t)(batch) * 2048)
// HEADER: argument1: tensor<512x48xf32>
// HEADER: #define LAYER_ARGUMENT1_BYTES 98304
// HEADER: result1: tensor<?xui16>, 2 rows for each element of the batch
// HEADER: #define LAYER_RESULT1_SHAPE(batch) {((int64_t)(batch) * 2)}
// HEADER: void layer(int64_t batch,

// The blocks are functions of their own.
// IR-DAG: define internal {{.*}}layer_rows1
// IR-DAG: define internal {{.*}}layer_rows8
// IR-DAG: define internal {{.*}}layer_rows64
// IR-DAG: define void @layer(i64

// RUST: `--rust` needs static shapes; give sizes with `--sizes`

// RUN: not hlo-compile %s --entry mean -o %t/no.o 2>&1 | FileCheck %s --check-prefix=MEAN
// MEAN: [[#]]:8: error: the operation needs other rows of the batch, so the program cannot be compiled ahead of time for batches of any size; give sizes with `--sizes`
// RUN: not hlo-compile %s --entry count -o %t/no.o 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: [[#]]:8: error: `stablehlo.convert` uses the size of the batch as a number
// RUN: not hlo-compile %s --entry copies -o %t/no.o 2>&1 | FileCheck %s --check-prefix=COPIES
// COPIES: [[#]]:8: error: `stablehlo.{{.*}}` depends on the size of the batch
// RUN: not hlo-compile %s --entry reverse -o %t/no.o 2>&1 | FileCheck %s --check-prefix=REVERSE
// REVERSE: [[#]]:8: error: the operation needs other rows of the batch
// RUN: not hlo-compile %s --entry last -o %t/no.o 2>&1 | FileCheck %s --check-prefix=LAST
// LAST: error: argument 0: expected a dynamic size in the first dimension only, found `tensor<4x?xf32>`
// RUN: not hlo-compile %s --entry no_rows -o %t/no.o 2>&1 | FileCheck %s --check-prefix=NO-ROWS
// NO-ROWS: error: result 1: expected a multiple of the size of the batch as the first dimension, and no other dimension that depends on the batch; give sizes
// RUN: not hlo-compile %s --entry at_least_two -o %t/no.o 2>&1 | FileCheck %s --check-prefix=ASSERTION
// RUN: not hlo-compile %s --entry at_most_200 -o %t/no.o 2>&1 | FileCheck %s --check-prefix=ASSERTION
// ASSERTION: error: `stablehlo.compare` asserts more than that the batch has at least one row
// RUN: not hlo-compile %s --entry padding -o %t/no.o 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not hlo-compile %s --entry start -o %t/no.o 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: error: `stablehlo.{{.*}}` uses the size of the batch as a number
// RUN: not hlo-compile %s --entry five -o %t/no.o 2>&1 | FileCheck %s --check-prefix=FIVE
// FIVE: error: `stablehlo.convert` depends on the size of the batch

// A budget leaves out the blocks that do not fit. Reproducible code has blocks of one row.
// RUN: hlo-compile %s --entry layer --name layer --memory-budget 8KiB --emit llvm-ir -o - --header %t/small.h | FileCheck %s --check-prefix=ONE
// RUN: hlo-compile %s --entry layer --name layer --reproducible --emit llvm-ir -o - | FileCheck %s --check-prefix=ONE
// ONE-NOT: layer_rows8
// ONE: define internal {{.*}}layer_rows1
// RUN: hlo-compile %s --entry two_arguments --name two -o %t/two.o --header %t/two.h
// RUN: c++ -std=c++17 -Wall -Wextra -Werror -pedantic -x c++ -c %t/two.h -o %t/two.gch
// RUN: hlo-compile %s --entry two_arguments --name two --target armv7-linux-gnueabihf -o %t/two.o
// RUN: hlo-compile %s --entry resource --name resource -o %t/resource.o

func.func @layer(%x: tensor<?x512xf32>, %w: tensor<512x48xf32>) -> (tensor<?x48xf32>, tensor<?xui16>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x512xf32>, tensor<512x48xf32>) -> tensor<?x48xf32>
  %1 = stablehlo.tanh %0 : tensor<?x48xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x512xf32>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %pairs = stablehlo.multiply %n, %two : tensor<i32>
  %size = stablehlo.reshape %pairs : (tensor<i32>) -> tensor<1xi32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %two1 = stablehlo.constant dense<2> : tensor<1xi32>
  %shape = stablehlo.concatenate %n1, %two1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sums = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<?x512xf32>, tensor<f32>) -> tensor<?xf32>
  %both = stablehlo.dynamic_broadcast_in_dim %sums, %shape, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  %flat = stablehlo.dynamic_reshape %both, %size : (tensor<?x2xf32>, tensor<1xi32>) -> tensor<?xf32>
  %numbers = stablehlo.convert %flat : (tensor<?xf32>) -> tensor<?xui16>
  return %1, %numbers : tensor<?x48xf32>, tensor<?xui16>
}

func.func @mean(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?x8xf32>, tensor<f32>) -> tensor<8xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x8xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %c8 = stablehlo.constant dense<8> : tensor<1xi32>
  %s = stablehlo.concatenate %n1, %c8, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %s, dims = [1] : (tensor<8xf32>, tensor<2xi32>) -> tensor<?x8xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<?x8xf32>
  return %2 : tensor<?x8xf32>
}

func.func @count(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %f = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_broadcast_in_dim %f, %s, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %2 = stablehlo.multiply %x, %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}

// The sum of as many copies as there are rows.
func.func @copies(%x: tensor<?xf32>) -> tensor<?xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %n1, %n1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %1 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

func.func @reverse(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

func.func @last(%x: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = stablehlo.tanh %x : tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

func.func @no_rows(%x: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<f32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.tanh %x : tensor<?x4xf32>
  return %0, %z : tensor<?x4xf32>, tensor<f32>
}

func.func @at_least_two(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %holds = stablehlo.compare GE, %n, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%holds, %n) {error_message = "expected 2 rows, found {0}", has_side_effect = true, api_version = 2 : i32} : (tensor<i1>, tensor<i32>) -> ()
  %0 = stablehlo.tanh %x : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

func.func @at_most_200(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %most = stablehlo.constant dense<200> : tensor<i32>
  %holds = stablehlo.compare LE, %n, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%holds, %n) {error_message = "expected at most 200 rows, found {0}", has_side_effect = true, api_version = 2 : i32} : (tensor<i1>, tensor<i32>) -> ()
  %0 = stablehlo.tanh %x : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

func.func @padding(%x: tensor<?xi32>) -> tensor<?xi32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %0 = stablehlo.dynamic_pad %x, %n, %none, %none, %none : (tensor<?xi32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

func.func @start(%x: tensor<?xf32>, %w: tensor<8xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %size = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %w1 = stablehlo.dynamic_slice %w, %n, sizes = [1] : (tensor<8xf32>, tensor<i32>) -> tensor<1xf32>
  %0 = stablehlo.reshape %w1 : (tensor<1xf32>) -> tensor<f32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %size, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %2 = stablehlo.multiply %x, %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}

func.func @five(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %size = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %is = stablehlo.compare EQ, %n, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %number = stablehlo.convert %is : (tensor<i1>) -> tensor<f32>
  %1 = stablehlo.dynamic_broadcast_in_dim %number, %size, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %2 = stablehlo.multiply %x, %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}

// Both arguments have as many rows, as jax.export asserts.
func.func @two_arguments(%x: tensor<?x4xi4>, %y: tensor<?x0xf32>, %z: tensor<?x4xi4>) -> (tensor<?x4xi4>, tensor<?x0xf32>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xi4>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?x0xf32>) -> tensor<i32>
  %holds = stablehlo.compare EQ, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%holds, %n) {error_message = "other sizes than {0}", has_side_effect = true, api_version = 2 : i32} : (tensor<i1>, tensor<i32>) -> ()
  %0 = stablehlo.add %x, %z : tensor<?x4xi4>
  %1 = stablehlo.tanh %y : tensor<?x0xf32>
  return %0, %1 : tensor<?x4xi4>, tensor<?x0xf32>
}

func.func @resource(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %w = stablehlo.constant dense_resource<w> : tensor<2x2xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x2xf32>, tensor<2x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

{-#
  dialect_resources: {
    builtin: { w: "0x040000000000803F000000400000404000008040" }
  }
#-}
