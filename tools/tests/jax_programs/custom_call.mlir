// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// As JAX 0.10.2 prints it.

#loc = loc(unknown)
#loc1 = loc("a")
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: !stablehlo.token {jax.token = true} loc(unknown), %arg1: tensor<8x8xf32> loc("a")) -> (!stablehlo.token {jax.token = true}, tensor<8x8xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%arg0, %arg1) {backend_config = "", has_side_effect = true, mhlo.backend_config = {index = 0 : ui64}, operand_layouts = [dense<> : tensor<0xindex>, dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<> : tensor<0xindex>]} : (!stablehlo.token, tensor<8x8xf32>) -> !stablehlo.token loc(#loc15)
    return %0, %arg1 : !stablehlo.token, tensor<8x8xf32> loc(#loc13)
  } loc(#loc)
} loc(#loc)
#loc2 = loc("program.py":83:14 to :53)
#loc3 = loc("program.py":84:11 to :31)
#loc4 = loc("program.py":10:13 to :17)
#loc5 = loc("program.py":81:1 to :19)
#loc6 = loc("_.<locals>.f"(#loc2))
#loc7 = loc("_"(#loc3))
#loc8 = loc("case.<locals>.d"(#loc4))
#loc9 = loc("<module>"(#loc5))
#loc10 = loc(callsite(#loc8 at #loc9))
#loc11 = loc(callsite(#loc7 at #loc10))
#loc12 = loc(callsite(#loc6 at #loc11))
#loc13 = loc("jit(f)"(#loc11))
#loc14 = loc("jit(f)/debug_print"(#loc12))
#loc15 = loc("debug_print:"(#loc14))
