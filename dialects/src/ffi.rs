// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Everything in this crate that talks to MLIR's C API or to the C++ glue.

use crate::{
    element::ElementType,
    op::Op,
    op_view::{InferView, OpView},
    shape, verify,
};
use melior::{
    Context,
    dialect::DialectRegistry,
    ir::{
        Attribute, AttributeLike, Identifier, Location, Module, RegionRef, Type, TypeLike, Value,
        ValueLike,
        attribute::StringAttribute,
        operation::{OperationLike, OperationRef},
    },
};
use mlir_sys::{
    MlirAttribute, MlirContext, MlirDialectRegistry, MlirLocation, MlirModule, MlirOperation,
    MlirRegion, MlirStringRef, MlirType, MlirValue,
};
use std::{
    any::Any,
    cell::{Cell, RefCell},
    collections::BTreeMap,
    ffi::{c_int, c_void},
    mem::ManuallyDrop,
    panic::{AssertUnwindSafe, catch_unwind},
};

type Report = unsafe extern "C" fn(*mut c_void, MlirStringRef);
type PushType = unsafe extern "C" fn(*mut c_void, MlirType);

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

/// Puts our dialects into a registry.
pub fn register_dialects(registry: &DialectRegistry) {
    // SAFETY: the registry is alive for the call.
    unsafe { hloomRegisterAllDialects(registry.to_raw()) }
}

/// Adds dialects to a registry of MLIR's C interface.
pub type RegisterDialects = unsafe extern "C" fn(MlirDialectRegistry);

/// Puts others' dialects into a registry.
pub fn register_more_dialects(registry: &DialectRegistry, register: RegisterDialects) {
    // SAFETY: the registry is alive for the call, which is for nothing else.
    unsafe { register(registry.to_raw()) }
}

/// Parses a module from text or bytecode.
pub fn parse_module<'c>(context: &'c Context, source: &[u8], name: &str) -> Option<Module<'c>> {
    // SAFETY: context and buffers are alive for the call, which copies the source;
    // the module is owned by nobody else and borrows from the context.
    unsafe {
        Module::from_option_raw(hloomParseModule(
            context.to_raw(),
            bytes_ref(source),
            text_ref(name),
        ))
    }
}

/// The same elements as a dense attribute.
pub fn dense(value: Attribute<'_>) -> Option<Attribute<'_>> {
    // SAFETY: the attribute is valid; the glue returns null for what it cannot make
    // dense; the result lives in the same context.
    unsafe { Attribute::from_option_raw(hloomDense(value.to_raw())) }
}

/// A dense attribute of a ranked tensor type of static shape from the bytes MLIR would store.
pub fn dense_from_bytes<'c>(ty: Type<'c>, bytes: &[u8]) -> Option<Attribute<'c>> {
    // SAFETY: the type is what the caller says; MLIR copies the bytes, and returns null where they
    // do not fit.
    unsafe {
        let data = bytes.as_ptr().cast();
        let raw = mlir_sys::mlirDenseElementsAttrRawBufferGet(ty.to_raw(), bytes.len(), data);
        Attribute::from_option_raw(raw)
    }
}

/// A dense attribute of a ranked tensor type of booleans, which has as many.
pub fn dense_from_booleans<'c>(ty: Type<'c>, values: &[bool]) -> Option<Attribute<'c>> {
    let values: Vec<_> = values.iter().map(|value| c_int::from(*value)).collect();
    // SAFETY: the type is what the caller says; MLIR copies the values.
    unsafe {
        let count = values.len() as isize;
        let raw = mlir_sys::mlirDenseElementsAttrBoolGet(ty.to_raw(), count, values.as_ptr());
        Attribute::from_option_raw(raw)
    }
}

/// A dense attribute of a ranked tensor type of static shape whose elements are all the same
/// number, an attribute of the type's elements.
pub fn dense_splat<'c>(ty: Type<'c>, number: Attribute<'c>) -> Option<Attribute<'c>> {
    // SAFETY: the type and the number are what the caller says, of one context.
    unsafe {
        let raw = mlir_sys::mlirDenseElementsAttrSplatGet(ty.to_raw(), number.to_raw());
        Attribute::from_option_raw(raw)
    }
}

/// The bytes of a dense attribute of numbers, and whether they are one element for all.
pub fn dense_bytes(attribute: Attribute<'_>) -> Option<(&[u8], bool)> {
    let width = ElementType::from_type(shaped_element(attribute.r#type())?).stored_bytes()?;
    let raw = attribute.to_raw();
    // SAFETY: the attribute is asked for data only if it is dense. MLIR stores `width` bytes for
    // each element, or for the one of a splat; attributes live as long as the context, which
    // outlives `'c`.
    unsafe {
        if !mlir_sys::mlirAttributeIsADenseElements(raw) {
            return None;
        }
        let is_splat = mlir_sys::mlirDenseElementsAttrIsSplat(raw);
        let count = mlir_sys::mlirElementsAttrGetNumElements(raw);
        let count = if is_splat { 1 } else { usize::try_from(count).ok()? };
        let data = mlir_sys::mlirDenseElementsAttrGetRawData(raw).cast::<u8>();
        let bytes = match count {
            0 => &[][..],
            _ if data.is_null() => return None,
            _ => std::slice::from_raw_parts(data, count.checked_mul(width)?),
        };
        Some((bytes, is_splat))
    }
}

/// The booleans of a dense attribute of booleans, or the one that all are.
pub fn dense_booleans(attribute: Attribute) -> Option<(Vec<bool>, bool)> {
    let raw = attribute.to_raw();
    // SAFETY: the attribute is valid, and asked for values only if it is dense, and within the
    // number of elements it has.
    unsafe {
        if !mlir_sys::mlirAttributeIsADenseElements(raw) {
            return None;
        }
        let count = isize::try_from(mlir_sys::mlirElementsAttrGetNumElements(raw)).ok()?;
        let is_splat = count > 0 && mlir_sys::mlirDenseElementsAttrIsSplat(raw);
        let read = if is_splat { 1 } else { count };
        let value = |index| mlir_sys::mlirDenseElementsAttrGetBoolValue(raw, index);
        Some(((0..read).map(value).collect(), is_splat))
    }
}

/// The parameters of one of our attributes, as an array attribute.
pub fn attribute_parts(number: u32, attribute: Attribute<'_>) -> Option<Attribute<'_>> {
    // SAFETY: the attribute is valid; the glue checks its kind and returns null
    // where it is another; the result lives in the same context.
    unsafe { Attribute::from_option_raw(hloomAttrParts(number, attribute.to_raw())) }
}

/// One of our attributes, from its parameters.
pub fn make_attribute<'c>(
    number: u32,
    context: &'c Context,
    parts: &[Attribute<'c>],
) -> Option<Attribute<'c>> {
    let parts: Vec<_> = parts.iter().map(|part| part.to_raw()).collect();
    // SAFETY: the parts are valid attributes of the context; the glue checks them
    // and returns null where they do not fit.
    unsafe {
        Attribute::from_option_raw(hloomAttrMake(
            number,
            context.to_raw(),
            parts.len() as isize,
            parts.as_ptr(),
        ))
    }
}

/// The text of a string attribute, which lives as long as the context.
pub fn string_value<'c>(attribute: StringAttribute<'c>) -> &'c str {
    // SAFETY: attributes are interned in the context, which outlives `'c`.
    unsafe { text(mlir_sys::mlirStringAttrGetValue(attribute.to_raw())) }
}

/// The text of an identifier, which lives as long as the context.
pub fn identifier_text<'c>(identifier: Identifier<'c>) -> &'c str {
    // SAFETY: identifiers are interned in the context, which outlives `'c`.
    unsafe { text(mlir_sys::mlirIdentifierStr(identifier.to_raw())) }
}

/// The context of an operation.
pub fn context_of<'c>(operation: OperationRef<'c, '_>) -> &'c Context {
    // SAFETY: the context outlives `'c`.
    unsafe { borrow_context(mlir_sys::mlirOperationGetContext(operation.to_raw())) }
}

/// The context of a type.
pub fn type_context(ty: Type<'_>) -> &Context {
    // SAFETY: the context outlives the type's lifetime.
    unsafe { borrow_context(mlir_sys::mlirTypeGetContext(ty.to_raw())) }
}

/// melior's view of a context that somebody else owns. melior's own
/// `ContextRef::to_ref` hands out a pointer to the `ContextRef`, which is gone soon;
/// here it is kept, one a thread for each address a context ever had.
///
/// # Safety
/// The context must live for `'c`.
unsafe fn borrow_context<'c>(raw: MlirContext) -> &'c Context {
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
            // SAFETY: a `Context` is its raw pointer and nothing else, which the
            // size check of `transmute` holds it to; it is never dropped here.
            Box::leak(Box::new(ManuallyDrop::new(unsafe {
                std::mem::transmute::<MlirContext, Context>(raw)
            })))
        })
    });
    LAST.set(Some(context));
    context
}

/// The element of a complex type.
pub fn complex_element(ty: Type<'_>) -> Option<Type<'_>> {
    // SAFETY: the type is valid, and known to be complex where it is asked.
    ty.is_complex()
        .then(|| unsafe { Type::from_raw(mlir_sys::mlirComplexTypeGetElementType(ty.to_raw())) })
}

/// `complex<element>`.
pub fn complex_type(element: Type<'_>) -> Type<'_> {
    // SAFETY: the element is a valid float; the result lives in the same context.
    unsafe { Type::from_raw(mlir_sys::mlirComplexTypeGet(element.to_raw())) }
}

/// Element type, dimensions (None where dynamic) and encoding of a ranked tensor.
pub fn ranked_tensor(ty: Type<'_>) -> Option<(Type<'_>, Vec<Option<i64>>, Option<Attribute<'_>>)> {
    if !ty.is_ranked_tensor() {
        return None;
    }
    let raw = ty.to_raw();
    // SAFETY: `raw` is a valid ranked tensor type and every dimension is in range.
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

/// The element type of any shaped type.
pub fn shaped_element(ty: Type<'_>) -> Option<Type<'_>> {
    // SAFETY: the type is valid, and known to be shaped where it is asked.
    ty.is_shaped()
        .then(|| unsafe { Type::from_raw(mlir_sys::mlirShapedTypeGetElementType(ty.to_raw())) })
}

/// `tensor<*xelement>`.
pub fn unranked_tensor_type(element: Type<'_>) -> Type<'_> {
    // SAFETY: the element is a valid tensor element.
    unsafe { Type::from_raw(mlir_sys::mlirUnrankedTensorTypeGet(element.to_raw())) }
}

/// What a quantized type holds, as `quantized::Quantized` has it.
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

/// Reads a per-tensor or per-axis uniform quantized type.
pub fn quantized(ty: Type<'_>) -> Option<RawQuantized<'_>> {
    let per_axis = ty.is_uniform_quantized_per_axis_type();
    if !per_axis && !ty.is_uniform_quantized_type() {
        return None;
    }
    let raw = ty.to_raw();
    // SAFETY: `raw` is of the kind each question is about, positions in range.
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

/// The elements of `array<i1: ..>`.
pub fn dense_bool_array(attribute: Attribute) -> Option<Vec<bool>> {
    let raw = attribute.to_raw();
    // SAFETY: the attribute is known to be such an array; positions are in range.
    attribute.is_dense_bool_array().then(|| unsafe {
        (0..mlir_sys::mlirDenseArrayGetNumElements(raw))
            .map(|index| mlir_sys::mlirDenseBoolArrayGetElement(raw, index))
            .collect()
    })
}

/// The operation a value is a result of.
pub fn defining_operation<'c, 'a>(value: Value<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let raw = value.to_raw();
    // SAFETY: the value is valid, and its owner lives as long; only results are
    // asked for it.
    unsafe {
        mlir_sys::mlirValueIsAOpResult(raw)
            .then(|| OperationRef::from_raw(mlir_sys::mlirOpResultGetOwner(raw)))
    }
}

/// The operation a symbol names, seen from the nearest symbol table around `from`
/// outwards.
pub fn lookup_symbol<'c, 'a>(
    from: OperationRef<'c, 'a>,
    name: &str,
) -> Option<OperationRef<'c, 'a>> {
    std::iter::successors(Some(from), |op| op.parent_operation()).find_map(|op| {
        // SAFETY: a table is made only of a valid operation (it is null where that
        // has no table), used and destroyed here; the symbol outlives it.
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

// --- called from C++ --------------------------------------------------------

/// Verifies an operation. What it violates goes to `report`.
///
/// # Safety
/// Called by the glue with the number of the operation's own op.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_rs_verify(
    number: u32,
    operation: MlirOperation,
    report: Report,
    sink: *mut c_void,
) -> bool {
    guarded(number, report, sink, |op| {
        // SAFETY: the operation is alive for the call, which is what the
        // reference's lifetime stands for.
        let operation = unsafe { OperationRef::from_raw(operation) };
        verify::verify(&OpView::new(op, operation)).map_err(|violation| violation.to_string())
    })
}

/// Verifies the symbols an operation refers to.
///
/// # Safety
/// As [`hloom_rs_verify`].
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_rs_verify_symbols(
    number: u32,
    operation: MlirOperation,
    report: Report,
    sink: *mut c_void,
) -> bool {
    guarded(number, report, sink, |op| {
        // SAFETY: as above.
        let operation = unsafe { OperationRef::from_raw(operation) };
        verify::verify_symbols(&OpView::new(op, operation))
            .map_err(|violation| violation.to_string())
    })
}

/// Infers result types; they go to `push`, what is violated to `report`.
///
/// # Safety
/// Called by the glue with valid arrays of the counts given; attributes may be null.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_rs_infer(
    number: u32,
    context: MlirContext,
    location: MlirLocation,
    operand_count: isize,
    operands: *const MlirValue,
    properties: MlirAttribute,
    attributes: MlirAttribute,
    region_count: isize,
    regions: *const MlirRegion,
    push: PushType,
    results: *mut c_void,
    report: Report,
    sink: *mut c_void,
) -> bool {
    guarded(number, report, sink, |op| {
        // SAFETY: by the contract above; everything is alive for the call.
        let types = unsafe {
            let context: &Context = borrow_context(context);
            let operands = slice(operands, operand_count)
                .iter()
                .map(|operand| Value::from_raw(*operand))
                .collect();
            let regions = slice(regions, region_count)
                .iter()
                .map(|region| RegionRef::from_raw(*region))
                .collect();
            let dictionaries = [properties, attributes]
                .into_iter()
                .filter_map(|raw| Attribute::from_option_raw(raw))
                .collect();
            let location = Location::from_raw(location);
            let view = InferView::new(op, context, location, operands, dictionaries, regions);
            verify::infer(&view).map(|types| types.iter().map(|ty| ty.to_raw()).collect::<Vec<_>>())
        };
        for ty in types.map_err(|violation| format!("'{op}' op {violation}"))? {
            // SAFETY: `results` is what `push` was given for.
            unsafe { push(results, ty) };
        }
        Ok(())
    })
}

/// Whether an inferred type fits a declared one.
///
/// # Safety
/// Called by the glue with valid types.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_rs_compatible(inferred: MlirType, declared: MlirType) -> bool {
    catch_unwind(|| {
        // SAFETY: by the contract above.
        unsafe { shape::compatible(Type::from_raw(inferred), Type::from_raw(declared)) }
    })
    .unwrap_or(false)
}

/// Runs `body` and reports its error, or that it panicked, to `report`.
fn guarded(
    number: u32,
    report: Report,
    sink: *mut c_void,
    body: impl FnOnce(Op) -> Result<(), String>,
) -> bool {
    let Some(op) = Op::from_number(number) else { return false };
    let message = match catch_unwind(AssertUnwindSafe(|| body(op))) {
        Ok(Ok(())) => return true,
        Ok(Err(message)) => message,
        Err(panic) => {
            let panic = panic_message(&*panic);
            format!("internal error in verifier of `{op}`: {panic}, please report")
        }
    };
    // SAFETY: the sink is what the glue passed along with `report`, which copies
    // the message.
    unsafe { report(sink, text_ref(&message)) };
    false
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a message")
}

// --- strings and arrays -----------------------------------------------------

/// # Safety
/// The string must be alive for `'a`.
unsafe fn text<'a>(raw: MlirStringRef) -> &'a str {
    if raw.data.is_null() || raw.length == 0 {
        return "";
    }
    // SAFETY: by the caller, `data` points to `length` bytes that live for `'a`.
    let bytes = unsafe { std::slice::from_raw_parts(raw.data.cast::<u8>(), raw.length) };
    std::str::from_utf8(bytes).unwrap_or("<not UTF-8>")
}

fn text_ref(text: &str) -> MlirStringRef {
    bytes_ref(text.as_bytes())
}

fn bytes_ref(bytes: &[u8]) -> MlirStringRef {
    MlirStringRef { data: bytes.as_ptr().cast(), length: bytes.len() }
}

/// # Safety
/// `data` must point to `count` values that live for `'a`, unless there are none.
unsafe fn slice<'a, T>(data: *const T, count: isize) -> &'a [T] {
    if count <= 0 || data.is_null() {
        return &[];
    }
    // SAFETY: by the caller.
    unsafe { std::slice::from_raw_parts(data, count as usize) }
}

#[cfg(test)]
mod tests {
    use super::*;

    unsafe extern "C" fn append(sink: *mut c_void, message: MlirStringRef) {
        // SAFETY: the sink is the string below; the message lives for the call.
        unsafe { (*sink.cast::<String>()).push_str(text(message)) }
    }

    fn reported(body: impl FnOnce(Op) -> Result<(), String>) -> (bool, String) {
        let mut message = String::new();
        let passed = guarded(Op::ChloErf as u32, append, (&raw mut message).cast(), body);
        (passed, message)
    }

    #[test]
    fn panics_stop_at_the_border() {
        assert_eq!(reported(|_| Ok(())), (true, String::new()));
        assert_eq!(reported(|_| Err("wrong".into())), (false, "wrong".into()));
        let expected = "internal error in verifier of `chlo.erf`: out of luck, please report";
        assert_eq!(reported(|_| panic!("out of luck")), (false, expected.into()));
        let luck = 7;
        assert_eq!(
            reported(|_| panic!("out of luck {luck}")).1,
            expected.replace("luck", "luck 7")
        );
    }

    #[test]
    fn contexts_are_told_apart() {
        let one = Context::new();
        let kept = type_context(Type::index(&one));
        let other = Context::new();
        assert!(*kept == one && *type_context(Type::index(&other)) == other);
        assert!(*type_context(Type::index(&one)) == one);
    }
}
