// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/text/alignedpanes.h"
#include "ui/widgets/codeview.h"

#include <QByteArray>

namespace loupe::ui {

/// One source among others side by side: its lines with hatched fillers where others have more,
/// its own line numbers, and a tint, a sign and stronger marks where it differs.
class DiffPane final : public CodeView
{
    Q_OBJECT
public:
    /// How the lines that differ are painted.
    enum class Tint { None, Removed, Added };

    explicit DiffPane(const Theme &theme, QWidget *parent = nullptr);

    /// `text` is the source that the rows' line numbers count in.
    void setRows(const QByteArray &text, const QString &language,
                 std::vector<AlignedPanes::Row> rows, Tint tint);
    /// Lines (1-based) of the source that a diagnostic speaks of.
    void setProblems(const QList<int> &lines);
    /// Rows that setProblems() marked.
    const QList<int> &problemRows() const { return m_problemRows; }

    /// The row of a line (1-based) of the source; -1 where it is not shown.
    int rowOfLine(int line) const;
    /// The line (1-based) on a row; 0 for a filler.
    int lineOfRow(int row) const;
    int rowCount() const { return static_cast<int>(m_rows.size()); }
    int currentRow() const;
    /// Puts the caret on a row without scrolling.
    void setCurrentRow(int row);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void defineMarks();
    void numberRows();
    void markDifferences();

    std::vector<AlignedPanes::Row> m_rows;
    std::vector<int> m_rowOfLine;
    QList<int> m_problemRows;
    Tint m_tint = Tint::None;
};

} // namespace loupe::ui
