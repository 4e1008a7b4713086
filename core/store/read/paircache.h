// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/analysis/population/scopedpairs.h"
#include "core/base/result.h"
#include "core/model/saved/filter.h"
#include "core/store/read/storereader.h"

#include <atomic>
#include <condition_variable>
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
/// among them, and the store's rows are not read again. Threads that need the same pairs at the
/// same time read them once, if these can be kept. Pairs are used only for the state of the store
/// that they were read from. Thread-safe.
class PairCache
{
public:
    using Opener = std::function<Result<std::unique_ptr<StoreReader>>()>;

    /// `opener` opens the store that all readers are of. It is called once, for a connection that
    /// notices commits. If it fails, nothing is kept.
    explicit PairCache(Opener opener) : m_opener(std::move(opener)) { }

    /// Opens its connection, which the first population waits for otherwise.
    void open() { static_cast<void>(version()); }
    /// Reads the population of a filter and a scope. Its rows have no costs. Fails like
    /// scopedRows().
    Result<Population> population(StoreReader &reader, const Filter &filter, const Scope &scope,
                                  const std::stop_token &stop = {});
    /// Returns how many populations needed the store's rows.
    std::size_t reads() const { return m_reads; }
    /// Returns how many threads wait for pairs that another thread reads.
    std::size_t waiting();
    /// Closes its connection and forgets all pairs; later populations are read from the store.
    void close();

private:
    struct Question {
        std::string conditions; ///< conditionTerms() as text
        Scope scope;

        friend bool operator==(const Question &, const Question &) = default;
    };
    struct Entry {
        Question question;
        std::int64_t version = 0; ///< of the store
        std::shared_ptr<const ScopedPairs> pairs;
    };
    struct BeingRead {
        Question question;
        std::size_t number = 0; ///< of no other reading
    };
    /// Makes known during its lifetime that pairs are being read. If another thread reads the same
    /// ones, the constructor waits for the end of that reading or for `stop` instead. It waits only
    /// once, because large pairs are not kept: threads would read them one after the other.
    class Reading
    {
    public:
        Reading(PairCache &cache, const Question &question, const std::stop_token &stop);
        Reading(const Reading &) = delete;
        Reading &operator=(const Reading &) = delete;
        ~Reading();

        /// Returns true if the pairs of another thread may be kept now.
        bool hasWaited() const { return m_hasWaited; }

    private:
        PairCache &m_cache;
        std::size_t m_number = 0;
        bool m_hasWaited = false;
    };

    /// Returns the version of the store; nullopt if it is unknown.
    std::optional<std::int64_t> version();
    std::shared_ptr<const ScopedPairs> find(const Question &question, std::int64_t version);
    /// Selects among kept pairs; nullopt if there are none for the present state of the store.
    Result<std::optional<Population>> fromKept(StoreReader &reader, const Filter &filter,
                                               const Question &question,
                                               const std::stop_token &stop);
    Result<Population> fromStore(StoreReader &reader, const Filter &filter,
                                 const Question &question, const std::stop_token &stop);
    void keep(Entry entry);

    std::atomic<std::size_t> m_reads = 0;
    Opener m_opener;
    std::mutex m_mutex;
    std::unique_ptr<StoreReader> m_watch; ///< null: not opened, or closed
    std::list<Entry> m_entries;           ///< the one that was used last first
    std::list<BeingRead> m_beingRead;
    std::size_t m_nextNumber = 0;
    std::size_t m_waiting = 0;
    std::condition_variable_any m_isRead; ///< a reading left m_beingRead
};

} // namespace loupe
