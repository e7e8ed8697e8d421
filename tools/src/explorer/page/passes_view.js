// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The view "Passes": the steps of the pipeline with their reasons, and the changes of each step.

/** The number of unchanged lines around a change. */
const CONTEXT = 3;

class PassesView {
  constructor(app) {
    this.app = app;
    this.title = "Passes";
    this.help = "Every pass in order, the reason for its position, and its changes.";
    this.reason = element("p", { class: "reason" });
    this.isWhole = element("input", { type: "checkbox", id: "whole", onchange: () => this.choose(this.step) });
    this.changed = element("input", { type: "checkbox", id: "changed", onchange: () => this.hideUnchanged() });
    this.list = element("ol", { class: "passes", tabindex: "0", role: "listbox", "aria-label": "passes",
      onkeydown: (event) => this.key(event) });
    this.pane = new TextPane(app, { name: "changes", title: "Changes" });
    this.pane.header.append(element("label", { for: "whole" }, this.isWhole, "all lines"));
    this.root = element("div", { class: "view passes-view" },
      element("section", { class: "pane", "data-pane": "passes" },
        element("header", {}, element("strong", {}, "Pipeline"), element("label", { for: "changed" }, this.changed, "only passes with changes")),
        element("div", { class: "body" }, this.list)),
      element("div", { class: "stack" }, this.reason, this.pane.root));
    this.panes = [{ scroller: this.list }, this.pane];
  }

  open() {
    if (this.items) return;
    const { steps } = this.app.program;
    const slowest = Math.max(...steps.map((step) => step.milliseconds), 1e-9);
    let level = "";
    this.items = steps.map((step, at) => {
      const [added, removed] = changes(step.edits);
      const size = !step.ran ? "skipped" : step.edits.length ? [element("ins", {}, `+${added}`), " ", element("del", {}, `−${removed}`)] : "no change";
      const item = element("li", {
        id: `step-${at}`, class: step.edits.length ? "" : "unchanged", role: "option", "aria-selected": "false",
        onclick: () => this.choose(at),
      },
      element("code", {}, shortPasses(step.passes)),
      element("span", { class: "size" }, size),
      element("span", { class: "bar", title: `${step.milliseconds.toFixed(2)} ms`,
        style: `width:${(step.milliseconds / slowest * 100).toFixed(1)}%` }),
      element("p", {}, step.reason));
      if (step.level !== level) {
        level = step.level;
        this.list.append(element("li", { class: "level", role: "presentation" }, `Level ${level}`));
      }
      this.list.append(item);
      return item;
    });
    const first = steps.findIndex((step) => step.edits.length);
    if (steps.length) this.choose(Math.max(first, 0));
  }

  /** Shows the changes of a step. */
  choose(step) {
    if (this.step !== undefined) this.items[this.step].setAttribute("aria-selected", "false");
    this.step = step;
    const item = this.items[step];
    item.setAttribute("aria-selected", "true");
    this.list.setAttribute("aria-activedescendant", item.id);
    item.scrollIntoView({ block: "nearest" });
    const { level, passes, reason, milliseconds: time, ran } = this.app.program.steps[step];
    this.reason.replaceChildren(
      element("code", {}, passes), element("br"),
      element("span", {}, reason ? `Why here: ${reason}. ` : ""),
      element("span", { class: "info" }, ran ? `Level ${level}, ${time.toFixed(2)} ms.` : `Level ${level}. Skipped, because the program has no operations to which it applies.`));
    this.pane.text = null;
    this.pane.show(this.difference(step));
  }

  /** The changes of a step as a text. */
  difference(step) {
    const { program } = this.app;
    const before = program.version(step);
    const rows = differenceRows(before, program.steps[step].edits, program.lines, this.isWhole.checked ? Infinity : CONTEXT);
    if (!rows.length) rows.push({ kind: "gap", label: "The program is the same before and after this step." });
    const text = new Text({
      id: `changes:${step}`, title: "Changes", language: "mlir", count: rows.length,
      line: (at) => rows[at].label ?? shortened(program.lines.text[rows[at].line], rows[at].same),
      group: (at) => rows[at].label === undefined ? program.lines.set[rows[at].line] : 0,
      groups: program.lines.sets,
    });
    text.classOf = (at) => rows[at].kind;
    text.isPlain = (at) => rows[at].label !== undefined;
    text.markOf = (at) => rows[at].mark;
    text.numberOf = (at) => ({ add: `+ ${rows[at].number}`, remove: `− ${rows[at].number}`, gap: "" })[rows[at].kind] ?? rows[at].number;
    return text;
  }

  hideUnchanged() {
    this.list.classList.toggle("only-changes", this.changed.checked);
  }

  key(event) {
    const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (direction) {
      let next = this.step + direction;
      while (this.changed.checked && this.items[next]?.classList.contains("unchanged")) next += direction;
      if (this.items[next]) this.choose(next);
    } else if (event.key === "ArrowRight") this.app.focusNext(this.panes[0], 1);
    else if (event.key === "ArrowLeft") this.app.focusNext(this.panes[0], -1);
    else return;
    event.preventDefault();
  }
}

/** The numbers of lines that edits add and remove. */
function changes(edits) {
  return edits.reduce(([added, removed], edit) => [added + edit[2].length, removed + edit[1]], [0, 0]);
}

/** The number of characters before a difference from which the beginning of a line is cut. */
const FAR = 80;

/**
 * The different parts of two lines: for each line, the length `same` of the beginning that is cut,
 * and the range `mark` in the rest of the line.
 */
function differentPart(before, after) {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start++;
  let end = 0;
  while (end < least - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  // Marks would only disturb in lines that differ as a whole.
  if (start + end < least / 2) return [{}, {}];
  const same = start > FAR ? start : 0;
  return [before, after].map((text) => {
    const shift = text.length - shortened(text, same).length;
    return { same, mark: [start - shift, text.length - end - shift] };
  });
}

/** Cuts the middle of the beginning of a line that does not differ. */
function shortened(text, same) {
  return same ? `${text.slice(0, 34)} ⋯ ${text.slice(same - 24)}` : text;
}

/**
 * The rows of a difference: changed lines, with unchanged lines around them. Leaves out lines of
 * which only the locations have changed.
 */
function differenceRows(before, edits, lines, context) {
  const rows = [];
  let at = 0;
  let after = 1;
  const keep = (end) => {
    // Lines far from changes are replaced by their number.
    const isFirst = rows.length === 0;
    const [head, tail] = [isFirst ? 0 : context, end === before.length ? 0 : context];
    for (; at < end; at++, after++) {
      const hidden = end - at - tail;
      if (at - start >= head && hidden > 1) {
        rows.push({ kind: "gap", label: `⋯ ${hidden} unchanged lines` });
        at += hidden - 1;
        after += hidden - 1;
      } else {
        rows.push({ kind: "", line: before[at], number: after });
      }
    }
  };
  let start = 0;
  for (const [position, removed, inserted] of edits) {
    const old = before.slice(position, position + removed);
    const isSame = removed === inserted.length && old.every((line, index) => lines.text[line] === lines.text[inserted[index]]);
    if (isSame) continue;
    start = at;
    keep(position);
    // Lines that replace one another differ in a part, which is marked.
    const parts = old.length === inserted.length
      ? old.map((line, index) => differentPart(lines.text[line], lines.text[inserted[index]])) : [];
    old.forEach((line, index) => rows.push({ kind: "remove", line, number: ++at, ...parts[index]?.[0] }));
    inserted.forEach((line, index) => rows.push({ kind: "add", line, number: after++, ...parts[index]?.[1] }));
  }
  if (rows.length) {
    start = at;
    keep(before.length);
  }
  return rows;
}
