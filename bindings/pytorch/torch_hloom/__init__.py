# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hloom as a backend of `torch.compile`, and as the compiler of `torch.export` programs.

torch.compile(model, backend="hloom", fullgraph=True)
torch_hloom.to_stablehlo(torch.export.export(model, inputs)).save(folder, inputs)
"""

from .backend import hloom
from .exported import StableHlo, to_stablehlo
from .graph import UnsupportedOperation

__all__ = ["StableHlo", "UnsupportedOperation", "hloom", "to_stablehlo"]
