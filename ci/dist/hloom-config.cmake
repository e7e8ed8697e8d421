# Defines the target hloom::hloom: the library and its header.
if(NOT TARGET hloom::hloom)
  get_filename_component(_hloom_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
  add_library(hloom::hloom SHARED IMPORTED)
  set_target_properties(hloom::hloom PROPERTIES
    IMPORTED_LOCATION "${_hloom_prefix}/lib/libhloom.so"
    IMPORTED_NO_SONAME TRUE
    INTERFACE_INCLUDE_DIRECTORIES "${_hloom_prefix}/include")
  unset(_hloom_prefix)
endif()
