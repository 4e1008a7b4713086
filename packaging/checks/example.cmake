# cmake -DROOT=<source dir> -DKLOUPE=<program> -DSCRATCH=<folder> -P example.cmake: the candidate in the
# README is evaluated exactly as printed, and is correct.
cmake_minimum_required(VERSION 3.25)

file(READ "${ROOT}/README.md" readme)
if(NOT readme MATCHES "<!-- example: ([A-Za-z]+/[a-z0-9_]+) -->\n```cpp\n")
    message(FATAL_ERROR "README.md holds no '<!-- example: Category/task -->' before a ```cpp block")
endif()
set(task "${CMAKE_MATCH_1}")
set(opening "${CMAKE_MATCH_0}")
string(FIND "${readme}" "${opening}" begin)
string(LENGTH "${opening}" length)
math(EXPR begin "${begin} + ${length}")
string(SUBSTRING "${readme}" ${begin} -1 source)
string(FIND "${source}" "```" end)
string(SUBSTRING "${source}" 0 ${end} source)

file(REMOVE_RECURSE "${SCRATCH}")
file(WRITE "${SCRATCH}/mine/${task}.cpp" "${source}")
execute_process(COMMAND "${KLOUPE}" run --suite "${ROOT}/tasks" --candidates "${SCRATCH}/mine"
    --method mine --store "${SCRATCH}/mine.kloupe" --no-timing --json
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE errors)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "kloupe run ended with ${result}:\n${output}${errors}")
endif()
string(JSON correct GET "${output}" correct)
string(JSON evaluated GET "${output}" evaluated)
if(NOT correct EQUAL 1 OR NOT evaluated EQUAL 1)
    message(FATAL_ERROR "the README's example is not evaluated as correct:\n${output}${errors}")
endif()
file(REMOVE_RECURSE "${SCRATCH}")
message(STATUS "the README's example for ${task} is evaluated as correct")
