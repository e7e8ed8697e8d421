# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a signature of a SavedModel as HLO and its inputs as files.

    python -m tensorflow_hloom SAVED_MODEL FOLDER [--batch N] [--signature NAME] [--input FILE.npy]

Without --input, the inputs are zero. Unknown dimensions have the size of --batch.
"""

import argparse

import numpy as np
import tensorflow as tf

from . import load_signature, to_hlo


def main():
    parser = argparse.ArgumentParser(
        prog="python -m tensorflow_hloom",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("model", metavar="SAVED_MODEL", help="folder of the model")
    parser.add_argument("folder", metavar="FOLDER", help="folder of the files to write")
    parser.add_argument("--batch", type=int, default=1, metavar="N")
    parser.add_argument("--signature", default="serving_default", metavar="NAME")
    parser.add_argument("--input", action="append", default=[], metavar="FILE.npy")
    options = parser.parse_args()
    function, specs = load_signature(options.model, options.signature)
    if options.input and len(options.input) != len(specs):
        parser.error(
            f"expected {len(specs)} inputs ({', '.join(specs)}), found {len(options.input)}"
        )
    inputs = []
    for index, (name, spec) in enumerate(specs.items()):
        if options.input:
            value = np.load(options.input[index])
        else:
            value = np.zeros([size or options.batch for size in spec.shape], spec.dtype.name)
        inputs.append(tf.constant(value, spec.dtype))
        print(f"in{index}.npy: {name}, {spec.dtype.name} {list(value.shape)}")
    program, files = to_hlo(function, *inputs).save(options.folder)
    print(f"{program}: {len(files)} parameters")


if __name__ == "__main__":
    main()
