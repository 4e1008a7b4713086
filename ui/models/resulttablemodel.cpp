// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/resulttablemodel.h"

#include "ui/text/words.h"

#include <string>
#include <utility>

namespace loupe::ui {

const ResultTableModel::Columns &ResultTableModel::columns()
{
    using Row = ResultRow;
    const auto line = [](std::string Row::*part) {
        return ofResult([part](const Row &row) { return lineText(row.*part); });
    };
    const auto exact = [](std::string Row::*part) {
        return ofResult([part](const Row &row) { return exactQt(row.*part); });
    };
    const auto number = [](int Row::*part) {
        return ofResult([part](const Row &row) { return QString::number(row.*part); });
    };
    const auto milliseconds = [](std::optional<double> Row::*part) {
        return ofResult([part](const Row &row) { return millisecondsText(row.*part); });
    };
    const auto by = [](SortKey key, Definition column) {
        column.order = static_cast<int>(key);
        return column;
    };
    const auto descending = [](Definition column) {
        column.isDescendingFirst = true;
        return column;
    };
    const auto filtering = [](const char *field, Definition column, const Answer &value) {
        column.answers[FilterRole] = [field, value](const PagedRow &row) -> QVariant {
            const QString text = value(row).toString();
            return text.isEmpty() ? QVariant() : QStringList{QString::fromLatin1(field), text};
        };
        return column;
    };
    const auto verdict = [](const QString &name, auto verdictOf) -> Definition {
        return {name,
                CellKind::Text,
                ofResult([verdictOf](const Row &row) { return label(verdictOf(row)); }),
                {{VerdictRole,
                  ofResult([verdictOf](const Row &row) { return asData(verdictOf(row)); })},
                 {Qt::ToolTipRole, ofResult([verdictOf](const Row &row) {
                      return toQt(facts(verdictOf(row)).meaning);
                  })}}};
    };
    const auto counted = [](const Row &row) {
        return row.outcome() == Outcome::Flagged ? Verdict::Flagged : row.verdict;
    };
    const auto strict = [](const Row &row) { return row.strictVerdict; };
    const Answer method = ofResult([](const Row &row) {
        const bool isMarked = row.isDemo && !row.method.starts_with("demo"); // the name says it
        return isMarked ? tr("%1 (demo)").arg(lineText(row.method)) : lineText(row.method);
    });
    const Answer speedup = ofResult([](const Row &row) { return speedupText(row.speedup); });
    const Answer over = ofResult([](const Row &row) {
        return row.speedup && !row.baseline.empty()
            ? QVariant(tr("%1 over %2").arg(speedupText(row.speedup), lineText(row.baseline)))
            : QVariant();
    });
    const Answer interval
        = ofResult([](const Row &row) { return intervalText(row.speedupLow, row.speedupHigh); });
    const Answer least = ofResult([](const Row &row) {
        return row.minSpeedup ? QVariant(
                   tr("%1 (%2)").arg(speedupText(row.minSpeedup), lineText(row.minSpeedupShape)))
                              : QVariant();
    });
    const Answer message = ofResult([](const Row &row) { return toQt(row.message).simplified(); });
    static const Columns table{
        by(SortKey::Task,
           filtering("task", {tr("Task"), CellKind::Code, line(&Row::task)}, exact(&Row::task))),
        by(SortKey::Category,
           filtering("category", {tr("Category"), CellKind::Text, line(&Row::category)},
                     exact(&Row::category))),
        by(SortKey::Method,
           filtering("method", {tr("Method"), CellKind::Text, method}, exact(&Row::method))),
        by(SortKey::Sample, {tr("Sample"), CellKind::Number, number(&Row::sample)}),
        by(SortKey::Round,
           filtering("round", {tr("Round"), CellKind::Number, number(&Row::round)},
                     number(&Row::round))),
        by(SortKey::Verdict, verdict(tr("Verdict"), counted)),
        by(SortKey::StrictVerdict, verdict(tr("Strict"), strict)),
        by(SortKey::Speedup,
           descending({tr("Speedup"), CellKind::Number, speedup, {{Qt::ToolTipRole, over}}})),
        {tr("95 % interval"), CellKind::Number, interval},
        {tr("Min speedup"), CellKind::Text, least},
        by(SortKey::CandidateMs,
           {tr("Candidate ms"), CellKind::Number, milliseconds(&Row::candidateMs)}),
        by(SortKey::BaselineMs,
           {tr("Baseline ms"), CellKind::Number, milliseconds(&Row::baselineMs)}),
        by(SortKey::Device,
           filtering("device", {tr("Device"), CellKind::Dim, line(&Row::device)},
                     exact(&Row::device))),
        by(SortKey::Run, {tr("Run"), CellKind::Dim, line(&Row::run)}),
        {tr("Message"), CellKind::Dim, message},
    };
    return table;
}

ResultTableModel::ResultTableModel(QObject *parent) : PagedRows(parent)
{
    const Answer whyNot = ofResult([this](const ResultRow &row) {
        const QString why = m_counted ? m_counted->whyNot(row) : QString();
        return why.isEmpty() ? QVariant() : QVariant(why);
    });
    setColumns(
        columns(),
        {{RowIdRole, [](const PagedRow &row) { return QVariant::fromValue(row.id.value); }},
         {BrushedRole, [this](const PagedRow &) { return m_allBrushed; }},
         {OutsideRole,
          [this](const PagedRow &row) { return m_counted && !m_counted->isCounted(row.id); }},
         {Qt::ToolTipRole, whyNot},
         {Qt::AccessibleDescriptionRole, whyNot}});
}

void ResultTableModel::setCounted(std::shared_ptr<const CountedRows> counted)
{
    m_counted = std::move(counted);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {OutsideRole});
}

void ResultTableModel::setAllBrushed(bool brushed)
{
    m_allBrushed = brushed;
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {BrushedRole});
}

std::optional<SortKey> ResultTableModel::sortKey(int column)
{
    if (column < 0 || column >= ColumnCount)
        return std::nullopt;
    const std::optional<int> key = columns()[static_cast<std::size_t>(column)].order;
    return key ? std::optional(static_cast<SortKey>(*key)) : std::nullopt;
}

} // namespace loupe::ui
