// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the widgets of the Overview.
#include "ui/delegates/scoredelegate.h"
#include "ui/models/categorymodel.h"
#include "ui/models/scoreboardmodel.h"
#include "ui/models/texttablemodel.h"
#include "ui/pages/frame/pageframe.h"
#include "ui/pages/overview/overviewnotes.h"
#include "ui/pages/overview/overviewpage.h"
#include "ui/style/theme.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/resulttable.h"

#include <QBoxLayout>
#include <QFontMetrics>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

QFrame *makeTitledPanel(const Theme &theme, const QString &title, const QString &about,
                        QWidget *inside)
{
    QFrame *panel = makePanel();
    const int unit = theme.unit();
    auto *head = makeRow(unit);
    head->setContentsMargins(unit, unit, unit, unit / 2);
    auto *name = new QLabel(title);
    QFont font = theme.uiFont();
    font.setWeight(QFont::DemiBold);
    name->setFont(font);
    head->addWidget(name);
    auto *dim = new ElidedLabel(about);
    dim->setProperty("tone", u"dim"_s);
    head->addWidget(dim, 1);
    qobject_cast<QVBoxLayout *>(panel->layout())->addLayout(head);
    panel->layout()->addWidget(inside);
    return panel;
}

} // namespace

QWidget *OverviewPage::makeScoreboard()
{
    const int unit = m_bench.theme.unit();
    m_scores->setModel(m_scoreModel);
    m_scores->setAccessibleName(tr("Scoreboard"));
    m_scores->setObjectName(u"scoreTable"_s);
    for (const int column : {ScoreboardModel::BuiltColumn, ScoreboardModel::CorrectColumn,
                             ScoreboardModel::FasterColumn, ScoreboardModel::MeanColumn,
                             ScoreboardModel::OutcomesColumn})
        m_scores->setItemDelegateForColumn(column, m_scoreDelegate);
    m_scores->verticalHeader()->setDefaultSectionSize(4 * unit);
    m_legend->setWordWrap(true);
    m_legend->setTextFormat(Qt::RichText);
    m_legend->setContentsMargins(unit, 0, unit, unit);
    m_legend->setFont(m_bench.theme.captionFont());
    // The label's own minimum height assumes one word per line, and the page would scroll.
    m_legend->setMinimumHeight(2 * QFontMetrics(m_legend->font()).lineSpacing() + unit);
    auto *inside = new QWidget;
    auto *column = new QVBoxLayout(inside);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(unit / 2);
    column->addWidget(m_scores);
    column->addWidget(m_legend);
    return makeTitledPanel(m_bench.theme, tr("Scoreboard"),
                           tr("most correct first · a click opens the results behind a number"),
                           inside);
}

QWidget *OverviewPage::makeLower()
{
    const Theme &theme = m_bench.theme;
    m_categories->setModel(m_categoryModel);
    m_categories->setAccessibleName(tr("Correct, by category"));
    m_causes->setModel(m_causeModel);
    m_causes->setAccessibleName(tr("Why kernels fail"));
    m_causes->setEmptyText(tr("No kernel fails"));
    auto *lower = makeSplitter(Qt::Horizontal, theme);
    m_categoryLegend->setTextFormat(Qt::RichText);
    m_categoryLegend->setWordWrap(true);
    m_categoryLegend->setContentsMargins(theme.unit(), 0, theme.unit(), theme.unit());
    m_categoryLegend->setFont(theme.captionFont());
    auto *categories = new QWidget;
    auto *column = new QVBoxLayout(categories);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(theme.unit() / 2);
    column->addWidget(m_categories);
    column->addWidget(m_categoryLegend);
    lower->addWidget(
        makeTitledPanel(theme, tr("Correct, by category"), tr("tasks solved"), categories));
    lower->addWidget(
        makeTitledPanel(theme, tr("Why kernels fail"), tr("last attempt of each task"), m_causes));
    lower->addWidget(m_notes);
    lower->setStretchFactor(0, 5);
    lower->setStretchFactor(1, 6);
    lower->setStretchFactor(2, 3);
    lower->setSizes({60 * theme.unit(), 62 * theme.unit(), 32 * theme.unit()});
    return lower;
}

void OverviewPage::buildLayout()
{
    const int unit = m_bench.theme.unit();
    m_heading->setFont(m_bench.theme.headingFont());
    auto *head = makeRow(unit);
    head->addWidget(m_heading, 1);
    head->addWidget(m_copy);
    head->addWidget(m_makeFigure);
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(unit * 5 / 4);
    column->addLayout(head);
    column->addWidget(makeScoreboard());
    column->addWidget(makeLower(), 1);
    m_stack = fillPage(this, content, m_empty, m_bench.theme);
    sayLegend();
    connect(&m_bench.theme, &Theme::changed, this, [this] {
        if (m_content)
            showTables(); // for the height of the rows
        else
            sayLegend();
    });
    connectTables();
}

void OverviewPage::connectTables()
{
    connectLinks();
    connect(m_copy, &QPushButton::clicked, this, &OverviewPage::copyScores);
    connect(m_makeFigure, &QPushButton::clicked, this,
            [this] { emit figureRequested(figureSpec()); });
}

void OverviewPage::sayLegend()
{
    QStringList parts;
    for (std::size_t i = 0; i < cellOutcomes; ++i) {
        const auto outcome = static_cast<CellOutcome>(i);
        parts.append(u"<span style='color:%1'>%2</span> %3"_s.arg(
            m_bench.theme.color(ScoreDelegate::tokenOf(outcome)).name(),
            outcome == CellOutcome::NotJudged ? u"▨"_s : u"■"_s,
            QString::fromUtf8(label(outcome)).toHtmlEscaped().replace(u' ', u" "_s)));
    }
    m_legend->setText(tr("Faster: correct and faster than the baseline. Geometric mean over the "
                         "timed correct, 95 % by resampling tasks.")
                      + u"<br>"_s + parts.join(u"&nbsp;&nbsp; "_s));
    m_categoryLegend->setText(categoryLegend());
}

QString OverviewPage::categoryLegend() const
{
    const Theme &theme = m_bench.theme;
    if (m_scoreModel->rowCount() == 1)
        return tr("Bar: share of the tasks. Line: its 95 % interval (Wilson).");
    if (theme.color(Token::Share1) == theme.color(Token::Share5))
        return {}; // High contrast has no tints.
    QStringList parts;
    const std::array steps{
        std::pair(Token::Share1, tr("up to 20 %")), std::pair(Token::Share2, tr("40 %")),
        std::pair(Token::Share3, tr("60 %")), std::pair(Token::Share4, tr("80 %")),
        std::pair(Token::Share5, tr("100 % of the tasks"))};
    for (const auto &[token, text] : steps)
        parts.append(u"<span style='color:%1'>■</span> %2"_s.arg(theme.color(token).name(), text));
    return parts.join(u"&nbsp;&nbsp; "_s);
}

} // namespace loupe::ui
