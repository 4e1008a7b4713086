# cmake -DKLOUPE=<program> -DSCRATCH=<folder> -P shells.cmake: bash, zsh and fish complete every command, option
# and choice that --help lists. Each script is loaded by its shell, which is asked what it would offer.
cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/kloupehelp.cmake")
file(MAKE_DIRECTORY "${SCRATCH}")
# No semicolons: CMake would take them apart.
set(bash_asks [[
    source "$0"
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _kloupe
    printf "%s\n" "${COMPREPLY[@]}"]])
# zsh completes with a terminal only, so the functions that would show the offers print them.
set(zsh_asks [[
    _describe() { local name=${@[-1]} && print -rl -- ${(P)name} }
    _files() { true }
    script=$0 words=("$@") CURRENT=$#
    source $script]])
set(fish_asks [[
    source $argv[1]
    complete -C "$argv[2..-1]"]])

# offers(<variable> <shell> <word>…): what the shell offers for the last word, one word a line.
function(offers variable shell)
    if(shell STREQUAL "bash")
        set(command "${bash}" --norc -c "${bash_asks}")
    elseif(shell STREQUAL "zsh")
        set(command "${zsh}" -f -c "${zsh_asks}")
    else()
        set(command "${fish}" --no-config -c "${fish_asks}")
    endif()
    execute_process(COMMAND ${command} "${SCRATCH}/${shell}" ${ARGN} OUTPUT_VARIABLE text ERROR_VARIABLE errors
        RESULT_VARIABLE code)
    if(errors OR (code AND NOT code EQUAL 1)) # 1: there is nothing to offer
        message(FATAL_ERROR "${shell} fails on '${ARGN}': ${code} ${errors}")
    endif()
    string(REGEX REPLACE "[:\t][^\n]*" "" text "${text}") # an explanation
    set(${variable} "\n${text}" PARENT_SCOPE)
endfunction()

# expect_offers(<shell> <offers> <where> <word>…)
function(expect_offers shell offered where)
    foreach(word IN LISTS ARGN)
        string(FIND "${offered}" "\n${word}\n" place)
        if(place EQUAL -1)
            message(FATAL_ERROR "${shell} does not offer '${word}' after '${where}', but:${offered}")
        endif()
    endforeach()
endfunction()

kloupe_commands(commands)
list(LENGTH commands count)
if(count LESS 40)
    message(FATAL_ERROR "only ${count} commands found: does --help list them in another way?")
endif()
set(absent "")
foreach(shell bash zsh fish)
    find_program(${shell} ${shell})
    if(NOT ${shell})
        string(APPEND absent " ${shell}")
        continue()
    endif()
    execute_process(COMMAND "${KLOUPE}" completion ${shell} OUTPUT_FILE "${SCRATCH}/${shell}"
        COMMAND_ERROR_IS_FATAL ANY)
    foreach(command IN LISTS commands)
        string(REPLACE " " ";" words "${command}")
        set(arguments ${words})
        list(POP_FRONT arguments)
        kloupe_help(text ${arguments})
        kloupe_options(options "${text}")
        list(FILTER options INCLUDE REGEX "^--") # fish offers long names first
        offers(offered ${shell} ${words} --)
        expect_offers(${shell} "${offered}" "${command}" ${options} --json)
        if(arguments)
            list(POP_BACK words name)
            offers(offered ${shell} ${words} "${name}")
            expect_offers(${shell} "${offered}" "${words}" ${name})
        endif()
    endforeach()
    offers(offered ${shell} kloupe run results.kloupe --protocol s)
    expect_offers(${shell} "${offered}" "kloupe run --protocol" strict suite)
    offers(offered ${shell} kloupe --json import kernelb)
    expect_offers(${shell} "${offered}" "kloupe import" kernelbench)
    offers(offered ${shell} kloupe c)
    if(offered MATCHES "\ncompletion\n")
        message(FATAL_ERROR "${shell} offers a hidden command")
    endif()
endforeach()
file(REMOVE_RECURSE "${SCRATCH}")
if(absent)
    message(STATUS "not run: there is no${absent}; packaging/packages.txt names the packages")
else()
    message(STATUS "three shells complete ${count} commands and their options")
endif()
