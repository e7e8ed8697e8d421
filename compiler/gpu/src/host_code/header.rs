// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Generates the C and C++ header of host code.

use super::HostDriver;
use super::constants::ALIGNMENT;
use super::driver::HostStatus;
use hloom_codegen::c_header::{
    calls, close, declare, describe_all, file_name, open, parameters, prefix,
};
use hloom_compiler::interface::Signature;
use std::fmt::{self, Display, Formatter};

/// The alignment in bytes of the buffers of arguments and results, which the widest memory accesses
/// of kernels require.
const BUFFER_ALIGNMENT: u64 = 16;

/// The values from which a header is generated.
pub struct Header<'a> {
    /// The C name of the function that runs the program.
    pub function: &'a str,
    /// The path of the source file of the program.
    pub program: &'a str,
    /// The chip for which the kernels are compiled; empty if the code does not depend on the chip.
    pub chip: &'a str,
    /// The target triple of the host.
    pub triple: &'a str,
    /// The types of the program's arguments and results.
    pub signature: &'a Signature,
    /// The results that may use the memory of an argument: pairs of the index of the result and the
    /// index of the argument.
    pub aliases: &'a [(usize, usize)],
    /// The size of the arena in bytes.
    pub arena_bytes: u64,
    /// The size in bytes of the constants that are on the device.
    pub constant_bytes: u64,
    /// Whether the function that runs the program waits for the stream.
    pub waits: bool,
    /// The symbols that the object file references but does not define.
    pub undefined_symbols: &'a [String],
    /// The driver that the host code loads.
    pub driver: &'a HostDriver,
}

impl Display for Header<'_> {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let Self { function, program, chip, triple, driver, .. } = *self;
        let HostDriver { library, stream, .. } = driver;
        let prefix = prefix(function);
        let comma = if chip.is_empty() { "" } else { " for " };
        let mut comment = vec![
            format!("{}, compiled{comma}{chip} and the host {triple}.", file_name(program)),
            String::new(),
            "Arguments, results and the arena are in the memory of the device. Tensors are dense"
                .into(),
            "and row-major. A result must not overlap any other buffer. Concurrent runs need"
                .into(),
            "separate arenas. An arena keeps no data between runs.".into(),
        ];
        for (result, argument) in self.aliases {
            comment.push(format!(
                "`result{result}` may be the memory of `argument{argument}`, which it then replaces."
            ));
        }
        comment.push(format!("The code loads {library} when it runs."));
        comment.push(calls(self.undefined_symbols));
        open(out, function, &comment)?;
        writeln!(
            out,
            "/* The status that the functions return: that of the first error. */\nenum {function}_status {{"
        )?;
        let [rest @ .., last] = HostStatus::ALL;
        for status in rest.into_iter().chain([last]) {
            let (name, code, comma) =
                (status.name(), status.code(), if status == last { "" } else { "," });
            let meaning = status.meaning(driver, chip);
            writeln!(out, "  /* {meaning} */\n  {prefix}_{name} = {code}{comma}")?;
        }
        writeln!(
            out,
            "}};\n\n\
             /* Working memory on the device. The arena may be null if its size is 0. */\n\
             #define {prefix}_ARENA_BYTES {}\n\
             #define {prefix}_ARENA_ALIGNMENT {ALIGNMENT}\n\
             /* The alignment of arguments and results. */\n\
             #define {prefix}_BUFFER_ALIGNMENT {BUFFER_ALIGNMENT}\n\
             /* Constants, for which the driver takes memory in each context that uses the code. */\n\
             #define {prefix}_CONSTANT_BYTES {}\n\
             /* 1 if `{function}` waits for the stream to read conditions, else 0. */\n\
             #define {prefix}_WAITS {}\n",
            self.arena_bytes,
            self.constant_bytes,
            u8::from(self.waits)
        )?;
        describe_all(out, function, self.signature, None)?;
        writeln!(
            out,
            "\n/* Loads the driver and the code, once for all threads. {} */",
            match self.constant_bytes {
                0 => format!("The first call of `{function}`\n * does so, too."),
                _ => format!(
                    "If a context is current,\n * copies the constants to it, for which it waits. \
                     Calls of `{function}` do so, too."
                ),
            }
        )?;
        declare(out, "int", &format!("{function}_load"), &["void".to_owned()])?;
        writeln!(
            out,
            "\n/* Unloads the code. No run may be in progress. The next call of `{function}` loads it\n \
             * again. */"
        )?;
        declare(out, "int", &format!("{function}_unload"), &["void".to_owned()])?;
        writeln!(
            out,
            "\n/* Enqueues a run on `stream`, a {stream}, whose context must be current on this\n \
             * thread. The results are complete when the stream has done its work. After an error, work\n \
             * of the run may be enqueued, and the results are undefined. */"
        )?;
        let buffers = parameters(self.signature).into_iter();
        let last = ["void *arena".to_owned(), "void *stream".to_owned()];
        declare(out, "int", function, &buffers.chain(last).collect::<Vec<_>>())?;
        close(out, function)
    }
}
