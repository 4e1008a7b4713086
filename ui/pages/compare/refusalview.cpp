// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/refusalview.h"

#include "ui/models/texttablemodel.h"
#include "ui/pages/compare/namedpanel.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

QString stateText(SideFact::State state)
{
    switch (state) {
    case SideFact::State::Same:
        return RefusalView::tr("= same");
    case SideFact::State::Differs:
        return RefusalView::tr("≠ differs");
    case SideFact::State::Compared:
        break;
    }
    return RefusalView::tr("what you compare");
}

QLabel *makeText(const QString &text)
{
    auto *label = new QLabel(text);
    label->setTextFormat(Qt::PlainText); // Names in it come from files.
    label->setWordWrap(true);
    return label;
}

} // namespace

RefusalView::RefusalView(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_reason(makeText({}))
    , m_hint(makeText({}))
    , m_factPanel(nullptr)
    , m_wayPanel(nullptr)
    , m_table(new ResultTable(theme))
    , m_facts(new TextTableModel(this))
    , m_ways(nullptr)
{
    const int unit = theme.unit();
    QFont font = theme.headingFont();
    font.setPointSizeF(theme.uiFont().pointSizeF() * 1.3);
    m_reason->setFont(font);
    m_hint->setProperty("tone", u"dim"_s);
    auto *sentence = makePanel();
    sentence->setProperty("look", u"warning"_s);
    sentence->layout()->setContentsMargins(2 * unit, unit * 3 / 2, 2 * unit, unit * 3 / 2);
    sentence->layout()->addWidget(m_reason);
    sentence->layout()->addWidget(m_hint);
    m_table->setModel(m_facts);
    m_table->setAccessibleName(tr("Why these cannot be compared"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    auto *ways = new QWidget;
    m_ways = new QVBoxLayout(ways);
    m_ways->setContentsMargins(unit * 3 / 2, unit / 2, unit * 3 / 2, unit);
    m_ways->setSpacing(unit * 3 / 2);
    m_factPanel = new NamedPanel(theme, tr("Why these cannot be compared"), m_table);
    m_wayPanel = new NamedPanel(theme, tr("What you can do"), ways);
    auto *panels = makeRow(unit * 3 / 2);
    panels->addWidget(m_factPanel, 1);
    panels->addWidget(m_wayPanel, 1);
    auto *column = makeColumn(unit, this);
    column->addWidget(sentence);
    column->addLayout(panels, 1);
}

void RefusalView::say(const Error &error, const std::vector<SideFact> &facts,
                      const std::vector<SideWay> &ways)
{
    QStringList differing;
    for (const SideFact &fact : facts) {
        if (fact.state == SideFact::State::Differs)
            differing.append(tr("the %1 differs, %2 against %3")
                                 .arg(lineText(fact.what).toLower(), lineText(fact.first),
                                      lineText(fact.second)));
    }
    const bool isOfSpeeds = isOfConditions(error);
    if (isOfSpeeds && !differing.isEmpty()) {
        m_reason->setText(tr("These speeds can’t be compared: %1.").arg(differing.join(u"; "_s)));
        m_hint->setText(tr("Choose the same on both sides, or one of the options below."));
    } else {
        m_reason->setText(lineText(error.message));
        m_hint->setText(toQt(error.detail.empty() ? error.hint : error.hint + "\n" + error.detail));
    }
    m_hint->setVisible(!m_hint->text().isEmpty());
    showFacts(facts);
    clearWays();
    for (const SideWay &way : ways) {
        QPushButton *button = makeButton(lineText(way.verb));
        button->setEnabled(way.isPossible);
        connect(button, &QPushButton::clicked, this, [this, way] { emit wayChosen(way); });
        addWay(lineText(way.title), lineText(way.reason), button);
    }
    if (isOfChangedTasks(error)) {
        QPushButton *button = makeButton(tr("Compare anyway"));
        connect(button, &QPushButton::clicked, this, &RefusalView::changedTasksAllowed);
        addWay(tr("Compare although the tasks have changed"),
               tr("Times and verdicts of different tasks cannot be compared."), button);
    }
    if (!m_buttons.empty())
        m_buttons.front()->setProperty("look", u"primary"_s);
    m_ways->addStretch(1);
    m_wayPanel->setVisible(!m_buttons.empty());
}

void RefusalView::showFacts(const std::vector<SideFact> &facts)
{
    Table table;
    table.columns = {{toCore(tr("What")), false}, {"A", false}, {"B", false}, {"", false}};
    for (const SideFact &fact : facts)
        table.rows.push_back({fact.what, fact.first, fact.second, toCore(stateText(fact.state))});
    m_facts->setTable(std::move(table));
    m_table->setColumnCharacters({18, 24, 24, 16});
    m_factPanel->setVisible(!facts.empty());
    for (std::size_t i = 0; i < facts.size(); ++i) {
        if (facts[i].state == SideFact::State::Differs) {
            m_table->selectRow(static_cast<int>(i));
            break;
        }
    }
}

void RefusalView::clearWays()
{
    m_buttons.clear();
    while (QLayoutItem *item = m_ways->takeAt(0)) {
        if (QWidget *widget = item->widget()) {
            widget->hide();
            widget->deleteLater(); // One of its buttons may be handling a click.
        }
        delete item;
    }
}

void RefusalView::addWay(const QString &title, const QString &reason, QPushButton *button)
{
    auto *way = new QWidget;
    auto *row = makeRow(2 * m_theme.unit(), way);
    auto *texts = makeColumn(m_theme.unit() / 2);
    QLabel *name = makeText(title);
    QFont font = m_theme.uiFont();
    font.setWeight(QFont::DemiBold);
    name->setFont(font);
    QLabel *why = makeText(reason);
    why->setProperty("tone", u"dim"_s);
    name->setEnabled(button->isEnabled());
    texts->addWidget(name);
    texts->addWidget(why);
    row->addLayout(texts, 1);
    row->addWidget(button, 0, Qt::AlignVCenter);
    button->setMinimumWidth(18 * m_theme.unit());
    button->setAccessibleDescription(u"%1. %2"_s.arg(title, reason));
    m_buttons.push_back(button);
    m_ways->addWidget(way);
}

} // namespace loupe::ui
