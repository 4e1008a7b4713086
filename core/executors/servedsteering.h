// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/executors/linefile.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// Node's record of a watcher's commands: each is stored once in the job's file.
class ServedSteering
{
public:
    /// Continues the file if it belongs to this watcher (a job's id). Otherwise begins a new one:
    /// the commands of other watchers no longer apply, so items they cancelled are run.
    static Result<ServedSteering> begin(const std::filesystem::path &file,
                                        const std::string &watcher);
    /// Returns the number of stored commands.
    std::int64_t count() const { return m_count; }
    /// Adds the command with this number, counted from 1; an existing one is unchanged.
    /// InvalidInput for a number out of order.
    Status add(std::int64_t number, const Json &command);

private:
    ServedSteering(LineFileWriter file, std::int64_t count)
        : m_file(std::move(file))
        , m_count(count)
    {
    }
    LineFileWriter m_file;
    std::int64_t m_count;
};

/// Node's queue of an engine's news for a client.
class ServedNews
{
public:
    /// `known`: name and count of the news file that the client has received.
    ServedNews(std::filesystem::path file, const Json &known);
    /// Returns messages with the new entries.
    std::vector<Json> messages();

private:
    LineFileReader m_file;
    std::string m_name;
    std::int64_t m_known; ///< entries of that file that the client has
    std::int64_t m_count = 0;
};

} // namespace loupe
