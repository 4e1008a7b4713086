// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/executors/storeprefix.h"
#include "core/model/record/evaluation.h"
#include "core/model/record/run.h"
#include "core/store/read/storereader.h"

#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace loupe {

/// Reader of the store written by a job's engine, in storage order. The store holds one run. While
/// there is no store, all results are empty.
class Journal
{
public:
    explicit Journal(std::filesystem::path store) : m_store(std::move(store)) { }

    Result<StorePrefix> prefix(std::int64_t most);
    /// Makes next() continue after this row.
    void goOnBehind(std::int64_t lastId) { m_lastId = lastId; }

    /// Looks for new rows. Returns false while there is no store.
    bool changed();
    Result<std::optional<Run>> run();
    /// Returns the tasks whose controls ended since the last call, as messages.
    Result<std::vector<Json>> newlyProved();
    Result<std::vector<Evaluation>> next(std::int64_t most);
    /// Returns true if next() has returned everything found by the last changed().
    bool isAtEnd() const { return m_waiting.empty() && !m_mayHaveMore; }

private:
    bool open();

    std::filesystem::path m_store;
    std::unique_ptr<StoreReader> m_reader;
    std::optional<std::int64_t> m_version;
    std::deque<std::int64_t> m_waiting; ///< rows not yet returned
    std::int64_t m_lastId = 0;          ///< last row returned or waiting
    bool m_mayHaveMore = false;
    bool m_tasksAreNew = false;
    std::set<std::string> m_proved;
};

} // namespace loupe
