# cmake -DBUILD=<build folder> -DSCRATCH=<folder> -P node.cmake: what a node gets, the component headless, works
# wherever it is unpacked: it has no window, finds its tasks beside itself, and answers as `run --on ssh:` asks it.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE "${SCRATCH}")
file(MAKE_DIRECTORY "${SCRATCH}/home")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --component headless --strip
    --prefix "${SCRATCH}/made" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(RENAME "${SCRATCH}/made" "${SCRATCH}/moved elsewhere")
set(tree "${SCRATCH}/moved elsewhere")
if(EXISTS "${tree}/bin/kernelloupe")
    message(FATAL_ERROR "the component headless brings the application")
endif()
file(READ "${CMAKE_CURRENT_LIST_DIR}/../../core/executors/remoteprotocol.h" protocol)
string(REGEX MATCH "remoteProtocolVersion = ([0-9]+)" found "${protocol}")
string(REPEAT "0" 32 job)
file(WRITE "${SCRATCH}/hello" "{\"kind\":\"hello\",\"version\":${CMAKE_MATCH_1},\"job\":\"${job}\"}\n")
execute_process(COMMAND env -i "HOME=${SCRATCH}/home" "PATH=/usr/bin:/bin" "${tree}/bin/kloupe" serve --stdio
    INPUT_FILE "${SCRATCH}/hello" OUTPUT_VARIABLE answer RESULT_VARIABLE code)
if(NOT code EQUAL 0 OR NOT answer MATCHES "\"kind\":\"hello\"")
    message(FATAL_ERROR "serve --stdio answers ${code}: ${answer}")
endif()
execute_process(COMMAND env -i "HOME=${SCRATCH}/home" "PATH=/usr/bin:/bin" "${tree}/bin/kloupe" run --dry-run
    --candidates "${tree}/share/kernelloupe/tasks/demo/plain" --store "${SCRATCH}/none.kloupe"
    OUTPUT_VARIABLE answer RESULT_VARIABLE code)
if(NOT code EQUAL 0 OR NOT answer MATCHES "evaluations of [1-9][0-9]* tasks of suite native")
    message(FATAL_ERROR "the dry run of the shipped tasks answers ${code}: ${answer}")
endif()
file(REMOVE_RECURSE "${SCRATCH}")
message(STATUS "the node's tree works where it was moved to")
