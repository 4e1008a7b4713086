// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/text/textalignment.h"
#include "ui/widgets/source/codeview.h"

#include <QByteArray>

namespace loupe::ui {

/// One of several sources side by side: its lines with line numbers, hatched fillers for lines of
/// the others, and tints, signs and marks at differences.
class DiffPane final : public CodeView
{
    Q_OBJECT
public:
    /// Style of the lines that differ.
    enum class Tint { None, Removed, Added };

    explicit DiffPane(const Theme &theme, QWidget *parent = nullptr);

    /// `text` is the source to which the rows' line numbers refer.
    void setRows(const QByteArray &text, const QString &language,
                 std::vector<AlignedPanes::Row> rows, Tint tint);
    /// Sets the source's lines (1-based) with diagnostics.
    void setProblems(const QList<int> &lines);
    /// Returns the rows marked by setProblems().
    const QList<int> &problemRows() const { return m_problemRows; }

    /// Sets texts beside the numbers of the source's lines (1-based).
    void setNumberNotes(const QMap<int, QString> &notes);

    /// Returns the row of a source line (1-based); -1 if it is not shown.
    int rowOfLine(int line) const;
    /// Returns the source line (1-based) of a row; 0 for a filler.
    int lineOfRow(int row) const;
    int rowCount() const { return static_cast<int>(m_rows.size()); }
    int currentRow() const;
    /// Moves the caret to a row without scrolling.
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
    QMap<int, QString> m_notes; ///< by line
    Tint m_tint = Tint::None;
};

} // namespace loupe::ui
