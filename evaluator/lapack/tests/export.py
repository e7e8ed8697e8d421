# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls the LAPACK functions of jaxlib, and writes operands and results to tests/jax.txt.

    python evaluator/lapack/tests/export.py > evaluator/lapack/tests/jax.txt
"""

import jax
import numpy as np
from jax._src.lax import linalg
from jax._src.lib import lapack

jax.config.update("jax_enable_x64", True)
lapack._lapack.initialize()
for name, function, _ in lapack.registrations()["cpu"]:
    if name.endswith("_ffi"):
        try:
            jax.ffi.register_ffi_target(name, function, platform="cpu")
        except Exception:
            pass  # JAX itself has registered it.

TYPES = {"s": np.float32, "d": np.float64, "c": np.complex64, "z": np.complex128}
random = np.random.default_rng(7)


def numbers(prefix, *dims):
    """Returns random numbers with few digits."""
    dtype = np.dtype(TYPES[prefix])
    result = random.integers(-20, 21, dims) / 8
    if dtype.kind == "c":
        result = result + 1j * random.integers(-20, 21, dims) / 8
    return result.astype(dtype)


def real(array):
    return array.real.dtype


def text(array):
    def number(x):
        if np.iscomplexobj(array):
            return f"{x.real!s},{x.imag!s}"
        return str(x)

    names = {"float32": "f32", "float64": "f64", "int32": "i32"}
    names |= {"complex64": "complex<f32>", "complex128": "complex<f64>"}
    shape = "x".join([*map(str, array.shape), names[array.dtype.name]])
    return " ".join([f"tensor<{shape}>", *map(number, array.reshape(-1))])


def case(target, operands, results, **settings):
    """Writes a case. `results` are pairs of dimensions and type."""
    rank = max(operand.ndim for operand in operands)

    def layout(count):
        order = tuple(range(count))
        return order[:-2] + (order[-1], order[-2]) if count == rank else order

    call = jax.ffi.ffi_call(
        target,
        [jax.ShapeDtypeStruct(dims, dtype) for dims, dtype in results],
        input_layouts=[layout(operand.ndim) for operand in operands],
        output_layouts=[layout(len(dims)) for dims, _ in results],
    )
    outputs = jax.jit(lambda *operands: call(*operands, **settings))(*operands)
    values = [f"{name}={int(value)}" for name, value in settings.items()]
    print("call", target, *values)
    for operand in operands:
        print("operand", text(operand))
    for output in outputs:
        print("result", text(np.asarray(output)))


def char(letter):
    return np.uint8(ord(letter))


def adjoint(a):
    return np.swapaxes(a, -1, -2).conj()


def hermitian(prefix, *dims):
    a = numbers(prefix, *dims)
    return ((a + adjoint(a)) / 2).astype(a.dtype)


def lu(prefix, a):
    *batch, m, n = a.shape
    results = [(a.shape, a.dtype), ((*batch, min(m, n)), np.int32), (tuple(batch), np.int32)]
    case(f"lapack_{prefix}getrf_ffi", [a], results)


def qr(prefix, a):
    *batch, m, n = a.shape
    case(f"lapack_{prefix}geqrf_ffi", [a], [(a.shape, a.dtype), ((*batch, min(m, n)), a.dtype)])


def pivoted_qr(prefix, a, jpvt):
    *batch, m, n = a.shape
    results = [(a.shape, a.dtype), (jpvt.shape, np.int32), ((*batch, min(m, n)), a.dtype)]
    case(f"lapack_{prefix}geqp3_ffi", [a, jpvt], results)


def cholesky(prefix, a, uplo):
    results = [(a.shape, a.dtype), (a.shape[:-2], np.int32)]
    case(f"lapack_{prefix}potrf_ffi", [a], results, uplo=char(uplo))


def svd(prefix, routine, a, mode):
    *batch, m, n = a.shape
    k = min(m, n)
    u, v = (m, n) if mode == "A" else (k, k)
    results = [
        (a.shape, a.dtype),
        ((*batch, k), real(a)),
        ((*batch, m, u), a.dtype),
        ((*batch, v, n), a.dtype),
        (tuple(batch), np.int32),
    ]
    case(f"lapack_{prefix}{routine}_ffi", [a], results, mode=char(mode))


def eigh(prefix, a, uplo, mode="V"):
    routine = "heevd" if prefix in "cz" else "syevd"
    results = [(a.shape, a.dtype), (a.shape[:-1], real(a)), (a.shape[:-2], np.int32)]
    case(f"lapack_{prefix}{routine}_ffi", [a], results, mode=char(mode), uplo=char(uplo))


def eig(prefix, a, left="V", right="V"):
    vector = np.result_type(a.dtype, np.complex64)
    values = [(a.shape[:-1], a.dtype)] * (1 if prefix in "cz" else 2)
    results = [*values, (a.shape, vector), (a.shape, vector), (a.shape[:-2], np.int32)]
    settings = {"compute_left": char(left), "compute_right": char(right)}
    case(f"lapack_{prefix}geev_ffi", [a], results, **settings)


def hessenberg(prefix, a, low=1, high=None):
    *batch, n, _ = a.shape
    results = [(a.shape, a.dtype), ((*batch, n - 1), a.dtype), (tuple(batch), np.int32)]
    settings = {"low": np.int32(low), "high": np.int32(high or n)}
    case(f"lapack_{prefix}gehrd_ffi", [a], results, **settings)


def tridiagonal(prefix, a, uplo):
    routine = "hetrd" if prefix in "cz" else "sytrd"
    *batch, n, _ = a.shape
    results = [
        (a.shape, a.dtype),
        ((*batch, n), real(a)),
        ((*batch, n - 1), real(a)),
        ((*batch, n - 1), a.dtype),
        (tuple(batch), np.int32),
    ]
    case(f"lapack_{prefix}{routine}_ffi", [a], results, uplo=char(uplo))


def tridiagonal_solve(prefix, diagonals, b):
    results = [(it.shape, it.dtype) for it in (*diagonals, b)] + [(b.shape[:-2], np.int32)]
    case(f"lapack_{prefix}gtsv_ffi", [*diagonals, b], results)


def triangular(prefix, a, b, side, uplo, trans, diag):
    settings = {"side": side, "uplo": uplo, "trans_x": trans, "diag": diag}
    settings = {name: char(letter) for name, letter in settings.items()}
    case(f"lapack_{prefix}trsm_ffi", [a, b], [(b.shape, b.dtype)], **settings)


for prefix in "sdcz":
    kind = "un" if prefix in "cz" else "or"
    for dims in [(3, 3), (2, 5, 3), (3, 5), (1, 1)]:
        lu(prefix, numbers(prefix, *dims))
    singular = numbers(prefix, 4, 4)
    singular[:, 1] = 0
    lu(prefix, singular)
    lu(prefix, np.zeros((2, 2), TYPES[prefix]))

    for dims in [(3, 3), (2, 5, 3), (3, 5), (1, 1)]:
        a = numbers(prefix, *dims)
        qr(prefix, a)
        pivoted_qr(prefix, a, np.zeros((*dims[:-2], dims[-1]), np.int32))
    pivoted_qr(prefix, numbers(prefix, 4, 4), np.array([0, 0, 1, 0], np.int32))
    qr(prefix, np.zeros((3, 2), TYPES[prefix]))

    packed, taus = map(np.asarray, linalg.geqrf(numbers(prefix, 2, 5, 3)))
    case(f"lapack_{prefix}{kind}gqr_ffi", [packed, taus], [(packed.shape, packed.dtype)])
    few = np.ascontiguousarray(taus[:, :2])
    case(f"lapack_{prefix}{kind}gqr_ffi", [packed, few], [(packed.shape, packed.dtype)])
    for left in [True, False]:
        for transpose in [True, False]:
            c = numbers(prefix, 2, 5, 4) if left else numbers(prefix, 2, 4, 5)
            case(
                f"lapack_{prefix}{kind}mqr_ffi",
                [packed, taus, c],
                [(c.shape, c.dtype)],
                left=left,
                transpose=transpose,
            )

    for uplo in "LU":
        a = numbers(prefix, 2, 4, 4)
        cholesky(prefix, (a @ adjoint(a) + 2 * np.eye(4)).astype(a.dtype), uplo)
        indefinite = np.diag([2.0, 3.0, -1.0, 4.0]).astype(a.dtype)
        cholesky(prefix, indefinite, uplo)
        eigh(prefix, hermitian(prefix, 4, 4), uplo)
        eigh(prefix, hermitian(prefix, 2, 3, 3), uplo)
        tridiagonal(prefix, hermitian(prefix, 5, 5), uplo)
        tridiagonal(prefix, hermitian(prefix, 2, 2, 2), uplo)
        tridiagonal(prefix, numbers(prefix, 1, 1).real.astype(a.dtype), uplo)

    for routine in ["gesdd", "gesvd"]:
        for dims, mode in [((3, 3), "A"), ((2, 5, 3), "A"), ((3, 5), "A"), ((2, 4, 3), "S")]:
            svd(prefix, routine, numbers(prefix, *dims), mode)

    eig(prefix, numbers(prefix, 4, 4))
    eig(prefix, numbers(prefix, 2, 5, 5))

    hessenberg(prefix, numbers(prefix, 5, 5))
    hessenberg(prefix, numbers(prefix, 2, 2, 2))
    hessenberg(prefix, (np.triu(numbers(prefix, 5, 5)) + np.diag([0, 1, 2, 0], -1)).astype(TYPES[prefix]), 2, 4)

    for dims in [(5, 1), (2, 4, 3), (1, 2), (2, 1)]:
        diagonals = [numbers(prefix, *dims[:-1]) for _ in range(3)]
        tridiagonal_solve(prefix, diagonals, numbers(prefix, *dims))
    zeros = [np.zeros(3, TYPES[prefix]) for _ in range(3)]
    tridiagonal_solve(prefix, zeros, numbers(prefix, 3, 1))

    for side in "LR":
        for uplo in "LU":
            for trans in "NTC":
                for diag in "NU":
                    a = numbers(prefix, 2, 3, 3) + 4 * np.eye(3)
                    b = numbers(prefix, 2, 3, 2) if side == "L" else numbers(prefix, 2, 2, 3)
                    triangular(prefix, a.astype(b.dtype), b, side, uplo, trans, diag)
