// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/rowindex.h"

#include <algorithm>
#include <utility>

namespace loupe {

std::uint32_t KnownContents::add(Name suite, Name task, Name hash)
{
    const std::uint32_t number = m_numbers[{suite, task}];
    m_tasks.resize(m_numbers.size());
    NamedTask &known = m_tasks[number];
    if (!hash.empty() && hash != known.hash) {
        known.hasSeveral = known.hasSeveral || !known.hash.empty();
        known.hash = hash;
    }
    return number;
}

Name KnownContents::contentOf(std::uint32_t task, Name hash) const
{
    return m_tasks[task].hasSeveral ? hash : m_tasks[task].hash;
}

std::size_t KnownContents::severalVersions() const
{
    return static_cast<std::size_t>(std::ranges::count_if(m_tasks, &NamedTask::hasSeveral));
}

TaskContents taskContents(std::span<const MetricRow> rows)
{
    KnownContents known;
    std::vector<std::uint32_t> taskOf;
    taskOf.reserve(rows.size());
    for (const MetricRow &row : rows)
        taskOf.push_back(known.add(row.suite, row.task, row.taskHash));
    TaskContents out;
    out.severalVersions = known.severalVersions();
    out.hashOf.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        out.hashOf.push_back(known.contentOf(taskOf[i], rows[i].taskHash));
    return out;
}

void RowIndexer::add(std::span<const MetricRow> rows, const std::vector<bool> &hadSpeedup)
{
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const MetricRow &row = rows[i];
        const bool isFurther = i > 0 && row.joined() != nullptr && row.id == rows[i - 1].id;
        const bool isTimed = row.speedup || (i < hadSpeedup.size() && hadSpeedup[i]);
        const Kind ofResult = isTimed ? Kind::Timed : Kind::Untimed;
        addRows(row, isFurther ? Kind::Further : ofResult, 1);
    }
}

void RowIndexer::addRows(const MetricRow &row, Kind kind, std::size_t count)
{
    const RecordedCell cell{row.suite, row.task, row.taskHash, row.method};
    const RecordedSetting setting{row.run,    row.suite,     row.suiteVersion, row.protocol,
                                  row.device, row.precision, row.clock,        row.baseline};
    const bool isFirst = m_index.entries.empty();
    if (isFirst || cell != m_cell)
        m_cellNumber = m_cells[m_cell = cell];
    if (isFirst || setting != m_setting)
        m_firstSetting = firstSettingOf(m_setting = setting);
    const std::uint32_t number = m_firstSetting + static_cast<std::uint32_t>(kind);
    m_index.settings[number].rows += count;
    m_index.entries.push_back({m_cellNumber, number});
}

RowIndex RowIndexer::finish()
{
    const std::vector<std::uint32_t> cellOf = numberCells();
    if (m_index.cells.size() < cellOf.size()) {
        for (RowIndex::Entry &entry : m_index.entries)
            entry.cell = cellOf[entry.cell];
    }
    return std::move(m_index);
}

/// Returns the number of the first setting for these recorded values, that of Kind::Untimed.
std::uint32_t RowIndexer::firstSettingOf(const RecordedSetting &recorded)
{
    const std::uint32_t number = 1 + m_settings[recorded] * kinds;
    if (number == m_index.settings.size()) {
        RowIndex::Setting setting;
        setting.run = recorded.front();
        std::copy(recorded.begin() + 1, recorded.end(), setting.values.begin());
        for (const Kind kind : {Kind::Untimed, Kind::Timed, Kind::Further}) {
            setting.hasSpeedup = kind != Kind::Untimed;
            setting.isFurther = kind == Kind::Further;
            m_index.settings.push_back(setting);
        }
    }
    return number;
}

/// Numbers the cells and maps recorded cells to them. A row without a hash gets the content of its
/// task name if that is unique.
std::vector<std::uint32_t> RowIndexer::numberCells()
{
    std::vector<std::uint32_t> taskOf;
    taskOf.reserve(m_cells.size());
    for (const auto &[suite, task, hash, method] : m_cells.keys())
        taskOf.push_back(m_contents.add(suite, task, hash));
    m_index.severalVersions = m_contents.severalVersions();
    NameNumbers<3> contents;
    NameNumbers<4> cells;
    std::vector<std::uint32_t> out;
    out.reserve(taskOf.size());
    for (std::size_t i = 0; i < taskOf.size(); ++i) {
        const auto &[suite, task, hash, method] = m_cells.keys()[i];
        const Name content = m_contents.contentOf(taskOf[i], hash);
        out.push_back(cells[{suite, task, content, method}]);
        if (out.back() == m_index.cells.size())
            m_index.cells.push_back({contents[{suite, task, content}], method});
    }
    return out;
}

} // namespace loupe
