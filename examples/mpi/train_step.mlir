// A training step of a network with one hidden layer, for handwritten digits, on four ranks: the
// images are split over the axis "data", and the hidden units over the axis "model".
sdy.mesh @ranks = <["data"=2, "model"=2]>

func.func @main(
    %images: tensor<120x64xf32> {sdy.sharding = #sdy.sharding<@ranks, [{"data"}, {}]>},
    %labels: tensor<120xi32> {sdy.sharding = #sdy.sharding<@ranks, [{"data"}]>},
    %w1: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@ranks, [{}, {"model"}]>},
    %w2: tensor<128x10xf32> {sdy.sharding = #sdy.sharding<@ranks, [{"model"}, {}]>})
    -> (tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@ranks, [{}, {"model"}]>},
        tensor<128x10xf32> {sdy.sharding = #sdy.sharding<@ranks, [{"model"}, {}]>},
        tensor<f32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0xFF800000> : tensor<f32>

  // The logits, and the logarithms of the probabilities.
  %sixteen = stablehlo.constant dense<16.0> : tensor<120x64xf32>
  %x = stablehlo.divide %images, %sixteen : tensor<120x64xf32>
  %inner = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0]
    : (tensor<120x64xf32>, tensor<64x128xf32>) -> tensor<120x128xf32>
  %zeros = stablehlo.constant dense<0.0> : tensor<120x128xf32>
  %hidden = stablehlo.maximum %inner, %zeros : tensor<120x128xf32>
  %logits = stablehlo.dot_general %hidden, %w2, contracting_dims = [1] x [0]
    : (tensor<120x128xf32>, tensor<128x10xf32>) -> tensor<120x10xf32>
  %largest = stablehlo.reduce(%logits init: %none) applies stablehlo.maximum across dimensions = [1]
    : (tensor<120x10xf32>, tensor<f32>) -> tensor<120xf32>
  %largest_of_row = stablehlo.broadcast_in_dim %largest, dims = [0] : (tensor<120xf32>) -> tensor<120x10xf32>
  %shifted = stablehlo.subtract %logits, %largest_of_row : tensor<120x10xf32>
  %powers = stablehlo.exponential %shifted : tensor<120x10xf32>
  %total = stablehlo.reduce(%powers init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<120x10xf32>, tensor<f32>) -> tensor<120xf32>
  %log_total = stablehlo.log %total : tensor<120xf32>
  %log_total_of_row = stablehlo.broadcast_in_dim %log_total, dims = [0] : (tensor<120xf32>) -> tensor<120x10xf32>
  %log_chances = stablehlo.subtract %shifted, %log_total_of_row : tensor<120x10xf32>

  // The mean loss of the batch.
  %digit = stablehlo.iota dim = 1 : tensor<120x10xi32>
  %label = stablehlo.broadcast_in_dim %labels, dims = [0] : (tensor<120xi32>) -> tensor<120x10xi32>
  %is_label = stablehlo.compare EQ, %digit, %label : (tensor<120x10xi32>, tensor<120x10xi32>) -> tensor<120x10xi1>
  %no_loss = stablehlo.constant dense<0.0> : tensor<120x10xf32>
  %of_label = stablehlo.select %is_label, %log_chances, %no_loss : tensor<120x10xi1>, tensor<120x10xf32>
  %log_likelihood = stablehlo.reduce(%of_label init: %zero) applies stablehlo.add across dimensions = [0, 1]
    : (tensor<120x10xf32>, tensor<f32>) -> tensor<f32>
  %count = stablehlo.constant dense<-120.0> : tensor<f32>
  %loss = stablehlo.divide %log_likelihood, %count : tensor<f32>

  // The number of images whose label has the largest logit.
  %is_largest = stablehlo.compare EQ, %logits, %largest_of_row : (tensor<120x10xf32>, tensor<120x10xf32>) -> tensor<120x10xi1>
  %is_correct = stablehlo.and %is_largest, %is_label : tensor<120x10xi1>
  %correct = stablehlo.convert %is_correct : (tensor<120x10xi1>) -> tensor<120x10xi32>
  %no_images = stablehlo.constant dense<0> : tensor<i32>
  %recognized = stablehlo.reduce(%correct init: %no_images) applies stablehlo.add across dimensions = [0, 1]
    : (tensor<120x10xi32>, tensor<i32>) -> tensor<i32>

  // The gradients.
  %chances = stablehlo.exponential %log_chances : tensor<120x10xf32>
  %target = stablehlo.convert %is_label : (tensor<120x10xi1>) -> tensor<120x10xf32>
  %difference = stablehlo.subtract %chances, %target : tensor<120x10xf32>
  %images_of_batch = stablehlo.constant dense<120.0> : tensor<120x10xf32>
  %d_logits = stablehlo.divide %difference, %images_of_batch : tensor<120x10xf32>
  %d_w2 = stablehlo.dot_general %hidden, %d_logits, contracting_dims = [0] x [0]
    : (tensor<120x128xf32>, tensor<120x10xf32>) -> tensor<128x10xf32>
  %d_hidden = stablehlo.dot_general %d_logits, %w2, contracting_dims = [1] x [1]
    : (tensor<120x10xf32>, tensor<128x10xf32>) -> tensor<120x128xf32>
  %is_active = stablehlo.compare GT, %inner, %zeros : (tensor<120x128xf32>, tensor<120x128xf32>) -> tensor<120x128xi1>
  %d_inner = stablehlo.select %is_active, %d_hidden, %zeros : tensor<120x128xi1>, tensor<120x128xf32>
  %d_w1 = stablehlo.dot_general %x, %d_inner, contracting_dims = [0] x [0]
    : (tensor<120x64xf32>, tensor<120x128xf32>) -> tensor<64x128xf32>

  // The new weights.
  %rate1 = stablehlo.constant dense<0.5> : tensor<64x128xf32>
  %step1 = stablehlo.multiply %rate1, %d_w1 : tensor<64x128xf32>
  %new_w1 = stablehlo.subtract %w1, %step1 : tensor<64x128xf32>
  %rate2 = stablehlo.constant dense<0.5> : tensor<128x10xf32>
  %step2 = stablehlo.multiply %rate2, %d_w2 : tensor<128x10xf32>
  %new_w2 = stablehlo.subtract %w2, %step2 : tensor<128x10xf32>
  return %new_w1, %new_w2, %loss, %recognized : tensor<64x128xf32>, tensor<128x10xf32>, tensor<f32>, tensor<i32>
}
