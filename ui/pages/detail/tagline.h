// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "ui/shell/session/workbench.h"

#include <QLineEdit>

#include <vector>

namespace loupe::ui {

/// Line for a tag on the evaluations selected in a chart; Return requests it.
class TagLine final : public QLineEdit
{
    Q_OBJECT
public:
    explicit TagLine(const Workbench &bench, QWidget *parent = nullptr);

    /// Focuses the line, or returns the reason why the selection cannot be tagged.
    QString begin();

signals:
    void tagRequested(const std::vector<loupe::RowId> &ids, const QString &tag);
    /// Emitted when the line is left, with or without a tag.
    void finished();

private:
    const Workbench m_bench;
};

} // namespace loupe::ui
