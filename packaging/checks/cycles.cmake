# cmake -DROOT=<source dir> -P cycles.cmake: no files include one another in a circle.
cmake_minimum_required(VERSION 3.25)

find_program(python NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(NOT python)
    message(STATUS "not run: python3 is not installed (apt-get install python3)")
    return()
endif()
execute_process(COMMAND "${python}" "${CMAKE_CURRENT_LIST_DIR}/cycles.py" "${ROOT}"
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE errors)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "cycles of includes:\n${output}${errors}")
endif()
string(REGEX MATCH "[^ \n][^\n]*\n$" last "${output}")
string(STRIP "${last}" last)
message(STATUS "cycles of includes: ${last}")
