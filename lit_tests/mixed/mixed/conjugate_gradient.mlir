// Conjugate gradients: scf.while carries three vectors and a scalar.
// Expected values: NumPy.
// INPUT: dense<[[6.0, 0.5, 0.3333333333333333, 0.25, 0.2], [0.5, 6.0, 0.5, 0.3333333333333333, 0.25], [0.3333333333333333, 0.5, 6.0, 0.5, 0.3333333333333333], [0.25, 0.3333333333333333, 0.5, 6.0, 0.5], [0.2, 0.25, 0.3333333333333333, 0.5, 6.0]]> : tensor<5x5xf64>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0]> : tensor<5xf64>
// EXPECT: dense<[-0.23447195382493824, 0.07300827995065749, 0.3866086824221524, -0.16514744213749186, 0.16372441350644754]> : tensor<5xf64>
func.func @main(%a: tensor<5x5xf64>, %b: tensor<5xf64>) -> tensor<5xf64> {
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %x0 = arith.constant dense<0.0> : tensor<5xf64>
  %eps = arith.constant 1.0e-26 : f64
  %bb = stablehlo.multiply %b, %b : tensor<5xf64>
  %rr0 = stablehlo.reduce(%bb init: %z) applies stablehlo.add across dimensions = [0] : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
  %r:4 = scf.while (%x = %x0, %v = %b, %p = %b, %s = %rr0) : (tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<f64>) -> (tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<f64>) {
    %0 = tensor.extract %s[] : tensor<f64>
    %1 = arith.cmpf ogt, %0, %eps : f64
    scf.condition(%1) %x, %v, %p, %s : tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<f64>
  } do {
  ^bb0(%x: tensor<5xf64>, %v: tensor<5xf64>, %p: tensor<5xf64>, %s: tensor<f64>):
    %ap = linalg.matvec ins(%a, %p : tensor<5x5xf64>, tensor<5xf64>) outs(%x0 : tensor<5xf64>) -> tensor<5xf64>
    %pap = stablehlo.dot_general %p, %ap, contracting_dims = [0] x [0] : (tensor<5xf64>, tensor<5xf64>) -> tensor<f64>
    %alpha = stablehlo.divide %s, %pap : tensor<f64>
    %al = stablehlo.broadcast_in_dim %alpha, dims = [] : (tensor<f64>) -> tensor<5xf64>
    %2 = arith.mulf %al, %p : tensor<5xf64>
    %xn = arith.addf %x, %2 : tensor<5xf64>
    %3 = arith.mulf %al, %ap : tensor<5xf64>
    %vn = stablehlo.subtract %v, %3 : tensor<5xf64>
    %sn = stablehlo.dot_general %vn, %vn, contracting_dims = [0] x [0] : (tensor<5xf64>, tensor<5xf64>) -> tensor<f64>
    %beta = stablehlo.divide %sn, %s : tensor<f64>
    %4 = tensor.extract %beta[] : tensor<f64>
    %5 = tensor.splat %4 : tensor<5xf64>
    %6 = arith.mulf %5, %p : tensor<5xf64>
    %pn = arith.addf %vn, %6 : tensor<5xf64>
    scf.yield %xn, %vn, %pn, %sn : tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<f64>
  }
  return %r#0 : tensor<5xf64>
}
