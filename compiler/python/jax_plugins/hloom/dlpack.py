# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of a device in the host's memory, as tensors of DLPack's CPU and back.

JAX tells by the names of platforms which arrays are such tensors. Here they are arrays of its
CPU on the way, which use the same memory where that is possible.
"""

import numpy as np
from jax._src import array, config, dlpack, xla_bridge
from jax._src.api import device_put
from jax._src.lib import _jax
from jax._src.typing import DLDeviceType


def register(platform):
    """Lets arrays of a platform be given and taken as such tensors."""
    export, export_device = array.ArrayImpl.__dlpack__, array.ArrayImpl.__dlpack_device__
    place = dlpack._place_array

    def is_ours(value):
        value._check_if_deleted()
        return len(value.sharding.device_set) == 1 and value.platform() == platform

    def __dlpack__(self, *, copy=None, **options):
        value = _on_cpu(self, copy) if is_ours(self) else self
        return export(value, copy=copy, **options)

    def __dlpack_device__(self):
        return (DLDeviceType.kDLCPU, 0) if is_ours(self) else export_device(self)

    def _place_array(value, device, dlpack_device, copy):
        # Who does not say where to means where programs run.
        target = device or _default_device()
        if dlpack_device.platform != "cpu" or target.platform != platform:
            return place(value, device, dlpack_device, copy)
        return _from_cpu(value, target, copy)

    array.ArrayImpl.__dlpack__ = __dlpack__
    array.ArrayImpl.__dlpack_device__ = __dlpack_device__
    dlpack._place_array = _place_array


def _default_device():
    chosen = config.default_device.value
    if chosen is None or isinstance(chosen, str):
        return xla_bridge.local_devices(backend=chosen)[0]
    return chosen


class _Memory:
    """Memory for NumPy. It says that it may be written into, as JAX's own tensors do: older
    consumers of DLPack take no others."""

    def __init__(self, view):
        interface = np.asarray(view).__array_interface__
        self.__array_interface__ = {**interface, "data": (interface["data"][0], False)}
        self.view = view


def _on_cpu(value, copy):
    """An array, as one of JAX's CPU."""
    cpu = xla_bridge.local_devices(backend="cpu")[0]
    try:
        view = memoryview(value)
    except BufferError as error:
        # Of elements that Python has not, or elsewhere than in the host's memory.
        if copy is False:
            message = f"an array of {value.dtype} on {value.platform()} is given as a copy only"
            raise BufferError(message) from error
        return device_put(value, cpu)
    tensor = np.asarray(_Memory(view)).__dlpack__()
    return _jax.dlpack_managed_tensor_to_buffer(tensor, cpu, None)


def _from_cpu(value, device, copy):
    """An array of JAX's CPU, as one of a device."""
    if not dlpack.is_supported_dtype(value.dtype):
        return device_put(value, device)
    taken = _jax.dlpack_managed_tensor_to_buffer(value.__dlpack__(), device, None)
    if copy is False and value.size and taken.unsafe_buffer_pointer() != value.unsafe_buffer_pointer():
        raise ValueError(f"an array in this order, or at this address, is copied to {device}")
    return taken
