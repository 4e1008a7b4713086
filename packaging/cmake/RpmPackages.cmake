# Read by cpack when it makes RPM packages: those of SystemPackages.cmake. rpm finds the libraries that programs load;
# below is what they run. cpack writes no recommendations here: `kloupe doctor` names g++ where it is missing.
include("${CMAKE_CURRENT_LIST_DIR}/SystemPackages.cmake")
set(CPACK_RPM_COMPONENT_INSTALL ON)
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_VENDOR KernelLoupe)
# One value holds for all packages.
set(CPACK_RPM_PACKAGE_LICENSE "Apache-2.0 AND GPL-3.0-or-later")
set(CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION /usr/lib /usr/share/applications /usr/share/bash-completion
    /usr/share/bash-completion/completions /usr/share/doc /usr/share/fish /usr/share/fish/vendor_completions.d
    /usr/share/icons /usr/share/icons/hicolor /usr/share/icons/hicolor/scalable /usr/share/icons/hicolor/scalable/apps
    /usr/share/man /usr/share/man/man1 /usr/share/metainfo /usr/share/mime /usr/share/mime/packages /usr/share/zsh
    /usr/share/zsh/site-functions)
# The same bytes on every machine; files that cpack has stripped stay as they are.
set(CPACK_RPM_SPEC_MORE_DEFINE "%define _buildhost kernelloupe
%define use_source_date_epoch_as_buildtime 1
%define clamp_mtime_to_source_date_epoch 1
%define _build_id_links none
%define __os_install_post %{nil}")

foreach(package kloupe kernelloupe kloupe-cuda)
    string(TOUPPER ${package} upper)
    set(CPACK_RPM_${upper}_PACKAGE_NAME ${package})
    set(CPACK_RPM_${upper}_PACKAGE_SUMMARY "${${package}_summary}")
    set(CPACK_RPM_${upper}_PACKAGE_DESCRIPTION "${${package}_text}")
    set(CPACK_RPM_${upper}_PACKAGE_REQUIRES "kloupe = ${CPACK_PACKAGE_VERSION}")
endforeach()
set(CPACK_RPM_KLOUPE_PACKAGE_REQUIRES "bubblewrap, python3")
