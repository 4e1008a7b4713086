# cmake -DBUILD=<build folder> -DCPACK=<cpack> -DVERSION=<version> -DAPPLICATION=<is it built> -DCUDA=<is the recorder
# built> -DSCRATCH=<folder> -P debian.cmake: cpack makes Debian packages with the right files and dependencies, and no
# file is in two of them.
cmake_minimum_required(VERSION 3.25)
set(absent "")
foreach(tool dpkg-deb dpkg-shlibdeps)
    find_program(${tool} ${tool})
    if(NOT ${tool})
        string(APPEND absent " ${tool}")
    endif()
endforeach()
if(absent)
    message(STATUS "not run: there is no${absent} (apt-get install dpkg-dev)")
    return()
endif()
file(REMOVE_RECURSE "${SCRATCH}")
file(MAKE_DIRECTORY "${SCRATCH}")
set(packages kloupe)
if(APPLICATION)
    list(APPEND packages kernelloupe)
endif()
if(CUDA)
    list(APPEND packages kloupe-cuda)
endif()

# Without compression, which takes most of the time.
execute_process(COMMAND "${CPACK}" --config "${BUILD}/CPackConfig.cmake" -G DEB -B "${SCRATCH}"
    -D CPACK_DEBIAN_COMPRESSION_TYPE=none WORKING_DIRECTORY "${SCRATCH}" OUTPUT_VARIABLE log ERROR_VARIABLE log
    RESULT_VARIABLE code)
if(code)
    message(FATAL_ERROR "cpack makes no Debian packages:\n${log}")
endif()
file(GLOB made RELATIVE "${SCRATCH}" "${SCRATCH}/*.deb")
list(LENGTH made made_count)
list(LENGTH packages count)
if(NOT made_count EQUAL count)
    message(FATAL_ERROR "cpack makes ${made} instead of one package for each of ${packages}")
endif()

# expect_match(<what> <text> <regex>…): the text matches each.
function(expect_match what text)
    foreach(regex IN LISTS ARGN)
        if(NOT text MATCHES "${regex}")
            message(FATAL_ERROR "${what}: nothing matches '${regex}' in:\n${text}")
        endif()
    endforeach()
endfunction()
# expect_none(<what> <text> <regex>)
function(expect_none what text regex)
    string(REGEX MATCHALL "${regex}" found "${text}")
    if(found)
        message(FATAL_ERROR "${what}: it has ${found}")
    endif()
endfunction()

set(everything "")
foreach(package IN LISTS packages)
    file(GLOB file "${SCRATCH}/${package}_${VERSION}_*.deb")
    foreach(field Depends Recommends Version)
        execute_process(COMMAND "${dpkg-deb}" -f "${file}" ${field} OUTPUT_VARIABLE ${package}_${field}
            OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
        string(PREPEND ${package}_${field} ", ")
    endforeach()
    execute_process(COMMAND "${dpkg-deb}" --fsys-tarfile "${file}" COMMAND tar -t OUTPUT_VARIABLE files
        COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX REPLACE "[^\n]*/\n" "" files "${files}") # folders
    set(${package}_files "\n${files}")
    string(REGEX REPLACE "\n$" "" files "${files}")
    string(REPLACE "\n" ";" files "${files}")
    list(APPEND everything ${files})
    expect_match("files of ${package}" "${${package}_files}"
        "\n./usr/share/doc/${package}/copyright\n" "\n./usr/share/doc/${package}/changelog.gz\n")
    # What calls ldconfig touches no store; nothing else may run when a package is installed or removed.
    execute_process(COMMAND "${dpkg-deb}" -e "${file}" "${SCRATCH}/${package}-control" COMMAND_ERROR_IS_FATAL ANY)
    file(GLOB scripts "${SCRATCH}/${package}-control/*")
    foreach(script IN LISTS scripts)
        cmake_path(GET script FILENAME name)
        if(name MATCHES "^(control|md5sums)$")
            continue()
        endif()
        file(STRINGS "${script}" lines REGEX "^[ \t]*[a-z]")
        list(FILTER lines EXCLUDE REGEX "^(set -e|if \\[ |[ \t]+ldconfig$|fi$)")
        if(lines OR NOT name MATCHES "^post(inst|rm)$")
            message(FATAL_ERROR "${package} has the maintainer script ${name}: ${lines}")
        endif()
    endforeach()
endforeach()
foreach(path IN LISTS everything)
    if(NOT path MATCHES "^\\./usr/")
        message(FATAL_ERROR "a package has the file ${path}, which is not below /usr")
    endif()
endforeach()
set(once ${everything})
list(REMOVE_DUPLICATES once)
list(LENGTH everything all_count)
list(LENGTH once once_count)
if(NOT all_count EQUAL once_count)
    message(FATAL_ERROR "two packages have the same file")
endif()

expect_match("files of kloupe" "${kloupe_files}" "\n./usr/bin/kloupe\n" "\n./usr/bin/kloupe-confine\n"
    "\n./usr/bin/kloupe-host\n" "\n./usr/bin/kloupe-judge\n" "\n./usr/share/man/man1/kloupe.1.gz\n"
    "\n./usr/share/bash-completion/completions/kloupe\n" "\n./usr/share/zsh/vendor-completions/_kloupe\n"
    "\n./usr/share/fish/vendor_completions.d/kloupe.fish\n" "\n./usr/share/kernelloupe/help/index.md\n"
    "\n./usr/share/kernelloupe/demo/demo.kloupe\n"
    "\n./usr/share/kernelloupe/tasks/abi/dlpack/dlpack.h\n" "\n./usr/share/kernelloupe/worker/__main__.py\n"
    "\n./usr/share/kernelloupe/ci/compare-kernels.sh\n"
    "\n./usr/lib/kernelloupe/libkernelloupe-draws.so\n")
expect_none("kloupe" "${kloupe_files}" "[^\n]*(kernelloupe\\.1|/applications/|injection|lib(Qt|archive|fmt))[^\n]*")
expect_match("dependencies of kloupe" "${kloupe_Depends}," ", bubblewrap," ", python3," ", libc6 " ", libsqlite3-0 "
    ", libarchive13 ")
expect_none("dependencies of kloupe" "${kloupe_Depends}" "lib(qt|cuda|x11)[^,]*")
expect_match("recommendations of kloupe" "${kloupe_Recommends}," ", g\\+\\+,")
if(APPLICATION)
    set(id org.kernelloupe.KernelLoupe)
    expect_match("files of kernelloupe" "${kernelloupe_files}" "\n./usr/bin/kernelloupe\n"
        "\n./usr/share/man/man1/kernelloupe.1.gz\n" "\n./usr/share/applications/${id}.desktop\n"
        "\n./usr/share/metainfo/${id}.metainfo.xml\n" "\n./usr/share/mime/packages/${id}.xml\n"
        "\n./usr/share/icons/hicolor/scalable/apps/${id}.svg\n")
    expect_match("dependencies of kernelloupe" "${kernelloupe_Depends}," ", kloupe \\(= ${VERSION}\\)," ", libqt6gui6 "
        ", libqscintilla2-qt6-15 ")
    expect_match("recommendations of kernelloupe" "${kernelloupe_Recommends}," ", fonts-inter,"
        ", fonts-jetbrains-mono,")
    expect_none("dependencies of kernelloupe" "${kernelloupe_Depends}" "libcurl[^,]*")
endif()
if(CUDA)
    expect_match("files of kloupe-cuda" "${kloupe-cuda_files}"
        "\n./usr/lib/kernelloupe/libkernelloupe-injection.so\n")
    expect_match("dependencies of kloupe-cuda" "${kloupe-cuda_Depends}," ", kloupe \\(= ${VERSION}\\),")
endif()
find_program(lintian lintian)
if(lintian)
    # Only this test leaves out the compression.
    execute_process(COMMAND "${lintian}" --allow-root --fail-on error --suppress-tags
        uses-no-compression-for-data-tarball ${made} WORKING_DIRECTORY "${SCRATCH}" OUTPUT_VARIABLE notes
        ERROR_VARIABLE notes RESULT_VARIABLE code)
    if(code)
        message(FATAL_ERROR "lintian finds errors:\n${notes}")
    endif()
else()
    message(STATUS "not run: there is no lintian; packaging/packages.txt names the package")
endif()
file(REMOVE_RECURSE "${SCRATCH}")
message(STATUS "${packages} have their files and dependencies")
