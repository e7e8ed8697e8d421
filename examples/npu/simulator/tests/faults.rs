// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests that each kind of error is a fault that names the instruction.

use npu_simulator::{
    Assembler, Counters, Dram, Fault, Format, Instruction, Kind, Machine, Memory, Queue,
    SRAM_BYTES, SRAM_POISON, Unit, UnitSet, VectorBinary, VectorReduce, VectorUnary, s,
};

fn run(code: Assembler, arguments: &[u64]) -> Result<Counters, Fault> {
    Machine::default().run(&code.finish().unwrap(), arguments)
}

/// Runs code with the address of a buffer of 256 bytes in s1, 8 in s2 and 4 in s3.
fn run_with_buffer(write: impl FnOnce(&mut Assembler)) -> Result<Counters, Fault> {
    let mut machine = Machine::default();
    let buffer = machine.dram.allocate(256).unwrap();
    let mut code = Assembler::new();
    code.li(s(2), 8).li(s(3), 4).dma_dim(0, s(2), s(3), s(3)).v_len(s(2));
    write(&mut code);
    code.halt();
    machine.run(&code.finish().unwrap(), &[buffer])
}

/// Returns the two instructions of a hazard, and its memory.
fn hazard(result: Result<Counters, Fault>) -> (String, String, Memory) {
    match result {
        Err(Fault::Hazard { at, other, memory, .. }) => (at.instruction, other.instruction, memory),
        other => panic!("no hazard: {other:?}"),
    }
}

#[test]
fn a_vector_operation_must_wait_for_the_load() {
    let code = |fence: UnitSet| {
        run_with_buffer(|code| {
            code.dma_load(Queue::Q0, Format::W32, s(0), s(1)).fence(fence);
            code.v_unary(VectorUnary::Fneg, s(2), s(0));
        })
    };
    let (late, early, memory) = hazard(code(UnitSet::of(Unit::Dma1).with(Unit::Vector)));
    assert_eq!((late.as_str(), early.as_str()), ("v.fneg s2, s0", "dma.load q0, w32, s0, s1"));
    assert_eq!(memory, Memory::Scratchpad);
    code(UnitSet::of(Unit::Dma0)).unwrap();
}

#[test]
fn time_is_no_fence() {
    let result = run_with_buffer(|code| {
        code.dma_load(Queue::Q0, Format::W32, s(0), s(1));
        for _ in 0..1000 {
            code.nop();
        }
        code.v_unary(VectorUnary::Fneg, s(0), s(0));
    });
    hazard(result);
}

#[test]
fn what_another_unit_reads_must_not_be_overwritten() {
    let code = |fence| {
        run_with_buffer(|code| {
            code.v_iota(s(0)).fence(UnitSet::ALL);
            code.dma_store(Queue::Q1, Format::W32, s(0), s(1)).fence(fence);
            code.v_iota(s(0));
        })
    };
    assert_eq!(hazard(code(UnitSet::EMPTY)).1, "dma.store q1, w32, s0, s1");
    code(UnitSet::of(Unit::Dma1)).unwrap();
}

#[test]
fn two_units_may_read_the_same() {
    run_with_buffer(|code| {
        code.v_iota(s(0)).fence(UnitSet::ALL).li(s(4), 256);
        code.dma_store(Queue::Q1, Format::W32, s(0), s(1));
        code.v_unary(VectorUnary::Not, s(4), s(0)).lds(s(5), s(0), 0);
    })
    .unwrap();
}

#[test]
fn the_two_queues_meet_in_dram() {
    let code = |fence, queue| {
        run_with_buffer(|code| {
            code.v_iota(s(0)).fence(UnitSet::ALL).li(s(4), 256);
            code.dma_store(Queue::Q1, Format::W32, s(0), s(1)).fence(fence);
            code.dma_load(queue, Format::W32, s(4), s(1));
        })
    };
    let (late, early, memory) = hazard(code(UnitSet::EMPTY, Queue::Q0));
    assert_eq!(late, "dma.load q0, w32, s4, s1");
    assert_eq!((early.as_str(), memory), ("dma.store q1, w32, s0, s1", Memory::Dram));
    code(UnitSet::of(Unit::Dma1), Queue::Q0).unwrap();
    // A single queue is in order.
    code(UnitSet::EMPTY, Queue::Q1).unwrap();
}

#[test]
fn the_scalar_unit_waits_too() {
    let lds = |fence| {
        run_with_buffer(|code| {
            code.v_iota(s(0)).fence(fence).lds(s(4), s(0), 28);
        })
    };
    assert_eq!(hazard(lds(UnitSet::EMPTY)).0, "lds s4, [s0 + 28]");
    lds(UnitSet::ALL).unwrap();
    let result = run_with_buffer(|code| {
        code.v_iota(s(0)).sts(s(0), 0, s(1));
    });
    assert_eq!(hazard(result).0, "sts [s0 + 0], s1");
    let result = run_with_buffer(|code| {
        code.dma_store(Queue::Q1, Format::W32, s(0), s(1)).ldd(s(4), s(1), 8);
    });
    assert_eq!(hazard(result).2, Memory::Dram);
    // Bytes outside the range are free, and stores of the scalar unit complete at once.
    run_with_buffer(|code| {
        code.v_iota(s(0)).lds(s(4), s(0), 32).li(s(5), 64).sts(s(5), 0, s(4));
        code.v_unary(VectorUnary::Mov, s(0), npu_simulator::Operand::broadcast(s(5)));
    })
    .unwrap();
}

#[test]
fn the_matrix_unit_waits_too() {
    let code = |fence| {
        run_with_buffer(|code| {
            code.v_iota(s(0)).fence(fence).li(s(4), 64).li(s(5), 128);
            code.m_weights(Kind::I32, s(0), s(3), s(3), s(0)).fence(fence);
            code.v_iota(s(4)).v_iota(s(5)).fence(fence);
            code.m_mul(Kind::I32, s(4), s(5), s(3), s(3), s(3));
        })
    };
    assert_eq!(hazard(code(UnitSet::EMPTY)).0, "m.weights i32, s0, s3, s3, s0");
    assert_eq!(code(UnitSet::ALL).unwrap().multiply_accumulates, 64);
}

#[test]
fn bad_dram() {
    let load = |address: u64| {
        let mut code = Assembler::new();
        code.dma_load(Queue::Q0, Format::W32, s(0), s(1)).halt();
        run(code, &[address])
    };
    let Err(Fault::BadDramAddress { at, address, bytes: 4 }) = load(0x7FFF_0000_0000) else {
        panic!("a host pointer must fault");
    };
    assert_eq!((at.pc, address), (0, 0x7FFF_0000_0000));
    assert!(matches!(load(u64::MAX), Err(Fault::BadDramAddress { address: -1, .. })));
    let past = run_with_buffer(|code| {
        code.addi(s(1), s(1), 228).dma_store(Queue::Q1, Format::W32, s(0), s(1));
    });
    assert!(matches!(past, Err(Fault::BadDramAddress { bytes: 32, .. })));
    let before = run_with_buffer(|code| {
        code.ldd(s(4), s(1), -1);
    });
    assert!(matches!(before, Err(Fault::BadDramAddress { bytes: 8, .. })));
}

#[test]
fn freed_memory() {
    let mut machine = Machine::new(Dram::with_capacity(1024));
    let buffer = machine.dram.allocate(64).unwrap();
    let mut code = Assembler::new();
    code.ldd(s(2), s(1), 0).halt();
    let program = code.finish().unwrap();
    machine.run(&program, &[buffer]).unwrap();
    machine.dram.free(buffer).unwrap();
    assert!(matches!(machine.run(&program, &[buffer]), Err(Fault::BadDramAddress { .. })));
}

#[test]
fn bad_scratchpad() {
    let iota_at = |address| {
        run_with_buffer(|code| {
            code.li(s(4), address).v_iota(s(4));
        })
    };
    let end = SRAM_BYTES as i64;
    iota_at(end - 32).unwrap();
    assert!(matches!(iota_at(end - 28), Err(Fault::BadSramAddress { bytes: 32, .. })));
    assert!(matches!(iota_at(-4), Err(Fault::BadSramAddress { .. })));
    assert!(matches!(iota_at(i64::MAX - 3), Err(Fault::BadSramAddress { .. })));
    assert!(matches!(iota_at(2), Err(Fault::Misaligned { value: 2, .. })));
    let stride = run_with_buffer(|code| {
        code.li(s(4), 6).dma_dim(0, s(2), s(3), s(4));
        code.dma_load(Queue::Q0, Format::W32, s(0), s(1));
    });
    assert!(matches!(stride, Err(Fault::Misaligned { value: 6, .. })));
}

#[test]
fn numbers_out_of_range() {
    let lanes = |lanes| {
        run_with_buffer(|code| {
            code.li(s(4), lanes).v_len(s(4));
        })
    };
    lanes(0).unwrap();
    lanes(131_072).unwrap();
    assert!(matches!(lanes(131_073), Err(Fault::OutOfDim { .. })));
    assert!(matches!(lanes(-1), Err(Fault::OutOfDim { .. })));
    let dimension = |dimension, count| {
        run_with_buffer(|code| {
            code.li(s(4), count).dma_dim(dimension, s(4), s(0), s(0));
        })
    };
    dimension(4, i64::MAX).unwrap();
    assert!(matches!(dimension(5, 1), Err(Fault::OutOfDim { value: 5, limit: 4, .. })));
    assert!(matches!(dimension(0, -1), Err(Fault::OutOfDim { value: -1, .. })));
}

#[test]
fn bad_tiles() {
    let tile = |k: i64, n: i64| {
        run_with_buffer(|code| {
            code.li(s(4), k).li(s(5), n).m_weights(Kind::F32, s(0), s(4), s(5), s(3));
        })
    };
    tile(32, 32).unwrap();
    tile(0, 0).unwrap();
    for (k, n) in [(33, 1), (1, 33), (-1, 1)] {
        let fault = tile(k, n).unwrap_err();
        assert!(matches!(fault, Fault::TileTooLarge { .. }), "{fault}");
    }
    let none = run_with_buffer(|code| {
        code.m_mul(Kind::F32, s(0), s(0), s(2), s(3), s(3));
    });
    assert!(matches!(none, Err(Fault::NoWeights { .. })));
    let other = run_with_buffer(|code| {
        code.m_weights(Kind::I32, s(0), s(2), s(2), s(3));
        code.m_mul(Kind::F32, s(0), s(0), s(2), s(3), s(3));
    });
    assert!(matches!(other, Err(Fault::NoWeights { .. })));
}

#[test]
fn division_by_zero() {
    let mut code = Assembler::new();
    code.nop().rem(s(1), s(2), s(0)).halt();
    let fault = run(code, &[]).unwrap_err();
    assert_eq!(fault.to_string(), "`rem s1, s2, s0` at 1: division by zero in the scalar unit");
    assert_eq!(fault.site().pc, 1);
}

#[test]
fn running_off_the_program() {
    let mut code = Assembler::new();
    code.nop();
    assert!(matches!(run(code, &[]), Err(Fault::BadProgramCounter { length: 1, .. })));
    let jump = [Instruction::Jump { target: 9 }];
    let fault = Machine::default().run(&jump, &[]).unwrap_err();
    assert_eq!(fault.site().pc, 9);
    assert!(matches!(run(Assembler::new(), &[]), Err(Fault::BadProgramCounter { .. })));
}

#[test]
fn nothing_hangs() {
    let endless = |write: &dyn Fn(&mut Assembler)| {
        let mut machine = Machine::default();
        machine.step_limit = 10_000;
        let buffer = machine.dram.allocate(64).unwrap();
        let mut code = Assembler::new();
        code.li(s(2), i64::MAX).li(s(3), 4);
        write(&mut code);
        code.halt();
        let fault = machine.run(&code.finish().unwrap(), &[buffer]).unwrap_err();
        assert!(matches!(fault, Fault::Watchdog { limit: 10_000, .. }), "{fault}");
    };
    endless(&|code| {
        let top = code.here();
        code.jmp(top);
    });
    endless(&|code| {
        code.dma_dim(0, s(2), s(0), s(0)).dma_dim(4, s(2), s(0), s(0));
        code.dma_load(Queue::Q0, Format::B8, s(0), s(1));
    });
    for size in [s(3), s(0)] {
        endless(&|code| {
            code.m_weights(Kind::I32, s(0), size, size, s(0));
            code.m_mul(Kind::I32, s(0), s(0), s(2), s(0), s(0));
        });
    }
}

#[test]
fn too_many_arguments() {
    let mut code = Assembler::new();
    code.halt();
    let program = code.finish().unwrap();
    Machine::default().run(&program, &[1; 24]).unwrap();
    let fault = Machine::default().run(&program, &[1; 25]).unwrap_err();
    assert!(matches!(fault, Fault::TooManyArguments { count: 25, limit: 24, .. }));
}

#[test]
fn nothing_is_touched_by_nothing() {
    run_with_buffer(|code| {
        code.v_len(s(0)).li(s(4), -7).v_iota(s(4)).v_reduce(VectorReduce::Iadd, s(4), s(4));
        code.v_binary(VectorBinary::Iadd, s(4), s(4), npu_simulator::Operand::broadcast(s(4)));
        code.dma_dim(3, s(0), s(3), s(3)).dma_load(Queue::Q0, Format::W32, s(4), s(4));
        code.m_weights(Kind::I32, s(4), s(0), s(2), s(4)).m_weights(
            Kind::I32,
            s(4),
            s(2),
            s(0),
            s(4),
        );
        code.m_mul(Kind::I32, s(4), s(0), s(2), s(4), s(0));
        code.m_mul(Kind::I32, s(4), s(4), s(0), s(4), s(4));
    })
    .unwrap();
}

#[test]
fn each_run_starts_afresh() {
    let mut machine = Machine::default();
    let buffer = machine.dram.allocate(4).unwrap();
    let mut code = Assembler::new();
    code.dma_store(Queue::Q1, Format::W32, s(2), s(1)).fence(UnitSet::ALL);
    code.sts(s(0), 0, s(1)).li(s(2), 64).halt();
    let program = code.finish().unwrap();
    for _ in 0..2 {
        machine.run(&program, &[buffer]).unwrap();
        assert_eq!(machine.dram.read(buffer, 4).unwrap(), SRAM_POISON.to_le_bytes());
    }
}
