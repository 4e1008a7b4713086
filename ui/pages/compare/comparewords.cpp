// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of the page Compare around the comparison.
#include "core/analysis/comparison/scopeoverrides.h"
#include "ui/pages/compare/comparepage.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/storesession.h"
#include "ui/text/words.h"
#include "ui/widgets/emptystate.h"

#include <QLabel>

using namespace Qt::StringLiterals;

namespace loupe::ui {

void ComparePage::showOverrides()
{
    const auto around = m_bench.session.population().value();
    const bool areCompared = m_study && m_study->compared && !showsRuns();
    std::vector<ScopeOverride> found;
    if (around && areCompared)
        found = scopeOverrides(m_study->compared->populations.front(),
                               m_study->compared->populations.back(), *around);
    m_overrides->setText(lineText(text(found)));
    m_overrides->setVisible(!found.empty());
}

QString ComparePage::overrides() const
{
    return m_overrides->text();
}

void ComparePage::sayEmpty()
{
    CommandRegistry &commands = m_bench.commands;
    if (!m_bench.session.isOpen())
        m_empty->sayNoStore(m_bench.session, tr("Open one to compare its results."),
                            commands.action(u"store.open"_s));
    else if (!m_error.isEmpty())
        m_empty->say(tr("The results could not be read."), m_error,
                     commands.action(u"view.reload"_s));
    else if (!m_study)
        m_empty->say(tr("The results are being read."), {}, nullptr);
    else if (!m_bench.session.filterText().isEmpty())
        m_empty->say(tr("No results match the filter."),
                     toQt(missingSides(m_study->choices)) + u' '
                         + tr("A comparison needs two methods, runs, devices or rounds."),
                     commands.action(u"filter.clear"_s));
    else
        m_empty->say(tr("There is nothing to compare yet."),
                     toQt(missingSides(m_study->choices)) + u' '
                         + tr("A comparison needs two methods, runs, devices or rounds: evaluate "
                              "other kernels into this store, or import results."),
                     commands.action(u"run.new"_s));
}

} // namespace loupe::ui
