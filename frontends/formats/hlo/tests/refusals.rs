// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests the error messages for invalid texts.

use hloom_hlo::text;

/// Checks the message of the error for a module whose entry contains `statement`.
#[track_caller]
fn refused(statement: &str, message: &str) {
    let text = format!(
        "HloModule m\nsum {{\n a = f32[] parameter(0)\n b = f32[] parameter(1)\n \
         ROOT c = f32[] add(a, b)\n}}\nENTRY e {{\n x = f32[2] parameter(0)\n p = pred[] \
         parameter(1)\n{statement}\n ROOT r = f32[2] negate(x)\n}}"
    );
    let error = text::parse(&text).expect_err("invalid HLO text");
    assert_eq!(error.message, message);
    assert!(error.line >= 10, "{error}");
}

#[test]
fn errors_have_a_place() {
    let text =
        "HloModule m\n\nENTRY e {\n  x = f32[2] parameter(0)\n  ROOT y = f32[2] addd(x, x)\n}";
    let error = text::parse(text).expect_err("no such opcode");
    assert_eq!((error.line, error.column), (5, 19));
    let expected = "5:19: `addd` is not an opcode of HLO\n    ROOT y = f32[2] addd(x, x)\n  \
                    \x20                 ^";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn modules() {
    let message = |text| text::parse(text).expect_err("wrong").message;
    assert_eq!(message(""), "expected `HloModule`, found the end of the text");
    assert_eq!(
        message("HloModule m"),
        "expected the name of a computation, found the end of the text"
    );
    assert_eq!(message("HloModule m, size=1"), "`size` is not an attribute of a module");
    assert_eq!(
        message("HloModule m, is_scheduled=true, is_scheduled=true"),
        "the module attribute `is_scheduled` is given twice"
    );
    assert_eq!(
        message("HloModule m\nENTRY e { }"),
        "expected the name of an instruction or `}`, found `}`"
    );
    let two = "HloModule m ENTRY a { x = s32[] parameter(0) } ENTRY b { x = s32[] parameter(0) }";
    assert_eq!(message(two), "the module has more than one entry computation");
    let two = "HloModule m a { x = s32[] parameter(0) } a { x = s32[] parameter(0) }";
    assert_eq!(message(two), "computation `a` is defined twice");
}

#[test]
fn modes_of_groups() {
    refused(
        "y = f32[2] all-reduce(x), channel_id=1, mode=flattened_id, to_apply=sum",
        "expected `mode=cross_replica_and_partition` as the other attributes imply, \
         found `flattened_id`",
    );
    refused(
        "y = f32[4] reduce-scatter(x), mode=flattened, dimensions={0}, to_apply=sum",
        "expected `mode=cross_replica` as the other attributes imply, found `flattened`",
    );
}

#[test]
fn names() {
    refused("x = f32[2] negate(x)", "instruction `x` is defined twice");
    refused("y = f32[2] negate(z)", "instruction `z` is not defined before this use");
    refused(
        "y = f32[] reduce(x, x), dimensions={0}, to_apply=f",
        "computation `f` is not defined before this use",
    );
    refused(
        "ROOT y = f32[2] negate(x)\n z = f32[2] negate(w)",
        "instruction `w` is not defined before this use",
    );
    refused("ROOT y = f32[2] negate(x)", "the computation has more than one `ROOT`");
    refused(
        "y = f32[2] negate(x), control-predecessors={w}",
        "instruction `w` is not defined before this use",
    );
    refused("y = f32[] negate(x#0)", "the operand has no element 0");
}

#[test]
fn operands_and_attributes() {
    refused("y = f32[2] add(x)", "`add`: expected 2 operands, found 1");
    refused("y = f32[2] add(x, x", "expected `,` or `)`, found `ROOT`");
    refused("y = add(x, x)", "expected the shape of the result, found `add`");
    refused("y = f32[2] negate(x), dimensions={0}", "`dimensions` is not an attribute of `negate`");
    refused("y = f32[2] transpose(x)", "`transpose` needs the attribute `dimensions`");
    refused("y = f32[2] sort(x), to_apply=sum", "`sort` needs the attribute `dimensions`");
    refused("y = f32[2] reverse(x), dimensions={0}, dimensions={0}", "`dimensions` is given twice");
    refused("y = f32[2] reverse(x), dimensions={a}", "expected an integer, found `a`");
    refused("y = f32[2] reverse(x), {0}", "expected an attribute, found `{`");
    refused(
        "y = f32[2] sort-start(x)",
        "expected a tuple of operands, result and state as the shape of an asynchronous start",
    );
    refused("y = f32[2] nothing-start(x)", "`nothing-start` is not an opcode of HLO");
    refused(
        "y = f32[2] conditional(p, x, x), branch_computations={sum}",
        "`branch_computations` is not an attribute of `conditional`",
    );
    refused(
        "y = pred[2] compare(x, x), direction=XX",
        "expected one of `EQ`, `NE`, `GE`, `GT`, `LE`, `LT`, found `XX`",
    );
    refused(
        "y = c64[2] fft(x), fft_type=DFT, fft_length={2}",
        "expected one of `FFT`, `IFFT`, `RFFT`, `IRFFT`, found `DFT`",
    );
    refused(
        "y = f32[2] custom-call(x), custom_call_target=f",
        "expected a string in quotes, found `f`",
    );
    refused(
        "y = f32[2] negate(x), metadata={op_nam=\"\"}",
        "`op_nam` is not an attribute of metadata",
    );
}

#[test]
fn constants() {
    let elided = "the constant was elided when it was printed: print it with \
                  `print_large_constants`, or dump it with `--xla_dump_large_constants`";
    refused("y = f32[20] constant({...})", elided);
    refused("y = f32[2] constant({1})", "literal: expected 2 items in dimension 0, found 1");
    refused("y = f32[2] constant({1, true})", "expected a number, found `true`");
    refused("y = u8[] constant(-1)", "expected an element of type u8 from 0 to 255, found -1");
    refused("y = (f32[]) constant(1)", "expected `(`, found `1`");
}

#[test]
fn nesting_is_bounded() {
    let text = format!("HloModule m ENTRY e {{ x = {}", "(".repeat(100_000));
    let error = text::parse(&text).expect_err("nested too deeply");
    assert_eq!(error.message, "expected at most 48 nesting levels, found more");
    let text = format!("HloModule m ENTRY e {{ {}", "x = s32[] map(), to_apply={ ".repeat(100_000));
    let error = text::parse(&text).expect_err("nested too deeply");
    assert_eq!(error.message, "expected at most 48 nesting levels, found more");
}
