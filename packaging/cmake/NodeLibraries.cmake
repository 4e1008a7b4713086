# The libraries that an archive for a node brings (component node, which a plain `cmake --install` leaves out), and where
# the installed programs look for them.
include_guard()

# The old kind of run path holds for libraries of libraries too; the new one of kloupe-host does not reach candidates.
# Those were built by the node's own compiler for its own runtime, maybe a newer one: kloupe-host takes the system's.
# Every sandbox begins with a copy of kloupe-host's libraries, which therefore lie in a folder of their own.
set(node_programs "")
foreach(program kloupe kloupe-judge)
    if(TARGET ${program})
        set_target_properties(${program} PROPERTIES
            INSTALL_RPATH "$ORIGIN/../lib/kernelloupe:$ORIGIN/../lib/kernelloupe/host:$ORIGIN/../lib/kernelloupe/runtime")
        target_link_options(${program} PRIVATE -Wl,--disable-new-dtags)
        list(APPEND node_programs $<TARGET_FILE:${program}>)
    endif()
endforeach()
if(TARGET kloupe-host)
    set_target_properties(kloupe-host PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/kernelloupe/host")
    target_link_options(kloupe-host PRIVATE -Wl,--enable-new-dtags)
    install(CODE "set(host \"$<TARGET_FILE:kloupe-host>\")" COMPONENT node EXCLUDE_FROM_ALL)
endif()
# Programs of a sysroot (packaging/oldbase.sh) have their libraries linked in. Those of this system are too new for them.
if(node_programs AND NOT CMAKE_SYSROOT)
    install(CODE "set(programs \"${node_programs}\")" COMPONENT node EXCLUDE_FROM_ALL)
    install(SCRIPT "${CMAKE_CURRENT_LIST_DIR}/InstallNodeLibraries.cmake" COMPONENT node EXCLUDE_FROM_ALL)
endif()
