// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The view "Levels": two panes with the program at two levels, beside the source.

class CodeView {
  constructor(app) {
    this.title = "Levels";
    this.help = "The program at two levels. Choose other levels or any pass above a pane.";
    const choices = app.program.choices();
    this.panes = ["left", "right"].map((name) => new TextPane(app, { name, choices }));
    this.root = element("div", { class: "view columns" }, this.panes.map((pane) => pane.root));
    const { levelEnds, data } = app.program;
    const level = (name) => levelEnds.find((end) => end.level === name) ?? levelEnds.at(-1) ?? { steps: 0 };
    this.first = `step:${level("linalg").steps}`;
    this.second = data.levels.assembly ? "assembly" : `step:${levelEnds.at(-1)?.steps ?? 0}`;
    this.app = app;
  }

  /** Called when the view becomes visible. */
  open() {
    if (this.panes[0].text) return;
    this.panes[0].show(this.app.program.text(this.first));
    this.panes[1].show(this.app.program.text(this.second));
  }
}
