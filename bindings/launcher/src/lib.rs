// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The names of the command-line tools in the shared library. The launcher runs them, and the packages
//! have a link for each.

/// A command-line tool in the library.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// The name of the program, such as `hlo-opt`.
    pub name: &'static str,
    /// A sentence for the help text.
    pub about: &'static str,
}

impl Tool {
    /// Returns the name without its prefix, such as `opt`.
    pub fn short_name(self) -> &'static str {
        self.name.strip_prefix("hlo-").unwrap_or(self.name)
    }
}

/// The tools, sorted by name. `bindings/python/src/tools/mod.rs` has their functions.
pub const TOOLS: [Tool; 8] = [
    Tool { name: "hlo-bisect", about: "Find the pass that makes a program compute a wrong result" },
    Tool { name: "hlo-compile", about: "Compile a program ahead of time" },
    Tool { name: "hlo-fuzz", about: "Compare platforms on random programs" },
    Tool { name: "hlo-lsp-server", about: "Serve an editor by the Language Server Protocol" },
    Tool { name: "hlo-opt", about: "Run passes on a program" },
    Tool { name: "hlo-reduce", about: "Make a failing program smaller" },
    Tool { name: "hlo-run", about: "Compile and run a program" },
    Tool { name: "hlo-translate", about: "Convert between forms of programs" },
];
