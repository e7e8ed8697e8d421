// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The custom call `ApproxTopK` of `jax.lax.approx_max_k` and `approx_min_k`
//! (`jax/_src/lax/ann.py`).
//!
//! The result is exact: each row is sorted and truncated. XLA does the same on platforms without a
//! faster method (`ApproxTopKFallback` in `xla/hlo/builder/lib/approx_topk.cc`).

use super::call::CustomCall;
use super::setting::Setting;
use crate::ops::elementwise::order;
use crate::ops::sort::merge_sort;
use crate::{ElementType, Error, Literal, Type};
use hloom_values::Scalar;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Evaluates the custom call `ApproxTopK`. Sorts each row of the keys along dimension
/// `reduction_dim`, and returns the first elements of each sorted row.
///
/// The first half of the operands consists of the keys and of tensors that are reordered in the same
/// way as the keys; the call has a result for each of them. The second half consists of padding
/// values, which are not used. The number of elements per row is the declared size of the first
/// result or, if this size is dynamic or not declared, the setting `top_k`.
///
/// # Errors
/// Fails if there are fewer than two operands, if `reduction_dim` is not a dimension of the keys, or
/// if the comparator is unknown. Also fails if operands of the first half differ in size, or if the
/// number of elements to return is unknown or exceeds the length of a row.
pub fn approx_top_k(call: &CustomCall, operands: &[Literal]) -> Result<Vec<Literal>, Error> {
    let descending = is_descending(call)?;
    let inputs = &operands[..operands.len() / 2];
    let Some(keys) = inputs.first() else {
        return Err(Error::invalid(format!(
            "`ApproxTopK`: expected at least two operands, found {}",
            operands.len()
        )));
    };
    let dims = &keys.shape().dims;
    if inputs.iter().any(|input| input.shape().dims != *dims) {
        return Err(Error::invalid("`ApproxTopK`: expected inputs of the same sizes"));
    }
    let dimension = match call.setting("reduction_dim") {
        Some(Setting::Integer(dimension, _)) => usize::try_from(*dimension).ok(),
        _ => None,
    };
    let dimension = dimension.filter(|dimension| *dimension < dims.len());
    let dimension = dimension.ok_or_else(|| {
        let shape = keys.shape();
        Error::invalid(format!(
            "`ApproxTopK`: expected a dimension of `{shape}` as `reduction_dim`"
        ))
    })?;
    let count = count(call, dimension, dims[dimension])?;
    let mut result_dims = dims.clone();
    result_dims[dimension] = count;
    let after: usize = dims[dimension + 1..].iter().product();
    let numbers: Vec<_> = keys.iter().collect();
    let order = orders(&numbers, dims[dimension], after, descending)?;
    let pick = |input: &Literal| {
        input.rearranged(&result_dims, |index| {
            let row = row_of(index, dims, dimension);
            let mut index = index.to_vec();
            index[dimension] = *order.get(row)?.get(index[dimension])?;
            Some(index)
        })
    };
    Ok(inputs.iter().map(pick).collect::<Result<_, _>>()?)
}

/// Evaluates [`approx_top_k`] with the scalar `count` as the setting `top_k`.
///
/// # Errors
/// Fails under the same conditions as [`approx_top_k`].
pub fn dynamic_approx_top_k(
    call: &CustomCall,
    operands: &[Literal],
    count: &Literal,
) -> Result<Vec<Literal>, Error> {
    let mut call = call.clone();
    let count = count.get(0).map(Scalar::to_integer).and_then(|count| i64::try_from(count).ok());
    let count = Setting::Integer(count.unwrap_or(-1), ElementType::S64);
    let config = call.attributes.entry("mhlo.backend_config".to_owned());
    let config = config.or_insert_with(|| Setting::Dictionary(BTreeMap::new()));
    if let Setting::Dictionary(entries) = config {
        entries.insert("top_k".to_owned(), count);
    }
    approx_top_k(&call, operands)
}

/// Returns true if the comparator's name, such as `top_k_gt_f32_comparator`, states that the
/// largest elements come first. If a program has several comparators, JAX appends numbers to their
/// names.
fn is_descending(call: &CustomCall) -> Result<bool, Error> {
    let comparator = match call.attributes.get("called_computations") {
        Some(Setting::List(functions)) => match &functions[..] {
            [Setting::Other(name) | Setting::Text(name)] => name.trim_start_matches('@').to_owned(),
            _ => String::new(),
        },
        _ => String::new(),
    };
    match (comparator.starts_with("top_k_gt_"), comparator.starts_with("top_k_lt_")) {
        (true, _) => Ok(true),
        (_, true) => Ok(false),
        _ => Err(Error::invalid(format!(
            "`ApproxTopK`: expected `@top_k_gt_*` or `@top_k_lt_*`, found `@{comparator}`"
        ))),
    }
}

/// Returns the number of elements that the call selects from each row.
fn count(call: &CustomCall, dimension: usize, length: usize) -> Result<usize, Error> {
    let declared = match call.results.first() {
        Some(Type::Tensor(tensor)) => tensor.dims.get(dimension).copied().flatten(),
        _ => None,
    };
    let asked = match call.setting("top_k") {
        Some(Setting::Integer(count, _)) => usize::try_from(*count).ok(),
        _ => None,
    };
    match declared.or(asked) {
        Some(count) if count <= length => Ok(count),
        Some(count) => {
            let expected = format!("expected at most {length} results for a row");
            Err(Error::invalid(format!("`ApproxTopK`: {expected}, found {count}")))
        }
        None => Err(Error::invalid("`ApproxTopK`: expected an integer `top_k` of at least 0")),
    }
}

/// Returns the index of the row that contains the element at `index`.
fn row_of(index: &[usize], dims: &[usize], dimension: usize) -> usize {
    let others = index.iter().zip(dims).enumerate().filter(|(other, _)| *other != dimension);
    others.fold(0, |row, (_, (place, size))| row * size + place)
}

/// Returns, for each row, the positions of its elements in sorted order. Rows have `length`
/// elements, and successive elements of a row are `after` elements apart in memory. The sort is
/// stable.
fn orders(
    keys: &[Scalar],
    length: usize,
    after: usize,
    descending: bool,
) -> Result<Vec<Vec<usize>>, Error> {
    let rows = keys.len().checked_div(length).unwrap_or(0);
    let of_row = |row: usize| {
        let start = row / after * after * length + row % after;
        let key = |place: usize| keys[start + place * after];
        merge_sort(length, |one, other| {
            let (one, other) = (key(one), key(other));
            let wanted = if descending { Ordering::Greater } else { Ordering::Less };
            Ok(order(one, other) == Some(wanted))
        })
    };
    (0..rows).map(of_row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::custom_call::Kept;
    use crate::{Element, TensorSpec};
    use std::collections::BTreeMap;

    fn call(comparator: &str, dimension: i64, count: i64) -> CustomCall {
        let config = [("reduction_dim", dimension), ("top_k", count)];
        let config = config
            .map(|(name, value)| (name.to_owned(), Setting::Integer(value, ElementType::S64)));
        let functions = Setting::List(vec![Setting::Other(comparator.to_owned())]);
        let attributes = [
            ("called_computations", functions),
            ("mhlo.backend_config", Setting::Dictionary(BTreeMap::from(config))),
        ];
        CustomCall {
            target: "ApproxTopK".to_owned(),
            config: Setting::Text(String::new()),
            attributes: attributes.map(|(name, value)| (name.to_owned(), value)).into(),
            results: Vec::new(),
            kept: Kept::default(),
        }
    }

    fn operands() -> Vec<Literal> {
        let keys = [3.0_f32, 1.0, 2.0, 3.0, 5.0, -1.0];
        vec![
            Literal::from_slice(&keys, [2, 3]).expect("six"),
            Literal::from_slice(&[0, 1, 2, 0, 1, 2], [2, 3]).expect("six"),
            Literal::scalar(f32::NEG_INFINITY).expect("one"),
            Literal::scalar(-1).expect("one"),
        ]
    }

    #[test]
    fn along_each_dimension() {
        let results = approx_top_k(&call("@top_k_gt_f32_comparator", 1, 2), &operands());
        let results = results.expect("two of three");
        assert_eq!(results[0].as_slice::<f32>(), Some(&[3.0, 2.0, 5.0, 3.0][..]));
        assert_eq!(results[1].as_slice::<i32>(), Some(&[0, 2, 1, 0][..]));
        let results = approx_top_k(&call("@top_k_lt_f32_comparator_7", 0, 1), &operands());
        let results = results.expect("one of two");
        assert_eq!(results[0].shape().dims, [1, 3]);
        assert_eq!(results[0].as_slice::<f32>(), Some(&[3.0, 1.0, -1.0][..]));
        assert_eq!(results[1].as_slice::<i32>(), Some(&[0, 1, 2][..]));
    }

    // Without aggregation, the declared number of results exceeds `top_k`.
    #[test]
    fn as_many_as_declared() {
        let mut call = call("@top_k_gt_f32_comparator", 1, 1);
        let element = Element { storage: ElementType::F32, quantization: None };
        let dims = vec![Some(2), Some(3)];
        call.results = vec![Type::Tensor(TensorSpec { dims, bounds: Vec::new(), element })];
        let results = approx_top_k(&call, &operands()).expect("three of three");
        assert_eq!(results[1].as_slice::<i32>(), Some(&[0, 2, 1, 1, 0, 2][..]));
    }

    #[test]
    fn refusals() {
        let refusal = |call| approx_top_k(&call, &operands()).expect_err("refused").to_string();
        let unknown = "`ApproxTopK`: expected `@top_k_gt_*` or `@top_k_lt_*`, found `@mine`";
        assert_eq!(refusal(call("@mine", 1, 1)), unknown);
        let many = "`ApproxTopK`: expected at most 3 results for a row, found 4";
        assert_eq!(refusal(call("@top_k_gt_f32_comparator", 1, 4)), many);
        assert!(refusal(call("@top_k_gt_f32_comparator", 2, 1)).contains("reduction_dim"));
    }
}
