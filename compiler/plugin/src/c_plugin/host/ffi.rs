// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Starts a plugin: loads it, and passes it the functions by which it adds platforms.

use crate::c_plugin::definition::{Definition, Form, OwnStep, level};
use crate::c_plugin::failure::Failure;
use crate::c_plugin::functions::ffi::{Functions, done};
use crate::c_plugin::interface::ffi::{
    BYTECODE, Compilation, ENTRY, HostOfC, Outcome, PlatformOfC, Start, StepOfC, TEXT,
};
use crate::inspect::Checked;
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use std::ffi::{CStr, c_char, c_void};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The platforms that a plugin has added; `None` if the plugin is not starting.
type Added = Mutex<Option<Vec<Definition>>>;

/// The size of `hloom_plugin_platform` in the first version of the interface. A struct is never
/// smaller.
const FIRST_SIZE: usize = size_of::<PlatformOfC>();

/// The maximum size of the struct of a later version. A larger one was not initialized.
const MOST_SIZE: usize = 4096;

/// Loads a plugin permanently, and calls its entry function. Returns the platforms that it adds, or
/// its error.
///
/// # Errors
/// Returns the error of the system's loader.
pub fn start(checked: &Checked) -> Result<Result<Vec<Definition>, Failure>, libloading::Error> {
    // SAFETY: loading a library runs its initializers. The user chose to load and trust this
    // plugin; `Checked` shows that the file is whole and is a plugin for this version of the
    // interface.
    let library = unsafe { Library::open(Some(checked.path()), RTLD_NOW | RTLD_LOCAL) }?;
    // The plugin may call the functions until the process ends.
    let added: &'static Added = Box::leak(Box::new(Mutex::new(Some(Vec::new()))));
    let host: &'static HostOfC = Box::leak(Box::new(HostOfC {
        struct_size: size_of::<HostOfC>(),
        version: concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast(),
        context: ptr::from_ref(added).cast_mut().cast(),
        error,
        add_platform,
        write,
        warn,
    }));
    // SAFETY: `Checked` has compared the note of the header with this version of the interface,
    // whose header declares the symbol with the type `Start`. `host` lives forever.
    let outcome = unsafe {
        let start = library.get::<Start>(ENTRY.as_bytes())?;
        start(host)
    };
    // Never unload the library: its code may be used until the process ends.
    std::mem::forget(library);
    let platforms = lock(added).take().unwrap_or_default();
    Ok(done(outcome).map(|()| platforms))
}

fn lock(added: &Added) -> MutexGuard<'_, Option<Vec<Definition>>> {
    // A poisoned lock only means that another thread panicked; each push leaves the list valid.
    added.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes an error for a plugin to return.
///
/// # Safety
/// `message` must be null or a text.
unsafe extern "C" fn error(kind: i32, message: *const c_char) -> Outcome {
    // SAFETY: `message` is null or a text, as `# Safety` requires.
    let message = unsafe { lossy(message) }.filter(|message| !message.is_empty());
    let message = message.unwrap_or_else(|| "an error without a message".to_owned());
    Box::into_raw(Box::new(Failure::new(kind, message)))
}

/// Adds a platform.
///
/// # Safety
/// `host` must be null or come from [`start`], and `platform` must be null or as the header
/// describes it.
unsafe extern "C" fn add_platform(host: *const HostOfC, platform: *const PlatformOfC) -> Outcome {
    // SAFETY: the pointers are as `# Safety` requires.
    match unsafe { add(host, platform) } {
        Ok(()) => ptr::null_mut(),
        Err(failure) => Box::into_raw(Box::new(failure)),
    }
}

/// Adds a platform to the list of a host.
///
/// # Errors
/// Fails if a pointer is null, if the plugin has started, or if the platform cannot be read.
///
/// # Safety
/// As for [`add_platform`].
unsafe fn add(host: *const HostOfC, platform: *const PlatformOfC) -> Result<(), Failure> {
    let missing = "`add_platform`: expected the host of `hloom_plugin_start`, found NULL";
    // SAFETY: `host` is null or comes from `start`, which leaks it.
    let host = unsafe { host.as_ref() }.ok_or_else(|| Failure::breach(missing))?;
    // SAFETY: `start` leaks the list of platforms to which `context` points.
    let added = unsafe { &*host.context.cast::<Added>() };
    // SAFETY: `platform` is null or as the header describes it, as `# Safety` requires.
    let definition = unsafe { read(platform) }?;
    match &mut *lock(added) {
        Some(added) => {
            added.push(definition);
            Ok(())
        }
        None => Err(Failure::breach("`add_platform`: expected a call by `hloom_plugin_start`")),
    }
}

/// Appends bytes to the result of a compilation. If this is not possible, the compilation fails
/// when the platform returns.
///
/// # Safety
/// `compilation` must be that of the running call of `compile`, which no other thread uses now, and
/// `bytes` must be null or point to `size` bytes.
unsafe extern "C" fn write(compilation: *mut Compilation, bytes: *const c_void, size: usize) {
    // SAFETY: `Functions::compile` waits for the plugin, and no other thread uses the compilation,
    // so that the reference is unique. There are `size` bytes, as `# Safety` requires.
    let (compilation, given) = unsafe { (&mut *compilation, slice(bytes.cast::<u8>(), size)) };
    let failure = match given {
        Some(given) if compilation.code.try_reserve(size).is_ok() => {
            compilation.code.extend_from_slice(given);
            return;
        }
        Some(_) => Failure::out_of_memory("out of memory for the result of a compilation"),
        None => Failure::breach(format!("`write`: expected {size} bytes, found {bytes:p}")),
    };
    compilation.failure.get_or_insert(failure);
}

/// Adds a warning to a compilation.
///
/// # Safety
/// `compilation` must be that of the running call of `compile`, which no other thread uses now, and
/// `message` must be null or a text.
unsafe extern "C" fn warn(compilation: *mut Compilation, message: *const c_char) {
    // SAFETY: as in `write`; `message` is null or a text, as `# Safety` requires.
    let (compilation, message) = unsafe { (&mut *compilation, lossy(message)) };
    compilation.warnings.extend(message);
}

/// Reads the description of a platform.
///
/// # Errors
/// Fails if the size of the struct is not possible, if a member of a later version is set, if a
/// text is missing or not UTF-8, or if a member has a value that the header does not permit.
///
/// # Safety
/// `platform` must be null, or point to `hloom_plugin_platform` as the header describes it: with as
/// many bytes as the member `struct_size` says, and null or valid pointers in all members.
unsafe fn read(platform: *const PlatformOfC) -> Result<Definition, Failure> {
    // SAFETY: `platform` is null or has `struct_size` bytes, as `# Safety` requires.
    let of = unsafe { copy(platform) }?;
    // SAFETY: texts are null or end with a zero byte, as `# Safety` requires.
    let optional = |member: &str, text: *const c_char| unsafe { optional(member, text) };
    let required = |member: &str, text: *const c_char| {
        let missing = || Failure::breach(format!("`{member}`: expected a text, found NULL"));
        optional(member, text)?.ok_or_else(missing)
    };
    let name = required("hloom_plugin_platform.name", of.name)?;
    // SAFETY: `steps` is null or points to `step_count` steps, as `# Safety` requires.
    let steps = unsafe { slice(of.steps, of.step_count) }.ok_or_else(|| {
        Failure::breach(format!(
            "`hloom_plugin_platform.steps`: expected {} steps, found {:p}",
            of.step_count, of.steps
        ))
    })?;
    let step = |step: &StepOfC| -> Result<OwnStep, Failure> {
        Ok(OwnStep {
            level: level(&required("hloom_plugin_step.level", step.level)?)?,
            passes: required("hloom_plugin_step.passes", step.passes)?,
            reason: required("hloom_plugin_step.reason", step.reason)?,
        })
    };
    let steps = steps.iter().map(step).collect::<Result<Vec<_>, _>>()?;
    let form = match of.form {
        TEXT => Form::Text,
        BYTECODE => Form::Bytecode,
        form => {
            let expected = "`hloom_plugin_platform.form`: expected HLOOM_PLUGIN_TEXT or \
                            HLOOM_PLUGIN_BYTECODE";
            return Err(Failure::breach(format!("{expected}, found {form}")));
        }
    };
    let device_name = optional("hloom_plugin_platform.device_name", of.device_name)?;
    let definition = Definition {
        description: required("hloom_plugin_platform.description", of.description)?,
        fingerprint: optional("hloom_plugin_platform.fingerprint", of.fingerprint)?,
        device_count: of.device_count,
        device_name: device_name.unwrap_or_else(|| name.clone()),
        device_memory: Some(of.device_memory).filter(|bytes| *bytes > 0),
        device_cores: of.device_cores.max(1),
        level: level(&required("hloom_plugin_platform.level", of.level)?)?,
        form,
        base_pipeline: optional("hloom_plugin_platform.base_pipeline", of.base_pipeline)?,
        steps,
        functions: Functions::new(&of)?,
        name,
    };
    definition.checked()
}

/// Copies the members that this version knows. Members that the struct does not have are zero.
///
/// # Safety
/// `platform` must be null, or point to as many bytes as its first member, a `size_t`, says.
unsafe fn copy(platform: *const PlatformOfC) -> Result<PlatformOfC, Failure> {
    if platform.is_null() {
        return Err(Failure::breach("`add_platform`: expected a platform, found NULL"));
    }
    let (bytes, own) = (platform.cast::<u8>(), size_of::<PlatformOfC>());
    // SAFETY: `platform` is not null, as checked above, so that it has its first member.
    let size = unsafe { (&raw const (*platform).struct_size).read() };
    if !(FIRST_SIZE..=MOST_SIZE).contains(&size) {
        return Err(Failure::breach(format!(
            "`hloom_plugin_platform`: expected sizeof(hloom_plugin_platform) in `struct_size`, found \
             {size}"
        )));
    }
    // SAFETY: there are `size` bytes, as `# Safety` requires. `slice` reads those after the first
    // `own`, and none if there are no more.
    let unknown = unsafe { slice(bytes.wrapping_add(own), size.saturating_sub(own)) };
    if unknown.is_some_and(|unknown| unknown.iter().any(|byte| *byte != 0)) {
        return Err(Failure::breach(
            "`hloom_plugin_platform`: expected zero in the members that this version of hloom does \
             not know, found a member of a later version",
        ));
    }
    let mut copy = MaybeUninit::<PlatformOfC>::zeroed();
    // SAFETY: `bytes` has `size` bytes, as `# Safety` requires, and `copy` has `own` bytes.
    unsafe { ptr::copy_nonoverlapping(bytes, copy.as_mut_ptr().cast(), size.min(own)) };
    // SAFETY: zero bytes are a value of the type, and the other members come from the plugin.
    Ok(unsafe { copy.assume_init() })
}

/// Reads a text; returns `None` if it is null or empty. `member` names it in messages.
///
/// # Errors
/// Fails if the text is not UTF-8.
///
/// # Safety
/// `text` must be null, or point to bytes that end with a zero byte.
unsafe fn optional(member: &str, text: *const c_char) -> Result<Option<String>, Failure> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: `text` is not null, as checked above, so it ends with a zero byte.
    let text = unsafe { CStr::from_ptr(text) }.to_str();
    let text = text.map_err(|error| Failure::breach(format!("`{member}`: {error}")))?;
    Ok(Some(text.to_owned()).filter(|text| !text.is_empty()))
}

/// Reads a text whose bytes that are not UTF-8 become replacement characters; returns `None` if it
/// is null.
///
/// # Safety
/// `text` must be null, or point to bytes that end with a zero byte.
unsafe fn lossy(text: *const c_char) -> Option<String> {
    if text.is_null() {
        return None;
    }
    // SAFETY: `text` is not null, as checked above, so it ends with a zero byte.
    Some(unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}

/// Returns a C array as a slice, which is empty if `count` is zero. Returns `None` if there cannot
/// be `count` values: the pointer is null or not aligned, or the size exceeds the address space.
///
/// # Safety
/// `data` must be null or point to `count` values that live for `'a`, unless `count` is zero.
unsafe fn slice<'a, T>(data: *const T, count: usize) -> Option<&'a [T]> {
    if count == 0 {
        return Some(&[]);
    }
    let bytes = count.checked_mul(size_of::<T>())?;
    if data.is_null() || !data.is_aligned() || isize::try_from(bytes).is_err() {
        return None;
    }
    // SAFETY: the pointer is not null and aligned, and the size is possible, as checked above.
    // There are `count` values, as `# Safety` requires.
    Some(unsafe { std::slice::from_raw_parts(data, count) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::c_plugin::interface::ffi::{BufferOfC, OptionsOfC, ProgramOfC};
    use hloom_lowering::pipeline::Level;

    unsafe extern "C" fn compile(
        _: *mut c_void,
        _: *const ProgramOfC,
        _: *const OptionsOfC,
        _: *mut Compilation,
    ) -> Outcome {
        ptr::null_mut()
    }

    unsafe extern "C" fn load(
        _: *mut c_void,
        _: *const c_void,
        _: usize,
        _: *mut *mut c_void,
    ) -> Outcome {
        ptr::null_mut()
    }

    unsafe extern "C" fn execute(
        _: *mut c_void,
        _: *mut c_void,
        _: usize,
        _: *const BufferOfC,
        _: usize,
        _: *const BufferOfC,
        _: usize,
    ) -> Outcome {
        ptr::null_mut()
    }

    unsafe extern "C" fn unload(_: *mut c_void, _: *mut c_void) {}

    unsafe extern "C" fn allocate(
        _: *mut c_void,
        _: usize,
        _: usize,
        _: *mut *mut c_void,
    ) -> Outcome {
        ptr::null_mut()
    }

    unsafe extern "C" fn release(_: *mut c_void, _: usize, _: *mut c_void) {}

    unsafe extern "C" fn to_device(
        _: *mut c_void,
        _: usize,
        _: *const BufferOfC,
        _: *const c_void,
    ) -> Outcome {
        ptr::null_mut()
    }

    unsafe extern "C" fn to_host(
        _: *mut c_void,
        _: usize,
        _: *const BufferOfC,
        _: *mut c_void,
    ) -> Outcome {
        ptr::null_mut()
    }

    /// A step of level `linalg`.
    fn linalg() -> StepOfC {
        StepOfC {
            level: c"linalg".as_ptr(),
            passes: c"canonicalize".as_ptr(),
            reason: c"for tests".as_ptr(),
        }
    }

    /// A platform that is right.
    fn given(steps: &[StepOfC]) -> PlatformOfC {
        PlatformOfC {
            struct_size: size_of::<PlatformOfC>(),
            state: ptr::null_mut(),
            name: c"unit_2".as_ptr(),
            description: c"a unit".as_ptr(),
            fingerprint: ptr::null(),
            device_count: 1,
            device_name: ptr::null(),
            device_memory: 0,
            device_cores: 0,
            level: c"linalg".as_ptr(),
            form: BYTECODE,
            base_pipeline: c"".as_ptr(),
            steps: steps.as_ptr(),
            step_count: steps.len(),
            compile: Some(compile),
            load: Some(load),
            execute: Some(execute),
            unload: Some(unload),
            allocate: Some(allocate),
            release: Some(release),
            write: Some(to_device),
            read: Some(to_host),
        }
    }

    /// Returns the message with which a platform is refused.
    fn refusal(platform: &PlatformOfC) -> String {
        // SAFETY: all pointers are null or to texts and arrays that live until the call returns.
        let refused = unsafe { read(platform) }.expect_err("it is wrong");
        refused.into_error("p").to_string()
    }

    #[test]
    fn platforms_are_read() {
        let steps = [linalg()];
        // SAFETY: all pointers are null or to texts and arrays that live until the call returns.
        let definition = unsafe { read(&given(&steps)) }.expect("it is right");
        assert_eq!((&*definition.name, &*definition.device_name), ("unit_2", "unit_2"));
        assert_eq!((definition.level, definition.form), (Level::Linalg, Form::Bytecode));
        assert_eq!((definition.base_pipeline, definition.fingerprint), (None, None));
        assert_eq!((definition.device_memory, definition.device_cores), (None, 1));
        let own = OwnStep {
            level: Level::Linalg,
            passes: "canonicalize".to_owned(),
            reason: "for tests".to_owned(),
        };
        assert_eq!(definition.steps, [own]);
    }

    #[test]
    fn wrong_platforms_are_refused() {
        let steps = [linalg(), StepOfC { level: c"loops".as_ptr(), ..linalg() }];
        let right = || given(&steps[..1]);
        for (wrong, message) in [
            (PlatformOfC { struct_size: 8, ..right() }, "in `struct_size`, found 8"),
            (PlatformOfC { name: ptr::null(), ..right() }, ".name`: expected a text, found NULL"),
            (PlatformOfC { name: c"Unit".as_ptr(), ..right() }, "a letter first, found `Unit`"),
            (PlatformOfC { name: c"a\xff".as_ptr(), ..right() }, ".name`: invalid utf-8"),
            (PlatformOfC { level: c"hlo2".as_ptr(), ..right() }, "unknown level `hlo2`"),
            (PlatformOfC { form: 0, ..right() }, "or HLOOM_PLUGIN_BYTECODE, found 0"),
            (PlatformOfC { execute: None, ..right() }, "a function in `execute`, found NULL"),
            (PlatformOfC { steps: ptr::null(), ..right() }, "expected 1 steps, found 0x0"),
            (PlatformOfC { step_count: usize::MAX, ..right() }, "steps, found 0x"),
            (
                PlatformOfC { device_count: usize::MAX, ..right() },
                "platform `unit_2`: expected at most 65536 devices, found 18446744073709551615",
            ),
            (
                PlatformOfC { description: c"a\nb".as_ptr(), ..right() },
                "platform `unit_2`: expected a description and a device name of one line",
            ),
            (given(&steps), "step 1: expected level `linalg` or an earlier one, found `loops`"),
        ] {
            let refused = refusal(&wrong);
            assert!(refused.contains(message), "{refused}");
        }
        let empty = [StepOfC { passes: c" ".as_ptr(), ..linalg() }];
        assert!(refusal(&given(&empty)).ends_with("step 0: expected passes, found none"));
        let lines = [StepOfC { reason: c"a\nb".as_ptr(), ..linalg() }];
        assert!(refusal(&given(&lines)).ends_with("step 0: expected texts of one line"));
    }

    #[test]
    fn results_that_cannot_be_appended_are_failures() {
        let mut compilation = Compilation::default();
        // SAFETY: `compilation` is a variable, and there are as many bytes as the call says, except
        // where the pointer is null or the size is impossible.
        unsafe {
            write(&raw mut compilation, c"code".as_ptr().cast(), 4);
            write(&raw mut compilation, ptr::null(), 0);
            assert_eq!(compilation.failure, None);
            write(&raw mut compilation, ptr::null(), 5);
            write(&raw mut compilation, c"code".as_ptr().cast(), usize::MAX);
        }
        assert_eq!(compilation.code, b"code");
        let failure = Failure::breach("`write`: expected 5 bytes, found 0x0");
        assert_eq!(compilation.failure, Some(failure));
    }

    #[test]
    fn structs_of_later_versions_are_read() {
        #[repr(C)]
        struct Later {
            known: PlatformOfC,
            more: usize,
        }
        let mut later = Later { known: given(&[]), more: 0 };
        later.known.struct_size = size_of::<Later>();
        let read = |later: &Later| {
            // SAFETY: `later` has as many bytes as its first member says.
            unsafe { super::read(ptr::from_ref(later).cast()) }.map(drop)
        };
        assert_eq!(read(&later), Ok(()));
        later.more = 1;
        let refused = read(&later).expect_err("the member is set").into_error("p").to_string();
        assert!(refused.ends_with("found a member of a later version"), "{refused}");
    }
}
