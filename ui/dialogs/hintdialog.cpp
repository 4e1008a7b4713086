// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/hintdialog.h"

#include "ui/style/theme.h"
#include "ui/widgets/input/formlabel.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

namespace loupe::ui {

HintDialog::HintDialog(const Theme &theme, const QString &person, QWidget *parent)
    : QDialog(parent)
    , m_hint(new QPlainTextEdit)
    , m_person(new QLineEdit(person))
    , m_ask(new QPushButton(tr("&Ask")))
{
    const int unit = theme.unit();
    setWindowTitle(tr("Ask again with a hint"));
    m_hint->setTabChangesFocus(true);
    m_hint->setPlaceholderText(tr("Hint for the model about this program"));
    m_hint->setAccessibleName(tr("Hint"));
    m_person->setAccessibleName(tr("Your name"));
    m_ask->setAccessibleName(tr("Ask"));
    m_ask->setDefault(true);
    auto *cancel = new QPushButton(tr("&Cancel"));
    cancel->setAccessibleName(tr("Cancel"));
    auto *note = makeDim(
        tr("The model gets the program's result and then this hint. The old and the new program "
           "are evaluated in a new run under the method \"NAME, hinted\", so that the original "
           "method's figures do not change. The hint and your name are stored."));
    note->setWordWrap(true);
    auto *personRow = makeRow(unit);
    personRow->addWidget(makeFormLabel(theme, tr("Your &name"), m_person));
    personRow->addWidget(m_person, 1);
    auto *buttons = makeRow(unit);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_ask);
    auto *column = makeColumn(unit, this, 2 * unit);
    column->addWidget(makeFormLabel(theme, tr("&Hint"), m_hint));
    column->addWidget(m_hint, 1);
    column->addLayout(personRow);
    column->addWidget(note);
    column->addLayout(buttons);
    resize(fontMetrics().averageCharWidth() * 80, fontMetrics().height() * 20);
    connect(m_hint, &QPlainTextEdit::textChanged, this, &HintDialog::checkComplete);
    connect(m_person, &QLineEdit::textChanged, this, &HintDialog::checkComplete);
    connect(m_ask, &QPushButton::clicked, this, &HintDialog::ask);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    checkComplete();
    m_hint->setFocus();
}

void HintDialog::checkComplete()
{
    m_ask->setEnabled(!m_hint->toPlainText().trimmed().isEmpty()
                      && !m_person->text().trimmed().isEmpty());
}

void HintDialog::ask()
{
    emit askRequested(m_hint->toPlainText(), m_person->text().trimmed());
    accept();
}

} // namespace loupe::ui
