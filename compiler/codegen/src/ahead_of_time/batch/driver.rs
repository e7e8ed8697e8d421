// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits the function that divides a batch into blocks of rows.
//!
//! ```c
//! void main(int64_t batch, const float *argument, float *result, void *arena);
//! ```
//!
//! Full blocks come first, in order of decreasing size. If the remaining rows justify a run of a
//! larger block, this run ends with the last row of the batch and recomputes some rows. A batch
//! with fewer rows than such a block is copied to the arena and padded with its first row.

use super::blocks::Block;
use std::fmt::Write;

/// A block of rows of a batch, and the function that computes it.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The block size: its number of rows, and the minimum number of remaining rows for a run.
    pub block: Block,
    /// The name of the function that computes the block.
    pub function: String,
}

/// An argument or a result buffer that the caller of a batched function passes.
#[derive(Clone, Copy, Debug)]
pub struct Buffer {
    /// The number of bytes of a row; `None` if all rows use the whole buffer.
    pub row_bytes: Option<i64>,
}

/// The description of a batched function.
#[derive(Debug)]
pub struct Driver<'a> {
    /// The name of the batched function.
    pub name: &'a str,
    /// The compiled block sizes, the largest first.
    pub blocks: &'a [Compiled],
    /// The argument buffers of the function.
    pub arguments: &'a [Buffer],
    /// The result buffers of the function.
    pub results: &'a [Buffer],
    /// The size in bytes of the arena that the functions of the blocks need.
    pub block_arena: i64,
}

/// The alignment in bytes of buffers in the arena.
const ALIGNMENT: i64 = 64;

impl Driver<'_> {
    /// Returns the size in bytes of the arena of the batched function: the arena of the blocks, and
    /// the copies.
    pub fn arena_bytes(&self) -> i64 {
        let last = self.copies().into_iter().flatten().last();
        last.map_or(self.block_arena, |(offset, bytes)| offset + bytes)
    }

    /// Returns the number of rows of each copy in the arena: the rows of the largest block that may
    /// be padded. Returns zero if no block is padded.
    fn copied_rows(&self) -> i64 {
        let padded = |it: &&Compiled| it.block.fewest < it.block.rows;
        self.blocks.iter().find(padded).map_or(0, |it| it.block.rows)
    }

    /// Returns, for each buffer, the offset in the arena and the number of bytes of its copy.
    /// Returns `None` for a buffer without rows, and for all buffers if no rows are copied.
    fn copies(&self) -> Vec<Option<(i64, i64)>> {
        let align = |bytes: i64| (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        let mut end = align(self.block_arena);
        let rows = self.copied_rows();
        let buffers = self.arguments.iter().chain(self.results);
        let copy = |buffer: &Buffer| {
            let bytes = buffer.row_bytes.filter(|_| rows > 0)? * rows;
            let offset = end;
            end += align(bytes);
            Some((offset, bytes))
        };
        buffers.map(copy).collect()
    }

    /// Returns the text of a module with the batched function, and declarations of the functions
    /// that it calls.
    pub fn text(&self) -> String {
        let mut text = Text::default();
        let count = self.arguments.len() + self.results.len();
        for compiled in self.blocks {
            let pointers = vec!["!llvm.ptr"; count + 1].join(", ");
            text.line(&format!("llvm.func @{}({pointers})", compiled.function));
        }
        let pointers: String = (0..count).map(|it| format!("%p{it}: !llvm.ptr, ")).collect();
        text.line(&format!("llvm.func @{}(%n: i64, {pointers}%arena: !llvm.ptr) {{", self.name));
        let mut done = text.constant(0);
        for compiled in self.blocks {
            done = self.run_full(&mut text, compiled, &done);
            if compiled.block.fewest < compiled.block.rows {
                done = self.run_rest(&mut text, compiled, &done);
            }
        }
        text.line("llvm.return");
        text.line("}");
        text.text
    }

    /// Emits the loop that runs a block while at least as many rows remain as the block has.
    /// Returns the name of the value with the number of processed rows.
    fn run_full(&self, text: &mut Text, compiled: &Compiled, done: &str) -> String {
        let rows = text.constant(compiled.block.rows);
        let after = text.name();
        text.line(&format!("{after} = scf.while (%at = {done}) : (i64) -> i64 {{"));
        let left = text.define("arith.subi %n, %at : i64");
        let more = text.define(&format!("arith.cmpi sge, {left}, {rows} : i64"));
        text.line(&format!("scf.condition({more}) %at : i64"));
        text.line("} do {");
        text.line("^bb0(%at: i64):");
        let pointers = self.at_row(text, "%at");
        text.call(&compiled.function, &pointers);
        let next = text.define(&format!("arith.addi %at, {rows} : i64"));
        text.line(&format!("scf.yield {next} : i64"));
        text.line("}");
        after
    }

    /// Emits a run of a block for the remaining rows, which executes if their number is at least
    /// the minimum of the block. Returns the name of the value with the number of processed rows.
    fn run_rest(&self, text: &mut Text, compiled: &Compiled, done: &str) -> String {
        let rows = text.constant(compiled.block.rows);
        let fewest = text.constant(compiled.block.fewest);
        let left = text.define(&format!("arith.subi %n, {done} : i64"));
        let runs = text.define(&format!("arith.cmpi sge, {left}, {fewest} : i64"));
        let after = text.name();
        text.line(&format!("{after} = scf.if {runs} -> i64 {{"));
        let whole = text.define(&format!("arith.cmpi sge, %n, {rows} : i64"));
        text.line(&format!("scf.if {whole} {{"));
        let first = text.define(&format!("arith.subi %n, {rows} : i64"));
        let pointers = self.at_row(text, &first);
        text.call(&compiled.function, &pointers);
        text.line("} else {");
        self.run_copy(text, compiled);
        text.line("}");
        text.line("scf.yield %n : i64");
        text.line("} else {");
        text.line(&format!("scf.yield {done} : i64"));
        text.line("}");
        after
    }

    /// Emits a run of a block on a batch that has fewer rows than the block. The arguments are
    /// copied to the arena and padded, and the results are copied from the arena.
    fn run_copy(&self, text: &mut Text, compiled: &Compiled) {
        let rows = text.constant(compiled.block.rows);
        let one = text.constant(1);
        let mut pointers = Vec::new();
        let mut results = Vec::new();
        let buffers = self.arguments.iter().chain(self.results).zip(self.copies());
        for (index, (buffer, copy)) in buffers.enumerate() {
            let given = format!("%p{index}");
            let (Some(bytes), Some((offset, _))) = (buffer.row_bytes, copy) else {
                pointers.push(given);
                continue;
            };
            let offset = text.constant(offset);
            let copy = text.offset("%arena", &offset);
            let bytes = text.constant(bytes);
            let used = text.define(&format!("arith.muli %n, {bytes} : i64"));
            if index < self.arguments.len() {
                text.copy(&copy, &given, &used);
                text.line(&format!("scf.for %row = %n to {rows} step {one} : i64 {{"));
                let at = text.define(&format!("arith.muli %row, {bytes} : i64"));
                let row = text.offset(&copy, &at);
                text.copy(&row, &given, &bytes);
                text.line("}");
            } else {
                results.push((given, copy.clone(), used));
            }
            pointers.push(copy);
        }
        text.call(&compiled.function, &pointers);
        for (given, copy, used) in results {
            text.copy(&given, &copy, &used);
        }
    }

    /// Emits the pointers to row `row` of the buffers, and returns their names in the text.
    fn at_row(&self, text: &mut Text, row: &str) -> Vec<String> {
        let buffers = self.arguments.iter().chain(self.results).enumerate();
        buffers
            .map(|(index, buffer)| {
                let Some(bytes) = buffer.row_bytes else { return format!("%p{index}") };
                let bytes = text.constant(bytes);
                let offset = text.define(&format!("arith.muli {row}, {bytes} : i64"));
                text.offset(&format!("%p{index}"), &offset)
            })
            .collect()
    }
}

/// Builds the text of a module line by line. [`Text::name`] returns the names of new values: `%v1`,
/// `%v2` and so on.
#[derive(Default)]
struct Text {
    text: String,
    values: usize,
}

impl Text {
    fn line(&mut self, line: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{line}");
    }

    fn name(&mut self) -> String {
        self.values += 1;
        format!("%v{}", self.values)
    }

    fn define(&mut self, operation: &str) -> String {
        let name = self.name();
        self.line(&format!("{name} = {operation}"));
        name
    }

    fn constant(&mut self, value: i64) -> String {
        self.define(&format!("arith.constant {value} : i64"))
    }

    fn offset(&mut self, pointer: &str, bytes: &str) -> String {
        self.define(&format!(
            "llvm.getelementptr {pointer}[{bytes}] : (!llvm.ptr, i64) -> !llvm.ptr, i8"
        ))
    }

    fn copy(&mut self, to: &str, from: &str, bytes: &str) {
        self.line(&format!(
            "\"llvm.intr.memcpy\"({to}, {from}, {bytes}) <{{isVolatile = false}}> \
             : (!llvm.ptr, !llvm.ptr, i64) -> ()"
        ));
    }

    fn call(&mut self, function: &str, pointers: &[String]) {
        let values: String = pointers.iter().map(|pointer| format!("{pointer}, ")).collect();
        let types = vec!["!llvm.ptr"; pointers.len() + 1].join(", ");
        self.line(&format!("llvm.call @{function}({values}%arena) : ({types}) -> ()"));
    }
}
