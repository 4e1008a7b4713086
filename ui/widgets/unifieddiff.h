// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/text/unifiedrows.h"
#include "ui/async/latestjob.h"
#include "ui/widgets/codeview.h"
#include "ui/widgets/diffview.h"

#include <QByteArray>

#include <vector>

namespace loupe::ui {

/// Two sources in one column: removed lines above added ones, with a tint, a sign and stronger
/// marks; numbers count in the source that a line is of. For narrow places; DiffView shows sources
/// side by side.
class UnifiedDiff final : public CodeView
{
    Q_OBJECT
public:
    explicit UnifiedDiff(const Theme &theme, QWidget *parent = nullptr);
    ~UnifiedDiff() override;

    /// Aligned in the background; shown() follows. An empty `before` shows `after` alone.
    void setSources(DiffSource before, DiffSource after);
    void clearSources();
    bool isLoading() const { return m_job.isRunning(); }
    /// Places with differences.
    int differences() const { return static_cast<int>(m_starts.size()); }
    /// To the next (+1) or previous (-1) difference, around the ends.
    void walkDifferences(int step);
    const std::vector<UnifiedRow> &rows() const { return m_rows; }

signals:
    void shown();

private:
    struct Unified {
        std::vector<UnifiedRow> rows;
        QByteArray text;
    };
    static Unified unify(const DiffSource &before, const DiffSource &after);
    void deliver(const Unified &unified, const QString &language);
    void defineMarks();
    void markRows();
    void goToRow(int row);

    std::vector<UnifiedRow> m_rows;
    std::vector<int> m_starts; ///< rows at which a difference begins
    int m_place = -1;          ///< in m_starts
    LatestJob<Unified> m_job;
};

} // namespace loupe::ui
