// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/async/readerpool.h"

namespace loupe::ui {

namespace {
constexpr std::size_t keptReaders = 4;
}

ReaderPool::ReaderPool(StoreOpener opener, std::filesystem::path file)
    : m_opener(std::move(opener))
    , m_file(std::move(file))
{
}

Result<std::unique_ptr<StoreReader>> ReaderPool::take()
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_idle.empty()) {
            auto reader = std::move(m_idle.back());
            m_idle.pop_back();
            return reader;
        }
    }
    return m_opener(m_file);
}

void ReaderPool::give(std::unique_ptr<StoreReader> reader)
{
    const std::lock_guard lock(m_mutex);
    if (m_idle.size() < keptReaders)
        m_idle.push_back(std::move(reader));
}

} // namespace loupe::ui
