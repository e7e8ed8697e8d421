// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Safe types for the values that cross the C interface: pointers to objects, strings and lists.
//!
//! Argument structs consist of these types and plain numbers. Values of these types have two
//! sources. Constructors such as [`Handle::to`] create them from Rust references, whose referents
//! must outlive the use by the other side. All other values come from C code, which satisfies the
//! requirements of `pjrt_c_api.h`: pointers are null or valid for the call, and pointers to objects
//! are valid until the object is destroyed. The `SAFETY` comments below call these the *promises of
//! the C caller*.

use crate::Misuse;
use std::any::type_name;
use std::ffi::{c_char, c_void};
use std::mem::{offset_of, size_of};
use std::ptr;

/// A type whose objects this side of the interface (the plugin or its caller) owns or passes as
/// structs. Objects of the other side are opaque, and their types do not implement this trait.
pub trait Object {}

/// A pointer to an object, or null.
#[repr(transparent)]
#[derive(Debug)]
pub struct Handle<T>(*mut T);

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Handle<T> {}

// SAFETY: `get` and `get_if_any` return shared references only, and `&T` is `Send` for `T: Sync`.
unsafe impl<T: Sync> Send for Handle<T> {}
// SAFETY: `get` and `get_if_any` return shared references only, and `&T` is `Sync` for `T: Sync`.
unsafe impl<T: Sync> Sync for Handle<T> {}

impl<T> Handle<T> {
    /// Returns a null handle.
    pub const fn none() -> Self {
        Self(ptr::null_mut())
    }

    /// Returns a handle to an object. The object must outlive the use of the handle by the other
    /// side.
    pub fn to(object: &T) -> Self {
        Self(ptr::from_ref(object).cast_mut())
    }

    /// Returns true if the pointer is null.
    pub fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// Wraps a pointer that [`Handle::into_raw`] returned.
    pub fn from_raw(pointer: *mut T) -> Self {
        Self(pointer)
    }

    /// Returns the pointer to the object, or null.
    pub fn into_raw(self) -> *mut T {
        self.0
    }
}

impl<T: Object> Handle<T> {
    /// Moves an object to the heap and returns a handle to it. [`Handle::take`] moves the object
    /// back and frees the memory.
    pub fn give(object: T) -> Self {
        Self(Box::into_raw(Box::new(object)))
    }

    /// Returns a reference to the object.
    ///
    /// # Errors
    /// Fails if the pointer is null.
    pub fn get(&self) -> Result<&T, Misuse> {
        self.get_if_any().ok_or_else(|| {
            let name = type_name::<T>().rsplit("::").next().unwrap_or_default();
            Misuse(format!("expected a pointer to {name}, found null"))
        })
    }

    /// Returns a reference to the object, or `None` if the pointer is null.
    pub fn get_if_any(&self) -> Option<&T> {
        // SAFETY: the pointer is null or points to a live object: by the promises of the C caller
        // (see the header of this file), or by `to` and `give`.
        unsafe { self.0.as_ref() }
    }

    /// Takes back an object that [`Handle::give`] moved to the heap. Returns `None` if the pointer
    /// is null.
    pub fn take(self) -> Option<T> {
        // SAFETY: by the promises of the C caller, destroy functions get objects that this library
        // created with `give`, and get each object once.
        (!self.0.is_null()).then(|| *unsafe { Box::from_raw(self.0) })
    }
}

/// A string or a byte sequence: a pointer and a size, without a terminating zero.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Text {
    data: *const c_char,
    size: usize,
}

impl Text {
    /// Refers to bytes, which must outlive the use by the other side.
    pub fn of(bytes: &(impl AsRef<[u8]> + ?Sized)) -> Self {
        let bytes = bytes.as_ref();
        Self { data: bytes.as_ptr().cast(), size: bytes.len() }
    }

    /// Returns the bytes; empty if the pointer is null.
    pub fn bytes(&self) -> &[u8] {
        if self.data.is_null() {
            return &[];
        }
        // SAFETY: the pointer is not null, so it points to `size` bytes: by the promises of the C
        // caller, or by `of`.
        unsafe { std::slice::from_raw_parts(self.data.cast(), self.size) }
    }

    /// Sets the size of the string, and writes the bytes if the caller passed memory for them.
    ///
    /// # Errors
    /// Fails if the memory of the caller is too small.
    pub fn fill(&mut self, bytes: &[u8]) -> Result<(), Misuse> {
        if !self.data.is_null() {
            if self.size < bytes.len() {
                return Err(Misuse(format!(
                    "expected memory of at least {} bytes, found {}",
                    bytes.len(),
                    self.size
                )));
            }
            HostMemory(self.data.cast_mut().cast()).write(0, bytes);
        }
        self.size = bytes.len();
        Ok(())
    }

    /// Returns the bytes as a string, with replacement characters for invalid UTF-8.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(self.bytes()).into_owned()
    }
}

/// A pointer to a struct of the caller, which a handler fills.
#[repr(transparent)]
#[derive(Debug)]
pub struct Output<T>(*mut T);

impl<T> Output<T> {
    /// Returns the struct of the caller.
    ///
    /// # Errors
    /// Fails if the pointer is null.
    pub fn get(&mut self) -> Result<&mut T, Misuse> {
        // SAFETY: by the promises of the C caller, the pointer is null or points to a struct that
        // nobody else uses during the call.
        let found = unsafe { self.0.as_mut() };
        found.ok_or_else(|| Misuse("expected a pointer to a struct, found null".to_owned()))
    }
}

/// A pointer to a string whose size is stored separately.
#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
pub struct TextPointer(*const c_char);

// SAFETY: the strings are in a `TextList`, which never changes them.
unsafe impl Send for TextPointer {}
// SAFETY: the strings are in a `TextList`, which never changes them.
unsafe impl Sync for TextPointer {}

/// Strings in the form of the interface: an array of pointers and an array of sizes.
#[derive(Debug)]
pub struct TextList {
    starts: Vec<TextPointer>,
    sizes: Vec<usize>,
    /// The strings that `starts` points to. Their bytes do not move when this struct moves.
    _texts: Vec<Vec<u8>>,
}

impl TextList {
    /// Creates a list of strings.
    pub fn of(texts: Vec<Vec<u8>>) -> Self {
        let starts = texts.iter().map(|text| TextPointer(text.as_ptr().cast())).collect();
        Self { starts, sizes: texts.iter().map(Vec::len).collect(), _texts: texts }
    }

    /// Returns the number of strings.
    pub fn count(&self) -> usize {
        self.sizes.len()
    }

    /// Returns pointers to the array of string pointers and to the array of sizes. The pointers are
    /// valid as long as this list.
    pub fn pointers(&self) -> (*const TextPointer, *const usize) {
        (self.starts.as_ptr(), self.sizes.as_ptr())
    }
}

/// A list: a pointer to values, followed by their number.
#[repr(C)]
#[derive(Debug)]
pub struct List<T> {
    data: *const T,
    count: usize,
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<T> {}

impl<T> List<T> {
    /// Refers to values, which must outlive the use by the other side.
    pub fn of(values: &[T]) -> Self {
        Self { data: values.as_ptr(), count: values.len() }
    }

    /// Returns the values of the list.
    pub fn get(&self) -> &[T] {
        self.data.values(self.count)
    }
}

/// A list with the fields of [`List`] in the other order: the number of values, followed by a
/// pointer to them.
#[repr(C)]
#[derive(Debug)]
pub struct CountedList<T> {
    count: usize,
    data: *const T,
}

impl<T> CountedList<T> {
    /// Refers to values, which must outlive the use by the other side.
    pub fn of(values: &[T]) -> Self {
        Self { data: values.as_ptr(), count: values.len() }
    }
}

/// A pointer to values whose number is stored separately.
pub trait Values<T> {
    /// Returns the `count` values that the pointer refers to; empty if the pointer is null.
    fn values(&self, count: usize) -> &[T];
}

impl<T> Values<T> for *const T {
    fn values(&self, count: usize) -> &[T] {
        if self.is_null() || count == 0 {
            return &[];
        }
        // SAFETY: the pointer is not null, so it points to `count` values: by the promises of the C
        // caller, or by the constructors in this file.
        unsafe { std::slice::from_raw_parts(*self, count) }
    }
}

/// A pointer to the caller's memory for an array of outputs.
#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
pub struct OutputArray<T>(*mut T);

impl<T> OutputArray<T> {
    /// Returns a null pointer, which means that the caller does not request these outputs.
    pub const fn none() -> Self {
        Self(ptr::null_mut())
    }

    /// Refers to memory, which must outlive the use by the other side.
    pub fn to(results: &mut [T]) -> Self {
        Self(results.as_mut_ptr())
    }

    /// Returns true if the pointer is null.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Writes a value at an index of the caller's array.
    pub fn set(self, index: usize, value: T) {
        // SAFETY: by the promises of the C caller, the array has room for every result of the call.
        unsafe { self.0.add(index).write(value) };
    }
}

/// A pointer to memory of the caller whose size is stored separately.
#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
pub struct HostMemory(*mut c_void);

// SAFETY: by the promises of the C caller, the memory stays valid on all threads until the event
// or the deletion callback of the call.
unsafe impl Send for HostMemory {}
// SAFETY: `bytes` only reads, and only one task of a call writes with `write`.
unsafe impl Sync for HostMemory {}

impl HostMemory {
    /// Refers to bytes, which must outlive the use by the other side. The other side only reads
    /// them.
    pub fn of(bytes: &[u8]) -> Self {
        Self(bytes.as_ptr().cast_mut().cast())
    }

    /// Refers to bytes, which must outlive the use by the other side. The other side may write
    /// them.
    pub fn to(bytes: &mut [u8]) -> Self {
        Self(bytes.as_mut_ptr().cast())
    }

    /// Returns true if the pointer is null.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Returns the pointer to the memory.
    pub fn pointer(self) -> *mut c_void {
        self.0
    }

    /// Returns the `size` bytes from the byte offset `offset` on.
    pub fn bytes(&self, offset: isize, size: usize) -> &[u8] {
        if size == 0 {
            return &[];
        }
        // SAFETY: `offset` and `size` come from the dimensions and strides of the C caller, who
        // promises that the memory has all of these bytes.
        unsafe { std::slice::from_raw_parts(self.0.cast::<u8>().offset(offset), size) }
    }

    /// Writes bytes from a byte offset on.
    pub fn write(self, offset: isize, bytes: &[u8]) {
        // SAFETY: `fill` and the handlers check the bytes against the size that the C caller
        // passed. The caller promises that the memory has this size, and that nobody else uses it
        // before the event of the call.
        unsafe {
            ptr::copy_nonoverlapping(
                bytes.as_ptr(),
                self.0.cast::<u8>().offset(offset),
                bytes.len(),
            );
        }
    }
}

/// Bytes that the plugin returns to the caller. They live until the caller calls `deleter` with
/// `keeper`.
#[repr(C)]
#[derive(Debug)]
pub struct OwnedBytes {
    bytes: Text,
    keeper: *mut Vec<u8>,
    deleter: Option<unsafe extern "C" fn(*mut Vec<u8>)>,
}

impl Object for Vec<u8> {}

impl OwnedBytes {
    /// Creates an output that owns the bytes.
    pub fn of(bytes: Vec<u8>) -> Self {
        unsafe extern "C" fn delete(keeper: *mut Vec<u8>) {
            drop(Handle(keeper).take());
        }
        // The bytes do not move when their vector moves to the heap.
        let text = Text::of(&bytes);
        Self { bytes: text, keeper: Handle::give(bytes).0, deleter: Some(delete) }
    }
}

/// An option or a property: a name and a value (`PJRT_NamedValue`).
#[repr(C)]
#[derive(Clone, Copy)]
pub struct NamedValue {
    struct_size: usize,
    extension_start: *mut c_void,
    name: Text,
    kind: i32,
    value: NamedUnion,
    value_size: usize,
}

// SAFETY: nothing writes through the pointers, and their targets do not change while they are used.
unsafe impl Send for NamedValue {}
// SAFETY: nothing writes through the pointers, and their targets do not change while they are used.
unsafe impl Sync for NamedValue {}

#[repr(C)]
#[derive(Clone, Copy)]
union NamedUnion {
    text: *const c_char,
    integer: i64,
    integers: *const i64,
    float: f32,
    truth: CBool,
}

/// A C `bool` as a byte. An output field may hold any byte before the call, which would be
/// undefined behavior for Rust's `bool`.
#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
pub struct CBool(u8);

impl CBool {
    /// Returns true unless the byte is zero.
    pub fn get(self) -> bool {
        self.0 != 0
    }
}

impl From<bool> for CBool {
    fn from(truth: bool) -> Self {
        Self(u8::from(truth))
    }
}

/// The value of a [`NamedValue`].
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Text(String),
    Integer(i64),
    Integers(Vec<i64>),
    Float(f32),
    Truth(bool),
}

impl NamedValue {
    /// Refers to a name and a value, which must outlive the use by the other side.
    pub fn of(name: &str, value: &Value) -> Self {
        let (kind, union, value_size) = match value {
            Value::Text(text) => (0, NamedUnion { text: text.as_ptr().cast() }, text.len()),
            Value::Integer(integer) => (1, NamedUnion { integer: *integer }, 1),
            Value::Integers(all) => (2, NamedUnion { integers: all.as_ptr() }, all.len()),
            Value::Float(float) => (3, NamedUnion { float: *float }, 1),
            Value::Truth(truth) => (4, NamedUnion { truth: (*truth).into() }, 1),
        };
        Self {
            struct_size: offset_of!(Self, value_size) + size_of::<usize>(),
            extension_start: ptr::null_mut(),
            name: Text::of(name),
            kind,
            value: union,
            value_size,
        }
    }

    /// Returns the name as a string.
    pub fn name(&self) -> String {
        self.name.text()
    }

    /// Returns the value, or `None` if its type is unknown.
    pub fn value(&self) -> Option<Value> {
        // SAFETY: `kind` selects the initialized field of the union, by `of` or by the promises of
        // the C caller. The pointers are valid for `value_size` elements for the same reason.
        unsafe {
            Some(match self.kind {
                0 => Value::Text(Text { data: self.value.text, size: self.value_size }.text()),
                1 => Value::Integer(self.value.integer),
                2 => Value::Integers(self.value.integers.values(self.value_size).to_vec()),
                3 => Value::Float(self.value.float),
                4 => Value::Truth(self.value.truth.get()),
                _ => return None,
            })
        }
    }
}
