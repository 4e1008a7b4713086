// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of the page Triage about its rows.
#include "ui/models/causemodel.h"
#include "ui/pages/triage/triagepage.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/storesession.h"
#include "ui/text/words.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/resulttable.h"

#include <QLabel>
#include <QStackedLayout>

using namespace Qt::StringLiterals;

namespace loupe::ui {

void TriagePage::say()
{
    const bool isOpen = m_bench.session.isOpen();
    CommandRegistry &commands = m_bench.commands;
    sayCounts();
    if (!isOpen)
        m_empty->sayNoStore(m_bench.session, tr("Open one to see why its kernels failed."),
                            commands.action(u"store.open"_s));
    else if (!m_error.isEmpty())
        m_empty->say(tr("The failures could not be read."), m_error,
                     commands.action(u"view.reload"_s));
    else if (m_reading.isRunning() || m_bench.session.population().isRunning())
        m_empty->say(tr("Grouping failures…"), {}, nullptr);
    else if (!m_bench.session.filterText().isEmpty())
        m_empty->say(tr("No failure matches the filter."),
                     tr("No failure matches %1").arg(m_bench.session.filterText()),
                     commands.action(u"filter.clear"_s));
    else if (m_causes.cells > 0)
        m_empty->say(tr("Nothing failed."),
                     tr("None of %1 in the scope is a failure.")
                         .arg(counted(static_cast<std::int64_t>(m_causes.cells),
                                      tr("%1 task × method pair"), tr("%1 task × method pairs"))),
                     nullptr);
    else
        m_empty->say(tr("Nothing failed."),
                     tr("Failures of evaluated kernels appear here by their causes."),
                     commands.action(u"run.new"_s));
    m_stack->setCurrentIndex(m_causes.causes.empty() || !m_error.isEmpty() ? 1 : 0);
}

void TriagePage::sayCounts()
{
    std::int64_t reviewed = 0;
    for (const CauseModel::Row &row : m_causeModel->rows())
        reviewed += row.reviewed;
    QString failures = counted(m_causes.failures(), tr("%1 failure"), tr("%1 failures"));
    if (m_causes.cells > 0)
        failures = tr("%1 of %2")
                       .arg(failures,
                            counted(static_cast<std::int64_t>(m_causes.cells),
                                    tr("%1 task × method pair"), tr("%1 task × method pairs")));
    m_heading->setText(tr("%1, %2").arg(failures,
                                        counted(static_cast<std::int64_t>(m_causes.causes.size()),
                                                tr("%1 cause"), tr("%1 causes"))));
    QStringList notes{m_causes.grouping, tr("%1 reviewed").arg(countText(reviewed))};
    if (m_causes.unjudged > 0)
        notes.append(tr("%1 not judged, no failures")
                         .arg(countText(static_cast<std::int64_t>(m_causes.unjudged))));
    m_note->setText(notes.join(u" · "_s));
    m_note->setToolTip(m_note->text());
}

QString TriagePage::heading() const
{
    return m_heading->text();
}

QString TriagePage::keys() const
{
    const int cause = m_causeTable->currentIndex().row();
    const QString place = cause < 0
        ? QString()
        : tr("cause %1 of %2 · ").arg(cause + 1).arg(m_causeModel->rowCount());
    return place
        + tr("J/K next · Enter fills the page · 1 explained 2 suspicious 3 accepted 4 looking 5 "
             "new · U next new · T tag "
             "· N note · F7 difference · F8 problem");
}

} // namespace loupe::ui
