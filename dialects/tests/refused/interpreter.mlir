// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each part violates the constraint that its first line names.

// run_parallel_programs
module @run_parallel_invalid_programs_size {
  func.func @foo() {
    func.return
  }
  func.func @main() {
    "interpreter.run_parallel"() {
      programs=[]
    } : () -> ()
    func.return
  }
}
// -----
// run_parallel_programs
module @run_parallel_invalid_programs_shape {
  func.func @foo() {
    func.return
  }
  func.func @main() {
    "interpreter.run_parallel"() {
      programs=[[@foo], [@bar, @baz]]
    } : () -> ()
    func.return
  }
}
// -----
// run_parallel_programs
module @run_parallel_invalid_function {
  func.func @foo() {
    func.return
  }
  func.func @main() {
    "interpreter.run_parallel"() {
      programs=[[@bar], [@bar]]
    } : () -> ()
    func.return
  }
}
// -----
// run_parallel_inputs
module @run_parallel_invalid_arg_size {
  func.func @foo(%arg0 : tensor<i64>) {
    func.return
  }
  func.func @main() {
    %inputs = stablehlo.constant dense<0> : tensor<i64>
    "interpreter.run_parallel"(%inputs, %inputs) {
      programs=[[@foo]]
    } : (tensor<i64>, tensor<i64>) -> ()
    func.return
  }
}
// -----
// run_parallel_results
module @run_parallel_invalid_results_size {
  func.func @foo(%arg0 : tensor<i64>) -> tensor<i64> {
    func.return %arg0 : tensor<i64>
  }
  func.func @main() {
    %inputs = stablehlo.constant dense<0> : tensor<i64>
    "interpreter.run_parallel"(%inputs) {
      programs=[[@foo]]
    } : (tensor<i64>) -> ()
    func.return
  }
}
// -----
// run_parallel_infeed
module @run_parallel_empty_infeed {
  func.func @foo() {
    func.return
  }
  func.func @main() {
    "interpreter.run_parallel"() {
      infeed=[],
      programs=[[@foo]]
    } : () -> ()
    func.return
  }
}
// -----
// run_parallel_infeed
module @run_parallel_invalid_infeed {
  func.func @foo() {
    func.return
  }
  func.func @main() {
    "interpreter.run_parallel"() {
      infeed=[@bar],
      programs=[[@foo]]
    } : () -> ()
    func.return
  }
}
// -----
// run_parallel_infeed
module @run_parallel_invalid_infeed_return_count {
  func.func @infeed(%token : !stablehlo.token) -> (tensor<i64>, !stablehlo.token) {
    %results0:2 = "stablehlo.infeed"(%token) :
        (!stablehlo.token) -> (tensor<i64>, !stablehlo.token)
    func.return %results0#0, %results0#1 : tensor<i64>, !stablehlo.token
  }
  func.func @infeed_queue() -> (tensor<i64>, tensor<i64>) {
    %result = stablehlo.constant dense<1> : tensor<i64>
    func.return %result, %result : tensor<i64>, tensor<i64>
  }
  func.func @main() {
    %token = stablehlo.after_all : !stablehlo.token
    "interpreter.run_parallel"(%token) {
      infeed=[@infeed_queue],
      programs=[[@infeed]]
    } : (!stablehlo.token) -> (tensor<i64>, !stablehlo.token)
    func.return
  }
}
// -----
// run_parallel_infeed
module @run_parallel_invalid_infeed_return_type {
  func.func @infeed(%token : !stablehlo.token) -> (tensor<i64>, !stablehlo.token) {
    %results0:2 = "stablehlo.infeed"(%token) :
        (!stablehlo.token) -> (tensor<i64>, !stablehlo.token)
    func.return %results0#0, %results0#1 : tensor<i64>, !stablehlo.token
  }
  func.func @infeed_queue() -> !stablehlo.token {
    %token = stablehlo.after_all : !stablehlo.token
    func.return %token : !stablehlo.token
  }
  func.func @main() {
    %token = stablehlo.after_all : !stablehlo.token
    "interpreter.run_parallel"(%token) {
      infeed=[@infeed_queue],
      programs=[[@infeed]]
    } : (!stablehlo.token) -> (tensor<i64>, !stablehlo.token)
    func.return
  }
}
// -----
// run_parallel_programs
func.func @foo(%x: tensor<i64>) -> tensor<i64> {
  return %x : tensor<i64>
}
func.func @main(%x: tensor<i64>, %y: tensor<i32>) {
  "interpreter.run_parallel"() {programs=[[], []]} : () -> ()
  return
}
// -----
// run_parallel_inputs
func.func @foo(%x: tensor<i64>) -> tensor<i64> {
  return %x : tensor<i64>
}
func.func @main(%x: tensor<i64>, %y: tensor<i32>) {
  %0 = "interpreter.run_parallel"(%y) {programs=[[@foo]]} : (tensor<i32>) -> tensor<i64>
  return
}
// -----
// run_parallel_results
func.func @foo(%x: tensor<i64>) -> tensor<i64> {
  return %x : tensor<i64>
}
func.func @main(%x: tensor<i64>, %y: tensor<i32>) {
  %0 = "interpreter.run_parallel"(%x) {programs=[[@foo]]} : (tensor<i64>) -> tensor<i32>
  return
}
// -----
// run_parallel_infeed
func.func @foo(%x: tensor<i64>) -> tensor<i64> {
  return %x : tensor<i64>
}
func.func @main(%x: tensor<i64>, %y: tensor<i32>) {
  %0 = "interpreter.run_parallel"(%x) {programs=[[@foo]], infeed=[@foo]} : (tensor<i64>) -> tensor<i64>
  return
}
