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

PairCache::Reading::Reading(PairCache &cache, const Question &question, const std::stop_token &stop)
    : m_cache(cache)
{
    std::unique_lock lock(cache.m_mutex);
    const auto other = std::ranges::find(cache.m_beingRead, question, &BeingRead::question);
    m_hasWaited = other != cache.m_beingRead.end();
    if (!m_hasWaited) {
        m_number = cache.m_nextNumber++;
        cache.m_beingRead.push_back({question, m_number});
        return;
    }
    ++cache.m_waiting;
    cache.m_isRead.wait(lock, stop, [&cache, number = other->number] {
        return std::ranges::find(cache.m_beingRead, number, &BeingRead::number)
            == cache.m_beingRead.end();
    });
    --cache.m_waiting;
}

PairCache::Reading::~Reading()
{
    if (m_hasWaited)
        return;
    {
        const std::lock_guard lock(m_cache.m_mutex);
        m_cache.m_beingRead.remove_if(
            [this](const BeingRead &each) { return each.number == m_number; });
    }
    m_cache.m_isRead.notify_all();
}

std::size_t PairCache::waiting()
{
    const std::lock_guard lock(m_mutex);
    return m_waiting;
}

std::shared_ptr<const ScopedPairs> PairCache::find(const Question &question, std::int64_t version)
{
    const std::lock_guard lock(m_mutex);
    // Another thread may have kept pairs of a later state meanwhile.
    m_entries.remove_if([&](const Entry &each) { return each.version < version; });
    const auto found = std::ranges::find_if(m_entries, [&](const Entry &each) {
        return each.version == version && each.question == question;
    });
    if (found == m_entries.end())
        return nullptr;
    m_entries.splice(m_entries.begin(), m_entries, found);
    return found->pairs;
}

void PairCache::keep(Entry entry)
{
    const std::lock_guard lock(m_mutex);
    m_entries.remove_if([&](const Entry &each) { return each.question == entry.question; });
    m_entries.push_front(std::move(entry));
    std::size_t rows = 0;
    const auto isTooMuch = [&](const Entry &each) {
        rows += each.pairs->size();
        return rows > maxRows;
    };
    m_entries.erase(std::ranges::find_if(m_entries, isTooMuch), m_entries.end());
}

Result<std::optional<Population>> PairCache::fromKept(StoreReader &reader, const Filter &filter,
                                                      const Question &question,
                                                      const std::stop_token &stop)
{
    const auto before = version();
    const auto known = before ? find(question, *before) : nullptr;
    if (!known)
        return std::optional<Population>();
    ScopedPairs pairs = *known;
    if (Status marked = markScoped(reader, filter, question.scope, pairs.parts(), stop); !marked)
        return std::move(marked).error();
    // The marks are of the state of the pairs if there was no commit until now.
    if (before != version())
        return std::optional<Population>();
    return std::optional(std::move(pairs).select(stop));
}

Result<Population> PairCache::fromStore(StoreReader &reader, const Filter &filter,
                                        const Question &question, const std::stop_token &stop)
{
    ++m_reads;
    // Readers see the state of `before` if there was no commit from here to the end of the read.
    const auto before = version();
    auto rows = partsOfScope(reader, filter, question.scope, stop);
    if (!rows)
        return std::move(rows).error();
    ScopedPairs pairs(**rows, question.scope, stop);
    rows->reset();
    // A copy that would not be kept costs as much as the pairs.
    if (pairs.isComplete() && pairs.size() <= maxRows && before && before == version())
        keep({question, *before, std::make_shared<const ScopedPairs>(pairs)});
    return std::move(pairs).select(stop);
}

Result<Population> PairCache::population(StoreReader &reader, const Filter &filter,
                                         const Scope &scope, const std::stop_token &stop)
{
    const Question question{text(conditionTerms(filter)), scope};
    auto kept = fromKept(reader, filter, question, stop);
    std::optional<Reading> reading;
    // Pairs of a store without a version are never kept, so there is nothing to wait for.
    if (kept && !*kept && version()) {
        reading.emplace(*this, question, stop);
        if (reading->hasWaited())
            kept = fromKept(reader, filter, question, stop);
    }
    if (!kept)
        return std::move(kept).error();
    if (*kept)
        return std::move(**kept);
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "cancelled"};
    return fromStore(reader, filter, question, stop);
}

void PairCache::close()
{
    const std::lock_guard lock(m_mutex);
    m_opener = nullptr;
    m_watch.reset();
    m_entries.clear();
}

} // namespace loupe
