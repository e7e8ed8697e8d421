# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls functions of the table as C programs do. Usage: `c_interface.py LIBRARY`."""

import ctypes
import pathlib
import re
import sys

LIBRARY = ctypes.CDLL(sys.argv[1])
LIBRARY.GetPjrtApi.restype = ctypes.POINTER(ctypes.c_uint64)
TABLE = LIBRARY.GetPjrtApi()
SOURCE = pathlib.Path(__file__).parent.parent / "src/c_api/table.rs"
NAMES = re.findall(r"^    (\w+) => ", SOURCE.read_text(), re.M)
FUNCTION = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)
F32 = 11
BYTE = 0xAA
"""The byte that marks unwritten memory."""


def function(name):
    """Returns a function of the table, which begins with its size, extensions and version."""
    return FUNCTION(TABLE[5 + NAMES.index(name)])


def call(name, *words):
    """Calls a function with a struct of 64-bit words and returns the words after the call."""
    struct = (ctypes.c_uint64 * (len(words) + 2))(8 * (len(words) + 2), 0, *words)
    error = function(name)(ctypes.addressof(struct))
    if error:
        said = (ctypes.c_uint64 * 5)(40, 0, error)
        function("ErrorMessage")(ctypes.addressof(said))
        message = ctypes.string_at(said[3], said[4]).decode()
        function("ErrorDestroy")(ctypes.addressof((ctypes.c_uint64 * 3)(24, 0, error)))
        raise RuntimeError(message)
    return struct[2:]


def refused(part, *arguments):
    try:
        call(*arguments)
        raise AssertionError(f"{arguments} are taken")
    except RuntimeError as error:
        assert part in str(error), error


def address(array):
    return ctypes.addressof(array)


def truth(word):
    """Returns the boolean in the lowest byte of a word; the other bytes are unwritten."""
    return word & 0xFF == 1


client = call("ClientCreate", *[0] * 9)[6]
count = 16
room = ctypes.create_string_buffer(4 * count + 64)
floats = (ctypes.c_float * count).from_address(-(-address(room) // 64) * 64)
floats[:] = range(count)
dims = (ctypes.c_int64 * 1)(count)
buffer = call(
    "ClientBufferFromHostBuffer", client, address(floats), F32, address(dims), 1, *[0] * 8)[12]


def read(strides, size=None):
    """Copies the buffer with the given strides. Returns its bytes and the bytes behind them."""
    of_dims = (ctypes.c_int64 * 1)(*strides)
    layout = (ctypes.c_uint64 * 10)(80, 0, 0, 0, address(of_dims), 1, 0, 0, 0, 1)
    needed = call("BufferToHostBuffer", buffer, address(layout), 0, 0, 0)[3]
    size = needed if size is None else size
    place = (ctypes.c_uint8 * (needed + 256))(*[BYTE] * (needed + 256))
    event = call("BufferToHostBuffer", buffer, address(layout), address(place), size, 0)[4]
    call("EventAwait", event)
    call("EventDestroy", event)
    return bytes(place[:needed]), bytes(place[needed:])


# Dense copies and copies with gaps; the memory behind the last element is unchanged.
for stride in [4, 8, 12]:
    inside, behind = read([stride])
    assert len(inside) == (count - 1) * stride + 4 and set(behind) == {BYTE}
    found = [ctypes.c_float.from_buffer_copy(inside, stride * index).value for index in range(count)]
    assert found == list(range(count)), found
try:
    read([8], size=64)
    raise AssertionError("too few bytes are taken")
except RuntimeError as error:
    assert "expected a host buffer of at least" in str(error) and "found 64" in str(error), error
try:
    read([-4 & 2**64 - 1])
    raise AssertionError("memory before the caller's is taken")
except RuntimeError as error:
    assert "negative strides" in str(error), error
call("BufferDestroy", buffer)

# The deletion callback of an external buffer may query the buffer.
deleted = []


@ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
def comes_back(memory, _):
    deleted.append((memory, truth(call("BufferIsDeleted", view, 0)[1])))


callback = ctypes.cast(comes_back, ctypes.c_void_p).value
view = call("ClientCreateViewOfDeviceBuffer", client, address(floats), address(dims), 1, F32, 0, 0,
            callback, 0, 0, 0, 0)[10]
call("BufferDelete", view)
assert deleted == [(address(floats), True)], deleted
call("BufferDestroy", view)

# Booleans have one byte, which callers need not set before the call.
event = call("EventCreate", 0)[0]
is_ready = call("EventIsReady", event, 0xFFFFFFFFFFFFFFFF)[1]
assert is_ready & 0xFF == 0, hex(is_ready)
call("EventDestroy", event)

# Memories and devices of another client are refused, although they have the same ids.
other = call("ClientCreate", *[0] * 9)[6]


def first(owner, kind):
    """Returns the first device or memory of a client."""
    return ctypes.c_uint64.from_address(call(f"ClientAddressable{kind}", owner, 0, 0)[1]).value


for owner, is_own in [(client, True), (other, False)]:
    device, memory = first(owner, "Devices"), first(owner, "Memories")
    for place, copy, where in [
        ((device, 0), "BufferCopyToDevice", "device 0: expected a device of this client"),
        ((0, memory), "BufferCopyToMemory", "memory 0: expected a memory of this client"),
    ]:
        host = ("ClientBufferFromHostBuffer", client, address(floats), F32, address(dims), 1,
                0, 0, 0, *place, 0, 0, 0)
        view = ("ClientCreateViewOfDeviceBuffer", client, address(floats), address(dims), 1, F32,
                0, place[0], 0, 0, 0, 0, place[1])
        zeros = ("ClientCreateUninitializedBuffer", client, address(dims), 1, F32, 0, *place, 0)
        error = ("ClientCreateErrorBuffer", client, 3, 0, 0, address(dims), 1, F32, 0, place[1],
                 0, 0, 0)
        for arguments in [host, view, zeros] + ([error] if place[1] else []):
            if not is_own:
                refused(where, *arguments)
                continue
            made = call(*arguments)
            at = {"ClientBufferFromHostBuffer": 12, "ClientCreateViewOfDeviceBuffer": 10,
                  "ClientCreateUninitializedBuffer": 7, "ClientCreateErrorBuffer": 9}
            call("BufferDestroy", made[at[arguments[0]]])
        source = call(*zeros[:-3], 0, 0, 0)[7]
        if is_own:
            call("BufferDestroy", call(copy, source, place[0] or place[1], 0)[2])
        else:
            refused(where, copy, source, place[0] or place[1], 0)
        call("BufferDestroy", source)
call("ClientDestroy", other)

# Null pointers are errors.
refused("found null", "BufferIsDeleted", 0, 0)
refused("found null", "EventAwait", 0)
call("ClientDestroy", client)
print("all well")
