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
    using Row = RunSummary;
    const auto column = [this](const QString &title, CellKind kind, TextOfRun textOf,
                               const ShortNames &names) -> Columns::value_type {
        const auto whole = [this, textOf](const Row &row) { return (this->*textOf)(row); };
        const auto shortened = [whole, &names](const Row &row) {
            const QString text = whole(row);
            const auto found = names.shown.find(text);
            return found == names.shown.end() ? text : found->second;
        };
        return {title,
                kind,
                [whole](const Row &row) { return shortHashes(whole(row)); },
                {{Qt::ToolTipRole, whole},
                 {ShortNameRole, shortened},
                 {LongestNameRole, [&names](const Row &) { return names.longest; }}}};
    };
    const auto count = [](int Row::*part) -> Answer {
        return [part](const Row &row) { return countText(row.*part); };
    };
    const auto sandbox
        = [](const Row &row) { return row.run.sandbox.empty() ? u"–"_s : toQt(row.run.sandbox); };
    setColumns({{tr("Mark"), CellKind::Text, [this](const Row &row) { return markOf(row.id); }},
                column(tr("Run"), CellKind::Text, &RunTableModel::nameOf, m_names),
                column(tr("Suite"), CellKind::Text, &RunTableModel::suiteOf, m_suites),
                column(tr("Origin"), CellKind::Dim, &RunTableModel::originOf, m_origins),
                {tr("State"), CellKind::Text, [](const Row &row) { return toQt(row.state); }},
                {tr("Attempts"), CellKind::Number, count(&Row::evaluations)},
                {tr("Correct"), CellKind::Number, count(&Row::correct)},
                {tr("Failed"), CellKind::Number, count(&Row::failed)},
                {tr("Unknown"), CellKind::Number, count(&Row::unknown)},
                column(tr("Device"), CellKind::Text, &RunTableModel::deviceOf, m_devices),
                {tr("Sandbox"), CellKind::Dim, sandbox},
                {tr("Started"), CellKind::Dim,
                 [](const Row &row) { return timeText(row.run.startedAt); }}},
               {{RowIdRole,
                 [](const RunSummary &summary) { return QVariant::fromValue(summary.id.value); }}});
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

QString RunTableModel::nameOf(const RunSummary &run) const
{
    return lineText(run.run.name);
}

QString RunTableModel::suiteOf(const RunSummary &run) const
{
    return lineText(run.run.suite);
}

QString RunTableModel::originOf(const RunSummary &run) const
{
    const QString origin = lineText(run.run.origin);
    return m_demoRuns.contains(run.run.name) ? tr("%1, demo data").arg(origin) : origin;
}

QString RunTableModel::deviceOf(const RunSummary &run) const
{
    return lineText(run.run.environment.deviceName);
}

void RunTableModel::shorten(const std::vector<RunSummary> &runs, TextOfRun textOf,
                            int maxCharacters, ShortNames &into) const
{
    into.longest.clear();
    QStringList whole;
    for (const RunSummary &run : runs) {
        whole.append((this->*textOf)(run));
        if (const QString name = shortHashes(whole.back()); name.size() > into.longest.size())
            into.longest = name;
    }
    const QStringList shown = shortNames(whole, maxCharacters);
    for (qsizetype i = 0; i < whole.size(); ++i)
        into.shown.insert_or_assign(whole[i], shown[i]);
}

void RunTableModel::shortenNames(const std::vector<RunSummary> &runs)
{
    constexpr int maxOther = 16;
    shorten(runs, &RunTableModel::nameOf, maxShortRunName, m_names);
    shorten(runs, &RunTableModel::suiteOf, maxOther, m_suites);
    shorten(runs, &RunTableModel::originOf, maxOther, m_origins);
    shorten(runs, &RunTableModel::deviceOf, maxOther, m_devices);
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
