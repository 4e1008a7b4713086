// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/frame/mixturebar.h"

#include "core/analysis/rows/grouping.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"

#include <QBoxLayout>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr qsizetype maxValueLength = 24; ///< characters on a button

QString onButton(const QString &text)
{
    const QString shown
        = text.size() > maxValueLength ? text.left(maxValueLength - 1) + u'…' : QString(text);
    return QString(shown).replace(u'&', u"&&"_s); // An ampersand would mark a mnemonic.
}

} // namespace

MixtureBar::MixtureBar(const Workbench &bench, QWidget *parent)
    : QFrame(parent)
    , m_bench(bench)
    , m_reason(new QLabel)
    , m_consequence(new ElidedLabel)
    , m_use(makeButton({}))
    , m_split(makeButton({}))
{
    const int unit = bench.theme.unit();
    setProperty("look", u"amber"_s);
    setAccessibleName(tr("Conditions mixed in the scope"));
    m_use->setAccessibleName(tr("Use the chosen values"));
    m_split->setAccessibleName(tr("Split by the values"));
    auto *sign = new QLabel(u"≠"_s);
    sign->setProperty("tone", u"sign"_s);
    QFont bold = bench.theme.uiFont();
    bold.setWeight(QFont::DemiBold);
    m_reason->setFont(bold);
    m_reason->setTextFormat(Qt::PlainText);
    m_consequence->setTextFormat(Qt::PlainText);
    auto *row = makeRow(unit, this);
    row->setContentsMargins(unit * 3 / 2, 0, unit * 3 / 2, 0);
    row->addWidget(sign, 0, Qt::AlignVCenter);
    row->addWidget(m_reason);
    row->addWidget(m_consequence, 1);
    row->addWidget(m_use);
    row->addWidget(m_split);
    setFixedHeight(unit * 9 / 2);
    hide();
    connect(m_use, &QPushButton::clicked, this, &MixtureBar::useChosen);
    connect(m_split, &QPushButton::clicked, this, &MixtureBar::splitFirst);
    connect(&bench.session.population(), &ScopedPopulation::changed, this, &MixtureBar::update);
}

void MixtureBar::update()
{
    const auto population = m_bench.session.population().value();
    m_mixture = population ? mixtureOf(*population) : Mixture();
    setVisible(!m_mixture.isEmpty() && !m_isQuiet);
    if (m_mixture.isEmpty())
        return;
    const PopulationCondition &first = m_mixture.conditions.front();
    const QString value = toQt(first.values.front().value);
    m_reason->setText(toQt(reasonOf(m_mixture)));
    m_consequence->setText(toQt(consequenceOf(m_mixture)));
    m_consequence->setToolTip(m_consequence->text());
    const bool isOne = m_mixture.conditions.size() == 1;
    m_use->setText(isOne ? tr("Use %1").arg(onButton(value)) : tr("Keep this choice"));
    m_use->setAccessibleName(isOne ? tr("Use %1").arg(value) : tr("Keep this choice"));
    m_use->setVisible(isOne || !m_mixture.isPooled);
    m_split->setText(tr("Split by %1").arg(toQt(name(first.condition))));
    m_split->setAccessibleName(m_split->text());
}

void MixtureBar::setQuiet(bool isQuiet)
{
    if (isQuiet == m_isQuiet)
        return;
    m_isQuiet = isQuiet;
    update();
}

void MixtureBar::useChosen()
{
    Scope scope = m_bench.session.scope();
    for (const PopulationCondition &each : m_mixture.conditions)
        scope.rules[each.condition] = {ConditionRule::Kind::Only, each.values.front().value};
    m_bench.session.setScope(scope);
}

void MixtureBar::splitFirst()
{
    Scope scope = m_bench.session.scope();
    scope.rules[m_mixture.conditions.front().condition] = {ConditionRule::Kind::Split, {}};
    m_bench.session.setScope(scope);
}

} // namespace loupe::ui
