// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/json.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

namespace loupe {

/// Writer of a file of JSON objects, one per line; other processes read the file as it grows. Its
/// first line holds its name, so that readers detect a replaced file.
class LineFileWriter
{
public:
    /// Replaces the file by an empty one with this name.
    static Result<LineFileWriter> beginAnew(const std::filesystem::path &file,
                                            const std::string &name);
    /// Opens an existing file for appending.
    static Result<LineFileWriter> goOn(const std::filesystem::path &file);
    Status add(const Json &object) const;

private:
    LineFileWriter(std::filesystem::path file, Fd fd) : m_file(std::move(file)), m_fd(std::move(fd))
    {
    }
    std::filesystem::path m_file;
    Fd m_fd;
};

/// Reader of such a file. Lines that are no JSON objects are skipped.
class LineFileReader
{
public:
    explicit LineFileReader(std::filesystem::path file) : m_file(std::move(file)) { }

    /// Returns the objects added since the last call, at most a few thousand; none while the file
    /// does not exist.
    std::vector<Json> news();
    /// Returns the file's name; empty while there is none. When it changes, the objects read before
    /// belong to a replaced file.
    const std::string &name() const { return m_name; }

private:
    std::filesystem::path m_file;
    std::string m_name;
    ino_t m_inode = 0;
    std::int64_t m_offset = 0;
};

} // namespace loupe
