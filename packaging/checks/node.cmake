# cmake -DBUILD=<build folder> -DSCRATCH=<folder> -DCPACK=<program> -P node.cmake: what cpack makes for a node (as
# `cpack --preset node` does, out of any build) works wherever it is unpacked: it has no window and no network, finds its tasks
# beside itself, and answers as `run --on ssh:` asks it.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE "${SCRATCH}")
file(MAKE_DIRECTORY "${SCRATCH}/home" "${SCRATCH}/packed" "${SCRATCH}/moved elsewhere")
execute_process(COMMAND "${CPACK}" --config "${BUILD}/CPackConfig.cmake" -G TGZ -D LOUPE_NODE=ON -B "${SCRATCH}/packed"
    WORKING_DIRECTORY "${SCRATCH}" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(GLOB archive "${SCRATCH}/packed/kernelloupe-*-headless-*.tar.gz")
if(NOT archive)
    message(FATAL_ERROR "cpack made no archive of the headless programs in ${SCRATCH}/packed")
endif()
file(ARCHIVE_EXTRACT INPUT "${archive}" DESTINATION "${SCRATCH}/moved elsewhere")
file(GLOB tree "${SCRATCH}/moved elsewhere/kernelloupe-*")
file(REMOVE_RECURSE "${SCRATCH}/packed")
if(EXISTS "${tree}/bin/kernelloupe")
    message(FATAL_ERROR "the archive for a node brings the application")
endif()
file(GLOB networked "${tree}/bin/kloupe-ask" "${tree}/lib/kernelloupe/libcurl*")
if(networked)
    message(FATAL_ERROR "the archive for a node brings what asks models: ${networked}")
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
message(STATUS "the node's archive works where it was unpacked")
