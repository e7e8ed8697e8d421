// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tokens, and operations that communicate with the host or with one other
// participant. The communication operations have no effect trait, so that
// passes do not move them.

#ifndef HLOOM_STABLEHLO_COMMUNICATION_OPS
#define HLOOM_STABLEHLO_COMMUNICATION_OPS

include "stablehlo/StablehloAttrs.td"

class Stablehlo_CommunicationOp<string mnemonic, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, traits> {
  let family = "Communication";
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

def Stablehlo_AfterAllOp
    : Stablehlo_CommunicationOp<"after_all", [Pure, Stablehlo_InferTypes]> {
  let summary = "joins several tokens into one";
  let description = [{
    An operation that takes the result is ordered after the operations that
    return the inputs. Specification: `after_all`.
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
    : Stablehlo_CommunicationOp<"create_token", [Pure, Stablehlo_InferTypes]> {
  let summary = "creates a token";
  let description = [{
    The token does not order the operation that takes it after another
    operation. Deprecated in favor of `after_all`. Specification: Deprecated
    Operations.
  }];
  let results = (outs Stablehlo_TokenValue:$output);
  let assemblyFormat = "attr-dict `:` type(results)";
}

//===----------------------------------------------------------------------===//
// The host
//===----------------------------------------------------------------------===//

def Stablehlo_InfeedOp : Stablehlo_CommunicationOp<"infeed"> {
  let summary = "reads values from the host";
  let description = [{
    Reads the next values from the infeed and returns them with a token.
    Specification: `infeed`.
  }];
  let arguments = (ins Stablehlo_TokenValue:$token,
                       DefaultValuedStrAttr<StrAttr, "">:$infeed_config,
                       OptionalAttr<ArrayAttr>:$layout);
  let results = (outs Variadic<Stablehlo_StaticTensorOrToken>:$results);
}

def Stablehlo_OutfeedOp : Stablehlo_CommunicationOp<"outfeed", [Stablehlo_InferTypes]> {
  let summary = "writes values to the host";
  let description = [{
    Writes its inputs to the outfeed and returns a token. Specification:
    `outfeed`.
  }];
  let arguments = (ins Variadic<Stablehlo_AnyTensor>:$inputs,
                       Stablehlo_TokenValue:$token,
                       DefaultValuedStrAttr<StrAttr, "">:$outfeed_config);
  let results = (outs Stablehlo_TokenValue:$result);
}

//===----------------------------------------------------------------------===//
// Other participants
//===----------------------------------------------------------------------===//

def Stablehlo_RecvOp : Stablehlo_CommunicationOp<"recv"> {
  let summary = "receives values from a channel";
  let description = [{
    Receives values from a participant, or from the host if `is_host_transfer`
    is set, and returns them with a token. Specification: `recv`.
  }];
  let arguments =
      (ins Stablehlo_TokenValue:$token, Stablehlo_ChannelHandle:$channel_handle,
           DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
           OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Variadic<Stablehlo_StaticTensorOrToken>:$results);
}

def Stablehlo_SendOp : Stablehlo_CommunicationOp<"send", [Stablehlo_InferTypes]> {
  let summary = "sends values to a channel";
  let description = [{
    Sends its inputs to a participant, or to the host if `is_host_transfer` is
    set, and returns a token. Specification: `send`.
  }];
  let arguments =
      (ins Variadic<Stablehlo_AnyTensor>:$inputs, Stablehlo_TokenValue:$token,
           Stablehlo_ChannelHandle:$channel_handle,
           DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
           OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Stablehlo_TokenValue:$result);
}

#endif // HLOOM_STABLEHLO_COMMUNICATION_OPS
