# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of a device in the host's memory, as tensors of DLPack's CPU and back.

JAX tells by the names of platforms which arrays are such tensors. Here they are arrays of its
CPU on the way, which use the same memory where that is possible.
"""

import numpy as np
from jax._src import array, dlpack, xla_bridge
from jax._src.api import device_put
from jax._src.interpreters.pxla import get_default_device
from jax._src.lib import _jax
from jax._src.typing import DLDeviceType


def register(platform):
    """Lets arrays of a platform be given and taken as such tensors."""
    export, export_device = array.ArrayImpl.__dlpack__, array.ArrayImpl.__dlpack_device__
    check, place = dlpack._check_device, dlpack._place_array

    def is_ours(value):
        devices = value.sharding.device_set
        ours = len(devices) == 1 and next(iter(devices)).platform == platform
        if ours:
            value._check_if_deleted()
        return ours

    def __dlpack__(self, *, copy=None, **options):
        value = _on_cpu(self, copy) if is_ours(self) else self
        return export(value, copy=copy, **options)

    def __dlpack_device__(self):
        return (DLDeviceType.kDLCPU, 0) if is_ours(self) else export_device(self)

    def _check_device(device, dlpack_device, copy):
        # What it takes to be there is known once it is.
        if not (device and device.platform == platform and dlpack_device.platform == "cpu"):
            check(device, dlpack_device, copy)

    def _place_array(value, device, dlpack_device, copy):
        # Who does not say where to means where programs run.
        target = device or get_default_device()
        if dlpack_device.platform != "cpu" or target.platform != platform:
            return place(value, device, dlpack_device, copy)
        return _from_cpu(value, target, copy)

    array.ArrayImpl.__dlpack__ = __dlpack__
    array.ArrayImpl.__dlpack_device__ = __dlpack_device__
    dlpack._check_device = _check_device
    dlpack._place_array = _place_array


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
    try:
        taken = _jax.dlpack_managed_tensor_to_buffer(value.__dlpack__(), device, None)
        address = taken.unsafe_buffer_pointer()
    except _jax.JaxRuntimeError:
        # The device is not the host.
        taken, address = device_put(value, device), None
    if copy is False and value.size and address != value.unsafe_buffer_pointer():
        raise ValueError(f"an array in this order, or at this address, is copied to {device}")
    return taken
