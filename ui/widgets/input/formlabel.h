// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QFormLayout>
#include <QLabel>

namespace loupe::ui {

/// Creates the label of a form's row with `control` as buddy. It has extra space, because text with
/// a mnemonic is painted wider than measured.
inline QLabel *makeFormLabel(const Theme &theme, const QString &text, QWidget *control)
{
    auto *label = new QLabel(text);
    label->setBuddy(control);
    label->setContentsMargins(0, 0, theme.unit() / 2, 0);
    return label;
}

/// Creates the form of `parent`: labels are at the left, and fields grow.
inline QFormLayout *makeForm(const Theme &theme, QWidget *parent)
{
    auto *form = new QFormLayout(parent);
    form->setContentsMargins(0, 0, 0, 0);
    form->setSpacing(theme.unit());
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    return form;
}

/// Returns a function that adds rows to a form: (text, control, row). A control without an
/// accessible name gets the text as its name.
inline auto rowAdder(const Theme &theme, QFormLayout *form)
{
    return [&theme, form](const QString &text, QWidget *control, QWidget *row) {
        if (control->accessibleName().isEmpty())
            control->setAccessibleName(QString(text).remove(u'&'));
        form->addRow(makeFormLabel(theme, text, control), row);
    };
}

} // namespace loupe::ui
