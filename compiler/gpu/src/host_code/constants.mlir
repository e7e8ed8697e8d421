// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory of constants on the device, for programs whose kernels take them as arguments.
//
// It is a variable of the image, so that the driver allocates it in each context and frees it with the
// context. The first run in a context copies the constants there. Contexts are told apart by numbers that
// the driver does not use again.

llvm.mlir.global internal @hloom.lock(0 : i32) : i32

// The numbers of contexts with constants, and the addresses of the constants. A further context takes
// the place of the first one, whose constants are copied again in its next run.
llvm.mlir.global internal @hloom.contexts() : !llvm.array<64 x array<2 x i64>> {
  %0 = llvm.mlir.zero : !llvm.array<64 x array<2 x i64>>
  llvm.return %0 : !llvm.array<64 x array<2 x i64>>
}
// The number of contexts that were added.
llvm.mlir.global internal @hloom.context_count(0 : i64) : i64

// Forgets all contexts.
llvm.func internal @hloom.forget_constants() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %count = llvm.mlir.addressof @hloom.context_count : !llvm.ptr
  llvm.store %zero, %count : i64, !llvm.ptr
  llvm.return
}

// Copies the constants to the current context if it is there and they are not. For this, it waits for the
// default stream.
llvm.func internal @hloom.load_constants() -> i32 {
  %success = llvm.mlir.constant(STATUS_OK : i32) : i32
  %no_context = llvm.mlir.constant(STATUS_NO_CONTEXT : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %null = llvm.mlir.zero : !llvm.ptr
  %address = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %status = llvm.call @hloom.find_constants(%null, %address) : (!llvm.ptr, !llvm.ptr) -> i32
  %is_later = llvm.icmp "eq" %status, %no_context : i32
  %result = llvm.select %is_later, %success, %status : i1, i32
  llvm.return %result : i32
}

// Returns the address of the constants in the context of a run. The first run in a context copies them,
// for which it waits for its stream.
llvm.func internal @hloom.constants_of(%run: !llvm.ptr) -> i64 {
  %success = llvm.mlir.constant(STATUS_OK : i32) : i32
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i32) : i32
  %address = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  llvm.store %zero, %address : i64, !llvm.ptr
  %before = llvm.load %run : !llvm.ptr -> i32
  %is_good = llvm.icmp "eq" %before, %success : i32
  llvm.cond_br %is_good, ^find, ^return
^find:
  %stream = llvm.call @hloom.stream(%run) : (!llvm.ptr) -> !llvm.ptr
  %status = llvm.call @hloom.find_constants(%stream, %address) : (!llvm.ptr, !llvm.ptr) -> i32
  llvm.store %status, %run : i32, !llvm.ptr
  llvm.br ^return
^return:
  %result = llvm.load %address : !llvm.ptr -> i64
  llvm.return %result : i64
}

// Stores the address of the constants in the current context.
llvm.func internal @hloom.find_constants(%stream: !llvm.ptr, %address: !llvm.ptr) -> i32
    attributes {no_inline} {
  %success = llvm.mlir.constant(STATUS_OK : i32) : i32
  %free = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %zero = llvm.mlir.constant(0 : i64) : i64
  %next = llvm.mlir.constant(1 : i64) : i64
  %most = llvm.mlir.constant(64 : i64) : i64
  %last = llvm.mlir.constant(63 : i64) : i64
  %contexts = llvm.mlir.addressof @hloom.contexts : !llvm.ptr
  %count_slot = llvm.mlir.addressof @hloom.context_count : !llvm.ptr
  %lock = llvm.mlir.addressof @hloom.lock : !llvm.ptr
  %number_slot = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %status = llvm.call @hloom.context(%number_slot) : (!llvm.ptr) -> i32
  %is_context = llvm.icmp "eq" %status, %success : i32
  llvm.cond_br %is_context, ^lock, ^return(%status : i32)
^lock:
  %number = llvm.load %number_slot : !llvm.ptr -> i64
  // The lock is free or taken, so that this returns true.
  %taken = llvm.call @hloom.take(%lock, %free) : (!llvm.ptr, i32) -> i1
  %count = llvm.load %count_slot : !llvm.ptr -> i64
  %is_full = llvm.icmp "ugt" %count, %most : i64
  %known = llvm.select %is_full, %most, %count : i1, i64
  llvm.br ^search(%zero : i64)
^search(%index: i64):
  %is_searched = llvm.icmp "eq" %index, %known : i64
  llvm.cond_br %is_searched, ^make, ^compare
^compare:
  %place = llvm.getelementptr %contexts[%index] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<2 x i64>
  %other = llvm.load %place : !llvm.ptr -> i64
  %is_found = llvm.icmp "eq" %other, %number : i64
  %following = llvm.add %index, %next : i64
  llvm.cond_br %is_found, ^found, ^search(%following : i64)
^found:
  %found_slot = llvm.getelementptr %place[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %found = llvm.load %found_slot : !llvm.ptr -> i64
  llvm.store %found, %address : i64, !llvm.ptr
  llvm.br ^unlock(%success : i32)
^make:
  %made = llvm.call @hloom.make_constants(%stream, %address) : (!llvm.ptr, !llvm.ptr) -> i32
  %is_made = llvm.icmp "eq" %made, %success : i32
  llvm.cond_br %is_made, ^add, ^unlock(%made : i32)
^add:
  %new_index = llvm.and %count, %last : i64
  %new = llvm.getelementptr %contexts[%new_index]
    : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<2 x i64>
  %new_slot = llvm.getelementptr %new[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %new_address = llvm.load %address : !llvm.ptr -> i64
  %new_count = llvm.add %count, %next : i64
  llvm.store %number, %new : i64, !llvm.ptr
  llvm.store %new_address, %new_slot : i64, !llvm.ptr
  llvm.store %new_count, %count_slot : i64, !llvm.ptr
  llvm.br ^unlock(%success : i32)
^unlock(%outcome: i32):
  llvm.call @hloom.leave(%lock, %free) : (!llvm.ptr, i32) -> ()
  llvm.br ^return(%outcome : i32)
^return(%result: i32):
  llvm.return %result : i32
}

// Stores the address of the variable of the image, and copies the constants there.
llvm.func internal @hloom.make_constants(%stream: !llvm.ptr, %address: !llvm.ptr) -> i32 {
  %success = llvm.mlir.constant(STATUS_OK : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(CONSTANT_BYTES : i64) : i64
  %size = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %run = llvm.alloca %one x !llvm.struct<(i32, ptr)> : (i32) -> !llvm.ptr
  %image_slot = llvm.mlir.addressof @hloom.loaded_image : !llvm.ptr
  %image = llvm.load %image_slot : !llvm.ptr -> !llvm.ptr
  %name = llvm.mlir.addressof @hloom.name.constants : !llvm.ptr
  %find_slot = llvm.mlir.addressof @hloom.driver.global : !llvm.ptr
  %find = llvm.load %find_slot : !llvm.ptr -> !llvm.ptr
  %find_code = llvm.call %find(%address, %size, %image, %name)
    : !llvm.ptr, (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> (i32 {llvm.signext})
  llvm.call @hloom.set_status(%run, %find_code) : (!llvm.ptr, i32) -> ()
  %stream_slot = llvm.getelementptr %run[8] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %stream, %stream_slot : !llvm.ptr, !llvm.ptr
  %found = llvm.load %run : !llvm.ptr -> i32
  %is_found = llvm.icmp "eq" %found, %success : i32
  llvm.cond_br %is_found, ^upload, ^return
^upload:
  %destination = llvm.load %address : !llvm.ptr -> i64
  %source = llvm.mlir.addressof @hloom.constants : !llvm.ptr
  llvm.call @hloom.upload(%run, %destination, %source, %bytes)
    : (!llvm.ptr, i64, !llvm.ptr, i64) -> ()
  // Runs on other streams may follow.
  llvm.call @hloom.wait(%run) : (!llvm.ptr) -> ()
  llvm.br ^return
^return:
  %result = llvm.load %run : !llvm.ptr -> i32
  llvm.return %result : i32
}
