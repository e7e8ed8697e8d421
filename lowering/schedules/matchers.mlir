// Matchers of structured operations for schedules. Each takes an operation and returns it if the
// operation is of the kind in the matcher's name. To use a matcher, declare it in your schedule,
// pass this file with a second `--schedule=`, and name it in `transform.foreach_match`.
module attributes {transform.with_named_sequence} {
  // Matrix product of floats: two parallel loops over rows and columns, one reduction loop.
  transform.named_sequence @match_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["linalg.generic"] : !transform.any_op
    %matched = transform.match.structured failures(propagate) %op
        : (!transform.any_op) -> !transform.any_op {
    ^bb0(%candidate: !transform.any_op):
      %rank = transform.match.structured.rank %candidate
          : (!transform.any_op) -> !transform.param<i64>
      %three = transform.param.constant 3 : i64 -> !transform.param<i64>
      transform.match.param.cmpi eq %rank, %three : !transform.param<i64>
      transform.match.structured.dim %candidate[0] {parallel} : !transform.any_op
      transform.match.structured.dim %candidate[1] {parallel} : !transform.any_op
      transform.match.structured.dim %candidate[2] {reduction} : !transform.any_op
      transform.match.structured.body %candidate {contraction = ["arith.mulf", "arith.addf"]}
          : !transform.any_op
      transform.match.structured.yield %candidate : !transform.any_op
    }
    transform.yield %matched : !transform.any_op
  }

  // Contraction in any number of loops: matrix product, batched matrix product, convolution.
  transform.named_sequence @match_contraction(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["linalg.generic"] : !transform.any_op
    %matched = transform.match.structured failures(propagate) %op
        : (!transform.any_op) -> !transform.any_op {
    ^bb0(%candidate: !transform.any_op):
      transform.match.structured.body %candidate {contraction = ["arith.mulf", "arith.addf"]}
          : !transform.any_op
      transform.match.structured.yield %candidate : !transform.any_op
    }
    transform.yield %matched : !transform.any_op
  }

  // Elementwise operation: all loops are parallel, and each iteration writes its own element.
  transform.named_sequence @match_elementwise(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["linalg.generic"] : !transform.any_op
    %matched = transform.match.structured failures(propagate) %op
        : (!transform.any_op) -> !transform.any_op {
    ^bb0(%candidate: !transform.any_op):
      transform.match.structured.dim %candidate[all] {parallel} : !transform.any_op
      transform.match.structured.init %candidate[all] {projected_permutation} : !transform.any_op
      transform.match.structured.yield %candidate : !transform.any_op
    }
    transform.yield %matched : !transform.any_op
  }
}
