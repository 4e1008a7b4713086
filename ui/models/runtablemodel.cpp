// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/runtablemodel.h"

#include "ui/text/distinctnames.h"
#include "ui/text/words.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

bool sameIds(const std::vector<RunSummary> &a, const std::vector<RunSummary> &b)
{
    return a.size() <= b.size()
        && std::equal(a.begin(), a.end(), b.begin(),
                      [](const RunSummary &x, const RunSummary &y) { return x.id == y.id; });
}

} // namespace

RunTableModel::RunTableModel(QObject *parent) : HeldRows(parent)
{
    setColumns(columns(), {{RowIdRole, [](const RunSummary &summary) {
                                return QVariant::fromValue(summary.id.value);
                            }}});
}

RunTableModel::Columns RunTableModel::columns() const
{
    using Row = RunSummary;
    const auto line = [](std::string Run::*part) -> Answer {
        return [part](const Row &row) { return lineText(row.run.*part); };
    };
    const auto count = [](int Row::*part) -> Answer {
        return [part](const Row &row) { return countText(row.*part); };
    };
    const auto origin = [this](const Row &row) {
        const QString text = toQt(row.run.origin);
        return m_demoRuns.contains(row.run.name) ? tr("%1, demo data").arg(text) : text;
    };
    const auto sandbox
        = [](const Row &row) { return row.run.sandbox.empty() ? u"–"_s : toQt(row.run.sandbox); };
    return {
        {tr("Mark"), CellKind::Text, [this](const Row &row) { return markOf(row.id); }},
        {tr("Run"),
         CellKind::Text,
         [](const Row &row) { return shortHashes(lineText(row.run.name)); },
         {{Qt::ToolTipRole, line(&Run::name)},
          {ShortNameRole, [this](const Row &row) { return m_names.shown.at(row.run.name); }},
          {LongestNameRole, [this](const Row &) { return m_names.longest; }}}},
        {tr("Suite"), CellKind::Text, line(&Run::suite)},
        {tr("Origin"), CellKind::Dim, origin},
        {tr("State"), CellKind::Text, [](const Row &row) { return toQt(row.state); }},
        {tr("Attempts"), CellKind::Number, count(&Row::evaluations)},
        {tr("Correct"), CellKind::Number, count(&Row::correct)},
        {tr("Failed"), CellKind::Number, count(&Row::failed)},
        {tr("Unknown"), CellKind::Number, count(&Row::unknown)},
        {tr("Device"),
         CellKind::Text,
         [](const Row &row) { return lineText(row.run.environment.deviceName); },
         {{ShortNameRole,
           [this](const Row &row) { return m_devices.shown.at(row.run.environment.deviceName); }},
          {LongestNameRole, [this](const Row &) { return m_devices.longest; }}}},
        {tr("Sandbox"), CellKind::Dim, sandbox},
        {tr("Started"), CellKind::Dim, [](const Row &row) { return timeText(row.run.startedAt); }},
    };
}

void RunTableModel::setRuns(std::vector<RunSummary> runs, std::set<std::string> demoRuns,
                            const RunMarks &marks)
{
    m_demoRuns = std::move(demoRuns);
    m_marks = marks;
    const auto rank = [&](const RunSummary &run) {
        return run.id == marks.baseline ? 0 : marks.pinned.contains(run.id) ? 1 : 2;
    };
    std::ranges::stable_sort(runs, {}, rank);
    shortenNames(runs);
    if (sameIds(m_rows, runs))
        updateRows(std::move(runs));
    else
        replaceRows(std::move(runs));
}

void RunTableModel::shorten(const std::vector<std::string> &names, int maxCharacters,
                            ShortNames &into)
{
    into.longest.clear();
    QStringList whole;
    for (const std::string &each : names) {
        whole.append(lineText(each));
        if (const QString name = shortHashes(whole.back()); name.size() > into.longest.size())
            into.longest = name;
    }
    const QStringList shown = shortNames(whole, maxCharacters);
    for (std::size_t i = 0; i < names.size(); ++i)
        into.shown.insert_or_assign(names[i], shown[static_cast<qsizetype>(i)]);
}

void RunTableModel::shortenNames(const std::vector<RunSummary> &runs)
{
    std::vector<std::string> names;
    std::vector<std::string> devices;
    for (const RunSummary &run : runs) {
        names.push_back(run.run.name);
        devices.push_back(run.run.environment.deviceName);
    }
    constexpr int maxDeviceName = 16;
    shorten(names, maxShortRunName, m_names);
    shorten(devices, maxDeviceName, m_devices);
}

int RunTableModel::rowOf(RunId run) const
{
    const auto found = std::ranges::find(runs(), run, &RunSummary::id);
    return found == runs().end() ? -1 : static_cast<int>(found - runs().begin());
}

QString RunTableModel::markOf(RunId run) const
{
    const bool isPinned = m_marks.pinned.contains(run);
    if (m_marks.baseline != run)
        return isPinned ? tr("pinned") : QString();
    return isPinned ? tr("★ baseline run, pinned") : tr("★ baseline run");
}

} // namespace loupe::ui
