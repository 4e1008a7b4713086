// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/documents/suspicions.h"
#include "ui/models/heldrows.h"

#include <memory>
#include <string>

namespace loupe::ui {

/// A finding, and the result that it is about.
struct SuspicionRow {
    const SuspiciousResult *result = nullptr;
    const Finding *finding = nullptr;
};

/// What stands against results: one row for each suspicion and each proof.
class SuspicionModel final : public HeldRows<SuspicionRow>
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

    const SuspiciousResult &resultAt(int row) const { return *rowAt(row).result; }
    const Finding &findingAt(int row) const { return *rowAt(row).finding; }
    /// The row of this finding, or -1.
    int rowOf(RowId evaluation, const std::string &rule) const;

private:
    static Columns columns();
    void pick();

    std::shared_ptr<const AuditOverview> m_overview;
    std::string m_rule;
    bool m_onlyUnreviewed = false;
};

/// "cleared by A. Person", or "not reviewed".
QString decisionText(const SuspiciousResult &result);

} // namespace loupe::ui
