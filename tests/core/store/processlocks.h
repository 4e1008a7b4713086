// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <sys/stat.h>
#include <unistd.h>

namespace loupe::test {

/// POSIX locks of this process on the file, as the kernel lists them.
inline int locksOn(const std::filesystem::path &file)
{
    struct stat facts {
    };
    if (::stat(file.c_str(), &facts) != 0)
        return 0;
    const std::string process = " " + std::to_string(::getpid()) + " ";
    const std::string inode = ":" + std::to_string(facts.st_ino) + " ";
    std::ifstream locks("/proc/locks");
    int count = 0;
    for (std::string line; std::getline(locks, line);) {
        const bool isOurs = line.find("POSIX") != std::string::npos
            && line.find(process) != std::string::npos && line.find(inode) != std::string::npos;
        count += isOurs ? 1 : 0;
    }
    return count;
}

} // namespace loupe::test
