// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/unstyled.h"

#include <QApplication>

namespace loupe::ui {

Unstyled::Unstyled() : m_sheet(qApp->styleSheet())
{
    qApp->setStyleSheet({});
}

Unstyled::~Unstyled()
{
    qApp->setStyleSheet(m_sheet);
}

} // namespace loupe::ui
