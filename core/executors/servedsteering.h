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

/// A node's side of an asker's commands: kept in the job's file, each once.
class ServedSteering
{
public:
    /// Goes on with the file if it is of this watcher (a job's id); another one's commands are not
    /// this one's, what was left out then is to be done now.
    static Result<ServedSteering> begin(const std::filesystem::path &file,
                                        const std::string &watcher);
    /// How many there are.
    std::int64_t count() const { return m_count; }
    /// The number-th, from 1; one that is there already is left as it is. InvalidInput for one out
    /// of turn.
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

/// An engine's news on their way to an asker.
class ServedNews
{
public:
    /// `known`: the name and count that the asker has had of an engine's file.
    ServedNews(std::filesystem::path file, const Json &known);
    /// Messages with what is new.
    std::vector<Json> messages();

private:
    LineFileReader m_file;
    std::string m_name;
    std::int64_t m_known; ///< to the asker, of the file of that name
    std::int64_t m_count = 0;
};

} // namespace loupe
