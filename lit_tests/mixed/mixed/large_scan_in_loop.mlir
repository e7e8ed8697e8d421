// 65 steps of a recurrence on 129 numbers, with a table of all states of which a column is the result.
// Expected values: NumPy.
// EXPECT: dense<[0.53515625, 0.763671875, 0.8779296875, 0.93505859375, 0.963623046875, 0.9783973693847656, 0.9867687225341797, 0.9922769069671631, 0.9965380430221558, 1.0002448558807373, 1.0036668181419373, 1.0068912105634809, 1.0099346418865025, 1.012791863118764, 1.015455293963896, 1.0179215004718571, 1.0201922736796405, 1.0222737711237642, 1.02417519592791, 1.0259075770373443, 1.027482816754997, 1.0289130124177337, 1.0302100055793053, 1.0313851025896565, 1.0324489170610753, 1.0334112954585815, 1.0342812973196027, 1.035067209962171, 1.0357765838385617, 1.0364162792363203, 1.036992518218823, 1.0375109378935212, 1.0379766425847814, 1.0383942534839106, 1.0387679550055635, 1.0391015375055377, 1.0393984362850444, 1.0396617669723867, 1.0398943574696724, 1.0400987767035488, 1.0402773604410225, 1.0404322344350019, 1.0405653351564643, 1.040678428355894, 1.040773125678965, 1.0408508995423766, 1.0409130964565816, 1.0409609489636054, 1.0409955863407396, 1.041018044204782, 1.0410292731368034, 1.041030146434135, 1.0410214670843438, 1.0410039740452959, 1.040978347905915, 1.0409452159938217, 1.0409051569885555, 1.040858705092476, 1.0408063538055945, 1.0407485593454098, 1.0406857437482648, 1.040618297684699, 1.040546583017707, 1.0404709351296622, 1.040391665040873]> : tensor<65xf64>
func.func @main() -> tensor<65xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 65 : index
  %i = stablehlo.iota dim = 0 : tensor<129xf64>
  %s = stablehlo.constant dense<0.015625> : tensor<129xf64>
  %x0 = stablehlo.multiply %i, %s : tensor<129xf64>
  %half = arith.constant dense<0.5> : tensor<129xf64>
  %quarter = arith.constant dense<0.25> : tensor<129xf64>
  %e = tensor.empty() : tensor<65x129xf64>
  %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%x = %x0, %o = %e) -> (tensor<129xf64>, tensor<65x129xf64>) {
    %a = stablehlo.slice %x [128:129] : (tensor<129xf64>) -> tensor<1xf64>
    %b = tensor.extract_slice %x[0] [128] [1] : tensor<129xf64> to tensor<128xf64>
    %roll = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xf64>, tensor<128xf64>) -> tensor<129xf64>
    %rev = stablehlo.reverse %x, dims = [0] : tensor<129xf64>
    %0 = arith.mulf %x, %half : tensor<129xf64>
    %1 = arith.mulf %roll, %quarter : tensor<129xf64>
    %2 = stablehlo.multiply %rev, %quarter : tensor<129xf64>
    %3 = stablehlo.add %0, %1 : tensor<129xf64>
    %4 = arith.addf %3, %2 : tensor<129xf64>
    %u = tensor.insert_slice %4 into %o[%t, 0] [1, 129] [1, 1] : tensor<129xf64> into tensor<65x129xf64>
    scf.yield %4, %u : tensor<129xf64>, tensor<65x129xf64>
  }
  %c = tensor.extract_slice %r#1[0, 5] [65, 1] [1, 1] : tensor<65x129xf64> to tensor<65xf64>
  return %c : tensor<65xf64>
}
