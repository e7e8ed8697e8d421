// shape.get_extent and shape.to_extent_tensor of static shapes as indices.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<3x5xf32>
// EXPECT: dense<0.0> : tensor<f32>
func.func @main(%x: tensor<3x5xf32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = shape.shape_of %x : tensor<3x5xf32> -> tensor<2xindex>
  %a = shape.get_extent %s, %c0 : tensor<2xindex>, index -> index
  %b = shape.get_extent %s, %c1 : tensor<2xindex>, index -> index
  %i = arith.subi %a, %c1 : index
  %j = arith.subi %b, %c1 : index
  %v = tensor.extract %x[%i, %j] : tensor<3x5xf32>
  %t = tensor.from_elements %v : tensor<f32>
  return %t : tensor<f32>
}
