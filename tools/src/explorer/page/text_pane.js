// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pane with a text, of which only the visible lines are elements of the page.

const ROW = 18;
const OVERSCAN = 12;

class TextPane {
  /**
   * `choices` are the texts that the reader can choose, in groups. `name` is the purpose of the
   * pane. `classOf` returns a class for a line, `numberOf` its number.
   */
  constructor(app, { name, choices = null, title = "" }) {
    this.app = app;
    this.name = name;
    this.text = null;
    this.current = -1;
    this.likenesses = new Float32Array(1);
    this.merged = null;
    this.picker = choices && element("select", { "aria-label": `Text of pane ${name}`, onchange: () => this.show(app.program.text(this.picker.value)) },
      choices.map((group) => group.texts.length ? element("optgroup", { label: group.title },
        group.texts.map((text) => element("option", { value: text.id }, text.title))) : null));
    this.heading = choices ? null : element("strong", {}, title);
    this.info = element("span", { class: "info" });
    this.rows = element("div", { class: "rows" });
    this.sizer = element("div", { class: "sizer" }, this.rows);
    this.scroller = element("div", {
      class: "scroller", tabindex: "0", role: "listbox", "aria-label": name,
      onscroll: () => this.draw(),
      onkeydown: (event) => this.key(event),
    }, this.sizer);
    this.rows.addEventListener("mousedown", (event) => {
      const row = event.target.closest(".row");
      if (row) this.move(Number(row.dataset.line));
    });
    this.marks = element("canvas", { class: "marks", width: "8", "aria-hidden": "true",
      onmousedown: (event) => this.scrollTo(Math.floor(event.offsetY / this.markHeight())) });
    this.header = element("header", {}, this.picker ?? this.heading, this.info);
    this.root = element("section", { class: "pane", "data-pane": name }, this.header,
      element("div", { class: "body" }, this.scroller, this.marks));
    new ResizeObserver(() => this.redraw()).observe(this.scroller);
    app.selection.listen((origin) => this.selected(origin));
  }

  /** Shows a text, at the lines of the selection if there are any. */
  show(text) {
    if (this.text === text) return;
    this.text = text;
    this.current = -1;
    if (this.picker) {
      if (![...this.picker.options].some((option) => option.value === text.id)) {
        this.picker.append(element("option", { value: text.id }, text.title));
      }
      this.picker.value = text.id;
    }
    this.sizer.style.height = `${text.count * ROW + 4}px`;
    this.sizer.style.width = `calc(${Math.min(text.width(), 4000) + 8}ch + 20px)`;
    this.scroller.scrollTop = 0;
    this.scroller.scrollLeft = 0;
    this.selected(null);
  }

  selected(origin) {
    if (!this.text) return;
    this.likenesses = this.app.selection.likenesses(this.text);
    this.contained = this.app.selection.contained(this.text);
    this.merged = this.mergedKernel();
    const best = this.merged ? this.merged[0] : this.best();
    if (origin !== this && best >= 0) {
      this.current = best;
      this.scrollTo(best);
    } else if (origin !== this) {
      this.current = -1;
    }
    this.count();
    this.redraw();
  }

  /**
   * The lines of the kernel that computes the selection, if none of them is linked. A pass merges
   * equal kernels, and the remaining one has the locations of one of them.
   */
  mergedKernel() {
    const kernel = this.app.selection.kernel ?? this.app.program.kernelOf(this.app.selection.sources);
    const range = kernel && this.text.functionRange(kernel);
    if (!range) return null;
    for (let at = range[0]; at < range[1]; at++) if (this.likenesses[this.text.group(at)] > 0) return null;
    return range;
  }

  /** Whether a line belongs to a kernel that computes the selection, but has other locations. */
  isMerged(at) {
    return this.merged !== null && at >= this.merged[0] && at < this.merged[1];
  }

  /** The line that is most like the selection, in the selected kernel if the text has it. */
  best() {
    const { kernel } = this.app.selection;
    const [start, end] = (kernel && this.text.functionRange(kernel)) ?? [0, this.text.count];
    let [best, most] = [kernel && start > 0 ? start : -1, 0];
    for (let at = start; at < end; at++) {
      const likeness = this.likenesses[this.text.group(at)];
      if (likeness > most) [best, most] = [at, likeness];
    }
    return best;
  }

  count() {
    let linked = 0;
    for (let at = 0; at < this.text.count; at++) if (this.likenesses[this.text.group(at)] > 0) linked++;
    this.linked = linked;
    const lines = counted(this.text.count, "line");
    this.info.title = this.merged ? "A pass has merged equal kernels. The marked kernel computes the selected operations, too." : "";
    this.info.textContent = this.merged ? "merged kernel" : this.app.selection.sources.size ? `${linked} of ${this.text.count} linked` : lines;
  }

  /** Scrolls to a line, unless it is visible and followed by further lines. */
  scrollTo(line) {
    const { scroller } = this;
    const top = line * ROW;
    const isVisible = top >= scroller.scrollTop && top <= scroller.scrollTop + scroller.clientHeight * 0.7;
    if (!isVisible) scroller.scrollTop = Math.max(0, top - scroller.clientHeight / 3);
  }

  /** Makes a line the current one, and selects its source operations. */
  move(line) {
    this.current = Math.max(0, Math.min(this.text.count - 1, line));
    const top = this.current * ROW;
    const { scroller } = this;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    const bottom = top + ROW + 14 - scroller.clientHeight;
    if (bottom > scroller.scrollTop) scroller.scrollTop = bottom;
    this.app.selection.select(this.text.sources(this.current), { origin: this });
  }

  /** Moves to the next linked line in a direction, after a gap of lines without links. */
  moveLinked(direction) {
    const isLinked = (at) => this.likenesses[this.text.group(at)] > 0;
    let at = this.current + direction;
    while (at >= 0 && at < this.text.count && isLinked(at)) at += direction;
    while (at >= 0 && at < this.text.count && !isLinked(at)) at += direction;
    if (at < 0 || at >= this.text.count) return;
    this.current = at;
    this.scrollTo(at);
    this.redraw();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / ROW) - 1);
    const start = Math.floor(this.scroller.scrollTop / ROW);
    const from = this.current < 0 ? start - 1 : this.current;
    const to = { ArrowUp: from - 1, ArrowDown: from + 1, PageUp: from - page, PageDown: from + page, Home: 0, End: this.text.count - 1 }[event.key];
    if (to !== undefined) this.move(to);
    else if (event.key === "ArrowRight" && event.shiftKey) this.scroller.scrollLeft += 80;
    else if (event.key === "ArrowLeft" && event.shiftKey) this.scroller.scrollLeft -= 80;
    else if (event.key === "ArrowRight") this.app.focusNext(this, 1);
    else if (event.key === "ArrowLeft") this.app.focusNext(this, -1);
    else if (event.key === "n") this.moveLinked(1);
    else if (event.key === "p") this.moveLinked(-1);
    else if (event.key === "Enter" && this.current >= 0) this.move(this.current);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Searches for a text from the current line on, and moves to the next line with it. */
  find(wanted, direction) {
    const { count } = this.text;
    const from = this.current < 0 ? (direction > 0 ? -1 : 0) : this.current;
    for (let steps = 1; steps <= count; steps++) {
      const at = (((from + direction * steps) % count) + count) % count;
      if (this.text.line(at).toLowerCase().includes(wanted)) {
        this.move(at);
        this.scrollTo(at);
        return true;
      }
    }
    return false;
  }

  redraw() {
    this.first = this.last = -1;
    this.draw();
    this.drawMarks();
  }

  draw() {
    if (!this.text) return;
    const { scrollTop, clientHeight } = this.scroller;
    const first = Math.max(0, Math.floor(scrollTop / ROW) - OVERSCAN);
    const last = Math.min(this.text.count, Math.ceil((scrollTop + clientHeight) / ROW) + OVERSCAN);
    if (first === this.first && last === this.last) return;
    [this.first, this.last] = [first, last];
    let html = "";
    for (let at = first; at < last; at++) html += this.row(at);
    this.rows.style.transform = `translateY(${first * ROW}px)`;
    this.rows.innerHTML = html;
    if (this.current >= 0) this.scroller.setAttribute("aria-activedescendant", `${this.name}-${this.current}`);
    else this.scroller.removeAttribute("aria-activedescendant");
  }

  row(at) {
    const likeness = this.likenesses[this.text.group(at)];
    const sources = this.text.sources(at);
    const classes = ["row", this.text.classOf?.(at) ?? ""];
    if (this.isMerged(at)) classes.push("related");
    else if (likeness > 0) classes.push(this.contained[this.text.group(at)] ? "linked" : "related");
    if (at === this.current) classes.push("current");
    const color = sources.length ? ` style="border-color:${colorOf(sources[0])}"` : "";
    const number = this.text.numberOf ? this.text.numberOf(at) : at + 1;
    const text = this.text.line(at);
    const html = this.text.isPlain?.(at) ? escapeHtml(text) : highlight(text, this.text.language, this.text.markOf?.(at));
    return `<div id="${this.name}-${at}" class="${classes.join(" ")}" role="option" aria-selected="${at === this.current}" data-line="${at}">` +
      `<b${color}>${number}</b>${html || " "}</div>`;
  }

  /** The height of a line in the strip of marks. */
  markHeight() {
    return Math.min(ROW, this.scroller.clientHeight / this.text.count);
  }

  /** Draws the positions of all linked lines beside the scroll bar. */
  drawMarks() {
    const { marks, text } = this;
    const height = this.scroller.clientHeight;
    if (!text || !height) return;
    marks.height = height;
    const context = marks.getContext("2d");
    const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name);
    const colors = [color("--related-mark"), color("--linked-mark")];
    const size = this.markHeight();
    for (const [strong, fillStyle] of colors.entries()) {
      context.fillStyle = fillStyle;
      for (let at = 0; at < text.count; at++) {
        const group = text.group(at);
        if (this.likenesses[group] > 0 ? this.contained[group] === strong : !strong && this.isMerged(at)) {
          context.fillRect(0, Math.floor(at * size), 8, Math.max(2, size));
        }
      }
    }
  }
}
