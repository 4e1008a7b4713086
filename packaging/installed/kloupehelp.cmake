# What `kloupe --help` lists, for the checks that compare others with it.

# kloupe_commands(<variable> [<command>…]): every command below this one, as "kloupe suites list", and itself.
function(kloupe_commands variable)
    kloupe_help(text ${ARGN})
    list(JOIN ARGN " " words)
    string(STRIP "kloupe ${words}" found)
    if(text MATCHES "\nSubcommands:\n(.*)$")
        string(REGEX MATCHALL "(^|\n)  [a-z][a-z-]*" names "${CMAKE_MATCH_1}")
        list(TRANSFORM names STRIP)
        foreach(name IN LISTS names)
            kloupe_commands(below ${ARGN} ${name})
            list(APPEND found ${below})
        endforeach()
    endif()
    set(${variable} "${found}" PARENT_SCOPE)
endfunction()

# kloupe_help(<variable> [<command>…]): what the program prints for --help.
function(kloupe_help variable)
    execute_process(COMMAND "${KLOUPE}" ${ARGN} --help OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# kloupe_options(<variable> <help text>): the options that the text explains.
function(kloupe_options variable text)
    string(REGEX MATCHALL "\n  -[^ \n]+" lines "${text}")
    string(REGEX MATCHALL "--?[a-z][a-z-]*" options "${lines}")
    set(${variable} "${options}" PARENT_SCOPE)
endfunction()
