// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Draws the speeds as an SVG chart that is readable on light and dark pages.

use super::report::{by_medians, mean_of_group};
use super::results::{Comparison, Results};
use std::fmt::Write;

/// The engines that the chart compares with hloom on groups of programs, each with its identifier
/// and its name.
const COMPILERS: &[(&str, &str)] = &[("xla", "XLA"), ("iree", "IREE")];
/// The engines that the chart compares with hloom on neural networks, each with its identifier and
/// its name.
const ENGINES: &[(&str, &str)] =
    &[("xla", "XLA"), ("iree", "IREE"), ("ort", "ONNX Runtime"), ("openvino", "OpenVINO")];

const WIDTH: f64 = 720.0;
/// Horizontal scale of the chart: the x coordinate of speed 0, and the width of one unit of speed.
const LEFT: f64 = 190.0;
const UNIT: f64 = 120.0;
const BAR: f64 = 10.0;
const GAP: f64 = 8.0;

const STYLE: &str = "\
    text { font: 13px sans-serif; fill: #24292f }\n\
    .title { font-weight: bold }\n\
    .value { font-size: 10px }\n\
    line { stroke: #57606a; stroke-dasharray: 3 3 }\n\
    .xla { fill: #2f6fbb } .iree { fill: #c8741b } .ort { fill: #3b8f4c }\n\
    .openvino { fill: #8650a6 }\n\
    @media (prefers-color-scheme: dark) {\n\
    text { fill: #d8dee6 } line { stroke: #9aa5b1 }\n\
    .xla { fill: #6aa8ef } .iree { fill: #eda04e } .ort { fill: #6cc47f }\n\
    .openvino { fill: #bd8bdc }\n\
    }\n";

/// Renders the chart: hloom's speed relative to other engines, by group and for the networks.
pub fn render(results: &Results) -> String {
    let mut chart = Chart { body: String::new(), y: 0.0 };
    let by_group = |engine: &str, group: &str| mean_of_group(results, engine, group, by_medians);
    let groups = results.groups();
    chart.panel(
        "Speed of hloom relative to compilers, mean of groups",
        &groups,
        COMPILERS,
        by_group,
    );
    let networks = results.programs.iter().filter(|measured| measured.group == "networks");
    let networks: Vec<_> = networks.map(|measured| measured.program.as_str()).collect();
    let of_program = |engine: &str, program: &str| {
        let comparisons = results.with(engine);
        let is_it = |comparison: &&Comparison| comparison.measured.program == program;
        comparisons.iter().find(is_it).map(by_medians)
    };
    chart.panel("Speed of hloom relative to engines, networks", &networks, ENGINES, of_program);
    let height = chart.y + GAP;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\">\n<style>\n{STYLE}</style>\n{}</svg>\n",
        chart.body
    )
}

/// A chart under construction.
struct Chart {
    body: String,
    /// The y coordinate of the next element of the chart.
    y: f64,
}

impl Chart {
    /// Adds a panel with a row for each label and a bar for each engine that has a speed.
    fn panel(
        &mut self,
        title: &str,
        labels: &[&str],
        engines: &[(&str, &str)],
        speed: impl Fn(&str, &str) -> Option<f64>,
    ) {
        let bars_of = |label: &str| {
            let engines = engines.iter().map(|(engine, _)| *engine);
            let bars = engines.filter_map(|engine| Some((engine, speed(engine, label)?)));
            bars.collect::<Vec<_>>()
        };
        let rows = labels.iter().map(|label| (*label, bars_of(label)));
        let rows: Vec<_> = rows.filter(|(_, bars)| !bars.is_empty()).collect();
        if rows.is_empty() {
            return;
        }
        self.y += 3.0 * GAP;
        self.text(GAP, "title", title);
        self.y += 2.0 * GAP;
        for (index, (engine, name)) in engines.iter().enumerate() {
            let x = LEFT + index as f64 * UNIT;
            self.rectangle(x, engine, BAR);
            self.text(x + BAR + 4.0, "", name);
        }
        self.y += GAP;
        let top = self.y;
        for (label, bars) in rows {
            self.y += GAP;
            let middle = self.y + BAR * (bars.len() as f64 + 1.0) / 2.0;
            let _ = writeln!(self.body, "<text x=\"{GAP}\" y=\"{middle:.0}\">{label}</text>");
            for (engine, speed) in bars {
                self.y += BAR;
                // The longest bar ends where the chart does, before its number.
                let length = (speed * UNIT).min(WIDTH - LEFT - 40.0);
                self.rectangle(LEFT, engine, length);
                self.text(LEFT + length + 4.0, "value", &format!("{speed:.2}"));
            }
        }
        let (x, bottom) = (LEFT + UNIT, self.y + GAP);
        let _ = writeln!(self.body, "<line x1=\"{x}\" y1=\"{top}\" x2=\"{x}\" y2=\"{bottom}\"/>");
        self.y = bottom;
    }

    /// Adds a bar of the engine's color whose lower edge is at the current y coordinate.
    fn rectangle(&mut self, x: f64, class: &str, width: f64) {
        let (y, height) = (self.y - BAR + 1.0, BAR - 1.0);
        let _ = writeln!(
            self.body,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width:.1}\" height=\"{height}\"/>"
        );
    }

    fn text(&mut self, x: f64, class: &str, text: &str) {
        let y = self.y;
        let _ = writeln!(self.body, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y}\">{text}</text>");
    }
}
