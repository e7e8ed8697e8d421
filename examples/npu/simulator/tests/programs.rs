// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of whole programs: loops, every unit and the counters.

use npu_simulator::{
    Assembler, Format, Kind, Machine, Operand, Queue, Unit, UnitSet, VectorBinary, VectorReduce,
    VectorTernary, VectorUnary, decode, encode, s,
};

fn floats(values: impl IntoIterator<Item = f32>) -> Vec<u8> {
    values.into_iter().flat_map(f32::to_le_bytes).collect()
}

/// c[m x n] = a[m x k] * b[k x n] in tiles, with partial tiles at the edges. s4, s5 and s6 hold
/// the sizes.
fn matmul() -> Assembler {
    let (a, b, c, m, k, n) = (s(1), s(2), s(3), s(4), s(5), s(6));
    let (four, tile, row, column, depth) = (s(7), s(8), s(9), s(10), s(11));
    let (rows, columns, depths) = (s(12), s(13), s(14));
    let (at, tile_a, tile_b, tile_c) = (s(15), s(16), s(17), s(18));
    let (a_row, b_row, x, zero_stride) = (s(19), s(20), s(21), s(0));
    let (tile_row, length) = (s(22), s(23));
    let mut code = Assembler::new();
    code.li(four, 4).li(tile, 32).li(tile_row, 128);
    code.li(tile_a, 0).li(tile_b, 4096).li(tile_c, 8192);
    code.muli(a_row, k, 4).muli(b_row, n, 4);
    code.li(row, 0);
    let next_row = code.here();
    code.sub(rows, m, row).min(rows, rows, tile);
    code.li(column, 0);
    let next_column = code.here();
    code.sub(columns, n, column).min(columns, columns, tile);
    code.li(length, 1024).v_len(length).fence(UnitSet::ALL).v_splat(tile_c, s(0));
    code.li(depth, 0);
    let next_depth = code.here();
    code.sub(depths, k, depth).min(depths, depths, tile);
    // a[row.., depth..] and b[depth.., column..]
    code.fence(UnitSet::of(Unit::Matrix)).dma_reset();
    code.mul(at, row, k).add(at, at, depth).muli(at, at, 4).add(at, at, a);
    code.dma_dim(0, depths, four, four).dma_dim(1, rows, a_row, tile_row);
    code.dma_load(Queue::Q0, Format::W32, tile_a, at);
    code.mul(at, depth, n).add(at, at, column).muli(at, at, 4).add(at, at, b);
    code.dma_dim(0, columns, four, four).dma_dim(1, depths, b_row, tile_row);
    code.dma_load(Queue::Q0, Format::W32, tile_b, at);
    code.fence(UnitSet::of(Unit::Dma0).with(Unit::Vector));
    code.m_weights(Kind::F32, tile_b, depths, columns, tile_row);
    code.m_mul(Kind::F32, tile_c, tile_a, rows, tile_row, tile_row);
    code.add(depth, depth, tile).blt(depth, k, next_depth);
    // c[row.., column..]
    code.fence(UnitSet::of(Unit::Matrix));
    code.mul(x, row, n).add(x, x, column).muli(x, x, 4).add(x, x, c);
    code.dma_dim(0, columns, four, four).dma_dim(1, rows, b_row, tile_row);
    code.dma_dim(2, s(24), zero_stride, zero_stride);
    code.dma_store(Queue::Q1, Format::W32, tile_c, x);
    code.add(column, column, tile).blt(column, n, next_column);
    code.add(row, row, tile).blt(row, m, next_row);
    code.halt();
    code
}

#[test]
fn a_matrix_product() {
    let (m, k, n) = (45_u64, 70_u64, 33_u64);
    let a: Vec<f32> = (0..m * k).map(|x| (x % 13) as f32 * 0.37 - 2.0).collect();
    let b: Vec<f32> = (0..k * n).map(|x| (x % 7) as f32 * 0.11 - 0.3).collect();
    let mut machine = Machine::default();
    let mut arguments = Vec::new();
    for values in [&a, &b, &vec![f32::NAN; (m * n) as usize]] {
        let address = machine.dram.allocate(values.len() as u64 * 4).unwrap();
        machine.dram.write(address, &floats(values.iter().copied())).unwrap();
        arguments.push(address);
    }
    let c = arguments[2];
    arguments.extend([m, k, n]);
    arguments.resize(23, 0);
    arguments.push(1);
    // Encode and decode the program, as for a device.
    let program = decode(&encode(&matmul().finish().unwrap())).unwrap();
    let counters = machine.run(&program, &arguments).unwrap();

    let mut want = vec![0.0_f32; (m * n) as usize];
    for row in 0..m as usize {
        for column in 0..n as usize {
            for depth in 0..k as usize {
                want[row * n as usize + column] +=
                    a[row * k as usize + depth] * b[depth * n as usize + column];
            }
        }
    }
    assert_eq!(machine.dram.read(c, m * n * 4).unwrap(), floats(want));
    assert_eq!(counters.multiply_accumulates, m * k * n);
    assert_eq!(counters.dram_written, m * n * 4);
    // Two column tiles read `a`, and two row tiles read `b`.
    assert_eq!(counters.dram_read, 4 * (2 * m * k + 2 * k * n));
    assert_eq!(counters.instructions(Unit::Matrix), 2 * 2 * 2 * 3);
    assert!(counters.cycles > counters.busy(Unit::Dma0));
}

#[test]
fn softmax_of_a_row_of_half_floats() {
    let mut machine = Machine::default();
    let (count, input) = (100_u64, machine.dram.allocate(200).unwrap());
    let output = machine.dram.allocate(200).unwrap();
    let ones: Vec<u8> = 0x3C00_u16.to_le_bytes().repeat(100);
    machine.dram.write(input, &ones).unwrap();
    let (x, two, four, largest, sum) = (s(0), s(5), s(6), s(7), s(8));
    let mut code = Assembler::new();
    code.li(two, 2).li(four, 4).li(largest, 4096).li(sum, 4100).v_len(s(3));
    code.dma_dim(0, s(3), two, four).dma_load(Queue::Q0, Format::F16, x, s(1));
    code.li(s(9), f32::NEG_INFINITY.to_bits().into()).sts(largest, 0, s(9)).sts(sum, 0, s(0));
    code.fence(UnitSet::ALL).v_reduce(VectorReduce::Fmax, largest, x);
    code.v_binary(VectorBinary::Fsub, x, x, Operand::broadcast(largest));
    code.v_unary(VectorUnary::Fexp, x, x).v_reduce(VectorReduce::Fadd, sum, x);
    code.v_binary(VectorBinary::Fdiv, x, x, Operand::broadcast(sum)).fence(UnitSet::ALL);
    code.dma_store(Queue::Q1, Format::F16, x, s(2)).halt();
    machine.run(&code.finish().unwrap(), &[input, output, count]).unwrap();
    // 0.01 as f16.
    assert_eq!(machine.dram.read(output, 200).unwrap(), 0x211F_u16.to_le_bytes().repeat(100));
}

#[test]
fn masks_and_scalars_from_memory() {
    let mut machine = Machine::default();
    let block = machine.dram.allocate(64).unwrap();
    let output = machine.dram.allocate(8).unwrap();
    machine.dram.write(block, &output.to_le_bytes()).unwrap();
    machine.dram.write(block + 8, &[1, 0, 1, 1, 0, 0, 1, 0]).unwrap();
    let mut code = Assembler::new();
    code.ldd(s(2), s(1), 0).addi(s(3), s(1), 8);
    code.li(s(4), 8).li(s(5), 1).li(s(6), 4).v_len(s(4));
    code.dma_dim(0, s(4), s(5), s(6)).dma_load(Queue::Q0, Format::B8, s(0), s(3));
    code.li(s(7), 64).v_iota(s(7)).li(s(8), 128).li(s(9), -1).sts(s(8), 0, s(9));
    code.fence(UnitSet::ALL);
    code.v_ternary(VectorTernary::Select, s(7), s(0), s(7), Operand::broadcast(s(8)));
    code.fence(UnitSet::of(Unit::Vector)).lds(s(10), s(7), 4).sts(s(7), 0, s(10));
    code.dma_store(Queue::Q1, Format::S8, s(7), s(2)).halt();
    machine.run(&code.finish().unwrap(), &[block]).unwrap();
    assert_eq!(machine.dram.read(output, 8).unwrap(), [255, 255, 2, 3, 255, 255, 6, 255]);
}

#[test]
fn cycles_of_a_small_program() {
    let mut machine = Machine::default();
    let buffer = machine.dram.allocate(512).unwrap();
    let mut code = Assembler::new();
    code.li(s(2), 128).li(s(3), 4).dma_dim(0, s(2), s(3), s(3)).v_len(s(2));
    code.dma_load(Queue::Q0, Format::W32, s(0), s(1));
    code.fence(UnitSet::ALL).v_unary(VectorUnary::Fexp, s(0), s(0)).halt();
    let counters = machine.run(&code.finish().unwrap(), &[buffer]).unwrap();
    assert_eq!(counters.busy, [8, 64 + 16, 0, 4 + 16, 0]);
    // Issued at 5, done at 85; the fence's successor is issued at 86 and done at 106.
    assert_eq!(counters.cycles, 106);
    assert_eq!((counters.dram_read, counters.dram_written), (512, 0));
}

/// Returns the first words of the scratchpad after a program has run.
fn words<const N: usize>(write: impl FnOnce(&mut Assembler)) -> [u32; N] {
    let mut machine = Machine::default();
    let bytes = 4 * N as u64;
    let buffer = machine.dram.allocate(bytes).unwrap();
    let mut code = Assembler::new();
    write(&mut code);
    code.fence(UnitSet::ALL).li(s(2), N as i64).li(s(3), 4).dma_dim(0, s(2), s(3), s(3));
    code.dma_store(Queue::Q1, Format::W32, s(0), s(1)).halt();
    machine.run(&code.finish().unwrap(), &[buffer]).unwrap();
    let (words, _) = machine.dram.read(buffer, bytes).unwrap().as_chunks();
    std::array::from_fn(|at| u32::from_le_bytes(words[at]))
}

#[test]
fn register_zero_stays_zero() {
    let [word] = words(|code| {
        code.li(s(0), 7).addi(s(0), s(0), 1).sts(s(0), 0, s(0));
    });
    assert_eq!(word, 0);
}

#[test]
fn the_scalar_unit_keeps_64_bits_and_stores_32() {
    let got = words(|code| {
        code.li(s(4), -3).sts(s(0), 0, s(4)).lds(s(5), s(0), 0).seq(s(6), s(4), s(5));
        code.sts(s(0), 4, s(6)).li(s(7), 0x1_2345_6789).sts(s(0), 8, s(7));
        code.slt(s(8), s(4), s(7)).muli(s(8), s(8), -2).sub(s(8), s(8), s(6)).sts(s(0), 12, s(8));
    });
    assert_eq!(got, [(-3_i32).cast_unsigned(), 1, 0x2345_6789, (-3_i32).cast_unsigned()]);
}

#[test]
fn the_length_is_kept_and_splat_takes_the_low_half() {
    let got = words(|code| {
        code.li(s(4), 2).v_len(s(4)).li(s(4), 12).li(s(5), 0x1_0000_0007).v_splat(s(4), s(5));
        code.v_iota(s(0)).li(s(6), 1).v_len(s(6)).li(s(6), 8).v_splat(s(6), s(0));
    });
    assert_eq!(got, [0, 1, 0, 7, 7]);
}
