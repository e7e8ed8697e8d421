// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Generates the C and C++ header of a compiled function.

use hloom_compiler::Shape;
use hloom_compiler::interface::Signature;
use hloom_values::ElementType;
use std::fmt::{self, Display, Formatter};
use std::path::Path;

/// The alignment of the arena in bytes. Buffer assignment uses the same alignment within the arena.
const ARENA_ALIGNMENT: usize = 64;

/// The contents of a header.
pub struct Header<'a> {
    /// The name of the function.
    pub function: &'a str,
    /// The path of the program's file.
    pub program: &'a str,
    /// The target triple.
    pub triple: &'a str,
    /// The types of the arguments and results.
    pub signature: &'a Signature,
    /// For each argument, whether it has rows; `None` unless the function is for batches of any
    /// size. For such a function, all results have rows, and shapes are those for a batch of one.
    pub batch: Option<&'a [bool]>,
    /// The size of the arena in bytes.
    pub arena_bytes: usize,
    /// The symbols that the code references but does not define, if known.
    pub undefined_symbols: Option<&'a [String]>,
}

impl Display for Header<'_> {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let Self { function, program, triple, signature, batch, arena_bytes, undefined_symbols } =
            self;
        let prefix = function.to_ascii_uppercase();
        // Leave out the folder: it is irrelevant, and its `/` could end the comment.
        let program = Path::new(program).file_name().unwrap_or_default().to_string_lossy();
        let program = program.replace(char::is_control, "_");
        let calls = match undefined_symbols {
            None => String::new(),
            Some([]) => "* The code calls: nothing.\n ".to_owned(),
            Some(symbols) => format!("* The code calls: {}.\n ", symbols.join(", ")),
        };
        let of_batch = match batch {
            None => "",
            Some(_) => "* `batch` is the size of the batch, at least 0.\n ",
        };
        writeln!(
            out,
            "/* {program}, compiled for {triple}.\n \
             *\n \
             * Tensors are dense and row-major. A result must not overlap any other buffer.\n \
             * Concurrent calls need separate arenas. An arena keeps no data between calls.\n \
             {of_batch}{calls}*/\n\
             #ifndef {prefix}_H\n\
             #define {prefix}_H\n\n\
             #include <stdint.h>\n\n\
             #ifdef __cplusplus\n\
             extern \"C\" {{\n\
             #endif\n\n\
             /* Working memory. The arena may be null if its size is 0. */\n\
             #define {prefix}_ARENA_BYTES {arena_bytes}\n\
             #define {prefix}_ARENA_ALIGNMENT {ARENA_ALIGNMENT}\n"
        )?;
        let Signature { arguments, results, .. } = signature;
        writeln!(out, "#define {prefix}_ARGUMENTS {}", arguments.len())?;
        writeln!(out, "#define {prefix}_RESULTS {}", results.len())?;
        let named = |what: &'static str, shapes: &'_ [Shape]| -> Vec<(String, Shape)> {
            let name = |(index, shape): (usize, &Shape)| (format!("{what}{index}"), shape.clone());
            shapes.iter().enumerate().map(name).collect()
        };
        let (arguments, results) = (named("argument", arguments), named("result", results));
        let mut rows = batch
            .iter()
            .flat_map(|it| it.iter().copied())
            .chain(std::iter::repeat(batch.is_some()));
        for (name, shape) in arguments.iter().chain(&results) {
            describe(out, &prefix, name, shape, rows.next() == Some(true))?;
        }
        let inputs = arguments.iter().map(|(name, shape)| format!("const {} *{name}", c(shape)));
        let outputs = results.iter().map(|(name, shape)| format!("{} *{name}", c(shape)));
        let size = batch.map(|_| "int64_t batch".to_owned()).into_iter();
        let buffers = inputs.chain(outputs);
        let parameters: Vec<_> = size.chain(buffers).chain(["void *arena".to_owned()]).collect();
        writeln!(
            out,
            "\nvoid {function}({});\n\n\
             #ifdef __cplusplus\n\
             }}\n\
             #endif\n\n\
             #endif /* {prefix}_H */",
            parameters.join(&format!(",\n{:width$}", "", width = "void (".len() + function.len()))
        )
    }
}

/// Writes the comment and the macros that describe a buffer. If `has_rows` is true, `shape` is the
/// shape for a batch of one, and the macros take the size of the batch as their parameter.
fn describe(
    out: &mut Formatter,
    prefix: &str,
    name: &str,
    shape: &Shape,
    has_rows: bool,
) -> fmt::Result {
    let upper = name.to_ascii_uppercase();
    let elements = shape.dims.iter().product::<usize>();
    let bytes = shape.byte_size().unwrap_or(usize::MAX);
    let mut dims: Vec<_> = shape.dims.iter().map(ToString::to_string).collect();
    let times = |number: usize| match has_rows {
        true => format!("((int64_t)(batch) * {number})"),
        false => number.to_string(),
    };
    let (mut ty, mut rows) = (shape.to_string(), String::new());
    if let (true, [first, others @ ..]) = (has_rows, &shape.dims[..]) {
        let others: String = others.iter().map(|dim| format!("{dim}x")).collect();
        let number = if *first == 1 { "a row".to_owned() } else { format!("{first} rows") };
        (ty, rows) = (
            format!("tensor<?x{others}{}>", shape.element_type),
            format!(", {number} for each element of the batch"),
        );
        dims[0] = times(*first);
    }
    let parameter = if has_rows { "(batch)" } else { "" };
    writeln!(out, "\n/* {name}: {ty}{rows}{} */", encoding(shape.element_type))?;
    writeln!(out, "#define {prefix}_{upper}_RANK {}", dims.len())?;
    if !dims.is_empty() {
        writeln!(out, "#define {prefix}_{upper}_SHAPE{parameter} {{{}}}", dims.join(", "))?;
    }
    writeln!(out, "#define {prefix}_{upper}_ELEMENTS{parameter} {}", times(elements))?;
    writeln!(out, "#define {prefix}_{upper}_BYTES{parameter} {}", times(bytes))
}

/// Returns the C type of an element, of a part of a complex element, or of the integer that holds
/// the bits of an element.
fn c(shape: &Shape) -> &'static str {
    use ElementType as E;
    match shape.element_type {
        E::F32 | E::C64 => "float",
        E::F64 | E::C128 => "double",
        E::S8 => "int8_t",
        E::S16 => "int16_t",
        E::S32 => "int32_t",
        E::S64 => "int64_t",
        E::U16 | E::F16 | E::Bf16 => "uint16_t",
        E::U32 => "uint32_t",
        E::U64 => "uint64_t",
        _ => "uint8_t",
    }
}

/// Returns a comment on the encoding of elements for which C has no type, or an empty text for
/// other types.
fn encoding(element_type: ElementType) -> &'static str {
    use ElementType as E;
    match element_type {
        E::F32 | E::F64 | E::S8 | E::S16 | E::S32 | E::S64 => "",
        E::U8 | E::U16 | E::U32 | E::U64 => "",
        E::C64 | E::C128 => "; a real and an imaginary part each",
        E::Pred => "; a byte each, 0 or 1",
        E::F16 | E::Bf16 => "; the bits of each",
        _ => "; a byte each, whose upper bits are zero where there are more",
    }
}
