// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

/// Lends connections of one store to workers: each reader serves one thread at a time and is opened
/// only when none is idle. Safe to use from any thread.
class ReaderPool
{
public:
    /// Lends readers of the very file `identity` alone: what takes its place later is another
    /// store.
    ReaderPool(StoreOpener opener, std::filesystem::path file,
               std::optional<StoreIdentity> identity = {});

    /// From now on lends none (Cancelled), and waits until the readers that are lent are back and
    /// closed: then no connection of this pool is left. Blocking.
    void close();

    /// Calls `work(StoreReader &)` with a reader of its own; `work` returns some Result<T>.
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
    /// Gives the reader back however the work ends.
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

    Result<std::unique_ptr<StoreReader>> take();
    void give(std::unique_ptr<StoreReader> reader);

    StoreOpener m_opener;
    std::filesystem::path m_file;
    std::optional<StoreIdentity> m_identity;
    std::mutex m_mutex;
    std::condition_variable m_returned;
    std::vector<std::unique_ptr<StoreReader>> m_idle;
    int m_lent = 0;
    bool m_isClosed = false;
};

} // namespace loupe::ui
