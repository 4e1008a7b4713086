// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/attemptnumbers.h"

#include "core/analysis/population/placetable.h"
#include "core/analysis/rows/namenumbers.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t conditionPlaceOfBaseline = scopeConditions.size() - 1;
static_assert(scopeConditions[conditionPlaceOfBaseline] == GroupBy::Baseline);

struct AttemptKey {
    std::uint32_t cell = 0;
    int sample = 0;
    int round = 0;
    Verdict verdict = Verdict::NotRecorded;

    friend bool operator==(const AttemptKey &, const AttemptKey &) = default;
};

struct AttemptHash {
    std::size_t operator()(const AttemptKey &key) const noexcept
    {
        return hashOfNumbers({key.cell, static_cast<std::uint64_t>(key.sample),
                              static_cast<std::uint64_t>(key.round),
                              static_cast<std::uint64_t>(key.verdict)});
    }
};

/// Returns the number of each setting's baseline; AttemptNumbers::none if none is recorded.
std::vector<std::uint32_t> baselineNumbers(const RowIndex &index)
{
    NameNumbers<1> numbers;
    std::vector<std::uint32_t> out;
    out.reserve(index.settings.size());
    for (const RowIndex::Setting &setting : index.settings) {
        const Name baseline = setting.values[conditionPlaceOfBaseline];
        out.push_back(isRecordedName(baseline.text()) ? numbers[{baseline}] : AttemptNumbers::none);
    }
    return out;
}

/// Numbers the records of each attempt over each baseline from the last one back. Records with one
/// number over different baselines are one attempt.
class AttemptNumbering
{
public:
    AttemptNumbering(std::span<const MetricRow> rows, const RowIndex &index,
                     const Attempts &attempts)
        : m_rows(rows)
        , m_index(index)
        , m_attempts(attempts)
        , m_baselineOf(baselineNumbers(index))
    {
        m_out.numberOf.assign(rows.size(), AttemptNumbers::none);
    }

    AttemptNumbers number()
    {
        auto end = static_cast<std::uint32_t>(m_rows.size());
        while (end > 0) {
            const std::uint32_t begin = beginOfRecord(end);
            numberRecord(begin, end);
            end = begin;
        }
        m_out.count = m_numbers.size();
        return std::move(m_out);
    }

private:
    /// Returns the first row of the record whose last row is before `end`. A record has a row for
    /// each of its reference times (joinedbaselines.h), and these share the times.
    std::uint32_t beginOfRecord(std::uint32_t end) const
    {
        std::uint32_t begin = end - 1;
        while (begin > 0 && m_rows[begin].references != nullptr
               && m_rows[begin - 1].references == m_rows[begin].references
               && m_rows[begin - 1].id == m_rows[begin].id)
            --begin;
        return begin;
    }

    void numberRecord(std::uint32_t begin, std::uint32_t end)
    {
        std::uint32_t ordinal = 0;
        for (std::uint32_t place = begin; place < end; ++place) {
            if (isNumbered(place))
                ordinal = std::max(ordinal, nextOver(place));
        }
        for (std::uint32_t place = begin; place < end; ++place) {
            if (!isNumbered(place))
                continue;
            nextOver(place) = ordinal + 1;
            m_out.numberOf[place] = m_numbers[{m_attempts.attemptOf[place], ordinal}];
        }
    }

    std::uint32_t baselineOf(std::uint32_t place) const
    {
        return m_baselineOf[m_index.entries[place].setting];
    }

    bool isNumbered(std::uint32_t place) const
    {
        return m_index.isConsidered(m_index.entries[place])
            && baselineOf(place) != AttemptNumbers::none;
    }

    /// Returns the ordinal of the next record of the row's attempt over the same baseline.
    std::uint32_t &nextOver(std::uint32_t place)
    {
        const std::uint32_t over = m_over[{m_attempts.attemptOf[place], baselineOf(place)}];
        if (over == m_nextOver.size())
            m_nextOver.push_back(0);
        return m_nextOver[over];
    }

    std::span<const MetricRow> m_rows;
    const RowIndex &m_index;
    const Attempts &m_attempts;
    std::vector<std::uint32_t> m_baselineOf; ///< by setting
    PairNumbers m_over;                      ///< of (attempt, baseline)
    std::vector<std::uint32_t> m_nextOver;   ///< by these numbers
    PairNumbers m_numbers;                   ///< of (attempt, ordinal)
    AttemptNumbers m_out;
};

} // namespace

Attempts attemptsOf(std::span<const MetricRow> rows, const NumberedCells &cells)
{
    KeyNumbers<AttemptKey, AttemptHash> numbers;
    Attempts out;
    out.attemptOf.reserve(rows.size());
    for (std::size_t place = 0; place < rows.size(); ++place) {
        const MetricRow &row = rows[place];
        out.attemptOf.push_back(numbers[{cells.cellOf[place], row.sample, row.round, row.verdict}]);
    }
    out.count = numbers.size();
    return out;
}

bool hasSeveralBaselines(const RowIndex &index)
{
    Name first;
    for (const RowIndex::Setting &setting : index.settings) {
        const Name baseline = setting.values[conditionPlaceOfBaseline];
        if (setting.rows == 0 || !isRecordedName(baseline.text()))
            continue;
        if (!first.empty() && first != baseline)
            return true;
        first = baseline;
    }
    return false;
}

AttemptNumbers attemptNumbers(std::span<const MetricRow> rows, const RowIndex &index,
                              const Attempts &attempts)
{
    return AttemptNumbering(rows, index, attempts).number();
}

} // namespace loupe
