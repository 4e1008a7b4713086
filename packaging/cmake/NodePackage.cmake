# Read by cpack when it runs. With LOUPE_NODE the archive holds the headless programs alone, whatever else is built.
if(LOUPE_NODE)
    list(GET CPACK_INSTALL_CMAKE_PROJECTS 0 loupe_build)
    list(GET CPACK_INSTALL_CMAKE_PROJECTS 1 loupe_project)
    set(CPACK_INSTALL_CMAKE_PROJECTS "${loupe_build};${loupe_project};headless;/")
    string(REPLACE "-desktop-" "-headless-" CPACK_PACKAGE_FILE_NAME "${CPACK_PACKAGE_FILE_NAME}")
endif()
