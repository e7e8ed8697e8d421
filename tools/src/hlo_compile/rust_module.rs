// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Generates a Rust module, without `std`, that calls the compiled function.

use hloom_compiler::Shape;
use hloom_compiler::interface::AotCompilationResult;
use hloom_values::ElementType;
use std::fmt::Write;
use std::path::Path;

/// Returns the text of a Rust module with a safe function `run`, which calls the compiled function.
///
/// The arguments and results of `run` are row-major arrays with as many elements as the tensors.
pub fn rust_module(result: &AotCompilationResult, program: &Path) -> String {
    let AotCompilationResult { entry_name, triple, arena_bytes, .. } = result;
    let program = program.file_name().unwrap_or_default().to_string_lossy();
    let program = program.replace(char::is_control, "_");
    let mut text = format!("// {program}, compiled for {triple}.\n");
    let (mut raw, mut safe, mut passed) = (Vec::new(), Vec::new(), Vec::new());
    for (index, shape) in result.signature.arguments.iter().enumerate() {
        let ty = describe(&mut text, "argument", index, shape);
        raw.push(format!("argument{index}: *const {ty}"));
        safe.push(format!("argument{index}: &{ty}"));
        passed.push(format!("argument{index}"));
    }
    for (index, shape) in result.signature.results.iter().enumerate() {
        let ty = describe(&mut text, "result", index, shape);
        raw.push(format!("result{index}: *mut {ty}"));
        safe.push(format!("result{index}: &mut {ty}"));
        passed.push(format!("result{index}"));
    }
    raw.push("arena: *mut Arena".to_owned());
    safe.push("arena: &mut Arena".to_owned());
    passed.push("arena".to_owned());
    let (raw, safe, passed) = (raw.join(", "), safe.join(", "), passed.join(", "));
    // Writing to a string does not fail.
    let _ = write!(
        text,
        "
/// Working memory of a call. Its content does not carry over between calls. The arena may be
/// too large for the stack; store it in a static.
#[repr(C, align(64))]
pub struct Arena([u8; Self::BYTES]);

impl Arena {{
    /// Size of the arena in bytes.
    pub const BYTES: usize = {arena_bytes};

    /// Creates a zeroed arena.
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {{
        Self([0; Self::BYTES])
    }}
}}

unsafe extern \"C\" {{
    #[link_name = \"{entry_name}\"]
    fn entry({raw});
}}

/// Computes the results. Allocates nothing, keeps no state and does not panic.
#[allow(clippy::too_many_arguments)]
pub fn run({safe}) {{
    // SAFETY: the array types have the sizes and element types that the function was compiled
    // for, and Rust's exclusive references ensure that no written buffer overlaps another.
    unsafe {{ entry({passed}) }}
}}
"
    );
    text
}

/// Writes the declarations of the array type of an argument or result, and of a constant with its
/// shape.
///
/// Returns the name of the declared type.
fn describe(text: &mut String, what: &str, index: usize, shape: &Shape) -> String {
    let (capital, upper) = (what[..1].to_uppercase() + &what[1..], what.to_uppercase());
    let (element, encoding) = element(shape.element_type);
    let elements = shape.dims.iter().product::<usize>();
    let rank = shape.rank();
    let _ = write!(
        text,
        "
/// `{shape}`{encoding}.
pub type {capital}{index} = [{element}; {elements}];
/// Sizes of the dimensions.
pub const {upper}{index}_SHAPE: [usize; {rank}] = {:?};
",
        shape.dims
    );
    format!("{capital}{index}")
}

/// Returns the Rust type of an element, or the integer type that holds the bits of an element, and
/// a remark on the encoding for a comment.
fn element(element_type: ElementType) -> (&'static str, &'static str) {
    use ElementType as E;
    match element_type {
        E::F32 => ("f32", ""),
        E::F64 => ("f64", ""),
        E::C64 => ("[f32; 2]", "; a real and an imaginary part each"),
        E::C128 => ("[f64; 2]", "; a real and an imaginary part each"),
        E::S8 => ("i8", ""),
        E::S16 => ("i16", ""),
        E::S32 => ("i32", ""),
        E::S64 => ("i64", ""),
        E::U8 => ("u8", ""),
        E::U16 => ("u16", ""),
        E::U32 => ("u32", ""),
        E::U64 => ("u64", ""),
        E::F16 | E::Bf16 => ("u16", "; each element holds the bits of a float"),
        E::Pred => ("u8", "; one byte per element, 0 or 1"),
        _ => ("u8", "; one byte per element, unused upper bits are zero"),
    }
}
