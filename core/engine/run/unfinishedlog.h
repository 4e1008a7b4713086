// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/json.h"
#include "core/engine/request/runobserver.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>

namespace loupe {

/// What evaluations were at that never ended: a file of JSON lines beside the store, which survives
/// a kill. Each line names run, task, method, sample and round, when ("at") and a stage with its
/// device, or what was known ("log") when it was cancelled. What has ended, in this session or a
/// later one of the run, is taken out; without anything left there is no file. Only while the
/// store's writer is open. Not thread-safe.
class UnfinishedLog
{
public:
    static std::filesystem::path fileOf(const std::filesystem::path &store);

    /// Takes over what earlier runs left in the file.
    UnfinishedLog(const std::filesystem::path &store, std::string run);
    ~UnfinishedLog();
    UnfinishedLog(const UnfinishedLog &) = delete;
    UnfinishedLog &operator=(const UnfinishedLog &) = delete;

    void entered(const ItemInfo &item, Stage stage);
    void cancelled(const ItemInfo &item, const std::string &log);
    void ended(const ItemInfo &item);
    /// Of this run, in the file now.
    std::size_t left() const;
    const std::filesystem::path &file() const { return m_file; }
    /// Why the file could not be written; empty while it can. Then nothing is kept from there on.
    const std::string &problem() const { return m_problem; }

private:
    void add(const ItemInfo &item, Json line);
    void write(const std::string &line);
    /// Only what has not ended.
    void rewrite();

    std::filesystem::path m_file;
    std::string m_run;
    std::string m_problem;
    Fd m_fd;                                   ///< none until something is written
    std::size_t m_bytes = 0;                   ///< of the file
    std::map<std::string, std::string> m_open; ///< lines by what they are of
};

} // namespace loupe
