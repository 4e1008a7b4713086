# cmake -DROOT=<source dir> -P format.cmake: every C++ file is as clang-format 14 leaves it. Other
# versions format differently, so no other version is tried.
cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/sourcefiles.cmake")

find_program(clang_format NAMES clang-format-14)
if(NOT clang_format)
    message(STATUS "not run: clang-format-14 is not installed (apt-get install clang-format-14)")
    return()
endif()
loupe_source_files(files *.cpp *.h *.hpp *.cu)
# A candidate with a planted syntax error has no format.
list(FILTER files EXCLUDE REGEX "^tasks/demo/failing/")
execute_process(COMMAND "${clang_format}" --dry-run -Werror ${files}
    WORKING_DIRECTORY "${ROOT}" RESULT_VARIABLE result ERROR_VARIABLE output)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "not formatted (mend with: clang-format-14 -i FILE):\n${output}")
endif()
list(LENGTH files count)
message(STATUS "${count} files are formatted")
