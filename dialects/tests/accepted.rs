// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Valid programs, one file for each family in `accepted/`.
//!
//! Each program is printed in the custom and the generic form and written as bytecode. Reading each
//! of the three must give the same program.

use hloom_dialects::{Context, parse_module};
use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use std::{fs, path::Path};

#[test]
fn programs_are_read_and_printed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/accepted");
    let context = Context::new();
    let mut count = 0;
    for file in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = file.display().to_string();
        let module = parse_module(&context, fs::read(&file).unwrap(), &name)
            .unwrap_or_else(|error| panic!("{error}"));
        let text = module.as_operation().to_string();
        let flags = OperationPrintingFlags::new().print_generic_operation_form();
        let generic = module.as_operation().to_string_with_flags(flags).unwrap();
        let bytecode = module.as_operation().write_bytecode();
        for again in [text.as_bytes(), generic.as_bytes(), &bytecode] {
            let again = parse_module(&context, again, &name)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(again.as_operation().to_string(), text);
        }
        count += 1;
    }
    assert!(count >= 5);
}
