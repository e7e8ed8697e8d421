// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What crosses the C interface: pointers to our objects, texts, lists, callbacks.
//!
//! The structs of arguments are made of these types alone. They come from C only, through
//! [`call`](crate::c_api::entry::call), and its caller promises what the interface asks of it: that pointers are null or
//! valid for as long as the call, or for objects until they are destroyed.

use crate::c_api::objects::Error;
use crate::failure::Failure;
use std::any::type_name;
use std::ffi::{c_char, c_void};
use std::mem::{offset_of, size_of};
use std::ptr;

/// A pointer to an object of ours, or null.
#[repr(transparent)]
#[derive(Debug)]
pub struct Handle<T>(*mut T);

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Handle<T> {}

// SAFETY: a handle gives out no more than a reference would.
unsafe impl<T: Sync> Send for Handle<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Handle<T> {}

impl<T> Handle<T> {
    /// A pointer to nothing.
    pub const fn none() -> Self {
        Self(ptr::null_mut())
    }

    /// A pointer to an object that outlives its use by the caller.
    pub fn to(object: &T) -> Self {
        Self(ptr::from_ref(object).cast_mut())
    }

    /// Gives an object away, until [`Handle::take`].
    pub fn give(object: T) -> Self {
        Self(Box::into_raw(Box::new(object)))
    }

    /// The object.
    ///
    /// # Errors
    /// If the pointer is null.
    pub fn get(&self) -> Result<&T, Failure> {
        self.get_if_any().ok_or_else(|| {
            let name = type_name::<T>().rsplit("::").next().unwrap_or_default();
            Failure::invalid(format!("a pointer to {name} is null"))
        })
    }

    /// The object, unless the pointer is null.
    pub fn get_if_any(&self) -> Option<&T> {
        // SAFETY: by the promise of the caller, see above.
        unsafe { self.0.as_ref() }
    }

    /// A pointer that [`Handle::into_raw`] gave.
    pub fn from_raw(pointer: *mut T) -> Self {
        Self(pointer)
    }

    /// The pointer itself.
    pub fn into_raw(self) -> *mut T {
        self.0
    }

    /// Takes back an object that was given away; null is nothing.
    pub fn take(self) -> Option<T> {
        // SAFETY: by the promise of the caller it is one that was given away, and destroyed once.
        (!self.0.is_null()).then(|| *unsafe { Box::from_raw(self.0) })
    }
}

/// A text or bytes, which need not end with a zero.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Text {
    data: *const c_char,
    size: usize,
}

impl Text {
    /// Bytes that outlive their use by the caller.
    pub fn of(bytes: &(impl AsRef<[u8]> + ?Sized)) -> Self {
        let bytes = bytes.as_ref();
        Self { data: bytes.as_ptr().cast(), size: bytes.len() }
    }

    /// The bytes; none if the pointer is null.
    pub fn bytes(&self) -> &[u8] {
        if self.data.is_null() {
            return &[];
        }
        // SAFETY: by the promise of the caller, see above.
        unsafe { std::slice::from_raw_parts(self.data.cast(), self.size) }
    }

    /// Says how many bytes there are, and writes them if there is a place for them.
    ///
    /// # Errors
    /// If the place is too small.
    pub fn fill(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        if !self.data.is_null() {
            if self.size < bytes.len() {
                return Err(Failure::invalid(format!(
                    "{} bytes are no room for {}",
                    self.size,
                    bytes.len()
                )));
            }
            HostMemory(self.data.cast_mut().cast()).write(0, bytes);
        }
        self.size = bytes.len();
        Ok(())
    }

    /// The bytes as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(self.bytes()).into_owned()
    }
}

/// A struct of the caller's that is to be filled.
#[repr(transparent)]
#[derive(Debug)]
pub struct Output<T>(*mut T);

impl<T> Output<T> {
    /// The struct.
    ///
    /// # Errors
    /// If the pointer is null.
    pub fn get(&mut self) -> Result<&mut T, Failure> {
        // SAFETY: by the promise of the caller, see above.
        unsafe { self.0.as_mut() }.ok_or_else(|| Failure::invalid("a pointer to a struct is null"))
    }
}

/// Where a text begins, whose size is elsewhere.
#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
pub struct TextPointer(*const c_char);

// SAFETY: the text is constant.
unsafe impl Send for TextPointer {}
// SAFETY: as above.
unsafe impl Sync for TextPointer {}

/// Texts or bytes as C takes them: where each begins, and how long each is.
#[derive(Debug)]
pub struct TextList {
    starts: Vec<TextPointer>,
    sizes: Vec<usize>,
    /// What the pointers point to; it stays where it is when this moves.
    _texts: Vec<Vec<u8>>,
}

impl TextList {
    /// A list of texts.
    pub fn of(texts: Vec<Vec<u8>>) -> Self {
        let starts = texts.iter().map(|text| TextPointer(text.as_ptr().cast())).collect();
        Self { starts, sizes: texts.iter().map(Vec::len).collect(), _texts: texts }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.sizes.len()
    }

    /// Where the starts and the sizes are, for as long as the list is there.
    pub fn pointers(&self) -> (*const TextPointer, *const usize) {
        (self.starts.as_ptr(), self.sizes.as_ptr())
    }
}

/// A list of values.
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
    /// Values that outlive their use by the caller.
    pub fn of(values: &[T]) -> Self {
        Self { data: values.as_ptr(), count: values.len() }
    }

    /// The values.
    pub fn get(&self) -> &[T] {
        self.data.values(self.count)
    }
}

/// The same with the count first.
#[repr(C)]
#[derive(Debug)]
pub struct CountedList<T> {
    count: usize,
    data: *const T,
}

impl<T> CountedList<T> {
    /// Values that outlive their use by the caller.
    pub fn of(values: &[T]) -> Self {
        Self { data: values.as_ptr(), count: values.len() }
    }
}

/// Values whose number is elsewhere.
pub trait Values<T> {
    /// So many of them; none if the pointer is null.
    fn values(&self, count: usize) -> &[T];
}

impl<T> Values<T> for *const T {
    fn values(&self, count: usize) -> &[T] {
        if self.is_null() || count == 0 {
            return &[];
        }
        // SAFETY: by the promise of the caller, see above.
        unsafe { std::slice::from_raw_parts(*self, count) }
    }
}

/// Places for values of ours.
#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
pub struct Places<T>(*mut T);

impl<T> Places<T> {
    /// Whether there are any.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Writes a value.
    pub fn set(self, index: usize, value: T) {
        // SAFETY: by the promise of the caller there are as many places as values.
        unsafe { self.0.add(index).write(value) };
    }
}

/// Memory of the caller's.
#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
pub struct HostMemory(*mut c_void);

// SAFETY: the caller keeps it until the event of the call that it is for.
unsafe impl Send for HostMemory {}
// SAFETY: as above; it is only read by several threads.
unsafe impl Sync for HostMemory {}

impl HostMemory {
    /// Whether there is none.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// So many bytes from some offset on, to be read.
    pub fn bytes(&self, offset: isize, size: usize) -> &[u8] {
        if size == 0 {
            return &[];
        }
        // SAFETY: by the promise of the caller, whose strides and sizes these are.
        unsafe { std::slice::from_raw_parts(self.0.cast::<u8>().offset(offset), size) }
    }

    /// Writes bytes at some offset.
    pub fn write(self, offset: isize, bytes: &[u8]) {
        // SAFETY: as above; nobody else uses the memory before the event of the call.
        unsafe {
            ptr::copy_nonoverlapping(
                bytes.as_ptr(),
                self.0.cast::<u8>().offset(offset),
                bytes.len(),
            );
        }
    }
}

/// Bytes that are kept for the caller until it calls the deleter with their keeper.
#[repr(C)]
#[derive(Debug)]
pub struct KeptBytes {
    bytes: Text,
    keeper: *mut Vec<u8>,
    deleter: Option<unsafe extern "C" fn(*mut Vec<u8>)>,
}

impl KeptBytes {
    /// Keeps bytes.
    pub fn of(bytes: Vec<u8>) -> Self {
        unsafe extern "C" fn delete(keeper: *mut Vec<u8>) {
            drop(Handle(keeper).take());
        }
        // The bytes stay where they are when their vector moves.
        let text = Text::of(&bytes);
        Self { bytes: text, keeper: Handle::give(bytes).0, deleter: Some(delete) }
    }
}

/// A name and a value of it.
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

// SAFETY: what it points to is not changed.
unsafe impl Send for NamedValue {}
// SAFETY: as above.
unsafe impl Sync for NamedValue {}

#[repr(C)]
#[derive(Clone, Copy)]
union NamedUnion {
    text: *const c_char,
    integer: i64,
    integers: *const i64,
    float: f32,
    truth: Truth,
}

/// A truth value; one that C is yet to set may be any byte.
#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
pub struct Truth(u8);

impl From<bool> for Truth {
    fn from(truth: bool) -> Self {
        Self(u8::from(truth))
    }
}

/// A value of one of the types there are.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Text(String),
    Integer(i64),
    Integers(Vec<i64>),
    Float(f32),
    Truth(bool),
}

impl NamedValue {
    /// A value that outlives its use by the caller, as does its name.
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

    /// The name.
    pub fn name(&self) -> String {
        self.name.text()
    }

    /// The value, if it is of a type there is.
    pub fn value(&self) -> Option<Value> {
        // SAFETY: `kind` says which of them it is; its pointers are the caller's promise.
        unsafe {
            Some(match self.kind {
                0 => Value::Text(Text { data: self.value.text, size: self.value_size }.text()),
                1 => Value::Integer(self.value.integer),
                2 => Value::Integers(self.value.integers.values(self.value_size).to_vec()),
                3 => Value::Float(self.value.float),
                4 => Value::Truth(self.value.truth.0 != 0),
                _ => return None,
            })
        }
    }
}

/// Who is called when something has happened, with what they want to be told.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ReadyCallback {
    function: Option<unsafe extern "C" fn(*mut Error, *mut c_void)>,
    argument: *mut c_void,
}

// SAFETY: the interface calls it from any thread.
unsafe impl Send for ReadyCallback {}

impl ReadyCallback {
    /// Calls it; it owns the error.
    pub fn call(self, outcome: Result<(), Failure>) {
        let error = outcome.err().map_or(ptr::null_mut(), |failure| failure.into_handle().0);
        if let Some(function) = self.function {
            // SAFETY: by the promise of the caller, who registered both.
            unsafe { function(error, self.argument) };
        }
    }
}

/// Who is shown what else is known of an error.
pub type PayloadVisitor =
    unsafe extern "C" fn(*const c_char, usize, *const c_char, usize, *mut c_void);

/// Who is told that a buffer is not used any more.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct DeleteCallback {
    function: Option<unsafe extern "C" fn(*mut c_void, *mut c_void)>,
    argument: *mut c_void,
}

// SAFETY: the interface calls it from any thread.
unsafe impl Send for DeleteCallback {}
// SAFETY: it is only called when it is owned.
unsafe impl Sync for DeleteCallback {}

impl DeleteCallback {
    /// Calls it with the memory.
    pub fn call(self, memory: HostMemory) {
        if let Some(function) = self.function {
            // SAFETY: by the promise of the caller, who registered both.
            unsafe { function(memory.0, self.argument) };
        }
    }
}

/// Deletes an object that is none.
pub unsafe extern "C" fn delete_nothing(_: *mut c_void) {}

/// A function that deletes an object.
pub type Deleter = unsafe extern "C" fn(*mut c_void);
