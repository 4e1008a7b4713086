// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include <sys/stat.h>
#include <unistd.h>

namespace loupe::test {

/// Counts the POSIX locks of this process on the file, as listed by the kernel.
inline int locksOn(const std::filesystem::path &file)
{
    struct stat facts {
    };
    if (::stat(file.c_str(), &facts) != 0)
        return 0;
    const std::string process = " " + std::to_string(::getpid()) + " ";
    const std::string inode = ":" + std::to_string(facts.st_ino) + " ";
    // The kernel lists locks in pieces. Locking by other processes meanwhile can repeat or hide one
    // of ours, so read three times.
    std::set<std::string> ours;
    for (int reads = 0; reads < 3; ++reads) {
        std::ifstream locks("/proc/locks");
        for (std::string line; std::getline(locks, line);) {
            const std::size_t kind = line.find("POSIX");
            if (kind != std::string::npos && line.find(process) != std::string::npos
                && line.find(inode) != std::string::npos)
                ours.insert(line.substr(kind)); // without its number in the list
        }
    }
    return static_cast<int>(ours.size());
}

} // namespace loupe::test
