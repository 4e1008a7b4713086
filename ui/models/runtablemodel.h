// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/saved/runmark.h"
#include "core/store/read/storereader.h"
#include "ui/models/heldrows.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace loupe::ui {

/// Runs of a store with their counts.
class RunTableModel final : public HeldRows<RunSummary>
{
    Q_OBJECT
public:
    enum Column {
        MarkColumn,
        NameColumn,
        SuiteColumn,
        OriginColumn,
        StateColumn,
        EvaluationsColumn,
        CorrectColumn,
        FailedColumn,
        UnknownColumn,
        DeviceColumn,
        SandboxColumn,
        StartedColumn,
        ColumnCount
    };

    explicit RunTableModel(QObject *parent = nullptr);

    /// `demoRuns` has the names of runs with demonstration data. The baseline comes first, then
    /// pinned runs. Selection and scroll position stay if the order of the runs stays.
    void setRuns(std::vector<RunSummary> runs, std::set<std::string> demoRuns,
                 const RunMarks &marks = {});
    /// Returns -1 if there is no such run.
    int rowOf(RunId run) const;
    const std::vector<RunSummary> &runs() const { return rows(); }

private:
    QString markOf(RunId run) const;
    /// Names of a column without what all of them share.
    struct ShortNames {
        std::map<QString, QString> shown; ///< by name; also of earlier runs
        QString longest;                  ///< whole name
    };
    using TextOfRun = QString (RunTableModel::*)(const RunSummary &run) const;
    QString nameOf(const RunSummary &run) const;
    QString suiteOf(const RunSummary &run) const;
    QString originOf(const RunSummary &run) const;
    QString deviceOf(const RunSummary &run) const;
    void shorten(const std::vector<RunSummary> &runs, TextOfRun textOf, int maxCharacters,
                 ShortNames &into) const;
    void shortenNames(const std::vector<RunSummary> &runs);

    std::set<std::string> m_demoRuns;
    RunMarks m_marks;
    ShortNames m_names;
    ShortNames m_suites;
    ShortNames m_origins;
    ShortNames m_devices;
};

} // namespace loupe::ui
