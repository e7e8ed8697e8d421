// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles programs to WebAssembly modules, which Node runs one after the other.

use crate::case::Case;
use crate::target::Target;
use crate::{bytes, compile, emulated, execute};
use libtest_mimic::Failed;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// JavaScript host of the modules. Its input and output files have the same format as those of
/// the C program.
const SCRIPT: &str = r"
const fs = require('fs');
const [cases, folder] = [JSON.parse(fs.readFileSync(process.argv[2])), process.argv[3]];
const inputs = fs.readFileSync(folder + '/inputs');
const outputs = [];
let read = 0;
for (const { name, module, inputs: sizes, outputs: results, arena } of cases) {
  let memory;
  const bytes = () => new Uint8Array(memory.buffer);
  const env = {
    memcpy: (to, from, count) => (bytes().copyWithin(to, from, from + count), to),
    memmove: (to, from, count) => (bytes().copyWithin(to, from, from + count), to),
    memset: (to, value, count) => (bytes().fill(value, to, to + count), to),
    fmod: (x, y) => x % y,
    fmodf: (x, y) => x % y,
    round: (x) => Math.sign(x) * Math.round(Math.abs(x)),
    roundf: (x) => Math.sign(x) * Math.round(Math.abs(x)),
  };
  const wasm = new WebAssembly.Module(fs.readFileSync(module));
  const { exports } = new WebAssembly.Instance(wasm, { env });
  memory = exports.memory;
  let end = exports.__heap_base.value;
  const allocate = (size) => {
    const at = (end + 63) & ~63;
    end = at + size;
    const missing = end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    return at;
  };
  const places = sizes.map((size) => {
    const at = allocate(size);
    bytes().set(inputs.subarray(read, read + size), at);
    read += size;
    return at;
  });
  const found = results.map(allocate);
  exports[name](...places, ...found, allocate(arena));
  found.forEach((at, index) => outputs.push(bytes().slice(at, at + results[index])));
}
fs.writeFileSync(folder + '/outputs', Buffer.concat(outputs));
";

/// Runs every program and compares the results.
///
/// # Errors
/// Fails if a program cannot be compiled or linked, or if a result is wrong.
pub fn run(target: &Target, cases: &[Case], folder: &Path) -> Result<(), Failed> {
    let (mut list, mut inputs) = (Vec::new(), Vec::new());
    for case in cases {
        let function = &case.function;
        let module = folder.join(format!("{function}.wasm")).to_string_lossy().into_owned();
        let header = folder.join(format!("{function}.h")).to_string_lossy().into_owned();
        compile(target, case, &["--emit", "wasm", "-o", &module, "--header", &header])?;
        emulated::check_needs(target, case, &std::fs::read_to_string(&header)?)?;
        let size = |shape: &hloom_compiler::Shape| shape.byte_size().unwrap_or(0);
        let mut text = String::new();
        write!(
            text,
            "{{\"name\": {function:?}, \"module\": {module:?}, \"inputs\": {:?}, \
             \"outputs\": {:?}, \"arena\": {}}}",
            case.inputs.iter().map(|input| size(input.shape())).collect::<Vec<_>>(),
            case.results().map(size).collect::<Vec<_>>(),
            arena(&std::fs::read_to_string(&header)?)?,
        )?;
        list.push(text);
        for input in &case.inputs {
            inputs.extend(bytes::encode(target, input)?);
        }
    }
    std::fs::write(folder.join("cases.json"), format!("[{}]", list.join(",\n")))?;
    std::fs::write(folder.join("inputs"), inputs)?;
    std::fs::write(folder.join("host.js"), SCRIPT)?;
    let mut node = Command::new("node");
    execute(node.arg(folder.join("host.js")).arg(folder.join("cases.json")).arg(folder))?;
    emulated::compare(target, cases, &std::fs::read(folder.join("outputs"))?)
}

fn arena(header: &str) -> Result<usize, Failed> {
    let define = header.lines().find(|line| line.contains("_ARENA_BYTES "));
    let bytes = define.and_then(|line| line.rsplit(' ').next());
    Ok(bytes.ok_or("the header does not say how large the arena is")?.parse()?)
}
