// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The view "Profile": the times of kernels and source lines, beside the assembly.

class ProfileView {
  constructor(app) {
    this.app = app;
    this.title = "Profile";
    this.help = "The times of the fastest run. The slowest kernel is selected: its source is on the left, its code on the right.";
    this.times = app.program.data.times;
    this.tables = element("div", { class: "tables" });
    this.pane = new TextPane(app, { name: "code", choices: app.program.choices() });
    this.root = element("div", { class: "view columns" },
      element("section", { class: "pane", "data-pane": "profile" },
        element("header", {}, element("strong", {}, "Time by kernel and source line")),
        element("div", { class: "body" }, this.tables)),
      this.pane.root);
    this.panes = [{ focus: () => (this.tables.querySelector("tr.linked") ?? this.tables.querySelector("[tabindex='0']"))?.focus() }, this.pane];
    app.selection.listen(() => this.selected());
  }

  /** Sums up nests by a key. `keysOf` returns keys with parts and source operations. */
  rows(keysOf) {
    const rows = new Map();
    const { limits } = this.times;
    for (const nest of this.times.nests) {
      if (!nest.executions) continue;
      const least = Math.max(nest.flops / limits.flops, nest.bytes / limits.bytes) || 0;
      for (const { key, part, sources } of keysOf(nest)) {
        const row = rows.get(key) ?? { key, kernel: nest.kernel, seconds: 0, executions: 0, flops: 0, bytes: 0, least: 0, exact: true, weights: new Map() };
        rows.set(key, row);
        row.seconds += nest.seconds * part;
        row.executions += nest.executions;
        row.flops += nest.flops * part;
        row.bytes += nest.bytes * part;
        row.least += least * part;
        row.exact &&= nest.exact;
        if (nest.seconds * part > (row.most ?? -1)) [row.most, row.kernel] = [nest.seconds * part, nest.kernel];
        for (const [source, weight] of sources) row.weights.set(source, (row.weights.get(source) ?? 0) + weight * nest.seconds);
      }
    }
    const sorted = [...rows.values()].sort((one, other) => other.seconds - one.seconds);
    for (const row of sorted) row.sources = [...row.weights].sort((one, other) => other[1] - one[1]).map(([source]) => source);
    return sorted;
  }

  byKernel() {
    return this.rows((nest) => {
      const key = nest.kernel ? nest.kernel.replace(/^.*_(kernel_\d+)$/, "$1") : "copy";
      return [{ key: nest.kernel && key === nest.kernel ? "runtime call" : key, part: 1, sources: nest.shares }];
    });
  }

  byLine() {
    const { program } = this.app;
    return this.rows((nest) => {
      const lines = new Map();
      for (const [source, part] of nest.shares) {
        const key = program.sources[source] ? program.placeOf(source) : "unknown";
        const line = lines.get(key) ?? { key, part: 0, sources: [] };
        lines.set(key, line);
        line.part += part;
        line.sources.push([source, part]);
      }
      return [...lines.values()];
    });
  }

  open() {
    if (this.pane.text) return;
    const { levels } = this.app.program.data;
    const last = this.app.program.levelEnds.at(-1)?.steps ?? 0;
    this.pane.show(this.app.program.text(levels.assembly ? "assembly" : `step:${last}`));
    if (!this.times) {
      this.tables.replaceChildren(element("p", { class: "empty" }, "There are no times, because the program did not run. "
        , element("code", {}, `hlo-run ${this.app.program.data.program} --explore out.html`), " runs it and writes a page with times."));
      return;
    }
    const { seconds, runs, threads, limits, note } = this.times;
    const kernels = this.byKernel();
    const lines = this.byLine();
    const inside = kernels.reduce((sum, row) => sum + row.seconds, 0);
    this.tables.replaceChildren(
      element("p", {}, `Run: ${milliseconds(seconds)} ms on ${counted(threads, "thread")}, the fastest of ${counted(runs, "run")}. Limits of this machine: ${compact(limits.flops)}FLOP/s, copies at ${compact(limits.bytes)}B/s. Code between kernels takes ${milliseconds(Math.max(0, seconds - inside))} ms. ${note && `${note}.`}`),
      ...(kernels.length ? [
        element("h2", {}, "Kernels"), this.table("kernel", kernels, (row) => this.operations(row)),
        element("h2", {}, "Source lines"), this.table("line", lines, (row) => this.operations(row)),
      ] : [element("p", {}, "The program is so small that it has no kernels: all of its code is in the entry function.")]));
    const first = this.tables.querySelector("tbody tr");
    if (first && !this.app.selection.sources.size) this.choose(first);
    else first?.setAttribute("tabindex", "0");
  }

  operations(row) {
    const names = [...new Set(row.sources.map((source) => this.app.program.opName(source)))];
    return names.slice(0, 3).join(", ") + (names.length > 3 ? ` +${names.length - 3}` : "");
  }

  table(heading, rows, describe) {
    const body = rows.map((row) => {
      const roof = row.seconds ? row.least / row.seconds : 0;
      const line = element("tr", { tabindex: "-1",
        onclick: () => this.choose(line), onfocus: () => this.app.keepsSelection || this.choose(line), onkeydown: (event) => this.key(event, line) },
        element("td", { class: "number" }, milliseconds(row.seconds)),
        element("td", { class: "share" }, element("span", { style: `width:${(row.seconds / this.times.seconds * 100).toFixed(1)}%` }),
          element("em", {}, percent(row.seconds / this.times.seconds))),
        element("td", { class: "number", title: `${compact(row.flops)}FLOP, ${compact(row.bytes)}B${row.exact ? "" : " at least"}` }, row.least ? percent(roof) : ""),
        element("td", {}, element("code", {}, row.key), row.executions > 1 && heading === "kernel" ? ` ×${row.executions}` : ""),
        element("td", { class: "ops", title: row.sources.map((source) => this.app.program.describe(source)).join("\n") }, describe(row)));
      line.row = row;
      return line;
    });
    return element("table", {},
      element("thead", {}, element("tr", {}, ["ms", "share", "of limit", heading, "operations"].map((text) => element("th", { scope: "col" }, text)))),
      element("tbody", {}, body));
  }

  choose(line) {
    if (this.chosen === line) return;
    for (const other of this.tables.querySelectorAll("tr[tabindex='0']")) other.setAttribute("tabindex", "-1");
    line.setAttribute("tabindex", "0");
    this.app.selection.select(line.row.sources, { kernel: line.row.kernel, origin: this });
    this.chosen = line;
    this.selected();
  }

  selected() {
    const { sources, kernel } = this.app.selection;
    this.chosen = null;
    for (const line of this.tables.querySelectorAll("tbody tr")) {
      const isSame = line.row.sources.length === sources.size && line.row.sources.every((source) => sources.has(source)) && (!kernel || kernel === line.row.kernel);
      line.classList.toggle("linked", isSame);
      if (isSame) this.chosen ??= line;
    }
  }

  key(event, line) {
    const all = [...this.tables.querySelectorAll("tbody tr")];
    const at = all.indexOf(line);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      all[to]?.focus();
    } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      event.preventDefault();
      this.app.focusNext(this.panes[0], event.key === "ArrowRight" ? 1 : -1);
    }
  }
}
