# How every target of the project is made: one options target, one function per kind of target.
include_guard()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")

find_program(LOUPE_CCACHE ccache)
if(LOUPE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # Precompiled headers are cached only when their own macros and times are not compared.
    set(CMAKE_CXX_COMPILER_LAUNCHER
        "/usr/bin/env;CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime;${LOUPE_CCACHE}")
endif()

add_library(loupe_options INTERFACE)
target_include_directories(loupe_options INTERFACE "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}/generated")
# A list in a generator expression: nvcc has options of its own.
set(loupe_warnings
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wsuggest-override
    -Wundef -Wimplicit-fallthrough
    $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
    $<$<BOOL:${LOUPE_WERROR}>:-Werror>)
target_compile_options(loupe_options INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${loupe_warnings}>")
if(LOUPE_SANITIZE)
    # Not what others' programs load, nor what starts where no room is left for a sanitizer's memory.
    set(sanitized "$<NOT:$<BOOL:$<TARGET_PROPERTY:LOUPE_UNSANITIZED>>>")
    target_compile_options(loupe_options INTERFACE
        "$<${sanitized}:-fsanitize=${LOUPE_SANITIZE};-fno-omit-frame-pointer>")
    target_link_options(loupe_options INTERFACE "$<${sanitized}:-fsanitize=${LOUPE_SANITIZE}>")
endif()

# loupe_compile_by_folder(<target> <source>…): where a unity build compiles several sources together,
# they are sources of one folder. So a name in an unnamed namespace has to differ from those of its own
# sub-room only, whatever the build.
function(loupe_compile_by_folder target)
    set(together 24)
    set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
    foreach(source IN LISTS ARGN)
        cmake_path(GET source PARENT_PATH folder)
        string(MAKE_C_IDENTIFIER "in_${folder}" folder)
        list(APPEND folders ${folder})
        list(APPEND of_${folder} "${source}")
    endforeach()
    list(REMOVE_DUPLICATES folders)
    foreach(folder IN LISTS folders)
        set(taken 0)
        foreach(source IN LISTS of_${folder})
            math(EXPR group "${taken} / ${together}")
            set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${folder}_${group}")
            math(EXPR taken "${taken} + 1")
        endforeach()
    endforeach()
endfunction()

# loupe_sources(<variable> [<folder>…]): the sources of this folder, or of those below it that are
# named, relative to it. A new file is compiled because it lies there.
function(loupe_sources variable)
    set(patterns *.cpp *.cu)
    if(ARGN)
        set(patterns "")
        foreach(folder IN LISTS ARGN)
            list(APPEND patterns "${folder}/*.cpp" "${folder}/*.cu")
        endforeach()
    endif()
    file(GLOB found RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" CONFIGURE_DEPENDS ${patterns})
    set(${variable} "${found}" PARENT_SCOPE)
endfunction()

# loupe_room(<room> [SUBROOMS <folder>…] [SOURCES …] [USES <room>…] [LINKS <target>…])
# A room of core/ is a static library loupe_<room> of the sources in its folder, or in its sub-rooms,
# and of SOURCES, which are generated; it may use only rooms above it, and a sub-room only those
# named before it. The `layering` test reads the names here and checks the includes.
function(loupe_room room)
    cmake_parse_arguments(arg "" "" "SUBROOMS;SOURCES;USES;LINKS;PRIVATE_LINKS" ${ARGN})
    loupe_sources(sources ${arg_SUBROOMS})
    add_library(loupe_${room} STATIC ${sources} ${arg_SOURCES})
    loupe_compile_by_folder(loupe_${room} ${sources})
    target_link_libraries(loupe_${room} PUBLIC loupe_options ${arg_LINKS} PRIVATE ${arg_PRIVATE_LINKS})
    foreach(used IN LISTS arg_USES)
        target_link_libraries(loupe_${room} PUBLIC loupe_${used})
    endforeach()
    if(room STREQUAL "base")
        target_precompile_headers(loupe_base PRIVATE "${PROJECT_SOURCE_DIR}/core/pch.h")
    else()
        target_precompile_headers(loupe_${room} REUSE_FROM loupe_base)
    endif()
endfunction()

# loupe_program(<name> SOURCES … LINKS …): an executable in bin/ of the build folder.
function(loupe_program name)
    cmake_parse_arguments(arg "" "" "SOURCES;LINKS" ${ARGN})
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE loupe_options ${arg_LINKS})
endfunction()
