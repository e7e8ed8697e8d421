// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations that several dialects spell in different ways.
//!
//! `%a` and `%b` are operands and `%r` is the result, all of type `$T`, which is 4x4 elements of
//! type `$E`. All other names are local.

/// Spellings of one operation. The first is in StableHLO.
pub type Spellings = &'static [&'static str];

/// Operations on both element types.
pub const ANY: &[Spellings] = &[
    &[
        "%r = stablehlo.add %a, %b : $T",
        "%r = tosa.add %a, %b : ($T, $T) -> $T",
        "%e = tensor.empty() : $T
         %r = linalg.add ins(%a, %b : $T, $T) outs(%e : $T) -> $T",
    ],
    &[
        "%r = stablehlo.subtract %a, %b : $T",
        "%r = tosa.sub %a, %b : ($T, $T) -> $T",
        "%e = tensor.empty() : $T
         %r = linalg.sub ins(%a, %b : $T, $T) outs(%e : $T) -> $T",
    ],
    &[
        "%r = stablehlo.maximum %a, %b : $T",
        "%r = tosa.maximum %a, %b : ($T, $T) -> $T",
        "%e = tensor.empty() : $T
         %r = linalg.max ins(%a, %b : $T, $T) outs(%e : $T) -> $T",
    ],
    &["%r = stablehlo.abs %a : $T", "%r = tosa.abs %a : ($T) -> $T"],
    &[
        "%r = stablehlo.transpose %a, dims = [1, 0] : ($T) -> $T",
        "%r = tosa.transpose %a {perms = array<i32: 1, 0>} : ($T) -> $T",
        "%e = tensor.empty() : $T
         %r = linalg.transpose ins(%a : $T) outs(%e : $T) permutation = [1, 0]",
        "%e = tensor.empty() : $T
         %r = linalg.generic {
           indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>],
           iterator_types = [\"parallel\", \"parallel\"]
         } ins(%a : $T) outs(%e : $T) {
         ^bb0(%x: $E, %y: $E):
           linalg.yield %x : $E
         } -> $T",
        "%r = tensor.generate {
         ^bb0(%i: index, %j: index):
           %x = tensor.extract %a[%j, %i] : $T
           tensor.yield %x : $E
         } : $T",
    ],
    &[
        "%r = stablehlo.reverse %a, dims = [0] : $T",
        "%r = tosa.reverse %a {axis = 0 : i32} : ($T) -> $T",
        "%r = tensor.generate {
         ^bb0(%i: index, %j: index):
           %k = affine.apply affine_map<(d0) -> (3 - d0)>(%i)
           %x = tensor.extract %a[%k, %j] : $T
           tensor.yield %x : $E
         } : $T",
    ],
    // The lower half above the upper half.
    &[
        "%x = stablehlo.slice %a [2:4, 0:4] : ($T) -> tensor<2x4x$E>
         %y = stablehlo.slice %a [0:2, 0:4] : ($T) -> tensor<2x4x$E>
         %r = stablehlo.concatenate %x, %y, dim = 0
           : (tensor<2x4x$E>, tensor<2x4x$E>) -> $T",
        "%x = tensor.extract_slice %a[2, 0] [2, 4] [1, 1] : $T to tensor<2x4x$E>
         %y = tensor.extract_slice %a[0, 0] [2, 4] [1, 1] : $T to tensor<2x4x$E>
         %r = tensor.concat dim(0) %x, %y : (tensor<2x4x$E>, tensor<2x4x$E>) -> $T",
        "%x = tensor.extract_slice %a[2, 0] [2, 4] [1, 1] : $T to tensor<2x4x$E>
         %y = stablehlo.slice %a [0:2, 0:4] : ($T) -> tensor<2x4x$E>
         %u = tensor.insert_slice %x into %a[0, 0] [2, 4] [1, 1] : tensor<2x4x$E> into $T
         %r = tensor.insert_slice %y into %u[2, 0] [2, 4] [1, 1] : tensor<2x4x$E> into $T",
        "%x = stablehlo.slice %a [2:4, 0:4] : ($T) -> tensor<2x4x$E>
         %begin = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
         %size = tosa.const_shape {values = dense<[2, 4]> : tensor<2xindex>}
           : () -> !tosa.shape<2>
         %y = tosa.slice %a, %begin, %size
           : ($T, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x4x$E>
         %r = tosa.concat %x, %y {axis = 0 : i32}
           : (tensor<2x4x$E>, tensor<2x4x$E>) -> $T",
    ],
    // The middle, with a border of zeros.
    &[
        "%x = stablehlo.slice %a [1:3, 1:3] : ($T) -> tensor<2x2x$E>
         %z = stablehlo.constant dense<0$P> : tensor<$E>
         %r = stablehlo.pad %x, %z, low = [1, 1], high = [1, 1], interior = [0, 0]
           : (tensor<2x2x$E>, tensor<$E>) -> $T",
        "%x = tensor.extract_slice %a[1, 1] [2, 2] [1, 1] : $T to tensor<2x2x$E>
         %z = arith.constant 0$P : $E
         %r = tensor.pad %x low[1, 1] high[1, 1] {
         ^bb0(%i: index, %j: index):
           tensor.yield %z : $E
         } : tensor<2x2x$E> to $T",
        "%x = stablehlo.slice %a [1:3, 1:3] : ($T) -> tensor<2x2x$E>
         %z = \"tosa.const\"() {values = dense<0$P> : tensor<1x$E>} : () -> tensor<1x$E>
         %p = tosa.const_shape {values = dense<1> : tensor<4xindex>} : () -> !tosa.shape<4>
         %r = tosa.pad %x, %p, %z : (tensor<2x2x$E>, !tosa.shape<4>, tensor<1x$E>) -> $T",
    ],
    // Elements in another order.
    &[
        "%x = stablehlo.reshape %a : ($T) -> tensor<2x8x$E>
         %y = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x8x$E>) -> tensor<8x2x$E>
         %r = stablehlo.reshape %y : (tensor<8x2x$E>) -> $T",
        "%f = tensor.collapse_shape %a [[0, 1]] : $T into tensor<16x$E>
         %x = tensor.expand_shape %f [[0, 1]] output_shape [2, 8]
           : tensor<16x$E> into tensor<2x8x$E>
         %e = tensor.empty() : tensor<8x2x$E>
         %y = linalg.transpose ins(%x : tensor<2x8x$E>) outs(%e : tensor<8x2x$E>)
           permutation = [1, 0]
         %r = stablehlo.reshape %y : (tensor<8x2x$E>) -> $T",
        "%s = tosa.const_shape {values = dense<[2, 8]> : tensor<2xindex>} : () -> !tosa.shape<2>
         %x = tosa.reshape %a, %s : ($T, !tosa.shape<2>) -> tensor<2x8x$E>
         %y = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x8x$E>) -> tensor<8x2x$E>
         %t = tosa.const_shape {values = dense<4> : tensor<2xindex>} : () -> !tosa.shape<2>
         %r = tosa.reshape %y, %t : (tensor<8x2x$E>, !tosa.shape<2>) -> $T",
    ],
    // The greatest element of each row.
    &[
        "%m = stablehlo.constant dense<-1000$P> : tensor<$E>
         %x = stablehlo.reduce(%a init: %m) applies stablehlo.maximum across dimensions = [1]
           : ($T, tensor<$E>) -> tensor<4x$E>
         %r = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<4x$E>) -> $T",
        "%x = tosa.reduce_max %a {axis = 1 : i32} : ($T) -> tensor<4x1x$E>
         %n = \"tosa.const\"() {values = dense<-1000$P> : $T} : () -> $T
         %r = tosa.maximum %x, %n : (tensor<4x1x$E>, $T) -> $T",
    ],
    // A branch that the data decides.
    &[
        "%x = stablehlo.slice %a [0:1, 0:1] : ($T) -> tensor<1x1x$E>
         %y = stablehlo.slice %b [0:1, 0:1] : ($T) -> tensor<1x1x$E>
         %p = stablehlo.compare GT, %x, %y : (tensor<1x1x$E>, tensor<1x1x$E>) -> tensor<1x1xi1>
         %q = stablehlo.reshape %p : (tensor<1x1xi1>) -> tensor<i1>
         %r = \"stablehlo.if\"(%q) ({
           %s = stablehlo.subtract %a, %b : $T
           stablehlo.return %s : $T
         }, {
           stablehlo.return %b : $T
         }) : (tensor<i1>) -> $T",
        "%x = stablehlo.slice %a [0:1, 0:1] : ($T) -> tensor<1x1x$E>
         %y = stablehlo.slice %b [0:1, 0:1] : ($T) -> tensor<1x1x$E>
         %p = stablehlo.compare GT, %x, %y : (tensor<1x1x$E>, tensor<1x1x$E>) -> tensor<1x1xi1>
         %z = arith.constant 0 : index
         %q = tensor.extract %p[%z, %z] : tensor<1x1xi1>
         %r = scf.if %q -> $T {
           %s = stablehlo.subtract %a, %b : $T
           scf.yield %s : $T
         } else {
           scf.yield %b : $T
         }",
        "%x = tosa.greater %a, %b : ($T, $T) -> tensor<4x4xi1>
         %z = arith.constant 0 : index
         %q = tensor.extract %x[%z, %z] : tensor<4x4xi1>
         %r = scf.if %q -> $T {
           %s = tosa.sub %a, %b : ($T, $T) -> $T
           scf.yield %s : $T
         } else {
           scf.yield %b : $T
         }",
    ],
    // The greater elements of two tensors, and elements of the first where they are equal.
    &[
        "%p = stablehlo.compare GE, %a, %b : ($T, $T) -> tensor<4x4xi1>
         %r = stablehlo.select %p, %a, %b : tensor<4x4xi1>, $T",
        "%p = tosa.greater_equal %a, %b : ($T, $T) -> tensor<4x4xi1>
         %r = tosa.select %p, %a, %b : (tensor<4x4xi1>, $T, $T) -> $T",
        "%p = stablehlo.compare GE, %a, %b : ($T, $T) -> tensor<4x4xi1>
         %r = arith.select %p, %a, %b : tensor<4x4xi1>, $T",
    ],
    // A loop of three subtractions, each of half of a tensor.
    &[
        "%i0 = stablehlo.constant dense<0> : tensor<i32>
         %k:2 = stablehlo.while(%i = %i0, %x = %a) : tensor<i32>, $T
         cond {
           %n = stablehlo.constant dense<3> : tensor<i32>
           %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
           stablehlo.return %p : tensor<i1>
         } do {
           %one = stablehlo.constant dense<1> : tensor<i32>
           %j = stablehlo.add %i, %one : tensor<i32>
           %y = stablehlo.subtract %x, %b : $T
           %z = stablehlo.transpose %y, dims = [1, 0] : ($T) -> $T
           stablehlo.return %j, %z : tensor<i32>, $T
         }
         %r = stablehlo.negate %k#1 : $T",
        "%lo = arith.constant 0 : index
         %hi = arith.constant 3 : index
         %one = arith.constant 1 : index
         %k = scf.for %i = %lo to %hi step %one iter_args(%x = %a) -> $T {
           %y = stablehlo.subtract %x, %b : $T
           %z = stablehlo.transpose %y, dims = [1, 0] : ($T) -> $T
           scf.yield %z : $T
         }
         %r = stablehlo.negate %k : $T",
        "%k = affine.for %i = 0 to 3 iter_args(%x = %a) -> $T {
           %y = tosa.sub %x, %b : ($T, $T) -> $T
           %z = stablehlo.transpose %y, dims = [1, 0] : ($T) -> $T
           affine.yield %z : $T
         }
         %r = stablehlo.negate %k : $T",
        "%lo = arith.constant 0 : i64
         %hi = arith.constant 3 : i64
         %one = arith.constant 1 : i64
         %k:2 = scf.while (%i = %lo, %x = %a) : (i64, $T) -> ($T, i64) {
           %p = arith.cmpi slt, %i, %hi : i64
           scf.condition(%p) %x, %i : $T, i64
         } do {
         ^bb0(%x: $T, %i: i64):
           %j = arith.addi %i, %one : i64
           %y = stablehlo.subtract %x, %b : $T
           %z = tosa.transpose %y {perms = array<i32: 1, 0>} : ($T) -> $T
           scf.yield %j, %z : i64, $T
         }
         %r = stablehlo.negate %k#0 : $T",
    ],
    // The rows of a tensor, each in a loop's own iteration.
    &[
        "%r = stablehlo.add %a, %a : $T",
        "%lo = arith.constant 0 : index
         %hi = arith.constant 4 : index
         %one = arith.constant 1 : index
         %e = tensor.empty() : $T
         %r = scf.for %i = %lo to %hi step %one iter_args(%y = %e) -> $T {
           %x = tensor.extract_slice %a[%i, 0] [1, 4] [1, 1] : $T to tensor<1x4x$E>
           %z = stablehlo.add %x, %x : tensor<1x4x$E>
           %u = tensor.insert_slice %z into %y[%i, 0] [1, 4] [1, 1] : tensor<1x4x$E> into $T
           scf.yield %u : $T
         }",
        "%e = tensor.empty() : $T
         %r = scf.forall (%i) in (4) shared_outs(%y = %e) -> $T {
           %x = tensor.extract_slice %a[%i, 0] [1, 4] [1, 1] : $T to tensor<1x4x$E>
           %z = stablehlo.add %x, %x : tensor<1x4x$E>
           scf.forall.in_parallel {
             tensor.parallel_insert_slice %z into %y[%i, 0] [1, 4] [1, 1]
               : tensor<1x4x$E> into $T
           }
         }",
    ],
];

/// Operations on `f32`.
pub const FLOAT: &[Spellings] = &[
    &[
        "%r = stablehlo.tanh %a : $T",
        "%r = math.tanh %a : $T",
        "%r = tosa.tanh %a : ($T) -> $T",
        "%e = tensor.empty() : $T
         %r = linalg.tanh ins(%a : $T) outs(%e : $T) -> $T",
        "%e = tensor.empty() : $T
         %r = affine.for %i = 0 to 4 iter_args(%y = %e) -> $T {
           %z = affine.for %j = 0 to 4 iter_args(%u = %y) -> $T {
             %x = tensor.extract %a[%i, %j] : $T
             %f = math.tanh %x : f32
             %v = tensor.insert %f into %u[%i, %j] : $T
             affine.yield %v : $T
           }
           affine.yield %z : $T
         }",
    ],
    &["%r = stablehlo.logistic %a : $T", "%r = tosa.sigmoid %a : ($T) -> $T"],
    &[
        "%r = stablehlo.floor %a : $T",
        "%r = math.floor %a : $T",
        "%r = tosa.floor %a : ($T) -> $T",
        "%e = tensor.empty() : $T
         %r = linalg.floor ins(%a : $T) outs(%e : $T) -> $T",
    ],
    &[
        "%r = stablehlo.negate %a : $T",
        "%r = arith.negf %a : $T",
        "%z = \"tosa.const\"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
         %r = tosa.negate %a, %z, %z : ($T, tensor<1xf32>, tensor<1xf32>) -> $T",
    ],
    &[
        "%c = stablehlo.constant dense<0.5> : $T
         %r = stablehlo.multiply %a, %c : $T",
        "%c = arith.constant dense<0.5> : $T
         %r = arith.mulf %a, %c : $T",
        "%c = arith.constant 0.5 : f32
         %s = tensor.splat %c : $T
         %r = stablehlo.multiply %a, %s : $T",
        "%c = \"tosa.const\"() {values = dense<0.5> : tensor<1x1xf32>} : () -> tensor<1x1xf32>
         %s = \"tosa.const\"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
         %r = tosa.mul %a, %c, %s : ($T, tensor<1x1xf32>, tensor<1xi8>) -> $T",
    ],
    &[
        "%lo = stablehlo.constant dense<-0.25> : tensor<f32>
         %hi = stablehlo.constant dense<0.5> : tensor<f32>
         %r = stablehlo.clamp %lo, %a, %hi : (tensor<f32>, $T, tensor<f32>) -> $T",
        "%r = tosa.clamp %a {min_val = -0.25 : f32, max_val = 0.5 : f32} : ($T) -> $T",
        "%lo = arith.constant dense<-0.25> : $T
         %hi = arith.constant dense<0.5> : $T
         %x = arith.maximumf %a, %lo : $T
         %r = arith.minimumf %x, %hi : $T",
    ],
    &[
        "%r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : ($T, $T) -> $T",
        "%z = arith.constant 0.0 : f32
         %e = tensor.empty() : $T
         %f = linalg.fill ins(%z : f32) outs(%e : $T) -> $T
         %r = linalg.matmul ins(%a, %b : $T, $T) outs(%f : $T) -> $T",
        "%z = arith.constant 0.0 : f32
         %e = tensor.empty() : $T
         %f = linalg.fill ins(%z : f32) outs(%e : $T) -> $T
         %r = linalg.contract indexing_maps = [
           affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>,
           affine_map<(m, n, k) -> (m, n)>
         ] ins(%a, %b : $T, $T) outs(%f : $T) -> $T",
        "%s = tosa.const_shape {values = dense<[1, 4, 4]> : tensor<3xindex>}
           : () -> !tosa.shape<3>
         %x = tosa.reshape %a, %s : ($T, !tosa.shape<3>) -> tensor<1x4x4xf32>
         %y = stablehlo.reshape %b : ($T) -> tensor<1x4x4xf32>
         %z = \"tosa.const\"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
         %p = tosa.matmul %x, %y, %z, %z
           : (tensor<1x4x4xf32>, tensor<1x4x4xf32>, tensor<1xf32>, tensor<1xf32>)
           -> tensor<1x4x4xf32>
         %r = stablehlo.reshape %p : (tensor<1x4x4xf32>) -> $T",
        "%z = stablehlo.constant dense<0.0> : $T
         %r = affine.for %i = 0 to 4 iter_args(%ci = %z) -> $T {
           %rj = affine.for %j = 0 to 4 iter_args(%cj = %ci) -> $T {
             %rk = affine.for %k = 0 to 4 iter_args(%ck = %cj) -> $T {
               %x = tensor.extract %a[%i, %k] : $T
               %y = tensor.extract %b[%k, %j] : $T
               %c = tensor.extract %ck[%i, %j] : $T
               %p = arith.mulf %x, %y : f32
               %s = arith.addf %c, %p : f32
               %n = tensor.insert %s into %ck[%i, %j] : $T
               affine.yield %n : $T
             }
             affine.yield %rk : $T
           }
           affine.yield %rj : $T
         }",
    ],
    // The sum of each column, for every row.
    &[
        "%z = stablehlo.constant dense<0.0> : tensor<f32>
         %x = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0]
           : ($T, tensor<f32>) -> tensor<4xf32>
         %r = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<4xf32>) -> $T",
        "%z = arith.constant dense<0.0> : tensor<4xf32>
         %x = linalg.reduce ins(%a : $T) outs(%z : tensor<4xf32>) dimensions = [0]
           (%in: f32, %out: f32) {
             %s = arith.addf %in, %out : f32
             linalg.yield %s : f32
           }
         %e = tensor.empty() : $T
         %r = linalg.broadcast ins(%x : tensor<4xf32>) outs(%e : $T) dimensions = [0]",
        "%x = tosa.reduce_sum %a {axis = 0 : i32} : ($T) -> tensor<1x4xf32>
         %s = tosa.const_shape {values = dense<[4, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
         %r = tosa.tile %x, %s : (tensor<1x4xf32>, !tosa.shape<2>) -> $T",
    ],
    &[
        "%m = stablehlo.constant dense<0xFF800000> : tensor<f32>
         %x = stablehlo.reduce(%a init: %m) applies stablehlo.maximum across dimensions = [1]
           : ($T, tensor<f32>) -> tensor<4xf32>
         %y = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<4xf32>) -> $T
         %s = stablehlo.subtract %a, %y : $T
         %n = stablehlo.exponential %s : $T
         %z = stablehlo.constant dense<0.0> : tensor<f32>
         %t = stablehlo.reduce(%n init: %z) applies stablehlo.add across dimensions = [1]
           : ($T, tensor<f32>) -> tensor<4xf32>
         %u = stablehlo.broadcast_in_dim %t, dims = [0] : (tensor<4xf32>) -> $T
         %r = stablehlo.divide %n, %u : $T",
        "%e = tensor.empty() : $T
         %r = linalg.softmax dimension(1) ins(%a : $T) outs(%e : $T) -> $T",
    ],
];

/// Operations on `i32`.
pub const INTEGER: &[Spellings] = &[
    &[
        "%r = stablehlo.multiply %a, %b : $T",
        "%r = arith.muli %a, %b : $T",
        "%s = \"tosa.const\"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
         %r = tosa.mul %a, %b, %s : ($T, $T, tensor<1xi8>) -> $T",
    ],
    &[
        "%r = stablehlo.xor %a, %b : $T",
        "%r = arith.xori %a, %b : $T",
        "%r = tosa.bitwise_xor %a, %b : ($T, $T) -> $T",
    ],
    &[
        "%c = stablehlo.constant dense<3> : $T
         %r = stablehlo.shift_right_arithmetic %a, %c : $T",
        "%c = arith.constant dense<3> : $T
         %r = arith.shrsi %a, %c : $T",
        "%c = stablehlo.constant dense<3> : $T
         %r = tosa.arithmetic_right_shift %a, %c {round = false} : ($T, $T) -> $T",
    ],
    &["%r = stablehlo.popcnt %a : $T", "%r = math.ctpop %a : $T"],
    &["%r = stablehlo.count_leading_zeros %a : $T", "%r = tosa.clz %a : ($T) -> $T"],
    // The number of the column, added.
    &[
        "%x = stablehlo.iota dim = 1 : $T
         %r = stablehlo.add %a, %x : $T",
        "%e = tensor.empty() : $T
         %r = linalg.generic {
           indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
           iterator_types = [\"parallel\", \"parallel\"]
         } ins(%a : $T) outs(%e : $T) {
         ^bb0(%x: i32, %y: i32):
           %j = linalg.index 1 : index
           %n = arith.index_cast %j : index to i32
           %s = arith.addi %x, %n : i32
           linalg.yield %s : i32
         } -> $T",
        "%x = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
         %e = tensor.empty() : $T
         %y = linalg.broadcast ins(%x : tensor<4xi32>) outs(%e : $T) dimensions = [0]
         %r = arith.addi %a, %y : $T",
    ],
];
