// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that do not depend on the program. Rust code replaces names such as STATUS_NO_DRIVER by
// numbers, and adds what depends on the driver and on the program.
//
// A run is a struct with its status (i32, at 0) and its stream (pointer, at 8). After the first error,
// its commands do nothing.

llvm.func @dlopen(!llvm.ptr, i32 {llvm.signext}) -> !llvm.ptr
llvm.func @dlsym(!llvm.ptr, !llvm.ptr) -> !llvm.ptr
llvm.func @sched_yield() -> (i32 {llvm.signext})

// 0: the code is not loaded, 1: a thread loads or unloads it, 2: it is loaded.
llvm.mlir.global internal @hloom.state(0 : i32) : i32

// Waits while a state is 1. Then returns true, and changes the state to 1, if it is `from`.
llvm.func internal @hloom.take(%state: !llvm.ptr, %from: i32) -> i1 {
  %busy = llvm.mlir.constant(1 : i32) : i32
  %found = scf.while : () -> i32 {
    %pair = llvm.cmpxchg %state, %from, %busy acq_rel acquire : !llvm.ptr, i32
    %old = llvm.extractvalue %pair[0] : !llvm.struct<(i32, i1)>
    %is_busy = llvm.icmp "eq" %old, %busy : i32
    scf.if %is_busy {
      %0 = llvm.call @sched_yield() : () -> (i32 {llvm.signext})
    }
    scf.condition(%is_busy) %old : i32
  } do {
  ^bb0(%old: i32):
    scf.yield
  }
  %is_taken = llvm.icmp "eq" %found, %from : i32
  llvm.return %is_taken : i1
}

// Ends what another thread waits for.
llvm.func internal @hloom.leave(%state: !llvm.ptr, %next: i32) {
  llvm.store %next, %state atomic release {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.return
}

// Loads the code, unless it is loaded.
llvm.func internal @hloom.load() -> i32 attributes {no_inline} {
  %not_loaded = llvm.mlir.constant(0 : i32) : i32
  %loaded = llvm.mlir.constant(2 : i32) : i32
  %success = llvm.mlir.constant(STATUS_OK : i32) : i32
  %state = llvm.mlir.addressof @hloom.state : !llvm.ptr
  %0 = llvm.load %state atomic acquire {alignment = 4 : i64} : !llvm.ptr -> i32
  %is_loaded = llvm.icmp "eq" %0, %loaded : i32
  llvm.cond_br %is_loaded, ^return(%success : i32), ^take
^take:
  %is_taken = llvm.call @hloom.take(%state, %not_loaded) : (!llvm.ptr, i32) -> i1
  llvm.cond_br %is_taken, ^load, ^return(%success : i32)
^load:
  %status = llvm.call @hloom.load_driver_and_image() : () -> i32
  %is_done = llvm.icmp "eq" %status, %success : i32
  %next = llvm.select %is_done, %loaded, %not_loaded : i1, i32
  llvm.call @hloom.leave(%state, %next) : (!llvm.ptr, i32) -> ()
  llvm.br ^return(%status : i32)
^return(%result: i32):
  llvm.return %result : i32
}

// Unloads the code, if it is loaded. The library of the driver stays loaded.
llvm.func internal @hloom.unload() -> i32 {
  %not_loaded = llvm.mlir.constant(0 : i32) : i32
  %loaded = llvm.mlir.constant(2 : i32) : i32
  %success = llvm.mlir.constant(STATUS_OK : i32) : i32
  %state = llvm.mlir.addressof @hloom.state : !llvm.ptr
  %is_taken = llvm.call @hloom.take(%state, %loaded) : (!llvm.ptr, i32) -> i1
  llvm.cond_br %is_taken, ^unload, ^return(%success : i32)
^unload:
  llvm.call @hloom.forget_constants() : () -> ()
  %status = llvm.call @hloom.unload_image() : () -> i32
  llvm.call @hloom.leave(%state, %not_loaded) : (!llvm.ptr, i32) -> ()
  llvm.br ^return(%status : i32)
^return(%result: i32):
  llvm.return %result : i32
}

llvm.func internal @hloom.load_driver_and_image() -> i32 {
  %success = llvm.mlir.constant(STATUS_OK : i32) : i32
  %no_driver = llvm.mlir.constant(STATUS_NO_DRIVER : i32) : i32
  %no_device = llvm.mlir.constant(STATUS_NO_DEVICE : i32) : i32
  %none = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %null = llvm.mlir.zero : !llvm.ptr
  %count = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.store %none, %count : i32, !llvm.ptr
  %name = llvm.mlir.addressof @hloom.library : !llvm.ptr
  // RTLD_NOW of all systems with ELF files and 64-bit addresses.
  %now = llvm.mlir.constant(2 : i32) : i32
  %library = llvm.call @dlopen(%name, %now) : (!llvm.ptr, i32 {llvm.signext}) -> !llvm.ptr
  %is_missing = llvm.icmp "eq" %library, %null : !llvm.ptr
  llvm.cond_br %is_missing, ^return(%no_driver : i32), ^functions
^functions:
  %found = llvm.call @hloom.find_functions(%library) : (!llvm.ptr) -> i32
  %are_found = llvm.icmp "eq" %found, %success : i32
  llvm.cond_br %are_found, ^init, ^return(%found : i32)
^init:
  %init_slot = llvm.mlir.addressof @hloom.driver.init : !llvm.ptr
  %init = llvm.load %init_slot : !llvm.ptr -> !llvm.ptr
  %init_code = llvm.call %init(%none) : !llvm.ptr, (i32 {llvm.signext}) -> (i32 {llvm.signext})
  %initialized = llvm.call @hloom.status(%init_code) : (i32) -> i32
  %is_initialized = llvm.icmp "eq" %initialized, %success : i32
  llvm.cond_br %is_initialized, ^count, ^return(%initialized : i32)
^count:
  %count_slot = llvm.mlir.addressof @hloom.driver.device_count : !llvm.ptr
  %count_devices = llvm.load %count_slot : !llvm.ptr -> !llvm.ptr
  %count_code = llvm.call %count_devices(%count) : !llvm.ptr, (!llvm.ptr) -> (i32 {llvm.signext})
  %counted = llvm.call @hloom.status(%count_code) : (i32) -> i32
  %is_counted = llvm.icmp "eq" %counted, %success : i32
  llvm.cond_br %is_counted, ^devices, ^return(%counted : i32)
^devices:
  %devices = llvm.load %count : !llvm.ptr -> i32
  %are_devices = llvm.icmp "sgt" %devices, %none : i32
  llvm.cond_br %are_devices, ^image, ^return(%no_device : i32)
^image:
  %loaded = llvm.call @hloom.load_image() : () -> i32
  %is_loaded = llvm.icmp "eq" %loaded, %success : i32
  llvm.cond_br %is_loaded, ^kernels, ^return(%loaded : i32)
^kernels:
  %kernels = llvm.call @hloom.find_kernels() : () -> i32
  %is_complete = llvm.icmp "eq" %kernels, %success : i32
  llvm.cond_br %is_complete, ^return(%success : i32), ^incomplete
^incomplete:
  %0 = llvm.call @hloom.unload_image() : () -> i32
  llvm.br ^return(%kernels : i32)
^return(%result: i32):
  llvm.return %result : i32
}

// Stores the address of a function of the driver, unless there was an error before.
llvm.func internal @hloom.find_function(%before: i32, %library: !llvm.ptr, %name: !llvm.ptr,
                                        %slot: !llvm.ptr) -> i32 attributes {no_inline} {
  %success = llvm.mlir.constant(STATUS_OK : i32) : i32
  %missing = llvm.mlir.constant(STATUS_MISSING_FUNCTION : i32) : i32
  %null = llvm.mlir.zero : !llvm.ptr
  %is_good = llvm.icmp "eq" %before, %success : i32
  llvm.cond_br %is_good, ^find, ^return(%before : i32)
^find:
  %function = llvm.call @dlsym(%library, %name) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
  llvm.store %function, %slot : !llvm.ptr, !llvm.ptr
  %is_missing = llvm.icmp "eq" %function, %null : !llvm.ptr
  %status = llvm.select %is_missing, %missing, %success : i1, i32
  llvm.br ^return(%status : i32)
^return(%result: i32):
  llvm.return %result : i32
}

// Stores the handle of a kernel, unless there was an error before.
llvm.func internal @hloom.find_kernel(%before: i32, %name: !llvm.ptr, %slot: !llvm.ptr) -> i32
    attributes {no_inline} {
  %success = llvm.mlir.constant(STATUS_OK : i32) : i32
  %is_good = llvm.icmp "eq" %before, %success : i32
  llvm.cond_br %is_good, ^find, ^return(%before : i32)
^find:
  %image_slot = llvm.mlir.addressof @hloom.loaded_image : !llvm.ptr
  %image = llvm.load %image_slot : !llvm.ptr -> !llvm.ptr
  %find_slot = llvm.mlir.addressof @hloom.driver.kernel : !llvm.ptr
  %find = llvm.load %find_slot : !llvm.ptr -> !llvm.ptr
  %code = llvm.call %find(%slot, %image, %name)
    : !llvm.ptr, (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> (i32 {llvm.signext})
  %status = llvm.call @hloom.status(%code) : (i32) -> i32
  llvm.br ^return(%status : i32)
^return(%result: i32):
  llvm.return %result : i32
}

// Returns the function of the driver in a slot, or null after an error of the run.
llvm.func internal @hloom.function(%run: !llvm.ptr, %slot: !llvm.ptr) -> !llvm.ptr {
  %success = llvm.mlir.constant(STATUS_OK : i32) : i32
  %null = llvm.mlir.zero : !llvm.ptr
  %status = llvm.load %run : !llvm.ptr -> i32
  %is_good = llvm.icmp "eq" %status, %success : i32
  %function = llvm.load %slot : !llvm.ptr -> !llvm.ptr
  %result = llvm.select %is_good, %function, %null : i1, !llvm.ptr
  llvm.return %result : !llvm.ptr
}

llvm.func internal @hloom.stream(%run: !llvm.ptr) -> !llvm.ptr {
  %slot = llvm.getelementptr %run[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %stream = llvm.load %slot : !llvm.ptr -> !llvm.ptr
  llvm.return %stream : !llvm.ptr
}

llvm.func internal @hloom.set_status(%run: !llvm.ptr, %code: i32) {
  %status = llvm.call @hloom.status(%code) : (i32) -> i32
  llvm.store %status, %run : i32, !llvm.ptr
  llvm.return
}

// Launches the kernel with an index. Elements of `arguments` point to its arguments.
llvm.func internal @hloom.launch(%run: !llvm.ptr, %kernel: i64, %arguments: !llvm.ptr)
    attributes {no_inline} {
  %null = llvm.mlir.zero : !llvm.ptr
  %slot = llvm.mlir.addressof @hloom.driver.launch : !llvm.ptr
  %launch = llvm.call @hloom.function(%run, %slot) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
  %is_off = llvm.icmp "eq" %launch, %null : !llvm.ptr
  llvm.cond_br %is_off, ^return, ^launch
^launch:
  %kernels = llvm.mlir.addressof @hloom.kernels : !llvm.ptr
  %kernel_slot = llvm.getelementptr %kernels[%kernel] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
  %handle = llvm.load %kernel_slot : !llvm.ptr -> !llvm.ptr
  %all = llvm.mlir.addressof @hloom.dimensions : !llvm.ptr
  %own = llvm.getelementptr %all[%kernel] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<7 x i32>
  %sizes = llvm.load %own : !llvm.ptr -> !llvm.array<7 x i32>
  %bx = llvm.extractvalue %sizes[0] : !llvm.array<7 x i32>
  %by = llvm.extractvalue %sizes[1] : !llvm.array<7 x i32>
  %bz = llvm.extractvalue %sizes[2] : !llvm.array<7 x i32>
  %tx = llvm.extractvalue %sizes[3] : !llvm.array<7 x i32>
  %ty = llvm.extractvalue %sizes[4] : !llvm.array<7 x i32>
  %tz = llvm.extractvalue %sizes[5] : !llvm.array<7 x i32>
  %shared = llvm.extractvalue %sizes[6] : !llvm.array<7 x i32>
  %stream = llvm.call @hloom.stream(%run) : (!llvm.ptr) -> !llvm.ptr
  %code = llvm.call %launch(%handle, %bx, %by, %bz, %tx, %ty, %tz, %shared, %stream, %arguments, %null)
    : !llvm.ptr, (!llvm.ptr, i32 {llvm.signext}, i32 {llvm.signext}, i32 {llvm.signext},
                  i32 {llvm.signext}, i32 {llvm.signext}, i32 {llvm.signext}, i32 {llvm.signext},
                  !llvm.ptr, !llvm.ptr, !llvm.ptr) -> (i32 {llvm.signext})
  llvm.call @hloom.set_status(%run, %code) : (!llvm.ptr, i32) -> ()
  llvm.br ^return
^return:
  llvm.return
}

// Copies on the device, unless source and destination are the same.
llvm.func internal @hloom.copy(%run: !llvm.ptr, %destination: i64, %source: i64, %bytes: i64)
    attributes {no_inline} {
  %null = llvm.mlir.zero : !llvm.ptr
  %slot = llvm.mlir.addressof @hloom.driver.copy : !llvm.ptr
  %copy = llvm.call @hloom.function(%run, %slot) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
  %is_error = llvm.icmp "eq" %copy, %null : !llvm.ptr
  %is_same = llvm.icmp "eq" %source, %destination : i64
  %is_off = llvm.or %is_error, %is_same : i1
  llvm.cond_br %is_off, ^return, ^copy
^copy:
  %stream = llvm.call @hloom.stream(%run) : (!llvm.ptr) -> !llvm.ptr
  %code = llvm.call %copy(%destination, %source, %bytes, %stream)
    : !llvm.ptr, (i64, i64, i64, !llvm.ptr) -> (i32 {llvm.signext})
  llvm.call @hloom.set_status(%run, %code) : (!llvm.ptr, i32) -> ()
  llvm.br ^return
^return:
  llvm.return
}

// Copies a constant to the device.
llvm.func internal @hloom.upload(%run: !llvm.ptr, %destination: i64, %source: !llvm.ptr, %bytes: i64)
    attributes {no_inline} {
  %null = llvm.mlir.zero : !llvm.ptr
  %slot = llvm.mlir.addressof @hloom.driver.upload : !llvm.ptr
  %upload = llvm.call @hloom.function(%run, %slot) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
  %is_off = llvm.icmp "eq" %upload, %null : !llvm.ptr
  llvm.cond_br %is_off, ^return, ^upload
^upload:
  %stream = llvm.call @hloom.stream(%run) : (!llvm.ptr) -> !llvm.ptr
  %code = llvm.call %upload(%destination, %source, %bytes, %stream)
    : !llvm.ptr, (i64, !llvm.ptr, i64, !llvm.ptr) -> (i32 {llvm.signext})
  llvm.call @hloom.set_status(%run, %code) : (!llvm.ptr, i32) -> ()
  llvm.br ^return
^return:
  llvm.return
}

// Waits for all earlier commands of the stream.
llvm.func internal @hloom.wait(%run: !llvm.ptr) attributes {no_inline} {
  %null = llvm.mlir.zero : !llvm.ptr
  %slot = llvm.mlir.addressof @hloom.driver.wait : !llvm.ptr
  %wait = llvm.call @hloom.function(%run, %slot) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
  %is_off = llvm.icmp "eq" %wait, %null : !llvm.ptr
  llvm.cond_br %is_off, ^return, ^wait
^wait:
  %stream = llvm.call @hloom.stream(%run) : (!llvm.ptr) -> !llvm.ptr
  %code = llvm.call %wait(%stream) : !llvm.ptr, (!llvm.ptr) -> (i32 {llvm.signext})
  llvm.call @hloom.set_status(%run, %code) : (!llvm.ptr, i32) -> ()
  llvm.br ^return
^return:
  llvm.return
}

// Reads up to 8 bytes from the device, after all earlier commands. Further bytes of the result are 0.
// Returns 0 after an error.
llvm.func internal @hloom.read(%run: !llvm.ptr, %source: i64, %bytes: i64) -> i64
    attributes {no_inline} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i32) : i32
  %null = llvm.mlir.zero : !llvm.ptr
  %value = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  llvm.store %zero, %value : i64, !llvm.ptr
  %read_slot = llvm.mlir.addressof @hloom.driver.read : !llvm.ptr
  %read = llvm.call @hloom.function(%run, %read_slot) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
  %is_off = llvm.icmp "eq" %read, %null : !llvm.ptr
  llvm.cond_br %is_off, ^return(%zero : i64), ^read
^read:
  %stream = llvm.call @hloom.stream(%run) : (!llvm.ptr) -> !llvm.ptr
  %read_code = llvm.call %read(%value, %source, %bytes, %stream)
    : !llvm.ptr, (!llvm.ptr, i64, i64, !llvm.ptr) -> (i32 {llvm.signext})
  llvm.call @hloom.set_status(%run, %read_code) : (!llvm.ptr, i32) -> ()
  llvm.call @hloom.wait(%run) : (!llvm.ptr) -> ()
  %good = llvm.call @hloom.function(%run, %read_slot) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
  %is_lost = llvm.icmp "eq" %good, %null : !llvm.ptr
  %0 = llvm.load %value : !llvm.ptr -> i64
  %1 = llvm.select %is_lost, %zero, %0 : i1, i64
  llvm.br ^return(%1 : i64)
^return(%result: i64):
  llvm.return %result : i64
}
