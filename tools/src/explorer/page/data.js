// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The data of the page: texts with the source operations of their lines.

/** Reads the compressed data from the element `data`. */
async function readData() {
  const text = atob(document.getElementById("data").textContent.trim());
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

/**
 * A text whose lines come from source operations. `groups` are the different sets of source
 * operations, and `group(line)` is the index of a line's set.
 */
class Text {
  constructor({ id, title, language, count, line, group, groups }) {
    Object.assign(this, { id, title, language, count, line, group, groups });
    this.functions = null;
  }

  /** The source operations of a line. */
  sources(line) {
    return this.groups[this.group(line)];
  }

  /** The first line of a function and the line after its last one, or null. */
  functionRange(name) {
    if (!this.functions) this.findFunctions();
    return this.functions.get(name) ?? null;
  }

  findFunctions() {
    const first = {
      mlir: /^\s*(?:llvm|func|gpu)\.func[^@]*@"?([\w.$-]+)"?\(/,
      llvm: /^define [^@]*@"?([\w.$-]+)"?\(/,
      assembly: /^"?([\w$][\w.$-]*)"?:/,
    }[this.language];
    this.functions = new Map();
    let open = null;
    for (let at = 0; first && at < this.count; at++) {
      const found = first.exec(this.line(at));
      if (!found) continue;
      if (open) open[1] = at;
      open = [at, this.count];
      // LLVM IR has a prefix that keeps kernels apart from functions of the C library.
      this.functions.set(found[1].replace(/^hloom\./, ""), open);
    }
  }

  /** Returns the length of the longest line in characters. */
  width() {
    if (this.widest === undefined) {
      this.widest = 0;
      for (let at = 0; at < this.count; at++) this.widest = Math.max(this.widest, this.line(at).length);
    }
    return this.widest;
  }
}

/** All texts of a compilation. */
class Program {
  constructor(data) {
    this.data = data;
    this.sources = data.sources.ops;
    this.lines = data.levels.lines;
    this.steps = data.levels.steps;
    this.texts = new Map();
    this.kernels = data.levels.graph.kernels;
    this.findVersions();
  }

  /** Lists the ends of the levels, whose versions a reader wants most often. */
  findVersions() {
    this.levelEnds = [];
    this.steps.forEach((step, at) => {
      if (this.steps[at + 1]?.level !== step.level) {
        this.levelEnds.push({ level: step.level, steps: at + 1 });
      }
    });
    // The lines after each number of steps; filled on demand, with one entry for each level.
    this.versions = new Map([[0, this.data.levels.input]]);
  }

  /** The lines of the program after a number of steps, as indices of `lines.text`. */
  version(steps) {
    if (this.versions.has(steps)) return this.versions.get(steps);
    let from = 0;
    for (const known of this.versions.keys()) if (known <= steps && known > from) from = known;
    let version = this.versions.get(from);
    for (let at = from; at < steps; at++) {
      version = applyEdits(version, this.steps[at].edits);
      if (at + 1 === steps || this.levelEnds.some((end) => end.steps === at + 1)) {
        this.versions.set(at + 1, version);
      }
    }
    return version;
  }

  /** The text with an id: `file:N`, `step:N`, `ir` or `assembly`. */
  text(id) {
    if (!this.texts.has(id)) this.texts.set(id, this.makeText(id));
    return this.texts.get(id);
  }

  makeText(id) {
    const [kind, number] = id.split(":");
    if (kind === "file") return this.fileText(id, Number(number));
    if (kind === "step") {
      const version = this.version(Number(number));
      return this.textOfLines(id, this.title(Number(number)), "mlir", version.length, (at) => version[at]);
    }
    const code = this.data.levels[id];
    const title = id === "ir" ? "LLVM IR, optimized" : "Assembly";
    return new Text({
      id, title, language: id === "ir" ? "llvm" : "assembly", count: code.text.length,
      line: (at) => code.text[at], group: (at) => code.set[at], groups: this.lines.sets,
    });
  }

  /** A text whose lines are indices of `lines.text`. */
  textOfLines(id, title, language, count, number) {
    const { text, set, sets } = this.lines;
    return new Text({
      id, title, language, count, groups: sets,
      line: (at) => text[number(at)], group: (at) => set[number(at)],
    });
  }

  fileText(id, number) {
    const file = this.data.sources.files[number];
    const groups = [[]];
    const group = new Uint32Array(file.lines.length);
    this.sources.forEach((op, source) => {
      const [at, line] = op.place ?? [-1, 0];
      if (at !== number || line >= group.length) return;
      if (!group[line]) group[line] = groups.push([]) - 1;
      groups[group[line]].push(source);
    });
    const language = /\.py$/.test(file.path) ? "python" : "mlir";
    return new Text({
      id, title: shortPath(file.path), language, count: file.lines.length, groups,
      line: (at) => file.lines[at], group: (at) => group[at],
    });
  }

  title(steps) {
    if (!steps) return "Input";
    const { level, passes } = this.steps[steps - 1];
    return this.levelEnds.some((end) => end.steps === steps) ? `Level ${level}` : `After ${shortPasses(passes)}`;
  }

  /** The ids of the texts that a pane offers, in groups. */
  choices() {
    const { files } = this.data.sources;
    const readable = files.map((file, at) => ({ id: `file:${at}`, title: shortPath(file.path), lines: file.lines }));
    const sources = readable.filter((file) => file.lines.length);
    const levels = this.levelEnds.map(({ level, steps }) => ({ id: `step:${steps}`, title: `Level ${level}` }));
    const native = [];
    if (this.data.levels.ir) native.push({ id: "ir", title: "LLVM IR, optimized" });
    if (this.data.levels.assembly) native.push({ id: "assembly", title: "Assembly" });
    const passes = this.steps.flatMap((step, at) =>
      step.edits.length ? [{ id: `step:${at + 1}`, title: `${step.level}: after ${shortPasses(step.passes)}` }] : []);
    return [
      { title: "Source", texts: [...sources, { id: "step:0", title: "Input, as parsed" }] },
      { title: "Levels", texts: [...levels, ...native] },
      { title: "After each pass", texts: passes },
    ];
  }

  /** The kernel that computes the first of some source operations that has one, or null. */
  kernelOf(sources) {
    if (!this.kernelOfSource) {
      this.kernelOfSource = new Map();
      for (const node of this.data.levels.graph.nodes) {
        if (node.kernel === null) continue;
        for (const source of node.sources) this.kernelOfSource.set(source, this.kernels[node.kernel]);
      }
    }
    for (const source of sources) if (this.kernelOfSource.has(source)) return this.kernelOfSource.get(source);
    return null;
  }

  /** A short description of a source operation. */
  describe(source) {
    const op = this.sources[source];
    if (!op) return `operation ${source}`;
    return [this.opName(source), op.ty, this.placeOf(source)].filter(Boolean).join("  ");
  }

  opName(source) {
    const op = this.sources[source];
    const path = op.name.split("/").filter((part) => part && !part.startsWith("jit("));
    return op.name.includes("/") && path.length ? path.join("/") : op.op.replace(/^(stablehlo|func)\./, "");
  }

  placeOf(source) {
    const { place, location } = this.sources[source];
    if (!place) return location;
    return `${shortPath(this.data.sources.files[place[0]].path)}:${place[1] + 1}`;
  }
}

/** Applies the differences of a step to a version. */
function applyEdits(version, edits) {
  if (!edits.length) return version;
  const result = [];
  let at = 0;
  for (const [start, removed, inserted] of edits) {
    for (; at < start; at++) result.push(version[at]);
    for (const line of inserted) result.push(line);
    at += removed;
  }
  for (; at < version.length; at++) result.push(version[at]);
  return result;
}

function shortPath(path) {
  return path.split("/").pop();
}

/** The names of passes without options and without the operations on which they run. */
function shortPasses(passes) {
  return passes.replace(/\{[^{}]*\}/g, "").replace(/(?:func\.func|gpu\.module)\(([^()]*)\)/g, "$1");
}
