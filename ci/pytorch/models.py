# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The models of `cargo ci pytorch`, with random weights of a fixed seed.

The vision models have their full size. The transformers of text and speech have the sizes of their
small releases; `llama` is smaller, since its smallest release takes 5 GB.

The weights are such that single precision determines the results to within PyTorch's tolerance; the
run reports it. Hence batch normalization has statistics of the images, and residual branches of
ResNet are scaled, as both are after training.
"""

import torch
from registry import Registry

BATCH, IMAGE = 2, 224

model = Registry()
"""The functions that return a model and its inputs."""


def make(name):
    """Returns a model in evaluation mode, and its inputs.

    Weights that start at zero, such as biases, are random, too.
    """
    torch.manual_seed(0)
    made, inputs = model[name]()
    with torch.no_grad():
        for weight in made.parameters():
            if not weight.any():
                weight.normal_(std=0.02)
    return made.eval(), inputs


def vision(name):
    """Returns a network for images, and images."""
    import torchvision

    network = torchvision.models.get_model(name, weights=None)
    images = torch.randn(BATCH, 3, IMAGE, IMAGE)
    for part in network.modules():
        if isinstance(part, torchvision.models.resnet.Bottleneck):
            torch.nn.init.constant_(part.bn3.weight, 0.3)
    norms = [part for part in network.modules() if isinstance(part, torch.nn.BatchNorm2d)]
    for norm in norms:
        norm.momentum = None
    if norms:
        with torch.no_grad():
            network.train()(images)
    return network, (images,)


@model
def resnet50():
    return vision("resnet50")


@model
def mobilenet_v3():
    return vision("mobilenet_v3_large")


@model
def efficientnet_b0():
    return vision("efficientnet_b0")


@model
def convnext_tiny():
    return vision("convnext_tiny")


@model
def vit_b_16():
    return vision("vit_b_16")


@model
def swin_t():
    return vision("swin_t")


class Logits(torch.nn.Module):
    """A model of the library `transformers` as a function from tensors to one tensor."""

    def __init__(self, network, result, *arguments, **constants):
        super().__init__()
        self.network, self.result = network, result
        self.arguments, self.constants = arguments, constants

    def forward(self, *inputs):
        """Computes the result that the constructor named."""
        given = dict(zip(self.arguments, inputs, strict=True))
        return getattr(self.network(**given, **self.constants, return_dict=True), self.result)


def tokens(vocabulary, length=64):
    """Returns random tokens."""
    return torch.randint(vocabulary, (BATCH, length))


@model
def bert():
    from transformers import BertConfig, BertModel

    network = BertModel(BertConfig(), add_pooling_layer=False)
    mask = torch.ones(BATCH, 64, dtype=torch.int64)
    mask[1, 48:] = 0
    logits = Logits(network, "last_hidden_state", "input_ids", "attention_mask")
    return logits, (tokens(network.config.vocab_size), mask)


@model
def gpt2():
    from transformers import GPT2Config, GPT2LMHeadModel

    network = GPT2LMHeadModel(GPT2Config())
    logits = Logits(network, "logits", "input_ids", use_cache=False)
    return logits, (tokens(network.config.vocab_size),)


@model
def llama():
    from transformers import LlamaConfig, LlamaForCausalLM

    config = LlamaConfig(
        vocab_size=32000,
        hidden_size=512,
        intermediate_size=1376,
        num_hidden_layers=8,
        num_attention_heads=8,
        num_key_value_heads=4,
    )
    logits = Logits(LlamaForCausalLM(config), "logits", "input_ids", use_cache=False)
    return logits, (tokens(config.vocab_size),)


@model
def t5():
    from transformers import T5Config, T5ForConditionalGeneration

    config = T5Config(d_model=512, d_ff=2048, num_layers=6, num_heads=8)
    network = T5ForConditionalGeneration(config)
    arguments = ("input_ids", "decoder_input_ids")
    logits = Logits(network, "logits", *arguments, use_cache=False)
    return logits, (tokens(config.vocab_size), tokens(config.vocab_size, 32))


@model
def whisper():
    from transformers import WhisperConfig, WhisperForConditionalGeneration

    # The sizes of whisper-tiny.
    config = WhisperConfig(
        d_model=384,
        encoder_layers=4,
        decoder_layers=4,
        encoder_attention_heads=6,
        decoder_attention_heads=6,
        encoder_ffn_dim=1536,
        decoder_ffn_dim=1536,
    )
    network = WhisperForConditionalGeneration(config)
    arguments = ("input_features", "decoder_input_ids")
    logits = Logits(network, "logits", *arguments, use_cache=False)
    return logits, (torch.randn(1, 80, 3000), tokens(config.vocab_size, 32)[:1])
