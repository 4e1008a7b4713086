// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/sourcefiles.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/diffview.h"

#include <vector>

namespace loupe::ui {

/// Choice of the file to show of a candidate that is a folder, entry first. Also lists the files
/// that only the compared attempt has, and marks files that differ from its. Hidden for a candidate
/// of a single file that is compared with no folder.
class FileChoice final : public ChoiceBox
{
    Q_OBJECT
public:
    explicit FileChoice(const Theme &theme, QWidget *parent = nullptr);

    /// Offers the files of the candidate `own` and of the attempt `left` that it is compared with.
    /// Keeps the chosen path if it is still offered.
    void offer(const DiffSource &own, const DiffSource &left);
    void clearFiles();
    /// Returns the chosen file of a source; a source of a single file as it is.
    DiffSource chosenOf(const DiffSource &source) const;
    /// Chooses the file with a line (1-based) of the candidate's whole source, and returns the line
    /// within that file.
    int chooseLine(int line);
    /// Returns `lines` of the candidate's whole source that are in the chosen file, as its lines.
    QList<int> linesInChosen(const QList<int> &lines) const;

private:
    std::vector<SourceFile> m_own; ///< empty for a single file
};

} // namespace loupe::ui
