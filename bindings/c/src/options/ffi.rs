// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom_options`, as C has it.
//!
//! The struct may be that of an older or a newer header. An older one has fewer members; the others
//! are zero. A newer one is accepted if the members that this version does not know are zero.

use super::Options;
use crate::Failure;
use crate::pointers::ffi::{slice, text, without_zeros};
use std::ffi::{c_char, c_void};
use std::mem::{MaybeUninit, offset_of};
use std::path::PathBuf;
use std::ptr;

/// `hloom_warning_handler`.
type Handler = unsafe extern "C" fn(*const c_char, *mut c_void);

/// `hloom_sizes`.
#[repr(C)]
pub struct SizesOfC {
    sizes: *const i64,
    rank: usize,
}

/// `hloom_options`. All members are integers, pointers, or a function pointer that may be null, so
/// that zero bytes are a value of this type.
#[repr(C)]
pub struct OptionsOfC {
    struct_size: usize,
    warning_handler: Option<Handler>,
    warning_context: *mut c_void,
    start_at: *const c_char,
    pipeline_file: *const c_char,
    schedules: *const *const c_char,
    schedule_count: usize,
    entry: *const c_char,
    pass_pipeline: *const c_char,
    argument_sizes: *const SizesOfC,
    argument_count: usize,
    dump_dir: *const c_char,
    cache_dir: *const c_char,
    memory_budget: u64,
    device: usize,
    threads: usize,
    reproducible: i32,
    device_only: i32,
    argument_values: *const *const i64,
    argument_value_count: usize,
}

/// The size of the struct in the first version of the header, which ended with `device_only`. A
/// struct is never smaller.
const FIRST_SIZE: usize = offset_of!(OptionsOfC, argument_values);

/// The maximum size of the struct of a later version. A larger one was not initialized.
const MOST_SIZE: usize = 4096;

/// The function of the caller that receives warnings.
pub struct Receiver {
    handler: Option<Handler>,
    context: *mut c_void,
}

impl Receiver {
    /// Passes warnings to the caller's function.
    ///
    /// # Safety
    /// The options from which the receiver was read must still be valid, as they are until the
    /// function of the interface returns.
    pub unsafe fn receive(&self, warnings: Vec<String>) {
        let Some(handler) = self.handler else { return };
        for warning in warnings {
            let message = without_zeros(warning);
            // SAFETY: the header requires a function that takes a text and this context; the text
            // lives until the function returns.
            unsafe { handler(message.as_ptr(), self.context) };
        }
    }
}

/// Reads the options and the receiver of warnings.
///
/// # Errors
/// Fails if the size of the struct is not possible, if a member of a later version is set, or if a
/// size of an argument is negative.
///
/// # Safety
/// `options` must be null, or point to `hloom_options` as the header describes them: with as many
/// bytes as the member `struct_size` says, and valid pointers in all members.
pub unsafe fn read(options: *const OptionsOfC) -> Result<(Options, Receiver), Failure> {
    // SAFETY: `options` is null or has `struct_size` bytes, as `# Safety` requires.
    let given = unsafe { copy(options) }?;
    // SAFETY: texts are null or end with a zero byte, as `# Safety` requires; `optional` checks null.
    let text_of = |member| unsafe { optional(member) };
    // SAFETY: the header requires `schedule_count` pointers, unless the count is zero.
    let schedules = unsafe { slice(given.schedules, given.schedule_count) };
    // SAFETY: the header requires `argument_count` sizes, unless the count is zero.
    let sizes = unsafe { slice(given.argument_sizes, given.argument_count) };
    let sizes = sizes.iter().enumerate().map(|(index, of)| {
        // SAFETY: the header requires `rank` sizes, unless the rank is zero.
        dims(index, unsafe { slice(of.sizes, of.rank) })
    });
    // SAFETY: the header requires `argument_value_count` pointers, unless the count is zero.
    let values = unsafe { slice(given.argument_values, given.argument_value_count) };
    // SAFETY: the header requires each pointer to be null or to point to a value.
    let values = values.iter().map(|value| unsafe { (*value).as_ref() }.copied());
    let options = Options {
        start_at: text_of(given.start_at),
        pipeline_file: text_of(given.pipeline_file),
        schedules: schedules.iter().filter_map(|path| text_of(*path)).map(PathBuf::from).collect(),
        entry: text_of(given.entry),
        pass_pipeline: text_of(given.pass_pipeline),
        argument_sizes: sizes.collect::<Result<_, _>>()?,
        argument_values: values.collect(),
        dump_dir: text_of(given.dump_dir).map(PathBuf::from),
        cache_dir: text_of(given.cache_dir).map(PathBuf::from),
        memory_budget: Some(given.memory_budget).filter(|bytes| *bytes > 0),
        device: given.device,
        threads: Some(given.threads).filter(|count| *count > 0),
        reproducible: given.reproducible != 0,
        device_only: given.device_only != 0,
    };
    let receiver = Receiver { handler: given.warning_handler, context: given.warning_context };
    Ok((options, receiver))
}

/// Copies the members that this version knows. Members that the struct does not have are zero.
///
/// # Safety
/// `options` must be null, or point to as many bytes as its first member, a `size_t`, says.
unsafe fn copy(options: *const OptionsOfC) -> Result<OptionsOfC, Failure> {
    let mut copy = MaybeUninit::<OptionsOfC>::zeroed();
    if options.is_null() {
        // SAFETY: zero bytes are a value of the type, see `OptionsOfC`.
        return Ok(unsafe { copy.assume_init() });
    }
    let (bytes, own) = (options.cast::<u8>(), size_of::<OptionsOfC>());
    // SAFETY: `options` is not null, as checked above, so that it has its first member.
    let size = unsafe { (&raw const (*options).struct_size).read() };
    if !(FIRST_SIZE..=MOST_SIZE).contains(&size) {
        return Err(Failure::Message(format!(
            "`hloom_options`: expected sizeof(hloom_options) in `struct_size`, found {size}"
        )));
    }
    // SAFETY: there are `size` bytes, as `# Safety` requires. `slice` reads those after the first `own`,
    // and none if there are no more.
    let unknown = unsafe { slice(bytes.wrapping_add(own), size.saturating_sub(own)) };
    if unknown.iter().any(|byte| *byte != 0) {
        return Err(Failure::Message(
            "`hloom_options`: expected zero in the members that this version of the library does \
             not know, found an option of a later version"
                .to_owned(),
        ));
    }
    // SAFETY: `bytes` has `size` bytes, as `# Safety` requires, and `copy` has `own` bytes.
    unsafe { ptr::copy_nonoverlapping(bytes, copy.as_mut_ptr().cast(), size.min(own)) };
    // SAFETY: the members come from the caller, or are zero.
    Ok(unsafe { copy.assume_init() })
}

/// Returns a text, or `None` if it is null or empty.
///
/// # Safety
/// `member` must be null, or point to bytes that end with a zero byte.
unsafe fn optional(member: *const c_char) -> Option<String> {
    if member.is_null() {
        return None;
    }
    // SAFETY: `member` is not null, as checked above, so it ends with a zero byte.
    Some(unsafe { text(member) }).filter(|text| !text.is_empty())
}

/// Returns the sizes of an argument, or `None` if it has none.
fn dims(index: usize, sizes: &[i64]) -> Result<Option<Vec<usize>>, Failure> {
    let size = |size: &i64| {
        usize::try_from(*size).map_err(|_| {
            Failure::Message(format!(
                "`argument_sizes[{index}]`: expected sizes of at least 0, found {size}"
            ))
        })
    };
    let dims: Vec<_> = sizes.iter().map(size).collect::<Result<_, _>>()?;
    Ok(Some(dims).filter(|dims| !dims.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given() -> OptionsOfC {
        // SAFETY: the pointer is null.
        let mut given = unsafe { copy(ptr::null()) }.expect("no options");
        given.struct_size = FIRST_SIZE;
        given
    }

    /// The options of a header with one more member.
    #[repr(C)]
    struct Later {
        known: OptionsOfC,
        more: usize,
    }

    #[test]
    fn structs_of_other_versions_are_read() {
        let mut later = Later { known: given(), more: 0 };
        later.known.struct_size = size_of::<Later>();
        later.known.threads = 3;
        let read = |later: &Later| {
            // SAFETY: `later` has as many bytes as its first member says.
            unsafe { super::read(ptr::from_ref(later).cast()) }.map(|(options, _)| options)
        };
        let options = read(&later).expect("the member is zero");
        assert_eq!(options, Options { threads: Some(3), ..Options::default() });
        later.more = 1;
        let refusal = read(&later).expect_err("the member is set").to_string();
        assert!(refusal.contains("an option of a later version"), "{refusal}");
        later.known.struct_size = 8;
        let refusal = read(&later).expect_err("a size of no version").to_string();
        assert!(refusal.ends_with("in `struct_size`, found 8"), "{refusal}");
        later.known.struct_size = usize::MAX;
        let refusal = read(&later).expect_err("a size without meaning").to_string();
        assert!(refusal.contains("in `struct_size`, found 1844674"), "{refusal}");
    }

    #[test]
    fn members_after_the_end_of_an_older_struct_are_not_read() {
        let value = 3;
        let values = [ptr::from_ref(&value), ptr::null()];
        let mut given = given();
        given.argument_values = values.as_ptr();
        given.argument_value_count = values.len();
        // SAFETY: the struct has more bytes than `struct_size` says, and the pointers are those of
        // arrays of this function.
        let (older, _) = unsafe { read(&given) }.expect("the first version");
        assert_eq!(older, Options::default());
        given.struct_size = size_of::<OptionsOfC>();
        // SAFETY: the pointers are those of arrays of this function.
        let (own, _) = unsafe { read(&given) }.expect("this version");
        assert_eq!(own.argument_values, [Some(3), None]);
    }

    #[test]
    fn sizes_are_not_negative() {
        let sizes = [3, -1];
        let arguments = [
            SizesOfC { sizes: ptr::null(), rank: 0 },
            SizesOfC { sizes: sizes.as_ptr(), rank: 1 },
            SizesOfC { sizes: sizes.as_ptr(), rank: 2 },
        ];
        let mut given = given();
        given.argument_sizes = arguments.as_ptr();
        given.argument_count = 2;
        // SAFETY: the pointers are those of arrays of this function with these lengths.
        let (options, _) = unsafe { read(&given) }.expect("one size");
        assert_eq!(options.argument_sizes, [None, Some(vec![3])]);
        given.argument_count = 3;
        // SAFETY: the pointers are those of arrays of this function with these lengths.
        let refusal = unsafe { read(&given) }.err().expect("a negative size").to_string();
        assert_eq!(refusal, "`argument_sizes[2]`: expected sizes of at least 0, found -1");
    }
}
