// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/frame/pageframe.h"

#include <QBoxLayout>

namespace loupe::ui {

namespace {

/// Stack with the minimum size of its current part, so that an empty page never scrolls.
class PageParts final : public QStackedLayout
{
public:
    QSize minimumSize() const override
    {
        const QLayoutItem *shown = itemAt(currentIndex());
        return shown == nullptr ? QStackedLayout::minimumSize() : shown->minimumSize();
    }
    /// The function of the base class returns the height of the highest part, shown or not.
    int heightForWidth(int width) const override
    {
        const QWidget *shown = currentWidget();
        return shown == nullptr ? QStackedLayout::heightForWidth(width)
                                : shown->heightForWidth(width);
    }
};

} // namespace

QStackedLayout *fillPage(QWidget *page, QWidget *content, QWidget *empty, const Theme &theme)
{
    const int margin = theme.unit() * 3 / 2;
    auto *stack = new PageParts;
    stack->addWidget(content);
    stack->addWidget(empty);
    auto *around = new QVBoxLayout(page);
    around->setContentsMargins(margin, margin, margin, margin);
    around->addLayout(stack);
    QObject::connect(stack, &QStackedLayout::currentChanged, page, [page, around] {
        around->invalidate();
        page->updateGeometry();
    });
    return stack;
}

QSplitter *makeSplitter(Qt::Orientation orientation, const Theme &theme)
{
    auto *splitter = new QSplitter(orientation);
    splitter->setHandleWidth(theme.unit() * 3 / 2);
    splitter->setChildrenCollapsible(false);
    return splitter;
}

} // namespace loupe::ui
