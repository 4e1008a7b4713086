// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/text/unifiedrows.h"
#include "ui/async/latestjob.h"
#include "ui/widgets/codeview.h"
#include "ui/widgets/diffview.h"

#include <QByteArray>

#include <vector>

namespace loupe::ui {

/// Two sources in one column, removed lines above added ones, with tints, signs and marks; line
/// numbers are those of each line's source. For narrow places; DiffView shows sources side by side.
class UnifiedDiff final : public CodeView
{
    Q_OBJECT
public:
    explicit UnifiedDiff(const Theme &theme, QWidget *parent = nullptr);
    ~UnifiedDiff() override;

    /// Aligns the sources in the background; shown() follows. An empty `before` shows only `after`.
    void setSources(DiffSource before, DiffSource after);
    void clearSources();
    bool isLoading() const { return m_job.isRunning(); }
    /// Returns the number of differences.
    int differences() const { return static_cast<int>(m_starts.size()); }
    /// Goes to the next (+1) or previous (-1) difference, wrapping around.
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
    std::vector<int> m_starts; ///< rows at which a difference starts
    int m_place = -1;          ///< index in m_starts
    LatestJob<Unified> m_job;
};

} // namespace loupe::ui
