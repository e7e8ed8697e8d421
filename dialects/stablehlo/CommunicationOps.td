// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations that talk to the host or, point to point, to other processes.
// Those that do have no effect trait: passes leave them where they are.

#ifndef HLOOM_STABLEHLO_COMMUNICATION_OPS
#define HLOOM_STABLEHLO_COMMUNICATION_OPS

include "stablehlo/StablehloAttrs.td"

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

def Stablehlo_AfterAllOp
    : Stablehlo_Op<"after_all", [Pure, Stablehlo_InferTypes]> {
  let summary = "a token after all of several";
  let description = [{
    What takes the result stands after what gives the inputs. Specification:
    `after_all`.
  }];
  let arguments = (ins Variadic<Stablehlo_TokenValue>:$inputs);
  let results = (outs Stablehlo_TokenValue:$result);
  let assemblyFormat = [{
    $inputs attr-dict `:`
    custom<VariadicSameOperandsAndResultType>(ref($inputs), type($inputs),
                                              type($result))
  }];
}

def Stablehlo_CreateTokenOp
    : Stablehlo_Op<"create_token", [Pure, Stablehlo_InferTypes]> {
  let summary = "a token after nothing";
  let description = [{
    What takes it stands after nothing. Deprecated in favor of `after_all`.
    Specification: Deprecated Operations.
  }];
  let results = (outs Stablehlo_TokenValue:$output);
  let assemblyFormat = "attr-dict `:` type(results)";
}

//===----------------------------------------------------------------------===//
// The host
//===----------------------------------------------------------------------===//

def Stablehlo_InfeedOp : Stablehlo_Op<"infeed"> {
  let summary = "values from the host";
  let description = [{
    Reads the next values from the infeed, and gives a token. Specification:
    `infeed`.
  }];
  let arguments = (ins Stablehlo_TokenValue:$token,
                       DefaultValuedStrAttr<StrAttr, "">:$infeed_config,
                       OptionalAttr<ArrayAttr>:$layout);
  let results = (outs Variadic<Stablehlo_StaticTensorOrToken>:$results);
}

def Stablehlo_OutfeedOp : Stablehlo_Op<"outfeed", [Stablehlo_InferTypes]> {
  let summary = "values to the host";
  let description = [{
    Writes its inputs to the outfeed, and gives a token. Specification:
    `outfeed`.
  }];
  let arguments = (ins Variadic<Stablehlo_AnyTensor>:$inputs,
                       Stablehlo_TokenValue:$token,
                       DefaultValuedStrAttr<StrAttr, "">:$outfeed_config);
  let results = (outs Stablehlo_TokenValue:$result);
}

//===----------------------------------------------------------------------===//
// Other processes
//===----------------------------------------------------------------------===//

def Stablehlo_RecvOp : Stablehlo_Op<"recv"> {
  let summary = "values from a channel";
  let description = [{
    Receives values from a process, or from the host if `is_host_transfer`, and
    gives a token. Specification: `recv`.
  }];
  let arguments =
      (ins Stablehlo_TokenValue:$token, Stablehlo_ChannelHandle:$channel_handle,
           DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
           OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Variadic<Stablehlo_StaticTensorOrToken>:$results);
}

def Stablehlo_SendOp : Stablehlo_Op<"send", [Stablehlo_InferTypes]> {
  let summary = "values to a channel";
  let description = [{
    Sends its inputs to a process, or to the host if `is_host_transfer`, and
    gives a token. Specification: `send`.
  }];
  let arguments =
      (ins Variadic<Stablehlo_AnyTensor>:$inputs, Stablehlo_TokenValue:$token,
           Stablehlo_ChannelHandle:$channel_handle,
           DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
           OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Stablehlo_TokenValue:$result);
}

#endif // HLOOM_STABLEHLO_COMMUNICATION_OPS
