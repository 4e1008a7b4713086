// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/read/paircache.h"
#include "core/store/read/storereader.h"

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace loupe::ui {

using StoreOpener
    = std::function<Result<std::unique_ptr<StoreReader>>(const std::filesystem::path &)>;

/// Pool of read connections to one store. Each reader serves one thread at a time, and a new one is
/// opened only if none is idle. Thread-safe.
class ReaderPool
{
public:
    /// Opens only the file with this `identity`; without one, only a store that has none. A file
    /// that replaces it later is an error.
    ReaderPool(StoreOpener opener, std::filesystem::path file,
               std::optional<StoreIdentity> identity);

    /// Rejects further requests (Cancelled) and blocks until all readers are returned and closed.
    void close();

    /// Opens the connections that the first population needs, which would wait for them. Blocks.
    void openFirst();

    /// Returns the pairs that were read last from this store.
    PairCache &pairs() { return m_pairs; }

    /// Calls `work(StoreReader &)` with a reader; `work` returns some Result<T>.
    template <typename Work>
    auto with(const Work &work) -> decltype(work(std::declval<StoreReader &>()))
    {
        auto reader = take();
        if (!reader)
            return reader.error();
        Loan loan(*this, std::move(*reader));
        return work(*loan.reader);
    }

private:
    /// Returns the reader to the pool, also after an exception.
    struct Loan {
        Loan(ReaderPool &pool, std::unique_ptr<StoreReader> lent)
            : owner(pool)
            , reader(std::move(lent))
        {
        }
        Loan(const Loan &) = delete;
        Loan &operator=(const Loan &) = delete;
        ~Loan() { owner.give(std::move(reader)); }
        ReaderPool &owner;
        std::unique_ptr<StoreReader> reader;
    };

    Result<std::unique_ptr<StoreReader>> open() const;
    Result<std::unique_ptr<StoreReader>> take();
    void give(std::unique_ptr<StoreReader> reader);

    StoreOpener m_opener;
    std::filesystem::path m_file;
    std::optional<StoreIdentity> m_identity;
    PairCache m_pairs;
    std::mutex m_mutex;
    std::condition_variable m_returned;
    std::vector<std::unique_ptr<StoreReader>> m_idle;
    int m_lent = 0;
    bool m_isClosed = false;
};

} // namespace loupe::ui
