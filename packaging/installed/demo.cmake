# cmake -DBUILD=<build folder> -DSCRATCH=<folder> -P demo.cmake: what every package installs has the recorded demo, which
# opens without a compiler and stays as it was installed.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE "${SCRATCH}")
file(MAKE_DIRECTORY "${SCRATCH}/empty")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${SCRATCH}/usr" --component headless
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
set(folder "${SCRATCH}/usr/share/kernelloupe/demo")
if(NOT EXISTS "${folder}/demo.kloupe")
    message(FATAL_ERROR "the component headless has no ${folder}/demo.kloupe")
endif()
file(SIZE "${folder}/demo.kloupe" size)
math(EXPR limit "3 * 1024 * 1024")
if(size GREATER limit)
    message(FATAL_ERROR "${folder}/demo.kloupe has ${size} bytes, more than 3 MB")
endif()
file(SHA256 "${folder}/demo.kloupe" installed)

# Neither a compiler nor Python nor bubblewrap is in PATH.
foreach(arguments "demo;${SCRATCH}/mine.kloupe" "overview;${SCRATCH}/mine.kloupe" "check;${SCRATCH}/mine.kloupe")
    execute_process(COMMAND "${CMAKE_COMMAND}" -E env "PATH=${SCRATCH}/empty" "HOME=${SCRATCH}"
        "${SCRATCH}/usr/bin/kloupe" ${arguments} OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE code)
    if(code)
        message(FATAL_ERROR "kloupe ${arguments} answers ${code}:\n${said}")
    endif()
endforeach()
file(SHA256 "${folder}/demo.kloupe" afterwards)
file(GLOB files RELATIVE "${folder}" "${folder}/demo.kloupe*")
if(NOT afterwards STREQUAL installed OR NOT files STREQUAL "demo.kloupe")
    message(FATAL_ERROR "the installed demo was changed, or files were made next to it: ${files}")
endif()
