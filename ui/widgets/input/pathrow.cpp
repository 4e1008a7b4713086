// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/input/pathrow.h"

#include "ui/style/theme.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QLineEdit>
#include <QPushButton>

#include <utility>

namespace loupe::ui {

QWidget *makePathRow(const Theme &theme, QLineEdit *line, const QString &name,
                     std::function<QString(const QString &)> choose)
{
    auto *box = new QWidget;
    auto *row = makeRow(theme.unit(), box);
    auto *browse = new QPushButton(QCoreApplication::translate("PathRow", "Browse…"));
    browse->setAccessibleName(
        QCoreApplication::translate("PathRow", "Browse for the %1").arg(name));
    row->addWidget(line, 1);
    row->addWidget(browse);
    QObject::connect(browse, &QPushButton::clicked, line, [line, ask = std::move(choose)] {
        const QString chosen = ask(line->text());
        if (!chosen.isEmpty())
            line->setText(chosen);
    });
    return box;
}

} // namespace loupe::ui
