// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The structs of `include/hloom_plugin.h`, and the types of their functions. The unit test
//! compares sizes and offsets with those of a C compiler.

use crate::c_plugin::failure::Failure;
use std::ffi::{c_char, c_void};

/// The version of the interface, `HLOOM_PLUGIN_ABI` in the header.
pub const ABI: &str = "1";

/// The release of hloom, `HLOOM_PLUGIN_RELEASE` in the header.
pub const RELEASE: &str =
    concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));

/// The name of a plugin's entry function.
pub const ENTRY: &str = "hloom_plugin_start";

/// The number of the form `HLOOM_PLUGIN_TEXT`.
pub const TEXT: i32 = 1;
/// The number of the form `HLOOM_PLUGIN_BYTECODE`.
pub const BYTECODE: i32 = 2;

/// The result of a function that can fail: null, or a failure that `hloom_plugin_host::error` made.
pub type Outcome = *mut Failure;

/// `hloom_plugin_type`.
#[repr(C)]
pub struct TypeOfC {
    pub element_type: *const c_char,
    pub sizes: *const i64,
    pub rank: usize,
    pub bytes: usize,
}

/// `hloom_plugin_program`.
#[repr(C)]
pub struct ProgramOfC {
    pub struct_size: usize,
    pub name: *const c_char,
    pub entry: *const c_char,
    pub level: *const c_char,
    pub content: *const c_void,
    pub size: usize,
    pub arguments: *const TypeOfC,
    pub argument_count: usize,
    pub results: *const TypeOfC,
    pub result_count: usize,
}

/// `hloom_plugin_options`.
#[repr(C)]
pub struct OptionsOfC {
    pub struct_size: usize,
    pub device: usize,
    pub threads: usize,
    pub device_only: i32,
    pub unused: i32,
}

/// `hloom_plugin_compilation`, of which C has only pointers.
#[derive(Debug, Default)]
pub struct Compilation {
    /// The bytes that the platform has written.
    pub code: Vec<u8>,
    /// The warnings of the platform.
    pub warnings: Vec<String>,
    /// The first failure of a function that cannot return one.
    pub failure: Option<Failure>,
}

/// `hloom_plugin_buffer`.
#[repr(C)]
pub struct BufferOfC {
    pub memory: *mut c_void,
    pub offset: usize,
    pub size: usize,
}

/// `hloom_plugin_step`.
#[repr(C)]
pub struct StepOfC {
    pub level: *const c_char,
    pub passes: *const c_char,
    pub reason: *const c_char,
}

/// The type of the function that compiles a program.
pub type Compile = unsafe extern "C" fn(
    *mut c_void,
    *const ProgramOfC,
    *const OptionsOfC,
    *mut Compilation,
) -> Outcome;

/// The type of the function that makes an executable.
pub type Load =
    unsafe extern "C" fn(*mut c_void, *const c_void, usize, *mut *mut c_void) -> Outcome;

/// The type of the function that runs an executable.
pub type Execute = unsafe extern "C" fn(
    *mut c_void,
    *mut c_void,
    usize,
    *const BufferOfC,
    usize,
    *const BufferOfC,
    usize,
) -> Outcome;

/// The type of the function that frees an executable.
pub type Unload = unsafe extern "C" fn(*mut c_void, *mut c_void);

/// The type of the function that allocates memory of a device.
pub type Allocate = unsafe extern "C" fn(*mut c_void, usize, usize, *mut *mut c_void) -> Outcome;

/// The type of the function that frees memory of a device.
pub type Release = unsafe extern "C" fn(*mut c_void, usize, *mut c_void);

/// The type of the function that copies bytes to a device.
pub type Write =
    unsafe extern "C" fn(*mut c_void, usize, *const BufferOfC, *const c_void) -> Outcome;

/// The type of the function that copies bytes from a device.
pub type Read = unsafe extern "C" fn(*mut c_void, usize, *const BufferOfC, *mut c_void) -> Outcome;

/// `hloom_plugin_platform`. All members are integers, pointers, or function pointers that may be
/// null, so that zero bytes are a value of this type.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct PlatformOfC {
    pub struct_size: usize,
    pub state: *mut c_void,
    pub name: *const c_char,
    pub description: *const c_char,
    pub fingerprint: *const c_char,
    pub device_count: usize,
    pub device_name: *const c_char,
    pub device_memory: u64,
    pub device_cores: usize,
    pub level: *const c_char,
    pub form: i32,
    pub base_pipeline: *const c_char,
    pub steps: *const StepOfC,
    pub step_count: usize,
    pub compile: Option<Compile>,
    pub load: Option<Load>,
    pub execute: Option<Execute>,
    pub unload: Option<Unload>,
    pub allocate: Option<Allocate>,
    pub release: Option<Release>,
    pub write: Option<Write>,
    pub read: Option<Read>,
}

/// `hloom_plugin_host`.
#[repr(C)]
pub struct HostOfC {
    pub struct_size: usize,
    pub version: *const c_char,
    pub context: *mut c_void,
    pub error: unsafe extern "C" fn(i32, *const c_char) -> Outcome,
    pub add_platform: unsafe extern "C" fn(*const HostOfC, *const PlatformOfC) -> Outcome,
    pub write: unsafe extern "C" fn(*mut Compilation, *const c_void, usize),
    pub warn: unsafe extern "C" fn(*mut Compilation, *const c_char),
}

/// The type of a plugin's entry function.
pub type Start = unsafe extern "C" fn(*const HostOfC) -> Outcome;

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write as _;
    use std::mem::offset_of;
    use std::path::Path;
    use std::process::Command;

    /// Writes the assertions of C that a struct and some of its members are where Rust has them.
    macro_rules! assertions {
        ($text:ident, $c:literal, $rust:ty, $($member:ident)*) => {
            let (name, size) = ($c, size_of::<$rust>());
            let _ = writeln!($text, "_Static_assert(sizeof({name}) == {size}, \"{name}\");");
            $(
                let (member, offset) = (stringify!($member), offset_of!($rust, $member));
                let _ = writeln!(
                    $text,
                    "_Static_assert(offsetof({name}, {member}) == {offset}, \"{name}.{member}\");"
                );
            )*
        };
    }

    #[test]
    fn the_header_has_the_same_structs_and_numbers() {
        let mut text = "#include <hloom_plugin.h>\n".to_owned();
        assertions!(text, "hloom_plugin_type", TypeOfC, element_type sizes rank bytes);
        assertions!(text, "hloom_plugin_program", ProgramOfC, struct_size name entry level content
            size arguments argument_count results result_count);
        assertions!(text, "hloom_plugin_options", OptionsOfC, struct_size device threads
            device_only unused);
        assertions!(text, "hloom_plugin_buffer", BufferOfC, memory offset size);
        assertions!(text, "hloom_plugin_step", StepOfC, level passes reason);
        assertions!(text, "hloom_plugin_platform", PlatformOfC, struct_size state name description
            fingerprint device_count device_name device_memory device_cores level form
            base_pipeline steps step_count compile load execute unload allocate release write read);
        assertions!(text, "hloom_plugin_host", HostOfC, struct_size version context error
            add_platform write warn);
        let _ = writeln!(text, "_Static_assert(HLOOM_PLUGIN_ABI == {ABI}, \"ABI\");");
        let _ = writeln!(text, "_Static_assert(HLOOM_PLUGIN_TEXT == {TEXT}, \"text\");");
        let _ = writeln!(text, "_Static_assert(HLOOM_PLUGIN_BYTECODE == {BYTECODE}, \"bytes\");");
        let folder = tempfile::tempdir().expect("a folder");
        let source = folder.path().join("layout.c");
        std::fs::write(&source, &text).expect("written");
        let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
        let mut compile = Command::new("cc");
        compile.args(["-std=c11", "-fsyntax-only", "-I"]).arg(include).arg(&source);
        let output = compile.output().expect("cc starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// A member of a later version must increase the size of its struct, so that its absence shows.
    #[test]
    fn structs_that_may_grow_do_not_end_with_padding() {
        macro_rules! ends_with {
            ($of:ty, $member:ident: $ty:ty) => {
                assert_eq!(offset_of!($of, $member) + size_of::<$ty>(), size_of::<$of>());
            };
        }
        ends_with!(ProgramOfC, result_count: usize);
        ends_with!(OptionsOfC, unused: i32);
        ends_with!(PlatformOfC, read: Option<Read>);
        ends_with!(HostOfC, warn: unsafe extern "C" fn(*mut Compilation, *const c_char));
    }

    #[test]
    fn the_header_is_of_this_release() {
        let header = include_str!("../../../include/hloom_plugin.h");
        let release = format!("#define HLOOM_PLUGIN_RELEASE \"{RELEASE}\"\n");
        assert!(header.contains(&release), "expected {release}");
    }
}
