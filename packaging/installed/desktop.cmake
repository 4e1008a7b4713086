# cmake -DBUILD=<build folder> -DVERSION=<version> -DKLOUPE=<program> -DSCRATCH=<folder> -DROOT=<source dir>
# -P desktop.cmake: a desktop finds the installed application: menu entry, icon, AppStream metainfo and file type
# belong together and are valid, and a desktop recognises a store by its name and by its content.
cmake_minimum_required(VERSION 3.25)
set(id org.kernelloupe.KernelLoupe)
file(REMOVE_RECURSE "${SCRATCH}")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${SCRATCH}/usr" --component application
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

set(share "${SCRATCH}/usr/share")
set(entry "${share}/applications/${id}.desktop")
set(metainfo "${share}/metainfo/${id}.metainfo.xml")
set(icon "${share}/icons/hicolor/scalable/apps/${id}.svg")
set(type "${share}/mime/packages/${id}.xml")
foreach(file "${entry}" "${metainfo}" "${icon}" "${type}" "${SCRATCH}/usr/bin/kernelloupe")
    if(NOT EXISTS "${file}")
        message(FATAL_ERROR "the application is installed without ${file}")
    endif()
endforeach()

# expect_text(<file> <text>): the file has the text.
function(expect_text file text)
    file(READ "${file}" content)
    string(FIND "${content}" "${text}" place)
    if(place EQUAL -1)
        message(FATAL_ERROR "${file} has no '${text}'")
    endif()
endfunction()

expect_text("${entry}" "\nExec=kernelloupe %f\n")
expect_text("${entry}" "\nIcon=${id}\n")
expect_text("${entry}" "\nMimeType=application/x-kernelloupe;\n")
expect_text("${metainfo}" "<launchable type=\"desktop-id\">${id}.desktop</launchable>")
expect_text("${metainfo}" "<mediatype>application/x-kernelloupe</mediatype>")
expect_text("${metainfo}" "<release version=\"${VERSION}\" date=\"2")
expect_text("${type}" "<icon name=\"${id}\"/>")
expect_text("${ROOT}/ui/style/applicationidentity.cpp" "\"${id}\"")

set(absent "")
foreach(tool desktop-file-validate appstreamcli update-mime-database gio)
    find_program(${tool} ${tool})
    if(NOT ${tool})
        string(APPEND absent " ${tool}")
    endif()
endforeach()
if(absent)
    message(STATUS "not run: there is no${absent}; packaging/packages.txt names the packages")
    return()
endif()
execute_process(COMMAND "${desktop-file-validate}" "${entry}" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${appstreamcli}" validate --no-net "${metainfo}" COMMAND_ERROR_IS_FATAL ANY)

# type_of(<variable> <file>): the type that a desktop with this installation gives the file.
function(type_of variable file)
    execute_process(COMMAND env "XDG_DATA_HOME=${SCRATCH}/home" "XDG_DATA_DIRS=${share}:/usr/share"
        "${gio}" info -a standard::content-type "${file}" OUTPUT_VARIABLE answer COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCH "standard::content-type: ([^\n]*)" found "${answer}")
    set(${variable} "${CMAKE_MATCH_1}" PARENT_SCOPE)
endfunction()

execute_process(COMMAND "${update-mime-database}" "${share}/mime" ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(WRITE "${SCRATCH}/records/a_l1/eval_results.json"
    "{\"1\": [{\"sample_id\": 0, \"compiled\": true, \"correctness\": true, \"runtime\": 2.0}]}")
execute_process(COMMAND "${KLOUPE}" import auto "${SCRATCH}/records" --store "${SCRATCH}/by-name.kloupe"
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(COPY_FILE "${SCRATCH}/by-name.kloupe" "${SCRATCH}/by-content")
file(WRITE "${SCRATCH}/name-only.kloupe" "a")
foreach(file by-name.kloupe by-content name-only.kloupe)
    type_of(found "${SCRATCH}/${file}")
    if(NOT found STREQUAL "application/x-kernelloupe")
        message(FATAL_ERROR "a desktop takes ${file} for ${found}")
    endif()
endforeach()
execute_process(COMMAND sh -c "printf 'SQLite format 3\\0' && head -c 500 /dev/zero"
    OUTPUT_FILE "${SCRATCH}/another-database" COMMAND_ERROR_IS_FATAL ANY)
type_of(found "${SCRATCH}/another-database")
if(NOT found STREQUAL "application/vnd.sqlite3")
    message(FATAL_ERROR "a desktop takes any SQLite file for ${found}")
endif()
file(REMOVE_RECURSE "${SCRATCH}")
message(STATUS "a desktop finds the application and recognises its stores")
