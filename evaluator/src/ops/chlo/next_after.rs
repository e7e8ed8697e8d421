// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The next representable float (`chlo.next_after`).

use hloom_values::ElementType;

/// Returns the value of a type that is adjacent to `x` in the direction of `y`, as C's `nextafter`
/// does. Returns `y` if both are equal, and NaN if either is NaN.
pub fn next_after(x: f64, y: f64, ty: ElementType) -> f64 {
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if x == y {
        return y;
    }
    if x == 0.0 {
        return decode(1, ty).copysign(y);
    }
    let away = (y > x) == (x > 0.0);
    let magnitude = encode(x.abs(), ty);
    let next = if away { magnitude + 1 } else { magnitude.saturating_sub(1) };
    decode(next, ty).copysign(x)
}

/// Returns the bits that represent a nonnegative number as a float of the type `ty`.
fn encode(value: f64, ty: ElementType) -> u64 {
    match (ty, ty.small_float()) {
        (_, Some(small)) => small.encode(value).into(),
        (ElementType::F32, _) => (value as f32).to_bits().into(),
        _ => value.to_bits(),
    }
}

fn decode(bits: u64, ty: ElementType) -> f64 {
    match (ty, ty.small_float()) {
        (_, Some(small)) => small.decode(bits as u16),
        (ElementType::F32, _) => f32::from_bits(bits as u32).into(),
        _ => f64::from_bits(bits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_every_width() {
        let f32 = |x, y| next_after(x, y, ElementType::F32);
        assert_eq!(f32(0.0, 1.0), f64::from(f32::from_bits(1)));
        assert_eq!(f32(-0.0, -1.0), -f64::from(f32::from_bits(1)));
        assert_eq!(f32(1.0, f64::INFINITY), 1.0 + 2.0_f64.powi(-23));
        assert_eq!(f32(-1.0, 0.0), -1.0 + 2.0_f64.powi(-24));
        assert_eq!(f32(f64::INFINITY, 0.0), f64::from(f32::MAX));
        assert_eq!(f32(f32::MAX.into(), f64::INFINITY), f64::INFINITY);
        assert!(f32(1.0, f64::NAN).is_nan());
        assert!(f32(0.0, -0.0).is_sign_negative());
        assert_eq!(next_after(1.0, 2.0, ElementType::F64), 1.0 + f64::EPSILON);
        assert_eq!(next_after(1.0, 2.0, ElementType::Bf16), 1.0 + 2.0_f64.powi(-7));
        assert_eq!(next_after(1.0, 0.0, ElementType::F16), 1.0 - 2.0_f64.powi(-11));
        assert_eq!(next_after(4.0, 6.0, ElementType::F4E2M1FN), 6.0);
        assert_eq!(next_after(-(2.0_f64.powi(-10)), 1.0, ElementType::F8E4M3FNUZ), 0.0);
    }
}
