# cmake -DBUILD=<build folder> -DSCRATCH=<folder> -DCPACK=<program> -P bareroot.cmake: a node's archive starts where
# nothing but libc, a compiler and bubblewrap is installed. The system's libraries are hidden, all but those that these
# need; there it runs `doctor` and evaluates a native candidate.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE "${SCRATCH}")
file(MAKE_DIRECTORY "${SCRATCH}/packed" "${SCRATCH}/unpacked" "${SCRATCH}/home")
find_program(bwrap bwrap REQUIRED)
find_program(unshare unshare REQUIRED)
# Root needs no user namespace to hide a folder.
set(alone "${unshare}" --mount --map-root-user)
execute_process(COMMAND id -u OUTPUT_VARIABLE user OUTPUT_STRIP_TRAILING_WHITESPACE)
if(user EQUAL 0)
    set(alone "${unshare}" --mount)
endif()
execute_process(COMMAND ${alone} "${bwrap}" --unshare-all --ro-bind / / --proc /proc true RESULT_VARIABLE code
    ERROR_VARIABLE error)
if(NOT code EQUAL 0)
    message(STATUS "not run: no folder can be hidden from a program and its sandbox here: ${error}")
    return()
endif()
execute_process(COMMAND "${CPACK}" --config "${BUILD}/CPackConfig.cmake" -G TGZ -D LOUPE_NODE=ON -B "${SCRATCH}/packed"
    WORKING_DIRECTORY "${SCRATCH}" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(GLOB archive "${SCRATCH}/packed/kernelloupe-*-headless-*.tar.gz")
file(ARCHIVE_EXTRACT INPUT "${archive}" DESTINATION "${SCRATCH}/unpacked")
file(GLOB tree "${SCRATCH}/unpacked/kernelloupe-*")

# What a machine with a compiler has: its programs with what they load, and what they link.
set(tools /bin/sh /usr/bin/env /usr/bin/true ${bwrap} /usr/bin/g++ /usr/bin/as /usr/bin/ld)
foreach(part cc1plus collect2 lto-wrapper liblto_plugin.so)
    execute_process(COMMAND g++ -print-prog-name=${part} OUTPUT_VARIABLE path OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT IS_ABSOLUTE "${path}")
        execute_process(COMMAND g++ -print-file-name=${part} OUTPUT_VARIABLE path OUTPUT_STRIP_TRAILING_WHITESPACE)
    endif()
    list(APPEND tools "${path}")
endforeach()
execute_process(COMMAND ldd ${tools} OUTPUT_VARIABLE loaded ERROR_QUIET)
string(REGEX MATCHALL "/[^ \n]*/lib[^ \n]*\\.so[^ \n:]*" loaded "${loaded}")
execute_process(COMMAND g++ -print-file-name=libc.so OUTPUT_VARIABLE script OUTPUT_STRIP_TRAILING_WHITESPACE)
file(REAL_PATH "${script}" script)
cmake_path(GET script PARENT_PATH libraries)
file(GLOB linked "${libraries}/*crt*.o" "${libraries}/libc.so*" "${libraries}/libc_nonshared.a" "${libraries}/libm.so*"
    "${libraries}/libm.a" "${libraries}/libmvec*" "${libraries}/libpthread*" "${libraries}/libdl*" "${libraries}/librt*"
    "${libraries}/libresolv*" "${libraries}/libstdc++.so*" "${libraries}/libgcc_s.so*" "${libraries}/libgomp.so*"
    "${libraries}/ld-linux*")
file(MAKE_DIRECTORY "${SCRATCH}/libraries")
foreach(file IN LISTS loaded linked)
    get_filename_component(name "${file}" NAME)
    if(EXISTS "${libraries}/${name}" AND NOT EXISTS "${SCRATCH}/libraries/${name}")
        file(COPY_FILE "${libraries}/${name}" "${SCRATCH}/libraries/${name}")
    endif()
endforeach()
set(bare ${alone} /bin/sh -c [[mount --bind "$0" "$1" && shift && exec env -i HOME="$HOME" PATH=/usr/bin:/bin "$@"]]
    "${SCRATCH}/libraries" "${libraries}")
set(ENV{HOME} "${SCRATCH}/home")

# Where the root hides nothing that the archive should bring, this test shows nothing.
foreach(hidden libarchive.so.13 libfmt.so.9 libsqlite3.so.0 libmuparser.so.2)
    execute_process(COMMAND ${bare} /usr/bin/env test -e "${libraries}/${hidden}" RESULT_VARIABLE code)
    if(code EQUAL 0)
        message(FATAL_ERROR "the bare root has ${hidden}")
    endif()
endforeach()
execute_process(COMMAND ${bare} "${tree}/bin/kloupe" doctor OUTPUT_VARIABLE answer ERROR_VARIABLE error
    RESULT_VARIABLE code)
if(NOT answer MATCHES "ok +Sandbox" OR NOT answer MATCHES "ok +C\\+\\+ compiler" OR NOT code MATCHES "^(0|4)$")
    message(FATAL_ERROR "doctor in a bare root answers ${code}: ${answer}${error}")
endif()
execute_process(COMMAND ${bare} "${tree}/bin/kloupe" run --candidates "${tree}/share/kernelloupe/tasks/demo/plain"
    --store "${SCRATCH}/bare.kloupe" --tasks category:Math OUTPUT_VARIABLE answer ERROR_VARIABLE error
    RESULT_VARIABLE code)
execute_process(COMMAND ${bare} "${tree}/bin/kloupe" query --store "${SCRATCH}/bare.kloupe"
    "status:correct"
    OUTPUT_VARIABLE correct ERROR_VARIABLE more)
if(NOT code EQUAL 0 OR NOT correct MATCHES "correct")
    message(FATAL_ERROR "a native evaluation in a bare root answers ${code}: ${answer}${error}${correct}${more}")
endif()
file(REMOVE_RECURSE "${SCRATCH}")
message(STATUS "the node's archive starts in a bare root and evaluates there")
