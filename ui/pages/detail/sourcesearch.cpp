// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/sourcesearch.h"

#include "core/analysis/population/countedresults.h"
#include "ui/models/sourcehitmodel.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/fittedcolumns.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>

#include <utility>

namespace loupe::ui {

SourceSearch::SourceSearch(const Theme &theme, StoreSession &session, QWidget *parent)
    : QDialog(parent)
    , m_session(session)
    , m_model(new SourceHitModel(this))
    , m_line(new QLineEdit)
    , m_case(new QCheckBox(tr("&Match case")))
    , m_start(new QPushButton(tr("&Find")))
    , m_cancel(new QPushButton(tr("&Stop")))
    , m_state(makeDim())
    , m_table(new ResultTable(theme))
{
    setWindowTitle(tr("Find in all sources"));
    buildLayout(theme);
    connectAll();
    updateButtons();
}

void SourceSearch::buildLayout(const Theme &theme)
{
    const int unit = theme.unit();
    m_line->setAccessibleName(tr("Find in the sources of all attempts"));
    m_line->setPlaceholderText(tr("find in the sources of all attempts"));
    m_state->setTextFormat(Qt::PlainText);
    m_start->setDefault(true);
    m_cancel->setAutoDefault(false);
    for (QPushButton *button : {m_start, m_cancel})
        button->setAccessibleName(button->text().remove(u'&'));
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Lines found"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    constexpr int sourceColumn = 4;
    (new FittedColumns(*m_table, theme, sourceColumn))->set({{}, {}, {}, {}, {20, 60}});
    auto *row = makeRow(unit);
    row->addWidget(m_line, 1);
    row->addWidget(m_case);
    row->addWidget(m_start);
    row->addWidget(m_cancel);
    auto *column = makeColumn(unit, this, 2 * unit);
    column->addLayout(row);
    column->addWidget(m_table, 1);
    column->addWidget(m_state);
    resize(unit * 115, unit * 60);
}

void SourceSearch::connectAll()
{
    constexpr int tickMs = 100;
    m_tick.setInterval(tickMs);
    connect(&m_tick, &QTimer::timeout, this, &SourceSearch::showProgress);
    connect(m_start, &QPushButton::clicked, this, &SourceSearch::search);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        cancel();
        m_state->setText(tr("Stopped."));
    });
    connect(m_line, &QLineEdit::textChanged, this, &SourceSearch::updateButtons);
    connect(m_table, &ResultTable::openRequested, this, [this](const QModelIndex &index) {
        const SourceHit &hit = m_model->rows()[static_cast<std::size_t>(index.row())];
        emit kernelRequested(hit.row.id, hit.line);
    });
    connect(&m_session.population(), &ScopedPopulation::changed, this,
            &SourceSearch::populationCame);
    connect(&m_session, &StoreSession::leaving, this, [this] {
        cancel();
        m_model->setHits({});
        m_state->clear();
        m_current = {};
    });
}

void SourceSearch::appear(RowId current, const QString &words)
{
    m_current = current;
    if (!words.isEmpty())
        m_line->setText(words);
    show();
    raise();
    activateWindow();
    m_line->setFocus();
    m_line->selectAll();
}

void SourceSearch::search()
{
    cancel();
    m_model->setHits({});
    if (!m_session.isOpen()) {
        m_state->setText(tr("No store is open."));
        return;
    }
    ScopedPopulation &scoped = m_session.population();
    if (const auto population = scoped.current()) {
        begin(population);
        return;
    }
    m_isWaiting = true;
    m_state->setText(tr("Reading which attempts are in the scope…"));
    updateButtons();
    scoped.want();
}

void SourceSearch::populationCame()
{
    if (!std::exchange(m_isWaiting, false))
        return;
    const ScopedPopulation &scoped = m_session.population();
    if (scoped.value())
        begin(scoped.value());
    else
        m_state->setText(scoped.error() ? errorText(*scoped.error()) : QString());
    updateButtons();
}

void SourceSearch::begin(const std::shared_ptr<const Population> &population)
{
    m_searched = std::make_shared<std::atomic<std::size_t>>(0);
    m_all = countResults(population->observations());
    SourceQuery query;
    query.words = toCore(m_line->text());
    query.letters = m_case->isChecked() ? LetterCase::Matched : LetterCase::Ignored;
    m_reading.read(
        m_session.pool(),
        [population, query, current = m_current,
         searched = m_searched](StoreReader &reader, const std::stop_token &stop) {
            const std::vector<RowId> ids = currentTaskFirst(*population, current);
            return searchSources(reader, ids, query, stop,
                                 [searched](std::size_t count) { *searched = count; });
        },
        [this](Result<SourceHits> result) { deliver(std::move(result)); });
    m_tick.start();
    showProgress();
    updateButtons();
}

void SourceSearch::cancel()
{
    m_isWaiting = false;
    m_reading.cancel();
    m_tick.stop();
    updateButtons();
}

void SourceSearch::deliver(Result<SourceHits> result)
{
    m_tick.stop();
    updateButtons();
    if (!result) {
        m_state->setText(errorText(result.error()));
        return;
    }
    const auto lines = static_cast<std::int64_t>(result->hits.size());
    const bool isCut = result->isCut;
    m_model->setHits(std::move(result->hits));
    if (lines == 0)
        m_state->setText(
            tr("Not found in %1.").arg(counted(m_all, tr("%1 attempt"), tr("%1 attempts"))));
    else if (isCut)
        m_state->setText(
            tr("The first %1 lines; there are more. Find more words, or narrow the filter.")
                .arg(countText(lines)));
    else
        m_state->setText(counted(lines, tr("%1 line"), tr("%1 lines")));
    if (lines > 0) {
        m_table->selectRow(0);
        m_table->setFocus();
    }
}

void SourceSearch::showProgress()
{
    m_state->setText(
        counted(m_all, tr("%2 of %1 attempt searched"), tr("%2 of %1 attempts searched"))
            .arg(countText(m_searched->load())));
}

void SourceSearch::updateButtons()
{
    m_start->setEnabled(!m_line->text().isEmpty());
    m_cancel->setEnabled(isRunning());
}

void SourceSearch::reject()
{
    if (isRunning()) {
        cancel();
        m_state->setText(tr("Stopped."));
    }
    QDialog::reject();
}

} // namespace loupe::ui
