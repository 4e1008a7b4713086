# cmake -DPROGRAMS=<folder of kloupe> -DROOT=<source dir> -DSCRATCH=<folder> -P ci.cmake: the script for build servers
# passes equal kernels, ends with 6 for a kernel that became wrong, and with 4 where a required clock was not used.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE "${SCRATCH}")
file(COPY "${ROOT}/tasks/demo/plain/Math/exp.cpp" DESTINATION "${SCRATCH}/base/Math")
file(COPY "${ROOT}/tasks/demo/plain/Math/exp.cpp" DESTINATION "${SCRATCH}/same/Math")
file(READ "${ROOT}/tasks/demo/plain/Math/exp.cpp" source)
string(REPLACE "std::exp(" "2 * std::exp(" wrong "${source}")
if(wrong STREQUAL source)
    message(FATAL_ERROR "the demo kernel exp.cpp has no std::exp to break")
endif()
file(WRITE "${SCRATCH}/worse/Math/exp.cpp" "${wrong}")

# expect_code(<code> <head> <result> [<option>…]): how the comparison of base with head ends.
function(expect_code code head result)
    execute_process(COMMAND "${CMAKE_COMMAND}" -E env --modify PATH=path_list_prepend:${PROGRAMS}
        sh "${ROOT}/resources/ci/compare-kernels.sh" base ${head} ${result} ${ARGN} --suite "${ROOT}/tasks" --no-timing
        --no-controls WORKING_DIRECTORY "${SCRATCH}" OUTPUT_VARIABLE output ERROR_VARIABLE output
        RESULT_VARIABLE found)
    if(NOT found EQUAL code)
        message(FATAL_ERROR "compare-kernels.sh ends with ${found} instead of ${code} for ${head}:\n${output}")
    endif()
    foreach(file kernels.kloupe junit.xml kernels.sarif comparison.md)
        if(NOT EXISTS "${SCRATCH}/${result}/${file}")
            message(FATAL_ERROR "compare-kernels.sh writes no ${file}:\n${output}")
        endif()
    endforeach()
endfunction()

# expect_failures(<result> <number>): how many tests of its JUnit file failed.
function(expect_failures result number)
    file(READ "${SCRATCH}/${result}/junit.xml" tests)
    if(NOT tests MATCHES "<testsuite name=\"head\" tests=\"1\" failures=\"${number}\" ")
        message(FATAL_ERROR "junit.xml of ${result} has not ${number} failures:\n${tests}")
    endif()
endfunction()

expect_code(0 same passed)
expect_failures(passed 0)
expect_code(6 worse failed)
expect_failures(failed 1)
expect_code(4 same untimed --require-clock cupti)
file(REMOVE_RECURSE "${SCRATCH}")
message(STATUS "equal kernels pass, a wrong one and a missing clock fail")
