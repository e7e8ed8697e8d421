// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The view "Memory": the arena over time. Each buffer is a rectangle of program order and offsets.

const MARGIN = { left: 70, right: 12, top: 24, bottom: 34 };

class ArenaView {
  constructor(app) {
    this.app = app;
    this.title = "Memory";
    this.help = "The arena, which holds all temporaries: offsets against program order.";
    this.arena = app.program.data.arena;
    this.svg = drawing("svg", { class: "arena", role: "group", "aria-label": "buffers of the arena" });
    this.scroller = element("div", { class: "scroller", tabindex: "-1" }, this.svg);
    this.details = element("div", { class: "details", "aria-live": "polite" });
    this.root = element("div", { class: "view" }, element("section", { class: "pane", "data-pane": "memory" },
      element("header", {}, element("strong", {}, "Arena over time"), element("span", { class: "info" }, this.summary())),
      element("div", { class: "body column" }, this.scroller, this.details)));
    this.panes = [{ focus: () => (this.order.find((entry) => entry.rect.classList.contains("linked")) ?? this.order[0])?.rect.focus() }];
    app.selection.listen((origin) => this.selected(origin));
  }

  summary() {
    if (!this.arena) return "";
    const { bytes: size, buffers } = this.arena;
    return `${bytes(size)} in ${counted(buffers.length, "buffer")}`;
  }

  open() {
    const { clientWidth: width, clientHeight: height } = this.scroller;
    if (this.order && this.size === `${width} ${height}`) return;
    this.size = `${width} ${height}`;
    if (!this.arena?.buffers.length) {
      const reason = this.arena ? "The program needs no temporaries: all values are in arguments, results or registers."
        : "This platform does not plan the memory of temporaries.";
      this.scroller.replaceChildren(element("p", { class: "empty" }, reason));
      this.details.replaceChildren(...(this.arena ? this.ofArguments() : []));
      this.order = [];
      return;
    }
    this.draw(width, Math.max(220, height - 4));
    this.selected(null);
    if (!this.chosen) this.describe(null);
  }

  draw(width, height) {
    const { arena } = this;
    const [inner, tall] = [width - MARGIN.left - MARGIN.right, height - MARGIN.top - MARGIN.bottom];
    const x = (position) => MARGIN.left + position / Math.max(1, arena.positions) * inner;
    const y = (offset) => MARGIN.top + tall - offset / Math.max(1, arena.bytes) * tall;
    fill(this.svg, { width, height }, []);
    const parts = [];
    for (let at = 0; at <= 4; at++) {
      const offset = arena.bytes * at / 4;
      parts.push(drawing("line", { class: "grid", x1: MARGIN.left, x2: width - MARGIN.right, y1: y(offset), y2: y(offset) }),
        drawing("text", { class: "axis", x: MARGIN.left - 6, y: y(offset) + 4, "text-anchor": "end" }, bytes(Math.round(offset))));
    }
    const step = Math.max(1, Math.ceil(arena.positions / 8));
    for (let at = 0; at <= arena.positions; at += step) {
      const anchor = at > arena.positions * 0.95 ? "end" : "middle";
      parts.push(drawing("text", { class: "axis", x: x(at), y: height - MARGIN.bottom + 16, "text-anchor": anchor }, at));
    }
    parts.push(drawing("text", { class: "axis", x: MARGIN.left + inner / 2, y: height - 4, "text-anchor": "middle" }, "operations in program order"),
      drawing("text", { class: "axis", x: 4, y: 14 }, "offset"));
    this.peak = peakOf(arena);
    const order = arena.buffers.map((buffer, number) => ({ buffer, number }));
    order.sort((one, other) => one.buffer.live[0] - other.buffer.live[0] || one.buffer.offset - other.buffer.offset);
    for (const entry of order) {
      const { live: [start, end], offset, bytes: size } = entry.buffer;
      const first = entry.buffer.uses.find(([, writes, source]) => writes && source !== null) ?? entry.buffer.uses.find(([, , source]) => source !== null);
      entry.source = first ? first[2] : null;
      entry.sources = [...new Set(entry.buffer.uses.map((use) => use[2]).filter((source) => source !== null))];
      const box = { x: x(start), y: y(offset + size), width: Math.max(2, x(end) - x(start) - 1), height: Math.max(2, y(offset) - y(offset + size) - 1) };
      entry.rect = drawing("rect", {
        class: "buffer", tabindex: "-1", role: "button", ...box, rx: Math.min(2, box.height / 3),
        style: entry.source === null ? "" : `fill:${colorOf(entry.source)}`, "aria-label": this.label(entry),
        onclick: () => this.choose(entry), onfocus: () => this.app.keepsSelection || this.choose(entry), onmouseenter: () => this.describe(entry),
        onmouseleave: () => this.describe(this.chosen), onkeydown: (event) => this.key(event, entry),
      }, drawing("title", {}, this.label(entry)));
      parts.push(entry.rect);
      if (box.width > 70 && box.height > 14) {
        parts.push(drawing("text", { class: "label", x: box.x + 4, y: box.y + Math.min(box.height - 4, 13) },
          cutText(`${entry.source === null ? "" : this.app.program.opName(entry.source)} ${entry.buffer.ty}`, Math.floor(box.width / 7))));
      }
    }
    const at = x(this.peak.position);
    parts.push(drawing("line", { class: "peak", x1: at, x2: at, y1: MARGIN.top - 6, y2: height - MARGIN.bottom }),
      drawing("text", { class: "axis peak-text", x: Math.min(at + 4, width - 160), y: 14 }, `most live: ${bytes(this.peak.bytes)}`));
    this.order = order;
    this.svg.replaceChildren(...parts);
    order[0]?.rect.setAttribute("tabindex", "0");
  }

  label({ buffer, source }) {
    const from = source === null ? "" : `${this.app.program.describe(source)}\n`;
    return `${from}${buffer.ty}, ${bytes(buffer.bytes)} at offset ${buffer.offset}`;
  }

  choose(entry) {
    if (this.chosen === entry) return;
    this.chosen = entry;
    this.describe(entry);
    const sources = entry.source === null ? entry.sources : [entry.source];
    this.app.selection.select(sources, { origin: this });
  }

  /** Describes a buffer below the drawing. */
  describe(entry) {
    if (!entry) {
      const { positions } = this.arena;
      this.details.replaceChildren(
        element("p", {}, `At most ${bytes(this.peak.bytes)} are live at once, at operation ${this.peak.position} of ${positions}; the arena has ${bytes(this.arena.bytes)}.`),
        ...this.ofArguments(),
        element("p", { class: "info" }, "Point at a buffer, or move to it with the arrow keys, to see which operations use it."));
      return;
    }
    const { buffer } = entry;
    const uses = (writes) => {
      const sources = new Set(buffer.uses.filter((use) => use[1] === writes && use[2] !== null).map((use) => use[2]));
      const all = [...sources].map((source) => this.app.program.describe(source));
      return all.slice(0, 4).join(";  ") + (all.length > 4 ? `; and ${all.length - 4} more` : "") || "none";
    };
    this.details.replaceChildren(
      element("p", {}, element("strong", {}, `${buffer.ty}, ${bytes(buffer.bytes)}`), ` at offset ${buffer.offset}, live during operations ${buffer.live[0]} to ${buffer.live[1] - 1}`),
      element("p", {}, `Written by: ${uses(true)}`),
      element("p", {}, `Read by: ${uses(false)}`));
  }

  /** Describes the memory of the arguments. */
  ofArguments() {
    const all = this.arena.arguments;
    const total = all.reduce((sum, [, size]) => sum + size, 0);
    const text = `${counted(all.length, "argument")} of ${bytes(total)}, outside of the arena.`;
    const donated = all.flatMap(([ty, , use], at) => use === "kept by the caller" ? [] : [`Argument ${at} (${ty}): ${use}.`]);
    return [element("p", {}, [text, ...donated.slice(0, 3)].join(" ") + (donated.length > 3 ? ` ${donated.length - 3} more are donated.` : ""))];
  }

  selected(origin) {
    for (const entry of this.order ?? []) {
      entry.rect.classList.toggle("linked", this.app.selection.likeness(entry.sources) > 0);
      entry.rect.classList.toggle("chosen", entry === this.chosen && origin === this);
    }
    if (origin !== this) this.chosen = null;
  }

  key(event, entry) {
    const at = this.order.indexOf(entry);
    const overlapping = (direction) => {
      const [start, end] = entry.buffer.live;
      const others = this.order.filter(({ buffer }) => buffer.live[0] < end && buffer.live[1] > start && (buffer.offset - entry.buffer.offset) * direction > 0);
      others.sort((one, other) => (one.buffer.offset - other.buffer.offset) * direction);
      return others[0];
    };
    const next = {
      ArrowRight: () => this.order[at + 1], ArrowLeft: () => this.order[at - 1],
      ArrowUp: () => overlapping(1), ArrowDown: () => overlapping(-1),
      Home: () => this.order[0], End: () => this.order.at(-1),
    }[event.key];
    if (!next) return;
    event.preventDefault();
    const target = next();
    if (!target) return;
    entry.rect.setAttribute("tabindex", "-1");
    target.rect.setAttribute("tabindex", "0");
    target.rect.focus();
  }
}

/** The first operation at which the most bytes are live, and their number. */
function peakOf({ buffers }) {
  const changes = buffers.flatMap(({ live, bytes: size }) => [[live[0], size], [live[1], -size]]);
  changes.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  let [now, peak] = [0, { bytes: 0, position: 0 }];
  for (const [position, change] of changes) {
    now += change;
    if (now > peak.bytes) peak = { bytes: now, position };
  }
  return peak;
}
