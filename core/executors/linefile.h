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

/// A file of JSON objects, one a line, that one process adds to and others read as it grows. Its
/// first line names it, so that who reads notices when it was begun anew.
class LineFileWriter
{
public:
    /// Replaces what is there by an empty file of this name.
    static Result<LineFileWriter> beginAnew(const std::filesystem::path &file,
                                            const std::string &name);
    /// Adds to one that is there.
    static Result<LineFileWriter> goOn(const std::filesystem::path &file);
    Status add(const Json &object) const;

private:
    LineFileWriter(std::filesystem::path file, Fd fd) : m_file(std::move(file)), m_fd(std::move(fd))
    {
    }
    std::filesystem::path m_file;
    Fd m_fd;
};

/// Reads such a file. What is no JSON object is left out.
class LineFileReader
{
public:
    explicit LineFileReader(std::filesystem::path file) : m_file(std::move(file)) { }

    /// What was added since the last call, at most a few thousand objects; nothing while there is
    /// no such file.
    std::vector<Json> news();
    /// The file's name; empty while there is none. Another one: what was read before is of a file
    /// that is gone.
    const std::string &name() const { return m_name; }

private:
    std::filesystem::path m_file;
    std::string m_name;
    ino_t m_inode = 0;
    std::int64_t m_offset = 0;
};

} // namespace loupe
