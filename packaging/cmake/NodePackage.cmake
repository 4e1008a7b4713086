# Read by cpack when it runs. With LOUPE_NODE the archive holds the headless programs alone, whatever else is built. What
# goes to a node brings the libraries of the programs (NodeLibraries.cmake).
if(CPACK_GENERATOR STREQUAL "DEB")
    include("${CMAKE_CURRENT_LIST_DIR}/DebianPackages.cmake")
elseif(LOUPE_NODE OR CPACK_PACKAGE_FILE_NAME MATCHES "-headless-")
    list(GET CPACK_INSTALL_CMAKE_PROJECTS 0 loupe_build)
    list(GET CPACK_INSTALL_CMAKE_PROJECTS 1 loupe_project)
    set(CPACK_INSTALL_CMAKE_PROJECTS "")
    foreach(component headless cuda node)
        list(APPEND CPACK_INSTALL_CMAKE_PROJECTS "${loupe_build}" "${loupe_project}" ${component} /)
    endforeach()
    string(REPLACE "-desktop-" "-headless-" CPACK_PACKAGE_FILE_NAME "${CPACK_PACKAGE_FILE_NAME}")
endif()
