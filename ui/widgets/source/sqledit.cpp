// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/source/sqledit.h"

#include <QKeyEvent>

using namespace Qt::StringLiterals;

namespace loupe::ui {

SqlEdit::SqlEdit(const Theme &theme, QWidget *parent) : CodeView(theme, parent)
{
    setSource({}, u"sql"_s);
    setReadOnly(false);
    connect(this, &QsciScintilla::textChanged, this, &SqlEdit::clearError);
}

void SqlEdit::showError(int position)
{
    const QString before = text().left(position);
    const auto line = static_cast<int>(before.count(u'\n'));
    const auto column = static_cast<int>(before.size() - (before.lastIndexOf(u'\n') + 1));
    setMarkedLines({line + 1});
    goTo(line + 1, column + 1);
}

bool SqlEdit::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->modifiers() == Qt::NoModifier && !key->text().isEmpty()) {
            event->accept(); // A letter is text here, not a shortcut of the window.
            return true;
        }
    }
    return CodeView::event(event);
}

void SqlEdit::keyPressEvent(QKeyEvent *event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && event->modifiers().testFlag(Qt::ControlModifier)) {
        emit runRequested();
        return;
    }
    CodeView::keyPressEvent(event);
}

} // namespace loupe::ui
