# Read by cpack before it packs anything: everything gets the time of the release, so that packages of the same programs
# are equal in each byte. Whoever sets SOURCE_DATE_EPOCH chooses another time.
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
    file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../../resources/desktop/org.kernelloupe.KernelLoupe.metainfo.xml" release
        REGEX "<release version=\"${CPACK_PACKAGE_VERSION}\" ")
    string(REGEX MATCH "date=\"([0-9-]+)\"" found "${release}")
    if(NOT found)
        message(FATAL_ERROR "the metainfo names no date of version ${CPACK_PACKAGE_VERSION}; add the release to it")
    endif()
    execute_process(COMMAND date --utc "--date=${CMAKE_MATCH_1}" +%s OUTPUT_VARIABLE seconds
        OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    set(ENV{SOURCE_DATE_EPOCH} ${seconds})
endif()
