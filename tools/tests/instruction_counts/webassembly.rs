// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! WebAssembly with vectors of 128 bits, in the interpreter wasmi.

use crate::execute::{execute, hlo_compile};
use std::error::Error;
use std::fs;
use std::path::Path;
use wasmi::{Caller, Config, Engine, Extern, Linker, Memory, Module, Store, Val};

/// Returns the fuel of a call: about one unit for an instruction. Writes files to `scratch`.
///
/// # Errors
/// Fails if the program cannot be compiled or run.
pub fn count(program: &Path, function: &str, scratch: &Path) -> Result<u64, Box<dyn Error>> {
    let file = |extension: &str| scratch.join(format!("{function}{extension}"));
    let (module, header) = (file(".wasm"), file(".h"));
    let mut compile = hlo_compile(program, function, "wasm32-unknown-unknown");
    compile.args(["--features", "+simd128", "--emit", "wasm", "-o"]).arg(&module);
    execute(compile.arg("--header").arg(&header))?;
    let sizes = buffer_sizes(&fs::read_to_string(&header)?, function);

    let engine = Engine::new(Config::default().consume_fuel(true));
    let module = Module::new(&engine, fs::read(&module)?)?;
    let mut store = Store::new(&engine, ());
    store.set_fuel(u64::MAX)?;
    let instance = linker(&engine)?.instantiate_and_start(&mut store, &module)?;
    let memory = instance.get_memory(&store, "memory").ok_or("the module has no memory")?;
    let base = instance.get_global(&store, "__heap_base").ok_or("the module has no heap")?;
    let mut end = base.get(&store).i32().ok_or("the heap has no address")? as usize;
    let mut addresses = Vec::new();
    for size in sizes {
        let address = end.next_multiple_of(64);
        addresses.push(Val::I32(i32::try_from(address)?));
        end = address + size;
    }
    let missing = end.saturating_sub(memory.data(&store).len());
    memory.grow(&mut store, missing.div_ceil(1 << 16) as u64)?;
    fill(memory.data_mut(&mut store), &addresses);
    let kernel = instance.get_func(&store, function).ok_or("the module has no such function")?;
    let before = store.get_fuel()?;
    kernel.call(&mut store, &addresses, &mut [])?;
    Ok(before - store.get_fuel()?)
}

/// Returns the sizes of the arguments, the results and the arena, from the header.
fn buffer_sizes(header: &str, function: &str) -> Vec<usize> {
    let prefix = function.to_ascii_uppercase();
    let size = |name: String| {
        let define = format!("#define {prefix}_{name}_BYTES ");
        header.lines().find_map(|line| line.strip_prefix(&define)?.trim().parse().ok())
    };
    let all = |kind: &'static str| (0..).map_while(move |index| Some(format!("{kind}{index}")));
    let arguments = all("ARGUMENT").map_while(size);
    arguments.chain(all("RESULT").map_while(size)).chain(size("ARENA".to_owned())).collect()
}

/// Fills the memory from the first buffer on with floats between 0 and 1.
fn fill(memory: &mut [u8], addresses: &[Val]) {
    let start = addresses.first().and_then(Val::i32).unwrap_or(0) as usize;
    let mut state = 1u32;
    for float in memory[start..].as_chunks_mut::<4>().0 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *float = ((state >> 8) as f32 / (1 << 24) as f32).to_le_bytes();
    }
}

/// Returns the functions of the C library that modules import.
fn linker(engine: &Engine) -> Result<Linker<()>, Box<dyn Error>> {
    let mut linker = Linker::new(engine);
    linker.func_wrap("env", "memcpy", copy)?;
    linker.func_wrap("env", "memmove", copy)?;
    linker.func_wrap(
        "env",
        "memset",
        |mut caller: Caller<()>, to: i32, value: i32, count: i32| {
            if let Some(memory) = memory(&caller) {
                memory.data_mut(&mut caller)[to as usize..][..count as usize].fill(value as u8);
            }
            to
        },
    )?;
    Ok(linker)
}

fn copy(mut caller: Caller<()>, to: i32, from: i32, count: i32) -> i32 {
    if let Some(memory) = memory(&caller) {
        let (from, count) = (from as usize, count as usize);
        memory.data_mut(&mut caller).copy_within(from..from + count, to as usize);
    }
    to
}

fn memory(caller: &Caller<()>) -> Option<Memory> {
    caller.get_export("memory").and_then(Extern::into_memory)
}
