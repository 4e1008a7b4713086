// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of the page Trajectories.
#include "core/analysis/rounds/roundexplanation.h"
#include "core/report/tables/roundtables.h"
#include "ui/models/texttablemodel.h"
#include "ui/pages/trajectories/trajectoriespage.h"
#include "ui/pages/trajectories/trajectoryview.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/text/words.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/resulttable.h"

#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

QString cohortTitle(const QString &what, const TrajectoryCohort &cohort)
{
    return TrajectoriesPage::tr("%1, rounds %2–%3")
        .arg(what)
        .arg(cohort.rounds.front())
        .arg(cohort.rounds.back());
}

/// Returns a title such as "3 methods on 2 suites, rounds 0–2" for several choices.
QString cohortTitle(const TrajectoryCohort &cohort)
{
    std::set<Name> methods;
    std::set<Name> suites;
    for (const TrajectoryStory &story : cohort.stories) {
        methods.insert(story.method);
        suites.insert(story.suite);
    }
    const QString who = methods.size() == 1
        ? toQt(methods.begin()->text())
        : TrajectoriesPage::tr("%1 methods").arg(methods.size());
    const QString where = suites.size() == 1 ? toQt(suites.begin()->text())
                                             : TrajectoriesPage::tr("%1 suites").arg(suites.size());
    return cohortTitle(TrajectoriesPage::tr("%1 on %2").arg(who, where), cohort);
}

} // namespace

void TrajectoriesPage::showStep()
{
    const int from = m_step->currentData().toInt();
    const auto change = std::ranges::find(m_study.changes, from, &RoundChange::fromRound);
    const auto groups = std::ranges::find(m_study.groups, from, &StepGroups::fromRound);
    const bool hasChange = change != m_study.changes.end();
    m_question->setText(hasChange ? toQt(changeQuestion(*change)) : tr("The mean speedup"));
    if (hasChange)
        m_answer->setText(toQt(changeAnswer(*change)));
    else if (!m_study.chosen && m_study.choices.size() > 1)
        m_answer->setText(errorText(m_study.problem));
    else
        m_answer->setText(tr("No kernel is correct and timed in both rounds, so the change of the "
                             "mean cannot be explained."));
    m_parted->setText(hasChange ? tr("same kernels %1 · other kernels %2")
                                      .arg(toQt(effectText(change->within)),
                                           toQt(effectText(change->composition())))
                                : QString());
    const bool hasGroups = groups != m_study.groups.end();
    m_groupModel->setTable(hasGroups ? stepGroupsTable(*groups) : Table());
    m_groupNote->setText(toQt(m_groupModel->table().caption));
    m_groups->setColumnCharacters({18, 10, 8, 17, 8});
}

void TrajectoriesPage::say()
{
    const bool isNothing = !m_study.cohort || m_study.cohort->stories.empty();
    m_toResults->setEnabled(m_view->story().has_value());
    if (!isNothing) {
        sayCounts();
    }
    CommandRegistry &commands = m_bench.commands;
    if (!m_bench.session.isOpen())
        m_empty->sayNoStore(m_bench.session, tr("Open one to follow its kernels by round."),
                            commands.action(u"store.open"_s));
    else if (!m_error.isEmpty())
        m_empty->say(tr("The trajectories could not be read."), m_error,
                     commands.action(u"view.reload"_s));
    else if (!m_bench.session.filterText().isEmpty())
        m_empty->say(tr("No trajectory matches the filter."),
                     tr("No method has more than one round in the results that match %1")
                         .arg(m_bench.session.filterText()),
                     commands.action(u"filter.clear"_s));
    else if (const auto population = m_bench.session.population().value();
             population && population->given > population->observations().size())
        m_empty->say(tr("The scope holds no trajectories."),
                     tr("No method has more than one round here. Choose another suite, device or "
                        "baseline in the scope bar."),
                     nullptr);
    else
        m_empty->say(tr("This store has no trajectories."),
                     tr("They appear where a method has results of more than one round: an agent "
                        "that was given feedback and tried again."),
                     commands.action(u"store.import"_s));
    m_stack->setCurrentIndex(isNothing || !m_error.isEmpty() ? 1 : 0);
}

void TrajectoriesPage::sayCounts()
{
    const TrajectoryCohort &cohort = *m_study.cohort;
    const auto all = static_cast<std::int64_t>(cohort.stories.size());
    m_heading->setText(m_study.chosen
                           ? cohortTitle(toQt(m_study.choices[*m_study.chosen].name), cohort)
                           : cohortTitle(cohort));
    QStringList notes;
    if (m_study.chosen && m_study.choices.size() > 1)
        notes.append(tr("1 of %1 methods").arg(m_study.choices.size()));
    notes.append(
        tr("%1 of %2 trajectories shown").arg(countText(m_model->rowCount()), countText(all)));
    notes.append(tr("%1 with all rounds recorded").arg(countText(cohort.complete)));
    notes.append(m_bench.selection.isEmpty() ? tr("a click in the chart selects")
                                             : tr("Esc shows all again"));
    m_note->setText(notes.join(u" · "_s));
    m_note->setToolTip(m_note->text());
}

QString TrajectoriesPage::heading() const
{
    return m_heading->text();
}

QString TrajectoriesPage::question() const
{
    return m_question->text();
}

QString TrajectoriesPage::answer() const
{
    return m_answer->text();
}

QString TrajectoriesPage::keys() const
{
    const int row = m_table->currentIndex().row();
    if (row < 0)
        return {};
    const QString walk
        = tr("trajectory %1 of %2 · ←/→ rounds · J/K next · Enter opens the kernel, Esc returns")
              .arg(countText(row + 1), countText(m_model->rowCount()));
    return m_bench.selection.isEmpty() ? walk : walk + tr(" · T = tag · Esc = clear");
}

} // namespace loupe::ui
