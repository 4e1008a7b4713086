# What `cmake --install` and cpack put where. The tree is relocatable: programs in bin/ find tasks,
# the ABI header and the help in ../share/kernelloupe.
include_guard()
include(GNUInstallDirs)
set(loupe_share "${CMAKE_INSTALL_DATADIR}/kernelloupe")

foreach(program kloupe kloupe-confine kloupe-host kloupe-judge)
    if(TARGET ${program})
        install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT headless)
    endif()
endforeach()
# Asks models, which no node does: not in an archive for one.
if(TARGET kloupe-ask)
    install(TARGETS kloupe-ask RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT asking)
endif()
include(NodeLibraries)
set(LOUPE_NODE_FILES "" CACHE PATH "A tree that an archive for a node brings besides (packaging/oldbase.sh)")
if(LOUPE_NODE_FILES)
    install(DIRECTORY "${LOUPE_NODE_FILES}/" DESTINATION . USE_SOURCE_PERMISSIONS COMPONENT node EXCLUDE_FROM_ALL)
endif()
include(ManualPages)
install(TARGETS kernelloupe-draws LIBRARY DESTINATION lib/kernelloupe COMPONENT headless)
if(TARGET kernelloupe-injection)
    install(TARGETS kernelloupe-injection LIBRARY DESTINATION lib/kernelloupe COMPONENT cuda)
endif()
if(TARGET kernelloupe)
    install(TARGETS kernelloupe RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT application)
    install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT application)
    include(DesktopFiles)
    # The demonstration with recorded answers, which the window offers.
    install(FILES resources/demo/dialogue.json resources/demo/dialogue.jsonl resources/demo/tasks.txt
        DESTINATION ${loupe_share}/demo COMPONENT application)
endif()
# Recorded results of the demo kernels, so that the first picture needs no compiler.
install(FILES resources/demo/demo.kloupe DESTINATION ${loupe_share}/demo COMPONENT headless)
install(DIRECTORY tasks/ DESTINATION ${loupe_share}/tasks COMPONENT headless)
# The ABI's only other header travels with it: candidates build on machines without libdlpack-dev.
install(FILES "${LOUPE_DLPACK_INCLUDE_DIR}/dlpack/dlpack.h" DESTINATION ${loupe_share}/tasks/abi/dlpack
    COMPONENT headless)
# The Python side of evaluating references and candidates written in Python.
install(DIRECTORY resources/worker DESTINATION ${loupe_share} COMPONENT headless
    USE_SOURCE_PERMISSIONS PATTERN __pycache__ EXCLUDE)
install(DIRECTORY resources/figures DESTINATION ${loupe_share} COMPONENT headless)
install(DIRECTORY resources/help/ DESTINATION ${loupe_share}/help COMPONENT headless)
install(DIRECTORY resources/claims DESTINATION ${loupe_share} COMPONENT headless)
# What connects agents with kloupe evaluate-one.
install(DIRECTORY resources/agents DESTINATION ${loupe_share} COMPONENT headless
    USE_SOURCE_PERMISSIONS PATTERN __pycache__ EXCLUDE)
install(DIRECTORY resources/prompts DESTINATION ${loupe_share} COMPONENT headless)
install(DIRECTORY resources/ci DESTINATION ${loupe_share} COMPONENT headless USE_SOURCE_PERMISSIONS)
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT headless)
install(FILES core/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME LICENSE-core COMPONENT headless)

# `cpack --preset headless` or gpu-node makes the archive that is unpacked on a machine without Qt, `cpack --preset
# node` the same out of a build with the application, `cpack --preset release` one with the application, and `cpack
# --preset debian` or rpm packages of a distribution.
set(CPACK_PACKAGE_NAME kernelloupe)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_GENERATOR TGZ)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)
set(CPACK_PROJECT_CONFIG_FILE "${CMAKE_CURRENT_LIST_DIR}/NodePackage.cmake")
set(loupe_flavour headless)
if(LOUPE_BUILD_GUI)
    set(loupe_flavour desktop)
endif()
set(CPACK_PACKAGE_FILE_NAME
    "kernelloupe-${PROJECT_VERSION}-${loupe_flavour}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}")
include(CPack)
