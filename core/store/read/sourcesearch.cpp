// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/sourcesearch.h"

#include "core/analysis/population/countedresults.h"
#include "core/model/record/sourcefiles.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t sourcesAtATime = 32;
constexpr std::size_t maxExcerptBytes = 200;

/// Collects hits until there are too many.
class HitCollector
{
public:
    HitCollector(StoreReader &reader, const SourceQuery &query) : m_reader(reader), m_query(query)
    {
    }

    void add(RowId id, const CandidateSource &source)
    {
        // One more than wanted shows that there are more.
        const std::size_t limit = m_query.maxHits - m_hits.hits.size() + 1;
        const auto lines = findLines(source.text, m_query.words, m_query.letters, limit);
        if (lines.empty() || !m_listed.insert(source.candidate.value).second)
            return;
        const auto rows = m_reader.fetch(std::span(&id, 1));
        if (rows.empty())
            return; // removed since its source was read
        const auto files = splitFiles(source.text);
        for (const FoundLine &each : lines) {
            if (m_hits.hits.size() == m_query.maxHits) {
                m_hits.isCut = true;
                return;
            }
            SourceHit hit{rows.front(), each.line, excerptOf(each, maxExcerptBytes)};
            const SourceFile *file = files ? fileAtLine(*files, each.line) : nullptr;
            hit.fileLine = file == nullptr ? each.line : each.line - file->firstLine + 1;
            if (file != nullptr)
                hit.path = file->path;
            m_hits.hits.push_back(std::move(hit));
        }
    }

    bool isFull() const { return m_hits.isCut; }
    SourceHits take() { return std::move(m_hits); }

private:
    StoreReader &m_reader;
    const SourceQuery &m_query;
    SourceHits m_hits;
    std::unordered_set<std::int64_t> m_listed; ///< candidates with hits
};

} // namespace

std::vector<RowId> currentTaskFirst(const Population &population, RowId current)
{
    const std::span<const MetricRow> rows = population.observations();
    const std::vector<const MetricRow *> results = resultsAmong(rows);
    std::vector<RowId> out;
    out.reserve(results.size());
    const auto found = std::ranges::find(rows, current, &MetricRow::id);
    const auto isFirst = [&](const MetricRow &row) {
        return found != rows.end() && row.suite == found->suite && row.task == found->task;
    };
    for (const bool wanted : {true, false}) {
        for (const MetricRow *row : results) {
            if (isFirst(*row) == wanted)
                out.push_back(row->id);
        }
    }
    return out;
}

Result<SourceHits> searchSources(StoreReader &reader, std::span<const RowId> evaluations,
                                 const SourceQuery &query, const std::stop_token &stop,
                                 const std::function<void(std::size_t)> &progress)
{
    if (query.words.empty() || query.words.find('\n') != std::string::npos)
        return Error{.code = Errc::InvalidInput,
                     .message = query.words.empty() ? "there are no words to find"
                                                    : "the words to find have a line break",
                     .hint = "search for a part of one line"};
    HitCollector hits(reader, query);
    for (std::size_t from = 0; from < evaluations.size() && !hits.isFull();
         from += sourcesAtATime) {
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "the search was cancelled"};
        const auto part
            = evaluations.subspan(from, std::min(sourcesAtATime, evaluations.size() - from));
        const auto sources = reader.sources(part);
        if (!sources)
            return sources.error();
        for (std::size_t i = 0; i < part.size() && !hits.isFull(); ++i)
            hits.add(part[i], (*sources)[i]);
        if (progress)
            progress(from + part.size());
    }
    return hits.take();
}

} // namespace loupe
