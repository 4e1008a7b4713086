# Run by cpack on the folders of Debian packages before they are packed: puts documents, completions and notes for
# lintian where Debian wants them.
set(debian "${CMAKE_CURRENT_LIST_DIR}/../debian")
set(root "${CMAKE_CURRENT_LIST_DIR}/../..")
execute_process(COMMAND env LC_ALL=C date --utc --rfc-email "--date=@$ENV{SOURCE_DATE_EPOCH}" OUTPUT_VARIABLE date
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

# compressed(<file>): replaces the file by file.gz, without a name and a time.
function(compressed file)
    execute_process(COMMAND gzip -9nf "${file}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(GLOB packages RELATIVE "${CPACK_TEMPORARY_DIRECTORY}" "${CPACK_TEMPORARY_DIRECTORY}/k*")
foreach(package IN LISTS packages)
    set(share "${CPACK_TEMPORARY_DIRECTORY}/${package}/usr/share")
    file(REMOVE_RECURSE "${share}/doc")
    set(documents "${share}/doc/${package}")
    file(MAKE_DIRECTORY "${documents}")
    file(COPY_FILE "${debian}/copyright" "${documents}/copyright")
    file(WRITE "${documents}/changelog" "${package} (${CPACK_PACKAGE_VERSION}) stable; urgency=medium\n\n"
        "  * The changes are in /usr/share/doc/kloupe/CHANGELOG.md.gz.\n\n -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
    compressed("${documents}/changelog")
    if(package STREQUAL "kloupe")
        file(COPY "${root}/README.md" "${root}/CHANGELOG.md" DESTINATION "${documents}")
        compressed("${documents}/CHANGELOG.md")
        # The other folder is for what the machine's owner adds.
        file(RENAME "${share}/zsh/site-functions" "${share}/zsh/vendor-completions")
    endif()
    if(EXISTS "${debian}/${package}.overrides")
        file(MAKE_DIRECTORY "${share}/lintian/overrides")
        file(COPY_FILE "${debian}/${package}.overrides" "${share}/lintian/overrides/${package}")
    endif()
endforeach()
