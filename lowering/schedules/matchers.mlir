// Matchers of structured operations, for schedules to call. Each takes an operation and
// hands it on if it is what the name says. Declare what you use, give this file beside
// your own (`--schedule=` twice), and name the matcher in `transform.foreach_match`.
module attributes {transform.with_named_sequence} {
  // A matrix product of floats: two loops of its rows and columns, one of sums.
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

  // Sums of products, in any number of loops: matrix products, batched too, convolutions.
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

  // One element of the result for one of each operand, or of none: no sums.
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
