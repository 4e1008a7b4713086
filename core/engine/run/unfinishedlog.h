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

/// Log of unfinished evaluations: a file of JSON lines next to the store that survives a kill. A
/// line names run, task, method, sample, round and time ("at"), with stage and device, or with the
/// known "log" if it was cancelled. Evaluations that end in this session or a later one are
/// removed; an empty file is deleted. Use it only while the store's writer is open. Not
/// thread-safe.
class UnfinishedLog
{
public:
    static std::filesystem::path fileOf(const std::filesystem::path &store);

    /// Reads what earlier runs left in the file.
    UnfinishedLog(const std::filesystem::path &store, std::string run);
    ~UnfinishedLog();
    UnfinishedLog(const UnfinishedLog &) = delete;
    UnfinishedLog &operator=(const UnfinishedLog &) = delete;

    void entered(const ItemInfo &item, Stage stage);
    void cancelled(const ItemInfo &item, const std::string &log);
    void ended(const ItemInfo &item);
    /// Returns the number of this run's evaluations in the file.
    std::size_t left() const;
    const std::filesystem::path &file() const { return m_file; }
    /// Returns why the file cannot be written; empty if it can. After a failure nothing more is
    /// written.
    const std::string &problem() const { return m_problem; }

private:
    void add(const ItemInfo &item, Json line);
    void write(const std::string &line);
    /// Writes the file again without evaluations that ended.
    void rewrite();

    std::filesystem::path m_file;
    std::string m_run;
    std::string m_problem;
    Fd m_fd;                                   ///< invalid until something is written
    std::size_t m_bytes = 0;                   ///< size of the file
    std::map<std::string, std::string> m_open; ///< lines of each evaluation
};

} // namespace loupe
