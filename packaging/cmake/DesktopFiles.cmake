# Installs what a Linux desktop reads: menu entry, icon, AppStream metainfo, and the type of *.kloupe files.
include_guard()
set(desktop "${PROJECT_SOURCE_DIR}/resources/desktop/org.kernelloupe.KernelLoupe")
install(FILES "${desktop}.metainfo.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo" COMPONENT application)
install(FILES "${desktop}.desktop" DESTINATION "${CMAKE_INSTALL_DATADIR}/applications" COMPONENT application)
install(FILES "${desktop}.svg" DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps"
    COMPONENT application)
install(FILES "${desktop}.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages" COMPONENT application)
