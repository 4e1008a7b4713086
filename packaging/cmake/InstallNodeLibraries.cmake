# Run when the component node is installed: copies what `programs` load beside them. libc's own family and the driver's
# libraries are the system's; what compilers bring lies apart (NodeLibraries.cmake says why).
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${programs}
    RESOLVED_DEPENDENCIES_VAR libraries UNRESOLVED_DEPENDENCIES_VAR unresolved
    PRE_EXCLUDE_REGEXES "^ld-linux" "^linux-vdso"
        "^lib(c|m|dl|rt|pthread|resolv|util|anl|mvec|nsl|thread_db|BrokenLocale|nss_[a-z]+)\\.so"
        "^lib(cuda|cupti|cublas|nv|nccl)")
if(unresolved)
    message(FATAL_ERROR "an archive for a node needs libraries that are not here: ${unresolved}")
endif()
foreach(library IN LISTS libraries)
    set(place "${CMAKE_INSTALL_PREFIX}/lib/kernelloupe")
    if(library MATCHES "/lib(stdc\\+\\+|gcc_s|gomp|atomic|quadmath)\\.so[^/]*$")
        string(APPEND place "/runtime")
    endif()
    file(INSTALL DESTINATION "${place}" TYPE SHARED_LIBRARY FOLLOW_SYMLINK_CHAIN FILES "${library}")
endforeach()
