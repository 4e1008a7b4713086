// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/trajectories/askingpanel.h"

#include "core/report/tables/askingtables.h"
#include "ui/models/texttablemodel.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>

namespace loupe::ui {

AskingPanel::AskingPanel(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_model(new TextTableModel(this))
    , m_perSuccess(makeHeading(theme))
    , m_sum(new QLabel)
    , m_answers(new ResultTable(theme))
    , m_note(makeCaption(theme))
{
    const int unit = theme.unit();
    for (QLabel *label : {m_perSuccess, m_sum, m_note}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
    }
    m_answers->setModel(m_model);
    m_answers->setAccessibleName(tr("Outcomes of the answers"));
    m_answers->setSelectionMode(QAbstractItemView::SingleSelection);
    m_answers->setMinimumHeight(theme.compactRowHeight() * 5);
    auto *column = makeColumn(unit, this);
    column->setContentsMargins(unit * 3 / 2, unit, unit * 3 / 2, unit);
    column->addWidget(m_perSuccess);
    column->addWidget(m_sum);
    column->addWidget(m_answers, 1);
    column->addWidget(m_note);
}

void AskingPanel::setSummary(const AskingSummary &summary)
{
    m_perSuccess->setText(toQt(perSuccessSentence(summary.cost)));
    m_sum->setText(toQt(askingCostSentence(summary.cost)));
    m_model->setTable(answerLossTable(summary.answers));
    m_note->setText(tr("Over all requests, including failures and retries. A round counts with its "
                       "last result, a request with its own."));
    m_note->setToolTip(toQt(m_model->table().caption));
    m_answers->setColumnCharacters({25, 11, 8, 8});
}

} // namespace loupe::ui
