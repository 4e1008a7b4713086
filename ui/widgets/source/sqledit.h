// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/source/codeview.h"

namespace loupe::ui {

/// Editor for a statement: highlighted, Ctrl+Enter runs it, Tab leaves.
class SqlEdit final : public CodeView
{
    Q_OBJECT
public:
    explicit SqlEdit(const Theme &theme, QWidget *parent = nullptr);

    /// Marks a character of the text (from 0) and moves the cursor there.
    void showError(int position);
    void clearError() { setMarkedLines({}); }

signals:
    void runRequested();

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
};

} // namespace loupe::ui
