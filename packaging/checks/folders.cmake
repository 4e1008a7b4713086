# cmake -DROOT=<source dir> -P folders.cmake: every folder says what it is for, in a README.md or in
# the comment that opens its CMakeLists.txt. The folders of tasks and of demo methods do so in their
# task.json and method.json; what lies inside those, and recorded test data, needs no words.
cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/sourcefiles.cmake")

set(without_words "^tasks/[A-Z]|^tasks/demo/[^/]+/|^tests/.*/(data|fixtures|golden|seeds)/")

loupe_source_files(files *)
set(folders "")
foreach(file IN LISTS files)
    cmake_path(GET file PARENT_PATH folder)
    while(folder)
        list(APPEND folders "${folder}")
        cmake_path(GET folder PARENT_PATH folder)
    endwhile()
endforeach()
list(REMOVE_DUPLICATES folders)
list(SORT folders)

set(problems "")
foreach(folder IN LISTS folders)
    if("${folder}/" MATCHES "${without_words}" OR EXISTS "${ROOT}/${folder}/README.md"
            OR EXISTS "${ROOT}/${folder}/method.json")
        continue()
    endif()
    set(line "")
    if(EXISTS "${ROOT}/${folder}/CMakeLists.txt")
        file(STRINGS "${ROOT}/${folder}/CMakeLists.txt" line LIMIT_COUNT 1)
    endif()
    if(NOT line MATCHES "^# ...+")
        string(APPEND problems "  ${folder}\n")
    endif()
endforeach()
if(problems)
    message(FATAL_ERROR "folders without a README.md or a CMakeLists.txt that opens with a comment:\n${problems}")
endif()
list(LENGTH folders count)
message(STATUS "${count} folders say what they are for")
