// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that run in parallel, a recorded value and a printed value.

func.func @none() {
  return
}
func.func @fed() -> tensor<2xi64> {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  return %0 : tensor<2xi64>
}
func.func @read(%token: !stablehlo.token) -> (tensor<2xi64>, !stablehlo.token) {
  %0:2 = "stablehlo.infeed"(%token) : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  %1 = interpreter.probe %0#0, probe_id = "read" {note} : tensor<2xi64>
  return %1, %0#1 : tensor<2xi64>, !stablehlo.token
}
func.func @main(%token: !stablehlo.token) {
  "interpreter.run_parallel"() {programs = [[@none]]} : () -> ()
  %0:2 = "interpreter.run_parallel"(%token) {infeed = [@fed, @fed], programs = [[@read, @none], [@none, @none]]} : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  interpreter.print %0#0 : tensor<2xi64>
  check.expect_serialized_eq %0#0, probe_id = "read", iter = 0 : tensor<2xi64>
  return
}
