// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/async/readerpool.h"

namespace loupe::ui {

namespace {
constexpr std::size_t keptReaders = 4;
}

ReaderPool::ReaderPool(StoreOpener opener, std::filesystem::path file,
                       std::optional<StoreIdentity> identity)
    : m_opener(std::move(opener))
    , m_file(std::move(file))
    , m_identity(identity)
    , m_pairs([this] { return open(); })
{
}

Result<std::unique_ptr<StoreReader>> ReaderPool::open() const
{
    auto opened = m_opener(m_file);
    if (opened && (*opened)->identity() != m_identity)
        return Error{Errc::Io, "the open store was replaced by another file", m_file.string(),
                     "restore the store, or open the new file"};
    return opened;
}

void ReaderPool::openFirst()
{
    m_pairs.open();
    static_cast<void>(
        with([](StoreReader &) { return Status(); })); // leaves the reader in the pool
}

Result<std::unique_ptr<StoreReader>> ReaderPool::take()
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_isClosed)
            return Error{Errc::Cancelled, "the store is being closed", m_file.string()};
        ++m_lent;
        if (!m_idle.empty()) {
            auto reader = std::move(m_idle.back());
            m_idle.pop_back();
            return reader;
        }
    }
    auto opened = open();
    if (!opened) {
        const std::lock_guard lock(m_mutex);
        --m_lent;
        m_returned.notify_all();
    }
    return opened;
}

void ReaderPool::give(std::unique_ptr<StoreReader> reader)
{
    // Idle readers give up their page caches, which could take more memory than the rows of a
    // window.
    reader->forgetPages();
    const std::lock_guard lock(m_mutex);
    if (!m_isClosed && m_idle.size() < keptReaders)
        m_idle.push_back(std::move(reader));
    reader.reset(); // The reader must be closed before close() is notified.
    --m_lent;
    m_returned.notify_all();
}

void ReaderPool::close()
{
    std::unique_lock lock(m_mutex);
    m_isClosed = true;
    m_idle.clear();
    m_returned.wait(lock, [this] { return m_lent == 0; });
    m_pairs.close();
}

} // namespace loupe::ui
