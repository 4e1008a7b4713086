// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/analysis/population/scopedpairs.h"
#include "core/base/result.h"
#include "core/model/saved/filter.h"
#include "core/store/read/storereader.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace loupe {

/// Keeps the pairs of the scopes that were read last from one store. Another filter then selects
/// among them, and the store's rows are not read again. Pairs are used only for the state of the
/// store that they were read from. Thread-safe.
class PairCache
{
public:
    using Opener = std::function<Result<std::unique_ptr<StoreReader>>()>;

    /// `opener` opens the store that all readers are of. It is called once, for a connection that
    /// notices commits. If it fails, nothing is kept.
    explicit PairCache(Opener opener) : m_opener(std::move(opener)) { }

    /// Reads the population of a filter and a scope. Its rows have no costs. Fails like
    /// scopedRows().
    Result<Population> population(StoreReader &reader, const Filter &filter, const Scope &scope,
                                  const std::stop_token &stop = {});
    /// Returns how many populations needed the store's rows.
    std::size_t reads() const { return m_reads; }
    /// Closes its connection and forgets all pairs; later populations are read from the store.
    void close();

private:
    struct Entry {
        std::string conditions; ///< conditionTerms() as text
        Scope scope;
        std::int64_t version = 0; ///< of the store
        std::shared_ptr<const ScopedPairs> pairs;
    };

    /// Returns the version of the store; nullopt if it is unknown.
    std::optional<std::int64_t> version();
    std::shared_ptr<const ScopedPairs> find(const std::string &conditions, const Scope &scope,
                                            std::int64_t version);
    void keep(Entry entry);

    std::atomic<std::size_t> m_reads = 0;
    Opener m_opener;
    std::mutex m_mutex;
    std::unique_ptr<StoreReader> m_watch; ///< null: not opened, or closed
    std::list<Entry> m_entries;           ///< the one that was used last first
};

} // namespace loupe
