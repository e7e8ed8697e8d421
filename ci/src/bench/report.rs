// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Renders the tables of a benchmark, at most 80 columns wide.

use super::results::{Comparison, Measured, Results, Side};
use super::statistics::{Ratio, geometric_mean};
use crate::table::{Align, Table};

/// The identifiers of the engines and their names in the tables, in the order of the tables.
const ENGINES: &[(&str, &str)] = &[
    ("build", "build"),
    ("xla", "XLA"),
    ("xla-newest", "newest"),
    ("iree", "IREE"),
    ("ort", "ORT"),
    ("openvino", "OpenVINO"),
];
/// The upper limit of hloom's relative speed on a program in a mean. A higher speed counts as this
/// limit, so that no single program dominates the mean.
const CAP: f64 = 4.0;

/// The minimum speeds relative to XLA that `--check` accepts, as means over the groups. The first
/// applies to speeds by medians of runs, the second to speeds by the fastest runs.
const SPEED: f64 = 2.0;
const SPEED_OF_MINIMA: f64 = 1.8;
/// The maximum ratios of hloom to XLA that `--check` accepts for one program. The first is the
/// ratio of the compile times, the second of the sizes of temporary memory.
const COMPILE_TIME: f64 = 2.0;
const MEMORY: f64 = 1.2;

/// A function that returns hloom's speed relative to another engine's.
type Speed = fn(&Comparison) -> f64;

/// Renders all tables, and lists wrong results, refused programs and missed targets.
pub fn render(results: &Results, earlier: Option<&Results>) -> String {
    let mut text = String::new();
    for (engine, name) in ENGINES {
        let comparisons = results.with(engine);
        if !comparisons.is_empty() {
            text.push_str(&speeds(name, &comparisons));
        }
    }
    text.push_str(&groups(results));
    text.push_str(&costs(&results.with("xla")));
    text.push_str(&roofline(results));
    if let Some(earlier) = earlier {
        text.push_str(&changes(results, earlier));
    }
    let threads = results.cpus.len();
    let plural = if threads == 1 { "" } else { "s" };
    text.push_str(&format!("{threads} thread{plural} on each side; times in milliseconds.\n"));
    if results.quick {
        text.push_str("A quick run: the figures mean little.\n");
    }
    for measured in &results.programs {
        let sides = measured.peers.iter().map(|(name, side)| (name.as_str(), side));
        for (name, side) in [("hloom", &measured.hloom)].into_iter().chain(sides) {
            text.push_str(&problem(&measured.program, name, side));
        }
    }
    for line in beyond_targets(results) {
        text.push_str(&format!("beyond target: {line}\n"));
    }
    text
}

/// Returns a line for each measurement that misses its target, and for each program for which hloom
/// failed or returned wrong results.
pub fn beyond_targets(results: &Results) -> Vec<String> {
    let mut beyond = Vec::new();
    for measured in results.programs.iter().filter(|measured| !measured.hloom.is_valid()) {
        beyond.push(format!("{}: hloom failed or computed wrong results", measured.program));
    }
    for (engine, name) in ENGINES {
        for comparison in results.with(engine) {
            let program = &comparison.measured.program;
            let speed = comparison.speed();
            if speed.high < 1.0 {
                beyond.push(format!("{program}: {} times {name}'s speed", number(speed.mean)));
            }
        }
    }
    for comparison in results.with("xla") {
        let program = &comparison.measured.program;
        if comparison.compile_time() > COMPILE_TIME {
            let ratio = number(comparison.compile_time());
            beyond.push(format!("{program}: {ratio} times XLA's compile time"));
        }
        if let Some(ratio) = comparison.memory().filter(|ratio| *ratio > MEMORY) {
            beyond.push(format!("{program}: {} times XLA's temporary memory", number(ratio)));
        }
    }
    let means: [(&str, Speed, f64); 2] =
        [("medians", by_medians, SPEED), ("minima", by_minima, SPEED_OF_MINIMA)];
    for (by, speed, target) in means {
        if let Some(mean) = mean_of_groups(results, "xla", speed).filter(|mean| *mean < target) {
            beyond.push(format!(
                "mean speed by {by}: expected {target} times XLA's, found {}",
                number(mean)
            ));
        }
    }
    beyond
}

/// Returns hloom's speed relative to another engine's, computed from the median times.
pub fn by_medians(comparison: &Comparison) -> f64 {
    comparison.speed().mean
}

/// Returns hloom's speed relative to another engine's, computed from the fastest runs.
fn by_minima(comparison: &Comparison) -> f64 {
    comparison.speed_of_minima()
}

/// Returns the geometric mean of a group's speeds, each at most [`CAP`], or `None` if no program of
/// the group was compared.
pub fn mean_of_group(
    results: &Results,
    engine: &str,
    group: &str,
    speed: impl Fn(&Comparison) -> f64,
) -> Option<f64> {
    let comparisons = results.with(engine).into_iter();
    let of_group = comparisons.filter(|comparison| comparison.measured.group == group);
    geometric_mean(of_group.map(|comparison| speed(&comparison).min(CAP)))
}

fn mean_of_groups(
    results: &Results,
    engine: &str,
    speed: impl Fn(&Comparison) -> f64 + Copy,
) -> Option<f64> {
    let groups = results.groups().into_iter();
    geometric_mean(groups.filter_map(|group| mean_of_group(results, engine, group, speed)))
}

/// Renders the times of hloom and of another engine, and hloom's speed relative to that engine.
fn speeds(name: &str, comparisons: &[Comparison]) -> String {
    let mut table =
        Table::new(&headings(&["program", "hloom", "least", name, "least", "speed", "95%"]));
    for comparison in comparisons {
        let (ours, peer) = (&comparison.measured.hloom, comparison.peer);
        let speed = comparison.speed();
        table.row(vec![
            comparison.measured.program.clone(),
            number(ours.median()),
            number(ours.minimum()),
            number(peer.median()),
            number(peer.minimum()),
            number(speed.mean),
            interval(speed),
        ]);
    }
    let version = comparisons.iter().find_map(|comparison| comparison.peer.version.as_deref());
    let version = version.map(|version| format!(" ({version:.30})")).unwrap_or_default();
    format!("Speed relative to {name}{version}, medians and least times:\n\n{}\n", table.render())
}

/// Renders the mean speeds by group: by medians for each engine, and for XLA also by the fastest
/// runs.
fn groups(results: &Results) -> String {
    let compared = ENGINES.iter().filter(|(engine, _)| !results.with(engine).is_empty());
    let mut columns: Vec<(&str, &str, Speed)> = Vec::new();
    for (engine, name) in compared {
        columns.push((engine, name, by_medians));
        if *engine == "xla" {
            columns.push((engine, "least", by_minima));
        }
    }
    let mut names = vec!["group"];
    names.extend(columns.iter().map(|(_, name, _)| *name));
    let mut table = Table::new(&headings(&names));
    for group in results.groups() {
        let cells = columns
            .iter()
            .map(|(engine, _, speed)| optional(mean_of_group(results, engine, group, speed)));
        table.row([group.to_owned()].into_iter().chain(cells).collect());
    }
    let cells =
        columns.iter().map(|(engine, _, speed)| optional(mean_of_groups(results, engine, *speed)));
    table.row(["all groups".to_owned()].into_iter().chain(cells).collect());
    let text = table.render();
    format!(
        "Geometric means of speeds, each at most {CAP}, by medians and least times:\n\n{text}\n"
    )
}

/// Renders hloom's compile times and memory next to XLA's.
fn costs(comparisons: &[Comparison]) -> String {
    if comparisons.is_empty() {
        return String::new();
    }
    let mut table = Table::new(&headings(&[
        "program", "compile", "XLA", "ratio", "arena", "XLA", "ratio", "RSS", "XLA",
    ]));
    for comparison in comparisons {
        let (ours, peer) = (&comparison.measured.hloom, comparison.peer);
        table.row(vec![
            comparison.measured.program.clone(),
            number(ours.compile_ms),
            number(peer.compile_ms),
            number(comparison.compile_time()),
            size(ours.temporary_bytes),
            size(peer.temporary_bytes),
            optional(comparison.memory()),
            size(ours.peak_rss_bytes),
            size(peer.peak_rss_bytes),
        ]);
    }
    let compile = geometric_mean(comparisons.iter().map(Comparison::compile_time));
    let memory = geometric_mean(comparisons.iter().filter_map(Comparison::memory));
    format!(
        "Compile times, temporary bytes and peak RSS beside XLA's:\n\n{}\n\
         geometric means: compile time {}, temporary memory {}\n\n",
        table.render(),
        optional(compile),
        optional(memory),
    )
}

/// Renders the rates of hloom, and their fractions of the machine's limits.
fn roofline(results: &Results) -> String {
    let limits = results.roofline;
    let mut table = Table::new(&headings(&["program", "GFLOP/s", "of peak", "GB/s", "of copy"]));
    for Measured { program, flops, compulsory_bytes, hloom, .. } in &results.programs {
        if !hloom.is_valid() {
            continue;
        }
        let seconds = hloom.median() / 1e3;
        let rate = flops.map(|flops| flops / seconds);
        let bandwidth = compulsory_bytes / seconds;
        table.row(vec![
            program.clone(),
            optional(rate.map(|rate| rate / 1e9)),
            rate.map(|rate| percent(rate / limits.flops_per_second)).unwrap_or_default(),
            number(bandwidth / 1e9),
            percent(bandwidth / limits.copy_bytes_per_second),
        ]);
    }
    format!(
        "hloom's rates: operations by XLA's count, and bytes of inputs and results.\nPeak: {} \
         GFLOP/s of f32 multiply-adds, {} GB/s of a copy:\n\n{}\n",
        number(limits.flops_per_second / 1e9),
        number(limits.copy_bytes_per_second / 1e9),
        table.render()
    )
}

/// Renders the change since an earlier run, by hloom's speed relative to XLA in each run.
fn changes(results: &Results, earlier: &Results) -> String {
    let mut table =
        Table::new(&headings(&["program", "then", "now", "speed then", "now", "change"]));
    let before = earlier.with("xla");
    for now in results.with("xla") {
        let is_same = |then: &&Comparison| then.measured.program == now.measured.program;
        let Some(then) = before.iter().find(is_same) else { continue };
        let (old, new) = (then.speed().mean, now.speed().mean);
        table.row(vec![
            now.measured.program.clone(),
            number(then.measured.hloom.median()),
            number(now.measured.hloom.median()),
            number(old),
            number(new),
            number(new / old),
        ]);
    }
    format!("Since the earlier run, times and speeds relative to XLA:\n\n{}\n", table.render())
}

fn problem(program: &str, engine: &str, side: &Side) -> String {
    match (&side.difference, &side.failure) {
        (Some(difference), _) => format!("WRONG: {program}: {engine}: {difference}\n"),
        (None, Some(failure)) => format!("failed: {program}: {engine}: {failure}\n"),
        (None, None) => String::new(),
    }
}

fn headings<'a>(names: &[&'a str]) -> Vec<(&'a str, Align)> {
    let align = |index| if index == 0 { Align::Left } else { Align::Right };
    names.iter().enumerate().map(|(index, name)| (*name, align(index))).collect()
}

/// Formats a number with about three significant digits.
fn number(value: f64) -> String {
    let digits = match value {
        small if small < 9.995 => 2,
        medium if medium < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.digits$}")
}

fn optional(value: Option<f64>) -> String {
    value.map(number).unwrap_or_default()
}

fn interval(ratio: Ratio) -> String {
    if ratio.high > 1e4 {
        String::new()
    } else {
        format!("{}-{}", number(ratio.low), number(ratio.high))
    }
}

fn percent(fraction: f64) -> String {
    format!("{:.0}%", fraction * 100.0)
}

/// Formats a size in binary units.
fn size(bytes: Option<u64>) -> String {
    let Some(bytes) = bytes else { return String::new() };
    let mut value = bytes as f64;
    for unit in ["", "K", "M"] {
        if value < 1000.0 {
            let digits = usize::from(!unit.is_empty() && value < 99.95);
            return format!("{value:.digits$}{unit}");
        }
        value /= 1024.0;
    }
    format!("{value:.1}G")
}

#[cfg(test)]
mod tests {
    use super::super::results::Roofline;
    use super::*;

    fn side(ms: f64) -> Side {
        Side {
            compile_ms: 1234.0 * ms,
            temporary_bytes: Some(100 << 20),
            peak_rss_bytes: Some(2 << 30),
            rounds: vec![vec![ms, 2.0 * ms], vec![ms], vec![1.1 * ms]],
            ..Side::default()
        }
    }

    fn results(peer_ms: f64) -> Results {
        let measured = |program: &str, hloom| Measured {
            program: program.to_owned(),
            group: "movement".to_owned(),
            compulsory_bytes: 2e6,
            flops: Some(1e6),
            hloom,
            peers: ENGINES.iter().map(|(name, _)| ((*name).to_owned(), side(peer_ms))).collect(),
        };
        let refused = Side { failure: Some("not supported".to_owned()), ..Side::default() };
        Results {
            cpus: vec![0, 1],
            quick: false,
            roofline: Roofline { flops_per_second: 2e11, copy_bytes_per_second: 1e10 },
            programs: vec![
                measured("transpose_nhwc_to_nchw", side(1.0)),
                measured("solve_512", refused),
            ],
        }
    }

    #[test]
    fn the_tables_fit_a_terminal() {
        let text = render(&results(1234.5), Some(&results(2345.6)));
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        assert!(text.contains("failed: solve_512: hloom: not supported\n"), "{text}");
        assert!(
            text.contains("beyond target: solve_512: hloom failed or computed wrong results\n"),
            "{text}"
        );
    }

    #[test]
    fn a_mean_counts_no_program_more_than_the_cap() {
        let mean = |ms| mean_of_groups(&results(ms), "xla", by_medians).unwrap();
        assert!((mean(3.0) - 3.0).abs() < 0.01);
        assert_eq!(mean(50.0), CAP);
    }

    #[test]
    fn a_slower_program_is_beyond_its_target() {
        let beyond = beyond_targets(&results(0.5));
        assert!(
            beyond.contains(&"transpose_nhwc_to_nchw: 0.50 times XLA's speed".to_owned()),
            "{beyond:?}"
        );
        assert!(
            beyond
                .contains(&"mean speed by minima: expected 1.8 times XLA's, found 0.50".to_owned()),
            "{beyond:?}"
        );
    }

    #[test]
    fn a_program_with_a_wrong_result_has_no_speed() {
        let mut results = results(2.0);
        results.programs[0].hloom.difference = Some("result 0: [3] is 0, not 1".to_owned());
        assert!(results.with("xla").is_empty());
        let text = render(&results, None);
        assert!(text.contains("WRONG: transpose_nhwc_to_nchw: hloom: result 0: [3] is 0, not 1\n"));
    }

    #[test]
    fn numbers_are_short() {
        let numbers = [0.123, 9.999, 12.34, 99.96, 1234.5].map(number);
        assert_eq!(numbers, ["0.12", "10.0", "12.3", "100", "1234"]);
        let sizes = [0, 999, 1536, 64 << 20, 5 << 30].map(|bytes| size(Some(bytes)));
        assert_eq!(sizes, ["0", "999", "1.5K", "64.0M", "5.0G"]);
    }
}
