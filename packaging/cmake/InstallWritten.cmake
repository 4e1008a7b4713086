# Run when a file of ManualPages.cmake is installed: writes what `program` prints for `arguments` to `file`, and
# installs it into `destination`.
cmake_path(GET file PARENT_PATH folder)
file(MAKE_DIRECTORY "${folder}")
execute_process(COMMAND "${program}" ${arguments} OUTPUT_FILE "${file}" COMMAND_ERROR_IS_FATAL ANY)
if(file MATCHES "\\.1$")
    execute_process(COMMAND gzip -9nf "${file}" COMMAND_ERROR_IS_FATAL ANY) # without a name and a time
    string(APPEND file ".gz")
endif()
file(INSTALL "${file}" DESTINATION "${destination}")
