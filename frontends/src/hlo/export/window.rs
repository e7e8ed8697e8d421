// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of the window attributes of StableHLO to HLO, which stores a window in one message.

use super::error::{ExportError, ExportResult};
use hloom_dialects::op_view::OpView;
use hloom_hlo::proto::{Window, WindowDimension};

/// Names of the dilation attributes for the window and for the base area over which it moves.
pub struct Dilations {
    pub window: &'static str,
    pub base: &'static str,
}

/// Returns a window with the given sizes. Absent strides and dilations are 1, and absent padding
/// is 0.
///
/// # Errors
/// Fails unless each attribute has one entry per window dimension, or two for `padding`.
pub fn window(view: &OpView<'_, '_>, sizes: &[i64], dilations: &Dilations) -> ExportResult<Window> {
    let list = |name: &str, default: i64| -> ExportResult<Vec<i64>> {
        let values = view.optional_integers(name).unwrap_or_else(|| vec![default; sizes.len()]);
        let wrong = || ExportError(format!("expected one entry of `{name}` per window dimension"));
        if values.len() == sizes.len() { Ok(values) } else { Err(wrong()) }
    };
    let (strides, window) = (list("window_strides", 1)?, list(dilations.window, 1)?);
    let base = list(dilations.base, 1)?;
    let padding = view.optional_integers("padding").unwrap_or_else(|| vec![0; 2 * sizes.len()]);
    let reversal =
        view.optional_booleans("window_reversal").unwrap_or_else(|| vec![false; sizes.len()]);
    if padding.len() != 2 * sizes.len() || reversal.len() != sizes.len() {
        return Err(
            "expected entries of `padding` and `window_reversal` for each window dimension".into(),
        );
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
