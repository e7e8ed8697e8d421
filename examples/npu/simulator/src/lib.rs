// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A simulator of an accelerator that has its own instruction set and for which there is no LLVM
//! backend.
//!
//! The machine is fictional. The simulator executes programs exactly and counts cycles. If real
//! hardware would silently compute wrong results, the simulator reports a fault that names the
//! instruction.
//!
//! ```
//! use npu_simulator::{Assembler, Format, Machine, Queue, UnitSet, VectorBinary, s};
//!
//! let mut machine = Machine::default();
//! let buffer = machine.dram.allocate(16)?;
//! machine.dram.write(buffer, &1.5_f32.to_le_bytes().repeat(4))?;
//!
//! let mut code = Assembler::new();
//! code.li(s(2), 4).dma_dim(0, s(2), s(2), s(2)).v_len(s(2)); // four elements of four bytes
//! code.dma_load(Queue::Q0, Format::W32, s(0), s(1)).fence(UnitSet::ALL);
//! code.v_binary(VectorBinary::Fadd, s(0), s(0), s(0)).fence(UnitSet::ALL);
//! code.dma_store(Queue::Q1, Format::W32, s(0), s(1)).halt();
//!
//! let counters = machine.run(&code.finish()?, &[buffer])?;
//! assert_eq!(machine.dram.read(buffer, 16)?, 3.0_f32.to_le_bytes().repeat(4));
//! assert_eq!(counters.dram_read, 16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Manual
//!
//! ## Memories
//!
//! - **DRAM**, from address 0x4E50_0000_0000. The host allocates, frees, reads and writes it. Each
//!   access must be inside one live allocation. For a transfer, this applies to the range from its
//!   lowest to its highest byte. Newly allocated memory is filled with 0xFF bytes. Addresses are
//!   never reused.
//! - **Scratchpad**, 512 KiB from address 0, in 32-bit words. Addresses and strides are multiples
//!   of 4. Every element in it is a 32-bit lane: f32, i32, u32, or a Boolean 0 or 1. Before each
//!   run, it is filled with 0xFFC0DEAD, a NaN.
//!
//! ## Units
//!
//! - **Scalar**: 32 registers of 64 bits, cleared before each run; s0 is always 0. Up to 24
//!   arguments are passed in the registers s1, s2, ... The unit issues one instruction per cycle in
//!   order and reads registers at issue.
//! - **DMA**: two queues, each in order. A transfer copies a box of up to five dimensions, element
//!   by element. Dimension 0 is the innermost. If stored elements overlap, the last one is kept.
//! - **Vector**: computes n lanes from scratchpad to scratchpad. An operand marked with `*` is one
//!   word for all lanes. The unit reads all operands before it writes the first lane, so they may
//!   overlap the result.
//! - **Matrix**: stores a tile of up to 32 x 32 weights, multiplies rows by it and adds the
//!   products to the destination, in the order of k. Each product and each sum is rounded. The unit
//!   reads a row of `a` before it writes the corresponding row of `dst`.
//!
//! The scalar unit stores vector lengths and transfer dimensions, which apply to instructions that
//! are issued later. Instructions on zero lanes, elements or rows access no memory.
//!
//! ## Fences
//!
//! A unit processes its own queue in order. Different units are not ordered: `fence units` makes
//! the scalar unit wait until the given units are idle. An instruction must not access bytes that
//! another unit may still write, and must not write bytes that another unit may still read.
//! Otherwise, it causes a [`Fault::Hazard`]. The check considers the range from the lowest to the
//! highest byte. Only fences order accesses, regardless of timing. The scalar instructions `lds`,
//! `sts` and `ldd` also require fences. `halt` waits for all units.
//!
//! ## Instructions
//!
//! An instruction has 16 bytes: the opcode, the fields in the order below (beginning with the
//! operation, queue, kind or format), and an immediate from byte 8 on; see [`encode`].
//!
//! | opcode | assembly | unit | meaning |
//! |---|---|---|---|
//! | 01 | `nop` | scalar | nothing |
//! | 02 | `halt` | scalar | end of the program |
//! | 03 | `fence units` | scalar | wait for `dma0`, `dma1`, `vector`, `matrix`: bits 1, 2, 4, 8 |
//! | 10 | `li rd, imm64` | scalar | rd = imm |
//! | 11 | `op rd, ra, rb` | scalar | [`ScalarOp`]: add sub mul min max div rem slt sle seq |
//! | 12 | `addi rd, ra, imm32` | scalar | rd = ra + imm |
//! | 13 | `muli rd, ra, imm32` | scalar | rd = ra * imm |
//! | 14 | `beq`, `bne`, `blt`, `bge` `ra, rb, @target` | scalar | jump if; the target is an index |
//! | 15 | `jmp @target` | scalar | jump |
//! | 16 | `lds rd, [ra + imm32]` | scalar | rd = scratchpad word, sign extended |
//! | 17 | `sts [ra + imm32], rb` | scalar | scratchpad word = low half of rb |
//! | 18 | `ldd rd, [ra + imm32]` | scalar | rd = 64-bit word of DRAM |
//! | 20 | `dma.reset` | scalar | all five dimensions have one element |
//! | 21 | `dma.dim d, count, dram_stride, sram_stride` | scalar | sets dimension d; strides in bytes |
//! | 22 | `dma.load queue, format, sram, dram` | queue | DRAM to scratchpad, widening |
//! | 23 | `dma.store queue, format, sram, dram` | queue | scratchpad to DRAM, narrowing |
//! | 30 | `v.len n` | scalar | number of lanes, 0 to 131072 |
//! | 31 | `v.op dst, a` | vector | [`VectorUnary`] |
//! | 32 | `v.op dst, a, b` | vector | [`VectorBinary`] |
//! | 33 | `v.op dst, a, b, c` | vector | [`VectorTernary`] |
//! | 34 | `v.iota dst` | vector | 0, 1, 2, ... as i32 |
//! | 35 | `v.splat dst, value` | vector | low half of the register `value` in all lanes |
//! | 36 | `v.red.op dst, a` | vector | [`VectorReduce`]: one word, folded with all lanes |
//! | 40 | `m.weights kind, source, k, n, stride` | matrix | loads the k x n tile |
//! | 41 | `m.mul kind, dst, a, m, dst_stride, a_stride` | matrix | dst (m x n) += a (m x k) * tile |
//!
//! Formats: `b8` (unsigned, also Booleans), `s8`, `u16`, `s16`, `f16`, `bf16`, `w32`. Loads
//! extend integers and convert short floats to f32. Stores truncate integers and round floats to
//! nearest, ties to even.
//!
//! ## Cost in cycles
//!
//! | | |
//! |---|---|
//! | any instruction, to issue | 1 |
//! | transfer | 64 + for each contiguous run in DRAM, one per 32 bytes or fraction thereof |
//! | vector | 4 + one per 64 lanes or fraction thereof |
//! | vector: division, remainder, square roots | 4 + four per 64 lanes or fraction thereof |
//! | vector: cube roots, transcendentals | 4 + eight per 64 lanes or fraction thereof |
//! | `m.weights` | k |
//! | `m.mul` | m + k + n |
#![forbid(unsafe_code)]

mod assembler;
mod counters;
mod disassembly;
mod dma;
mod dram;
mod encoding;
mod execution;
mod fault;
mod hazard;
mod isa;
mod machine;
mod matrix;
mod operations;
mod scalar;
mod scratchpad;
mod timing;
mod vector;
mod vector_binary;
mod vector_operations;
mod vector_reduce;
mod vector_unary;

pub use assembler::{Assembler, AssemblerError, Label};
pub use counters::Counters;
pub use dma::DIMENSIONS;
pub use dram::{DEFAULT_DRAM_BYTES, DRAM_ALIGNMENT, DRAM_BASE, Dram, DramError};
pub use encoding::{DecodeError, INSTRUCTION_BYTES, decode, encode};
pub use fault::{Fault, Site};
pub use hazard::Memory;
pub use isa::{Instruction, Operand, Register, UnitSet, s};
pub use machine::{DEFAULT_STEP_LIMIT, MAX_ARGUMENTS, Machine};
pub use matrix::ARRAY;
pub use operations::{Condition, Format, Kind, Queue, ScalarOp, Unit};
pub use scratchpad::{SRAM_BYTES, SRAM_POISON};
pub use timing::{DMA_BYTES, DMA_LATENCY, VECTOR_LANES};
pub use vector_operations::{VectorBinary, VectorReduce, VectorTernary, VectorUnary};
