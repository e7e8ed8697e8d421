// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Generates the C and C++ headers of compiled functions.
//!
//! [`Header`] is the header of a function that runs on the CPU. Headers of other kinds of functions
//! consist of the same parts.

pub use crate::c_name::prefix;
use crate::c_ranks::{self, Ranks, Shards};
use hloom_compiler::Shape;
use hloom_compiler::interface::Signature;
use hloom_values::ElementType;
use std::fmt::{self, Display, Formatter, Write};
use std::path::Path;

/// The alignment of the arena in bytes. Buffer assignment uses the same alignment within the arena.
pub const ARENA_ALIGNMENT: usize = 64;

/// The contents of the header of a function that runs on the CPU.
pub struct Header<'a> {
    /// The name of the exported C function.
    pub function: &'a str,
    /// The path of the program's file.
    pub program: &'a str,
    /// The LLVM triple of the target for which the function is compiled.
    pub triple: &'a str,
    /// The types of the function's arguments and results.
    pub signature: &'a Signature,
    /// For each argument, whether it has rows; `None` unless the function supports batches of any
    /// size. For such a function, all results have rows, and the shapes describe a batch of one
    /// row.
    pub batch: Option<&'a [bool]>,
    /// The ranks with which the function communicates, if any.
    pub ranks: Option<&'a Ranks>,
    /// The shards of the arguments and results, if the program was partitioned.
    pub shards: Option<&'a Shards>,
    /// The size of the arena in bytes.
    pub arena_bytes: usize,
    /// The symbols that the code references but does not define, if known.
    pub undefined_symbols: Option<&'a [String]>,
}

impl Display for Header<'_> {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let Self { function, program, triple, signature, batch, ranks, shards, .. } = self;
        let Self { arena_bytes, undefined_symbols, .. } = self;
        let prefix = prefix(function);
        let mut comment = vec![
            format!("{}, compiled for {triple}.", file_name(program)),
            String::new(),
            "Tensors are dense and row-major. A result must not overlap any other buffer.".into(),
            "Concurrent calls need separate arenas. An arena keeps no data between calls.".into(),
        ];
        if batch.is_some() {
            comment.push("`batch` is the size of the batch, at least 0.".into());
        }
        if ranks.is_some() {
            comment.extend(c_ranks::COMMENT.map(str::to_owned));
        }
        comment.extend(undefined_symbols.map(calls));
        let headers: &[&str] =
            if ranks.is_some() { &["stddef.h", "stdint.h"] } else { &["stdint.h"] };
        open_with(out, function, &comment, headers)?;
        writeln!(
            out,
            "/* Working memory. The arena may be null if its size is 0. */\n\
             #define {prefix}_ARENA_BYTES {arena_bytes}\n\
             #define {prefix}_ARENA_ALIGNMENT {ARENA_ALIGNMENT}\n"
        )?;
        describe_all(out, function, signature, *batch)?;
        if let Some(shards) = shards {
            c_ranks::describe_shards(out, function, shards)?;
        }
        if let Some(ranks) = ranks {
            c_ranks::describe(out, function, ranks)?;
        }
        let size = batch.map(|_| "int64_t batch".to_owned()).into_iter();
        let buffers = parameters(signature).into_iter();
        let mut parameters: Vec<_> =
            size.chain(buffers).chain(["void *arena".to_owned()]).collect();
        parameters.extend(ranks.map(|_| "const hloom_ranks *ranks".to_owned()));
        let result = if ranks.is_some() { "int" } else { "void" };
        writeln!(out)?;
        declare(out, result, function, &parameters)?;
        close(out, function)
    }
}

/// Returns the name of a program's file for a comment. Omits the folder, because it is irrelevant
/// and its `/` could end the comment.
pub fn file_name(program: &str) -> String {
    let name = Path::new(program).file_name().unwrap_or_default().to_string_lossy();
    name.replace(char::is_control, "_")
}

/// Returns a line for the comment of the header, which lists the symbols that the code references.
pub fn calls(symbols: &[String]) -> String {
    let list = if symbols.is_empty() { "nothing".to_owned() } else { symbols.join(", ") };
    format!("The code calls: {list}.")
}

/// Writes the beginning of the header of a function. `comment` contains the lines of the comment at
/// the top.
///
/// # Errors
/// Fails if the writer fails.
pub fn open(out: &mut impl Write, function: &str, comment: &[String]) -> fmt::Result {
    open_with(out, function, comment, &["stdint.h"])
}

/// Writes the beginning of the header of a function, which includes the C standard headers
/// `headers`.
fn open_with(
    out: &mut impl Write,
    function: &str,
    comment: &[String],
    headers: &[&str],
) -> fmt::Result {
    let prefix = prefix(function);
    for (index, line) in comment.iter().enumerate() {
        let begin = if index == 0 { "/*" } else { " *" };
        writeln!(out, "{}", format!("{begin} {line}").trim_end())?;
    }
    let includes: String = headers.iter().map(|name| format!("#include <{name}>\n")).collect();
    writeln!(
        out,
        " */\n\
         #ifndef {prefix}_H\n\
         #define {prefix}_H\n\n\
         {includes}\n\
         #ifdef __cplusplus\n\
         extern \"C\" {{\n\
         #endif\n"
    )
}

/// Writes the macros that describe the arguments and the results of a function. `batch` states for
/// each argument whether it has rows, as the field `batch` of [`Header`].
///
/// # Errors
/// Fails if the writer fails.
pub fn describe_all(
    out: &mut impl Write,
    function: &str,
    signature: &Signature,
    batch: Option<&[bool]>,
) -> fmt::Result {
    let prefix = prefix(function);
    let Signature { arguments, results, .. } = signature;
    writeln!(out, "#define {prefix}_ARGUMENTS {}", arguments.len())?;
    writeln!(out, "#define {prefix}_RESULTS {}", results.len())?;
    let mut rows =
        batch.iter().flat_map(|it| it.iter().copied()).chain(std::iter::repeat(batch.is_some()));
    for (name, shape) in named("argument", arguments).chain(named("result", results)) {
        describe(out, &prefix, &name, shape, rows.next() == Some(true))?;
    }
    Ok(())
}

/// Returns the C declarations of a function's pointer parameters, one for each argument and each
/// result of the program.
pub fn parameters(signature: &Signature) -> Vec<String> {
    let inputs = named("argument", &signature.arguments);
    let inputs = inputs.map(|(name, shape)| format!("const {} *{name}", c(shape)));
    let outputs = named("result", &signature.results);
    inputs.chain(outputs.map(|(name, shape)| format!("{} *{name}", c(shape)))).collect()
}

/// Returns the shapes of arguments or results with the names of their parameters.
pub(crate) fn named<'a>(
    what: &'a str,
    shapes: &'a [Shape],
) -> impl Iterator<Item = (String, &'a Shape)> + use<'a> {
    shapes.iter().enumerate().map(move |(index, shape)| (format!("{what}{index}"), shape))
}

/// Writes the declaration of a function that returns the type `result`.
///
/// # Errors
/// Fails if the writer fails.
pub fn declare(
    out: &mut impl Write,
    result: &str,
    function: &str,
    parameters: &[String],
) -> fmt::Result {
    let width = result.len() + " (".len() + function.len();
    writeln!(out, "{result} {function}({});", parameters.join(&format!(",\n{:width$}", "")))
}

/// Writes the end of the header of a function.
///
/// # Errors
/// Fails if the writer fails.
pub fn close(out: &mut impl Write, function: &str) -> fmt::Result {
    writeln!(
        out,
        "\n#ifdef __cplusplus\n\
         }}\n\
         #endif\n\n\
         #endif /* {}_H */",
        prefix(function)
    )
}

/// Writes the comment and the macros that describe a buffer. If `has_rows` is true, `shape` is the
/// shape for a batch of one, and the macros take the size of the batch as their parameter.
fn describe(
    out: &mut impl Write,
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

/// Returns the C type of an element, of the real or imaginary part of a complex element, or of the
/// integer that holds the bits of an element.
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

/// Returns a comment on the encoding of elements for which C has no type, or an empty string for
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
