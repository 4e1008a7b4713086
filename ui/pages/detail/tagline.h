// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "ui/shell/session/workbench.h"

#include <QLineEdit>

#include <vector>

namespace loupe::ui {

/// Where a word for what a chart selected is typed; Return asks for it.
class TagLine final : public QLineEdit
{
    Q_OBJECT
public:
    explicit TagLine(const Workbench &bench, QWidget *parent = nullptr);

    /// Why what is selected cannot be tagged; empty where it can, and the line has the focus.
    QString begin();

signals:
    void tagRequested(const std::vector<loupe::RowId> &ids, const QString &tag);
    /// The line is done with, by a tag or without one.
    void finished();

private:
    const Workbench m_bench;
};

} // namespace loupe::ui
