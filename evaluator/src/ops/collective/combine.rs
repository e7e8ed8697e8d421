// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reductions of two arrays, element by element, as the StableHLO operations of the same names
//! define them.

use bytemuck::Pod;
use half::{bf16, f16};
use hloom_values::ElementType;
use num_traits::{Float, PrimInt, WrappingAdd, WrappingMul};

/// The least size in bytes of the operand of an `all_reduce` that is reduced in parts: each
/// participant reduces a part, and an `all_gather` collects the reduced parts. Smaller operands need
/// fewer messages if each participant receives them whole (Thakur, Rabenseifner and Gropp,
/// "Optimization of Collective Communication Operations in MPICH", 2005).
pub const IN_PARTS: usize = 64 << 10;

/// Combines the elements of the first array with those of the second array, and stores the results
/// in the first array. The arrays have the same number of bytes.
pub type Combine = fn(&mut [u8], &[u8]);

/// Returns the function for an operation of StableHLO without its prefix, such as `add`, or `None`
/// if there is none for the element type.
pub fn combine_of(reduction: &str, element_type: ElementType) -> Option<Combine> {
    use ElementType as E;
    Some(match element_type {
        E::Pred => of_booleans(reduction)?,
        E::S8 => of_integers::<i8>(reduction)?,
        E::S16 => of_integers::<i16>(reduction)?,
        E::S32 => of_integers::<i32>(reduction)?,
        E::S64 => of_integers::<i64>(reduction)?,
        E::U8 => of_integers::<u8>(reduction)?,
        E::U16 => of_integers::<u16>(reduction)?,
        E::U32 => of_integers::<u32>(reduction)?,
        E::U64 => of_integers::<u64>(reduction)?,
        E::F16 => of_floats::<f16>(reduction)?,
        E::Bf16 => of_floats::<bf16>(reduction)?,
        E::F32 => of_floats::<f32>(reduction)?,
        E::F64 => of_floats::<f64>(reduction)?,
        // The sum of complex numbers consists of the sums of their parts.
        E::C64 if reduction == "add" => of_floats::<f32>(reduction)?,
        E::C128 if reduction == "add" => of_floats::<f64>(reduction)?,
        _ => return None,
    })
}

fn of_booleans(reduction: &str) -> Option<Combine> {
    Some(match reduction {
        "add" | "or" | "maximum" => |to, from| each(to, from, |a: u8, b| a | b),
        "multiply" | "and" | "minimum" => |to, from| each(to, from, |a: u8, b| a & b),
        "xor" => |to, from| each(to, from, |a: u8, b| a ^ b),
        _ => return None,
    })
}

fn of_integers<T: Pod + PrimInt + WrappingAdd + WrappingMul>(reduction: &str) -> Option<Combine> {
    Some(match reduction {
        "add" => |to, from| each(to, from, |a: T, b| a.wrapping_add(&b)),
        "multiply" => |to, from| each(to, from, |a: T, b| a.wrapping_mul(&b)),
        "maximum" => |to, from| each(to, from, |a: T, b| a.max(b)),
        "minimum" => |to, from| each(to, from, |a: T, b| a.min(b)),
        "and" => |to, from| each(to, from, |a: T, b| a & b),
        "or" => |to, from| each(to, from, |a: T, b| a | b),
        "xor" => |to, from| each(to, from, |a: T, b| a ^ b),
        _ => return None,
    })
}

fn of_floats<T: Pod + Float>(reduction: &str) -> Option<Combine> {
    Some(match reduction {
        "add" => |to, from| each(to, from, |a: T, b| a + b),
        "multiply" => |to, from| each(to, from, |a: T, b| a * b),
        "maximum" => |to, from| {
            each(to, from, |a: T, b| extremum(a, b, a > b || a == b && !a.is_sign_negative()))
        },
        "minimum" => |to, from| {
            each(to, from, |a: T, b| extremum(a, b, a < b || a == b && a.is_sign_negative()))
        },
        _ => return None,
    })
}

/// Returns `a` if it is the extremum, else `b`, or NaN if one of them is NaN.
fn extremum<T: Float>(a: T, b: T, is_first: bool) -> T {
    let number = if is_first { a } else { b };
    if a.is_nan() || b.is_nan() { a + b } else { number }
}

/// Applies a function to each pair of elements of two arrays, and stores the results in the first
/// array.
fn each<T: Pod>(to: &mut [u8], from: &[u8], combine: impl Fn(T, T) -> T) {
    if let (Ok(to), Ok(from)) =
        (bytemuck::try_cast_slice_mut::<u8, T>(to), bytemuck::try_cast_slice::<u8, T>(from))
    {
        to.iter_mut().zip(from).for_each(|(to, from)| *to = combine(*to, *from));
        return;
    }
    // The arrays are not aligned for the type.
    let width = size_of::<T>();
    for (to, from) in to.chunks_exact_mut(width).zip(from.chunks_exact(width)) {
        let combined =
            combine(bytemuck::pod_read_unaligned(to), bytemuck::pod_read_unaligned(from));
        to.copy_from_slice(bytemuck::bytes_of(&combined));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unaligned_arrays_are_combined() {
        let sum = combine_of("add", ElementType::S32).expect("a function");
        for shift in 0..4 {
            let mut to = [0; 64];
            let mut from = [0; 64];
            for (number, place) in (0..12).zip((shift..).step_by(4)) {
                to[place..place + 4].copy_from_slice(&i32::to_ne_bytes(number));
                from[place..place + 4].copy_from_slice(&i32::to_ne_bytes(10 * number));
            }
            sum(&mut to[shift..shift + 48], &from[shift..shift + 48]);
            for (number, place) in (0..12).zip((shift..).step_by(4)) {
                assert_eq!(to[place..place + 4], i32::to_ne_bytes(11 * number));
            }
        }
    }
}
