// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Target machines of the tests.

/// Target machine.
#[derive(Debug)]
pub struct Target {
    /// Name in test titles.
    pub name: &'static str,
    /// Triple for `hlo-compile`.
    pub triple: &'static str,
    /// Further options for `hlo-compile`.
    pub options: &'static [&'static str],
    /// Clang's name of the target, which is also the folder of its C library. `None` is the
    /// host.
    pub system: Option<&'static str>,
    /// Whether the target lacks a C library. `freestanding/` replaces it then.
    pub freestanding: bool,
    /// Command that runs programs of the target.
    pub emulator: &'static [&'static str],
    /// Whether the target is big-endian.
    pub big_endian: bool,
    /// Lists of symbols that objects may reference besides the C library.
    pub runtime: &'static [&'static [&'static str]],
    /// Goldens that the emulator cannot run.
    pub not_emulated: &'static [&'static str],
}

const PLAIN: Target = Target {
    name: "",
    triple: "",
    options: &[],
    system: None,
    freestanding: false,
    emulator: &[],
    big_endian: false,
    runtime: &[],
    not_emulated: &[],
};

/// 32-bit Arm without an integer division instruction.
const ARM: Target = Target {
    system: Some("arm-linux-gnueabihf"),
    emulator: &["qemu-arm"],
    runtime: &[ARM_DIVISION],
    ..PLAIN
};

const ARM_DIVISION: &[&str] = &[
    "__aeabi_idiv",
    "__aeabi_idivmod",
    "__aeabi_ldivmod",
    "__aeabi_uidiv",
    "__aeabi_uidivmod",
    "__aeabi_uldivmod",
];

/// Functions of Hexagon's compiler runtime library.
const HEXAGON: &[&str] = &[
    "__hexagon_divdf3",
    "__hexagon_divdi3",
    "__hexagon_divsi3",
    "__hexagon_memcpy_likely_aligned_min32bytes_mult8bytes",
    "__hexagon_moddi3",
    "__hexagon_modsi3",
    "__hexagon_sqrtf",
    "__hexagon_udivdi3",
    "__hexagon_udivsi3",
    "__hexagon_umoddi3",
    "__hexagon_umodsi3",
    "sqrt",
];

/// All targets.
pub static TARGETS: &[Target] = &[
    Target { name: "x86_64", triple: "x86_64-linux-gnu", ..PLAIN },
    Target {
        name: "x86_64_avx2",
        triple: "x86_64-linux-gnu",
        options: &["--cpu", "x86-64-v3"],
        ..PLAIN
    },
    Target {
        name: "aarch64",
        triple: "aarch64-linux-gnu",
        system: Some("aarch64-linux-gnu"),
        emulator: &["qemu-aarch64"],
        ..PLAIN
    },
    Target {
        name: "aarch64_dot_products",
        triple: "aarch64-linux-gnu",
        options: &["--features", "+dotprod,+i8mm"],
        system: Some("aarch64-linux-gnu"),
        emulator: &["qemu-aarch64", "-cpu", "max"],
        ..PLAIN
    },
    Target {
        name: "riscv64",
        triple: "riscv64-linux-gnu",
        system: Some("riscv64-linux-gnu"),
        emulator: &["qemu-riscv64"],
        ..PLAIN
    },
    Target {
        name: "riscv64_vector",
        triple: "riscv64-linux-gnu",
        options: &["--features", "+v"],
        system: Some("riscv64-linux-gnu"),
        emulator: &["qemu-riscv64", "-cpu", "rv64,v=true,vlen=128"],
        // QEMU 7.2 fails an assertion at `vfcvt.rtz.x.f.v` unless another instruction has
        // rounded before: `decode_save_opc: Assertion `ctx->insn_start != NULL'`.
        not_emulated: &["convert", "convert_saturates", "convert_truncates"],
        ..PLAIN
    },
    Target {
        name: "ppc64le",
        triple: "powerpc64le-linux-gnu",
        system: Some("powerpc64le-linux-gnu"),
        emulator: &["qemu-ppc64le"],
        ..PLAIN
    },
    Target {
        name: "s390x",
        triple: "s390x-linux-gnu",
        system: Some("s390x-linux-gnu"),
        emulator: &["qemu-s390x"],
        big_endian: true,
        ..PLAIN
    },
    Target { name: "arm", triple: "armv7-linux-gnueabihf", ..ARM },
    Target {
        name: "arm_hard_float",
        triple: "arm-linux-gnueabihf",
        runtime: &[ARM_DIVISION, &["__clzsi2"]],
        ..ARM
    },
    Target {
        name: "i686",
        triple: "i686-linux-gnu",
        system: Some("i686-linux-gnu"),
        emulator: &["qemu-i386"],
        runtime: &[&[
            "__divdi3",
            "__moddi3",
            "__udivdi3",
            "__umoddi3",
            "__divmoddi4",
            "__udivmoddi4",
        ]],
        ..PLAIN
    },
    Target {
        name: "hexagon",
        triple: "hexagon-unknown-linux-musl",
        options: &["--platform", "hexagon"],
        system: Some("hexagon-unknown-linux-musl"),
        freestanding: true,
        // QEMU 7.2 supports the instructions of v68 but not its name.
        emulator: &["qemu-hexagon", "-cpu", "v67"],
        runtime: &[HEXAGON],
        ..PLAIN
    },
    Target { name: "wasm", triple: "wasm32-unknown-unknown", ..PLAIN },
    Target {
        name: "wasm_simd",
        triple: "wasm32-unknown-unknown",
        options: &["--features", "+simd128"],
        ..PLAIN
    },
];
