# Read by cpack when it makes Debian packages. dpkg-shlibdeps names the libraries that programs load; below is what they
# run. The only maintainer scripts are CPack's calls of ldconfig.
include("${CMAKE_CURRENT_LIST_DIR}/SystemPackages.cmake")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
if(NOT DEFINED CPACK_DEBIAN_COMPRESSION_TYPE)
    set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
endif()
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each description below begins with its own

set(CPACK_DEBIAN_KLOUPE_PACKAGE_NAME kloupe)
set(CPACK_DEBIAN_KLOUPE_PACKAGE_DEPENDS "bubblewrap, python3")
set(CPACK_DEBIAN_KLOUPE_PACKAGE_RECOMMENDS "g++")
set(CPACK_DEBIAN_KLOUPE_PACKAGE_SUGGESTS "kernelloupe, kloupe-cuda, libsecret-1-0, openssh-client, slurm-client")
set(CPACK_DEBIAN_KLOUPE_DESCRIPTION "${kloupe_summary}\n${kloupe_text}")

set(CPACK_DEBIAN_KERNELLOUPE_PACKAGE_NAME kernelloupe)
set(CPACK_DEBIAN_KERNELLOUPE_PACKAGE_DEPENDS "kloupe (= ${CPACK_PACKAGE_VERSION})")
set(CPACK_DEBIAN_KERNELLOUPE_PACKAGE_RECOMMENDS
    "fonts-dejavu-core, fonts-inter, fonts-jetbrains-mono")
set(CPACK_DEBIAN_KERNELLOUPE_DESCRIPTION "${kernelloupe_summary}\n${kernelloupe_text}")

set(CPACK_DEBIAN_KLOUPE-CUDA_PACKAGE_NAME kloupe-cuda)
set(CPACK_DEBIAN_KLOUPE-CUDA_PACKAGE_DEPENDS "kloupe (= ${CPACK_PACKAGE_VERSION})")
set(CPACK_DEBIAN_KLOUPE-CUDA_DESCRIPTION "${kloupe-cuda_summary}\n${kloupe-cuda_text}")

list(PREPEND CPACK_PRE_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/DebianFiles.cmake")
