// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builds the module of host code, in the dialects scf and llvm.

use super::HostDriver;
use super::constants::{ALIGNMENT, Constants, VARIABLE, host_symbol};
use super::driver::{HostContext, HostLoad, HostStatus};
use super::entry::entry;
use hloom_compiler::Error;
use hloom_dialects::Diagnostics;
use hloom_gpu_runtime::GpuProgram;
use hloom_launch_plan::Kernel;
use hloom_lowering::ir::{self, Context, Op};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, Module};
use std::fmt::Write;

/// The functions of host code that are the same for all programs.
const SUPPORT: &str = include_str!("support.mlir");

/// The functions of host code that manage constants on the device.
const CONSTANTS: &str = include_str!("constants.mlir");

/// The functions of the C library that host code calls.
pub const DECLARED: [&str; 3] = ["dlopen", "dlsym", "sched_yield"];

/// The symbol of the data with the code of the kernels.
const IMAGE: &str = "hloom.image";

/// The symbol of the data that are copied to the variable with the constants on the device.
const ON_DEVICE: &str = "hloom.constants";

/// Returns the module with the host code of a program. The names of its exported functions begin
/// with `name`.
///
/// # Errors
/// Returns [`Error::Internal`] if the plan uses a place outside of its buffer, or contains a
/// runtime call.
pub fn module<'c>(
    context: &'c Context,
    program: &GpuProgram,
    driver: &HostDriver,
    constants: &Constants,
    name: &str,
) -> Result<Module<'c>, Error> {
    let mut text = SUPPORT.to_owned();
    let (functions, load_constants) = constants_on_device(driver, constants.bytes());
    text.push_str(&functions);
    text.push_str(&driver_table(driver, constants.bytes() > 0));
    text.push_str(&status(driver));
    text.push_str(&image(driver, !program.code.is_empty()));
    text.push_str(&kernels(&program.plan.kernels));
    // Writing to a string does not fail.
    let _ = write!(
        text,
        "llvm.func @{name}_load() -> (i32 {{llvm.signext}}) {{\n\
         %success = llvm.mlir.constant(STATUS_OK : i32) : i32\n\
         %0 = llvm.call @hloom.load() : () -> i32\n\
         {load_constants}\
         llvm.return %0 : i32\n\
         }}\n\
         llvm.func @{name}_unload() -> (i32 {{llvm.signext}}) {{\n\
         %0 = llvm.call @hloom.unload() : () -> i32\n\
         llvm.return %0 : i32\n\
         }}\n"
    );
    text.push_str(&entry(program, constants, name)?);
    for status in HostStatus::ALL {
        // The name of the program's function may contain that of a status, but no parentheses.
        let (name, number) = (status.name(), status.code());
        text = text.replace(&format!("(STATUS_{name} :"), &format!("({number} :"));
    }
    let on_device = constants.content(&program.plan);
    let on_host = program.plan.constants.iter().enumerate();
    let on_host = on_host.filter(|(number, _)| constants.offset(*number).is_none());
    let mut data: Vec<(String, &[u8])> =
        on_host.map(|(number, bytes)| (host_symbol(number), &bytes[..])).collect();
    data.push((IMAGE.to_owned(), &program.code));
    data.push((ON_DEVICE.to_owned(), &on_device));
    data.retain(|(_, bytes)| !bytes.is_empty());
    for (symbol, bytes) in &data {
        text.push_str(&zeros(symbol, bytes.len()));
    }
    let diagnostics = Diagnostics::collect(context);
    let module = Module::parse(context, &text).ok_or_else(|| {
        let messages: Vec<_> = diagnostics.take().iter().map(ToString::to_string).collect();
        Error::Internal(format!(
            "the generated host code is not valid MLIR:\n{}",
            messages.join("\n")
        ))
    })?;
    let mut op = module.body().first_operation();
    while let Some(global) = op {
        let name = ir::symbol_name(global);
        if let Some((_, bytes)) = data.iter().find(|(symbol, _)| Some(symbol) == name.as_ref()) {
            set_content(context, global, bytes)?;
        }
        op = global.next_in_block();
    }
    Ok(module)
}

/// Returns the definition of a constant with `bytes` zero bytes. [`set_content`] later sets the
/// actual bytes as an attribute, so that they need not be written as text and parsed.
fn zeros(symbol: &str, bytes: usize) -> String {
    format!(
        "llvm.mlir.global internal constant @{symbol}(dense<0> : tensor<{bytes}xi8>) \
         {{alignment = {ALIGNMENT} : i64}} : !llvm.array<{bytes} x i8>\n"
    )
}

/// Sets the bytes of a constant whose definition [`zeros`] returned.
fn set_content<'c>(context: &'c Context, global: Op<'c>, bytes: &[u8]) -> Result<(), Error> {
    let ty = ir::tensor(&[bytes.len() as i64], ir::int(context, 8));
    let content = ir::dense_from_data(ty, bytes, 1).ok_or_else(|| {
        Error::Internal("cannot create the attribute for a constant of the host code".to_owned())
    })?;
    ir::set_attribute(global, "value", content);
    Ok(())
}

/// Returns the definition of a constant string that ends with a NUL byte.
fn string(symbol: &str, text: &str) -> String {
    let escape = |byte: u8| match byte {
        b'_' | b'.' | b'-' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("\\{byte:02X}"),
    };
    let escaped: String = text.bytes().map(escape).collect();
    format!("llvm.mlir.global internal constant @{symbol}(\"{escaped}\\00\")\n")
}

/// Returns the definition of a variable of an LLVM type, which is initialized to zero.
fn variable(symbol: &str, ty: &str) -> String {
    format!(
        "llvm.mlir.global internal @{symbol}() : {ty} {{\n\
         %0 = llvm.mlir.zero : {ty}\n\
         llvm.return %0 : {ty}\n\
         }}\n"
    )
}

/// Returns two texts: the functions that manage `bytes` bytes of constants on the device, and the
/// operations with which the load function copies the constants.
fn constants_on_device(driver: &HostDriver, bytes: u64) -> (String, String) {
    if bytes == 0 {
        let nothing = "llvm.func internal @hloom.forget_constants() {\nllvm.return\n}\n";
        return (nothing.to_owned(), String::new());
    }
    let current = "%current_slot = llvm.mlir.addressof @hloom.driver.context : !llvm.ptr\n\
                   %current = llvm.load %current_slot : !llvm.ptr -> !llvm.ptr\n\
                   %code = llvm.call %current(%found) \
                   : !llvm.ptr, (!llvm.ptr) -> (i32 {llvm.signext})\n\
                   %status = llvm.call @hloom.status(%code) : (i32) -> i32\n\
                   %is_good = llvm.icmp \"eq\" %status, %success : i32\n\
                   llvm.cond_br %is_good, ^found, ^return(%status : i32)\n";
    let number = match driver.context {
        HostContext::Device(_) => {
            "%device = llvm.load %found : !llvm.ptr -> i32\n\
             %wide = llvm.sext %device : i32 to i64\n\
             llvm.store %wide, %number : i64, !llvm.ptr\n\
             llvm.br ^return(%success : i32)\n"
        }
        HostContext::Numbered { .. } => {
            "%null = llvm.mlir.zero : !llvm.ptr\n\
             %no_context = llvm.mlir.constant(STATUS_NO_CONTEXT : i32) : i32\n\
             %context = llvm.load %found : !llvm.ptr -> !llvm.ptr\n\
             %is_none = llvm.icmp \"eq\" %context, %null : !llvm.ptr\n\
             llvm.cond_br %is_none, ^return(%no_context : i32), ^number\n\
             ^number:\n\
             %number_slot = llvm.mlir.addressof @hloom.driver.context_number : !llvm.ptr\n\
             %find = llvm.load %number_slot : !llvm.ptr -> !llvm.ptr\n\
             %number_code = llvm.call %find(%context, %number) \
             : !llvm.ptr, (!llvm.ptr, !llvm.ptr) -> (i32 {llvm.signext})\n\
             %number_status = llvm.call @hloom.status(%number_code) : (i32) -> i32\n\
             llvm.br ^return(%number_status : i32)\n"
        }
    };
    let functions = format!(
        "{}\
         {}\
         llvm.func internal @hloom.context(%number: !llvm.ptr) -> i32 {{\n\
         %success = llvm.mlir.constant(STATUS_OK : i32) : i32\n\
         %one = llvm.mlir.constant(1 : i32) : i32\n\
         %found = llvm.alloca %one x !llvm.ptr : (i32) -> !llvm.ptr\n\
         {current}\
         ^found:\n\
         {number}\
         ^return(%result: i32):\n\
         llvm.return %result : i32\n\
         }}\n",
        CONSTANTS.replace("CONSTANT_BYTES", &bytes.to_string()),
        string("hloom.name.constants", VARIABLE),
    );
    let load = "%is_loaded = llvm.icmp \"eq\" %0, %success : i32\n\
                llvm.cond_br %is_loaded, ^constants, ^failed\n\
                ^constants:\n\
                %1 = llvm.call @hloom.load_constants() : () -> i32\n\
                llvm.return %1 : i32\n\
                ^failed:\n";
    (functions, load.to_owned())
}

/// Returns the definitions of the names of the driver's functions, of the variables for their
/// addresses, and of `hloom.find_functions`, which sets these variables. The functions for
/// constants on the device are only included if `has_constants` is true.
fn driver_table(driver: &HostDriver, has_constants: bool) -> String {
    let (HostLoad::Module(load) | HostLoad::Library(load)) = driver.load;
    let mut functions = vec![
        ("init", driver.init),
        ("device_count", driver.device_count),
        ("load", load),
        ("unload", driver.unload),
        ("kernel", driver.kernel),
        ("launch", driver.launch),
        ("copy", driver.copy),
        ("upload", driver.upload),
        ("read", driver.read),
        ("wait", driver.wait),
    ];
    if has_constants {
        functions.push(("global", driver.global));
        match driver.context {
            HostContext::Device(current) => functions.push(("context", current)),
            HostContext::Numbered { current, number } => {
                functions.extend([("context", current), ("context_number", number)]);
            }
        }
    }
    let mut text = string("hloom.library", driver.library);
    for (role, name) in &functions {
        text.push_str(&string(&format!("hloom.name.{role}"), name));
        text.push_str(&variable(&format!("hloom.driver.{role}"), "!llvm.ptr"));
    }
    let find = |(index, (role, _)): (usize, &(&str, &str))| {
        format!(
            "%name{index} = llvm.mlir.addressof @hloom.name.{role} : !llvm.ptr\n\
             %slot{index} = llvm.mlir.addressof @hloom.driver.{role} : !llvm.ptr\n\
             %{} = llvm.call @hloom.find_function(%{index}, %library, %name{index}, %slot{index}) \
             : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32\n",
            index + 1
        )
    };
    let found: String = functions.iter().enumerate().map(find).collect();
    let count = functions.len();
    text + &format!(
        "llvm.func internal @hloom.find_functions(%library: !llvm.ptr) -> i32 {{\n\
         %0 = llvm.mlir.constant(STATUS_OK : i32) : i32\n\
         {found}\
         llvm.return %{count} : i32\n\
         }}\n"
    )
}

/// Returns the function `hloom.status`, which converts the driver's result to a status of host
/// code.
fn status(driver: &HostDriver) -> String {
    let mut text = "llvm.func internal @hloom.status(%code: i32) -> i32 attributes {no_inline} {\n\
                    %first = llvm.mlir.constant(STATUS_DRIVER_ERROR : i32) : i32\n\
                    %0 = llvm.add %code, %first : i32\n"
        .to_owned();
    let success = (0, HostStatus::Ok);
    for (index, (code, status)) in driver.errors.iter().chain([&success]).enumerate() {
        // Writing to a string does not fail.
        let _ = write!(
            text,
            "%code{index} = llvm.mlir.constant({code} : i32) : i32\n\
             %status{index} = llvm.mlir.constant({} : i32) : i32\n\
             %is{index} = llvm.icmp \"eq\" %code, %code{index} : i32\n\
             %{} = llvm.select %is{index}, %status{index}, %{index} : i1, i32\n",
            status.code(),
            index + 1
        );
    }
    text + &format!("llvm.return %{} : i32\n}}\n", driver.errors.len() + 1)
}

/// Returns the functions `hloom.load_image` and `hloom.unload_image`. They do nothing if the
/// program has no kernels.
fn image(driver: &HostDriver, has_code: bool) -> String {
    let variable = variable("hloom.loaded_image", "!llvm.ptr");
    if !has_code {
        let nothing = |name: &str| {
            format!(
                "llvm.func internal @hloom.{name}() -> i32 {{\n\
                 %0 = llvm.mlir.constant(STATUS_OK : i32) : i32\n\
                 llvm.return %0 : i32\n\
                 }}\n"
            )
        };
        return variable + &nothing("load_image") + &nothing("unload_image");
    }
    let (operands, types) = match driver.load {
        HostLoad::Module(_) => ("%slot, %image", "!llvm.ptr, !llvm.ptr"),
        HostLoad::Library(_) => (
            "%slot, %image, %null, %null, %none, %null, %null, %none",
            "!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, i32 {llvm.signext}, !llvm.ptr, \
             !llvm.ptr, i32 {llvm.signext}",
        ),
    };
    format!(
        "{variable}\
         llvm.func internal @hloom.load_image() -> i32 {{\n\
         %null = llvm.mlir.zero : !llvm.ptr\n\
         %none = llvm.mlir.constant(0 : i32) : i32\n\
         %slot = llvm.mlir.addressof @hloom.loaded_image : !llvm.ptr\n\
         %image = llvm.mlir.addressof @{IMAGE} : !llvm.ptr\n\
         %load_slot = llvm.mlir.addressof @hloom.driver.load : !llvm.ptr\n\
         %load = llvm.load %load_slot : !llvm.ptr -> !llvm.ptr\n\
         %code = llvm.call %load({operands}) : !llvm.ptr, ({types}) -> (i32 {{llvm.signext}})\n\
         %status = llvm.call @hloom.status(%code) : (i32) -> i32\n\
         llvm.return %status : i32\n\
         }}\n\
         llvm.func internal @hloom.unload_image() -> i32 {{\n\
         %slot = llvm.mlir.addressof @hloom.loaded_image : !llvm.ptr\n\
         %image = llvm.load %slot : !llvm.ptr -> !llvm.ptr\n\
         %unload_slot = llvm.mlir.addressof @hloom.driver.unload : !llvm.ptr\n\
         %unload = llvm.load %unload_slot : !llvm.ptr -> !llvm.ptr\n\
         %code = llvm.call %unload(%image) : !llvm.ptr, (!llvm.ptr) -> (i32 {{llvm.signext}})\n\
         %status = llvm.call @hloom.status(%code) : (i32) -> i32\n\
         llvm.return %status : i32\n\
         }}\n"
    )
}

/// Returns the definitions of the names, handles and launch dimensions of the kernels, and the
/// function `hloom.find_kernels`, which sets the handles.
fn kernels(kernels: &[Kernel]) -> String {
    let (mut text, mut found, mut dimensions) = (String::new(), String::new(), Vec::new());
    for (index, kernel) in kernels.iter().enumerate() {
        let Kernel { name, blocks: [bx, by, bz], threads: [tx, ty, tz], shared_bytes } = kernel;
        text.push_str(&string(&format!("hloom.kernel.{index}"), name));
        dimensions.push(
            [bx, by, bz, tx, ty, tz, shared_bytes].map(|size| (*size as i32).to_string()).join(","),
        );
        // Writing to a string does not fail.
        let _ = write!(
            found,
            "%name{index} = llvm.mlir.addressof @hloom.kernel.{index} : !llvm.ptr\n\
             %number{index} = llvm.mlir.constant({index} : i64) : i64\n\
             %slot{index} = llvm.getelementptr %kernels[%number{index}] \
             : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr\n\
             %{} = llvm.call @hloom.find_kernel(%{index}, %name{index}, %slot{index}) \
             : (i32, !llvm.ptr, !llvm.ptr) -> i32\n",
            index + 1
        );
    }
    if dimensions.is_empty() {
        // Symbols have addresses even if nothing is launched.
        dimensions.push("0,0,0,0,0,0,0".to_owned());
    }
    let count = dimensions.len();
    let dimensions = dimensions.join("],[");
    text.push_str(&variable("hloom.kernels", &format!("!llvm.array<{count} x ptr>")));
    text + &format!(
        "llvm.mlir.global internal constant @hloom.dimensions(dense<[[{dimensions}]]> \
         : tensor<{count}x7xi32>) : !llvm.array<{count} x array<7 x i32>>\n\
         llvm.func internal @hloom.find_kernels() -> i32 {{\n\
         %kernels = llvm.mlir.addressof @hloom.kernels : !llvm.ptr\n\
         %0 = llvm.mlir.constant(STATUS_OK : i32) : i32\n\
         {found}\
         llvm.return %{} : i32\n\
         }}\n",
        kernels.len()
    )
}
