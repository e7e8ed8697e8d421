// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The calls of this crate to MLIR's C API and to the C++ glue.
//!
//! Only the files named `ffi.rs` contain `unsafe`. The functions take and return melior's safe
//! types. A null result of a C function becomes `None`. The file `dense/ffi.rs` contains the calls
//! for dense attributes, and `forward/ffi.rs` contains the functions that the glue calls.

use melior::{
    Context,
    dialect::DialectRegistry,
    ir::{
        Attribute, AttributeLike, Identifier, Location, Module, Type, TypeLike, Value, ValueLike,
        attribute::StringAttribute,
        operation::{OperationLike, OperationRef},
    },
};
use mlir_sys::{MlirAttribute, MlirContext, MlirDialectRegistry, MlirModule, MlirStringRef};
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    mem::ManuallyDrop,
};

unsafe extern "C" {
    fn hloomRegisterAllDialects(registry: MlirDialectRegistry);
    fn hloomParseModule(
        context: MlirContext,
        source: MlirStringRef,
        name: MlirStringRef,
    ) -> MlirModule;
    fn hloomDense(value: MlirAttribute) -> MlirAttribute;
    fn hloomAttrParts(number: u32, attribute: MlirAttribute) -> MlirAttribute;
    fn hloomAttrMake(
        number: u32,
        context: MlirContext,
        count: isize,
        parts: *const MlirAttribute,
    ) -> MlirAttribute;
}

/// Inserts the dialects of this crate into a registry.
pub fn register_dialects(registry: &DialectRegistry) {
    // SAFETY: `registry` is borrowed, so it is alive during the call; the glue keeps no pointer.
    unsafe { hloomRegisterAllDialects(registry.to_raw()) }
}

/// A function that inserts dialects into a registry of MLIR's C interface.
///
/// The function may require only that the registry is alive during the call.
pub type RegisterDialects = unsafe extern "C" fn(MlirDialectRegistry);

/// Inserts the dialects that `register` provides into a registry.
pub fn register_more_dialects(registry: &DialectRegistry, register: RegisterDialects) {
    // SAFETY: `registry` is borrowed, so it is alive during the call, which is all that
    // `RegisterDialects` may require.
    unsafe { register(registry.to_raw()) }
}

/// Parses a module from text or bytecode, or returns `None` after an error. `name` is the file name
/// in locations.
pub fn parse_module<'c>(context: &'c Context, source: &[u8], name: &str) -> Option<Module<'c>> {
    // SAFETY: the borrows keep context and buffers alive during the call. `hloomParseModule` copies
    // the source and releases its ownership of the module, which is null after an error.
    unsafe {
        Module::from_option_raw(hloomParseModule(
            context.to_raw(),
            bytes_ref(source),
            text_ref(name),
        ))
    }
}

/// Converts a `dense`, `dense_resource` or `sparse` attribute to dense elements. Returns `None` if
/// this is not possible.
pub fn dense(value: Attribute<'_>) -> Option<Attribute<'_>> {
    // SAFETY: a melior `Attribute` is never null. `hloomDense` returns null if it cannot convert
    // the attribute; any other result is interned in the same context.
    unsafe { Attribute::from_option_raw(hloomDense(value.to_raw())) }
}

/// Returns the parameters of an attribute of this crate's dialects, as an array attribute. Returns
/// `None` if the attribute is not of the kind with the given number.
pub fn attribute_parts(number: u32, attribute: Attribute<'_>) -> Option<Attribute<'_>> {
    // SAFETY: a melior `Attribute` is never null. `hloomAttrParts` returns null if the attribute is
    // not of the kind `number`; any other result is interned in the same context.
    unsafe { Attribute::from_option_raw(hloomAttrParts(number, attribute.to_raw())) }
}

/// Creates an attribute of this crate's dialects, of the kind with the given number, from its
/// parameters.
///
/// Returns `None` if the parameters are not valid.
pub fn make_attribute<'c>(
    number: u32,
    context: &'c Context,
    parts: &[Attribute<'c>],
) -> Option<Attribute<'c>> {
    let parts: Vec<_> = parts.iter().map(|part| part.to_raw()).collect();
    // SAFETY: the parts are attributes of `context` by their lifetime. `hloomAttrMake` checks the
    // kind of each part and returns null if one does not fit.
    unsafe {
        Attribute::from_option_raw(hloomAttrMake(
            number,
            context.to_raw(),
            parts.len() as isize,
            parts.as_ptr(),
        ))
    }
}

/// Returns the text of a string attribute, which lives as long as the context.
pub fn string_value<'c>(attribute: StringAttribute<'c>) -> &'c str {
    // SAFETY: `text` needs a string that lives for `'c`: attributes and their strings are interned
    // in the context, which outlives `'c`.
    unsafe { text(mlir_sys::mlirStringAttrGetValue(attribute.to_raw())) }
}

/// Returns the text of an identifier, which lives as long as the context.
pub fn identifier_text<'c>(identifier: Identifier<'c>) -> &'c str {
    // SAFETY: `text` needs a string that lives for `'c`: identifiers are interned in the context,
    // which outlives `'c`.
    unsafe { text(mlir_sys::mlirIdentifierStr(identifier.to_raw())) }
}

/// Returns the MLIR context of an operation.
pub fn context_of<'c>(operation: OperationRef<'c, '_>) -> &'c Context {
    // SAFETY: `borrow_context` needs a context that lives for `'c`: `'c` is the lifetime of the
    // operation's context.
    unsafe { borrow_context(mlir_sys::mlirOperationGetContext(operation.to_raw())) }
}

/// Returns the MLIR context of a type.
pub fn type_context(ty: Type<'_>) -> &Context {
    // SAFETY: `borrow_context` needs a context that lives for the result's lifetime, which is that
    // of the type; a type lives in its context.
    unsafe { borrow_context(mlir_sys::mlirTypeGetContext(ty.to_raw())) }
}

/// Borrows a context that another object owns as a melior `Context`.
///
/// melior's `ContextRef::to_ref` returns a pointer into the `ContextRef`, which does not live long
/// enough. This function leaks one `Context` for each combination of a thread and the address of a
/// context.
///
/// # Safety
/// The context must live for `'c`.
pub unsafe fn borrow_context<'c>(raw: MlirContext) -> &'c Context {
    thread_local! {
        static LAST: Cell<Option<&'static ManuallyDrop<Context>>> = const { Cell::new(None) };
        static KEPT: RefCell<BTreeMap<usize, &'static ManuallyDrop<Context>>> =
            const { RefCell::new(BTreeMap::new()) };
    }
    if let Some(last) = LAST.get()
        && last.to_raw().ptr == raw.ptr
    {
        return last;
    }
    let context: &'static ManuallyDrop<Context> = KEPT.with_borrow_mut(|kept| {
        *kept.entry(raw.ptr as usize).or_insert_with(|| {
            // SAFETY: a melior `Context` consists of the raw `MlirContext` only; `transmute`
            // checks at compile time that the sizes are equal. `ManuallyDrop` keeps it from
            // destroying a context that it does not own.
            Box::leak(Box::new(ManuallyDrop::new(unsafe {
                std::mem::transmute::<MlirContext, Context>(raw)
            })))
        })
    });
    LAST.set(Some(context));
    context
}

/// Returns the element type of a complex type, or `None` for other types.
pub fn complex_element(ty: Type<'_>) -> Option<Type<'_>> {
    // SAFETY: a melior `Type` is never null, and the closure runs only if the type is complex.
    ty.is_complex()
        .then(|| unsafe { Type::from_raw(mlir_sys::mlirComplexTypeGetElementType(ty.to_raw())) })
}

/// Returns the type `complex<element>`.
///
/// # Panics
/// Panics unless `element` is a float type.
pub fn complex_type(element: Type<'_>) -> Type<'_> {
    // SAFETY: a melior `Type` is never null.
    let is_float = unsafe { mlir_sys::mlirTypeIsAFloat(element.to_raw()) };
    assert!(is_float, "expected a float type, found {element}");
    // SAFETY: complex types can have this element type, by the check above. The result lives in the
    // same context.
    unsafe { Type::from_raw(mlir_sys::mlirComplexTypeGet(element.to_raw())) }
}

/// Returns the element type, the dimensions (`None` if dynamic) and the encoding of a ranked tensor
/// type.
///
/// Returns `None` for other types.
pub fn ranked_tensor(ty: Type<'_>) -> Option<(Type<'_>, Vec<Option<i64>>, Option<Attribute<'_>>)> {
    if !ty.is_ranked_tensor() {
        return None;
    }
    let raw = ty.to_raw();
    // SAFETY: `is_ranked_tensor` has checked the type above, and every index is below the rank.
    unsafe {
        let rank = mlir_sys::mlirShapedTypeGetRank(raw);
        let dims = (0..rank)
            .map(|dim| mlir_sys::mlirShapedTypeGetDimSize(raw, dim as isize))
            .map(|size| (!mlir_sys::mlirShapedTypeIsDynamicSize(size)).then_some(size))
            .collect();
        let element = Type::from_raw(mlir_sys::mlirShapedTypeGetElementType(raw));
        let encoding = Attribute::from_option_raw(mlir_sys::mlirRankedTensorTypeGetEncoding(raw));
        Some((element, dims, encoding))
    }
}

/// Returns the element type of a tensor, vector or buffer type, or `None` for other types.
pub fn shaped_element(ty: Type<'_>) -> Option<Type<'_>> {
    // SAFETY: a melior `Type` is never null, and the closure runs only if the type is shaped.
    ty.is_shaped()
        .then(|| unsafe { Type::from_raw(mlir_sys::mlirShapedTypeGetElementType(ty.to_raw())) })
}

/// Returns the type `tensor<*xelement>`.
///
/// # Panics
/// Panics if the type is not valid for elements of tensors. MLIR then also reports a diagnostic.
pub fn unranked_tensor_type(element: Type<'_>) -> Type<'_> {
    let unknown = Location::unknown(type_context(element));
    // SAFETY: location and type are of one context and never null. MLIR checks the element type and
    // returns null if it does not fit; it interns the result in the context.
    let ty = unsafe {
        Type::from_option_raw(mlir_sys::mlirUnrankedTensorTypeGetChecked(
            unknown.to_raw(),
            element.to_raw(),
        ))
    };
    ty.unwrap_or_else(|| panic!("expected a type of elements, found {element}"))
}

/// The parameters of a quantized type; see [`Quantized`](crate::quantized::Quantized).
pub struct RawQuantized<'c> {
    pub signed: bool,
    pub storage: Type<'c>,
    pub storage_min: i64,
    pub storage_max: i64,
    pub expressed: Type<'c>,
    pub scales: Vec<f64>,
    pub zero_points: Vec<i64>,
    pub axis: Option<i32>,
}

/// Reads a per-tensor or per-axis uniform quantized type; returns `None` for other types.
pub fn quantized(ty: Type<'_>) -> Option<RawQuantized<'_>> {
    let per_axis = ty.is_uniform_quantized_per_axis_type();
    if !per_axis && !ty.is_uniform_quantized_type() {
        return None;
    }
    let raw = ty.to_raw();
    // SAFETY: the checks above and `per_axis` select the functions of the type's own kind, and
    // every position is below the number that MLIR returns.
    unsafe {
        use mlir_sys::*;
        let (scales, zero_points, axis) = if per_axis {
            let count = mlirUniformQuantizedPerAxisTypeGetNumDims(raw);
            (
                (0..count).map(|i| mlirUniformQuantizedPerAxisTypeGetScale(raw, i)).collect(),
                (0..count).map(|i| mlirUniformQuantizedPerAxisTypeGetZeroPoint(raw, i)).collect(),
                Some(mlirUniformQuantizedPerAxisTypeGetQuantizedDimension(raw)),
            )
        } else {
            (
                vec![mlirUniformQuantizedTypeGetScale(raw)],
                vec![mlirUniformQuantizedTypeGetZeroPoint(raw)],
                None,
            )
        };
        Some(RawQuantized {
            signed: mlirQuantizedTypeIsSigned(raw),
            storage: Type::from_raw(mlirQuantizedTypeGetStorageType(raw)),
            storage_min: mlirQuantizedTypeGetStorageTypeMin(raw),
            storage_max: mlirQuantizedTypeGetStorageTypeMax(raw),
            expressed: Type::from_raw(mlirQuantizedTypeGetExpressedType(raw)),
            scales,
            zero_points,
            axis,
        })
    }
}

/// Returns the elements of `array<i1: ..>`, or `None` for other attributes.
pub fn dense_bool_array(attribute: Attribute) -> Option<Vec<bool>> {
    let raw = attribute.to_raw();
    // SAFETY: the closure runs only if the attribute is a dense boolean array, and every index is
    // below the number of elements.
    attribute.is_dense_bool_array().then(|| unsafe {
        (0..mlir_sys::mlirDenseArrayGetNumElements(raw))
            .map(|index| mlir_sys::mlirDenseBoolArrayGetElement(raw, index))
            .collect()
    })
}

/// Returns the operation that defines a value, or `None` for a block argument.
pub fn defining_operation<'c, 'a>(value: Value<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let raw = value.to_raw();
    // SAFETY: a melior `Value` is never null. The owner is read only if the value is the result of
    // an operation, which lives at least as long as its results.
    unsafe {
        mlir_sys::mlirValueIsAOpResult(raw)
            .then(|| OperationRef::from_raw(mlir_sys::mlirOpResultGetOwner(raw)))
    }
}

/// Returns the operation that a symbol names.
///
/// The search starts at `from` and continues outwards through the parent operations. The innermost
/// symbol table that contains the name decides.
pub fn lookup_symbol<'c, 'a>(
    from: OperationRef<'c, 'a>,
    name: &str,
) -> Option<OperationRef<'c, 'a>> {
    std::iter::successors(Some(from), |op| op.parent_operation()).find_map(|op| {
        // SAFETY: a melior `OperationRef` is never null. MLIR returns a null table for an operation
        // without the SymbolTable trait, which is checked. The table is destroyed after its only
        // use; the operation found belongs to the module, not to the table.
        unsafe {
            let table = mlir_sys::mlirSymbolTableCreate(op.to_raw());
            if table.ptr.is_null() {
                return None;
            }
            let found = mlir_sys::mlirSymbolTableLookup(table, text_ref(name));
            mlir_sys::mlirSymbolTableDestroy(table);
            (!found.ptr.is_null()).then(|| OperationRef::from_raw(found))
        }
    })
}

// --- strings ----------------------------------------------------------------

/// Returns the text of a string of MLIR's C API: empty for a null string, and `<not UTF-8>` if the
/// string is not UTF-8.
///
/// # Safety
/// `raw.data` must be null or point to `raw.length` bytes that live for `'a`.
pub unsafe fn text<'a>(raw: MlirStringRef) -> &'a str {
    // SAFETY: `bytes` has the same requirement as this function.
    std::str::from_utf8(unsafe { bytes(raw) }).unwrap_or("<not UTF-8>")
}

/// Returns the bytes of a string of MLIR's C API, or an empty slice for a null string.
///
/// # Safety
/// `raw.data` must be null or point to `raw.length` bytes that live for `'a`.
pub unsafe fn bytes<'a>(raw: MlirStringRef) -> &'a [u8] {
    if raw.data.is_null() {
        return &[];
    }
    // SAFETY: `data` is not null, so the caller guarantees `length` bytes that live for `'a`.
    unsafe { std::slice::from_raw_parts(raw.data.cast::<u8>(), raw.length) }
}

/// Returns a string of MLIR's C API that borrows a text and is valid as long as the text.
pub fn text_ref(text: &str) -> MlirStringRef {
    bytes_ref(text.as_bytes())
}

fn bytes_ref(bytes: &[u8]) -> MlirStringRef {
    MlirStringRef { data: bytes.as_ptr().cast(), length: bytes.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contexts_are_told_apart() {
        let one = Context::new();
        let kept = type_context(Type::index(&one));
        let other = Context::new();
        assert!(*kept == one && *type_context(Type::index(&other)) == other);
        assert!(*type_context(Type::index(&one)) == one);
    }
}
