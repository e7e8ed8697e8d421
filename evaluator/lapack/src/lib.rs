// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The LAPACK routines that JAX 0.10 calls in programs for its CPU (`jaxlib/cpu/lapack_kernels.h`).
//!
//! The targets are `lapack_<type><routine>_ffi`, where the type is `s`, `d`, `c` or `z`. Results
//! and conventions match LAPACK: 1-based pivots, packed reflections, and `info`. The crate faer
//! implements products, triangular solves, and decompositions whose result is unique up to signs.
//! This crate implements factorizations whose packed form is the result.
//!
//! Operands are literals in row-major order. Their layouts in the call only state the order that
//! LAPACK expects, so this crate does not need the layouts.

#![forbid(unsafe_code)]

mod call;
mod cholesky;
mod eigen;
mod hessenberg;
mod householder;
mod lu;
mod pivoted_qr;
mod qr;
mod scalar;
mod svd;
mod triangular;
mod tridiagonal;

pub use call::Call;

use hloom_values::{Error, Literal};
use num_complex::{Complex32, Complex64};

/// A LAPACK routine for one element type.
pub type Routine = fn(&Call) -> Result<Vec<Literal>, Error>;

/// Lists routines with their targets: for all element types, or for only the real or only the
/// complex types.
macro_rules! routines {
    ($($types:ident $name:literal $module:ident::$function:ident,)*) => {
        &[$(routines!(@$types $name $module::$function),)*]
    };
    (@all $name:literal $module:ident::$function:ident) => {
        &[
            (concat!("lapack_s", $name, "_ffi"), $module::$function::<f32> as Routine),
            (concat!("lapack_d", $name, "_ffi"), $module::$function::<f64> as Routine),
            (concat!("lapack_c", $name, "_ffi"), $module::$function::<Complex32> as Routine),
            (concat!("lapack_z", $name, "_ffi"), $module::$function::<Complex64> as Routine),
        ]
    };
    (@real $name:literal $module:ident::$function:ident) => {
        &[
            (concat!("lapack_s", $name, "_ffi"), $module::$function::<f32> as Routine),
            (concat!("lapack_d", $name, "_ffi"), $module::$function::<f64> as Routine),
        ]
    };
    (@complex $name:literal $module:ident::$function:ident) => {
        &[
            (concat!("lapack_c", $name, "_ffi"), $module::$function::<Complex32> as Routine),
            (concat!("lapack_z", $name, "_ffi"), $module::$function::<Complex64> as Routine),
        ]
    };
}

const ROUTINES: &[&[(&str, Routine)]] = routines! {
    all "geev" eigen::general,
    all "gehrd" hessenberg::reduce,
    all "geqp3" pivoted_qr::factor,
    all "geqrf" qr::factor,
    all "gesdd" svd::decompose,
    all "gesvd" svd::decompose,
    all "getrf" lu::factor,
    all "gtsv" tridiagonal::solve,
    complex "heevd" eigen::hermitian,
    complex "hetrd" tridiagonal::reduce,
    real "orgqr" qr::product,
    real "ormqr" qr::multiply,
    all "potrf" cholesky::factor,
    real "syevd" eigen::hermitian,
    real "sytrd" tridiagonal::reduce,
    all "trsm" triangular::solve,
    complex "ungqr" qr::product,
    complex "unmqr" qr::multiply,
};

/// Returns all routines with the targets by which programs call them.
pub fn routines() -> impl Iterator<Item = (&'static str, Routine)> {
    ROUTINES.iter().copied().flatten().copied()
}
