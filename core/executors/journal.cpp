// SPDX-License-Identifier: Apache-2.0
#include "core/executors/journal.h"

#include "core/store/file/readonlyquery.h"

#include <chrono>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::int64_t idsAtOnce = 1000;
constexpr std::size_t maxTasks = 1'000'000;
constexpr std::chrono::milliseconds journalPatience{60'000};

std::string wordIn(const SqlCell &cell)
{
    const auto *text = std::get_if<std::string>(&cell);
    return text == nullptr ? std::string() : *text;
}

} // namespace

bool Journal::open()
{
    if (m_reader)
        return true;
    auto reader = StoreReader::open(m_store);
    if (reader)
        m_reader = std::move(*reader);
    return m_reader != nullptr;
}

Result<StorePrefix> Journal::prefix(std::int64_t most)
{
    const auto own = run();
    if (!own)
        return own.error();
    if (!*own)
        return StorePrefix();
    return readPrefix(m_store, (*own)->uuid, most);
}

bool Journal::changed()
{
    if (!open())
        return false;
    const std::int64_t version = m_reader->dataVersion();
    if (m_version != version) {
        m_version = version;
        m_mayHaveMore = true;
        m_tasksAreNew = true;
    }
    return true;
}

Result<std::optional<Run>> Journal::run()
{
    if (!open())
        return std::optional<Run>();
    const auto runs = m_reader->runs();
    if (!runs)
        return runs.error();
    return runs->empty() ? std::optional<Run>() : runs->front().run;
}

Result<std::vector<Json>> Journal::newlyProved()
{
    std::vector<Json> out;
    if (!m_tasksAreNew)
        return out;
    m_tasksAreNew = false;
    const auto answer = queryReadOnly(
        m_store, "SELECT name, hash, sound, soundness_reason FROM task WHERE sound IS NOT NULL",
        SqlLimits{maxTasks, journalPatience});
    if (!answer)
        return answer.error();
    for (const auto &row : answer->rows) {
        if (!m_proved.insert(wordIn(row[0])).second)
            continue;
        const auto *sound = std::get_if<std::int64_t>(&row[2]);
        out.push_back({{"kind", "task"},
                       {"name", wordIn(row[0])},
                       {"hash", wordIn(row[1])},
                       {"sound", sound != nullptr && *sound != 0},
                       {"reason", wordIn(row[3])}});
    }
    return out;
}

Result<std::vector<Evaluation>> Journal::next(std::int64_t most)
{
    std::vector<Evaluation> out;
    if (most <= 0 || !open())
        return out;
    if (m_waiting.empty() && m_mayHaveMore) {
        const auto answer = queryReadOnly(
            m_store,
            fmt::format("SELECT id FROM evaluation WHERE id > {} ORDER BY id LIMIT {}", m_lastId,
                        idsAtOnce),
            SqlLimits{static_cast<std::size_t>(idsAtOnce), journalPatience});
        if (!answer)
            return answer.error();
        for (const auto &row : answer->rows)
            m_waiting.push_back(std::get<std::int64_t>(row[0]));
        m_mayHaveMore = answer->rows.size() == static_cast<std::size_t>(idsAtOnce);
        if (!m_waiting.empty())
            m_lastId = m_waiting.back();
    }
    while (!m_waiting.empty() && static_cast<std::int64_t>(out.size()) < most) {
        auto detail = m_reader->detail(RowId{m_waiting.front()});
        if (!detail)
            return detail.error();
        if (!detail->counters.empty())
            detail->evaluation.counters = std::move(detail->counters.front());
        out.push_back(std::move(detail->evaluation));
        m_waiting.pop_front();
    }
    return out;
}

} // namespace loupe
