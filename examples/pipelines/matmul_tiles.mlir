// Custom tile sizes for matrix products: tiles of 64 by 128, one per iteration of a parallel
// loop. The backend schedules all other operations.
//
//   hlo-run --schedule=lowering/schedules/matchers.mlir \
//     --schedule=examples/pipelines/matmul_tiles.mlir PROGRAM
module attributes {transform.with_named_sequence} {
  transform.named_sequence private @match_matmul(
      !transform.any_op {transform.readonly}) -> !transform.any_op

  transform.named_sequence @tile(%matmul: !transform.any_op {transform.consumed}) {
    %tiled, %loop = transform.structured.tile_using_forall %matmul tile_sizes [64, 128]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    // The backend does not reschedule operations with this attribute.
    transform.annotate %loop "hloom.scheduled" : !transform.any_op
    transform.yield
  }

  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    transform.foreach_match in %root @match_matmul -> @tile
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
