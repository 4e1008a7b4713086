// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/charts/axislimitsdialog.h"

#include "core/analysis/charts/chartwords.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/charts/chartpages.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <optional>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

std::optional<double> numberIn(const QLineEdit *line)
{
    bool isNumber = false;
    const double value = line->text().trimmed().replace(u',', u'.').toDouble(&isNumber);
    return isNumber ? std::optional(value) : std::nullopt;
}

QLineEdit *makeEnd(const QString &name, const std::optional<double> &chosen, double usual)
{
    auto *line = new QLineEdit;
    line->setAccessibleName(name);
    line->setPlaceholderText(AxisLimitsDialog::tr("automatic: %1").arg(toQt(chartNumber(usual))));
    if (chosen)
        line->setText(QString::number(*chosen));
    return line;
}

} // namespace

AxisLimitsDialog::AxisLimitsDialog(const Theme &theme, const ChartPages &pages, QWidget *parent)
    : QDialog(parent)
    , m_lines()
    , m_problem(makeDim())
    , m_apply(makeButton(tr("&Apply")))
{
    setWindowTitle(tr("Axis limits"));
    const Chart &chart = pages.whole();
    const ChartPanel first = chart.panels.empty() ? ChartPanel() : chart.panels.front();
    const ChartLimits &limits = pages.limits();
    m_lines = {makeEnd(tr("x from"), limits.xLeast, first.x.least),
               makeEnd(tr("x to"), limits.xMost, first.x.most),
               makeEnd(tr("y from"), limits.yLeast, first.y.least),
               makeEnd(tr("y to"), limits.yMost, first.y.most)};
    auto *form = new QFormLayout;
    form->setSpacing(theme.unit());
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        form->addRow(m_lines[i]->accessibleName(), m_lines[i]);
        m_lines[i]->setEnabled(i < 2 ? canLimitX(chart) : canLimitY(chart));
        connect(m_lines[i], &QLineEdit::textChanged, this, &AxisLimitsDialog::check);
    }
    auto *cancel = makeButton(tr("Cancel"));
    m_apply->setDefault(true);
    auto *buttons = makeRow(theme.unit());
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_apply);
    m_problem->setWordWrap(true);
    auto *all = makeColumn(theme.unit(), this, 2 * theme.unit());
    all->addLayout(form);
    all->addWidget(m_problem);
    all->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_apply, &QPushButton::clicked, this, &QDialog::accept);
    check();
}

ChartLimits AxisLimitsDialog::limits() const
{
    return {numberIn(m_lines[0]), numberIn(m_lines[1]), numberIn(m_lines[2]), numberIn(m_lines[3])};
}

void AxisLimitsDialog::check()
{
    QString problem;
    for (const QLineEdit *line : m_lines) {
        if (!line->text().trimmed().isEmpty() && !numberIn(line))
            problem = tr("“%1” is not a number").arg(line->text());
    }
    if (problem.isEmpty() && !limits().areOrdered())
        problem = tr("The start of an axis must be below its end");
    m_problem->setText(problem);
    m_apply->setEnabled(problem.isEmpty());
}

} // namespace loupe::ui
