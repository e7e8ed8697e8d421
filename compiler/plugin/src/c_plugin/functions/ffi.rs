// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Calls of the functions of a platform.

use crate::c_plugin::failure::Failure;
use crate::c_plugin::interface::ffi::{
    Allocate, BufferOfC, Compilation, Compile, Execute, Load, OptionsOfC, Outcome, PlatformOfC,
    ProgramOfC, Read, Release, TypeOfC, Unload, Write,
};
use hloom_compiler::Shape;
use std::ffi::{CString, c_void};
use std::fmt::{self, Debug};
use std::ptr;

/// The functions of a platform, none of which is missing, and their first argument.
#[derive(Clone, Copy)]
pub struct Functions {
    state: *mut c_void,
    compile: Compile,
    load: Load,
    execute: Execute,
    unload: Unload,
    allocate: Allocate,
    release: Release,
    write: Write,
    read: Read,
}

// SAFETY: this process never reads `state`. The header says that several threads call the functions
// of a platform at once.
unsafe impl Send for Functions {}

// SAFETY: as for `Send`.
unsafe impl Sync for Functions {}

impl Debug for Functions {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.debug_struct("Functions").finish_non_exhaustive()
    }
}

/// A pointer of the plugin, to an executable or to memory of a device. Only the plugin reads it.
#[derive(Clone, Copy, Debug)]
pub struct Handle(*mut c_void);

// SAFETY: this process never reads the object. The header says that any thread may pass the pointer
// to the functions of the platform.
unsafe impl Send for Handle {}

// SAFETY: as for `Send`.
unsafe impl Sync for Handle {}

impl Handle {
    /// Returns the number of the pointer, for messages and comparisons.
    pub fn number(self) -> u64 {
        self.0.addr() as u64
    }
}

/// A part of memory of a device.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub memory: Handle,
    pub offset: usize,
    pub size: usize,
}

impl Part {
    fn for_c(self) -> BufferOfC {
        BufferOfC { memory: self.memory.0, offset: self.offset, size: self.size }
    }
}

/// A program for the compiler of a platform.
#[derive(Debug)]
pub struct Given<'a> {
    /// The name of the file, for messages.
    pub name: &'a str,
    /// The name of the entry function.
    pub entry: &'a str,
    /// The name of the level.
    pub level: &'a str,
    /// The text or the bytecode of the module.
    pub content: Vec<u8>,
    pub arguments: &'a [Shape],
    pub results: &'a [Shape],
    /// The number of the device.
    pub device: usize,
    /// The maximum number of threads of a run.
    pub threads: Option<usize>,
    /// Whether to refuse operations that the host would execute.
    pub device_only: bool,
}

/// The texts and sizes to which `hloom_plugin_type` points.
struct Type {
    element_type: CString,
    sizes: Vec<i64>,
    bytes: usize,
}

impl Type {
    fn new(shape: &Shape) -> Result<Self, Failure> {
        let too_large = || Failure::invalid(format!("{shape} is larger than the address space"));
        let sizes: Result<_, _> = shape.dims.iter().map(|size| i64::try_from(*size)).collect();
        Ok(Self {
            element_type: without_zeros(&shape.element_type.to_string()),
            sizes: sizes.map_err(|_| too_large())?,
            bytes: shape.byte_size().ok_or_else(too_large)?,
        })
    }

    fn for_c(&self) -> TypeOfC {
        TypeOfC {
            element_type: self.element_type.as_ptr(),
            sizes: self.sizes.as_ptr(),
            rank: self.sizes.len(),
            bytes: self.bytes,
        }
    }
}

/// Returns a text for C: a zero byte in `text` would end it.
fn without_zeros(text: &str) -> CString {
    CString::new(text.replace('\0', "")).unwrap_or_default()
}

impl Functions {
    /// Takes the functions of a platform.
    ///
    /// # Errors
    /// Fails if a function is missing.
    pub fn new(of: &PlatformOfC) -> Result<Self, Failure> {
        fn found<T>(name: &str, function: Option<T>) -> Result<T, Failure> {
            let message =
                format!("`hloom_plugin_platform`: expected a function in `{name}`, found NULL");
            function.ok_or_else(|| Failure::breach(message))
        }
        Ok(Self {
            state: of.state,
            compile: found("compile", of.compile)?,
            load: found("load", of.load)?,
            execute: found("execute", of.execute)?,
            unload: found("unload", of.unload)?,
            allocate: found("allocate", of.allocate)?,
            release: found("release", of.release)?,
            write: found("write", of.write)?,
            read: found("read", of.read)?,
        })
    }

    /// Compiles a program. Adds the warnings of the platform to `warnings`, also if it fails.
    ///
    /// # Errors
    /// Returns the error of the platform. Also fails if the result could not be appended.
    pub fn compile(&self, given: Given, warnings: &mut Vec<String>) -> Result<Vec<u8>, Failure> {
        let types = |shapes: &[Shape]| shapes.iter().map(Type::new).collect::<Result<Vec<_>, _>>();
        let (arguments, results) = (types(given.arguments)?, types(given.results)?);
        let for_c = |types: &[Type]| types.iter().map(Type::for_c).collect::<Vec<_>>();
        let (argument_types, result_types) = (for_c(&arguments), for_c(&results));
        let texts = [given.name, given.entry, given.level].map(without_zeros);
        let Given { mut content, .. } = given;
        let size = content.len();
        // The header promises a zero byte after a text.
        content.push(0);
        let program = ProgramOfC {
            struct_size: size_of::<ProgramOfC>(),
            name: texts[0].as_ptr(),
            entry: texts[1].as_ptr(),
            level: texts[2].as_ptr(),
            content: content.as_ptr().cast(),
            size,
            arguments: argument_types.as_ptr(),
            argument_count: argument_types.len(),
            results: result_types.as_ptr(),
            result_count: result_types.len(),
        };
        let options = OptionsOfC {
            struct_size: size_of::<OptionsOfC>(),
            device: given.device,
            threads: given.threads.unwrap_or(0),
            device_only: i32::from(given.device_only),
            unused: 0,
        };
        let mut compilation = Compilation::default();
        // SAFETY: the plugin gave the function with its state. All pointers are to variables of
        // this function, which live until the call returns.
        let outcome = unsafe {
            (self.compile)(self.state, &raw const program, &raw const options, &raw mut compilation)
        };
        warnings.append(&mut compilation.warnings);
        done(outcome)?;
        compilation.failure.map_or(Ok(compilation.code), Err)
    }

    /// Makes an executable from the bytes of a compilation.
    ///
    /// # Errors
    /// Returns the error of the platform. Also fails if the platform returns no executable.
    pub fn load(&self, code: &[u8]) -> Result<Handle, Failure> {
        let mut executable = ptr::null_mut();
        // SAFETY: the plugin gave the function with its state. `code` has as many bytes, and
        // `executable` is writable.
        let outcome = unsafe {
            (self.load)(self.state, code.as_ptr().cast(), code.len(), &raw mut executable)
        };
        done(outcome)?;
        if executable.is_null() {
            return Err(Failure::breach("`load`: expected an executable, found NULL"));
        }
        Ok(Handle(executable))
    }

    /// Runs an executable, and waits for its results. The caller keeps the executable and the
    /// memory alive, and has checked the sizes of the parts.
    ///
    /// # Errors
    /// Returns the error of the platform.
    pub fn execute(
        &self,
        executable: Handle,
        device: usize,
        arguments: &[Part],
        results: &[Part],
    ) -> Result<(), Failure> {
        let for_c = |parts: &[Part]| parts.iter().map(|part| part.for_c()).collect::<Vec<_>>();
        let (arguments, results) = (for_c(arguments), for_c(results));
        // SAFETY: the plugin gave the function with its state, and the pointers in `executable` and
        // in the parts. The arrays have as many elements as the counts say.
        done(unsafe {
            (self.execute)(
                self.state,
                executable.0,
                device,
                arguments.as_ptr(),
                arguments.len(),
                results.as_ptr(),
                results.len(),
            )
        })
    }

    /// Frees an executable, which nothing uses later.
    pub fn unload(&self, executable: Handle) {
        // SAFETY: the plugin gave the function with its state, and the pointer in `executable`.
        unsafe { (self.unload)(self.state, executable.0) };
    }

    /// Allocates memory of a device.
    ///
    /// # Errors
    /// Returns the error of the platform.
    pub fn allocate(&self, device: usize, size: usize) -> Result<Handle, Failure> {
        let mut memory = ptr::null_mut();
        // SAFETY: the plugin gave the function with its state, and `memory` is writable.
        let outcome = unsafe { (self.allocate)(self.state, device, size, &raw mut memory) };
        done(outcome).map(|()| Handle(memory))
    }

    /// Frees memory of a device, which nothing uses later.
    pub fn release(&self, device: usize, memory: Handle) {
        // SAFETY: the plugin gave the function with its state, and the pointer in `memory`.
        unsafe { (self.release)(self.state, device, memory.0) };
    }

    /// Copies bytes to the start of a part of a device's memory.
    ///
    /// # Errors
    /// Fails if there are more bytes than the part has. Returns the error of the platform.
    pub fn write(&self, device: usize, part: Part, bytes: &[u8]) -> Result<(), Failure> {
        let (size, found) = (part.size, bytes.len());
        if found > size {
            return Err(Failure::device(format!("cannot copy {found} bytes to {size} bytes")));
        }
        let buffer = Part { size: found, ..part }.for_c();
        // SAFETY: the plugin gave the function with its state, and the pointer in the part. `bytes`
        // has as many bytes as `buffer`.
        done(unsafe { (self.write)(self.state, device, &raw const buffer, bytes.as_ptr().cast()) })
    }

    /// Copies a part of a device's memory to `bytes`.
    ///
    /// # Errors
    /// Fails if the sizes differ. Returns the error of the platform.
    pub fn read(&self, device: usize, part: Part, bytes: &mut [u8]) -> Result<(), Failure> {
        let (size, found) = (part.size, bytes.len());
        if found != size {
            return Err(Failure::device(format!("cannot copy {size} bytes to {found} bytes")));
        }
        let buffer = part.for_c();
        // SAFETY: the plugin gave the function with its state, and the pointer in the part. `bytes`
        // has as many bytes as `buffer`, as checked above.
        done(unsafe {
            (self.read)(self.state, device, &raw const buffer, bytes.as_mut_ptr().cast())
        })
    }
}

/// Takes the error that a function of a plugin has returned.
///
/// # Errors
/// Fails if it has returned an error.
pub fn done(outcome: Outcome) -> Result<(), Failure> {
    if outcome.is_null() {
        return Ok(());
    }
    // SAFETY: the header permits only errors that `hloom_plugin_host::error` made by
    // `Box::into_raw`, each for one function to return.
    let failure = unsafe { Box::from_raw(outcome) };
    Err(*failure)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_compiler::ElementType;

    #[test]
    fn types_have_the_names_and_sizes_of_mlir() {
        let ty = Type::new(&Shape::new(ElementType::Bf16, [2, 3])).expect("small");
        assert_eq!((&*ty.element_type, &*ty.sizes, ty.bytes), (c"bf16", &[2, 3][..], 12));
        let refusal = Type::new(&Shape::new(ElementType::F32, [usize::MAX, 2]));
        assert!(refusal.is_err_and(|failure| {
            failure.into_error("p").to_string().ends_with(" is larger than the address space")
        }));
    }

    #[test]
    fn errors_are_taken_once() {
        assert_eq!(done(ptr::null_mut()), Ok(()));
        let failure = Failure::new(1, "no");
        assert_eq!(done(Box::into_raw(Box::new(failure.clone()))), Err(failure));
    }
}
