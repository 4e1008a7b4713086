# Run by cpack after it has made an archive: packs the same folder again, sorted and without an owner. cpack follows the
# order of the file system.
cmake_path(GET CPACK_TEMPORARY_DIRECTORY PARENT_PATH above)
cmake_path(GET CPACK_TEMPORARY_DIRECTORY FILENAME folder)
foreach(archive IN LISTS CPACK_PACKAGE_FILES)
    execute_process(COMMAND env LC_ALL=C tar --create --format=gnu --sort=name --owner=root:0 --group=root:0
        --directory "${above}" "${folder}" COMMAND gzip -9n OUTPUT_FILE "${archive}" COMMAND_ERROR_IS_FATAL ANY)
endforeach()
