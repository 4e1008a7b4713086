// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/paircache.h"

#include "core/model/saved/filteredit.h"
#include "core/store/read/scopedrows.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

/// Maximum number of rows in memory, 48 MB.
constexpr std::size_t maxRows = 250'000;

} // namespace

std::optional<std::int64_t> PairCache::version()
{
    const std::lock_guard lock(m_mutex);
    if (!m_watch && m_opener) {
        auto opened = std::exchange(m_opener, nullptr)();
        if (opened)
            m_watch = std::move(*opened);
    }
    if (!m_watch || m_watch->presence() != StorePresence::Present)
        return std::nullopt;
    // A failure reads as 0.
    const std::int64_t version = m_watch->dataVersion();
    return version == 0 ? std::nullopt : std::optional(version);
}

std::shared_ptr<const ScopedPairs> PairCache::find(const std::string &conditions,
                                                   const Scope &scope, std::int64_t version)
{
    const std::lock_guard lock(m_mutex);
    m_entries.remove_if([&](const Entry &each) { return each.version != version; });
    const auto found = std::ranges::find_if(m_entries, [&](const Entry &each) {
        return each.conditions == conditions && each.scope == scope;
    });
    if (found == m_entries.end())
        return nullptr;
    m_entries.splice(m_entries.begin(), m_entries, found);
    return found->pairs;
}

void PairCache::keep(Entry entry)
{
    const std::lock_guard lock(m_mutex);
    m_entries.remove_if([&](const Entry &each) {
        return each.conditions == entry.conditions && each.scope == entry.scope;
    });
    m_entries.push_front(std::move(entry));
    std::size_t rows = 0;
    const auto isTooMuch = [&](const Entry &each) {
        rows += each.pairs->size();
        return rows > maxRows;
    };
    m_entries.erase(std::ranges::find_if(m_entries, isTooMuch), m_entries.end());
}

Result<Population> PairCache::population(StoreReader &reader, const Filter &filter,
                                         const Scope &scope, const std::stop_token &stop)
{
    // Readers see the state of `before` if there was no commit from here to the end of the read.
    const auto before = version();
    const std::string conditions = text(conditionTerms(filter));
    if (const auto known = before ? find(conditions, scope, *before) : nullptr) {
        ScopedPairs pairs = *known;
        if (Status marked = markScoped(reader, filter, scope, pairs.parts(), stop); !marked)
            return marked.error();
        if (before == version())
            return std::move(pairs).select(stop);
    }
    ++m_reads;
    auto rows = scopedParts(reader, filter, scope, stop);
    if (!rows)
        return std::move(rows).error();
    ScopedPairs pairs(**rows, scope, stop);
    rows->reset();
    // A copy that would not be kept costs as much as the pairs.
    if (pairs.isComplete() && pairs.size() <= maxRows && before && before == version())
        keep({conditions, scope, *before, std::make_shared<const ScopedPairs>(pairs)});
    return std::move(pairs).select(stop);
}

void PairCache::close()
{
    const std::lock_guard lock(m_mutex);
    m_opener = nullptr;
    m_watch.reset();
    m_entries.clear();
}

} // namespace loupe
