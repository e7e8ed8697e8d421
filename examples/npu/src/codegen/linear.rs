// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Linear functions of loop indices, parsed from printed affine maps.

/// A sum of loop indices times factors, plus a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// The factor of each loop index in the sum.
    pub factors: Vec<i64>,
    pub constant: i64,
}

impl Linear {
    /// Returns the linear function of `dims` loop indices whose value is `constant`.
    pub fn constant(dims: usize, constant: i64) -> Linear {
        Linear { factors: vec![0; dims], constant }
    }

    /// Returns the linear function of `dims` loop indices whose value is the loop index of
    /// dimension `dim`.
    pub fn index(dims: usize, dim: usize) -> Linear {
        let mut linear = Linear::constant(dims, 0);
        linear.factors[dim] = 1;
        linear
    }

    /// Returns `self * by + other * other_by`, or `None` if a number overflows.
    pub fn combined(&self, by: i64, other: &Linear, other_by: i64) -> Option<Linear> {
        let sum = |a: i64, b: i64| a.checked_mul(by)?.checked_add(b.checked_mul(other_by)?);
        let factors = self.factors.iter().zip(&other.factors).map(|(a, b)| sum(*a, *b));
        let constant = sum(self.constant, other.constant)?;
        Some(Linear { factors: factors.collect::<Option<_>>()?, constant })
    }

    /// Returns the function's value if it does not depend on any loop index, otherwise `None`.
    pub fn as_constant(&self) -> Option<i64> {
        self.factors.iter().all(|factor| *factor == 0).then_some(self.constant)
    }
}

/// Parses the results of a map like `affine_map<(d0, d1) -> (d0 * 2 + d1, d1)>`; returns `None` if
/// a result is not linear.
pub fn parse_map(text: &str) -> Option<Vec<Linear>> {
    let text = text.strip_prefix("affine_map<(")?.strip_suffix(")>")?;
    let (dims, results) = text.split_once(") -> (")?;
    let dims: Vec<&str> = dims.split(", ").filter(|dim| !dim.is_empty()).collect();
    let results = results.split(", ").filter(|result| !result.is_empty());
    results.map(|result| parse_sum(&dims, result)).collect()
}

/// Parses a result of an affine map if it is a linear function. MLIR prints it without parentheses,
/// with `+` and `-` between the terms.
fn parse_sum(dims: &[&str], text: &str) -> Option<Linear> {
    let mut sum = Linear::constant(dims.len(), 0);
    let spaced = text.replace(" - ", " + -");
    for term in spaced.split(" + ") {
        let term = match term.strip_prefix('-') {
            Some(rest) => parse_term(dims, rest)?.combined(-1, &sum, 0)?,
            None => parse_term(dims, term)?,
        };
        sum = sum.combined(1, &term, 1)?;
    }
    Some(sum)
}

fn parse_term(dims: &[&str], text: &str) -> Option<Linear> {
    let factor = |text: &str| -> Option<Linear> {
        match dims.iter().position(|dim| *dim == text) {
            Some(dim) => Some(Linear::index(dims.len(), dim)),
            None => Some(Linear::constant(dims.len(), text.parse().ok()?)),
        }
    };
    match text.split_once(" * ") {
        None => factor(text),
        Some((index, by)) => {
            let by = factor(by)?.as_constant()?;
            let index = factor(index)?;
            index.combined(by, &index, 0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linear(factors: &[i64], constant: i64) -> Linear {
        Linear { factors: factors.to_vec(), constant }
    }

    #[test]
    fn maps_are_read_as_they_are_printed() {
        let map = parse_map("affine_map<(d0, d1, d2) -> (d0 * 2 + d2, d1, -d1 + 3, d2 - 4, 5)>");
        let expected = [
            linear(&[2, 0, 1], 0),
            linear(&[0, 1, 0], 0),
            linear(&[0, -1, 0], 3),
            linear(&[0, 0, 1], -4),
            linear(&[0, 0, 0], 5),
        ];
        assert_eq!(map.as_deref(), Some(&expected[..]));
        assert_eq!(parse_map("affine_map<() -> ()>"), Some(vec![]));
        assert_eq!(parse_map("affine_map<(d0) -> ()>"), Some(vec![]));
        assert_eq!(parse_map("affine_map<(d0) -> (-d0)>"), Some(vec![linear(&[-1], 0)]));
    }

    #[test]
    fn what_is_not_linear_is_refused() {
        for result in ["d0 mod 2", "d0 floordiv 2", "s0", "(d0 + d1) * 2", "d0 * d1"] {
            let map = format!("affine_map<(d0, d1) -> ({result})>");
            assert_eq!(parse_map(&map), None, "{map}");
        }
    }
}
