// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/documents/suspicions.h"
#include "ui/models/roles.h"

#include <QAbstractTableModel>

#include <memory>
#include <string>
#include <vector>

namespace loupe::ui {

/// What stands against results: one row for each suspicion and each proof.
class SuspicionModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        CountsColumn,
        DecisionColumn,
        SeverityColumn,
        RuleColumn,
        TaskColumn,
        MethodColumn,
        RunColumn,
        VerdictColumn,
        SpeedupColumn,
        EvidenceColumn,
        ColumnCount
    };

    explicit SuspicionModel(QObject *parent = nullptr);

    /// May be null: nothing.
    void setOverview(std::shared_ptr<const AuditOverview> overview);
    /// Only findings of this rule (empty: of every one), and only what nobody has reviewed yet.
    void setFilter(const std::string &rule, bool onlyUnreviewed);

    const SuspiciousResult &resultAt(int row) const;
    const Finding &findingAt(int row) const;
    /// The row of this finding, or -1.
    int rowOf(RowId evaluation, const std::string &rule) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        std::size_t result = 0;
        std::size_t finding = 0; ///< of the result
    };
    void pick();
    QString textOf(int row, int column) const;

    std::shared_ptr<const AuditOverview> m_overview;
    std::string m_rule;
    bool m_onlyUnreviewed = false;
    std::vector<Row> m_rows;
};

/// "cleared by A. Person", or "not reviewed".
QString decisionText(const SuspiciousResult &result);

} // namespace loupe::ui
