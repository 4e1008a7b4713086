# loupe_source_files(<variable> <pattern>…): our files below ${ROOT}, relative to it, sorted. Build
# folders lie beside these folders, never inside.
function(loupe_source_files variable)
    set(globs "")
    foreach(folder app core packaging resources tasks tests ui)
        foreach(pattern IN LISTS ARGN)
            list(APPEND globs "${ROOT}/${folder}/${pattern}")
        endforeach()
    endforeach()
    file(GLOB_RECURSE files RELATIVE "${ROOT}" ${globs})
    list(FILTER files EXCLUDE REGEX "/__pycache__/") # what a Python left behind is not ours
    list(SORT files)
    if(NOT files)
        message(FATAL_ERROR "no file like ${ARGN} below '${ROOT}': is ROOT the source folder?")
    endif()
    set(${variable} "${files}" PARENT_SCOPE)
endfunction()
