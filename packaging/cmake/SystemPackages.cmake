# Read by cpack when it makes packages of a distribution: kloupe has everything without Qt, kernelloupe the window, and
# kloupe-cuda the library that CUDA loads to record a GPU's activity. No installation, upgrade or removal touches a store
# or a setting.
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
list(REMOVE_ITEM CPACK_COMPONENTS_ALL node) # libraries that distributions have
set(CPACK_COMPONENT_HEADLESS_GROUP kloupe)
set(CPACK_COMPONENT_ASKING_GROUP kloupe)
set(CPACK_COMPONENT_CUDA_GROUP kloupe-cuda)
set(CPACK_COMPONENT_APPLICATION_GROUP kernelloupe)

# Whoever makes packages names themselves as for any Debian package.
set(CPACK_PACKAGE_CONTACT "The KernelLoupe developers <developers@kernelloupe.invalid>")
if(DEFINED ENV{DEBFULLNAME} AND DEFINED ENV{DEBEMAIL})
    set(CPACK_PACKAGE_CONTACT "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()

set(kloupe_summary "evaluate GPU kernels written by language models")
set(kloupe_text "Runs kernels in a sandbox, checks their results against a reference, times
them, and stores every record in one SQLite file. Reads the results of
KernelBench and other benchmarks, compares runs, looks for cheats, and writes
tables and reports. Kernels written in C++ are built by g++.")
set(kernelloupe_summary "study GPU kernels written by language models")
set(kernelloupe_text "The window of KernelLoupe: starts runs, shows tables, charts and sources of
evaluated kernels, and compares any two sides, task by task. It opens the same
files as the command kloupe.")
set(kloupe-cuda_summary "record the activity of NVIDIA GPUs for kloupe")
set(kloupe-cuda_text "The library that CUDA loads into references and candidates. It records with
CUPTI which kernels a GPU ran and for how long. The NVIDIA driver and the CUPTI
of CUDA 12 or 13 come from elsewhere, for example with PyTorch.")
