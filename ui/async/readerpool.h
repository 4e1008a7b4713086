// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/storereader.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace loupe::ui {

using StoreOpener
    = std::function<Result<std::unique_ptr<StoreReader>>(const std::filesystem::path &)>;

/// Lends connections of one store to workers: each reader serves one thread at a time and is opened
/// only when none is idle. Safe to use from any thread.
class ReaderPool
{
public:
    ReaderPool(StoreOpener opener, std::filesystem::path file);

    /// Calls `work(StoreReader &)` with a reader of its own; `work` returns some Result<T>.
    template <typename Work>
    auto with(const Work &work) -> decltype(work(std::declval<StoreReader &>()))
    {
        auto reader = take();
        if (!reader)
            return reader.error();
        auto result = work(**reader);
        give(std::move(*reader));
        return result;
    }

private:
    Result<std::unique_ptr<StoreReader>> take();
    void give(std::unique_ptr<StoreReader> reader);

    StoreOpener m_opener;
    std::filesystem::path m_file;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<StoreReader>> m_idle;
};

} // namespace loupe::ui
