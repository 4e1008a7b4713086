# What `cmake --install` and cpack put where: programs in bin/, tasks and the ABI in share/kernelloupe.
include_guard()
include(GNUInstallDirs)
install(DIRECTORY tasks/ DESTINATION ${CMAKE_INSTALL_DATADIR}/kernelloupe/tasks)
install(DIRECTORY resources/help/ DESTINATION ${CMAKE_INSTALL_DATADIR}/kernelloupe/help)
