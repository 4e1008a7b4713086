# Installs what the programs write about themselves: manual pages, and kloupe's completion for shells.
include_guard()

# loupe_install_written(<program> <file> <destination> <component> <argument>…): installs what the program prints for
# these arguments as destination/file; a page of a manual is compressed.
function(loupe_install_written program file destination component)
    install(CODE "
        set(program \"$<TARGET_FILE:${program}>\")
        set(arguments \"${ARGN}\")
        set(file \"${PROJECT_BINARY_DIR}/generated/written/${file}\")
        set(destination \"\${CMAKE_INSTALL_PREFIX}/${destination}\")
        include(\"${PROJECT_SOURCE_DIR}/packaging/cmake/InstallWritten.cmake\")"
        COMPONENT ${component})
endfunction()

if(TARGET kloupe)
    loupe_install_written(kloupe kloupe.1 ${CMAKE_INSTALL_MANDIR}/man1 headless manual)
    loupe_install_written(kloupe kloupe ${CMAKE_INSTALL_DATADIR}/bash-completion/completions headless
        completion bash)
    loupe_install_written(kloupe _kloupe ${CMAKE_INSTALL_DATADIR}/zsh/site-functions headless completion zsh)
    loupe_install_written(kloupe kloupe.fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d headless
        completion fish)
endif()
if(TARGET kernelloupe)
    loupe_install_written(kernelloupe kernelloupe.1 ${CMAKE_INSTALL_MANDIR}/man1 application --manual)
endif()
