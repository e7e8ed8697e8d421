// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Everything in this crate that talks to MLIR's C API or the glue directly.

use crate::edited_pipeline;
use crate::ir::{Attribute, Block, Context, Location, Op, Type, Value};
use crate::pass::{OptionValues, PassInfo};
use crate::registry::Registry;
use melior::ir::{
    AffineMap, AttributeLike, BlockLike, TypeLike, ValueLike, operation::OperationLike,
};
use mlir_sys::{
    MlirAttribute, MlirOpPassManager, MlirOperation, MlirStringCallback, MlirStringRef, MlirType,
    mlirAffineMapAttrGet, mlirBlockAppendOwnedOperation, mlirComplexTypeGet,
    mlirComplexTypeGetElementType, mlirEmitError, mlirIdentifierStr, mlirOpOperandGetNextUse,
    mlirOpOperandGetOperandNumber, mlirOpOperandGetOwner, mlirOpOperandIsNull,
    mlirOperationDestroy, mlirOperationGetContext, mlirOperationGetName, mlirOperationMoveBefore,
    mlirOperationRemoveFromParent, mlirRegisterAllPasses, mlirShapedTypeGetDimSize,
    mlirShapedTypeGetElementType, mlirShapedTypeGetRank, mlirShapedTypeHasRank, mlirTypeIsAComplex,
    mlirTypeIsAFloat, mlirTypeIsAShaped, mlirValueGetFirstUse, mlirValueReplaceAllUsesOfWith,
};
use std::ffi::{CString, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Once;

/// A block just appended to a region that its builder still owns.
pub fn block_of_region_under_construction<'a>(block: melior::ir::BlockRef<'a, '_>) -> Block<'a> {
    // SAFETY: the block is on MLIR's heap and moves with its region into the
    // operation under construction, which outlives the builder's closure.
    unsafe { Block::from_raw(block.to_raw()) }
}

/// `complex<element>`.
pub fn complex_type<'a>(element: Type<'a>) -> Type<'a> {
    // SAFETY: `element` is a valid type; the result lives in the same context.
    unsafe { Type::from_raw(mlirComplexTypeGet(element.to_raw())) }
}

/// The element of a complex type.
pub fn complex_element(ty: Type<'_>) -> Option<Type<'_>> {
    // SAFETY: `ty` is valid, and known to be complex where its element is asked for.
    unsafe {
        mlirTypeIsAComplex(ty.to_raw())
            .then(|| Type::from_raw(mlirComplexTypeGetElementType(ty.to_raw())))
    }
}

/// Whether the type is a float.
pub fn is_float(ty: Type) -> bool {
    // SAFETY: `ty` is a valid type.
    unsafe { mlirTypeIsAFloat(ty.to_raw()) }
}

/// Shape and element of a ranked shaped type.
pub fn shaped(ty: Type<'_>) -> Option<(Vec<i64>, Type<'_>)> {
    let raw = ty.to_raw();
    // SAFETY: `raw` is valid; each question is asked only of types that have an answer.
    unsafe {
        if !mlirTypeIsAShaped(raw) || !mlirShapedTypeHasRank(raw) {
            return None;
        }
        let rank = mlirShapedTypeGetRank(raw);
        let shape = (0..rank).map(|dim| mlirShapedTypeGetDimSize(raw, dim as isize)).collect();
        Some((shape, Type::from_raw(mlirShapedTypeGetElementType(raw))))
    }
}

/// An affine map as an attribute.
pub fn affine_map_attribute(map: AffineMap<'_>) -> Attribute<'_> {
    // SAFETY: the map is valid and the attribute lives in the same context.
    unsafe { Attribute::from_raw(mlirAffineMapAttrGet(map.to_raw())) }
}

/// The operation's name.
pub fn op_name<'a>(op: Op<'a>) -> &'a str {
    // SAFETY: identifiers are interned in the context, which outlives `'a`.
    unsafe { string(mlirIdentifierStr(mlirOperationGetName(op.to_raw()))) }
}

/// # Safety
/// The string must live for `'a`.
unsafe fn string<'a>(raw: MlirStringRef) -> &'a str {
    // SAFETY: by the caller.
    std::str::from_utf8(unsafe { bytes(raw) }).unwrap_or("<not UTF-8>")
}

/// # Safety
/// As of [`string`].
unsafe fn bytes<'a>(raw: MlirStringRef) -> &'a [u8] {
    if raw.data.is_null() {
        return &[];
    }
    // SAFETY: by the caller, `data` points to `length` bytes that live for `'a`.
    unsafe { std::slice::from_raw_parts(raw.data.cast::<u8>(), raw.length) }
}

fn string_ref(text: &str) -> MlirStringRef {
    MlirStringRef { data: text.as_ptr().cast(), length: text.len() }
}

/// Erases an operation.
pub fn erase(op: Op) {
    // SAFETY: the pass owns the IR it runs on; the caller gives up the handle.
    unsafe { mlirOperationDestroy(op.to_raw()) }
}

/// Replaces the uses of a value.
pub fn replace_all_uses(of: Value, with: Value) {
    // SAFETY: both values are valid and of the IR that the pass owns.
    unsafe { mlirValueReplaceAllUsesOfWith(of.to_raw(), with.to_raw()) }
}

/// The first use of a value.
pub fn first_use(value: Value<'_>) -> Option<()> {
    // SAFETY: the value is valid.
    unsafe { (!mlirOpOperandIsNull(mlirValueGetFirstUse(value.to_raw()))).then_some(()) }
}

/// All uses of a value.
pub fn uses<'a>(value: Value<'a>) -> Vec<(Op<'a>, usize)> {
    let mut found = Vec::new();
    // SAFETY: the use list is walked without changing it, and owners live for `'a`.
    unsafe {
        let mut operand = mlirValueGetFirstUse(value.to_raw());
        while !mlirOpOperandIsNull(operand) {
            let owner = Op::from_raw(mlirOpOperandGetOwner(operand));
            found.push((owner, mlirOpOperandGetOperandNumber(operand) as usize));
            operand = mlirOpOperandGetNextUse(operand);
        }
    }
    found
}

/// Moves an operation before another.
pub fn move_before(op: Op, other: Op) {
    // SAFETY: both operations are valid and in the IR that the pass owns.
    unsafe { mlirOperationMoveBefore(op.to_raw(), other.to_raw()) }
}

/// Moves an operation to the end of a block.
pub fn move_to_end(op: Op, block: Block) {
    // SAFETY: both are valid and in the IR that the pass owns.
    unsafe {
        mlirOperationRemoveFromParent(op.to_raw());
        mlirBlockAppendOwnedOperation(block.to_raw(), op.to_raw());
    }
}

/// Emits an error diagnostic.
pub fn emit_error(location: Location, message: &str) {
    let message = CString::new(message.replace('\0', "?")).unwrap_or_default();
    // SAFETY: the location is of a context that is there, and the message is NUL-terminated.
    unsafe { mlirEmitError(location.to_raw(), message.as_ptr()) }
}

// --- the glue -------------------------------------------------------------

/// One pass option as the glue sees it.
#[repr(C)]
struct RawOption {
    name: MlirStringRef,
    description: MlirStringRef,
    default: MlirStringRef,
}

unsafe extern "C" {
    fn hloomRegisterPass(
        info: *const c_void,
        argument: MlirStringRef,
        description: MlirStringRef,
        anchor: MlirStringRef,
        options: *const RawOption,
        option_count: usize,
        dialects: *const MlirStringRef,
        dialect_count: usize,
    );
    fn hloomIsRegistered(argument: MlirStringRef) -> bool;
    fn hloomRegisterExpandBf16();
    fn hloomRegisterFuseElementwise();
    fn hloomTileAndFuse(
        root: MlirOperation,
        sizes: *const i64,
        count: usize,
        fuse: unsafe extern "C" fn(MlirOperation, *mut c_void) -> bool,
        data: *mut c_void,
    ) -> MlirOperation;
    fn hloomSplatValue(value: MlirAttribute) -> MlirAttribute;
    fn hloomDenseWithType(value: MlirAttribute, ty: MlirType) -> MlirAttribute;
    fn hloomOptMain(
        argc: c_int,
        argv: *const *const c_char,
        registry: mlir_sys::MlirDialectRegistry,
        pipeline: FillPipeline,
        list_pipelines: unsafe extern "C" fn(),
        list_backends: extern "C" fn(),
        print_pipeline: unsafe extern "C" fn(MlirStringRef) -> bool,
        read: unsafe extern "C" fn(
            MlirStringRef,
            MlirStringRef,
            *const c_void,
            MlirStringCallback,
            *mut c_void,
        ) -> bool,
        reader: *const c_void,
    ) -> c_int;
}

/// Registers every upstream pass and `passes` with MLIR, once in a process: in a plugin,
/// which has a copy of this crate, they are those of the tool.
pub fn register_passes(passes: &[&'static PassInfo]) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        if passes.iter().any(|pass| is_registered(pass.argument)) {
            return;
        }
        // SAFETY: registration happens once, before any pass manager is made.
        unsafe {
            mlirRegisterAllPasses();
            hloomRegisterExpandBf16();
            hloomRegisterFuseElementwise();
        }
        for pass in passes {
            register_pass(pass);
        }
    });
}

/// Whether MLIR knows a pass of the name.
pub fn is_registered(argument: &str) -> bool {
    // SAFETY: the string lives for the call.
    unsafe { hloomIsRegistered(string_ref(argument)) }
}

/// Registers a pass with MLIR.
pub fn register_pass(info: &'static PassInfo) {
    let options: Vec<_> = info
        .options
        .iter()
        .map(|option| RawOption {
            name: string_ref(option.name),
            description: string_ref(option.description),
            default: string_ref(option.default),
        })
        .collect();
    let dialects: Vec<_> = info.dialects.iter().map(|name| string_ref(name)).collect();
    // SAFETY: `info` is static; the glue copies the strings and the arrays.
    unsafe {
        hloomRegisterPass(
            std::ptr::from_ref(info).cast(),
            string_ref(info.argument),
            string_ref(info.description),
            string_ref(info.anchor),
            options.as_ptr(),
            options.len(),
            dialects.as_ptr(),
            dialects.len(),
        );
    }
}

/// Runs a Rust pass; called by the glue's pass object.
///
/// # Safety
/// `info` must be what [`register_pass`] gave, `op` valid, and `values` point to
/// `count` strings, one an option in order.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_rs_run_pass(
    info: *const c_void,
    op: MlirOperation,
    values: *const MlirStringRef,
    count: usize,
) -> bool {
    // SAFETY: `info` is the static the pass was registered with.
    let info: &'static PassInfo = unsafe { &*info.cast::<PassInfo>() };
    let values: Vec<String> = if count == 0 {
        Vec::new()
    } else {
        // SAFETY: by the contract above.
        unsafe { std::slice::from_raw_parts(values, count) }
            .iter()
            // SAFETY: the strings live for the call, and are copied.
            .map(|value| unsafe { string(*value) }.to_owned())
            .collect()
    };
    // SAFETY: the context outlives the pass's run.
    let context = unsafe { melior::ContextRef::from_raw(mlirOperationGetContext(op)) };
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: both live for the run, which is what `'a` stands for.
        let (context, root): (&Context, Op) = unsafe { (context.to_ref(), Op::from_raw(op)) };
        let options = OptionValues::new(info, values);
        (info.run)(context, root, &options)
    }));
    match outcome {
        Ok(Ok(())) => true,
        Ok(Err(failure)) => {
            failure.emit(op_ref(op));
            false
        }
        Err(panic) => {
            let message = panic_message(&*panic);
            let pass = info.argument;
            emit_error(
                op_ref(op).location(),
                &format!("internal error in pass `{pass}`: {message}; please report it"),
            );
            false
        }
    }
}

fn op_ref<'a>(op: MlirOperation) -> Op<'a> {
    // SAFETY: used only within the callback that was handed `op`.
    unsafe { Op::from_raw(op) }
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "panic without a message".to_owned())
}

type FillPipeline = unsafe extern "C" fn(
    MlirStringRef,
    MlirStringRef,
    MlirStringRef,
    MlirStringRef,
    MlirOpPassManager,
) -> bool;

/// Prints a pipeline as a pipeline file.
///
/// # Safety
/// Called by the glue with a valid string.
unsafe extern "C" fn print_pipeline(name: MlirStringRef) -> bool {
    // SAFETY: the string lives for the call.
    match Registry::global().pipeline(unsafe { string(name) }) {
        Ok(pipeline) => {
            print!("{}", edited_pipeline::to_file(pipeline));
            true
        }
        Err(error) => {
            eprintln!("error: {error}");
            false
        }
    }
}

/// Fills the pass manager of hlo-opt for `--pipeline=<name> --stop-after=<level>`, with the
/// changes of a pipeline file and schedules, one a line, if there are any.
///
/// # Safety
/// Called by the glue with valid strings and a valid pass manager.
unsafe extern "C" fn fill_pipeline(
    name: MlirStringRef,
    stop_after: MlirStringRef,
    file: MlirStringRef,
    schedules: MlirStringRef,
    manager: MlirOpPassManager,
) -> bool {
    // SAFETY: the strings live for the call.
    let (name, stop_after) = unsafe { (string(name), string(stop_after)) };
    // SAFETY: as above.
    let (file, schedules) = unsafe { (string(file), string(schedules)) };
    let schedules: Vec<_> = schedules.lines().map(PathBuf::from).collect();
    let text = match Registry::global().pipeline_text(name, stop_after, file, &schedules) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("error: {error}");
            return false;
        }
    };
    extern "C" fn print(message: MlirStringRef, _: *mut c_void) {
        // SAFETY: the string lives for the call.
        eprintln!("error: {}", unsafe { string(message) });
    }
    // SAFETY: the pass manager is the glue's, alive for the call.
    let result = unsafe {
        mlir_sys::mlirParsePassPipeline(
            manager,
            string_ref(&text),
            Some(print),
            std::ptr::null_mut(),
        )
    };
    result.value != 0
}

unsafe extern "C" fn list_pipelines() {
    for (name, description) in Registry::global().pipelines() {
        println!("{name:<12} {description}");
    }
}

/// Gives the content of a file of a name as MLIR's text or bytecode; what it returns
/// nothing for, it has reported.
pub type ReadProgram = fn(name: &str, content: &[u8]) -> Option<Vec<u8>>;

/// Runs the upstream `mlir-opt` driver with `arguments` (the program's name first);
/// `list_backends` answers `--list-backends`, and the driver parses what `read` gives.
pub fn opt_main(
    arguments: &[String],
    registry: &melior::dialect::DialectRegistry,
    list_backends: extern "C" fn(),
    read: ReadProgram,
) -> i32 {
    let owned: Vec<_> = arguments
        .iter()
        .map(|argument| CString::new(argument.replace('\0', "?")).unwrap_or_default())
        .collect();
    let pointers: Vec<_> = owned.iter().map(|argument| argument.as_ptr()).collect();
    // SAFETY: the arguments and the registry outlive the call.
    unsafe {
        hloomOptMain(
            pointers.len() as c_int,
            pointers.as_ptr(),
            registry.to_raw(),
            fill_pipeline,
            list_pipelines,
            list_backends,
            print_pipeline,
            read_program,
            (&raw const read).cast(),
        )
    }
}

/// Hands on what a [`ReadProgram`] gives, made readable as [`hloom_dialects::parse_module`]
/// does it.
unsafe extern "C" fn read_program(
    name: MlirStringRef,
    content: MlirStringRef,
    reader: *const c_void,
    take: MlirStringCallback,
    into: *mut c_void,
) -> bool {
    // SAFETY: the reader is the one that `opt_main` was given, and the glue gives texts
    // that live during the call.
    let (read, name, content) =
        unsafe { (*reader.cast::<ReadProgram>(), string(name), bytes(content)) };
    // A panic must not reach C++.
    let program = catch_unwind(|| {
        let mut program = read(name, content)?;
        hloom_dialects::boolean_constants::pack(&mut program);
        Some(program)
    });
    let (Ok(Some(program)), Some(take)) = (program, take) else { return false };
    let program = MlirStringRef { data: program.as_ptr().cast(), length: program.len() };
    // SAFETY: the glue copies the program.
    unsafe { take(program, into) };
    true
}

/// Elements as dense ones with the same bits and another type of the same shape and
/// element width.
pub fn dense_with_type<'a>(value: Attribute<'a>, ty: Type<'a>) -> Option<Attribute<'a>> {
    let raw = hloom_dialects::attributes::dense_elements(value)?.to_raw();
    // SAFETY: `raw` is a valid attribute; reshaping and bitcasting check sizes in
    // the glue, which returns null where they differ.
    unsafe { Attribute::from_option_raw(hloomDenseWithType(raw, ty.to_raw())) }
}

/// The element of a dense attribute all of whose elements are the same, as an
/// integer, float or (for complex) array attribute.
pub fn splat_value(value: Attribute<'_>) -> Option<Attribute<'_>> {
    // SAFETY: `value` is valid; the glue returns null for anything but a splat.
    unsafe { Attribute::from_option_raw(hloomSplatValue(value.to_raw())) }
}

/// Sets an attribute, inherent or discardable.
pub fn set_attribute<'a>(op: Op<'a>, name: &str, value: Attribute<'a>) {
    // SAFETY: the pass owns the IR; name and value are valid for the call.
    unsafe {
        mlir_sys::mlirOperationSetAttributeByName(op.to_raw(), string_ref(name), value.to_raw())
    }
}

/// Removes an attribute if it is there.
pub fn remove_attribute(op: Op, name: &str) {
    // SAFETY: the pass owns the IR; the name is valid for the call.
    unsafe {
        mlir_sys::mlirOperationRemoveAttributeByName(op.to_raw(), string_ref(name));
    }
}

/// Clones `op` before `before`.
pub fn clone_before<'a>(op: Op<'a>, before: Op<'a>) -> Op<'a> {
    // SAFETY: the clone is owned by nobody until it is inserted, right here.
    unsafe {
        let owned =
            melior::ir::operation::Operation::from_raw(mlir_sys::mlirOperationClone(op.to_raw()));
        before.block().expect("`before` is inside a block").insert_operation_before(before, owned)
    }
}

/// Appends a clone of `op` to a block.
pub fn clone_at_end<'a>(op: Op<'a>, block: crate::ir::Block<'a>) -> Op<'a> {
    // SAFETY: the clone is owned by nobody until it is appended, right here.
    unsafe {
        let owned =
            melior::ir::operation::Operation::from_raw(mlir_sys::mlirOperationClone(op.to_raw()));
        block.append_operation(owned)
    }
}

/// Replaces the uses of `of` by `root` and what is nested in it.
pub fn replace_uses_inside<'a>(of: Value<'a>, with: Value<'a>, root: Op<'a>) {
    for (user, operand) in uses(of) {
        if crate::ir::is_inside(user, root) {
            // SAFETY: the operand number is one of the user's.
            unsafe {
                mlir_sys::mlirOperationSetOperand(user.to_raw(), operand as isize, with.to_raw());
            }
        }
    }
}

/// Sets one operand.
pub fn set_operand<'a>(op: Op<'a>, position: usize, value: Value<'a>) {
    // SAFETY: the position is one of the operation's; the pass owns the IR.
    unsafe { mlir_sys::mlirOperationSetOperand(op.to_raw(), position as isize, value.to_raw()) }
}

/// Changes a value's type. Its users must be able to take the new one.
pub fn set_type<'a>(value: Value<'a>, ty: Type<'a>) {
    // SAFETY: both belong to one context; the pass owns the IR.
    unsafe { mlir_sys::mlirValueSetType(value.to_raw(), ty.to_raw()) }
}

/// Parses one top-level operation that this crate spells itself and inserts it
/// before `before`.
///
/// # Panics
/// If it does not parse, which is a mistake in this crate.
pub fn insert_parsed<'a>(context: &'a Context, before: Op<'a>, source: &str) {
    let name = "generated";
    // SAFETY: the operation parsed is owned by nobody until it is inserted.
    unsafe {
        let raw = mlir_sys::mlirOperationCreateParse(
            context.to_raw(),
            string_ref(source),
            string_ref(name),
        );
        let op = melior::ir::operation::Operation::from_option_raw(raw)
            .expect("generated operations parse");
        before.block().expect("`before` is inside a block").insert_operation_before(before, op);
    }
}

/// The map of an affine map attribute.
pub fn affine_map_of(attribute: Attribute<'_>) -> Option<AffineMap<'_>> {
    // SAFETY: the attribute is valid, and known to hold a map where it is read.
    unsafe {
        mlir_sys::mlirAttributeIsAAffineMap(attribute.to_raw())
            .then(|| AffineMap::from_raw(mlir_sys::mlirAffineMapAttrGetValue(attribute.to_raw())))
    }
}

/// The size of segment number `segment` of `operandSegmentSizes`.
pub fn segment_size(op: Op, segment: usize) -> Option<usize> {
    let sizes = op.attribute("operandSegmentSizes").ok()?;
    let sizes = melior::ir::attribute::DenseI32ArrayAttribute::try_from(sizes).ok()?;
    usize::try_from(sizes.element(segment).ok()?).ok()
}

/// The fusion policy, called by the glue's pass.
///
/// # Safety
/// Both operations must be valid for the call.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_rs_may_fuse(
    producer: MlirOperation,
    consumer: MlirOperation,
    operand: isize,
) -> bool {
    let answer = catch_unwind(AssertUnwindSafe(|| {
        crate::linalg::fusion_policy::may_fuse(op_ref(producer), op_ref(consumer), operand as usize)
    }));
    // Not fusing is always correct.
    answer.unwrap_or(false)
}

/// Erases a block argument that has no uses.
pub fn erase_argument(block: Block, index: usize) {
    // SAFETY: the pass owns the IR, and the argument is unused.
    unsafe { mlir_sys::mlirBlockEraseArgument(block.to_raw(), index as u32) }
}

/// The blocks of a region of `op`, moved into a region of their own.
pub fn take_region<'a>(op: Op<'a>, index: usize) -> melior::ir::Region<'a> {
    let region = melior::ir::Region::new();
    // SAFETY: both regions are valid; the blocks change hands.
    unsafe {
        mlir_sys::mlirRegionTakeBody(
            melior::ir::RegionLike::to_raw(&region),
            mlir_sys::mlirOperationGetRegion(op.to_raw(), index as isize),
        );
    }
    region
}

/// Tiles `root` by `sizes` (0: untiled) into one `scf.forall` that computes the
/// producers which `fuse` accepts too. Returns the loop; none where upstream cannot.
pub fn tile_and_fuse<'a>(
    root: Op<'a>,
    sizes: &[i64],
    mut fuse: impl FnMut(Op<'a>) -> bool,
) -> Option<Op<'a>> {
    unsafe extern "C" fn answer<'a, F: FnMut(Op<'a>) -> bool>(
        producer: MlirOperation,
        data: *mut c_void,
    ) -> bool {
        // SAFETY: `data` is the closure below, alive for the call of the glue.
        let fuse = unsafe { &mut *data.cast::<F>() };
        // SAFETY: the glue hands a valid operation of the IR that the pass owns.
        let producer = unsafe { Op::from_raw(producer) };
        catch_unwind(AssertUnwindSafe(|| fuse(producer))).unwrap_or(false)
    }
    fn trampoline<'a, F: FnMut(Op<'a>) -> bool>(
        _: &F,
    ) -> unsafe extern "C" fn(MlirOperation, *mut c_void) -> bool {
        answer::<'a, F>
    }
    let callback = trampoline(&fuse);
    // SAFETY: the closure and the sizes outlive the call.
    unsafe {
        let raw = hloomTileAndFuse(
            root.to_raw(),
            sizes.as_ptr(),
            sizes.len(),
            callback,
            (&raw mut fuse).cast(),
        );
        Op::from_option_raw(raw)
    }
}

/// The dimension that an affine expression is; none for any other expression.
pub fn dim_position(expression: melior::ir::AffineExpr) -> Option<usize> {
    // SAFETY: the expression is valid, and known to be a dimension where it is read.
    unsafe {
        mlir_sys::mlirAffineExprIsADim(expression.to_raw())
            .then(|| mlir_sys::mlirAffineDimExprGetPosition(expression.to_raw()) as usize)
    }
}

/// Dense elements of the shaped type `ty`, as many as it has.
pub fn dense_elements<'a>(ty: Type<'a>, elements: &[Attribute<'a>]) -> Attribute<'a> {
    let raw: Vec<_> = elements.iter().map(|element| element.to_raw()).collect();
    // SAFETY: all are valid and of the type's element type; MLIR copies the list.
    unsafe {
        let count = raw.len() as isize;
        Attribute::from_raw(mlir_sys::mlirDenseElementsAttrGet(ty.to_raw(), count, raw.as_ptr()))
    }
}

/// Dense elements of the shaped type `ty` that are all `element`.
pub fn splat_attribute<'a>(ty: Type<'a>, element: Attribute<'a>) -> Attribute<'a> {
    // SAFETY: both are valid and the element is of the type's element type.
    unsafe {
        Attribute::from_raw(mlir_sys::mlirDenseElementsAttrSplatGet(ty.to_raw(), element.to_raw()))
    }
}
