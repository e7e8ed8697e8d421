# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The training programs of `cargo ci pytorch`: some steps from random weights on random batches.

The loss, its gradients and the step of the optimizer are compiled. Dropout is off, as hloom does
not compute the random numbers of PyTorch's generator.
"""

import copy
import inspect
import time

import torch
from registry import Registry
from torch.nn import functional

STEPS, BATCH = 5, 8

program = Registry()
"""The functions that return a model, its optimizer and batches of its arguments."""


def make(name):
    """Returns a model, a function that makes its optimizer, and the batches."""
    torch.manual_seed(0)
    return program[name]()


def train(model, optimizer, batches, backend=None):
    """Trains a model with a backend of `torch.compile`, or without one.

    Returns the losses and the seconds of each step.
    """

    def loss_of(*batch):
        return model(*batch)

    # PyTorch wraps the method `step` of its optimizers in a graph break.
    plain_step = torch.no_grad()(inspect.unwrap(type(optimizer).step))

    def step():
        plain_step(optimizer)

    if backend:
        loss_of = torch.compile(loss_of, backend=backend, fullgraph=True)
        step = torch.compile(step, backend=backend, fullgraph=True)
    losses, seconds = [], []
    for batch in batches:
        start = time.perf_counter()
        optimizer.zero_grad()
        loss = loss_of(*batch)
        loss.backward()
        step()
        losses.append(loss.detach())
        seconds.append(time.perf_counter() - start)
    return losses, seconds


def run(name, backend):
    """Trains a model by a backend, by PyTorch, and by PyTorch in float64.

    Returns for each of them the losses, the weights and the buffers by name, and the seconds of
    each step.
    """
    model, optimizer_of, batches = make(name)
    wide = [[x.double() if x.is_floating_point() else x for x in batch] for batch in batches]
    runs = [(batches, backend), (batches, None), (wide, None)]
    models = [copy.deepcopy(model), copy.deepcopy(model), copy.deepcopy(model).double()]
    results = []
    for model, (data, how) in zip(models, runs, strict=True):
        losses, seconds = train(model, optimizer_of(model.parameters()), data, how)
        named = [*model.named_parameters(), *model.named_buffers()]
        values = {name: value.detach() for name, value in named}
        results.append(({"losses": torch.stack(losses), **values}, seconds))
    return results


class Classifier(torch.nn.Module):
    """The loss of a classifier of images."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, images, labels):
        """Computes the mean cross entropy of a batch."""
        return functional.cross_entropy(self.network(images), labels)


def images(size):
    """Returns batches of random images with random labels of ten classes."""
    shape = (BATCH, 3, size, size)
    return [(torch.randn(shape), torch.randint(10, (BATCH,))) for _ in range(STEPS)]


@program
def train_resnet18():
    import torchvision

    # With the ordinary start, the rounding errors of a step grow tenfold in the next one.
    network = torchvision.models.resnet18(weights=None, num_classes=10, zero_init_residual=True)
    model = Classifier(network).train()
    return model, lambda weights: torch.optim.SGD(weights, lr=0.001, momentum=0.9), images(64)


@program
def train_vit():
    import torchvision

    network = torchvision.models.VisionTransformer(
        image_size=32,
        patch_size=4,
        num_layers=4,
        num_heads=4,
        hidden_dim=128,
        mlp_dim=256,
        num_classes=10,
    )
    torch.nn.init.normal_(network.heads.head.weight, std=0.02)
    model = Classifier(network).train()
    return model, lambda weights: torch.optim.SGD(weights, lr=0.01, momentum=0.9), images(32)


class LanguageModel(torch.nn.Module):
    """The loss of a language model that predicts the next token."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, tokens):
        """Computes the mean cross entropy of the next tokens."""
        logits = self.network(input_ids=tokens, use_cache=False).logits[:, :-1]
        return functional.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())


@program
def train_gpt2():
    from transformers import GPT2Config, GPT2LMHeadModel

    config = GPT2Config(
        vocab_size=1000,
        n_positions=64,
        n_embd=128,
        n_layer=4,
        n_head=4,
        resid_pdrop=0.0,
        embd_pdrop=0.0,
        attn_pdrop=0.0,
        bos_token_id=None,
        eos_token_id=None,
    )
    model = LanguageModel(GPT2LMHeadModel(config)).train()
    batches = [(torch.randint(config.vocab_size, (BATCH, 64)),) for _ in range(STEPS)]
    # With the default `eps`, a step depends on the rounding errors of gradients that are near zero.
    return model, lambda weights: torch.optim.AdamW(weights, lr=1e-4, eps=1e-6), batches
