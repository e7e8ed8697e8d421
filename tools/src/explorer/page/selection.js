// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The selected source operations, which all views show.

class Selection {
  constructor() {
    this.sources = new Set();
    this.kernel = null;
    this.listeners = new Set();
  }

  /**
   * Selects source operations. `kernel` is the kernel to show first, and `origin` the view that
   * does not scroll because the reader is in it.
   */
  select(sources, { kernel = null, origin = null } = {}) {
    this.sources = new Set(sources);
    // A copy has no kernel, but an empty name.
    this.kernel = kernel || null;
    for (const listener of this.listeners) listener(origin);
  }

  listen(listener) {
    this.listeners.add(listener);
  }

  /** Returns the part of the union of two sets that they have in common: 1 for equal sets. */
  likeness(sources) {
    if (!sources.length || !this.sources.size) return 0;
    let common = 0;
    for (const source of sources) if (this.sources.has(source)) common++;
    return common / (sources.length + this.sources.size - common);
  }

  /** Returns the likeness of each set of source operations of a text. */
  likenesses(text) {
    return Float32Array.from(text.groups, (sources) => this.likeness(sources));
  }

  /** For each set of source operations of a text: 1 if all of them are selected. */
  contained(text) {
    return Uint8Array.from(text.groups, (sources) => sources.every((source) => this.sources.has(source)));
  }
}
