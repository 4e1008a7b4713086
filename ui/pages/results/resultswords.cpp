// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of the page Results about its rows.
#include "ui/models/countedrows.h"
#include "ui/models/resulttablemodel.h"
#include "ui/pages/results/resultspage.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/text/words.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/resulttable.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QStackedLayout>

using namespace Qt::StringLiterals;

namespace loupe::ui {

QString ResultsPage::heading() const
{
    return m_heading->text();
}

void ResultsPage::sayWhatIsShown()
{
    sayCounts();
    const int column = m_table->horizontalHeader()->sortIndicatorSection();
    const QString order = m_sort.key == SortKey::Recorded
        ? QString()
        : tr("by %1, %2 · ")
              .arg(
                  m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().toLower(),
                  m_sort.descending ? tr("descending") : tr("ascending"));
    const QString counts
        = listsCounted() ? tr("one attempt for each task × method pair · ") : QString();
    m_note->setText(counts + order + speedupWords());
    m_chip->setVisible(!m_bench.selection.isEmpty());
    m_chipText->setText(m_bench.selection.description());
    sayEmpty();
}

QString ResultsPage::speedupWords() const
{
    const bool isOfOne = m_speedups && m_speedups->baselines().size() == 1;
    const QString meaning = tr("baseline time / candidate time, medians; – where not timed");
    if (isOfOne)
        return tr("speedup over %1 = %2").arg(lineText(m_speedups->baselines().front()), meaning);
    if (m_speedups && m_speedups->baselines().empty())
        return tr("speedup = %1").arg(meaning);
    return tr("speedup = %1 (over several baselines: hover over a speedup for its own)")
        .arg(meaning);
}

void ResultsPage::sayCounts()
{
    const auto shown = static_cast<std::int64_t>(m_model->ids().size());
    const std::int64_t all = m_bench.session.evaluations();
    const bool isRestricted
        = !m_bench.session.filterText().isEmpty() || !m_bench.selection.isEmpty();
    if (listsCounted() && m_counted) {
        const std::size_t behind = m_counted->population().observations().size();
        m_heading->setText(tr("%1 (%2)").arg(
            counted(shown, tr("%1 task × method pair"), tr("%1 task × method pairs")),
            counted(static_cast<std::int64_t>(behind), tr("%1 attempt"), tr("%1 attempts"))));
    } else {
        m_heading->setText(isRestricted
                               ? tr("%1 of %2 results").arg(countText(shown), countText(all))
                               : counted(shown, tr("%1 result"), tr("%1 results")));
    }
}

void ResultsPage::sayEmpty()
{
    const bool isOpen = m_bench.session.isOpen();
    CommandRegistry &commands = m_bench.commands;
    if (!isOpen)
        m_empty->sayNoStore(m_bench.session, tr("Open one to see its results."),
                            commands.action(u"store.open"_s));
    else if (!m_error.isEmpty())
        m_empty->say(tr("The results could not be read."), m_error,
                     commands.action(u"view.reload"_s));
    else if (listsCounted() && m_counted && m_counted->population().isEmptiedByScope())
        m_empty->say(tr("The scope excludes all results."),
                     tr("The scope bar shows why each of %1 is excluded.")
                         .arg(counted(static_cast<std::int64_t>(m_counted->population().given),
                                      tr("%1 result"), tr("%1 results"))),
                     commands.action(u"results.every"_s));
    else if (!m_bench.session.filterText().isEmpty())
        m_empty->say(listsCounted() ? tr("No results of the scope match the filter.")
                                    : tr("No results match the filter."),
                     tr("No result matches %1").arg(m_bench.session.filterText()),
                     commands.action(u"filter.clear"_s));
    else
        m_empty->say(tr("This store has no results yet."),
                     tr("Results appear here as soon as the first evaluation ends."),
                     commands.action(u"run.new"_s));
    m_heading->setVisible(isOpen);
    m_note->setVisible(isOpen && m_model->rowCount() > 0);
    m_stack->setCurrentIndex(m_model->rowCount() == 0 || !m_error.isEmpty() ? 1 : 0);
}

QString ResultsPage::keys() const
{
    const auto selected = m_table->selectionModel()->selectedRows().size();
    const QString what
        = selected > 0 ? tr("%1 selected").arg(countText(selected)) : tr("nothing selected");
    return what + u" · "_s
        + tr("J/K next row · Enter opens the kernel, Esc returns · Ctrl+B list · [ ] rounds · F8 "
             "next problem · Ctrl+L filter");
}

} // namespace loupe::ui
