# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a vision transformer of torchvision on hloom, and compares it with PyTorch.

    python examples/pytorch/compile.py

docs/pytorch.md says how to set up the environment.
"""

import torch
import torch_hloom
import torchvision


def main():
    torch.manual_seed(0)
    model = torchvision.models.vit_b_16(weights=None).eval()
    torch.nn.init.normal_(model.heads.head.weight, std=0.02)
    images = torch.randn(2, 3, 224, 224)
    compiled = torch.compile(model, backend=torch_hloom.hloom, fullgraph=True)
    with torch.no_grad():
        result, expected = compiled(images), model(images)
    torch.testing.assert_close(result, expected)
    print(f"equal, with a greatest difference of {(result - expected).abs().max():.1e}")


if __name__ == "__main__":
    main()
