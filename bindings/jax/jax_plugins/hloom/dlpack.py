# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""DLPack for arrays of a hloom device in host memory, as tensors of the device type kDLCPU.

JAX supports DLPack only for platforms that it knows by name. So this module converts arrays by way
of arrays of JAX's own CPU, which use the same memory where possible.
"""

import numpy as np
from jax._src import array, dlpack, xla_bridge
from jax._src.api import device_put
from jax._src.interpreters.pxla import get_default_device
from jax._src.lib import _jax
from jax._src.typing import DLDeviceType


def register(platform):
    """Patches JAX to export and import arrays of a platform by DLPack."""
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
        # `_from_cpu` decides after the transfer whether a copy was needed.
        if not (device and device.platform == platform and dlpack_device.platform == "cpu"):
            check(device, dlpack_device, copy)

    def _place_array(value, device, dlpack_device, copy):
        # Without a device, the tensor goes to the default device.
        target = device or get_default_device()
        if dlpack_device.platform != "cpu" or target.platform != platform:
            return place(value, device, dlpack_device, copy)
        return _from_cpu(value, target, copy)

    array.ArrayImpl.__dlpack__ = __dlpack__
    array.ArrayImpl.__dlpack_device__ = __dlpack_device__
    dlpack._check_device = _check_device
    dlpack._place_array = _place_array


class _Memory:
    """Memory for NumPy that claims to be writable, as JAX's own tensors do.

    Older consumers of DLPack reject read-only memory.
    """

    def __init__(self, view):
        interface = np.asarray(view).__array_interface__
        self.__array_interface__ = {**interface, "data": (interface["data"][0], False)}
        self.view = view


def _on_cpu(value, copy):
    """Returns an array of JAX's CPU with the value of an array, without a copy if possible."""
    cpu = xla_bridge.local_devices(backend="cpu")[0]
    try:
        view = memoryview(value)
    except BufferError as error:
        # The element type has no Python buffer format, or the array is not in host memory.
        if copy is False:
            message = f"cannot share an array of {value.dtype} on {value.platform()} without a copy"
            raise BufferError(message) from error
        return device_put(value, cpu)
    tensor = np.asarray(_Memory(view)).__dlpack__()
    return _jax.dlpack_managed_tensor_to_buffer(tensor, cpu, None)


def _from_cpu(value, device, copy):
    """Returns an array of a device with the value of an array of JAX's CPU."""
    try:
        taken = _jax.dlpack_managed_tensor_to_buffer(value.__dlpack__(), device, None)
        address = taken.unsafe_buffer_pointer()
    except _jax.JaxRuntimeError:
        # The device does not use host memory.
        taken, address = device_put(value, device), None
    if copy is False and value.size and address != value.unsafe_buffer_pointer():
        raise ValueError(
            f"an array of this dimension order or alignment cannot be shared with {device}"
            " without a copy"
        )
    return taken
