// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/steps.h"

#include "ui/style/theme.h"

#include <QCoreApplication>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

namespace loupe::ui {

void makeSteps(const Theme &theme, QTabWidget &steps,
               std::initializer_list<std::pair<QString, QWidget *>> pages)
{
    steps.setDocumentMode(true);
    steps.tabBar()->setDrawBase(false);
    steps.setAccessibleName(QCoreApplication::translate("loupe::ui::makeSteps", "Steps"));
    for (const auto &[title, fields] : pages) {
        auto *page = new QWidget;
        auto *column = new QVBoxLayout(page);
        column->setContentsMargins(0, theme.unit() * 3 / 2, 0, 0);
        column->addWidget(fields);
        column->addStretch(1);
        steps.addTab(page, title);
    }
}

} // namespace loupe::ui
