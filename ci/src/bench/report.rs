// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Renders the table of a benchmark, at most 80 columns wide.

use super::measurement::Comparison;
use crate::table::{Align, Table};

/// Largest ratio of our run time to the peer's that meets the target.
const RUN_TARGET: f64 = 2.0;
/// Largest ratio of our compile time to the peer's that meets the target, for single kernels.
const COMPILE_TARGET: f64 = 10.0;
/// The same as [`COMPILE_TARGET`] for the network.
const COMPILE_TARGET_OF_NETWORK: f64 = 4.0;
/// The name of the program that is a network.
const NETWORK: &str = "transformer_block";
/// Largest ratio of our temporary memory to the peer's that meets the target.
const MEMORY_TARGET: u64 = 2;

/// Renders the table and the targets, and lists numbers beyond their targets and wrong results.
pub fn render(comparisons: &[Comparison], cpus: &[usize]) -> String {
    let right = |name| (name, Align::Right);
    let mut table = Table::new(&[
        ("program", Align::Left),
        right("run ms"),
        right("XLA"),
        right("ratio"),
        right("comp ms"),
        right("XLA"),
        right("ratio"),
        right("arena"),
        right("XLA"),
    ]);
    for comparison in comparisons {
        let Comparison { program, ours, xla, .. } = comparison;
        table.row(vec![
            program.clone(),
            number(ours.run_ms_min),
            number(xla.run_ms_min),
            format!("{:.2}", comparison.run_ratio()),
            number(ours.compile_ms),
            number(xla.compile_ms),
            format!("{:.1}", comparison.compile_ratio()),
            bytes(ours.temporary_bytes),
            bytes(xla.temporary_bytes),
        ]);
    }
    let mut text = table.render();
    let threads = cpus.len();
    text.push_str(&format!(
        "\n{threads} thread{}. run: fastest run; comp: median compilation; arena, XLA: temporary\n\
         bytes. Targets: run {RUN_TARGET}x, comp {COMPILE_TARGET}x ({NETWORK} \
         {COMPILE_TARGET_OF_NETWORK}x), arena {MEMORY_TARGET}x of XLA's.\n",
        if threads == 1 { "" } else { "s" }
    ));
    for comparison in comparisons {
        for what in beyond_targets(comparison) {
            text.push_str(&format!("beyond target: {}: {what}\n", comparison.program));
        }
        if let Some(difference) = &comparison.difference {
            text.push_str(&format!("WRONG: {}: {difference}\n", comparison.program));
        }
    }
    text
}

/// Returns the names of a program's numbers that are beyond their targets.
pub fn beyond_targets(comparison: &Comparison) -> Vec<&'static str> {
    let Comparison { program, ours, xla, .. } = comparison;
    let compile_target =
        if program == NETWORK { COMPILE_TARGET_OF_NETWORK } else { COMPILE_TARGET };
    let mut beyond = Vec::new();
    if comparison.run_ratio() > RUN_TARGET {
        beyond.push("run time");
    }
    if comparison.compile_ratio() > compile_target {
        beyond.push("compile time");
    }
    if ours.temporary_bytes > MEMORY_TARGET * xla.temporary_bytes {
        beyond.push("arena");
    }
    beyond
}

/// Formats a number with about three significant digits.
fn number(value: f64) -> String {
    let digits = if value < 9.995 { 2 } else { usize::from(value < 99.95) };
    format!("{value:.digits$}")
}

/// Formats a size in binary units.
fn bytes(size: u64) -> String {
    let mut value = size as f64;
    for unit in ["", "K", "M"] {
        if value < 1024.0 {
            let digits = usize::from(!unit.is_empty());
            return format!("{value:.digits$}{unit}");
        }
        value /= 1024.0;
    }
    format!("{value:.1}G")
}

#[cfg(test)]
mod tests {
    use super::super::measurement::Side;
    use super::*;

    fn comparison(program: &str, compile_ms: f64, temporary_bytes: u64) -> Comparison {
        let ours = Side { run_ms_min: 1234.5, run_ms_median: 1300.0, compile_ms, temporary_bytes };
        let xla = Side {
            run_ms_min: 1000.0,
            run_ms_median: 1.0,
            compile_ms: 250.0,
            temporary_bytes: 64 << 20,
        };
        Comparison { program: program.into(), ours, xla, difference: None }
    }

    #[test]
    fn the_table_fits_a_terminal() {
        let comparisons = [
            comparison("conv3x3_8x56x56x64", 1234.0, 100 << 20),
            comparison(NETWORK, 1234.0, 200 << 20),
        ];
        let text = render(&comparisons, &[0, 1]);
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        assert!(text.contains("beyond target: transformer_block: compile time\n"), "{text}");
        assert!(text.contains("beyond target: transformer_block: arena\n"), "{text}");
        assert!(!text.contains("target: conv"), "{text}");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [0.123, 9.999, 12.34, 99.96, 1234.5].map(number),
            ["0.12", "10.0", "12.3", "100", "1234"]
        );
        assert_eq!(
            [0, 1023, 1536, 64 << 20, 5 << 30].map(bytes),
            ["0", "1023", "1.5K", "64.0M", "5.0G"]
        );
    }

    #[test]
    fn wrong_results_are_shown() {
        let mut wrong = comparison("softmax_4096", 10.0, 0);
        wrong.difference = Some("out0.npy: element 3 is 0, not 1".into());
        assert!(
            render(&[wrong], &[0])
                .ends_with("WRONG: softmax_4096: out0.npy: element 3 is 0, not 1\n")
        );
    }
}
