# Read by cpack when it makes Debian packages: kloupe has everything without Qt, kernelloupe the window, and
# kloupe-cuda the library that CUDA loads to record a GPU's activity. dpkg-shlibdeps names the libraries that programs
# load; below is what they run. The only maintainer scripts are CPack's calls of ldconfig, so no installation, upgrade
# or removal touches a store or a setting.
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
list(REMOVE_ITEM CPACK_COMPONENTS_ALL node) # libraries that Debian has
set(CPACK_COMPONENT_HEADLESS_GROUP kloupe)
set(CPACK_COMPONENT_ASKING_GROUP kloupe)
set(CPACK_COMPONENT_CUDA_GROUP kloupe-cuda)
set(CPACK_COMPONENT_APPLICATION_GROUP kernelloupe)

# Whoever makes packages names themselves as for any Debian package.
set(CPACK_PACKAGE_CONTACT "The KernelLoupe developers <developers@kernelloupe.invalid>")
if(DEFINED ENV{DEBFULLNAME} AND DEFINED ENV{DEBEMAIL})
    set(CPACK_PACKAGE_CONTACT "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
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
set(CPACK_DEBIAN_KLOUPE_DESCRIPTION "evaluate GPU kernels written by language models
Runs kernels in a sandbox, checks their results against a reference, times
them, and stores every record in one SQLite file. Reads the results of
KernelBench and other benchmarks, compares runs, looks for cheats, and writes
tables and reports. Kernels written in C++ are built by g++.")

set(CPACK_DEBIAN_KERNELLOUPE_PACKAGE_NAME kernelloupe)
set(CPACK_DEBIAN_KERNELLOUPE_PACKAGE_DEPENDS "kloupe (= ${CPACK_PACKAGE_VERSION})")
set(CPACK_DEBIAN_KERNELLOUPE_PACKAGE_RECOMMENDS
    "fonts-dejavu-core, fonts-inter, fonts-jetbrains-mono")
set(CPACK_DEBIAN_KERNELLOUPE_DESCRIPTION "study GPU kernels written by language models
The window of KernelLoupe: starts runs, shows tables, charts and sources of
evaluated kernels, and compares any two sides, task by task. It opens the same
files as the command kloupe.")

set(CPACK_DEBIAN_KLOUPE-CUDA_PACKAGE_NAME kloupe-cuda)
set(CPACK_DEBIAN_KLOUPE-CUDA_PACKAGE_DEPENDS "kloupe (= ${CPACK_PACKAGE_VERSION})")
set(CPACK_DEBIAN_KLOUPE-CUDA_DESCRIPTION "record the activity of NVIDIA GPUs for kloupe
The library that CUDA loads into references and candidates. It records with
CUPTI which kernels a GPU ran and for how long. The NVIDIA driver and the CUPTI
of CUDA 12 or 13 come from elsewhere, for example with PyTorch.")

set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/DebianFiles.cmake")
