// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Windows, which are several attributes in StableHLO.

use super::{Outcome, Refusal};
use hloom_dialects::op_view::OpView;
use hloom_hlo::proto::{Window, WindowDimension};

/// Names of the attributes of dilations: of the window, and of what it moves over.
pub struct Dilations {
    pub window: &'static str,
    pub base: &'static str,
}

/// A window of some sizes. What is not said is 1, and no padding.
pub fn window(view: &OpView<'_, '_>, sizes: &[i64], dilations: &Dilations) -> Outcome<Window> {
    let list = |name: &str, default: i64| -> Outcome<Vec<i64>> {
        let values = view.optional_integers(name).unwrap_or_else(|| vec![default; sizes.len()]);
        let wrong = || Refusal(format!("`{name}` has not as many as the window dimensions"));
        if values.len() == sizes.len() { Ok(values) } else { Err(wrong()) }
    };
    let (strides, window) = (list("window_strides", 1)?, list(dilations.window, 1)?);
    let base = list(dilations.base, 1)?;
    let padding = view.optional_integers("padding").unwrap_or_else(|| vec![0; 2 * sizes.len()]);
    let reversal =
        view.optional_booleans("window_reversal").unwrap_or_else(|| vec![false; sizes.len()]);
    if padding.len() != 2 * sizes.len() || reversal.len() != sizes.len() {
        return Err("its padding or reversal has not as many as the window dimensions".into());
    }
    let dimension = |index: usize| WindowDimension {
        size: sizes[index],
        stride: strides[index],
        padding_low: padding[2 * index],
        padding_high: padding[2 * index + 1],
        window_dilation: window[index],
        base_dilation: base[index],
        window_reversal: reversal[index],
    };
    Ok(Window { dimensions: (0..sizes.len()).map(dimension).collect() })
}
