// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/documents/suspicions.h"
#include "ui/models/heldrows.h"

#include <memory>
#include <string>

namespace loupe::ui {

/// One finding with the result that it is about.
struct SuspicionRow {
    const SuspiciousResult *result = nullptr;
    const Finding *finding = nullptr;
};

/// Table of integrity findings: one row for each suspicion or proof.
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

    /// Shows the findings of `overview`; null shows an empty table.
    void setOverview(std::shared_ptr<const AuditOverview> overview);
    /// Shows only findings of this rule (empty: of all rules), and optionally only unreviewed ones.
    void setFilter(const std::string &rule, bool onlyUnreviewed);

    const SuspiciousResult &resultAt(int row) const { return *rowAt(row).result; }
    const Finding &findingAt(int row) const { return *rowAt(row).finding; }
    /// Returns the row of this finding, or -1.
    int rowOf(RowId evaluation, const std::string &rule) const;

private:
    void pick();

    std::shared_ptr<const AuditOverview> m_overview;
    std::string m_rule;
    bool m_onlyUnreviewed = false;
};

/// Returns "cleared by A. Person" or "not reviewed".
QString decisionText(const SuspiciousResult &result);

} // namespace loupe::ui
