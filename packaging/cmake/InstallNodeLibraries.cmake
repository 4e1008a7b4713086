# Run when the component node is installed: copies what `programs` and the host program `host` load beside them. libc's
# own family and the driver's libraries are the system's; what compilers bring lies apart, and so does what the host
# loads (NodeLibraries.cmake says why).
cmake_policy(VERSION 3.25)
function(libraries_of programs result)
    file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${programs}
        RESOLVED_DEPENDENCIES_VAR libraries UNRESOLVED_DEPENDENCIES_VAR unresolved
        PRE_EXCLUDE_REGEXES "^ld-linux" "^linux-vdso"
            "^lib(c|m|dl|rt|pthread|resolv|util|anl|mvec|nsl|thread_db|BrokenLocale|nss_[a-z]+)\\.so"
            "^lib(cuda|cupti|cublas|nv|nccl)")
    if(unresolved)
        message(FATAL_ERROR "an archive for a node needs libraries that are not here: ${unresolved}")
    endif()
    set(${result} "${libraries}" PARENT_SCOPE)
endfunction()

libraries_of("${programs};${host}" all)
libraries_of("${host}" of_host)
foreach(library IN LISTS all)
    set(place "${CMAKE_INSTALL_PREFIX}/lib/kernelloupe")
    if(library MATCHES "/lib(stdc\\+\\+|gcc_s|gomp|atomic|quadmath)\\.so[^/]*$")
        string(APPEND place "/runtime")
    elseif(library IN_LIST of_host)
        string(APPEND place "/host")
    endif()
    file(INSTALL DESTINATION "${place}" TYPE SHARED_LIBRARY FOLLOW_SYMLINK_CHAIN FILES "${library}")
endforeach()
